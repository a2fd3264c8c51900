"""What is in a log, and what is wrong with it, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from harness.errors import LogError
from harness.log.files import Lines
from harness.log.lines import Problem, scan, sift
from harness.log.reader import open_log
from harness.types import Record, RunEnd

Status = Literal["complete", "interrupted", "unfinished"]


@dataclass(slots=True)
class Checked:
    """A log looked over: how it is stored, what can be read of it, and every problem with its line."""

    path: Path
    compression: str
    file_bytes: int
    run_id: str | None
    records: int = 0
    status: Status = "unfinished"
    compacted: bool = False
    problems: list[Problem] = field(default_factory=list)


def check_log(path: Path) -> Checked:
    """Read a log from end to end and return what was found; raises `LogError` where the file cannot be opened."""
    try:
        run_id = open_log(path.parent).start.run_id
        unreadable = None
    except LogError as error:
        run_id, unreadable = None, str(error)
    try:
        checked = Checked(
            path=path,
            compression=Lines(path).compression(),
            file_bytes=path.stat().st_size,
            run_id=run_id,
        )
        lines = Lines(path)
        for _, _, line in scan(lines) if run_id is None else sift(lines, run_id):
            if isinstance(line, Problem):
                checked.problems.append(line)
            elif isinstance(line, Record):
                checked.records += 1
            elif isinstance(line, RunEnd):
                checked.status = line.status
        checked.compacted = lines.packed
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}; name a run folder") from None
    if unreadable and not checked.problems:
        checked.problems.append(Problem(1, unreadable))
    return checked
