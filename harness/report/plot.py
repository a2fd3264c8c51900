"""Plots: small panels in one SVG that needs nothing to be shown, and bars that survive a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from harness.text.printable import printable
from harness.types import Rate

_LEVELS = "▁▂▃▄▅▆▇█"
_EIGHTHS = " ▏▎▍▌▋▊▉"
_WIDTH, _HEIGHT, _LEFT, _TOP, _GAP = 300, 90, 44, 26, 24
_LEGEND_ROW = 15
_COLOURS = ("#36c", "#c33", "#383", "#83a", "#c80", "#088", "#a53", "#555", "#b39", "#690", "#06a")


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a plot, with its interval where it has one."""

    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """One small plot: lines over the same places from left to right, null where a line has no value.

    `note` stands at the top right, `below` under each place, `top` is the end of the scale, which begins at 0; a place in
    `marked` gets a dashed line before it.
    """

    title: str
    lines: Sequence[tuple[str, Sequence[Point | None]]]
    note: str = ""
    below: Sequence[str] = ()
    top: float = 1
    marked: Sequence[int] = ()


def of_rate(rate: Rate | None) -> Point | None:
    """Return a rate with its interval as a point; null where it is undefined."""
    return None if rate is None or rate.value is None else Point(rate.value, rate.low, rate.high)


def sparkline(values: Sequence[float | None], largest: float) -> str:
    """Return one character a value, from 0 to `largest`; a dot where there is none."""
    top = len(_LEVELS) - 1
    return "".join("·" if v is None else _LEVELS[min(top, max(0, round(v / largest * top)))] for v in values)


def bar(value: float, largest: float, width: int) -> str:
    """Return a bar of at most `width` characters, to an eighth of one."""
    eighths = max(0, min(8 * width, round(8 * width * value / largest))) if largest else 0
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def draw(panels: Sequence[Panel], columns: int = 2) -> str:
    """Return one picture of all panels; lines are told apart in a legend where there is more than one."""
    names = list(dict.fromkeys(name for panel in panels for name, _ in panel.lines))
    colours = {name: _COLOURS[n % len(_COLOURS)] for n, name in enumerate(names)}
    row = _HEIGHT + _TOP + 26 + (12 if any(panel.below for panel in panels) else 0)
    legend = _LEGEND_ROW * (-(-len(names) // columns)) + 12 if len(names) > 1 else 0
    wide = columns * (_WIDTH + _LEFT + _GAP)
    high = -(-len(panels) // columns) * row + 10 + legend
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"',
        'font-family="system-ui, sans-serif" font-size="11">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for place, panel in enumerate(panels):
        x = _LEFT + place % columns * (_WIDTH + _LEFT + _GAP)
        body += _panel(panel, colours, (x, _TOP + place // columns * row))
    if legend:
        body += _legend(colours, high - legend, columns)
    return "\n".join([*body, "</svg>\n"])


def _legend(colours: dict[str, str], top: int, columns: int) -> Iterator[str]:
    for place, (name, colour) in enumerate(colours.items()):
        x = _LEFT + place % columns * (_WIDTH + _LEFT + _GAP)
        y = top + place // columns * _LEGEND_ROW
        yield f'<rect x="{x}" y="{y}" width="14" height="4" fill="{colour}"/>'
        yield f'<text x="{x + 20}" y="{y + 6}">{safe(name)}</text>'


def _panel(panel: Panel, colours: dict[str, str], at: tuple[int, int]) -> Iterator[str]:
    x, y = at
    places = max((len(values) for _, values in panel.lines), default=1)
    step = _WIDTH / max(1, places - 1)
    yield f'<text x="{x}" y="{y - 8}" font-weight="bold">{safe(panel.title)}</text>'
    yield f'<text x="{x + _WIDTH}" y="{y - 8}" text-anchor="end" fill="#555">{safe(panel.note)}</text>'
    for level in (0, 0.5, 1):
        height = y + _HEIGHT * (1 - level)
        yield f'<path d="M{x},{height:.1f}h{_WIDTH}" stroke="#ddd"/>'
        label = f"{level * panel.top:,g}"
        yield f'<text x="{x - 6}" y="{height + 4:.1f}" text-anchor="end" fill="#777">{label}</text>'
    for place, label in enumerate(panel.below):
        across = x + place * step
        yield f'<text x="{across:.1f}" y="{y + _HEIGHT + 14}" text-anchor="middle" fill="#777">{safe(label)}</text>'
    for place in panel.marked:
        across = x + place * step - step / 2
        yield f'<path d="M{across:.1f},{y}v{_HEIGHT}" stroke="#c80" stroke-dasharray="3 3"/>'
    banded = len(panel.lines) == 1
    for name, values in panel.lines:
        for run in _unbroken(values):
            yield from _line(run, colours[name], panel.top, (x, y, step), banded=banded)


def _line(
    run: Sequence[tuple[int, Point]], colour: str, top: float, at: tuple[int, int, float], *, banded: bool
) -> Iterator[str]:
    x, y, step = at

    def point(place: int, value: float) -> str:
        return f"{x + place * step:.1f},{y + _HEIGHT * (1 - min(1.0, value / top)):.1f}"

    if banded:
        upper = [point(place, p.y if p.high is None else p.high) for place, p in run]
        lower = [point(place, p.y if p.low is None else p.low) for place, p in reversed(run)]
        yield f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" fill-opacity="0.15"/>'
    line = " ".join(point(place, p.y) for place, p in run)
    yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
    for place, p in run:
        centre = point(place, p.y).split(",")
        yield f'<circle cx="{centre[0]}" cy="{centre[1]}" r="2" fill="{colour}"/>'


def _unbroken(values: Sequence[Point | None]) -> Iterator[list[tuple[int, Point]]]:
    run: list[tuple[int, Point]] = []
    for place, point in enumerate(values):
        if point is not None:
            run.append((place, point))
        elif run:
            yield run
            run = []
    if run:
        yield run


def safe(text: str) -> str:
    """Return text as it may stand in HTML and SVG: escaped, printable, without halves of surrogate pairs."""
    return escape(printable(text).encode("utf-8", "replace").decode("utf-8"))
