"""Causes of failures, from records written by hand: which one is chosen, what shows it, and what else is listed."""

from __future__ import annotations

import pytest
from test_attribute import START, record, trace

from harness.attribute.conflicts import conflict
from harness.attribute.meanings import MEANINGS
from harness.attribute.rules import attribute
from harness.attribute.stages import with_stages
from harness.attribute.sums import wrong_sum
from harness.types import (
    CAUSES,
    RETRIEVAL_STAGES,
    Anchor,
    Chunk,
    Claim,
    EvidenceGroup,
    Fault,
    Generation,
    Judgement,
    Question,
    RankedChunk,
    Record,
    Span,
    Verdict,
)

EVIDENCE = "Checked bags on the Tern fare may weigh 23 kg on every route."
TEXTS = {
    "bags#0": f"{EVIDENCE} A second bag costs 60 EUR.",
    "pets#0": "Small pets travel in the cabin for 45 EUR. The crew decides where Biscuit sits.",
    "bags-new#0": "Checked bags on the Tern fare may weigh 25 kg on every route.",
    "bags-old#0": "Checked bags on the Tern fare may weigh 20 kg on every route.",
    "tern#0": "The Tern fare was introduced by Ada Lind in 2019 for the northern routes.",
}
STATUS = {"bags-old#0": "superseded"}


def failed(
    *claims: tuple[str, tuple[int, ...], str, str], shown=("bags#0", "pets#0"), correct=False, **changes
) -> Record:
    """Return a record whose claims are `(text, spans cited, verdict, reason)` over some chunks, the evidence in span 1."""
    status = changes.pop("status", STATUS)
    chunks = tuple(
        RankedChunk(
            chunk=Chunk(
                chunk_id=name, doc_id=name[:-2], start=0, end=len(TEXTS[name]), text=TEXTS[name], metadata={"status": status.get(name, "current")}
            ),
            rank=rank,
            score=1.0,
        )
        for rank, name in enumerate(shown, 1)
    )  # fmt: skip
    said = tuple(
        Claim(text=text, verdict=verdict, cited=cited, reason=reason) for text, cited, verdict, reason in claims
    )
    verdict = "unsupported" if any(c.verdict == "unsupported" for c in said) else "supported"
    traces = changes.pop("traces", None) or (trace().model_copy(update={"anchor": EVIDENCE}),)
    question = changes.pop("question", None) or asked(EVIDENCE)
    made = record(*traces, question=question)
    return made.model_copy(
        update={
            "chunks": chunks,
            "spans": tuple(Span(number=n, chunk_id=name) for n, name in enumerate(shown, 1)),
            "generation": Generation(answer=" ".join(c.text for c in said), model="m", **changes.pop("made", {})),
            "verdict": Verdict(verdict=verdict, reason=said[0].reason, claims=said),
            "judgement": Judgement(correct=correct, judge="contains", reason="as told"),
        }
    )


def asked(*evidence: str, question="How heavy may checked bags on the Tern fare be?", answers=("23 kg",)) -> Question:
    groups = tuple(EvidenceGroup(alternatives=(Anchor(text=text),)) for text in evidence)
    return Question(id="q", question=question, answers=answers, gold_doc_ids=("bags",), evidence=groups)


def bad(text: str, *cited: int, reason: str = "refused") -> tuple[str, tuple[int, ...], str, str]:
    return text, cited, "unsupported", reason


def good(text: str, *cited: int) -> tuple[str, tuple[int, ...], str, str]:
    return text, cited, "supported", "what it says is there"


TWO = (
    trace().model_copy(update={"anchor": EVIDENCE}),
    trace(group=1).model_copy(update={"anchor": "introduced by Ada Lind in 2019", "spans": (2,), "kept": ("tern#0",)}),
)
HOPS = asked(
    EVIDENCE, "introduced by Ada Lind in 2019", question="Is the fare of Ada Lind the one with 23 kg?", answers=("yes",)
)
CASES = [
    ("another span supports it", failed(bad(f"{EVIDENCE[:-1]} [S2].", 2)), "generate", "wrong_citation", "span 1 holds what it says"),
    ("as the verifier says", failed(bad("The bag weighs 23 kg [S2].", 2, reason="23 kg is not in [S2] ([S1] supports it)")), "generate", "wrong_citation", "span 1"),
    ("no such span", failed(bad("It is 23 kg [S9].", 9, reason="cites [S9], but there are 2 spans")), "generate", "wrong_citation", "span 9 of 2"),
    ("no citation", failed(bad(EVIDENCE, reason="no citation")), "generate", "format", "no citation"),
    ("cut at the limit", failed(bad("Checked bags on the [S1]", 1), made={"finish": "length", "answer_tokens": 7}), "generate", "format", "cut after 7 tokens"),
    ("a wrong equation", failed(bad("23 + 60 = 93 [S1].", 1)), "generate", "arithmetic", "23 + 60 is 83, not 93"),
    ("a wrong total", failed(bad("The total of 23 and 60 is 93 [S1].", 1)), "generate", "arithmetic", "83, not 93"),
    ("a number in no span", failed(bad("Checked bags may weigh 77 kg [S1].", 1)), "generate", "invented", "'77 kg' is in no span"),
    ("a name in no span", failed(bad("Bags belong to Vandrosk alone [S1].", 1)), "generate", "invented", "'Vandrosk' is in no span"),
    ("words in no span", failed(bad("unicorns graze beneath purple waterfalls [S1].", 1)), "generate", "invented", "of its words are in no span"),
    ("another span's value", failed(bad("Checked bags on the Tern fare may weigh 60 kg on every route [S1].", 1)), "generate", "contradicted_evidence", "'23' in span 1"),
    ("another subject's value", failed(bad("A second bag may weigh 23 kg [S1].", 1, reason="23 kg stands with tern in [S1], not with second")), "generate", "contradicted_evidence", "stands with"),
    ("nothing clearer", failed(bad("Routes bags pets [S1].", 1)), "generate", "unsupported", "refused"),
    ("a superseded source", failed(good(f"{TEXTS['bags-old#0']} [S3]", 3), shown=("bags#0", "pets#0", "bags-old#0")), "conclude", "stale_source", "bags-old#0 (status superseded)"),
    ("two current sources", failed(good(f"{TEXTS['bags-new#0']} [S3]", 3), shown=("bags#0", "pets#0", "bags-new#0")), "conclude", "conflicting_sources", "'25' in the answer, '23' in span 1"),
    ("the gold is superseded", failed(good(f"{TEXTS['bags-new#0']} [S3]", 3), shown=("bags#0", "pets#0", "bags-new#0"), status={"bags#0": "superseded"}), "conclude", "label_error", "superseded"),
    ("the label is not in any span", failed(good(f"{EVIDENCE} [S1]", 1), question=asked(EVIDENCE, answers=("forty stones",))), "conclude", "label_error", "'forty stones'"),
    ("about something else", failed(good("The crew decides where Biscuit sits [S2].", 2)), "conclude", "off_question", "shares a telling word"),
    ("evidence not used", failed(good("Small pets travel in the cabin beside bags for 45 EUR [S2].", 2)), "conclude", "ignored_evidence", "the evidence, which is in span 1"),
    ("one of two hops", failed(good(f"{EVIDENCE} [S1]", 1), shown=("bags#0", "tern#0"), traces=TWO, question=HOPS), "conclude", "incomplete", "1 of 2 evidence groups"),
    ("both hops", failed(good(f"{EVIDENCE} [S1]", 1), good("It was introduced by Ada Lind in 2019 [S2].", 2), shown=("bags#0", "tern#0"), traces=TWO, question=HOPS), "conclude", "combined", "each of 2 evidence groups"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "made", "stage", "cause", "proof"), CASES, ids=[c[0] for c in CASES])
def test_a_failure_has_one_cause_with_its_proof(case, made, stage, cause, proof):
    """The first that can be shown at the stage that is blamed, and a sentence to check it by."""
    found = attribute(made, START)
    assert (found.stage, found.cause) == (stage, cause), case
    assert proof in found.proof
    assert cause not in {other.cause for other in found.also}


def test_a_source_that_says_two_things_is_suspected_itself():
    """Both values in the gold document: the source is suspected, not another."""
    made = failed(good(f"{TEXTS['bags-new#0']} [S1]", 1))
    text = f"{TEXTS['bags#0']} {TEXTS['bags-new#0']}"
    chunks = tuple(
        r.model_copy(update={"chunk": r.chunk.model_copy(update={"text": text})}) if r.rank == 1 else r
        for r in made.chunks
    )
    found = attribute(made.model_copy(update={"chunks": chunks}), START)
    assert (found.cause, found.stage) == ("source_error", "conclude")
    assert "the source says two things" in found.proof


def by_document(text, said, *answers, cited=(1,), status="current", question="Where do bikes go, and on what level?"):
    """Return a failure whose question names a gold document and no evidence, over one chunk with this text."""
    asked_it = Question(id="q", question=question, answers=answers, gold_doc_ids=("bags",))
    made = failed(good(said, *cited), shown=("bags#0",), question=asked_it, traces=(trace().model_copy(update={"label": "gold_document", "anchor": "bags"}),))  # fmt: skip
    (only,) = made.chunks
    chunk = only.chunk.model_copy(update={"text": text, "metadata": {"status": status}})
    return made.model_copy(update={"chunks": (only.model_copy(update={"chunk": chunk}),)})


BIKES = "Bikes go to the garage, on level -1."


@pytest.mark.parametrize(
    ("made", "cause", "proof"),
    [
        (by_document(BIKES, "Bikes go to the garage [S1]", "level -1"), "incomplete", "span 1, which it cites, holds 'level -1'"),
        (by_document("Bikes go to the garage, on level 2.", "Bikes go to level 2 [S1]", "level -1"), "source_error", "bags#0, which is current, says 'level 2', the label 'level -1'"),
        (by_document("Bikes go to level 2. Cars go to level -1.", "Bikes go to level 2 [S1]", "level -1"), "incomplete", "holds 'level -1'"),
        (by_document("Bikes go to the garage.", "Bikes go to the garage [S1]", "level -1"), "label_error", "no span holds 'level -1'"),
        (by_document("Bikes go to the garage, on level 2.", "Bikes go to the garage [S1]", "level -1"), "label_error", "no span holds 'level -1'"),
        (by_document("Bikes go to the garage.", "Bikes go to the garage [S1]", "the cellar"), "label_error", "no span holds 'the cellar'"),
        (by_document("Bikes go to level 2.", "Bikes go to level 2 [S1]", "no"), "combined", "every claim is supported"),
        (by_document("Bikes go to level 2.", "Bikes go to level 2 [S1]", "level -1", status="draft"), "stale_source", "bags#0 (status draft)"),
    ],
)  # fmt: skip
def test_a_source_is_suspected_only_where_it_gives_another_value_than_the_label(made, cause, proof):
    """Not where a span holds the accepted answer: then the answer left it out; nor where nothing of the kind is said."""
    found = attribute(made, START)
    assert (found.stage, found.cause) == ("conclude", cause)
    assert proof in found.proof
    assert "source_error" not in {other.cause for other in found.also}


@pytest.mark.parametrize(
    ("shown", "stale"),
    [
        (("bags#0", "pets#0", "bags-old#0"), True),
        (("bags#0", "bags-old#0", "bags-copy#0"), False),
    ],
)
def test_an_answer_without_citations_rests_on_what_says_it(monkeypatch, shown, stale):
    """As imported ones do: on a superseded source, unless a current one says the same."""
    monkeypatch.setitem(TEXTS, "bags-copy#0", TEXTS["bags-old#0"])
    found = attribute(failed(good(TEXTS["bags-old#0"]), shown=shown), START)
    assert (found.cause == "stale_source", found.sub_kind == "stale_source") == (stale, stale)
    assert not stale or "bags-old#0 (status superseded)" in found.proof


def test_what_was_right_has_no_cause():
    """Causes are looked for in failures alone."""
    found = attribute(failed(good(f"{EVIDENCE} [S1]", 1), correct=True), START)
    assert (found.bucket, found.cause, found.also, found.answer) == ("correct", None, (), ())


def test_a_retrieval_miss_lists_later_losses_and_what_the_answer_did():
    """The earliest loss decides; the other group's loss and the invention are listed, in the order of the stages."""
    lost = (trace("filter"), trace("rerank", 1))
    found = attribute(failed(bad("Checked bags may weigh 77 kg [S1].", 1), traces=lost), START)
    assert (found.bucket, found.stage, found.cause) == ("retrieval_miss", "filter", "hidden_by_filter")
    assert [(other.stage, other.cause) for other in found.also] == [
        ("rerank", "beyond_k"),
        ("generate", "invented"),
        ("generate", "contradicted_evidence"),
    ]


def test_a_fault_lists_the_evidence_that_was_lost_besides():
    """The harness is blamed, and the filter is told all the same."""
    made = failed(good("23 kg [S1]", 1), traces=(trace("filter"),))
    made = made.model_copy(update={"fault": Fault(stage="generate", kind="timeout", message="5 s")})
    found = attribute(made, START)
    assert (found.bucket, found.cause) == ("harness_fault", "timeout")
    assert [other.cause for other in found.also] == ["hidden_by_filter"]


def test_an_undecidable_question_has_no_cause():
    """Nobody can say what failed where nobody can say whether anything did."""
    found = attribute(failed(good("25 kg [S1]", 1), correct=None), START)
    assert (found.bucket, found.cause) == ("undecidable", None)


def test_the_rows_of_a_failure_tell_every_stage():
    """Eight stages, passed up to the loss and past after it, each with ids, ranks or scores to check."""
    made = failed(bad("77 kg [S1]", 1), traces=(trace("rerank"),))
    (row,) = with_stages(attribute(made, START).rows, made, START)
    assert [stage.stage for stage in row.stages] == list(RETRIEVAL_STAGES)
    assert [stage.state for stage in row.stages] == [
        "passed",
        "passed",
        "passed",
        "passed",
        "passed",
        "lost",
        "past",
        "past",
    ]
    told = {stage.stage: stage.by for stage in row.stages}
    assert told["source"] == "stands at bags[5:10]"
    assert told["first_stage"] == "candidate 2 (c#1, score 49) of 50"
    assert "beyond k = 5" in told["rerank"]


def test_the_answer_s_own_stages_are_told_apart():
    """Generate and conclude are rows of their own, because they depend on the answer."""
    refused = attribute(failed(bad("77 kg [S1]", 1)), START).answer
    wrong = attribute(failed(good("Small pets travel in the cabin for 45 EUR [S2].", 2)), START).answer
    assert [(row.stage, row.state) for row in refused] == [("generate", "lost"), ("conclude", "past")]
    assert [(row.stage, row.state) for row in wrong] == [("generate", "passed"), ("conclude", "lost")]
    assert "group 0 is in span 1, not cited" in wrong[0].by


def test_nothing_found_is_not_told_as_so_many_candidates():
    """A search that found nothing says so, and one that found fewer than its depth says how many."""
    made = record(trace("first_stage"), correct=False)
    nothing = made.model_copy(update={"candidates": made.candidates.model_copy(update={"chunk_ids": (), "scores": ()}), "chunks": (), "spans": ()})  # fmt: skip
    few = made.model_copy(update={"candidates": made.candidates.model_copy(update={"chunk_ids": ("x#1", "x#2")})})
    assert "bm25 found nothing at all for this question" in attribute(nothing, START).why
    told = "it shares no term with any visible chunk under analyzer {}, so no depth helps; try --analyzer {}"
    for settings, wanted in [
        ({}, told.format("plain", "unicode or snowball:LANGUAGE")),
        ({"retriever": "hybrid:bm25+lsa", "analyzer": "unicode"}, told.format("unicode", "snowball:LANGUAGE")),
        ({"retriever": "tfidf", "analyzer": "snowball:turkish"}, told.format("snowball:turkish", "unicode")),
    ]:
        start = START.model_copy(update={"settings": {**START.settings, **settings}})
        assert wanted in (attribute(nothing, start).proof)
    start = START.model_copy(update={"settings": {**START.settings, "retriever": "ollama:embed"}})
    assert "no term" not in attribute(nothing, start).why
    assert "none among the 2 candidates of bm25, which found no more (depth 50)" in attribute(few, START).why


def test_evidence_in_the_raw_file_alone_was_lost_in_parsing():
    """The stage is `parse`, with the document to look at; without raw text the same is told at `source`."""
    made = record(trace("source").model_copy(update={"raw_places": ("bags (planted)",)}), correct=False)
    found = attribute(made, START)
    assert (found.stage, found.cause) == ("parse", "lost_in_parsing")
    assert "the raw file holds it: bags (planted)" in found.why


def test_every_cause_has_a_meaning_and_stands_in_the_documentation():
    """Reports and docs/attribution.md name each of them."""
    from pathlib import Path

    documented = (Path(__file__).parents[1] / "docs" / "attribution.md").read_text(encoding="utf-8")
    assert set(MEANINGS) == set(CAUSES)
    assert [cause for cause in CAUSES if f"`{cause}`" not in documented] == []


@pytest.mark.parametrize(
    ("said", "other", "differ"),
    [
        ("The fee for a second bag is 60 EUR.", "The fee for a second bag is 75 EUR.", ("60", "75")),
        ("The fee for a second bag is 60 EUR.", "The fee for a second bag is 60 EUR.", None),
        ("The fee for a second bag is 60 EUR.", "The fee for a third bag is 60 EUR.", ("second", "third")),
        ("The fee for a second bag is 60 EUR.", "The cabin is cold on northern routes in winter.", None),
        ("| Tern | 23 kg | 60 EUR | free |", "| Gannet | 23 kg | 60 EUR | free |", None),
        ("See https://a.example/docs/page/item/11", "See https://a.example/docs/page/item/12", None),
    ],
)
def test_two_statements_disagree_in_one_value(said, other, differ):
    """One value apart is a disagreement; the same, another subject, another row and another address are none."""
    found = conflict(said, [(1, other)], "What does it cost?")
    assert (found and (found.ours, found.theirs)) == differ


def test_a_word_of_the_question_is_no_value():
    """Asked about the second bag, a sentence about the third is about something else."""
    said, other = "The fee for a second bag is 60 EUR.", "The fee for a third bag is 60 EUR."
    assert conflict(said, [(1, other)], "What does a second bag cost?") is None


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("12 + 30 = 42", False),
        ("12 + 30 = 57", True),
        ("2 × 3 + 4 = 10", False),
        ("100 / 3 = 33.3", False),
        ("100 / 3 = 34.3", True),
        ("1,200 - 200 = 1,000", False),
        ("7 / 0 = 0", False),
        ("The total of 12 and 30 is 42.", False),
        ("The total of 12 and 30 is 57.", True),
        ("Between 12 and 30 people came.", False),
    ],
)
def test_sums_are_checked(claim, wrong):
    """Worked by hand: equations by their operators, a total by the numbers it names."""
    assert (wrong_sum(claim, ["There were 12 boats and 30 cars."]) is not None) is wrong
