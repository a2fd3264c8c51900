"""Probing a run: what is to be tried, how many calls that takes, and as many workers as the run had to do it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from harness.attribute.rules import attribute
from harness.log.lines import Problem
from harness.log.reader import Log
from harness.measure.outcomes import Outcome, Outcomes, record_at
from harness.probe.ask import Lab, ask
from harness.probe.interventions import (
    NOTHING_TO_TRY,
    PASSING,
    ROUNDS,
    Intervention,
    Name,
    is_needed,
    needs_golden,
    plan,
)
from harness.probe.log import Probe, ProbeLog, Probes
from harness.run import Progress, Status, beside, run_workers
from harness.settings import Settings
from harness.types import Attribution, Record


@dataclass(frozen=True, slots=True)
class Scope:
    """Which failures are probed, and how thoroughly; `only` limits them to these questions."""

    settings: Settings
    repeats: int
    can_search: bool
    only: Collection[str] = ()

    def plan(self, record: Record, found: Attribution) -> tuple[Intervention, ...]:
        """Return what to try on a failure."""
        return plan(record, found, self.settings, repeats=self.repeats, can_search=self.can_search)


@dataclass(slots=True)
class Estimate:
    """What probing will take, before the first call: calls still to be made by intervention, and how long one took.

    `unread` are the lines of the log that cannot be read, whose questions cannot be probed.
    """

    questions: int = 0
    failures: list[Outcome] = field(default_factory=list)
    planned: Counter[Name] = field(default_factory=Counter)
    done: int = 0
    needs_golden: bool = False
    needs_window: bool = False
    seconds: list[float] = field(default_factory=list)
    unread: tuple[Problem, ...] = ()

    @property
    def calls(self) -> int:
        """The most calls that are still to be made."""
        return self.planned.total()

    @property
    def seconds_per_call(self) -> float | None:
        """The median time an answer took in the run; None where the log does not say."""
        return float(np.median(self.seconds)) if self.seconds else None


def estimate(log: Log, scope: Scope, probes: Probes) -> Estimate:
    """Read through a log's failures and count what there is to try; memory is a few dozen bytes a failure."""
    found, outcomes = Estimate(), Outcomes(log)
    for outcome in outcomes:
        found.questions += 1
        bucket = outcome.result.bucket
        if bucket in PASSING or (scope.only and outcome.id not in scope.only):
            continue
        found.failures.append(outcome)
        if bucket in NOTHING_TO_TRY:
            continue
        record = record_at(log, outcome)
        attribution = attribute(record, log.start)
        planned = scope.plan(record, attribution)
        made = probes.of(record, planned)
        todo = to_ask(planned, attribution, made)
        found.planned.update(intervention.name for intervention in todo)
        found.done += sum(_is_done(probe) for probe in made.values())
        found.needs_golden |= needs_golden(record, todo)
        found.needs_window |= any(intervention.name == "untruncated" for intervention in todo)
        if "generate" in record.seconds and not (record.generation and record.generation.cached):
            found.seconds.append(record.seconds["generate"])
    found.unread = tuple(outcomes.problems)
    return found


@dataclass(frozen=True, slots=True)
class Job:
    """A run with the failures to probe, what to try on them, and what was tried before."""

    log: Log
    scope: Scope
    probes: Probes
    found: Estimate

    def failures(self) -> Iterator[tuple[Record, Attribution]]:
        """Yield the failures, read from the log one at a time."""
        for outcome in self.found.failures:
            record = record_at(self.log, outcome)
            yield record, attribute(record, self.log.start)


def to_ask(
    planned: Iterable[Intervention], found: Attribution, made: Mapping[Intervention, Probe]
) -> list[Intervention]:
    """Return the planned probes that have no answer yet and still say something."""
    repaired = {intervention: probe.repaired for intervention, probe in made.items()}
    return [i for i in planned if not _is_done(made.get(i)) and is_needed(i, found, repaired)]


def _is_done(probe: Probe | None) -> bool:
    """Return whether a probe need not be made again: it had an answer."""
    return probe is not None and probe.repaired is not None


class Purse:
    """How many calls may still be made; an answer from the cache costs none."""

    def __init__(self, most: int | None) -> None:
        self.left = most

    def take(self) -> bool:
        """Take one call out; return whether there was one."""
        if self.left is not None and self.left <= 0:
            return False
        self.left = None if self.left is None else self.left - 1
        return True

    def give_back(self) -> None:
        """Put back a call that was not made after all."""
        self.left = None if self.left is None else self.left + 1


@dataclass(slots=True)
class Made:
    """What was done: answers the generator gave, answers from the cache, probes with a problem, and how it ended."""

    calls: int = 0
    problems: int = 0
    cached: int = 0
    status: Status = "complete"


async def probe_failures(
    job: Job,
    lab: Lab,
    *,
    purse: Purse,
    progress: Progress,
    watch: Callable[[Progress], None] | None = None,
) -> Made:
    """Make every planned probe that is not there yet and write each beside the log when it is done.

    A round begins when the one before it has ended, since it may depend on what was found. Stops when the purse is empty.
    SIGINT and SIGTERM stop the workers; what they had finished is written.
    """
    made = Made()
    with ProbeLog(job.log.path.parent) as writer:

        def note(probe: Probe) -> None:
            writer.write(probe)
            job.probes.add(probe)
            progress.done += 1
            progress.faults += probe.problem is not None
            made.problems += probe.problem is not None
            made.cached += probe.cached
            made.calls += not probe.cached
            if probe.cached:
                purse.give_back()
                progress.total = min(job.found.calls, progress.total + 1)

        for number in range(len(ROUNDS)):
            todo = _todo(job, number)
            others = [*beside(lab.stages, watch, progress), *(client.deadlines.watch() for client in lab.clients)]
            worker = partial(_worker, todo, lab, purse, note)
            made.status = await run_workers(worker, job.scope.settings.concurrency, others)
            if made.status == "interrupted":
                break
    return made


async def _worker(
    todo: Iterator[tuple[Record, Attribution, Intervention]], lab: Lab, purse: Purse, note: Callable[[Probe], None]
) -> None:
    while purse.take():
        task = next(todo, None)
        if task is None:
            purse.give_back()
            return
        note(await ask(*task, lab))
        # As in a run: stages that never wait must not starve signals and the display.
        await asyncio.sleep(0)


def _todo(job: Job, number: int) -> Iterator[tuple[Record, Attribution, Intervention]]:
    for record, attribution in job.failures():
        planned = job.scope.plan(record, attribution)
        todo = to_ask(planned, attribution, job.probes.of(record, planned))
        yield from ((record, attribution, i) for i in todo if i.round == number)
