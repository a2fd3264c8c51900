"""Which differences between configurations are real: every pair on the same questions, adjusted for how many there are.

Proportions: exact McNemar with the questions each side alone gets. Means: paired bootstrap. Both are adjusted by Holm over
all pairs at one k, or of one measure: the family that a reader scans when choosing a configuration at the k in use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from harness.measure.paired import POWER, holm, mcnemar, smallest_detectable_drop
from harness.measure.resample import interval, p_of_zero, resampled_means, spearman
from harness.types import Frozen

ALPHA = 0.05
CHURN = 0.05
"""How many questions two configurations that differ in earnest are taken to exchange besides: 5% each way."""

FEWEST_RANKED = 3
FEWEST_QUESTIONS = 5
CORRELATION_DRAWS = 2000

Hits = npt.NDArray[np.bool_]
Unit = Literal["evidence", "document"]


class Pair(Frozen):
    """Two configurations at one k: the questions each alone gets, the exact McNemar p, and p after Holm over all pairs at k."""

    a: str
    b: str
    k: int
    only_a: int
    only_b: int
    p: float
    p_holm: float


class SlicePair(Pair):
    """The same within one type of question, by evidence or by document (first k chunks); Holm over the pairs of that table."""

    slice: str
    unit: Unit


class MeanDifference(Frozen):
    """Two configurations' means of one measure, a minus b, with the paired bootstrap's 95% interval and p-values."""

    a: str
    b: str
    measure: str
    questions: int
    difference: float
    low: float
    high: float
    p: float
    p_holm: float


class Correlation(Frozen):
    """Whether two kinds of question rank the configurations alike at one k: Spearman's rho with a bootstrap 95% interval."""

    a: str
    b: str
    k: int
    unit: Unit
    configurations: int
    rho: float | None
    low: float | None = None
    high: float | None = None
    reason: str | None = None


class Detectable(Frozen):
    """The smallest true difference found with power 0.8 at 5%, two-sided, as a share; null where none would be.

    `alone`: where no question flips the other way, the best case. `among_flips`: where 5% flip each way besides. The
    `strictest` ones are what the first step of Holm over `comparisons` asks.
    """

    questions: int
    comparisons: int
    alone: float | None
    among_flips: float | None
    strictest_alone: float | None
    strictest_among_flips: float | None
    power: float = POWER


def detectable(questions: int, comparisons: int) -> Detectable:
    """Return what this many questions can show, alone and as one of this many comparisons."""
    half, strictest = ALPHA / 2, ALPHA / 2 / max(1, comparisons)
    return Detectable(
        questions=questions,
        comparisons=comparisons,
        alone=smallest_detectable_drop(questions, 0.0, alpha=half),
        among_flips=smallest_detectable_drop(questions, CHURN, alpha=half),
        strictest_alone=smallest_detectable_drop(questions, 0.0, alpha=strictest),
        strictest_among_flips=smallest_detectable_drop(questions, CHURN, alpha=strictest),
    )


def pairs(names: Sequence[str], hits: Mapping[int, Hits]) -> Iterator[Pair]:
    """Yield every pair at each k; `hits[k]` says of configurations by questions which are found."""
    for k, found in hits.items():
        counts = [
            (a, b, int((found[a] & ~found[b]).sum()), int((found[b] & ~found[a]).sum()))
            for a, b in combinations(range(len(names)), 2)
        ]
        p_values = [mcnemar(only_a, only_b) for _, _, only_a, only_b in counts]
        for (a, b, only_a, only_b), p, adjusted in zip(counts, p_values, holm(p_values), strict=True):
            yield Pair(a=names[a], b=names[b], k=k, only_a=only_a, only_b=only_b, p=p, p_holm=adjusted)


def slice_pairs(
    names: Sequence[str], types: Sequence[str], hits: Mapping[int, Hits], unit: Unit
) -> Iterator[SlicePair]:
    """Yield every pair within each type of question, where there are several types."""
    named = sorted(set(types))
    for name in named if len(named) > 1 else ():
        chosen = np.array([kind == name for kind in types])
        for pair in pairs(names, {k: found[:, chosen] for k, found in hits.items()}):
            yield SlicePair(slice=name, unit=unit, **pair.model_dump())


def mean_differences(
    names: Sequence[str], measure: str, values: npt.NDArray[np.float64], *, seed: int
) -> Iterator[MeanDifference]:
    """Yield every pair's difference of means; `values` are configurations by questions."""
    if len(names) < 2 or not values.shape[1]:  # noqa: PLR2004 -- a pair
        return
    means, draws = values.mean(axis=1), resampled_means(values, seed=seed)
    found = list(combinations(range(len(names)), 2))
    p_values = [p_of_zero(draws[:, a] - draws[:, b]) for a, b in found]
    for (a, b), p, adjusted in zip(found, p_values, holm(p_values), strict=True):
        low, high = interval(draws[:, a] - draws[:, b])
        yield MeanDifference(
            a=names[a],
            b=names[b],
            measure=measure,
            questions=values.shape[1],
            difference=float(means[a] - means[b]),
            low=low,
            high=high,
            p=p,
            p_holm=adjusted,
        )


def correlations(types: Sequence[str], hits: Mapping[int, Hits], unit: Unit, *, seed: int) -> Iterator[Correlation]:
    """Yield, for each two types of question and each k, how alike they rank the configurations; small types rank nothing."""
    named = sorted(name for name, count in Counter(types).items() if count >= FEWEST_QUESTIONS)
    of_type = {name: np.array([kind == name for kind in types]) for name in named}
    for k, found in hits.items():
        if len(found) < FEWEST_RANKED:
            continue
        drawn = {
            name: resampled_means(found[:, of_type[name]].astype(float), seed=seed + n, draws=CORRELATION_DRAWS)
            for n, name in enumerate(named if len(named) > 1 else ())
        }
        for a, b in combinations(named, 2):
            rates = [found[:, of_type[name]].mean(axis=1) for name in (a, b)]
            blank = Correlation(a=a, b=b, k=k, unit=unit, configurations=len(found), rho=None)
            yield blank.model_copy(update=_rho((a, b), rates, (drawn[a], drawn[b])))


def _rho(
    slices: tuple[str, str],
    rates: Sequence[npt.NDArray[np.float64]],
    drawn: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
) -> dict[str, Any]:
    rho = float(spearman(rates[0], rates[1]))
    if np.isnan(rho):
        level = slices[0] if np.ptp(rates[0]) == 0 else slices[1]
        return {"rho": None, "reason": f"every configuration finds as many of {level}, so it ranks none"}
    low, high = interval(spearman(*drawn))
    return {"rho": rho, "low": low, "high": high}
