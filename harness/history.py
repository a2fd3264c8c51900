"""History: a run's numbers in one line of `history.jsonl`, which outlives the run, and what changed between two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from harness.baseline import BASELINES, append_line, read_known
from harness.errors import LogError
from harness.log.files import FORMS, RECORDS
from harness.log.reader import Log, open_log
from harness.measure.intervals import rate
from harness.measure.models import Percentiles, Tokens
from harness.measure.summary import Summariser
from harness.measure.tally import PART_BYTES, tally_log
from harness.provenance import changed_settings
from harness.types import Frozen, Rate, Record, RunStart, Step

HISTORY = "history.jsonl"


class HistoryLine(Frozen):
    """A run in numbers: its first line, rates, seconds by step and tokens; `verdict` is the gate's, null without one."""

    kind: Literal["history"] = "history"
    schema_version: int = 1
    start: RunStart
    status: str
    questions: int
    rates: Mapping[str, Rate]
    seconds: Mapping[Step, Percentiles]
    tokens: Tokens
    verdict: str | None = None
    reason: str | None = None
    flaky: int | None = None

    @property
    def run_id(self) -> str:
        """The run's name."""
        return self.start.run_id

    @property
    def index(self) -> str:
        """What was searched, in short: two runs with the same words searched the same index."""
        s, index = self.start.settings, self.start.index
        return f"{s.get('chunker')} {s.get('retriever')} {self.start.golden.sha256[:8]} {index.visible_chunks}/{index.chunks}"


class Difference(Frozen):
    """A number in two runs; null where it is undefined. `seconds` says that it is a time."""

    name: str
    before: float | None
    after: float | None
    seconds: bool = False

    @property
    def change(self) -> float | None:
        """After minus before."""
        return None if self.before is None or self.after is None else self.after - self.before


def history_line(
    log: Log,
    *,
    verdict: str | None = None,
    reason: str | None = None,
    flaky: int | None = None,
    part_bytes: int = PART_BYTES,
) -> HistoryLine:
    """Read a log once, in flat memory, and return its line."""
    numbers = tally_log(log, _Numbers(Summariser(log.start, max_failures=0)), part_bytes=part_bytes)
    summary = numbers.summariser.summary(log.end.status if log.end else "unfinished")
    answerable, unanswerable = summary.abstention["answerable"], summary.abstention["unanswerable"]
    asked = sum(answerable.values()) + sum(unanswerable.values())
    none_unanswerable, none_answerable = "no unanswerable questions", "no answerable questions"
    return HistoryLine(
        start=log.start,
        status=summary.status,
        questions=summary.questions,
        rates={
            **{f"recall@{k}": recall for k, recall in summary.recall.items()},
            f"candidates@{summary.candidates.depth}": summary.candidates.recall,
            "ceiling": summary.ceiling,
            "accuracy": summary.accuracy,
            "stale contexts": summary.stale_contexts,
            "citations valid": rate(numbers.valid, numbers.citations, "nothing was cited"),
            "abstained, unanswerable": rate(unanswerable["abstained"], sum(unanswerable.values()), none_unanswerable),
            "abstained, answerable": rate(answerable["abstained"], sum(answerable.values()), none_answerable),
            "refused": rate(answerable["refused"] + unanswerable["refused"], asked, "no questions"),
            "faults": rate(answerable["fault"] + unanswerable["fault"], asked, "no questions"),
        },
        seconds=summary.seconds,
        tokens=summary.tokens,
        verdict=verdict,
        reason=reason,
        flaky=flaky,
    )


class _Numbers:
    """A summary, citations of the answers, and how many of them name a span that is in the prompt."""

    def __init__(self, summariser: Summariser) -> None:
        self.summariser = summariser
        self.citations = self.valid = 0

    def add(self, record: Record) -> None:
        self.summariser.add(record)
        there = {span.number for span in record.spans}
        for claim in record.verdict.claims if record.verdict else ():
            self.citations += len(claim.cited)
            self.valid += sum(number in there for number in claim.cited)

    def merge(self, later: _Numbers) -> None:
        self.summariser.merge(later.summariser)
        self.citations += later.citations
        self.valid += later.valid


def add_to_history(logs: Path, line: HistoryLine) -> None:
    """Append a line, unless the run has one already; raise `LogError` where it cannot be written."""
    if all(known.run_id != line.run_id for known in read_history(logs)):
        append_line(logs / HISTORY, line.model_dump_json())


def read_history(logs: Path) -> Iterator[HistoryLine]:
    """Yield the lines of `history.jsonl` in the order they were written, leaving out what cannot be read."""
    return read_known(logs / HISTORY, HistoryLine)


def read_runs(logs: Path) -> list[HistoryLine]:
    """Return a line for every run in `logs` whose log can be read, in the order they were started."""
    found = []
    for folder in sorted({path.parent for path in logs.glob(f"*/{RECORDS}*") if path.name in FORMS}):
        if folder.name != BASELINES:
            try:
                found.append(history_line(open_log(folder)))
            except LogError:
                continue
    return sorted(found, key=lambda line: line.start.started_at)


def differences(before: HistoryLine, after: HistoryLine) -> tuple[Difference, ...]:
    """Return every number of two runs side by side, latency as the median of each step in seconds."""
    names = dict.fromkeys([*before.rates, *after.rates])
    steps = dict.fromkeys([*before.seconds, *after.seconds])
    rates = (Difference(name=n, before=_value(before, n), after=_value(after, n)) for n in names)
    seconds = (
        Difference(name=f"{step} p50", before=_median(before, step), after=_median(after, step), seconds=True)
        for step in steps
    )
    tokens = (
        Difference(name=f"{kind} tokens", before=_tokens(before, kind), after=_tokens(after, kind))
        for kind in ("prompt", "answer")
    )
    return (*rates, *seconds, *tokens)


def what_changed(before: HistoryLine, after: HistoryLine) -> tuple[str, ...]:
    """Return what differs in settings, golden set, index, model and code."""
    return changed_settings(before.start, after.start)


def series(lines: Iterable[HistoryLine]) -> dict[str, list[Rate | None]]:
    """Return each rate over the runs, null where a run has none."""
    kept = list(lines)
    names = dict.fromkeys(name for line in kept for name in line.rates)
    return {name: [line.rates.get(name) for line in kept] for name in names}


def _value(line: HistoryLine, name: str) -> float | None:
    found = line.rates.get(name)
    return found.value if found else None


def _median(line: HistoryLine, step: Step) -> float | None:
    found = line.seconds.get(step)
    return found.p50 if found else None


def _tokens(line: HistoryLine, kind: str) -> float | None:
    found: int | None = getattr(line.tokens, kind)
    return found
