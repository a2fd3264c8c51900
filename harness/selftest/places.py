"""A second opinion on where evidence stands: a plain search of its own, which shares nothing with the ledger's.

Where it is not sure that an occurrence is whole ("308" in "308a", "9" in "0.9") it says neither yes nor no: a plant that
hangs on that is not made.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from harness.text.words import UNSPACED
from harness.types import Anchor, Chunk, Document, EvidenceGroup, Question

_SEPARATORS = frozenset(".,:/'’-–")


def occurrences(literal: str, text: str) -> list[tuple[int, int]]:
    """Return `(start, end)` of every occurrence of `literal`, whole or not; white space matches any white space."""
    words = literal.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    return [match.span() for match in pattern.finditer(text)]


def is_clean(text: str, start: int, end: int) -> bool:
    """Return whether surely nothing on either side makes `text[start:end]` part of a longer word or number."""
    before, after = text[max(0, start - 2) : start][::-1], text[end : end + 2]
    return not (_touches(text[start], before) or _touches(text[end - 1], after))


def _touches(edge: str, beyond: str) -> bool:
    """Return whether the one or two characters beyond an edge, nearest first, may go on with its word or number."""
    neighbour, next_one = beyond[:1], beyond[1:]
    if not neighbour or neighbour.isspace():
        return False
    if unicodedata.combining(neighbour):
        return True
    if edge.isdigit():
        return neighbour.isalnum() or neighbour == "_" or (neighbour in _SEPARATORS and next_one.isdigit())
    # A script without spaces has no word boundaries to cut.
    is_word = _in_word(edge) and _in_word(neighbour)
    return is_word and not (UNSPACED.match(edge) or UNSPACED.match(neighbour))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.combining(character) > 0


def documents_of(anchor: Anchor, question: Question, documents: Sequence[Document]) -> list[Document]:
    """Return the documents in which an anchor counts: the span's, the gold ones, or all."""
    if anchor.doc_id is not None:
        return [d for d in documents if d.doc_id == anchor.doc_id]
    return [d for d in documents if not question.gold_doc_ids or d.doc_id in question.gold_doc_ids]


def places(group: EvidenceGroup, question: Question, documents: Sequence[Document]) -> list[tuple[str, int, int]]:
    """Return `(doc_id, start, end)` of every occurrence of a group's alternatives where they count, whole or not."""
    found = []
    for anchor in group.alternatives:
        for document in documents_of(anchor, question, documents):
            if anchor.start is not None and anchor.end is not None:
                if document.text[anchor.start : anchor.end] == anchor.text:
                    found.append((document.doc_id, *_trimmed(document.text, anchor.start, anchor.end)))
            else:
                found += [(document.doc_id, *span) for span in occurrences(anchor.text, document.text)]
    return list(dict.fromkeys(found))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def in_chunk(group: EvidenceGroup, question: Question, chunk: Chunk) -> Iterator[tuple[int, int, bool]]:
    """Yield `(start, end, whether it is surely whole)` of a group's alternatives in a chunk's text."""
    for anchor in group.alternatives:
        if anchor.start is not None and anchor.end is not None:
            inner = anchor.text.strip()
            start = anchor.start + anchor.text.index(inner) - chunk.start
            if chunk.doc_id == anchor.doc_id and chunk.text[max(0, start) : start + len(inner)] == inner and start >= 0:
                yield start, start + len(inner), True
        elif not question.gold_doc_ids or chunk.doc_id in question.gold_doc_ids:
            for start, end in occurrences(anchor.text, chunk.text):
                yield start, end, is_clean(chunk.text, start, end)


def holds(group: EvidenceGroup, question: Question, chunk: Chunk) -> bool:
    """Return whether a chunk surely carries a group."""
    return any(whole for _, _, whole in in_chunk(group, question, chunk))


def might_hold(group: EvidenceGroup, question: Question, chunk: Chunk) -> bool:
    """Return whether a chunk may carry a group; where this is false it surely does not."""
    return any(True for _ in in_chunk(group, question, chunk))
