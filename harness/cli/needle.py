"""Hide one invented fact among documents, at several places and in contexts of several sizes, and ask for it.

Nothing is retrieved: the documents of GOLDEN go straight into the prompt, so this measures how a model reads, not how it is
served. A fact is a number that no document holds, the answer is matched exactly, and every cell has the same facts. What
survives is often the bill: prompt tokens by size. A server's answers are cached: what was interrupted goes on.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cli.flags import UNSET, add_server_flags, add_settings_flag, api_key, settings_from
from harness.errors import InputError

if TYPE_CHECKING:
    from harness.golden.read import GoldenSet
    from harness.measure.needle import Answered, Needle
    from harness.settings import Settings

HELP = "needle test: is a fact found, by position and size of context"

EXAMPLES = """examples:
  harness needle golden/fares --documents 1,5,20 --facts 20
  harness needle golden/stdlib --generator ollama:qwen3:8b --documents 1,5,10,20,40 --svg needle.svg
  harness needle mine --statement "Proje {key} bütçesi {value} lira." --question "{key} bütçesi?\""""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness needle`."""
    parser.add_argument("golden", metavar="GOLDEN", help="golden set whose documents are the haystack")
    parser.add_argument(
        "--documents", default="1,5,10,20", metavar="N,N,…", help="sizes of context (default 1,5,10,20)"
    )
    parser.add_argument("--positions", default="start,middle,end", metavar="P,P", help="of start,middle,end (all)")
    parser.add_argument("--facts", default="40", metavar="N", help="invented facts in each cell (default 40)")
    parser.add_argument("--document-words", default="150", metavar="N", help="cut each document after N words (150)")
    parser.add_argument("--statement", metavar="TEXT", help="the fact, with {key} and {value}; default in English")
    parser.add_argument("--question", metavar="TEXT", help="the question, with {key}")
    parser.add_argument("--json", action="store_true", help="print one JSON document: cells, pairs, cost, misses")
    parser.add_argument("--svg", metavar="FILE", help="also write a picture of accuracy and tokens by size")
    parts = parser.add_argument_group("parts and pace")
    parts.add_argument(
        "--generator", default=UNSET, metavar="SPELLING", help="scripted (default), ollama:MODEL, openai:MODEL"
    )
    parts.add_argument("--script", default=UNSET, metavar="FILE", help="JSONL of {id, answer} that fixes answers by id")
    parts.add_argument("--prompt", default=UNSET, metavar="SPELLING", help="spans (default), documents, file:PATH")
    parts.add_argument("--concurrency", default=UNSET, metavar="N", help="questions in flight (default 8)")
    parts.add_argument("--timeout-seconds", default=UNSET, metavar="S", help="limit of an answer (default 300)")
    add_settings_flag(parts)
    add_server_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Print the table; 1 where every answer is a fault."""
    import asyncio

    from harness.golden.read import read_golden
    from harness.wiring import check_settings

    golden = read_golden(args.golden)
    settings = settings_from(args, args.golden, golden.defaults).model_copy(update={"chunker": "whole", "filter": ()})
    settings = settings.model_copy(update={"retriever": "bm25", "rerank": None, "route": ()})
    check_settings(settings)
    needle = asyncio.run(_ask(args, golden, settings))
    if args.svg:
        from harness.nightly import replace_file
        from harness.report.needle import svg

        replace_file(Path(args.svg), svg(needle))
    if args.json:
        from harness.cli.document import print_json

        print_json(needle.model_dump_json(indent=2))
    else:
        from harness.cli.console import stdout_console
        from harness.report.needle import write

        write(needle, stdout_console())
    return int(all(cell.faults == cell.accuracy.denominator for cell in needle.cells))


async def _ask(args: argparse.Namespace, golden: GoldenSet, settings: Settings) -> Needle:
    from harness.measure.needle import POSITIONS, summarise
    from harness.needle import QUESTION, STATEMENT, answer_trials, left_out, make_facts, trials
    from harness.wiring import build_search, open_stages

    documents = [document for document in golden.documents if document.text.strip()]
    sizes, words, count = _sizes(args, len(documents)), _one(args, "document_words"), _one(args, "facts")
    positions = [part.strip() for part in args.positions.split(",")]
    if not set(positions) <= set(POSITIONS) or not positions:
        raise InputError(f"--positions {args.positions!r}: name some of start, middle, end, with commas between")
    places = [p for p in POSITIONS if p in positions]
    facts = make_facts(documents, count, settings.seed, args.statement or STATEMENT, args.question or QUESTION)
    asked = list(trials(facts, sizes, places))
    search = build_search(documents[:1], settings)
    done: list[Answered] = []

    def watch(answered: Answered) -> None:
        done.append(answered)
        if sys.stderr.isatty():
            end = "\n" if len(done) == len(asked) else ""
            print(f"\r\033[K{len(done)} of {len(asked)} answered", end=end, file=sys.stderr, flush=True)

    async with open_stages(golden, search, settings, "needle", key=api_key(args)) as stages:
        answered = await answer_trials(
            iter(asked), documents, stages, document_words=words, seed=settings.seed, watch=watch
        )
    return summarise(
        answered,
        golden=golden.info.name,
        generator=settings.generator,
        facts=count,
        document_words=words,
        notes=[*left_out(sizes, places)],
    )


def _sizes(args: argparse.Namespace, available: int) -> list[int]:
    from harness.cli.sweep import numbers

    sizes = list(numbers("--documents", args.documents))
    if not available:
        raise InputError(f"{args.golden}: its documents hold no text to hide a fact among; check the corpus")
    if sizes[-1] - 1 > available:
        raise InputError(
            f"--documents {sizes[-1]}: {args.golden} has {available} documents to hide the fact among;"
            f" ask for {available + 1} at most, or name a larger golden set"
        )
    return sizes


def _one(args: argparse.Namespace, name: str) -> int:
    text = getattr(args, name)
    if not text.isdecimal() or int(text) < 1:
        raise InputError(f"--{name.replace('_', '-')} {text!r}: must be a whole number of at least 1")
    return int(text)
