"""From names to live stages: the only module that knows who does what, and the only one that opens resources."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import plugins
from harness.context.budget import Budget, parse_budget
from harness.errors import InputError
from harness.golden.read import GoldenSet
from harness.index.chunks import chunk_documents, words_per_chunk
from harness.index.visibility import Visibility, parse_filter, visible_mask
from harness.pipeline import Stages
from harness.prompt import PromptTemplate
from harness.protocols import Analyzer, Chunker, Generator, Index, Judge, Reranker, Verifier
from harness.settings import Settings
from harness.trace import Tracer
from harness.types import Chunk, Document, IndexInfo


def make_chunker(spelling: str) -> Chunker:
    """Return the chunker of a spelling such as `window:160:32`."""
    module, options = plugins.part("chunk", spelling)
    chunker: Chunker = module.make(options)
    return chunker


def make_analyzer(spelling: str) -> Analyzer:
    """Return the analyzer of a spelling such as `plain`."""
    module, options = plugins.part("analyze", spelling)
    analyzer: Analyzer = module.make(options)
    return analyzer


def make_index(spelling: str, chunks: Sequence[Chunk], analyzer: Analyzer) -> Index:
    """Return the first-stage retriever of a spelling such as `bm25`, fitted on `chunks`."""
    module, options = plugins.part("retrieve", spelling)
    index: Index = module.make(options, texts=[c.text for c in chunks], analyzer=analyzer)
    return index


def make_reranker(spelling: str | None, analyzer: Analyzer) -> Reranker | None:
    """Return the reranker of a spelling such as `lexical`; None for none."""
    if spelling is None:
        return None
    module, options = plugins.part("rerank", spelling)
    reranker: Reranker = module.make(options, analyzer=analyzer)
    return reranker


def check_settings(settings: Settings) -> None:
    """Raise `InputError` for the first part, template, script or filter that cannot be used, before anything slow."""
    make_chunker(settings.chunker)
    analyzer = make_analyzer(settings.analyzer)
    plugins.part("retrieve", settings.retriever)
    make_reranker(settings.rerank, analyzer)
    plugins.part("judge", settings.judge)
    parse_filter(settings.filter)
    _answering(settings, analyzer)


@dataclass(frozen=True, slots=True)
class Search:
    """The retrieval half of a run."""

    documents: Sequence[Document]
    chunks: Sequence[Chunk]
    visibility: Visibility
    index: Index
    reranker: Reranker | None
    tracer: Tracer

    def info(self) -> IndexInfo:
        """Return the sizes that a log keeps."""
        return IndexInfo(
            documents=len(self.documents),
            chunks=len(self.chunks),
            visible_chunks=len(self.chunks) if self.visibility.mask is None else int(self.visibility.mask.sum()),
            words_per_chunk=round(words_per_chunk(self.chunks), 1),
        )


def build_search(documents: Sequence[Document], settings: Settings) -> Search:
    """Chunk, index and filter: everything that must exist before the first question."""
    chunks = chunk_documents(documents, make_chunker(settings.chunker))
    if not chunks:
        raise InputError(
            f"--chunker {settings.chunker!r} made no chunk of {len(documents)} documents: their texts are empty; check the corpus"
        )
    analyzer = make_analyzer(settings.analyzer)
    visibility = visible_mask(chunks, parse_filter(settings.filter), settings.as_of)
    return Search(
        documents=documents,
        chunks=chunks,
        visibility=visibility,
        index=make_index(settings.retriever, chunks, analyzer),
        reranker=make_reranker(settings.rerank, analyzer),
        tracer=Tracer(documents, chunks, visibility),
    )


@dataclass(frozen=True, slots=True)
class _Answering:
    budget: Budget | None
    template: PromptTemplate
    generator: Generator
    verifier: Verifier
    judges: Mapping[str, Judge]


def _answering(settings: Settings, analyzer: Analyzer) -> _Answering:
    prompt_module, prompt_options = plugins.part("prompt", settings.prompt)
    template = prompt_module.make(prompt_options)
    generate_module, generate_options = plugins.part("generate", settings.generator)
    script = Path(settings.script) if settings.script else None
    verify_module, verify_options = plugins.part("verify", settings.verifier)
    return _Answering(
        budget=parse_budget(settings.budget) if settings.budget else None,
        template=template,
        generator=generate_module.make(generate_options, analyzer=analyzer, script=script),
        verifier=verify_module.make(
            verify_options, citation=template.citation, refusal=template.refusal, citations=settings.citations
        ),
        judges={name: module.make(module.Options()) for name, module in _judges()},
    )


def _judges() -> Iterator[tuple[str, Any]]:
    for name in plugins.names("judge"):
        yield name, plugins.load("judge", name)


def run_fingerprint(golden: GoldenSet, settings: Settings) -> str:
    """Return a hash of all that can change an answer beside the question: settings, documents, labels."""
    return settings.fingerprint() + golden.info.sha256[:16]


@asynccontextmanager
async def open_stages(golden: GoldenSet, search: Search, settings: Settings, run_id: str) -> AsyncIterator[Stages]:
    """Open every part of a run and close it again, in order, whatever happens."""
    parts = _answering(settings, make_analyzer(settings.analyzer))
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="compute") as pool:
        yield Stages(
            run_id=run_id,
            settings=settings,
            fingerprint=run_fingerprint(golden, settings),
            chunks=search.chunks,
            visibility=search.visibility,
            index=search.index,
            reranker=search.reranker,
            budget=parts.budget,
            template=parts.template,
            generator=parts.generator,
            verifier=parts.verifier,
            judges=parts.judges,
            tracer=search.tracer,
            executor=pool if parts.generator.remote else None,
        )
