"""Right if the answer is an accepted answer and nothing else, give or take punctuation around it."""

from __future__ import annotations

import re

from harness.judge._normalise import no_accepted_answers, normalise, quoted
from harness.protocols import Judge
from harness.types import Frozen, Judgement, Question

# A minus or a currency sign before a number, a percent sign after it, belong to the answer.
_EDGES = " .,;:!?\"'()[]{}*_…。、！？「」"
_SPACE_BEFORE_STOP = re.compile(r" (?=[.,;:!?])")


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Judge:
    """Return the judge."""
    return Exact()


class Exact:
    """Compares the whole answer."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Compare `answer` with the accepted answers after normalisation."""
        if not question.answers:
            return no_accepted_answers("exact")
        given = _bare(answer)
        for accepted in question.answers:
            if given and given == _bare(accepted):
                return Judgement(correct=True, judge="exact", reason=f"the answer is {quoted([accepted])}")
        return Judgement(correct=False, judge="exact", reason=f"the answer is none of {quoted(question.answers)}")


def _bare(text: str) -> str:
    # A citation marker that was taken out leaves a space before the full stop.
    return _SPACE_BEFORE_STOP.sub("", normalise(text)).strip(_EDGES)
