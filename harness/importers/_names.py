"""What fields are called where no format says it: the names people use, in the order in which they are looked for."""

from __future__ import annotations

from collections.abc import Mapping

COMMON: Mapping[str, str] = {
    "id": "question_id|query_id|id|qid",
    "question": "question|query|user_input|input|prompt|inputs.question|inputs.query",
    "answer": "answer|response|prediction|predicted_answer|generated_answer|output|actual_output|result",
    "contexts": "contexts|context|retrieved_contexts|retrieved_context|retrieval_context|documents|passages|chunks|hits|source_documents",
    "context_ids": "context_ids|retrieved_context_ids|retrieved_ids",
    "candidates": "candidates",
    "reference": "reference|ground_truth|ground_truths|gold_answer|expected_answer|expected_output|truth|reference_answer",
    "evidence": "evidence|reference_contexts",
    "type": "type|category",
    "answerable": "answerable",
    "model": "model",
    "seconds": "latency|seconds",
    "error": "error",
}
