"""Two granularities at once: each chunking has an index of its own, and a question asks all of them or the one it is routed to.

Fused, a chunk's score is the sum of 1 / (60 + rank) over the chunkings: its own rank, and in each other ranking the best
rank of a chunk that overlaps it in the document. So a passage in a document that is right as a whole outranks the same
passage elsewhere, and a chunk of one granularity is never returned for one of another.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.index.fuse import C
from harness.protocols import Hits, Index, Mask
from harness.retrieve.hybrid import READ_AT_LEAST
from harness.types import Chunk, Question


@dataclass(frozen=True, slots=True)
class Granularity:
    """One chunking: its spelling, and the index of the chunks from position `first` up to `last`, `last` excluded."""

    name: str
    index: Index
    first: int
    last: int

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return hits whose positions are those among all chunks."""
        own = None if visible is None else visible[self.first : self.last]
        return [(self.first + position, score) for position, score in self.index.top(query, depth, own)]


class Granular:
    """A retriever over several chunkings of the same documents; `routes` sends a question type to one of them."""

    def __init__(self, parts: Sequence[Granularity], chunks: Sequence[Chunk], routes: Mapping[str, str]) -> None:
        self._parts = parts
        self._chunks = chunks
        self._routed = {kind: next(p for p in parts if p.name == name) for kind, name in routes.items()}

    def top_for(self, question: Question, depth: int, visible: Mask | None) -> Hits:
        """Return the ranking of the routed chunking, or the fused one of all."""
        if question.type in self._routed:
            return self._routed[question.type].top(question.question, depth, visible)
        return self.top(question.question, depth, visible)

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the fused ranking, ties by position."""
        read = max(depth, READ_AT_LEAST)
        rankings = [[position for position, _ in part.top(query, read, visible)] for part in self._parts]
        places = [self._places(ranking) for ranking in rankings]
        hits = [
            (position, math.fsum([1 / (C + rank), *self._shares(position, places, own)]))
            for own, ranking in enumerate(rankings)
            for rank, position in enumerate(ranking, 1)
        ]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:depth]

    def _places(self, ranking: Sequence[int]) -> dict[str, list[tuple[int, int, int]]]:
        by_document: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        for rank, position in enumerate(ranking, 1):
            chunk = self._chunks[position]
            by_document[chunk.doc_id].append((rank, chunk.start, chunk.end))
        return by_document

    def _shares(
        self, position: int, places: Sequence[Mapping[str, list[tuple[int, int, int]]]], own: int
    ) -> list[float]:
        chunk = self._chunks[position]
        best = (
            next((rank for rank, a, b in ranked.get(chunk.doc_id, ()) if a < chunk.end and chunk.start < b), None)
            for number, ranked in enumerate(places)
            if number != own
        )
        return [1 / (C + rank) for rank in best if rank]
