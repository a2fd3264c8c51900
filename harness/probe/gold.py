"""The evidence as a reader would get it: the chunk that carries it, the passage that a cut went through, or its label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from harness.probe.interventions import by_id
from harness.search import Search
from harness.types import Chunk, GroupTrace, Question, Record

MadeFrom = Literal["chunk", "passage", "label"]


@dataclass(frozen=True, slots=True)
class Gold:
    """The chunks to hand over, first group first, and the poorest of what they were made from."""

    chunks: tuple[Chunk, ...]
    made_from: MadeFrom


def gold_of(record: Record, search: Search | None, k: int) -> Gold | None:
    """Return one carrier for each evidence group; None where a gold document is named and its text is nowhere.

    Chunks come from the record, else from the index; where no chunk holds the evidence whole, the document's own text from
    the first chunk to the last that hold a part of it. Without an index, or where no document holds it, the evidence
    string of the label stands alone. A group that is judged by document is all its chunks, `k` at most.
    """
    found = [_group(trace, record, search, k) for trace in record.trace]
    if not found or any(not chunks for chunks, _ in found):
        return None
    chunks = {chunk.chunk_id: chunk for chunks, _ in found for chunk in chunks}
    made_from = max((kind for _, kind in found), key=("chunk", "passage", "label").index)
    return Gold(tuple(chunks.values()), made_from)


def _group(trace: GroupTrace, record: Record, search: Search | None, k: int) -> tuple[Sequence[Chunk], MadeFrom]:
    held = by_id(record)
    if trace.spans:
        return [held[span.chunk_id] for span in record.spans if span.number in trace.spans], "chunk"
    if kept := [held[chunk_id] for chunk_id in trace.kept if chunk_id in held]:
        return kept[:1], "chunk"
    if search:
        carriers = search.tracer.carriers(record.question)[trace.group]
        if carriers:
            most = k if trace.label == "gold_document" else 1
            return [search.chunks[position] for position in _best_first(carriers, record, search)[:most]], "chunk"
        if trace.places:
            return [search.tracer.around(trace.places[0])], "passage"
    return _labels(record.question, trace), "label"


def _best_first(carriers: Sequence[int], record: Record, search: Search) -> list[int]:
    ranks = {chunk_id: rank for rank, chunk_id in enumerate((record.ranking or record.candidates).chunk_ids)}
    return sorted(carriers, key=lambda position: (ranks.get(search.chunks[position].chunk_id, len(ranks)), position))


def _labels(question: Question, trace: GroupTrace) -> list[Chunk]:
    if trace.label == "gold_document":
        return []
    anchor = question.evidence[trace.group].alternatives[0]
    doc_id = anchor.doc_id or next(iter(question.gold_doc_ids), "evidence")
    if not anchor.text.strip():
        return []
    return [
        Chunk(
            chunk_id=f"{doc_id}@evidence{trace.group}", doc_id=doc_id, start=0, end=len(anchor.text), text=anchor.text
        )
    ]
