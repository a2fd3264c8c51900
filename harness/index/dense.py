"""Places in a space of a few hundred directions: the closest to a vector, by cosine."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.index.best import at_least, best, nth_best_at_least
from harness.protocols import Hits, Mask

_ROUNDING = 2e-6
"""A float32 product of unit vectors is off by less than this; what it leaves in reach is computed again, exactly."""
SMALLEST = 1e-6
"""Cosines below this are rounding, not likeness."""


class Directions:
    """Unit vectors in float32, one row a chunk (a row of zeros: a chunk that is nowhere)."""

    __slots__ = ("_packed", "places")

    def __init__(self, places: npt.NDArray[np.float32]) -> None:
        self.places = places
        self._packed: tuple[Mask, npt.NDArray[np.intp], npt.NDArray[np.float32]] | None = None

    def top(self, vector: npt.NDArray[np.float64], depth: int, visible: Mask | None) -> Hits:
        """Return at most `depth` hits for a unit vector: cosines above 0.000001, best first, ties by position.

        Cosines are float64 sums in a fixed order over one row, so equal rows tie whatever the machine's matrix product
        does, and `visible` is applied before the cut.
        """
        if depth < 1 or not len(self.places):
            return []
        if visible is None:
            return self._top(vector, depth, self.places, None, None)
        if 2 * np.count_nonzero(visible) < len(visible):
            kept, packed = self._pack(visible)
            return self._top(vector, depth, packed, kept, None)
        return self._top(vector, depth, self.places, None, visible)

    def _pack(self, visible: Mask) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.float32]]:
        packed = self._packed
        if packed is None or packed[0] is not visible:
            kept = np.flatnonzero(visible)
            packed = self._packed = (visible, kept, np.ascontiguousarray(self.places[kept]))
        return packed[1], packed[2]

    def _top(
        self,
        vector: npt.NDArray[np.float64],
        depth: int,
        places: npt.NDArray[np.float32],
        positions: npt.NDArray[np.intp] | None,
        visible: Mask | None,
    ) -> Hits:
        near = places @ vector.astype(np.float32)
        if visible is not None:
            near *= visible
        rows, _ = at_least(nth_best_at_least(near, depth) - _ROUNDING, None, near)
        exact = (places[rows].astype(np.float64) * vector).sum(axis=1)
        sure = exact > SMALLEST
        rows, exact = rows[sure], exact[sure]
        return best(rows if positions is None else positions[rows], exact, depth)
