"""Retrieval at its edges: one document, k beyond the corpus, nothing visible, stopwords only, no chunk. Lines, no tracebacks, no silent zero."""

from __future__ import annotations

import json

import pytest
from conftest import write_jsonl

from harness.cli.main import main

TEXT = "Bags may weigh 23 kg. Pets fly for 45 EUR. Seats are free on flex fares only."
ASKED = {
    "id": "q",
    "question": "What may bags weigh?",
    "answers": ["23 kg"],
    "gold_doc_ids": ["a"],
    "evidence": ["weigh 23 kg"],
}


def golden_of(folder, *texts, questions=(ASKED,)):
    write_jsonl(folder / "corpus.jsonl", [{"doc_id": "abcdef"[n], "text": text} for n, text in enumerate(texts)])
    write_jsonl(folder / "questions.jsonl", list(questions))
    return str(folder)


def told(capsys, *words) -> str:
    assert main(list(map(str, words))) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return " ".join(captured.out.split())


def refused(capsys, *words) -> str:
    assert main(list(map(str, words))) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    return captured.err


def test_a_corpus_of_one_document(capsys, tmp_path):
    """By document everything is right, and the table says what that is worth; run, check and needle go on."""
    golden = golden_of(tmp_path / "g", TEXT)
    out = told(capsys, "sweep", golden, "--chunker", "whole", "--chunker", "window:3:0", "-k", "1")
    assert "the corpus is one document: by document, whatever is found is right" in out
    assert "so few can show no difference of any size" in out
    assert "accuracy" in told(capsys, "run", golden, "--logs", tmp_path / "logs")
    main(["golden", "check", golden])
    assert "too few to show a difference of any size between two settings" in " ".join(capsys.readouterr().out.split())
    assert "2 documents cost" in told(capsys, "needle", golden, "--documents", "1,2", "--facts", "2")


def test_k_beyond_the_corpus(capsys, tmp_path):
    """Fifty of three chunks: recall at 50 is what matches at all, said in a line; a run ranks what there is."""
    golden = golden_of(tmp_path / "g", TEXT, "Pets are animals.", "Fares differ.")
    out = told(capsys, "sweep", golden, "--chunker", "whole", "-k", "1,50")
    assert "k = 50 is more chunks than there are (whole has 3): from there on recall is what matches at all" in out
    assert main(["run", golden, "--logs", str(tmp_path / "logs"), "-k", "50", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["recall"]["50"] == report["candidates"]["recall"]
    assert report["ceiling"]["value"] == 1
    assert "is more chunks than" not in told(capsys, "sweep", golden, "--chunker", "whole", "-k", "1,3")


@pytest.mark.parametrize("verb", [["sweep"], ["run"], ["sweep", "--vary", "k"]])
def test_every_chunk_hidden_by_the_filter(capsys, tmp_path, golden, verb):
    """Refused before anything is answered, with the values there are."""
    words = [verb[0], golden, *verb[1:], "--filter", "status=gone"]
    if verb != ["sweep"]:
        words += ["--logs", tmp_path / "logs"]
    err = refused(capsys, *words)
    assert "hides all" in err
    assert "status is: current" in err
    assert not (tmp_path / "logs").exists()


def test_a_question_of_stopwords_only(capsys, tmp_path):
    """It finds nothing, is counted as such beside the recall, and a run loses it at the first stage with the reason."""
    asked = {**ASKED, "id": "s", "question": "What is it?"}
    golden = golden_of(tmp_path / "g", TEXT, "Other.", questions=[ASKED, asked])
    flags = ("--analyzer", "snowball:english")
    assert "1 of 2 questions found no chunk at all" in told(capsys, "sweep", golden, "--chunker", "whole", *flags)
    assert main(["sweep", golden, "--chunker", "whole", "--json", *flags]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["zero_hit_questions"] == row["first_evidence"]["not_retrieved"] == 1
    assert main(["run", golden, "--logs", str(tmp_path / "logs"), "--json", *flags]) == 0
    report = json.loads(capsys.readouterr().out)
    (failure,) = [failure for failure in report["failures"] if failure["id"] == "s"]
    assert (failure["bucket"], failure["stage"]) == ("retrieval_miss", "first_stage")


@pytest.mark.parametrize("chunker", ["whole", "packed:150", "window:3:0", "sentence:4:1", "structure:160", "rows:150"])
def test_a_chunker_that_yields_nothing(capsys, tmp_path, chunker):
    """Documents of white space give no chunk: that is said, by every verb that cuts, and nothing is measured as 0."""
    golden = golden_of(tmp_path / "g", " \n ", "\t")
    for words in (
        ["sweep", golden, "--chunker", chunker],
        ["run", golden, "--chunker", chunker, "--logs", tmp_path / "logs"],
        ["golden", "check", golden, "--chunker", chunker],
    ):
        assert "made no chunk of 2 documents: their texts are empty; check the corpus" in refused(capsys, *words)


def test_documents_without_text_are_no_haystack_and_no_source_of_questions(capsys, tmp_path):
    """Both say what to look at."""
    golden = golden_of(tmp_path / "g", " \n ", "\t")
    assert "hold no text to hide a fact among; check the corpus" in refused(capsys, "needle", golden)
    err = refused(capsys, "golden", "make-queries", golden, "-o", tmp_path / "made")
    assert "its 2 documents hold no text to ask about; check the corpus" in err
    assert not (tmp_path / "made").exists()


def test_no_question_with_labels(capsys, tmp_path):
    """There is nothing to find: a line, null rates with the reason, and not a table of zeros."""
    golden = golden_of(tmp_path / "g", TEXT, questions=[{"id": "q", "question": "What?", "answers": ["x"]}])
    assert "there is nothing to find; add labels" in told(
        capsys, "sweep", golden, "--chunker", "whole", "--chunker", "window:3:0"
    )
    assert main(["sweep", golden, "--chunker", "whole", "--chunker", "window:3:0", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    for row in result["rows"]:
        assert row["recall"]["1"]["value"] is row["document_recall"]["1"]["value"] is row["mrr"] is None
        assert row["recall"]["1"]["reason"]
    assert result["pairs"] == result["means"] == []
