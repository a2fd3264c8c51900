"""Answer a run again from its log, from one step on, into a new run that names its parent.

  --from verify     judge the logged answers again: no model, no corpus
  --from prompt     a new prompt over the logged contexts
  --from generate   another model over the logged prompts
  --from retrieve   new retrieval under the logged questions; needs the golden set

The settings are the run's own; flags change those that act from that step on. The parent's log is only read.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.cli.answering import add_log_flags, check_log_flags, conclude
from harness.cli.flags import add_run_flags, api_key

if TYPE_CHECKING:
    from harness.log.reader import Log
    from harness.measure.models import Summary
    from harness.replay import From
    from harness.settings import Settings

HELP = "answer a run again from its log, from a given step on"

EXAMPLES = """examples:
  harness replay tonight --from verify
  harness replay tonight --from verify --citations checked
  harness replay tonight --from prompt --prompt documents
  harness replay tonight --from retrieve --retriever tfidf -k 3 --run-id tfidf

exit codes: 0 done · 1 every question is a fault · 2 the log lacks what is needed"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `harness replay`."""
    parser.add_argument("run", metavar="RUN", help="run folder, or its name under --logs")
    parser.add_argument(
        "--from",
        dest="first",
        required=True,
        choices=("verify", "prompt", "generate", "retrieve"),
        help="the first step that is done again",
    )
    parser.add_argument(
        "--golden", default="", metavar="GOLDEN", help="where the golden set is now, if retrieval or the judge needs it"
    )
    add_log_flags(parser, run_id="RUN-from-STEP")
    add_run_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Replay it; 0 when every logged question has a record, 1 when all of them are faults, 130 when interrupted."""
    import asyncio

    from harness.cli.session import fresh_name
    from harness.log.reader import find_run, open_log
    from harness.run import check_run_id
    from harness.text.printable import one_line

    limit = check_log_flags(args)
    logs = Path(args.logs)
    log = open_log(find_run(args.run, logs))
    run_id = args.run_id or fresh_name(f"{log.start.run_id}-from-{args.first}", logs)
    check_run_id(run_id)  # a log from elsewhere can name itself anything
    summary = asyncio.run(
        replay_run(
            log,
            args.first,
            _given(args),
            logs=logs,
            run_id=run_id,
            golden_path=args.golden or None,
            key=api_key(args),
            resume=args.resume,
            verbose=args.verbose,
            max_failures=None if args.json else limit,
        )
    )
    for problem in log.problems:
        told = one_line(f"{log.path} line {problem.line}: {problem.reason}")
        print(f"harness replay: {told}; what could not be read was not answered again", file=sys.stderr)
    return conclude(summary, args, limit)


async def replay_run(
    log: Log,
    first: From,
    given: dict[str, tuple[str, Any]],
    *,
    logs: Path,
    run_id: str,
    golden_path: str | None = None,
    key: str | None = None,
    only: frozenset[str] | None = None,
    resume: bool = False,
    verbose: bool = False,
    max_failures: int | None = None,
) -> Summary:
    """Replay a log into `logs/run_id`; `only` limits it to these questions. Raises `InputError` and its kin."""
    from harness.cli.session import answer_all, open_search
    from harness.replay import (
        check_replay,
        chunks_to_learn,
        logged_golden,
        logged_records,
        open_replay,
        read_parents_golden,
        replay_settings,
        replay_start,
    )
    from harness.run import run_start, utc_now
    from harness.wiring import open_stages, run_fingerprint, system_origin

    parent = log.start
    settings: Settings = replay_settings(parent, first, given)
    records = logged_records(log, first, limit=settings.limit)
    if first == "retrieve":
        golden = read_parents_golden(parent, golden_path)
        search = open_search(golden, settings)
        index, opened = (
            search.info(),
            open_stages(golden, search, settings, run_id, key=key, ask_system=bool(settings.system)),
        )
    else:
        check_replay(settings, first)
        golden = logged_golden(parent.golden)
        learnt = chunks_to_learn(log, settings, golden_path)
        index, opened = parent.index, open_replay(parent, settings, run_id, first, chunks=learnt, key=key)
    start = replay_start(run_start(golden, settings, index, run_id, utc_now()), parent, first, settings)
    if first == "retrieve":
        start = start.model_copy(update={"origin": system_origin(settings)})
    return await answer_all(
        (record for record in records if only is None or record.question.id in only),
        start,
        opened,
        fingerprint=run_fingerprint(golden, settings),
        total=len(only)
        if only is not None
        else min(parent.golden.questions, settings.limit or parent.golden.questions),
        logs=logs,
        first=first,
        resume=resume,
        verbose=verbose,
        max_failures=max_failures,
    )


def _given(args: argparse.Namespace) -> dict[str, tuple[str, Any]]:
    from harness.cli.flags import flag_name
    from harness.settings import Settings, read_settings_file

    given: dict[str, tuple[str, Any]] = {}
    if args.settings:
        where = f"settings file {args.settings!r}"
        given |= {name: (where, value) for name, value in read_settings_file(Path(args.settings)).items()}
    flags = {name: value for name, value in vars(args).items() if name in Settings.model_fields}
    return given | {name: (flag_name(name), value) for name, value in flags.items()}
