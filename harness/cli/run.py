"""Answer every question of a golden set, write the log, and print which stage failed for every wrong answer.

GOLDEN is a folder with questions.jsonl and corpus.jsonl (or a builder in golden.toml), or a name under golden/.
The log is DIR/RUN/records.jsonl, one line a question, written as each is done: Ctrl-C keeps what was finished,
and --resume goes on from there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from harness.cli.answering import add_log_flags, check_log_flags, conclude
from harness.cli.flags import add_run_flags, api_key, settings_from

HELP = "answer a golden set and say which stage failed"

EXAMPLES = """examples:
  harness run golden/stdlib
  harness run golden/stdlib --filter status=current --rerank lexical -k 3
  harness run mine --chunker window:160:32 --retriever hashing:1024 --json > report.json
  harness run golden/stdlib --run-id tonight --resume"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness run`."""
    parser.add_argument("golden", metavar="GOLDEN", help="golden set: a folder, or a name under golden/")
    add_log_flags(parser, run_id="time and golden set")
    add_run_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Run it; 0 when every question has a record, 1 when all of them are faults, 130 when interrupted."""
    import asyncio

    from harness.cli.session import open_search, run_golden
    from harness.golden.read import read_golden

    limit = check_log_flags(args)
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
    return conclude(summary, args, limit)
