"""Rankings and outcomes that others published, attributed: the ledger and the report against figures known beforehand.

The data is beside the checkout (claude_docs_rag); its rankings are joined with its outcomes by question, as its description
says they can be for two of the three systems.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runs import start_of

from harness.context.assemble import assemble
from harness.golden.read import read_golden
from harness.index.visibility import Visibility
from harness.measure.models import Summary
from harness.measure.summary import Summariser
from harness.trace import Retrieved, Tracer
from harness.types import Fault, Judgement, RankedChunk, Ranking, Record, Verdict
from harness.wiring import make_chunks

SYSTEMS = {"level_one_basic": "retrieve_base", "level_two_summary_index": "retrieve_level_two"}


def rows(path: Path) -> list[dict]:
    with path.open("rb") as lines:
        return [json.loads(line) for line in lines]


def attributed(folder: Path, system: str) -> tuple[Summary, dict[str, float]]:
    """Return the report of a published system, and the recall that was published for each of its failures."""
    golden = read_golden(folder)
    chunks = make_chunks(golden.documents, "whole")
    position_of = {chunk.doc_id: position for position, chunk in enumerate(chunks)}
    tracer = Tracer(golden.documents, chunks, Visibility(mask=None, count=len(chunks)))
    outcomes = {r["question_id"]: r for r in rows(folder / "published_outcomes.jsonl") if r["system"] == system}
    ranked = {
        r["question_id"]: r["ranked_doc_ids"]
        for r in rows(folder / "published_rankings.jsonl")
        if r["system"].endswith(f":{SYSTEMS[system]}")
    }
    summariser = Summariser(start_of(settings={"k": 3, "candidates": 3}, golden=golden.info))
    for question in golden.questions():
        ids = ranked[question.id]
        positions = tuple(position_of[doc_id] for doc_id in ids or ())
        final = tuple(RankedChunk(chunk=chunks[p], rank=n, score=1 / n) for n, p in enumerate(positions, 1))
        context = assemble(final, [], near_duplicate=1, weak_cut=0, order="best_first", budget=None)
        summariser.add(
            Record(
                run_id="r",
                key=question.id,
                question=question,
                candidates=Ranking(
                    chunk_ids=tuple(chunks[p].chunk_id for p in positions), scores=(1.0,) * len(positions)
                ),
                chunks=final,
                spans=context.spans,
                trace=tracer.trace(question, Retrieved(positions, positions, 3), context) if ids is not None else (),
                verdict=Verdict(verdict="unknown", reason="only the outcome was published"),
                judgement=Judgement(
                    correct=outcomes[question.id]["e2e_correct"], judge="published", reason="published"
                ),
                fault=Fault(stage="retrieve", kind="raised", message="published as an error") if ids is None else None,
            )
        )
    failing = {name: r["retrieval_recall"] for name, r in outcomes.items() if not r["e2e_correct"]}
    return summariser.summary("complete"), failing


@pytest.mark.parametrize(
    ("system", "published", "joined", "faults"),
    [
        # One of the seven with full recall has an error in place of its ranking: it is a fault, not a guess.
        ("level_one_basic", (13, 8, 7), (13, 8, 6), 1),
        ("level_two_summary_index", (7, 7, 6), (7, 7, 6), 0),
    ],
)
def test_failures_of_a_published_run_had_the_evidence_that_was_published(shared, system, published, joined, faults):
    """None, a part or all: the published recall of each failure against the ledger of the published ranking."""
    summary, failing = attributed(shared / "claude_docs_rag", system)
    known = [
        sum(test(r) for r in failing.values()) for test in (lambda r: r == 0, lambda r: 0 < r < 1, lambda r: r == 1)
    ]
    assert tuple(known) == published
    had = summary.wrong_answers_had
    assert (had["none"], had["part"], had["all"]) == joined
    assert summary.attribution["harness_fault"] == faults
    assert summary.attribution["retrieval_miss"] == joined[0] + joined[1]
    assert sum(summary.attribution.values()) == 100
