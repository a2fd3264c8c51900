"""A log written anew beside itself, which takes its place in one step: whatever fails, the old one is as it was."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from harness.errors import LogError
from harness.log.files import ZSTD
from harness.log.frames import FAST, SMALL, zstd_frame


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A file being written: `write` takes a line with its end; after `finish` all of it can be read in `partial`."""

    partial: Path
    write: Callable[[bytes], object]
    finish: Callable[[], object]


@contextmanager
def rewritten(path: Path, *, source: Path | None = None, frame_bytes: int = 0) -> Iterator[Rewrite]:
    """Write what takes the place of `path` when the block ends; a name of zstd is written as zstd.

    A zstd frame holds one line, or with `frame_bytes` as many as have that size. Raises `LogError` for a file that cannot be
    written, or where `source`, from which it is made, changed meanwhile, and then leaves nothing behind.
    """
    before = _state(source)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb", buffering=1 << 20) as out:
            rewrite = _zstd(partial, out, frame_bytes) if path.name == ZSTD else Rewrite(partial, out.write, out.flush)
            yield rewrite
            rewrite.finish()
            os.fsync(out.fileno())
        if _state(source) != before:
            raise LogError(f"{source} changed meanwhile: a run is writing it; wait for its end: nothing is changed")
        partial.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise LogError(
            f"{path}: {error.strerror}; make room, or a folder that can be written: nothing is changed"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def _zstd(partial: Path, out: IO[bytes], frame_bytes: int) -> Rewrite:
    held: list[bytes] = []
    size = 0

    def finish() -> None:
        end_frame()
        out.flush()

    def end_frame() -> None:
        nonlocal size
        if held:
            out.write(zstd_frame(b"".join(held), SMALL if frame_bytes else FAST))
        held.clear()
        size = 0

    def add(line: bytes) -> None:
        nonlocal size
        held.append(line)
        size += len(line)
        if size >= frame_bytes:
            end_frame()

    return Rewrite(partial, add, finish)


def _state(path: Path | None) -> tuple[int, int] | None:
    found = path.stat() if path else None
    return (found.st_size, found.st_mtime_ns) if found else None


def sync_folder(folder: Path) -> None:
    """Make renames in a folder outlive a power cut, where the file system can."""
    # The rename is already done: a file system or platform that cannot sync a folder is no reason to stop.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
