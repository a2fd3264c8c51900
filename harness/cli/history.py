"""Every run's numbers over time, and what changed in settings, golden set, model or code where they moved.

Without RUN: the runs of DIR/history.jsonl, which `harness nightly` writes and which outlive the runs; where there is none,
every run in DIR. With runs, those, in the order given; with two, side by side.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError

if TYPE_CHECKING:
    from harness.history import HistoryLine

HELP = "numbers over runs, and what changed between them"

EXAMPLES = """examples:
  harness history
  harness history --golden stdlib --last 30 --svg history.svg
  harness history before after
  harness history --all --json"""

_PAIR = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness history`."""
    parser.add_argument("runs", nargs="*", metavar="RUN", help="run folders, or names under --logs or in the history")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--all", action="store_true", help="every run in DIR, not only the nightly ones")
    parser.add_argument("--golden", default="", metavar="NAME", help="only runs of this golden set")
    parser.add_argument("--last", metavar="N", help="only the last N runs")
    parser.add_argument("--svg", metavar="FILE", help="also write a picture of every rate over the runs")
    parser.add_argument("--json", action="store_true", help="print one JSON document: the lines, oldest first")


def run(args: argparse.Namespace) -> int:
    """Print it; 0 when there is anything to show."""
    from harness.cli.console import stdout_console
    from harness.nightly import replace_file
    from harness.report import history

    lines = _lines(args)
    if args.golden:
        lines = [line for line in lines if line.start.golden.name == args.golden]
    if args.last is not None:
        lines = lines[-_count(args.last) :]
    if not lines:
        raise InputError(
            f"no run to show in {args.logs!r}; make one with harness run, or name another folder with --logs"
        )
    if args.svg:
        replace_file(Path(args.svg), history.svg(lines))
    if args.json:
        _print_json(lines)
    elif len(args.runs) == _PAIR and len(lines) == _PAIR:
        history.write_two(lines[0], lines[1], stdout_console())
    else:
        history.write(lines, stdout_console())
    return 0


def _lines(args: argparse.Namespace) -> list[HistoryLine]:
    from harness.history import history_line, read_history, read_runs
    from harness.log.reader import find_run, open_log

    logs = Path(args.logs)
    known = list(read_history(logs))
    if args.runs:
        by_name = {line.run_id: line for line in known}
        return [
            by_name[name] if name in by_name else history_line(open_log(find_run(name, logs))) for name in args.runs
        ]
    return read_runs(logs) if args.all or not known else known


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise InputError(f"--last {text!r}: must be a whole number of at least 1")
    return int(text)


def _print_json(lines: list[HistoryLine]) -> None:
    import json

    from harness.cli.document import print_json

    print_json(json.dumps([line.model_dump(mode="json") for line in lines], indent=2, ensure_ascii=False))
