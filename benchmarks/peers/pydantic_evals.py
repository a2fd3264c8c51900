"""pydantic-evals over the same questions: a model that answers at once, exact match, the report written at the end.

`python pydantic_evals.py QUESTIONS.jsonl LOG_FOLDER` prints one JSON line with what it counted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

if Path(sys.path[0]) == Path(__file__).parent:
    sys.path.pop(0)  # this file's name is the package's

from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import EqualsExpected
from pydantic_evals.reporting import EvaluationReportAdapter

CONCURRENCY = 64
ANSWER = "Glorport"


async def model(_question: str) -> str:
    return ANSWER


def run(path: Path, folder: Path) -> dict[str, int]:
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("rb") as lines:
        cases = [
            Case(name=row["id"], inputs=row["question"], expected_output=row["answers"][0])
            for row in map(json.loads, lines)
        ]
    dataset = Dataset(name="trivial", cases=cases, evaluators=[EqualsExpected()])
    report = dataset.evaluate_sync(model, max_concurrency=CONCURRENCY, progress=False)
    (folder / "report.json").write_bytes(EvaluationReportAdapter.dump_json(report))
    correct = sum(all(found.value for found in case.assertions.values()) for case in report.cases)
    return {"questions": len(report.cases), "correct": correct}


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]), Path(sys.argv[2]))))
