"""What can be wrong with one question's evidence, each as a sentence that says what to do about it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from harness.golden.evidence import Locator
from harness.golden.raw import RawTexts
from harness.text.literal import collapse, contains_whole, excerpt
from harness.text.patterns import PatternError, read_pattern
from harness.text.words import count_words
from harness.types import Anchor, Chunk, Document, EvidenceGroup, Place, Question

TELLING_WORDS = 5
"""A span shorter than this recurs by chance, so its copies elsewhere are not reported."""

COMMON = 3
"""A string that stands so often where it counts is found by many chunks that do not answer."""

_NAMED = 3
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_UNREADABLE_IN_EVIDENCE = frozenset({"model", "tokens"})

_FOLDS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("Unicode NFKC normalisation", lambda text: unicodedata.normalize("NFKC", text)),
    ("curly quotes and dashes are made plain", lambda text: text.translate(_PLAIN)),
    ("case folding", str.casefold),
    (
        "all of NFKC, plain quotes and case folding",
        lambda t: unicodedata.normalize("NFKC", t).translate(_PLAIN).casefold(),
    ),
)


class Anchors:
    """Looks at the evidence of one question after another in fixed documents, cut into `chunks` or not at all."""

    def __init__(
        self,
        documents: Sequence[Document],
        chunks: Sequence[Chunk] | None,
        raw: RawTexts | None = None,
        locator: Locator | None = None,
    ) -> None:
        self._locator = locator or Locator(documents)
        self._raw = raw
        self._texts = {document.doc_id: document.text for document in documents}
        self._folded: dict[tuple[int, str], str] = {}
        self._chunks: dict[str, list[Chunk]] | None = None if chunks is None else {}
        for chunk in chunks or ():
            self._chunks_of(chunk.doc_id).append(chunk)

    def missing_and_cut(self, question: Question) -> Iterator[tuple[str, str]]:
        """Yield `(kind, message)` for each group that no gold document holds, that its parser lost, or that no chunk holds."""
        for group, places in zip(question.evidence, self._locator.places(question), strict=True):
            unparsed = self._raw.holders(group, question.gold_doc_ids) if self._raw and not places else ()
            if unparsed:
                cure = "parse it otherwise (harness ingest --help), or quote its text as parsed"
                yield (
                    "anchor_unparsed",
                    f"{excerpt(group.alternatives[0].text)} stands in {'; '.join(unparsed)}: {cure}",
                )
            elif not places:
                yield "anchor_missing", self._missing(group, question.gold_doc_ids)
            elif self._chunks is not None and not any(self._is_whole(place) for place in places):
                yield "anchor_cut", self._cut(places)

    def elsewhere(self, question: Question) -> Iterator[str]:
        """Yield a message for each anchor that also stands where finding it does not count."""
        spans = [anchor for anchor in _anchors(question) if anchor.is_span]
        for anchor in _anchors(question):
            if anchor.is_span:
                if count_words(anchor.text) >= TELLING_WORDS:
                    yield from self._copies(anchor, spans)
            elif question.gold_doc_ids:
                found = [place.doc_id for place in self._locator.search(anchor.text)]
                other = [doc_id for doc_id in found if doc_id not in question.gold_doc_ids]
                if other:
                    cure = "where it does not count; add it to gold_doc_ids if it answers too"
                    yield f"{excerpt(anchor.text)} also stands in {_listed(other)}, {cure}"

    def ambiguous(self, question: Question) -> Iterator[str]:
        """Yield a message for each string so common where it counts that finding it says little."""
        for anchor in _anchors(question):
            places = () if anchor.is_span else self._locator.search(anchor.text, question.gold_doc_ids or None)
            documents = {place.doc_id for place in places}
            if len(places) >= COMMON:
                where = f"{len(places)} places"
                where += f" in {len(documents)} documents" if len(documents) > 1 else ""
                cure = "any chunk with one of them counts as finding it; quote more of the sentence that answers"
                cure += "" if question.gold_doc_ids else ", or name gold_doc_ids"
                yield f"{excerpt(anchor.text)} stands at {where}: {cure}"

    def holding(self, answers: Sequence[str]) -> tuple[str, str] | None:
        """Return `(answer, doc_id)` of the first of some answers that stands in a document; None where none does."""
        found = ((answer, self._locator.search(answer)) for answer in answers)
        return next(((answer, places[0].doc_id) for answer, places in found if places), None)

    def _copies(self, anchor: Anchor, spans: Sequence[Anchor]) -> Iterator[str]:
        # Overlap, not equality: a span may begin or end with white space, which a search leaves out.
        copies = [
            f"{place.doc_id}[{place.start}:{place.end}]"
            for place in self._locator.search(anchor.text)
            if not any(_overlaps(place, span) for span in spans)
        ]
        if copies:
            cure = "where it does not count; add that as an alternative"
            yield f"{excerpt(anchor.text)} also stands at {_listed(copies)}, {cure}"

    def _missing(self, group: EvidenceGroup, gold_doc_ids: tuple[str, ...]) -> str:
        documents = "document" if len(gold_doc_ids) == 1 else "documents"
        where = f"the gold {documents} {_listed(gold_doc_ids)}" if gold_doc_ids else "any document"
        head = f"{excerpt(group.alternatives[0].text)} is not in {where}"
        for anchor in group.alternatives:
            hint = self._hint(anchor.text, gold_doc_ids)
            if hint:
                return f"{head}; {hint}"
        return f"{head}; copy it from the text, letter by letter"

    def _hint(self, literal: str, gold_doc_ids: tuple[str, ...]) -> str | None:
        others = [place.doc_id for place in self._locator.search(literal)] if gold_doc_ids else []
        if others:
            return f"it stands in {_listed(others)}: correct gold_doc_ids"
        gold = gold_doc_ids or tuple(self._texts)
        inside = re.compile(r"\s+".join(map(re.escape, literal.split())))
        for doc_id in gold:
            if inside.search(self._texts[doc_id]):
                return f"in {doc_id!r} it stands only inside a longer word or number: quote that whole"
        for number, (name, fold) in enumerate(_FOLDS):
            folded = fold(literal)
            for doc_id in gold:
                if contains_whole(folded, self._fold(number, doc_id)):
                    return f"it would match {doc_id!r} after {name}: copy it from there"
        return None

    def _fold(self, number: int, doc_id: str) -> str:
        key = (number, doc_id)
        if key not in self._folded:
            self._folded[key] = _FOLDS[number][1](self._texts[doc_id])
        return self._folded[key]

    def _chunks_of(self, doc_id: str) -> list[Chunk]:
        return [] if self._chunks is None else self._chunks.setdefault(doc_id, [])

    def _is_whole(self, place: Place) -> bool:
        return any(chunk.start <= place.start and place.end <= chunk.end for chunk in self._chunks_of(place.doc_id))

    def _cut(self, places: tuple[Place, ...]) -> str:
        place = min(places, key=lambda p: p.end - p.start)
        text = self._texts[place.doc_id][place.start : place.end]
        chunks = self._chunks_of(place.doc_id)
        first = max((c for c in chunks if c.start <= place.start), key=lambda c: c.start, default=None)
        last = min((c for c in chunks if c.end >= place.end), key=lambda c: c.end, default=None)
        if first is None or last is None:
            return f"{excerpt(text)} stands in {place.doc_id!r} where the chunker made no chunk"
        words = count_words(text)
        return (
            f"{excerpt(text)} is cut between {first.chunk_id!r} and {last.chunk_id!r};"
            f" chunks of {words} words or more with an overlap of {max(1, words - 1)} would hold it whole"
        )


def repeated(question: Question) -> Iterator[str]:
    """Yield a message for each anchor that stands in the question's evidence twice."""
    seen = set()
    for anchor in _anchors(question):
        key = (anchor.doc_id, anchor.start, anchor.end) if anchor.is_span else collapse(anchor.text)
        if key in seen:
            yield f"{excerpt(anchor.text)} is given twice; each group counts as another thing to find: delete one"
        seen.add(key)


def leaks(question: Question) -> Iterator[str]:
    """Yield a message for each anchor or accepted answer that the question itself gives away."""
    asked = question.question.casefold()
    literal = () if question.match == "regex" else question.answers
    given = [("evidence", anchor.text) for anchor in _anchors(question)] + [("answer", text) for text in literal]
    distinct = {collapse(text).casefold(): (kind, text) for kind, text in reversed(given)}
    for kind, text in reversed(distinct.values()):
        if contains_whole(text.casefold(), asked):
            yield f"the {kind} {excerpt(text)} stands in the question; ask without giving it away"


def answer_apart(question: Question) -> str | None:
    """Say so when none of the accepted answers stands in any of the evidence, where the judge compares literally."""
    if not question.answers or not question.evidence or question.match in _UNREADABLE_IN_EVIDENCE:
        return None
    # Joined, because an answer may take its words from several groups.
    evidence = " ".join(collapse(anchor.text) for anchor in _anchors(question))
    for answer in question.answers:
        if question.match == "regex":
            try:
                if read_pattern(answer).search(evidence) is not None:
                    return None
            except PatternError as error:
                return f"the pattern {error}"
        elif contains_whole(answer.casefold(), evidence.casefold()):
            return None
    more = ", …" if len(question.answers) > 1 else ""
    return f"no accepted answer ({excerpt(question.answers[0])}{more}) stands in the evidence; check both, or add the words used"


def _anchors(question: Question) -> Iterator[Anchor]:
    for group in question.evidence:
        yield from group.alternatives


def _overlaps(place: Place, span: Anchor) -> bool:
    if span.start is None or span.end is None or span.doc_id != place.doc_id:
        return False
    return place.start < span.end and span.start < place.end


def _listed(names: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(names))
    more = f" and {len(distinct) - _NAMED} more" if len(distinct) > _NAMED else ""
    return ", ".join(map(repr, distinct[:_NAMED])) + more
