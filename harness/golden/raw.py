"""`raw.jsonl`: what the files behind a corpus hold by another way of reading than the one that made its texts.

Evidence that a raw text holds and the parsed text does not was lost by the parser. The file is read once, when the golden
set is; after that only the texts of documents that somebody asks about are.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from harness.errors import GoldenError
from harness.golden.jsonl import Fields, located_objects, parse_object
from harness.text.literal import find_whole
from harness.types import EvidenceGroup

SHOWN = 3
"""How many places a question is told of."""

_KEPT = 4
_SHAPE = '{"doc_id": ..., "views": [{"how": ..., "text": ...}]}'


class RawTexts:
    """The raw texts of a corpus, by document; `sha256` covers all of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at: dict[str, int] = {}
        self._kept: dict[str, list[dict[str, Any]]] = {}
        for number, at, fields in located_objects(path):
            self._at[_checked(fields, f"{path} line {number}")] = at
        with path.open("rb") as file:
            self.sha256 = hashlib.file_digest(file, "sha256").hexdigest()

    def holders(self, group: EvidenceGroup, gold_doc_ids: Iterable[str]) -> tuple[str, ...]:
        """Return where a group's strings stand in the raw texts of the gold documents (of all where there are none).

        Each place reads `fees.pdf, page 3 (text in the order the PDF draws it)`. Spans are places of the parsed text; one
        that stands there no longer is looked for by its words. Raises `GoldenError` where the file has become unreadable.
        """
        return tuple(islice(self._found(group, tuple(gold_doc_ids) or tuple(self._at)), SHOWN))

    def of(self, doc_id: str) -> tuple[str, ...]:
        """Return which raw texts of a document hold any words."""
        held = [f"{doc_id} ({view['how']})" for view in self._views(doc_id) if view["text"].strip()]
        return tuple(held[:SHOWN])

    def _found(self, group: EvidenceGroup, doc_ids: Iterable[str]) -> Iterator[str]:
        for doc_id in doc_ids:
            literals = [a.text for a in group.alternatives if not a.is_span or a.doc_id == doc_id]
            for view in self._views(doc_id) if literals else ():
                places = (place for literal in literals for place in find_whole(literal, view["text"]))
                for start, _ in islice(places, 1):
                    starts = view.get("page_starts") or ()
                    page = f", page {bisect_right(starts, start)}" if starts else ""
                    yield f"{doc_id}{page} ({view['how']})"

    def _views(self, doc_id: str) -> list[dict[str, Any]]:
        if doc_id not in self._kept:
            views = self._read(doc_id) if doc_id in self._at else []
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[doc_id] = views
        return self._kept[doc_id]

    def _read(self, doc_id: str) -> list[dict[str, Any]]:
        try:
            with self._path.open("rb") as lines:
                lines.seek(self._at[doc_id])
                fields = parse_object(lines.readline(), f"{self._path} ({doc_id})")
        except OSError as error:
            raise GoldenError(f"{self._path}: {error.strerror}; run harness ingest again") from None
        if _checked(fields, str(self._path)) != doc_id:
            raise GoldenError(f"{self._path}: changed while it was in use; run the command again")
        views: list[dict[str, Any]] = fields["views"]
        return views


def _checked(fields: Fields, where: str) -> str:
    """Return the document a line is about; raise `GoldenError` for a line that `harness ingest` does not write."""
    doc_id, views = fields.get("doc_id"), fields.get("views")
    if isinstance(doc_id, str) and isinstance(views, list) and all(map(_is_view, views)):
        return doc_id
    raise GoldenError(f"{where}: not {_SHAPE}; run harness ingest again, or delete the file")


def _is_view(view: object) -> bool:
    return isinstance(view, dict) and isinstance(view.get("text"), str) and isinstance(view.get("how"), str)
