"""A file of another tool as JSON values or CSV rows, each with where it stood; what cannot be read is one line.

JSON Lines, one JSON document, a list in one document, documents one after another, and CSV with any of `,` `;` and tab are
told apart by their content, not by the file's name. NaN and Infinity, which Python writes and JSON has not, are null.
"""

from __future__ import annotations

import codecs
import csv
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from harness.errors import InputError

Fields = dict[str, Any]
Row = tuple[str, Fields]
"""Where a row stands, for messages, and what it says."""

_PEEK = 1 << 16
_COMPRESSED = (b"PK\x03\x04", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1", b"BZh")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class ImportFileError(InputError):
    """A file cannot be imported as it is; the message says where and what next."""


def rows_of(path: Path, *lists: str) -> Iterator[Row]:
    """Yield the rows of a CSV, of JSON Lines or of a JSON document: a list, or the list under one of the keys `lists`.

    A document of columns (`{"question": [...], "answer": [...]}`, or pandas' `{"question": {"0": ...}}`) is turned.
    Raises `ImportFileError` for the first thing that is none of these.
    """
    if is_csv(path):
        yield from csv_rows(path)
        return
    for where, value in json_values(path):
        yield from rows_in(value, where, path, lists)


def rows_in(value: Any, where: str, path: Path, lists: tuple[str, ...]) -> Iterator[Row]:
    """Yield the rows of one JSON value, as `rows_of` does."""
    if isinstance(value, dict):
        # A line is a row, and what it holds under such a name is the row's own.
        name = (
            None
            if where.startswith("line")
            else next((key for key in lists if _holds_rows(value.get(key), lists)), None)
        )
        if name is not None:
            yield from rows_in(value[name], where if where.endswith(name) else f"{where} {name}".strip(), path, lists)
            return
        columns = _columns(value)
        if columns is not None:
            for number, row in enumerate(columns):
                yield f"{where} row {number + 1}".strip(), row
            return
        yield where, value
        return
    if not isinstance(value, list):
        raise ImportFileError(f"{path} {where}: a {_kind(value)}, where an object with named fields belongs")
    for number, item in enumerate(value, 1):
        if not isinstance(item, dict):
            raise ImportFileError(
                f"{path} {where} item {number}: a {_kind(item)}, where an object with named fields belongs".replace(
                    "  ", " "
                )
            )
        yield f"{where} item {number}".strip(), item


def is_csv(path: Path) -> bool:
    """Return whether a file is a table of cells rather than JSON; raise `ImportFileError` where it is neither."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_PEEK)
    except OSError as error:
        raise ImportFileError(f"{path}: {error.strerror}; name a file that can be read") from None
    if head.startswith(_COMPRESSED):
        raise ImportFileError(
            f"{path}: compressed or binary (it begins with {head[:4].hex(' ')}); unpack or export it first"
        )
    if head.startswith(_UTF_16) or b"\0" in head:
        raise ImportFileError(f"{path}: not UTF-8 text; save it as UTF-8")
    bare = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if not bare:
        raise ImportFileError(f"{path}: the file is empty; export it again")
    if bare[:1] in {b"{", b"["}:
        return False
    first = bare.split(b"\n", 1)[0]
    if path.suffix.lower() in {".csv", ".tsv"} or (path.suffix.lower() not in {".yaml", ".yml"} and _delimiter(first)):
        return True
    raise ImportFileError(
        f"{path} line 1: neither JSON nor CSV: it begins {_clip(first)!r}; export it as JSON, JSON Lines or CSV"
    )


def json_values(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the values of a file, a line of JSON Lines or a whole document at a time.

    Raises `ImportFileError` with the line for what is not UTF-8, not JSON, torn, or nested too deeply.
    """
    with path.open("rb") as lines:
        first, rest = _first_line(lines), _has_more(lines)
        try:
            value = _decoded(first)
            whole = True
        except ValueError:
            value, whole = None, False
        if whole and not rest:
            yield "", value
            return
    if whole:
        yield from _lines(path)
    else:
        yield from _document(path)


def csv_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a CSV by the names in its first line; a cell that is not there is null."""
    csv.field_size_limit(sys.maxsize)
    line = 1
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            head = stream.readline()
            stream.seek(0)
            table = csv.DictReader(stream, delimiter=_delimiter(head.encode()) or ",", strict=True)
            names = [name for name in table.fieldnames or () if name]
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise ImportFileError(f"{path} line 1: two columns are called {twice!r}; rename one")
            for cells in table:
                line = table.line_num
                if None in cells:
                    width = len(table.fieldnames or ())
                    raise ImportFileError(
                        f"{path} line {table.line_num}: more cells than the {width} columns named in line 1; quote the"
                        " cells that hold the separator"
                    )
                yield f"line {table.line_num}", {name: cell for name, cell in cells.items() if name}
    except UnicodeDecodeError as error:
        raise ImportFileError(
            f"{path}: not UTF-8 ({error.reason} at byte {error.start + 1} of a block); save it as UTF-8"
        ) from None
    except csv.Error as error:
        raise ImportFileError(
            f"{path} line {line} or the next: not CSV: {error}; export it again, quotes closed"
        ) from None


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            content = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if content.strip():
                try:
                    yield f"line {number}", _decoded(content)
                except ValueError as error:
                    torn = "" if line.endswith(b"\n") else ": the file ends in the middle of it"
                    raise ImportFileError(
                        f"{path} line {number}: not JSON{torn} ({_why(error)}); export it again, or delete the line"
                    ) from None


def _document(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield one document that spans lines, or several one after another, as a console prints them."""
    content = path.read_bytes().removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ImportFileError(f"{path} line {line}: not UTF-8 ({error.reason}); save it as UTF-8") from None
    del content
    at, number = 0, 0
    while True:
        at = _next_character(text, at)
        if at == len(text):
            return
        try:
            value, at = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            open_ended = error.msg.startswith("Unterminated string")
            torn = ": the file ends in the middle" if open_ended or error.pos >= len(text.rstrip()) else ""
            raise ImportFileError(
                f"{path} line {error.lineno}: not JSON{torn} ({error.msg} at column {error.colno}); export it again"
            ) from None
        except (ValueError, RecursionError) as error:
            raise ImportFileError(f"{path}: not JSON ({_why(error)}); export it again") from None
        number += 1
        yield "" if number == 1 and _next_character(text, at) == len(text) else f"document {number}", value


def _decoded(content: bytes) -> Any:
    try:
        return _DECODER.decode(content.decode("utf-8").strip())
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _next_character(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _first_line(lines: Any) -> bytes:
    first = next((line for line in lines if line.removeprefix(codecs.BOM_UTF8).strip()), b"")
    return bytes(first).removeprefix(codecs.BOM_UTF8)


def _has_more(lines: Any) -> bool:
    return any(line.strip() for line in lines)


def _why(error: BaseException) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8: {error.reason} at byte {error.start + 1}"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno}"
    return str(error) or "nested too deeply"


def _holds_rows(value: Any, lists: tuple[str, ...]) -> bool:
    if isinstance(value, dict):
        return _columns(value) is not None or any(isinstance(value.get(key), list) for key in lists)
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _columns(value: Fields) -> list[Fields] | None:
    """Return the rows of a document of columns, all equally long; None where it is not one."""
    lists = {name: _column(column) for name, column in value.items()}
    known = {name: column for name, column in lists.items() if column is not None}
    lengths = {len(column) for column in known.values()}
    if len(known) < 2 or len(known) < len(value) or len(lengths) != 1:  # noqa: PLR2004 -- one column alone is no table
        return None
    return [dict(zip(known, cells, strict=True)) for cells in zip(*known.values(), strict=True)]


def _column(column: Any) -> list[Any] | None:
    if isinstance(column, list):
        return column
    if isinstance(column, dict) and column and all(name.isdecimal() for name in column):
        return [column[name] for name in sorted(column, key=int)]
    return None


def _delimiter(head: bytes) -> str | None:
    counts = {sign: head.count(sign.encode()) for sign in ",;\t"}
    best = max(counts, key=lambda sign: counts[sign])
    return best if counts[best] else None


def _kind(value: object) -> str:
    names = {list: "list", str: "text", bool: "true or false", int: "number", float: "number", dict: "object"}
    return names.get(type(value), "null")


def _clip(content: bytes) -> str:
    return content[:60].decode("utf-8", "replace").strip()


def _finite(digits: str) -> float | None:
    value = float(digits)
    return value if math.isfinite(value) else None


def _null(_: str) -> None:
    return None


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_null)


def refuse(path: Path, reason: str) -> NoReturn:
    """Raise `ImportFileError` about a file."""
    raise ImportFileError(f"{path}: {reason}")
