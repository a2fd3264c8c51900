"""Hashed words: each word goes to one of N signed dimensions, weighted by rarity; cosine. It learns nothing.

The sum that the dense product would give, computed over the query's few dimensions alone.

What is retrieved: a chunk whose cosine is above zero. Such an encoder sees dimensions, not words, so a chunk that shares
no word with the query but a dimension with one of its words (a collision) is retrieved like any other, if the signs
agree; one that shares no dimension has a cosine of exactly zero and is not. A ranking is therefore the dense one, cut
where the cosine reaches zero.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from pydantic import Field

from harness.index.postings import Postings
from harness.index.store import Stored
from harness.index.terms import TermCounts, count_terms
from harness.protocols import Analyzer, Hits, Index, Mask
from harness.types import Frozen

_SIGN_BIT = 40


class Options(Frozen):
    """`dimensions`: how many places words are hashed to; fewer collide more."""

    dimensions: int = Field(default=1024, ge=1, le=2**24)


def make(options: Options, *, texts: Sequence[str], analyzer: Analyzer) -> Index:
    """Return the index of `texts`; a word weighs (1 + ln count) times idf = ln((1 + N) / (1 + n)) + 1."""
    counts = count_terms(texts, analyzer)
    idf = np.log((1 + counts.chunk_count) / (1 + counts.chunks_with_term)) + 1
    postings = _by_dimension(counts, idf, options.dimensions)
    return _Hashing(
        options.dimensions,
        vocabulary=counts.vocabulary,
        idf=idf,
        idf_of_unknown=math.log(1 + counts.chunk_count) + 1,
        postings=postings,
        analyzer=analyzer,
    )


def restore(options: Options, stored: Stored, *, analyzer: Analyzer) -> Index:
    """Return the index that `stored` came from."""
    return _Hashing(
        options.dimensions,
        vocabulary=stored.vocabulary(),
        idf=stored.arrays["idf"],
        idf_of_unknown=float(stored.arrays["idf_of_unknown"][0]),
        postings=Postings.restored(stored.arrays),
        analyzer=analyzer,
    )


class _Hashing:
    __slots__ = ("_analyzer", "_dimensions", "_idf", "_idf_of_unknown", "_postings", "_vocabulary")

    def __init__(
        self,
        dimensions: int,
        *,
        vocabulary: dict[str, int],
        idf: npt.NDArray[np.float64],
        idf_of_unknown: float,
        postings: Postings,
        analyzer: Analyzer,
    ) -> None:
        self._dimensions = dimensions
        self._vocabulary = vocabulary
        self._idf = idf
        self._idf_of_unknown = idf_of_unknown
        self._postings = postings
        self._analyzer = analyzer

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the chunks with a cosine above zero, as `harness.protocols.Index` says."""
        weights = self.encode(query)
        return self._postings.top(list(weights), list(weights.values()), depth, visible)

    def encode(self, text: str) -> dict[int, float]:
        """Return the values of `text` by dimension, scaled to length one; none if they all cancel out."""
        values: defaultdict[int, float] = defaultdict(float)
        for term, count in Counter(self._analyzer.terms(text)).items():
            known = self._vocabulary.get(term)
            idf = self._idf_of_unknown if known is None else float(self._idf[known])
            dimension, sign = _place(term, self._dimensions)
            values[dimension] += sign * (1 + math.log(count)) * idf
        norm = math.hypot(*values.values())
        return {dimension: value / norm for dimension, value in values.items()} if norm else {}

    def stored(self) -> Stored:
        """Return what `restore` needs."""
        unknown = np.array([self._idf_of_unknown])
        return Stored({"idf": self._idf, "idf_of_unknown": unknown, **self._postings.arrays()}, tuple(self._vocabulary))


def _by_dimension(counts: TermCounts, idf: npt.NDArray[np.float64], dimensions: int) -> Postings:
    n = counts.chunk_count
    places = [_place(term, dimensions) for term in counts.vocabulary]
    dimension_of = np.array([dimension for dimension, _ in places], dtype=np.int64)
    signs = np.array([sign for _, sign in places], dtype=np.float64)
    values = counts.per_posting(signs * idf) * (1 + np.log(counts.counts))

    cells, cell_of = np.unique(
        np.repeat(dimension_of, counts.chunks_with_term) * n + counts.chunks, return_inverse=True
    )
    values = np.bincount(cell_of, values, len(cells)).astype(np.float64, copy=False)
    cells, values = cells[values != 0], values[values != 0]
    chunks = cells % max(n, 1)
    values /= np.sqrt(np.bincount(chunks, values**2, n))[chunks]
    starts = np.searchsorted(cells, np.arange(dimensions + 1) * n)
    return Postings(starts, chunks.astype(np.int32), values, n)


def _place(term: str, dimensions: int) -> tuple[int, int]:
    hashed = int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "big")
    return hashed % dimensions, 1 if hashed >> _SIGN_BIT & 1 else -1
