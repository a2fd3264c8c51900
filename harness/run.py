"""A run: N workers pull from one iterator of questions, and each record is written when it is done.

Memory does not grow with the number of questions: there is never a task per question, nor a list of records.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import platform
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from harness import __version__
from harness.errors import HarnessError, InputError
from harness.golden.read import GoldenSet
from harness.log.writer import LogWriter
from harness.pipeline import Stages, answer, question_key
from harness.settings import HOW_NOT_WHAT, Settings
from harness.types import IndexInfo, Question, Record, RunEnd, RunStart

Status = Literal["complete", "interrupted"]
Clock = Callable[[], dt.datetime]


def utc_now() -> dt.datetime:
    """Return the wall-clock time in UTC."""
    return dt.datetime.now(dt.UTC)


def new_run_id(golden: GoldenSet, now: dt.datetime) -> str:
    """Return a name that sorts by time and says what was run."""
    return f"{now:%Y%m%d-%H%M%S}-{golden.info.name}"


def run_start(golden: GoldenSet, settings: Settings, index: IndexInfo, run_id: str, now: dt.datetime) -> RunStart:
    """Return the first line of a log."""
    return RunStart(
        run_id=run_id,
        started_at=now.isoformat(timespec="milliseconds"),
        harness_version=__version__,
        python=platform.python_version(),
        platform=platform.platform(terse=True),
        settings=settings.model_dump(mode="json"),
        golden=golden.info,
        index=index,
    )


def check_same_run(before: RunStart, now: RunStart) -> None:
    """Raise `InputError` naming what differs, unless `now` asks for the answers that `before` was writing."""
    differences = [
        f"{name.replace('_', '-')} was {before.settings.get(name)!r} and is {value!r}"
        for name, value in now.settings.items()
        if name not in HOW_NOT_WHAT and before.settings.get(name) != value
    ]
    if before.golden.sha256 != now.golden.sha256:
        differences.append(f"the golden set {now.golden.path!r} has changed since (or is another one)")
    if differences:
        raise InputError(
            f"--resume: run {before.run_id!r} was started differently: {'; '.join(differences)}; "
            "give the same flags, or start a new run with another --run-id"
        )


@dataclass(slots=True)
class Progress:
    """Counts of a run under way; a display reads them, workers write them."""

    total: int
    done: int = 0
    faults: int = 0
    skipped: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.began


@dataclass(frozen=True, slots=True)
class Finished:
    """How a run ended."""

    status: Status
    progress: Progress


async def run_questions(
    questions: Iterable[Question],
    stages: Stages,
    writer: LogWriter,
    *,
    progress: Progress,
    keep: frozenset[str] | set[str] = frozenset(),
    note: Callable[[Record], object] | None = None,
    watch: Callable[[Progress], None] | None = None,
    now: Clock = utc_now,
) -> Finished:
    """Answer every question whose key is not in `keep`, write its record, close the log with a `RunEnd`.

    `note` sees each record once it is written, `watch` the counts a few times a second. SIGINT and SIGTERM stop the workers; what they had finished is in the log, and the status is `interrupted`.
    A log that cannot be written ends the run with a `LogError`; everything written before it stays.
    """
    todo = iter(questions)

    def finish(record: Record) -> None:
        writer.write(record)
        progress.done += 1
        progress.faults += record.fault is not None
        if note:
            note(record)

    async def worker() -> None:
        for question in todo:
            if keep and question_key(question, stages.fingerprint) in keep:
                progress.skipped += 1
                continue
            finish(await answer(question, stages))
            # Without this a run whose stages never wait would starve signals and the display.
            await asyncio.sleep(0)

    async def workers() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(stages.settings.concurrency):
                group.create_task(worker())

    try:
        async with asyncio.TaskGroup() as group:
            work = group.create_task(workers())
            display = group.create_task(_display(watch, progress)) if watch else None
            with _stopped_by_signals(work):
                await asyncio.wait({work})
            if display:
                display.cancel()
    except* HarnessError as errors:
        raise _first(errors) from None
    status: Status = "interrupted" if work.cancelled() else "complete"
    writer.write(
        RunEnd(
            run_id=stages.run_id,
            ended_at=now().isoformat(timespec="milliseconds"),
            status=status,
            questions=progress.done + progress.skipped,
            faults=progress.faults,
            seconds=round(progress.seconds, 3),
        )
    )
    return Finished(status, progress)


async def _display(watch: Callable[[Progress], None] | None, progress: Progress) -> None:
    while watch:
        watch(progress)
        await asyncio.sleep(0.1)


@contextmanager
def _stopped_by_signals(work: asyncio.Task[None]) -> Iterator[None]:
    """Let the first SIGINT or SIGTERM cancel `work`; a second one meets Python's default handler."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def stop() -> None:
        for number in signals:
            loop.remove_signal_handler(number)
        work.cancel()

    try:
        for number in signals:
            loop.add_signal_handler(number, stop)
    except (NotImplementedError, RuntimeError):  # no signal handlers on this platform or thread: Ctrl-C still raises
        yield
        return
    try:
        yield
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


def _first(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
