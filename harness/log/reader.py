"""Reads a run back, one record at a time: what can be read is read, and the rest is named by line."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

from harness.errors import LogError, nearest
from harness.log.files import FORMS, RECORDS, Lines, records_file
from harness.log.lines import Problem, scan, sift
from harness.text.counted import counted
from harness.types import Record, RunEnd, RunStart


def find_run(run: str, logs: Path) -> Path:
    """Return the folder of a run that is named by its folder, by its records file, or by its name in `logs`.

    Raises `LogError` naming the nearest run where there is none.
    """
    given = Path(run)
    try:
        if given.name in FORMS and given.is_file():
            return given.parent
        for folder in (given, logs / run):
            if records_file(folder).is_file():
                return folder
        known = sorted(
            {path.parent.relative_to(logs).as_posix() for path in logs.glob(f"**/{RECORDS}*") if path.name in FORMS}
        )
    except OSError as error:
        raise LogError(f"run {run!r}: {error.strerror}; name a run folder, or a run in {str(logs)!r}") from None
    elsewhere = f"none are known in {str(logs)!r}: say where runs are kept with --logs"
    raise LogError(
        f"run {run!r}: no {RECORDS} there nor in {str(logs / run)!r}; {nearest(run, known) if known else elsewhere}"
    )


def open_run(run: str | Path, logs: str | Path = "logs") -> Log:
    """Open a run's log by its folder, by its records file, or by its name in `logs`; raises `LogError`."""
    return open_log(find_run(str(run), Path(logs)))


def open_log(folder: Path) -> Log:
    """Open the log of a run folder and read its first line.

    Raises `LogError` where there is no log, or none that begins with a `RunStart` we can read.
    """
    path = records_file(folder)
    readable, first = 0, None
    try:
        for _, _, line in scan(Lines(path)):
            if isinstance(line, RunStart):
                return Log(path, _checked(line, path))
            readable += isinstance(line, Record)
            first = first or line
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}; name a run folder") from None
    if first is None:
        raise LogError(f"{path} is empty: the run ended before its first line; delete it or choose another --run-id")
    if isinstance(first, Problem) and first.newer:
        raise LogError(f"{path} line {first.line}: {first.reason}")
    reason = f"line {first.line}: {first.reason}" if isinstance(first, Problem) else f"it begins with a {first.kind}"
    raise LogError(
        f"{path} has no run_start that can be read ({reason}) and {counted(readable, 'record')} that can;"
        " choose another --run-id, and keep this one to mend by hand"
    )


def _checked(start: RunStart, path: Path) -> RunStart:
    """Return a first line whose settings can be reported by: they may be any JSON, where others wrote them or damage did."""
    depth, day = start.settings.get("candidates", 0), start.settings.get("as_of")
    try:
        int(str(depth))
        dt.date.fromisoformat(day if isinstance(day, str) else "2000-01-01")
    except ValueError:
        raise LogError(
            f"{path}: its settings say candidates {depth!r}, as_of {day!r}; the first must be a number, the second a day or null:"
            " mend them in a copy"
        ) from None
    return start


class Log:
    """A run's log; `start` is its first line, `end` and `problems` are those of the last pass over `records()`.

    They are complete when the pass is; `end` is null for a run that was killed. `path` may be plain, zstd or gzip.
    """

    def __init__(self, path: Path, start: RunStart) -> None:
        self.path = path
        self.start = start
        self.end: RunEnd | None = None
        self.problems: list[Problem] = []

    def records(self) -> Iterator[Record]:
        """Yield the records in log order, reading the file anew each time; memory grows by the ids seen, no more.

        A torn or damaged line, a line of another run and a question's second record are skipped and named in `problems`.
        """
        self.end = None
        self.problems = []
        for _, _, line in sift(Lines(self.path), self.start.run_id):
            if isinstance(line, Record):
                yield line
            elif isinstance(line, Problem):
                self.problems.append(line)
            elif isinstance(line, RunEnd):
                self.end = line
