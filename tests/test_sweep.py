"""Sweeps: every combination, paired on the same questions, from hand-counted rankings."""

from __future__ import annotations

import json

from harness.cli.main import main


def sweep(capsys, golden, *flags) -> dict:
    assert main(["sweep", str(golden), "--json", *map(str, flags)]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_row_per_combination_in_the_order_given(capsys, golden):
    """Two chunkers, two retrievers, two filters, two rerankers: sixteen rows, and a pair for each two at each k."""
    result = sweep(
        capsys, golden, "--chunker", "whole", "--chunker", "sentence:1:0", "--retriever", "bm25", "--retriever", "tfidf",
        "--filter", "none", "--filter", "status=current", "--rerank", "none", "--rerank", "lexical", "-k", "1,3",
    )  # fmt: skip
    assert len(result["rows"]) == 16
    assert len(result["pairs"]) == 2 * 16 * 15 // 2
    assert [(r["chunker"], r["retriever"], r["filter"], r["rerank"]) for r in result["rows"][:3]] == [
        ("whole", "bm25", "none", "none"),
        ("whole", "bm25", "none", "lexical"),
        ("whole", "bm25", "status=current", "none"),
    ]


def test_the_filter_lifts_the_gold_chunk_over_the_superseded_one(capsys, golden):
    """Without the filter the 20 kg rule is first for one question of three; with it the 23 kg rule is."""
    result = sweep(capsys, golden, "--chunker", "whole", "--filter", "none", "--filter", "status=current", "-k", "1")
    none, current = (row["recall"]["1"]["numerator"] for row in result["rows"])
    assert (none, current) == (1, 2)
    (pair,) = result["pairs"]
    assert (pair["only_a"], pair["only_b"], pair["p"]) == (0, 1, 1.0)
    assert [row["stale_in_top"]["1"]["numerator"] for row in result["rows"]] == [1, 0]


def test_only_answerable_questions_with_labels_count(capsys, golden):
    """The unanswerable question is no denominator of recall."""
    assert sweep(capsys, golden, "--chunker", "whole")["questions"] == 3


def test_cut_evidence_is_counted_per_group(capsys, golden):
    """Windows of two words cut all three anchors, of four, three and three words."""
    (row,) = sweep(capsys, golden, "--chunker", "window:2:0")["rows"]
    assert (row["cut_evidence"], row["evidence_groups"]) == (3, 3)


def test_depth_grows_to_the_largest_k(capsys, golden):
    """-k 60 asks for sixty candidates; a depth given that is too small is an error."""
    (row,) = sweep(capsys, golden, "--chunker", "whole", "-k", "60")["rows"]
    assert row["recall"]["60"]["value"] is not None
    assert main(["sweep", str(golden), "-k", "60", "--candidates", "10"]) == 2
    assert "--candidates" in capsys.readouterr().err


def test_the_table_for_a_person_names_what_is_real(capsys, golden):
    """Three questions prove nothing, and the table says so."""
    assert main(["sweep", str(golden), "--chunker", "whole", "--chunker", "sentence:1:0", "-k", "1,3"]) == 0
    out = capsys.readouterr().out
    assert "3 questions" in out
    assert "no gap above is shown to be real" in out


def test_questions_that_find_nothing_at_all_are_counted(capsys, golden):
    """A question of stopwords only, and one whose words no document has: a line says so, they are no silent misses."""
    with (golden / "questions.jsonl").open("a") as file:
        file.write(json.dumps({"id": "what", "question": "What is it?", "gold_doc_ids": ["bags"]}) + "\n")
    flags = ["--chunker", "whole", "--analyzer", "snowball:english"]
    (row,) = sweep(capsys, golden, *flags)["rows"]
    assert row["zero_hit_questions"] == 2
    assert main(["sweep", str(golden), *flags]) == 0
    assert "2 of 4 questions found no chunk at all" in capsys.readouterr().out


def test_a_sweep_counts_terms_once_for_retrievers_that_share_them(capsys, golden, monkeypatch):
    """Three retrievers and their fusion over one chunking read its texts once; another analyzer reads them again."""
    from harness.index import terms

    counted = []
    count = terms._count
    monkeypatch.setattr(terms, "_count", lambda texts, analyzer: counted.append(analyzer) or count(texts, analyzer))
    flags = [flag for name in ("bm25", "tfidf", "hashing", "hybrid:bm25+tfidf") for flag in ("--retriever", name)]
    assert len(sweep(capsys, golden, "--chunker", "whole", *flags)["rows"]) == 4
    assert len(counted) == 1
    assert (
        len(sweep(capsys, golden, "--chunker", "whole", *flags, "--analyzer", "plain", "--analyzer", "unicode")["rows"])
        == 8
    )
    assert len(counted) == 3


def test_rerankers_share_the_search(capsys, golden, monkeypatch):
    """Candidates are found once per question and filter, then reranked or not."""
    from harness.index.postings import Postings

    asked = []
    top = Postings.top
    monkeypatch.setattr(Postings, "top", lambda *a: asked.append(1) or top(*a))
    assert len(sweep(capsys, golden, "--chunker", "whole", "--rerank", "none", "--rerank", "lexical")["rows"]) == 2
    assert len(asked) == 3
