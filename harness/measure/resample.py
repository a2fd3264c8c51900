"""Resampling questions: intervals and p-values for what has no exact test (means, rank correlations).

Questions are drawn with replacement, the same draw for every configuration, so differences stay paired (Efron & Tibshirani
1993, chapters 13 and 15). Draws are seeded: the same input gives the same numbers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

DRAWS = 5000
_BLOCK_VALUES = 2_000_000


def resampled_means(values: Floats, *, seed: int, draws: int = DRAWS) -> Floats:
    """Return the means of `values` (configurations by questions) in each draw of the questions: draws by configurations."""
    random = np.random.default_rng(seed)
    questions = values.shape[1]
    even = np.full(questions, 1 / questions)
    means = np.empty((draws, len(values)))
    block = max(1, _BLOCK_VALUES // questions)
    for first in range(0, draws, block):
        times = random.multinomial(questions, even, size=min(block, draws - first))
        means[first : first + block] = times @ values.T / questions
    return means


def interval(draws: Floats) -> tuple[float, float]:
    """Return the percentile 95% interval of resampled statistics, undefined ones (NaN) left out."""
    low, high = np.nanpercentile(draws, (2.5, 97.5))
    return float(low), float(high)


def p_of_zero(draws: Floats) -> float:
    """Return the two-sided p-value of "the true value is 0": twice the smaller share of draws on one side of it.

    Never 0: with n draws nothing below 2/(n+1) can be told. 1 where every draw is 0.
    """
    beyond = min(int((draws <= 0).sum()), int((draws >= 0).sum()))
    return min(1.0, 2 * (beyond + 1) / (len(draws) + 1))


def spearman(a: Floats, b: Floats) -> Floats:
    """Return Spearman's rank correlation along the last axis, ties at their mean rank; NaN where either is constant."""
    x, y = _ranks(a), _ranks(b)
    x -= x.mean(axis=-1, keepdims=True)
    y -= y.mean(axis=-1, keepdims=True)
    spread = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.where(spread > 0, (x * y).sum(axis=-1) / spread, np.nan)
    return found


def _ranks(values: Floats) -> Floats:
    below = (values[..., None, :] < values[..., :, None]).sum(axis=-1)
    equal = (values[..., None, :] == values[..., :, None]).sum(axis=-1)
    ranks: Floats = below + (equal + 1) / 2
    return ranks
