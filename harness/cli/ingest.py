"""Make the corpus of a golden set from a folder of files: txt, md, html, csv, pdf and docx.

Each file becomes one document whose doc_id is its path. Headings become Markdown headings, rows of tables stay rows, and
the report says where parsing may have gone wrong. A file that cannot be read is named and left out. Unchanged files are
not parsed again, and an interrupted run goes on where it was. Questions are never touched.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError
from harness.text.counted import counted
from harness.text.printable import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from harness.ingest.folder import Skipped
    from harness.ingest.ingest import Report
    from harness.ingest.parsed import Finding
    from harness.ingest.pool import Step, Watch

HELP = "make a corpus from a folder of files"

EXAMPLES = """examples:
  harness ingest handbook -o mine
  harness ingest handbook -o mine --encoding cp1254   for text that is not UTF-8
  harness golden check mine                           then, with a questions.jsonl there

exit codes: 0 a corpus was written · 2 nothing could be read · 130 interrupted"""

LINE_SECONDS = 5.0
_SHOWN = 10
_RANGES = 6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("folder", metavar="FOLDER", help="where the files are; folders in it too, hidden ones not")
    parser.add_argument("-o", "--out", metavar="DIR", required=True, help="the golden set to write corpus.jsonl into")
    parser.add_argument("--encoding", metavar="NAME", help="how to read text that is neither marked nor UTF-8")
    parser.add_argument("--workers", metavar="N", help="files parsed at once (default: one for each processor)")
    parser.add_argument(
        "--page-seconds",
        metavar="S",
        default="60",
        help="longest time for a page, or a file without pages (default 60)",
    )
    parser.add_argument("--keep-repeated", action="store_true", help="keep headers and footers that PDF pages repeat")
    parser.add_argument(
        "--force", action="store_true", help="replace a corpus.jsonl that was written or changed by hand"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document with every file and finding")


def run(args: argparse.Namespace) -> int:
    """Ingest the folder and print the report; 0 when a corpus was written, 130 when interrupted."""
    import sys

    from harness.cli.console import stderr_console
    from harness.cli.document import print_json
    from harness.ingest.decode import check_encoding
    from harness.ingest.ingest import as_document, ingest
    from harness.ingest.parsed import Options

    options = Options(
        encoding=check_encoding(args.encoding) if args.encoding is not None else None,
        keep_repeated=args.keep_repeated,
    )
    workers = _positive(args.workers, "--workers", int) if args.workers is not None else os.cpu_count() or 1
    out = Path(args.out)
    try:
        with _progress(stderr_console()) as watch:
            report = ingest(
                Path(args.folder),
                out,
                options,
                workers=int(workers),
                page_seconds=_positive(args.page_seconds, "--page-seconds", float),
                force=args.force,
                watch=watch,
            )
    except KeyboardInterrupt:
        print("harness ingest: interrupted; what was parsed is kept: the same command goes on", file=sys.stderr)
        return 130
    if args.json:
        print_json(json.dumps({"out": str(out), "unchanged": report.unchanged, **as_document(report)}, indent=2))
    else:
        for line in _text(report, out):
            print(*_wrapped(line, "", "    "), sep="\n")
    return 0


def _positive(value: str, flag: str, kind: type[int | float]) -> float:
    try:
        number = kind(value)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise InputError(f"{flag} {value!r}: write a number above 0, such as {flag} {4 if kind is int else 60}")
    return number


@contextmanager
def _progress(console: Console) -> Iterator[Watch]:
    """Yield what is to be called as files are done: a bar on a terminal, elsewhere a line every few seconds."""
    if not console.is_terminal:
        yield _lines(console)
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(
        *columns, TextColumn("{task.fields[page]}", markup=False), console=console, transient=True
    ) as display:
        task = display.add_task("parsing", total=None, page="")

        def watch(now: Step) -> None:
            display.update(task, completed=now.done, total=now.total, page=_page(now))

        yield watch


def _lines(console: Console) -> Watch:
    import time

    due = time.monotonic() + LINE_SECONDS

    def watch(now: Step) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + LINE_SECONDS
            console.print(f"parsed {now.done:,} of {now.total:,} files {_page(now)}".rstrip(), soft_wrap=True)

    return watch


def _page(now: Step) -> str:
    return one_line(f"({now.doc_id}: page {now.page:,} of {now.pages:,})") if now.pages else ""


def _text(report: Report, out: Path) -> Iterator[str]:
    from harness.ingest.parsed import KINDS

    formats = Counter(file.format for file in report.files)
    pages = sum(file.pages for file in report.files)
    counts = f"{counted(len(report.files), 'document')}, {len(report.skipped):,} left out"
    yield from _wrapped(f"{out / 'corpus.jsonl'}: {counts}", "", "  ")
    yield f"  {' · '.join(f'{name} {number:,}' for name, number in sorted(formats.items()))}"
    also = [counted(pages, "PDF page")] * bool(pages) + [f"{report.unchanged:,} unchanged, not parsed again"] * bool(
        report.unchanged
    )
    yield f"  {' · '.join([counted(sum(file.characters for file in report.files), 'character'), *also])}"
    if report.skipped:
        yield ""
        yield f"LEFT OUT ({len(report.skipped):,})"
        yield from _listed(list(_left_out(report.skipped)))
    for kind, title in KINDS.items():
        of_kind = [(doc_id, finding) for doc_id, finding in report.findings() if finding.kind == kind]
        if of_kind:
            yield ""
            yield f"LOOK AT {kind}: {title} ({len(of_kind):,})"
            yield from _listed([_about(doc_id, finding) for doc_id, finding in of_kind])
    yield ""
    questions = out / "questions.jsonl"
    first = "" if questions.exists() else f"write {questions}, then: "
    yield from _wrapped(f"next: {first}harness golden check {out}", "", "  ")


def _left_out(skipped: Sequence[Skipped]) -> Iterator[str]:
    """Yield a line for each file, one for all that are left out for the same reason."""
    alike: dict[str, list[str]] = {}
    for file in skipped:
        alike.setdefault(file.reason, []).append(file.doc_id)
    for reason, doc_ids in alike.items():
        more = f" and {len(doc_ids) - 1:,} more" if len(doc_ids) > 1 else ""
        yield f"{doc_ids[0]}{more}: {reason}"


def _about(doc_id: str | None, finding: Finding) -> str:
    where = [] if doc_id is None else [f"{doc_id}{_ranges(finding.pages)}"]
    return ": ".join([*where, finding.message])


def _ranges(pages: Sequence[int]) -> str:
    """Return ` pages 1–3, 7`; nothing where there are none."""
    runs = [[page for _, page in run] for _, run in groupby(enumerate(pages), key=lambda pair: pair[1] - pair[0])]
    shown = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs[:_RANGES]]
    more = f" and {sum(map(len, runs[_RANGES:])):,} more" if len(runs) > _RANGES else ""
    return f" page{'s' if len(pages) > 1 else ''} {', '.join(shown)}{more}" if pages else ""


def _listed(lines: Sequence[str]) -> Iterator[str]:
    for line in lines[:_SHOWN]:
        yield from _wrapped(line, "  ", "    ")
    if len(lines) > _SHOWN:
        yield f"  … and {len(lines) - _SHOWN:,} more (--json lists all)"


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    from harness.cli.console import wrapped

    return wrapped(one_line(text), first, rest)
