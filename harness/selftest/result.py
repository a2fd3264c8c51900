"""What a selftest found: every plant with what was expected and what came out, and the numbers made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from harness.measure.intervals import rate
from harness.types import CAUSES, STAGES, Cause, Frozen, Rate

LABELS: tuple[str, ...] = (
    "correct",
    *STAGES,
    "harness_fault",
    "true_abstention",
    "blocked_answer",
    "false_answer",
)
"""The labels of plants in the order shown: stages, and the buckets that blame none."""

LEAST_STAGE, LEAST_CAUSE, LEAST_OF_A_STAGE, LEAST_SWAPS = 0.99, 0.95, 0.97, 1.0
"""Below any of these shares a selftest fails."""


class Planted(Frozen):
    """One plant that was made, with what must come out and what did."""

    question_id: str
    kind: str
    label: str
    cause: Cause | None
    got_label: str
    got_cause: Cause | None
    unlisted: tuple[Cause, ...] = ()
    why: str = ""
    answer: str = ""

    @property
    def stage_right(self) -> bool:
        """Whether the right stage was blamed, or none where none is to blame."""
        return self.label == self.got_label

    @property
    def cause_right(self) -> bool:
        """Whether the cause is right too, and whatever else was planted is listed."""
        return self.stage_right and self.cause == self.got_cause and not self.unlisted


class NotPlanted(Frozen):
    """Plants of one kind that could not be made, for one reason."""

    kind: str
    label: str
    reason: str
    questions: int


class Kind(Frozen):
    """The plants of one kind."""

    label: str
    cause: Cause | None
    planted: int
    stage_right: int
    cause_right: int
    not_plantable: int


class Swap(Frozen):
    """A change that moved a retrieval label."""

    question_id: str
    kind: str
    change: str
    before: str
    after: str


class SelfTest(Frozen):
    """A whole selftest: what `harness selftest --json` prints."""

    golden: str
    sha256: str
    seed: int
    settings: Mapping[str, object]
    questions: int
    plants: int
    stage: Rate
    cause: Rate
    stages: Mapping[str, Rate]
    matrix: Mapping[str, Mapping[str, int]]
    causes: Mapping[str, Mapping[str, int]]
    kinds: Mapping[str, Kind]
    swaps: Rate
    not_plantable: tuple[NotPlanted, ...]
    misses: tuple[Planted, ...]
    moved: tuple[Swap, ...]
    failed: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether every share is what it must be."""
        return not self.failed


class Tally:
    """Adds up plants as they are done; it keeps only those that went wrong."""

    def __init__(self) -> None:
        self.questions = 0
        self._matrix: Counter[tuple[str, str]] = Counter()
        self._causes: Counter[tuple[str, str]] = Counter()
        self._kinds: dict[str, Counter[str]] = {}
        self._of: dict[str, tuple[str, Cause | None]] = {}
        self._not: Counter[tuple[str, str, str]] = Counter()
        self._misses: list[Planted] = []
        self._moved: list[Swap] = []
        self._swaps = 0

    @property
    def plants(self) -> int:
        """How many plants were made."""
        return self._matrix.total()

    @property
    def misses(self) -> int:
        """How many plants came out wrong, in stage or in cause."""
        return len(self._misses)

    def add(self, planted: Planted) -> None:
        """Count one plant."""
        self._matrix[planted.label, planted.got_label] += 1
        self._causes[planted.cause or "none", planted.got_cause or "none"] += 1
        kind = self._kind(planted.kind, planted.label, planted.cause)
        kind["planted"] += 1
        kind["stage_right"] += planted.stage_right
        kind["cause_right"] += planted.cause_right
        if not planted.cause_right:
            self._misses.append(planted)

    def add_not(self, kind: str, label: str, reason: str) -> None:
        """Count a plant that could not be made on a question."""
        self._kind(kind, label, None)["not_plantable"] += 1
        self._not[kind, label, reason] += 1

    def add_swap(self, swap: Swap) -> None:
        """Count a change that must move nothing."""
        self._swaps += 1
        if swap.before != swap.after:
            self._moved.append(swap)

    def _kind(self, name: str, label: str, cause: Cause | None) -> Counter[str]:
        _, known = self._of.get(name, (label, None))
        self._of[name] = (label, cause or known)
        return self._kinds.setdefault(name, Counter())

    def result(self, golden: str, sha256: str, seed: int, settings: Mapping[str, object]) -> SelfTest:
        """Return everything in numbers."""
        stages = {label: self._right(label) for label in LABELS if any(a == label for a, _ in self._matrix)}
        right = sum(n for (a, b), n in self._matrix.items() if a == b)
        nothing = "nothing could be planted"
        stage = rate(right, self.plants, nothing)
        cause = rate(sum(k["cause_right"] for k in self._kinds.values()), self.plants, nothing)
        swaps = rate(self._swaps - len(self._moved), self._swaps, "nothing was swapped")
        return SelfTest(
            golden=golden,
            sha256=sha256,
            seed=seed,
            settings=settings,
            questions=self.questions,
            plants=self.plants,
            stage=stage,
            cause=cause,
            stages=stages,
            matrix=_nested(self._matrix, LABELS),
            causes=_nested(self._causes, ("none", *CAUSES)),
            kinds={
                name: Kind(
                    label=self._of[name][0],
                    cause=self._of[name][1],
                    **{field: counts[field] for field in ("planted", "stage_right", "cause_right", "not_plantable")},
                )
                for name, counts in self._kinds.items()
            },
            swaps=swaps,
            not_plantable=tuple(
                NotPlanted(kind=kind, label=label, reason=reason, questions=count)
                for (kind, label, reason), count in self._not.most_common()
            ),
            misses=tuple(self._misses),
            moved=tuple(self._moved),
            failed=tuple(_failed(stage, cause, stages, swaps)),
        )

    def _right(self, label: str) -> Rate:
        planted = sum(n for (a, _), n in self._matrix.items() if a == label)
        return rate(self._matrix[label, label], planted)


def _nested(counts: Counter[tuple[str, str]], order: tuple[str, ...]) -> dict[str, dict[str, int]]:
    return {a: row for a in order if (row := {b: counts[a, b] for b in order if counts[a, b]})}


def _failed(stage: Rate, cause: Rate, stages: Mapping[str, Rate], swaps: Rate) -> list[str]:
    """Return, as sentences, which shares are below what they must be."""
    if stage.value is None or cause.value is None:
        return ["nothing could be planted, so nothing is shown"]
    told = []
    if stage.value < LEAST_STAGE:
        told.append(f"{stage.value:.1%} of plants at the right stage, {LEAST_STAGE:.0%} needed")
    if cause.value < LEAST_CAUSE:
        told.append(f"{cause.value:.1%} of plants with the right cause, {LEAST_CAUSE:.0%} needed")
    for label, part in stages.items():
        if part.value is not None and part.value < LEAST_OF_A_STAGE:
            told.append(
                f"{part.numerator} of {part.denominator} plants at {label} right, {LEAST_OF_A_STAGE:.0%} needed"
            )
    if swaps.value is not None and swaps.value < LEAST_SWAPS:
        told.append(f"{swaps.denominator - swaps.numerator} of {swaps.denominator} changes moved a retrieval label")
    return told
