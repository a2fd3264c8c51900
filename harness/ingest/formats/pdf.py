"""PDF by PDFium, one page at a time: lines in reading order, headings by size, ruled tables by pdfplumber.

The view is PDFium's own text, in the order in which the file draws it: without columns, tables or headers of ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from harness.ingest.edges import Edges
from harness.ingest.paragraphs import Sizes, paragraphs
from harness.ingest.parsed import Finding, Parsed, Source, Tick, View
from harness.ingest.pdfium import Page, open_pdf, read_page
from harness.ingest.ruled import RuledTables
from harness.ingest.suspect import Suspicions, first_heading
from harness.text.literal import excerpt

SAMPLED_PAGES = 40
"""How many pages, spread over the file, tell its body size and the lines that stand on every page."""

_BETWEEN = "\n\n"


def parse(source: Source) -> Parsed:
    """Return the text with the offset of each page; memory grows with the text alone, not with what is drawn."""
    document = open_pdf(source.content)
    try:
        return _parsed(document, source)
    finally:
        document.close()


def _parsed(document: Any, source: Source) -> Parsed:
    count = len(document)
    sampled = _sampled(document, count, source.tick)
    sizes = Sizes(page.blocks for page in sampled.values())
    edges = Edges([] if source.options.keep_repeated else list(sampled.items()))
    tables = RuledTables(source.content) if source.options.tables else None
    texts, raws, suspicions, left_out = [], [], Suspicions(), Counter[str]()
    for number in range(count):
        page = sampled.pop(number, None)
        if page is None or (tables and page.is_ruled):
            page = read_page(document, number, tables)
        raws.append(page.raw)
        kept = edges.without(page, number, left_out)
        text = paragraphs(kept, sizes)
        texts.append(text)
        if text or not page.raw.strip():
            suspicions.add(text, number + 1, prose=paragraphs(_without_tables(kept), sizes))
        source.tick(number + 1, count)
    text = _BETWEEN.join(texts)
    return Parsed(
        text,
        title=first_heading(text),
        page_starts=_starts(texts),
        views=(View("text in the order the PDF draws it", _BETWEEN.join(raws), _starts(raws)),),
        findings=(*suspicions.findings(), *_left_out(left_out, count), *_second_try(source)),
    )


def _sampled(document: Any, count: int, tick: Tick) -> dict[int, Page]:
    pages = {}
    for number in range(0, count, max(1, count // SAMPLED_PAGES)):
        pages[number] = read_page(document, number, None)
        tick(0, count)
    return pages


def _without_tables(blocks: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[line for line in block if not line.is_table] for block in blocks]


def _starts(pages: Sequence[str]) -> tuple[int, ...]:
    return tuple(accumulate((len(page) + len(_BETWEEN) for page in pages[:-1]), initial=0))


def _left_out(counts: Counter[str], pages: int) -> Iterator[Finding]:
    if counts:
        (line, times), others = counts.most_common(1)[0], len(counts) - 1
        more = f" and {others:,} more line{'s' * (others > 1)}" if others else ""
        yield Finding(
            "repeated", f"left out: {excerpt(line)} ({times:,} of {pages:,} pages){more}; --keep-repeated keeps them"
        )


def _second_try(source: Source) -> Iterator[Finding]:
    if not source.options.tables:
        yield Finding("tables_unread", "pdfplumber did not come to an end: cells are read as they stand on their lines")
