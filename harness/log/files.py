"""Where a run's records are and what their lines are, however they are stored: plain, zstd or gzip, compacted or not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO

from harness.log.frames import Codec, Damage, codec_of, read_frames
from harness.log.lines import Problem
from harness.log.passages import MissingPassageError, Passages, unpack

RECORDS = "records.jsonl"
ZSTD = f"{RECORDS}.zst"
FORMS = (RECORDS, ZSTD, f"{RECORDS}.gz")
"""The names a log may have, the one that wins first: a run folder holds two of them only while one replaces the other."""

_MAGIC_BYTES = 8
_BUFFER_BYTES = 1 << 17
"""Many lines: one that the usual buffer does not hold is put together from pieces."""

LINE_BITS = 24
"""In a compressed log a place is where a frame begins, shifted by this, plus the number of line ends before it there."""


def records_file(folder: Path) -> Path:
    """Return the file that holds a run's records, one that is not empty first; where there is none, the plain one."""
    there = [folder / name for name in FORMS if (folder / name).is_file()]
    if len(there) > 1:  # `> records.jsonl` in the folder makes an empty one before anything is read
        there.sort(key=lambda path: not path.stat().st_size)
    return there[0] if there else folder / RECORDS


class Lines:
    """The lines of a log as bytes with their ends, and a `Problem` for each part that cannot be had; whole on every pass.

    Of a plain log they may be those that begin from one byte on and before another. One line is in memory at a time. `at` says where the one last handed out begins, for `line_at`; in a compressed log that
    is not a count of bytes. `packed` says whether any line so far named passages.
    """

    def __init__(self, path: Path, between: tuple[int, int | None] = (0, None)) -> None:
        self.path = path
        self._first, self._before = between
        self.at = 0
        self.packed = False
        self._passages = Passages(path.parent)

    def __iter__(self) -> Iterator[bytes | Problem]:
        """Yield them in order; raises `OSError`, and `LogError` where a library is missing."""
        with self.path.open("rb", buffering=_BUFFER_BYTES) as stream:
            yield from self._from(stream, self._first)

    def compression(self) -> str:
        """Return how the file is compressed, by what it begins with: `none`, `zstd` or `gzip`."""
        with self.path.open("rb") as stream:
            codec = codec_of(stream.read(_MAGIC_BYTES))
        return codec.name if codec else "none"

    def line_at(self, at: int) -> bytes:
        """Return the line that begins at `at`; empty where there is none now."""
        with self.path.open("rb") as stream:
            return next((line for line in self._from(stream, at) if isinstance(line, bytes)), b"")

    def _from(self, stream: IO[bytes], start: int) -> Iterator[bytes | Problem]:
        codec = codec_of(stream.read(_MAGIC_BYTES))
        if codec is None:
            stream.seek(start)
            stored: Iterator[tuple[int, bytes | Problem]] = _plain(stream, start, self._before)
        else:
            frame, skipped = start >> LINE_BITS, start & ((1 << LINE_BITS) - 1)
            stream.seek(frame)
            stored = _decoded(stream, codec, frame, skipped)
        for self.at, line in stored:
            try:
                whole = unpack(line, self._passages.__getitem__) if isinstance(line, bytes) else line
                self.packed |= whole is not line
                yield whole
            except MissingPassageError as error:
                yield Problem(0, str(error))


def _plain(stream: IO[bytes], at: int, before: int | None) -> Iterator[tuple[int, bytes]]:
    for line in stream:
        if before is not None and at >= before:
            return
        yield at, line
        at += len(line)


def _decoded(stream: IO[bytes], codec: Codec, first: int, skipped: int) -> Iterator[tuple[int, bytes | Problem]]:
    """Yield each line with its place; `skipped` lines of the frame at `first`, where the stream is, are left out."""
    begun: list[bytes] = []  # the pieces of a line whose end is still to come
    place = frame = first << LINE_BITS
    ended = -skipped  # line ends seen in this frame, counted from the first line that is wanted
    lines, since = 0, 1  # handed out so far, and the number of the first that began in this frame
    for part in read_frames(stream, codec, first):
        if isinstance(part, Damage):
            begun = []
            lines += 1
            yield place, Problem(0, _told(part, codec, since if lines > since else None))
            continue
        if part[0] << LINE_BITS != frame:
            frame, skipped, ended, since = part[0] << LINE_BITS, 0, 0, lines + 1
        *whole, rest = part[1].split(b"\n")
        for content in whole:
            if not begun:
                place = frame + skipped + ended
            if ended >= 0:
                lines += 1
                yield place, b"".join([*begun, content, b"\n"])
            begun = []
            ended += 1
        if rest:
            if not begun:
                place = frame + skipped + ended
            begun.append(rest)
    if begun and ended >= 0:
        yield place, b"".join(begun)


def _told(damage: Damage, codec: Codec, since: int | None) -> str:
    """Say what is lost; the lines of a damaged frame from `since` on were handed out before its checksum could be asked."""
    if damage.torn:
        return f"torn: the last {codec.name} frame is not whole; the run ended while it was written"
    doubt = f"; lines from {since} on are of it and may differ from what was written" if since else ""
    return f"a damaged {codec.name} frame at byte {damage.at}: {damage.reason}; what could not be read of it is lost{doubt}"
