"""Answers of other systems: replies read by paths, evidence found by text, stages that nobody can name."""

from __future__ import annotations

import pytest
from runs import start_of

from harness.attribute.ledger import earliest_loss, rows
from harness.attribute.rules import attribute
from harness.errors import SpellingError
from harness.fieldpath import pick, read_mapping
from harness.outside import Outside, undecidable
from harness.reply import LONGEST_CONTEXTS, ReplyError, read_reply
from harness.types import (
    Anchor,
    Document,
    EvidenceGroup,
    Judgement,
    LedgerRow,
    Origin,
    Passage,
    Question,
    Record,
    Reply,
    Verdict,
)

DOCUMENTS = (
    Document(doc_id="bags", text="Checked bags\nmay weigh  23 kg on every route. A second bag costs 60 EUR."),
    Document(doc_id="pets", text="Small pets travel in the cabin for 45 EUR. A second bag is not a pet."),
)


def asked(*evidence: str, gold: tuple[str, ...] = ("bags",)) -> Question:
    groups = tuple(EvidenceGroup(alternatives=(Anchor(text=text),)) for text in evidence)
    return Question(id="q", question="?", answers=("23 kg",), gold_doc_ids=gold, evidence=groups)


def taken(question: Question, *contexts: Passage, candidates: tuple[Passage, ...] | None = None) -> Record:
    reply = Reply(answer="It is 23 kg.", contexts=contexts, candidates=candidates)
    return Record(run_id="r", key="k", question=question, **Outside(DOCUMENTS).take(question, reply))


def start(**known):
    return start_of(
        origin=Origin(kind="import", what="ragas", undecidable=undecidable(**{"candidates": False, **known}))
    )


# --- paths ------------------------------------------------------------------------------------------------------------


VALUE = {"a": {"b": [{"t": 1}, {"t": 2}]}, "x.y": "flat", "s": '{"in": ["one", "two"]}', "null": None}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a.b[].t", [1, 2]),
        ("a.b[1].t", 2),
        ("a.b[7].t", None),
        ("x.y", "flat"),
        ('["x.y"]', "flat"),
        ("s.in[0]", "one"),
        ("null|none|a.b[0].t", 1),
        ("a.t", None),
        ("a.b.t", None),
    ],
)
def test_a_path_leads_to_its_value_or_to_none(path, found):
    """Objects, items, every item, flat names with dots, JSON inside a text, alternatives; what is not there is None."""
    assert pick(VALUE, path) == found


@pytest.mark.parametrize(
    "written", ["answer", "answer=", "anser=x", "answer=[", "answer=a..b", "answer=a|", "answer=a[b"]
)
def test_a_mapping_that_cannot_be_followed_is_refused(written):
    """With the flag it was written after; an unknown field names the nearest."""
    with pytest.raises(SpellingError, match=r"--map 'an") as told:
        read_mapping([written], ("answer", "contexts"), "--map")
    assert "did you mean 'answer'" in str(told.value) or "write" in str(told.value)


# --- replies ----------------------------------------------------------------------------------------------------------


READ = {"answer": "a", "contexts": "c", "context_ids": "i", "context_scores": "s", "seconds": "t", "correct": "ok"}


@pytest.mark.parametrize(
    ("given", "contexts"),
    [
        (None, None),
        ([], ()),
        ("", ()),
        ("one text", (Passage(text="one text"),)),
        ('["x", "y"]', (Passage(text="x"), Passage(text="y"))),
        ("['x', \"it's\"]", (Passage(text="x"), Passage(text="it's"))),
        ("[not a list", (Passage(text="[not a list"),)),
        ([["x"], ["y"]], (Passage(text="x"), Passage(text="y"))),
        (
            [{"page_content": "x", "metadata": {"source": "f"}}],
            (Passage(text="x", source="f", metadata={"source": "f"}),),
        ),
        ([{"document": {"content": "x", "id": 7}, "rank": 1}], (Passage(text="x", id="7"),)),
        ([{"id": "d1", "score": "0.5"}], (Passage(id="d1", score=0.5),)),
        (float("nan"), None),
    ],
)
def test_contexts_are_read_in_the_shapes_people_write(given, contexts):
    """Lists, texts that hold lists as JSON or as Python writes them, objects; missing is not empty."""
    assert read_reply({"c": given}, READ).contexts == contexts


def test_ids_and_scores_beside_the_texts_are_put_to_them():
    """Ids alone are contexts too; another number of them than of texts is refused."""
    both = read_reply({"c": ["x", "y"], "i": ["1", 2], "s": [0.5, None]}, READ)
    assert both.contexts == (Passage(text="x", id="1", score=0.5), Passage(text="y", id="2"))
    assert read_reply({"i": ["1"]}, READ).contexts == (Passage(id="1"),)
    with pytest.raises(ReplyError, match="1 context_ids for 2 contexts"):
        read_reply({"c": ["x", "y"], "i": ["1"]}, READ)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"c": 5}, "a context is a text"),
        ({"c": [None]}, "a context is a text"),
        ({"c": [{"score": 1}]}, "neither a text"),
        ({"a": {"x": 1}}, "answer is an object"),
        ({"t": "soon"}, "seconds is"),
        ({"ok": "perhaps"}, "must say true or false"),
        ({"c": ["x" * (LONGEST_CONTEXTS + 1)]}, "no model reads that"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(fields, told):
    """Nothing is guessed from it."""
    with pytest.raises(ReplyError, match=told):
        read_reply(fields, READ)


def test_nothing_is_made_up_for_what_is_not_said():
    """No score, model, prompt or token count appears; NaN and a latency of -1 are not said either."""
    record = taken(asked("23 kg"), Passage(text="Checked bags may weigh 23 kg"))
    assert (record.chunks[0].score, record.prompt, record.candidates.chunk_ids) == (None, None, ())
    assert (record.generation.model, record.generation.prompt_tokens) == ("", None)
    assert read_reply({"a": float("nan"), "t": -1, "ok": ""}, READ) == Reply()


# --- evidence by text -------------------------------------------------------------------------------------------------


def test_a_context_is_found_in_the_documents_whatever_its_id_and_white_space():
    """The chunk is the slice of the document that it is; offsets are those of the document as it stands."""
    record = taken(asked("weigh 23 kg"), Passage(text="Checked bags may weigh 23 kg", id="x-17"))
    (ranked,) = record.chunks
    assert (ranked.chunk.doc_id, ranked.chunk.chunk_id) == ("bags", "x-17")
    assert DOCUMENTS[0].text[ranked.chunk.start : ranked.chunk.end] == "Checked bags\nmay weigh  23 kg"
    assert record.trace[0].spans == (1,)


def test_a_slice_that_cuts_the_evidence_does_not_carry_it():
    """`weigh 23 kg` is not in a context that ends at 23."""
    record = taken(asked("weigh 23 kg"), Passage(text="Checked bags may weigh 23"))
    assert (record.trace[0].spans, record.trace[0].places[0].doc_id) == ((), "bags")


def test_pieces_of_cut_evidence_that_meet_in_the_context_are_reunited():
    """Two slices, neither of which holds it whole."""
    pieces = (Passage(text="Checked bags may weigh  23"), Passage(text="kg on every route. A second"))
    assert taken(asked("weigh 23 kg"), *pieces).trace[0].reunited
    assert not taken(asked("weigh 23 kg"), pieces[0]).trace[0].reunited


def test_the_same_words_in_another_document_are_no_evidence():
    """`A second bag` stands in both documents; only the gold one counts."""
    other = Passage(text="cabin for 45 EUR. A second bag is not a pet.")
    assert taken(asked("A second bag"), other).trace[0].spans == ()
    assert taken(asked("A second bag", gold=("pets",)), other).trace[0].spans == (1,)


def test_a_context_that_no_document_holds_carries_what_stands_whole_in_it():
    """Another parser's text: 23 kg is there, 3 kg is not."""
    page = Passage(text="CHECKED BAGGAGE: the limit is 23 kg per piece of luggage.", source="page 3")
    record = taken(asked("23 kg", "3 kg", gold=()), page)
    assert [trace.spans for trace in record.trace] == [(1,), ()]
    assert (record.chunks[0].chunk.doc_id, record.chunks[0].chunk.start) == ("page 3", 0)


def test_ids_of_documents_stand_for_their_texts():
    """And an id that is no document's, without a text, is refused by its name."""
    record = taken(asked(gold=("bags", "pets")), Passage(id="pets"))
    assert [trace.spans for trace in record.trace] == [(), (1,)]
    assert record.chunks[0].chunk.text == DOCUMENTS[1].text
    with pytest.raises(ReplyError, match="context 1 is 'nope'"):
        taken(asked(), Passage(id="nope"))


def test_one_id_for_two_texts_stays_two_chunks():
    """A log finds the text of a span by the chunk's id."""
    record = taken(
        asked(), Passage(id="c", text="one text"), Passage(id="c", text="another"), Passage(id="c", text="one text")
    )
    assert [ranked.chunk.chunk_id for ranked in record.chunks] == ["c", "c~2", "c"]


# --- what cannot be told ----------------------------------------------------------------------------------------------


def test_evidence_in_no_context_is_lost_at_a_stage_nobody_can_name():
    """The row says where it stands, and which stages remain; in a context it has arrived."""
    lost, there = (
        taken(asked("23 kg"), Passage(text=text)) for text in ("Small pets travel in the cabin", "It is 23 kg.")
    )
    (row,) = rows(lost, start())
    assert row.lost_at == "undecidable"
    assert row.reason == (
        "bags holds it at 24:29; it is in none of the contexts; which of chunk, filter, first_stage, rerank, assemble lost"
        " it is not in the log"
    )
    assert rows(there, start())[0].lost_at is None


def test_evidence_that_no_document_holds_is_the_sources_where_there_are_documents():
    """Without any, that cannot be told either."""
    record = taken(asked("24 kg"), Passage(text="Small pets travel in the cabin"))
    assert rows(record, start())[0].lost_at == "source"
    assert rows(record, start(corpus=False))[0].lost_at == "undecidable"


def test_a_traced_reranker_can_be_named():
    """The candidate that it dropped carried the evidence; without knowing of a reranker two stages remain."""
    record = taken(
        asked("23 kg"),
        Passage(text="Small pets travel in the cabin"),
        candidates=(
            Passage(text="Small pets travel in the cabin"),
            Passage(text="Checked bags may weigh 23 kg", id="c2"),
        ),
    )
    (row,) = rows(record, start(candidates=True, reranked=True))
    assert (row.lost_at, row.reason) == ("rerank", "c2 carries it: candidate 2, and not among those that were kept")
    (row,) = rows(record, start(candidates=True))
    assert row.lost_at == "undecidable"
    assert "which of rerank, assemble lost it" in row.reason


def test_an_undecidable_loss_comes_after_the_source_and_before_what_is_certain():
    """It may have been any stage from the chunker on."""

    def row(stage):
        return LedgerRow(group=0, label="evidence", anchor="x", lost_at=stage, reason="")

    assert earliest_loss((row("rerank"), row("undecidable"))).lost_at == "undecidable"
    assert earliest_loss((row("undecidable"), row("source"))).lost_at == "source"


@pytest.mark.parametrize(
    ("correct", "text", "bucket", "sub_kind"),
    [
        (True, "It may weigh 23 kg", "undecidable", "right_unverified"),
        (False, "It may weigh 23 kg", "undecidable", "wrong_unverified"),
        (True, "Small pets travel", "right_without_evidence", "evidence_absent"),
        (False, "Small pets travel", "retrieval_miss", "answered"),
    ],
)
def test_an_outcome_without_its_answer_is_never_called_supported(correct, text, bucket, sub_kind):
    """A loss can be named from the contexts alone; whether an answer rests on them cannot."""
    record = taken(asked("23 kg"), Passage(text=text)).model_copy(
        update={
            "generation": None,
            "verdict": Verdict(verdict="unknown", reason="its text is not in the file"),
            "judgement": Judgement(correct=correct, judge="recorded", reason="the file says so"),
        }
    )
    found = attribute(record, start())
    assert (found.bucket, found.sub_kind) == (bucket, sub_kind)
