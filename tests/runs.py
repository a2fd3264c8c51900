"""Logs that tests of comparing, replaying and history need, made without a pipeline; each says what a test is about."""

from __future__ import annotations

import json
from pathlib import Path

from harness.log.writer import LogWriter
from harness.types import (
    Chunk,
    Claim,
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
    RunEnd,
    RunStart,
    Span,
    Verdict,
)

TEXT = "Small pets travel in the cabin for 45 EUR."


def start_of(run_id="r", sha="0" * 64, **changed) -> RunStart:
    golden = GoldenInfo(name="g", path="g", sha256=sha, questions=1, answerable=1, unanswerable=0)
    fields = {
        "started_at": "2026-01-01T00:00:00+00:00",
        "harness_version": "0",
        "python": "3",
        "platform": "x",
        "settings": {"k": 5, "candidates": 50},
        "golden": golden,
        "index": IndexInfo(documents=1, chunks=1, visible_chunks=1, words_per_chunk=1.0),
    }
    return RunStart(run_id=run_id, **{**fields, **changed})


def record_of(name, what="right", run_id="r", kind="keyword", question="What?") -> Record:
    """Return a record that is right, wrong, lost (evidence not found), fault, abstained, false, blocked or unjudged."""
    found = what != "lost"
    chunk = Chunk(chunk_id="pets#0", doc_id="pets", start=0, end=len(TEXT), text=TEXT)
    trace = GroupTrace(
        group=0,
        label="evidence",
        anchor="45 EUR",
        places=(Place(doc_id="pets", start=35, end=41),),
        carriers=("pets#0",),
        carrier_count=1,
        visible_count=1,
        candidate_rank=1 if found else None,
        final_rank=1 if found else None,
        kept=("pets#0",) if found else (),
        spans=(1,) if found else (),
    )
    answerable = what not in {"abstained", "false", "blocked"}
    verdict = {"abstained": "abstained", "blocked": "unsupported"}.get(what, "supported")
    correct = {"right": True, "wrong": False, "lost": False}.get(what)
    answered = (
        {}
        if what == "fault"
        else {
            "generation": Generation(answer="45 EUR [S1].", model="m"),
            "verdict": Verdict(verdict=verdict, claims=(Claim(text="45 EUR", verdict="supported", cited=(1,)),)),
            "judgement": Judgement(correct=correct, judge="contains", reason="as staged"),
        }
    )
    return Record(
        run_id=run_id,
        key=f"key-{name}",
        question=Question(
            id=name,
            question=question,
            answers=("45 EUR",) if correct is not None or what == "fault" else (),
            gold_doc_ids=("pets",),
            answerable=answerable,
            type=kind,
        ),
        candidates=Ranking(chunk_ids=("pets#0",), scores=(1.0,)),
        chunks=(RankedChunk(chunk=chunk, rank=1, score=1.0),),
        spans=(Span(number=1, chunk_id="pets#0"),),
        prompt="the prompt",
        trace=(trace,) if answerable else (),
        fault=Fault(stage="generate", kind="timeout", message="no result within 1 s") if what == "fault" else None,
        seconds={"retrieve": 0.25},
        **answered,
    )


def write_run(folder: Path, records, *, end=True, **changed) -> Path:
    """Write a log of records, or of `(id, what)` pairs, and return its folder."""
    start = start_of(run_id=folder.name, **changed)
    with LogWriter.create(folder, start) as writer:
        count = 0
        for given in records:
            record = given if isinstance(given, Record) else record_of(given[0], given[1])
            writer.write(record.model_copy(update={"run_id": folder.name}))
            count += 1
        if end:
            writer.write(run_end(folder.name, count))
    return folder


def run_end(run_id: str, questions=0) -> RunEnd:
    ended = "2026-01-01T00:00:01+00:00"
    return RunEnd(run_id=run_id, ended_at=ended, status="complete", questions=questions, faults=0, seconds=1.0)


def lines(folder: Path) -> list[dict]:
    with (folder / "records.jsonl").open("rb") as file:
        return [json.loads(line) for line in file]


def records(folder: Path) -> list[dict]:
    return [line for line in lines(folder) if line["kind"] == "record"]
