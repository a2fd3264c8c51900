"""Measure retrieval for every combination of chunkers, retrievers, filters and rerankers; no answer is generated.

Repeat a flag to add a value to its axis. A configuration gets a question when all its evidence is inside the first k
chunks. Differences between configurations are paired: the questions each alone gets, with the exact McNemar p.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from harness.cli.flags import add_search_flags, settings_from
from harness.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from harness.sweep import Pair, Sweep, SweepRow

HELP = "compare retrieval settings on the same questions"

EXAMPLES = """examples:
  harness sweep golden/stdlib --chunker packed:150 --chunker whole -k 1,3,5
  harness sweep golden/stdlib --retriever bm25 --retriever hashing:1024 --json
  harness sweep golden/fares --filter none --filter "status=current and audience=customer"
  harness sweep golden/stdlib --rerank none --rerank lexical -k 1,3"""

ALPHA = 0.05
SHOWN_PAIRS = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness sweep`."""
    parser.add_argument("golden", metavar="GOLDEN", help="golden set: a folder, or a name under golden/")
    axes = parser.add_argument_group("axes (repeat to add a value)")
    axes.add_argument("--chunker", action="append", dest="chunkers", metavar="SPELLING", help="default packed:150")
    axes.add_argument(
        "--analyzer", action="append", dest="analyzers", metavar="SPELLING", help="how text becomes terms"
    )
    axes.add_argument(
        "--chunk-header",
        action="append",
        dest="headers",
        choices=("none", "title", "path"),
        help="what is indexed before a chunk: nothing (default), its title, or title and headings",
    )
    axes.add_argument("--retriever", action="append", dest="retrievers", metavar="SPELLING", help="default bm25")
    axes.add_argument("--filter", action="append", dest="filters", metavar="CONDITION", help='none, or "A=1 and B=2"')
    axes.add_argument("--rerank", action="append", dest="rerankers", metavar="SPELLING", help="none or lexical")
    axes.add_argument("-k", default="1,3,5,10,50", dest="ks", metavar="K,K,…", help="default 1,3,5,10,50")
    parser.add_argument("--json", action="store_true", help="print one JSON document: rows and pairs")
    add_search_flags(parser, axes=False)


def run(args: argparse.Namespace) -> int:
    """Print the table; 130 when interrupted, with the rows that were done."""
    from harness.golden.read import read_golden
    from harness.index.store import IndexCache, default_folder
    from harness.sweep import Axes, sweep

    golden = read_golden(args.golden)
    settings = settings_from(args, args.golden, golden.defaults)
    ks = _ks(args.ks)
    if "candidates" not in vars(args) and max(ks) > settings.candidates:
        settings = settings.model_copy(update={"candidates": max(ks)})
    if max(ks) > settings.candidates:
        raise InputError(f"-k {max(ks)} is deeper than --candidates {settings.candidates}; raise --candidates")
    axes = Axes(
        chunkers=args.chunkers or [settings.chunker],
        analyzers=args.analyzers or [settings.analyzer],
        headers=args.headers or [settings.chunk_header],
        retrievers=args.retrievers or [settings.retriever],
        filters=args.filters or [" and ".join(settings.filter) or "none"],
        rerankers=args.rerankers or [settings.rerank or "none"],
        ks=ks,
    )
    done: list[SweepRow] = []
    cache = IndexCache(default_folder()) if settings.index_cache else None
    result = sweep(
        golden, axes, settings, cache=cache, watch=lambda row: _tell(row, done, len(axes)), indexed=_tell_indexing
    )
    if args.json:
        from harness.cli.document import print_json

        print_json(json.dumps(result.model_dump(), indent=2, ensure_ascii=False))
    else:
        _print(result, settings.candidates)
    return 0 if len(result.rows) == len(axes) else 130


def _ks(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) >= 1 for part in parts):
        raise InputError(f"-k {text!r}: must be whole numbers of at least 1 with commas between, e.g. -k 1,3,5")
    return tuple(sorted({int(part) for part in parts}))


def _tell(row: SweepRow, done: list[SweepRow], total: int) -> None:
    done.append(row)
    if sys.stderr.isatty():
        end = "\n" if len(done) == total else ""
        print(f"\r\033[K{len(done)} of {total}: {row.name}"[:100], end=end, file=sys.stderr, flush=True)


def _tell_indexing(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[Kindexing: {done:,} of {total:,} chunks", end="", file=sys.stderr, flush=True)


def _print(result: Sweep, depth: int) -> None:
    from harness.cli.console import stdout_console
    from harness.report._lines import print_trimmed

    print_trimmed(stdout_console(), _parts(result, depth))


def _parts(result: Sweep, depth: int) -> Iterator[RenderableType]:
    from rich.text import Text

    from harness.text.printable import one_line

    unlabelled = f"; {result.left_out} answerable ones without labels left out" if result.left_out else ""
    yield Text.assemble((one_line(result.golden), "bold"), f": {result.questions} questions{unlabelled}")
    if result.questions:
        yield Text(f"one question is {100 / result.questions:.1f} points of recall", "dim")
    yield _table(result, depth)
    yield Text("cut: evidence groups that stand whole in no chunk", "dim")
    for row in result.rows:
        if row.zero_hit_questions:
            found = f"{row.name}: {row.zero_hit_questions} of {result.questions} questions found no chunk at all"
            yield Text(f"{found}; they share no term with any, or the filter hides those", "yellow")
    real = [pair for pair in result.pairs if pair.p < ALPHA]
    if not result.pairs:
        return
    yield Text("\nPaired (exact McNemar, not adjusted for the number of comparisons)", "bold cyan")
    if not real:
        yield Text(
            f"  none of {len(result.pairs)} comparisons has p < {ALPHA}: no gap above is shown to be real", "dim"
        )
        return
    yield from (Text(_pair(pair)) for pair in sorted(real, key=lambda p: p.p)[:SHOWN_PAIRS])
    hidden = len(real) - SHOWN_PAIRS
    more = f"; {hidden} more with --json" if hidden > 0 else ""
    yield Text(f"  {len(real)} of {len(result.pairs)} comparisons have p < {ALPHA}{more}", "dim")


def _table(result: Sweep, depth: int) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("configuration", overflow="fold")
    ks = list(result.rows[0].recall) if result.rows else []
    for name in ("chunks", "w/chk", "cut", *(f"R@{k}" for k in ks), "MRR"):
        table.add_column(name, justify="right", no_wrap=True)
    if result.rows and any(row.rerank != "none" for row in result.rows):
        table.add_column(f"cand@{depth}", justify="right", no_wrap=True)
    best = {k: max((row.recall[k].value or 0) for row in result.rows) for k in ks}
    for row in result.rows:
        cells = [_cell(row.recall[k].value, best[k]) for k in ks]
        mrr = "–" if row.mrr is None else f"{row.mrr:.3f}"
        extra = [_cell(row.candidates_recall.value, 2)] if len(table.columns) > len(ks) + 5 else []
        table.add_row(
            row.name, f"{row.chunks:,}", f"{row.words_per_chunk:g}", str(row.cut_evidence), *cells, mrr, *extra
        )
    return table


def _cell(value: float | None, best: float) -> Text:
    from rich.text import Text

    return Text("–" if value is None else f"{value:.3f}", "bold" if value == best else "")


def _pair(pair: Pair) -> str:
    winner, loser, more, fewer = (
        (pair.a, pair.b, pair.only_a, pair.only_b)
        if pair.only_a > pair.only_b
        else (pair.b, pair.a, pair.only_b, pair.only_a)
    )
    return f"  @{pair.k}: {winner} over {loser}: {more} questions against {fewer}, p = {pair.p:.2g}"
