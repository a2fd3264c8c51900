"""Any JSON Lines, JSON list or JSON document of rows, by names people use or by --map."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.importers._files import Row, is_csv, refuse, rows_of
from harness.importers._names import COMMON

MAPPING = COMMON


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows; a document may hold them under results, rows, data, samples or examples."""
    if is_csv(path):
        refuse(path, "a CSV, not JSON; import it with harness import csv")
    yield from rows_of(path, "results", "rows", "data", "samples", "examples")
