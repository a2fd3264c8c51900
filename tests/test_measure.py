"""Measures against hand-worked values and reference implementations."""

from __future__ import annotations

import json
import math
from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from harness.measure.intervals import rate, wilson
from harness.measure.paired import mcnemar
from harness.measure.ranking import all_groups, fuse, mean, ndcg, reciprocal_rank
from harness.measure.summary import _percentiles


def test_a_perfect_forty_of_forty_has_a_wilson_lower_bound_of_0_912():
    """The bound that the third seed states for 40 of 40."""
    low, high = wilson(40, 40)
    assert low == pytest.approx(0.9124, abs=5e-5)
    assert high == pytest.approx(1.0)


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_equals_scipy(counts):
    """Wilson bounds equal scipy's for any counts."""
    k, n = counts
    reference = stats.binomtest(k, n).proportion_ci(method="wilson")
    assert wilson(k, n) == pytest.approx((reference.low, reference.high), abs=1e-12)


def test_a_rate_of_nothing_is_null_with_a_reason():
    """An undefined rate is never 0 or NaN."""
    undefined = rate(0, 0, "no questions")
    assert (undefined.value, undefined.low, undefined.high, undefined.reason) == (None, None, None, "no questions")


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_equals_scipys_binomial_test(only_a, only_b):
    """The exact McNemar p is the two-sided binomial test of the discordant pairs at one half."""
    expected = stats.binomtest(only_a, only_a + only_b, 0.5).pvalue if only_a + only_b else 1.0
    assert mcnemar(only_a, only_b) == pytest.approx(expected, abs=1e-12)


def test_mcnemar_of_eight_against_none_is_one_in_128():
    """2 * (1/2)^8, by hand."""
    assert mcnemar(8, 0) == pytest.approx(2 / 256)


def test_mcnemar_holds_for_thousands_of_pairs():
    """No overflow where 2**n is far beyond a float."""
    assert 0 < mcnemar(3000, 3200) < 1


def test_mrr_by_hand():
    """Ranks 1, 2, 4, 1 and not retrieved: 2.75 over 5 is 0.55; recall@3 is 3 of 5, recall@5 4 of 5."""
    ranks = [1, 2, 4, 1, None]
    assert mean(map(reciprocal_rank, ranks)) == pytest.approx(0.55)
    assert sum(r is not None and r <= 3 for r in ranks) / 5 == 0.6
    assert sum(r is not None and r <= 5 for r in ranks) / 5 == 0.8


def test_the_mean_of_nothing_is_null():
    """No questions, no mean."""
    assert mean([]) is None


def test_ndcg_by_hand():
    """Labels 1, 2, 0, 2 against the ideal 2, 2, 1, 0: 3.123 / 3.762."""
    assert ndcg([1, 2, 0, 2], [2, 2, 1, 0], 4) == pytest.approx(0.830, abs=5e-4)


def test_ndcg_without_any_relevant_label_is_null():
    """0 / 0 is not a score."""
    assert ndcg([0, 0], [0, 0], 2) is None


def test_reciprocal_rank_fusion_by_hand():
    """The online-shop example: A and C in both lists lead, then B, then E and D."""
    fused = fuse([["A", "B", "C", "D"], ["C", "A", "E", "B"]])
    assert [item for item, _ in fused] == ["A", "C", "B", "E", "D"]
    by_hand = [1 / 61 + 1 / 62, 1 / 63 + 1 / 61, 1 / 62 + 1 / 64, 1 / 63, 1 / 64]
    assert [score for _, score in fused] == pytest.approx(by_hand, abs=1e-12)


def test_hand_worked_figures_agree_with_the_published_ones(shared):
    """MRR, nDCG and RRF equal the figures kept with the second seed."""
    hand = json.loads((shared / "seed_fares6/expected.json").read_text())["hand"]
    assert mean(map(reciprocal_rank, hand["mrr"]["ranks"])) == pytest.approx(hand["mrr"]["mrr"])
    graded = hand["ndcg@4"]
    assert ndcg(graded["labels"], graded["all_labels"], 4) == pytest.approx(graded["value"], abs=5e-4)
    fused = fuse([hand["rrf"]["bm25"], hand["rrf"]["vector"]], hand["rrf"]["c"])
    assert [item for item, _ in fused] == [item for item, _ in hand["rrf"]["fused"]]
    assert [score for _, score in fused] == pytest.approx([score for _, score in hand["rrf"]["fused"]], abs=6e-6)


def test_all_groups_are_covered_at_the_worst_of_their_best_ranks():
    """Two groups at ranks 2 and 7 are both inside the first 7; one missing group leaves nothing."""
    assert all_groups([2, 7]) == 7
    assert all_groups([2, None]) is None
    assert all_groups([]) is None


@given(st.lists(st.integers(0, 3), min_size=1, max_size=8), st.integers(1, 8))
def test_ndcg_lies_between_0_and_1(labels, k):
    """Whatever the order, no ranking beats the ideal one."""
    value = ndcg(labels, labels, k)
    assert value is None or 0 <= value <= 1 + 1e-12
    assert not (value is not None and math.isnan(value))


@given(st.lists(st.floats(0, 1e4, width=32), min_size=1, max_size=60))
def test_percentiles_are_numpys(seconds):
    """Linear between neighbours, of any number of values."""
    found = _percentiles(array("f", seconds))
    expected = np.percentile(np.array(seconds, dtype=np.float64), (50, 95, 99))
    assert (found.p50, found.p95, found.p99) == pytest.approx(tuple(expected), abs=1e-5)
