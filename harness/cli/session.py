"""One run as the command line sees it: index, log, workers, progress, summary."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from difflib import get_close_matches
from itertools import chain, count, islice
from pathlib import Path

from rich.console import Console

from harness.cli.beside import open_run
from harness.cli.console import stderr_console
from harness.cli.live import live_view
from harness.errors import RunStoppedError
from harness.generate.scripted import read_script
from harness.golden.read import GoldenSet
from harness.index.store import WORTH_KEEPING, IndexCache, default_folder
from harness.log.frames import check_zstd
from harness.measure.kept import keep_summary
from harness.measure.models import Summary
from harness.pipeline import Stages
from harness.run import Progress as Counts
from harness.run import new_run_id, run_questions, run_start, utc_now
from harness.search import parse_routes
from harness.settings import Settings
from harness.text.counted import agreeing, counted
from harness.text.printable import printable
from harness.types import Question, Record, RunStart, Step
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
    with _busy(stderr_console(), f"indexing {counted(len(golden.documents), 'document')}") as watch:
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
    """Say what of the script and of the routes no question has: what they ask for will not happen."""
    if settings.script:
        ids = {question.id for question in golden.questions()} | golden.left_out_ids
        _warn_of(f"script {settings.script!r}", "question", read_script(Path(settings.script)), ids)
    if settings.route:
        types = {question.type for question in golden.questions()}
        _warn_of("--route", "question of type", parse_routes(settings.route, settings.chunker), types)


def _warn_of(where: str, what: str, told: Iterable[str], known: Collection[str]) -> None:
    strays = [name for name in told if name not in known]
    if strays:
        more = f" and {len(strays) - 1} more" if len(strays) > 1 else ""
        close = get_close_matches(strays[0], list(islice(known, _SEARCHED_IDS)), n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        warning = f"{where}: the golden set has no {what} {strays[0]!r}{more}{hint}"
        stderr_console().print(printable(warning), style="yellow", soft_wrap=True, markup=False)


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
    counts = Counts(total=total)
    with open_run(
        logs / start.run_id,
        start,
        fingerprint=fingerprint,
        resume=resume,
        compress=stages.settings.compress,
        verbose=verbose,
        max_failures=max_failures,
    ) as run:
        asked = {"golden": start.golden.name, "questions": total, "chunks": start.index.chunks}
        run.events.info("run.started", **asked, kept=len(run.kept))
        try:
            with live_view(stderr_console(), counts, stages.client) as watch:
                run.finished = await run_questions(
                    questions,
                    stages,
                    run.writer,
                    progress=counts,
                    first=first,
                    keep=run.kept,
                    watch=watch,
                    note=run.note,
                )
        except RunStoppedError as error:
            run.events.info("run.stopped", reason=str(error), questions=run.writer.records_written)
            raise RunStoppedError(f"{error}; {_so_far(counts, run.folder)}: {go_on}") from None
        if stages.cache and stages.cache.problem:
            run.events.warning("cache.failed", reason=stages.cache.problem)
        answered = {"questions": counts.done + counts.skipped, "faults": counts.faults}
        run.events.info("run.ended", status=run.finished.status, **answered)
    if run.finished.status == "interrupted":
        told = f"interrupted: {_so_far(counts, run.folder)}; {go_on}"
        stderr_console().print(told, style="yellow", soft_wrap=True)
    return keep_summary(run.folder, run.summariser.summary(run.finished.status), max_failures)


def _so_far(counts: Counts, folder: Path) -> str:
    return f"{counts.done + counts.skipped} of {counted(counts.total, 'question')} {agreeing(counts.total, 'is', 'are')} in {folder}"


def _fresh_id(golden: GoldenSet, logs: Path) -> str:
    return fresh_name(new_run_id(golden, utc_now()), logs)


def fresh_name(name: str, logs: Path) -> str:
    """Return the name, with a number where there is such a run already."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for free in names if not (logs / free).exists())


@contextmanager
def _busy(console: Console, words: str) -> Iterator[Callable[[int, int], None] | None]:
    if not console.is_terminal:
        yield None
        return
    with console.status(words) as status:
        yield lambda done, total: status.update(f"{words}: {done:,} of {total:,} chunks")
