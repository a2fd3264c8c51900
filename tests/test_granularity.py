"""Two granularities, chunk headers and tables by rows: what is indexed changes, what traces the evidence does not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import plugins
from harness.cli.main import main
from harness.errors import InputError
from harness.index.chunks import chunk_documents
from harness.index.texts import Texts, indexed_text
from harness.search import Bench, make_chunks, parse_routes
from harness.types import Chunk, Document, Question


def sweep(capsys, golden, *flags):
    assert main(["sweep", str(golden), "--json", *flags]) == 0
    return json.loads(capsys.readouterr().out)["rows"]


def cut(spelling, text):
    module, options = plugins.part("chunk", spelling)
    return chunk_documents([Document(doc_id="d", text=text)], module.make(options))


# --- two granularities ------------------------------------------------------------------------------------------------

DOCUMENTS = (
    Document(doc_id="a", text="Alpha beta. Gamma delta."),
    Document(doc_id="b", text="Gamma epsilon. Zeta eta. Alpha theta."),
)


def test_ids_stay_unique_and_say_which_chunker_made_them():
    """`whole` gives two chunks, `sentence:1:0` five; the first granularity comes first."""
    chunks = make_chunks(DOCUMENTS, "whole+sentence:1:0")
    ids = [chunk.chunk_id for chunk in chunks]
    assert ids == ["whole/a#0", "whole/b#0", *(f"sentence:1:0/{d}" for d in ("a#0", "a#1", "b#0", "b#1", "b#2"))]
    assert all(
        chunk.text == {d.doc_id: d.text for d in DOCUMENTS}[chunk.doc_id][chunk.start : chunk.end] for chunk in chunks
    )


def granular(routes=()):
    spelling = "whole+sentence:1:0"
    chunks = make_chunks(DOCUMENTS, spelling)
    return chunks, Bench(chunks, spelling, "plain", routes=parse_routes(routes, spelling)).retriever("bm25")


def test_fused_scores_by_hand():
    """`zeta`: document b is first of one list, its second sentence first of the other; each gets 1/61 for both."""
    chunks, retriever = granular()
    hits = retriever.top("zeta", 10, None)
    assert [(chunks[p].chunk_id, round(score, 9)) for p, score in hits] == [
        ("whole/b#0", round(2 / 61, 9)),
        ("sentence:1:0/b#1", round(2 / 61, 9)),
    ]


def test_a_route_sends_a_question_type_to_one_granularity():
    """`summary` questions see whole documents only, others both."""
    chunks, retriever = granular(["summary=whole"])
    for kind, spelled in (("summary", {"whole"}), ("detail", {"whole", "sentence:1:0"})):
        hits = retriever.top_for(Question(id="q", question="gamma alpha", type=kind), 10, None)
        assert {chunks[p].chunk_id.partition("/")[0] for p, _ in hits} == spelled


@pytest.mark.parametrize(
    ("routes", "chunker"),
    [(["summary"], "whole+packed:5"), (["summary=window:5:0"], "whole+packed:5"), (["summary=whole"], "whole"), ([], "whole+whole"), ([], "whole+hole")],
)  # fmt: skip
def test_routes_and_granularities_that_do_not_exist_are_told(routes, chunker):
    """One line with what to write; before anything is indexed."""
    with pytest.raises(InputError):
        parse_routes(routes, chunker)


def test_evidence_is_traced_through_both(capsys, golden, tmp_path):
    """A run over two granularities finds, traces and attributes as one over a single chunking does."""
    flags = [
        "--chunker",
        "whole+sentence:1:0",
        "--filter",
        "status=current",
        "--logs",
        str(tmp_path),
        "--run-id",
        "r",
        "--json",
    ]
    assert main(["run", str(golden), *flags]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["attribution"]["harness_fault"] == 0
    assert report["recall"]["5"]["numerator"] == 2  # `puppy` shares no word with its evidence
    (row,) = sweep(capsys, golden, "--chunker", "window:2:0+whole")
    assert row["cut_evidence"] == 0  # windows of two words cut every anchor, whole documents none


@pytest.mark.parametrize("retriever", ["tfidf", "hybrid:bm25+tfidf", "oracle"])
def test_any_retriever_searches_two_granularities(capsys, golden, retriever):
    """Fitted ones have an index for each; fusions fuse those; the oracle reads labels."""
    (row,) = sweep(capsys, golden, "--chunker", "whole+sentence:1:0", "--retriever", retriever, "-k", "3")
    assert row["recall"]["3"]["numerator"] >= 2


# --- headers ----------------------------------------------------------------------------------------------------------


def headed(text, title="Fees", path=("Baggage", "Second bag")):
    return Chunk(chunk_id="c", doc_id="d", start=0, end=len(text), text=text, title=title, heading_path=path)


@pytest.mark.parametrize(
    ("header", "text", "indexed"),
    [
        ("none", "It costs 60 EUR.", "It costs 60 EUR."),
        ("title", "It costs 60 EUR.", "Fees\nIt costs 60 EUR."),
        ("path", "It costs 60 EUR.", "Fees\nBaggage\nSecond bag\nIt costs 60 EUR."),
        ("path", "## Second bag\nIt costs 60 EUR.", "Fees\nBaggage\n## Second bag\nIt costs 60 EUR."),
    ],
)
def test_a_header_is_indexed_before_the_text_and_never_twice(header, text, indexed):
    """The chunk's own text stays as it is; a heading that it starts with is not repeated."""
    chunk = headed(text)
    assert indexed_text(chunk, header) == indexed
    assert list(Texts([chunk], header)) == [indexed] == [Texts([chunk], header)[0]]
    assert chunk.text == text


def test_a_chunk_is_found_by_its_title(capsys, tmp_path):
    """The question says `baggage`, the title says it, the text does not."""
    folder = tmp_path / "g"
    folder.mkdir()
    documents = [
        {"doc_id": "a", "title": "Baggage", "text": "It costs 60 EUR."},
        {"doc_id": "b", "title": "Pets", "text": "It costs 45 EUR."},
    ]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(d) + "\n" for d in documents))
    (folder / "questions.jsonl").write_text(
        json.dumps({"id": "q", "question": "baggage fee?", "evidence": ["60 EUR"]}) + "\n"
    )
    rows = sweep(capsys, folder, "--chunk-header", "none", "--chunk-header", "title", "-k", "1")
    assert [(row["chunk_header"], row["recall"]["1"]["numerator"]) for row in rows] == [("none", 0), ("title", 1)]


# --- tables -----------------------------------------------------------------------------------------------------------

MARKDOWN = """Fees are listed below.

| route | kg | fee |
|---|---|---|
| domestic | 15 | 20 |
| europe | 20 | 30 |
| overseas | 23 | 40 |

Ask at the desk."""


def test_a_table_is_cut_between_rows_and_each_piece_knows_its_header():
    """A row has 7 words and so has the header: 21 words hold the header, its rule of one word and one row, or two rows."""
    chunks = cut("rows:21", MARKDOWN)
    assert [(chunk.text, chunk.lead) for chunk in chunks] == [
        ("Fees are listed below.", ""),
        ("| route | kg | fee |\n|---|---|---|\n| domestic | 15 | 20 |\n| europe | 20 | 30 |", ""),
        ("| overseas | 23 | 40 |", "| route | kg | fee |"),
        ("Ask at the desk.", ""),
    ]
    assert all(MARKDOWN[chunk.start : chunk.end] == chunk.text for chunk in chunks)


@pytest.mark.parametrize("text", ["a,b,c\n1,2,3\n4,5,6\n7,8,9\n", "a;b\n1;2\n4;5\n7;8", "a\tb\n1\t2\n4\t5\n7\t8"])
def test_delimited_files_are_tables(text):
    """One row a chunk, the header before all but the first, which holds it."""
    chunks = cut("rows:1", text)
    assert [chunk.lead for chunk in chunks] == ["", text.split("\n")[0], text.split("\n")[0]]


@pytest.mark.parametrize("text", ["One, two, three. And, so, on.\nNo table here.", "a | b\nno rule", "x\ty\n1\t2", ""])
def test_what_is_no_table_is_cut_as_prose(text):
    """The same cuts as `packed`."""
    assert [(c.start, c.end) for c in cut("rows:4", text)] == [(c.start, c.end) for c in cut("packed:4", text)]


@given(st.text(alphabet="ab |\t-\n,;.", max_size=80), st.integers(1, 12))
def test_every_character_that_is_not_white_space_is_in_some_chunk(text, words):
    """Whatever looks like a table and is none, nothing is lost, and chunks do not overlap."""
    chunks = cut(f"rows:{words}", text)
    kept = "".join(chunk.text for chunk in chunks)
    assert "".join(kept.split()) == "".join(text.split())
    assert all(before.end <= after.start for before, after in pairwise(chunks))
    assert all(chunk.lead in text for chunk in chunks)


def test_the_model_reads_the_header_and_the_retriever_finds_by_it(capsys, tmp_path):
    """`fee overseas` needs the header's word and the row's; the prompt shows both, and replaying reads them from the log."""
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "corpus.jsonl").write_text(json.dumps({"doc_id": "fees", "text": MARKDOWN}) + "\n")
    question = {"id": "q", "question": "fee overseas", "evidence": ["overseas | 23 | 40"], "answers": ["40"]}
    (folder / "questions.jsonl").write_text(json.dumps(question) + "\n")
    logs = ["--logs", str(tmp_path / "logs")]
    main(["run", str(folder), "--chunker", "rows:21", "-k", "1", *logs, "--run-id", "r", "--json"])
    capsys.readouterr()
    record = json.loads((tmp_path / "logs/r/records.jsonl").read_text().splitlines()[1])
    assert "| route | kg | fee |\n| overseas | 23 | 40 |" in record["prompt"]
    assert record["trace"][0]["final_rank"] == 1
    assert record["chunks"][0]["chunk"]["text"] == "| overseas | 23 | 40 |"
