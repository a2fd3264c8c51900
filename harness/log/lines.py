"""One log line, bytes to model and back; every reader and writer of logs goes through here."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter, ValidationError

from harness.errors import InternalError
from harness.types import SCHEMA_VERSION, LogLine, Record, RunEnd, RunStart

OPENING = b'{"kind":'
"""How every line we write begins; inside a JSON string its quotes would be escaped, so it cannot stand there."""

_REPLACEMENT = "\ufffd".encode()
"""What pydantic writes, without an error, for a lone surrogate in a key."""

_Line = RunStart | Record | RunEnd
_ADAPTER: TypeAdapter[_Line] = TypeAdapter(LogLine)


@dataclass(frozen=True, slots=True)
class Problem:
    """A line, or part of one, that could not be used, and why; `line` counts from 1, `newer` says it is whole but not for us."""

    line: int
    reason: str
    newer: bool = False


class NewerError(ValueError):
    """A line of a schema that did not exist when this was written."""


def encode(line: _Line) -> bytes:
    """Return the line as JSON with its newline; whatever is encoded decodes to an equal model.

    JSON has neither lone surrogates nor NaN and infinities. Surrogates are written as escapes (two that make a pair read
    back as the one character they spell). Non-finite scores are written as the strings "NaN", "Infinity" and "-Infinity",
    which read back as the same numbers: null would lose them and make the line unreadable. In metadata, which is free
    JSON, a non-finite number becomes such a string where the line has a non-finite score too, and null otherwise.
    """
    if _is_finite(line):
        try:
            content: bytes = line.__pydantic_serializer__.to_json(line)
        except ValueError as error:
            if "surrogates" not in str(error):
                raise InternalError(f"a {line.kind} line cannot be written: {error}") from None
        else:
            if _REPLACEMENT not in content:
                return content + b"\n"
    return json.dumps(_named(line.model_dump()), allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def decode(content: bytes) -> _Line:
    """Return the line; raise `ValueError` with a reason in a few words where it is not one we can read."""
    try:
        line = _ADAPTER.validate_json(content)
    except ValidationError as error:
        line = _decode_slowly(content, error)
    if line.schema_version > SCHEMA_VERSION:
        raise _newer(line.schema_version)
    return line


def scan(lines: Iterable[bytes | Problem]) -> Iterator[tuple[int, bytes, _Line | Problem]]:
    """Yield `(line number, bytes, model or problem)` for each line that is not blank, one line in memory at a time.

    A problem among the lines stands for one that could not be had; it is yielded with its number and no bytes.

    Where a line holds several because the newline between them was damaged or never written, each is yielded that can be
    read, together with a problem for the line.
    """
    for number, content in enumerate(lines, start=1):
        if isinstance(content, Problem):
            yield number, b"", replace(content, line=number)
            continue
        if content.isspace():
            continue
        try:
            yield number, content, decode(content)
        except NewerError as error:
            yield number, content, Problem(number, str(error), newer=True)
        except ValueError as error:
            reason = f"torn: {error}; the run ended while it was written" if content[-1:] != b"\n" else str(error)
            yield number, content, Problem(number, reason)
            yield from ((number, part, line) for part, line in _salvage(content))


def sift(
    lines: Iterable[bytes | Problem], run_id: str, seen: set[str] | None = None
) -> Iterator[tuple[int, bytes, _Line | Problem]]:
    """Scan, and turn into problems the lines that do not belong to run `run_id` or say again what was said before.

    The first `RunStart` is yielded whatever its run; of two records with one question id, the first one counts. `seen` is
    filled with the ids of the run's questions.
    """
    seen = set() if seen is None else seen
    started = False
    for number, content, line in scan(lines):
        reason = None
        if isinstance(line, RunStart):
            reason = f"a second run_start, of run {line.run_id!r}" if started else None
            started = True
        elif not isinstance(line, Problem) and line.run_id != run_id:
            reason = f"a {line.kind} of another run, {line.run_id!r}"
        elif isinstance(line, Record):
            reason = f"a second record of question {line.question.id!r}" if line.question.id in seen else strays(line)
            seen.add(line.question.id)
        yield number, content, Problem(number, reason) if reason else line


def strays(record: Record) -> str | None:
    """Say which span is of no chunk in the record: one flipped byte can leave a line that is valid and yet untrue."""
    held = {ranked.chunk.chunk_id for ranked in record.chunks}
    stray = next((span.chunk_id for span in record.spans if span.chunk_id not in held), None)
    return None if stray is None else f"a span of chunk {stray!r}, which is not among its chunks"


def _decode_slowly(content: bytes, error: ValidationError) -> _Line:
    """Read what pydantic's parser refuses and Python's accepts: lone surrogates; else say what is wrong."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"].replace("at line 1 column", "at column")
    if first["type"] != "json_invalid":
        version = _schema_version(content)
        if version is not None and version > SCHEMA_VERSION:
            raise _newer(version) from None
        raise ValueError(f"{where}: {message}" if where else message) from None
    if b"\\u" not in content:
        raise ValueError(message) from None
    try:
        return _ADAPTER.validate_python(json.loads(content.decode("utf-8")))
    except (ValueError, RecursionError):
        raise ValueError(message) from None


def _schema_version(content: bytes) -> int | None:
    try:
        version = json.loads(content)["schema_version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return version if isinstance(version, int) else None


def _newer(version: int) -> NewerError:
    return NewerError(
        f"schema_version {version} is newer than {SCHEMA_VERSION}, the newest this harness reads; upgrade it"
    )


def _salvage(content: bytes) -> Iterator[tuple[bytes, _Line]]:
    starts = []
    start = content.find(OPENING)
    while start != -1:
        starts.append(start)
        start = content.find(OPENING, start + 1)
    for start, end in pairwise([*starts, len(content)]):
        part = content[start:end]
        part = part[: part.rfind(b"}") + 1]
        if part and len(part) < len(content.rstrip()):
            try:
                yield part + b"\n", decode(part)
            except ValueError:
                continue


def _is_finite(line: _Line) -> bool:
    if not isinstance(line, Record):
        return True
    ranked = line.ranking.scores if line.ranking else ()
    kept = (ranked_chunk.score or 0 for ranked_chunk in line.chunks)
    # A sum is finite only if its terms are, and costs one test where testing each would cost a hundred.
    return math.isfinite(sum(line.candidates.scores) + sum(ranked) + sum(kept) + sum(line.seconds.values()))


def _named(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: _named(item) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_named(item) for item in value]
    return value
