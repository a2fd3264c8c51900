"""Delimited files: one line a row, cells separated by tabs, so that a row stays a row and the first is the header."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from harness.ingest.decode import decode
from harness.ingest.parsed import Finding, Parsed, Source, UnreadableError, View

_SAMPLE = 20_000
_LONGEST_CELL = 2**31 - 1
_DELIMITERS = ",;\t|"


def parse(source: Source) -> Parsed:
    """Return the rows; line ends inside a cell become spaces. The view is the file with its quotes and delimiters."""
    read = decode(source.content, fallback=source.options.encoding)
    rows = [[" ".join(cell.split()) for cell in row] for row in _rows(read.text)]
    width = len(rows[0]) if rows else 0
    odd = [number for number, row in enumerate(rows, 1) if len(row) != width]
    findings = list(read.findings)
    if odd:
        message = f"row {odd[0]} is {len(rows[odd[0] - 1])} wide, the header {width}"
        findings.append(Finding("ragged_rows", message + (f"; {len(odd) - 1:,} more rows differ" if odd[1:] else "")))
    if not any(any(row) for row in rows):
        findings.append(Finding("no_text", "no cell holds text"))
    return Parsed(
        "\n".join("\t".join(row) for row in rows),
        views=(View("the file as written", read.text), *read.views),
        findings=tuple(findings),
    )


def _rows(text: str) -> Iterator[list[str]]:
    csv.field_size_limit(_LONGEST_CELL)
    sample = text[:_SAMPLE]
    try:
        dialect: type[csv.Dialect] | csv.Dialect = csv.Sniffer().sniff(
            sample[: sample.rfind("\n") + 1] or sample, _DELIMITERS
        )
    except csv.Error:  # one column, or no regular one
        dialect = csv.excel
        dialect.delimiter = max(_DELIMITERS, key=sample.count)
    try:
        yield from (row for row in csv.reader(io.StringIO(text), dialect) if any(row))
    except csv.Error as error:
        raise UnreadableError(f"not a delimited file: {error}; open and save it as CSV again") from None
