"""Right if an accepted answer stands whole in the answer: 9 is not found in 0.9 or 19."""

from __future__ import annotations

from harness.judge._normalise import no_accepted_answers, normalise, quoted
from harness.protocols import Judge
from harness.text.literal import contains_whole
from harness.types import Frozen, Judgement, Question


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Judge:
    """Return the judge."""
    return Contains()


class Contains:
    """Looks for each accepted answer, in order."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Compare `answer` with the accepted answers after normalisation."""
        if not question.answers:
            return no_accepted_answers("contains")
        given = normalise(answer)
        for accepted in question.answers:
            wanted = normalise(accepted)
            # Most answers are not there at all, and a substring test says so faster.
            if wanted in given and contains_whole(wanted, given):
                return Judgement(correct=True, judge="contains", reason=f"{quoted([accepted])} stands in the answer")
        return Judgement(
            correct=False, judge="contains", reason=f"none of {quoted(question.answers)} stands in the answer"
        )
