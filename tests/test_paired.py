"""The paired tests against scipy, published tables and simulation: the gate keeps its level, the intervals cover."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from harness.gate import Rule, decide
from harness.measure.intervals import wilson
from harness.measure.paired import (
    drop_exceeds,
    drop_excluded,
    holm,
    mcnemar,
    paired_interval,
    smallest_detectable_drop,
    worse,
)

SIZES = (20, 60, 200, 1000)
DRAWS = 3000
CHANGES = [(0.05, 0.05), (0.1, 0.1), (0.02, 0.02), (0.25, 0.25)]
DROPS = [*CHANGES, (0.15, 0.05), (0.3, 0.05), (0.1, 0.0), (0.05, 0.01), (0.02, 0.0), (0.01, 0.04)]


def draws(n, lost, gained, seed=7):
    """Return the discordant counts of many simulated comparisons, with how often each came up."""
    table = np.random.default_rng(seed).multinomial(n, [lost, gained, 1 - lost - gained], size=DRAWS)[:, :2]
    pairs, times = np.unique(table, axis=0, return_counts=True)
    return [(int(a), int(b), int(times)) for (a, b), times in zip(pairs, times, strict=True)]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("max_drop", [0, 2])
def test_an_equal_candidate_fails_at_most_five_times_in_a_hundred(n, change, max_drop):
    """Whatever share of the questions flips either way, and whatever drop is allowed."""
    rule = Rule(max_drop=max_drop, alpha=0.05)
    failed = sum(times for lost, gained, times in draws(n, *change) if decide(lost, gained, n, rule)[0] == "FAIL")
    assert failed / DRAWS <= 0.05


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("change", DROPS)
def test_the_paired_interval_covers_the_true_difference(n, change):
    """At least 93 times in a hundred, at every size and for every mix of losses and gains tried."""
    lost, gained = change
    covered = 0
    for a, b, times in draws(n, lost, gained):
        low, high = paired_interval(a, b, n)
        covered += times * (low <= gained - lost <= high)
    assert covered / DRAWS >= 0.93


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("p", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_the_wilson_interval_of_each_side_covers_its_rate(n, p):
    """At least 93 times in a hundred, summed exactly over all counts."""
    counts = np.arange(n + 1)
    chances = stats.binom.pmf(counts, n, p)
    covered = sum(
        chance
        for count, chance in zip(counts, chances, strict=True)
        if wilson(int(count), n)[0] <= p <= wilson(int(count), n)[1]
    )
    assert covered >= 0.927


@pytest.mark.parametrize("n", SIZES)
def test_the_smallest_detectable_drop_is_found_four_times_in_five(n):
    """A candidate that truly drops by it fails in at least three quarters of simulated comparisons, and by half of it less often."""
    drop = smallest_detectable_drop(n, 0.03, alpha=0.05)
    rule = Rule()

    def power(true_drop):
        found = draws(n, 0.03 + true_drop, 0.03)
        return sum(times for a, b, times in found if decide(a, b, n, rule)[0] == "FAIL") / DRAWS

    assert power(drop) >= 0.75
    assert power(drop / 2) < power(drop) - 0.2


@pytest.mark.parametrize("n", [20, 60, 200])
@pytest.mark.parametrize("churn", [0.0, 0.03, 0.1])
def test_the_power_of_the_smallest_detectable_drop_is_scipys(n, churn):
    """By scipy's distributions the exact test finds it with power 0.8, and what is a little smaller with less."""
    drop = smallest_detectable_drop(n, churn, alpha=0.05)
    gains = np.arange(n + 1)
    lost = np.arange(1, n + 1)
    p_values = stats.binom.sf(lost - 1, lost + gains[:, None], 0.5)
    enough = np.where((p_values <= 0.05).any(axis=1), (p_values <= 0.05).argmax(axis=1) + 1, n + 1)

    def power(true_drop):
        share = (churn + true_drop) / (1 - churn)
        return float(np.sum(stats.binom.pmf(gains, n, churn) * stats.binom.sf(enough - 1, n - gains, share)))

    assert power(drop + 1e-4) >= 0.8 > power(drop - 1e-4)


@pytest.mark.parametrize(("lost", "gained", "n"), [(1, 0, 14), (12, 2, 50), (3, 9, 92), (40, 30, 1000)])
def test_the_ends_of_the_interval_are_where_the_score_test_turns(lost, gained, n):
    """At each end the score statistic is 1.96, with the nuisance rate found by maximising the likelihood numerically."""

    def score(difference):
        def minus_log_likelihood(q):
            with np.errstate(divide="ignore", invalid="ignore"):
                terms = (gained, q + difference), (lost, q), (n - lost - gained, 1 - 2 * q - difference)
                return -sum(count * np.log(p) for count, p in terms if count)

        bounds = max(0.0, -difference) + 1e-12, (1 - difference) / 2 - 1e-12
        q = optimize.minimize_scalar(minus_log_likelihood, bounds=bounds, method="bounded", options={"xatol": 1e-12}).x
        return (gained - lost - n * difference) / np.sqrt(n * (2 * q + difference * (1 - difference)))

    low, high = paired_interval(lost, gained, n)
    assert score(low) == pytest.approx(1.959964, abs=1e-3)
    assert score(high) == pytest.approx(-1.959964, abs=1e-3)


@given(st.integers(0, 1500), st.integers(0, 1500))
def test_the_one_sided_value_equals_scipys_binomial_test(lost, gained):
    """Also beyond the counts for which it is worked out in whole numbers."""
    reference = stats.binomtest(lost, lost + gained, alternative="greater").pvalue if lost + gained else 1.0
    assert worse(lost, gained) == pytest.approx(reference, rel=1e-8, abs=1e-12)


def test_a_million_flips_are_counted_without_a_million_digits():
    """The two-sided value of 601,000 against 600,000, as scipy has it."""
    assert mcnemar(601_000, 600_000) == pytest.approx(0.36199074866693315, rel=1e-6)


@given(st.integers(0, 30), st.integers(0, 30), st.integers(60, 400))
def test_the_interval_agrees_with_the_tests_and_with_its_mirror(lost, gained, n):
    """It contains the estimate, turns round with the sides, and a drop outside of it is one that the score test rejects."""
    low, high = paired_interval(lost, gained, n)
    mirrored = paired_interval(gained, lost, n)
    assert (low, high) == pytest.approx((-mirrored[1], -mirrored[0]), abs=1e-9)
    assert -1 <= low <= (gained - lost) / n <= high <= 1
    if -high > 0.01:
        assert drop_exceeds(lost, gained, n, -high * 0.99) < 0.026
    if -low > 0.01:
        assert drop_excluded(lost, gained, n, min(0.99, -low * 1.01)) < 0.026


def test_holm_of_a_worked_example():
    """0.01, 0.04, 0.03 and 0.005: times 4, 3, 2, 1 from the smallest, never falling."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([]) == ()
    assert holm([0.9, 0.8]) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("counts", "rule", "verdict", "says"),
    [
        ((0, 0, 19), {}, "INCONCLUSIVE", "19 questions can be compared, fewer than the 20 required"),
        ((5, 0, 92), {}, "FAIL", "5 newly fail and 0 newly pass of 92: a drop is shown (one-sided p = 0.031"),
        ((4, 0, 92), {}, "INCONCLUSIVE", "a drop is neither shown (one-sided p = 0.062) nor excluded (p = 1)"),
        ((0, 3, 92), {}, "PASS", "no question newly fails (3 newly pass of 92)"),
        ((1, 9, 92), {}, "PASS", "a drop is excluded (one-sided p = 0.011"),
        ((16, 2, 200), {"max_drop": 5}, "INCONCLUSIVE", "a drop of more than 5 points is neither shown"),
        ((30, 2, 200), {"max_drop": 5}, "FAIL", "a drop of more than 5 points is shown"),
        ((3, 3, 1000), {"max_drop": 2}, "PASS", "a drop of more than 2 points is excluded"),
        ((5, 0, 92), {"alpha": 0.01}, "INCONCLUSIVE", "α = 0.01"),
    ],
)
def test_the_first_rule_that_speaks_decides(counts, rule, verdict, says):
    """Each verdict names its counts, its p and its α; 5 losses of 5 flips have p = 1/32."""
    told = decide(*counts, Rule(**rule))
    assert told[0] == verdict
    assert says in told[1]
