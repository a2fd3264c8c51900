"""Ask a run's failures again with one thing changed, and say whether that confirms what each is attributed to.

The evidence alone, or put before the same context; moved to the top, the middle, the end; each other chunk
left out in turn; what is stale left out; k halved and doubled; the filter off; a window that fits; and the
same prompt again, to see whether the answer is stable. What would be asked is counted first, and --max-calls
ends it early. Each probe is written to probes.jsonl beside the log when it is done: Ctrl-C keeps what was
finished, the same command goes on, and harness report RUN shows what was found.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import InputError
from harness.text.counted import counted

if TYPE_CHECKING:
    from harness.log.reader import Log
    from harness.probe.table import ProbeReport
    from harness.probe.work import Estimate, Job, Made, Purse, Scope
    from harness.search import Search
    from harness.settings import Settings

HELP = "rerun a run's failures with one thing changed, to confirm or refute each"

EXAMPLES = """examples:
  harness probe tonight --estimate
  harness probe tonight
  harness probe tonight --max-calls 200 --repeat 5 --failures all
  harness probe tonight --question q17 --json

exit codes: 0 done · 1 no probe got an answer · 2 no such run, or no model · 130 interrupted"""

_MINUTE = 60

FLAGS = ("base_url", "concurrency", "timeout_seconds", "cache", "script")
"""Settings of the run that may be given anew: none of them changes what is asked."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness probe`."""
    from harness.cli.flags import UNSET

    parser.add_argument("run", metavar="RUN", help="run folder, or its name under --logs")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--estimate", action="store_true", help="only say what would be asked, and how long it takes")
    parser.add_argument("--max-calls", default="1000", metavar="N", help="most calls: a number or all (default 1000)")
    parser.add_argument(
        "--repeat", default="2", metavar="N", help="times each prompt is asked again unchanged, uncached (default 2)"
    )
    parser.add_argument(
        "--question", default=[], action="append", metavar="ID", help="only this question; repeat for more"
    )
    parser.add_argument("--golden", default="", metavar="GOLDEN", help="where the golden set is now, if it was moved")
    parser.add_argument(
        "--failures", default="10", metavar="N", help="failures told in full: a number or all (default 10)"
    )
    parser.add_argument("--format", default="text", choices=("text", "json"), help="text (default) or json")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    server = parser.add_argument_group("how it is asked (default: as the run was)")
    server.add_argument("--base-url", default=UNSET, action="append", metavar="URL", help="where the server is now")
    server.add_argument("--api-key", metavar="KEY", help="better in OPENAI_API_KEY or OLLAMA_API_KEY")
    server.add_argument("--concurrency", default=UNSET, metavar="N", help="probes in flight")
    server.add_argument("--timeout-seconds", default=UNSET, metavar="S", help="limit of each stage")
    server.add_argument("--script", default=UNSET, metavar="FILE", help="where the script of scripted answers is now")
    server.add_argument(
        "--no-cache", dest="cache", default=UNSET, action="store_false", help="ask again for what was answered before"
    )


def run(args: argparse.Namespace) -> int:
    """Probe it; 0 when it is done, 1 when no probe got an answer, 130 when interrupted."""
    import asyncio

    from harness.cli.flags import flag_name
    from harness.cli.report import failure_limit
    from harness.log.reader import find_run, open_log
    from harness.probe.log import Probes
    from harness.probe.work import Job, Purse, Scope, estimate
    from harness.replay import replay_settings

    limit = failure_limit(args.failures)
    most = None if args.max_calls == "all" else _whole(args.max_calls, "--max-calls", or_all=True)
    repeats = _whole(args.repeat, "--repeat")
    log = open_log(find_run(args.run, Path(args.logs)))
    _check_answered_here(log)
    given = {name: (flag_name(name), getattr(args, name)) for name in FLAGS if hasattr(args, name)}
    settings = replay_settings(log.start, "generate", given)
    golden, notes = _golden(log, args.golden)
    scope = Scope(settings, repeats, can_search=golden is not None, only=frozenset(args.question))
    probes = Probes(log.path.parent, log.start.run_id)
    notes += [f"{probes.path} line {p.line}: {p.reason}; skipped" for p in probes.problems]
    found = estimate(log, scope, probes)
    notes += [f"{log.path} line {p.line}: {p.reason}; what it held is not probed" for p in found.unread]
    _check_questions(found, args.question, log)
    _announce(found, scope, most, log, notes)
    purse = Purse(most)
    if args.estimate:
        return 0
    searches = golden is not None and found.needs_golden and purse.left != 0
    search = _search(golden, settings) if searches else None
    job = Job(log, scope, probes, found)
    made = asyncio.run(_probe(job, search, purse, args.api_key, notes))
    report = _report(job, made, tuple(notes))
    _print(report, as_json=args.json or args.format == "json", failures=limit)
    if made.status == "interrupted":
        return 130
    asked = made.calls + made.cached
    return 1 if asked and made.problems == asked else 0


def _whole(text: str, flag: str, *, or_all: bool = False) -> int:
    if not text.isdecimal():
        raise InputError(f"{flag} {text!r}: must be a whole number{' or all' if or_all else ''}")
    return int(text)


def _check_answered_here(log: Log) -> None:
    """Raise `InputError` where another system answered: our generator's answers would confirm nothing of its own."""
    origin = log.start.origin
    if origin and "generator" not in log.start.settings:
        whose = origin.what if origin.kind == "system" else f"{origin.what} (imported)"
        raise InputError(
            f"run {log.start.run_id!r} was answered by {whose}, which cannot be asked with another context; answer over its"
            f" contexts with a model of yours (harness replay {log.start.run_id} --from prompt --generator …) and probe that"
        )


def _golden(log: Log, moved: str) -> tuple[Any, list[str]]:
    """Return the golden set, or None with the reason: then only what the log holds can be changed."""
    from harness.replay import read_parents_golden

    if log.start.origin:
        lacking = (
            "the contexts are another system's: probed from the log alone, so neither the filter nor k can be changed, and"
            " evidence that never reached the prompt is handed over as the label has it"
        )
        return None, [lacking]
    try:
        return read_parents_golden(log.start, moved or None), []
    except InputError as error:
        if moved:
            raise
        lacking = (
            f"the golden set is not there as it was ({error}): probed from the log alone, so neither the filter nor k can"
            " be changed, and evidence that never reached the prompt is handed over as the label has it"
        )
        return None, [lacking]


def _search(golden: Any, settings: Settings) -> Search:
    from harness.cli.session import open_search

    return open_search(golden, settings)


def _check_questions(found: Estimate, asked: list[str], log: Log) -> None:
    failing = {outcome.id for outcome in found.failures}
    for name in asked:
        if name not in failing:
            raise InputError(f"--question {name!r}: not a failure of run {log.start.run_id!r}; see harness report")


def _announce(found: Estimate, scope: Scope, most: int | None, log: Log, notes: list[str]) -> None:
    """Say on stderr what will be asked, before anything is."""
    from harness.cli.console import stderr_console
    from harness.report._lines import duration

    console = stderr_console()
    for note in notes:
        console.print(note, style="yellow", soft_wrap=True)
    by_name = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in found.planned.items())
    console.print(
        f"{log.start.run_id}: {counted(len(found.failures), 'failure')} of {counted(found.questions, 'question')};"
        f" at most {counted(found.calls, 'call')}{f' ({by_name})' if by_name else ''}"
        + (f", {counted(found.done, 'probe is', 'probes are')} there already" if found.done else ""),
        soft_wrap=True,
    )
    calls = found.calls if most is None else min(found.calls, most)
    if found.seconds_per_call is not None and calls:
        seconds = calls * found.seconds_per_call / scope.settings.concurrency
        told = f"{seconds / 60:,.1f} min" if seconds >= _MINUTE else f"{math.ceil(seconds):,} s"
        at_once = f", {scope.settings.concurrency} at once" if scope.settings.concurrency > 1 else ""
        console.print(
            f"about {told}: an answer took {duration(found.seconds_per_call)} in the run{at_once}", soft_wrap=True
        )
    if calls < found.calls:
        console.print(
            f"--max-calls {most:,} ends it early: what decides is asked first, the same command goes on", style="yellow"
        )


async def _probe(job: Job, search: Search | None, purse: Purse, key: str | None, notes: list[str]) -> Made:
    from harness.cli.console import stderr_console
    from harness.cli.live import live_view
    from harness.errors import RunStoppedError
    from harness.probe.opening import open_lab
    from harness.probe.work import Made, probe_failures
    from harness.run import Progress

    found, scope = job.found, job.scope
    if not found.calls or purse.left == 0:
        return Made()
    progress = Progress(total=found.calls if purse.left is None else min(found.calls, purse.left))
    opened = open_lab(
        job.log, scope.settings, search, repeats=scope.repeats > 0, needs_window=found.needs_window, key=key
    )
    async with opened as lab:
        before, now = job.log.start.model, lab.stages.model
        if before and now and before.digest != now.digest:
            notes.append(f"the model is another one than in the run: digest {before.digest!r}, now {now.digest!r}")
            stderr_console().print(notes[-1], style="yellow", soft_wrap=True)
        with live_view(stderr_console(), progress, lab.stages.client) as watch:
            try:
                return await probe_failures(job, lab, purse=purse, progress=progress, watch=watch)
            except RunStoppedError as error:
                told = f"{progress.done} of {progress.total} probes are in {job.probes.path}; the same command goes on"
                raise RunStoppedError(f"{error}; {told}") from None


def _report(job: Job, made: Made, notes: tuple[str, ...]) -> ProbeReport:
    from harness.probe.table import ProbeTally

    scope = job.scope
    tally = ProbeTally(scope.settings, job.probes, repeats=scope.repeats, can_search=scope.can_search)
    for record, found in job.failures():
        tally.add(record, found)
    return tally.report(
        job.log.start.run_id,
        status=made.status,
        calls=made.calls,
        cached=made.cached,
        problems=made.problems,
        notes=notes,
    )


def _print(report: ProbeReport, *, as_json: bool, failures: int | None) -> None:
    if as_json:
        from harness.cli.document import print_json
        from harness.report import json

        print_json(json.text(report))
        return
    from harness.cli.console import stdout_console
    from harness.report import probes

    probes.write(report, stdout_console(), failures=failures)
