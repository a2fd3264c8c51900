"""Agreement with people: kappa, balanced accuracy and the verb that prints them; values from papers and by hand."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.cli.main import main
from harness.measure.agreement import agreement


def pairs(table, labels):
    return [
        (a, b) for a, row in zip(labels, table, strict=True) for b, n in zip(labels, row, strict=True) for _ in range(n)
    ]


def test_kappa_and_its_interval_as_published():
    """Fleiss, Cohen and Everitt (1969), their table 1 in 200 cases: kappa .429; the error by their eq. 13 worked anew."""
    labels = ("a", "b", "c")
    found = agreement(pairs([[106, 10, 4], [22, 28, 10], [2, 12, 6]], labels), labels)
    assert found.kappa.value == pytest.approx(0.429, abs=5e-4)
    half = found.kappa.high - found.kappa.value
    assert half / 1.959964 == pytest.approx(0.053, abs=2e-3)
    assert found.accuracy.value == 140 / 200


def test_two_by_two_worked_by_hand():
    """Observed .7, chance .5, so kappa .4; recalls 20/25 and 15/25."""
    found = agreement(pairs([[20, 5], [10, 15]], ("yes", "no")), ("yes", "no"))
    assert found.kappa.value == pytest.approx(0.4)
    assert found.balanced_accuracy.value == pytest.approx(0.7)
    assert found.recall["yes"].value == 0.8
    assert found.precision["yes"].value == pytest.approx(2 / 3)
    assert found.confusion == {"yes": {"yes": 20, "no": 5}, "no": {"yes": 10, "no": 15}}


def test_what_is_undefined_is_null_with_a_reason():
    """No pairs, one label, or a label nobody used."""
    nothing = agreement([], ("a", "b"))
    assert (nothing.kappa.value, nothing.accuracy.value) == (None, None)
    assert nothing.kappa.reason
    one = agreement([("a", "a")] * 3, ("a", "b"))
    assert one.kappa.value is None
    assert one.balanced_accuracy.reason == "fewer than two labels occur"


def test_a_verdict_that_is_no_label_is_a_disagreement():
    """A judge that cannot decide is shown in a column of its own."""
    found = agreement([("a", "a"), ("b", "undecided")], ("a", "b"))
    assert found.accuracy.value == 0.5
    assert found.confusion["b"] == {"a": 0, "b": 0, "undecided": 1}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=60))
def test_kappa_agrees_with_scikit_learn(found):
    """Where that library is there to ask."""
    metrics = pytest.importorskip("sklearn.metrics")
    ours = agreement(found, ("a", "b", "c")).kappa
    if ours.value is not None:
        theirs = metrics.cohen_kappa_score([a for a, _ in found], [b for _, b in found], labels=list("abc"))
        assert math.isclose(ours.value, theirs, abs_tol=1e-12)
        assert ours.low <= ours.value <= ours.high


LABELS = [
    {"question": "How long?", "answer": "It is 48 hours [S1].", "answers": ["48 hours"], "label": "correct", "type": "a"},
    {"question": "How long?", "answer": "It is 47 hours.", "answers": ["48 hours"], "label": "incorrect", "type": "a"},
    {"question": "How long?", "answer": "I don’t know.", "answers": ["48 hours"], "label": "refused", "type": "b"},
    {"question": "How long?", "answer": "Two days.", "answers": "48 hours", "label": False, "type": "b"},
]  # fmt: skip


def labels_file(tmp_path, rows):
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_the_verb_prints_the_agreement(tmp_path, capsys):
    """As text with intervals and a matrix, as JSON by slice, and saved for a run."""
    path, saved = labels_file(tmp_path, LABELS), tmp_path / "saved.json"
    assert main(["judge", "validate", path]) == 0
    text = capsys.readouterr().out
    assert "tokens against 4 labels" in text
    assert "label \\ judged" in text
    assert main(["judge", "validate", path, "--json", "--save", str(saved)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(saved.read_text())
    assert found["judge"] == "tokens"
    assert found["all"]["confusion"]["incorrect"] == {"correct": 1, "incorrect": 1, "refused": 0}
    assert sorted(found["slices"]) == ["a", "b"]


def test_lines_with_a_context_validate_the_verifier(tmp_path, capsys):
    """Supported or not, whatever the answer cites."""
    context = ["The fee is 5 euros."]
    rows = [
        {"answer": "The fee is 5 euros.", "context": context, "label": "supported"},
        {"answer": "The fee is 6 euros.", "context": context, "label": 0},
    ]
    assert main(["judge", "validate", labels_file(tmp_path, rows), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["kappa"]["value"] == 1


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([], "holds no labels"),
        ([{"answer": "x", "label": "correct"}], 'neither "answers" nor "context"'),
        ([{"answer": "x", "answers": ["x"], "label": "maybe"}], "'maybe', not one of correct"),
        ([{"answers": ["x"], "label": "correct"}], '"answer" is missing'),
        ([[]], "a list where an object belongs"),
        ([LABELS[0], {"answer": "x", "context": ["x"], "label": True}], "mixes lines"),
    ],
)
def test_labels_that_cannot_be_used_are_named(tmp_path, capsys, rows, says):
    """One line on stderr, exit 2."""
    assert main(["judge", "validate", labels_file(tmp_path, rows)]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_named(capsys):
    """Exit 2 with what to name instead."""
    assert main(["judge", "validate", "no-such.jsonl"]) == 2
    assert "name a JSONL file" in capsys.readouterr().err
