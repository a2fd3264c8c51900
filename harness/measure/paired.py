"""Paired tests: two systems on the same questions."""

from __future__ import annotations

from math import comb


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided McNemar p-value from the questions each side alone gets right (McNemar 1947).

    The binomial test of the discordant pairs at 1/2; 1 where there are none.
    """
    n = only_a + only_b
    tail = sum(comb(n, i) for i in range(min(only_a, only_b) + 1))
    return min(1.0, 2 * tail / (1 << n))
