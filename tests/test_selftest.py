"""The selftest: plants in small golden sets of every shape come out right, and a broken ledger, verifier or rule is caught."""

from __future__ import annotations

import asyncio
import json

import pytest
from conftest import write_jsonl

from harness.attribute import causes, ledger, rules
from harness.cli.main import main
from harness.golden.read import read_golden
from harness.selftest.places import is_clean, occurrences
from harness.selftest.result import LABELS, Planted, Swap, Tally
from harness.selftest.run import run_selftest
from harness.trace import Tracer
from harness.types import STAGES, Chunk

HARBOUR = (
    "The Tern ferry carries 120 passengers and 35 cars between Lysvik and Norrholm. Its captain is Ingrid Solberg since 2014. "
    "Bicycles travel free of charge on weekdays."
)
ISLAND = (
    "Ingrid Solberg was born on the island of Norrholm in 1971. She studied navigation in Bergen for four years. "
    "The island has a lighthouse of red brick."
)
OTHERS = [
    "The museum of Lysvik opens at ten in the morning. Children under twelve pay nothing. It shows 40 ships in bottles.",
    "A ferry called Gannet was sold to Scotland in 1998. Passengers remember its wooden benches. Its captain lives in Oban.",
    "The bakery on the quay sells cardamom buns. Sailors queue for them before seven. Nobody may reserve any.",
    "Weather reports for Norrholm are read at noon. Strong winds stop the ferry about nine days a year.",
]
TURKISH = (
    "Lysvik feribotu haftada 14 sefer yapar. Biletler limandaki gişede 75 krondan satılır. Köpekler tasmayla alınır."
)
CHINESE = "诺尔霍姆岛的灯塔建于1893年,高27米。灯塔看守人每晚六点点灯。岛上约有四百名居民。"
DOCUMENTS = [
    {"doc_id": "harbour", "title": "Harbour", "text": HARBOUR},
    {"doc_id": "island", "title": "Island", "text": ISLAND},
    *({"doc_id": f"other-{n}", "text": text} for n, text in enumerate(OTHERS)),
    {"doc_id": "turkce", "text": TURKISH},
    {"doc_id": "zhongwen", "text": CHINESE},
]


def span(doc_id: str, text: str, literal: str) -> dict[str, object]:
    start = text.index(literal)
    return {"doc_id": doc_id, "start": start, "end": start + len(literal), "text": literal}


QUESTIONS = [
    {"id": "string", "question": "How many passengers does the Tern ferry carry?", "answers": ["120"], "gold_doc_ids": ["harbour"], "evidence": ["ferry carries 120 passengers"]},
    {"id": "span", "question": "Who is captain of the Tern ferry since 2014?", "answers": ["Ingrid Solberg"], "gold_doc_ids": ["harbour"], "evidence": [span("harbour", HARBOUR, "Its captain is Ingrid Solberg")]},
    {"id": "two-hops", "question": "Where was the captain of the Tern ferry born?", "answers": ["island of Norrholm"], "gold_doc_ids": ["harbour", "island"], "evidence": ["Its captain is Ingrid Solberg", "born on the island of Norrholm"]},
    {"id": "yes", "question": "Is the captain of the Tern ferry older than thirty?", "answers": ["yes"], "gold_doc_ids": ["harbour", "island"], "evidence": ["Its captain is Ingrid Solberg since 2014", "born on the island of Norrholm in 1971"]},
    {"id": "any-document", "question": "When are weather reports read?", "answers": ["noon"], "evidence": ["read at noon"]},
    {"id": "document", "question": "Which buns does the bakery on the quay sell?", "answers": ["cardamom"], "gold_doc_ids": ["other-2"]},
    {"id": "turkce", "question": "Biletler limandaki gişede kaç krondan satılır?", "answers": ["75"], "gold_doc_ids": ["turkce"], "evidence": ["gişede 75 krondan"]},
    {"id": "zhongwen", "question": "诺尔霍姆岛的灯塔高多少米?", "answers": ["27"], "gold_doc_ids": ["zhongwen"], "evidence": ["高27米"]},
    {"id": "no-answers", "question": "What may dogs do on the ferry?", "gold_doc_ids": ["turkce"], "evidence": ["Köpekler tasmayla alınır"]},
    {"id": "unlabelled", "question": "How old is the mill?", "answers": ["300 years"]},
    {"id": "unanswerable", "question": "Does the Tern ferry have wireless internet?", "answerable": False},
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A golden set of every shape: strings, spans, several groups, no gold, no evidence, no answers, three languages."""
    made = tmp_path_factory.mktemp("selftest") / "harbour"
    write_jsonl(made / "corpus.jsonl", DOCUMENTS)
    write_jsonl(made / "questions.jsonl", QUESTIONS)
    return made


@pytest.fixture(scope="module")
def result(folder):
    return asyncio.run(run_selftest(read_golden(folder), limit=None))


def few(folder, *, limit: int = 1):
    """Run on the first question, or on some spread over the set."""
    return asyncio.run(run_selftest(read_golden(folder), limit=limit))


# --- what comes out right ---------------------------------------------------------------------------------------------


def test_every_stage_and_every_bucket_is_planted_and_named(result):
    """All ten stages and the buckets that blame none have plants, and every plant gets its stage and its cause."""
    assert set(result.matrix) == set(LABELS)
    assert {label for label in result.matrix if label in STAGES} == set(STAGES)
    assert [m.model_dump() for m in result.misses] == []
    assert result.passed


def test_no_answer_order_or_document_moves_a_retrieval_label(result):
    """Hundreds of swaps, and every label stays."""
    assert result.swaps.value == 1
    assert result.swaps.denominator > 500
    assert result.moved == ()


def test_what_cannot_be_planted_is_counted_with_its_reason_and_never_as_right(result):
    """Plants and reasons together make every kind on every question; a question without labels has a reason and no plant."""
    reasons = {(one.kind, one.reason): one.questions for one in result.not_plantable}
    assert reasons["any", "the question says nothing of where its evidence is"] == 1
    assert reasons["deduplicated away", "the question names no gold document, so a copy is evidence too"] == 1
    assert reasons["made up", "the question has no accepted answers, so no answer to it is wrong"] == 1
    assert reasons["cut by a boundary", "the question has no evidence string that a chunk could cut"] == 1
    assert sum(kind.planted for kind in result.kinds.values()) == result.plants
    assert sum(sum(row.values()) for row in result.matrix.values()) == result.plants
    labelled = sum(q["id"] not in {"unlabelled", "unanswerable"} for q in QUESTIONS)
    for name in (
        "deleted from the source",
        "cut by a boundary",
        "over budget",
        "made up",
        "wrong label",
        "stale source",
    ):
        assert result.kinds[name].planted + result.kinds[name].not_plantable == labelled, name


def test_the_same_seed_plants_the_same(folder):
    """Choices come from the seed and the question's id alone."""
    assert few(folder, limit=3).model_dump() == few(folder, limit=3).model_dump()


def test_two_faults_on_one_question_blame_the_earlier_and_list_the_other(result):
    """Four kinds of double plants are made, and what is not listed would have been a miss."""
    doubles = {name for name, kind in result.kinds.items() if ", and " in name and kind.planted}
    assert doubles == {
        "hidden, and another part deleted",
        "over budget, and made up",
        "deleted, and made up",
        "hidden, and the server fails",
    }


@pytest.mark.parametrize("name", ["hotpotqa_100", "musique_100", "clapnq_dev", "xquad_tr"])
def test_a_sample_of_real_sets_comes_out_right(shared, name):
    """Sets that nobody here wrote: every planted stage is named, and the label of no swap moves."""
    found = few(shared / name, limit=2)
    assert found.stage.numerator == found.stage.denominator > 40
    assert found.swaps.value == 1


# --- what must be caught ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ledger.LOSSES)
def test_a_ledger_that_is_blind_to_a_stage_fails(folder, monkeypatch, stage):
    """Take one stage out of the ledger: its plants are blamed on another, and the selftest says so."""
    monkeypatch.setattr(ledger, "LOSSES", {s: loss for s, loss in ledger.LOSSES.items() if s != stage})
    found = few(folder)
    assert not found.passed
    assert stage in {miss.label for miss in found.misses}
    assert found.stages[stage].numerator == 0


def test_a_trace_that_takes_any_chunk_of_the_document_for_evidence_fails(folder, monkeypatch):
    """Localising by document, as other tools do, finds evidence that was cut."""

    def carriers(self, places):
        return tuple(sorted({p for place in places for p in self._by_document.get(place.doc_id, ())}))

    monkeypatch.setattr(Tracer, "_carriers", carriers)
    assert "chunk" in {miss.label for miss in few(folder).misses}


def test_a_ledger_that_reads_the_answer_fails_the_swaps(folder, monkeypatch):
    """Let a refusal count as lost evidence: labels move with the answer, and every one that moved is told."""
    kept = ledger.LOSSES["source"]

    def source(trace, record, start):
        refused = record.verdict is not None and record.verdict.verdict == "abstained"
        return ("not_in_corpus", "it refused") if refused else kept(trace, record, start)

    monkeypatch.setitem(ledger.LOSSES, "source", source)
    found = few(folder)
    assert found.swaps.value < 1
    assert any("moved a retrieval label" in reason for reason in found.failed)


@pytest.mark.parametrize(
    ("check", "cause"),
    [
        ("_wrong_citation", "wrong_citation"),
        ("_arithmetic", "arithmetic"),
        ("_invented", "invented"),
        ("_format", "format"),
    ],
)
def test_causes_that_are_not_looked_for_fail(folder, monkeypatch, check, cause):
    """Take out what tells one cause: its plants get another one."""
    left = tuple(c for c in causes._CLAIM_CHECKS if c.__name__ != check)
    monkeypatch.setattr(causes, "_CLAIM_CHECKS", left)
    found = few(folder)
    assert cause in {miss.cause for miss in found.misses}
    assert found.cause.numerator < found.stage.numerator


@pytest.mark.parametrize("check", ["_stale", "_conflicting_sources", "_source_against_itself", "_off_question"])
def test_conclusions_that_are_not_looked_for_fail(folder, monkeypatch, check):
    """The same for answers that are supported and wrong."""
    left = tuple(c for c in causes._CONCLUSION_CHECKS if c.__name__ != check)
    monkeypatch.setattr(causes, "_CONCLUSION_CHECKS", left)
    assert any(miss.label == "conclude" for miss in few(folder).misses)


def test_rules_that_call_every_fault_a_miss_fail(folder, monkeypatch):
    """Without the rule for faults, a failing server is blamed on the system under test."""
    monkeypatch.setattr(rules, "RULES", tuple(rule for rule in rules.RULES if rule.__name__ != "_fault"))
    assert any(miss.label == "harness_fault" for miss in few(folder).misses)


def test_nothing_planted_is_no_pass(tmp_path):
    """A set without labels shows nothing, and that is exit 1, not 0."""
    write_jsonl(tmp_path / "corpus.jsonl", [{"doc_id": "a", "text": "Nothing much."}])
    write_jsonl(tmp_path / "questions.jsonl", [{"id": "q", "question": "What?", "answers": ["much"]}])
    found = asyncio.run(run_selftest(read_golden(tmp_path), limit=None))
    assert (found.plants, found.passed) == (0, False)
    assert found.stage.value is None
    assert main(["selftest", str(tmp_path)]) == 1


# --- the numbers ------------------------------------------------------------------------------------------------------


def planted(label: str = "filter", got: str = "filter", cause: str = "hidden_by_filter") -> Planted:
    return Planted(question_id="q", kind="hidden", label=label, cause=cause, got_label=got, got_cause=cause)


@pytest.mark.parametrize(
    ("right", "wrong", "passes"),
    [(97, 3, False), (99, 1, True), (100, 0, True)],
)
def test_below_the_thresholds_it_fails(right, wrong, passes):
    """99% of plants at the right stage, worked by hand: 3 of 100 wrong is too many, 1 is not."""
    tally = Tally()
    for _ in range(right):
        tally.add(planted())
    for _ in range(wrong):
        tally.add(planted(got="rerank"))
    found = tally.result("g", "0", 0, {})
    assert found.passed is passes
    assert (found.stage.numerator, found.stage.denominator) == (right, 100)


def test_one_bad_stage_fails_though_the_whole_is_good():
    """Four of a hundred plants at one stage are wrong among a thousand: 99.6% over all, 96% there."""
    tally = Tally()
    for _ in range(900):
        tally.add(planted())
    for n in range(100):
        tally.add(planted("rerank", "rerank" if n >= 4 else "filter"))
    found = tally.result("g", "0", 0, {})
    assert found.stage.value > 0.99
    assert found.failed == ("96 of 100 plants at rerank right, 97% needed",)


def test_a_moved_label_fails():
    """One change in a thousand that moves a label is one too many."""
    tally = Tally()
    tally.add(planted())
    for n in range(1000):
        tally.add_swap(Swap(question_id="q", kind="k", change="c", before="filter", after="filter" if n else "reached"))
    assert not tally.result("g", "0", 0, {}).passed


@pytest.mark.parametrize(
    ("text", "literal", "clean"),
    [
        ("costs 308 EUR", "308", True),
        ("costs 1308 EUR", "308", False),
        ("0.9 of it", "9", False),
        ("at 9. Then", "9", True),
        ("on 308a", "308", False),
        ("caf\u00e9s", "caf\u00e9", False),
        ("cafe\u0301", "cafe", False),
        ("高27米", "27", False),
        ("(308)", "308", True),
        ("不可退款的", "可退", True),
    ],
)
def test_the_second_opinion_is_sure_only_of_what_stands_alone(text, literal, clean):
    """Whole words and numbers are clean; parts of longer ones, and whatever may be one, are not."""
    ((start, end),) = occurrences(literal, text)
    assert is_clean(text, start, end) is clean


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_prints_the_matrix_and_exits_by_it(folder, capsys, monkeypatch):
    """Right: exit 0 and PASS; with a blind ledger: exit 1, FAIL and the misses in full."""
    assert main(["selftest", str(folder), "--limit", "1"]) == 0
    told = capsys.readouterr().out
    assert "PASS" in told
    assert max(map(len, told.splitlines())) <= 80
    monkeypatch.setattr(ledger, "LOSSES", {s: loss for s, loss in ledger.LOSSES.items() if s != "filter"})
    assert main(["selftest", str(folder), "--limit", "1"]) == 1
    told = capsys.readouterr().out
    assert "FAIL" in told
    assert "filter (hidden by filter) wanted, first stage (below depth) found" in " ".join(told.split())


def test_the_command_prints_json(folder, capsys):
    """One document with rates, matrix, kinds, reasons and misses."""
    assert main(["selftest", str(folder), "--limit", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stage"]["numerator"] == told["plants"]
    assert {"matrix", "causes", "kinds", "swaps", "not_plantable", "misses", "moved", "failed"} <= set(told)


@pytest.mark.parametrize("flags", [["--limit", "0"], ["--limit", "x"], ["--seed", "-1"]])
def test_bad_flags_are_one_line(folder, capsys, flags):
    """What, and what to write instead; exit 2."""
    assert main(["selftest", str(folder), *flags]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_chunks_of_the_planted_worlds_are_the_chunker_s_own():
    """The second opinion looks at a chunk's text and offsets, never at what a trace says of it."""
    from harness.selftest.places import holds, might_hold
    from harness.types import Anchor, EvidenceGroup, Question

    question = Question(id="q", question="?", gold_doc_ids=("a",))
    group = EvidenceGroup(alternatives=(Anchor(text="308"),))
    other = EvidenceGroup(alternatives=(Anchor(text="308", doc_id="a", start=4, end=7),))
    inside = Chunk(chunk_id="a#0", doc_id="a", start=0, end=7, text="fee 308")
    longer = Chunk(chunk_id="a#1", doc_id="a", start=20, end=28, text="fee 1308")
    elsewhere = Chunk(chunk_id="b#0", doc_id="b", start=0, end=7, text="fee 308")
    assert [holds(group, question, chunk) for chunk in (inside, longer, elsewhere)] == [True, False, False]
    assert [might_hold(group, question, chunk) for chunk in (inside, longer, elsewhere)] == [True, True, False]
    assert [holds(other, question, chunk) for chunk in (inside, longer, elsewhere)] == [True, False, False]
