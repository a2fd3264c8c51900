"""Flags that set `Settings`, shared by the verbs that run something; only those given are passed on."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness import plugins
from harness.settings import Settings, read_settings_file, resolve

UNSET: Any = argparse.SUPPRESS


def _names(kind: plugins.Kind) -> str:
    return ", ".join(plugins.names(kind))


def add_search_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the retrieval half that mean the same in every verb."""
    group = parser.add_argument_group("search")
    group.add_argument("--analyzer", default=UNSET, metavar="NAME", help=f"how text becomes terms: {_names('analyze')}")
    group.add_argument("--candidates", default=UNSET, metavar="N", help="first-stage depth (default 50)")
    group.add_argument("--as-of", default=UNSET, metavar="DATE", help="keep documents valid on this day: YYYY-MM-DD")
    add_settings_flag(group)


def add_settings_flag(parser: Any) -> None:
    """Add `--settings FILE`."""
    parser.add_argument("--settings", metavar="FILE", help="TOML file of flag names; flags given here win over it")


def add_run_flags(parser: argparse.ArgumentParser) -> None:
    """Add every flag of a single configuration."""
    add_search_flags(parser)
    search = parser.add_argument_group("parts, spelled name or name:arg:arg")
    search.add_argument(
        "--chunker",
        default=UNSET,
        metavar="SPELLING",
        help=f"{_names('chunk')}; e.g. window:160:32 (default packed:150)",
    )
    search.add_argument("--retriever", default=UNSET, metavar="SPELLING", help=f"{_names('retrieve')} (default bm25)")
    search.add_argument(
        "--rerank", default=UNSET, metavar="SPELLING", help=f"{_names('rerank')} or none (default none)"
    )
    search.add_argument(
        "--prompt", default=UNSET, metavar="SPELLING", help=f"{_names('prompt')}; file:PATH is your own"
    )
    search.add_argument(
        "--generator", default=UNSET, metavar="SPELLING", help=f"{_names('generate')} (default scripted)"
    )
    search.add_argument("--verifier", default=UNSET, metavar="SPELLING", help=f"{_names('verify')} (default literal)")
    search.add_argument("--judge", default=UNSET, metavar="NAME", help=f"{_names('judge')} (default contains)")

    context = parser.add_argument_group("context")
    context.add_argument("-k", default=UNSET, metavar="K", help="chunks that may reach the prompt (default 5)")
    context.add_argument(
        "--filter",
        default=UNSET,
        action="append",
        metavar="FIELD=VALUE",
        help="search only these chunks: status=current, country=DE,FR, status!=draft; repeat to require all",
    )
    context.add_argument(
        "--near-duplicate", default=UNSET, metavar="J", help="drop near-copies from this Jaccard on (0.9)"
    )
    context.add_argument(
        "--weak-cut", default=UNSET, metavar="P", help="drop chunks below this percentile of the scores"
    )
    context.add_argument("--order", default=UNSET, metavar="ORDER", help="best_first or ends (best at both ends)")
    context.add_argument("--budget", default=UNSET, metavar="UNIT:N", help="words:600 or tokens:1200 (estimated)")

    answer = parser.add_argument_group("answers")
    answer.add_argument(
        "--script", default=UNSET, metavar="FILE", help="JSONL of {id, answer} that fixes answers by id"
    )
    answer.add_argument(
        "--citations", default=UNSET, metavar="MODE", help="required (default), checked, or ignored by the verifier"
    )

    pace = parser.add_argument_group("pace")
    pace.add_argument("--concurrency", default=UNSET, metavar="N", help="questions in flight (default 8)")
    pace.add_argument("--timeout-seconds", default=UNSET, metavar="S", help="limit of each stage (default 300)")
    pace.add_argument("--limit", default=UNSET, metavar="N", help="only the first N questions")


def settings_from(args: argparse.Namespace, golden_name: str, defaults: Mapping[str, Any]) -> Settings:
    """Merge the golden set's defaults, the settings file and the flags given, in that order."""
    given = {name: value for name, value in vars(args).items() if name in Settings.model_fields}
    layers: list[tuple[str, Mapping[str, Any]]] = [(f"{golden_name}/golden.toml [defaults]", defaults)]
    if args.settings:
        layers.append((f"settings file {args.settings!r}", read_settings_file(Path(args.settings))))
    layers += [(_flag(name), {name: value}) for name, value in given.items()]
    return resolve(*layers)


def _flag(name: str) -> str:
    return "-k" if name == "k" else f"--{name.replace('_', '-')}"
