"""The retrieval half, from names to live parts: chunks, an index that may come from disk, the filter, the tracer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harness import plugins
from harness.errors import InputError, InternalError, SpellingError, nearest
from harness.golden.evidence import Locator
from harness.golden.raw import RawTexts
from harness.index.chunks import chunk_documents, words_per_chunk
from harness.index.cuts import remembered_cuts, remembered_words
from harness.index.store import WORTH_KEEPING, IndexCache, index_key
from harness.index.texts import Header, Texts, Watch
from harness.index.visibility import Visibility, parse_filter, visible_mask
from harness.protocols import Analyzer, Chunker, Index, Mask, Reranker, Retriever
from harness.retrieve._granular import Granular, Granularity
from harness.settings import Settings
from harness.trace import Tracer
from harness.types import Chunk, Document, IndexInfo, Question


def make_chunker(spelling: str) -> Chunker:
    """Return the chunker of a spelling such as `window:160:32`."""
    module, options = plugins.part("chunk", spelling)
    chunker: Chunker = module.make(options)
    return chunker


def chunkers(spelling: str) -> tuple[str, ...]:
    """Return the chunkers of `whole+packed:150`: one, or one for each granularity; raise `SpellingError` for a bad one."""
    spelled = tuple(spelling.split("+"))
    for part in spelled:
        plugins.part("chunk", part)
    if len(set(spelled)) < len(spelled):
        raise SpellingError(f"--chunker {spelling!r} names a chunker twice; name two different ones")
    return spelled


def make_chunks(
    documents: Sequence[Document], spelling: str, *, corpus: str | None = None, cache: IndexCache | None = None
) -> tuple[Chunk, ...]:
    """Return the chunks of all documents; raise `InputError` where a chunker makes not one.

    With several granularities (`whole+packed:150`) the chunks of the first come first, and each id starts with the
    spelling that made it: `packed:150/doc#3`. `corpus` is a hash of the documents: with a `cache`, what an earlier run
    cut is not cut again.
    """
    spelled = chunkers(spelling)
    made: list[Chunk] = []
    for part in spelled:
        chunker = make_chunker(part)
        cuts = remembered_cuts(documents, chunker, part, corpus=corpus, cache=cache)
        chunks = chunk_documents(documents, chunker, prefix="" if len(spelled) == 1 else f"{part}/", cuts=cuts)
        if not chunks:
            raise InputError(
                f"--chunker {part!r} made no chunk of {len(documents)} documents: their texts are empty; check the corpus"
            )
        made += chunks
    return tuple(made)


def parse_routes(routes: Sequence[str], chunker: str) -> dict[str, str]:
    """Read `TYPE=CHUNKER` routes; raise `InputError` for one that names no granularity of `chunker`."""
    spelled = chunkers(chunker)
    read = {}
    for route in routes:
        kind, sign, name = route.partition("=")
        if not sign or not kind:
            raise InputError(f"--route {route!r}: write TYPE=CHUNKER, e.g. paraphrase=whole")
        if name not in spelled or len(spelled) == 1:
            raise SpellingError(
                f"--route {route!r}: {name!r} is no granularity of --chunker {chunker!r}; "
                + (nearest(name, spelled) if len(spelled) > 1 else "name two there, e.g. whole+packed:150")
            )
        read[kind] = name
    return read


def make_analyzer(spelling: str) -> Analyzer:
    """Return the analyzer of a spelling such as `plain`."""
    module, options = plugins.part("analyze", spelling)
    analyzer: Analyzer = module.make(options)
    return analyzer


def make_reranker(spelling: str | None, analyzer: Analyzer) -> Reranker | None:
    """Return the reranker of a spelling such as `lexical`; None for none."""
    if spelling is None:
        return None
    module, options = plugins.part("rerank", spelling)
    reranker: Reranker = module.make(options, analyzer=analyzer)
    return reranker


@dataclass(frozen=True)
class Bench:
    """One set of chunks, and what retrievers over them are made from; retrievers on it count the chunks' terms once.

    `corpus` identifies the documents; without it, or without a `cache`, every index is built here and now.
    """

    chunks: Sequence[Chunk]
    chunker: str
    analyzer: str
    carriers: Callable[[Question], Sequence[Sequence[int]]] = lambda _: ()
    header: Header = "none"
    routes: Mapping[str, str] | None = None
    corpus: str | None = None
    cache: IndexCache | None = None
    watch: Watch | None = None

    @cached_property
    def _texts(self) -> Texts:
        return Texts(self.chunks, self.header, self.watch)

    @cached_property
    def _analyzer(self) -> Analyzer:
        return make_analyzer(self.analyzer)

    @cached_property
    def _built(self) -> dict[str, Retriever]:
        return {}

    @cached_property
    def _granularities(self) -> Sequence[tuple[str, Bench, int]]:
        first, parts = 0, []
        for name in chunkers(self.chunker):
            own = [chunk for chunk in self.chunks[first:] if chunk.chunk_id.startswith(f"{name}/")]
            part = Bench(
                own, name, self.analyzer, header=self.header, corpus=self.corpus, cache=self.cache, watch=self.watch
            )
            parts.append((name, part, first))
            first += len(own)
        return parts

    def retriever(self, spelling: str) -> Retriever:
        """Return the first-stage retriever of a spelling such as `bm25`, built once; from disk where it is there."""
        if spelling not in self._built:
            self._built[spelling] = self._retriever(spelling)
        return self._built[spelling]

    def _retriever(self, spelling: str) -> Retriever:
        module, options = plugins.part("retrieve", spelling)
        if "+" in self.chunker and hasattr(module, "restore"):
            return self._granular(spelling)
        if not hasattr(module, "restore"):
            return self._made(module, options)
        key = self._key(spelling)
        stored = self.cache.open(key) if self.cache and key else None
        if stored is not None:
            restored: Retriever = module.restore(options, stored, analyzer=self._analyzer)
            return restored
        made = self._made(module, options)
        if self.cache and key:
            index: Any = made
            self.cache.save(key, index.stored())
        return made

    def _made(self, module: Any, options: Any) -> Retriever:
        """Call the part's `make` with what it asks for by name."""
        offered: dict[str, Any] = {
            "texts": self._texts,
            "analyzer": self._analyzer,
            "chunks": self.chunks,
            "carriers": self.carriers,
            "build": self.retriever,
        }
        wanted = [name for name in inspect.signature(module.make).parameters if name in offered]
        made: Retriever = module.make(options, **{name: offered[name] for name in wanted})
        return made

    def _granular(self, spelling: str) -> Retriever:
        parts = []
        for name, bench, first in self._granularities:
            index = bench.retriever(spelling)
            assert isinstance(index, Index)  # noqa: S101 -- what can be restored is searched on this machine
            parts.append(Granularity(name, index, first, first + len(bench.chunks)))
        return Granular(parts, self.chunks, self.routes or {})

    def _key(self, spelling: str) -> str | None:
        if self.corpus is None or len(self.chunks) < WORTH_KEEPING:
            return None
        return index_key(self.corpus, self.chunker, self.analyzer, self.header, spelling)


@dataclass(frozen=True, slots=True)
class Search:
    """The retrieval half of a run; `words` of all chunks, where an earlier run has counted them."""

    documents: Sequence[Document]
    chunks: Sequence[Chunk]
    visibility: Visibility
    index: Retriever
    reranker: Reranker | None
    tracer: Tracer
    words: int | None = None

    def info(self) -> IndexInfo:
        """Return the sizes that a log keeps."""
        return IndexInfo(
            documents=len(self.documents),
            chunks=len(self.chunks),
            visible_chunks=len(self.chunks) if self.visibility.mask is None else int(self.visibility.mask.sum()),
            words_per_chunk=round(
                words_per_chunk(self.chunks) if self.words is None else self.words / len(self.chunks), 1
            ),
        )


class _NoIndex:
    def top(self, query: str, depth: int, visible: Mask | None) -> list[tuple[int, float]]:
        raise InternalError(
            f"nothing of ours was to search for {query!r}, to depth {depth}, mask {visible is not None}"
        )


def no_search(documents: Sequence[Document] = (), chunks: Sequence[Chunk] = ()) -> Search:
    """Return the retrieval half of a run that does not retrieve; a judge may still learn from `chunks`."""
    nothing = Visibility(mask=None, count=0)
    return Search(
        documents=documents,
        chunks=chunks,
        visibility=nothing,
        index=_NoIndex(),
        reranker=None,
        tracer=Tracer((), (), nothing),
    )


def build_search(
    documents: Sequence[Document],
    settings: Settings,
    *,
    corpus: str | None = None,
    raw: RawTexts | None = None,
    cache: IndexCache | None = None,
    watch: Watch | None = None,
) -> Search:
    """Chunk, index and filter: everything that must exist before the first question.

    `corpus` is a hash of the documents, `raw` what their files hold besides, `cache` where indexes are kept between runs;
    `watch` sees how many chunks are indexed.
    """
    chunks = make_chunks(documents, settings.chunker, corpus=corpus, cache=cache)
    visibility = visible_mask(chunks, parse_filter(settings.filter), settings.as_of)
    locator = Locator(documents, fuzzy=settings.evidence == "fuzzy")
    tracer = Tracer(documents, chunks, visibility, raw, locator)
    bench = Bench(
        chunks,
        settings.chunker,
        settings.analyzer,
        carriers=tracer.carriers,
        header=settings.chunk_header,
        routes=parse_routes(settings.route, settings.chunker),
        corpus=corpus,
        cache=cache,
        watch=watch,
    )
    return Search(
        documents=documents,
        chunks=chunks,
        visibility=visibility,
        index=bench.retriever(settings.retriever),
        reranker=make_reranker(settings.rerank, make_analyzer(settings.analyzer)),
        tracer=tracer,
        words=remembered_words(chunks, settings.chunker, corpus=corpus, cache=cache),
    )
