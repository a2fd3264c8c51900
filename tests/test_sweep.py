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
