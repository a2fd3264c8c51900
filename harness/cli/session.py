"""One run as the command line sees it: index, log, workers, progress, summary."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from difflib import get_close_matches
from itertools import chain, count, islice
from pathlib import Path

from rich.console import Console

from harness.cli.console import stderr_console
from harness.cli.live import live_view
from harness.errors import LogError, RunStoppedError
from harness.generate.scripted import read_script
from harness.golden.read import GoldenSet
from harness.index.store import WORTH_KEEPING, IndexCache, default_folder
from harness.log.events import open_events
from harness.log.frames import check_zstd
from harness.log.reader import open_log
from harness.log.writer import LogWriter
from harness.measure.kept import failures_to_keep, keep_summary
from harness.measure.outcomes import OutcomesWriter
from harness.measure.summary import Summariser
from harness.pipeline import Stages, question_key
from harness.run import Progress as Counts
from harness.run import check_same_run, new_run_id, run_questions, run_start, utc_now
from harness.settings import Settings
from harness.text.printable import printable
from harness.types import Question, Record, RunStart, Step, Summary
from harness.wiring import (
    LEARNT_FROM,
    Search,
    build_search,
    check_settings,
    make_chunks,
    make_system,
    no_search,
    open_stages,
    run_fingerprint,
    system_origin,
)

_SEARCHED_IDS = 20_000


def open_search(golden: GoldenSet, settings: Settings) -> Search:
    """Check every part and build the index, outside the event loop: there Ctrl-C would wait for its end."""
    check_settings(settings)
    if settings.compress:
        check_zstd()
    with _busy(stderr_console(), f"indexing {len(golden.documents):,} documents") as watch:
        if settings.system:
            make_system(settings)  # what cannot be asked is said before a log is begun
            return no_search(golden.documents, make_chunks(golden.documents, LEARNT_FROM))
        cache = IndexCache(default_folder()) if settings.index_cache else None
        _keep_for_good(golden)
        search = build_search(
            golden.documents, settings, corpus=golden.corpus_sha256, raw=golden.raw, cache=cache, watch=watch
        )
        _keep_for_good(golden)
        return search


def _keep_for_good(golden: GoldenSet) -> None:
    """Have the collector never look again at what a large corpus is made of: it stays to the end and holds no cycles."""
    if len(golden.documents) >= WORTH_KEEPING:
        gc.freeze()


async def run_golden(
    golden: GoldenSet,
    settings: Settings,
    search: Search,
    *,
    logs: Path,
    run_id: str | None = None,
    resume: bool = False,
    verbose: bool = False,
    max_failures: int | None = None,
    key: str | None = None,
    go_on: str = "",
) -> Summary:
    """Run a golden set into `logs/run_id` and return its summary; `go_on` is as in `answer_all`.

    Raises `InputError` for anything the user can mend; what was written before stays.
    """
    _warn_of_strays(golden, settings)
    start = run_start(golden, settings, search.info(), run_id or _fresh_id(golden, logs), utc_now())
    start = start.model_copy(update={"origin": system_origin(settings)})
    total = min(golden.info.questions, settings.limit or golden.info.questions)
    return await answer_all(
        islice(golden.questions(), total),
        start,
        open_stages(golden, search, settings, start.run_id, key=key, ask_system=bool(settings.system)),
        fingerprint=run_fingerprint(golden, settings),
        total=total,
        logs=logs,
        resume=resume,
        verbose=verbose,
        max_failures=max_failures,
        go_on=go_on,
    )


def _warn_of_strays(golden: GoldenSet, settings: Settings) -> None:
    """Say which ids of the script no question has: what they stage will not happen."""
    if not settings.script:
        return
    known = {question.id for question in golden.questions()} | golden.left_out_ids
    strays = [question_id for question_id in read_script(Path(settings.script)) if question_id not in known]
    if strays:
        more = f" and {len(strays) - 1} more" if len(strays) > 1 else ""
        close = get_close_matches(strays[0], list(islice(known, _SEARCHED_IDS)), n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        told = f"script {settings.script!r}: the golden set has no question {strays[0]!r}{more}{hint}"
        stderr_console().print(printable(told), style="yellow", soft_wrap=True, markup=False)


async def answer_all(
    questions: Iterable[Question | Record],
    start: RunStart,
    opened: AbstractAsyncContextManager[Stages],
    *,
    fingerprint: str,
    total: int,
    logs: Path,
    first: Step = "retrieve",
    resume: bool = False,
    verbose: bool = False,
    max_failures: int | None = None,
    go_on: str = "",
) -> Summary:
    """Answer questions, or logged records again from `first` on, into `logs/RUN`, and return the summary.

    `go_on` says how an interrupted run is gone on with, where that is not by its own id and --resume.
    """
    async with opened as stages:
        return await _answer_opened(
            questions,
            start.model_copy(update={"model": stages.model or start.model}),
            stages,
            fingerprint=fingerprint,
            total=total,
            logs=logs,
            first=first,
            resume=resume,
            verbose=verbose,
            max_failures=max_failures,
            go_on=go_on or f"go on with --run-id {start.run_id} --resume",
        )


async def _answer_opened(
    questions: Iterable[Question | Record],
    start: RunStart,
    stages: Stages,
    *,
    fingerprint: str,
    total: int,
    logs: Path,
    first: Step,
    resume: bool,
    verbose: bool,
    max_failures: int | None,
    go_on: str,
) -> Summary:
    console = stderr_console()
    summariser = Summariser(start, max_failures=failures_to_keep(max_failures))
    folder = logs / start.run_id
    kept: set[str] = set()
    if resume:
        writer, kept = _resume_log(folder, start, fingerprint, summariser)
    else:
        writer = LogWriter.create(folder, start, compress=stages.settings.compress)
    events, close_events = open_events(folder / "events.jsonl", run_id=start.run_id, verbose=verbose)
    counts = Counts(total=total)

    # A resumed log holds records that were noted before; its outcomes are made by whoever first asks for them.
    outcomes = None if resume else OutcomesWriter(folder)
    written = writer.position

    def note(record: Record) -> None:
        nonlocal written
        found = summariser.add(record)
        if outcomes:
            outcomes.add(record, found, written)
        written = writer.position
        if record.fault:
            events.warning("question.faulted", question_id=record.question.id, **record.fault.model_dump())

    finished = None
    try:
        chunks = start.index.chunks
        events.info("run.started", golden=start.golden.name, questions=total, chunks=chunks, kept=len(kept))
        with live_view(console, counts, stages.client) as watch:
            finished = await run_questions(
                questions,
                stages,
                writer,
                progress=counts,
                first=first,
                keep=kept,
                watch=watch,
                note=note,
            )
        if stages.cache and stages.cache.problem:
            events.warning("cache.failed", reason=stages.cache.problem)
        events.info("run.ended", status=finished.status, questions=counts.done + counts.skipped, faults=counts.faults)
    except RunStoppedError as error:
        events.info("run.stopped", reason=str(error), questions=writer.records_written)
        done = f"{counts.done + counts.skipped} of {total} questions are in {folder}"
        raise RunStoppedError(f"{error}; {done}: {go_on}") from None
    finally:
        writer.close()
        close_events()
        if outcomes and finished is not None:
            outcomes.close([], finished.status)
        elif outcomes:
            outcomes.discard()
    if finished.status == "interrupted":
        console.print(
            f"interrupted: {counts.done + counts.skipped} of {total} questions are in {folder}; {go_on}",
            style="yellow",
            soft_wrap=True,
        )
    return keep_summary(folder, summariser.summary(finished.status), max_failures)


def _fresh_id(golden: GoldenSet, logs: Path) -> str:
    return fresh_name(new_run_id(golden, utc_now()), logs)


def fresh_name(name: str, logs: Path) -> str:
    """Return the name, with a number where there is such a run already."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for free in names if not (logs / free).exists())


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
def _busy(console: Console, words: str) -> Iterator[Callable[[int, int], None] | None]:
    if not console.is_terminal:
        yield None
        return
    with console.status(words) as status:
        yield lambda done, total: status.update(f"{words}: {done:,} of {total:,} chunks")
