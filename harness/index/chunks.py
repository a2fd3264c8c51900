"""Documents to chunks: literal slices that know their document, their place and the headings they stand under."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from harness.protocols import Chunker, Cut, LeadingChunker
from harness.text.sentences import fence_after
from harness.text.words import count_words
from harness.types import Chunk, Document

_HEADING_OR_FENCE = re.compile(r"^ {0,3}(?:(?P<marks>#{1,6})(?=\s|\Z)(?P<title>.*+)|(?=```|~~~).*+)", re.MULTILINE)

Headings = list[tuple[int, tuple[str, ...]]]


def chunk_documents(
    documents: Iterable[Document], chunker: Chunker, *, prefix: str = "", cuts: Iterable[Sequence[Cut]] | None = None
) -> tuple[Chunk, ...]:
    """Cut every document; chunk `n` of a document (from 0) is called `doc_id#n`, after `prefix`.

    Chunks come in corpus order, share their document's metadata and carry the Markdown headings in force where they
    start, outermost first. A document without words gives no chunk. `cuts` are each document's, where known.
    """
    # Asked once: to ask a Protocol whether an object satisfies it takes longer than to cut a short document.
    leading = chunker if isinstance(chunker, LeadingChunker) else None
    if cuts is None:
        return tuple(
            chunk for document in documents for chunk in _chunks(document, leading, prefix, chunker.cut(document.text))
        )
    pairs = zip(documents, cuts, strict=True)
    return tuple(chunk for document, own in pairs for chunk in _chunks(document, leading, prefix, own))


def words_per_chunk(chunks: Iterable[Chunk]) -> float:
    """Return the mean number of words in a chunk; 0.0 for an index without chunks, whose size says so."""
    counts = [count_words(chunk.text) for chunk in chunks]
    return sum(counts) / len(counts) if counts else 0.0


def _chunks(document: Document, leading: LeadingChunker | None, prefix: str, cuts: Sequence[Cut]) -> Iterator[Chunk]:
    text = document.text
    headings = _headings(text)
    leads = leading.leads(text) if leading else {}
    for number, (start, end) in enumerate(cuts):
        # The fields come from a valid document and from offsets into it: validating them again would take longer than
        # everything else here, and would copy the metadata for every chunk.
        yield Chunk.trusted(
            chunk_id=f"{prefix}{document.doc_id}#{number}",
            doc_id=document.doc_id,
            start=start,
            end=end,
            text=text[start:end],
            title=document.title,
            source=document.source,
            heading_path=_path_at(headings, start),
            lead=leads.get(start, ""),
            metadata=document.metadata,
        )


def _path_at(headings: Headings, start: int) -> tuple[str, ...]:
    if not headings:
        return ()
    position = bisect_right(headings, start, key=lambda heading: heading[0])
    return headings[position - 1][1] if position else ()


def _headings(text: str) -> Headings:
    """Return `(offset, path)` for each Markdown heading outside fenced code: from that offset on, the path holds."""
    if "#" not in text:
        return []
    headings: Headings = []
    path: list[tuple[int, str]] = []
    fence = ""
    for line in _HEADING_OR_FENCE.finditer(text):
        if line["marks"] is None:
            fence = fence_after(fence, line[0])
        elif not fence:
            level = len(line["marks"])
            path = [outer for outer in path if outer[0] < level]
            path.append((level, _title(line["title"])))
            headings.append((line.start(), tuple(title for _, title in path)))
    return headings


def _title(rest: str) -> str:
    title = rest.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title
