"""The stage ledger: the first stage at which no chunk carries an evidence group any more.

`rows(record, start)` reads the trace of a record and how much of its prompt the model read, never its answer: swap the
answer for a refusal or an invention and the rows stay as they are. Each reason names chunks, ranks, depths and tokens, so
that a person can check it against the record.
"""

from __future__ import annotations

from collections.abc import Callable

from harness.types import STAGES, GroupTrace, LedgerRow, Origin, Record, RunStart, Stage, Undecidable

Loss = Callable[[GroupTrace, RunStart], str | None]


def rows(record: Record, start: RunStart) -> tuple[LedgerRow, ...]:
    """Return one row per evidence group; empty where the question has no evidence labels or nothing was traced."""
    cut = record.generation.prompt_cut if record.generation else None
    if record.attempts:
        start = start.model_copy(update={"settings": {**start.settings, "k": record.attempts[-1].k}})
    return tuple(_row(trace, start, cut) for trace in record.trace)


def earliest_loss(ledger: tuple[LedgerRow, ...]) -> LedgerRow | None:
    """Return the row lost first in the order of the stages; None where every group reached the model."""
    lost = [row for row in ledger if row.lost_at]
    return min(lost, key=lambda row: _order(row.lost_at or "conclude"), default=None)


def _order(stage: Stage | Undecidable) -> int:
    """Return a stage's place; one that nobody can name may have been any from `chunk` on."""
    return 2 * STAGES.index("chunk") - 1 if stage == "undecidable" else 2 * STAGES.index(stage)


def _row(trace: GroupTrace, start: RunStart, cut: str | None) -> LedgerRow:
    # What another system's model read was there, whatever we know of its index.
    for stage, loss in LOSSES.items() if not (start.origin and trace.spans) else ():
        reason = loss(trace, start)
        if reason and start.origin and stage in start.origin.undecidable:
            return _made(trace, "undecidable", _unnamed(trace, stage, start.origin))
        if reason:
            return _made(trace, stage, reason)
    where = "among the contexts" if start.origin else "in the prompt"
    in_prompt = f"{where} as {', '.join(f'span {n}' for n in trace.spans)} ({_ids(trace.kept)})"
    if cut:
        return _made(trace, "truncate", f"{in_prompt}, but {cut}")
    return _made(trace, None, in_prompt)


def _unnamed(trace: GroupTrace, first: Stage, origin: Origin) -> str:
    """Say where evidence is that is in no context, and which stages, from `first` on, may have lost it."""
    places = [f"{place.doc_id} holds it at {place.start}:{place.end}" for place in trace.places[:1]]
    held = places or [f"{_ids(trace.carriers)} carries it"] if places or trace.carriers else []
    stages = list(LOSSES)
    possible = [stage for stage in stages[stages.index(first) :] if stage in origin.undecidable]
    which = f"which of {', '.join(possible)} lost it" if len(possible) > 1 else f"whether {possible[0]} lost it"
    reunited = "; its pieces were reunited in the context" if trace.reunited else ""
    what = f"document {trace.anchor!r}" if trace.label == "gold_document" else "it"
    return f"{'; '.join([*held, f'{what} is in none of the contexts'])}{reunited}; {which} is not in the log"


def _made(trace: GroupTrace, stage: Stage | Undecidable | None, reason: str) -> LedgerRow:
    if trace.label == "gold_document":
        reason += "; judged by document, because the question has no evidence string"
    return LedgerRow(
        group=trace.group,
        label=trace.label,
        anchor=trace.anchor,
        lost_at=stage,
        reason=reason,
        reunited=trace.reunited,
    )


def _source(trace: GroupTrace, _: RunStart) -> str | None:
    if trace.label == "evidence" and not trace.places and not trace.raw_places:
        return "no gold document holds it: the label or the corpus is wrong"
    return None


def _parse(trace: GroupTrace, _: RunStart) -> str | None:
    if trace.label == "evidence" and not trace.places:
        return f"the raw file holds it: {'; '.join(trace.raw_places)}; its parsed text does not"
    return None


def _chunk(trace: GroupTrace, _: RunStart) -> str | None:
    if trace.carrier_count:
        return None
    if not trace.places:
        return "the gold document has no chunks"
    where = f"{trace.places[0].doc_id} holds it at {trace.places[0].start}:{trace.places[0].end}"
    cut = (
        f"cut between {' and '.join((trace.cut_between[0], trace.cut_between[-1]))}"
        if trace.cut_between
        else "not in any chunk"
    )
    reunited = "; its pieces were reunited in the prompt, so the cut did no harm" if trace.reunited else ""
    return f"{where}, {cut}: no chunk holds it whole{reunited}"


def _filter(trace: GroupTrace, _: RunStart) -> str | None:
    if trace.visible_count:
        return None
    return f"{_carried(trace)}, all hidden by the filter ({trace.hidden_by})"


def _first_stage(trace: GroupTrace, start: RunStart) -> str | None:
    if trace.candidate_rank:
        return None
    depth = start.settings.get("candidates")
    return f"{_carried(trace)}, none among the {depth} candidates of {start.settings.get('retriever')}"


def _rerank(trace: GroupTrace, start: RunStart) -> str | None:
    if trace.kept:
        return None
    k, reranker = start.settings.get("k"), start.settings.get("rerank")
    if start.origin:
        return f"{_carried(trace)}: candidate {trace.candidate_rank}, and not among those that were kept"
    if reranker:
        moved = f"candidate {trace.candidate_rank}, placed {trace.final_rank} by {reranker}"
    else:
        moved = f"candidate {trace.candidate_rank}, no reranker"
    return f"{_carried(trace)}: {moved}, beyond k = {k}"


def _assemble(trace: GroupTrace, _: RunStart) -> str | None:
    if trace.spans:
        return None
    reasons = "; ".join(f"{d.chunk_id} (rank {d.rank}) {d.reason}" for d in trace.dropped)
    return f"in the final k ({_ids(trace.kept)}) but dropped: {reasons or 'not assembled'}"


def _carried(trace: GroupTrace) -> str:
    more = f" and {trace.carrier_count - len(trace.carriers)} more" if trace.carrier_count > len(trace.carriers) else ""
    return f"{_ids(trace.carriers)}{more} {'carries' if trace.carrier_count == 1 else 'carry'} it"


def _ids(chunk_ids: tuple[str, ...]) -> str:
    return ", ".join(chunk_ids)


LOSSES: dict[Stage, Loss] = {
    "source": _source,
    "parse": _parse,
    "chunk": _chunk,
    "filter": _filter,
    "first_stage": _first_stage,
    "rerank": _rerank,
    "assemble": _assemble,
}
"""In the order of the stages; `parse` needs a raw.jsonl; `truncate` comes last, from the token counts of the generation."""
