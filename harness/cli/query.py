"""Ask one run or several in SQL. DuckDB answers; the extra `query` of the package brings it.

questions holds what was asked and answered and what became of it; hits the rankings; spans what the model read; verdicts a row a
claim; ledger a row an evidence group, with the stage that lost it; faults what failed; records each record as it was logged.
Every view has the columns run and id. DESCRIBE hits names the columns of one. SQL runs with your rights: COPY ... TO writes files.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.errors import InputError

if TYPE_CHECKING:
    from harness.log.lines import Problem
    from harness.log.reader import Log

HELP = "ask runs in SQL: questions, hits, spans, verdicts, ledger, faults"

EXAMPLES = """examples:
  harness query tonight "SELECT bucket, count(*) AS n FROM questions GROUP BY 1 ORDER BY 2"
  harness query tonight "SELECT lost_at, count(*) AS n FROM ledger GROUP BY 1" --format json
  harness query before after "SELECT run, avg(score) FROM hits WHERE rank = 1 GROUP BY run"
  harness query tonight "FROM spans WHERE NOT cited LIMIT 5" --format csv
  harness query tonight "DESCRIBE questions" """.rstrip()

FORMATS = ("table", "json", "csv")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness query`."""
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run folders, or names under --logs")
    parser.add_argument("sql", metavar="SQL", help="one statement over the views; - reads it from standard input")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    parser.add_argument("--format", default="table", choices=FORMATS, help="table (default), json or csv")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--rows", default="40", metavar="N", help="rows of a table: a number or all (default 40)")


def run(args: argparse.Namespace) -> int:
    """Print the answer; 0 whenever DuckDB has one."""
    from harness.cli.rows import write_csv, write_json, write_table

    shown = "json" if args.json else args.format
    limit = _rows(args.rows)
    sql = sys.stdin.read() if args.sql == "-" else args.sql
    with opened(args.runs, args.logs) as query:
        if shown == "table":
            query.ask(sql, lambda answer: write_table(answer, limit))
        else:
            query.ask(sql, write_json if shown == "json" else write_csv)
        tell_problems("query", query.problems)
    return 0


def opened(names: list[str], logs: str) -> Any:
    """Open runs, by folder or by name, for queries; a run that is named twice is opened once."""
    from harness.log.reader import find_run, open_log
    from harness.query import open_query

    found: dict[Path, Log] = {}
    for name in names:
        folder = find_run(name, Path(logs))
        found.setdefault(folder.resolve(), open_log(folder))
    return open_query(list(found.values()), lambda words: print(words, file=sys.stderr))


def tell_problems(verb: str, problems: list[tuple[str, Problem]]) -> None:
    """Say on stderr what of the logs could not be read, and so is in no view."""
    from harness.text.printable import one_line

    for run_id, problem in problems[:_TOLD]:
        print(f"harness {verb}: {one_line(f'{run_id} line {problem.line}: {problem.reason}')}", file=sys.stderr)
    if problems:
        more = f"{len(problems) - _TOLD:,} more; " if len(problems) > _TOLD else ""
        print(f"harness {verb}: {more}what could not be read is left out; harness log check names it", file=sys.stderr)


_TOLD = 5


def _rows(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal() or not int(text):
        raise InputError(f"--rows {text!r}: must be a whole number of at least 1, or all")
    return int(text)
