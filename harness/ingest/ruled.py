"""Tables with ruled lines, found and read by pdfplumber: each becomes one run of tab-separated rows in its place."""

from __future__ import annotations

import io
import statistics
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from harness.ingest.layout import Run
from harness.text.words import count_words

_MOST_WORDS = 25.0
"""Words a cell on average from which on ruled lines frame columns of prose and not cells."""


class RuledTables:
    """The tables of one file; it is opened by pdfplumber at the first page that has ruled lines."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @cached_property
    def _pages(self) -> Sequence[Any]:
        import pdfplumber  # noqa: PLC0415 -- an extra; the command says how to install it

        pages: Sequence[Any] = pdfplumber.open(io.BytesIO(self._content)).pages
        return pages

    def placed(self, number: int, runs: Sequence[Run]) -> list[Run]:
        """Return the runs of page `number` (from 0) with those inside a table replaced by the table."""
        page = self._pages[number]
        try:
            return list(_placed(page, runs))
        finally:
            page.close()


def _placed(page: Any, runs: Sequence[Run]) -> Iterator[Run]:
    top = page.bbox[3]
    left = list(runs)
    for table in page.find_tables():
        rows = [[" ".join((cell or "").split()) for cell in row] for row in table.extract()]
        rows = [row for row in rows if any(row)]
        x0, upper, x1, lower = table.bbox
        inside = [r for r in left if x0 - 1 <= (r.x0 + r.x1) / 2 <= x1 + 1 and upper - 1 <= top - r.middle <= lower + 1]
        if not inside or not _is_table(rows):
            continue
        left = [run for run in left if run not in inside]
        text = "\n".join("\t".join(row) for row in rows)
        size = statistics.median(run.size for run in inside)
        yield Run(text, x0, top - lower, x1, top - upper, size, is_table=True)
    yield from left


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    filled = [cell for row in rows for cell in row if cell]
    if len(rows) < 2 or len(rows[0]) < 2:  # noqa: PLR2004 -- a header and a row, two columns
        return False
    return 2 * len(filled) >= len(rows) * len(rows[0]) and statistics.mean(map(count_words, filled)) <= _MOST_WORDS
