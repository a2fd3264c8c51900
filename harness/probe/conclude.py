"""From a failure's probes to what they say of its attribution; `docs/probe.md` has the table, in this order.

An attribution names a place to mend. It is confirmed where changing only that place makes the answer right; where the place
is the model itself, which no probe can change, it is confirmed where changing everything else does not help. A repeat of the
very same prompt that comes out right makes it unstable, whatever the others say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from harness.attribute.abstention import cited_chunks
from harness.measure.models import Probed, ProbeStatus
from harness.probe.interventions import NOTHING_TO_TRY, Intervention, Name, is_lost
from harness.probe.log import Probe
from harness.text.counted import counted
from harness.types import Attribution, Record

STATUSES: tuple[ProbeStatus, ...] = get_args(ProbeStatus)

SMALLEST_FIRST: tuple[Name, ...] = (
    "drop",
    "stale_removed",
    "gold_top",
    "gold_middle",
    "gold_end",
    "k_halved",
    "filter_off",
    "k_doubled",
    "untruncated",
    "gold_first",
    "gold_only",
    "nothing",
)
"""Of several changes that repair an answer, the one named first is told as the smallest."""

_LONGEST = 160
"""Characters of a judge's or verifier's reason that are told; `probes.jsonl` has the whole."""

Finding = tuple[ProbeStatus, str]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A failure with the probes that say something about it."""

    record: Record
    found: Attribution
    planned: tuple[Intervention, ...]
    probes: Mapping[Intervention, Probe]

    def of(self, *names: Name) -> list[Probe]:
        """Return the probes of these interventions that had an answer, in the order of the plan."""
        return [p for p in self.probes.values() if p.intervention in names and p.repaired is not None]

    def repaired_by(self, *names: Name) -> list[Probe]:
        """Return those that repaired the answer."""
        return [probe for probe in self.of(*names) if probe.repaired]

    def failing(self, *names: Name) -> list[Probe]:
        """Return those that did not."""
        return [probe for probe in self.of(*names) if not probe.repaired]

    def missing(self, *names: Name) -> str | None:
        """Return why nothing is known of interventions that were planned: a problem, or that nobody asked."""
        lacking = [i for i in self.planned if i.name in names]
        if not lacking:
            return f"{names[0].replace('_', ' ')} could not be planned"
        known = self.probes.get(lacking[0])
        return known.problem if known else f"{names[0].replace('_', ' ')} was not asked; harness probe goes on with it"


def conclude(
    record: Record, found: Attribution, planned: tuple[Intervention, ...], probes: Mapping[Intervention, Probe]
) -> Probed:
    """Return the status of an attribution, why, the smallest change that repairs the answer, and what fails besides."""
    case = Evidence(record, found, planned, probes)
    status, why = _status(case)
    repair = next(iter(_repairs(case)), None)
    return Probed(
        status=status,
        why=why,
        repair=repair.changed if repair else None,
        harmful=tuple(p.target for p in case.repaired_by("drop") if p.target),
        secondary=_secondary(case),
    )


def _status(case: Evidence) -> Finding:
    found = case.found
    if reason := NOTHING_TO_TRY.get(found.bucket):
        return "not run", reason
    repeats, right = case.of("repeat"), case.repaired_by("repeat")
    if right:
        return "unstable", f"asked again unchanged, it is right {len(right)} of {counted(len(repeats), 'time')}"
    if found.bucket == "right_without_evidence" and (wrong := [p for p in repeats if not p.correct]):
        return "unstable", f"asked again unchanged, it is wrong {len(wrong)} of {counted(len(repeats), 'time')}"
    return _RULES.get(found.bucket, _loss_or_answer)(case)


def _fault(case: Evidence) -> Finding:
    repeats = case.of("repeat")
    if not repeats:
        return "not run", case.missing("repeat") or "it was not asked again"
    return "confirmed", f"it fails again, {len(repeats)} of {counted(len(repeats), 'time')}"


def _false_answer(case: Evidence) -> Finding:
    repeats = case.of("repeat")
    if not repeats:
        return "not run", case.missing("repeat") or "it was not asked again"
    return "confirmed", f"asked again unchanged, it answers {len(repeats)} of {counted(len(repeats), 'time')}"


def _loss_or_answer(case: Evidence) -> Finding:
    return _loss(case) if is_lost(case.found) else _answer(case)


def _loss(case: Evidence) -> Finding:
    undone: tuple[Name, ...] = ("filter_off", "k_doubled", "untruncated", "gold_first", "gold_only")
    if repaired := case.repaired_by(*undone):
        smallest = min(repaired, key=lambda probe: SMALLEST_FIRST.index(probe.intervention))
        return "confirmed", f"the evidence is what it lacked: {_right(smallest)}"
    failing = case.failing("gold_only", "gold_first")
    if not failing:
        return "not run", case.missing("gold_only", "gold_first") or "the evidence could not be handed over"
    return "refuted", "handing over the evidence does not repair it"


def _answer(case: Evidence) -> Finding:
    """Judge a miss of the model itself: whatever else repairs it is what was wrong instead."""
    repaired = _repairs(case)
    if not repaired:
        return _unrepaired(case)
    by_source = _without_its_source(case)
    if by_source:
        return "confirmed", f"its source misled it: {_right(by_source[0])}"
    return "refuted", f"the model can answer it: {_right(repaired[0])}"


def _without_its_source(case: Evidence) -> list[Probe]:
    """Return the repairs that left out what a synthesis miss is blamed on: the source it cites, or all that is stale."""
    kind, cited = case.found.sub_kind, cited_chunks(case.record)
    if kind not in {"stale_source", "single_source"}:
        return []
    dropped = [probe for probe in case.repaired_by("drop") if probe.target in cited]
    return dropped + (case.repaired_by("stale_removed") if kind == "stale_source" else [])


def _unrepaired(case: Evidence) -> Finding:
    changes = [name for name in SMALLEST_FIRST if name != "nothing"]
    if not any(i.name in changes for i in case.planned):
        return "confirmed", "the prompt held nothing but the evidence, so there is nothing else to blame"
    tried = case.failing(*changes)
    decisive = case.failing("gold_only") if any(i.name == "gold_only" for i in case.planned) else tried
    if not decisive:
        return "not run", case.missing("gold_only", *changes) or "no change of the context could be tried"
    if case.found.sub_kind == "stale_source" and case.failing("stale_removed"):
        return "refuted", f"without the stale source it is wrong all the same: {_fails(decisive[0])}"
    changed = f"{len(tried)} change{'s' if len(tried) > 1 else ''} of the context"
    with_what = "the evidence alone" if decisive[0].intervention == "gold_only" else decisive[0].changed
    return "confirmed", f"none of {changed} repairs it; {with_what}: {_fails(decisive[0])}"


_RULES: Mapping[str, Callable[[Evidence], Finding]] = {
    "harness_fault": _fault,
    "false_answer": _false_answer,
    "retrieval_miss": _loss,
}


def _repairs(case: Evidence) -> list[Probe]:
    return sorted(case.repaired_by(*SMALLEST_FIRST), key=lambda probe: SMALLEST_FIRST.index(probe.intervention))


def _secondary(case: Evidence) -> str | None:
    """Return what fails besides what the attribution names; None where nothing is known to."""
    told = list(filter(None, (second(case) for second in (_model_too, _lost_again, _by_heart))))
    return "; ".join(told) or None


def _model_too(case: Evidence) -> str | None:
    """Say of lost evidence what the model does with it in hand."""
    alone, first = case.of("gold_only"), case.of("gold_first")
    if not is_lost(case.found) or not (alone or first):
        return None
    if not _any(alone) and not _any(first):
        return f"the model fails even with the evidence: {_fails((alone or first)[0])}"
    if _any(alone) and first and not _any(first):
        harmful = [probe.target for probe in case.repaired_by("drop") if probe.target]
        who = ", or ".join(harmful) if harmful else "they"
        return f"the model uses the evidence only without the other chunks: {who} distract{'s' if harmful else ''} it"
    return None


def _lost_again(case: Evidence) -> str | None:
    again = next((p for p in case.of("filter_off", "k_doubled") if p.lost_at), None)
    return f"{_with(again)}, the evidence is lost at {again.lost_at}" if again else None


def _by_heart(case: Evidence) -> str | None:
    without = next(iter(case.of("nothing")), None)
    if without is None:
        return None
    if case.found.bucket == "false_answer":
        return None if without.repaired else "it answers even without any context"
    return "the model knows it without any context" if without.correct else None


def _any(probes: Iterable[Probe]) -> bool:
    return any(probe.repaired for probe in probes)


def _right(probe: Probe) -> str:
    """Return which change makes the answer right, as a clause."""
    return f"it is right {_with(probe)}"


def _with(probe: Probe) -> str:
    return probe.changed if probe.changed.startswith("without") else f"with {probe.changed}"


def _fails(probe: Probe) -> str:
    """Return how an answer fails, in a few words."""
    if probe.act == "abstained":
        return "it abstains"
    reason = probe.reason if len(probe.reason) <= _LONGEST else f"{probe.reason[: _LONGEST - 1]}…"
    if probe.act == "refused":
        return f"{'right, but ' if probe.correct else ''}the verifier refuses it ({reason})"
    return f"right, but not supported ({reason})" if probe.correct else f"wrong ({reason})"
