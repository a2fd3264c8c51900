"""The stage ledger: the first stage at which no chunk carries an evidence group any more.

`rows(record, start)` reads the trace of a record and how much of its prompt the model read, never its answer: swap the
answer for a refusal or an invention and the rows stay as they are. Each reason names chunks, ranks, scores, fields and
characters, so that a person can check it against the record; `attribute.stages` tells the same of every stage of a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from harness.text.counted import counted
from harness.types import STAGES, GroupTrace, LedgerRow, Origin, Record, RetrievalCause, RunStart, Stage, Undecidable

Lost = tuple[RetrievalCause, str]
Loss = Callable[[GroupTrace, Record, RunStart], Lost | None]


def rows(record: Record, start: RunStart) -> tuple[LedgerRow, ...]:
    """Return one row per evidence group; empty where the question has no evidence labels or nothing was traced."""
    start = as_tried(record, start)
    return tuple([_row(trace, record, start) for trace in record.trace])


def as_tried(record: Record, start: RunStart) -> RunStart:
    """Return the first line of the log with the k of a record's last attempt."""
    if not record.attempts:
        return start
    return start.model_copy(update={"settings": {**start.settings, "k": record.attempts[-1].k}})


def earliest_loss(ledger: tuple[LedgerRow, ...]) -> LedgerRow | None:
    """Return the row lost first in the order of the stages; None where every group reached the model."""
    lost = [row for row in ledger if row.lost_at]
    return min(lost, key=lambda row: _order(row.lost_at or "conclude"), default=None)


def _order(stage: Stage | Undecidable) -> int:
    """Return a stage's place; one that nobody can name may have been any from `chunk` on."""
    return 2 * STAGES.index("chunk") - 1 if stage == "undecidable" else 2 * STAGES.index(stage)


def _row(trace: GroupTrace, record: Record, start: RunStart) -> LedgerRow:
    # What another system's model read was there, whatever we know of its index.
    seen = start.origin and trace.spans
    for stage, loss in LOSSES.items():
        lost = loss(trace, record, start) if not seen or stage == "truncate" else None
        if lost and start.origin and stage in start.origin.undecidable:
            return _made(trace, "undecidable", None, _unnamed(trace, stage, start.origin))
        if lost:
            return _made(trace, stage, *lost)
    return _made(trace, None, None, in_prompt(trace, start.origin))


def _unnamed(trace: GroupTrace, first: Stage, origin: Origin) -> str:
    """Say where evidence is that is in no context, and which stages, from `first` on, may have lost it."""
    places = [f"{place.doc_id} holds it at {place.start}:{place.end}" for place in trace.places[:1]]
    held = places or [f"{ids(trace.carriers)} carries it"] if places or trace.carriers else []
    stages: list[Stage] = [stage for stage in LOSSES if stage != "truncate"]
    possible = [stage for stage in stages[stages.index(first) :] if stage in origin.undecidable]
    which = f"which of {', '.join(possible)} lost it" if len(possible) > 1 else f"whether {possible[0]} lost it"
    reunited = "; its pieces were reunited in the context" if trace.reunited else ""
    what = f"document {trace.anchor!r}" if trace.label == "gold_document" else "it"
    return f"{'; '.join([*held, f'{what} is in none of the contexts'])}{reunited}; {which} is not in the log"


def _made(trace: GroupTrace, stage: Stage | Undecidable | None, cause: RetrievalCause | None, reason: str) -> LedgerRow:
    if trace.label == "gold_document":
        reason += "; judged by document, because the question has no evidence string"
    if trace.fuzzy:
        reason += f"; found by its words, not letter by letter: {trace.fuzzy}"
    return LedgerRow(
        group=trace.group,
        label=trace.label,
        anchor=trace.anchor,
        lost_at=stage,
        reason=reason,
        reunited=trace.reunited,
        cause=cause,
    )


def _source(trace: GroupTrace, _: Record, start: RunStart) -> Lost | None:
    # Logs from before documents had places of their own have carriers for them all the same.
    if trace.places or trace.raw_places or trace.carrier_count:
        return None
    if trace.label == "gold_document":
        # Of another system's corpus nothing is known.
        if start.origin:
            return None
        return "not_in_corpus", "the gold document is empty or not in the corpus"
    return "not_in_corpus", "no gold document holds it: the label or the corpus is wrong"


def _parse(trace: GroupTrace, _: Record, __: RunStart) -> Lost | None:
    if trace.places or not trace.raw_places:
        return None
    return "lost_in_parsing", f"the raw file holds it: {'; '.join(trace.raw_places)}; its parsed text does not"


def _chunk(trace: GroupTrace, _: Record, __: RunStart) -> Lost | None:
    if trace.carrier_count:
        return None
    if trace.label == "gold_document":
        return "cut_by_chunking", "the gold document has no chunks"
    if not trace.places:
        return "cut_by_chunking", "no chunk holds it"
    place = trace.places[0]
    where = f"{place.doc_id} holds it at {place.start}:{place.end}"
    if not trace.cut_between:
        return "cut_by_chunking", f"{where}, not in any chunk: no chunk holds it whole"
    cut = f"cut between {' and '.join((trace.cut_between[0], trace.cut_between[-1]))}"
    outside = f" ({characters(trace.outside_characters)} outside the best of them)" if trace.outside_characters else ""
    reunited = "; its pieces were reunited in the prompt, so the cut did no harm" if trace.reunited else ""
    return "cut_by_chunking", f"{where}, {cut}{outside}: no chunk holds it whole{reunited}"


def _filter(trace: GroupTrace, _: Record, __: RunStart) -> Lost | None:
    if trace.visible_count:
        return None
    return "hidden_by_filter", f"{carried(trace)}, all hidden by the filter ({trace.hidden_by})"


def _first_stage(trace: GroupTrace, record: Record, start: RunStart) -> Lost | None:
    if trace.candidate_rank:
        return None
    found, depth = len(record.candidates.chunk_ids), start.settings.get("candidates")
    retriever = start.settings.get("retriever")
    if not found and record.chunks:
        return "below_depth", f"{carried(trace)}, and the log lists no candidates"
    if not found:
        nothing = f"{carried(trace)}, but {retriever} found nothing at all for this question"
        return "below_depth", nothing + _no_term(str(retriever), str(start.settings.get("analyzer") or "plain"))
    among = (
        f"none among the {found} candidates of {retriever}" if found > 1 else f"not the one candidate of {retriever}"
    )
    short = f", which found no more (depth {depth})" if isinstance(depth, int) and found < depth else ""
    return "below_depth", f"{carried(trace)}, {among}{short}"


def _no_term(retriever: str, analyzer: str) -> str:
    """Say why a search by terms found nothing, and what helps where a greater depth cannot."""
    if _BY_TERMS.isdisjoint(re.split(r"\W+", retriever)):
        return ""
    others = [name for name in ("unicode", "snowball:LANGUAGE") if not analyzer.startswith(name.partition(":")[0])]
    tried = f"try --analyzer {' or '.join(others)}"
    return f": it shares no term with any visible chunk under analyzer {analyzer}, so no depth helps; {tried}"


_BY_TERMS = frozenset({"bm25", "tfidf", "hashing"})
"""Retrievers that find every chunk with a term of the question; in a hybrid one of them is enough."""


def _rerank(trace: GroupTrace, _: Record, start: RunStart) -> Lost | None:
    if trace.kept:
        return None
    k, reranker = start.settings.get("k"), start.settings.get("rerank")
    if start.origin:
        return "beyond_k", f"{carried(trace)}: candidate {trace.candidate_rank}, and not among those that were kept"
    moved = f"placed {trace.final_rank} by {reranker}" if reranker else "no reranker"
    return "beyond_k", f"{carried(trace)}: candidate {trace.candidate_rank}, {moved}, beyond k = {k}"


def _assemble(trace: GroupTrace, _: Record, __: RunStart) -> Lost | None:
    if trace.spans:
        return None
    reasons = "; ".join(f"{d.chunk_id} (rank {d.rank}) {d.reason}" for d in trace.dropped)
    cause = dropped_because(trace.dropped[0].reason) if trace.dropped else "over_budget"
    return cause, f"in the final k ({ids(trace.kept)}) but dropped: {reasons or 'not assembled'}"


def dropped_because(reason: str) -> RetrievalCause:
    """Return the cause that a reason of `context.assemble` stands for."""
    if reason.startswith("over budget"):
        return "over_budget"
    return "weak" if reason.startswith("weak") else "duplicate"


def _truncate(trace: GroupTrace, record: Record, start: RunStart) -> Lost | None:
    made = record.generation
    if made is None or not made.prompt_cut:
        return None
    return "beyond_window", f"{in_prompt(trace, start.origin)}, but {made.prompt_cut}{_unread(record)}"


def _unread(record: Record) -> str:
    made, prompt = record.generation, record.prompt
    if made is None or not prompt:
        return ""
    if made.finish == "prompt_too_long":
        return f": none of its {len(prompt):,} characters was read"
    if not made.prompt_tokens or not made.expected_tokens or made.prompt_tokens >= made.expected_tokens:
        return ""
    read = round(len(prompt) * made.prompt_tokens / made.expected_tokens)
    return f": about {len(prompt) - read:,} of its {len(prompt):,} characters were cut"


def in_prompt(trace: GroupTrace, origin: Origin | None) -> str:
    """Return in which spans the evidence stands; of another system's prompt only the contexts are known."""
    where = "among the contexts" if origin else "in the prompt"
    return f"{where} as {', '.join([f'span {n}' for n in trace.spans])} ({ids(trace.kept)})"


def carried(trace: GroupTrace) -> str:
    """Return which chunks carry the evidence."""
    more = f" and {trace.carrier_count - len(trace.carriers)} more" if trace.carrier_count > len(trace.carriers) else ""
    return f"{ids(trace.carriers)}{more} {'carries' if trace.carrier_count == 1 else 'carry'} it"


def ids(chunk_ids: tuple[str, ...]) -> str:
    """Return ids with commas between."""
    return ", ".join(chunk_ids)


def characters(count: int | None) -> str:
    """Return a number of characters in words."""
    return counted(count or 0, "character")


LOSSES: dict[Stage, Loss] = {
    "source": _source,
    "parse": _parse,
    "chunk": _chunk,
    "filter": _filter,
    "first_stage": _first_stage,
    "rerank": _rerank,
    "assemble": _assemble,
    "truncate": _truncate,
}
"""In the order of the stages; `parse` needs a raw.jsonl."""
