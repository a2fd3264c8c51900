"""From records to one `Summary`, in one streaming pass: attribution, ceiling, abstention, slices.

Totals are always recomputed from the records. Faults stay in every denominator; what is undefined is null with a reason.
"""

from __future__ import annotations

import datetime as dt
import math
from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from harness.attribute.abstention import ACTS, act
from harness.attribute.ledger import earliest_loss
from harness.attribute.rules import attribute
from harness.attribute.stages import with_stages
from harness.index.visibility import is_stale
from harness.measure.intervals import rate
from harness.measure.loop import LoopTally
from harness.measure.models import CandidateRecall, Failure, Percentiles, Served, Slice, Summary, Tokens
from harness.measure.ranking import all_groups, reciprocal_rank
from harness.measure.recommend import recommend, recommend_retrieval
from harness.measure.right import is_judged, is_labelled, is_right, reached
from harness.measure.scores import ScoreTally
from harness.text.counted import counted
from harness.types import (
    BUCKETS,
    CAUSES,
    OUTCOMES,
    REFUSAL_KINDS,
    RETRIEVAL_STAGES,
    STEPS,
    Attribution,
    Bucket,
    Cause,
    Rate,
    Record,
    RefusalKind,
    RunStart,
    Stage,
    Step,
    Undecidable,
)

DEPTHS = (1, 3, 5, 10, 50)
NO_LABELS = "no answerable question has evidence or gold documents"
NO_ANSWERS = "no answerable question has accepted answers"

Kind = Literal["answerable", "unanswerable"]


class _Tally:
    """Ceiling, accuracy and buckets of one set of questions."""

    def __init__(self, parts: Iterable[_Tally] = ()) -> None:
        self.buckets: Counter[Bucket] = Counter()
        self.labelled = self.reached = self.judged = self.right = 0
        for part in parts:
            self.merge(part)

    def merge(self, other: _Tally) -> None:
        self.buckets.update(other.buckets)
        self.labelled += other.labelled
        self.reached += other.reached
        self.judged += other.judged
        self.right += other.right

    def add(self, record: Record, found: Attribution) -> None:
        self.buckets[found.bucket] += 1
        if not record.question.answerable:
            return
        if is_labelled(record):
            self.labelled += 1
            self.reached += reached(found)
        if is_judged(record):
            self.judged += 1
            self.right += is_right(record)

    @property
    def ceiling(self) -> Rate:
        return rate(self.reached, self.labelled, NO_LABELS)

    @property
    def accuracy(self) -> Rate:
        return rate(self.right, self.judged, NO_ANSWERS)

    @property
    def attribution(self) -> dict[Bucket, int]:
        return {bucket: self.buckets[bucket] for bucket in BUCKETS}


class Summariser:
    """Adds up records one at a time; memory is flat but for the failures it keeps and four bytes a timing.

    Parts of a log can be added up apart, in other processes too, and merged in log order: nothing it holds depends on where
    the log was cut, so that the summary is the same.
    """

    def __init__(self, start: RunStart, *, max_failures: int | None = None) -> None:
        self._start = start
        self._max_failures = max_failures
        as_of = start.settings.get("as_of")
        self._as_of = dt.date.fromisoformat(as_of) if isinstance(as_of, str) else None
        self._depth = int(str(start.settings.get("candidates", 0)))
        self._slices: dict[str, _Tally] = {}
        self._outcomes: Counter[str] = Counter()
        self._stages: Counter[str] = Counter()
        self._causes: Counter[Cause] = Counter()
        self._lost: Counter[str] = Counter()
        self._two_by_two: Counter[str] = Counter()
        self._wrong_had: Counter[str] = Counter(none=0, part=0, all=0)
        self._most_contexts = self._most_candidates = 0
        self._abstention: dict[Kind, Counter[str]] = {"answerable": Counter(), "unanswerable": Counter()}
        self._refusals: dict[Kind, Counter[RefusalKind]] = {"answerable": Counter(), "unanswerable": Counter()}
        self._found_at: Counter[int] = Counter()
        self._among_candidates = 0
        self._contexts = self._stale = self._reunited = self._unlabelled = self._unjudged = 0
        self._seconds: dict[Step, array[float]] = {step: array("f") for step in STEPS}
        self._tokens: Counter[str] = Counter()
        self._served: Counter[str] = Counter(cut_answers=0, cut_prompts=0, cached=0, retried=0)
        self._counted_tokens = False
        self._failures: dict[tuple[str | None, ...], list[Failure]] = {}
        self._failures_seen = 0
        self._questions = 0
        self._scores = ScoreTally()
        self._loop = LoopTally() if int(str(start.settings.get("attempts", 1))) > 1 else None

    def add(self, record: Record) -> Attribution:
        """Attribute one record, count it, and return what was found."""
        found = attribute(record, self._start)
        self._questions += 1
        self._scores.add(record)
        if self._loop:
            self._loop.add(record)
        tally = self._slices.get(record.question.type)
        if tally is None:
            tally = self._slices[record.question.type] = _Tally()
        tally.add(record, found)
        self._outcomes[found.outcome] += 1
        kind: Kind = "answerable" if record.question.answerable else "unanswerable"
        self._abstention[kind][act(record)] += 1
        if record.verdict and record.verdict.refusal != "none":
            self._refusals[kind][record.verdict.refusal] += 1
        if found.cause:
            self._causes[found.cause] += 1
        if found.bucket == "retrieval_miss" and found.stage:
            self._stages[found.stage] += 1
        if record.question.answerable:
            self._add_answerable(record, found)
        self._add_context(record)
        self._most_contexts = max(self._most_contexts, len(record.chunks))
        self._most_candidates = max(self._most_candidates, len(record.candidates.chunk_ids))
        for step, seconds in record.seconds.items():
            self._seconds[step].append(seconds)
        self._add_tokens(record)
        self._add_served(record)
        if found.bucket not in {"correct", "true_abstention"}:
            self._add_failure(record, found)
        return found

    def merge(self, later: Summariser) -> None:
        """Count also what `later` counted: the records of the same run, with the same `max_failures`, that follow these."""
        self._questions += later._questions
        for name, tally in later._slices.items():
            self._slices.setdefault(name, _Tally()).merge(tally)
        for mine, theirs in zip(self._counters(), later._counters(), strict=True):
            mine.update(theirs)
        self._most_contexts = max(self._most_contexts, later._most_contexts)
        self._most_candidates = max(self._most_candidates, later._most_candidates)
        self._among_candidates += later._among_candidates
        self._contexts += later._contexts
        self._stale += later._stale
        self._reunited += later._reunited
        self._unlabelled += later._unlabelled
        self._unjudged += later._unjudged
        for step, values in later._seconds.items():
            self._seconds[step].extend(values)
        self._counted_tokens |= later._counted_tokens
        self._failures_seen += later._failures_seen
        for kind, failures in later._failures.items():
            kept = self._failures.setdefault(kind, [])
            kept.extend(failures)
            del kept[self._max_failures if self._max_failures is not None else len(kept) :]
        self._scores.merge(later._scores)
        if self._loop and later._loop:
            self._loop.merge(later._loop)

    def _counters(self) -> tuple[Counter[Any], ...]:
        return (
            self._outcomes,
            self._stages,
            self._causes,
            self._lost,
            self._two_by_two,
            self._wrong_had,
            *self._abstention.values(),
            *self._refusals.values(),
            self._found_at,
            self._tokens,
            self._served,
        )

    def _add_answerable(self, record: Record, found: Attribution) -> None:
        right = is_right(record)
        self._unjudged += not is_judged(record)
        if not is_labelled(record):
            self._unlabelled += 1
            self._two_by_two["undecidable"] += 1
            return
        final = all_groups(trace.final_rank for trace in record.trace)
        if final:
            self._found_at[final] += 1
        self._among_candidates += bool(all_groups(trace.candidate_rank for trace in record.trace))
        self._reunited += any(row.reunited for row in found.rows)
        if found.rows and record.judgement and record.judgement.correct is False:
            arrived = sum(row.lost_at is None for row in found.rows)
            self._wrong_had["all" if arrived == len(found.rows) else "part" if arrived else "none"] += 1
        if loss := earliest_loss(found.rows):
            self._lost[str(loss.lost_at)] += 1
        if not is_judged(record) and act(record) in {"answered", "refused"}:
            self._two_by_two["undecidable"] += 1
        else:
            self._two_by_two[f"{'' if reached(found) else 'no_'}evidence_{'correct' if right else 'wrong'}"] += 1

    def _add_context(self, record: Record) -> None:
        if not record.spans:
            return
        chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in record.chunks}
        self._contexts += 1
        self._stale += any(is_stale(chunks[span.chunk_id].metadata, self._as_of) for span in record.spans)

    def _add_served(self, record: Record) -> None:
        got = record.generation
        self._served["retried"] += bool((got and got.retries) or (record.fault and record.fault.retries))
        if got:
            self._served["cut_answers"] += got.finish == "length"
            self._served["cut_prompts"] += got.prompt_cut is not None
            self._served["cached"] += got.cached

    def _add_tokens(self, record: Record) -> None:
        for generation in (record.generation, *(attempt.generation for attempt in record.attempts)):
            if generation and generation.prompt_tokens is not None:
                self._counted_tokens = True
                self._tokens["prompt"] += generation.prompt_tokens
                self._tokens["answer"] += generation.answer_tokens or 0

    def _add_failure(self, record: Record, found: Attribution) -> None:
        self._failures_seen += 1
        limited = self._max_failures is not None
        kind = self._failures.setdefault((found.bucket, found.stage, found.sub_kind) if limited else (), [])
        if self._max_failures is not None and len(kind) >= self._max_failures:
            return
        kind.append(
            Failure(
                id=record.question.id,
                type=record.question.type,
                bucket=found.bucket,
                stage=found.stage,
                sub_kind=found.sub_kind,
                why=found.why,
                question=record.question.question,
                answer=record.generation.answer if record.generation else None,
                expected=record.question.answers,
                evidence_rows=with_stages(found.rows, record, self._start),
                cause=found.cause,
                proof=found.proof,
                also=found.also,
                answer_rows=found.answer,
            )
        )

    def summary(self, status: str, problems: Iterable[str] = ()) -> Summary:
        """Return the whole report; it may be asked for at any time."""
        overall = _Tally(self._slices.values())
        labelled, attribution = overall.labelled, overall.attribution
        failures = self._chosen_failures()
        origin = self._start.origin
        names: tuple[Stage | Undecidable, ...] = (*RETRIEVAL_STAGES, "undecidable") if origin else RETRIEVAL_STAGES
        stages = {stage: self._stages[stage] for stage in names}
        lost = {stage: self._lost[stage] for stage in names}
        answerable = sum(self._abstention["answerable"].values())
        return Summary(
            run_id=self._start.run_id,
            status=status,
            golden=self._start.golden,
            settings=self._start.settings,
            index=self._start.index,
            questions=self._questions,
            recall={str(k): self._recall(k, labelled) for k in DEPTHS},
            candidates=self._candidates(labelled),
            mrr=self._mrr(labelled),
            ceiling=overall.ceiling,
            accuracy=overall.accuracy,
            outcomes={outcome: self._outcomes[outcome] for outcome in OUTCOMES},
            attribution=attribution,
            stages=stages,
            causes={cause: self._causes[cause] for cause in CAUSES if self._causes[cause]},
            lost=lost,
            wrong_answers_had={had: self._wrong_had[had] for had in ("none", "part", "all")},
            two_by_two={cell: self._two_by_two[cell] for cell in TWO_BY_TWO},
            abstention={kind: {a: counts[a] for a in ACTS} for kind, counts in self._abstention.items()},
            stale_contexts=rate(self._stale, self._contexts, "no question got a context"),
            refusals={kind: {k: counts[k] for k in REFUSAL_KINDS[1:]} for kind, counts in self._refusals.items()},
            reunited=self._reunited,
            slices={
                name: Slice(
                    questions=sum(tally.buckets.values()),
                    accuracy=tally.accuracy,
                    ceiling=tally.ceiling,
                    attribution=tally.attribution,
                )
                for name, tally in sorted(self._slices.items())
            },
            seconds={step: _percentiles(values) for step, values in self._seconds.items() if values},
            tokens=Tokens(prompt=self._tokens["prompt"], answer=self._tokens["answer"])
            if self._counted_tokens
            else Tokens(prompt=None, answer=None, reason="the generator reports no token counts"),
            served=Served(model=self._start.model, **self._served)
            if self._start.model or self._served.total()
            else None,
            unlabelled=self._unlabelled,
            unjudged=self._unjudged,
            recommendation=recommend(attribution, stages, answerable)
            if overall.judged
            else recommend_retrieval(lost, labelled),
            failures=failures,
            failures_left_out=self._failures_seen - len(failures),
            problems=tuple(problems),
            scores=self._scores.scores(),
            loop=self._loop.loop() if self._loop else None,
            origin=origin,
        )

    def _candidates(self, labelled: int) -> CandidateRecall:
        if not self._start.origin:
            return CandidateRecall(depth=self._depth, recall=rate(self._among_candidates, labelled, NO_LABELS))
        if not self._most_candidates:
            return CandidateRecall(depth=0, recall=rate(0, 0, "what the candidates were is not in the log"))
        return CandidateRecall(depth=self._most_candidates, recall=rate(self._among_candidates, labelled, NO_LABELS))

    def _chosen_failures(self) -> tuple[Failure, ...]:
        """Return all failures in the order they came; limited, one of each kind, then the second of each, and so on."""
        turns = zip_longest(*self._failures.values())
        return tuple(f for turn in turns for f in turn if f)[: self._max_failures]

    def _mrr(self, labelled: int) -> float | None:
        if not labelled:
            return None
        return math.fsum(count * reciprocal_rank(rank) for rank, count in self._found_at.items()) / labelled

    def _recall(self, k: int, labelled: int) -> Rate:
        if self._start.origin and k > max(1, self._most_contexts):
            return rate(0, 0, f"no question came with more than {counted(self._most_contexts, 'context')}")
        if not self._start.origin and k > self._depth and self._start.index.visible_chunks > self._depth:
            reason = f"only {self._depth} candidates were ranked; run with --candidates {k}"
            return rate(0, 0, reason)
        return rate(sum(n for rank, n in self._found_at.items() if rank <= k), labelled, NO_LABELS)


TWO_BY_TWO = ("evidence_correct", "evidence_wrong", "no_evidence_correct", "no_evidence_wrong", "undecidable")


def _percentiles(values: array[float]) -> Percentiles:
    ordered = np.sort(np.frombuffer(values, dtype=np.float32))
    return Percentiles(p50=_percentile(ordered, 50), p95=_percentile(ordered, 95), p99=_percentile(ordered, 99))


def _percentile(ordered: npt.NDArray[np.float32], percent: int) -> float:
    """Return what `np.percentile` does, which would load a part of numpy that no report has another use for."""
    place = (len(ordered) - 1) * percent / 100
    below = int(place)
    low, high = float(ordered[below]), float(ordered[min(below + 1, len(ordered) - 1)])
    return round(low + (high - low) * (place - below), 6)
