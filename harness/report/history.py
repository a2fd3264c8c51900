"""History for a terminal and as a picture: each number over the runs, and what changed where it moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harness.history import HistoryLine, differences, series, what_changed
from harness.report._lines import duration, plain_table, print_trimmed, section
from harness.report.plot import Panel, draw, of_rate, sparkline
from harness.text.counted import counted
from harness.text.printable import printable
from harness.types import STEPS, Rate

_SHOWN_RUNS = 24
_SMALL = 0.1
_OLDEST_FIRST = "runs, oldest first"
_FEWEST_BARS = len(_OLDEST_FIRST)
_INDENT = _BETWEEN = 2


def write(lines: Sequence[HistoryLine], console: Console) -> None:
    """Print every number over the runs as bars, the last change of each, and what changed between which runs.

    Runs of different golden sets have nothing to compare, so each set has its own tables.
    """
    parts: list[RenderableType] = []
    for runs in _by_golden(lines).values():
        parts += [*([""] if parts else []), *_over_runs(runs, console.width)]
    _print(Group(*parts), console)


def _by_golden(lines: Sequence[HistoryLine]) -> dict[str, list[HistoryLine]]:
    found: dict[str, list[HistoryLine]] = {}
    for line in lines:
        found.setdefault(line.start.golden.name, []).append(line)
    return found


def write_two(before: HistoryLine, after: HistoryLine, console: Console) -> None:
    """Print two runs side by side, with what changed between them."""
    _print(Group(*_two(before, after)), console)


def _print(parts: RenderableType, console: Console) -> None:
    print_trimmed(console, [parts])


def _over_runs(lines: Sequence[HistoryLine], width: int) -> Iterator[RenderableType]:
    last = lines[-_SHOWN_RUNS:]
    cut = f"; below the last {len(last)}" if len(last) < len(lines) else ""
    yield Text(
        printable(
            f"{lines[0].start.golden.name}: {counted(len(lines), 'run')}, {lines[0].run_id} to {lines[-1].run_id}{cut}"
        ),
        "bold",
    )
    yield section("Rates (bars from 0 to 1, · undefined)")
    rates = [
        _Row(name, [None if v is None else v.value for v in values], 1, _last_two(values))
        for name, values in series(last).items()
    ]
    yield _bars(rates, ("before", "last", "", "of"), width)
    yield section("Median times and tokens (bars from 0 to the largest)")
    amounts = [_amount(name, values, _duration) for name, values in _medians(last).items()]
    amounts += [_amount(name, counts, _number) for name, counts in _tokens(last).items()]
    yield _bars(amounts, ("before", "last"), width)
    yield section("Runs")
    for before, after in zip([None, *last[:-1]], last, strict=True):
        verdict = f"  {after.verdict}" if after.verdict else ""
        flaky = f", {after.flaky} flaky" if after.flaky else ""
        yield Text(
            printable(f"  {after.run_id}{verdict}  {counted(after.questions, 'question')}{flaky}; {after.index}")
        )
        if before and (changes := what_changed(before, after)):
            yield from (Text(printable(f"    changed  {change}"), "yellow") for change in changes)


def _two(before: HistoryLine, after: HistoryLine) -> Iterator[RenderableType]:
    yield Text(printable(f"{before.run_id} → {after.run_id}"), "bold")
    changes = what_changed(before, after)
    yield section("What changed")
    yield from (Text(printable(f"  {change}"), "yellow") for change in changes or ("nothing that is logged",))
    yield section("Numbers")
    table = _table("", "before", "after", "change")
    for found in differences(before, after):
        shown = _duration if found.seconds else _number
        moved = "" if not found.change else f"{'+' if found.change > 0 else ''}{shown(found.change)}"
        table.add_row(printable(found.name), shown(found.before), shown(found.after), moved)
    yield Padding(table, (0, 0, 0, 2))


class _Row(NamedTuple):
    name: str
    values: Sequence[float | None]
    largest: float
    cells: tuple[str, ...]


def _bars(rows: Sequence[_Row], columns: tuple[str, ...], width: int) -> RenderableType:
    """Return a table with a bar a run, of as many of the last runs as there is room for beside the numbers."""
    numbers = [[row.cells[place] for row in rows] + [name] for place, name in enumerate(columns)]
    taken = [max(map(len, cells)) for cells in (*numbers, [row.name for row in rows] or [""])]
    room = width - _INDENT - sum(taken) - _BETWEEN * len(taken)
    table = _table("", _OLDEST_FIRST, *columns)
    for row in rows:
        table.add_row(printable(row.name), sparkline(row.values[-max(room, _FEWEST_BARS) :], row.largest), *row.cells)
    return Padding(table, (0, 0, 0, _INDENT))


def _table(*columns: str) -> Table:
    table = plain_table()
    for place, name in enumerate(columns):
        left = place == 0 or name.startswith("runs")
        table.add_column(name, justify="left" if left else "right", overflow="fold")
    return table


def _last_two(values: Sequence[Rate | None]) -> tuple[str, str, str, str]:
    before = values[-2] if len(values) > 1 else None
    last = values[-1]
    of = f"{last.numerator}/{last.denominator}" if last and last.value is not None else ""
    moved = ""
    if before and last and before.value is not None and last.value is not None and before.value != last.value:
        moved = f"{last.value - before.value:+.3f}"
    return _number(before.value if before else None), _number(last.value if last else None), moved, of


def _amount(name: str, values: Sequence[float | None], shown: Callable[[float | None], str]) -> _Row:
    cells = tuple(["", *map(shown, values[-2:])][-2:])
    return _Row(name, values, max((v for v in values if v), default=1.0), cells)


def _medians(lines: Sequence[HistoryLine]) -> dict[str, list[float | None]]:
    return {
        f"{step} p50": [line.seconds[step].p50 if step in line.seconds else None for line in lines]
        for step in STEPS
        if any(step in line.seconds for line in lines)
    }


def _tokens(lines: Sequence[HistoryLine]) -> dict[str, list[float | None]]:
    found: dict[str, list[float | None]] = {}
    for kind in ("prompt", "answer"):
        counts = [getattr(line.tokens, kind) for line in lines]
        if any(count is not None for count in counts):
            found[f"{kind} tokens"] = counts
    return found


def _duration(seconds: float | None) -> str:
    return "–" if seconds is None else duration(seconds)


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}" if abs(value) >= _SMALL else f"{value:.3g}"


# --- the picture ------------------------------------------------------------------------------------------------------


def svg(lines: Sequence[HistoryLine]) -> str:
    """Return one picture: a small plot for each rate with its 95% interval, a dashed line where something changed."""
    sets = _by_golden(lines)
    return draw([panel for name, runs in sets.items() for panel in _panels(f"{name}: " if len(sets) > 1 else "", runs)])


def _panels(prefix: str, lines: Sequence[HistoryLine]) -> Iterator[Panel]:
    changed = [place for place, (a, b) in enumerate(pairwise(lines), 1) if what_changed(a, b)]
    for name, values in series(lines).items():
        yield _panel(prefix + name, values, changed)


def _panel(name: str, values: Sequence[Rate | None], changed: Sequence[int]) -> Panel:
    last = values[-1]
    said = "–" if last is None or last.value is None else f"{last.value:.3f} ({last.numerator}/{last.denominator})"
    return Panel(title=name, lines=[("", [of_rate(value) for value in values])], note=said, marked=changed)
