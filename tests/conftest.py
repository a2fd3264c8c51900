"""Small golden sets and records that several tests need; expected values in the tests are worked by hand from these."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("no_times", deadline=None)
settings.load_profile("no_times")

SHARED = Path(__file__).parents[2] / "shared" / "data"

CORPUS = [
    {
        "doc_id": "bags",
        "text": "Checked bags may weigh 23 kg. A second bag costs 60 EUR.",
        "metadata": {"status": "current"},
    },
    {"doc_id": "bags-old", "text": "Checked bags may weigh 20 kg on all routes.", "metadata": {"status": "superseded"}},
    {
        "doc_id": "pets",
        "text": "Small pets travel in the cabin for 45 EUR. Dogs over 8 kg fly as cargo.",
        "metadata": {"status": "current"},
    },
    {"doc_id": "seats", "text": "Seat selection is free on flex fares.", "metadata": {"status": "current"}},
]
QUESTIONS = [
    {"id": "bag-weight", "question": "How much may checked bags weigh?", "answers": ["23 kg"], "gold_doc_ids": ["bags"], "evidence": ["may weigh 23 kg"], "type": "keyword"},
    {"id": "pet-fee", "question": "What do small pets cost in the cabin?", "answers": ["45 EUR"], "gold_doc_ids": ["pets"], "evidence": ["for 45 EUR"], "type": "keyword"},
    {"id": "dog", "question": "My puppy is large, what now?", "answers": ["cargo"], "gold_doc_ids": ["pets"], "evidence": ["fly as cargo"], "type": "paraphrase"},
    {"id": "wifi", "question": "Is there wifi in the cabin for small bags?", "answerable": False, "type": "unanswerable"},
]  # fmt: skip


def write_jsonl(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def many(folder: Path, count: int = 40) -> Path:
    """Write a golden set of `count` questions about twenty documents, each of which the scripted generator gets right."""
    write_jsonl(
        folder / "corpus.jsonl",
        [{"doc_id": f"d{i}", "text": f"Item n{i:03d} costs {i} crowns today."} for i in range(20)],
    )
    write_jsonl(
        folder / "questions.jsonl",
        [
            {
                "id": f"q{i}",
                "question": f"How many crowns does item n{i % 20:03d} cost today?",
                "answers": [f"{i % 20} crowns"],
                "gold_doc_ids": [f"d{i % 20}"],
                "evidence": [f"costs {i % 20} crowns"],
            }
            for i in range(count)
        ],
    )
    return folder


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """A golden set of four short documents and four questions, one of them unanswerable."""
    folder = tmp_path / "tiny"
    write_jsonl(folder / "corpus.jsonl", CORPUS)
    write_jsonl(folder / "questions.jsonl", QUESTIONS)
    return folder


@pytest.fixture
def shared() -> Path:
    """The folder of real data beside the checkout; tests that need it skip where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return SHARED
