"""Write a run for other tools: CSV for a spreadsheet, Parquet for a data frame, OpenTelemetry spans for a tracing tool.

CSV and Parquet hold one of the views of harness query (default questions) and need DuckDB, the extra `query`. Spans are
OTLP's JSON, a line a question, with GenAI and OpenInference names; the log knows how long a step took and not when it began,
so every trace begins when the run did.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError
from harness.text.printable import one_line

if TYPE_CHECKING:
    from harness.query import Query

HELP = "write a run as CSV, Parquet or OpenTelemetry spans"

EXAMPLES = """examples:
  harness export tonight --format csv > questions.csv
  harness export tonight --format parquet --view spans --out spans.parquet
  harness export tonight --format otel --out spans.jsonl
  head -1 spans.jsonl | curl --json @- http://127.0.0.1:4318/v1/traces"""

FORMATS = ("csv", "parquet", "otel")
VIEWS = ("questions", "hits", "spans", "verdicts", "ledger", "faults", "records")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness export`."""
    parser.add_argument("run", metavar="RUN", help="run folder, or its name under --logs")
    parser.add_argument("--format", required=True, choices=FORMATS, help="csv, parquet or otel")
    parser.add_argument("--view", default="questions", choices=VIEWS, help="csv and parquet: what a row is (questions)")
    parser.add_argument("--out", metavar="FILE", help="where to (csv and otel: default standard output)")
    parser.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")


def run(args: argparse.Namespace) -> int:
    """Write it; 0 whenever what can be read of the log was written."""
    if args.format == "parquet" and not args.out:
        raise InputError("Parquet is no text for standard output; name a file with --out, e.g. --out questions.parquet")
    if args.format == "otel":
        return _export_spans(args)
    from harness.cli.query import opened, tell_problems

    with opened([args.run], args.logs) as query:
        if args.out:
            _copy(query, args.view, args.format, Path(args.out))
        else:
            from harness.cli.rows import write_csv

            query.ask(f"FROM {args.view}", write_csv)
        tell_problems("export", query.problems)
    return 0


def _copy(query: Query, view: str, shown: str, out: Path) -> None:
    """Let DuckDB write the file, beside its place first: a file of that name is replaced whole or not at all."""
    from harness.query.views import quoted

    if not out.parent.is_dir():
        raise InputError(f"{out}: there is no folder {str(out.parent)!r}; make it, or name another file with --out")
    partial = out.with_name(f".{out.name}.{os.getpid()}")
    how = "FORMAT csv, HEADER" if shown == "csv" else "FORMAT parquet, COMPRESSION zstd"
    try:
        query.ask(f"COPY (FROM {view}) TO {quoted(str(partial))} ({how})", lambda answer: answer.fetchall())
        partial.replace(out)
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}; name a file that can be written with --out") from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _export_spans(args: argparse.Namespace) -> int:
    from harness.log.reader import find_run, open_log
    from harness.log.rewrite import rewritten
    from harness.otlp import trace_line

    log = open_log(find_run(args.run, Path(args.logs)))
    lines = (trace_line(record, log.start) for record in log.records())
    if args.out:
        with rewritten(Path(args.out)) as out:
            for line in lines:
                out.write(line)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(lines)
    for problem in log.problems:
        print(f"harness export: {one_line(f'{log.path} line {problem.line}: {problem.reason}')}", file=sys.stderr)
    return 0
