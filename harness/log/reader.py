"""Reads a run back, one record at a time: what can be read is read, and the rest is named by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harness.errors import LogError, nearest
from harness.log.lines import Problem, scan, sift
from harness.log.writer import RECORDS
from harness.types import Record, RunEnd, RunStart


def find_run(run: str, logs: Path) -> Path:
    """Return the folder of a run that is named by its folder, by its records file, or by its name in `logs`.

    Raises `LogError` naming the nearest run where there is none.
    """
    given = Path(run)
    try:
        if given.name == RECORDS and given.is_file():
            return given.parent
        for folder in (given, logs / run):
            if (folder / RECORDS).is_file():
                return folder
        known = sorted(path.parent.relative_to(logs).as_posix() for path in logs.glob(f"**/{RECORDS}"))
    except OSError as error:
        raise LogError(f"run {run!r}: {error.strerror}; name a run folder, or a run in {str(logs)!r}") from None
    elsewhere = f"none are known in {str(logs)!r}: say where runs are kept with --logs"
    raise LogError(
        f"run {run!r}: no {RECORDS} there nor in {str(logs / run)!r}; {nearest(run, known) if known else elsewhere}"
    )


def open_log(folder: Path) -> Log:
    """Open the log of a run folder and read its first line.

    Raises `LogError` where there is no log, or none that begins with a `RunStart` we can read.
    """
    path = folder / RECORDS
    readable, first = 0, None
    try:
        with path.open("rb") as lines:
            for _, _, line in scan(lines):
                if isinstance(line, RunStart):
                    return Log(path, line)
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
        f"{path} has no run_start that can be read ({reason}) and {readable} records that can;"
        " choose another --run-id, and keep this one to mend by hand"
    )


class Log:
    """A run's log; `end` and `problems` are those of the last iteration over `records()`, complete when it is."""

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
        with self.path.open("rb") as lines:
            for _, _, line in sift(lines, self.start.run_id):
                if isinstance(line, Record):
                    yield line
                elif isinstance(line, Problem):
                    self.problems.append(line)
                elif isinstance(line, RunEnd):
                    self.end = line
