"""People's labels as others published them, in the form that `harness judge validate` and `verify.py --labels` read.

    python benchmarks/published.py faithbench FaithBench.csv > faithbench.jsonl
    python benchmarks/published.py evouna NQ.json TQ.json > evouna.jsonl
    harness judge validate faithbench.jsonl
    harness judge validate evouna.jsonl

The files come from their authors and are not part of this repository:

faithbench  FaithBench.csv of github.com/vectara/FaithBench: 800 summaries of ten models, chosen where detectors disagree. A summary
            is unsupported where an annotator called something in it unwanted or questionable
evouna      EVOUNA/NQ.json and TQ.json of github.com/wangcunxiang/QA-Eval: answers of five systems, correct or not; questions that
            their authors call improper are left out
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HALLUCINATED = frozenset({"Unwanted", "Questionable"})
SYSTEMS = ("fid", "gpt35", "chatgpt", "gpt4", "newbing")


def faithbench(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            label = "unsupported" if row["worst-label"] in HALLUCINATED else "supported"
            yield {"context": [row["source"]], "answer": row["summary"], "label": label, "type": row["worst-label"]}


def evouna(path: Path) -> Iterator[dict[str, Any]]:
    for row in json.loads(path.read_text(encoding="utf-8")):
        if row["improper"]:
            continue
        accepted = [answer.strip() for answer in row["golden_answer"].split("/") if answer.strip()]
        for system in SYSTEMS:
            answer, right = row.get(f"answer_{system}"), row.get(f"judge_{system}")
            if answer and answer.strip() and right is not None:
                label = "correct" if right else "incorrect"
                yield {
                    "question": row["question"],
                    "answers": accepted,
                    "answer": answer,
                    "label": label,
                    "type": system,
                }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=["faithbench", "evouna"])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    args = parser.parse_args(arguments)
    read = {"faithbench": faithbench, "evouna": evouna}[args.name]
    for path in args.files:
        for label in read(path):
            sys.stdout.write(json.dumps(label, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
