"""History for a terminal and as a picture: each number over the runs, and what changed where it moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from harness.history import HistoryLine, differences, series, what_changed
from harness.report._lines import print_trimmed
from harness.text.printable import printable
from harness.types import STEPS, Rate

_LEVELS = "▁▂▃▄▅▆▇█"
_SHOWN_RUNS = 24
_SMALL = 0.1
_WIDTH, _HEIGHT, _LEFT, _TOP, _COLUMNS = 300, 90, 44, 26, 2


def write(lines: Sequence[HistoryLine], console: Console) -> None:
    """Print every number over the runs as bars, the last change of each, and what changed between which runs."""
    _print(Group(*_over_runs(lines)), console)


def write_two(before: HistoryLine, after: HistoryLine, console: Console) -> None:
    """Print two runs side by side, with what changed between them."""
    _print(Group(*_two(before, after)), console)


def _print(parts: RenderableType, console: Console) -> None:
    print_trimmed(console, [parts])


def _over_runs(lines: Sequence[HistoryLine]) -> Iterator[RenderableType]:
    last = lines[-_SHOWN_RUNS:]
    yield Text(printable(f"{len(lines)} runs, {last[0].run_id} to {last[-1].run_id}"), "bold")
    yield Text("\nRates (bars from 0 to 1, · undefined)", "bold cyan")
    rates = _table("", "runs, oldest first", "before", "last", "", "of")
    for name, values in series(last).items():
        rates.add_row(name, _bars([None if v is None else v.value for v in values], 1.0), *_last_two(values))
    yield Padding(rates, (0, 0, 0, 2))
    yield Text("\nMedian seconds and tokens (bars from 0 to the largest)", "bold cyan")
    amounts = _table("", "runs, oldest first", "before", "last")
    for name, counts in _amounts(last).items():
        shown = [_number(value) for value in counts[-2:]]
        amounts.add_row(name, _bars(counts, max((v for v in counts if v), default=1.0)), *["", *shown][-2:])
    yield Padding(amounts, (0, 0, 0, 2))
    yield Text("\nRuns", "bold cyan")
    for before, after in zip([None, *last[:-1]], last, strict=True):
        verdict = f"  {after.verdict}" if after.verdict else ""
        flaky = f", {after.flaky} flaky" if after.flaky else ""
        yield Text(printable(f"  {after.run_id}{verdict}  {after.questions} questions{flaky}; {after.index}"))
        if before and (changes := what_changed(before, after)):
            yield from (Text(printable(f"    changed  {change}"), "yellow") for change in changes)


def _two(before: HistoryLine, after: HistoryLine) -> Iterator[RenderableType]:
    yield Text(printable(f"{before.run_id} → {after.run_id}"), "bold")
    changes = what_changed(before, after)
    yield Text("\nWhat changed", "bold cyan")
    yield from (Text(printable(f"  {change}"), "yellow") for change in changes or ("nothing that is logged",))
    yield Text("\nNumbers", "bold cyan")
    table = _table("", "before", "after", "change")
    for found in differences(before, after):
        moved = "" if not found.change else f"{'+' if found.change > 0 else ''}{_number(found.change)}"
        table.add_row(printable(found.name), _number(found.before), _number(found.after), moved)
    yield Padding(table, (0, 0, 0, 2))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, name in enumerate(columns):
        left = place == 0 or name.startswith("runs")
        table.add_column(name, justify="left" if left else "right", overflow="fold")
    return table


def _bars(values: Sequence[float | None], largest: float) -> str:
    top = len(_LEVELS) - 1
    return "".join("·" if v is None else _LEVELS[min(top, max(0, round(v / largest * top)))] for v in values)


def _last_two(values: Sequence[Rate | None]) -> tuple[str, str, str, str]:
    before = values[-2] if len(values) > 1 else None
    last = values[-1]
    of = f"{last.numerator}/{last.denominator}" if last and last.value is not None else ""
    moved = ""
    if before and last and before.value is not None and last.value is not None and before.value != last.value:
        moved = f"{last.value - before.value:+.3f}"
    return _number(before.value if before else None), _number(last.value if last else None), moved, of


def _amounts(lines: Sequence[HistoryLine]) -> dict[str, list[float | None]]:
    found: dict[str, list[float | None]] = {}
    for step in STEPS:
        if any(step in line.seconds for line in lines):
            found[f"{step} p50 s"] = [line.seconds[step].p50 if step in line.seconds else None for line in lines]
    for kind in ("prompt", "answer"):
        counts = [getattr(line.tokens, kind) for line in lines]
        if any(count is not None for count in counts):
            found[f"{kind} tokens"] = counts
    return found


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}" if abs(value) >= _SMALL else f"{value:.3g}"


# --- the picture ------------------------------------------------------------------------------------------------------


def svg(lines: Sequence[HistoryLine]) -> str:
    """Return one picture: a small plot for each rate with its 95% interval, a dashed line where something changed."""
    plots = series(lines)
    changed = [bool(what_changed(a, b)) for a, b in pairwise(lines)]
    rows = (len(plots) + _COLUMNS - 1) // _COLUMNS
    wide, high = _COLUMNS * (_WIDTH + _LEFT + 24), rows * (_HEIGHT + _TOP + 26) + 10
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"',
        'font-family="system-ui, sans-serif" font-size="11">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for place, (name, values) in enumerate(plots.items()):
        x = _LEFT + place % _COLUMNS * (_WIDTH + _LEFT + 24)
        y = _TOP + place // _COLUMNS * (_HEIGHT + _TOP + 26)
        body += _plot(name, values, changed, (x, y))
    return "\n".join([*body, "</svg>\n"])


def _plot(name: str, values: Sequence[Rate | None], changed: Sequence[bool], at: tuple[int, int]) -> Iterator[str]:
    x, y = at
    step = _WIDTH / max(1, len(values) - 1)

    def point(place: int, value: float) -> str:
        return f"{x + place * step:.1f},{y + _HEIGHT * (1 - value):.1f}"

    last = values[-1]
    said = "–" if last is None or last.value is None else f"{last.value:.3f} ({last.numerator}/{last.denominator})"
    yield f'<text x="{x}" y="{y - 8}" font-weight="bold">{_safe(name)}</text>'
    yield f'<text x="{x + _WIDTH}" y="{y - 8}" text-anchor="end" fill="#555">{said}</text>'
    for level in (0, 0.5, 1):
        height = y + _HEIGHT * (1 - level)
        yield f'<path d="M{x},{height:.1f}h{_WIDTH}" stroke="#ddd"/>'
        yield f'<text x="{x - 6}" y="{height + 4:.1f}" text-anchor="end" fill="#777">{level:g}</text>'
    for place, moved in enumerate(changed, 1):
        if moved:
            yield f'<path d="M{x + place * step - step / 2:.1f},{y}v{_HEIGHT}" stroke="#c80" stroke-dasharray="3 3"/>'
    for run in _unbroken(values):
        upper = [point(place, rate.high or 0) for place, rate in run]
        lower = [point(place, rate.low or 0) for place, rate in reversed(run)]
        yield f'<polygon points="{" ".join(upper + lower)}" fill="#36c" fill-opacity="0.15"/>'
        line = " ".join(point(place, rate.value or 0) for place, rate in run)
        yield f'<polyline points="{line}" fill="none" stroke="#36c" stroke-width="1.5"/>'
        for place, rate in run:
            centre = point(place, rate.value or 0).split(",")
            yield f'<circle cx="{centre[0]}" cy="{centre[1]}" r="2" fill="#36c"/>'


def _unbroken(values: Sequence[Rate | None]) -> Iterator[list[tuple[int, Rate]]]:
    run: list[tuple[int, Rate]] = []
    for place, rate in enumerate(values):
        if rate is not None and rate.value is not None:
            run.append((place, rate))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _safe(text: str) -> str:
    return escape(printable(text).encode("utf-8", "replace").decode("utf-8"))
