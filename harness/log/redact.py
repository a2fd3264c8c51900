"""A copy of a log without what must not leave the building: matches of patterns, and whole fields.

What is taken out becomes `[redacted 0a1b2c3d4e5f]`. The digits tell one value from another within the copy, so that ids still pair
and counts still hold; they are keyed with a secret that is thrown away, so that nobody can try values against them.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel, ValidationError

from harness.errors import InputError, LogError, nearest
from harness.log.files import RECORDS, ZSTD, Lines, records_file
from harness.log.lines import Problem, encode, sift, strays
from harness.log.reader import Log
from harness.log.rewrite import rewritten
from harness.text.patterns import Pattern, PatternError, read_pattern
from harness.types import Record, RunEnd, RunStart

PATTERNS: Mapping[str, str] = {
    "email": r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+",
    "phone": r"(?<![\w.+-])(?!\d{4}-\d\d-\d\d)\+?\d[\d ()/.-]{6,18}\d(?![\w])",
    "iban": r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b",
    "card": r"(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)",
    "ipv4": r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])",
}
"""Patterns that have a name; they find more than what they are named for rather than less."""

_FREE = frozenset({"metadata", "extra", "settings", "details"})
"""Fields that hold any JSON: there a number can be what a pattern looks for, and a key too."""

Line = RunStart | Record | RunEnd


@dataclass(slots=True)
class Redacted:
    """What a redaction did: `values` counts what was taken out, `left_out` names the lines that could not be read."""

    path: Path
    records: int = 0
    values: int = 0
    left_out: list[Problem] = field(default_factory=list)


def redact(log: Log, folder: Path, *, patterns: Sequence[str] = (), fields: Sequence[str] = ()) -> Redacted:
    """Write a copy of a log into `folder` without what `patterns` match and `fields` hold; the log itself is only read.

    A pattern is a name of `PATTERNS` or a regular expression; it is sought in every string. A field is a path of names with
    dots, such as `generation.thinking` or `chunks.chunk.text`: through lists it goes into each item. Raises `InputError` for
    what cannot be followed, and `LogError` where a record cannot be one without it, or where a log is there already.
    """
    masker = _Masker([_compiled(pattern) for pattern in patterns], [_path(name) for name in fields])
    if (there := records_file(folder)).exists():
        raise LogError(f"{there} exists; name another folder with --out")
    done = Redacted(folder / (ZSTD if log.path.name == ZSTD else RECORDS))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"{folder}: {error.strerror}; name another folder with --out") from None
    try:
        with rewritten(done.path) as copy:
            for number, _, line in sift(Lines(log.path), log.start.run_id):
                if isinstance(line, Problem):
                    done.left_out.append(line)
                else:
                    copy.write(encode(_masked(line, masker, f"{log.path} line {number}")))
                    done.records += isinstance(line, Record)
    except LogError:
        with suppress(OSError):
            folder.rmdir()  # only where it is empty
        raise
    done.values = masker.values
    return done


def _masked(line: Line, masker: _Masker, where: str) -> Line:
    try:
        fields = masker.masked(line.model_dump())
    except PatternError as error:
        raise LogError(f"{where}: --pattern {error}") from None
    try:
        masked = type(line).model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"] if not isinstance(part, int))
        raise LogError(
            f"{where}: {name} would be {first['input']!r}, and a log cannot be read so; narrow the pattern, or name a smaller field"
        ) from None
    if isinstance(masked, Record) and (reason := strays(masked)):
        raise LogError(f"{where}: it would hold {reason}; take out chunks.chunk.text rather than the chunks")
    return masked


def _is_day(text: str) -> bool:
    """Return whether a value is a day: metadata that says how long a document is valid holds a day or nothing."""
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


class _Masker:
    """Takes values out of the fields of a line, and counts them."""

    def __init__(self, patterns: Sequence[Pattern], fields: Sequence[tuple[str, ...]]) -> None:
        self._patterns = patterns
        self._fields = fields
        self._secret = secrets.token_bytes(32)
        self.values = 0

    def masked(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Return the fields with everything taken out; `kind`, which says what the line is, stays."""
        if self._patterns:
            fields = {name: value if name == "kind" else self._sought(value, name) for name, value in fields.items()}
        for path in self._fields:
            self._clear(fields, path)
        return fields

    def _mask(self, text: str) -> str:
        self.values += 1
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=6)
        return f"[redacted {digest.hexdigest()}]"

    def _clear(self, value: Any, path: Sequence[str], *, free: bool = False) -> None:
        if isinstance(value, list | tuple):
            for item in value:
                self._clear(item, path, free=free)
        elif isinstance(value, dict) and path[0] in value:
            name, *rest = path
            if rest:
                self._clear(value[name], rest, free=free or name in _FREE)
            else:
                value[name] = self._emptied(value[name], free=free)

    def _emptied(self, value: Any, *, free: bool) -> Any:
        if isinstance(value, str) and not (free and _is_day(value)):
            return self._mask(value) if value else value
        if value in (None, [], (), {}):
            return value
        self.values += 1
        return type(value)() if isinstance(value, list | tuple | dict) else None

    def _sought(self, value: Any, name: str, *, free: bool = False) -> Any:
        free = free or name in _FREE
        if isinstance(value, str):
            without = self._without(value)
            return None if free and without != value and _is_day(value) else without
        if isinstance(value, dict):
            return {
                self._without(key) if free else key: self._sought(item, key, free=free) for key, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self._sought(item, name, free=free) for item in value]
        if free and isinstance(value, int | float) and not isinstance(value, bool):
            shown = str(value)
            return self._mask(shown) if any(pattern.matches_all(shown) for pattern in self._patterns) else value
        return value

    def _without(self, text: str) -> str:
        """Return a string without what the patterns match; what one has taken out is not shown to the next."""
        pieces = [(text, False)]
        for pattern in self._patterns:
            pieces = [part for piece in pieces for part in ([piece] if piece[1] else self._cut(piece[0], pattern))]
        return "".join(piece for piece, _ in pieces)

    def _cut(self, text: str, pattern: Pattern) -> Iterator[tuple[str, bool]]:
        at = 0
        for start, end in pattern.places(text):
            if start < end:
                yield text[at:start], False
                yield self._mask(text[start:end]), True
                at = end
        yield text[at:], False


def _compiled(pattern: str) -> Pattern:
    try:
        compiled = read_pattern(PATTERNS.get(pattern, pattern))
    except PatternError as error:
        raise InputError(
            f"--pattern {pattern!r}: {error}; write a regular expression, or one of {', '.join(PATTERNS)}"
        ) from None
    if compiled.search("") is not None:
        raise InputError(f"--pattern {pattern!r} matches nothing at all, so it would match everywhere; narrow it")
    return compiled


def _path(name: str) -> tuple[str, ...]:
    """Return a field as the names to follow; raise `InputError` naming the first that no line can have."""
    path = tuple(name.split("."))
    models: list[type[BaseModel]] = [RunStart, Record]
    for part in path:
        known = {known for model in models for known in model.model_fields}
        if part not in known:
            raise InputError(f"--field {name!r}: no field {part!r}; {nearest(part, known)}")
        if part in _FREE or part == "seconds":
            break
        models = [inner for model in models for inner in _models(get_type_hints(model).get(part))]
    return path


def _models(hint: Any) -> list[type[BaseModel]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return [hint]
    return [model for inner in get_args(hint) for model in _models(inner)]
