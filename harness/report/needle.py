"""The needle test for a terminal and as a picture: accuracy by size and position, and what the size costs."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from harness.measure.differences import ALPHA, detectable
from harness.measure.needle import POSITIONS, Cell, Miss, Needle, NeedlePair
from harness.report._lines import plain_table, print_trimmed
from harness.report.plot import Panel, Point, bar, draw, of_rate
from harness.text.counted import counted
from harness.text.printable import one_line

_BAR = 10
_SHOWN = 5
_CACHED = 0.1
"""What a cached prefix costs of a fresh one: a tenth is common, the discount varies by provider."""


def write(needle: Needle, console: Console) -> None:
    """Print it."""
    print_trimmed(console, _parts(needle))


def svg(needle: Needle) -> str:
    """Return one picture: accuracy by size for each position, and the prompt tokens."""
    sizes = sorted({cell.documents for cell in needle.cells})
    by_place = {(cell.documents, cell.position): cell for cell in needle.cells}
    positions = [p for p in POSITIONS if any(cell.position == p for cell in needle.cells)]
    accuracy = [(p, [_point(by_place.get((size, p))) for size in sizes]) for p in positions]
    tokens = {size: max(c.prompt_tokens for c in needle.cells if c.documents == size) for size in sizes}
    below = [str(size) for size in sizes]
    line = [("prompt tokens", [Point(tokens[size]) for size in sizes])]
    return draw(
        [
            Panel("accuracy by documents in the context", accuracy, below=below),
            Panel("prompt tokens by documents", line, below=below, top=max(tokens.values()) or 1),
        ]
    )


def _point(cell: Cell | None) -> Point | None:
    return of_rate(cell.accuracy) if cell else None


def _parts(needle: Needle) -> Iterator[RenderableType]:
    told = f"{counted(needle.facts, 'invented fact')} in each cell, documents of {one_line(needle.golden)} cut after"
    yield Text(f"{one_line(needle.generator)}: {told} {needle.document_words} words, exact match")
    yield _table(needle)
    yield from _notes(needle)
    yield Text()
    yield from _positions(needle)
    yield from _cost(needle)
    yield from _misses(needle.misses)


def _table(needle: Needle) -> Table:
    table = plain_table()
    for name in ("documents", "position", "accuracy", "of", "95% interval", "tokens", ""):
        table.add_column(name, justify="left" if name in {"position", ""} else "right")
    for cell in needle.cells:
        rate = cell.accuracy
        value = "–" if rate.value is None else f"{rate.value:.3f}"
        interval = "" if rate.low is None or rate.high is None else f"{rate.low:.2f} – {rate.high:.2f}"
        of = f"{rate.numerator}/{rate.denominator}"
        line = bar(rate.value or 0, 1, _BAR)
        table.add_row(f"{cell.documents:,}", cell.position, value, of, interval, f"{cell.prompt_tokens:,.0f}", line)
    return table


def _notes(needle: Needle) -> Iterator[Text]:
    yield from (Text(note, "dim") for note in needle.notes)
    if needle.estimated:
        yield Text("tokens: of the prompt, estimated, for the generator reports none", "dim")
    for what, say in (
        ("faults", "ended in a fault of the harness or the server; they stay in the denominator and are no misreading"),
        ("cut", "had prompts that the model's window cut; raise --num-ctx, or that is all this measures"),
        ("refused", "were declined with the prompt's own words"),
    ):
        count = sum(getattr(cell, what) for cell in needle.cells)
        if count:
            yield Text(f"{count} of {needle.facts * len(needle.cells)} {say}", "yellow")


def _positions(needle: Needle) -> Iterator[Text]:
    real = [pair for pair in needle.pairs if pair.p_holm < ALPHA]
    if real:
        yield Text("Shown to differ (exact McNemar on the same facts, Holm over all pairs)", "bold cyan")
        yield from (Text(f"  {_told(pair)}") for pair in sorted(real, key=lambda pair: pair.p_holm))
        return
    can = detectable(needle.facts, 1)
    drop = "none of any size" if can.alone is None else f"one of {100 * can.alone:.0f} points or more"
    if needle.pairs:
        yield Text(
            f"No effect of position or size is shown; with {counted(needle.facts, 'fact')} a cell, {drop} would be.",
            "bold",
        )
    yield Text(
        "A key to match is the easiest task there is: what passes here is not thereby safe with questions in other words.",
        "dim",
    )


def _told(pair: NeedlePair) -> str:
    (a, b), (more, fewer) = (pair.a, pair.b), (pair.only_a, pair.only_b)
    if fewer > more:
        (a, b), (more, fewer) = (b, a), (fewer, more)
    said = f"{counted(a[0], 'document')}, {a[1]}, over {b[0]}, {b[1]}"
    return f"{said}: {counted(more, 'fact')} against {fewer}, p = {pair.p:.2g}, Holm {pair.p_holm:.2g}"


def _cost(needle: Needle) -> Iterator[Text]:
    cost = needle.cost
    if cost.ratio is None or cost.smallest == cost.largest:
        return
    a, b = cost.smallest_accuracy.value or 0, cost.largest_accuracy.value or 0
    told = f"{counted(cost.largest, 'document')} cost {cost.ratio:.1f} × the prompt tokens of {cost.smallest}"
    told += f", at an accuracy of {b:.3f} against {a:.3f}, on every question"
    cached = cost.ratio * _CACHED
    yield Text(f"{told}; {cached:.1f} × where a cached prefix costs a tenth." if cached > 1 else f"{told}.")


def _misses(misses: tuple[Miss, ...]) -> Iterator[Text]:
    for miss in misses[:_SHOWN]:
        said = miss.fault if miss.answer is None else repr(miss.answer[:60])
        yield Text(one_line(f"  {miss.id}: expected {miss.expected}, got {said}"), "dim")
    if len(misses) > _SHOWN:
        yield Text(f"  … and {len(misses) - _SHOWN} more not right (--json lists all)", "dim")
