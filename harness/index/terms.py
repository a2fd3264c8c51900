"""Term counts: which chunks hold which term, how often, in one pass over the texts."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.index.texts import Texts
from harness.protocols import Analyzer


@dataclass(frozen=True, slots=True)
class TermCounts:
    """Term-major counts (CSC): term `t` stands in `chunks[starts[t]:starts[t + 1]]`, `counts[…]` times in each.

    Terms are numbered by first occurrence and chunks ascend within a term. `lengths` holds the number of terms of each
    chunk, repeats counted.
    """

    vocabulary: dict[str, int]
    starts: npt.NDArray[np.int64]
    chunks: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint32]
    lengths: npt.NDArray[np.uint32]

    @property
    def chunk_count(self) -> int:
        """Return the number of chunks, those without any term included."""
        return len(self.lengths)

    @property
    def chunks_with_term(self) -> npt.NDArray[np.int64]:
        """Return, for each term, the number of chunks that hold it."""
        return np.diff(self.starts)

    def per_posting(self, by_term: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return one value per posting from one value per term."""
        return np.repeat(by_term, self.chunks_with_term)


def count_terms(texts: Iterable[str], analyzer: Analyzer) -> TermCounts:
    """Analyse each text once and return its term counts; memory is about 30 bytes per distinct term of a chunk.

    `Texts` remember their counts, so that retrievers over the same chunks share them.
    """
    if not isinstance(texts, Texts):
        return _count(texts, analyzer)
    if texts.counted is None or texts.counted[0] is not analyzer:
        texts.counted = (analyzer, _count(texts, analyzer))
    counts: TermCounts = texts.counted[1]
    return counts


def _count(texts: Iterable[str], analyzer: Analyzer) -> TermCounts:
    vocabulary: defaultdict[str, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    term_ids, counts, lengths, distinct = array("I"), array("I"), array("I"), array("I")
    for text in texts:
        terms = analyzer.terms(text)
        counted = Counter(terms)
        term_ids.extend(map(vocabulary.__getitem__, counted))
        counts.extend(counted.values())
        lengths.append(len(terms))
        distinct.append(len(counted))

    term_of = np.frombuffer(term_ids, dtype=np.uint32)
    order = _grouped(term_of)
    chunk_of = np.repeat(np.arange(len(distinct), dtype=np.int32), np.frombuffer(distinct, dtype=np.uint32))
    starts = np.zeros(len(vocabulary) + 1, dtype=np.int64)
    np.cumsum(np.bincount(term_of, minlength=len(vocabulary)), out=starts[1:])
    return TermCounts(
        vocabulary=dict(vocabulary),
        starts=starts,
        chunks=chunk_of[order],
        counts=np.frombuffer(counts, dtype=np.uint32)[order],
        lengths=np.frombuffer(lengths, dtype=np.uint32),
    )


def _grouped(keys: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    # Key and position in one 64-bit word sort in place, vectorised: a stable argsort takes 5x the time and the memory.
    packed = keys.astype(np.uint64) << np.uint64(32)
    packed |= np.arange(len(keys), dtype=np.uint64)
    packed.sort()
    return packed.astype(np.uint32)
