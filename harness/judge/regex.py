"""Right if an accepted answer, read as a regular expression, is found in the answer; case is ignored."""

from __future__ import annotations

import re
from functools import lru_cache

from harness.judge._normalise import no_accepted_answers
from harness.protocols import Judge
from harness.types import Frozen, Judgement, Question


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Judge:
    """Return the judge."""
    return Regex()


class Regex:
    """Searches for each accepted pattern, in order."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Search `answer` for the accepted patterns; one that is no pattern makes a wrong answer unknowable."""
        if not question.answers:
            return no_accepted_answers("regex")
        broken = ""
        for accepted in question.answers:
            pattern = _compiled(accepted)
            if isinstance(pattern, str):
                broken = broken or f"accepted answer {accepted!r} is not a regular expression: {pattern}"
            elif match := pattern.search(answer):
                return Judgement(correct=True, judge="regex", reason=f"{accepted!r} matches {match[0]!r}")
        if broken:
            return Judgement(correct=None, judge="regex", reason=broken)
        shown = ", ".join(map(repr, question.answers))
        return Judgement(correct=False, judge="regex", reason=f"none of {shown} matches the answer")


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str] | str:
    try:
        return re.compile(pattern, re.IGNORECASE)
    except re.error as error:
        return str(error)
