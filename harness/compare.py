"""Compare two runs of the same questions, and decide whether the candidate may pass.

Every question of either run is a pair; none is dropped. A question passes when its answer is right and supported, or,
where it has no answer, when none was shown. What was not measured counts against the candidate: missing or faulted there
it fails, missing or faulted in the base alone it is taken to have passed there. Questions measured as flaky, or that
nobody can judge, are shown and decide nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Literal

from harness.attribute.rules import attribute
from harness.errors import InputError
from harness.gate import PairedSlice, Rule, Verdict, decide
from harness.log.reader import Log
from harness.measure.intervals import rate
from harness.measure.outcomes import Outcome, Outcomes, Result, record_at
from harness.measure.paired import (
    drop_exceeds,
    holm,
    mcnemar,
    paired_interval,
    smallest_detectable_drop,
    worse,
)
from harness.provenance import changed_settings
from harness.text.counted import counted
from harness.types import Bucket, Frozen, GoldenInfo, Rate, RunStart, Stage, Undecidable

FLAKY = "flaky.json"

Kind = Literal["newly_failing", "newly_passing", "moved", "flaky"]
KINDS: tuple[Kind, ...] = ("newly_failing", "newly_passing", "moved", "flaky")


class Side(Frozen):
    """One of the two runs, as it was measured over all questions of either."""

    run_id: str
    started_at: str
    status: str
    golden: GoldenInfo
    passes: Rate
    missing: int
    faults: int
    problems: tuple[str, ...] = ()


class State(Frozen):
    """What became of a question in one run; `bucket` is null where the run has no record of it."""

    passes: bool | None
    bucket: Bucket | None
    stage: Stage | Undecidable | None = None
    sub_kind: str | None = None
    why: str
    answer: str | None = None


class Change(Frozen):
    """A question that is not what it was, with its reason before and after."""

    id: str
    type: str
    kind: Kind
    question: str
    before: State
    after: State


class Comparison(Frozen):
    """Two runs, paired: what `harness compare --format json` prints. Shares and differences are candidate minus base.

    `questions` decide; `flaky` and `unjudged` ones are beside them. `p` is the exact two-sided McNemar value, `p_worse`
    the one-sided value that the candidate's drop is no larger than allowed. `smallest_drop` is in points, null where no
    drop would be found.
    """

    verdict: Verdict
    reason: str
    rule: Rule
    base: Side
    candidate: Side
    different_golden: str | None
    questions: int
    both_pass: int
    lost: int
    gained: int
    both_fail: int
    unjudged: int
    flaky: int
    asked_differently: int
    difference: float | None
    low: float | None
    high: float | None
    p: float
    p_worse: float
    smallest_drop: float | None
    slices: tuple[PairedSlice, ...]
    buckets: Mapping[str, tuple[int, int]]
    changed: Mapping[Kind, int]
    changes: tuple[Change, ...]
    settings: tuple[str, ...]


Pair = tuple[Result | None, Result | None]


@dataclass(slots=True)
class _Counts:
    pairs: Counter[Pair] = field(default_factory=Counter)
    flaky: Counter[Pair] = field(default_factory=Counter)
    changed: dict[Kind, list[tuple[bytes, Outcome | None, Outcome | None]]] = field(
        default_factory=lambda: {kind: [] for kind in KINDS}
    )
    asked_differently: int = 0


def compare(
    base: Log, candidate: Log, rule: Rule, *, allow_different_golden: bool = False, max_changes: int | None = None
) -> Comparison:
    """Return the comparison of two logs; `max_changes` limits how many changes of each kind are told (None: all).

    Memory grows by what changed and by how differently the two logs are ordered. Raises `InputError` where the golden sets
    differ and that was not allowed.
    """
    different = _different_golden(base.start, candidate.start)
    if different and not allow_different_golden:
        raise InputError(f"{different}; compare runs of one golden set, or say --allow-different-golden")
    sides = Outcomes(base), Outcomes(candidate)
    flaky = {json.dumps(name).encode() for log in (base, candidate) for name in read_flaky(log.path.parent)}
    counts = _count(sides, flaky)
    tally = _Tally(counts.pairs)
    slices = _slices(counts.pairs)
    verdict, reason = decide(tally.lost, tally.gained, tally.questions, rule, slices)
    if counts.pairs and all(after is None or after.faulted for _, after in counts.pairs + counts.flaky):
        verdict, reason = "FAIL", "the candidate measured nothing: every question is missing or ended in a fault"
    told = [
        _change(kind, key, (base, before), (candidate, after))
        for kind in KINDS
        for key, before, after in sorted(counts.changed[kind], key=lambda c: c[0])[:max_changes]
    ]
    everything = counts.pairs + counts.flaky
    low, high = paired_interval(tally.lost, tally.gained, tally.questions) if tally.questions else (None, None)
    smallest = smallest_detectable_drop(
        tally.questions,
        min(tally.lost, tally.gained) / max(1, tally.questions),
        alpha=rule.alpha,
        allowed=rule.max_drop / 100,
    )
    return Comparison(
        verdict=verdict,
        reason=reason,
        rule=rule,
        base=_side(sides[0], everything, 0),
        candidate=_side(sides[1], everything, 1),
        different_golden=different,
        questions=tally.questions,
        both_pass=tally.both_pass,
        lost=tally.lost,
        gained=tally.gained,
        both_fail=tally.both_fail,
        unjudged=tally.unjudged,
        flaky=counts.flaky.total(),
        asked_differently=counts.asked_differently,
        difference=(tally.gained - tally.lost) / tally.questions if tally.questions else None,
        low=low,
        high=high,
        p=mcnemar(tally.lost, tally.gained),
        p_worse=drop_exceeds(tally.lost, tally.gained, tally.questions, rule.max_drop / 100) if tally.questions else 1,
        smallest_drop=None if smallest is None else 100 * smallest,
        slices=slices,
        buckets=_buckets(everything),
        changed={kind: len(counts.changed[kind]) for kind in KINDS},
        changes=tuple(told),
        settings=changed_settings(base.start, candidate.start),
    )


def read_flaky(folder: Path) -> frozenset[str]:
    """Return the questions that were measured as flaky in a run; `harness nightly --repeat` writes the file."""
    try:
        told = json.loads((folder / FLAKY).read_bytes())
        return frozenset(name for name, seen in told["questions"].items() if 0 < seen["passes"] < seen["answers"])
    except FileNotFoundError:
        return frozenset()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{folder / FLAKY}: {type(error).__name__}: {error}; delete it, or measure flakiness again"
        ) from None


def _different_golden(base: RunStart, candidate: RunStart) -> str | None:
    a, b = base.golden, candidate.golden
    if a.sha256 == b.sha256:
        return None
    same = "was edited between the runs" if a.name == b.name else "is another one"
    return (
        f"the golden set {same}: {base.run_id!r} answered {a.name} {a.sha256[:12]} ({counted(a.questions, 'question')}), "
        f"{candidate.run_id!r} {b.name} {b.sha256[:12]} ({counted(b.questions, 'question')})"
    )


# --- pairing ----------------------------------------------------------------------------------------------------------


def _paired(sides: tuple[Outcomes, Outcomes]) -> Iterator[tuple[Outcome | None, Outcome | None]]:
    """Pair by question id, holding only what the other log has not come to yet."""
    waiting: tuple[dict[bytes, Outcome], dict[bytes, Outcome]] = ({}, {})
    for before, after in zip_longest(*sides):
        if before and after and before.key == after.key:
            yield before, after
            continue
        if before:
            met = waiting[1].pop(before.key, None)
            if met:
                yield before, met
            else:
                waiting[0][before.key] = before
        if after:
            met = waiting[0].pop(after.key, None)
            if met:
                yield met, after
            else:
                waiting[1][after.key] = after
    yield from ((before, None) for before in waiting[0].values())
    yield from ((None, after) for after in waiting[1].values())


def _count(sides: tuple[Outcomes, Outcomes], flaky: set[bytes]) -> _Counts:
    counts = _Counts()
    for before, after in _paired(sides):
        pair = before.result if before else None, after.result if after else None
        key = before.key if before else after.key if after else b""
        unstable = key in flaky
        (counts.flaky if unstable else counts.pairs)[pair] += 1
        counts.asked_differently += bool(before and after and before.asked != after.asked)
        if pair[0] != pair[1]:
            counts.changed[_kind(pair, unstable=unstable)].append((key, before, after))
    return counts


def _kind(pair: Pair, *, unstable: bool) -> Kind:
    if unstable:
        return "flaky"
    before, after = _gate(pair)
    if before and not after:
        return "newly_failing"
    return "newly_passing" if after and not before else "moved"


def _gate(pair: Pair) -> tuple[bool, bool]:
    """Return what the gate takes base and candidate for: what was not measured counts against the candidate."""
    before, after = pair
    passed = bool(after and after.passes)
    measured = before is not None and not before.faulted
    if not measured:
        unmeasured_too = after is None or after.faulted
        return not unmeasured_too, passed
    return bool(before and before.passes), passed


class _Tally:
    """The four cells of a set of pairs."""

    def __init__(self, pairs: Mapping[Pair, int]) -> None:
        cells: Counter[tuple[bool, bool]] = Counter()
        self.unjudged = 0
        for pair, number in pairs.items():
            if all(side is None or side.passes is None for side in pair):
                self.unjudged += number
            else:
                cells[_gate(pair)] += number
        self.both_pass, self.both_fail = cells[True, True], cells[False, False]
        self.lost, self.gained = cells[True, False], cells[False, True]
        self.questions = cells.total()


def _slices(pairs: Mapping[Pair, int]) -> tuple[PairedSlice, ...]:
    by_type: dict[str, Counter[Pair]] = {}
    for pair, number in pairs.items():
        known = pair[1] or pair[0]
        by_type.setdefault(known.type if known else "", Counter())[pair] += number
    tallies = {name: _Tally(found) for name, found in sorted(by_type.items())}
    judged = {name: tally for name, tally in tallies.items() if tally.questions}
    p_values = [worse(tally.lost, tally.gained) for tally in judged.values()]
    return tuple(
        PairedSlice(
            type=name,
            questions=tally.questions,
            base=rate(tally.both_pass + tally.lost, tally.questions),
            candidate=rate(tally.both_pass + tally.gained, tally.questions),
            lost=tally.lost,
            gained=tally.gained,
            p=p,
            p_holm=adjusted,
        )
        for (name, tally), p, adjusted in zip(judged.items(), p_values, holm(p_values), strict=True)
    )


def _buckets(pairs: Mapping[Pair, int]) -> dict[str, tuple[int, int]]:
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for pair, number in pairs.items():
        for side in (0, 1):
            result = pair[side]
            counts[side][result.bucket if result else "missing"] += number
    return {name: (counts[0][name], counts[1][name]) for name in sorted(counts[0] | counts[1])}


def _side(outcomes: Outcomes, pairs: Mapping[Pair, int], side: int) -> Side:
    passed = judged = missing = faults = 0
    for pair, number in pairs.items():
        result = pair[side]
        missing += number * (result is None)
        faults += number * bool(result and result.faulted)
        passed += number * bool(result and result.passes)
        judged += number * any(known is not None and known.passes is not None for known in pair)
    start = outcomes.log.start
    return Side(
        run_id=start.run_id,
        started_at=start.started_at,
        status=outcomes.status,
        golden=start.golden,
        passes=rate(passed, judged, "no question can be judged"),
        missing=missing,
        faults=faults,
        problems=tuple(f"line {p.line}: {p.reason}" for p in outcomes.problems),
    )


# --- reasons ----------------------------------------------------------------------------------------------------------


def _change(kind: Kind, key: bytes, base: tuple[Log, Outcome | None], candidate: tuple[Log, Outcome | None]) -> Change:
    known = candidate[1] or base[1]
    question, before = _state(*base)
    asked, after = _state(*candidate)
    return Change(
        id=str(json.loads(key)),
        type=known.result.type if known else "",
        kind=kind,
        question=asked or question,
        before=before,
        after=after,
    )


def _state(log: Log, outcome: Outcome | None) -> tuple[str, State]:
    if outcome is None:
        return "", State(passes=None, bucket=None, why=f"run {log.start.run_id!r} has no record of this question")
    record = record_at(log, outcome)
    found = attribute(record, log.start)
    return record.question.question, State(
        passes=outcome.result.passes,
        bucket=found.bucket,
        stage=found.stage,
        sub_kind=found.sub_kind,
        why=found.why,
        answer=record.generation.answer if record.generation else None,
    )
