"""Accuracy against k, retrieval held fixed: where more context stops helping, and where it is shown to cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.attribute.rules import attribute
from harness.context.budget import estimate_tokens
from harness.log.reader import Log
from harness.measure.differences import ALPHA
from harness.measure.intervals import rate
from harness.measure.paired import holm, mcnemar
from harness.measure.ranking import mean
from harness.measure.right import is_judged, is_labelled, is_right, reached
from harness.measure.summary import NO_ANSWERS, NO_LABELS
from harness.types import Frozen, Rate


@dataclass(frozen=True, slots=True)
class Answers:
    """One run at one k: which questions are right (null: nobody can say), which had their evidence in the prompt, tokens."""

    k: int
    run_id: str
    right: Mapping[str, bool | None]
    reached: Mapping[str, bool]
    tokens: Sequence[int]
    estimated: bool
    faults: int
    cut: int


class AtK(Frozen):
    """One k: accuracy and ceiling over answerable questions, mean prompt tokens, faults and prompts cut by the window."""

    k: int
    run_id: str
    accuracy: Rate
    ceiling: Rate
    prompt_tokens: float | None
    estimated: bool
    faults: int
    cut_prompts: int


class KPair(Frozen):
    """The best k against another: the questions each alone gets, exact McNemar p, and p after Holm over these pairs."""

    best: int
    k: int
    only_best: int
    only_k: int
    p: float
    p_holm: float


class Distraction(Frozen):
    """What `harness sweep --vary k --json` prints.

    `best_k` has the highest accuracy, the smallest of equals; `enough_k` is the smallest not shown to be worse; from
    `costs_from` on more context is shown to cost accuracy, null where no larger k is.
    """

    golden: str
    generator: str
    rows: tuple[AtK, ...]
    pairs: tuple[KPair, ...]
    best_k: int | None
    enough_k: int | None
    costs_from: int | None


def answers_of(log: Log, k: int) -> Answers:
    """Read one run's log: only what the comparison needs stays in memory."""
    right: dict[str, bool | None] = {}
    had: dict[str, bool] = {}
    tokens: list[int] = []
    estimated, faults, cut = False, 0, 0
    for record in log.records():
        faults += record.fault is not None
        got = record.generation
        cut += got is not None and got.prompt_cut is not None
        if record.prompt is not None:
            reported = got.prompt_tokens if got else None
            estimated |= reported is None
            tokens.append(estimate_tokens(record.prompt) if reported is None else reported)
        if not record.question.answerable:
            continue
        right[record.question.id] = is_right(record) if is_judged(record) else None
        if is_labelled(record):
            had[record.question.id] = reached(attribute(record, log.start))
    return Answers(k, log.start.run_id, right, had, tokens, estimated, faults, cut)


def compare_depths(runs: Sequence[Answers], *, golden: str, generator: str) -> Distraction:
    """Return accuracy, ceiling and tokens at each k, and what is shown; runs come by rising k, over the same questions."""
    rows = tuple(map(_row, runs))
    known = [row for row in rows if row.accuracy.value is not None]
    best = max(known, key=lambda row: (row.accuracy.numerator, -row.k), default=None)
    pairs = tuple(_pairs(runs, best.k)) if best else ()
    worse = {pair.k for pair in pairs if pair.p_holm < ALPHA and pair.only_best > pair.only_k}
    return Distraction(
        golden=golden,
        generator=generator,
        rows=rows,
        pairs=pairs,
        best_k=best.k if best else None,
        enough_k=min((row.k for row in known if row.k not in worse), default=None),
        costs_from=min((k for k in worse if best and k > best.k), default=None),
    )


def _row(run: Answers) -> AtK:
    judged = [is_so for is_so in run.right.values() if is_so is not None]
    return AtK(
        k=run.k,
        run_id=run.run_id,
        accuracy=rate(sum(judged), len(judged), NO_ANSWERS),
        ceiling=rate(sum(run.reached.values()), len(run.reached), NO_LABELS),
        prompt_tokens=mean(run.tokens),
        estimated=run.estimated,
        faults=run.faults,
        cut_prompts=run.cut,
    )


def _pairs(runs: Sequence[Answers], best_k: int) -> Iterator[KPair]:
    best = next(run for run in runs if run.k == best_k)
    others = [run for run in runs if run.k != best_k]
    counts = []
    for run in others:
        both = [(bool(is_so), bool(run.right.get(name))) for name, is_so in best.right.items() if is_so is not None]
        counts.append((sum(a and not b for a, b in both), sum(b and not a for a, b in both)))
    p_values = [mcnemar(*of) for of in counts]
    for run, (only_best, only_k), p, adjusted in zip(others, counts, p_values, holm(p_values), strict=True):
        yield KPair(best=best_k, k=run.k, only_best=only_best, only_k=only_k, p=p, p_holm=adjusted)
