"""Right if the log, or the imported file, already says so: the judgement that is there is kept.

It is for outcomes that somebody else decided, people or another judge. Where none is recorded nothing is known.
"""

from __future__ import annotations

from harness.protocols import Judge
from harness.types import Frozen, Judgement, Question


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Judge:
    """Return the judge."""
    return Recorded()


class Recorded:
    """Knows nothing itself; `pipeline.answer_again` keeps what the record holds."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Return that nothing is recorded of this answer."""
        told = f"no outcome is recorded for {question.id!r}, answered in {len(answer)} characters"
        return Judgement(correct=None, judge="recorded", reason=told)
