"""ragas datasets: `EvaluationDataset` as JSONL, CSV or JSON, the columns of older versions, and annotated metric inputs.

Fields as `SingleTurnSample` has them (user_input, retrieved_contexts, response, reference, reference_contexts), or as they
were called before 0.2 (question, contexts, answer, ground_truth). Reference contexts are evidence: all of them are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.importers._files import Row, rows_of

MAPPING: Mapping[str, str] = {
    "id": "question_id|sample_id|id",
    "question": "user_input|question",
    "answer": "response|answer",
    "contexts": "retrieved_contexts|contexts",
    "context_ids": "retrieved_context_ids",
    "reference": "reference|ground_truth|ground_truths|expected_answer",
    "evidence": "reference_contexts",
    "type": "synthesizer_name|evolution_type",
}


def rows(path: Path) -> Iterator[Row]:
    """Yield the rows; of a file of annotations, the input of each metric."""
    for where, fields in rows_of(path, "samples", "dataset", "data"):
        annotated = [(name, runs) for name, runs in fields.items() if _is_annotated(runs)]
        if not annotated:
            yield where, fields
        for name, runs in annotated:
            for number, run in enumerate(runs, 1):
                yield f"{where} {name} item {number}".strip(), run["metric_input"]


def _is_annotated(runs: object) -> bool:
    return (
        isinstance(runs, list)
        and bool(runs)
        and all(isinstance(run, dict) and isinstance(run.get("metric_input"), dict) for run in runs)
    )
