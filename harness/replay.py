"""Answer again from a log: the same records, taken up at a later step, become a new run that names its parent.

From `verify` nothing but the log is needed; from `prompt` and `generate` a model too; from `retrieve` the golden set's
documents. What stands before the step is kept as it was logged, so no setting that acts there can be changed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from harness import plugins
from harness.errors import InputError, LogError
from harness.golden.read import GoldenSet, read_golden
from harness.imports import learned_chunks
from harness.log.reader import Log
from harness.pipeline import Stages, not_logged
from harness.protocols import LearningJudge
from harness.settings import Settings, resolve
from harness.types import RETRIEVAL_STAGES, STEPS, Chunk, GoldenInfo, Record, RunStart, Step
from harness.wiring import LEARNT_FROM, check_settings, make_chunks, no_search, open_stages, run_fingerprint

From = Literal["verify", "prompt", "generate", "retrieve"]
FROM: tuple[From, ...] = get_args(From)

READ_BY: Mapping[Step, frozenset[str]] = {
    "retrieve": frozenset(
        "chunker analyzer chunk_header route retriever candidates k filter as_of evidence rerank near_duplicate weak_cut order budget attempts"
        " system system_map system_body system_header".split()
    ),
    "prompt": frozenset({"prompt"}),
    "generate": frozenset("generator script seed endpoint temperature num_ctx num_predict think answer_format".split()),
    "verify": frozenset("verifier citations verifier_validation judge judge_validation unvalidated".split()),
}
"""Per step, the settings that change what it does; those of `settings.HOW_NOT_WHAT` change nothing that is logged."""


def replay_settings(parent: RunStart, first: From, given: Mapping[str, tuple[str, Any]]) -> Settings:
    """Return the parent's settings with `given` ones, name → (where it was written, value), in their place.

    Raises `InputError` for one that acts before `first`, where everything is taken from the log.
    """
    if first == "retrieve" and parent.origin and parent.origin.kind == "import":
        raise InputError(
            f"run {parent.run_id!r} was imported: there is no system to ask again; answer its questions with harness run"
        )
    for name, (where, _) in given.items():
        step = step_of(name)
        if step and STEPS.index(step) < STEPS.index(first):
            raise InputError(
                f"{where}: --from {first} takes over what {step} did, as it was logged; use --from {step}, or leave it out"
            )
    return resolve(
        (f"run {parent.run_id!r}", parent.settings),
        *((where, {name: value}) for name, (where, value) in given.items()),
    )


def step_of(setting: str) -> Step | None:
    """Return the step that reads a setting; None for one that changes nothing that is logged."""
    return next((step for step, names in READ_BY.items() if setting in names), None)


def replay_start(now: RunStart, parent: RunStart, first: From, settings: Settings | None = None) -> RunStart:
    """Return the first line of the new log: `now` with what is the parent's.

    `settings` are those that answer where the contexts are another system's and the answers from now on ours.
    """
    taken: dict[str, Any] = {} if first == "retrieve" else {"index": parent.index, "origin": parent.origin}
    if parent.origin and settings and first in {"prompt", "generate"}:
        kept = {s: why for s, why in parent.origin.undecidable.items() if s in RETRIEVAL_STAGES[:-1]}
        taken["origin"] = parent.origin.model_copy(update={"undecidable": kept})
        taken["settings"] = settings.logged(answered_here=True)
    asked = parent.model if first == "verify" else now.model
    return now.model_copy(update={**taken, "model": asked, "parent": parent.run_id, "replayed_from": first})


def logged_records(log: Log, first: From, *, limit: int | None = None) -> Iterator[Record]:
    """Return the records to answer again, streamed.

    Raises `LogError` at once where the first record that got as far as `first` lacks what is needed; a later one that
    does becomes a fault of its own.
    """
    before = STEPS[: STEPS.index(first)]
    for record in log.records():
        if record.fault and record.fault.stage in before:
            continue
        lack = not_logged(record, first) if first != "retrieve" else None
        if lack:
            raise LogError(f"{log.path}: question {record.question.id!r}: {lack}")
        break
    return islice(log.records(), limit)


def read_parents_golden(parent: RunStart, golden: str | None) -> GoldenSet:
    """Return the golden set that the parent run answered, from where it was or from `golden`.

    Raises `InputError` where it is no longer the same.
    """
    read = read_golden(golden or parent.golden.path)
    if read.info.sha256 != parent.golden.sha256:
        raise InputError(
            f"{read.info.path!r} is not the golden set of run {parent.run_id!r}: it was edited since, or is another one; "
            "name that one with --golden, or answer this one with harness run"
        )
    return read


def logged_golden(info: GoldenInfo) -> GoldenSet:
    """Return the golden set as far as a log knows it: without documents, and nowhere on disk."""
    nothing: Mapping[str, Any] = MappingProxyType({})
    return GoldenSet(folder=Path(), info=info, documents=(), defaults=nothing, language="")


@asynccontextmanager
async def open_replay(
    parent: RunStart,
    settings: Settings,
    run_id: str,
    first: From,
    *,
    chunks: tuple[Chunk, ...] = (),
    key: str | None = None,
) -> AsyncIterator[Stages]:
    """Open what a replay from a step after retrieval needs; from `verify` no generator is opened, only named."""
    golden = logged_golden(parent.golden)
    async with open_stages(golden, no_search(chunks=chunks), _opened(settings, first), run_id, key=key) as stages:
        yield replace(stages, settings=settings, fingerprint=run_fingerprint(golden, settings))


def chunks_to_learn(log: Log, settings: Settings, golden: str | None) -> tuple[Chunk, ...]:
    """Return the chunks that the run's judge weighs words by; none where it weighs nothing.

    They come from the golden set, for an imported run from its own contexts, as when it was imported.
    """
    module, options = plugins.part("judge", settings.judge)
    if not isinstance(module.make(options), LearningJudge):
        return ()
    parent = log.start
    if parent.origin and parent.origin.kind == "import":
        return learned_chunks(log.records())
    chunker = LEARNT_FROM if parent.origin else settings.chunker
    return make_chunks(read_parents_golden(parent, golden).documents, chunker)


def check_replay(settings: Settings, first: From) -> None:
    """Raise `InputError` for the first part that the replay needs and cannot have."""
    check_settings(_opened(settings, first))


def _opened(settings: Settings, first: From) -> Settings:
    # The parent's server may be down, its key or its script gone: nobody will be asked. Nor is another system.
    unasked = {"system": None, **({"generator": "scripted", "script": None} if first == "verify" else {})}
    return settings.model_copy(update=unasked) if first != "retrieve" else settings
