"""Right if every accepted answer is said: the list names the parts of one answer, not other ways to put it."""

from __future__ import annotations

from harness import plugins
from harness.errors import SpellingError
from harness.judge._normalise import no_accepted_answers
from harness.protocols import Judge
from harness.types import Frozen, Judgement, Question


class Options(Frozen):
    """`judge` compares each part."""

    judge: str = "tokens"


def make(options: Options) -> Judge:
    """Return the judge; raise `SpellingError` where the parts' judge is this one."""
    return AllOf(part_judge("all_of", options.judge))


def part_judge(name: str, spelling: str) -> Judge:
    """Return the judge of the parts of a list."""
    if spelling.partition(":")[0] in {"all_of", "any_of", "model"}:
        raise SpellingError(
            f"--judge {name}:{spelling!r} cannot hold {spelling!r}; write {name}:tokens or {name}:contains"
        )
    module, options = plugins.part("judge", spelling)
    made: Judge = module.make(options)
    return made


class AllOf:
    """Asks another judge about each accepted answer."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def judge(self, answer: str, question: Question) -> Judgement:
        """Return right where all parts are, wrong where one is wrong, null where one cannot be known."""
        if not question.answers:
            return no_accepted_answers("all_of")
        verdicts = [self._judge.judge(answer, question.model_copy(update={"answers": (a,)})) for a in question.answers]
        said = sum(v.correct is True for v in verdicts)
        for unmet in (False, None):
            for verdict in verdicts:
                if verdict.correct is unmet:
                    reason = f"{said} of {len(verdicts)} parts are said: {verdict.reason}"
                    return Judgement(correct=unmet, judge="all_of", reason=reason)
        return Judgement(
            correct=True, judge="all_of", reason=f"all {len(verdicts)} parts are said: {verdicts[0].reason}"
        )
