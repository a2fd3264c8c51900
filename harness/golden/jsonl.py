"""One JSON object a line, read as bytes so that nothing inside a string can be taken for a line end."""

from __future__ import annotations

import codecs
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from harness.errors import GoldenError

Fields = dict[str, Any]

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def read_objects(path: Path) -> Iterator[tuple[int, Fields]]:
    """Yield `(line number, fields)` for each line that is not blank; a byte order mark is no part of line 1.

    Raises `GoldenError` with the line number for a line that is not UTF-8, not JSON, or not an object, and for numbers
    that JSON does not have (NaN, Infinity, 1e999).
    """
    for number, _, fields in located_objects(path):
        yield number, fields


def located_objects(path: Path) -> Iterator[tuple[int, int, Fields]]:
    """Yield `(line number, offset in bytes, fields)` as `read_objects` does, for a line that is to be found again."""
    name = str(path)
    for number, offset, content in read_lines(path):
        yield number, offset, parse_object(content, f"{name} line {number}")


def read_lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield `(line number, offset in bytes, content)` of each line that is not blank; raise `GoldenError` for no readable file."""
    offset = 0
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                content = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
                if not content.isspace() and content:
                    yield number, offset + len(line) - len(content), content
                offset += len(line)
    except OSError as error:
        raise GoldenError(f"{path}: {error.strerror}; make it a readable file with one JSON object a line") from None


def canonical(fields: Fields) -> bytes:
    """Return the same bytes for the same fields, whatever their order or the file's line ends were."""
    return _CANONICAL.encode(fields).encode("ascii")


def parse_object(content: bytes, where: str) -> Fields:
    """Return the fields of one line; raise `GoldenError` that begins with `where`."""
    try:
        value = _STRICT.decode(content.decode("utf-8").strip())
    except UnicodeDecodeError as error:
        raise GoldenError(f"{where}: not UTF-8: {error.reason} at byte {error.start + 1}; save it as UTF-8") from None
    except json.JSONDecodeError as error:
        what = f"{error.msg.removesuffix(' at')} at column {error.colno}"
        raise GoldenError(f"{where}: not JSON: {what}; fix or delete the line") from None
    except RecursionError:
        raise GoldenError(f"{where}: nested too deeply to be read; flatten it or delete the line") from None
    except ValueError as error:
        raise GoldenError(f"{where}: not JSON: {error}; write null or leave the field out") from None
    if not isinstance(value, dict):
        raise GoldenError(f"{where}: {_kind(value)}, not a JSON object; write {{...}} with the fields by name")
    return value


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "null")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is too large for a number")
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


_STRICT = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse)
