"""A run's log open for writing, with what is kept beside it: the summary, the outcomes, and the events for diagnostics."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from structlog.typing import FilteringBoundLogger

from harness.errors import LogError
from harness.log.events import QUIET, open_events
from harness.log.reader import open_log
from harness.log.writer import LogWriter
from harness.measure.kept import failures_to_keep
from harness.measure.outcomes import OutcomesWriter, forget_unfinished
from harness.measure.summary import Summariser
from harness.pipeline import question_key
from harness.run import Finished, check_same_run
from harness.text.printable import one_line
from harness.types import Record, RunStart

EVENTS = "events.jsonl"
_TOLD_FAULTS = 3
_LONGEST_FAULT = 300


@dataclass(slots=True)
class OpenRun:
    """A run under way. `kept` are the keys of the questions that need not be asked again; `finished` is null until it ends."""

    folder: Path
    writer: LogWriter
    summariser: Summariser
    events: FilteringBoundLogger
    outcomes: OutcomesWriter | None
    kept: set[str]
    finished: Finished | None = None
    at: int = 0
    faults: int = 0
    verbose: bool = False

    def note(self, record: Record) -> None:
        """Count a record that was written."""
        found = self.summariser.add(record)
        if self.outcomes:
            self.outcomes.add(record, found, self.at)
        self.at = self.writer.position
        if record.fault:
            fault = record.fault.model_dump()
            self.events.warning("question.faulted", question_id=record.question.id, **fault, **{QUIET: True})
            self.faults += 1
            if self.faults <= _TOLD_FAULTS and not self.verbose:
                print(one_line(f"{record.question.id}: {found.why}"[:_LONGEST_FAULT]), file=sys.stderr)

    def tell_more_faults(self) -> None:
        """Say how many faults were not told."""
        if self.faults > _TOLD_FAULTS and not self.verbose:
            more = self.faults - _TOLD_FAULTS
            print(one_line(f"… and {more:,} more ended in a fault: {self.folder / EVENTS}"), file=sys.stderr)


@contextmanager
def open_run(
    folder: Path,
    start: RunStart,
    *,
    fingerprint: str,
    resume: bool,
    compress: bool,
    verbose: bool,
    max_failures: int | None,
) -> Iterator[OpenRun]:
    """Open the log in `folder`, new or to go on with; whatever happens, it is closed, with the outcomes of a run that ended.

    Raises `InputError` where there is none to go on with, where it was started differently, or where there is one already.
    """
    summariser = Summariser(start, max_failures=failures_to_keep(max_failures))
    kept: set[str] = set()
    if resume:
        writer, kept = _resumed(folder, start, fingerprint, summariser)
        with suppress(OSError):
            forget_unfinished(folder)
    else:
        writer = LogWriter.create(folder, start, compress=compress)
    events, close_events = open_events(folder / EVENTS, run_id=start.run_id, verbose=verbose)
    # A resumed log holds records that were noted before; its outcomes are made by whoever first asks for them.
    outcomes = None if resume else OutcomesWriter(folder)
    run = OpenRun(folder, writer, summariser, events, outcomes, kept, at=writer.position, verbose=verbose)
    try:
        yield run
    finally:
        writer.close()
        close_events()
        run.tell_more_faults()
        if outcomes and run.finished is not None:
            outcomes.close([], run.finished.status)
        elif outcomes:
            outcomes.discard()


def _resumed(folder: Path, start: RunStart, fingerprint: str, summariser: Summariser) -> tuple[LogWriter, set[str]]:
    """Open the log of a run that stopped; a start line that cannot be read is made anew, the records decide."""
    with suppress(LogError):
        check_same_run(open_log(folder).start, start)

    def keep(record: Record) -> bool:
        if record.fault or record.key != question_key(record.question, fingerprint):
            return False
        summariser.add(record)
        return True

    return LogWriter.resume(folder, start, keep)
