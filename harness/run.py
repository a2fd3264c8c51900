"""A run: N workers pull from one iterator of questions, and each record is written when it is done.

Memory does not grow with the number of questions: there is never a task per question, nor a list of records.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import hashlib
import os
import platform
import re
import signal
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from harness import __version__
from harness.attempts import answer_in_attempts
from harness.errors import HarnessError, InputError
from harness.golden.read import GoldenSet
from harness.log.writer import LogWriter
from harness.pipeline import Stages, answer, answer_again, question_key
from harness.settings import HOW_NOT_WHAT, Settings
from harness.types import IndexInfo, Question, Record, RunEnd, RunStart, Step

Status = Literal["complete", "interrupted"]
Clock = Callable[[], dt.datetime]

_UNFIT = re.compile(r"[^\w.]+")
_LONGEST_NAME_BYTES = 200


def utc_now() -> dt.datetime:
    """Return the wall-clock time in UTC."""
    return dt.datetime.now(dt.UTC)


def new_run_id(golden: GoldenSet, now: dt.datetime) -> str:
    """Return a name that sorts by time and says what was run, as far as a folder's name can."""
    return f"{now:%Y%m%d-%H%M%S}-{_UNFIT.sub('-', golden.info.name)[:60]}"


def check_run_id(run_id: str) -> None:
    """Raise `InputError` unless `run_id` names a folder directly under --logs."""
    if not run_id.strip() or set(run_id) <= {"."}:
        raise InputError(f"--run-id {run_id!r} is no name for a folder; write a word such as tonight")
    if unfit := next((c for c in run_id if c in "/\\" or not (c.isprintable() or "\udc80" <= c <= "\udcff")), None):
        raise InputError(
            f"--run-id {run_id!r}: a name cannot hold {unfit!r}; --logs DIR says in which folder runs are kept"
        )
    if len(os.fsencode(run_id)) > _LONGEST_NAME_BYTES:
        raise InputError(f"--run-id {run_id[:20]!r}…: longer than {_LONGEST_NAME_BYTES} bytes; choose a shorter one")


def run_start(golden: GoldenSet, settings: Settings, index: IndexInfo, run_id: str, now: dt.datetime) -> RunStart:
    """Return the first line of a log."""
    return RunStart(
        run_id=run_id,
        started_at=now.isoformat(timespec="milliseconds"),
        harness_version=__version__,
        python=platform.python_version(),
        platform=platform.platform(terse=True),
        settings=settings.logged(),
        golden=golden.info,
        index=index,
        code=code_digest(),
    )


@cache
def code_digest() -> str:
    """Return a digest of the harness's own source, so that a change of code shows between two runs."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(here.rglob("*.py")):
        digest.update(f"{path.relative_to(here)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def check_same_run(before: RunStart, now: RunStart) -> None:
    """Raise `InputError` naming what differs, unless `now` asks for the answers that `before` was writing."""
    differences = [
        f"{name.replace('_', '-')} was {before.settings.get(name)!r} and is {value!r}"
        for name, value in now.settings.items()
        if name not in HOW_NOT_WHAT and before.settings.get(name) != value
    ]
    if (before.parent, before.replayed_from) != (now.parent, now.replayed_from):
        differences.append(f"it was answered from {_origin(before)} and is to be from {_origin(now)}")
    if before.model and now.model and before.model.digest != now.model.digest:
        differences.append(f"the model's digest was {before.model.digest!r} and is {now.model.digest!r}")
    if before.golden.sha256 != now.golden.sha256:
        differences.append(f"the golden set {now.golden.path!r} has changed since (or is another one)")
    if differences:
        raise InputError(
            f"--resume: run {before.run_id!r} was started differently: {'; '.join(differences)}; "
            "give the same flags, or start a new run with another --run-id"
        )


def _origin(start: RunStart) -> str:
    return f"run {start.parent!r}, step {start.replayed_from}" if start.parent else "the questions alone"


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
    questions: Iterable[Question | Record],
    stages: Stages,
    writer: LogWriter,
    *,
    progress: Progress,
    first: Step = "retrieve",
    keep: frozenset[str] | set[str] = frozenset(),
    note: Callable[[Record], object] | None = None,
    watch: Callable[[Progress], None] | None = None,
    now: Clock = utc_now,
) -> Finished:
    """Answer every question whose key is not in `keep`, write its record, close the log with a `RunEnd`.

    A record of another run among `questions` is answered again from step `first` on.
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
        for given in todo:
            if keep and question_key(_question(given), stages.fingerprint) in keep:
                progress.skipped += 1
                continue
            finish(await _answered(given, first, stages))
            # Without this a run whose stages never wait would starve signals and the display.
            await asyncio.sleep(0)

    status = await run_workers(worker, stages.settings.concurrency, beside(stages, watch, progress))
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


async def run_workers(
    worker: Callable[[], Coroutine[Any, Any, None]], count: int, others: Iterable[Coroutine[Any, Any, None]]
) -> Status:
    """Run `count` workers until they have nothing left to do, and `others` beside them for as long; return how it ended.

    SIGINT and SIGTERM cancel the workers. The first `HarnessError` of a worker ends them all and is raised.
    """

    async def workers() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(count):
                group.create_task(worker())

    try:
        async with asyncio.TaskGroup() as group:
            work = group.create_task(workers())
            tasks = [group.create_task(other) for other in others]
            with _stopped_by_signals(work):
                await asyncio.wait({work})
            for task in tasks:
                task.cancel()
    except* HarnessError as errors:
        raise _first(errors) from None
    return "interrupted" if work.cancelled() else "complete"


def _question(given: Question | Record) -> Question:
    return given.question if isinstance(given, Record) else given


async def _answered(given: Question | Record, first: Step, stages: Stages) -> Record:
    if isinstance(given, Record) and first != "retrieve":
        return await answer_again(given, first, stages)
    question = _question(given)
    return await (answer_in_attempts if stages.settings.attempts > 1 else answer)(question, stages)


def beside(
    stages: Stages, watch: Callable[[Progress], None] | None, progress: Progress
) -> Iterator[Coroutine[Any, Any, None]]:
    """Yield what runs as long as workers do: the display, and the client's look at what is being loaded."""
    if watch:
        yield _display(watch, progress)
    for client in (stages.client, stages.system.client if stages.system else None):
        if client:
            yield client.deadlines.watch()


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
