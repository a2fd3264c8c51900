"""Flags that set `Settings`, shared by the verbs that run something; only those given are passed on."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from harness import plugins
from harness.errors import InputError
from harness.settings import ANSWERING, SEARCH, Settings, read_settings_file, resolve

UNSET: Any = argparse.SUPPRESS


def _names(kind: plugins.Kind) -> str:
    return ", ".join(plugins.names(kind))


def add_search_flags(parser: argparse.ArgumentParser, *, axes: bool = True) -> None:
    """Add the flags of the retrieval half; without `axes`, only those that mean the same in a sweep."""
    group = parser.add_argument_group("search")
    if axes:
        group.add_argument(
            "--analyzer",
            default=UNSET,
            metavar="SPELLING",
            help=f"how text becomes terms: {_names('analyze')}; e.g. snowball:turkish",
        )
        group.add_argument(
            "--chunk-header",
            default=UNSET,
            metavar="MODE",
            help="what is indexed before a chunk: none (default), title, or path (title and headings)",
        )
    group.add_argument(
        "--route",
        default=UNSET,
        action="append",
        metavar="TYPE=CHUNKER",
        help="with --chunker whole+packed:150: ask only this granularity for questions of this type; repeat for more",
    )
    group.add_argument(
        "--no-index-cache",
        dest="index_cache",
        default=UNSET,
        action="store_false",
        help="build every index anew, and keep none for the next run",
    )
    group.add_argument("--candidates", default=UNSET, metavar="N", help="first-stage depth (default 50)")
    group.add_argument("--as-of", default=UNSET, metavar="DATE", help="keep documents valid on this day: YYYY-MM-DD")
    group.add_argument(
        "--evidence",
        default=UNSET,
        metavar="MODE",
        help="exact (default), or fuzzy: reworded evidence counts where numbers, negations and names are the same",
    )
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

    system = parser.add_argument_group("your own system, in place of our pipeline")
    system.add_argument(
        "--system",
        default=UNSET,
        metavar="SPELLING",
        help=f"who answers with contexts: {_names('system')}; http://HOST/PATH or python:MODULE:FUNCTION (default none)",
    )
    system.add_argument(
        "--system-map",
        default=UNSET,
        nargs="+",
        action="extend",
        metavar="FIELD=PATH",
        help="where its reply has them: answer=output.text contexts=hits[].text",
    )
    system.add_argument(
        "--system-body", default=UNSET, metavar="JSON", help='what is posted (default {"question": "{question}"})'
    )
    system.add_argument(
        "--system-header",
        default=UNSET,
        action="append",
        metavar="NAME=VALUE",
        help="with $VARIABLES of the environment, which no log holds; repeat for more",
    )

    context = parser.add_argument_group("context")
    context.add_argument("-k", default=UNSET, metavar="K", help="chunks that may reach the prompt (default 5)")
    context.add_argument(
        "--filter",
        default=UNSET,
        action="append",
        metavar="FIELD=VALUE",
        help="search only these chunks: status=current, country=DE,FR, status!=draft; repeat to require all",
    )
    add_answer_flags(parser)


def add_answer_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of everything between the ranking and the judgement, and of the pace."""
    parts = parser.add_argument_group("parts of the answer")
    parts.add_argument("--prompt", default=UNSET, metavar="SPELLING", help=f"{_names('prompt')}; file:PATH is your own")
    parts.add_argument(
        "--generator", default=UNSET, metavar="SPELLING", help=f"{_names('generate')} (default scripted)"
    )
    parts.add_argument("--verifier", default=UNSET, metavar="SPELLING", help=f"{_names('verify')} (default typed)")
    parts.add_argument("--judge", default=UNSET, metavar="SPELLING", help=f"{_names('judge')} (default contains)")
    parts.add_argument(
        "--judge-validation", default=UNSET, metavar="FILE", help="what harness judge validate --save wrote of a model"
    )
    parts.add_argument("--verifier-validation", default=UNSET, metavar="FILE", help="the same of a model that verifies")
    parts.add_argument(
        "--unvalidated",
        default=UNSET,
        action="store_true",
        help="let a model judge or verify that nobody compared with people",
    )
    context = parser.add_argument_group("context, after the ranking")
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
        "--script",
        default=UNSET,
        metavar="FILE",
        help="JSONL of {id, answer} that fixes answers by id; raise: MESSAGE fails, delay_seconds: N waits first",
    )
    answer.add_argument(
        "--attempts",
        default=UNSET,
        metavar="N",
        help="answers tried at most (default 1): a refused one again with the reason, an abstention with twice the k",
    )
    answer.add_argument(
        "--citations", default=UNSET, metavar="MODE", help="required (default), checked, or ignored by the verifier"
    )

    add_server_flags(parser)
    pace = parser.add_argument_group("pace")
    pace.add_argument("--concurrency", default=UNSET, metavar="N", help="questions in flight (default 8)")
    pace.add_argument("--timeout-seconds", default=UNSET, metavar="S", help="limit of each stage (default 300)")
    pace.add_argument("--limit", default=UNSET, metavar="N", help="only the first N questions")
    pace.add_argument(
        "--compress", default=UNSET, action="store_true", help="write records.jsonl.zst: a zstd frame a question"
    )


def add_server_flags(parser: argparse.ArgumentParser) -> None:
    """Add what generators on a server take; the key is no setting, so that no log can hold it."""
    model = parser.add_argument_group("models on a server (ollama:MODEL, openai:MODEL)")
    model.add_argument(
        "--base-url",
        default=UNSET,
        action="append",
        metavar="URL",
        help="the server's address; repeat to share the load",
    )
    model.add_argument("--api-key", metavar="KEY", help="better in OPENAI_API_KEY or OLLAMA_API_KEY")
    model.add_argument("--temperature", default=UNSET, metavar="T", help="default 0")
    model.add_argument("--seed", default=UNSET, metavar="N", help="default 0")
    model.add_argument(
        "--num-ctx", default=UNSET, metavar="N", help="the window in tokens (default: what prompts need)"
    )
    model.add_argument("--num-predict", default=UNSET, metavar="N", help="most tokens of an answer (default 512)")
    model.add_argument(
        "--answer-format", default=UNSET, metavar="F", help="prose (default), or json: sentences with span ids"
    )
    model.add_argument("--endpoint", default=UNSET, metavar="E", help="ollama: chat (default) or generate")
    model.add_argument("--stream", default=UNSET, action=argparse.BooleanOptionalAction, help="ollama: default yes")
    model.add_argument(
        "--think", default=UNSET, action=argparse.BooleanOptionalAction, help="ollama: default as the model has it"
    )
    model.add_argument("--keep-alive", default=UNSET, metavar="T", help="ollama: how long the model stays loaded (5m)")
    model.add_argument(
        "--no-cache", dest="cache", default=UNSET, action="store_false", help="ask again for what was answered before"
    )
    wait = parser.add_argument_group("patience with servers")
    wait.add_argument("--connect-seconds", default=UNSET, metavar="S", help="limit of a connection (default 5)")
    wait.add_argument("--read-seconds", default=UNSET, metavar="S", help="limit between two pieces of an answer (120)")
    wait.add_argument("--load-seconds", default=UNSET, metavar="S", help="limit while a model is being loaded (900)")
    wait.add_argument("--tries", default=UNSET, metavar="N", help="attempts at a question that may pass (default 6)")
    wait.add_argument("--backoff-seconds", default=UNSET, metavar="S", help="first pause, doubled each time (0.5)")
    wait.add_argument(
        "--down-seconds", default=UNSET, metavar="S", help="when all servers are down, give up after (15)"
    )
    wait.add_argument(
        "--wait-for-server", default=UNSET, action="store_true", help="never give up on servers that are down"
    )


def api_key(args: argparse.Namespace) -> str | None:
    """Return the key that was given, if any; each API looks for its own in the environment."""
    key: str | None = args.api_key
    return key


def settings_from(args: argparse.Namespace, golden_name: str, defaults: Mapping[str, Any]) -> Settings:
    """Merge the golden set's defaults, the settings file and the flags given, in that order."""
    given = {name: value for name, value in vars(args).items() if name in Settings.model_fields}
    layers: list[tuple[str, Mapping[str, Any]]] = [(f"{golden_name}/golden.toml [defaults]", defaults)]
    if args.settings:
        layers.append((f"settings file {args.settings!r}", read_settings_file(Path(args.settings))))
    layers += [(flag_name(name), {name: value}) for name, value in given.items()]
    settings = resolve(*layers)
    if settings.system is None:
        return settings
    _check_unread([layer for layer in layers[1:] if layer[1]], settings)
    # Nobody asked another system to cite as our prompt does.
    return resolve(("--system", {"citations": "checked"}), *layers)


def _check_unread(written: list[tuple[str, Mapping[str, Any]]], settings: Settings) -> None:
    unread = SEARCH if settings.judge.startswith("model:") else SEARCH | ANSWERING
    for where, values in written:
        for name in values:
            if name.replace("-", "_") in unread:
                raise InputError(
                    f"{where}: with --system, {settings.system!r} retrieves and answers itself; leave it out"
                )


def flag_name(name: str) -> str:
    """Return a setting as it is written on the command line."""
    return "-k" if name == "k" else f"--{name.replace('_', '-')}"
