"""The needle test: what is hidden where, what counts as found, what is shown to differ, and what becomes of failures."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest
from conftest import write_jsonl
from hypothesis import given
from hypothesis import strategies as st

from harness.cli.main import main
from harness.golden.read import read_golden
from harness.measure.needle import POSITIONS
from harness.needle import QUESTION, STATEMENT, context_of, is_right, make_facts, trials

FLAGS = ("--documents", "1,3", "--facts", "8")


def needle(capsys, golden, *flags) -> dict:
    assert main(["needle", str(golden), *FLAGS, "--json", *map(str, flags)]) == 0
    return json.loads(capsys.readouterr().out)


def staged(folder, trials_, **what):
    """Write a script that fixes the answer of some trials."""
    write_jsonl(folder / "script.jsonl", [{"id": trial, **what} for trial in trials_])
    return ("--script", folder / "script.jsonl")


def test_a_fact_stands_where_it_should_among_whole_documents(golden):
    """Start, middle, end of five; the same other documents at each, cut after their words; one document is the fact alone."""
    documents = read_golden(golden).documents
    facts = make_facts(documents, 2, 0, STATEMENT, QUESTION)
    seen = set()
    for position, at in zip(POSITIONS, (0, 2, 4), strict=True):
        (trial,) = [t for t in trials(facts[:1], [5], POSITIONS) if t.position == position]
        context = context_of(trial, documents, 4, 0)
        assert [chunk.doc_id for chunk in context.chunks].index("needle") == at
        assert context.texts[at] == facts[0].statement
        others = [text for place, text in enumerate(context.texts) if place != at]
        assert all(len(text.split()) == 4 for text in others)
        seen.add(tuple(others))
    assert len(seen) == 1
    alone = list(trials(facts, [1], POSITIONS))
    assert [t.position for t in alone] == ["start", "start"]
    assert context_of(alone[0], documents, 4, 0).texts == (facts[0].statement,)


def test_facts_are_new_to_the_documents_and_the_seeds(golden):
    """Distinct keys and values, none of them anywhere in the corpus, and the question has the key without the value."""
    documents = read_golden(golden).documents
    facts = make_facts(documents, 30, 1, STATEMENT, QUESTION)
    assert facts == make_facts(documents, 30, 1, STATEMENT, QUESTION)
    assert len({f.key for f in facts}) == len({f.value for f in facts}) == 30
    for fact in facts:
        assert f"{fact.value:,}" in fact.statement
        assert fact.key in fact.question
        assert str(fact.value) not in fact.question
        assert not any(fact.key in document.text for document in documents)


@pytest.mark.parametrize(
    "written", ["743,912", "743912", "743.912", "743 912", "743\u202f912 lira.", "is 743’912 [S1]"]
)
def test_a_number_is_right_however_its_thousands_are_written(written):
    """English, German, French, Swiss, plain."""
    assert is_right(written, 743912)


@pytest.mark.parametrize("written", ["1,743,912", "743,9120", "743.91", "7439", "", "743,913", "99743912"])
def test_a_part_of_another_number_is_not(written):
    """Nor is a neighbour, nor nothing."""
    assert not is_right(written, 743912)


@given(st.integers(100_000, 999_999), st.integers(100_000, 999_999))
def test_no_number_passes_for_another(value, other):
    """Whatever the two."""
    assert is_right(f"It is {other:,}.", value) == (value == other)


def test_a_reader_that_finds_all_shows_no_effect_and_what_it_costs(capsys, golden):
    """The scripted generator quotes the sentence: 8 of 8 in each of four cells, and the bill grows with the documents."""
    told = needle(capsys, golden)
    assert [(c["documents"], c["position"]) for c in told["cells"]] == [
        (1, "start"),
        (3, "start"),
        (3, "middle"),
        (3, "end"),
    ]
    assert all(c["accuracy"]["numerator"] == c["accuracy"]["denominator"] == 8 for c in told["cells"])
    assert all(pair["p"] == 1 for pair in told["pairs"])
    assert told["cost"]["ratio"] == pytest.approx(
        told["cells"][1]["prompt_tokens"] / told["cells"][0]["prompt_tokens"], rel=0.01
    )
    assert told["cost"]["ratio"] > 1
    assert told["estimated"]
    assert told["misses"] == []
    assert main(["needle", str(golden), *FLAGS]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "No effect of position or size is shown; with 8 facts a cell" in text
    assert "3 documents cost" in text


def test_a_dip_in_the_middle_is_shown_when_there_are_facts_enough(capsys, golden):
    """All eight wrong in the middle: 8 against 0 is p = 0.0078, times six pairs 0.047; told with the answers that were wrong."""
    script = staged(golden, [f"needle-3-middle-{n}" for n in range(8)], answer="It is 100,000 [S1].")
    told = needle(capsys, golden, *script)
    middle = next(c for c in told["cells"] if c["position"] == "middle")
    assert middle["accuracy"]["numerator"] == 0
    real = [p for p in told["pairs"] if p["p_holm"] < 0.05]
    assert {tuple(map(tuple, (p["a"], p["b"]))) for p in real} == {
        ((1, "start"), (3, "middle")),
        ((3, "start"), (3, "middle")),
        ((3, "middle"), (3, "end")),
    }
    assert len(told["misses"]) == 8
    assert main(["needle", str(golden), *FLAGS, *map(str, script)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "3 documents, start, over 3, middle: 8 facts against 0, p = 0.0078, Holm 0.047" in out
    assert "… and 3 more not right" in out


def test_faults_and_refusals_are_told_apart_from_misreading(capsys, golden):
    """A fault stays in the denominator and is counted; a refusal is; neither stops the others. All faults: exit 1."""
    write_jsonl(
        golden / "script.jsonl",
        [
            {"id": "needle-3-end-0", "raise": "the server is gone"},
            {"id": "needle-3-end-1", "answer": "NOT IN THE CONTEXT"},
        ],
    )
    told = needle(capsys, golden, "--script", golden / "script.jsonl")
    end = told["cells"][-1]
    assert (end["faults"], end["refused"], end["accuracy"]["numerator"], end["accuracy"]["denominator"]) == (1, 1, 6, 8)
    assert [m["fault"] for m in told["misses"]] == ["StagedError: the server is gone", None]
    names = [f"needle-1-start-{n}" for n in range(8)]
    script = staged(golden, names, **{"raise": "gone"})
    assert main(["needle", str(golden), "--documents", "1", "--facts", "8", *map(str, script)]) == 1
    assert "8 of 8 ended in a fault" in capsys.readouterr().out


def test_a_model_on_a_server_reports_its_tokens_and_its_cuts(capsys, golden, monkeypatch, tmp_path):
    """A server that cuts prompts without a word is found out by its count, and the cut is told beside the accuracy."""
    import asyncio
    import threading

    from ollama_server import FakeModel, FakeOllama

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    document = {"doc_id": "long", "text": "A long document about nothing in particular. " * 900}
    write_jsonl(golden / "corpus.jsonl", [document, {"doc_id": "b", "text": "Short."}])
    write_jsonl(golden / "questions.jsonl", [{"id": "q", "question": "What?", "gold_doc_ids": ["b"]}])
    fake = FakeOllama(models=[FakeModel(context_length=2048)], old=True)
    started, loop = threading.Event(), asyncio.new_event_loop()

    async def serve():
        async with fake:
            started.set()
            await stop.wait()

    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    started.wait(10)
    try:
        flags = (
            "--documents",
            "1,3",
            "--facts",
            "2",
            "--generator",
            "ollama:tiny",
            "--base-url",
            fake.url,
            "--no-cache",
        )
        assert main(["needle", str(golden), *flags, "--document-words", "6000", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()
    assert not told["estimated"]
    assert told["cells"][0]["cut"] == 0
    assert sum(cell["cut"] for cell in told["cells"][1:]) == 6


def test_any_language_by_two_templates(capsys, golden):
    """A Turkish fact; a template without its place is refused."""
    flags = (
        "--statement",
        "{key} projesinin onaylı bütçesi {value} liradır.",
        "--question",
        "{key} projesinin onaylı bütçesi?",
    )
    assert all(c["accuracy"]["numerator"] == 8 for c in needle(capsys, golden, *flags)["cells"])
    for wrong in (("--statement", "no places"), ("--question", "none")):
        assert main(["needle", str(golden), *FLAGS, *wrong]) == 2
        err = capsys.readouterr().err
        assert "{key}" in err
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["--documents", "6"], "has 4 documents to hide the fact among; ask for 5 at most"),
        (["--documents", "0"], "--documents '0'"),
        ([*FLAGS, "--facts", "x"], "--facts 'x'"),
        ([*FLAGS, "--positions", "top"], "--positions 'top'"),
        ([*FLAGS, "--document-words", "0"], "--document-words '0'"),
        (["--generator", "none"], "--generator 'none' is not known"),
        (["--script", "none.jsonl"], "script 'none.jsonl'"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(capsys, golden, flags, says):
    """Exit 2, what is wrong and what to write."""
    assert main(["needle", str(golden), *flags]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_the_picture_has_a_line_for_each_position(capsys, golden, tmp_path):
    """Accuracy by position, and tokens; a context of one document has one place."""
    assert main(["needle", str(golden), *FLAGS, "--svg", str(tmp_path / "n.svg")]) == 0
    root = ET.fromstring((tmp_path / "n.svg").read_text(encoding="utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 4


def test_positions_that_a_context_does_not_have_are_named(capsys, golden):
    """Two documents have no middle, one has one position; nothing is said where all that was asked for is there."""
    for flags, told in (
        (("2",), ["2 documents: no middle, for a context of two has a start and an end"]),
        (("1", "start,end"), ["1 document: no end, for a context of one document has one position"]),
        (("2", "start,end"), []),
        (("1,2,5", "start"), []),
    ):
        named = ("--positions", flags[1]) if flags[1:] else ()
        assert needle(capsys, golden, "--documents", flags[0], *named)["notes"] == told
    assert main(["needle", str(golden), "--documents", "2", "--facts", "3"]) == 0
    assert "2 documents: no middle" in capsys.readouterr().out


def test_the_table_fits_80_columns(capsys, golden, monkeypatch):
    """With bars."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["needle", str(golden), "--documents", "1,2,5", "--facts", "3"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "██████████" in out
    assert "…" not in out
