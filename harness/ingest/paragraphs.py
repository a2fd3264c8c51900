"""Lines to text: paragraphs where there is more white than between their lines, Markdown headings where type is larger."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from harness.ingest.layout import Line
from harness.text.words import count_words

_LARGER = 1.15
_DEEPEST = 4
_MOST_WORDS = 25
"""A longer paragraph of large type is no heading."""
_WHITE = 0.3
"""Sizes of white beyond the usual between two lines that part two paragraphs."""
_TELLING = 3
"""Lines of one kind from which on they tell what is usual."""
_DIVIDED = "\x02"
"""What PDFium reads at the end of a line for a hyphen that only divides a word."""


class Sizes:
    """The type sizes of a document: that of its body, and larger ones as levels of headings."""

    def __init__(self, pages: Iterable[Sequence[Sequence[Line]]]) -> None:
        lines = [line for blocks in pages for block in blocks for line in block if not line.is_table]
        letters: Counter[float] = Counter()
        for line in lines:
            letters[line.size] += len(line.text)
        self._body = max(letters, key=lambda size: (letters[size], -size), default=1.0)
        larger = sorted({size for size in letters if size >= _LARGER * self._body}, reverse=True)
        self._levels = {size: min(level, _DEEPEST) for level, size in enumerate(larger, 1)}

    def level(self, line: Line) -> int:
        """Return the level of heading that a line's size stands for; 0 for body text."""
        if line.is_table or line.size < _LARGER * self._body:
            return 0
        return self._levels.get(line.size, _DEEPEST)


def paragraphs(blocks: Iterable[Sequence[Line]], sizes: Sizes) -> str:
    """Return the text of a page: paragraphs, headings and tables, a blank line between each."""
    return "\n\n".join(text for block in blocks for lines in _parted(block, sizes) if (text := _text(lines, sizes)))


def _parted(block: Sequence[Line], sizes: Sizes) -> Iterator[list[Line]]:
    kinds = zip(block, table_widths(block), strict=True)
    for (width, _), alike in groupby(kinds, key=lambda kind: (kind[1], sizes.level(kind[0]))):
        lines = [line for line, _ in alike]
        if width:
            yield lines
            continue
        whites = [above.y0 - below.y1 for above, below in pairwise(lines)]
        usual = statistics.median_low(whites) if len(whites) >= _TELLING else 0.0
        part = lines[:1]
        for white, line in zip(whites, lines[1:], strict=True):
            if line.is_table or white > max(usual, 0.0) + _WHITE * line.size:
                yield part
                part = []
            part.append(line)
        yield part


def table_widths(block: Sequence[Line]) -> list[int]:
    """Return, for each line, how many tabs it has where it and its neighbours make a table without rules; else 0."""
    widths: list[int] = []
    for tabs, alike in groupby(0 if line.is_table else line.text.count("\t") for line in block):
        count = len(list(alike))
        widths += [tabs if count >= _TELLING else 0] * count
    return widths


def _text(lines: Sequence[Line], sizes: Sizes) -> str:
    level = sizes.level(lines[0]) if lines else 0
    text = "\n".join(line.text for line in lines)
    text = text.replace(f"{_DIVIDED}\n", "").replace(_DIVIDED, "-")
    if level and count_words(text) <= _MOST_WORDS and any(map(str.isalpha, text)):
        return f"{'#' * level} {' '.join(text.split())}"
    return text
