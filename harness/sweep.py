"""Retrieval only, over many configurations on the same questions: what each setting finds, and which gaps are real.

Questions are the answerable ones with labels; a configuration gets one when every evidence group is carried by its first
k chunks. Configurations share what they can: chunks and the places of evidence per chunker, term counts per
analyzer and header, an index per retriever, candidates per filter; only the rerankers start from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from harness import plugins
from harness.cutting import Cutting, Rankings, clauses_of, index_bytes
from harness.golden.evidence import Locator
from harness.golden.read import GoldenSet
from harness.index.store import IndexCache
from harness.index.texts import Header, Watch
from harness.index.visibility import parse_filter
from harness.measure.differences import (
    Correlation,
    Detectable,
    Hits,
    MeanDifference,
    Pair,
    SlicePair,
    Unit,
    correlations,
    detectable,
    mean_differences,
    pairs,
    slice_pairs,
)
from harness.measure.retrieval import NO_EVIDENCE, Measures, at_depth, measures
from harness.search import make_analyzer, make_reranker, parse_routes
from harness.settings import Settings
from harness.text.words import count_words
from harness.types import Frozen, Question, Rate

BUDGETS = (100, 200, 400, 800, 1600)
"""Words handed over at which recall is told besides k: what a context of one to ten ordinary chunks holds."""

NDCG_AT = 10
NEVER = 1 << 30
"""A rank beyond any k."""


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


class SweepRow(Measures):
    """One configuration: what its index costs and what it finds.

    `index_words` are those of all chunks, of `corpus_words`; `index_bytes` null where the retriever keeps no arrays.
    `cut_evidence` groups of `evidence_groups` stand whole in no chunk; `cut_example` tells the first, and an overlap of
    `overlap_needed` words would save them all. `ranks`, where asked for, are the questions' ranks of all their evidence.
    """

    name: str
    chunker: str
    analyzer: str
    chunk_header: Header
    retriever: str
    filter: str
    rerank: str
    chunks: int
    words_per_chunk: float
    index_words: int
    corpus_words: int
    index_bytes: int | None
    cut_evidence: int
    evidence_groups: int
    cut_example: str | None
    overlap_needed: int | None
    slices: dict[str, Measures]
    candidates_recall: Rate
    evidence_candidates_recall: Rate
    zero_hit_questions: int
    stale_in_top: dict[str, Rate]
    ranks: dict[str, int | None] | None = None


class Sweep(Frozen):
    """What `harness sweep --json` prints; `pairs` and `means` compare every two rows, `correlations` every two slices.

    `slice_pairs` are the pairs within each type of question, where there are several.
    """

    golden: str
    documents: int
    questions: int
    left_out: int
    detectable: Detectable
    rows: tuple[SweepRow, ...]
    pairs: tuple[Pair, ...]
    slice_pairs: tuple[SlicePair, ...]
    means: tuple[MeanDifference, ...]
    correlations: tuple[Correlation, ...]


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
    budgets: Sequence[int] = BUDGETS

    def __len__(self) -> int:
        axes = (self.chunkers, self.analyzers, self.headers, self.retrievers, self.filters, self.rerankers)
        return math.prod(map(len, axes))


def sweep(
    golden: GoldenSet,
    axes: Axes,
    settings: Settings,
    *,
    cache: IndexCache | None = None,
    watch: Callable[[SweepRow], None] | None = None,
    indexed: Watch | None = None,
    keep_ranks: bool = False,
) -> Sweep:
    """Measure every configuration of `axes` at depth `settings.candidates`, in order, and pair them all.

    `watch` sees each row as it is done, `indexed` how many chunks are. KeyboardInterrupt ends the sweep with the rows that
    are done. With `keep_ranks` each row tells the rank of every question.
    """
    questions = [q for q in golden.questions() if q.answerable and (q.evidence or q.gold_doc_ids)]
    rows: list[SweepRow] = []
    found: list[_Kept] = []
    try:
        for row, rankings in _configurations(golden, questions, axes, settings, (cache, indexed)):
            rows.append(row.model_copy(update={"ranks": _ranks(questions, rankings)}) if keep_ranks else row)
            found.append(_Kept.of(rankings, axes.ks))
            if watch:
                watch(row)
    except KeyboardInterrupt:
        if not rows:
            raise
    return Sweep(
        golden=golden.info.name,
        documents=len(golden.documents),
        questions=len(questions),
        left_out=golden.info.answerable - len(questions),
        detectable=detectable(len(questions), math.comb(len(rows), 2)),
        rows=tuple(rows),
        **_compared([row.name for row in rows], questions, found, axes.ks, settings.seed),
    )


@dataclass(frozen=True, slots=True)
class _Kept:
    """What comparisons need of one configuration, a few bytes a question: ranks, and nDCG at one k (NaN without evidence)."""

    ranks: npt.NDArray[np.int32]
    documents: npt.NDArray[np.int32]
    ndcg: npt.NDArray[np.float64]

    @classmethod
    def of(cls, rankings: Rankings, ks: Sequence[int]) -> Self:
        place = list(ks).index(_ndcg_k(ks))
        return cls(
            ranks=np.array([found.rank or NEVER for found in rankings.final], dtype=np.int32),
            documents=np.array([found.document_chunk or NEVER for found in rankings.final], dtype=np.int32),
            ndcg=np.array([found.ndcg[place] for found in rankings.final], dtype=np.float64),
        )


def _ndcg_k(ks: Sequence[int]) -> int:
    return max((k for k in ks if k <= NDCG_AT), default=min(ks))


def _ranks(questions: Sequence[Question], rankings: Rankings) -> dict[str, int | None]:
    return {question.id: found.rank for question, found in zip(questions, rankings.final, strict=True)}


def _compared(
    names: Sequence[str], questions: Sequence[Question], found: Sequence[_Kept], ks: Sequence[int], seed: int
) -> dict[str, Any]:
    if not questions:
        return {"pairs": (), "slice_pairs": (), "means": (), "correlations": ()}
    types = [question.type for question in questions]
    ranks, documents = np.array([of.ranks for of in found]), np.array([of.documents for of in found])
    units: dict[Unit, dict[int, Hits]] = {
        "evidence": {k: ranks <= k for k in ks},
        "document": {k: documents <= k for k in ks},
    }
    means = list(mean_differences(names, "mrr", np.where(ranks < NEVER, 1 / ranks, 0.0), seed=seed))
    ndcg = np.array([of.ndcg for of in found])
    means += mean_differences(names, f"ndcg@{_ndcg_k(ks)}", ndcg[:, ~np.isnan(ndcg[0])], seed=seed)
    return {
        "pairs": tuple(pairs(names, units["evidence"])),
        "slice_pairs": tuple(p for unit, hits in units.items() for p in slice_pairs(names, types, hits, unit)),
        "means": tuple(means),
        "correlations": tuple(c for u, hits in units.items() for c in correlations(types, hits, u, seed=seed)),
    }


def _configurations(
    golden: GoldenSet,
    questions: Sequence[Question],
    axes: Axes,
    settings: Settings,
    indexing: tuple[IndexCache | None, Watch | None],
) -> Iterator[tuple[SweepRow, Rankings]]:
    _check_spellings(axes, settings)
    locator = Locator(golden.documents, fuzzy=settings.evidence == "fuzzy")
    corpus_words = sum(count_words(document.text) for document in golden.documents)
    for chunker in axes.chunkers:
        cutting = Cutting(golden, chunker, questions, settings, locator=locator, indexing=indexing)
        for analyzer, header in product(axes.analyzers, axes.headers):
            bench = cutting.bench(analyzer, header)
            rerankers = {name: make_reranker(_named(name), make_analyzer(analyzer)) for name in axes.rerankers}
            for retriever in axes.retrievers:
                index = bench.retriever(retriever)
                for condition in axes.filters:
                    candidates = cutting.candidates(index, condition)
                    for reranker in axes.rerankers:
                        rankings = cutting.rank(candidates, rerankers[reranker], axes.ks)
                        name = SweepName(
                            chunker=chunker,
                            analyzer=analyzer if len(axes.analyzers) > 1 else "",
                            chunk_header=header,
                            retriever=retriever,
                            filter=condition,
                            rerank=reranker,
                        )
                        cost = corpus_words, index_bytes(index)
                        yield _row(name, cutting, rankings, axes, analyzer=analyzer, cost=cost), rankings


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
        parse_filter(clauses_of(condition))


def _named(reranker: str) -> str | None:
    return None if reranker == "none" else reranker


def _row(
    name: SweepName, cutting: Cutting, rankings: Rankings, axes: Axes, *, analyzer: str, cost: tuple[int, int | None]
) -> SweepRow:
    types = [question.type for question in cutting.questions]
    slices = {
        kind: [found for found, of in zip(rankings.final, types, strict=True) if of == kind] for kind in set(types)
    }
    return SweepRow(
        **{**name.model_dump(), "analyzer": analyzer},
        **dict(measures(rankings.final, axes.ks, axes.budgets)),
        name=str(name),
        chunks=len(cutting.chunks),
        words_per_chunk=cutting.words_per_chunk,
        index_words=sum(cutting.units.words),
        corpus_words=cost[0],
        index_bytes=cost[1],
        cut_evidence=cutting.cut.groups,
        evidence_groups=sum(len(question.evidence) for question in cutting.questions),
        cut_example=cutting.cut.example,
        overlap_needed=cutting.cut.overlap_needed,
        slices={kind: measures(slices[kind], axes.ks, axes.budgets) for kind in sorted(slices)},
        candidates_recall=at_depth(rankings.candidate, cutting.depth),
        evidence_candidates_recall=at_depth(
            [rank for rank, f in zip(rankings.candidate, rankings.final, strict=True) if f.has_evidence],
            cutting.depth,
            NO_EVIDENCE,
        ),
        zero_hit_questions=rankings.zero_hit,
        stale_in_top={str(k): at_depth(rankings.first_stale, k) for k in axes.ks},
    )
