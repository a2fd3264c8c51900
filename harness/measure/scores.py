"""Scores of a run without a judge: what the verifier, the evidence labels and the words say.

    faithfulness        claims the spans support / claims
    citation_precision  claims the spans they cite support / claims that cite
    citation_recall     claims the spans they cite support / claims
    answer_relevance    claims that share a word with the question, its accepted answers or its evidence / claims
    context_precision   mean over questions of the rank-weighted share of spans that carry evidence
    context_recall      evidence groups in the prompt / evidence groups
    refusal_rate        abstentions / questions

The first four count the claims of answers that were given: an abstention has no claims, so it has no faithfulness rather
than none of it. A claim the verifier cannot decide is not supported. Context precision is average precision over the final
ranking, as RAGAS defines it (Es et al. 2024), with evidence labels for relevance in place of a model; a question whose
context carries none has 0, one without labels has none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from harness.measure.intervals import rate
from harness.measure.models import Average, Scores
from harness.text.topic import stems
from harness.types import Claim, Question, Record

NO_CLAIMS = "no answer made a claim"
NO_EVIDENCE = "no question has evidence labels"

_PRECISE_BITS = 80
"""Enough to hold any double from 2**-27 to 1 whole: an average precision is 0 or at least one over its number of chunks."""


class ScoreTally:
    """Adds up records one at a time; memory is flat."""

    def __init__(self) -> None:
        self._claims = self._supported = self._citing = self._cited_well = self._relevant = 0
        self._questions = self._refused = self._groups = self._carried = self._ranked = 0
        self._precision = 0  # in units of 2**-_PRECISE_BITS: sums of whole numbers do not depend on their order

    def add(self, record: Record) -> None:
        """Count one record."""
        self._questions += 1
        verdict = record.verdict
        if verdict and not record.fault:
            self._refused += verdict.verdict == "abstained"
            if verdict.verdict != "abstained" and verdict.claims:
                self._add_claims(verdict.claims, record.question)
        groups = [trace for trace in record.trace if trace.label == "evidence"]
        if groups:
            self._groups += len(groups)
            self._carried += sum(bool(trace.spans) for trace in groups)
            self._ranked += 1
            self._precision += int(math.ldexp(average_precision(record), _PRECISE_BITS))

    def merge(self, other: ScoreTally) -> None:
        """Count also what `other` counted."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)

    def _add_claims(self, claims: tuple[Claim, ...], question: Question) -> None:
        self._claims += len(claims)
        for claim in claims:
            supported = claim.verdict == "supported"
            self._supported += supported
            self._citing += bool(claim.cited)
            self._cited_well += supported and bool(claim.cited)
            self._relevant += _is_relevant(claim.text, question)

    def scores(self) -> Scores:
        """Return the scores so far; what is undefined is null with a reason."""
        mean = self._precision / (self._ranked << _PRECISE_BITS) if self._ranked else None
        return Scores(
            faithfulness=rate(self._supported, self._claims, NO_CLAIMS),
            citation_precision=rate(self._cited_well, self._citing, "no claim cites a span"),
            citation_recall=rate(self._cited_well, self._claims, NO_CLAIMS),
            answer_relevance=rate(self._relevant, self._claims, NO_CLAIMS),
            context_precision=Average(value=mean, questions=self._ranked, reason=None if self._ranked else NO_EVIDENCE),
            context_recall=rate(self._carried, self._groups, NO_EVIDENCE),
            refusal_rate=rate(self._refused, self._questions, "no question was asked"),
        )


def average_precision(record: Record) -> float:
    """Return the mean, over the spans that carry evidence, of the share of carriers down to each; 0 where none does."""
    carriers = {chunk_id for trace in record.trace if trace.label == "evidence" for chunk_id in trace.kept}
    found, total = 0, 0.0
    for position, ranked in enumerate(record.chunks, 1):
        if ranked.chunk.chunk_id in carriers:
            found += 1
            total += found / position
    return total / found if found else 0.0


def _is_relevant(claim: str, question: Question) -> bool:
    said = stems(claim)
    return any(not said.isdisjoint(stems(text)) for text in _topic(question))


def _topic(question: Question) -> Iterator[str]:
    yield question.question
    yield from question.answers
    for group in question.evidence:
        for anchor in group.alternatives:
            yield anchor.text
