"""The gate: whether a candidate may pass, from the paired counts alone, and the rule that decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from harness.measure.paired import drop_exceeds, drop_excluded, holm
from harness.text.counted import counted
from harness.types import Frozen, Rate

Verdict = Literal["PASS", "FAIL", "INCONCLUSIVE"]

_SMALLEST = 1e-6


class Rule(Frozen):
    """What a candidate must hold: the drop allowed in points, the level of every test, and the fewest questions."""

    max_drop: float = Field(default=0, ge=0, lt=100, allow_inf_nan=False)
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    min_questions: int = Field(default=20, ge=1)
    gate_slices: bool = False


class PairedSlice(Frozen):
    """The paired counts of one question type; `p` is one-sided (worse), `p_holm` adjusted over the slices."""

    type: str
    questions: int
    base: Rate
    candidate: Rate
    lost: int
    gained: int
    p: float
    p_holm: float


def decide(
    lost: int, gained: int, questions: int, rule: Rule, slices: Iterable[PairedSlice] = ()
) -> tuple[Verdict, str]:
    """Return the verdict and the rule that decided, as a sentence; the first that speaks.

    1. Fewer questions than the rule wants: INCONCLUSIVE.
    2. The drop is shown to exceed what is allowed, at α: FAIL. Exact, so equal systems fail at most a share α of the time.
       With `gate_slices` the whole and every slice share α by Holm's method.
    3. No question newly fails, or a drop beyond what is allowed is excluded at α: PASS.
    4. INCONCLUSIVE: neither is shown.
    """
    allowed, alpha = rule.max_drop / 100, rule.alpha
    if questions < rule.min_questions:
        return (
            "INCONCLUSIVE",
            f"{counted(questions, 'question')} can be compared, fewer than the {rule.min_questions} required",
        )
    flipped = f"{lost} newly fail and {gained} newly pass of {questions}"
    drop = f"a drop of more than {rule.max_drop:g} points" if allowed else "a drop"
    p_worse = drop_exceeds(lost, gained, questions, allowed)
    sliced = tuple(slices) if rule.gate_slices else ()
    adjusted = holm([p_worse, *(part.p for part in sliced)])
    if adjusted[0] <= alpha:
        return "FAIL", f"{flipped}: {drop} is shown (one-sided p {_p(adjusted[0])}, α = {alpha:g})"
    for part, p in zip(sliced, adjusted[1:], strict=True):
        if p <= alpha:
            return "FAIL", (
                f"in {part.type!r} {part.lost} newly fail and {part.gained} newly pass of {part.questions}: "
                f"a drop there is shown (one-sided p {_p(p)} by Holm over {len(adjusted)} tests, α = {alpha:g})"
            )
    if lost == 0:
        return "PASS", f"no question newly fails ({gained} newly pass of {questions})"
    p_better = drop_excluded(lost, gained, questions, allowed)
    if p_better <= alpha:
        return "PASS", f"{flipped}: {drop} is excluded (one-sided p {_p(p_better)}, α = {alpha:g})"
    return "INCONCLUSIVE", (
        f"{flipped}: {drop} is neither shown (one-sided p {_p(p_worse)}) "
        f"nor excluded (p {_p(p_better)}) at α = {alpha:g}"
    )


def _p(value: float) -> str:
    return f"= {value:.2g}" if value >= _SMALLEST else f"< {_SMALLEST:g}"
