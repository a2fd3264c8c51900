"""An exact inverted index over precomputed impacts: the best chunks for a weighted set of columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from harness.protocols import Mask

Positions = npt.NDArray[np.signedinteger]
Scores = npt.NDArray[np.float64]

_SHORT = 4
"""The short columns of a query are its shortest ones that together hold at most 1/4 as many postings as chunks."""
_LONG = 4
"""Columns of more than 1/4 of the chunks, a few dozen in any language, are kept as rows too, to look chunks up in."""
_SPARSE = 16
"""Fewer postings than 1/16 of the chunks are merged by sorting, more by one sum over all chunks."""
_BLOCK = 16
"""Scores are cut into blocks of this many to find a threshold from the blocks' maxima."""


class Postings:
    """Columns of `(chunk, impact)` pairs; a chunk's score is the sum of weight times impact over a query's columns.

    Impacts are float32 and sums float64. That halves what a query reads, and a sum of a few 24-bit numbers is exact in
    53 bits, so that chunks whose impacts are a permutation of each other's tie as they should.
    """

    __slots__ = ("_chunk_count", "_chunks", "_highest", "_impacts", "_lowest", "_rows", "_starts")

    def __init__(
        self,
        starts: npt.NDArray[np.int64],
        chunks: npt.NDArray[np.int32],
        impacts: npt.NDArray[np.floating],
        chunk_count: int,
    ) -> None:
        """Column `c` is `chunks[starts[c]:starts[c + 1]]`, ascending, with the impacts beside it."""
        self._chunks = chunks
        self._impacts = impacts.astype(np.float32)
        self._chunk_count = chunk_count
        self._rows = {int(c): self._row(starts[c], starts[c + 1]) for c in _long_columns(starts, chunk_count)}
        # Memoryviews, because they give single items four times as fast as arrays do.
        self._starts = np.ascontiguousarray(starts).data
        self._lowest = _by_column(np.minimum, self._impacts, starts).data
        self._highest = _by_column(np.maximum, self._impacts, starts).data

    def top(
        self, columns: Sequence[int], weights: Sequence[float], depth: int, visible: Mask | None
    ) -> list[tuple[int, float]]:
        """Return at most `depth` `(chunk, score)` pairs with a score above zero, best first, ties by chunk.

        A chunk in none of the columns scores zero, so it is never returned; where impacts have both signs (hashing), nor
        is a chunk whose sum is not above zero. `visible` (bool, one per chunk) is applied before the cut: a hidden chunk
        never takes a place. The order of `columns` does not matter; none may repeat.

        Long columns are at first only bounded (MaxScore: Turtle & Flood 1995). When what they can add is less than what
        the `depth`-th best chunk of the short ones already has, no chunk outside the short ones can enter, and the long
        ones are looked up for the few chunks still in reach.
        """
        query = self._shortest_first(columns, weights)
        if not query or depth < 1:
            return []
        found = self._without_long_columns(query, depth, visible) or self._merged(query, visible)
        return _best(*found, depth)

    def _row(self, start: int, end: int) -> npt.NDArray[np.float32]:
        row = np.zeros(self._chunk_count, dtype=np.float32)
        row[self._chunks[start:end]] = self._impacts[start:end]
        return row

    def _shortest_first(self, columns: Sequence[int], weights: Sequence[float]) -> list[tuple[int, float]]:
        starts = self._starts
        sized = sorted((starts[c + 1] - starts[c], c, w) for c, w in zip(columns, weights, strict=True))
        return [(c, w) for size, c, w in sized if size]

    def _without_long_columns(
        self, query: list[tuple[int, float]], depth: int, visible: Mask | None
    ) -> tuple[Positions, Scores] | None:
        """Return chunks with their full scores, the `depth` best among them; null where every column must be read."""
        split = self._short_columns(query)
        if split == len(query):
            return None
        highs = [max(w * self._highest[c], w * self._lowest[c], 0.0) for c, w in query]
        above = _remaining(highs)
        below = _remaining([min(w * self._highest[c], w * self._lowest[c], 0.0) for c, w in query])
        if above[split] - below[split] > max(highs[:split]):
            return None  # hardly ever worth trying: the depth-th best chunk would need several of the short columns
        while split < len(query):
            positions, scores = self._merged(query[:split], visible)
            floor = _nth_best_at_least(scores, depth) + below[split]
            if above[split] < floor:
                reach, scores = _at_least(floor - above[split], positions, scores)
                self._complete(reach, scores, query[split:])
                return reach, scores
            split = next((s for s in range(split + 1, len(query)) if above[s] < floor), len(query))
        return None

    def _short_columns(self, query: list[tuple[int, float]]) -> int:
        room = self._chunk_count // _SHORT
        for count, (column, _) in enumerate(query):
            room -= self._starts[column + 1] - self._starts[column]
            if room < 0:
                return max(count, 1)
        return len(query)

    def _merged(self, query: list[tuple[int, float]], visible: Mask | None) -> tuple[Positions | None, Scores]:
        """Sum the columns; positions are null where the scores are those of all chunks, hidden ones at zero."""
        bounds = [(self._starts[c], self._starts[c + 1]) for c, _ in query]
        positions = np.concatenate([self._chunks[a:b] for a, b in bounds])
        values = np.concatenate([self._impacts[a:b] for a, b in bounds], dtype=np.float64)
        at = 0
        for (a, b), (_, weight) in zip(bounds, query, strict=True):
            if weight != 1.0:
                values[at : at + b - a] *= weight
            at += b - a
        if len(positions) * _SPARSE > self._chunk_count:
            totals = np.bincount(positions, values, self._chunk_count).astype(np.float64, copy=False)
            if visible is not None:
                totals *= visible
            return None, totals
        if len(query) > 1:
            positions, values = _summed(positions, values)
        if visible is not None:
            kept = visible[positions].nonzero()[0]
            return positions[kept], values[kept]
        return positions, values

    def _complete(self, positions: Positions, scores: Scores, query: list[tuple[int, float]]) -> None:
        for column, weight in query:
            if column in self._rows:
                scores += weight * self._rows[column][positions].astype(np.float64)
                continue
            start, end = self._starts[column], self._starts[column + 1]
            chunks = self._chunks[start:end]
            at = chunks.searchsorted(positions)
            at[at == len(chunks)] = 0
            scores += weight * np.where(chunks[at] == positions, self._impacts[start + at], np.float64(0))


def _long_columns(starts: npt.NDArray[np.int64], chunk_count: int) -> npt.NDArray[np.int64]:
    return np.flatnonzero(np.diff(starts) * _LONG > chunk_count)


def _by_column(
    reduce: np.ufunc, impacts: npt.NDArray[np.float32], starts: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    values = np.zeros(len(starts) - 1)
    filled = np.flatnonzero(np.diff(starts))
    if len(filled):
        values[filled] = reduce.reduceat(impacts, starts[filled])
    return values


def _remaining(bounds: list[float]) -> list[float]:
    # Widened a little: a bound must hold whatever way the sums are rounded.
    return [1.000_001 * total for total in accumulate(reversed(bounds), initial=0.0)][::-1]


def _summed(positions: Positions, values: Scores) -> tuple[Positions, Scores]:
    order = positions.argsort(kind="stable")
    positions = positions[order]
    new = np.ones(len(positions), dtype=np.bool_)
    np.not_equal(positions[1:], positions[:-1], out=new[1:])
    firsts = new.nonzero()[0]
    return positions[firsts], np.add.reduceat(values[order], firsts)


def _nth_best_at_least(scores: Scores, n: int) -> float:
    """Return a number that `n` scores reach, close below the n-th best; 0 where fewer are above 0."""
    if len(scores) < n:
        return 0.0
    blocks = len(scores) // _BLOCK
    if blocks > 2 * n:
        # n blocks, so n scores, reach the n-th best of the blocks' maxima, and there are far fewer of these.
        scores = scores[: blocks * _BLOCK].reshape(_BLOCK, blocks).max(axis=0)
    # Of the negated scores: partitioning many equal values from the other end is up to 100 times slower.
    return max(-float(np.partition(-scores, n - 1)[n - 1]), 0.0)


def _at_least(least: float, positions: Positions | None, scores: Scores) -> tuple[Positions, Scores]:
    kept: Positions = ((scores >= least) if least > 0 else (scores > 0)).nonzero()[0]
    return kept if positions is None else positions[kept], scores[kept]


def _best(positions: Positions | None, scores: Scores, depth: int) -> list[tuple[int, float]]:
    positions, scores = _at_least(_nth_best_at_least(scores, depth), positions, scores)
    order = np.argsort(-scores, kind="stable")[:depth]
    return list(zip(positions[order].tolist(), scores[order].tolist(), strict=True))
