"""A plain log cut at line ends into parts that can be read apart, and what must be known of each to put them together."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from harness.log.files import Lines
from harness.log.lines import Problem, sift
from harness.types import Record, RunEnd, RunStart

Between = tuple[int, int | None]
"""The lines of a part: those that begin from this byte on and before that one (null: to the end, wherever that is then)."""

ID_BYTES = 8


@dataclass(slots=True)
class Part:
    """What a part holds besides its records; its problems' lines are counted from its own first one.

    `ids` are digests of the ids of its questions, each `ID_BYTES` long, so that a question that two parts hold shows.
    """

    lines: int = 0
    started: bool = False
    end: RunEnd | None = None
    problems: list[Problem] = field(default_factory=list)
    ids: bytes = b""

    def records(self, path: Path, run_id: str, between: Between) -> Iterator[Record]:
        """Yield the records of a part of a log, as `Log.records` would if the log were no more than this part."""
        seen: set[str] = set()
        for _, _, line in sift(self._counted(Lines(path, between)), run_id, seen):
            if isinstance(line, Record):
                yield line
            elif isinstance(line, Problem):
                self.problems.append(line)
            elif isinstance(line, RunEnd):
                self.end = line
            elif isinstance(line, RunStart):
                self.started = True
        self.ids = b"".join(map(_digest, seen))

    def _counted(self, lines: Iterable[bytes | Problem]) -> Iterator[bytes | Problem]:
        for self.lines, line in enumerate(lines, start=1):
            yield line


def _digest(question_id: str) -> bytes:
    return hashlib.blake2b(question_id.encode("utf-8", "surrogatepass"), digest_size=ID_BYTES).digest()


def cut(path: Path, parts: int) -> list[Between]:
    """Return about `parts` parts of about the same size, one after the other; one where the log is compressed."""
    if Lines(path).compression() != "none":
        return [(0, None)]
    begins = {0}
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        for number in range(1, parts):
            stream.seek(size * number // parts)
            stream.readline()
            begins.add(stream.tell())
    ordered = sorted(begins)
    return list(zip(ordered, [*ordered[1:], None], strict=True))
