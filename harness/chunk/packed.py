"""Whole sentences packed up to WORDS words, in any language; only a longer sentence is cut, at words."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from harness.protocols import Chunker, Cut
from harness.text.sentences import split_sentences
from harness.text.words import count_words, word_spans
from harness.types import Frozen


class Options(Frozen):
    """The most words a chunk holds."""

    words: int = Field(default=150, ge=1)


def make(options: Options) -> Chunker:
    """Return the chunker."""
    return Packed(options)


class Packed:
    """Fills each chunk with the sentences that fit, so that no sentence of ordinary length is cut in two."""

    def __init__(self, options: Options) -> None:
        self._words = options.words

    def cut(self, text: str) -> list[Cut]:
        """Return runs of whole sentences, none above the target."""
        cuts: list[Cut] = []
        packed = 0
        for start, end, words in self._pieces(text):
            if cuts and packed + words <= self._words:
                cuts[-1] = (cuts[-1][0], end)
                packed += words
            else:
                cuts.append((start, end))
                packed = words
        return cuts

    def _pieces(self, text: str) -> Iterator[tuple[int, int, int]]:
        for start, end in split_sentences(text):
            words = count_words(text[start:end])
            if words <= self._words:
                yield start, end, words
                continue
            spans = list(word_spans(text[start:end]))
            for first in range(0, len(spans), self._words):
                piece = spans[first : first + self._words]
                yield start + piece[0][0], start + piece[-1][1], len(piece)
