"""RAGChecker's inputs and outputs: `{"results": [{query_id, query, gt_answer, response, retrieved_context}]}`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.importers._files import Row, rows_of

MAPPING: Mapping[str, str] = {
    "id": "query_id",
    "question": "query",
    "answer": "response",
    "contexts": "retrieved_context",
    "reference": "gt_answer",
}


def rows(path: Path) -> Iterator[Row]:
    """Yield the results."""
    yield from rows_of(path, "results")
