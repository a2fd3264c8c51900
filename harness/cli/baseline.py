"""Accept a run as the baseline that `harness nightly` compares with, or list what was accepted.

The log is copied to DIR/baselines/RUN and the acceptance added to DIR/baselines/accepted.jsonl; neither is ever
overwritten. The last accepted run of a golden set's name is its baseline. Both belong in version control.
"""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "accept a run as the baseline of its golden set"

EXAMPLES = """examples:
  harness baseline accept 20261101-020000-stdlib
  harness baseline list"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness baseline`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    one = actions.add_parser("accept", help="accept a run", allow_abbrev=False)
    one.add_argument("run", metavar="RUN", help="run folder, or its name under --logs")
    many = actions.add_parser("list", help="list what was accepted, the last one last", allow_abbrev=False)
    for action in (one, many):
        action.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")


def run(args: argparse.Namespace) -> int:
    """Accept or list; 0 when done."""
    from harness.baseline import accept, accepted
    from harness.log.reader import find_run, open_log
    from harness.run import utc_now
    from harness.text.printable import one_line

    logs = Path(args.logs)
    if args.action == "accept":
        log = open_log(find_run(args.run, logs))
        before = accepted(logs, log.start.golden.name)[-1:]
        line = accept(log, logs, utc_now())
        if [line] == before:
            told = f"{line.run_id} is the baseline of {line.golden} already ({line.accepted_at}); nothing changed"
        else:
            told = f"accepted {line.run_id} as the baseline of {line.golden} ({line.sha256[:12]})"
        print(one_line(told))
        return 0
    for line in accepted(logs):
        print(one_line(f"{line.accepted_at}  {line.golden}  {line.sha256[:12]}  {line.run_id}"))
    return 0
