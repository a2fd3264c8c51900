"""The decision list: one bucket per question. Order is precedence; the first rule that speaks decides.

1. A fault is never called a miss of the system under test.
2. An unanswerable question is about abstention alone.
3. A right answer is correct only with its evidence in the prompt and every claim supported.
4. A wrong answer or an abstention is a retrieval miss where evidence was lost before the model, a grounding miss where
   the evidence arrived and was not used, a synthesis miss where everything was supported and the conclusion is wrong.

What cannot be decided says so: a question without accepted answers has no correctness, one without evidence labels has
no ledger.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from harness.attribute.abstention import act, cited_chunks, outcome
from harness.attribute.case import Case
from harness.attribute.causes import fired, stale_sources
from harness.attribute.ledger import earliest_loss, rows
from harness.attribute.reading import Reading
from harness.attribute.stages import answer_stages
from harness.types import Attribution, Bucket, Fired, LedgerRow, Record, RunStart, Stage, Undecidable


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule says of a case."""

    bucket: Bucket
    why: str
    stage: Stage | Undecidable | None = None
    sub_kind: str | None = None


Rule = Callable[[Case], Finding | None]


def attribute(record: Record, start: RunStart) -> Attribution:
    """Return the bucket, stage, sub-kind and cause of one record, with its ledger rows and the reason as a sentence.

    What was right costs the ledger alone; causes are looked for in the others.
    """
    ledger = rows(record, start)
    as_of = start.settings.get("as_of")
    case = Case(
        record=record,
        start=start,
        ledger=ledger,
        loss=earliest_loss(ledger),
        act=act(record),
        as_of=dt.date.fromisoformat(as_of) if isinstance(as_of, str) else None,
    )
    finding = next(found for rule in RULES if (found := rule(case)))
    is_good = finding.bucket in GOOD
    cause, also = (None, ()) if is_good else _chosen(finding, fired(case))
    return Attribution(
        question_id=record.question.id,
        bucket=finding.bucket,
        outcome=outcome(record),
        stage=finding.stage,
        sub_kind=finding.sub_kind,
        why=finding.why,
        rows=ledger,
        cause=cause.cause if cause else None,
        proof=cause.proof if cause else "",
        also=also,
        answer=() if is_good else answer_stages(case),
    )


GOOD = frozenset({"correct", "true_abstention"})
"""Buckets of questions that did not fail."""


def _chosen(finding: Finding, found: tuple[Fired, ...]) -> tuple[Fired | None, tuple[Fired, ...]]:
    """Return the first that fired at the stage a finding blames, and the others; nothing decides what is undecidable."""
    if finding.bucket == "undecidable" or finding.stage == "undecidable":
        return None, found
    chosen: Fired | None
    if finding.bucket == "harness_fault":
        unexplained = Fired(stage=None, cause="empty", proof=finding.why)
        chosen = next((f for f in found if f.cause in _FAULT_WORDS), unexplained)
    elif finding.stage is None:
        chosen = next((f for f in found if f.cause == "answered_unanswerable"), found[0] if found else None)
    else:
        unexplained = Fired(stage=finding.stage, cause="unsupported", proof=finding.why)
        chosen = next((f for f in found if f.stage == finding.stage), unexplained)
    return chosen, tuple([f for f in found if f is not chosen])


def _fault(case: Case) -> Finding | None:
    fault = case.record.fault
    if fault:
        return Finding("harness_fault", f"{fault.stage} {_FAULT_WORDS[fault.kind]}: {fault.message}", None, fault.stage)
    if case.record.verdict is None:
        return Finding("harness_fault", "the record holds no verdict and no fault", None, "verify")
    return None


_FAULT_WORDS = {"raised": "raised", "timeout": "timed out", "empty": "returned nothing usable"}


def _unanswerable(case: Case) -> Finding | None:
    if case.record.question.answerable:
        return None
    if case.act == "abstained":
        return Finding("true_abstention", "the corpus cannot answer it, and the system said so")
    if case.act == "refused":
        return Finding(
            "blocked_answer", f"the corpus cannot answer it; the verifier stopped the answer: {_verdict(case)}"
        )
    manner = _MANNERS.get(case.record.verdict.refusal) if case.record.verdict else None
    told = f", {manner.replace('_', ' ')}" if manner else ""
    why = f"the corpus cannot answer it, and the answer was shown{told}: {_cites(case)}"
    return Finding("false_answer", why, None, manner)


_MANNERS = {"hedge": "hedged", "partial": "partial", "then_answer": "refused_then_answered"}
"""How an answer that should not have been given was given, where it was not given plainly."""


def _right(case: Case) -> Finding | None:
    if case.correct is not True:
        return None
    if case.loss:
        also = "" if case.supported or not case.answered else f"; nor is the answer supported: {_verdict(case)}"
        return Finding(
            "right_without_evidence",
            f"right, but its evidence was lost {_where_lost(case.loss)}: {case.loss.reason}{also}",
            case.loss.lost_at,
            "evidence_absent",
        )
    if not case.answered:
        there = f"; the evidence was there ({_where(case)})" if case.ledger else ""
        return Finding("undecidable", f"recorded as right{there}; {_verdict_reason(case)}", None, "right_unverified")
    if not case.supported:
        uncited = any(not claim.cited for claim in case.record.verdict.claims) if case.record.verdict else False
        return Finding(
            "right_without_evidence",
            f"right, but {_verdict(case)}",
            "generate",
            "not_cited" if uncited else "not_supported",
        )
    labels = "" if case.ledger else "; the question has no evidence labels, so no stage was checked"
    return Finding("correct", f"right and supported{labels}")


def _unjudged(case: Case) -> Finding | None:
    if case.correct is not None:
        return None
    reason = case.record.judgement.reason if case.record.judgement else "it was not judged"
    return Finding("undecidable", f"whether the answer is right is not known: {reason}")


def _unlabelled(case: Case) -> Finding | None:
    if case.evidence is not None:
        return None
    return Finding("undecidable", f"{_wrong(case)}; without evidence labels the stage cannot be named")


def _retrieval_miss(case: Case) -> Finding | None:
    if not case.loss:
        return None
    if case.act == "abstained":
        return Finding(
            "retrieval_miss",
            f"evidence lost {_where_lost(case.loss)}: {case.loss.reason}; the system abstained, which is right without it",
            case.loss.lost_at,
            "abstained",
        )
    return Finding(
        "retrieval_miss",
        f"evidence lost {_where_lost(case.loss)}: {case.loss.reason}; {_wrong(case)}",
        case.loss.lost_at,
        "answered" if case.act == "answered" else "refused",
    )


def _grounding_miss(case: Case) -> Finding | None:
    if case.act == "abstained":
        return Finding(
            "grounding_miss",
            f"the evidence was there ({_where(case)}) and the system abstained",
            "generate",
            "false_refusal",
        )
    if case.act == "refused":
        return Finding(
            "grounding_miss", f"the evidence was there ({_where(case)}); {_verdict(case)}", "generate", "unsupported"
        )
    return None


def _unverified(case: Case) -> Finding | None:
    if case.supported:
        return None
    if not case.answered:
        told = f"{_wrong(case)}; the evidence was there ({_where(case)}); {_verdict_reason(case)}"
        return Finding("undecidable", told, None, "wrong_unverified")
    return Finding("undecidable", f"{_wrong(case)}, and the verifier cannot say whether the spans support it")


def _synthesis_miss(case: Case) -> Finding:
    cited = cited_chunks(case.record)
    stale = [chunk.chunk_id for chunk in stale_sources(Reading(case.record), case.as_of)]
    if stale:
        return Finding(
            "synthesis_miss",
            f"{_wrong(case)}, faithful to {', '.join(stale)}, which is not current",
            "conclude",
            "stale_source",
        )
    if len(cited) == 1:
        return Finding(
            "synthesis_miss",
            f"{_wrong(case)}, every claim from {cited[0]} alone: suspect the choice of sentence, the source or the label",
            "conclude",
            "single_source",
        )
    return Finding(
        "synthesis_miss", f"{_wrong(case)}, combined from {', '.join(cited) or 'uncited spans'}", "conclude", "combined"
    )


RULES: tuple[Rule, ...] = (
    _fault,
    _unanswerable,
    _right,
    _unjudged,
    _unlabelled,
    _retrieval_miss,
    _grounding_miss,
    _unverified,
    _synthesis_miss,
)


def _where_lost(loss: LedgerRow) -> str:
    return "before the prompt" if loss.lost_at == "undecidable" else f"at {loss.lost_at}"


def _verdict_reason(case: Case) -> str:
    return case.record.verdict.reason if case.record.verdict else ""


def _verdict(case: Case) -> str:
    reason = case.record.verdict.reason if case.record.verdict else ""
    return f"the verifier refused it: {reason}" if reason else "the verifier refused it"


def _wrong(case: Case) -> str:
    if case.act == "abstained":
        return "the system abstained"
    reason = case.record.judgement.reason if case.record.judgement else ""
    return f"the answer is wrong ({reason})" if reason else "the answer is wrong"


def _where(case: Case) -> str:
    return "; ".join(row.reason for row in case.ledger)


def _cites(case: Case) -> str:
    cited = cited_chunks(case.record)
    return f"it cites {', '.join(cited)}" if cited else "it cites nothing"
