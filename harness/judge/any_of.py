"""Right if any accepted answer is said, by whichever judge `any_of:NAME` names."""

from __future__ import annotations

from harness.judge._normalise import no_accepted_answers
from harness.judge.all_of import part_judge
from harness.protocols import Judge
from harness.types import Frozen, Judgement, Question


class Options(Frozen):
    """`judge` compares each accepted answer."""

    judge: str = "tokens"


def make(options: Options) -> Judge:
    """Return the judge; raise `SpellingError` where the parts' judge is this one."""
    return AnyOf(part_judge("any_of", options.judge))


class AnyOf:
    """Asks another judge about each accepted answer, in order."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def judge(self, answer: str, question: Question) -> Judgement:
        """Return right with the first that is said, null where none is and one cannot be known, else wrong."""
        if not question.answers:
            return no_accepted_answers("any_of")
        verdicts = [self._judge.judge(answer, question.model_copy(update={"answers": (a,)})) for a in question.answers]
        for correct in (True, None):
            for verdict in verdicts:
                if verdict.correct is correct:
                    return Judgement(correct=correct, judge="any_of", reason=verdict.reason)
        return Judgement(correct=False, judge="any_of", reason="; ".join(v.reason for v in verdicts[:3]))
