"""Plant faults whose stage and cause are known, run the real pipeline, and print how often the attribution names them.

Faults are planted from outside: evidence is deleted, hidden, outranked or dropped by editing documents and settings; answers
are replaced by refusals, inventions, stale values and wrong sums; a server cuts prompts or fails. What must come out is known
from the plant. Then answers are swapped, spans reordered and documents added, none of which may move a retrieval label.

Exit 1 where fewer than 99% of plants get the right stage, 95% the right cause, 97% of one stage, or any label moved.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from harness.errors import InputError

if TYPE_CHECKING:
    from harness.selftest.result import Tally

HELP = "plant faults and print the attribution's own confusion matrix"

EXAMPLES = """examples:
  harness selftest golden/stdlib
  harness selftest golden/fares --limit 20
  harness selftest golden/stdlib --limit all --json > matrix.json"""

LIMIT = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness selftest`."""
    parser.add_argument("golden", metavar="GOLDEN", help="golden set: a folder, or a name under golden/")
    parser.add_argument(
        "--limit",
        default=str(LIMIT),
        metavar="N",
        help=f"questions, spread over the set: a number or all (default {LIMIT})",
    )
    parser.add_argument(
        "--seed", default="0", metavar="N", help="which groups, names and numbers are chosen (default 0)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document: matrix, kinds, reasons, misses")


def run(args: argparse.Namespace) -> int:
    """Print the matrix; 0 where every share is what it must be, 1 where one is not."""
    import asyncio

    from harness.golden.read import read_golden
    from harness.selftest.run import run_selftest

    limit, seed = _limit(args.limit), _seed(args.seed)
    golden = read_golden(args.golden)
    result = asyncio.run(run_selftest(golden, limit=limit, seed=seed, watch=_tell if sys.stderr.isatty() else None))
    if args.json:
        from harness.cli.document import print_json

        print_json(result.model_dump_json(indent=2))
    else:
        from harness.cli.console import stdout_console
        from harness.report.selftest import write_selftest

        write_selftest(result, stdout_console())
    return 0 if result.passed else 1


def _limit(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise InputError(f"--limit {text!r}: must be a whole number of at least 1, or all; e.g. --limit 20")
    return int(text)


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise InputError(f"--seed {text!r}: must be a whole number of at least 0, e.g. --seed 1")
    return int(text)


def _tell(done: int, total: int, tally: Tally) -> None:
    end = "\n" if done == total else ""
    told = f"{done:,} of {total:,} questions, {tally.plants:,} plants, {tally.misses} misses"
    print(f"\r\033[K{told}", end=end, file=sys.stderr, flush=True)
