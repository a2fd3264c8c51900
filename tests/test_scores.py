"""Scores without a judge, from records written by hand: every figure is worked out in the comments."""

from __future__ import annotations

import pytest

from harness.measure.scores import ScoreTally, average_precision
from harness.types import (
    Anchor,
    Chunk,
    Claim,
    EvidenceGroup,
    Fault,
    GroupTrace,
    Question,
    RankedChunk,
    Record,
    Verdict,
)


def record(verdict=None, *claims, kept=(), spans=(1,), fault=None, labelled=True):
    chunks = tuple(
        RankedChunk(chunk=Chunk(chunk_id=f"c{n}", doc_id="d", start=0, end=1, text="x"), rank=n, score=1.0)
        for n in range(1, 4)
    )
    trace = (GroupTrace(group=0, label="evidence", anchor="5 EUR", kept=kept, spans=spans),) if labelled else ()
    question = Question(
        id="q",
        question="What is the fee?",
        answers=("5 EUR",),
        evidence=(EvidenceGroup(alternatives=(Anchor(text="costs 5 EUR"),)),),
    )
    return Record(
        run_id="r",
        key="k",
        question=question,
        chunks=chunks,
        trace=trace,
        verdict=Verdict(verdict=verdict, claims=claims) if verdict else None,
        fault=fault,
    )


def claim(verdict, text="The fee is 5 EUR [S1].", cited=(1,)):
    return Claim(text=text, verdict=verdict, cited=cited)


def scored(*records):
    tally = ScoreTally()
    for one in records:
        tally.add(one)
    return tally.scores()


def test_claims_are_counted_by_what_supports_them():
    """Four claims: two supported, one of them cited; three cite; one speaks of something else."""
    scores = scored(
        record("unsupported", claim("supported"), claim("unsupported"), claim("unknown", "Weather changes.", (2,))),
        record("supported", claim("supported", cited=())),
    )
    assert (scores.faithfulness.numerator, scores.faithfulness.denominator) == (2, 4)
    assert (scores.citation_precision.numerator, scores.citation_precision.denominator) == (1, 3)
    assert (scores.citation_recall.numerator, scores.citation_recall.denominator) == (1, 4)
    assert (scores.answer_relevance.numerator, scores.answer_relevance.denominator) == (3, 4)


def test_an_abstention_has_no_faithfulness():
    """Not zero: null, with the reason; the refusal rate counts it."""
    scores = scored(record("abstained"))
    assert scores.faithfulness.value is None
    assert scores.faithfulness.reason == "no answer made a claim"
    assert scores.citation_precision.value is None
    assert scores.refusal_rate.value == 1


def test_a_fault_stays_in_the_denominator_of_the_refusal_rate():
    """It is no refusal."""
    fault = Fault(stage="generate", kind="timeout", message="x")
    scores = scored(record("abstained"), record(fault=fault))
    assert (scores.refusal_rate.numerator, scores.refusal_rate.denominator) == (1, 2)


@pytest.mark.parametrize(
    ("kept", "value"),
    [((), 0), (("c1",), 1), (("c3",), 1 / 3), (("c1", "c3"), (1 + 2 / 3) / 2), (("c1", "c2", "c3"), 1)],
)
def test_context_precision_weighs_by_rank(kept, value):
    """The mean of the precision at each carrier."""
    assert average_precision(record(kept=kept)) == pytest.approx(value)


def test_the_context_is_scored_by_evidence():
    """Two labelled questions, carriers at ranks 1 and none; one group of two reached the prompt."""
    scores = scored(
        record("abstained", kept=("c1",)), record("abstained", spans=()), record("abstained", labelled=False)
    )
    assert (scores.context_precision.value, scores.context_precision.questions) == (0.5, 2)
    assert (scores.context_recall.numerator, scores.context_recall.denominator) == (1, 2)
    unlabelled = scored(record("abstained", labelled=False))
    assert unlabelled.context_precision.value is None
    assert unlabelled.context_precision.reason == "no question has evidence labels"
    assert unlabelled.context_recall.value is None
