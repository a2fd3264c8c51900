"""Ranking measures over 1-based ranks of the first relevant item (null: not ranked) and over graded labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from harness.index.fuse import fuse as fuse  # noqa: PLC0414 -- its other home: retrieval fuses too

Gain = Literal["linear", "exponential"]


def reciprocal_rank(rank: int | None) -> float:
    """Return 1/rank, 0 where nothing relevant is ranked."""
    return 1 / rank if rank else 0.0


def mean(values: Iterable[float]) -> float | None:
    """Return the arithmetic mean; None of nothing."""
    total, count = 0.0, 0
    for value in values:
        total += value
        count += 1
    return total / count if count else None


def ndcg(labels: Sequence[float], ideal: Iterable[float], k: int, gain: Gain = "linear") -> float | None:
    """Return nDCG@k of graded `labels` in ranked order, as `ndcg_at` has it."""
    graded = [(rank, label) for rank, label in enumerate(labels, 1) if label]
    return ndcg_at(graded, ideal, (k,), gain)[0]


def ndcg_at(
    graded: Sequence[tuple[int, float]], ideal: Iterable[float], depths: Sequence[int], gain: Gain = "linear"
) -> list[float | None]:
    """Return nDCG@k for each k of `depths`, from the `(rank, grade)` pairs that have a grade above 0, best rank first.

    `ideal` are all grades of the question in any order; None where all are 0. `linear` gain is the grade itself (Järvelin &
    Kekäläinen 2002; scikit-learn, trec_eval), `exponential` 2^grade - 1 (Burges et al. 2005), which differs once a grade
    is above 1.
    """
    best = [(rank, grade) for rank, grade in enumerate(sorted(ideal, reverse=True), 1) if grade > 0]
    return [_dcg(graded, k, gain) / _dcg(best, k, gain) if best else None for k in depths]


def _dcg(graded: Sequence[tuple[int, float]], k: int, gain: Gain) -> float:
    gains = ((rank, grade if gain == "linear" else 2**grade - 1) for rank, grade in graded if rank <= k)
    return math.fsum(gained * _discount(rank) for rank, gained in gains)


@cache
def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def all_groups(ranks: Iterable[int | None]) -> int | None:
    """Return the rank at which every group is covered: the worst of the groups' best ranks; None if one is missing."""
    worst = 0
    for rank in ranks:
        if rank is None:
            return None
        worst = max(worst, rank)
    return worst or None
