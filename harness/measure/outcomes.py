"""What became of each question, one short line each, kept beside the log so that comparing runs reads no contexts.

`outcomes.jsonl` is made from the log and thrown away with it: one line per record, then an `outcomes_end` with a checksum,
the size and time of the log it was made from and a digest of the code that made it. Where any of them does not hold the
file is made again. A line is JSON, always with the same keys in the same order, so that a million can be read without
parsing each: everything up to the id has a fixed width, and what follows the id takes few different values.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import IO, Any

from harness.errors import LogError
from harness.log.files import Lines, records_file
from harness.log.lines import Problem, scan, sift
from harness.log.reader import Log
from harness.measure.right import is_right
from harness.types import Attribution, Bucket, Record, RunEnd, RunStart, Stage, Undecidable

OUTCOMES = "outcomes.jsonl"
UNFINISHED = "unfinished"

_HEAD = len(b'{"kind":"outcome","at":"0123456789abcdef","asked":"0123456789abcdef","id":')
_AT, _ASKED = slice(24, 40), slice(51, 67)
_TAIL = b',"type":'
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a question; `passes` is null where nobody can say whether the answer is right.

    `lost` names for each evidence group the stage that lost it, null where it reached the model: details of the stage above.
    """

    type: str
    passes: bool | None
    bucket: Bucket
    stage: Stage | Undecidable | None
    sub_kind: str | None
    lost: tuple[Stage | None, ...] = field(default=(), compare=False)

    @property
    def faulted(self) -> bool:
        """Whether a stage of the harness failed, so that the system was not measured."""
        return self.bucket == "harness_fault"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question: its id as JSON bytes, a digest of what was asked, where its record begins, and its result."""

    key: bytes
    asked: bytes
    at: int
    result: Result

    @property
    def id(self) -> str:
        """The question's id."""
        return str(json.loads(self.key))


def passes(record: Record, found: Attribution) -> bool | None:
    """Return whether the system did what it should: what a gate counts.

    Answerable: right and supported, as in the report's accuracy. Unanswerable: nothing was shown, because it abstained or
    the verifier stopped the answer. A fault never passes. None where the question has no accepted answers.
    """
    if found.bucket == "harness_fault":
        return False
    if not record.question.answerable:
        return found.bucket != "false_answer"
    if not record.judgement or record.judgement.correct is None:
        return None
    return is_right(record)


class OutcomesWriter:
    """Writes `outcomes.jsonl` of a run, in a file beside it until `close` names the log it belongs to.

    It is made from the log and can be made again, so what cannot be written is no error: then there is none.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / f"{OUTCOMES}.{os.getpid()}"
        self._checksum = 0
        self._count = 0
        self._stream: IO[bytes] | None = None
        with suppress(OSError):
            self._stream = self._path.open("wb", buffering=_CHUNK_BYTES)

    def add(self, record: Record, found: Attribution, at: int) -> None:
        """Write the line of a record that begins at byte `at` of its log."""
        self.write(line_of(record, found, at))

    def write(self, line: bytes) -> None:
        """Write one line."""
        self._count += 1
        self._checksum = zlib.crc32(line, self._checksum)
        if self._stream:
            try:
                self._stream.write(line)
            except OSError:
                self.discard()

    def close(self, problems: list[Problem], status: str) -> None:
        """Stamp the file with the log as it now is, and put it in place."""
        if not self._stream:
            return
        end = {
            "kind": "outcomes_end",
            "outcomes": self._count,
            "checksum": self._checksum,
            **_stamp(self._folder),
            "status": status,
            "problems": [[p.line, p.reason] for p in problems],
        }
        try:
            self._stream.write(json.dumps(end).encode() + b"\n")
            self._stream.close()
            self._path.replace(self._folder / OUTCOMES)
            self._stream = None
            forget_unfinished(self._folder)
        except OSError:
            self.discard()

    def discard(self) -> None:
        """Leave nothing behind."""
        stream, self._stream = self._stream, None
        with suppress(OSError):
            if stream:
                stream.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def forget_unfinished(folder: Path) -> None:
    """Delete what killed processes left; another writer whose file goes with it only leaves no outcomes."""
    for left in folder.glob(f"{OUTCOMES}.*"):
        left.unlink(missing_ok=True)


def line_of(record: Record, found: Attribution, at: int) -> bytes:
    """Return the line of a record that begins at byte `at` of its log."""
    question = record.question
    asked = hashlib.blake2b(question.content(), digest_size=8).hexdigest()
    head = f'{{"kind":"outcome","at":"{at:016x}","asked":"{asked}","id":{json.dumps(question.id)}'
    result = Result(question.type, passes(record, found), found.bucket, found.stage, found.sub_kind)
    return f"{head},{_written(result, tuple(row.lost_at for row in found.rows))}\n".encode()


def made_line(record: Record, start: RunStart, at: int) -> bytes:
    """Return the line of a record that begins at byte `at` of its log, attributed now."""
    from harness.attribute.rules import attribute  # noqa: PLC0415 -- a query that has outcomes starts without the rules

    return line_of(record, attribute(record, start), at)


# A run has as many results as it has types and buckets, few beside its questions.
@lru_cache(maxsize=4096)
def _written(result: Result, lost: tuple[Stage | None, ...]) -> str:
    return json.dumps({**asdict(result), "lost": lost}, separators=(",", ":"))[1:]


class Outcomes:
    """The outcomes of a run, read from the file beside its log or, where that does not fit, from the log itself.

    `problems` and `status` are the log's, complete once iterated.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.problems: list[Problem] = []
        self.status = UNFINISHED
        self._folder = log.path.parent

    @property
    def kept(self) -> bool:
        """Whether they stand in a file beside the log that fits it; `problems` and `status` are then known already."""
        end = _end(self._folder)
        if end is not None:
            self._take(end)
        return end is not None

    def _take(self, end: dict[str, Any]) -> None:
        self.status = str(end["status"])
        self.problems = [Problem(int(line), str(reason)) for line, reason in end["problems"]]

    def __iter__(self) -> Iterator[Outcome]:
        """Yield them in log order, streaming; a file that is missing or does not fit is made on the way."""
        end = _end(self._folder)
        if end is None:
            yield from self._from_log()
            return
        self._take(end)
        yield from _read(self._folder / OUTCOMES)

    def _from_log(self) -> Iterator[Outcome]:
        writer = OutcomesWriter(self._folder)
        self.problems = []
        results: dict[bytes, Result] = {}
        try:
            lines = Lines(self.log.path)
            for _, _, line in sift(lines, self.log.start.run_id):
                if isinstance(line, Problem):
                    self.problems.append(line)
                elif isinstance(line, RunEnd):
                    self.status = line.status
                elif isinstance(line, Record):
                    written = made_line(line, self.log.start, lines.at)
                    writer.write(written)
                    yield _outcome(written, results)
            writer.close(self.problems, self.status)
        finally:
            writer.discard()


def record_at(log: Log, outcome: Outcome) -> Record:
    """Return the record of an outcome; raise `LogError` where the log has changed since."""
    wanted = outcome.id
    for _, _, line in scan([Lines(log.path).line_at(outcome.at)]):
        if isinstance(line, Record) and line.question.id == wanted and line.run_id == log.start.run_id:
            return line
    raise LogError(f"{log.path} changed while it was read: question {wanted!r} is gone; try again")


def _read(path: Path) -> Iterator[Outcome]:
    results: dict[bytes, Result] = {}
    with path.open("rb", buffering=_CHUNK_BYTES) as stream:
        for line in stream:
            if line.startswith(b'{"kind":"outcome",'):
                yield _outcome(line, results)


def _outcome(line: bytes, results: dict[bytes, Result]) -> Outcome:
    head, _, tail = line.rpartition(_TAIL)
    result = results.get(tail)
    if result is None:
        fields = json.loads(b'{"type":' + tail)
        result = results[tail] = Result(**{**fields, "lost": tuple(fields["lost"])})
    return Outcome(head[_HEAD:], head[_ASKED], int(head[_AT], 16), result)


def _end(folder: Path) -> dict[str, Any] | None:
    """Return the last line of the outcomes where the file is whole and fits the log and the code as they are."""
    try:
        with (folder / OUTCOMES).open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - _CHUNK_BYTES))
            last = stream.read().rstrip(b"\n").rpartition(b"\n")[2]
            end = json.loads(last)
            if not isinstance(end, dict) or end.get("kind") != "outcomes_end":
                return None
            stream.seek(0)
            whole = _checksum(stream, size - len(last) - 1)
            fits = all(end.get(name) == value for name, value in {**_stamp(folder), "checksum": whole}.items())
    except (OSError, ValueError):
        return None
    return end if fits else None


def _checksum(stream: IO[bytes], left: int) -> int:
    checksum = 0
    while left > 0 and (content := stream.read(min(left, _CHUNK_BYTES))):
        checksum = zlib.crc32(content, checksum)
        left -= len(content)
    return checksum


def _stamp(folder: Path) -> dict[str, object]:
    found = records_file(folder).stat()
    return {"records_bytes": found.st_size, "records_mtime_ns": found.st_mtime_ns, "code": _code()}


@cache
def _code() -> str:
    """Return a digest of the code that decides what an outcome is."""
    here = Path(__file__).parent.parent
    files = [*sorted((here / "attribute").glob("*.py")), here / "types.py", here / "index/visibility.py"]
    files += sorted((here / "measure").glob("*.py"))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]
