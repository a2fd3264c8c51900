"""Paragraphs, short ones merged up to MAX_WORDS words (the first seed's cut by structure)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import Field

from harness.protocols import Chunker, Cut
from harness.text.words import count_words, strip_span
from harness.types import Frozen

_BLANK_LINE = re.compile(r"\n\s*\n")


class Options(Frozen):
    """The cap is for merging: a paragraph longer than it stays whole."""

    max_words: int = Field(default=160, ge=1)


def make(options: Options) -> Chunker:
    """Return the chunker."""
    return Structure(options)


class Structure:
    """Never cuts inside a paragraph, so a chunk is as long as the longest paragraph asks for."""

    def __init__(self, options: Options) -> None:
        self._max_words = options.max_words

    def cut(self, text: str) -> list[Cut]:
        """Return runs of whole paragraphs."""
        cuts: list[Cut] = []
        merged = 0
        for start, end in _paragraphs(text):
            words = count_words(text[start:end])
            if cuts and merged + words <= self._max_words:
                cuts[-1] = (cuts[-1][0], end)
                merged += words
            else:
                cuts.append((start, end))
                merged = words
        return cuts


def _paragraphs(text: str) -> Iterator[Cut]:
    start = 0
    for gap in _BLANK_LINE.finditer(text):
        yield from strip_span(text, start, gap.start())
        start = gap.end()
    yield from strip_span(text, start, len(text))
