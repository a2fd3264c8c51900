"""`harness sweep --vary k`: the same ranking with more and more of it in the prompt, answered and judged at each k."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError, RunStoppedError

if TYPE_CHECKING:
    from harness.golden.read import GoldenSet
    from harness.measure.distraction import Answers, Distraction
    from harness.settings import Settings
    from harness.sweep import Axes


def run_vary(args: argparse.Namespace, golden: GoldenSet, settings: Settings, axes: Axes) -> int:
    """Run once at each k, a log each, and print accuracy, ceiling and tokens; 130 when interrupted, with what is done.

    Where a run stops (no server answers any more) what is done is printed too, before its `RunStoppedError` is raised.
    """
    from harness.measure.distraction import compare_depths

    done = _Done()
    try:
        _answer(args, golden, _one_setting(settings, axes), axes.ks, done)
    except RunStoppedError:
        if done.runs:
            _print(args, compare_depths(done.runs, golden=golden.info.name, generator=settings.generator))
        raise
    _print(args, compare_depths(done.runs, golden=golden.info.name, generator=settings.generator))
    if done.interrupted:
        return 130
    return int(done.only_faults)


@dataclass
class _Done:
    runs: list[Answers] = field(default_factory=list)
    only_faults: bool = True
    interrupted: bool = False


def _print(args: argparse.Namespace, found: Distraction) -> None:
    if args.svg:
        from harness.nightly import replace_file
        from harness.report.distraction import svg

        replace_file(Path(args.svg), svg(found))
    if args.json:
        from harness.cli.document import print_json

        print_json(found.model_dump_json(indent=2))
    else:
        from harness.cli.console import stdout_console
        from harness.report.distraction import write

        write(found, stdout_console())


def _one_setting(settings: Settings, axes: Axes) -> Settings:
    """Return the settings with the one value of each axis; raise `InputError` where an axis has several."""
    chosen: dict[str, Sequence[object]] = {
        "--chunker": axes.chunkers,
        "--analyzer": axes.analyzers,
        "--chunk-header": axes.headers,
        "--retriever": axes.retrievers,
        "--filter": axes.filters,
        "--rerank": axes.rerankers,
    }
    for flag, values in chosen.items():
        if len(values) > 1:
            raise InputError(f"--vary k holds retrieval fixed, and {flag} has {len(values)} values; name one")
    from harness.cutting import clauses_of

    return settings.model_copy(
        update={
            "chunker": axes.chunkers[0],
            "analyzer": axes.analyzers[0],
            "chunk_header": axes.headers[0],
            "retriever": axes.retrievers[0],
            "filter": tuple(clauses_of(axes.filters[0])),
            "rerank": None if axes.rerankers[0] == "none" else axes.rerankers[0],
        }
    )


def _answer(args: argparse.Namespace, golden: GoldenSet, settings: Settings, ks: Sequence[int], done: _Done) -> None:
    import asyncio

    from harness.cli.console import stderr_console
    from harness.cli.flags import api_key
    from harness.cli.session import fresh_name, open_search, run_golden
    from harness.log.files import records_file
    from harness.log.reader import open_log
    from harness.measure.distraction import answers_of
    from harness.run import check_run_id, new_run_id, utc_now

    logs = Path(args.logs)
    if args.run_id is not None:
        check_run_id(args.run_id)
    elif args.resume:
        raise InputError("--resume needs --run-id: name the runs to go on with")
    base = args.run_id or new_run_id(golden, utc_now())
    search = open_search(golden, settings)
    for number, k in enumerate(ks, start=1):
        at_k = settings.model_copy(update={"k": k})
        resume = args.resume and records_file(logs / f"{base}-k{k}").is_file()
        run_id = f"{base}-k{k}" if args.run_id else fresh_name(f"{base}-k{k}", logs)
        stderr_console().print(f"k = {k} ({number} of {len(ks)}): {logs / run_id}", soft_wrap=True, markup=False)
        summary = asyncio.run(
            run_golden(
                golden,
                at_k,
                search,
                logs=logs,
                run_id=run_id,
                resume=resume,
                max_failures=0,
                key=api_key(args),
                go_on=f"go on with --run-id {base} --resume",
            )
        )
        if summary.status == "interrupted":
            done.interrupted = True
            return
        done.runs.append(answers_of(open_log(logs / run_id), k))
        done.only_faults &= summary.attribution["harness_fault"] == summary.questions
