"""Writes a run's records: one write call each, so that a killed run loses nothing it had finished."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from harness.errors import LogError
from harness.log.files import LINE_BITS, RECORDS, ZSTD, Lines, records_file
from harness.log.frames import zstd_frame
from harness.log.lines import Problem, encode, sift
from harness.log.passages import PASSAGES
from harness.log.rewrite import sync_folder
from harness.text.counted import agreeing, counted
from harness.types import Record, RunEnd, RunStart

_REWRITTEN = "records.jsonl.resuming"


class LogWriter:
    """An open `records.jsonl`, or `records.jsonl.zst` with a frame for each line.

    `bytes_written` and `records_written` count what this writer wrote.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.bytes_written = 0
        self.records_written = 0
        self._descriptor = descriptor
        self._size = os.fstat(descriptor).st_size
        self._is_zstd = path.name == ZSTD

    @property
    def position(self) -> int:
        """Where the next line will begin, as `harness.log.files.Lines` counts places."""
        return self._size << LINE_BITS if self._is_zstd else self._size

    @classmethod
    def create(cls, folder: Path, start: RunStart, *, compress: bool = False) -> LogWriter:
        """Make the folder and begin a new log with `start`; `compress` writes zstd.

        Raises `LogError` where a log is already there, the folder cannot be written, or zstd is not installed.
        """
        path = folder / (ZSTD if compress else RECORDS)
        content = zstd_frame(encode(start)) if compress else encode(start)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if (there := records_file(folder)).is_file():
                raise LogError(f"{there} exists; choose another --run-id, or go on with it by --resume")
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            if folder.is_dir():
                raise LogError(f"{path} exists; choose another --run-id, or go on with it by --resume") from None
            raise LogError(f"{folder} is a file; choose another --run-id or --logs") from None
        except OSError as error:
            raise LogError(f"{path}: {error.strerror}; choose a folder you can write with --logs") from None
        writer = cls(path, descriptor)
        try:
            writer._append_stored(content)
        except OSError as error:
            os.close(descriptor)
            path.unlink()
            raise LogError(f"{path}: {error.strerror}; nothing is written yet: make room and run it again") from None
        return writer

    @classmethod
    def resume(cls, folder: Path, start: RunStart, keep: Callable[[Record], bool]) -> tuple[LogWriter, set[str]]:
        """Continue the log in `folder`; return the writer and the keys of the records `keep` accepted.

        The log is rewritten beside itself, as `start` and the kept records byte for byte, and takes the old one's place in
        one step: a resume that fails leaves the old log as it was. It stays zstd where it was; passages are said in full
        again. Raises `LogError` where there is no log, where it is another run's, or where it cannot be rewritten.
        """
        old, rewritten = records_file(folder), folder / _REWRITTEN
        path = old if old.name == ZSTD else folder / RECORDS
        keys: set[str] = set()
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        try:
            old.stat()
            writer = cls(path, os.open(rewritten, flags, 0o644))
            try:
                writer._append(encode(start))
                for content in _kept(old, start, keep, keys):
                    writer._append(content)
                os.fsync(writer._descriptor)
                rewritten.replace(path)
                sync_folder(folder)
                if old != path:
                    old.unlink()
                (folder / PASSAGES).unlink(missing_ok=True)  # nothing names them any more
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
                f"{self.path}: {error.strerror}; the {counted(self.records_written, 'record')} written before {agreeing(self.records_written, 'is', 'are')} kept:"
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

    def _append(self, line: bytes) -> None:
        self._append_stored(zstd_frame(line) if self._is_zstd else line)

    def _append_stored(self, content: bytes) -> None:
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


def _kept(old: Path, start: RunStart, keep: Callable[[Record], bool], keys: set[str]) -> Iterator[bytes]:
    for _, content, line in sift(Lines(old), start.run_id):
        if isinstance(line, Problem) and line.newer:
            raise LogError(f"{old} line {line.line}: {line.reason}; nothing is changed")
        if isinstance(line, RunStart) and line.run_id != start.run_id:
            raise LogError(f"{old} is run {line.run_id!r}; resume it with --run-id {line.run_id}")
        if isinstance(line, Record) and keep(line):
            keys.add(line.key)
            yield content if content.endswith(b"\n") else content + b"\n"
