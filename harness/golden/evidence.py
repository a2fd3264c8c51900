"""Where evidence stands in the documents, before anything is chunked or asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from harness.text.literal import find_whole
from harness.types import Anchor, Document, EvidenceGroup, Place, Question

CACHED_ANCHORS = 65_536
"""The most `(document, anchor)` pairs whose places are remembered."""


class Locator:
    """Finds the places of evidence in a fixed set of documents; with `fuzzy`, also where it stands in other words."""

    def __init__(self, documents: Sequence[Document], *, fuzzy: bool = False) -> None:
        self._fuzzy = fuzzy
        self._texts = {document.doc_id: document.text for document in documents}
        self._near: dict[tuple[str, str], tuple[int, int, str] | None] = {}
        self._found: dict[tuple[str, str], tuple[Place, ...]] = {}

    def places(self, question: Question) -> tuple[tuple[Place, ...], ...]:
        """Return `found` of each evidence group, without what differs."""
        return tuple([self.found(group, question.gold_doc_ids)[0] for group in question.evidence])

    def found(self, group: EvidenceGroup, gold_doc_ids: tuple[str, ...]) -> tuple[tuple[Place, ...], str | None]:
        """Return every place where one of a group's alternatives stands, none where it is lost, and what differs there.

        A span is its own place, without white space at its ends, while the document still has the labelled words there.
        A string is searched in the gold documents, or in all where the question names none. Nothing differs but where only
        a fuzzy search finds it, in a gold document.
        """
        places = self._group(group, gold_doc_ids)
        near = self._nearly(group, gold_doc_ids) if self._fuzzy and not places else None
        return ((near[0],), near[1]) if near else (places, None)

    def search(self, literal: str, doc_ids: Iterable[str] | None = None) -> tuple[Place, ...]:
        """Return every whole occurrence of `literal` in the documents named (null: all), in their order."""
        named = self._texts if doc_ids is None else doc_ids
        longest = max(literal.split(), key=len, default="")
        # Words hold no white space, so each must stand in the text as it is; most documents end at this cheap test.
        return tuple(
            place
            for doc_id in named
            if longest and longest in self._texts.get(doc_id, "")
            for place in self._in_document(literal, doc_id)
        )

    def whole(self, doc_id: str) -> tuple[Place, ...]:
        """Return the place of a whole document; none where it is not in the corpus or holds no word."""
        text = self._texts.get(doc_id, "")
        return (Place(doc_id=doc_id, start=0, end=len(text)),) if text.strip() else ()

    def _nearly(self, group: EvidenceGroup, gold_doc_ids: tuple[str, ...]) -> tuple[Place, str] | None:
        """Return where a gold document nearly says an alternative of a group, and what differs; None where none does."""
        from harness.golden.fuzzy import find_near  # noqa: PLC0415 -- numbers and dates of four languages, which exact evidence has no use for

        for anchor in group.alternatives:
            for doc_id in (anchor.doc_id,) if anchor.doc_id is not None else gold_doc_ids:
                key = (doc_id, anchor.text)
                if key not in self._near:
                    self._near[key] = find_near(anchor.text, self._texts.get(doc_id, ""))
                if found := self._near[key]:
                    return Place(doc_id=doc_id, start=found[0], end=found[1]), found[2]
        return None

    def _group(self, group: EvidenceGroup, gold_doc_ids: tuple[str, ...]) -> tuple[Place, ...]:
        found = [place for anchor in group.alternatives for place in self._anchor(anchor, gold_doc_ids)]
        return tuple(dict.fromkeys(found)) if len(group.alternatives) > 1 else tuple(found)

    def _anchor(self, anchor: Anchor, gold_doc_ids: tuple[str, ...]) -> tuple[Place, ...]:
        if anchor.doc_id is not None and anchor.start is not None and anchor.end is not None:
            # Parsed anew, a document may have other words at the offsets of a label that was made for the old text.
            if not self._texts.get(anchor.doc_id, "").startswith(anchor.text, anchor.start):
                return ()
            return (self._trimmed(anchor.doc_id, anchor.start, anchor.end),)
        return self.search(anchor.text, gold_doc_ids or None)

    def _trimmed(self, doc_id: str, start: int, end: int) -> Place:
        # Chunks leave the white space at their edges outside, and white space is no evidence.
        slice_ = self._texts[doc_id][start:end]
        lead, kept = len(slice_) - len(slice_.lstrip()), len(slice_.strip())
        return Place(doc_id=doc_id, start=start + lead, end=start + lead + kept)

    def _in_document(self, literal: str, doc_id: str) -> tuple[Place, ...]:
        key = (doc_id, literal)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= CACHED_ANCHORS:
                self._found.clear()
            spans = find_whole(literal, self._texts[doc_id])
            found = tuple(Place(doc_id=doc_id, start=start, end=end) for start, end in spans)
            self._found[key] = found
        return found
