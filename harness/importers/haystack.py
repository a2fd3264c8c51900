"""Haystack: evaluation reports (columns, as JSON or CSV), rows of runs, and answers as an `AnswerBuilder` returns them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.importers._files import Fields, Row, rows_of

MAPPING: Mapping[str, str] = {
    "id": "question_id|query_id|id",
    "question": "question|questions|query|queries",
    "answer": "predicted_answer|predicted_answers|responses|answer|replies|data",
    "contexts": "contexts|context|documents|retrieved_documents",
    "reference": "ground_truth_answer|ground_truth_answers|true_answers|gold_answer|expected_answer",
    "evidence": "ground_truth_documents|ground_truth_contexts",
    "model": "meta.model",
    "prompt_tokens": "meta.usage.prompt_tokens",
    "answer_tokens": "meta.usage.completion_tokens",
    "error": "error",
}


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows: of a report's columns, of the answers of pipeline runs, or as they stand."""
    for where, fields in rows_of(path, "inputs"):
        answers = _answers(fields)
        if answers is None:
            yield where, fields
            continue
        for number, answer in enumerate(answers, 1):
            yield f"{where} answer {number}".strip(), answer


def _answers(fields: Fields) -> list[Fields] | None:
    """Return the `GeneratedAnswer`s that a component of a pipeline run returned; None where there are none."""
    for part in (fields, *(value for value in fields.values() if isinstance(value, dict))):
        found = part.get("answers")
        if isinstance(found, list) and found and all(isinstance(item, dict) for item in found):
            return [_unwrapped(item) for item in found]
    return None


def _unwrapped(answer: Fields) -> Fields:
    """Return a dataclass that `to_dict` wrapped, its documents unwrapped too."""
    inner: Any = answer.get("init_parameters")
    fields = dict(inner) if isinstance(inner, dict) else dict(answer)
    documents = fields.get("documents")
    if isinstance(documents, list):
        fields["documents"] = [d.get("init_parameters", d) if isinstance(d, dict) else d for d in documents]
    return fields
