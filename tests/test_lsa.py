"""LSA: the second seed's figures, scikit-learn's decomposition as a reference, and what must hold on corpora of any shape."""

from __future__ import annotations

import json

import numpy as np
import pytest

from harness import plugins
from harness.index.dense import Directions

pytest.importorskip("scipy")


def lsa(spelling, texts):
    analyze, analyze_options = plugins.part("analyze", "plain")
    module, options = plugins.part("retrieve", spelling)
    return module.make(options, texts=texts, analyzer=analyze.make(analyze_options))


def random_texts(n, seed=3):
    rng = np.random.default_rng(seed)
    return [" ".join(f"w{i}" for i in rng.zipf(1.4, 40) if i < 400) for _ in range(n)]


@pytest.mark.parametrize("n", [60, 700])
def test_cosines_are_those_of_scikit_learns_truncated_svd(n):
    """Small corpora go through LAPACK and larger ones through ARPACK; either gives TruncatedSVD's cosines."""
    text = pytest.importorskip("sklearn.feature_extraction.text")
    decomposition = pytest.importorskip("sklearn.decomposition")
    texts = random_texts(n)
    vectorizer = text.TfidfVectorizer().fit(texts)
    matrix = vectorizer.transform(texts)
    svd = decomposition.TruncatedSVD(8, algorithm="arpack", random_state=0).fit(matrix)
    places = svd.transform(matrix)
    places /= np.linalg.norm(places, axis=1, keepdims=True)
    index = lsa("lsa:8", texts)
    for query in ("w3 w9 w40", "w2 w2 w111", texts[7]):
        vector = svd.transform(vectorizer.transform([query]))[0]
        cosines = places @ vector / np.linalg.norm(vector)
        hits = index.top(query, 20, None)
        assert [score for _, score in hits] == pytest.approx(sorted(cosines, reverse=True)[:20], abs=1e-5)
        assert [cosines[position] for position, _ in hits] == pytest.approx([score for _, score in hits], abs=1e-5)


def test_a_chunk_without_a_shared_word_is_found_by_the_company_its_words_keep():
    """`car` and `automobile` never meet, but both stand beside `engine`: LSA finds what TF-IDF cannot."""
    texts = [
        "car engine wheels",
        "automobile engine wheels",
        "car engine",
        "automobile wheels",
        "tulip garden",
        "rose garden tulip",
    ]
    assert {position for position, _ in lsa("lsa:2", texts).top("car", 10, None)} == {0, 1, 2, 3}


@pytest.mark.parametrize("texts", [["one document"], ["same words", "same words"], ["a1 b1", "", "?!"], ["w1"] * 40])
def test_more_directions_than_the_corpus_has_are_no_error(texts):
    """N is at most the rank of the matrix; a chunk without terms is nowhere and never found."""
    hits = lsa("lsa:4096", texts).top(texts[0], 100, None)
    assert [position for position, _ in hits] == [i for i, text in enumerate(texts) if text == texts[0]]
    assert [score for _, score in hits] == pytest.approx([1.0] * len(hits), abs=1e-6)


def test_two_builds_give_the_same_ranking_to_the_last_bit():
    """ARPACK starts from a fixed vector, so nothing is left to chance."""
    texts = random_texts(700)
    first, second = lsa("lsa:16", texts), lsa("lsa:16", texts)
    assert all(first.top(text, 10, None) == second.top(text, 10, None) for text in texts[:20])


def test_the_filter_is_applied_before_the_cut_however_much_it_keeps():
    """With a tenth kept the places are packed, with nine tenths they are not: both give the reference's hits."""
    rng = np.random.default_rng(5)
    places = rng.standard_normal((500, 12)).astype(np.float32)
    places /= np.linalg.norm(places, axis=1, keepdims=True)
    directions = Directions(places)
    for kept in (0.0, 0.1, 0.9):
        visible = rng.random(500) < kept
        for _ in range(5):
            vector = rng.standard_normal(12)
            vector /= np.linalg.norm(vector)
            cosines = places.astype(np.float64) @ vector
            expected = [p for p in np.argsort(-cosines, kind="stable").tolist() if visible[p] and cosines[p] > 1e-6][
                :20
            ]
            assert [position for position, _ in directions.top(vector, 20, visible)] == expected


def test_recall_at_3_by_type_is_the_second_seeds(capsys, shared):
    """lsa:6 and its fusion with BM25 over fourteen fare rules: identifiers, keywords, paraphrases and all."""
    from harness.cli.main import main

    golden = shared / "seed_fares14"
    expected = json.loads((golden / "expected.json").read_text())
    spelled = {
        "bm25": "bm25",
        "lsa:6": "lsa:6",
        "hybrid:bm25+lsa": "hybrid:bm25+lsa",
        "hybrid:bm25+lsa:6": "hybrid:bm25+lsa",
    }
    flags = [flag for spelling in spelled for flag in ("--retriever", spelling)]
    assert main(["sweep", str(golden), "--chunker", "whole", "-k", "3", "--json", *flags]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    for row, name in zip(rows, spelled.values(), strict=True):
        recalls = {kind: round(of["recall"]["3"]["value"], 2) for kind, of in row["slices"].items()}
        assert {**recalls, "all": round(row["recall"]["3"]["value"], 2)} == expected[name]
