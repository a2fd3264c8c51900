"""Words of the question that the chunk covers, pairs it keeps together, and how close they stand.

A score of the pair, computed like a cross-encoder's but without a model; the weights are the first seed's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pydantic import Field

from harness.protocols import Analyzer, Reranker
from harness.types import Chunk, Frozen

_CHUNKS_KEPT = 2048

_Places = dict[str, tuple[int, ...]]


class Options(Frozen):
    """The weights of the three parts of the score."""

    coverage: float = Field(default=0.55, ge=0, allow_inf_nan=False)
    bigrams: float = Field(default=0.30, ge=0, allow_inf_nan=False)
    proximity: float = Field(default=0.15, ge=0, allow_inf_nan=False)


def make(options: Options, *, analyzer: Analyzer) -> Reranker:
    """Return the reranker; it remembers the analysis of the last 2,048 chunks, since the same ones recur."""
    return _Lexical(options, analyzer)


class _Lexical:
    __slots__ = ("_analyzer", "_options", "_places_of")

    def __init__(self, options: Options, analyzer: Analyzer) -> None:
        self._options = options
        self._analyzer = analyzer
        self._places_of = lru_cache(maxsize=_CHUNKS_KEPT)(self._places)

    def scores(self, query: str, chunks: Sequence[Chunk]) -> list[float]:
        """Return one score per chunk, 0 to the sum of the weights; all zero when the query has no terms."""
        terms = self._analyzer.terms(query)
        if not terms:
            return [0.0] * len(chunks)
        pairs = set(pairwise(terms))
        return [self._score(terms, pairs, self._places_of(chunk.text)) for chunk in chunks]

    def _score(self, terms: list[str], pairs: set[tuple[str, str]], places: _Places) -> float:
        found = [term for term in terms if term in places]
        distinct = set(found)
        coverage = len(distinct) / len(set(terms))
        bigrams = sum(_adjacent(places, a, b) for a, b in pairs) / max(1, len(pairs))
        proximity = 0.0
        if len(found) > 1:  # a term the question repeats counts twice here, as in the seed
            firsts = [places[term][0] for term in distinct]
            proximity = len(firsts) / (max(firsts) - min(firsts) + 1)
        weight = self._options
        return weight.coverage * coverage + weight.bigrams * bigrams + weight.proximity * proximity

    def _places(self, text: str) -> _Places:
        places: dict[str, list[int]] = {}
        for place, term in enumerate(self._analyzer.terms(text)):
            places.setdefault(term, []).append(place)
        return {term: tuple(at) for term, at in places.items()}


def _adjacent(places: _Places, first: str, second: str) -> bool:
    after = places.get(second)
    return after is not None and any(place + 1 in after for place in places.get(first, ()))
