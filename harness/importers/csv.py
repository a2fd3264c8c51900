"""Any CSV with names in its first line, by names people use or by --map; cells may hold lists, as JSON or as pandas writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.importers._files import Row, csv_rows, is_csv, refuse
from harness.importers._names import COMMON

MAPPING = COMMON


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows."""
    if not is_csv(path):
        refuse(path, "JSON, not CSV; import it with harness import jsonl")
    yield from csv_rows(path)
