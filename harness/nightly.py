"""What a nightly job leaves on disk so that the next one can go on: a lock, a note of the run under way, its report.

The lock is the kernel's, so it ends with its process, however that ends. The note and the reports are replaced in one
step. Names and the order of the history decide what is old, never the clock, which may jump.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from harness.compare import FLAKY
from harness.errors import InputError, LogError
from harness.history import HistoryLine
from harness.log.reader import open_log
from harness.types import Frozen

try:
    import fcntl
except ImportError:  # a platform without it has no lock that ends with its process
    fcntl = None  # type: ignore[assignment]

LOCK, NIGHT, REPORT = "nightly.lock", "nightly.json", "nightly.md"
AGAIN = ".again-"
ROOM_BYTES = 4096
"""Kept in the report from the first moment, so that on a full disk there is still room to say so."""


class Night(Frozen):
    """The run under way; `reported` says that all of it is written and only the tidying is left."""

    run_id: str
    began_at: str
    reported: bool = False


@contextmanager
def held(logs: Path, now: dt.datetime) -> Iterator[None]:
    """Hold the lock of a folder of runs; raise `InputError` naming the holder where another process has it."""
    path = logs / LOCK
    try:
        logs.mkdir(parents=True, exist_ok=True)
        stream = path.open("a+b")
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}; choose a folder you can write with --logs") from None
    with stream:
        _lock(stream, path)
        with suppress(OSError):
            for left in logs.glob(".nightly.*"):
                left.unlink(missing_ok=True)
            stream.truncate(0)
            stream.write(
                f"process {os.getpid()} on {socket.gethostname()} since {now:%Y-%m-%d %H:%M:%S} UTC\n".encode()
            )
            stream.flush()
        yield


def _lock(stream: IO[bytes], path: Path) -> None:
    if fcntl is None:
        raise InputError("harness nightly needs a lock that ends with its process, which this platform does not have")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stream.seek(0)
        holder = stream.read(200).decode("utf-8", "replace").strip() or "another process"
        raise InputError(f"{path}: a nightly job is running ({holder}); wait for it, or end it") from None
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}: no lock can be had there; put --logs on a local disk") from None


def read_night(logs: Path) -> Night | None:
    """Return the note that the last job left behind, or None where it left none that can be read."""
    try:
        return Night.model_validate_json((logs / NIGHT).read_bytes())
    except (OSError, ValidationError):
        return None


def write_night(logs: Path, night: Night) -> None:
    """Write the note of the run under way; raise `LogError`."""
    replace_file(logs / NIGHT, night.model_dump_json() + "\n")


def end_night(logs: Path) -> None:
    """Remove the note: the job is done."""
    with suppress(FileNotFoundError):
        (logs / NIGHT).unlink()


def hours_since(began_at: str, now: dt.datetime) -> float | None:
    """Return the hours from `began_at` to `now`, negative where the clock went back; None where it is no time."""
    try:
        return (now - dt.datetime.fromisoformat(began_at)).total_seconds() / 3600
    except (ValueError, TypeError):
        return None


def replace_file(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it sees the old or the new one, whole. Raises `LogError`."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise LogError(f"{path}: {error.strerror}; make room, or choose another folder with --logs") from None


def begin_report(logs: Path, text: str) -> None:
    """Write the report that stands until the job is done, with room to spare."""
    replace_file(logs / REPORT, text + "\n" * max(1, ROOM_BYTES - len(text.encode())))


def leave_report(logs: Path, text: str) -> str | None:
    """Write the last report; on a full disk its beginning, in the room that was kept. Return what went wrong, if anything."""
    try:
        replace_file(logs / REPORT, text)
    except LogError as error:
        content = text.encode("utf-8", "backslashreplace")[:ROOM_BYTES].decode("utf-8", "ignore").encode()
        try:
            with (logs / REPORT).open("r+b") as stream:
                stream.write(content)
                stream.truncate()
        except OSError as failed:
            return f"{error}; nor could its beginning be written: {failed.strerror}"
        return str(error)
    return None


def write_flaky(folder: Path, passes: Iterable[tuple[str, int, int]]) -> int:
    """Write `(question id, passes, answers)` beside a log; return how many questions are flaky."""
    questions = {name: {"passes": passed, "answers": answers} for name, passed, answers in passes}
    replace_file(folder / FLAKY, json.dumps({"questions": questions}) + "\n")
    return sum(0 < seen["passes"] < seen["answers"] for seen in questions.values())


def forget_old(logs: Path, history: Iterable[HistoryLine], golden: str, keep: int) -> tuple[str, ...]:
    """Delete all but the last `keep` runs that the history names for a golden set, and return the names of the deleted.

    Their history lines stay. A folder that is a link, or whose log says that it is another run, is left alone.
    """
    names = list(dict.fromkeys(line.run_id for line in history if line.start.golden.name == golden))
    gone = []
    for name in names[: max(0, len(names) - keep)]:
        repeats = [path.name for path in sorted(logs.glob(f"{name}{AGAIN}*"))] if Path(name).name == name else []
        gone += [old for old in (name, *repeats) if _forgotten(logs, old)]
    return tuple(gone)


def _forgotten(logs: Path, name: str) -> bool:
    folder = logs / name
    if Path(name).name != name or folder.is_symlink() or not folder.is_dir():
        return False
    with suppress(LogError, OSError):
        if open_log(folder).start.run_id == name:
            shutil.rmtree(folder)
            return True
    return False
