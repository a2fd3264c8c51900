"""Retrieval only, over many configurations on the same questions: what each setting finds, and which gaps are real.

Questions are the answerable ones with labels; a configuration gets one when every evidence group is carried by its first
k chunks. Configurations share what they can: chunks and the places of evidence per chunker, term counts per
analyzer and header, an index per retriever, candidates per filter; only the rerankers start from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from harness import plugins
from harness.golden.read import GoldenSet
from harness.index.chunks import words_per_chunk
from harness.index.store import IndexCache
from harness.index.texts import Header, Watch
from harness.index.visibility import is_stale, parse_filter, visible_mask
from harness.measure.intervals import rate
from harness.measure.paired import mcnemar
from harness.measure.ranking import all_groups, reciprocal_rank
from harness.pipeline import rerank
from harness.protocols import Hits, Mask, Reranker, Retriever
from harness.retrieve._batch import rankings
from harness.search import Bench, make_analyzer, make_chunks, make_reranker, parse_routes
from harness.settings import Settings
from harness.trace import Tracer
from harness.types import Frozen, Question, Rate

NO_LABELS = "no answerable question has evidence or gold documents"


class SweepName(Frozen):
    """The axes of one configuration as a row shows them; what is not varied is left out."""

    chunker: str
    analyzer: str
    chunk_header: Header
    retriever: str
    filter: str
    rerank: str

    def __str__(self) -> str:
        header = "none" if self.chunk_header == "none" else f"header {self.chunk_header}"
        parts = (self.chunker, self.analyzer or "none", header, self.retriever, self.filter, self.rerank)
        return " / ".join(part for part in parts if part != "none")


class SweepRow(Frozen):
    """One configuration: its index and what it finds."""

    name: str
    chunker: str
    analyzer: str
    chunk_header: Header
    retriever: str
    filter: str
    rerank: str
    chunks: int
    words_per_chunk: float
    cut_evidence: int
    evidence_groups: int
    recall: dict[str, Rate]
    recall_by_type: dict[str, dict[str, Rate]]
    mrr: float | None
    candidates_recall: Rate
    zero_hit_questions: int
    stale_in_top: dict[str, Rate]


class Pair(Frozen):
    """Two configurations at one k: the questions each alone gets, and the exact McNemar p, not adjusted for many tests."""

    a: str
    b: str
    k: int
    only_a: int
    only_b: int
    p: float


class Sweep(Frozen):
    """What `harness sweep --json` prints."""

    golden: str
    questions: int
    left_out: int
    rows: tuple[SweepRow, ...]
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Axes:
    """What is varied: every combination is one configuration."""

    chunkers: Sequence[str]
    analyzers: Sequence[str]
    headers: Sequence[Header]
    retrievers: Sequence[str]
    filters: Sequence[str]
    rerankers: Sequence[str]
    ks: Sequence[int]

    def __len__(self) -> int:
        axes = (self.chunkers, self.analyzers, self.headers, self.retrievers, self.filters, self.rerankers)
        return math.prod(map(len, axes))


class _Found:
    """Ranks of one configuration, one entry a question."""

    def __init__(self) -> None:
        self.final: list[int | None] = []
        self.candidate: list[int | None] = []
        self.first_stale: list[int | None] = []
        self.zero_hit = 0


def sweep(
    golden: GoldenSet,
    axes: Axes,
    settings: Settings,
    *,
    cache: IndexCache | None = None,
    watch: Callable[[SweepRow], None] | None = None,
    indexed: Watch | None = None,
) -> Sweep:
    """Measure every configuration of `axes` at depth `settings.candidates`, in order, and pair them all.

    `watch` sees each row as it is done, `indexed` how many chunks are. KeyboardInterrupt ends the sweep with the rows that are done.
    """
    questions = [q for q in golden.questions() if q.answerable and (q.evidence or q.gold_doc_ids)]
    rows: list[SweepRow] = []
    found: list[_Found] = []
    try:
        for row, ranks in _configurations(golden, questions, axes, settings, (cache, indexed)):
            rows.append(row)
            found.append(ranks)
            if watch:
                watch(row)
    except KeyboardInterrupt:
        if not rows:
            raise
    return Sweep(
        golden=golden.info.name,
        questions=len(questions),
        left_out=golden.info.answerable - len(questions),
        rows=tuple(rows),
        pairs=tuple(_pairs(rows, found, axes.ks)),
    )


def _configurations(
    golden: GoldenSet,
    questions: Sequence[Question],
    axes: Axes,
    settings: Settings,
    indexing: tuple[IndexCache | None, Watch | None],
) -> Iterator[tuple[SweepRow, _Found]]:
    _check_spellings(axes, settings)
    for chunker in axes.chunkers:
        cutting = _Cutting(golden, chunker, questions, settings, indexing)
        for analyzer, header in product(axes.analyzers, axes.headers):
            bench = cutting.bench(analyzer, header)
            rerankers = {name: make_reranker(_named(name), make_analyzer(analyzer)) for name in axes.rerankers}
            for retriever in axes.retrievers:
                index = bench.retriever(retriever)
                for condition in axes.filters:
                    candidates = cutting.candidates(index, condition)
                    for reranker in axes.rerankers:
                        ranks = cutting.ranks(candidates, rerankers[reranker])
                        name = SweepName(
                            chunker=chunker,
                            analyzer=analyzer if len(axes.analyzers) > 1 else "",
                            chunk_header=header,
                            retriever=retriever,
                            filter=condition,
                            rerank=reranker,
                        )
                        yield cutting.row(name, analyzer, ranks, axes.ks), ranks


def _check_spellings(axes: Axes, settings: Settings) -> None:
    # A misspelling at the end of an axis must not cost the rows before it.
    for chunker in axes.chunkers:
        parse_routes(settings.route, chunker)
    for analyzer in axes.analyzers:
        make_analyzer(analyzer)
    for retriever in axes.retrievers:
        plugins.part("retrieve", retriever)
    for reranker in filter(None, map(_named, axes.rerankers)):
        plugins.part("rerank", reranker)
    for condition in axes.filters:
        parse_filter(_clauses(condition))


def _named(reranker: str) -> str | None:
    return None if reranker == "none" else reranker


class _Cutting:
    """One chunking of the corpus, with what every configuration on it shares."""

    def __init__(
        self,
        golden: GoldenSet,
        chunker: str,
        questions: Sequence[Question],
        settings: Settings,
        indexing: tuple[IndexCache | None, Watch | None],
    ) -> None:
        self._chunker = chunker
        self._questions = questions
        self._settings = settings
        self._cache, self._indexed = indexing
        self._corpus = golden.corpus_sha256
        self._chunks = make_chunks(golden.documents, chunker, corpus=self._corpus, cache=self._cache)
        self._words_per_chunk = round(words_per_chunk(self._chunks), 1)
        self._tracer = Tracer(golden.documents, self._chunks, visible_mask(self._chunks, (), None))
        self._carriers = [self._tracer.carriers(question) for question in questions]
        self._cut = sum(self._tracer.cut(question) for question in questions)
        self._stale = [is_stale(chunk.metadata, settings.as_of) for chunk in self._chunks]
        self._masks: dict[str, Mask | None] = {}

    def bench(self, analyzer: str, header: Header) -> Bench:
        return Bench(
            self._chunks,
            self._chunker,
            analyzer,
            carriers=self._tracer.carriers,
            header=header,
            routes=parse_routes(self._settings.route, self._chunker),
            corpus=self._corpus,
            cache=self._cache,
            watch=self._indexed,
        )

    def candidates(self, index: Retriever, condition: str) -> list[Hits]:
        if condition not in self._masks:
            clauses = parse_filter(_clauses(condition))
            self._masks[condition] = visible_mask(self._chunks, clauses, self._settings.as_of).mask
        depth, concurrency = self._settings.candidates, self._settings.concurrency
        return list(rankings(index, self._questions, depth, self._masks[condition], concurrency=concurrency))

    def ranks(self, candidates: Sequence[Hits], reranker: Reranker | None) -> _Found:
        found = _Found()
        for question, groups, hits in zip(self._questions, self._carriers, candidates, strict=True):
            final = rerank(reranker, question.question, hits, self._chunks) if reranker else hits
            found.candidate.append(_rank(groups, hits))
            found.zero_hit += not hits
            found.final.append(_rank(groups, final))
            found.first_stale.append(next((rank for rank, (p, _) in enumerate(final, 1) if self._stale[p]), None))
        return found

    def row(self, name: SweepName, analyzer: str, ranks: _Found, ks: Sequence[int]) -> SweepRow:
        types = [question.type for question in self._questions]
        by_type = {
            kind: [rank for rank, of in zip(ranks.final, types, strict=True) if of == kind]
            for kind in sorted(set(types))
        }
        return SweepRow(
            **name.model_dump(exclude={"analyzer"}),
            analyzer=analyzer,
            name=str(name),
            chunks=len(self._chunks),
            words_per_chunk=self._words_per_chunk,
            cut_evidence=self._cut,
            evidence_groups=sum(len(question.evidence) for question in self._questions),
            recall={str(k): _at(ranks.final, k) for k in ks},
            recall_by_type={kind: {str(k): _at(of, k) for k in ks} for kind, of in by_type.items()},
            mrr=sum(map(reciprocal_rank, ranks.final)) / len(types) if types else None,
            candidates_recall=_at(ranks.candidate, self._settings.candidates),
            zero_hit_questions=ranks.zero_hit,
            stale_in_top={str(k): _at(ranks.first_stale, k) for k in ks},
        )


def _clauses(condition: str) -> list[str]:
    return [] if condition == "none" else [clause.strip() for clause in condition.split(" and ")]


def _rank(groups: tuple[tuple[int, ...], ...], ranking: Sequence[tuple[int, float]]) -> int | None:
    ranks = {position: rank for rank, (position, _) in enumerate(ranking, 1)}
    return all_groups(min((ranks[p] for p in group if p in ranks), default=None) for group in groups)


def _at(ranks: Sequence[int | None], k: int) -> Rate:
    return rate(sum(rank is not None and rank <= k for rank in ranks), len(ranks), NO_LABELS)


def _pairs(rows: Sequence[SweepRow], found: Sequence[_Found], ks: Sequence[int]) -> Iterator[Pair]:
    for k in ks:
        for (a, ranks_a), (b, ranks_b) in combinations(zip(rows, found, strict=True), 2):
            both = list(zip(ranks_a.final, ranks_b.final, strict=True))
            only_a = sum(_hit(x, k) and not _hit(y, k) for x, y in both)
            only_b = sum(_hit(y, k) and not _hit(x, k) for x, y in both)
            yield Pair(a=a.name, b=b.name, k=k, only_a=only_a, only_b=only_b, p=mcnemar(only_a, only_b))


def _hit(rank: int | None, k: int) -> bool:
    return rank is not None and rank <= k
