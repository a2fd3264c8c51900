"""The best of many scores, in a total order, without sorting them all."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from harness.protocols import Hits

Positions = npt.NDArray[np.signedinteger]
Scores = npt.NDArray[np.floating]

_BLOCK = 16
"""Scores are cut into blocks of this many to find a threshold from the blocks' maxima."""

_HANDFUL = 32
"""So few are put in order faster as Python's pairs than as arrays."""


def nth_best_at_least(scores: Scores, n: int) -> float:
    """Return a number that `n` scores reach, close below the n-th best; 0 where fewer are above 0."""
    if len(scores) < n:
        return 0.0
    blocks = len(scores) // _BLOCK
    if blocks > 2 * n:
        # n blocks, so n scores, reach the n-th best of the blocks' maxima, and there are far fewer of these.
        scores = scores[: blocks * _BLOCK].reshape(_BLOCK, blocks).max(axis=0)
    # Of the negated scores: partitioning many equal values from the other end is up to 100 times slower.
    return max(-float(np.partition(-scores, n - 1)[n - 1]), 0.0)


def at_least(least: float, positions: Positions | None, scores: Scores) -> tuple[Positions, Scores]:
    """Return the positions (null: 0, 1, 2, …) and scores of those that reach `least`, and are above 0 in any case."""
    kept: Positions = ((scores >= least) if least > 0 else (scores > 0)).nonzero()[0]
    return kept if positions is None else positions[kept], scores[kept]


def best(positions: Positions | None, scores: Scores, depth: int) -> Hits:
    """Return at most `depth` hits with a score above 0, best first, ties by position; positions come in any order."""
    positions, scores = at_least(nth_best_at_least(scores, depth), positions, scores)
    if len(scores) <= _HANDFUL:
        return in_order(zip(positions.tolist(), scores.tolist(), strict=True))[:depth]
    order = np.lexsort((positions, -scores))[:depth]
    return list(zip(positions[order].tolist(), scores[order].tolist(), strict=True))


def in_order(hits: Iterable[tuple[int, float]]) -> Hits:
    """Return hits best first, ties by position."""
    return sorted(hits, key=_order)


def _order(hit: tuple[int, float]) -> tuple[float, int]:
    return -hit[1], hit[0]
