"""Mends a damaged log: what can be read is written anew byte for byte, and the damaged file stays beside it.

A file that several runs were appended to is taken apart: each other run that begins in it gets a folder of its own.
"""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from harness.errors import LogError
from harness.log.check import check_log
from harness.log.files import RECORDS, ZSTD, Lines, records_file
from harness.log.lines import Problem, scan, strays
from harness.log.rewrite import Rewrite, rewritten
from harness.types import Record, RunEnd, RunStart


@dataclass(slots=True)
class Repaired:
    """What a repair did: `written` counts the records of each run, `left_out` names what is only in the damaged file."""

    path: Path
    kept_as: Path | None = None
    written: dict[str, int] = field(default_factory=dict)
    left_out: list[Problem] = field(default_factory=list)


@dataclass(slots=True)
class _Run:
    """A run under repair: what it is written to, its records so far by question id, and its last end."""

    rewrite: Rewrite
    path: Path
    seen: set[str] = field(default_factory=set)
    end: bytes = b""


def repair(folder: Path) -> Repaired:
    """Mend the log in `folder`; one that is whole is left as it is, and `kept_as` is None.

    Raises `LogError`, and changes nothing, where the run does not begin in the file, where a line is of a newer harness, or
    where another run in it has a folder already.
    """
    path = records_file(folder)
    done = Repaired(path)
    if not check_log(path).problems:
        return done
    try:
        with ExitStack() as stack:
            runs = _parted(path, stack, done)
            for run in runs.values():
                run.rewrite.write(run.end)
            done.written = {run_id: len(run.seen) for run_id, run in runs.items()}
            done.path = next(iter(runs.values())).path
            done.kept_as = _keep(path)
        if done.path != path:
            path.unlink()
    except OSError as error:
        raise LogError(f"{path}: {error.strerror}; nothing is changed") from None
    return done


def _parted(path: Path, stack: ExitStack, done: Repaired) -> dict[str, _Run]:
    """Write each line to the run it belongs to, the folder's own first; ends are held back."""
    runs: dict[str, _Run] = {}
    for number, content, line in scan(Lines(path)):
        if isinstance(line, RunStart) and line.run_id not in runs:
            target = _target(path.parent, line.run_id, own=not runs)
            stack.callback(_remove_if_empty, target.parent)
            runs[line.run_id] = _Run(stack.enter_context(rewritten(target, source=path)), target)
            runs[line.run_id].rewrite.write(_whole(content))
            continue
        if not runs and not isinstance(line, Problem):
            raise LogError(
                f"{path} line {number}: a {line.kind} of run {line.run_id!r} before any run_start that can be read; go on with"
                " that run by --resume, which writes its start anew: nothing is changed"
            )
        if isinstance(line, Problem) and line.newer:
            raise LogError(f"{path} line {line.line}: {line.reason}; nothing is changed")
        reason = _take(content, line, runs)
        if reason:
            done.left_out.append(Problem(number, reason))
    if not runs:
        raise LogError(f"{path}: nothing in it can be read; nothing is changed")
    return runs


def _take(content: bytes, line: RunStart | Record | RunEnd | Problem, runs: dict[str, _Run]) -> str | None:
    """Write a line to its run, or return why it is left out."""
    if isinstance(line, Problem):
        return line.reason
    run = runs.get(line.run_id)
    if run is None:
        return f"a {line.kind} of run {line.run_id!r}, which does not begin before it"
    if isinstance(line, RunStart):
        return f"a second run_start, of run {line.run_id!r}"
    if isinstance(line, RunEnd):
        run.end = _whole(content)
        return None
    reason = f"a second record of question {line.question.id!r}" if line.question.id in run.seen else strays(line)
    if reason is None:
        run.seen.add(line.question.id)
        run.rewrite.write(_whole(content))
    return reason


def _whole(content: bytes) -> bytes:
    return content if content.endswith(b"\n") else content + b"\n"


def _target(folder: Path, run_id: str, *, own: bool) -> Path:
    if own:
        return folder / (ZSTD if records_file(folder).name == ZSTD else RECORDS)
    if Path(run_id).name != run_id or not run_id.isprintable() or run_id in {".", ".."}:
        raise LogError(f"run {run_id!r} stands in the same file, and its name is none for a folder; nothing is changed")
    other = folder.parent / run_id
    if records_file(other).is_file():
        raise LogError(
            f"run {run_id!r} stands in the same file, and {other} is there already; move that one away first"
        )
    other.mkdir(exist_ok=True)
    return other / RECORDS


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _keep(path: Path) -> Path:
    """Give the damaged file a second name that no other has, and return it."""
    names = (path.with_name(f"{path.name}.damaged{'' if n == 1 else f'-{n}'}") for n in count(1))
    kept = next(name for name in names if not name.exists())
    try:
        os.link(path, kept)
    except OSError:  # a file system without hard links
        shutil.copy2(path, kept)
    return kept
