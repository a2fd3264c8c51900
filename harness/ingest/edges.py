"""Running headers and footers: lines at the top or bottom that stand on many pages, page numbers read as such."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from harness.ingest.layout import Line
from harness.ingest.paragraphs import table_widths
from harness.ingest.pdfium import Page
from harness.text.words import count_words

_LEAST_PAGES = 3
_SHARE = 0.4
"""Of the pages: left and right ones often have headers of their own."""
_LINES = 3
"""How many lines from either edge may be a header or a footer."""
_NUMBERED_WORDS = 8
"""A longer line with a number in it is text that happens to count along."""
_NUMBER = re.compile(r"\d{1,6}")


class Edges:
    """What stands on many of the pages given, each with its number from 0."""

    def __init__(self, pages: Sequence[tuple[int, Page]]) -> None:
        seen: Counter[str] = Counter()
        for number, page in pages:
            seen.update({form for line in _edge_lines(page) for form in _forms(line.text, number)})
        least = max(_LEAST_PAGES, _SHARE * len(pages))
        self._repeated = frozenset(form for form, count in seen.items() if count >= least)

    def without(self, page: Page, number: int, counts: Counter[str]) -> Sequence[Sequence[Line]]:
        """Return the blocks of a page without them; `counts` says of each on how many pages it was."""
        gone = {}
        for line in _edge_lines(page) if self._repeated else ():
            form = next((form for form in _forms(line.text, number) if form in self._repeated), None)
            if form is not None:
                gone[line] = re.sub(r"\{[+-]\d+\}", "#", form)
        counts.update(dict.fromkeys(gone.values(), 1))
        return [[line for line in block if line not in gone] for block in page.blocks] if gone else page.blocks


def _edge_lines(page: Page) -> list[Line]:
    # The header row of a table that goes on is repeated as well, and is wanted on every page.
    lines = [
        line
        for block in page.blocks
        for line, width in zip(block, table_widths(block), strict=True)
        if not (width or line.is_table)
    ]
    lines.sort(key=lambda line: -line.y1)
    return lines if len(lines) <= 2 * _LINES else [*lines[:_LINES], *lines[-_LINES:]]


def _forms(text: str, number: int) -> Iterator[str]:
    """Yield the line as it is, then with its first or last number told as a distance from the page's own."""
    line = " ".join(text.split())
    yield line
    numbers = list(_NUMBER.finditer(line)) if count_words(line) <= _NUMBERED_WORDS else []
    for found in {match.span(): match for match in (*numbers[:1], *numbers[-1:])}.values():
        yield f"{line[: found.start()]}{{{int(found[0]) - number:+d}}}{line[found.end() :]}"
