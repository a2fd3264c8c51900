"""lm-eval over the same questions: a model that answers at once, exact match, its samples log.

`python lm_eval.py QUESTIONS.jsonl LOG_FOLDER` prints one JSON line with what it counted. lm-eval runs a model's batch
as one call, so there is no concurrency to set.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

if Path(sys.path[0]) == Path(__file__).parent:
    sys.path.pop(0)  # this file's name is the package's

os.environ |= {"HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}

from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker

ANSWER = "Glorport"


class Instant(LM):
    def generate_until(self, requests: list[Any], **_options: Any) -> list[str]:
        return [ANSWER] * len(requests)

    def loglikelihood(self, requests: list[Any], **_options: Any) -> list[tuple[float, bool]]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any], **_options: Any) -> list[float]:
        raise NotImplementedError


def run(path: Path, folder: Path) -> dict[str, int]:
    folder.mkdir(parents=True, exist_ok=True)
    scratch = folder.with_suffix(".scratch")
    scratch.mkdir()
    flat = scratch / "questions.jsonl"
    with path.open("rb") as lines, flat.open("w", encoding="utf-8") as kept:
        for row in map(json.loads, lines):
            kept.write(json.dumps({"question": row["question"], "answer": row["answers"][0]}) + "\n")
    task = {
        "task": "trivial",
        "dataset_path": "json",
        "dataset_kwargs": {"data_files": {"test": str(flat)}, "cache_dir": str(scratch / "cache")},
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": "{{question}}",
        "doc_to_target": "{{answer}}",
        "metric_list": [{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}],
        "generation_kwargs": {"until": ["\n"]},
    }
    tracker = EvaluationTracker(output_path=str(folder))
    results = simple_evaluate(
        model=Instant(), tasks=[task], log_samples=True, evaluation_tracker=tracker, bootstrap_iters=0
    )
    samples = results.pop("samples")
    tracker.save_results_aggregated(results=results, samples=samples)
    tracker.save_results_samples(task_name="trivial", samples=samples["trivial"])
    return {
        "questions": len(samples["trivial"]),
        "correct": round(results["results"]["trivial"]["exact_match,none"] * len(samples["trivial"])),
    }


if __name__ == "__main__":
    print(json.dumps(run(Path(sys.argv[1]), Path(sys.argv[2]))))
