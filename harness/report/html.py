"""One HTML page that needs nothing else: no script, no font, no request; everything that is not ours is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harness.attribute.meanings import MEANINGS
from harness.measure.models import Failure, Summary
from harness.report.origin import at_stage, candidates_name, how_many, origin_lines
from harness.report.plot import safe
from harness.report.text import BUCKET_STYLES, LOST_AND_MISSES, in_full, score_cells
from harness.text.counted import counted
from harness.types import Rate, StageRow

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { padding: .15rem .9rem .15rem 0; text-align: left; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; height: .7rem; background: #888; }
.green { color: #17803d; } .red { color: #c22; } .yellow { color: #a66a00; } .magenta { color: #a3a; }
.green.bar { background: #17803d; } .red.bar { background: #c22; } .yellow.bar { background: #a66a00; }
.magenta.bar { background: #a3a; } .dim, .note { color: #777; } .next { font-weight: bold; }
summary { cursor: pointer; padding: .2rem 0; } dl { margin: .2rem 0 1rem 1.2rem; } dd { margin-left: 1.2rem; white-space: pre-wrap; }
"""

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">"""


def summary(report: Summary, *, failures: int | None = None) -> str:
    """Return the page of a report; `failures` limits how many are told (None: all)."""
    return "\n".join(_page(report, failures)) + "\n"


def _page(report: Summary, limit: int | None) -> Iterator[str]:
    title, golden = safe(report.run_id), report.golden
    yield f"{_HEAD}\n<title>{title}</title><style>{_STYLE}</style></head><body>\n<h1>{title}</h1>"
    yield (
        f"<p>{safe(golden.name)}: {how_many(report)} "
        f"({golden.answerable} answerable, {golden.unanswerable} unanswerable), {safe(report.status)}</p>"
    )
    yield from (f'<p class="yellow">{safe(line)}</p>' for line in origin_lines(report))
    yield from (f'<p class="yellow">log: {safe(problem)}</p>' for problem in report.problems)
    yield "<h2>How far it got</h2>"
    rates = [*((f"recall@{k}", recall) for k, recall in report.recall.items())]
    rates += [(candidates_name(report), report.candidates.recall), ("ceiling", report.ceiling)]
    rates += [("accuracy", report.accuracy), ("stale contexts", report.stale_contexts)]
    yield from _table(("", "value", "of", "95% interval"), (_rate(name, rate) for name, rate in rates))
    yield "<h2>What became of each question</h2>"
    yield from _table(("", "", "", ""), _buckets(report))
    if any(report.lost.values()):
        yield "<h2>Where the evidence was lost</h2>"
        lost = ((stage, str(n), str(report.stages[stage])) for stage, n in report.lost.items() if n)
        yield from _table(("", "lost", "misses"), lost)
        yield f"<p>{_note(LOST_AND_MISSES)}</p>"
    if report.loop:
        yield "<h2>What trying again did</h2>"
        tried = ((a.move.replace("_", " "), str(a.questions), str(a.repaired), str(a.broke)) for a in report.loop.moves)
        yield from _table(("", "tried", "repaired", "broke"), tried)
    if report.probes:
        yield "<h2>What probes say of the attributions</h2>"
        said = ((bucket.replace("_", " "), *map(str, counts.values())) for bucket, counts in report.probes.items())
        yield from _table(("", "confirmed", "refuted", "unstable", "not run"), said)
    if report.causes:
        yield "<h2>Why questions failed</h2>"
        by_count = sorted(report.causes.items(), key=lambda item: -item[1])
        told = ((cause.replace("_", " "), str(n), *map(_note, MEANINGS[cause])) for cause, n in by_count)
        yield from _table(("", "", "", "look at"), told)
    if report.scores:
        yield "<h2>Scores (no judge needed)</h2>"
        scored = ((*map(safe, cells), _note(note)) for *cells, note in score_cells(report.scores))
        yield from _table(("", "value", "of", "95% interval", ""), scored)
    yield "<h2>By question type</h2>"
    parts = ((safe(n), str(s.questions), _value(s.ceiling), _value(s.accuracy)) for n, s in report.slices.items())
    yield from _table(("", "questions", "ceiling", "accuracy"), parts)
    yield "<h2>Settings</h2>"
    yield from _table(("", ""), ((safe(name), safe(str(value))) for name, value in report.settings.items()))
    shown = report.failures[:limit]
    yield f"<h2>{len(shown)} of {counted(len(report.failures) + report.failures_left_out, 'failure')}</h2>"
    for failure in shown:
        yield from _failure(failure)
    if report.recommendation:
        yield f'<p class="next">→ {safe(report.recommendation.text)}</p>'
    yield "</body></html>"


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table; its cells are HTML already."""
    yield "<table>"
    if any(header):
        yield f"<tr>{''.join(f'<th>{name}</th>' for name in header)}</tr>"
    for row in rows:
        cells = "".join(f"<td{_numeric(cell)}>{cell}</td>" for cell in row)
        yield f"<tr>{cells}</tr>"
    yield "</table>"


def _numeric(cell: str) -> str:
    return ' class="n"' if cell[:1].isdigit() else ""


def _buckets(report: Summary) -> Iterator[tuple[str, ...]]:
    for bucket, (style, meaning) in BUCKET_STYLES.items():
        if count := report.attribution[bucket]:
            width = max(1, round(100 * count / max(1, report.questions)))
            bar = f'<span class="bar {style}" style="width: {width / 5:.1f}rem"></span>'
            yield bucket.replace("_", " "), str(count), bar, f'<span class="note">{meaning}</span>'


def _rate(name: str, rate: Rate) -> tuple[str, ...]:
    if rate.value is None:
        return safe(name), "–", "", f'<span class="note">{safe(rate.reason or "")}</span>'
    return safe(name), _value(rate), f"{rate.numerator}/{rate.denominator}", f"{rate.low:.2f} – {rate.high:.2f}"


def _value(rate: Rate) -> str:
    return "–" if rate.value is None else f"{rate.value:.3f}"


def _failure(failure: Failure) -> Iterator[str]:
    where = at_stage(failure.stage)
    where += f" ({failure.cause.replace('_', ' ')})" if failure.cause else ""
    style = BUCKET_STYLES[failure.bucket][0]
    yield (
        f"<details><summary><b>{safe(failure.id)}</b> "
        f'<span class="{style}">{failure.bucket.replace("_", " ")}{where}</span> {safe(failure.question)}</summary><dl>'
    )
    told = [("answer", failure.answer or "–"), ("expected", " | ".join(failure.expected) or "–"), ("why", failure.why)]
    if failure.probe:
        told.append((f"probed: {failure.probe.status}", in_full(failure.probe)))
    if failure.proof:
        told.append((f"cause: {(failure.cause or '').replace('_', ' ')}", failure.proof))
    told += [(f"also: {other.cause.replace('_', ' ')}", other.proof) for other in failure.also]
    yield from (f"<dt>{safe(name)}</dt><dd>{safe(text)}</dd>" for name, text in told)
    yield "</dl>"
    for row in failure.evidence_rows:
        told_of_it = "" if row.stages else f"<br>{safe(row.reason)}"
        yield f"<p>evidence {row.group}: <i>{safe(row.anchor)}</i>{told_of_it}</p>"
        yield from _ledger(row.stages)
    yield from _ledger(failure.answer_rows)
    yield "</details>"


def _ledger(stages: Iterable[StageRow]) -> Iterator[str]:
    """Yield the stages as a table, one a row: what it did with the evidence, and by what."""
    styles = {"passed": "green", "lost": "red", "past": "dim", "undecided": "yellow"}
    rows = [
        (s.stage.replace("_", " "), f'<span class="{styles[s.state]}">{s.state}</span>', safe(s.by)) for s in stages
    ]
    if rows:
        yield from _table(("stage", "", ""), rows)


def _note(text: str) -> str:
    return f'<span class="note">{safe(text)}</span>'
