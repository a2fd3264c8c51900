"""The ledger and the decision list, from traces and verdicts written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.attribute.ledger import earliest_loss, rows
from harness.attribute.rules import attribute
from harness.types import (
    STAGES,
    Chunk,
    Claim,
    Dropped,
    EvidenceGroup,
    Fault,
    Generation,
    GoldenInfo,
    GroupTrace,
    IndexInfo,
    Judgement,
    Place,
    Question,
    RankedChunk,
    Ranking,
    Record,
    RunStart,
    Span,
    Verdict,
)

START = RunStart(
    run_id="r",
    started_at="2026-11-01T00:00:00Z",
    harness_version="0",
    python="3",
    platform="x",
    settings={"candidates": 50, "k": 5, "retriever": "bm25", "rerank": "lexical", "as_of": None},
    golden=GoldenInfo(name="g", path="g", sha256="0", questions=1, answerable=1, unanswerable=0),
    index=IndexInfo(documents=1, chunks=9, visible_chunks=9, words_per_chunk=10),
)
REACHED = {
    "group": 0,
    "label": "evidence",
    "anchor": "23 kg",
    "places": (Place(doc_id="bags", start=5, end=10),),
    "carriers": ("bags#0",),
    "carrier_count": 1,
    "visible_count": 1,
    "candidate_rank": 2,
    "final_rank": 1,
    "kept": ("bags#0",),
    "spans": (1,),
}
LOST = {
    "source": {"places": (), "carriers": (), "carrier_count": 0, "visible_count": 0, "candidate_rank": None, "final_rank": None, "kept": (), "spans": ()},
    "chunk": {"carriers": (), "carrier_count": 0, "cut_between": ("bags#0", "bags#1"), "visible_count": 0, "candidate_rank": None, "final_rank": None, "kept": (), "spans": ()},
    "filter": {"visible_count": 0, "hidden_by": "status=draft fails status=current", "candidate_rank": None, "final_rank": None, "kept": (), "spans": ()},
    "first_stage": {"candidate_rank": None, "final_rank": None, "kept": (), "spans": ()},
    "rerank": {"final_rank": 9, "kept": (), "spans": ()},
    "assemble": {"spans": (), "dropped": (Dropped(chunk_id="bags#0", rank=1, reason="over budget: 140 words, 35 left of 600"),)},
}  # fmt: skip
SAYS = {
    "source": "no gold document holds it",
    "chunk": "cut between bags#0 and bags#1",
    "filter": "status=draft fails status=current",
    "first_stage": "none among the 50 candidates of bm25",
    "rerank": "candidate 2, placed 9 by lexical, beyond k = 5",
    "assemble": "over budget: 140 words, 35 left of 600",
}


def trace(stage: str | None = None, group: int = 0) -> GroupTrace:
    return GroupTrace(**{**REACHED, **(LOST[stage] if stage else {}), "group": group})


def record(*traces: GroupTrace, answer="23 kg [S1].", verdict="supported", correct=True, **changes) -> Record:
    chunks = (
        RankedChunk(chunk=Chunk(chunk_id="bags#0", doc_id="bags", start=0, end=9, text="it is 23 kg", metadata={"status": "current"}), rank=1, score=2),
        RankedChunk(chunk=Chunk(chunk_id="old#0", doc_id="old", start=0, end=9, text="it is 20 kg", metadata={"status": "draft"}), rank=2, score=1),
    )  # fmt: skip
    cited = changes.pop("cited", (1,))
    fields = {
        "run_id": "r",
        "key": "k",
        "question": changes.pop("question", Question(id="q", question="How heavy?", answers=("23 kg",), gold_doc_ids=("bags",))),
        "candidates": Ranking(chunk_ids=tuple(f"c#{n}" for n in range(50)), scores=tuple(map(float, range(50, 0, -1)))),
        "trace": traces,
        "chunks": chunks,
        "spans": (Span(number=1, chunk_id="bags#0"), Span(number=2, chunk_id="old#0")),
        "generation": Generation(answer=answer, model="m"),
        "verdict": Verdict(verdict=verdict, reason="9 is not in [S1]" if verdict == "unsupported" else "", claims=(Claim(text=answer, verdict=verdict, cited=cited),), refusal=changes.pop("verdict_refusal", "none")),
        "judgement": Judgement(correct=correct, judge="contains", reason="as told"),
    }  # fmt: skip
    return Record(**{**fields, **changes})


def unanswerable() -> Question:
    return Question(id="q", question="Wifi?", answerable=False)


@pytest.mark.parametrize("stage", LOST)
def test_each_loss_is_named_at_its_stage_with_a_reason_to_check(stage):
    """A trace whose carriers end at a stage gives that stage, with ids, ranks or the filter in the reason."""
    (row,) = rows(record(trace(stage)), START)
    assert row.lost_at == stage
    assert SAYS[stage] in row.reason


def test_evidence_that_reached_the_model_is_lost_nowhere():
    """The row says which span carries it."""
    (row,) = rows(record(trace()), START)
    assert row.lost_at is None
    assert row.reason == "in the prompt as span 1 (bags#0)"


def test_without_a_reranker_the_reason_does_not_blame_one():
    """A candidate beyond k is still lost at `rerank`, and the sentence says that there is none."""
    start = START.model_copy(update={"settings": {**START.settings, "rerank": None}})
    (row,) = rows(record(trace("rerank")), start)
    assert "candidate 2, no reranker, beyond k = 5" in row.reason


def test_the_earliest_loss_of_several_groups_decides():
    """A group cut by chunking beats one lost at rerank, whatever their order."""
    ledger = rows(record(trace("rerank"), trace("chunk", 1)), START)
    assert earliest_loss(ledger).lost_at == "chunk"
    assert attribute(record(trace("rerank"), trace("chunk", 1), correct=False), START).stage == "chunk"


@given(
    st.sampled_from([None, *LOST]),
    st.text(max_size=40),
    st.sampled_from(["supported", "unsupported", "abstained", "unknown"]),
    st.sampled_from([True, False, None]),
)
def test_no_answer_moves_a_retrieval_label(stage, answer, verdict, correct):
    """Swap the answer for anything: the ledger's rows are the same."""
    kept = rows(record(trace(stage)), START)
    assert rows(record(trace(stage), answer=answer, verdict=verdict, correct=correct), START) == kept


def test_cut_evidence_whose_pieces_met_again_says_reunited():
    """The row is lost at `chunk` and says that it did no harm."""
    cut = trace("chunk").model_copy(update={"reunited": True})
    (row,) = rows(record(cut), START)
    assert row.lost_at == "chunk"
    assert row.reunited
    assert "reunited" in row.reason


def test_a_gold_document_row_says_that_it_is_judged_by_document():
    """Without evidence strings the gold document stands in, and nobody is told otherwise."""
    (row,) = rows(record(trace().model_copy(update={"label": "gold_document"})), START)
    assert "judged by document" in row.reason


BUCKETS = [
    ("a fault is never a miss", record(trace("chunk"), fault=Fault(stage="generate", kind="timeout", message="5 s")), ("harness_fault", None, "generate")),
    ("unanswerable, abstained", record(verdict="abstained", correct=None, question=unanswerable()), ("true_abstention", None, None)),
    ("unanswerable, refused by the verifier", record(verdict="unsupported", correct=None, question=unanswerable()), ("blocked_answer", None, None)),
    ("unanswerable, shown", record(correct=None, question=unanswerable()), ("false_answer", None, None)),
    ("unanswerable, shown with a hedge", record(correct=None, question=unanswerable(), verdict_refusal="hedge"), ("false_answer", None, "hedged")),
    ("unanswerable, refused and answered", record(correct=None, question=unanswerable(), verdict_refusal="then_answer"), ("false_answer", None, "refused_then_answered")),
    ("right with evidence", record(trace()), ("correct", None, None)),
    ("right, evidence lost", record(trace("filter")), ("right_without_evidence", "filter", "evidence_absent")),
    ("right, not supported", record(trace(), verdict="unsupported"), ("right_without_evidence", "generate", "not_supported")),
    ("right, not cited", record(trace(), verdict="unsupported", cited=()), ("right_without_evidence", "generate", "not_cited")),
    ("wrong, evidence lost", record(trace("first_stage"), correct=False), ("retrieval_miss", "first_stage", "answered")),
    ("refused, evidence lost", record(trace("rerank"), correct=False, verdict="unsupported"), ("retrieval_miss", "rerank", "refused")),
    ("abstained, evidence lost", record(trace("assemble"), correct=False, verdict="abstained"), ("retrieval_miss", "assemble", "abstained")),
    ("abstained, evidence there", record(trace(), correct=False, verdict="abstained"), ("grounding_miss", "generate", "false_refusal")),
    ("unsupported, evidence there", record(trace(), correct=False, verdict="unsupported"), ("grounding_miss", "generate", "unsupported")),
    ("supported and wrong, from a draft", record(trace(), correct=False, cited=(2,)), ("synthesis_miss", "conclude", "stale_source")),
    ("supported and wrong, from one chunk", record(trace(), correct=False), ("synthesis_miss", "conclude", "single_source")),
    ("no accepted answers", record(trace(), correct=None), ("undecidable", None, None)),
    ("no accepted answers, but abstained", record(trace(), correct=False, verdict="abstained"), ("grounding_miss", "generate", "false_refusal")),
    ("no labels, wrong", record(correct=False), ("undecidable", None, None)),
    ("no labels, right", record(), ("correct", None, None)),
    ("the verifier cannot say", record(trace(), correct=False, verdict="unknown"), ("undecidable", None, None)),
    ("no verdict and no fault", record(trace(), verdict="supported").model_copy(update={"verdict": None}), ("harness_fault", None, "verify")),
]  # fmt: skip


@pytest.mark.parametrize(("case", "made", "expected"), BUCKETS, ids=[b[0] for b in BUCKETS])
def test_the_decision_list(case, made, expected):
    """Each case of the design's list gets its bucket, stage and sub-kind, and a reason."""
    found = attribute(made, START)
    assert (found.bucket, found.stage, found.sub_kind) == expected, case
    assert found.why


def test_claims_from_several_current_chunks_are_combined():
    """Two current chunks cited, all supported, wrong: decomposition."""
    made = record(trace(), correct=False, cited=(1, 2))
    current = tuple(
        r.model_copy(update={"chunk": r.chunk.model_copy(update={"metadata": {"status": "current"}})})
        for r in made.chunks
    )
    assert attribute(made.model_copy(update={"chunks": current}), START).sub_kind == "combined"


def test_an_answer_from_the_gold_document_is_anchored_in_the_right_source():
    """The cited span decides; citing the other document is the wrong source."""
    assert attribute(record(trace()), START).outcome == "anchored_right_source"
    assert attribute(record(trace(), cited=(2,)), START).outcome == "anchored_wrong_source"


def test_a_source_nobody_labelled_is_neither_right_nor_wrong():
    """Without gold documents or evidence spans the source is unlabelled."""
    question = Question(id="q", question="How heavy?", answers=("23 kg",), evidence=(EvidenceGroup(alternatives=()),))
    assert attribute(record(trace(), question=question), START).outcome == "anchored_unlabelled_source"


def test_the_stages_are_in_the_order_of_the_design():
    """Precedence between groups follows this order, so it is pinned."""
    assert STAGES == (
        "source",
        "parse",
        "chunk",
        "filter",
        "first_stage",
        "rerank",
        "assemble",
        "truncate",
        "generate",
        "conclude",
    )
