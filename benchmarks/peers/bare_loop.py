"""The least an evaluation can do: 64 workers over one iterator, a pydantic record and one write call a question.

`python bare_loop.py QUESTIONS.jsonl LOG_FOLDER` prints one JSON line with what it counted.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

CONCURRENCY = 64
ANSWER = "Glorport"


class Record(BaseModel):
    id: str
    question: str
    expected: tuple[str, ...]
    answer: str
    correct: bool


def questions(path: Path) -> Iterator[dict[str, object]]:
    with path.open("rb") as lines:
        yield from map(json.loads, lines)


async def model(_question: str) -> str:
    return ANSWER


async def run(todo: Iterator[dict[str, object]], descriptor: int) -> dict[str, int]:
    counts = {"questions": 0, "correct": 0}

    async def worker() -> None:
        for row in todo:
            answer = await model(str(row["question"]))
            record = Record(
                id=str(row["id"]),
                question=str(row["question"]),
                expected=tuple(map(str, row["answers"] if isinstance(row["answers"], list) else ())),
                answer=answer,
                correct=answer == row["answers"][0] if isinstance(row["answers"], list) else False,
            )
            os.write(descriptor, record.model_dump_json().encode() + b"\n")
            counts["questions"] += 1
            counts["correct"] += record.correct
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        for _ in range(CONCURRENCY):
            group.create_task(worker())
    return counts


def main() -> None:
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / "records.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    print(json.dumps(asyncio.run(run(questions(Path(sys.argv[1])), descriptor))))
    os.close(descriptor)


if __name__ == "__main__":
    main()
