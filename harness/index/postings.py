"""An exact inverted index over precomputed impacts: the best chunks for a weighted set of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from harness.index.best import Positions, Scores, at_least, best, in_order, nth_best_at_least
from harness.protocols import Hits, Mask

_SHORT = 4
"""The short columns of a query are its shortest ones that together hold at most 1/4 as many postings as chunks."""
_LONG = 4
"""Columns of more than 1/4 of the chunks, a few dozen in any language, are kept as rows too, to look chunks up in."""
_SPARSE = 4
"""Fewer postings than 1/4 of the chunks are merged one by one, more by one sum over all chunks."""
_HANDFUL = 64
"""So few postings are added up faster in a dictionary than as arrays."""
_FEW = 2**17
"""Where a filter leaves fewer than 1/4 of this many chunks, and of all, they are scored alone; skipping columns beats it beyond."""


class Postings:
    """Columns of `(chunk, impact)` pairs; a chunk's score is the sum of weight times impact over a query's columns.

    Impacts are float32 and sums float64. That halves what a query reads, and a sum of a few 24-bit numbers is exact in
    53 bits, so that chunks whose impacts are a permutation of each other's tie as they should.
    """

    __slots__ = (
        "_chunk_count",
        "_chunks",
        "_highest",
        "_impacts",
        "_long",
        "_lowest",
        "_numbers",
        "_rows",
        "_scratch",
        "_shown",
        "_starts",
        "_table",
    )

    def __init__(
        self,
        starts: npt.NDArray[np.int64],
        chunks: npt.NDArray[np.int32],
        impacts: npt.NDArray[np.floating],
        chunk_count: int,
    ) -> None:
        """Column `c` is `chunks[starts[c]:starts[c + 1]]`, ascending, with the impacts beside it."""
        impacts = impacts.astype(np.float32, copy=False)
        long = np.flatnonzero(np.diff(starts) * _LONG > chunk_count)
        table = np.zeros((len(long), chunk_count), dtype=np.float32)
        for row, column in zip(table, long.tolist(), strict=True):
            row[chunks[starts[column] : starts[column + 1]]] = impacts[starts[column] : starts[column + 1]]
        self._open(
            {
                "starts": np.ascontiguousarray(starts),
                "chunks": chunks,
                "impacts": impacts,
                "lowest": _by_column(np.minimum, impacts, starts),
                "highest": _by_column(np.maximum, impacts, starts),
                "long": long,
                "table": table,
            }
        )

    def _open(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        self._chunks = arrays["chunks"]
        self._impacts = arrays["impacts"]
        self._long, self._table = arrays["long"], arrays["table"]
        self._chunk_count = self._table.shape[1]
        self._rows = dict(zip(self._long.tolist(), self._table, strict=True))
        # Memoryviews, because they give single items four times as fast as arrays do.
        self._starts = arrays["starts"].data
        self._lowest = arrays["lowest"].data
        self._highest = arrays["highest"].data
        self._numbers = np.arange(self._chunk_count // _SPARSE + 1, dtype=np.int32)
        self._shown: tuple[Mask, Positions | None] | None = None
        # One array per search under way: a search that finds none makes one, so threads never share one.
        self._scratch: list[npt.NDArray[np.int32]] = []

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all that `restored` needs, as arrays that can be mapped from files."""
        return {
            "starts": np.asarray(self._starts),
            "chunks": self._chunks,
            "impacts": self._impacts,
            "lowest": np.asarray(self._lowest),
            "highest": np.asarray(self._highest),
            "long": self._long,
            "table": self._table,
        }

    @classmethod
    def restored(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Self:
        """Return what `arrays` came from; nothing is copied, so a mapped file is read as it is searched."""
        postings = cls.__new__(cls)
        postings._open(arrays)  # noqa: SLF001 -- its own class
        return postings

    def top(self, columns: Sequence[int], weights: Sequence[float], depth: int, visible: Mask | None) -> Hits:
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
        starts = self._starts
        count = sum([starts[c + 1] - starts[c] for c, _ in query])
        if count <= _HANDFUL:
            return self._of_handful(query, depth, visible)
        if count * _SPARSE <= self._chunk_count:
            return best(*self._merged(query, visible), depth)
        shown = None if visible is None else self._few(visible)
        if visible is not None and shown is not None:
            return best(*self._of_few(query, shown, visible), depth)
        found = self._without_long_columns(query, depth, visible) or self._merged(query, visible)
        return best(*found, depth)

    def _of_handful(self, query: list[tuple[int, float]], depth: int, visible: Mask | None) -> Hits:
        """Return what `top` does for a query with few postings: chunk by chunk, without arrays."""
        totals: dict[int, float] = {}
        for column, weight in query:
            start, end = self._starts[column], self._starts[column + 1]
            impacts = self._impacts[start:end].tolist()
            for chunk, impact in zip(self._chunks[start:end].tolist(), impacts, strict=True):
                totals[chunk] = totals.get(chunk, 0.0) + weight * impact
        return in_order([hit for hit in totals.items() if hit[1] > 0 and (visible is None or visible[hit[0]])])[:depth]

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
            floor = nth_best_at_least(scores, depth) + below[split]
            if above[split] < floor:
                reach, scores = at_least(floor - above[split], positions, scores)
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

    def _of_few(self, query: list[tuple[int, float]], shown: Positions, visible: Mask) -> tuple[Positions, Scores]:
        """Sum every column for the few visible chunks alone: long columns are looked up in their rows."""
        totals: Scores = np.zeros(len(shown))
        listed = [(c, w) for c, w in query if c not in self._rows]
        if listed:
            positions, scores = self._merged(listed, visible)
            at = None if positions is None else shown.searchsorted(positions)
            totals = scores[shown] if at is None else np.bincount(at, scores, len(shown)).astype(np.float64, copy=False)
        for column, weight in query[len(listed) :]:
            totals += weight * self._rows[column][shown].astype(np.float64)
        return shown, totals

    def _few(self, visible: Mask) -> Positions | None:
        """Return the positions of the visible chunks if they are few enough to be scored alone."""
        shown = self._minority(visible)
        return shown if shown is not None and len(shown) * _SPARSE < min(self._chunk_count, _FEW) else None

    def _minority(self, visible: Mask) -> Positions | None:
        """Return the positions of the visible chunks unless most are; found once for a mask, which must not change."""
        last = self._shown
        if last is None or last[0] is not visible:
            most = np.count_nonzero(visible) * 2 > self._chunk_count
            last = self._shown = (visible, None if most else visible.nonzero()[0])
        return last[1]

    def _merged(self, query: list[tuple[int, float]], visible: Mask | None) -> tuple[Positions | None, Scores]:
        """Sum the columns; positions are null where the scores are those of all chunks, hidden ones at zero.

        Scores of the visible chunks alone may hold zeros too.
        """
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
            if visible is None:
                return None, totals
            shown = self._minority(visible)
            if shown is not None:
                return shown, totals[shown]
            totals *= visible
            return None, totals
        if visible is not None:
            kept = visible[positions].nonzero()[0]
            positions, values = positions[kept], values[kept]
        return positions, (self._summed(positions, values) if len(query) > 1 else values)

    def _summed(self, positions: Positions, values: Scores) -> Scores:
        """Add up the values of each position, in place, in one of its places, and leave 0 in the others.

        Whichever place wrote its number last owns the position; stale numbers are never read. No sorting, and no pass
        over all chunks.
        """
        numbers = self._numbers[: len(positions)]
        owner = self._scratch.pop() if self._scratch else np.empty(self._chunk_count, dtype=np.int32)
        owner[positions] = numbers
        owners = owner[positions]
        self._scratch.append(owner)
        again = (owners != numbers).nonzero()[0]
        if len(again):
            np.add.at(values, owners[again], values[again])
            values[again] = 0
        return values

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
