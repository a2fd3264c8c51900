"""One run as the command line sees it: index, log, workers, progress, summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from harness.cli.console import stderr_console
from harness.errors import InputError, LogError
from harness.golden.read import GoldenSet
from harness.log.events import open_events
from harness.log.reader import open_log
from harness.log.writer import LogWriter
from harness.measure.summary import Summariser
from harness.pipeline import question_key
from harness.run import Progress as Counts
from harness.run import check_same_run, new_run_id, run_questions, run_start, utc_now
from harness.settings import Settings
from harness.types import Record, RunStart, Summary
from harness.wiring import build_search, check_settings, open_stages, run_fingerprint


async def run_golden(
    golden: GoldenSet,
    settings: Settings,
    *,
    logs: Path,
    run_id: str | None = None,
    resume: bool = False,
    verbose: bool = False,
    max_failures: int | None = None,
) -> Summary:
    """Run a golden set into `logs/run_id` and return its summary.

    Raises `InputError` for anything the user can mend; what was written before stays.
    """
    if resume and not run_id:
        raise InputError("--resume needs --run-id: name the run to go on with")
    check_settings(settings)
    console = stderr_console()
    with _busy(console, f"indexing {len(golden.documents):,} documents"):
        search = build_search(golden.documents, settings)
    start = run_start(golden, settings, search.info(), run_id or new_run_id(golden, utc_now()), utc_now())
    summariser = Summariser(start, max_failures=max_failures)
    folder = logs / start.run_id
    kept: set[str] = set()
    if resume:
        writer, kept = _resume_log(folder, start, run_fingerprint(golden, settings), summariser)
    else:
        writer = LogWriter.create(folder, start)
    events, close_events = open_events(folder / "events.jsonl", run_id=start.run_id, verbose=verbose)
    total = min(golden.info.questions, settings.limit or golden.info.questions)
    counts = Counts(total=total)

    def note(record: Record) -> None:
        summariser.add(record)
        if record.fault:
            events.warning("question.faulted", question_id=record.question.id, **record.fault.model_dump())

    try:
        events.info("run.started", golden=golden.info.name, questions=total, chunks=len(search.chunks), kept=len(kept))
        async with open_stages(golden, search, settings, start.run_id) as stages:
            with _progress(console, counts) as watch:
                finished = await run_questions(
                    islice(golden.questions(), settings.limit),
                    stages,
                    writer,
                    progress=counts,
                    keep=kept,
                    watch=watch,
                    note=note,
                )
        events.info("run.ended", status=finished.status, questions=counts.done + counts.skipped, faults=counts.faults)
    finally:
        writer.close()
        close_events()
    if finished.status == "interrupted":
        console.print(
            f"interrupted: {counts.done + counts.skipped} of {total} questions are in {folder}; "
            f"go on with --run-id {start.run_id} --resume",
            style="yellow",
            soft_wrap=True,
        )
    return summariser.summary(finished.status)


def _resume_log(folder: Path, start: RunStart, fingerprint: str, summariser: Summariser) -> tuple[LogWriter, set[str]]:
    """Open the log of a run that stopped; a start line that cannot be read is made anew, the records decide."""
    with suppress(LogError):
        check_same_run(open_log(folder).start, start)

    def keep(record: Record) -> bool:
        if record.fault or record.key != question_key(record.question, fingerprint):
            return False
        summariser.add(record)
        return True

    return LogWriter.resume(folder, start, keep)


@contextmanager
def _busy(console: Console, words: str) -> Iterator[None]:
    if console.is_terminal:
        with console.status(words):
            yield
    else:
        yield


@contextmanager
def _progress(console: Console, counts: Counts) -> Iterator[Callable[[Counts], None] | None]:
    if not console.is_terminal:
        yield None
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TextColumn("{task.fields[pace]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    ) as display:
        task = display.add_task("answering", total=counts.total, pace="")

        def watch(now: Counts) -> None:
            faults = f" · {now.faults} faults" if now.faults else ""
            pace = f"{now.done + now.skipped:,} of {now.total:,} · {now.done / max(now.seconds, 1e-9):,.0f}/s{faults}"
            display.update(task, completed=now.done + now.skipped, pace=pace)

        yield watch
