"""What is indexed of a chunk: its text, after its document's title, its headings and its table's header where asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, overload

from harness.types import Chunk

Header = Literal["none", "title", "path"]
Watch = Callable[[int, int], None]
"""Called with how many chunks are done, of how many."""

_EVERY = 4096


class Texts(Sequence[str]):
    """The texts of chunks as they are indexed, made as they are read, so that a million of them are never held twice."""

    def __init__(self, chunks: Sequence[Chunk], header: Header = "none", watch: Watch | None = None) -> None:
        self._chunks = chunks
        self._header: Header = header
        self._watch = watch
        self.counted: tuple[object, Any] | None = None
        """The analyzer and the term counts it gave; `harness.index.terms` keeps them here."""

    def __len__(self) -> int:
        return len(self._chunks)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return Texts(self._chunks[index], self._header)
        return indexed_text(self._chunks[index], self._header)

    def __iter__(self) -> Iterator[str]:
        header, watch, total = self._header, self._watch, len(self._chunks)
        for number, chunk in enumerate(self._chunks):
            if watch and not number % _EVERY:
                watch(number, total)
            yield indexed_text(chunk, header) if header != "none" or chunk.lead else chunk.text
        if watch:
            watch(total, total)


def indexed_text(chunk: Chunk, header: Header) -> str:
    """Return what retrievers see of a chunk; its own text is never changed, so its evidence stays where it is.

    `title` puts the document's title before it, `path` the title and the headings it stands under, each on a line and
    none twice. The header of a table that the chunk continues (`lead`) is there in any case.
    """
    lines: list[str] = []
    if header != "none":
        above = [chunk.title, *(chunk.heading_path if header == "path" else ())]
        first_line = chunk.text.partition("\n")[0].strip(" #")
        lines = [line for line in dict.fromkeys(above) if line and line != first_line]
    if chunk.lead:
        lines.append(chunk.lead)
    return "\n".join([*lines, chunk.text]) if lines else chunk.text
