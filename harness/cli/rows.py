"""The rows of a query on stdout, as a table for people, as one JSON document or as CSV for programs.

JSON and CSV are printed once the last row is there, from a file where they are large: nothing is ever printed half.
"""

from __future__ import annotations

import csv
import json
import math
import shutil
import sys
from collections.abc import Iterator
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any

from harness.text.printable import one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

_AT_ONCE = 1024
_IN_MEMORY_BYTES = 1 << 24
_CELL_CHARACTERS = 300
_NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UBIGINT", "DOUBLE", "FLOAT", "DECIMAL")


def write_table(answer: Any, limit: int | None) -> None:
    """Print the first `limit` rows (None: all) and whether there are more.

    Rows that are too wide for the terminal are printed one below the other, a line a column, cut to the width there is.
    """
    from harness.cli.console import stdout_console
    from harness.report._lines import print_trimmed

    names, kinds = _columns(answer)
    rows = _rows(answer)
    shown = [[_cell(value) for value in row] for row in islice(rows, limit)]
    console = stdout_console()
    widths = [max([len(name), *(len(row[at]) for row in shown)]) for at, name in enumerate(names)]
    if not shown:
        console.print("no rows", style="dim")
    elif sum(widths) + 2 * (len(widths) - 1) <= console.width:
        print_trimmed(console, [_table(names, kinds, shown)])
    else:
        print_trimmed(console, _one_by_one(names, shown))
    if next(rows, None):
        console.print("… more rows: --rows N or all, or --format csv", style="dim")


def _table(names: list[str], kinds: list[str], shown: list[list[str]]) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name, kind in zip(names, kinds, strict=True):
        is_number = kind.startswith(_NUMBERS) and not kind.endswith("]")
        table.add_column(one_line(name), justify="right" if is_number else "left", no_wrap=True, overflow="ellipsis")
    for row in shown:
        table.add_row(*row)
    return table


def _one_by_one(names: list[str], shown: list[list[str]]) -> Iterator[RenderableType]:
    from rich.table import Table

    for number, row in enumerate(shown):
        if number:
            yield ""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(style="dim", no_wrap=True, min_width=min(max(map(len, names)), 30))
        table.add_column(no_wrap=True, overflow="ellipsis")
        for name, value in zip(names, row, strict=True):
            table.add_row(one_line(name), value)
        yield table


def write_json(answer: Any) -> None:
    """Print all rows as one JSON array of objects."""
    from harness.cli.document import as_json

    names, kinds = _columns(answer)
    with SpooledTemporaryFile(_IN_MEMORY_BYTES, "w+", encoding="utf-8", errors="surrogatepass") as out:
        before = "[\n"
        for row in _rows(answer):
            told = {name: _json(value, kind) for name, kind, value in zip(names, kinds, row, strict=True)}
            out.write(before + json.dumps(told, ensure_ascii=False, default=str, allow_nan=False))
            before = ",\n"
        out.write("[]\n" if before == "[\n" else "\n]\n")
        out.seek(0)
        sys.stdout.writelines(map(as_json, out))


def write_csv(answer: Any) -> None:
    """Print all rows as CSV with a header (RFC 4180, but for line ends of one character); lists and structs as JSON."""
    names, _ = _columns(answer)
    with SpooledTemporaryFile(_IN_MEMORY_BYTES, "w+", encoding="utf-8", errors="surrogatepass", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([_plain(value) for value in row] for row in _rows(answer))
        out.seek(0)
        shutil.copyfileobj(out, sys.stdout)


def _columns(answer: Any) -> tuple[list[str], list[str]]:
    """Return the names, told apart where two are alike, and the types."""
    names: dict[str, None] = {}
    for name, *_ in answer.description:
        unique, number = name, 2
        while unique in names:
            unique, number = f"{name}_{number}", number + 1
        names[unique] = None
    return list(names), [str(kind) for _, kind, *_ in answer.description]


def _rows(answer: Any) -> Iterator[tuple[Any, ...]]:
    while rows := answer.fetchmany(_AT_ONCE):
        yield from rows


def _json(value: Any, kind: str = "") -> Any:
    if kind == "JSON" and isinstance(value, str):
        return json.loads(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    return value


def _plain(value: Any) -> Any:
    return json.dumps(_json(value), ensure_ascii=False, default=str) if isinstance(value, dict | list) else value


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return one_line(str(_plain(value))[:_CELL_CHARACTERS])
