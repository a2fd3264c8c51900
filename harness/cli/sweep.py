"""Measure retrieval for every combination of chunkers, retrievers, filters and rerankers; no answer is generated.

Repeat a flag to add a value to its axis. A configuration gets a question when all its evidence is inside the first k
chunks; recall by document and within a budget of words stand beside it. Differences are paired: the questions each
configuration alone gets, with the exact McNemar p, and which of all those differences survive Holm's correction.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.flags import add_answer_flags, add_search_flags, flag_name, settings_from
from harness.errors import InputError
from harness.text.printable import one_line

if TYPE_CHECKING:
    from harness.sweep import SweepRow

HELP = "compare retrieval settings on the same questions"

EXAMPLES = """examples:
  harness sweep golden/stdlib --chunker packed:150 --chunker whole -k 1,3,5
  harness sweep golden/stdlib --retriever bm25 --retriever hashing:1024 --json
  harness sweep golden/fares --filter none --filter "status=current and audience=customer"
  harness sweep golden/stdlib --rerank none --rerank lexical -k 1,3
  harness sweep golden/stdlib --sizes 40,80,160,320 --overlaps 0,20% -k 1,3,5
  harness sweep golden/stdlib --strategies 160 --svg strategies.svg
  harness sweep golden/stdlib --vary k -k 1,2,3,5,10,20 --generator ollama:qwen3:8b"""


_OF_RETRIEVAL = frozenset("route candidates as_of evidence index_cache seed concurrency".split())
"""The settings, beside the axes, that a sweep of retrieval reads."""


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
    axes.add_argument(
        "--sizes", metavar="W,W,…", help="windows of these many words, each with each of --overlaps, as chunkers"
    )
    axes.add_argument(
        "--overlaps", default="0,20%", metavar="O,O,…", help="words, or a share of the size: 0,20%% (default)"
    )
    axes.add_argument(
        "--strategies",
        metavar="WORDS",
        help="the ways to cut, at this size: window, structure, sentence, packed, whole",
    )
    axes.add_argument("-k", default="1,3,5,10,50", dest="ks", metavar="K,K,…", help="default 1,3,5,10,50")
    parser.add_argument(
        "--words", default="100,200,400,800,1600", metavar="W,W,…", help="budgets of words: default %(default)s"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document: rows, pairs, means, correlations")
    parser.add_argument("--ranks", action="store_true", help="with --json: the rank of every question's evidence")
    parser.add_argument("--svg", metavar="FILE", help="also write a picture of recall against k and against words")
    vary = parser.add_argument_group("answers at every k, each a run RUN-kN (with --vary k)")
    vary.add_argument(
        "--vary", choices=("k",), help="answer and judge at each of -k: where does more context start to cost?"
    )
    vary.add_argument("--run-id", metavar="ID", help="name of the runs (default: time and golden set)")
    vary.add_argument("--logs", default="logs", metavar="DIR", help="where runs are kept (default logs)")
    vary.add_argument("--resume", action="store_true", help="go on with --run-id: keep what is done, redo faults")
    add_search_flags(parser, axes=False)
    add_answer_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Print the table; 130 when interrupted, with the rows that were done."""
    from harness.golden.read import read_golden
    from harness.index.store import IndexCache, default_folder
    from harness.sweep import Axes, sweep

    golden = read_golden(args.golden)
    for misspelt in golden.info.misspelt:
        print(f"harness sweep: {one_line(misspelt)}", file=sys.stderr)
    settings = settings_from(args, args.golden, golden.defaults)
    ks = _ks(args.ks)
    if "candidates" not in vars(args) and max(ks) > settings.candidates:
        settings = settings.model_copy(update={"candidates": max(ks)})
    if max(ks) > settings.candidates:
        raise InputError(f"-k {max(ks)} is deeper than --candidates {settings.candidates}; raise --candidates")
    axes = Axes(
        chunkers=_chunkers(args) or [settings.chunker],
        analyzers=args.analyzers or [settings.analyzer],
        headers=args.headers or [settings.chunk_header],
        retrievers=args.retrievers or [settings.retriever],
        filters=args.filters or [" and ".join(settings.filter) or "none"],
        rerankers=args.rerankers or [settings.rerank or "none"],
        ks=ks,
        budgets=numbers("--words", args.words),
    )
    if not args.vary:
        _refuse_answering(args)
    else:
        from harness.cli.distraction import run_vary

        return run_vary(args, golden, settings, axes)
    done: list[SweepRow] = []
    cache = IndexCache(default_folder()) if settings.index_cache else None
    result = sweep(
        golden,
        axes,
        settings,
        cache=cache,
        watch=lambda row: _tell(row, done, len(axes)),
        indexed=_tell_indexing,
        keep_ranks=args.ranks,
    )
    if args.svg:
        from harness.nightly import replace_file
        from harness.report.sweep import svg

        replace_file(Path(args.svg), svg(result))
    if args.json:
        from harness.cli.document import print_json

        print_json(json.dumps(result.model_dump(), indent=2, ensure_ascii=False))
    else:
        from harness.cli.console import stdout_console
        from harness.report.sweep import write

        write(result, stdout_console(), depth=settings.candidates, k=settings.k)
    return 0 if len(result.rows) == len(axes) else 130


def _refuse_answering(args: argparse.Namespace) -> None:
    """Raise `InputError` for a flag that a sweep of retrieval alone would not read."""
    from harness.settings import Settings

    given = [name for name in vars(args) if name in Settings.model_fields and name not in _OF_RETRIEVAL]
    given += [name for name in ("run_id", "resume") if getattr(args, name)]
    if given:
        raise InputError(
            f"{flag_name(given[0])} is about answers, and a sweep makes none; add --vary k, or leave it out"
        )


def _ks(text: str) -> tuple[int, ...]:
    return numbers("-k", text)


def numbers(flag: str, text: str) -> tuple[int, ...]:
    """Return the distinct numbers of a list such as 1,3,5, in order; raise `InputError` for anything else."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) >= 1 for part in parts):
        raise InputError(f"{flag} {text!r}: must be whole numbers of at least 1 with commas between, e.g. {flag} 1,3,5")
    return tuple(sorted({int(part) for part in parts}))


def _chunkers(args: argparse.Namespace) -> list[str]:
    """Return the chunkers that were named, one by one, as strategies of one size, or as sizes and overlaps."""
    named = []
    if args.strategies:
        (size,) = _one(args.strategies)
        named += [f"window:{size}:0", f"window:{size}:{size // 5}", f"structure:{size}", "sentence:4:1"]
        named += [f"packed:{size}", "whole"]
    if args.sizes:
        named += [
            f"window:{size}:{_overlap(o, size)}" for size in numbers("--sizes", args.sizes) for o in _overlaps(args)
        ]
    return [*(args.chunkers or ()), *dict.fromkeys(named)]


def _one(text: str) -> tuple[int, ...]:
    sizes = numbers("--strategies", text)
    if len(sizes) != 1:
        raise InputError(f"--strategies {text!r}: name one size in words, e.g. --strategies 160")
    return sizes


def _overlaps(args: argparse.Namespace) -> list[str]:
    parts = [part.strip() for part in str(args.overlaps).split(",")]
    for part in parts:
        if not part.removesuffix("%").isdecimal() or (part.endswith("%") and int(part[:-1]) >= 100):  # noqa: PLR2004 -- percent
            raise InputError(
                f"--overlaps {args.overlaps!r}: write words or shares below 100%, e.g. --overlaps 0,25,20%"
            )
    return parts


def _overlap(spelled: str, size: int) -> int:
    return size * int(spelled[:-1]) // 100 if spelled.endswith("%") else int(spelled)


def _tell(row: SweepRow, done: list[SweepRow], total: int) -> None:
    done.append(row)
    if sys.stderr.isatty():
        end = "\n" if len(done) == total else ""
        print(f"\r\033[K{len(done)} of {total}: {row.name}"[:100], end=end, file=sys.stderr, flush=True)


def _tell_indexing(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[Kindexing: {done:,} of {total:,} chunks", end="", file=sys.stderr, flush=True)
