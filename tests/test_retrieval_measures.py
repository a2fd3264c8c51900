"""Measures of a ranking: worked by hand, and equal to three published libraries on real golden sets."""

from __future__ import annotations

import json

import pytest

from harness.cli.main import main
from harness.cutting import Cutting
from harness.golden.evidence import Locator
from harness.golden.read import read_golden
from harness.measure.ranking import ndcg
from harness.measure.retrieval import Relevance, Units, look, measures
from harness.settings import Settings

KS = (1, 3, 5, 10)
UNITS = Units(documents=["a", "a", "b", "b", "c"], words=[10, 20, 30, 40, 50])


def relevance(*groups, documents=(), evidence=True):
    return Relevance(groups, tuple(map(frozenset, documents)), evidence)


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_two_groups_are_found_where_the_second_is():
    """Chunks 1 and 4 carry a group each; the ranking 4, 0, 1 has the first at 1, both at 3, after 50 + 10 + 20 words."""
    found = look([4, 0, 1], relevance((1,), (4,), documents=(["a"], ["c"])), UNITS, (1, 3), 50)
    assert (found.first, found.rank, found.words) == (1, 3, 80)
    assert found.handed == (50, 80)


def test_a_document_counts_once_however_many_of_its_chunks_are_ranked():
    """Chunks 0, 1, 2: two documents; the gold one, b, is the second document and the third chunk, after 60 words."""
    found = look([0, 1, 2], relevance((3,), documents=(["b"],)), UNITS, (1, 2, 3), 50)
    assert (found.document_rank, found.document_chunk, found.document_words) == (2, 3, 60)
    assert (found.rank, found.first, found.words) == (None, None, None)
    told = measures([found], (1, 2, 3), ())
    assert [told.document_recall[str(k)].numerator for k in (1, 2, 3)] == [0, 1, 1]
    assert [told.document_recall_in_chunks[str(k)].numerator for k in (1, 2, 3)] == [0, 0, 1]
    assert [told.evidence_recall[str(k)].numerator for k in (1, 2, 3)] == [0, 0, 0]


def test_exponential_gain_differs_once_a_chunk_carries_two_groups():
    """Grades 1 then 2, ideal 2 then 1. Linear (1 + 2/log2 3) / (2 + 1/log2 3) = 0.860; exponential (1 + 3/log2 3) / (3 + 1/log2 3) = 0.797."""
    found = look([0, 1], relevance((0, 1), (1,), documents=(["a"], ["a"])), UNITS, (2,), 50)
    assert found.ndcg[0] == pytest.approx(0.8597, abs=5e-5)
    assert found.ndcg_exponential[0] == pytest.approx(0.7967, abs=5e-5)
    assert ndcg([1, 2], [2, 1], 2, "exponential") == pytest.approx(found.ndcg_exponential[0])


def test_evidence_that_no_chunk_carries_is_a_miss_in_every_measure():
    """Were its nDCG left out, cutting evidence in two would raise the mean."""
    found = look([0, 1], relevance((), documents=(["a"],)), UNITS, (1,), 50)
    assert found.ndcg == found.ndcg_exponential == (0.0,)
    told = measures([found], (1,), (100,))
    assert (told.first_evidence.mrr, told.first_evidence.median_rank, told.first_evidence.not_retrieved) == (0, None, 1)


def test_questions_without_evidence_are_in_no_measure_by_evidence():
    """One question with evidence at rank 2, one with a gold document alone at rank 1: recall@1 is 1 of 2, by evidence 0 of 1."""
    one = look([0, 2], relevance((2,), documents=(["b"],)), UNITS, (1,), 50)
    other = look([4], relevance((4,), documents=(["c"],), evidence=False), UNITS, (1,), 50)
    told = measures([one, other], (1,), (40,))
    assert (told.questions, told.evidence_questions) == (2, 1)
    assert (told.recall["1"].numerator, told.recall["1"].denominator) == (1, 2)
    assert (told.evidence_recall["1"].numerator, told.evidence_recall["1"].denominator) == (0, 1)
    assert (told.recall_in_words["40"].numerator, told.recall_in_words["40"].denominator) == (1, 1)
    assert told.ndcg["1"] == 0
    none = measures([other], (1,), (40,))
    assert none.evidence_recall["1"].value is None
    assert none.evidence_recall["1"].reason
    assert none.ndcg["1"] is None


def test_a_budget_that_the_candidates_do_not_fill_is_undefined():
    """Two candidates of 30 words, cut off at depth 2: nobody knows whether 100 words would have held it."""
    found = look([0, 1], relevance((4,), documents=(["c"],)), UNITS, (1,), 2)
    told = measures([found], (1,), (20, 100))
    assert told.recall_in_words["20"].value == 0
    assert told.recall_in_words["100"].value is None
    assert "raise --candidates" in told.recall_in_words["100"].reason
    whole = look([0, 1], relevance((4,), documents=(["c"],)), UNITS, (1,), 3)
    assert measures([whole], (1,), (100,)).recall_in_words["100"].value == 0


# --- against published libraries --------------------------------------------------------------------------------------

SETS = [
    ("chunking_eval", "packed:150"),
    ("hotpotqa_100", "whole"),
    ("musique_100", "sentence:4:1"),
    ("xquad_tr", "window:50:25"),
]


def ranked(folder, chunker):
    """Return each question's ranking by BM25 with its labels, and what we measured, by id."""
    golden = read_golden(folder)
    questions = [q for q in golden.questions() if q.answerable and q.evidence]
    cutting = Cutting(
        golden, chunker, questions, Settings(candidates=30), locator=Locator(golden.documents), indexing=(None, None)
    )
    candidates = cutting.candidates(cutting.bench("plain", "none").retriever("bm25"), "none")
    rankings = cutting.rank(candidates, None, KS)
    labels = cutting._relevance
    return [
        (q.id, [position for position, _ in hits], label, found)
        for q, hits, label, found in zip(questions, candidates, labels, rankings.final, strict=True)
    ], cutting.units


def as_trec(rows, units, unit):
    """Return `(judgements, run)` of chunks, graded by how many groups they carry, or of distinct documents."""
    judgements, run = {}, {}
    for name, ranking, label, _ in rows:
        groups = label.groups if unit == "chunk" else label.documents
        order = ranking if unit == "chunk" else list(dict.fromkeys(units.documents[p] for p in ranking))
        grades = {}
        for group in groups:
            for item in group:
                grades[f"d{item}"] = grades.get(f"d{item}", 0) + 1
        judgements[name] = grades
        # The order is the ranking: a score for each rank, so that no library breaks our ties anew.
        run[name] = {f"d{item}": 1 / rank for rank, item in enumerate(order, 1)}
    return judgements, run


@pytest.mark.filterwarnings("ignore")
def test_ranx_has_the_same_mrr_and_ndcg_with_either_gain(shared):
    """Per question, to 1e-9, where a chunk may carry several groups: nDCG as Järvelin and as Burges have it, and MRR."""
    ranx = pytest.importorskip("ranx", reason="ranx is not installed")
    rows, units = ranked(shared / "musique_100", "whole")
    assert any(found.ndcg != found.ndcg_exponential for *_, found in rows)
    judged = [row for row in rows if all(row[2].groups)]
    assert len(judged) > 0.8 * len(rows)
    judgements, run = as_trec(judged, units, "chunk")
    wanted = ["mrr", "ndcg@5", "ndcg_burges@5"]
    compared = ranx.Run(run)
    ranx.evaluate(ranx.Qrels(judgements), compared, wanted)
    for question, _, _, found in judged:
        place = KS.index(5)
        ours = {
            "mrr": 1 / found.first if found.first else 0,
            "ndcg@5": found.ndcg[place],
            "ndcg_burges@5": found.ndcg_exponential[place],
        }
        assert {m: compared.scores[m][question] for m in wanted} == pytest.approx(ours, abs=1e-9)


@pytest.mark.parametrize(("name", "chunker"), SETS)
def test_trec_eval_has_the_same_success_mrr_and_ndcg(shared, name, chunker):
    """The reference implementation, per question, to 1e-9; strict recall is its recall where that is all or nothing."""
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="pytrec_eval is not installed")
    rows, units = ranked(shared / name, chunker)
    judged = [row for row in rows if all(row[2].groups)]
    judgements, run = as_trec(judged, units, "chunk")
    depths = ",".join(map(str, KS))
    names = {f"ndcg_cut.{depths}", f"success.{depths}", f"recall.{depths}", "recip_rank"}
    theirs = pytrec_eval.RelevanceEvaluator(judgements, names).evaluate(run)
    compared = strict = 0
    for question, _, label, found in judged:
        if question not in theirs:  # it found nothing, which trec_eval leaves out
            assert found.first is None
            continue
        compared += 1
        of = theirs[question]
        # trec_eval keeps seven digits of the score it sorts by; 1/rank to rank 30 is told apart by them.
        assert of["recip_rank"] == pytest.approx(1 / found.first if found.first else 0, abs=1e-9)
        for place, k in enumerate(KS):
            assert of[f"ndcg_cut_{k}"] == pytest.approx(found.ndcg[place], abs=1e-9)
            assert of[f"success_{k}"] == (found.first is not None and found.first <= k)
            if all(len(group) == 1 for group in label.groups):
                strict += 1
                assert (of[f"recall_{k}"] == 1) == (found.rank is not None and found.rank <= k)
    assert compared > 50
    assert strict > 0 or chunker == "window:50:25"  # there, an overlap puts evidence into two chunks


@pytest.mark.parametrize("name", ["chunking_eval", "hotpotqa_100"])
def test_ir_measures_has_the_same_means_that_a_sweep_prints(shared, capsys, name):
    """nDCG@10 by chunk and MRR of the first evidence, as means over all questions, through the command a user types."""
    ir_measures = pytest.importorskip("ir_measures", reason="ir_measures is not installed")
    assert (
        main(["sweep", str(shared / name), "--chunker", "packed:100", "--candidates", "30", "-k", "1,10", "--json"])
        == 0
    )
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    rows, units = ranked(shared / name, "packed:100")
    judgements, run = as_trec(rows, units, "chunk")
    theirs = dict.fromkeys(("nDCG@10", "RR"), 0.0)
    measured = [ir_measures.nDCG @ 10, ir_measures.RR]
    for found in ir_measures.iter_calc(measured, {q: j for q, j in judgements.items() if j}, run):
        theirs[str(found.measure)] += found.value / len(rows)
    assert row["ndcg"]["10"] == pytest.approx(theirs["nDCG@10"], abs=1e-9)
    assert row["first_evidence"]["mrr"] == pytest.approx(theirs["RR"], abs=1e-9)
