"""Intervals for proportions, from counts."""

from __future__ import annotations

import math
from statistics import NormalDist

from harness.types import Rate

Z95 = NormalDist().inv_cdf(0.975)


def wilson(numerator: int, denominator: int, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion (Wilson 1927, eq. 4); `denominator` must be positive.

    It covers near its nominal level at small n, where the normal approximation does not.
    """
    p, n = numerator / denominator, denominator
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def rate(numerator: int, denominator: int, reason: str = "the denominator is 0") -> Rate:
    """Return a proportion with its Wilson 95% interval; null with `reason` where the denominator is 0."""
    if denominator == 0:
        return Rate(value=None, numerator=numerator, denominator=0, low=None, high=None, reason=reason)
    low, high = wilson(numerator, denominator)
    return Rate(value=numerator / denominator, numerator=numerator, denominator=denominator, low=low, high=high)
