"""One command for cron, systemd or CI: run, compare with the accepted baseline, report, notify, and exit with the verdict.

A job that was killed is gone on with by the next one, if it starts within --resume-hours with the same settings and golden
set. Two jobs never run at once in one --logs. DIR/nightly.md always says how the last one ended, or that it has not;
DIR/RUN/nightly.md keeps each night's. --repeat N asks questions that flipped again and measures who is flaky.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.compare import add_rule_flags, exit_code, rule_from
from harness.cli.flags import add_run_flags, api_key, settings_from
from harness.errors import HarnessError, InputError

if TYPE_CHECKING:
    from harness.cli.night import Told

HELP = "run, compare with the baseline, report, notify: one command for cron"

EXAMPLES = """examples:
  harness nightly golden/stdlib
  harness nightly golden/stdlib --max-drop 2 --inconclusive fail --keep 14
  harness nightly golden/stdlib --repeat 3 --notify-command "mail -s nightly me"
  harness nightly golden/stdlib --notify-url-file webhook.txt --notify-on not-pass

exit codes: 0 PASS · 1 FAIL · 2 input · 3 a fault of ours · INCONCLUSIVE: 0 or 1 (--inconclusive) ·
130 interrupted (the next job goes on)"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness nightly`."""
    parser.add_argument("golden", metavar="GOLDEN", help="golden set: a folder, or a name under golden/")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--baseline", metavar="RUN", help="compare with this run, not the last accepted one")
    parser.add_argument(
        "--repeat", default="1", metavar="N", help="answer flipped questions N times in all (default 1)"
    )
    parser.add_argument("--repeat-all", action="store_true", help="repeat every question, not only the flipped ones")
    parser.add_argument("--keep", default="30", metavar="N", help="keep the last N nightly runs (default 30; 0: all)")
    parser.add_argument(
        "--resume-hours", default="12", metavar="H", help="go on with a killed job this young (default 12)"
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing on PASS")
    parser.add_argument("--verbose", action="store_true", help="diagnostics on stderr too, not only in events.jsonl")
    notify = parser.add_argument_group("notify")
    notify.add_argument("--notify-url", metavar="URL", help="POST the verdict there as JSON (text, verdict, run_id, …)")
    notify.add_argument(
        "--notify-url-file", metavar="FILE", help="the same, read from a file: an address can be a secret"
    )
    notify.add_argument(
        "--notify-command", metavar="CMD", help="run this with that JSON on its input, HARNESS_VERDICT, …"
    )
    notify.add_argument(
        "--notify-on", default="always", choices=("always", "not-pass"), help="always (default) or not-pass"
    )
    add_rule_flags(parser)
    add_run_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Do the night's work; return what the verdict exits with, or 130 when interrupted."""
    from harness.cli.night import Plan, work
    from harness.nightly import begin_report, held
    from harness.run import utc_now

    plan = Plan(
        golden=args.golden,
        logs=Path(args.logs),
        rule=rule_from(args),
        settings=lambda defaults: settings_from(args, args.golden, defaults),
        baseline=args.baseline,
        allow_different_golden=args.allow_different_golden,
        repeat=max(1, _whole("--repeat", args.repeat)),
        repeat_all=args.repeat_all,
        keep=_whole("--keep", args.keep),
        resume_hours=_hours(args.resume_hours),
        verbose=args.verbose,
        key=api_key(args),
    )
    _url(args)
    now = utc_now()
    with held(plan.logs, now):
        begin_report(
            plan.logs,
            f"# Nightly of {args.golden!r}: not finished\n\nStarted {now:%Y-%m-%d %H:%M:%S} UTC. If no `harness nightly` is"
            f" running, it was killed: the next one goes on with it.\n",
        )
        told: Told | None = None
        try:
            told = work(plan)
        except HarnessError as error:
            told = _failed(args.golden, error)
            raise
        finally:
            _end(args, plan.logs, _failed(args.golden, sys.exc_info()[1]) if told is None else told)
    return 130 if told.interrupted else exit_code(told.verdict, args.inconclusive)


def _failed(golden: str, error: BaseException | None) -> Told:
    from harness.cli.night import Told

    reason = str(error) if isinstance(error, HarnessError) else f"{type(error).__name__}: {error}"
    return Told(verdict="ERROR", reason=reason, run_id="", golden=golden, report=f"# Nightly: ERROR\n\n{reason}\n")


def _end(args: argparse.Namespace, logs: Path, told: Told) -> None:
    """Leave the report, notify, and print; nothing here changes the verdict."""
    import asyncio

    from harness.cli.console import wrapped
    from harness.nightly import REPORT, leave_report
    from harness.text.printable import one_line

    problems = [leave_report(logs, told.report)]
    if args.notify_on == "always" or told.verdict != "PASS":
        problems += asyncio.run(_notify(args, told, str(logs / REPORT)))
    for problem in filter(None, problems):
        print(f"harness nightly: {one_line(problem)}", file=sys.stderr)
    if told.verdict != "ERROR" and not (args.quiet and told.verdict == "PASS"):
        # What to type next has a line of its own: it is copied whole.
        reason, then, command = told.reason.partition(", then harness ")
        said = one_line(f"{told.verdict}  {told.golden}  {told.run_id}  {reason}{then and ':'}")
        print("\n".join(wrapped(said, "", "  ")))
        if then:
            print(one_line(f"  harness {command}"))
        print(one_line(f"report: {logs / REPORT}"))


async def _notify(args: argparse.Namespace, told: Told, report: str) -> list[str | None]:
    from harness import notify

    message = {
        "text": f"{told.verdict}: {told.golden} {told.run_id}: {told.reason}",
        "verdict": told.verdict,
        "reason": told.reason,
        "run_id": told.run_id,
        "golden": told.golden,
        "report": report,
    }
    url = _url(args)
    return [
        await notify.post(url, message) if url else None,
        await notify.run_command(args.notify_command, message) if args.notify_command else None,
    ]


def _url(args: argparse.Namespace) -> str | None:
    if args.notify_url_file:
        try:
            return Path(args.notify_url_file).read_text(encoding="utf-8").strip() or None
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(
                f"--notify-url-file {args.notify_url_file!r}: {error}; name a file of one address"
            ) from None
    url: str | None = args.notify_url
    return url


def _whole(flag: str, text: str) -> int:
    if not text.isdecimal():
        raise InputError(f"{flag} {text!r}: must be a whole number")
    return int(text)


def _hours(text: str) -> float:
    try:
        hours = float(text)
    except ValueError:
        hours = -1
    if not 0 <= hours < math.inf:
        raise InputError(f"--resume-hours {text!r}: must be a number of hours, 0 or more")
    return hours
