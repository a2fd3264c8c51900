"""What the probes of a run say together: statuses by attribution, repairs by intervention, and each failure's conclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from harness.measure.intervals import rate
from harness.measure.models import Probed, ProbeStatus, Summary
from harness.probe.conclude import STATUSES, conclude
from harness.probe.interventions import NAMES, PASSING, Intervention, Name, is_needed, plan
from harness.probe.log import Probe, Probes
from harness.settings import Settings
from harness.types import RETRIEVAL_STAGES, STAGES, Attribution, Bucket, Frozen, Rate, Record, Stage, Undecidable


class Judged(Frozen):
    """One kind of attribution: how many there are and what became of them.

    Lost evidence is told by its stage, whatever the model did without it; a miss of the model by its sub-kind.
    """

    bucket: Bucket
    stage: Stage | Undecidable | None
    sub_kind: str | None
    failures: int
    statuses: Mapping[ProbeStatus, int]


class Tried(Frozen):
    """One intervention on one bucket: on how many failures it was tried, and how many of those it repaired.

    A failure of which several chunks were dropped in turn, or that was repeated, counts once.
    """

    intervention: Name
    bucket: Bucket
    repaired: Rate
    problems: int


class Concluded(Frozen):
    """One failure with its conclusion."""

    id: str
    bucket: Bucket
    stage: Stage | Undecidable | None
    sub_kind: str | None
    probe: Probed


class ProbeReport(Frozen):
    """What `harness probe RUN --json` prints. `calls` were answered by the generator, `cached` by the answer cache.

    `left` counts probes that were planned and not made: over the budget, or interrupted.
    """

    run_id: str
    failures: int
    status: str
    calls: int
    cached: int
    problems: int
    left: int
    attributions: tuple[Judged, ...]
    interventions: tuple[Tried, ...]
    conclusions: tuple[Concluded, ...]
    notes: tuple[str, ...] = ()


class ProbeTally:
    """Adds up failures one at a time; it keeps conclusions, never a context.

    `repeats` is how often each was to be asked again; where it was more often, that counts.
    """

    def __init__(self, settings: Settings, probes: Probes, *, repeats: int = 0, can_search: bool = True) -> None:
        self._settings = settings
        self._repeats = repeats
        self._probes = probes
        self._can_search = can_search
        self.concluded: list[Concluded] = []
        self._tried: Counter[tuple[Name, Bucket, str]] = Counter()
        self._left = 0

    def add(self, record: Record, found: Attribution) -> Probed | None:
        """Return what the probes say of a failure; None for a question that passed."""
        if found.bucket in PASSING:
            return None
        repeats = max(self._repeats, self._probes.repeats(record.question.id))
        planned = plan(record, found, self._settings, repeats=repeats, can_search=self._can_search)
        made = self._probes.of(record, planned)
        said = conclude(record, found, planned, made)
        repaired = {intervention: probe.repaired for intervention, probe in made.items()}
        self._left += sum(is_needed(i, found, repaired) for i in planned if i not in made)
        self._count(found.bucket, made)
        self.concluded.append(
            Concluded(
                id=record.question.id, bucket=found.bucket, stage=found.stage, sub_kind=found.sub_kind, probe=said
            )
        )
        return said

    def _count(self, bucket: Bucket, made: Mapping[Intervention, Probe]) -> None:
        results: dict[Name, list[bool | None]] = {}
        for intervention, probe in made.items():
            results.setdefault(intervention.name, []).append(probe.repaired)
        for name, repaired in results.items():
            known = [r for r in repaired if r is not None]
            self._tried[name, bucket, "problems"] += len(repaired) > len(known)
            self._tried[name, bucket, "tried"] += bool(known)
            self._tried[name, bucket, "repaired"] += any(known)

    def statuses(self) -> dict[Bucket, dict[ProbeStatus, int]]:
        """Return how many failures of each bucket have each status."""
        counts = Counter((c.bucket, c.probe.status) for c in self.concluded)
        buckets = dict.fromkeys(c.bucket for c in sorted(self.concluded, key=_place))
        return {bucket: {status: counts[bucket, status] for status in STATUSES} for bucket in buckets}

    def report(
        self,
        run_id: str,
        *,
        status: str,
        calls: int = 0,
        cached: int = 0,
        problems: int = 0,
        notes: tuple[str, ...] = (),
    ) -> ProbeReport:
        """Return the whole table."""
        kinds = Counter((*_kind(c), c.probe.status) for c in self.concluded)
        order = dict.fromkeys(_kind(c) for c in sorted(self.concluded, key=_place))
        return ProbeReport(
            run_id=run_id,
            failures=len(self.concluded),
            status=status,
            calls=calls,
            cached=cached,
            problems=problems,
            left=self._left,
            attributions=tuple(
                Judged(
                    bucket=kind[0],
                    stage=kind[1],
                    sub_kind=kind[2],
                    failures=sum(kinds[*kind, status] for status in STATUSES),
                    statuses={status: kinds[*kind, status] for status in STATUSES},
                )
                for kind in order
            ),
            interventions=tuple(
                Tried(
                    intervention=name,
                    bucket=bucket,
                    repaired=rate(
                        self._tried[name, bucket, "repaired"],
                        self._tried[name, bucket, "tried"],
                        "every probe had a problem",
                    ),
                    problems=self._tried[name, bucket, "problems"],
                )
                for name, bucket in sorted(
                    {key[:2] for key in self._tried}, key=lambda k: (NAMES.index(k[0]), _BUCKETS.index(k[1]))
                )
            ),
            conclusions=tuple(self.concluded),
            notes=notes,
        )


def with_probes(summary: Summary, tally: ProbeTally) -> Summary:
    """Return a report with what the probes say of each bucket and of each failure it tells."""
    said = {concluded.id: concluded.probe for concluded in tally.concluded}
    failures = tuple(f.model_copy(update={"probe": said.get(f.id)}) for f in summary.failures)
    return summary.model_copy(update={"failures": failures, "probes": tally.statuses()})


_BUCKETS: tuple[Bucket, ...] = (
    "retrieval_miss",
    "grounding_miss",
    "synthesis_miss",
    "right_without_evidence",
    "false_answer",
    "blocked_answer",
    "harness_fault",
    "undecidable",
    "correct",
    "true_abstention",
)


def _kind(concluded: Concluded) -> tuple[Bucket, Stage | Undecidable | None, str | None]:
    lost = concluded.stage in RETRIEVAL_STAGES
    return concluded.bucket, concluded.stage if lost else None, None if lost else concluded.sub_kind


def _place(concluded: Concluded) -> tuple[int, int, str]:
    stage = STAGES.index(concluded.stage) if concluded.stage in STAGES else len(STAGES)
    return _BUCKETS.index(concluded.bucket), stage, concluded.sub_kind or ""
