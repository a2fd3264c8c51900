"""Tables by whole rows up to WORDS words, each piece with its header; everything else as `packed` cuts it.

A chunk stays a literal slice of its document, so a piece that starts in the middle of a table does not hold the header.
The header is handed on as the chunk's `lead`: it is indexed and shown to the model before the rows, and traces no evidence.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from harness.chunk import packed
from harness.chunk._tables import Table, tables
from harness.protocols import Chunker, Cut
from harness.text.words import count_words, strip_span
from harness.types import Frozen


class Options(Frozen):
    """The most words a chunk holds, a header handed on included; a row longer than that stays whole."""

    words: int = Field(default=150, ge=1)


def make(options: Options) -> Chunker:
    """Return the chunker."""
    return Rows(options)


class Rows:
    """Never cuts a row, and never mixes rows with prose."""

    def __init__(self, options: Options) -> None:
        self._words = options.words
        self._prose = packed.make(packed.Options(words=options.words))

    def cut(self, text: str) -> list[Cut]:
        """Return runs of whole rows, and of whole sentences between tables."""
        cuts: list[Cut] = []
        reached = 0
        for table in tables(text):
            cuts += self._between(text, reached, table.start)
            cuts += self._rows(text, table)
            reached = table.end
        return cuts + list(self._between(text, reached, len(text)))

    def leads(self, text: str) -> dict[int, str]:
        """Return the header of each chunk that continues a table, by the offset where the chunk starts."""
        return {start: text[slice(*table.header)] for table in tables(text) for start, _ in self._rows(text, table)[1:]}

    def _between(self, text: str, start: int, end: int) -> Iterator[Cut]:
        for a, b in strip_span(text, start, end):
            yield from ((a + first, a + last) for first, last in self._prose.cut(text[a:b]))

    def _rows(self, text: str, table: Table) -> list[Cut]:
        header = count_words(text[slice(*table.header)])
        cuts: list[Cut] = [table.header]
        held = header
        for start, end in table.rows:
            words = count_words(text[start:end])
            if held + words <= self._words or cuts == [table.header]:
                cuts[-1] = (cuts[-1][0], end)
                held += words
            else:
                cuts.append((start, end))
                held = header + words
        return cuts
