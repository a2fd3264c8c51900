"""Makes a log small: texts that repeat go into `passages.jsonl`, and what is left into zstd frames of many lines.

Every reader gets each line back byte for byte. That is checked, by reading the new log to its end, before it takes the old
one's place; a process that is killed on the way leaves the old one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.errors import InternalError, LogError
from harness.log.files import RECORDS, ZSTD, Lines, records_file
from harness.log.lines import Problem
from harness.log.passages import PASSAGES, Packer, name_of, passage_line, read_passages
from harness.log.rewrite import Rewrite, rewritten

FRAME_BYTES = 1 << 18
"""Text in a frame, with passages moved out: more makes a log smaller, and a damaged frame cost more records."""


@dataclass(frozen=True, slots=True)
class Compacted:
    """Where a compacted log is; sizes in bytes with its passages, which are `passages` texts."""

    path: Path
    lines: int
    bytes_before: int
    bytes_after: int
    passages: int


def compact(folder: Path, *, compress: bool = True, unfinished: bool = False) -> Compacted:
    """Make the log in `folder` small; without `compress` it stays text, and only repeated texts are moved.

    Raises `LogError`, and changes nothing, where something of the log cannot be read (mend it first), and where the run has
    not ended, since a process may still be writing it, unless `unfinished` says that none is.
    """
    old = records_file(folder)
    new = folder / (ZSTD if compress else RECORDS)
    before = _size(old)
    try:
        packer, said, lines, last = _counted(old)
        if not lines:
            raise LogError(f"{old} is empty: the run ended before its first line; there is nothing to compact")
        if not unfinished and not last.startswith(b'{"kind":"run_end"'):
            raise LogError(
                f"{old}: the run has not ended; go on with it by --resume, or say --unfinished where nothing writes it any more"
            )
        with rewritten(new, source=old, frame_bytes=FRAME_BYTES) as log:
            names = _pack(old, packer, log, folder / PASSAGES)
            log.finish()
            if _digest(Lines(log.partial)) != said:
                raise InternalError(f"{old}: what was compacted does not read back the same; the log is as it was")
        if new != old:
            old.unlink()
    except OSError as error:
        raise LogError(f"{old}: {error.strerror}; the log is as it was") from None
    return Compacted(new, lines, before, _size(new), len(names))


def _counted(path: Path) -> tuple[Packer, bytes, int, bytes]:
    packer, digest, lines, line = Packer(), hashlib.blake2b(), 0, b""
    for line in _all(path):
        packer.count(line)
        digest.update(line)
        lines += 1
    return packer, digest.digest(), lines, line


def _pack(old: Path, packer: Packer, log: Rewrite, passages: Path) -> set[bytes]:
    """Write the packed lines and all passages; return the passages' names. Those of before stay: the old log names them."""
    with rewritten(passages) as kept:
        names = set()
        for name, text in read_passages(passages):
            names.add(name)
            kept.write(passage_line(text))
        for line in _all(old):
            log.write(packer.pack(line))
            for text in packer.new():
                name = name_of(text)
                if name not in names:
                    names.add(name)
                    kept.write(passage_line(text))
    return names


def _digest(lines: Lines) -> bytes:
    digest = hashlib.blake2b()
    for line in lines:
        digest.update(line if isinstance(line, bytes) else b"")
    return digest.digest()


def _all(path: Path) -> Iterator[bytes]:
    for number, line in enumerate(Lines(path), 1):
        if isinstance(line, Problem):
            raise LogError(
                f"{path} line {number}: {line.reason}; mend it with harness log repair first: nothing is changed"
            )
        yield line


def _size(path: Path) -> int:
    beside = path.parent / PASSAGES
    return path.stat().st_size + (beside.stat().st_size if beside.exists() else 0)
