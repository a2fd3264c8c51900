"""Markdown for a pull request or a chat: the same numbers, with everything that was retrieved or generated in code spans.

Inside a code span nothing is markup: no link, no image, no mention of a person, no HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.attribute.meanings import MEANINGS
from harness.compare import Comparison
from harness.measure.models import Failure, Summary
from harness.report.comparison import TITLES, in_words, label, notes
from harness.report.origin import at_stage, candidates_name, how_many, origin_lines
from harness.report.text import LOST_AND_MISSES, in_full, most_frequent_failure, pipeline_lines, score_cells
from harness.text.counted import counted
from harness.text.printable import one_line
from harness.types import Rate

_SIGNS = {"PASS": "✅", "FAIL": "❌", "INCONCLUSIVE": "⚠️"}
_LONGEST = 500


def summary(report: Summary, *, failures: int | None = None) -> str:
    """Return a report; `failures` limits how many are told (None: all)."""
    return "\n".join(_summary(report, failures)) + "\n"


def comparison(compared: Comparison) -> str:
    """Return a comparison, its verdict in the heading."""
    return "\n".join(_comparison(compared)) + "\n"


def code(text: str) -> str:
    """Return text as one code span, on one line, whatever it holds."""
    flat = one_line(" ".join(text.split()))
    flat = flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"
    if not flat:
        return "–"
    fence = "`" * (max((len(run) for run in re.findall("`+", flat)), default=0) + 1)
    inner = flat if len(fence) == 1 else f" {flat} "
    # GitHub splits table cells before it looks for code, so a bar is escaped even there.
    return f"{fence}{inner}{fence}".replace("|", "\\|")


def _summary(report: Summary, limit: int | None) -> Iterator[str]:
    golden = report.golden
    yield f"## {code(report.run_id)}"
    yield ""
    yield f"{code(golden.name)}: {how_many(report)}, {code(report.status)}"
    yield from (f"- {code(line)}" for line in origin_lines(report))
    for problem in report.problems:
        yield f"- log: {code(problem)}"
    yield from _settings(report)
    yield ""
    yield "| | value | of | 95% interval |"
    yield "|---|---:|---:|---|"
    for k, recall in report.recall.items():
        yield _rate(f"recall@{k}", recall)
    yield _rate(candidates_name(report), report.candidates.recall)
    yield _rate("ceiling", report.ceiling)
    yield _rate("**accuracy**", report.accuracy)
    yield _rate("stale contexts", report.stale_contexts)
    yield ""
    yield "| what became of each question | |"
    yield "|---|---:|"
    for bucket, count in report.attribution.items():
        if count:
            yield f"| {bucket.replace('_', ' ')} | {count} |"
    if any(report.lost.values()):
        yield ""
        yield "| where the evidence was lost | lost | misses |"
        yield "|---|---:|---:|"
        for stage, lost in report.lost.items():
            if lost:
                yield f"| {stage} | {lost} | {report.stages[stage]} |"
        yield ""
        yield LOST_AND_MISSES
    yield from _causes(report)
    yield from _slices(report)
    yield from _scores(report)
    if report.loop:
        yield ""
        yield (
            f"Trying again: {report.loop.repaired} repaired, {report.loop.broke} broke of {report.loop.tried_again}"
            f" tried again (exact McNemar p = {report.loop.p:.2g}), {counted(report.loop.extra_answers, 'more answer')}"
        )
    yield from _probes(report)
    yield from _failures(report, limit)
    if report.recommendation:
        yield ""
        yield f"**→ {report.recommendation.text}**"


def _settings(report: Summary) -> Iterator[str]:
    """Yield the pipeline at a glance, and every setting that says something, folded away."""
    yield ""
    if not report.origin:
        yield from (f"- {code(line)}" for line in pipeline_lines(report))
        yield ""
    told = {name: value for name, value in report.settings.items() if value not in (None, "", [], ())}
    pairs = (f"{name}: {', '.join(map(str, v)) if isinstance(v, list | tuple) else v}" for name, v in told.items())
    yield f"<details><summary>{counted(len(told), 'setting')}</summary>"
    yield ""
    yield " · ".join(code(pair) for pair in pairs)
    yield ""
    yield "</details>"


def _slices(report: Summary) -> Iterator[str]:
    if len(report.slices) < 2:  # noqa: PLR2004 -- one slice is all of them
        return
    yield ""
    yield "| by question type | questions | ceiling | accuracy | most frequent failure |"
    yield "|---|---:|---:|---:|---|"
    for name, part in report.slices.items():
        values = " | ".join("–" if r.value is None else f"{r.value:.3f}" for r in (part.ceiling, part.accuracy))
        yield f"| {code(name)} | {part.questions} | {values} | {most_frequent_failure(part.attribution)} |"


def _scores(report: Summary) -> Iterator[str]:
    if not report.scores:
        return
    yield ""
    yield "| scores (no judge needed) | value | of | 95% interval | |"
    yield "|---|---:|---:|---|---|"
    yield from (f"| {' | '.join(cells)} |" for cells in score_cells(report.scores))


def _probes(report: Summary) -> Iterator[str]:
    if not report.probes:
        return
    yield ""
    yield "| what probes say | confirmed | refuted | unstable | not run |"
    yield "|---|---:|---:|---:|---:|"
    for bucket, counts in report.probes.items():
        yield f"| {bucket.replace('_', ' ')} | {' | '.join(str(count) for count in counts.values())} |"


def _causes(report: Summary) -> Iterator[str]:
    if not report.causes:
        return
    yield ""
    yield "| why questions failed | | |"
    yield "|---|---:|---|"
    for cause, count in sorted(report.causes.items(), key=lambda item: -item[1]):
        yield f"| {cause.replace('_', ' ')} | {count} | {MEANINGS[cause][0]} |"


def _failures(report: Summary, limit: int | None) -> Iterator[str]:
    total = len(report.failures) + report.failures_left_out
    shown = report.failures[:limit]
    if not shown:
        return
    yield ""
    yield f"<details><summary>{len(shown)} of {counted(total, 'failure')}</summary>"
    yield ""
    for failure in shown:
        yield from _failure(failure)
    yield ""
    yield "</details>"


def _failure(failure: Failure) -> Iterator[str]:
    where = at_stage(failure.stage)
    cause = f" ({failure.cause.replace('_', ' ')})" if failure.cause else ""
    yield f"- {code(failure.id)} **{failure.bucket.replace('_', ' ')}{where}{cause}**: {code(failure.question)}"
    yield f"  - answer: {code(failure.answer or '')}"
    yield f"  - expected: {code(' | '.join(failure.expected))}"
    yield f"  - why: {code(failure.why)}"
    if failure.probe:
        yield f"  - probed: **{failure.probe.status}**: {code(in_full(failure.probe))}"
    if failure.proof:
        yield f"  - proof: {code(failure.proof)}"
    for other in failure.also:
        yield f"  - also {other.cause.replace('_', ' ')}: {code(other.proof)}"


def _rate(name: str, rate: Rate) -> str:
    if rate.value is None:
        return f"| {name} | – | | {rate.reason} |"
    return f"| {name} | {rate.value:.3f} | {rate.numerator}/{rate.denominator} | {rate.low:.2f} – {rate.high:.2f} |"


def _comparison(c: Comparison) -> Iterator[str]:
    told = list(notes(c))
    if c.different_golden:
        yield f"> **{code(told.pop(0))}**"
        yield ""
    yield f"## {_SIGNS[c.verdict]} {c.verdict}: {code(c.base.run_id)} → {code(c.candidate.run_id)}"
    yield ""
    yield code(c.reason)
    yield from (f"- {code(note)}" for note in told)
    yield ""
    yield "| passing | value | of | 95% interval |"
    yield "|---|---:|---:|---|"
    yield _rate("base", c.base.passes)
    yield _rate("candidate", c.candidate.passes)
    yield ""
    yield in_words(c)
    if len(c.slices) > 1:
        yield ""
        yield "| type | questions | base | candidate | lost | gained | p (Holm) |"
        yield "|---|---:|---:|---:|---:|---:|---:|"
        for part in c.slices:
            values = f"{part.base.value:.3f} | {part.candidate.value:.3f}"
            yield f"| {code(part.type)} | {part.questions} | {values} | {part.lost} | {part.gained} | {part.p_holm:.2g} |"
    if c.settings:
        yield ""
        yield "What changed between the runs:"
        yield ""
        yield from (f"- {code(change)}" for change in c.settings)
    yield from _changes(c)


def _changes(c: Comparison) -> Iterator[str]:
    for kind, title in TITLES.items():
        told = [change for change in c.changes if change.kind == kind]
        if not told:
            continue
        yield ""
        yield f"<details><summary>{title} ({len(told)} of {c.changed[kind]})</summary>"
        yield ""
        for change in told:
            moved = f"{label(change.before)} → {label(change.after)}"
            yield f"- {code(change.id)} **{moved}**: {code(change.question)}"
            yield f"  - before: {code(change.before.why)}"
            yield f"  - after: {code(change.after.why)}"
        yield ""
        yield "</details>"
