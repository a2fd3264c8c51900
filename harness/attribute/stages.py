"""What each stage did with the evidence, told so that it can be checked in the record: eight of them before there is an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from harness.attribute.case import Case
from harness.attribute.ledger import as_tried, carried, characters
from harness.types import RETRIEVAL_STAGES, GroupTrace, LedgerRow, Ranking, Record, RunStart, Stage, StageRow

State = Literal["passed", "lost", "past", "undecided"]
Told = Callable[[GroupTrace, Record, RunStart], str]

_PAST = "lost before"


def with_stages(rows: tuple[LedgerRow, ...], record: Record, start: RunStart) -> tuple[LedgerRow, ...]:
    """Return the rows of a record with what each stage did; what another system did is not told."""
    if start.origin:
        return rows
    traces, start = {trace.group: trace for trace in record.trace}, as_tried(record, start)
    return tuple(
        row.model_copy(update={"stages": _stages(row, traces[row.group], record, start)})
        if row.group in traces
        else row
        for row in rows
    )


def _stages(row: LedgerRow, trace: GroupTrace, record: Record, start: RunStart) -> tuple[StageRow, ...]:
    told: list[StageRow] = []
    lost = False
    for stage in RETRIEVAL_STAGES:
        if lost:
            told.append(StageRow(stage=stage, state="past", by=_PAST))
        elif stage == row.lost_at:
            lost = True
            told.append(StageRow(stage=stage, state="lost", by=row.reason))
        else:
            told.append(_passed(stage, trace, record, start))
    return tuple(told)


def _passed(stage: Stage, trace: GroupTrace, record: Record, start: RunStart) -> StageRow:
    by = _PASSED[stage](trace, record, start)
    undecided = by.startswith("not known")
    return StageRow(stage=stage, state="undecided" if undecided else "passed", by=by)


def _source(trace: GroupTrace, _: Record, __: RunStart) -> str:
    if trace.places:
        return "stands at " + ", ".join(f"{p.doc_id}[{p.start}:{p.end}]" for p in trace.places)
    return f"in the raw file: {'; '.join(trace.raw_places)}" if trace.raw_places else "in a document"


def _parse(trace: GroupTrace, _: Record, __: RunStart) -> str:
    return "in the parsed text" if trace.places else "not known: the corpus has no raw.jsonl"


def _chunk(trace: GroupTrace, _: Record, __: RunStart) -> str:
    return carried(trace)


def _filter(trace: GroupTrace, _: Record, start: RunStart) -> str:
    clauses, day = start.settings.get("filter"), start.settings.get("as_of")
    if not clauses and not day:
        return "no filter"
    return f"{trace.visible_count} of {trace.carrier_count} visible"


def _first_stage(trace: GroupTrace, record: Record, _: RunStart) -> str:
    return f"candidate {_at(record.candidates, trace.candidate_rank)} of {len(record.candidates.chunk_ids)}"


def _rerank(trace: GroupTrace, record: Record, start: RunStart) -> str:
    reranker, k = start.settings.get("rerank"), start.settings.get("k")
    placed = f"placed {_at(record.ranking or record.candidates, trace.final_rank)}"
    return f"{placed} by {reranker}, within k = {k}" if reranker else f"{placed}, no reranker, within k = {k}"


def _at(ranking: Ranking, rank: int | None) -> str:
    """Return a rank with the chunk that has it and its score: `2 (bags#0, score 7.31)`."""
    if rank is None or rank > len(ranking.chunk_ids):
        return str(rank)
    score = f", score {ranking.scores[rank - 1]:g}" if rank <= len(ranking.scores) else ""
    return f"{rank} ({ranking.chunk_ids[rank - 1]}{score})"


def _assemble(trace: GroupTrace, _: Record, __: RunStart) -> str:
    kept = f"kept as {', '.join(f'span {n}' for n in trace.spans)}"
    dropped = "; ".join(f"{d.chunk_id} (rank {d.rank}) {d.reason}" for d in trace.dropped)
    return f"{kept}; dropped: {dropped}" if dropped else kept


def _truncate(_: GroupTrace, record: Record, __: RunStart) -> str:
    made, prompt = record.generation, record.prompt
    if made is None:
        return "not known: nothing was generated"
    whole = f"nothing says that any of its {characters(len(prompt))} was cut" if prompt else "nothing says it was cut"
    if made.prompt_tokens is None:
        return f"{whole}; the generator reports no token counts"
    window = f", window {made.window_tokens:,}" if made.window_tokens else ""
    return f"{whole}: the model read {made.prompt_tokens:,} tokens{window}"


def answer_stages(case: Case) -> tuple[StageRow, ...]:
    """Return what the answer did at the last two stages: was it from the spans, and did it conclude rightly."""
    generated = _generated(case)
    if generated.state != "passed":
        return generated, StageRow(stage="conclude", state="past", by="nothing was concluded from the spans")
    reason = case.record.judgement.reason if case.record.judgement else "it was not judged"
    if case.correct is None:
        return generated, StageRow(stage="conclude", state="undecided", by=f"not known: {reason}")
    return generated, StageRow(stage="conclude", state="passed" if case.correct else "lost", by=reason)


def _generated(case: Case) -> StageRow:
    verdict = case.record.verdict
    if case.act == "fault" or verdict is None:
        return StageRow(stage="generate", state="undecided", by="not known: nothing was answered")
    if case.act == "abstained":
        state: State = "lost" if case.evidence else "undecided"
        return StageRow(
            stage="generate", state=state, by=f"abstained: {verdict.reason}" if verdict.reason else "abstained"
        )
    if case.act == "refused":
        return StageRow(stage="generate", state="lost", by=verdict.reason)
    if not case.supported:
        return StageRow(stage="generate", state="undecided", by=f"not known: {verdict.reason}")
    cited = {n for claim in verdict.claims for n in claim.cited}
    used = [
        f"group {t.group} is in span {', '.join(map(str, t.spans))}, {'' if cited & set(t.spans) else 'not '}cited"
        for t in case.record.trace
        if t.spans
    ]
    return StageRow(stage="generate", state="passed", by="; ".join([verdict.reason or "supported", *used]))


_PASSED: dict[Stage, Told] = {
    "source": _source,
    "parse": _parse,
    "chunk": _chunk,
    "filter": _filter,
    "first_stage": _first_stage,
    "rerank": _rerank,
    "assemble": _assemble,
    "truncate": _truncate,
}
