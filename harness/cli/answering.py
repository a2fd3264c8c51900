"""What `run` and `replay` share: the flags of a run that is logged, and how it ends."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError

if TYPE_CHECKING:
    from harness.measure.models import Summary


def add_log_flags(parser: argparse.ArgumentParser, *, run_id: str) -> None:
    """Add the flags of the log and the report; `run_id` says what the run is named by default."""
    parser.add_argument("--run-id", metavar="ID", help=f"name of the run (default: {run_id})")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--resume", action="store_true", help="go on with --run-id: keep what is done, redo faults")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")
    parser.add_argument(
        "--failures", default="5", metavar="N", help="failures told in full: a number or all (default 5)"
    )
    parser.add_argument("--verbose", action="store_true", help="diagnostics on stderr too, not only in events.jsonl")


def check_log_flags(args: argparse.Namespace) -> int | None:
    """Return how many failures are told in full, null for all; raise `InputError` where a flag cannot be followed."""
    from harness.cli.report import failure_limit
    from harness.run import check_run_id

    limit = failure_limit(args.failures)
    if args.run_id is not None:
        check_run_id(args.run_id)
    elif args.resume:
        raise InputError("--resume needs --run-id: name the run to go on with")
    return limit


def conclude(summary: Summary, args: argparse.Namespace, limit: int | None) -> int:
    """Print the report; return 0 when every question has a record, 1 when all are faults, 130 when interrupted."""
    from harness.cli.report import print_summary

    print_summary(summary, as_json=args.json, failures=limit, folder=Path(args.logs) / summary.run_id)
    if summary.status == "interrupted":
        return 130
    return 1 if summary.questions and summary.attribution["harness_fault"] == summary.questions else 0
