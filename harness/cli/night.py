"""One night, step by step: which run, its answers, who flickers, the comparison, the report, the history, the old runs."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path
from typing import Any

from harness.baseline import accepted, open_baseline
from harness.cli.replay import replay_run
from harness.cli.session import open_search, run_golden
from harness.compare import Comparison, compare
from harness.errors import InputError, LogError
from harness.gate import Rule
from harness.golden.read import GoldenSet, read_golden
from harness.history import add_to_history, history_line, read_history
from harness.log.reader import Log, find_run, open_log
from harness.measure.models import Summary
from harness.measure.outcomes import Outcomes
from harness.nightly import (
    AGAIN,
    REPORT,
    Night,
    end_night,
    forget_old,
    hours_since,
    read_night,
    replace_file,
    write_flaky,
    write_night,
)
from harness.report import markdown
from harness.run import check_same_run, new_run_id, run_start, utc_now
from harness.settings import Settings
from harness.text.counted import agreeing, counted
from harness.wiring import Search

TOLD_CHANGES = 50
TOLD_FAILURES = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """What a night is asked to do."""

    golden: str
    logs: Path
    rule: Rule
    settings: Callable[[Mapping[str, Any]], Settings]
    baseline: str | None
    allow_different_golden: bool
    repeat: int
    repeat_all: bool
    keep: int
    resume_hours: float
    verbose: bool
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Told:
    """How a night ended."""

    verdict: str
    reason: str
    run_id: str
    golden: str
    report: str
    interrupted: bool = False


@dataclass(slots=True)
class _Notes:
    lines: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        self.lines.append(line)


def work(plan: Plan) -> Told:
    """Do it all under the lock that the caller holds; raise `InputError` and its kin where it cannot be done."""
    notes = _Notes()
    golden = read_golden(plan.golden)
    settings = plan.settings(golden.defaults)
    search = open_search(golden, settings)
    run_id, resume = _which_run(plan, golden, settings, search, notes)
    write_night(plan.logs, Night(run_id=run_id, began_at=utc_now().isoformat(timespec="seconds")))
    summary = asyncio.run(
        run_golden(
            golden,
            settings,
            search,
            logs=plan.logs,
            run_id=run_id,
            resume=resume,
            verbose=plan.verbose,
            max_failures=TOLD_FAILURES,
            key=plan.key,
        )
    )
    if summary.status == "interrupted":
        report = f"# Nightly: interrupted\n\n{markdown.summary(summary, failures=0)}"
        return Told("INCONCLUSIVE", "interrupted; the next job goes on", run_id, golden.info.name, report, True)
    log = open_log(plan.logs / run_id)
    base, missing = _baseline(plan, golden, run_id)
    compared = _compare(base, log, plan) if base else None
    flaky = _repeat(plan, log, compared, notes) if plan.repeat > 1 else None
    if flaky and base:
        compared = _compare(base, log, plan)
    return _close(plan, log, summary, compared or missing, notes=notes, flaky=flaky)


def _close(
    plan: Plan, log: Log, summary: Summary, compared: Comparison | str, *, notes: _Notes, flaky: int | None
) -> Told:
    run_id, golden = log.start.run_id, log.start.golden.name
    if isinstance(compared, str):
        verdict, reason = "INCONCLUSIVE", compared
    else:
        verdict, reason = compared.verdict, compared.reason
    nothing = summary.questions and summary.attribution["harness_fault"] == summary.questions
    if nothing:
        verdict, reason = "FAIL", "nothing was measured: every question ended in a fault"
    if flaky is not None:
        notes.add(
            f"{counted(flaky, 'question is', 'questions are')} flaky: asked {plan.repeat} times, {agreeing(flaky, 'it', 'they')} passed some times and not others"
        )
    report = _report(verdict, reason, compared, summary, notes)
    replace_file(plan.logs / run_id / REPORT, report)
    add_to_history(plan.logs, history_line(log, verdict=verdict, reason=reason, flaky=flaky))
    write_night(plan.logs, Night(run_id=run_id, began_at=log.start.started_at, reported=True))
    if plan.keep:
        forget_old(plan.logs, read_history(plan.logs), golden, plan.keep)
    end_night(plan.logs)
    return Told(verdict, reason, run_id, golden, report)


def _which_run(plan: Plan, golden: GoldenSet, settings: Settings, search: Search, notes: _Notes) -> tuple[str, bool]:
    """Return the run to write, and whether it is one that an earlier job began and did not finish."""
    now = utc_now()
    night = read_night(plan.logs)
    if night and not night.reported:
        left = f"run {night.run_id} of an earlier job was not finished and is left as it is"
        age = hours_since(night.began_at, now)
        if age is None or abs(age) > plan.resume_hours:
            notes.add(f"{left}: it began at {night.began_at}, more than {plan.resume_hours:g} hours from now")
            return _new_run(plan, golden), False
        try:
            before = open_log(plan.logs / night.run_id).start
            check_same_run(before, run_start(golden, settings, search.info(), night.run_id, now))
        except InputError as reason:
            notes.add(f"{left}: {reason}")
        else:
            notes.add(f"run {night.run_id} of an earlier job was not finished: this one went on with it")
            return night.run_id, True
    return _new_run(plan, golden), False


def _new_run(plan: Plan, golden: GoldenSet) -> str:
    """Return a name that no run has or had: the clock may go back to a second whose run is only in the history."""
    had = {line.run_id for line in read_history(plan.logs)}
    name = new_run_id(golden, utc_now())
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(free for free in names if free not in had and not (plan.logs / free).exists())


def _baseline(plan: Plan, golden: GoldenSet, run_id: str) -> tuple[Log | None, str]:
    """Return the run to compare with, or None and the reason; golden sets that differ are only compared when asked to."""
    if plan.baseline:
        log = open_log(find_run(plan.baseline, plan.logs))
        if log.start.golden.sha256 == golden.info.sha256 or plan.allow_different_golden:
            return log, ""
        return (
            None,
            f"not compared: {plan.baseline!r} answered another golden set; --allow-different-golden compares it",
        )
    lines = accepted(plan.logs, golden.info.name)
    where = "" if plan.logs == Path("logs") else f" --logs {shlex.quote(str(plan.logs))}"
    then = f"look at this run, then harness baseline accept {run_id}{where}"
    if not lines:
        return None, f"not compared: no baseline is accepted; {then}"
    same = [line for line in lines if line.sha256 == golden.info.sha256]
    if same:
        return open_baseline(same[-1], plan.logs), ""
    if plan.allow_different_golden:
        return open_baseline(lines[-1], plan.logs), ""
    return None, (
        f"not compared: the golden set was edited since {lines[-1].run_id} was accepted ({lines[-1].sha256[:12]} then, "
        f"{golden.info.sha256[:12]} now); {then}"
    )


def _compare(base: Log, candidate: Log, plan: Plan) -> Comparison:
    return compare(
        base,
        candidate,
        plan.rule,
        allow_different_golden=plan.allow_different_golden,
        max_changes=None if plan.repeat > 1 else TOLD_CHANGES,
    )


def _repeat(plan: Plan, log: Log, compared: Comparison | None, notes: _Notes) -> int | None:
    """Ask again what flipped, or everything; write who is flaky and return how many are."""
    flipped = {c.id for c in compared.changes if c.kind in {"newly_failing", "newly_passing"}} if compared else set()
    only = None if plan.repeat_all else frozenset(flipped)
    if only is not None and not only:
        notes.add("no question flipped, so none was asked again")
        return None
    given: dict[str, tuple[str, Any]] = {"cache": ("nightly --repeat", False)}
    logs = [log]
    for number in range(2, plan.repeat + 1):
        name = f"{log.start.run_id}{AGAIN}{number}"
        asyncio.run(
            replay_run(
                log,
                "generate",
                given,
                logs=plan.logs,
                run_id=name,
                only=only,
                key=plan.key,
                resume=_begun(plan.logs / name),
                verbose=plan.verbose,
                max_failures=0,
            )
        )
        logs.append(open_log(plan.logs / name))
    answers: dict[str, list[bool]] = {}
    for repeated in logs:
        for outcome in Outcomes(repeated):
            if (
                outcome.result.passes is not None
                and not outcome.result.faulted
                and (only is None or outcome.id in only)
            ):
                answers.setdefault(outcome.id, []).append(outcome.result.passes)
    return write_flaky(log.path.parent, ((name, sum(seen), len(seen)) for name, seen in answers.items()))


def _begun(folder: Path) -> bool:
    with suppress(LogError):
        open_log(folder)
        return True
    return False


def _report(verdict: str, reason: str, compared: Comparison | str, summary: Summary, notes: _Notes) -> str:
    parts = [
        f"# Nightly: {verdict}",
        "",
        markdown.code(reason),
        "",
        *(f"- {markdown.code(n)}" for n in notes.lines),
        "",
    ]
    if not isinstance(compared, str):
        told = compared.model_copy(update={"changes": _some(compared)})
        parts += [markdown.comparison(told), ""]
    return "\n".join(parts) + "\n" + markdown.summary(summary, failures=TOLD_FAILURES)


def _some(compared: Comparison) -> tuple[Any, ...]:
    by_kind: dict[str, int] = {}
    kept = []
    for change in compared.changes:
        by_kind[change.kind] = by_kind.get(change.kind, 0) + 1
        if by_kind[change.kind] <= TOLD_CHANGES:
            kept.append(change)
    return tuple(kept)
