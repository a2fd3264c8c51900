"""The real pipeline on random small corpora, against a second opinion that knows only texts, offsets and the log.

The oracle below never calls the tracer, the locator or the ledger: it looks for evidence with a regular expression of
its own in documents, chunks and spans, and says at which stage the last chunk that carries it went.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from harness import plugins
from harness.attribute.rules import attribute
from harness.attribute.stages import with_stages
from harness.golden.parse import parse_document, parse_question
from harness.golden.read import GoldenSet
from harness.index.visibility import parse_filter, visible_mask
from harness.log.lines import decode, encode
from harness.measure.models import Summary
from harness.measure.summary import Summariser
from harness.pipeline import answer
from harness.run import run_start, utc_now
from harness.settings import Settings
from harness.types import RETRIEVAL_STAGES, Chunk, Document, GoldenInfo, Question, Record, RunStart
from harness.wiring import build_search, open_stages

WORDS = (
    "bag",
    "bags",
    "fee",
    "308",
    "1308",
    "kg",
    "not",
    "Flex-Fare",
    "über",
    "行李费",
    "a",
    "x_1",
    "cabin,",
    "(pets)",
)
STATUSES = ("current", "draft", None)
ANSWERS = (
    "The fee is 308 [S1].",
    "bag fee kg [S2]. cabin [S1].",
    "It costs 7 [S9].",
    "no citation here",
    "NOT IN THE CONTEXT",
    "  ",
    "The documents do not answer this question.",
    "bags [1].",
)

examples = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
)


@dataclass(frozen=True)
class Case:
    """A golden set, the settings of a run, and a script that fixes some answers."""

    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    settings: Settings
    script: dict[str, dict[str, str]]

    @property
    def golden(self) -> GoldenSet:
        answerable = sum(q.answerable for q in self.questions)
        info = GoldenInfo(
            name="random",
            path="random",
            sha256="0" * 64,
            questions=len(self.questions),
            answerable=answerable,
            unanswerable=len(self.questions) - answerable,
        )
        return GoldenSet(folder=Path(), info=info, documents=self.documents, defaults={}, language="en")


@dataclass(frozen=True)
class Ran:
    """A case that was run: the whole index beside the records."""

    case: Case
    start: RunStart
    chunks: Sequence[Chunk]
    records: tuple[Record, ...]

    def summary(self) -> Summary:
        summariser = Summariser(self.start)
        for record in self.records:
            summariser.add(record)
        return summariser.summary("complete")


# --- random cases -----------------------------------------------------------------------------------------------------


sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(lambda words: " ".join(words) + ".")
paragraphs = st.lists(sentences, min_size=1, max_size=4).flatmap(
    lambda told: st.sampled_from([" ", "\n", "  \t"]).map(lambda gap: gap.join(told))
)
texts = st.lists(paragraphs, min_size=1, max_size=3).map("\n\n".join)


@st.composite
def corpora(draw) -> tuple[Document, ...]:
    """Draw one to five documents; some repeat an earlier text, with another status."""
    made: list[Document] = []
    for number in range(draw(st.integers(1, 5))):
        copied = made and draw(st.integers(0, 3)) == 0
        text = draw(st.sampled_from(made)).text if copied else draw(texts)
        status = draw(st.sampled_from(STATUSES))
        fields = {"doc_id": f"d{number}", "text": text, "metadata": {"status": status} if status else {}}
        made.append(parse_document(fields, "corpus"))
    return tuple(made)


@st.composite
def anchors(draw, documents: Sequence[Document]) -> object:
    """Draw a run of words of a document, now and then of none; or a span of one, anywhere."""
    document = draw(st.sampled_from(documents))
    if draw(st.integers(0, 2)) == 0:
        start = draw(st.integers(0, len(document.text) - 1))
        end = draw(st.integers(start + 1, min(len(document.text), start + 25)))
        assume(document.text[start:end].strip())
        return {"doc_id": document.doc_id, "start": start, "end": end}
    words = document.text.split()
    first = draw(st.integers(0, len(words) - 1))
    literal = " ".join(words[first : first + draw(st.integers(1, 5))])
    return draw(st.sampled_from([literal, literal, literal, literal.rstrip(".,"), literal + " nowhere"]))


@st.composite
def questions(draw, number: int, documents: Sequence[Document]) -> Question:
    """Draw a question with no, some or several groups of evidence, with or without gold documents."""
    gold = draw(st.lists(st.sampled_from([d.doc_id for d in documents]), max_size=2, unique=True))
    group = st.lists(anchors(documents), min_size=1, max_size=2).map(lambda a: a[0] if len(a) == 1 else a)
    fields = {
        "id": f"q{number}",
        "question": " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=6))),
        "answers": draw(st.sampled_from([[], ["308"], ["bag"], ["fee kg", "7"]])),
        "gold_doc_ids": gold,
        "evidence": draw(st.lists(group, max_size=3)),
        "answerable": draw(st.integers(0, 4)) != 0,
        "type": draw(st.sampled_from(["keyword", "paraphrase"])),
    }
    if not fields["answerable"]:
        fields |= {"answers": [], "gold_doc_ids": [], "evidence": []}
    return parse_question(fields, "questions", {d.doc_id: d for d in documents}, plugins.names("judge"))


chunkers = st.one_of(
    st.just("whole"),
    st.builds("packed:{}".format, st.integers(1, 12)),
    st.builds("structure:{}".format, st.integers(1, 12)),
    st.builds("window:{}:{}".format, st.integers(1, 8), st.integers(0, 8)),
    st.builds("sentence:{}:{}".format, st.integers(1, 3), st.integers(0, 3)),
)
filters = st.sampled_from([(), (), ("status=current",), ("status!=draft",)])
configurations = st.builds(
    Settings,
    chunker=chunkers,
    analyzer=st.sampled_from(plugins.names("analyze")),
    retriever=st.sampled_from(["bm25", "tfidf", "hashing:16", "hashing:1024"]),
    candidates=st.sampled_from([50, 12, 3, 1]),
    k=st.sampled_from([1, 2, 3, 6]),
    filter=filters,
    rerank=st.sampled_from([None, "lexical"]),
    near_duplicate=st.sampled_from([0.3, 0.7, 0.9, 1.0]),
    weak_cut=st.sampled_from([0, 0, 25, 60, 99]),
    order=st.sampled_from(["best_first", "ends"]),
    budget=st.one_of(st.none(), st.builds("words:{}".format, st.integers(1, 20))),
    prompt=st.sampled_from(["spans", "documents"]),
    citations=st.sampled_from(["required", "checked", "ignored"]),
    judge=st.sampled_from([name for name in plugins.names("judge") if name != "model"]),  # it asks a server
)
scripts = st.dictionaries(
    st.sampled_from(["q0", "q1", "q2", "q3"]),
    st.one_of(st.sampled_from(ANSWERS).map(lambda a: {"answer": a}), st.just({"raise": "the server is gone"})),
)


@st.composite
def cases(draw) -> Case:
    """Draw a case whose filter leaves something to search."""
    documents = draw(corpora())
    configuration = draw(configurations)
    if configuration.filter:
        assume(any(visible(document.metadata, configuration) for document in documents))
        assume(any("status" in document.metadata for document in documents))
    asked = tuple(draw(questions(number, documents)) for number in range(draw(st.integers(1, 4))))
    return Case(documents, asked, configuration, draw(scripts))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run a case through `open_stages` and `answer`, as `harness run` does; `script` replaces the case's own."""
    path = tmp_path_factory.mktemp("script") / "script.jsonl"

    def run(case: Case, script: dict[str, dict[str, str]] | None = None) -> Ran:
        staged = case.script if script is None else script
        path.write_text("".join(json.dumps({"id": i, **entry}) + "\n" for i, entry in staged.items()))
        configuration = case.settings.model_copy(update={"script": str(path)})

        async def go() -> Ran:
            golden, search = case.golden, build_search(case.documents, configuration)
            start = run_start(golden, configuration, search.info(), "r", utc_now())
            async with open_stages(golden, search, configuration, "r") as stages:
                records = tuple([await answer(question, stages) for question in case.questions])
            return Ran(case, start, search.chunks, records)

        return asyncio.run(go())

    return run


# --- the second opinion -----------------------------------------------------------------------------------------------


def visible(metadata, configuration: Settings) -> bool:
    """Return what the two filters drawn above say of a document."""
    status = metadata.get("status")
    return {(): True, ("status=current",): status == "current", ("status!=draft",): status != "draft"}[
        configuration.filter
    ]


def occurrences(literal: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where `literal` stands between words; Latin words end where a letter, digit or underscore does."""
    latin = r"[0-9A-Za-z_ü]"
    before = rf"(?<!{latin})" if re.match(latin, literal) else ""
    after = rf"(?!{latin})" if re.search(rf"{latin}\Z", literal) else ""
    words = r"\s+".join(map(re.escape, literal.split()))
    for match in re.finditer(rf"(?=({before}{words}{after}))", text):
        yield match.span(1)


def carries(chunk: Chunk, group, question: Question) -> bool:
    """Return whether a chunk holds an alternative of a group: the span whole, or the string in a gold document's chunk."""
    for anchor in group.alternatives:
        if anchor.is_span:
            inner = anchor.text.strip()
            start = anchor.start + anchor.text.index(inner)
            found = chunk.doc_id == anchor.doc_id and chunk.start <= start and start + len(inner) <= chunk.end
        else:
            gold = not question.gold_doc_ids or chunk.doc_id in question.gold_doc_ids
            found = gold and any(occurrences(anchor.text, chunk.text))
        if found:
            return True
    return False


def places(group, question: Question, documents: Sequence[Document]) -> list[tuple[str, int, int]]:
    """Return every place of a group in the documents it may stand in."""
    found = []
    for anchor in group.alternatives:
        for document in documents:
            if anchor.is_span:
                if document.doc_id == anchor.doc_id:
                    found.append((document.doc_id, anchor.start, anchor.end))
            elif not question.gold_doc_ids or document.doc_id in question.gold_doc_ids:
                found += [(document.doc_id, *span) for span in occurrences(anchor.text, document.text)]
    return found


def lost_at(carriers: set[str], ran: Ran, record: Record, *, found: bool) -> str | None:
    """Return the stage at which the last of `carriers` went, from the record's own lists of ids."""
    shown = {chunk.chunk_id for chunk in ran.chunks if visible(chunk.metadata, ran.case.settings)}
    steps = {
        "source": found,
        "chunk": carriers,
        "filter": carriers & shown,
        "first_stage": carriers & set(record.candidates.chunk_ids),
        "rerank": carriers & {ranked.chunk.chunk_id for ranked in record.chunks},
        "assemble": carriers & {span.chunk_id for span in record.spans},
    }
    return next((stage for stage, left in steps.items() if not left), None)


def first_place(carriers: set[str], ranking: Sequence[str]) -> int | None:
    return next((rank for rank, chunk_id in enumerate(ranking, 1) if chunk_id in carriers), None)


def expected_groups(ran: Ran, record: Record) -> Iterator[tuple[set[str], str | None]]:
    """Yield, for each row the ledger must have, the chunks that carry it and the stage that lost it."""
    question = record.question
    for group in question.evidence:
        carriers = {chunk.chunk_id for chunk in ran.chunks if carries(chunk, group, question)}
        found = bool(places(group, question, ran.case.documents))
        yield carriers, lost_at(carriers, ran, record, found=found)
    if not question.evidence:
        for doc_id in question.gold_doc_ids:
            carriers = {chunk.chunk_id for chunk in ran.chunks if chunk.doc_id == doc_id}
            yield carriers, lost_at(carriers, ran, record, found=True)


# --- what must hold ---------------------------------------------------------------------------------------------------


def test_the_ledger_names_the_stage_that_a_text_search_names(run):
    """Row by row the same stage and ranks as the oracle; and the cases drawn lose evidence at every stage there is."""
    seen: Counter[str | None] = Counter()

    @settings(examples, max_examples=200)
    @given(cases())
    def check(case: Case) -> None:
        ran = run(case)
        for record in ran.records:
            rows = attribute(record, ran.start).rows
            expected = list(expected_groups(ran, record))
            assert [row.lost_at for row in rows] == [stage for _, stage in expected]
            final = record.ranking or record.candidates
            for trace, (carriers, stage) in zip(record.trace, expected, strict=True):
                assert trace.carrier_count == len(carriers)
                assert trace.candidate_rank == first_place(carriers, record.candidates.chunk_ids)
                assert trace.final_rank == first_place(carriers, final.chunk_ids)
                seen[stage] += 1

    check()
    assert {"source", "chunk", "filter", "first_stage", "rerank", "assemble", None} <= set(seen)


def test_evidence_is_in_the_prompt_exactly_where_the_row_says_so(run):
    """A string reached the model if and only if it stands in the text of a gold document's span of the prompt."""
    reached: Counter[bool] = Counter()

    @settings(examples, max_examples=100)
    @given(cases())
    def check(case: Case) -> None:
        ran = run(case)
        for record in ran.records:
            chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in record.chunks}
            spans = [chunks[span.chunk_id] for span in record.spans]
            assert all(chunk.text in record.prompt for chunk in spans)
            for group, row in zip(record.question.evidence, attribute(record, ran.start).rows, strict=False):
                there = any(carries(chunk, group, record.question) for chunk in spans)
                assert (row.lost_at is None) is there
                reached[there] += 1

    check()
    assert reached[True]
    assert reached[False]


@settings(examples, max_examples=100)
@given(cases())
def test_a_group_that_is_lost_has_no_carrier_at_any_later_stage(run, case):
    """The trace is monotone: what a stage keeps, the stage before it had."""
    for record in run(case).records:
        dropped = {d.chunk_id for d in record.dropped}
        by_number = {span.number: span.chunk_id for span in record.spans}
        for trace in record.trace:
            assert trace.places or not trace.carrier_count or trace.label == "gold_document"
            assert trace.visible_count <= trace.carrier_count
            assert (trace.candidate_rank is None) or trace.visible_count
            assert (trace.final_rank is None) == (trace.candidate_rank is None)
            assert bool(trace.kept) == (trace.final_rank is not None and trace.final_rank <= case.settings.k)
            assert (trace.hidden_by is not None) == bool(trace.carrier_count and not trace.visible_count)
            used = {by_number[number] for number in trace.spans}
            assert used <= set(trace.kept)
            assert set(trace.kept) - used == {d.chunk_id for d in trace.dropped} <= dropped
            assert not (trace.reunited and trace.carrier_count)


@settings(examples, max_examples=100)
@given(cases())
def test_cut_evidence_is_reunited_when_the_prompt_covers_every_character(run, case):
    """Reunited: carried by no chunk, and for some place each character but white space is in a span of its document."""
    ran = run(case)
    texts = {document.doc_id: document.text for document in case.documents}
    for record in ran.records:
        chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in record.chunks}
        spans = [chunks[span.chunk_id] for span in record.spans]
        for group, trace in zip(record.question.evidence, record.trace, strict=False):
            whole = any(
                all(
                    any(c.doc_id == doc_id and c.start <= at < c.end for c in spans)
                    for at in range(start, end)
                    if not texts[doc_id][at].isspace()
                )
                for doc_id, start, end in places(group, record.question, case.documents)
            )
            carried = any(carries(chunk, group, record.question) for chunk in ran.chunks)
            assert trace.reunited == (whole and not carried)


@settings(examples, max_examples=100)
@given(cases())
def test_a_record_is_consistent_with_itself(run, case):
    """Candidates are visible, no more than asked for and sorted; the final k heads the ranking; nothing vanishes."""
    ran = run(case)
    shown = {chunk.chunk_id for chunk in ran.chunks if visible(chunk.metadata, case.settings)}
    for record in ran.records:
        found = record.candidates
        assert len(found.chunk_ids) == len(found.scores) <= case.settings.candidates
        assert set(found.chunk_ids) <= shown
        assert len(set(found.chunk_ids)) == len(found.chunk_ids)
        assert list(found.scores) == sorted(found.scores, reverse=True)
        assert (record.ranking is None) == (case.settings.rerank is None)
        final = record.ranking or found
        assert sorted(final.chunk_ids) == sorted(found.chunk_ids)
        assert list(final.scores) == sorted(final.scores, reverse=True)
        top = final.chunk_ids[: case.settings.k]
        assert [(r.rank, r.chunk.chunk_id) for r in record.chunks] == list(enumerate(top, 1))
        assert [span.number for span in record.spans] == list(range(1, len(record.spans) + 1))
        assert sorted([s.chunk_id for s in record.spans] + [d.chunk_id for d in record.dropped]) == sorted(top)
        assert (record.fault is None) == (record.judgement is not None)


@settings(examples, max_examples=80)
@given(cases(), scripts)
def test_no_answer_moves_a_row_of_the_ledger(run, case, other):
    """The same run with other answers, refusals and failures: retrieval, context, prompt, trace and rows stay."""
    kept = ("question", "candidates", "ranking", "chunks", "spans", "dropped", "prompt", "trace")
    one, two = run(case), run(case, other)
    for before, after in zip(one.records, two.records, strict=True):
        assert {name: getattr(before, name) for name in kept} == {name: getattr(after, name) for name in kept}
        assert attribute(before, one.start).rows == attribute(after, two.start).rows
        staged = other.get(after.question.id, {})
        assert bool(after.fault) == ("raise" in staged or not staged.get("answer", "x").strip())


ORDER = [*RETRIEVAL_STAGES, "generate", "conclude"]
OF_STAGE = {
    "source": {"not_in_corpus"},
    "parse": {"lost_in_parsing"},
    "chunk": {"cut_by_chunking"},
    "filter": {"hidden_by_filter"},
    "first_stage": {"below_depth"},
    "rerank": {"beyond_k"},
    "assemble": {"duplicate", "weak", "over_budget"},
    "truncate": {"beyond_window"},
}


@settings(examples, max_examples=100)
@given(cases())
def test_the_stages_of_a_row_go_one_way_and_name_what_lost_it(run, case):
    """Passed up to the loss, past after it, nothing else; and the row's cause is one of its stage."""
    ran = run(case)
    for record in ran.records:
        found = attribute(record, ran.start)
        for row in with_stages(found.rows, record, ran.start):
            states = [stage.state for stage in row.stages]
            lost = ORDER.index(row.lost_at) if row.lost_at else len(states)
            assert [stage.stage for stage in row.stages] == list(RETRIEVAL_STAGES)
            assert set(states[:lost]) <= {"passed", "undecided"}
            assert states[lost:] == ["lost", *["past"] * (len(states) - lost - 1)][: len(states) - lost]
            assert (row.cause is None) is (row.lost_at is None)
            assert row.lost_at is None or row.cause in OF_STAGE[row.lost_at]


@settings(examples, max_examples=100)
@given(cases())
def test_a_failure_has_one_cause_at_its_stage_and_lists_the_others_in_order(run, case):
    """What was right has none, what cannot be decided has none; a fault's is its own; the rest belongs to the stage."""
    ran = run(case)
    for record in ran.records:
        found = attribute(record, ran.start)
        if found.bucket in {"correct", "true_abstention", "undecidable"}:
            assert found.cause is None
        else:
            assert found.cause is not None
            assert found.proof
        if found.stage in OF_STAGE:
            assert found.cause in OF_STAGE[found.stage]
        places = [ORDER.index(other.stage) for other in found.also if other.stage]
        assert places == sorted(places)


BLACK = "\N{CYRILLIC SMALL LETTER ZHE}"


@settings(examples, max_examples=60)
@given(cases())
def test_evidence_taken_out_of_the_documents_is_lost_at_the_source(run, case):
    """A random plant on a random pipeline: black out every place of every group, and no later stage is blamed.

    Blacked out with a letter: a mark in place of the 1 would make 308 of 1308 a number of its own.
    """
    blacked = []
    for document in case.documents:
        text = document.text
        for question in case.questions:
            for group in question.evidence:
                for doc_id, start, end in places(group, question, case.documents):
                    if doc_id == document.doc_id:
                        text = text[:start] + BLACK * (end - start) + text[end:]
        blacked.append(document.model_copy(update={"text": text}))
    if case.settings.filter:
        assume(any(visible(document.metadata, case.settings) for document in blacked))
    assume(all(document.text.strip(f"{BLACK} \n\t") for document in blacked))
    ran = run(Case(tuple(blacked), case.questions, case.settings, case.script))
    for record in ran.records:
        if record.question.evidence:
            assert {row.lost_at for row in attribute(record, ran.start).rows} == {"source"}


@settings(examples, max_examples=80)
@given(cases())
def test_the_counts_of_a_report_add_up(run, case):
    """Each table sums to the questions it is about, depths nest, and the ceiling is inside the final k."""
    summary = run(case).summary()
    asked, answerable = len(case.questions), sum(q.answerable for q in case.questions)
    labelled = sum(q.answerable and bool(q.evidence or q.gold_doc_ids) for q in case.questions)
    assert summary.questions == sum(summary.attribution.values()) == sum(summary.outcomes.values()) == asked
    assert sum(summary.two_by_two.values()) == sum(summary.abstention["answerable"].values()) == answerable
    assert sum(summary.abstention["unanswerable"].values()) == asked - answerable
    assert sum(summary.stages.values()) == summary.attribution["retrieval_miss"]
    assert all(summary.stages[stage] <= summary.lost[stage] for stage in RETRIEVAL_STAGES)
    assert sum(summary.lost.values()) + summary.ceiling.numerator == labelled == summary.ceiling.denominator
    known = [rate for rate in summary.recall.values() if rate.value is not None]
    counts = [rate.numerator for rate in known] + [summary.candidates.recall.numerator]
    assert counts == sorted(counts)
    within = [rate for k, rate in summary.recall.items() if rate.value is not None and int(k) >= case.settings.k]
    assert all(summary.ceiling.numerator <= rate.numerator for rate in within)
    assert sum(part.questions for part in summary.slices.values()) == asked
    for bucket, count in summary.attribution.items():
        assert sum(part.attribution[bucket] for part in summary.slices.values()) == count
    plain = summary.attribution["correct"] + summary.attribution["true_abstention"]
    assert len(summary.failures) == asked - plain
    assert sum(summary.causes.values()) == asked - plain - summary.attribution["undecidable"]
    assert summary.mrr is None or 0 <= summary.mrr <= 1


@settings(examples, max_examples=80)
@given(cases())
def test_a_record_survives_the_log_and_is_attributed_the_same(run, case):
    """Encoded and decoded it is equal, and so are its bucket, stage and every sentence."""
    ran = run(case)
    again = decode(encode(ran.start))
    assert again == ran.start
    for record in ran.records:
        read = decode(encode(record))
        assert read == record
        assert attribute(read, again) == attribute(record, ran.start)


@settings(examples, max_examples=40)
@given(cases())
def test_the_same_run_writes_the_same_records(run, case):
    """Nothing but the times differs between two runs."""
    one, two = run(case), run(case)
    for before, after in zip(one.records, two.records, strict=True):
        timeless = {"seconds": {}}
        assert before.model_copy(update=timeless) == after.model_copy(update=timeless)


@settings(examples, max_examples=60)
@given(corpora(), filters, chunkers)
def test_the_index_is_filtered_as_a_person_would(run, documents, clauses, chunker):
    """A chunk is visible when its document's status passes; the index says how many are."""
    configuration = Settings(chunker=chunker, filter=clauses)
    if clauses:
        assume(any(visible(document.metadata, configuration) for document in documents))
        assume(any("status" in document.metadata for document in documents))
    ran = run(Case(documents, (), configuration, {}))
    shown = [visible(chunk.metadata, configuration) for chunk in ran.chunks]
    assert ran.start.index.visible_chunks == sum(shown)
    mask = visible_mask(ran.chunks, parse_filter(clauses), None).mask
    assert (list(mask) if mask is not None else [True] * len(shown)) == shown
