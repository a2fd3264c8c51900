"""The summary and its renderings, from records written by hand: every figure is counted in the table below."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from collections import Counter

import pytest
from rich.cells import cell_len
from rich.console import Console

from harness.measure.models import Summary
from harness.measure.summary import Summariser
from harness.report import html, markdown
from harness.report import json as report_json
from harness.report import text as report_text
from harness.types import (
    BUCKETS,
    RETRIEVAL_STAGES,
    STAGES,
    Anchor,
    Chunk,
    Claim,
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
    run_id="hand",
    started_at="2026-11-01T00:00:00Z",
    harness_version="0",
    python="3",
    platform="x",
    settings={
        "candidates": 20, "k": 3, "chunker": "packed:150", "retriever": "bm25", "rerank": "lexical", "filter": [],
        "as_of": None, "generator": "scripted", "verifier": "literal",
    },
    golden=GoldenInfo(name="tiny", path="tiny", sha256="0", questions=17, answerable=13, unanswerable=4),
    index=IndexInfo(documents=6, chunks=1040, visible_chunks=1040, words_per_chunk=12.5),
)  # fmt: skip
PLACE = Place(doc_id="gold", start=5, end=10)
LOST = {
    "source": {"places": (), "carriers": (), "carrier_count": 0, "visible_count": 0},
    "chunk": {"carriers": (), "carrier_count": 0, "visible_count": 0, "cut_between": ("gold#0", "gold#1")},
    "filter": {"visible_count": 0, "hidden_by": "status=draft fails status=current"},
    "first_stage": {},
    "rerank": {"candidate_rank": 4, "final_rank": 7},
    "assemble": {"candidate_rank": 1, "final_rank": 1, "kept": ("gold#0",)},
}


def lost(stage: str, group: int = 0, **changes) -> GroupTrace:
    """Make the trace of a group whose last carrier goes at `stage`."""
    found = {"places": (PLACE,), "carriers": ("gold#0",), "carrier_count": 1, "visible_count": 1}
    return GroupTrace(group=group, label="evidence", anchor="23 kg", **{**found, **LOST[stage], **changes})


def reached(candidate: int, final: int, group: int = 0) -> GroupTrace:
    """Make the trace of a group that is in the prompt."""
    return lost("assemble", group, candidate_rank=candidate, final_rank=final, spans=(1,))


def record(
    question_id: str, *traces: GroupTrace, verdict="supported", correct: bool | None = True, **changes
) -> Record:
    """Make a record whose answer cites span 1, the gold chunk; `changes` replace whole fields of it or its question."""
    cited, status = changes.pop("cited", (1,)), changes.pop("status", "current")
    question = {"question": "How heavy?", "answers": ("23 kg",), "gold_doc_ids": ("gold",), "type": "keyword"}
    question |= {name: changes.pop(name) for name in list(changes) if name in Question.model_fields}
    answer = changes.pop("answer", "It is 23 kg [S1].")
    chunk = Chunk(chunk_id="gold#0", doc_id="gold", start=0, end=9, text="it is 23 kg", metadata={"status": status})
    other = Chunk(chunk_id="other#0", doc_id="other", start=0, end=9, text="cabin", metadata={"status": "current"})
    fields = {
        "run_id": "hand",
        "key": question_id,
        "question": Question(id=question_id, **question),
        "trace": traces,
        "chunks": (RankedChunk(chunk=chunk, rank=1, score=2), RankedChunk(chunk=other, rank=2, score=1)),
        "spans": (Span(number=1, chunk_id="gold#0"), Span(number=2, chunk_id="other#0")),
        "generation": Generation(answer=answer, model="m"),
        "judgement": Judgement(correct=correct, judge="contains", reason="as told"),
    }
    if verdict:
        fields["verdict"] = Verdict(verdict=verdict, claims=(Claim(text=answer, verdict=verdict, cited=cited),))
    return Record(**{**fields, **changes})


def fault(question_id: str, *traces: GroupTrace, step="generate", kind="timeout", **changes) -> Record:
    """Make a record that ended in a fault, with nothing after it."""
    ended = Fault(stage=step, kind=kind, message="no result within 5 s")
    return record(question_id, *traces, fault=ended, generation=None, verdict=None, judgement=None, **changes)


def unanswerable(question_id: str, verdict: str, **changes) -> Record:
    asked = {"answerable": False, "answers": (), "gold_doc_ids": (), "type": "unanswerable"}
    return record(question_id, verdict=verdict, correct=None, **asked, **changes)


def summarise(records, *, start: RunStart = START, status="complete", **options) -> Summary:
    summariser = Summariser(start, **options)
    for made in records:
        summariser.add(made)
    return summariser.summary(status)


def printed(summary: Summary, *, width: int = 80, failures: int | None = None) -> str:
    out = io.StringIO()
    report_text.write(
        summary, Console(file=out, width=width, highlight=False, markup=False, emoji=False), failures=failures
    )
    return out.getvalue()


def squeezed(text: str) -> list[str]:
    """Return the lines with every run of blanks made one, so that columns can be read as words."""
    return [" ".join(line.split()) for line in text.splitlines()]


#                        candidate rank, final rank    what became of it
RUN = [
    record("k1", reached(1, 1)),                                                        # correct
    record("k2", reached(1, 2)),                                                        # correct
    record("k3", reached(2, 3), correct=False),                                         # synthesis, single source
    record("k4", lost("rerank"), correct=False, cited=(2,)),                            # miss at rerank, rank 7
    record("k5", lost("rerank", candidate_rank=9, final_rank=12)),                      # right without evidence
    record("p1", lost("first_stage"), correct=False, verdict="abstained", type="paraphrase"),
    record("p2", lost("chunk", reunited=True), correct=False, verdict="unsupported", type="paraphrase"),
    record("p3", reached(2, 1), correct=False, verdict="abstained", type="paraphrase"),  # grounding, false refusal
    fault("p4", reached(2, 2), type="paraphrase"),                                      # fault after the prompt
    fault("p5", step="retrieve", kind="raised", chunks=(), spans=(), type="paraphrase"),  # fault before any trace
    record("n1", gold_doc_ids=(), type="paraphrase"),                                   # no labels, right
    record("n2", reached(1, 1), answers=(), correct=None),                              # no accepted answers
    record("n3", reached(1, 1), reached(5, 3, 1), verdict="unsupported"),               # two groups, worst at 3
    unanswerable("u1", "abstained"),
    unanswerable("u2", "unsupported"),
    unanswerable("u3", "supported"),
    fault("u4", answerable=False, answers=(), gold_doc_ids=(), type="unanswerable"),
]  # fmt: skip


def fraction(rate) -> tuple[int, int]:
    assert rate.value == pytest.approx(rate.numerator / rate.denominator)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1
    return rate.numerator, rate.denominator


# --- the numbers ------------------------------------------------------------------------------------------------------


def test_recall_counts_questions_whose_last_group_is_inside_k():
    """Of 12 labelled questions: k1, p3 and n2 at 1; k2, p4, k3 and n3 (its worse group) by 3; k4 by 10; k5 at 12."""
    recall = summarise(RUN).recall
    assert {k: fraction(recall[k]) for k in ("1", "3", "5", "10")} == {
        "1": (3, 12),
        "3": (7, 12),
        "5": (7, 12),
        "10": (8, 12),
    }


def test_recall_deeper_than_the_ranking_is_null_with_what_to_do():
    """Twenty candidates of 1,040 visible chunks say nothing about the first fifty."""
    rate = summarise(RUN).recall["50"]
    assert (rate.value, rate.denominator, rate.low, rate.high) == (None, 0, None, None)
    assert rate.reason == "only 20 candidates were ranked; run with --candidates 50"


@pytest.mark.parametrize(("visible", "known"), [(20, True), (21, False)])
def test_recall_deeper_than_the_index_is_known(visible, known):
    """When all that is visible was ranked, the first fifty are the first twenty: k5 at 12 counts too."""
    index = START.index.model_copy(update={"visible_chunks": visible})
    rate = summarise(RUN, start=START.model_copy(update={"index": index})).recall["50"]
    assert ((rate.numerator, rate.denominator) == (9, 12)) is known
    assert (rate.value is not None) is known


def test_candidates_are_counted_before_the_reranker():
    """All labelled questions but p1 (not found), p2 (cut) and p5 (fault before retrieval): 9 of 12 at depth 20."""
    candidates = summarise(RUN).candidates
    assert candidates.depth == 20
    assert fraction(candidates.recall) == (9, 12)


def test_mrr_is_the_mean_of_reciprocal_worst_ranks():
    """1 (k1, p3, n2), 1/2 (k2, p4), 1/3 (k3, n3), 1/7 (k4), 1/12 (k5), 0 (p1, p2, p5), over 12."""
    assert summarise(RUN).mrr == pytest.approx((3 * 1 + 2 / 2 + 2 / 3 + 1 / 7 + 1 / 12) / 12)


def test_the_ceiling_keeps_faults_in_its_denominator():
    """In the prompt: k1, k2, k3, p3, p4 (a fault later), n2, n3; of 12, with p5 whose retrieval failed."""
    assert fraction(summarise(RUN).ceiling) == (7, 12)


def test_accuracy_is_right_and_supported_of_those_with_accepted_answers():
    """k1, k2, k5 and n1; n3 is right and not supported; n2 has no accepted answers; both faults stay: 4 of 12."""
    assert fraction(summarise(RUN).accuracy) == (4, 12)


def test_each_question_has_one_bucket():
    """Counted from the table; the sum is the number of questions."""
    attribution = summarise(RUN).attribution
    assert attribution == {
        "correct": 3,  # k1 k2 n1
        "right_without_evidence": 2,  # k5 n3
        "retrieval_miss": 3,  # k4 p1 p2
        "grounding_miss": 1,  # p3
        "synthesis_miss": 1,  # k3
        "true_abstention": 1,  # u1
        "blocked_answer": 1,  # u2
        "false_answer": 1,  # u3
        "harness_fault": 3,  # p4 p5 u4
        "undecidable": 1,  # n2
    }
    assert tuple(attribution) == BUCKETS


def test_each_question_has_one_outcome():
    """Shown from the gold document k1 k2 k3 k5 n2; from another k4 and u3, unlabelled n1; the rest not shown."""
    assert summarise(RUN).outcomes == {
        "anchored_right_source": 5,
        "anchored_wrong_source": 2,
        "anchored_unlabelled_source": 1,
        "refused": 3,  # p2 n3 u2
        "abstained": 3,  # p1 p3 u1
        "fault": 3,  # p4 p5 u4
    }


def test_stages_count_misses_and_lost_counts_all_lost_evidence():
    """k5 lost its evidence at rerank and was right all the same: two lost there, one miss."""
    summary = summarise(RUN)
    assert {stage: n for stage, n in summary.stages.items() if n} == {"chunk": 1, "first_stage": 1, "rerank": 1}
    assert {stage: n for stage, n in summary.lost.items() if n} == {"chunk": 1, "first_stage": 1, "rerank": 2}
    assert tuple(summary.stages) == tuple(summary.lost) == RETRIEVAL_STAGES


def test_the_two_by_two_table_sums_to_the_answerable_questions():
    """Right without support (n3) and a fault (p4, p5) are not right; n1 and n2 cannot be placed."""
    cells = summarise(RUN).two_by_two
    assert cells == {
        "evidence_correct": 2,  # k1 k2
        "evidence_wrong": 4,  # k3 p3 p4 n3
        "no_evidence_correct": 1,  # k5
        "no_evidence_wrong": 4,  # k4 p1 p2 p5
        "undecidable": 2,  # n1 n2
    }
    assert sum(cells.values()) == 13


def test_abstention_counts_what_the_system_did_on_both_kinds():
    """Whether it was right does not matter here."""
    assert summarise(RUN).abstention == {
        "answerable": {"answered": 7, "abstained": 2, "refused": 2, "fault": 2},
        "unanswerable": {"answered": 1, "abstained": 1, "refused": 1, "fault": 1},
    }


def test_what_is_missing_in_the_labels_is_counted():
    """n1 has neither evidence nor gold documents, n2 no accepted answers; unanswerable questions need neither."""
    summary = summarise(RUN)
    assert (summary.unlabelled, summary.unjudged) == (1, 1)
    assert summary.reunited == 1


def test_slices_are_the_same_numbers_by_type():
    """Keyword: k1-k5, n2, n3; paraphrase: p1-p5, n1; unanswerable: u1-u4, without rates."""
    slices = summarise(RUN).slices
    assert list(slices) == ["keyword", "paraphrase", "unanswerable"]
    assert [part.questions for part in slices.values()] == [7, 6, 4]
    assert fraction(slices["keyword"].accuracy) == (3, 6)  # k1 k2 k5; n2 cannot be judged
    assert fraction(slices["keyword"].ceiling) == (5, 7)  # k1 k2 k3 n2 n3
    assert fraction(slices["paraphrase"].accuracy) == (1, 6)  # n1
    assert fraction(slices["paraphrase"].ceiling) == (2, 5)  # p3 p4; n1 has no labels
    assert slices["unanswerable"].accuracy.value is None
    assert slices["unanswerable"].accuracy.reason
    assert slices["paraphrase"].attribution["harness_fault"] == 2
    totals = Counter()
    for part in slices.values():
        totals.update(part.attribution)
    assert {b: totals[b] for b in BUCKETS} == summarise(RUN).attribution


def test_a_context_is_stale_where_any_span_is_not_current():
    """A draft among the spans counts once; a record without spans is no context; no status is not stale."""
    records = [
        record("a", reached(1, 1), status="draft"),
        record("b", reached(1, 1)),
        record("c", reached(1, 1), status=None),
        record("d", lost("first_stage"), spans=(), chunks=()),
    ]
    assert fraction(summarise(records).stale_contexts) == (1, 3)


def test_a_final_chunk_that_was_dropped_makes_no_stale_context():
    """Only what the model read counts."""
    dropped = record("a", reached(1, 1), status="draft", spans=(Span(number=1, chunk_id="other#0"),))
    assert fraction(summarise([dropped]).stale_contexts) == (0, 1)


def test_a_source_that_expired_is_stale_on_the_day_of_the_run():
    """`as_of` decides: valid to the last day of October is stale in November."""
    chunk = Chunk(
        chunk_id="gold#0", doc_id="gold", start=0, end=9, text="x", metadata={"status": "current", "valid_to": "2026-10-31"}
    )  # fmt: skip
    made = record("a", reached(1, 1), chunks=(RankedChunk(chunk=chunk, rank=1, score=1),), spans=(Span(number=1, chunk_id="gold#0"),))  # fmt: skip
    for day, stale in ((None, 0), ("2026-10-31", 0), ("2026-11-01", 1)):
        start = START.model_copy(update={"settings": {**START.settings, "as_of": day}})
        assert summarise([made], start=start).stale_contexts.numerator == stale


def test_percentiles_interpolate_between_neighbours():
    """Of 1, 2, 3 and 4 s: the median is 2.5, p95 stands at place 2.85 (3.85), p99 at 2.97 (3.97)."""
    records = [record(f"q{n}", seconds={"retrieve": float(n)}) for n in (3, 1, 4, 2)]
    seconds = summarise(records).seconds
    assert list(seconds) == ["retrieve"]
    p = seconds["retrieve"]
    assert (p.p50, p.p95, p.p99) == (pytest.approx(2.5), pytest.approx(3.85), pytest.approx(3.97))


def test_tokens_are_summed_and_null_where_none_are_reported():
    """Two generations of 10 + 3 and 20 + 4 tokens; a run that reports none says so instead of 0."""
    counted = [
        record(f"q{n}", generation=Generation(answer="x", model="m", prompt_tokens=p, answer_tokens=a))
        for n, (p, a) in enumerate([(10, 3), (20, 4)])
    ]
    tokens = summarise(counted).tokens
    assert (tokens.prompt, tokens.answer, tokens.reason) == (30, 7, None)
    silent = summarise(RUN).tokens
    assert (silent.prompt, silent.answer) == (None, None)
    assert silent.reason


def test_two_groups_are_lost_at_the_earlier_of_their_stages():
    """A question that lost one group at rerank and one at the filter counts once, at the filter."""
    summary = summarise([record("q", lost("rerank"), lost("filter", 1), correct=False)])
    assert {stage: n for stage, n in summary.lost.items() if n} == {"filter": 1}
    assert {stage: n for stage, n in summary.stages.items() if n} == {"filter": 1}


def test_a_judgement_that_cannot_be_made_is_undecidable_everywhere():
    """Accepted answers that the judge cannot compare give neither a right nor a wrong answer: no place in any rate."""
    summary = summarise([record("q", reached(1, 1), answers=("blue",), match="number", correct=None)])
    assert summary.attribution["undecidable"] == 1
    assert summary.two_by_two["undecidable"] == 1
    assert summary.accuracy.denominator == 0


def test_the_summary_may_be_asked_for_at_any_time():
    """Asking twice, or in between, changes nothing."""
    summariser = Summariser(START)
    for made in RUN:
        summariser.add(made)
        summariser.summary("running")
    assert summariser.summary("complete") == summarise(RUN)


# --- what to fix first ------------------------------------------------------------------------------------------------


def test_the_recommendation_is_the_stage_with_most_misses():
    """Two misses at rerank against one elsewhere, of 4 answerable questions: 50 points."""
    records = [
        record("a", lost("rerank"), correct=False),
        record("b", lost("rerank"), correct=False),
        record("c", lost("first_stage"), correct=False),
        record("d", reached(1, 1)),
        unanswerable("e", "supported"),
    ]
    told = summarise(records).recommendation
    assert (told.target, told.questions, told.points) == ("rerank", 2, 50.0)
    assert told.text == (
        "Fix rerank first (the reranker, or k): the evidence is a candidate but not among the final k. "
        "At most 2 of 4 answerable questions (+50.0 points of accuracy) can be gained there."
    )


def test_ties_go_to_the_earlier_stage():
    """One miss each at chunk, first stage, rerank, generate and conclude (the table's run): chunk, 1 of 13."""
    told = summarise(RUN).recommendation
    assert (told.target, told.questions, told.points) == ("chunk", 1, 7.7)
    assert "1 of 13" in told.text
    late = summarise([RUN[2], RUN[7]]).recommendation  # k3 synthesis first, p3 grounding second
    assert late.target == "generate"


@pytest.mark.parametrize("stage", LOST)
def test_every_stage_can_be_recommended(stage):
    """The text names the stage and what to look at."""
    told = summarise([record("q", lost(stage), correct=False)]).recommendation
    assert told.target == stage
    assert told.text.startswith(f"Fix {stage} first (")


def test_when_nothing_failed_nothing_is_recommended():
    """Right answers, true abstentions and faults send nobody to a stage."""
    assert summarise([RUN[0], RUN[13], RUN[8]]).recommendation is None
    assert summarise([]).recommendation is None


def test_without_accepted_answers_the_ceiling_is_what_can_be_gained():
    """Nobody can judge: two of three lost at the filter give 66.7 points of the ceiling."""
    records = [
        record("a", lost("filter"), answers=(), correct=None),
        record("b", lost("filter"), answers=(), correct=None),
        record("c", reached(1, 1), answers=(), correct=None),
    ]
    told = summarise(records).recommendation
    assert (told.target, told.questions, told.points) == ("filter", 2, 66.7)
    assert "2 of 3 questions with evidence (+66.7 points of the ceiling)" in told.text


# --- failures ---------------------------------------------------------------------------------------------------------


def test_a_failure_is_whatever_is_not_plainly_right():
    """All but k1, k2, n1 and u1, in the order they came, each with what is needed to see why."""
    summary = summarise(RUN)
    assert [f.id for f in summary.failures] == "k3 k4 k5 p1 p2 p3 p4 p5 n2 n3 u2 u3 u4".split()
    assert summary.failures_left_out == 0
    told = summary.failures[1]
    assert (told.bucket, told.stage, told.sub_kind) == ("retrieval_miss", "rerank", "answered")
    assert (told.question, told.answer, told.expected) == ("How heavy?", "It is 23 kg [S1].", ("23 kg",))
    assert [row.lost_at for row in told.evidence_rows] == ["rerank"]
    assert summary.failures[6].answer is None


def same_kind(count: int, stage: str) -> list[Record]:
    return [record(f"{stage}-{n}", lost(stage), correct=False) for n in range(count)]


def test_limited_failures_are_one_of_each_kind_first():
    """Of four at rerank, two at the filter and one at chunk, five are: one of each, then the second of two kinds."""
    records = same_kind(4, "rerank") + same_kind(2, "filter") + same_kind(1, "chunk")
    summary = summarise(records, max_failures=5)
    assert [f.id for f in summary.failures] == ["rerank-0", "filter-0", "chunk-0", "rerank-1", "filter-1"]
    assert summary.failures_left_out == 2


@pytest.mark.parametrize(("limit", "shown"), [(0, 0), (1, 1), (7, 7), (99, 7)])
def test_shown_and_left_out_failures_add_up(limit, shown):
    """Whatever the limit, nothing is lost from the count."""
    summary = summarise(same_kind(4, "rerank") + same_kind(3, "filter"), max_failures=limit)
    assert (len(summary.failures), summary.failures_left_out) == (shown, 7 - shown)


# --- as text ----------------------------------------------------------------------------------------------------------


def test_the_text_prints_every_rate_with_its_fraction():
    """Value, numerator over denominator and interval stand in one line, and a null stands as a dash with its reason."""
    summary = summarise(RUN)
    lines = squeezed(printed(summary, width=160))
    rates = {f"recall@{k}": r for k, r in summary.recall.items() if k != "50"}
    rates |= {"candidates@20": summary.candidates.recall, "ceiling": summary.ceiling, "accuracy": summary.accuracy}
    rates |= {"stale contexts": summary.stale_contexts}
    for name, r in rates.items():
        told = f"{name} {r.value:.3f} {r.numerator}/{r.denominator} {r.low:.2f} – {r.high:.2f}"
        assert any(line.startswith(told) for line in lines), told
    assert "recall@50 – only 20 candidates were ranked; run with --candidates 50" in lines


def test_the_text_prints_every_count():
    """Buckets, stages, both tables, slices, times and what is missing: each with its number."""
    timed = [made.model_copy(update={"seconds": {"retrieve": 0.002, "generate": 2.5}}) for made in RUN]
    summary = summarise(timed)
    lines = squeezed(printed(summary, width=160))
    for bucket, count in summary.attribution.items():
        told = f"{bucket.replace('_', ' ')} {count} █"
        assert any(line.startswith(told) for line in lines), told
    for told in (
        "tiny: 17 questions (13 answerable, 4 unanswerable)",
        "6 documents in 1,040 chunks of 12.5 words (packed:150); no filter",
        "bm25 to depth 20 → lexical → k 3 → scripted → literal",
        "1 answerable question has no evidence labels: stages cannot be named for it",
        "1 answerable question has no accepted answers: nobody can say whether it is right",
        "3 questions ended in a fault; they count in every denominator below",
        "1 cut by a chunk boundary but reunited in the prompt",
        "evidence in the prompt 2 4",
        "evidence lost 1 4",
        "2 undecidable",
        "answerable 7 2 2 2",
        "unanswerable 1 1 1 1",
        "1 of 4 unanswerable questions got a confident answer",
        "keyword 7 0.71 0.50 right without evidence (2)",
        "paraphrase 6 0.40 0.17 retrieval miss (2)",
        "retrieve 2.00 ms 2.00 ms 2.00 ms",
        "generate 2.50 s 2.50 s 2.50 s",
        "All 13 failures",
    ):
        assert told in lines, told
    for told in ("chunk 1 1 █", "first_stage 1 1 █", "rerank 2 1 █"):
        assert any(line.startswith(told) for line in lines), told
    assert summary.recommendation.text in " ".join(lines)


def test_the_text_tells_each_failure_in_full():
    """Id, bucket, stage, sub-kind, question, answer, accepted answers and the reason."""
    lines = squeezed(printed(summarise([RUN[3]]), width=160))
    at = lines.index("k4 retrieval miss at rerank (answered)")
    assert lines[at + 1 : at + 4] == ["How heavy?", "answer It is 23 kg [S1].", "expected 23 kg"]
    assert lines[at + 4].startswith("why evidence lost at rerank: gold#0 carries it: candidate 4, placed 7 by lexical")


def test_the_text_says_how_many_failures_it_leaves_out():
    """Two of seven shown, five more with the command that shows them."""
    summary = summarise(same_kind(7, "rerank"), max_failures=2)
    lines = squeezed(printed(summary, failures=2))
    assert "2 of 7 failures, one of each kind first" in lines
    assert "… 5 more: harness report hand --failures all" in lines
    assert "All" not in printed(summary, failures=2)


def test_bars_are_longer_where_there_is_more():
    """The bar of two lost is not shorter than the bar of one, and no count above zero has none."""
    text = printed(summarise(RUN), width=160)
    section = text.split("Where the evidence was lost")[1].split("Evidence and answers")[0]
    bars = {line.split()[0]: line.count("█") for line in section.splitlines() if "█" in line}
    assert bars["rerank"] > bars["chunk"] == bars["first_stage"] > 0


def test_the_text_names_what_the_log_and_the_golden_set_left_out():
    """Problems of the log and questions left out stand at the top, these grouped by their reason."""
    golden = START.golden.model_copy(update={"left_out": ("q8: needs Python 3.13", "q9: needs Python 3.13")})
    summariser = Summariser(START.model_copy(update={"golden": golden}))
    summary = summariser.summary("interrupted", ["line 9: torn: EOF; the run ended while it was written"])
    lines = squeezed(printed(summary, width=160))
    assert lines[0] == "hand · interrupted"
    assert "left out 2: q8, q9 (needs Python 3.13)" in lines
    assert "log: line 9: torn: EOF; the run ended while it was written" in lines


def test_the_text_says_what_the_filter_left_visible():
    """Clauses and the day of validity, with the number of chunks a search saw."""
    start = START.model_copy(
        update={
            "settings": {**START.settings, "filter": ["status=current", "audience=staff"], "as_of": "2026-11-01"},
            "index": START.index.model_copy(update={"visible_chunks": 1012}),
        }
    )
    assert "status=current and audience=staff and valid on 2026-11-01: 1,012 visible" in printed(
        summarise(RUN, start=start), width=160
    )


# --- runs at the edge -------------------------------------------------------------------------------------------------


EDGES = {
    "no questions": [],
    "faults only": [fault(f"q{n}", step=step, spans=(), chunks=()) for n, step in enumerate(("retrieve", "generate"))],
    "undecidable only": [record("q", gold_doc_ids=(), correct=None, answers=())],
    "unanswerable only": [unanswerable("q", "abstained")],
    "right only": [RUN[0]],
}


@pytest.mark.parametrize("name", EDGES)
def test_a_run_at_the_edge_is_reported_without_a_zero_for_the_unknown(name):
    """It prints, its counts add up, and a rate without a denominator is null with a reason, in text a dash."""
    records = EDGES[name]
    summary = summarise(records)
    text = printed(summary)
    assert sum(summary.attribution.values()) == sum(summary.outcomes.values()) == len(records)
    rates = [
        *summary.recall.values(),
        summary.candidates.recall,
        summary.ceiling,
        summary.accuracy,
        summary.stale_contexts,
    ]
    for r in rates:
        assert (r.value is None) == (r.denominator == 0) == bool(r.reason)
    labelled = sum(bool(made.question.gold_doc_ids) for made in records)
    assert (summary.mrr is None) == (labelled == 0)
    assert not re.search(r"\b(nan|none)\b", text.lower())
    assert f"{summary.questions} of 17 questions" in " ".join(text.split())
    assert json.loads(report_json.text(summary))["questions"] == len(records)


def test_faults_are_a_miss_of_nobody_and_stay_in_every_denominator():
    """Two faults of two: recall, ceiling and accuracy are 0 of 2, and no stage is recommended."""
    summary = summarise(EDGES["faults only"])
    for r in (summary.recall["1"], summary.candidates.recall, summary.ceiling, summary.accuracy):
        assert (r.numerator, r.denominator) == (0, 2)
    assert summary.attribution["harness_fault"] == 2
    assert not any(summary.stages.values())
    assert summary.recommendation is None


def test_a_run_without_unanswerable_questions_says_what_was_not_measured():
    """Nobody reads a missing abstention rate as a good one."""
    assert "no unanswerable questions: whether the system abstains was not measured" in printed(summarise([RUN[0]]))


TEXTS = {
    "a word of 20,000 letters": "x" * 20_000,
    "a megabyte": "words of it " * 90_000,
    "Chinese": "托运行李重量不得超过二十三公斤。" * 40,
    "Hebrew": "מזוודה עד 23 קילו " * 40,
    "Arabic with marks": "حَقِيبَة " * 60,
    "combining": "e\u0301" * 300,
    "line separators": "a\u2028b\x85c\vd\fe\r\nf\rg",
    "markup": "[red]x[/red] [link=file:///] :smile: {0} %s \\[bold]",
    "a lone surrogate": "half \ud83d of a pair",
    "NUL": "a\x00b",
}


def with_text(text: str) -> list[Record]:
    """Make two failures, the first holding `text` wherever a run holds somebody else's text."""
    asked = {"question": text, "answers": (text,), "type": text[:200]}
    told = Verdict(verdict="unsupported", reason=text[:200], claims=(Claim(text=text, verdict="unsupported"),))
    return [
        record(text[:200], lost("rerank"), answer=text, correct=False, **asked).model_copy(update={"verdict": told}),
        RUN[3],
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_is_told_in_80_columns(name):
    """No line is wider than the terminal or ends in a blank, and the report goes on after it."""
    lines = printed(summarise(with_text(TEXTS[name]))).split("\n")
    assert max(map(cell_len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert "  k4  retrieval miss at rerank (answered)" in lines
    assert lines[-2].endswith("can be gained there.")


def test_markup_in_an_answer_is_shown_as_it_is():
    """Brackets, emoji names and placeholders are somebody's text, not ours to interpret."""
    assert "[red]x[/red] [link=file:///] :smile: {0} %s \\[bold]" in printed(summarise(with_text(TEXTS["markup"])))


def test_an_answer_cannot_control_the_terminal():
    """An escape sequence in a model's answer, a question or a document is data: none of its control characters is sent."""
    text = "\x1b[2J\x1b]0;owned\x07 fine \x9b31m"
    sent = printed(summarise(with_text(text)))
    assert "fine" in sent
    assert {c for c in sent if unicodedata.category(c) == "Cc"} <= {"\n"}


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_comes_back_from_the_json(name):
    """Question, answer and accepted answers are equal after a round trip."""
    told = json.loads(report_json.text(summarise(with_text(TEXTS[name]))))["failures"][0]
    assert (told["question"], told["answer"], told["expected"]) == (TEXTS[name],) * 2 + ([TEXTS[name]],)


def test_the_json_is_the_summary_and_nothing_else():
    """Every field of the summary by its name, readable again as one."""
    summary = summarise(RUN)
    assert Summary.model_validate_json(report_json.text(summary)) == summary


def test_a_bucket_and_a_stage_are_words_a_reader_can_look_up():
    """The text report has a meaning for every bucket and a fix for every stage."""
    assert tuple(report_text.BUCKET_STYLES) == BUCKETS
    assert set(report_text.FIXES) == set(STAGES)


def test_spans_of_evidence_count_as_labels():
    """A question with evidence and no gold documents is labelled."""
    group = EvidenceGroup(alternatives=(Anchor(text="23 kg", doc_id="gold", start=5, end=10),))
    summary = summarise([record("q", reached(1, 1), gold_doc_ids=(), evidence=(group,))])
    assert (summary.unlabelled, summary.ceiling.numerator) == (0, 1)


def test_the_first_stage_ranking_alone_is_enough_for_a_record():
    """Candidates without a trace change no figure: the trace decides, so that a log is read without its index."""
    bare = record("q", candidates=Ranking(chunk_ids=("gold#0",), scores=(1.0,)))
    assert fraction(summarise([bare]).recall["1"]) == (0, 1)


@pytest.mark.parametrize("form", [markdown, html], ids=["markdown", "html"])
def test_a_page_holds_settings_slices_scores_and_what_the_columns_count(form):
    """As the text and JSON do: what was run, each type of question, each score, and what `lost` and `misses` are."""
    settings = {**START.settings, "filter": ["status=current"], "analyzer": "snowball:turkish", "k": 3}
    told = summarise(RUN, start=START.model_copy(update={"settings": settings}))
    page = form.summary(told)
    for name, value in (("filter", "status=current"), ("analyzer", "snowball:turkish"), ("k", "3")):
        assert re.search(rf"\b{name}\b\W[^\n]*{re.escape(value)}", page)
    assert all(name in page for name in told.slices)
    assert told.scores is not None
    for name in type(told.scores).model_fields:
        assert name.replace("_", " ") in page
    assert report_text.LOST_AND_MISSES in page
    assert report_text.LOST_AND_MISSES in printed(told, width=120)
