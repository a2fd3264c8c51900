"""One chunking of a corpus, with what every configuration on it shares, and the rankings of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from harness.golden.anchors import Anchors
from harness.golden.evidence import Locator
from harness.golden.read import GoldenSet
from harness.index.store import IndexCache
from harness.index.texts import Header, Watch
from harness.index.visibility import is_stale, parse_filter, visible_mask
from harness.measure.ranking import all_groups
from harness.measure.retrieval import Found, Relevance, Units, look
from harness.pipeline import rerank
from harness.protocols import Hits, Mask, Reranker, Retriever
from harness.retrieve._batch import rankings
from harness.search import Bench, make_chunks, parse_routes
from harness.settings import Settings
from harness.text.words import count_words
from harness.trace import Tracer
from harness.types import Place, Question


@dataclass(slots=True)
class Rankings:
    """What one configuration ranked, one entry a question: final and candidate ranks, the first stale chunk, empty rankings."""

    final: list[Found] = field(default_factory=list)
    candidate: list[int | None] = field(default_factory=list)
    first_stale: list[int | None] = field(default_factory=list)
    zero_hit: int = 0


@dataclass(frozen=True, slots=True)
class CutEvidence:
    """Evidence that stands in a document and whole in no chunk: how many groups, the first told, the overlap that saves all."""

    groups: int
    example: str | None
    overlap_needed: int | None


class Cutting:
    """One chunking, made once; `units` and `cut` are facts of it, `candidates` and `rank` those of one configuration."""

    def __init__(
        self,
        golden: GoldenSet,
        chunker: str,
        questions: Sequence[Question],
        settings: Settings,
        *,
        locator: Locator,
        indexing: tuple[IndexCache | None, Watch | None],
    ) -> None:
        self.questions = questions
        self.depth = settings.candidates
        self._golden = golden
        self._chunker = chunker
        self._settings = settings
        self._cache, self._indexed = indexing
        self._corpus = golden.corpus_sha256
        self.chunks = make_chunks(golden.documents, chunker, corpus=self._corpus, cache=self._cache)
        words = [count_words(chunk.text) for chunk in self.chunks]
        self.words_per_chunk = round(sum(words) / len(words), 1)
        handed = [count + count_words(chunk.lead) for count, chunk in zip(words, self.chunks, strict=True)]
        self.units = Units([chunk.doc_id for chunk in self.chunks], handed)
        self._tracer = Tracer(golden.documents, self.chunks, visible_mask(self.chunks, (), None), locator=locator)
        self._places = [locator.places(question) for question in questions]
        self._relevance = [self._relevant(q, places) for q, places in zip(questions, self._places, strict=True)]
        self._stale = [is_stale(chunk.metadata, settings.as_of) for chunk in self.chunks]
        self._masks: dict[str, Mask | None] = {}

    def _relevant(self, question: Question, places: Sequence[Sequence[Place]]) -> Relevance:
        gold = frozenset(question.gold_doc_ids)
        documents = [frozenset(place.doc_id for place in group) or gold for group in places]
        return Relevance(
            groups=self._tracer.carriers(question),
            documents=tuple(documents or [frozenset((doc_id,)) for doc_id in question.gold_doc_ids]),
            has_evidence=bool(question.evidence),
        )

    @cached_property
    def cut(self) -> CutEvidence:
        """What the boundaries cut."""
        texts = {document.doc_id: document.text for document in self._golden.documents}
        first: Question | None = None
        words: list[int] = []
        for question, places, relevance in zip(self.questions, self._places, self._relevance, strict=True):
            for group, carriers in zip(places, relevance.groups, strict=False):
                if group and not carriers:
                    first = first or question
                    words.append(min(count_words(texts[p.doc_id][p.start : p.end]) for p in group))
        if first is None:
            return CutEvidence(0, None, None)
        told = Anchors(self._golden.documents, self.chunks).missing_and_cut(first)
        # What only a fuzzy search finds stands nowhere for the check.
        otherwise = "what its evidence says in other words stands whole in no chunk"
        example = next((message for kind, message in told if kind == "anchor_cut"), otherwise)
        return CutEvidence(len(words), f"{first.id}: {example}", max(1, max(words) - 1))

    def bench(self, analyzer: str, header: Header) -> Bench:
        """Return what retrievers over these chunks are made from."""
        return Bench(
            self.chunks,
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
        """Return every question's candidates under a filter; raise `InputError` where it hides every chunk."""
        if condition not in self._masks:
            clauses = parse_filter(clauses_of(condition))
            self._masks[condition] = visible_mask(self.chunks, clauses, self._settings.as_of).mask
        concurrency = self._settings.concurrency
        return list(rankings(index, self.questions, self.depth, self._masks[condition], concurrency=concurrency))

    def rank(self, candidates: Sequence[Hits], reranker: Reranker | None, ks: Sequence[int]) -> Rankings:
        """Return what the candidates are, reranked or not, measured."""
        told = Rankings()
        for question, relevance, hits in zip(self.questions, self._relevance, candidates, strict=True):
            final = rerank(reranker, question.question, hits, self.chunks) if reranker else hits
            found = look([position for position, _ in final], relevance, self.units, ks, self.depth)
            told.final.append(found)
            told.candidate.append(_rank(relevance.groups, hits) if reranker else found.rank)
            told.first_stale.append(next((rank for rank, (p, _) in enumerate(final, 1) if self._stale[p]), None))
            told.zero_hit += not hits
        return told


def clauses_of(condition: str) -> list[str]:
    """Return the clauses of `none` or of `A=1 and B=2`."""
    return [] if condition == "none" else [clause.strip() for clause in condition.split(" and ")]


def index_bytes(index: Retriever) -> int | None:
    """Return what an index's arrays take; null for one that keeps none here."""
    stored = getattr(index, "stored", None)
    return sum(array.nbytes for array in stored().arrays.values()) if stored else None


def _rank(groups: Sequence[Sequence[int]], ranking: Hits) -> int | None:
    ranks = {position: rank for rank, (position, _) in enumerate(ranking, 1)}
    return all_groups(min((ranks[p] for p in group if p in ranks), default=None) for group in groups)
