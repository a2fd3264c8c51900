"""Which differences are real: bootstrap, rank correlation and Holm against scipy and definitions, and what a sweep says of them."""

from __future__ import annotations

import json
import math
from itertools import combinations

import numpy as np
import pytest
from conftest import write_jsonl
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from harness.cli.main import main
from harness.measure.differences import detectable, mean_differences, pairs
from harness.measure.paired import holm, mcnemar
from harness.measure.resample import interval, p_of_zero, resampled_means, spearman


def test_the_bootstrap_interval_is_scipys():
    """Percentile interval of a paired difference of means, within what 5,000 draws leave to chance."""
    random = np.random.default_rng(3)
    a, b = random.random(200), random.random(200) * 0.9
    theirs = stats.bootstrap(
        ((a - b),), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    draws = resampled_means(np.array([a, b]), seed=0)
    low, high = interval(draws[:, 0] - draws[:, 1])
    spread = theirs.high - theirs.low
    assert low == pytest.approx(theirs.low, abs=0.05 * spread)
    assert high == pytest.approx(theirs.high, abs=0.05 * spread)
    again = resampled_means(np.array([a, b]), seed=0)
    assert (draws == again).all()


def test_the_bootstrap_draws_every_configuration_the_same_questions():
    """A constant difference has no spread at all, whatever is drawn, and a few questions more in a block change nothing."""
    values = np.random.default_rng(0).random((1, 50))
    draws = resampled_means(np.vstack([values, values + 0.1]), seed=5)
    assert np.allclose(draws[:, 1] - draws[:, 0], 0.1)
    assert p_of_zero(draws[:, 1] - draws[:, 0]) == pytest.approx(2 / 5001)
    assert p_of_zero(np.zeros(100)) == 1


def test_the_bootstrap_p_keeps_its_level():
    """Of 400 comparisons of equal configurations, about one in twenty has p below 0.05."""
    random = np.random.default_rng(11)
    false = 0
    for seed in range(400):
        values = random.random((2, 60))
        draws = resampled_means(values, seed=seed, draws=600)
        false += p_of_zero(draws[:, 0] - draws[:, 1]) < 0.05
    assert 0.02 <= false / 400 <= 0.09


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=12))
def test_spearman_is_scipys_with_ties(points):
    """Undefined where either side is constant."""
    x, y = np.array(points, dtype=float).T
    ours = float(spearman(x, y))
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert math.isnan(ours)
    else:
        assert ours == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=7))
def test_holm_is_the_closed_test_of_bonferroni(p_values):
    """Its definition by another road: the worst Bonferroni p of all sets of hypotheses that hold this one (Marcus et al. 1976)."""
    numbers = range(len(p_values))
    sets = [chosen for size in numbers for chosen in combinations(numbers, size + 1)]
    worst = [max(min(1.0, len(s) * min(p_values[i] for i in s)) for s in sets if n in s) for n in numbers]
    assert holm(p_values) == pytest.approx(worst, abs=1e-12)


def test_pairs_count_the_questions_each_side_alone_gets():
    """Ten questions: a finds the first eight, b the last two; 8 against 2, and Holm over three pairs."""
    a, b, c = np.arange(10) < 8, np.arange(10) >= 8, np.arange(10) < 7
    found = list(pairs(["a", "b", "c"], {1: np.array([a, b, c])}))
    assert [(p.a, p.b, p.only_a, p.only_b) for p in found] == [("a", "b", 8, 2), ("a", "c", 1, 0), ("b", "c", 2, 7)]
    assert [p.p for p in found] == [mcnemar(8, 2), mcnemar(1, 0), mcnemar(2, 7)]
    assert [p.p_holm for p in found] == list(holm([p.p for p in found]))


def test_a_mean_difference_is_a_minus_b():
    """Means 0.5 and 0.25 over four questions."""
    (found,) = mean_differences(["a", "b"], "mrr", np.array([[1, 0.5, 0.5, 0], [0.5, 0.5, 0, 0]]), seed=0)
    assert found.difference == 0.25
    assert found.low <= 0.25 <= found.high
    assert (found.questions, found.p) == (4, found.p_holm)


def test_what_can_be_detected_is_what_is_detected():
    """400 questions, one side loses 5% and the other 5% + d: McNemar finds the stated d in about 80 of 100 simulated sets."""
    can = detectable(400, 55)
    assert can.among_flips is not None
    random = np.random.default_rng(2)
    draws = random.multinomial(400, [0.05 + can.among_flips, 0.05, 0.9 - can.among_flips], size=1500)
    assert np.mean([mcnemar(int(a), int(b)) < 0.05 for a, b, _ in draws]) == pytest.approx(0.8, abs=0.04)
    assert can.alone < can.among_flips < can.strictest_among_flips
    assert detectable(3, 1).alone is None


# --- in a sweep -------------------------------------------------------------------------------------------------------


@pytest.fixture
def two_kinds(tmp_path):
    """Thirty documents of two sentences; for each a question by its first words, and one by its last."""
    folder = tmp_path / "kinds"
    words = [f"{a}{b}{c}" for a in "bdfgkl" for b in "aeiou" for c in "nrst"]
    corpus, questions = [], []
    for n in range(30):
        first, last = words[4 * n], words[4 * n + 1]
        text = f"The {first} rests here. " + "Some filler stands between them. " * 4 + f"The {last} closes it."
        corpus.append({"doc_id": f"d{n}", "text": text})
        kind = "head" if n % 2 else "tail"
        answer = f"The {first} rests here" if n % 2 else f"The {last} closes it"
        questions.append(
            {
                "id": f"q{n}",
                "question": f"{first} {last}",
                "gold_doc_ids": [f"d{n}"],
                "evidence": [answer],
                "type": kind,
            }
        )
    write_jsonl(folder / "corpus.jsonl", corpus)
    write_jsonl(folder / "questions.jsonl", questions)
    return folder


CHUNKERS = [flag for name in ("whole", "window:8:0", "window:4:0", "window:2:0") for flag in ("--chunker", name)]


def test_a_sweep_says_which_differences_survive(capsys, two_kinds):
    """Windows of two words cut every anchor: worse than the whole document for certain, after Holm over six pairs."""
    assert main(["sweep", str(two_kinds), *CHUNKERS, "-k", "1,5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    pair = next(
        p for p in told["pairs"] if p["k"] == 1 and p["b"].startswith("window:2:0") and p["a"].startswith("whole")
    )
    assert (pair["only_a"], pair["only_b"]) == (30, 0)
    assert pair["p"] < pair["p_holm"] < 0.001
    assert {m["measure"] for m in told["means"]} == {"mrr", "ndcg@5"}
    assert all(m["low"] <= m["difference"] <= m["high"] for m in told["means"])
    assert told["detectable"]["comparisons"] == 6
    assert {(c["a"], c["b"], c["configurations"]) for c in told["correlations"]} == {("head", "tail", 4)}
    assert main(["sweep", str(two_kinds), *CHUNKERS, "-k", "1,5"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert text.index("smallest difference these can show") < text.index("By evidence")
    assert "@1: whole leads; shown to be worse:" in text
    assert "whole over window:2:0: 30 questions against 0" in text
    assert "Do kinds of question agree on the ranking?" in text


def test_by_evidence_and_by_document_are_shown_apart(capsys, two_kinds):
    """Windows of two words find every document and no evidence, and the first anchor cut is told with its cure."""
    flags = ["--chunker", "whole", "--chunker", "window:2:0", "-k", "1"]
    assert main(["sweep", str(two_kinds), *flags, "--json"]) == 0
    whole, window = json.loads(capsys.readouterr().out)["rows"]
    assert (window["evidence_recall"]["1"]["numerator"], window["document_recall"]["1"]["numerator"]) == (0, 30)
    assert (whole["evidence_recall"]["1"]["numerator"], whole["document_recall"]["1"]["numerator"]) == (30, 30)
    assert (window["cut_evidence"], window["overlap_needed"]) == (30, 3)
    assert window["cut_example"].startswith("q0: 'The ")
    assert "with an overlap of 3 would hold it whole" in window["cut_example"]
    assert (whole["cut_example"], whole["overlap_needed"]) == (None, None)
    assert window["index_words"] == whole["index_words"] == whole["corpus_words"]
    assert window["index_bytes"] > 0
    assert {kind: of["questions"] for kind, of in whole["slices"].items()} == {"head": 15, "tail": 15}


def test_sizes_by_overlaps_make_a_table(capsys, two_kinds):
    """Two sizes by two overlaps, a share rounded down to words; and what cannot be read is refused in one line."""
    flags = ["--sizes", "5,10", "--overlaps", "0,20%", "-k", "1"]
    assert main(["sweep", str(two_kinds), *flags, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["chunker"] for row in rows] == ["window:5:0", "window:5:1", "window:10:0", "window:10:2"]
    assert main(["sweep", str(two_kinds), *flags]) == 0
    out = capsys.readouterr().out
    assert "Window size by overlap, recall@1" in out
    assert "overlap 20%" in out
    for wrong in (
        ["--sizes", "5,x"],
        ["--sizes", "5", "--overlaps", "100%"],
        ["--strategies", "5,6"],
        ["--words", "0"],
    ):
        assert main(["sweep", str(two_kinds), *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_strategies_of_one_size(capsys, two_kinds):
    """Six ways to cut."""
    assert main(["sweep", str(two_kinds), "--strategies", "10", "-k", "1", "--json"]) == 0
    chunkers = [row["chunker"] for row in json.loads(capsys.readouterr().out)["rows"]]
    assert chunkers == ["window:10:0", "window:10:2", "structure:10", "sentence:4:1", "packed:10", "whole"]


def test_the_picture_of_a_sweep_is_one_svg(capsys, two_kinds, tmp_path):
    """Four panels, a line each configuration in each, a legend that names them."""
    import xml.etree.ElementTree as ET

    file = tmp_path / "sweep.svg"
    assert main(["sweep", str(two_kinds), *CHUNKERS, "-k", "1,5", "--svg", str(file)]) == 0
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}polyline")) == 4 * 4
    texts = [text.text for text in root.findall(f"{space}text")]
    assert {"whole", "window:8:0", "window:4:0", "window:2:0"} <= set(texts)
    assert main(["sweep", str(two_kinds), "--svg", str(tmp_path / "no" / "x.svg")]) == 2
