"""Where a corpus was cut, kept between runs: finding the sentences of a large corpus takes as long as indexing it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np

from harness.index.store import WORTH_KEEPING, IndexCache, Stored, index_key
from harness.protocols import Chunker, Cut
from harness.types import Document


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
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    cuts: list[list[Cut]] = []
    reached = 0
    for count in stored.arrays["counts"].tolist():
        cuts.append(pairs[reached : reached + count])
        reached += count
    return cuts
