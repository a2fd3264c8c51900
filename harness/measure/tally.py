"""A log added up by several processes: each reads parts of it, and what they counted is merged in log order.

What depends on more than one part (a question said twice, a second `run_start`) is not decided here: such a log is read
again from the beginning, in one process, so that the outcome is that of one pass whatever the log holds.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, closing, suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Protocol, Self, TypeVar

import numpy as np

from harness.errors import LogError
from harness.log.lines import Problem
from harness.log.parts import ID_BYTES, Between, Part, cut
from harness.log.reader import Log
from harness.types import Record, RunEnd

PART_BYTES = 1 << 26
"""The least that a part holds: below that, starting a process costs about what it saves."""

_MOST_PROCESSES = 4
_PARTS_EACH = 8


class Tally(Protocol):
    """What adds up records; it can be pickled, and merged with that of the records that follow."""

    def add(self, record: Record, /) -> object:
        """Count one record."""

    def merge(self, later: Self, /) -> None:
        """Count also what `later` counted."""


T = TypeVar("T", bound=Tally)


def tally_log(log: Log, empty: T, *, part_bytes: int = PART_BYTES) -> T:
    """Return `empty` with each of the log's records added; the log's `problems` and `end` are complete then.

    A plain log of several parts, of no less than `part_bytes` each, is read by as many processes as there are cores, four at
    most. Raises `LogError` where one of them is killed.
    """
    processes = min(_cores(), _MOST_PROCESSES)
    file = log.path.stat()
    parts = min(file.st_size // part_bytes, processes * _PARTS_EACH)
    between = cut(log.path, parts) if processes > 1 else []
    merged = _merged(log, empty, between, processes) if len(between) > 1 else None
    if merged is not None and os.path.samestat(file, log.path.stat()):  # no other file took its place meanwhile
        return merged
    for record in log.records():
        empty.add(record)
    return empty


def count(log_path: Path, run_id: str, empty: T, between: Between) -> tuple[Part, T]:
    """Return a part of a log, and what a copy of `empty` counted in it."""
    part, counted = Part(), deepcopy(empty)
    for record in part.records(log_path, run_id, between):
        counted.add(record)
    return part, counted


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _merged(log: Log, empty: T, between: list[Between], processes: int) -> T | None:
    """Return the tally of all parts; None where one pass has to decide."""
    merged: T | None = None
    problems: list[Problem] = []
    end: RunEnd | None = None
    read, lines, starts, ids = 0, 0, 0, bytearray()
    with closing(_read(log, empty, between, processes)) as answers:
        for part, counted in answers:
            if merged is None:
                merged = counted
            else:
                merged.merge(counted)
            problems += [replace(problem, line=problem.line + lines) for problem in part.problems]
            end = part.end or end
            read += 1
            lines += part.lines
            starts += part.started
            ids += part.ids
    if read < len(between) or starts > 1 or _repeats(ids):
        return None
    log.problems, log.end = problems, end
    return merged


def _repeats(ids: bytearray) -> bool:
    digests = np.frombuffer(ids, dtype=f"u{ID_BYTES}")
    digests.sort()  # in place: a million take no further room
    return bool((digests[1:] == digests[:-1]).any())


def _read(log: Log, empty: T, between: list[Between], processes: int) -> Generator[tuple[Part, T], None, None]:
    """Yield each part with its tally, in log order; it ends early where one could not be read.

    Processes take turns, so that none gets far ahead of what was merged.
    """
    workers: list[subprocess.Popen[bytes]] = []
    with ExitStack() as stack:
        for number in range(min(processes, len(between))):
            job = (log.path, log.start.run_id, empty, between[number::processes])
            try:
                workers.append(_started(pickle.dumps(job), stack))
            except OSError:  # no more processes are allowed, or there is no room for one
                return
        for number in range(len(between)):
            worker = workers[number % processes]
            assert worker.stdout is not None  # noqa: S101 -- a pipe was asked for
            try:
                answer = pickle.load(worker.stdout)  # noqa: S301 -- our own process wrote it
            except (EOFError, pickle.UnpicklingError):
                if worker.wait() < 0:
                    raise LogError(
                        f"{log.path}: a process that read a part of it was killed (signal {-worker.returncode}), as happens"
                        " where memory runs out; free some and try again"
                    ) from None
                return  # whatever it met, one pass meets it too, and says so here
            yield answer


def _started(job: bytes, stack: ExitStack) -> subprocess.Popen[bytes]:
    """Start a process on its parts; when the stack unwinds it ends."""
    worker = subprocess.Popen(
        # -P: a csv.py where the user is would be no module of ours
        [sys.executable, "-P", "-m", "harness.measure.tally_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        process_group=0,  # Ctrl-C is for the one that asked, which ends it
    )
    stack.enter_context(worker)
    stack.callback(worker.kill)
    assert worker.stdin is not None  # noqa: S101 -- a pipe was asked for
    with suppress(BrokenPipeError):
        worker.stdin.write(job)
        worker.stdin.close()
    return worker
