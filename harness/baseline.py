"""Accepted baselines: runs kept under `baselines/`, and a list of who was accepted when, which is only added to.

The last accepted run of a golden set's name is its baseline. Nothing there is ever overwritten.
"""

from __future__ import annotations

import datetime as dt
import os
import shutil
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from harness.errors import InputError, LogError
from harness.log.files import Lines, records_file
from harness.log.passages import PASSAGES
from harness.log.reader import Log, open_log
from harness.types import Frozen

Known = TypeVar("Known", bound=Frozen)

BASELINES = "baselines"
ACCEPTED = "accepted.jsonl"


class Accepted(Frozen):
    """One acceptance."""

    run_id: str
    golden: str
    sha256: str
    accepted_at: str


def accept(log: Log, logs: Path, now: dt.datetime) -> Accepted:
    """Copy a run's log to `logs/baselines/RUN` and add it to the list; return its line, or that of the baseline it is already.

    Raises `InputError` for a run that is not complete, or whose name is taken there by other records.
    """
    questions = sum(1 for _ in log.records())
    if log.problems:
        first = log.problems[0]
        raise InputError(f"{log.path} line {first.line}: {first.reason}; a baseline must be whole: run it again")
    if log.end is None or log.end.status != "complete":
        raise InputError(
            f"run {log.start.run_id!r} is not complete; go on with it: --run-id {log.start.run_id} --resume"
        )
    if not questions:
        raise InputError(f"run {log.start.run_id!r} has no records; accept a run that answered something")
    _keep(log, logs / BASELINES)
    info = log.start.golden
    known = accepted(logs, info.name)
    if known and (known[-1].run_id, known[-1].sha256) == (log.start.run_id, info.sha256):
        return known[-1]
    line = Accepted(
        run_id=log.start.run_id,
        golden=info.name,
        sha256=info.sha256,
        accepted_at=now.isoformat(timespec="seconds"),
    )
    append_line(logs / BASELINES / ACCEPTED, line.model_dump_json())
    return line


def accepted(logs: Path, golden: str | None = None) -> list[Accepted]:
    """Return the acceptances in order, of one golden set's name or of all; lines that cannot be read are left out."""
    return [line for line in read_known(logs / BASELINES / ACCEPTED, Accepted) if golden in {None, line.golden}]


def open_baseline(line: Accepted, logs: Path) -> Log:
    """Return the log of an acceptance; raise `LogError` where it is gone or is another run's."""
    log = open_log(logs / BASELINES / line.run_id)
    if log.start.run_id != line.run_id:
        raise LogError(
            f"{log.path} is run {log.start.run_id!r}, not {line.run_id!r}; restore it, or accept another run"
        )
    return log


def read_known(path: Path, model: type[Known]) -> Iterator[Known]:
    """Yield the lines of a file that `append_line` wrote, leaving out what cannot be read; none where there is no file."""
    try:
        with path.open("rb") as lines:
            for line in lines:
                try:
                    yield model.model_validate_json(line)
                except ValidationError:
                    continue
    except FileNotFoundError:
        return
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}; make it readable") from None


def append_line(path: Path, line: str) -> None:
    """Append one line with one write; a torn last line before it is ended first. Raises `LogError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as stream:
            end = stream.seek(0, os.SEEK_END)
            torn = False
            if end:
                stream.seek(end - 1)
                torn = stream.read(1) != b"\n"
            stream.write(b"\n" * torn + line.encode("utf-8", "surrogatepass") + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}; make room, or a folder that can be written") from None


def _keep(log: Log, baselines: Path) -> None:
    target, partial = baselines / log.start.run_id, baselines / f".{log.start.run_id}.{os.getpid()}"
    try:
        if target.exists():
            if _same_lines(records_file(target), log.path):
                return
            raise InputError(
                f"{target} is there and is not this run; a baseline is never overwritten: choose another run"
            )
        partial.mkdir(parents=True)
        for path in (log.path, log.path.parent / PASSAGES):
            if path.is_file():
                shutil.copy2(path, partial / path.name)
                with (partial / path.name).open("rb") as stream:
                    os.fsync(stream.fileno())
        partial.rename(target)
    except OSError as error:
        raise LogError(f"{target}: {error.strerror}; nothing was accepted") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _same_lines(one: Path, other: Path) -> bool:
    """Return whether two logs say the same, however each is stored."""
    return one.is_file() and all(a == b for a, b in zip_longest(Lines(one), Lines(other)))
