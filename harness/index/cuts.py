"""Where a corpus was cut and into how many words, kept between runs: finding sentences takes as long as indexing them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import islice

import numpy as np

from harness.index.store import WORTH_KEEPING, IndexCache, Stored, index_key
from harness.protocols import Chunker, Cut
from harness.text.words import count_words
from harness.types import Chunk, Document


def remembered_cuts(
    documents: Sequence[Document], chunker: Chunker, spelling: str, *, corpus: str | None, cache: IndexCache | None
) -> list[list[Cut]]:
    """Return each document's cuts, from disk where an earlier run over the same `corpus` (a hash) left them."""
    key = index_key(corpus, "cuts", spelling) if corpus and cache else None
    stored = cache.open(key) if cache and key else None
    if stored is not None and len(stored.arrays["counts"]) == len(documents):
        return _cuts(stored)
    cuts = [chunker.cut(document.text) for document in documents]
    if cache and key and sum(map(len, cuts)) >= WORTH_KEEPING:
        cache.save(key, _stored(cuts))
    return cuts


def remembered_words(
    chunks: Sequence[Chunk], spelling: str, *, corpus: str | None, cache: IndexCache | None
) -> int | None:
    """Return how many words the chunks hold, counted once for all runs; None where nothing is kept between runs."""
    if corpus is None or cache is None or len(chunks) < WORTH_KEEPING:
        return None
    key = index_key(corpus, "words", spelling)
    stored = cache.open(key)
    if stored is None:
        stored = Stored({"words": np.array([sum(count_words(chunk.text) for chunk in chunks)])})
        cache.save(key, stored)
    return int(stored.arrays["words"][0])


def _stored(cuts: Sequence[Sequence[Cut]]) -> Stored:
    offsets = array("q")
    for document in cuts:
        for start, end in document:
            offsets.append(start)
            offsets.append(end)
    counts = np.fromiter(map(len, cuts), dtype=np.int64, count=len(cuts))
    return Stored({"offsets": np.frombuffer(offsets, dtype=np.int64), "counts": counts})


def _cuts(stored: Stored) -> list[list[Cut]]:
    flat = stored.arrays["offsets"].tolist()
    pairs = iter(zip(flat[::2], flat[1::2], strict=True))
    return [list(islice(pairs, count)) for count in stored.arrays["counts"].tolist()]
