"""A comparison for a terminal: the verdict first, then the numbers, then every question that changed, with its reasons."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harness.compare import Change, Comparison, Kind, Side, State
from harness.report._lines import grid, print_trimmed, section
from harness.report.origin import at_stage
from harness.report.text import each_text
from harness.text.counted import agreeing, counted
from harness.types import Rate

TITLES: dict[Kind, str] = {
    "newly_failing": "Newly failing",
    "newly_passing": "Newly passing",
    "moved": "Failing or passing as before, for another reason",
    "flaky": "Flaky: answered differently when asked again, so they decide nothing",
}
_STYLES = {"PASS": "bold green", "FAIL": "bold red", "INCONCLUSIVE": "bold yellow"}
_CHANGE_STYLES: dict[Kind, str] = {
    "newly_failing": "red",
    "newly_passing": "green",
    "moved": "yellow",
    "flaky": "dim",
}


def write(comparison: Comparison, console: Console) -> None:
    """Print the comparison; as many changes as it holds."""
    print_trimmed(console, _parts(Comparison.model_validate(each_text(comparison.model_dump()))))


def notes(comparison: Comparison) -> Iterator[str]:
    """Yield what a reader must know before the numbers, one sentence each; the golden sets' difference comes first."""
    c = comparison
    if c.different_golden:
        yield f"different golden sets: {c.different_golden}; paired by question id"
    if c.asked_differently:
        yield f"{counted(c.asked_differently, 'question')} of the same id {agreeing(c.asked_differently, 'asks or expects', 'ask or expect')} something else in the two runs"
    for name, side in (("base", c.base), ("candidate", c.candidate)):
        if side.status != "complete":
            yield f"{name} {side.run_id} is {side.status}"
        yield from _unmeasured(name, side)
        yield from (f"{name} log, {problem}" for problem in side.problems)
    if c.unjudged:
        yield f"{counted(c.unjudged, 'question has', 'questions have')} no accepted answers: nobody can say whether {agreeing(c.unjudged, 'it is right, so it decides', 'they are right, so they decide')} nothing"
    if c.flaky:
        yield f"{counted(c.flaky, 'question was', 'questions were')} measured as flaky; {agreeing(c.flaky, 'it decides', 'they decide')} nothing"


def _unmeasured(name: str, side: Side) -> Iterator[str]:
    if side.missing:
        told = counted(side.missing, "question is", "questions are")
        yield f"{told} missing from the {name}; {_taken(name, side.missing)}"
    if side.faults:
        yield f"{counted(side.faults, 'question')} ended in a fault in the {name}; {_taken(name, side.faults)}"


def _taken(name: str, count: int) -> str:
    """Return what becomes of so many questions that one run did not measure."""
    if name == "candidate":
        return agreeing(count, "it counts as failing", "they count as failing")
    taken = agreeing(count, "it is taken to have passed there", "they are taken to have passed there")
    return f"{taken}, unless the candidate lacks {agreeing(count, 'it', 'them')} too"


def in_words(comparison: Comparison) -> str:
    """Return what the numbers can and cannot tell, as a sentence or two."""
    c = comparison
    if c.difference is None or c.low is None or c.high is None:
        return "nothing can be compared"
    told = (
        f"candidate minus base: {100 * c.difference:+.1f} points, 95% interval {100 * c.low:+.1f} to {100 * c.high:+.1f}; "
        f"exact McNemar p = {c.p:.2g}"
    )
    if c.smallest_drop is None:
        return f"{told}; with {counted(c.questions, 'question')} no drop at all would be found"
    return (
        f"{told}; with {counted(c.questions, 'question')} and this much change either way, "
        f"a true drop of {c.smallest_drop:.1f} points is the smallest found 4 times in 5"
    )


def _parts(c: Comparison) -> Iterator[RenderableType]:
    if c.different_golden:
        yield Text(next(notes(c)), "bold red")
    yield Text.assemble((c.verdict, _STYLES[c.verdict]), "  ", c.reason)
    yield Text.assemble((f"{c.base.run_id} → {c.candidate.run_id}", "bold"), f"  ({c.base.golden.name})")
    for note in list(notes(c))[bool(c.different_golden) :]:
        yield Text(note, "yellow")
    yield section("Passing (right and supported; unanswerable: nothing shown)")
    yield Padding(_rates(c), (0, 0, 0, 2))
    yield Padding(Text(in_words(c), "dim"), (0, 0, 0, 2))
    if len(c.slices) > 1:
        yield section("By question type (p: worse, one-sided, by Holm)")
        yield Padding(_slices(c), (0, 0, 0, 2))
    yield section("What became of each question")
    yield Padding(_buckets(c), (0, 0, 0, 2))
    if c.settings:
        yield section("What changed between the runs")
        yield from (Text(f"  {change}") for change in c.settings)
    for kind, title in TITLES.items():
        yield from _changes(c, kind, title)


def _rates(c: Comparison) -> Table:
    table = grid("", "value", "of", "95% interval", "missing", "faults")
    for name, side in (("base", c.base), ("candidate", c.candidate)):
        table.add_row(name, *_cells(side.passes), str(side.missing), str(side.faults))
    return table


def _cells(rate: Rate) -> tuple[str, str, str]:
    if rate.value is None:
        return "–", "", ""
    return f"{rate.value:.3f}", f"{rate.numerator}/{rate.denominator}", f"{rate.low:.2f} – {rate.high:.2f}"


def _slices(c: Comparison) -> Table:
    table = grid("", "questions", "base", "candidate", "lost", "gained", "p")
    for part in c.slices:
        before, after = _cells(part.base)[0], _cells(part.candidate)[0]
        style = "red" if part.p_holm <= c.rule.alpha else ""
        counts = str(part.lost), str(part.gained), f"{part.p_holm:.2g}"
        table.add_row(Text(part.type, style), str(part.questions), before, after, *counts)
    return table


def _buckets(c: Comparison) -> Table:
    table = grid("", "base", "candidate", "")
    for bucket, (before, after) in c.buckets.items():
        moved = f"{after - before:+d}" if after != before else ""
        table.add_row(bucket.replace("_", " "), str(before), str(after), moved)
    return table


def _changes(c: Comparison, kind: Kind, title: str) -> Iterator[RenderableType]:
    total = c.changed.get(kind, 0)
    told = [change for change in c.changes if change.kind == kind]
    if not total:
        return
    yield section(f"{title} ({total})")
    for change in told:
        yield Padding(_change(change), (0, 0, 0, 2))
    if len(told) < total:
        yield Text(f"  … {total - len(told)} more: --changes all", "dim")


def _change(change: Change) -> Text:
    return Text.assemble(
        (f"{change.id}  ", "bold"),
        (f"{label(change.before)} → {label(change.after)}\n", _CHANGE_STYLES[change.kind]),
        f"{change.question}\n",
        ("before  ", "dim"),
        f"{change.before.why}\n",
        ("after   ", "dim"),
        change.after.why,
    )


def label(state: State) -> str:
    """Return the bucket with its stage, such as `retrieval miss at rerank`; `missing` without a record."""
    if state.bucket is None:
        return "missing"
    return state.bucket.replace("_", " ") + at_stage(state.stage)
