"""Retrieval only, over many configurations on the same questions: what each setting finds, and which gaps are real.

Questions are the answerable ones with labels; a configuration gets one when every evidence group is carried by its first
k chunks. Configurations share what they can: chunks per chunker, an index per chunker and retriever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from harness.golden.read import GoldenSet
from harness.index.chunks import chunk_documents, words_per_chunk
from harness.index.visibility import is_stale, parse_filter, visible_mask
from harness.measure.intervals import rate
from harness.measure.paired import mcnemar
from harness.measure.ranking import all_groups, reciprocal_rank
from harness.pipeline import rerank
from harness.protocols import Index, Reranker
from harness.settings import Settings
from harness.trace import Tracer
from harness.types import Chunk, Frozen, Question, Rate
from harness.wiring import make_analyzer, make_chunker, make_index, make_reranker

NO_LABELS = "no answerable question has evidence or gold documents"


class SweepRow(Frozen):
    """One configuration: its index and what it finds."""

    chunker: str
    retriever: str
    filter: str
    rerank: str
    chunks: int
    words_per_chunk: float
    cut_evidence: int
    evidence_groups: int
    recall: dict[str, Rate]
    mrr: float | None
    candidates_recall: Rate
    stale_in_top: dict[str, Rate]

    @property
    def name(self) -> str:
        """The configuration in one string."""
        return " / ".join(part for part in (self.chunker, self.retriever, self.filter, self.rerank) if part != "none")


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
    retrievers: Sequence[str]
    filters: Sequence[str]
    rerankers: Sequence[str]
    ks: Sequence[int]

    def __len__(self) -> int:
        return len(self.chunkers) * len(self.retrievers) * len(self.filters) * len(self.rerankers)


class _Found:
    """Ranks of one configuration, one entry a question."""

    def __init__(self) -> None:
        self.final: list[int | None] = []
        self.candidate: list[int | None] = []
        self.first_stale: list[int | None] = []


def sweep(
    golden: GoldenSet, axes: Axes, settings: Settings, *, watch: Callable[[SweepRow], None] | None = None
) -> Sweep:
    """Measure every configuration of `axes` at depth `settings.candidates`, in order, and pair them all.

    `watch` sees each row as it is done. KeyboardInterrupt ends the sweep with the rows that are done.
    """
    questions = [q for q in golden.questions() if q.answerable and (q.evidence or q.gold_doc_ids)]
    rows: list[SweepRow] = []
    found: list[_Found] = []
    try:
        for row, ranks in _configurations(golden, questions, axes, settings):
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
    golden: GoldenSet, questions: Sequence[Question], axes: Axes, settings: Settings
) -> Iterator[tuple[SweepRow, _Found]]:
    analyzer = make_analyzer(settings.analyzer)
    rerankers = {
        spelling: make_reranker(None if spelling == "none" else spelling, analyzer) for spelling in axes.rerankers
    }
    for chunker in axes.chunkers:
        chunks = chunk_documents(golden.documents, make_chunker(chunker))
        tracer = Tracer(golden.documents, chunks, visible_mask(chunks, (), None))
        carriers = [tracer.carriers(q) for q in questions]
        cut = sum(tracer.cut(q) for q in questions)
        for retriever in axes.retrievers:
            index = make_index(retriever, chunks, analyzer)
            for condition, reranker in product(axes.filters, axes.rerankers):
                part = _Part(chunks, index, rerankers[reranker], _clauses(condition))
                ranks = _search(part, questions, carriers, settings)
                yield (
                    SweepRow(
                        chunker=chunker,
                        retriever=retriever,
                        filter=condition,
                        rerank=reranker,
                        chunks=len(chunks),
                        words_per_chunk=round(words_per_chunk(chunks), 1),
                        cut_evidence=cut,
                        evidence_groups=sum(len(q.evidence) for q in questions),
                        recall={str(k): _at(ranks.final, k) for k in axes.ks},
                        mrr=sum(map(reciprocal_rank, ranks.final)) / len(questions) if questions else None,
                        candidates_recall=_at(ranks.candidate, settings.candidates),
                        stale_in_top={str(k): _at(ranks.first_stale, k) for k in axes.ks},
                    ),
                    ranks,
                )


def _clauses(condition: str) -> list[str]:
    return [] if condition == "none" else [clause.strip() for clause in condition.split(" and ")]


@dataclass(frozen=True, slots=True)
class _Part:
    chunks: Sequence[Chunk]
    index: Index
    reranker: Reranker | None
    clauses: Sequence[str]


def _search(
    part: _Part, questions: Sequence[Question], carriers: Sequence[tuple[tuple[int, ...], ...]], settings: Settings
) -> _Found:
    visibility = visible_mask(part.chunks, parse_filter(part.clauses), settings.as_of)
    stale = [is_stale(chunk.metadata, settings.as_of) for chunk in part.chunks]
    found = _Found()
    for question, groups in zip(questions, carriers, strict=True):
        candidates = part.index.top(question.question, settings.candidates, visibility.mask)
        final = candidates
        if part.reranker:
            final = rerank(part.reranker, question.question, candidates, part.chunks)
        found.candidate.append(_rank(groups, candidates))
        found.final.append(_rank(groups, final))
        found.first_stale.append(next((rank for rank, (p, _) in enumerate(final, 1) if stale[p]), None))
    return found


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
