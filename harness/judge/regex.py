"""Right if an accepted answer, read as a regular expression, is found in the answer; case is ignored."""

from __future__ import annotations

from harness.judge._normalise import no_accepted_answers
from harness.protocols import Judge
from harness.text.patterns import PatternError, read_pattern
from harness.types import Frozen, Judgement, Question


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Judge:
    """Return the judge."""
    return Regex()


class Regex:
    """Searches for each accepted pattern, in order."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Search `answer` for the accepted patterns; one that is no pattern makes a wrong answer unknowable.

        Raises `PatternError` where a search takes too long.
        """
        if not question.answers:
            return no_accepted_answers("regex")
        broken = ""
        for accepted in question.answers:
            try:
                pattern = read_pattern(accepted, ignore_case=True)
            except PatternError as error:
                broken = broken or f"accepted answer {accepted!r} is not a regular expression: {error}"
                continue
            if (found := pattern.search(answer)) is not None:
                return Judgement(correct=True, judge="regex", reason=f"{accepted!r} matches {found!r}")
        if broken:
            return Judgement(correct=None, judge="regex", reason=broken)
        shown = ", ".join(map(repr, question.answers))
        return Judgement(correct=False, judge="regex", reason=f"none of {shown} matches the answer")
