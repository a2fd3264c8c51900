"""Somebody else's results to chunks of this index: by chunk id, by document id, or by text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.errors import InputError
from harness.protocols import Hits, Mask
from harness.types import Chunk

IDS = ("chunk_id", "id", "doc_id")
TEXTS = ("text", "page_content", "content", "document")
SCORES = ("score", "relevance", "similarity")
_SHOWN = 80


class UnmatchedError(InputError):
    """A retriever returned something that is not a ranking of this index's chunks."""


class ChunkMatcher:
    """Finds the chunks that results speak of.

    A result is an id, a text, a mapping with one of `IDS` or `TEXTS` (and, if it likes, one of `SCORES`), or a pair of
    one of these and a score. An id is a chunk's, or that of a document with a single chunk; a text is a chunk's own,
    white space aside, and where several chunks have the same text, each is taken once, in corpus order.
    """

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._by_id: dict[str, int] = {chunk.chunk_id: position for position, chunk in enumerate(chunks)}
        self._by_document: dict[str, list[int]] = defaultdict(list)
        self._by_text: dict[str, list[int]] = defaultdict(list)
        for position, chunk in enumerate(chunks):
            self._by_document[chunk.doc_id].append(position)
            self._by_text[_collapsed(chunk.text)].append(position)

    def hits(self, results: object, depth: int, visible: Mask | None) -> Hits:
        """Return the first `depth` visible chunks among `results`, in their order, a repeated chunk once.

        A score is the result's own; where any is missing, 1 / rank for all. Raises `UnmatchedError` that names the
        first result that is no chunk of this index: a ranking with holes would be measured as a worse one.
        """
        found: dict[int, float | None] = {}
        for number, (result, score) in enumerate(_results(results), 1):
            position = self._position(result, number, found)
            found.setdefault(position, score)
        ranked = [(p, s) for p, s in found.items() if visible is None or visible[p]][:depth]
        if any(score is None for _, score in ranked):
            return [(position, 1 / rank) for rank, (position, _) in enumerate(ranked, 1)]
        return [(position, score) for position, score in ranked if score is not None]

    def _position(self, result: object, number: int, taken: Mapping[int, float | None]) -> int:
        names, texts = _ids_and_texts(result)
        for name in names:
            if name in self._by_id:
                return self._by_id[name]
            of_document = self._by_document.get(name, ())
            if len(of_document) == 1:
                return of_document[0]
        for text in texts:
            same = self._by_text.get(_collapsed(text), ())
            if same:
                return next((p for p in same if p not in taken), same[0])
        for name in names:
            if name in self._by_document:
                raise UnmatchedError(
                    f"result {number} is document {name!r}, which has {len(self._by_document[name])} chunks here;"
                    " return chunk ids or texts, or use --chunker whole"
                )
        shown = repr(result)
        raise UnmatchedError(
            f"result {number}, {shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'}, is neither the id nor the text of"
            " a chunk; cut the corpus as your retriever does (--chunker), or return the chunk ids of this index"
        )


def _results(results: object) -> Iterator[tuple[object, float | None]]:
    if isinstance(results, str | bytes | Mapping) or not isinstance(results, Sequence):
        raise UnmatchedError(
            f"returned {type(results).__name__}, not a list; return ids, texts or objects with an id or a text, best first"
        )
    for result in results:
        if isinstance(result, tuple | list) and len(result) == 2:  # noqa: PLR2004 -- a pair
            yield result[0], _number(result[1])
        elif isinstance(result, Mapping):
            yield result, next((_number(result[name]) for name in SCORES if name in result), None)
        else:
            yield result, None


def _ids_and_texts(result: object) -> tuple[list[str], list[str]]:
    if isinstance(result, str):
        return [result], [result]
    if isinstance(result, Mapping):
        return _strings(result, IDS), _strings(result, TEXTS)
    return [], []


def _strings(result: Mapping[Any, Any], names: Sequence[str]) -> list[str]:
    return [str(result[name]) for name in names if isinstance(result.get(name), str | int)]


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _collapsed(text: str) -> str:
    return " ".join(text.split())
