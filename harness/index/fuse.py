"""Reciprocal rank fusion: several rankings become one by position, never by score (Cormack, Clarke & Büttcher 2009)."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)

C = 60.0
"""The constant of the paper: the larger, the more agreement counts and the less the very top does."""


def fuse(rankings: Sequence[Sequence[Item]], c: float = C) -> list[tuple[Item, float]]:
    """Return each item with the sum of 1 / (c + rank) over the rankings that hold it, best first.

    Ranks are 1-based. Ties keep the order of first appearance; sums are exact to the last bit, so that the same ranks in
    another order of lists tie.
    """
    shares: dict[Item, list[float]] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking, 1):
            shares.setdefault(item, []).append(1 / (c + rank))
    return sorted(((item, math.fsum(parts)) for item, parts in shares.items()), key=lambda pair: -pair[1])
