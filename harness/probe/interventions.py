"""Which changes are worth trying on which failure: the plan of its probes, from the record alone.

A plan is ordered in rounds, and a run of probes goes through all failures round by round: what decides an attribution comes
before what only says more, so that a budget that ends early leaves many decided failures and not a few explained ones.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from harness.index.visibility import is_stale
from harness.settings import Settings
from harness.types import Attribution, Chunk, Record

Name = Literal[
    "repeat",
    "gold_only",
    "gold_first",
    "filter_off",
    "k_doubled",
    "untruncated",
    "stale_removed",
    "gold_top",
    "gold_middle",
    "gold_end",
    "k_halved",
    "nothing",
    "drop",
]
NAMES: tuple[Name, ...] = get_args(Name)

ROUNDS: tuple[frozenset[Name], ...] = (
    frozenset({"repeat", "gold_only", "gold_first"}),
    frozenset(set(NAMES) - {"repeat", "gold_only", "gold_first", "drop"}),
    frozenset({"drop"}),
)
"""What decides; what names another repair; which chunk did the harm."""

PASSING = frozenset({"correct", "true_abstention"})
"""Buckets in which there is nothing to probe."""

NOTHING_TO_TRY: Mapping[str, str] = {
    "blocked_answer": "the verifier stopped it, which is what it is for",
    "undecidable": "without labels nobody can say whether a change repairs it",
}

PLACES: Mapping[Name, tuple[str, float]] = {
    "gold_top": ("at the top", 0),
    "gold_end": ("at the end", 1),
    "gold_middle": ("in the middle", 0.5),
}
"""In words, and after which share of the other chunks; an order that is there already is not tried again."""

_SEARCHES: frozenset[Name] = frozenset({"filter_off", "k_doubled"})


@dataclass(frozen=True, slots=True)
class Intervention:
    """One change to try; `target` is the chunk that is dropped, or which of the repeats it is."""

    name: Name
    target: str | None = None

    @property
    def round(self) -> int:
        """The round it belongs to, from 0."""
        return next(number for number, names in enumerate(ROUNDS) if self.name in names)


def plan(
    record: Record, found: Attribution, settings: Settings, *, repeats: int, can_search: bool
) -> tuple[Intervention, ...]:
    """Return what to try on a failure, round by round; nothing for a question that passed or cannot be decided.

    `can_search` says whether the golden set is there, so that the index can be built again.
    """
    tried = _tried(record, found, settings, repeats)
    possible = [i for i in tried if can_search or not _needs_search(i, record)]
    return tuple(sorted(possible, key=lambda i: i.round))


def is_lost(found: Attribution) -> bool:
    """Return whether any evidence of a failure was lost before the model."""
    return any(row.lost_at for row in found.rows)


def is_needed(intervention: Intervention, found: Attribution, repaired: Mapping[Intervention, bool | None]) -> bool:
    """Return whether a planned probe still says anything, now that some were made: `repaired` is what those did.

    Beside evidence that is handed over, chunks are left out one by one only where the model uses the evidence alone and
    not in their company.
    """
    alone, first = Intervention("gold_only"), Intervention("gold_first")
    if intervention.name != "drop" or not is_lost(found) or not {alone, first} <= repaired.keys():
        return True
    return repaired[alone] is True and repaired[first] is False


def needs_golden(record: Record, planned: Collection[Intervention]) -> bool:
    """Return whether a plan cannot do with the log: it searches again, or needs the text of a chunk that is not logged."""
    if any(_needs_search(intervention, record) for intervention in planned):
        return True
    held = {ranked.chunk.chunk_id for ranked in record.chunks}
    lost = any(not trace.spans and not held.intersection(trace.kept) for trace in record.trace)
    return lost and any(i.name in {"gold_only", "gold_first", "drop"} for i in planned)


def _needs_search(intervention: Intervention, record: Record) -> bool:
    if intervention.name == "repeat":
        return record.fault is not None and record.fault.stage in {"retrieve", "rerank", "assemble", "prompt"}
    return intervention.name in _SEARCHES


def _tried(record: Record, found: Attribution, settings: Settings, repeats: int) -> Iterator[Intervention]:
    if found.bucket in PASSING or found.bucket in NOTHING_TO_TRY:
        return
    yield from (Intervention("repeat", str(number)) for number in range(1, repeats + 1))
    if found.bucket == "harness_fault":
        return
    if found.bucket == "false_answer":
        yield from _on_the_context(record, settings)
        yield Intervention("nothing")
    elif is_lost(found):
        yield from _on_the_loss(record, found, settings)
    elif found.rows:
        yield from _on_the_context(record, settings)


def _on_the_loss(record: Record, found: Attribution, settings: Settings) -> Iterator[Intervention]:
    """Yield what brings lost evidence back: the evidence itself, and the one setting that lost it."""
    lost_at = {row.group: row.lost_at for row in found.rows}
    yield Intervention("gold_only")
    yield Intervention("gold_first")
    if "filter" in lost_at.values():
        yield Intervention("filter_off")
    ranks = [trace.final_rank or 0 for trace in record.trace if lost_at.get(trace.group) == "rerank"]
    if ranks and max(ranks) <= 2 * settings.k:
        yield Intervention("k_doubled")
    if "truncate" in lost_at.values() and settings.num_ctx:
        yield Intervention("untruncated")
    if found.bucket == "right_without_evidence" and record.spans:
        yield Intervention("nothing")
    yield from (Intervention("drop", s.chunk_id) for s in record.spans if s.chunk_id not in carriers(record))


def _on_the_context(record: Record, settings: Settings) -> Iterator[Intervention]:
    """Yield what rearranges or thins a context that holds all evidence there is."""
    shown = [span.chunk_id for span in record.spans]
    gold = carriers(record)
    others = [chunk_id for chunk_id in shown if chunk_id not in gold]
    if gold and others:
        yield Intervention("gold_only")
        seen = [shown]
        for name, (_, share) in PLACES.items():
            moved = moved_to(int(len(others) * share), shown, gold)
            if moved not in seen:
                seen.append(moved)
                yield Intervention(name)
    if stale_beside(record, settings.as_of):
        yield Intervention("stale_removed")
    if 0 < len(within(record, settings.k // 2)) < len(shown):
        yield Intervention("k_halved")
    if len(shown) > 1:
        yield from (Intervention("drop", chunk_id) for chunk_id in others)


def carriers(record: Record) -> frozenset[str]:
    """Return the ids of the chunks in the prompt that carry any evidence group."""
    numbers = {number for trace in record.trace for number in trace.spans}
    return frozenset(span.chunk_id for span in record.spans if span.number in numbers)


def moved_to(place: int, shown: list[str], gold: Collection[str]) -> list[str]:
    """Return `shown` with the gold together, after `place` of the other chunks."""
    others = [chunk_id for chunk_id in shown if chunk_id not in gold]
    return others[:place] + [chunk_id for chunk_id in shown if chunk_id in gold] + others[place:]


def within(record: Record, k: int) -> list[str]:
    """Return the chunks of the prompt that were ranked among the first `k`, in the prompt's order."""
    kept = {ranked.chunk.chunk_id for ranked in record.chunks if ranked.rank <= k}
    return [span.chunk_id for span in record.spans if span.chunk_id in kept]


def stale_beside(record: Record, as_of: dt.date | None) -> frozenset[str]:
    """Return the chunks in the prompt that are not current and carry no evidence; none where nothing else would be left."""
    gold, held = carriers(record), by_id(record)
    shown = [span.chunk_id for span in record.spans]
    stale = frozenset(c for c in shown if c not in gold and is_stale(held[c].metadata, as_of))
    return stale if len(stale) < len(shown) else frozenset()


def by_id(record: Record) -> dict[str, Chunk]:
    """Return the chunks whose text the record holds, each with the text that the prompt shows of it."""
    held = {ranked.chunk.chunk_id: ranked.chunk for ranked in record.chunks}
    shown = {
        s.chunk_id: held[s.chunk_id].model_copy(update={"text": s.text, "lead": ""}) for s in record.spans if s.text
    }
    return held | shown
