"""Latent semantic analysis: cosine in the N strongest directions of the TF-IDF matrix (Deerwester et al. 1990).

A chunk that shares no word with the question is found where their words keep the same company. The directions are those
of a truncated singular value decomposition, and a text's place is its TF-IDF vector projected on them, as scikit-learn's
`TruncatedSVD.transform` has it; here the decomposition is exact, so that nothing depends on a random start.

What is retrieved: a chunk whose cosine is above 0.000001, where the arithmetic of these directions ends.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from harness.errors import InputError
from harness.index.dense import Directions
from harness.index.store import Stored
from harness.index.terms import TermCounts, count_terms
from harness.protocols import Analyzer, Hits, Index, Mask
from harness.types import Frozen

DEFAULT_DIMENSIONS = 128
_DENSE = 512
"""Up to this many chunks or terms LAPACK decomposes the small Gram matrix; beyond, ARPACK finds the largest values."""

Matrix = npt.NDArray[np.float64]


class Options(Frozen):
    """`dimensions`: how many directions are kept, at most the matrix's rank. Left out: 128, or half the chunks if fewer."""

    dimensions: int | None = Field(default=None, ge=1, le=4096)


def make(options: Options, *, texts: Sequence[str], analyzer: Analyzer) -> Index:
    """Return the index of `texts`; raise `InputError` where scipy is not installed."""
    counts = count_terms(texts, analyzer)
    idf = np.log((1 + counts.chunk_count) / (1 + counts.chunks_with_term)) + 1
    wanted = options.dimensions or min(DEFAULT_DIMENSIONS, max(1, counts.chunk_count // 2))
    weights = counts.per_posting(idf) * counts.counts
    weights /= np.sqrt(np.bincount(counts.chunks, weights**2, counts.chunk_count))[counts.chunks]
    matrix = _matrix(counts, weights)
    terms = _directions(matrix, wanted)
    places = np.asarray(matrix @ terms, dtype=np.float64)
    places /= np.maximum(np.linalg.norm(places, axis=1, keepdims=True), np.finfo(np.float64).tiny)
    return _Lsa(
        counts.vocabulary, idf[:, None] * terms, Directions(np.ascontiguousarray(places, dtype=np.float32)), analyzer
    )


def restore(options: Options, stored: Stored, *, analyzer: Analyzer) -> Index:  # noqa: ARG001 -- a plug-in's shape
    """Return the index that `stored` came from."""
    return _Lsa(stored.vocabulary(), stored.arrays["terms"], Directions(stored.arrays["places"]), analyzer)


class _Lsa:
    __slots__ = ("_analyzer", "_places", "_terms", "_vocabulary")

    def __init__(self, vocabulary: dict[str, int], terms: Matrix, places: Directions, analyzer: Analyzer) -> None:
        self._vocabulary = vocabulary
        self._terms = terms
        self._places = places
        self._analyzer = analyzer

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the chunks with a cosine above zero, as `harness.protocols.Index` says."""
        vector = self._vector(query)
        return [] if vector is None else self._places.top(vector, depth, visible)

    def _vector(self, query: str) -> npt.NDArray[np.float64] | None:
        known = self._vocabulary
        counts = Counter(known[term] for term in self._analyzer.terms(query) if term in known)
        vector: Matrix = np.array(list(counts.values())) @ self._terms[list(counts)] if counts else np.zeros(1)
        norm = math.sqrt(float(vector @ vector))
        return vector / norm if norm else None

    def stored(self) -> Stored:
        """Return what `restore` needs."""
        return Stored({"terms": self._terms, "places": self._places.places}, tuple(self._vocabulary))


def _matrix(counts: TermCounts, weights: Matrix) -> Any:
    try:
        import threadpoolctl  # noqa: F401, PLC0415 -- needed below: missing parts are told before the work begins
        from scipy.sparse import csc_matrix  # noqa: PLC0415 -- an optional part, loaded where it is used
    except ImportError:
        raise InputError("--retriever lsa needs scipy; install it with: pip install 'stage-harness[lsa]'") from None
    shape = (counts.chunk_count, len(counts.vocabulary))
    return csc_matrix((weights, counts.chunks, counts.starts), shape=shape).tocsr()


def _directions(matrix: Any, wanted: int) -> Matrix:
    """Return the right singular vectors of the `wanted` largest singular values, one a column: terms by directions."""
    chunks, terms = matrix.shape
    smaller = min(chunks, terms)
    if smaller == 0:
        return np.zeros((terms, 1))
    if smaller <= max(_DENSE, wanted):
        return _by_gram(matrix, wanted, tall=chunks > terms)
    from scipy.sparse.linalg import svds  # noqa: PLC0415 -- as above
    from threadpoolctl import threadpool_limits  # noqa: PLC0415 -- as above

    # The start is fixed, so the same matrix gives the same directions; signs and order do not touch a cosine.
    start = np.random.default_rng(0).standard_normal(smaller)
    # ARPACK multiplies small matrices thousands of times: threads that wait for each other make that ten times slower.
    with threadpool_limits(limits=1):
        _, _, right = svds(matrix, k=wanted, v0=start)
    return np.ascontiguousarray(right.T)


def _by_gram(matrix: Any, wanted: int, *, tall: bool) -> Matrix:
    gram = (matrix.T @ matrix if tall else matrix @ matrix.T).toarray()
    values, vectors = np.linalg.eigh(gram)
    kept = np.flatnonzero(values > max(values[-1], 0) * 1e-12)[::-1][:wanted]
    if not len(kept):
        return np.zeros((matrix.shape[1], 1))
    if tall:
        return np.ascontiguousarray(vectors[:, kept])
    return np.ascontiguousarray(matrix.T @ vectors[:, kept] / np.sqrt(values[kept]))
