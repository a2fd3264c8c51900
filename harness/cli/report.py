"""Read a run's log and print the report: attribution by stage, ceiling, abstention, slices, every failure.

RUN is a run folder or its name under --logs. The totals are recomputed from the records; a torn or broken line is
reported and skipped. What harness probe RUN found is shown with each failure.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError

if TYPE_CHECKING:
    from harness.log.reader import Log
    from harness.measure.models import Summary
    from harness.probe.log import Probes

HELP = "attribute a run's failures and print the report"

EXAMPLES = """examples:
  harness report 20261101-020000-stdlib
  harness report logs/tonight --failures all
  harness report tonight --format json | jq .stages
  harness report tonight --format html > tonight.html
  harness report tonight --format junit > tonight.xml"""

FORMATS = ("text", "json", "markdown", "junit", "html")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness report`."""
    parser.add_argument("run", metavar="RUN", help="run folder, or its name under --logs")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--format", default="text", choices=FORMATS, help="text (default), json, markdown, junit, html")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument(
        "--failures", default="20", metavar="N", help="failures told in full: a number or all (default 20)"
    )


def run(args: argparse.Namespace) -> int:
    """Print the report; 0 whenever the log can be read."""
    from harness.log.reader import find_run, open_log
    from harness.measure.kept import summarise
    from harness.probe.log import Probes

    as_json = args.json or args.format == "json"
    limit = failure_limit(args.failures)
    folder = find_run(args.run, Path(args.logs))
    log = open_log(folder)
    if args.format == "junit" and not args.json:
        _print_junit(log)
        return 0
    told = None if as_json else limit
    probes = Probes(folder, log.start.run_id)
    there = bool(probes or probes.problems)
    summary = _probed_summary(log, probes, told) if there else summarise(log, max_failures=told)
    if args.format in {"markdown", "html"} and not args.json:
        from harness.report import html, markdown

        print((html if args.format == "html" else markdown).summary(summary, failures=limit), end="")
        return 0
    print_summary(summary, as_json=as_json, failures=limit)
    return 0


def _probed_summary(log: Log, probes: Probes, max_failures: int | None) -> Summary:
    """Return the summary of a log with what its probes found, which is in the records of the questions that were probed."""
    from harness.measure.summary import Summariser
    from harness.probe.log import PROBES
    from harness.probe.table import ProbeTally, with_probes
    from harness.settings import resolve

    summariser = Summariser(log.start, max_failures=max_failures)
    tally = ProbeTally(resolve((f"run {log.start.run_id!r}", log.start.settings)), probes) if probes else None
    for record in log.records():
        found = summariser.add(record)
        if tally:
            tally.add(record, found)
    problems = [f"line {p.line}: {p.reason}" for p in log.problems]
    problems += [f"{PROBES} line {p.line}: {p.reason}" for p in probes.problems]
    summary = summariser.summary(log.end.status if log.end else "unfinished", problems)
    return with_probes(summary, tally) if tally else summary


def _print_junit(log: Log) -> None:
    from harness.attribute.rules import attribute
    from harness.report import junit

    cases = (junit.case_of(record, attribute(record, log.start)) for record in log.records())
    print(junit.document(log.start.run_id, cases), end="")


def failure_limit(text: str) -> int | None:
    """Return how many failures to tell in full; None for all."""
    if text == "all":
        return None
    if not text.isdecimal():
        raise InputError(f"--failures {text!r}: must be a whole number or all")
    return int(text)


def print_summary(summary: Summary, *, as_json: bool, failures: int | None, folder: Path | None = None) -> None:
    """Print a summary on stdout, as JSON or for a person."""
    if as_json:
        from harness.cli.document import print_json
        from harness.report import json

        print_json(json.text(summary))
        return
    from harness.cli.console import stdout_console
    from harness.report import text

    console = stdout_console()
    text.write(summary, console, failures=failures)
    if folder:
        from harness.log.files import records_file

        console.print(f"\nlog: {records_file(folder)}", style="dim", soft_wrap=True)
