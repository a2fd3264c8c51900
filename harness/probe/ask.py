"""One probe: change what the intervention says, answer again, and say what became of the answer.

Whatever only changes the context is a logged record with other chunks in it, taken up again at the prompt; whatever searches
again is the question asked anew with other settings.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.attribute.abstention import act
from harness.attribute.ledger import earliest_loss, rows
from harness.context.assemble import assemble
from harness.http.client import Client
from harness.measure.right import is_right
from harness.pipeline import Stages, answer, answer_again
from harness.probe.gold import Gold, gold_of
from harness.probe.interventions import PLACES, Intervention, by_id, carriers, is_lost, moved_to, stale_beside, within
from harness.probe.log import Probe, probe_key
from harness.search import Search
from harness.settings import Settings
from harness.text.counted import counted
from harness.types import Attribution, Chunk, RankedChunk, Record, RunStart

NO_TEXT = "the text of the gold document is not in the log, and the golden set is not there"


@dataclass(frozen=True, slots=True)
class Lab:
    """What probes are made with: the run's own stages, and the same without the cache, with a window that fits, unfiltered.

    `search` is None where the golden set is not there or not needed; `clients` are those beside the stages' own.
    """

    start: RunStart
    stages: Stages
    uncached: Stages
    roomy: Stages
    unfiltered: Stages
    search: Search | None
    clients: tuple[Client, ...] = ()


async def ask(record: Record, found: Attribution, intervention: Intervention, lab: Lab) -> Probe:
    """Return what the change did; a stage that fails is a problem of the probe, never an error."""
    began = time.monotonic()
    gold = None
    if intervention.name == "repeat":
        changed = f"asked again, unchanged (time {intervention.target})"
        again = await _repeat(record, lab)
    elif intervention.name in {"filter_off", "k_doubled"}:
        changed, stages = _searching(intervention, lab)
        again = await answer(record.question, stages)
    elif intervention.name == "untruncated":
        changed = f"a window as large as the prompt needs instead of {lab.stages.settings.num_ctx:,} tokens"
        again = await answer_again(record, "generate", lab.roomy)
    else:
        gold = _gold(record, found, intervention, lab)
        if gold is None:
            return _impossible(record, intervention)
        changed, chunks = _context(record, intervention, gold, lab.stages.settings)
        again = await answer_again(_with(record, chunks), "prompt", lab.stages)
    return _told(record, found, intervention, again, lab).model_copy(
        update={
            "changed": changed,
            "made_from": gold.made_from if gold and gold.chunks else None,
            "seconds": round(time.monotonic() - began, 3),
        }
    )


async def _repeat(record: Record, lab: Lab) -> Record:
    if record.fault is None:
        return await answer_again(record, "generate", lab.uncached)
    stage = record.fault.stage
    if stage in {"retrieve", "rerank", "assemble", "prompt"}:
        return await answer(record.question, lab.uncached)
    return await answer_again(record, "generate" if stage == "generate" else "verify", lab.uncached)


def _searching(intervention: Intervention, lab: Lab) -> tuple[str, Stages]:
    stages, settings = lab.stages, lab.stages.settings
    if intervention.name == "k_doubled":
        k = 2 * settings.k
        deeper = settings.model_copy(update={"k": k, "candidates": max(k, settings.candidates)})
        return f"-k {k} instead of {settings.k}", replace(stages, settings=deeper)
    hidden = " ".join([*settings.filter, *([f"--as-of {settings.as_of}"] if settings.as_of else [])])
    return f"without the filter {hidden}", lab.unfiltered


def _gold(record: Record, found: Attribution, intervention: Intervention, lab: Lab) -> Gold | None:
    """Return the evidence to hand over, empty where the change needs none; None where its text is nowhere."""
    if intervention.name in {"gold_only", "gold_first"} or (intervention.name == "drop" and is_lost(found)):
        return gold_of(record, lab.search, lab.stages.settings.k)
    return Gold((), "chunk")


def _context(record: Record, intervention: Intervention, gold: Gold, settings: Settings) -> tuple[str, Sequence[Chunk]]:
    """Return what was changed, in words, and the chunks of the new context in the order in which they are shown."""
    shown = [span.chunk_id for span in record.spans]
    others = [chunk_id for chunk_id in shown if chunk_id not in carriers(record)]
    if gold.chunks:
        return _handed_over(record, gold, intervention)
    words, ids = "no context at all", list[str]()
    if intervention.name == "drop":
        words, ids = f"without {intervention.target}", [c for c in shown if c != intervention.target]
    elif intervention.name == "stale_removed":
        stale = stale_beside(record, settings.as_of)
        words, ids = f"without what is not current ({', '.join(sorted(stale))})", [c for c in shown if c not in stale]
    elif intervention.name == "k_halved":
        ids = within(record, settings.k // 2)
        words = f"-k {settings.k // 2} instead of {settings.k}: {counted(len(ids), 'chunk')} instead of {len(shown)}"
    elif intervention.name in PLACES:
        place, share = PLACES[intervention.name]
        ids = moved_to(int(len(others) * share), shown, carriers(record))
        words = f"the evidence {place} of the context"
    held = by_id(record)
    return words, [held[chunk_id] for chunk_id in ids]


def _handed_over(record: Record, gold: Gold, intervention: Intervention) -> tuple[str, Sequence[Chunk]]:
    ids = [chunk.chunk_id for chunk in gold.chunks]
    if intervention.name == "gold_only":
        return f"nothing but the evidence ({', '.join(ids)})", gold.chunks
    held = by_id(record)
    rest = [held[span.chunk_id] for span in record.spans if span.chunk_id not in {*ids, intervention.target}]
    without = f", without {intervention.target}" if intervention.target else ""
    return f"the evidence before the {len(rest)} other chunks ({', '.join(ids)}){without}", [*gold.chunks, *rest]


def _with(record: Record, chunks: Sequence[Chunk]) -> Record:
    """Return a record whose context is just these chunks, in this order; what carries evidence in it is not traced."""
    ranked = tuple(RankedChunk(chunk=chunk, rank=rank, score=1 / rank) for rank, chunk in enumerate(chunks, 1))
    context = assemble(ranked, [], near_duplicate=1, weak_cut=0, order="best_first", budget=None)
    update: dict[str, Any] = {
        "chunks": ranked,
        "spans": context.spans,
        "dropped": (),
        "trace": (),
        "fault": None,
        "seconds": {},
    }
    return record.model_copy(update=update)


def _told(record: Record, found: Attribution, intervention: Intervention, again: Record, lab: Lab) -> Probe:
    generation = again.generation
    cut = generation.prompt_cut if generation and intervention.name != "repeat" else None
    problem = f"{again.fault.stage}: {again.fault.message}" if again.fault else cut
    recurs = found.bucket == "harness_fault" and again.fault is not None
    loss = earliest_loss(rows(again, lab.start)) if intervention.name in {"filter_off", "k_doubled"} else None
    verdict, judged = again.verdict, again.judgement
    refused = verdict.reason if verdict and verdict.verdict in {"unsupported", "unknown"} else ""
    return Probe(
        run_id=record.run_id,
        key=probe_key(record, intervention),
        question_id=record.question.id,
        intervention=intervention.name,
        target=intervention.target,
        changed="",
        lost_at=loss.lost_at if loss else None,
        repaired=None if problem and not recurs else loss is None and _passes(again, found, intervention),
        act=act(again),
        correct=judged.correct if judged else None,
        reason="; ".join(filter(None, (judged.reason if judged else "", refused))),
        answer=generation.answer if generation else None,
        problem=problem,
        cached=bool(generation and generation.cached),
        prompt_tokens=generation.prompt_tokens if generation else None,
        answer_tokens=generation.answer_tokens if generation else None,
    )


def _passes(again: Record, found: Attribution, intervention: Intervention) -> bool:
    """Return whether the change repaired it: for a fault that there is none, for others what a report counts as right.

    What is right without its evidence is repaired by nothing that leaves the evidence out.
    """
    if again.fault:
        return False
    if found.bucket == "harness_fault":
        return True
    if not again.question.answerable:
        return act(again) in {"abstained", "refused"}
    lacks = found.sub_kind == "evidence_absent" and intervention.name in {"repeat", "nothing"}
    return is_right(again) and not lacks


def _impossible(record: Record, intervention: Intervention) -> Probe:
    return Probe(
        run_id=record.run_id,
        key=probe_key(record, intervention),
        question_id=record.question.id,
        intervention=intervention.name,
        target=intervention.target,
        changed="nothing",
        repaired=None,
        act="fault",
        problem=NO_TEXT,
    )
