"""Batteries that nobody looked at while the verifier was mended (tests/unseen/README.md): they are counted, not read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.verify import typed

BATTERIES = sorted((Path(__file__).parent / "unseen").glob("*.jsonl"))
SUPPORTED, UNSUPPORTED = 61, 79
LEAST_RIGHT, MOST_LET_THROUGH = 120, 8


def read(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", BATTERIES, ids=lambda p: p.stem)
def test_a_battery_is_what_its_readme_says(path):
    """61 supported answers and 79 that are not, no id twice, every answer with spans."""
    answers = read(path)
    labels = [answer["supported"] for answer in answers]
    assert (labels.count(True), labels.count(False)) == (SUPPORTED, UNSUPPORTED)
    assert len({answer["id"] for answer in answers}) == len(answers)
    assert all(answer["spans"] and answer["answer"].strip() and answer["kind"] for answer in answers)


@pytest.mark.parametrize("path", [p for p in BATTERIES if p.stem != "reworded"], ids=lambda p: p.stem)
def test_answers_near_to_their_source_are_told_apart(path):
    """At least 120 of 140 right and at most 8 of 79 let through; `reworded` is further from its source than the goal is meant for."""
    made = typed.make(typed.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations="checked")
    found = [
        (made.verify(answer["answer"], answer["spans"]).verdict == "supported", answer["supported"])
        for answer in read(path)
    ]
    assert sum(said == label for said, label in found) >= LEAST_RIGHT
    assert sum(said and not label for said, label in found) <= MOST_LET_THROUGH
