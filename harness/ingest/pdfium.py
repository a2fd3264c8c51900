"""PDFium's view of one page: runs of characters with their boxes and sizes, and its own text."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harness.ingest.layout import Line, Run, blocks
from harness.ingest.parsed import UnreadableError

if TYPE_CHECKING:
    from harness.ingest.ruled import RuledTables

_PASSWORD_ERROR = 4
_LEAST_STROKES = 4
_MOST_STROKES = 3_000
"""Strokes on a page from which on it holds a table, and beyond which it is a drawing that would be searched for minutes."""


@dataclass(frozen=True, slots=True)
class Page:
    """Lines in reading order, by column, and PDFium's text; a page that cannot be opened has neither.

    `is_ruled` where lines are drawn that may rule a table which nobody has looked for yet.
    """

    blocks: Sequence[Sequence[Line]] = ()
    raw: str = ""
    is_ruled: bool = False


def open_pdf(content: bytes) -> Any:
    """Return PDFium's document; raise `UnreadableError` where it cannot be opened."""
    import pypdfium2  # noqa: PLC0415 -- an extra; the command says how to install it

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == _PASSWORD_ERROR:
            raise UnreadableError("needs a password; save a copy without one") from None
        raise UnreadableError("a damaged PDF that PDFium cannot open; print it to PDF again") from None
    if len(document) == 0:
        raise UnreadableError("a PDF without pages; print it to PDF again")
    return document


def read_page(document: Any, number: int, tables: RuledTables | None) -> Page:
    """Return page `number` (from 0), its ruled tables read by `tables` where given."""
    import pypdfium2  # noqa: PLC0415 -- as above

    try:
        page = document[number]
    except pypdfium2.PdfiumError:  # one torn page must not cost the others; it is reported as one without text
        return Page()
    text_page = page.get_textpage()
    try:
        runs = list(_runs(text_page))
        is_ruled = bool(runs) and _LEAST_STROKES <= _strokes(page) <= _MOST_STROKES
        if tables and is_ruled:
            runs = tables.placed(number, runs)
        raw = text_page.get_text_range().replace("\r\n", "\n").replace("\ufffe", "-\n")
        return Page(blocks(runs), raw, is_ruled=is_ruled and tables is None)
    finally:
        text_page.close()
        page.close()


def _runs(text_page: Any) -> Iterator[Run]:
    import pypdfium2.raw as pdfium  # noqa: PLC0415 -- as above

    matrix = pdfium.FS_MATRIX()
    for number in range(text_page.count_rects()):
        x0, y0, x1, y1 = text_page.get_rect(number)
        text = text_page.get_text_bounded(x0, y0, x1, y1)
        if not text.strip():
            continue
        size = y1 - y0
        at = text_page.get_index(min(x0 + 0.5, x1), (y0 + y1) / 2, 2, max(2.0, size))
        if at is not None:
            # Glyphs without tails make low boxes; a font's own height is the same along the line.
            _, y0, _, y1 = text_page.get_charbox(at, loose=True)
            pdfium.FPDFText_GetMatrix(text_page, at, ctypes.byref(matrix))
            size = pdfium.FPDFText_GetFontSize(text_page, at) * math.hypot(matrix.c, matrix.d)
        yield Run(text.replace("\r\n", " "), x0, y0, x1, y1, round(2 * size) / 2 or 1.0, number)


def _strokes(page: Any) -> int:
    import pypdfium2.raw as pdfium  # noqa: PLC0415 -- as above

    total = 0
    for drawn in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=4):
        total += max(1, pdfium.FPDFPath_CountSegments(drawn.raw) // 2)
        if total > _MOST_STROKES:
            break
    return total
