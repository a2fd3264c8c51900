"""From names to live stages: the only module that knows who does what, and the only one that opens resources."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import plugins
from harness.cache import AnswerCache, cache_folder
from harness.context.budget import Budget, parse_budget
from harness.errors import SpellingError
from harness.fieldpath import read_mapping
from harness.golden.read import GoldenSet
from harness.http.service import Service
from harness.importers._names import COMMON
from harness.index.visibility import parse_filter
from harness.judge._validation import Part, validation_note
from harness.outside import Outside, undecidable
from harness.pipeline import Stages
from harness.prompt import PromptTemplate
from harness.protocols import (
    Analyzer,
    Asking,
    Generator,
    Judge,
    LearningJudge,
    Remote,
    RemoteIndex,
    System,
    Verifier,
)
from harness.reply import REPLY_FIELDS
from harness.search import (
    Search,
    build_search,
    make_analyzer,
    make_chunker,
    make_chunks,
    make_reranker,
    no_search,
    parse_routes,
)
from harness.settings import Settings
from harness.types import Origin

__all__ = [
    "Search",
    "build_search",
    "check_settings",
    "make_analyzer",
    "make_chunker",
    "make_chunks",
    "make_reranker",
    "make_system",
    "no_search",
    "open_stages",
    "run_fingerprint",
    "system_origin",
]


LEARNT_FROM = "whole"
"""How the documents are cut from which a judge learns where another system retrieves, and nobody knows its chunks."""
SAMPLED_CHUNKS = 20_000
"""As many chunks teach a judge which words are rare; every so many of a larger corpus."""


def check_settings(settings: Settings) -> None:
    """Raise `InputError` for the first part, template, script or filter that cannot be used, before anything slow."""
    parse_routes(settings.route, settings.chunker)
    analyzer = make_analyzer(settings.analyzer)
    plugins.part("retrieve", settings.retriever)
    make_reranker(settings.rerank, analyzer)
    _judges(settings)
    parse_filter(settings.filter)
    if settings.system:
        _system_part(settings)
    _validation("verifier", _answering(settings, analyzer, Service(settings)).verifier, settings)


@dataclass(frozen=True, slots=True)
class _Answering:
    budget: Budget | None
    template: PromptTemplate
    generator: Generator
    verifier: Verifier
    judges: Mapping[str, Judge]


def _answering(settings: Settings, analyzer: Analyzer, service: Service) -> _Answering:
    prompt_module, prompt_options = plugins.part("prompt", settings.prompt)
    template = prompt_module.make(prompt_options)
    generate_module, generate_options = plugins.part("generate", settings.generator)
    script = Path(settings.script) if settings.script else None
    verify_module, verify_options = plugins.part("verify", settings.verifier)
    return _Answering(
        budget=parse_budget(settings.budget) if settings.budget else None,
        template=template,
        generator=generate_module.make(generate_options, analyzer=analyzer, script=script, service=service),
        verifier=verify_module.make(
            verify_options, citation=template.citation, refusal=template.refusal, citations=settings.citations
        ),
        judges=_judges(settings),
    )


class _Judges(dict[str, Judge]):
    """Judges by name; one that no question names is never loaded."""

    def __missing__(self, name: str) -> Judge:
        module = plugins.load("judge", name)
        judge: Judge = module.make(module.Options())
        self[name] = judge
        return judge


def _judges(settings: Settings) -> dict[str, Judge]:
    """Return every judge by name, as questions name them, and the run's own by its spelling."""
    judges = _Judges()
    module, options = plugins.part("judge", settings.judge)
    judges[settings.judge] = judge = module.make(options)
    _validation("judge", judge, settings)
    return judges


def _validation(part: Part, asking: object, settings: Settings) -> str:
    """Return how far a model that judges or verifies was validated, "" for what asks none; raise for one that may not be used."""
    if not isinstance(asking, Asking):
        return ""
    if not asking.generator:
        raise SpellingError(
            f"--{part} model names no generator; write model:GENERATOR, e.g. --{part} model:ollama:qwen3:8b"
        )
    plugins.part("generate", asking.generator)
    spelling, report = getattr(settings, part), getattr(settings, f"{part}_validation")
    return validation_note(part, spelling, report, unvalidated=settings.unvalidated)


async def _open_judge(judge: Judge, search: Search, settings: Settings, key: str | None, stack: AsyncExitStack) -> None:
    """Give the run's judge what it needs: a corpus to weigh words by, or a model of its own to ask."""
    await attach("judge", judge, settings, key, stack)
    if isinstance(judge, LearningJudge):
        step = max(1, len(search.chunks) // SAMPLED_CHUNKS)
        judge.learn(chunk.text for chunk in search.chunks[::step])


async def attach(part: Part, asking: object, settings: Settings, key: str | None, stack: AsyncExitStack) -> None:
    """Give the model it names to a judge or verifier that asks one; raise `InputError` for one that may not be used."""
    note = _validation(part, asking, settings)
    if isinstance(asking, Asking):
        await attach_generator(asking, settings, key, stack, note=note)


async def attach_generator(
    asking: Asking, settings: Settings, key: str | None, stack: AsyncExitStack, *, note: str
) -> None:
    """Open the generator that a judge or verifier names and give it to that; `stack` closes it."""
    module, options = plugins.part("generate", asking.generator)
    service = await _open_service(settings.model_copy(update={"generator": asking.generator}), key, stack)
    analyzer = make_analyzer(settings.analyzer)
    script = Path(settings.script) if settings.script else None
    generator: Generator = module.make(options, analyzer=analyzer, script=script, service=service)
    if isinstance(generator, Remote):
        await generator.open()
    asking.attach(generator, note)


def make_system(settings: Settings) -> System:
    """Return the system that answers in place of our pipeline, not yet open; raise `InputError` where it cannot be asked."""
    module, options, given = _system_part(settings)
    mapping = {name: path for name, path in COMMON.items() if name in REPLY_FIELDS} | given
    system: System = module.make(options, settings=settings, mapping=mapping)
    return system


def _system_part(settings: Settings) -> tuple[Any, Any, dict[str, str]]:
    spelling = settings.system or ""
    plain = spelling.startswith(("http://", "https://"))
    module, options = plugins.part("system", f"http:{spelling}" if plain else spelling)
    return module, options, read_mapping(settings.system_map, REPLY_FIELDS, "--system-map")


def system_origin(settings: Settings) -> Origin | None:
    """Return what the log says of answers that `settings.system` gives; None for our own pipeline's."""
    if not settings.system:
        return None
    mapping = read_mapping(settings.system_map, REPLY_FIELDS, "--system-map")
    return Origin(
        kind="system",
        what=settings.system,
        mapping=mapping,
        undecidable=undecidable(candidates="candidates" in mapping),
    )


def run_fingerprint(golden: GoldenSet, settings: Settings) -> str:
    """Return a hash of all that can change an answer beside the question: settings, documents, labels."""
    return settings.fingerprint() + golden.info.sha256[:16]


@asynccontextmanager
async def open_stages(
    golden: GoldenSet,
    search: Search,
    settings: Settings,
    run_id: str,
    *,
    key: str | None = None,
    ask_system: bool = False,
) -> AsyncIterator[Stages]:
    """Open every part of a run and close it again, in order, whatever happens.

    `ask_system`: the answers are to come from `settings.system`; a replay opens a run of one without asking it. `key` is for a server that wants one; it is in no setting, so that no log can hold it.
    """
    async with AsyncExitStack() as stack:
        service = await _open_service(settings, key, stack)
        parts = _answering(settings, make_analyzer(settings.analyzer), service)
        model = await parts.generator.open() if isinstance(parts.generator, Remote) else None
        await _open_judge(parts.judges[settings.judge], search, settings, key, stack)
        await attach("verifier", parts.verifier, settings, key, stack)
        if isinstance(search.index, AbstractAsyncContextManager):
            await stack.enter_async_context(search.index)
        system = make_system(settings) if ask_system else None
        if system:
            await stack.enter_async_context(system)
        pool = stack.enter_context(ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="compute"))
        yield Stages(
            run_id=run_id,
            settings=settings,
            fingerprint=run_fingerprint(golden, settings),
            chunks=search.chunks,
            chunk_ids=tuple([chunk.chunk_id for chunk in search.chunks]),
            visibility=search.visibility,
            index=search.index,
            reranker=search.reranker,
            budget=parts.budget,
            template=parts.template,
            generator=parts.generator,
            verifier=parts.verifier,
            judges=parts.judges,
            tracer=search.tracer,
            executor=pool if parts.generator.remote or system or isinstance(search.index, RemoteIndex) else None,
            model=model,
            client=service.client,
            cache=service.cache,
            system=system,
            outside=Outside(search.documents, fuzzy=settings.evidence == "fuzzy") if system else None,
        )


async def _open_service(settings: Settings, key: str | None, stack: AsyncExitStack) -> Service:
    """Open the client and the cache of a generator that runs on a server; nothing for one that does not."""
    module, _ = plugins.part("generate", settings.generator)
    closed = Service(settings)
    if not hasattr(module, "client_for"):
        return closed
    client = await stack.enter_async_context(module.client_for(closed, key))
    keeps = settings.cache and settings.temperature == 0
    return Service(settings, client, stack.enter_context(AnswerCache(cache_folder())) if keeps else None)
