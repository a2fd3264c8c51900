"""Writes a run's records: one write call each, so that a killed run loses nothing it had finished."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from harness.errors import LogError
from harness.log.lines import Problem, encode, sift
from harness.types import Record, RunEnd, RunStart

RECORDS = "records.jsonl"
_REWRITTEN = "records.jsonl.resuming"


class LogWriter:
    """An open `records.jsonl`; `bytes_written` and `records_written` count what this writer wrote."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.bytes_written = 0
        self.records_written = 0
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size

    @classmethod
    def create(cls, folder: Path, start: RunStart) -> LogWriter:
        """Make the folder and begin a new log with `start`.

        Raises `LogError` where a log is already there or the folder cannot be written.
        """
        path = folder / RECORDS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            if folder.is_dir():
                raise LogError(f"{path} exists; choose another --run-id, or go on with it by --resume") from None
            raise LogError(f"{folder} is a file; choose another --run-id or --logs") from None
        except OSError as error:
            raise LogError(f"{path}: {error.strerror}; choose a folder you can write with --logs") from None
        writer = cls(path, descriptor)
        try:
            writer._append(encode(start))
        except OSError as error:
            os.close(descriptor)
            path.unlink()
            raise LogError(f"{path}: {error.strerror}; nothing is written yet: make room and run it again") from None
        return writer

    @classmethod
    def resume(cls, folder: Path, start: RunStart, keep: Callable[[Record], bool]) -> tuple[LogWriter, set[str]]:
        """Continue the log in `folder`; return the writer and the keys of the records `keep` accepted.

        The log is rewritten beside itself, as `start` and the kept records byte for byte, and takes the old one's place in
        one step: a resume that fails leaves the old log as it was. Raises `LogError` where there is no log, where it is
        another run's, or where it cannot be rewritten.
        """
        path, rewritten = folder / RECORDS, folder / _REWRITTEN
        keys: set[str] = set()
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        try:
            with path.open("rb") as old:
                writer = cls(path, os.open(rewritten, flags, 0o644))
                try:
                    writer._append(encode(start))
                    for content in _kept(old, start, keep, keys):
                        writer._append(content)
                    os.fsync(writer._descriptor)
                    rewritten.replace(path)
                    _sync_folder(folder)
                except BaseException:
                    os.close(writer._descriptor)
                    rewritten.unlink(missing_ok=True)
                    raise
        except FileNotFoundError:
            raise LogError(f"{path}: there is no log to resume; run it without --resume") from None
        except OSError as error:
            raise LogError(f"{path}: {error.strerror} while resuming; the log is as it was") from None
        writer.bytes_written = writer.records_written = 0
        return writer, keys

    def write(self, line: RunStart | Record | RunEnd) -> None:
        """Append one line; when this returns, the line survives the death of the process.

        Raises `LogError` where it cannot be written whole, and then takes back what was written of it.
        """
        try:
            self._append(encode(line))
        except OSError as error:
            raise LogError(
                f"{self.path}: {error.strerror}; the {self.records_written} records written before are kept:"
                f" make room, then go on with --run-id {self.path.parent.name} --resume"
            ) from None
        self.records_written += isinstance(line, Record)

    def close(self) -> None:
        """Flush to the disk and close; closing twice is harmless."""
        if self._descriptor == -1:
            return
        descriptor, self._descriptor = self._descriptor, -1
        try:
            os.fsync(descriptor)
        except OSError as error:
            raise LogError(f"{self.path}: {error.strerror} on closing; the last records may be lost") from None
        finally:
            os.close(descriptor)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _append(self, content: bytes) -> None:
        written = 0
        try:
            while written < len(content):
                written += os.write(self._descriptor, content[written:] if written else content)
        except OSError:
            if written:
                os.ftruncate(self._descriptor, self._size)
            raise
        self._size += written
        self.bytes_written += written


def _kept(old: IO[bytes], start: RunStart, keep: Callable[[Record], bool], keys: set[str]) -> Iterator[bytes]:
    for _, content, line in sift(old, start.run_id):
        if isinstance(line, Problem) and line.newer:
            raise LogError(f"{old.name} line {line.line}: {line.reason}; nothing is changed")
        if isinstance(line, RunStart) and line.run_id != start.run_id:
            raise LogError(f"{old.name} is run {line.run_id!r}; resume it with --run-id {line.run_id}")
        if isinstance(line, Record) and keep(line):
            keys.add(line.key)
            yield content if content.endswith(b"\n") else content + b"\n"


def _sync_folder(folder: Path) -> None:
    # The rename is already done: a file system or platform that cannot sync a folder is no reason to stop.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
