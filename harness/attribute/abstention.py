"""What became of an answer before anyone asks whether it is right: shown, refused, abstained or a fault.

A shown answer is anchored; its source is right when every claim cites a span of a gold document. Whether the system
abstains on questions its corpus cannot answer is counted from the same four words.
"""

from __future__ import annotations

from typing import Literal

from harness.types import Outcome, Question, Record

Act = Literal["answered", "abstained", "refused", "fault"]
ACTS: tuple[Act, ...] = ("answered", "abstained", "refused", "fault")


def act(record: Record) -> Act:
    """Return what the system did: a fault first, then an abstention, then an answer shown or refused."""
    if record.fault or record.verdict is None:
        return "fault"
    if record.verdict.verdict == "abstained":
        return "abstained"
    return "refused" if record.verdict.verdict == "unsupported" else "answered"


def outcome(record: Record) -> Outcome:
    """Return `act` with the source of a shown answer beside it."""
    did = act(record)
    if did != "answered":
        return did
    gold = gold_documents(record.question)
    if not gold and record.question.answerable:
        return "anchored_unlabelled_source"
    return "anchored_right_source" if _all_cite(record, gold) else "anchored_wrong_source"


def gold_documents(question: Question) -> frozenset[str]:
    """Return the documents a right answer may cite: the gold ones and those that evidence spans name."""
    spans = {a.doc_id for group in question.evidence for a in group.alternatives if a.doc_id}
    return frozenset(question.gold_doc_ids) | spans


def cited_chunks(record: Record) -> tuple[str, ...]:
    """Return the ids of the chunks that the answer's claims cite, in span order, each once."""
    cited = {n for claim in (record.verdict.claims if record.verdict else ()) for n in claim.cited}
    return tuple(span.chunk_id for span in record.spans if span.number in cited)


def _all_cite(record: Record, gold: frozenset[str]) -> bool:
    claims = record.verdict.claims if record.verdict else ()
    cited = {n for claim in claims for n in claim.cited}
    wanted = {span.chunk_id: span.number for span in record.spans if span.number in cited}
    right = {wanted[r.chunk.chunk_id] for r in record.chunks if r.chunk.chunk_id in wanted and r.chunk.doc_id in gold}
    return bool(claims) and all(not right.isdisjoint(claim.cited) for claim in claims)
