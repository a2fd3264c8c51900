"""The weak cut: chunks that score low among this question's own candidates.

Raw scores mean nothing across questions or retrievers, so the threshold is a percentile of the candidates at hand. The
best chunk is never cut.
"""

from __future__ import annotations

from collections.abc import Sequence


class WeakCut:
    """A threshold for one question; `percentile` is 0-100 and 0 turns it off."""

    def __init__(self, scores: Sequence[float], percentile: float) -> None:
        self._percentile = percentile
        self._least = percentile_of(scores, percentile) if percentile > 0 and scores else None

    def reason(self, score: float) -> str | None:
        """Return why a chunk of this score is weak, or None."""
        if self._least is None or score >= self._least:
            return None
        shown, least = _apart(score, self._least)
        return f"weak: score {shown} is below the {_ordinal(self._percentile)} percentile of the candidates ({least})"


def percentile_of(scores: Sequence[float], percentile: float) -> float:
    """Return the percentile (0-100) of at least one score, interpolated between neighbours (Hyndman and Fan, type 7)."""
    ordered = sorted(scores)
    place = (len(ordered) - 1) * percentile / 100
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def _apart(score: float, least: float) -> tuple[str, str]:
    for digits in range(2, 17):
        shown = f"{score:.{digits}f}", f"{least:.{digits}f}"
        if shown[0] != shown[1]:
            return shown
    return repr(score), repr(least)


def _ordinal(percentile: float) -> str:
    if percentile != int(percentile):
        return f"{percentile:g}th"
    whole = int(percentile)
    teens = whole % 100 in (11, 12, 13)
    return f"{whole}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(whole % 10, 'th')}"
