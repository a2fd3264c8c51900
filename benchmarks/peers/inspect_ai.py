"""inspect-ai over the same questions: a model that answers at once, exact match, its .eval log.

`python inspect_ai.py QUESTIONS.jsonl LOG_FOLDER` prints one JSON line with what it counted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

if Path(sys.path[0]) == Path(__file__).parent:
    sys.path.pop(0)  # this file's name is the package's

from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelAPI, ModelOutput, modelapi
from inspect_ai.scorer import exact
from inspect_ai.solver import generate

CONCURRENCY = 64
ANSWER = "Glorport"


@modelapi(name="instant")
class Instant(ModelAPI):
    async def generate(self, *_arguments: Any, **_options: Any) -> ModelOutput:
        return ModelOutput.from_content(self.model_name, ANSWER)

    def max_connections(self) -> int:
        return CONCURRENCY


def run(path: Path, folder: Path) -> dict[str, int]:
    with path.open("rb") as lines:
        samples = [
            Sample(id=row["id"], input=row["question"], target=row["answers"][0]) for row in map(json.loads, lines)
        ]
    task = Task(dataset=MemoryDataset(samples), solver=[generate()], scorer=exact(), name="trivial")
    logs = evaluate(
        task,
        model="instant/one",
        log_dir=str(folder),
        display="none",
        max_samples=CONCURRENCY,
        max_connections=CONCURRENCY,
    )
    results = logs[0].results
    if logs[0].status != "success" or results is None:
        raise SystemExit(f"inspect-ai ended with {logs[0].status}: {logs[0].error}")
    accuracy = results.scores[0].metrics["mean" if "mean" in results.scores[0].metrics else "accuracy"].value
    return {"questions": results.completed_samples, "correct": round(accuracy * results.completed_samples)}


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]), Path(sys.argv[2]))))
