"""Windows of N sentences, each sharing OVERLAP sentences with the one before (the first seed's cut by sentence)."""

from __future__ import annotations

from pydantic import Field

from harness.protocols import Chunker, Cut
from harness.text.sentences import split_plain
from harness.types import Frozen

_ENDERS = ".!?:"


class Options(Frozen):
    """Counts of sentences; an overlap of the whole window or more still advances, one sentence at a time."""

    n: int = Field(default=4, ge=1)
    overlap: int = Field(default=1, ge=0)


def make(options: Options) -> Chunker:
    """Return the chunker."""
    return Sentence(options)


class Sentence:
    """Sentences by the plain rule: white space after a full stop, exclamation mark, question mark or colon."""

    def __init__(self, options: Options) -> None:
        self._n = options.n
        self._step = max(1, options.n - options.overlap)

    def cut(self, text: str) -> list[Cut]:
        """Return one cut for every step at which a sentence is left."""
        sentences = split_plain(text, _ENDERS)
        ends = len(sentences) - 1
        return [
            (sentences[first][0], sentences[min(first + self._n - 1, ends)][1])
            for first in range(0, len(sentences), self._step)
        ]
