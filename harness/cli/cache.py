"""Look at the cache of answers, or delete it. Answers of a repeated or crashed run come from there at no cost.

It is one file for all runs, addressed by the model's digest, the options and the prompt; HARNESS_CACHE names its folder,
and that of the indexes which large corpora keep there.
"""

from __future__ import annotations

import argparse

HELP = "show or clear the cache of models' answers"

EXAMPLES = """examples:
  harness cache info
  harness cache clear"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness cache`."""
    parser.add_argument("what", choices=("info", "clear"), help="info: what it holds; clear: delete it")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Show or clear the cache; 0 whenever that can be done."""
    import json

    from harness.cache import cache_folder, cache_info, clear_cache

    if args.what == "clear":
        freed = clear_cache(cache_folder())
        print(json.dumps({"freed_bytes": freed}) if args.json else f"cleared {freed / 1e6:.1f} MB")
        return 0
    info = cache_info(cache_folder())
    if args.json:
        held = {"path": str(info.path), "bytes": info.bytes, "answers": info.answers, "vectors": info.vectors}
        print(json.dumps(held, indent=2))
        return 0
    print(f"{info.path}: {info.bytes / 1e6:.1f} MB")
    for name, rows in (("answers", info.answers), ("vectors", info.vectors)):
        for model, count in rows.items():
            print(f"  {count:>9,} {name} of {model}")
    if not info.answers and not info.vectors:
        print("  empty")
    return 0
