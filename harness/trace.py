"""The trace of the evidence: at each stage, which chunks still carry it. Facts only; `attribute.ledger` draws the line.

An anchor is located once, in the documents, so what carries it is a question of offsets: a chunk carries a place when it
covers it whole. Nothing here reads an answer, so no answer can move a retrieval label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from harness.context.assemble import Context
from harness.golden.evidence import Locator
from harness.golden.raw import RawTexts
from harness.index.visibility import Visibility
from harness.types import Chunk, Document, GroupTrace, Place, Question

SHOWN = 5
"""How many ids a trace lists before it only counts."""

Ranks = Mapping[int, int]


class Retrieved(NamedTuple):
    """What the two retrieval stages did with one question: chunk positions, best first."""

    candidates: tuple[int, ...]
    final: tuple[int, ...]
    k: int


class _Group(NamedTuple):
    label: Literal["evidence", "gold_document"]
    anchor: str
    places: tuple[Place, ...]
    carriers: tuple[int, ...]
    raw_places: tuple[str, ...] = ()
    fuzzy: str | None = None


class Tracer:
    """Traces evidence groups through one index; built once per run."""

    def __init__(
        self,
        documents: Sequence[Document],
        chunks: Sequence[Chunk],
        visibility: Visibility,
        raw: RawTexts | None = None,
        locator: Locator | None = None,
        *,
        fuzzy: bool = False,
    ) -> None:
        self._fuzzy = fuzzy
        self._locator = locator or Locator(documents)
        self._raw = raw
        self._texts = {d.doc_id: d.text for d in documents}
        self._chunks = chunks
        self._visibility = visibility
        self._by_document: dict[str, list[int]] = {}
        for position, chunk in enumerate(chunks):
            self._by_document.setdefault(chunk.doc_id, []).append(position)

    def carriers(self, question: Question) -> tuple[tuple[int, ...], ...]:
        """Return, per evidence group (or gold document, where there is no evidence), the chunks that carry it."""
        return tuple(group.carriers for group in self._groups(question))

    def cut(self, question: Question) -> int:
        """Return how many evidence groups stand in a document but whole in no chunk."""
        return sum(bool(group.places) and not group.carriers for group in self._groups(question))

    def around(self, place: Place) -> Chunk:
        """Return the passage from the first chunk that touches `place` to the last, as a chunk of its own."""
        touched = [self._chunks[position] for position in self._touched([place])]
        start = min([place.start, *(chunk.start for chunk in touched)])
        end = max([place.end, *(chunk.end for chunk in touched)])
        first = touched[0] if touched else None
        return Chunk(
            chunk_id=f"{place.doc_id}@{start}:{end}",
            doc_id=place.doc_id,
            start=start,
            end=end,
            text=self._texts[place.doc_id][start:end],
            title=first.title if first else "",
            source=first.source if first else "",
            metadata=first.metadata if first else {},
        )

    def trace(self, question: Question, retrieved: Retrieved, context: Context) -> tuple[GroupTrace, ...]:
        """Return one trace per evidence group; per gold document where the question has no evidence; else none."""
        candidate_ranks = final_ranks = {position: rank for rank, position in enumerate(retrieved.candidates, 1)}
        if retrieved.final is not retrieved.candidates:
            final_ranks = {position: rank for rank, position in enumerate(retrieved.final, 1)}
        return tuple(
            [
                self._group(number, group, candidate_ranks, final_ranks, (retrieved.k, context))
                for number, group in enumerate(self._groups(question))
            ]
        )

    def _groups(self, question: Question) -> Iterator[_Group]:
        if question.evidence:
            for group, places in zip(question.evidence, self._locator.places(question), strict=True):
                near = self._locator.near(group, question.gold_doc_ids) if self._fuzzy and not places else None
                found = (near[0],) if near else places
                raw = self._raw.holders(group, question.gold_doc_ids) if self._raw and not found else ()
                differs = near[1] if near else None
                yield _Group("evidence", group.alternatives[0].text, found, self._carriers(found), raw, differs)
        else:
            for doc_id in question.gold_doc_ids:
                places = self._locator.whole(doc_id)
                raw = self._raw.of(doc_id) if self._raw and not places else ()
                yield _Group("gold_document", doc_id, places, tuple(self._by_document.get(doc_id, ())), raw)

    def _group(
        self, number: int, group: _Group, candidate_ranks: Ranks, final_ranks: Ranks, end: tuple[int, Context]
    ) -> GroupTrace:
        k, context = end
        mask, carriers = self._visibility.mask, group.carriers
        visible = [p for p in carriers if mask is None or mask[p]]
        kept = {self._chunks[p].chunk_id: None for p in visible if final_ranks.get(p, k + 1) <= k}
        return GroupTrace(
            group=number,
            label=group.label,
            anchor=group.anchor,
            places=group.places[:SHOWN],
            raw_places=group.raw_places,
            carriers=self._ids(carriers),
            carrier_count=len(carriers),
            cut_between=() if carriers else self._ids(self._touched(group.places)),
            visible_count=len(visible),
            hidden_by=self._visibility.hidden_by(carriers[0]) if carriers and not visible else None,
            candidate_rank=_best(candidate_ranks, visible),
            final_rank=_best(final_ranks, visible),
            kept=tuple(kept),
            dropped=tuple([d for d in context.dropped if d.chunk_id in kept]),
            spans=tuple([s.number for s in context.spans if s.chunk_id in kept]),
            reunited=not carriers and self._reunited(group.places, context),
            outside_characters=None if carriers or not group.places else self._outside(group.places),
            fuzzy=group.fuzzy,
        )

    def _carriers(self, places: Iterable[Place]) -> tuple[int, ...]:
        chunks = self._chunks
        found = {
            position
            for place in places
            for position in self._by_document.get(place.doc_id, ())
            if chunks[position].start <= place.start and place.end <= chunks[position].end
        }
        return tuple(sorted(found))

    def _touched(self, places: Sequence[Place]) -> list[int]:
        return [
            position
            for place in places[:1]
            for position in self._by_document.get(place.doc_id, ())
            if self._chunks[position].start < place.end and place.start < self._chunks[position].end
        ]

    def _outside(self, places: Iterable[Place]) -> int:
        """Return how many characters of the evidence are outside the chunk that holds most of it."""
        return min(
            place.end - place.start - max((_overlap(self._chunks[p], place) for p in self._touched([place])), default=0)
            for place in places
        )

    def _reunited(self, places: Iterable[Place], context: Context) -> bool:
        return any(
            covered(place, self._texts[place.doc_id], [c for c in context.chunks if c.doc_id == place.doc_id])
            for place in places
        )

    def _ids(self, positions: Sequence[int]) -> tuple[str, ...]:
        return tuple([self._chunks[p].chunk_id for p in positions[:SHOWN]])


def covered(place: Place, text: str, chunks: Sequence[Chunk]) -> bool:
    """Return whether chunks of the document `text` hold a place together, white space aside, though none may alone."""
    reached = place.start
    for chunk in sorted(chunks, key=lambda c: c.start):
        if text[reached : max(reached, chunk.start)].strip():
            return False
        reached = max(reached, chunk.end)
    return bool(chunks) and not text[reached : place.end].strip()


def _overlap(chunk: Chunk, place: Place) -> int:
    return min(chunk.end, place.end) - max(chunk.start, place.start)


def _best(ranks: Ranks, positions: Iterable[int]) -> int | None:
    return min([ranks[p] for p in positions if p in ranks], default=None)
