"""Look at what is kept between runs, or delete it: models' answers, and the indexes of large corpora.

Answers of a repeated or crashed run come from there at no cost. They are one file for all runs of all your projects,
addressed by the model's digest, the options and the prompt. HARNESS_CACHE names the folder of it all. An index is built again
in seconds; an answer costs what it cost: --only indexes keeps them.
"""

from __future__ import annotations

import argparse

from harness.text.counted import agreeing

HELP = "show or clear what is kept between runs: models' answers, indexes"

EXAMPLES = """examples:
  harness cache info
  harness cache clear --only indexes"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness cache`."""
    parser.add_argument("what", choices=("info", "clear"), help="info: what it holds; clear: delete it")
    parser.add_argument("--only", choices=("answers", "indexes"), help="clear only these (default: both)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Show or clear the cache; 0 whenever that can be done."""
    import json
    from dataclasses import asdict

    from harness.cache import cache_folder, cache_info, clear_cache

    if args.what == "clear":
        freed = clear_cache(cache_folder(), answers=args.only != "indexes", indexes=args.only != "answers")
        cleared = f"cleared {freed / 1e6:.1f} MB of {args.only or 'answers and indexes'} in {cache_folder()}"
        print(json.dumps({"freed_bytes": freed}) if args.json else cleared)
        return 0
    info = cache_info(cache_folder())
    if args.json:
        print(json.dumps({**asdict(info), "path": str(info.path)}, indent=2))
        return 0
    print(f"{info.path}: {info.bytes / 1e6:.1f} MB")
    for name, rows in (("answer", info.answers), ("vector", info.vectors)):
        for model, count in rows.items():
            print(f"  {count:>9,} {agreeing(count, name, f'{name}s')} of {model}")
    if not info.answers and not info.vectors:
        print("  empty")
    if info.index_bytes:
        print(f"{info.path.parent}: {info.index_bytes / 1e6:.1f} MB of indexes of large corpora")
    return 0
