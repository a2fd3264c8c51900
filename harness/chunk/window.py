"""Windows of SIZE words, each sharing OVERLAP words with the one before (the first seed's fixed window)."""

from __future__ import annotations

from pydantic import Field

from harness.protocols import Chunker, Cut
from harness.text.words import word_spans
from harness.types import Frozen


class Options(Frozen):
    """Sizes in words; an overlap of the whole window or more still advances, one word at a time."""

    size: int = Field(default=160, ge=1)
    overlap: int = Field(default=32, ge=0)


def make(options: Options) -> Chunker:
    """Return the chunker."""
    return Window(options)


class Window:
    """Cuts where the count falls, blind to structure; the last windows may lie inside the one before them."""

    def __init__(self, options: Options) -> None:
        self._size = options.size
        self._step = max(1, options.size - options.overlap)

    def cut(self, text: str) -> list[Cut]:
        """Return one cut for every step at which a word is left."""
        words = list(word_spans(text))
        ends = len(words) - 1
        return [
            (words[first][0], words[min(first + self._size - 1, ends)][1]) for first in range(0, len(words), self._step)
        ]
