"""Bring in the answers of another tool or system, and attribute their failures: FILE becomes an ordinary run.

Report, compare, replay --from verify and the rest read it as a run of our own. What the file does not hold is never made
up: stages that it cannot tell apart are called undecidable, in the report's first lines. A context is matched with evidence by
its text, whatever its id.

FORMAT is azure, csv, haystack, jsonl, openinference, promptfoo, ragas or ragchecker; csv and jsonl take any fields with --map.
--golden joins the rows with a golden set, by id or question, so that evidence and accepted answers are known.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli.flags import UNSET, add_server_flags, add_settings_flag, api_key, settings_from
from harness.errors import InputError

if TYPE_CHECKING:
    from harness.golden.read import GoldenSet
    from harness.imports import Imported, Pile
    from harness.measure.models import Summary
    from harness.settings import Settings

HELP = "bring in another tool's answers and attribute their failures"

EXAMPLES = """examples:
  harness import ragas eval.jsonl
  harness import jsonl out.jsonl --map question=input.query answer=output.text contexts=hits[].text
  harness import haystack runs.jsonl --split top_k
  harness import openinference spans.json --golden mine
  harness import csv results.csv --golden mine --where system=v2 --map correct=human_label

fields of --map:
  what was asked     id question reference evidence type answerable
  what was answered  answer contexts context_ids context_scores candidates prompt model correct error prompt_tokens answer_tokens seconds milliseconds

paths: a.b[0].c[].text goes into objects and lists, ["a.b"] is a name with a dot, a|b looks in turn

exit codes: 0 imported · 1 every row is a fault · 2 it cannot be read or attributed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness import`."""
    parser.add_argument("format", metavar="FORMAT", help="what wrote the file; csv and jsonl are any")
    parser.add_argument("file", metavar="FILE", help="the file: JSON, JSON Lines or CSV")
    parser.add_argument(
        "--golden",
        metavar="GOLDEN",
        help="golden set with the labels: a folder, also without a corpus, or a questions file",
    )
    rows = parser.add_argument_group("rows")
    rows.add_argument(
        "--map", nargs="+", action="extend", default=[], metavar="FIELD=PATH", help="where a field stands in a row"
    )
    rows.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="PATH=VALUE",
        help="only rows that say so; repeat to require all",
    )
    rows.add_argument(
        "--split", action="append", default=[], metavar="PATH", help="one run for each value; repeat for combinations"
    )
    rows.add_argument(
        "--with", dest="beside", metavar="FILE", help="a second file; its row of the same question stands under with"
    )
    rows.add_argument("--run-id", metavar="ID", help="name of the run (default: the file's, and the values of --split)")
    rows.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    rows.add_argument("--json", action="store_true", help="print the report, or a list of them, as one JSON document")
    rows.add_argument("--failures", default="5", metavar="N", help="failures told in full: a number or all (default 5)")
    checks = parser.add_argument_group("how answers are checked")
    checks.add_argument("--verifier", default=UNSET, metavar="SPELLING", help="typed (default) or literal")
    checks.add_argument("--citations", default=UNSET, metavar="MODE", help="checked (default), required or ignored")
    checks.add_argument("--prompt", default=UNSET, metavar="SPELLING", help="whose citation style the answers have")
    checks.add_argument("--judge", default=UNSET, metavar="SPELLING", help="tokens (default); recorded with correct=")
    checks.add_argument("--judge-validation", default=UNSET, metavar="FILE", help="as harness judge validate saved it")
    checks.add_argument("--unvalidated", default=UNSET, action="store_true", help="let a model judge unvalidated")
    checks.add_argument("--concurrency", default=UNSET, metavar="N", help="rows in work, for a model judge (default 8)")
    checks.add_argument("--timeout-seconds", default=UNSET, metavar="S", help="limit of each step (default 300)")
    add_settings_flag(checks)
    add_server_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Import it; 0 when a row can be attributed, 1 when all of them are faults."""
    import asyncio

    from harness.cli.report import failure_limit
    from harness.fieldpath import read_mapping
    from harness.importers._questions import read_labels
    from harness.imports import FIELDS, Source, read_source
    from harness.run import check_run_id

    limit = failure_limit(args.failures)
    if args.run_id is not None:
        check_run_id(args.run_id)
    source = Source(
        format=args.format,
        path=Path(args.file),
        mapping=read_mapping(args.map, FIELDS, "--map"),
        where=tuple(_pair(written) for written in args.where),
        split=tuple(args.split),
        beside=Path(args.beside) if args.beside else None,
    )
    golden = read_labels(args.golden) if args.golden else None
    settings = _settings(args, source.mapping, golden)
    with tempfile.TemporaryDirectory(prefix="harness-import-") as folder:
        imported = read_source(source, golden, Path(folder))
        summaries = asyncio.run(_write_runs(args, imported, settings, None if args.json else limit))
    _print(args, summaries, limit)
    if summaries[-1].status == "interrupted":
        return 130
    faults = sum(summary.attribution["harness_fault"] for summary in summaries)
    return 1 if faults == sum(summary.questions for summary in summaries) else 0


def _pair(written: str) -> tuple[str, str]:
    name, sign, value = written.partition("=")
    if not sign or not name:
        raise InputError(f"--where {written!r}: write PATH=VALUE, e.g. system=v2")
    return name, value


def _settings(args: argparse.Namespace, mapping: Any, golden: GoldenSet | None) -> Settings:
    from harness.wiring import check_settings

    recorded = "correct" in mapping
    mine = {"citations": "checked", "judge": "recorded" if recorded else "tokens"}
    taken = {"prompt", "verifier"} if recorded else {"prompt", "verifier", "judge"}
    defaults = {name: value for name, value in (golden.defaults if golden else {}).items() if name in taken}
    settings = settings_from(args, args.golden or "harness import", {**mine, **defaults})
    check_settings(settings)
    return settings.model_copy(update={"system": f"import:{args.format}"})


async def _write_runs(
    args: argparse.Namespace, imported: Imported, settings: Settings, max_failures: int | None
) -> list[Summary]:
    summaries = []
    for pile in imported.piles:
        summaries.append(await _write_run(args, imported, pile, settings, max_failures))
        if summaries[-1].status == "interrupted":
            break
    return summaries


async def _write_run(
    args: argparse.Namespace, imported: Imported, pile: Pile, settings: Settings, max_failures: int | None
) -> Summary:
    from harness.cli.session import answer_all
    from harness.imports import learned_chunks
    from harness.replay import logged_golden, open_replay
    from harness.run import run_start, utc_now
    from harness.wiring import run_fingerprint

    run_id, logs = _run_id(args, pile), Path(args.logs)
    documents = imported.documents
    placeholder = logged_golden(imported.golden)
    start = run_start(placeholder, settings, pile.index(documents), run_id, utc_now())
    start = start.model_copy(update={"origin": imported.origin(pile)})
    return await answer_all(
        pile.records(run_id),
        start,
        open_replay(start, settings, run_id, "verify", chunks=learned_chunks(pile.records()), key=api_key(args)),
        fingerprint=run_fingerprint(placeholder, settings),
        total=pile.count,
        logs=logs,
        first="verify",
        max_failures=max_failures,
        go_on="the same command imports the file anew, beside it",
    )


def _run_id(args: argparse.Namespace, pile: Pile) -> str:
    import re

    from harness.cli.session import fresh_name
    from harness.run import check_run_id

    name = "-".join([args.run_id or Path(args.file).stem, *pile.group])
    if args.run_id and not pile.group:
        return name
    run_id = fresh_name(re.sub(r"[^\w.]+", "-", name).strip("-.")[:100] or "import", Path(args.logs))
    check_run_id(run_id)
    return run_id


def _print(args: argparse.Namespace, summaries: list[Summary], limit: int | None) -> None:
    from harness.cli.report import print_summary

    if len(summaries) == 1:
        folder = Path(args.logs) / summaries[0].run_id
        print_summary(summaries[0], as_json=args.json, failures=limit, folder=folder)
    elif args.json:
        from harness.cli.document import print_json
        from harness.report import json

        print_json(f"[{','.join(json.text(summary) for summary in summaries)}]")
    else:
        from harness.cli.console import stdout_console
        from harness.report import several

        several.write(summaries, stdout_console(), logs=args.logs)
