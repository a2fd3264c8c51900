"""Paired tests: two systems on the same questions.

`lost` are questions that only the first system gets right, `gained` those that only the second does; what both get right
or both get wrong says nothing about which is better. A drop is a share of all questions, first minus second.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from math import comb
from statistics import NormalDist

from harness.measure.intervals import Z95

POWER = 0.8
"""How surely the smallest detectable drop is detected."""

_EXACT_INTEGERS = 1000
_SUMMED = 500
_NEGLIGIBLE = 1e-12
_NORMAL = NormalDist()


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided McNemar p-value from the questions each side alone gets right (McNemar 1947).

    The binomial test of the discordant pairs at 1/2; 1 where there are none.
    """
    return min(1.0, 2 * _upper_tail(max(only_a, only_b), only_a + only_b))


def worse(lost: int, gained: int) -> float:
    """Return the exact one-sided McNemar p-value: how often equal systems lose this many of their discordant pairs."""
    return _upper_tail(lost, lost + gained)


def drop_exceeds(lost: int, gained: int, questions: int, allowed: float) -> float:
    """Return the one-sided p-value of the hypothesis that the drop is at most `allowed`, a share in [0, 1).

    Exact McNemar where nothing is allowed, else Tango's score test (Tango 1998, eq. 5); small: the drop is larger.
    """
    if allowed == 0:
        return worse(lost, gained)
    return 1 - _NORMAL.cdf(_score(lost, gained, questions, allowed))


def drop_excluded(lost: int, gained: int, questions: int, allowed: float) -> float:
    """Return the one-sided p-value of the hypothesis that the drop is at least `allowed`; small: it is smaller."""
    if allowed == 0:
        return worse(gained, lost)
    return _NORMAL.cdf(_score(lost, gained, questions, allowed))


def paired_interval(lost: int, gained: int, questions: int, z: float = Z95) -> tuple[float, float]:
    """Return Tango's score interval of `(gained - lost) / questions`, second minus first (Tango 1998, eq. 6).

    `questions` must be positive; the ends are within [-1, 1]. Unlike the normal approximation it keeps its level with
    few discordant pairs, and has a width where there are none.
    """
    estimate = (gained - lost) / questions

    def below(difference: float) -> bool:
        return _score(gained, lost, questions, difference) > z

    def above(difference: float) -> bool:
        return _score(gained, lost, questions, difference) < -z

    low = -1.0 if gained - lost == -questions else _last(below, -1.0, estimate)
    high = 1.0 if gained - lost == questions else _last(above, 1.0, estimate)
    return low, high


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return Holm's adjusted p-values (Holm 1979), in the order given: any at most α is significant among them all."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = highest
    return tuple(adjusted)


def smallest_detectable_drop(questions: int, churn: float, *, alpha: float, allowed: float = 0.0) -> float | None:
    """Return the true drop, a share, that the test of `drop_exceeds` finds at `alpha` with power 0.8.

    `churn` is the share of questions that flip each way though nothing got worse. The power is summed over all counts up to
    500 questions and approximated beyond (Connor 1987, eq. 3). None where even the largest drop would go unnoticed.
    """
    power = _summed_power if questions <= _SUMMED else _approximate_power
    found = power(questions, churn, alpha, allowed)
    largest = 1 - 2 * churn
    if questions < 1 or not found(largest):
        return None
    return _last(lambda drop: not found(drop), 0.0, largest, halvings=20)


def _summed_power(n: int, churn: float, alpha: float, allowed: float) -> Callable[[float], bool]:
    """Return whether a true drop is found: for each count of gains, the chance of the losses that are then enough."""
    enough: list[tuple[float, int, int]] = []
    lost = 0
    for gained in range(n + 1):
        chance = _binomial(gained, n, churn)
        if chance < _NEGLIGIBLE and gained > n * churn:
            break
        while lost <= n - gained and drop_exceeds(lost, gained, n, allowed) > alpha:
            lost += 1
        enough.append((chance, gained, lost))

    def found(drop: float) -> bool:
        share = min(1.0, (churn + drop) / (1 - churn))
        return sum(chance * _at_least(least, n - gained, share) for chance, gained, least in enough) >= POWER

    return found


def _approximate_power(n: int, churn: float, alpha: float, allowed: float) -> Callable[[float], bool]:
    z_alpha, z_power = _NORMAL.inv_cdf(1 - alpha), _NORMAL.inv_cdf(POWER)

    def found(drop: float) -> bool:
        flips = 2 * churn + drop
        spread = z_alpha * math.sqrt(flips) + z_power * math.sqrt(max(0.0, flips - drop * drop))
        enough = _at_least(math.ceil(math.log2(1 / alpha)), n, drop) >= POWER
        return enough and (drop - allowed) * math.sqrt(n) >= spread

    return found


def _binomial(count: int, n: int, p: float) -> float:
    if p in {0.0, 1.0}:
        return float(count == n * p)
    logarithm = math.lgamma(n + 1) - math.lgamma(count + 1) - math.lgamma(n - count + 1)
    return math.exp(logarithm + count * math.log(p) + (n - count) * math.log1p(-p))


def _last(holds: Callable[[float], bool], there: float, here: float, *, halvings: int = 60) -> float:
    """Return, by halving, the point towards `here` at which what holds `there` stops."""
    for _ in range(halvings):
        middle = (there + here) / 2
        if holds(middle):
            there = middle
        else:
            here = middle
    return (there + here) / 2


def _score(first: int, second: int, n: int, difference: float) -> float:
    """Return Tango's score statistic for `p_first - p_second = difference`, from the discordant counts."""
    a = 2 * n
    b = -first - second + (2 * n - first + second) * difference
    c = -second * difference * (1 - difference)
    q = (math.sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
    variance = n * (2 * q + difference * (1 - difference))
    distance = first - second - n * difference
    if variance <= 0:
        return 0.0 if distance == 0 else math.copysign(math.inf, distance)
    return distance / math.sqrt(variance)


def _upper_tail(at_least: int, n: int) -> float:
    """Return P(X >= at_least) for X ~ Bin(n, 1/2): in whole numbers, or where those grow long, in logarithms."""
    if 2 * at_least <= n:
        return 1.0 if at_least <= 0 else 1.0 - _upper_tail(n - at_least + 1, n)
    if n <= _EXACT_INTEGERS:
        return sum(comb(n, i) for i in range(at_least, n + 1)) / (1 << n)
    term = math.exp(math.lgamma(n + 1) - math.lgamma(at_least + 1) - math.lgamma(n - at_least + 1) - n * math.log(2))
    total = 0.0
    for i in range(at_least, n + 1):
        total += term
        term *= (n - i) / (i + 1)
        if term < total * 1e-17:
            break
    return total


def _at_least(count: int, n: int, p: float) -> float:
    """Return P(X >= count) for X ~ Bin(n, p)."""
    return 0.0 if count > n else max(0.0, 1 - sum(_binomial(i, n, p) for i in range(count)))
