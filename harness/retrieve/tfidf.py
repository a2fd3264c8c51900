"""TF-IDF cosine: counts times idf, chunk and query scaled to length one.

The same numbers as scikit-learn's TfidfVectorizer gives for the same terms: idf = ln((1 + N) / (1 + n)) + 1, l2 norm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from harness.index.postings import Postings
from harness.index.store import Stored
from harness.index.terms import count_terms
from harness.protocols import Analyzer, Hits, Index, Mask
from harness.types import Frozen


class Options(Frozen):
    """Nothing to choose."""


def make(options: Options, *, texts: Sequence[str], analyzer: Analyzer) -> Index:  # noqa: ARG001 -- a plug-in's shape
    """Return the index of `texts`; terms of a query that no chunk holds are left out of its norm too."""
    counts = count_terms(texts, analyzer)
    idf = np.log((1 + counts.chunk_count) / (1 + counts.chunks_with_term)) + 1
    impacts = counts.per_posting(idf) * counts.counts
    impacts /= np.sqrt(np.bincount(counts.chunks, impacts**2, counts.chunk_count))[counts.chunks]
    postings = Postings(counts.starts, counts.chunks, impacts, counts.chunk_count)
    return _Tfidf(counts.vocabulary, idf, postings, analyzer)


def restore(options: Options, stored: Stored, *, analyzer: Analyzer) -> Index:  # noqa: ARG001 -- a plug-in's shape
    """Return the index that `stored` came from."""
    return _Tfidf(stored.vocabulary(), stored.arrays["idf"], Postings.restored(stored.arrays), analyzer)


class _Tfidf:
    __slots__ = ("_analyzer", "_idf", "_postings", "_vocabulary")

    def __init__(
        self, vocabulary: dict[str, int], idf: npt.NDArray[np.float64], postings: Postings, analyzer: Analyzer
    ) -> None:
        self._vocabulary = vocabulary
        self._idf = idf
        self._postings = postings
        self._analyzer = analyzer

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the chunks that share a term with `query` and their cosines, as `harness.protocols.Index` says."""
        known = self._vocabulary
        weights = {
            known[term]: count * float(self._idf[known[term]])
            for term, count in Counter(self._analyzer.terms(query)).items()
            if term in known
        }
        norm = math.hypot(*weights.values())
        return self._postings.top(list(weights), [w / norm for w in weights.values()], depth, visible)

    def stored(self) -> Stored:
        """Return what `restore` needs."""
        return Stored({"idf": self._idf, **self._postings.arrays()}, tuple(self._vocabulary))
