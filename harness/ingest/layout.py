"""A page's runs of characters to lines in reading order: pieces of a line joined, columns read one after the other.

Coordinates are PDF points, y upwards. Columns are found as in a recursive X-Y cut (Nagy and Seth, 1984), with one
difference: what crosses a gutter, such as a title, divides the page into bands, and each band has its own columns.
"""

from __future__ import annotations

import statistics
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from harness.text.words import count_words

_GAP = 0.9
"""Sizes of white between two pieces of one line that belong together; more is a cell's edge or a gutter."""
_GAP_ELSEWHERE = 0.4
"""The same for pieces that the file does not draw one after the other: of two columns, or a word set apart."""
_SPACE = 0.2
_BINS = 240
_PROSE_WORDS = 3.0
_PROSE_LINES = 4
_FULL = 0.7
"""Lines of a column of prose mostly reach this share of its width; cells of a table do not."""
_LEVEL = 0.15
"""Sizes by which two pieces of one line differ in height at most."""
_CELLS = 0.6
"""Beside a column of prose, the share of pieces on its lines from which on they are cells of a table."""
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Run:
    """Characters drawn side by side, with their box and font size; a whole table is one run with `is_table`.

    `number` is the run's place in the order in which the file draws them.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    number: int = -1
    is_table: bool = False

    @property
    def middle(self) -> float:
        """The height of its centre."""
        return (self.y0 + self.y1) / 2


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it is read; pieces far apart are separated by a tab."""

    text: str
    y0: float
    y1: float
    size: float
    is_table: bool = False


def blocks(runs: Sequence[Run]) -> list[list[Line]]:
    """Return the lines of a page in reading order, one list for each column of each band."""
    pieces = [piece for row in _rows(runs) for piece in _pieces(row)]
    return [[_line(row) for row in _rows(block)] for block in _ordered(pieces, 0) if block]


def _rows(runs: Iterable[Run]) -> list[list[Run]]:
    """Return runs at one height, from the top; the first of each row says how high it is."""
    rows: list[list[Run]] = []
    for run in sorted(runs, key=lambda r: (-r.middle, r.x0)):
        first = rows[-1][0] if rows else None
        alike = first and not (first.is_table or run.is_table)
        if (
            first
            and alike
            and abs(first.middle - run.middle) <= 0.5 * max(min(first.y1 - first.y0, run.y1 - run.y0), 1.0)
        ):
            rows[-1].append(run)
        else:
            rows.append([run])
    for row in rows:
        row.sort(key=lambda r: r.x0)
    return rows


def _pieces(row: Sequence[Run]) -> Iterator[Run]:
    piece = [row[0]]
    for before, run in pairwise(row):
        gap = _GAP if run.number == before.number + 1 else _GAP_ELSEWHERE
        if run.x0 - before.x1 > gap * max(before.size, run.size):
            yield _joined(piece)
            piece = []
        piece.append(run)
    yield _joined(piece)


def _joined(runs: Sequence[Run]) -> Run:
    if len(runs) == 1:
        return runs[0]
    ordered = list(reversed(runs)) if _is_right_to_left(runs) else runs
    text = ordered[0].text
    for before, run in pairwise(ordered):
        # Where one is drawn after the other, PDFium has put the space that belongs there at its end.
        white = max(run.x0 - before.x1, before.x0 - run.x1) if run.number != before.number + 1 else 0.0
        apart = white > _SPACE * run.size and not text[-1:].isspace() and not run.text[:1].isspace()
        text += (" " if apart else "") + run.text
    longest = max(runs, key=lambda r: len(r.text))
    return Run(
        text,
        min(r.x0 for r in runs),
        min(r.y0 for r in runs),
        max(r.x1 for r in runs),
        max(r.y1 for r in runs),
        longest.size,
        runs[-1].number,
    )


def _line(row: Sequence[Run]) -> Line:
    ordered = list(reversed(row)) if _is_right_to_left(row) else row
    longest = max(row, key=lambda r: len(r.text))
    text = row[0].text if row[0].is_table else "\t".join(" ".join(run.text.split()) for run in ordered)
    return Line(text, min(r.y0 for r in row), max(r.y1 for r in row), longest.size, row[0].is_table)


def _is_right_to_left(runs: Iterable[Run]) -> bool:
    kinds = [unicodedata.bidirectional(character) for run in runs for character in run.text[:40]]
    return sum(kind in {"R", "AL"} for kind in kinds) > kinds.count("L")


def _ordered(pieces: Sequence[Run], depth: int) -> Iterator[list[Run]]:
    gutter = _gutter(pieces) if depth < _DEEPEST else None
    if gutter is None:
        yield list(pieces)
        return
    for band in _bands(pieces, gutter):
        left = [p for p in band if p.x1 <= gutter]
        right = [p for p in band if p.x0 >= gutter]
        if len(left) + len(right) < len(band) or not _are_columns(left, right):
            yield band
        else:
            first, second = (right, left) if _is_right_to_left(band) else (left, right)
            yield from _ordered(first, depth + 1)
            yield from _ordered(second, depth + 1)


def _bands(pieces: Sequence[Run], gutter: float) -> list[list[Run]]:
    """Return the pieces from the top, those that cross the gutter apart from those that stand beside it."""
    bands: list[list[Run]] = []
    crossed: bool | None = None
    for piece in sorted(pieces, key=lambda p: (-p.middle, p.x0)):
        crosses = piece.x0 < gutter < piece.x1
        if crosses is not crossed:
            bands.append([])
        bands[-1].append(piece)
        crossed = crosses
    return bands


def _gutter(pieces: Sequence[Run]) -> float | None:
    """Return the x that fewest pieces cross and that has columns of prose at both sides; null where there is none."""
    if len(pieces) < 2 * _PROSE_LINES:
        return None
    first, last = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    step = (last - first) / _BINS
    if step <= 0:
        return None
    changes = [0] * (_BINS + 2)
    for piece in pieces:
        changes[int((piece.x0 - first) / step)] += 1
        changes[int((piece.x1 - first) / step) + 1] -= 1
    crossing, crossed = [], 0
    for change in changes[:_BINS]:
        crossed += change
        crossing.append(crossed)
    valleys = sorted(_valleys(crossing, len(pieces) // 4), key=lambda valley: (valley[0], -valley[1]))
    for _, _, middle in valleys[:8]:
        x = first + (middle + 0.5) * step
        bands = _bands(pieces, x)
        if any(_are_columns([p for p in b if p.x1 <= x], [p for p in b if p.x0 >= x]) for b in bands):
            return x
    return None


def _valleys(crossing: Sequence[int], most: int) -> Iterator[tuple[int, int, float]]:
    """Yield `(pieces crossed, width, middle)` of each stretch of bins that no more than `most` pieces cross."""
    at = _BINS // 10
    while at < _BINS - _BINS // 10:
        end = at
        while end < _BINS and crossing[end] == crossing[at]:
            end += 1
        if crossing[at] <= most:
            yield crossing[at], end - at, (at + end - 1) / 2
        at = end


def _are_columns(left: Sequence[Run], right: Sequence[Run]) -> bool:
    """Return whether two sides are columns of prose, or one is and the other (headings, captions) keeps no line with it."""
    prose = [_is_prose(left), _is_prose(right)]
    if all(prose) or not any(prose):
        return all(prose)
    full, other = (left, right) if prose[0] else (right, left)
    heights = [run.middle for run in full]
    level = sum(any(abs(run.middle - height) < _LEVEL * run.size for height in heights) for run in other)
    return len(other) >= _PROSE_LINES and level < _CELLS * len(other)


def _is_prose(pieces: Sequence[Run]) -> bool:
    if len(pieces) < _PROSE_LINES:
        return False
    width = max(p.x1 for p in pieces) - min(p.x0 for p in pieces)
    wide = sum(p.x1 - p.x0 >= _FULL * width for p in pieces) / len(pieces)
    return statistics.mean(count_words(p.text) for p in pieces) >= _PROSE_WORDS and wide >= 0.5  # noqa: PLR2004 -- most of them
