"""From the final chunks to the spans the model reads: weak cut, copies, budget, order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harness.context.budget import Budget, Purse
from harness.context.dedupe import Copies
from harness.context.order import arrange
from harness.context.weak_cut import WeakCut
from harness.types import Chunk, Dropped, RankedChunk, Span


class Context(NamedTuple):
    """What the prompt holds: `spans[i]`, `texts[i]` and `chunks[i]` belong together, spans numbered from 1."""

    spans: tuple[Span, ...]
    texts: tuple[str, ...]
    chunks: tuple[Chunk, ...]
    dropped: tuple[Dropped, ...]


NO_CONTEXT = Context(spans=(), texts=(), chunks=(), dropped=())


def assemble(
    chunks: Sequence[RankedChunk],
    candidate_scores: Sequence[float],
    *,
    near_duplicate: float,
    weak_cut: float,
    order: str,
    budget: Budget | None,
) -> Context:
    """Return the context of one question from its final chunks, best first.

    `candidate_scores` are the scores of all candidates, on the scale of the chunks' own; `near_duplicate` is a Jaccard
    index in (0, 1]; `weak_cut` a percentile, 0 for none. Chunks are taken in rank order, so a copy is always a copy of
    a chunk that is in the prompt, and a chunk that does not fit leaves its room to later, smaller ones. `dropped` is in
    rank order.
    """
    weak, copies, purse = WeakCut(candidate_scores, weak_cut), Copies(near_duplicate), Purse(budget) if budget else None
    kept: list[Chunk] = []
    dropped: list[Dropped] = []
    for ranked in chunks:
        chunk = ranked.chunk
        too_weak = None if ranked.score is None else weak.reason(ranked.score)
        reason = too_weak or copies.reason(chunk) or (purse and purse.reason(_shown(chunk)))
        if reason:
            dropped.append(Dropped(chunk_id=chunk.chunk_id, rank=ranked.rank, reason=reason))
        else:
            copies.keep(chunk)
            kept.append(chunk)
    shown = arrange(kept, order)
    return Context(
        spans=tuple(
            Span(number=number, chunk_id=chunk.chunk_id, text=_shown(chunk) if chunk.lead else None)
            for number, chunk in enumerate(shown, 1)
        ),
        texts=tuple(_shown(chunk) for chunk in shown),
        chunks=tuple(shown),
        dropped=tuple(dropped),
    )


def _shown(chunk: Chunk) -> str:
    return f"{chunk.lead}\n{chunk.text}" if chunk.lead else chunk.text
