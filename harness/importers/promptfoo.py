"""promptfoo's results: `promptfoo eval --output results.json` (version 2 and 3) or `.jsonl`.

The question and the reference are among the test's variables, the answer is the output; contexts are where a RAG test has
them: in the output, its metadata, or a variable called context. `error` of a result whose assertions failed is their
reason; it counts as an error only where there is no output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.importers._files import Row, refuse, rows_of

MAPPING: Mapping[str, str] = {
    "id": "vars.question_id|vars.id|testCase.metadata.id",
    "question": "vars.question|vars.query|vars.input|vars.user_input|vars.prompt",
    "answer": "response.output.answer|response.output.response|response.output.text|response.output",
    "contexts": (
        "response.output.contexts|response.output.context|response.output.documents|response.metadata.contexts"
        "|response.metadata.context|response.metadata.documents|metadata.contexts|metadata.context|vars.contexts|vars.context"
    ),
    "reference": "vars.reference|vars.ground_truth|vars.correct_answer|vars.expected_answer|vars.expected|vars.answer",
    "prompt": "prompt.raw",
    "model": "provider.id|provider",
    "milliseconds": "latencyMs",
    "prompt_tokens": "response.tokenUsage.prompt",
    "answer_tokens": "response.tokenUsage.completion",
    "error": "response.error|error",
}


def rows(path: Path) -> Iterator[Row]:
    """Yield the results; raise `ImportFileError` for a file that is a set of tests without outputs."""
    seen = False
    for where, fields in rows_of(path, "results"):
        if not seen and "vars" not in fields and "response" not in fields:
            refuse(
                path,
                "no results of promptfoo: its rows have neither vars nor a response; name what promptfoo eval --output wrote",
            )
        seen = True
        yield where, fields
