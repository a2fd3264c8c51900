"""How much of a question is taken from the sentence that answers it: a question written from the text flatters every search.

The score is the share of a question's content words (stems, no stopwords) that stand in the sentences of its evidence. It is
high for keyword and identifier questions by intention; for the others, from `HIGH` on, it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.golden.evidence import Locator
from harness.protocols import Analyzer
from harness.text.sentences import split_sentences
from harness.types import Document, Place, Question

HIGH = 0.8
FEWEST_WORDS = 4
"""A question of fewer content words shares most of them with any sentence about its subject."""

LEXICAL_TYPES = frozenset({"identifier", "keyword"})


@dataclass(frozen=True, slots=True)
class Reuse:
    """One question's score in [0, 1], the content words it has and those of them that its evidence's sentences have."""

    question_id: str
    type: str
    words: int
    shared: int

    @property
    def score(self) -> float:
        """The share of content words that are reused."""
        return self.shared / self.words

    @property
    def is_high(self) -> bool:
        """Whether the question is one to write anew; lexical types reuse words by intention."""
        return self.score >= HIGH and self.words >= FEWEST_WORDS and self.type not in LEXICAL_TYPES


class ReuseMeter:
    """Scores one question after another over fixed documents; a document's sentences are found once."""

    def __init__(self, documents: Sequence[Document], locator: Locator, analyzer: Analyzer) -> None:
        self._texts = {document.doc_id: document.text for document in documents}
        self._locator = locator
        self._analyzer = analyzer
        self._cuts: dict[str, list[tuple[int, int]]] = {}

    def score(self, question: Question) -> Reuse | None:
        """Return the score; None for a question without content words, or whose evidence stands nowhere."""
        words = set(self._analyzer.terms(question.question))
        groups = [places for places in self._locator.places(question) if places]
        if not words or not groups:
            return None
        # Of several places the first will do: they hold the same literal, and a question is written from one of them.
        around = " ".join(self._sentences(places[0]) for places in groups)
        shared = words.intersection(self._analyzer.terms(around))
        return Reuse(question.id, question.type, len(words), len(shared))

    def _sentences(self, place: Place) -> str:
        text = self._texts[place.doc_id]
        if place.doc_id not in self._cuts:
            self._cuts[place.doc_id] = split_sentences(text)
        touched = [cut for cut in self._cuts[place.doc_id] if cut[0] < place.end and place.start < cut[1]]
        return text[touched[0][0] : touched[-1][1]] if touched else text[place.start : place.end]
