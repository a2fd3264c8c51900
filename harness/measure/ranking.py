"""Ranking measures over 1-based ranks of the first relevant item (null: not ranked) and over graded labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from harness.index.fuse import fuse as fuse  # noqa: PLC0414 -- its other home: retrieval fuses too


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


def ndcg(labels: Sequence[float], ideal: Iterable[float], k: int) -> float | None:
    """Return nDCG@k with linear gain, as scikit-learn's `ndcg_score` has it (Järvelin & Kekäläinen 2002).

    `labels` are the grades in ranked order, `ideal` all grades of the question in any order; None where all are 0.
    """
    best = _dcg(sorted(ideal, reverse=True)[:k])
    return _dcg(labels[:k]) / best if best else None


def _dcg(labels: Sequence[float]) -> float:
    return math.fsum(label / math.log2(position + 1) for position, label in enumerate(labels, 1))


def all_groups(ranks: Iterable[int | None]) -> int | None:
    """Return the rank at which every group is covered: the worst of the groups' best ranks; None if one is missing."""
    worst = 0
    for rank in ranks:
        if rank is None:
            return None
        worst = max(worst, rank)
    return worst or None
