"""Answer every question of a golden set, write the log, and print which stage failed for every wrong answer.

GOLDEN is a folder with questions.jsonl and corpus.jsonl (or a builder in golden.toml), or a name under golden/.
The log is DIR/RUN/records.jsonl, one line a question, written as each is done: Ctrl-C keeps what was finished,
and --resume goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.cli.flags import add_run_flags, api_key, settings_from
from harness.errors import InputError

HELP = "answer a golden set and say which stage failed"

EXAMPLES = """examples:
  harness run golden/stdlib
  harness run golden/stdlib --filter status=current --rerank lexical -k 3
  harness run mine --chunker window:160:32 --retriever hashing:1024 --json > report.json
  harness run golden/stdlib --run-id tonight --resume"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness run`."""
    parser.add_argument("golden", metavar="GOLDEN", help="golden set: a folder, or a name under golden/")
    parser.add_argument("--run-id", metavar="ID", help="name of the run (default: time and golden set)")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--resume", action="store_true", help="go on with --run-id: keep what is done, redo faults")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")
    parser.add_argument(
        "--failures", default="5", metavar="N", help="failures told in full: a number or all (default 5)"
    )
    parser.add_argument("--verbose", action="store_true", help="diagnostics on stderr too, not only in events.jsonl")
    add_run_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Run it; 0 when every question has a record, 1 when all of them are faults, 130 when interrupted."""
    import asyncio

    from harness.cli.report import failure_limit, print_summary
    from harness.cli.session import open_search, run_golden
    from harness.golden.read import read_golden
    from harness.run import check_run_id

    limit = failure_limit(args.failures)
    if args.run_id is not None:
        check_run_id(args.run_id)
    elif args.resume:
        raise InputError("--resume needs --run-id: name the run to go on with")
    golden = read_golden(args.golden)
    settings = settings_from(args, args.golden, golden.defaults)
    search = open_search(golden, settings)
    summary = asyncio.run(
        run_golden(
            golden,
            settings,
            search,
            logs=Path(args.logs),
            run_id=args.run_id,
            resume=args.resume,
            verbose=args.verbose,
            max_failures=None if args.json else limit,
            key=api_key(args),
        )
    )
    print_summary(summary, as_json=args.json, failures=limit, folder=Path(args.logs) / summary.run_id)
    if summary.status == "interrupted":
        return 130
    return 1 if summary.questions and summary.attribution["harness_fault"] == summary.questions else 0
