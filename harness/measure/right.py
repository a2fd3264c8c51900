"""What one record says for itself: whether it has labels, whether it can be judged, whether its answer counts as right."""

from __future__ import annotations

from harness.types import Attribution, Record

RECORDED = "recorded"
"""The judge of an outcome that was in the log or the imported file: `harness/judge/recorded.py`."""


def is_labelled(record: Record) -> bool:
    """Return whether the question says where its evidence stands."""
    return bool(record.question.evidence or record.question.gold_doc_ids)


def is_judged(record: Record) -> bool:
    """Return whether it can be known if the answer is right; a fault is known not to be."""
    undecided = record.judgement is not None and record.judgement.correct is None
    recorded = record.judgement is not None and record.judgement.judge == RECORDED
    return (bool(record.question.answers) or recorded) and not undecided


def is_right(record: Record) -> bool:
    """Return whether the answer is right and every claim supported; recorded as right, where only the outcome is known."""
    judged, verdict = record.judgement, record.verdict
    supported = verdict and (verdict.verdict == "supported" or record.generation is None)
    return bool(not record.fault and judged and judged.correct and supported)


def reached(found: Attribution) -> bool:
    """Return whether every evidence group reached the model."""
    return bool(found.rows) and all(row.lost_at is None for row in found.rows)
