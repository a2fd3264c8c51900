"""BM25: rare words that a chunk repeats, within its length.

Robertson & Zaragoza 2009, equation 3.15, with the idf that cannot be negative (Lucene's): ln(1 + (N-n+0.5)/(n+0.5)).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import Field

from harness.index.postings import Postings
from harness.index.store import Stored
from harness.index.terms import count_terms
from harness.protocols import Analyzer, Hits, Index, Mask
from harness.types import Frozen


class Options(Frozen):
    """`k1`: how soon repeats of a term stop counting; `b`: how much length is held against a chunk, 0 to 1."""

    k1: float = Field(default=1.5, ge=0, allow_inf_nan=False)
    b: float = Field(default=0.75, ge=0, le=1)


def make(options: Options, *, texts: Sequence[str], analyzer: Analyzer) -> Index:
    """Return the index of `texts`; a chunk's length is its number of terms, a query's term counts once."""
    counts = count_terms(texts, analyzer)
    n = counts.chunks_with_term
    idf = np.log1p((counts.chunk_count - n + 0.5) / (n + 0.5))
    mean_length = counts.lengths.mean() if counts.lengths.any() else 1.0
    saturation = options.k1 * (1 - options.b + options.b * counts.lengths / mean_length)
    impacts = counts.per_posting(idf) * (options.k1 + 1) * counts.counts
    impacts /= counts.counts + saturation[counts.chunks]
    return _Bm25(counts.vocabulary, Postings(counts.starts, counts.chunks, impacts, counts.chunk_count), analyzer)


def restore(options: Options, stored: Stored, *, analyzer: Analyzer) -> Index:  # noqa: ARG001 -- a plug-in's shape
    """Return the index that `stored` came from."""
    return _Bm25(stored.vocabulary(), Postings.restored(stored.arrays), analyzer)


class _Bm25:
    __slots__ = ("_analyzer", "_postings", "_vocabulary")

    def __init__(self, vocabulary: dict[str, int], postings: Postings, analyzer: Analyzer) -> None:
        self._vocabulary = vocabulary
        self._postings = postings
        self._analyzer = analyzer

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the chunks that share a term with `query`, as `harness.protocols.Index` says."""
        known = self._vocabulary
        columns = [known[term] for term in dict.fromkeys(self._analyzer.terms(query)) if term in known]
        return self._postings.top(columns, [1.0] * len(columns), depth, visible)

    def stored(self) -> Stored:
        """Return what `restore` needs."""
        return Stored(self._postings.arrays(), tuple(self._vocabulary))
