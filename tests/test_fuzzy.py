"""Reworded evidence: found only where nothing that matters differs, and said so in the row."""

from __future__ import annotations

import json

import pytest
from conftest import write_jsonl

from harness.cli.main import main
from harness.golden.fuzzy import find_near

TEXT = (
    "The desk opens early. On every route of the airline, checked bags may weigh at most 23 kg and measure 158 cm in all. "
    "Pets do not fly in the hold."
)


@pytest.mark.parametrize(
    ("anchor", "found"),
    [
        ("On every route of the airline, checked bags can weigh at most 23 kg and measure 158 cm in all.", True),
        ("On each route of our airline, checked bags may weigh at most 23 kg and measure 158 cm in all.", True),
        ("On every route of the airline, checked bags may weigh at most 32 kg and measure 158 cm in all.", False),
        ("On every route of the airline, checked bags may weigh at least 23 kg and measure 158 cm in all.", False),
        ("On every route of the airline, checked bags may not weigh at most 23 kg and measure 158 cm in all.", False),
        ("On every route of Gannet, checked bags may weigh at most 23 kg and measure 158 cm in all.", False),
        ("On every route of the airline, checked bags may weigh at most 23 kg.", False),
        ("Pets fly in the hold.", False),
        ("Something else is written here, of which the document says nothing.", False),
        ("", False),
    ],
)
def test_only_words_may_differ(anchor, found):
    """Another verb is the same evidence; another number, comparator, negation, name, or a missing value is not."""
    got = find_near(anchor, TEXT)
    assert (got is not None) is found
    if got:
        assert TEXT[got[0] : got[1]].startswith("On every route")
        assert "every number, negation and name is the same" in got[2]


def test_the_difference_is_told():
    """The row can be checked by hand: which words are missing and which are there instead."""
    _, _, differs = find_near(
        "On every route of the airline, checked bags can weigh at most 23 kg and measure 158 cm in all.", TEXT
    )
    assert "without 'can'" in differs
    assert "with 'may'" in differs


def test_fuzzy_evidence_is_an_option_and_the_row_says_so(tmp_path, capsys):
    """Exact, the default: lost at source. Fuzzy: in the prompt, found by its words, with what differs in the row."""
    folder = tmp_path / "g"
    write_jsonl(folder / "corpus.jsonl", [{"doc_id": "bags", "text": TEXT}])
    asked = {
        "id": "q",
        "question": "How much may checked bags weigh?",
        "answers": ["5 stones"],
        "gold_doc_ids": ["bags"],
        "evidence": ["On every route of the airline, checked bags can weigh at most 23 kg and measure 158 cm in all."],
    }
    write_jsonl(folder / "questions.jsonl", [asked])
    rows = {}
    for mode in ("exact", "fuzzy"):
        flags = ["--logs", str(tmp_path), "--run-id", mode, "--evidence", mode, "--json"]
        assert main(["run", str(folder), *flags]) == 0
        (failure,) = json.loads(capsys.readouterr().out)["failures"]
        (rows[mode],) = failure["evidence_rows"]
    assert rows["exact"]["lost_at"] == "source"
    assert rows["fuzzy"]["lost_at"] is None
    assert "found by its words, not letter by letter" in rows["fuzzy"]["reason"]
    assert "without 'can'" in rows["fuzzy"]["reason"]


def test_every_way_to_measure_takes_reworded_evidence(tmp_path, capsys, monkeypatch):
    """A sweep, and the contexts of another system, find it where a run of ours does."""
    folder = tmp_path / "bags"
    write_jsonl(folder / "corpus.jsonl", [{"doc_id": "bags", "text": TEXT}])
    reworded = "On every route of the airline, checked bags can weigh at most 23 kg and measure 158 cm in all."
    asked = {"id": "q", "question": "What may checked bags weigh?", "answers": ["23 kg"]}
    write_jsonl(folder / "questions.jsonl", [{**asked, "gold_doc_ids": ["bags"], "evidence": [reworded]}])
    (tmp_path / "ours.py").write_text(
        f"def answer(question):\n    return {{'answer': '23 kg [S1].', 'contexts': [{TEXT!r}]}}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    recall, lost = {}, {}
    for mode in ("exact", "fuzzy"):
        assert main(["sweep", str(folder), "--chunker", "whole", "-k", "1", "--evidence", mode, "--json"]) == 0
        (row,) = json.loads(capsys.readouterr().out)["rows"]
        recall[mode] = row["evidence_recall"]["1"]["value"]
        flags = ["--logs", str(tmp_path), "--run-id", mode, "--evidence", mode, "--json"]
        assert main(["run", str(folder), "--system", "python:ours:answer", *flags]) == 0
        lost[mode] = json.loads(capsys.readouterr().out)["lost"]["source"]
    assert recall == {"exact": 0.0, "fuzzy": 1.0}
    assert lost == {"exact": 1, "fuzzy": 0}


def test_a_sweep_tells_of_reworded_evidence_that_its_chunks_cut(tmp_path, capsys):
    """The check that words the example looks for the label's own words, and they stand nowhere."""
    folder = tmp_path / "bags"
    write_jsonl(folder / "corpus.jsonl", [{"doc_id": "bags", "text": TEXT}])
    reworded = "On every route of the airline, checked bags can weigh at most 23 kg and measure 158 cm in all."
    asked = {"id": "q", "question": "What may checked bags weigh?", "answers": ["23 kg"], "evidence": [reworded]}
    write_jsonl(folder / "questions.jsonl", [{**asked, "gold_doc_ids": ["bags"]}])
    assert main(["sweep", str(folder), "--chunker", "window:6:0", "-k", "1", "--evidence", "fuzzy", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["cut_evidence"], row["cut_example"]) == (
        1,
        "q: what its evidence says in other words stands whole in no chunk",
    )
