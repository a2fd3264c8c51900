"""Exact parity with the seeds' own programs, through the commands a user types; skips where the data is absent."""

from __future__ import annotations

import json

import pytest

from harness.cli.main import main

DEPTHS = ("1", "3", "5", "10", "50")


@pytest.fixture
def stdlib(shared):
    return shared / "seed_stdlib"


@pytest.fixture
def expected(stdlib):
    return json.loads((stdlib / "expected.json").read_text())


def sweep(capsys, golden, *flags) -> dict:
    assert main(["sweep", str(golden), "--json", "-k", ",".join(DEPTHS), *flags]) == 0
    return json.loads(capsys.readouterr().out)


def recalls(row: dict) -> dict[str, float]:
    return {k: round(rate["value"], 3) for k, rate in row["recall"].items()}


def told(row: dict) -> dict[str, float]:
    return {k: v for k, v in row.items() if k in DEPTHS}


def test_ceiling_strategies_and_sizes(capsys, stdlib, expected):
    """Every chunking of the first seed: chunks, words per chunk and recall at each stated depth."""
    wanted = expected["strategies"] + expected["sizes"]
    chunkers = [flag for row in wanted for flag in ("--chunker", row["chunker"])]
    rows = sweep(capsys, stdlib, "--retriever", "hashing:1024", *chunkers)["rows"]
    assert len(rows) == len(wanted)
    for row, want in zip(rows, wanted, strict=True):
        assert row["chunks"] == want["chunks"], want
        assert row["words_per_chunk"] == want.get("words_per_chunk", row["words_per_chunk"]), want
        assert {k: recalls(row)[k] for k in told(want)} == told(want), want
    ceiling = next(row for row in rows if row["chunker"] == expected["ceiling"]["chunker"])
    assert recalls(ceiling) == told(expected["ceiling"])


def test_cut_evidence_over_twenty_sizes(capsys, stdlib, expected):
    """Anchors that no chunk holds whole, with and without a fifth of overlap, and the size of each index."""
    want = expected["cut_evidence"]
    sizes = range(20, 401, 20)
    for overlap, per_size, chunks in (
        ("without_overlap", "without_overlap", "chunks_without"),
        ("with_overlap", "with_overlap", "chunks_with"),
    ):
        spelled = [f"window:{s}:{s // 5 if overlap == 'with_overlap' else 0}" for s in sizes]
        flags = [flag for spelling in spelled for flag in ("--chunker", spelling)]
        rows = sweep(capsys, stdlib, "--retriever", "hashing:1024", *flags)["rows"]
        cut = {str(s): row["cut_evidence"] for s, row in zip(sizes, rows, strict=True) if row["cut_evidence"]}
        assert cut == {k: v for k, v in want[per_size].items() if k != "total"}
        assert sum(cut.values()) == want[per_size]["total"]
        assert sum(row["chunks"] for row in rows) == want[chunks]
        assert sum(row["evidence_groups"] for row in rows) == want["of"]


def test_the_metadata_filter(capsys, stdlib, expected):
    """Recall with and without the filter, and how many contexts hold a stale chunk in the first three."""
    want = expected["filter"]
    rows = sweep(
        capsys,
        stdlib,
        "--retriever",
        "hashing:1024",
        "--chunker",
        want["chunker"],
        "--filter",
        "none",
        "--filter",
        "status=current",
    )["rows"]
    for row, name in zip(rows, ("none", "status=current"), strict=True):
        assert {k: recalls(row)[k] for k in ("1", "3")} == told(want[name])
        assert row["stale_in_top"]["3"]["numerator"] == want[name]["stale_in_top_3"]


def test_the_lexical_reranker(capsys, stdlib, expected):
    """Recall before and after reranking fifty candidates under the filter, for three chunk sizes."""
    for want in expected["rerank"]["rows"]:
        flags = ("--retriever", "hashing:1024", "--chunker", want["chunker"], "--filter", "status=current")
        plain, reranked = sweep(capsys, stdlib, *flags, "--rerank", "none", "--rerank", "lexical")["rows"]
        assert {k: recalls(plain)[k] for k in ("1", "3", "50")} == told(want)
        assert {f"{k}_reranked": recalls(reranked)[k] for k in ("1", "3")} == {
            k: v for k, v in want.items() if "_" in k
        }


@pytest.mark.parametrize("condition", ["none", "status=current"])
def test_the_whole_pipeline(capsys, tmp_path, stdlib, expected, condition):
    """Outcomes of all eighteen questions, with the literal verifier and the scripted generator."""
    want = expected["pipeline"]
    flags = [] if condition == "none" else ["--filter", condition]
    parts = ("--chunker", want["chunker"], "--retriever", "hashing:1024", "--rerank", want["rerank"])
    depths = ("--candidates", str(want["candidates"]), "-k", str(want["k"]))
    logs = ("--logs", str(tmp_path), "--run-id", "r")
    code = main(["run", str(stdlib), *parts, *depths, *logs, "--verifier", "literal", "--json", *flags])
    outcomes = json.loads(capsys.readouterr().out)["outcomes"]
    assert code == 0
    assert {name: count for name, count in outcomes.items() if count} == want[condition]


@pytest.mark.parametrize("retriever", ["tfidf", "bm25"])
def test_six_fare_rules(capsys, shared, retriever):
    """The second seed's five questions at k 1 and 3."""
    want = json.loads((shared / "seed_fares6/expected.json").read_text())[retriever]
    (row,) = sweep(capsys, shared / "seed_fares6", "--chunker", "whole", "--retriever", retriever)["rows"]
    assert {k: recalls(row)[k] for k in ("1", "3")} == told(want)


@pytest.mark.parametrize("retriever", ["tfidf", "bm25"])
def test_the_gold_ranks_of_six_fare_rules(capsys, shared, retriever):
    """The rank of each question's gold chunk; what the seed prints as 99 was not retrieved."""
    want = json.loads((shared / "seed_fares6/expected.json").read_text())[retriever]["gold_ranks"]
    (row,) = sweep(capsys, shared / "seed_fares6", "--chunker", "whole", "--retriever", retriever, "--ranks")["rows"]
    assert [rank or 99 for rank in row["ranks"].values()] == want


def test_the_context_of_the_first_fare_question(capsys, tmp_path, shared):
    """At k = 2, and again under the filter that keeps what is current."""
    want = json.loads((shared / "seed_fares6/expected.json").read_text())
    for flags, key in (
        ([], "context_k2_first_question"),
        (["--filter", "status=current"], "after_filter_status_current"),
    ):
        common = ("--chunker", "whole", "-k", "2", "--limit", "1", "--logs", str(tmp_path), "--run-id", key)
        assert main(["run", str(shared / "seed_fares6"), *common, *flags]) == 0
        capsys.readouterr()
        _, record, *_ = map(json.loads, (tmp_path / key / "records.jsonl").read_text().splitlines())
        assert [ranked["chunk"]["doc_id"] for ranked in record["chunks"]] == want[key]


def test_the_corpus_of_the_first_seed(shared, stdlib, expected):
    """Documents, words, the median and the largest; and what the filter hides."""
    from statistics import median

    from harness.golden.read import read_golden
    from harness.index.visibility import parse_filter, visible_mask
    from harness.search import make_chunks
    from harness.text.words import count_words

    golden, want = read_golden(stdlib), expected["corpus"]
    words = [count_words(document.text) for document in golden.documents]
    assert (len(words), sum(words), int(median(words)), max(words), golden.info.questions) == (
        want["documents"],
        want["words"],
        want["median_words"],
        want["max_words"],
        want["questions"],
    )
    chunks = make_chunks(golden.documents, expected["filter"]["chunker"])
    visible = visible_mask(chunks, parse_filter(["status=current"]), None)
    assert (len(chunks) - visible.count, len(chunks)) == (expected["filter"]["hidden_chunks"], expected["filter"]["of"])


def test_every_published_golden_set_loads(shared):
    """Each folder of the shared data with both files reads as it is."""
    from harness.golden.read import read_golden

    folders = [p.parent for p in sorted(shared.glob("*/questions.jsonl")) if (p.parent / "corpus.jsonl").exists()]
    assert len(folders) >= 12
    for folder in folders:
        golden = read_golden(folder)
        assert sum(1 for _ in golden.questions()) == golden.info.questions
