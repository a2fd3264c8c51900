"""Unanswerable questions that the corpus may answer after all: whoever abstains on them is blamed for the label.

Nobody can tell by words whether a sentence answers a question; but where one holds nearly all that the question speaks of, its
rare words above all, a person should look. Weights are ln(1 + sentences / sentences with the word).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from harness.protocols import Analyzer
from harness.text.sentences import split_sentences
from harness.types import Document

COVERED = 0.8
FEWEST_SHARED = 3


class SentenceIndex:
    """The sentences of a corpus by their content words; built once, when the first unanswerable question asks."""

    def __init__(self, documents: Sequence[Document], analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._sentences: list[tuple[str, str]] = []
        self._with: dict[str, list[int]] = defaultdict(list)
        for document in documents:
            for start, end in split_sentences(document.text):
                sentence = document.text[start:end]
                for word in set(analyzer.terms(sentence)):
                    self._with[word].append(len(self._sentences))
                self._sentences.append((document.doc_id, sentence))

    def covering(self, question: str) -> tuple[str, str, float] | None:
        """Return `(doc_id, sentence, share covered)` of the sentence that holds most of a question, if it holds enough."""
        words = set(self._analyzer.terms(question))
        weights = {word: self._weight(word) for word in words}
        covered: defaultdict[int, float] = defaultdict(float)
        for word, weight in weights.items():
            for number in self._with.get(word, ()):
                covered[number] += weight
        if not covered:
            return None
        best = max(covered, key=lambda number: (covered[number], -number))
        doc_id, sentence = self._sentences[best]
        share = covered[best] / sum(weights.values())
        enough = len(words.intersection(self._analyzer.terms(sentence))) >= FEWEST_SHARED
        return (doc_id, sentence, share) if share >= COVERED and enough else None

    def _weight(self, word: str) -> float:
        return math.log1p(len(self._sentences) / max(1, len(self._with.get(word, ()))))
