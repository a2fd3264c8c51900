"""Azure's RAG chat evaluator (`eval_results.jsonl`), and the rows that the Azure AI evaluation SDK writes.

The evaluator joins the contexts into one text, `SOURCE: text`, blank lines between; it is taken apart where a line begins
with a file's name. Where its target failed it writes the exception as answer and as context, with a latency of -1: that is
an error, not an answer. The sources that a reference cites are taken out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.importers._files import Row, rows_of
from harness.text.claims import strip_markers

MAPPING: Mapping[str, str] = {
    "id": "question_id|id|inputs.id",
    "question": "question|query|inputs.question|inputs.query",
    "answer": "answer|response|outputs.response|inputs.response|inputs.answer",
    "contexts": "contexts|context|outputs.context|inputs.context",
    "reference": "truth|gold_answer|ground_truth|inputs.truth|inputs.ground_truth",
    "seconds": "latency",
    "error": "error",
}

_REFERENCES = frozenset(MAPPING["reference"].split("|"))
_SOURCE = re.compile(r"^(?P<source>[^\s:][^\n:]{0,250}?\.[A-Za-z0-9]{1,5}(?:#[^\s:]{1,100})?):[ \t]+", re.MULTILINE)


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows."""
    for where, fields in rows_of(path, "rows"):
        failed = fields.get("latency") == -1 and fields.get("answer") == fields.get("context")
        if failed:
            yield where, {**fields, "answer": None, "context": None, "error": fields.get("answer")}
        else:
            yield where, {name: _uncited(value) if name in _REFERENCES else value for name, value in fields.items()}


def _uncited(reference: Any) -> Any:
    """Return a reference without the sources it cites: what an answer must say are its words."""
    return strip_markers(reference, citation="[S{n}]").strip() if isinstance(reference, str) else reference


def split(text: str) -> list[dict[str, Any]]:
    """Return the contexts of a joined text, each with its source; one without a source where none begins a line."""
    found = list(_SOURCE.finditer(text))
    if not found or text[: found[0].start()].strip():
        return [{"text": text}] if text.strip() else []
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [
        {"source": match["source"], "text": text[match.end() : end].strip()}
        for match, end in zip(found, ends, strict=True)
    ]
