"""Several runs of one import, a line each, and what to type to look at one or to compare two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from harness.measure.models import Summary
from harness.report._lines import plain_table, print_trimmed
from harness.report.origin import origin_lines
from harness.text.counted import counted
from harness.text.printable import one_line
from harness.types import Rate


def write(summaries: Sequence[Summary], console: Console, *, logs: str = "logs") -> None:
    """Print the runs on a console, in the order in which they were made."""
    print_trimmed(console, _parts(summaries, logs))


def _parts(summaries: Sequence[Summary], logs: str) -> Iterator[RenderableType]:
    first = summaries[0]
    yield Text(f"{counted(len(summaries), 'run')} of {one_line(first.golden.name)}", style="bold")
    for line in dict.fromkeys(line for summary in summaries for line in [*origin_lines(summary)][1:]):
        yield Text(one_line(line), style="yellow")
    yield Text()
    yield _table(summaries)
    where = "" if logs == "logs" else f" --logs {logs}"
    yield Text()
    yield Text(f"→ harness report {one_line(first.run_id)}{where}")
    yield Text(f"→ harness compare {one_line(first.run_id)} {one_line(summaries[-1].run_id)}{where}")


def _table(summaries: Sequence[Summary]) -> Table:
    table = plain_table()
    table.add_column("run", overflow="fold")
    faults = any(summary.attribution["harness_fault"] for summary in summaries)
    for name in ("rows", *(["faults"] if faults else []), "ceiling", "accuracy", "abstained"):
        table.add_column(name, justify="right")
    for summary in summaries:
        refusals = summary.scores.refusal_rate if summary.scores else None
        table.add_row(
            one_line(summary.run_id),
            str(summary.questions),
            *([str(summary.attribution["harness_fault"])] if faults else []),
            _rate(summary.ceiling),
            _rate(summary.accuracy),
            _rate(refusals),
        )
    return table


def _rate(rate: Rate | None) -> str:
    return "–" if rate is None or rate.value is None else f"{rate.value:.3f}"
