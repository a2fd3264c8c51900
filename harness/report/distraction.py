"""Accuracy against k for a terminal and as a picture, and the k from which more context is shown to cost."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from harness.measure.distraction import AtK, Distraction
from harness.report._lines import plain_table, print_trimmed
from harness.report.plot import Panel, Point, bar, draw, of_rate
from harness.text.counted import counted
from harness.text.printable import one_line

_BAR = 12


def write(found: Distraction, console: Console) -> None:
    """Print it."""
    print_trimmed(console, _parts(found))


def svg(found: Distraction) -> str:
    """Return one picture: accuracy under its ceiling, and prompt tokens, against k."""
    below = [f"k {row.k}" for row in found.rows]
    tokens = [None if row.prompt_tokens is None else Point(row.prompt_tokens) for row in found.rows]
    lines = [
        ("ceiling", [of_rate(row.ceiling) for row in found.rows]),
        ("accuracy", [of_rate(row.accuracy) for row in found.rows]),
    ]
    top = max((point.y for point in tokens if point), default=1)
    return draw(
        [
            Panel("accuracy and its ceiling", lines, below=below),
            Panel("prompt tokens a question", [("prompt tokens", tokens)], below=below, top=top),
        ]
    )


def _parts(found: Distraction) -> Iterator[RenderableType]:
    yield Text(one_line(f"{found.golden}, {found.generator}: the same ranking, k chunks of it in the prompt"), "bold")
    yield _table(found)
    if any(row.estimated for row in found.rows):
        yield Text("tokens: of the prompt, estimated, for the generator reports none", "dim")
    for row in found.rows:
        if row.faults:
            yield Text(
                f"k = {row.k}: {row.faults} of the answers ended in a fault of the harness or the server, counted as not right",
                "yellow",
            )
        if row.cut_prompts:
            told = f"k = {row.k}: the model's window cut {counted(row.cut_prompts, 'prompt')}; raise --num-ctx"
            yield Text(f"{told}, or that is what costs", "yellow")
    yield Text(f"\n{_verdict(found)}", "bold")


def _table(found: Distraction) -> Table:
    table = plain_table()
    for name in ("k", "ceiling", "accuracy", "of", "95% interval", "tokens", "accuracy, of 1"):
        table.add_column(name, justify="left" if name == "accuracy, of 1" else "right")
    for row in found.rows:
        rate = row.accuracy
        interval = "" if rate.low is None or rate.high is None else f"{rate.low:.2f} – {rate.high:.2f}"
        tokens = "–" if row.prompt_tokens is None else f"{row.prompt_tokens:,.0f}"
        of = f"{rate.numerator}/{rate.denominator}"
        style = "bold" if row.k == found.best_k else ""
        cells = (str(row.k), _number(row.ceiling.value), _number(rate.value), of, interval, tokens)
        table.add_row(*cells, bar(rate.value or 0, 1, _BAR), style=style)
    return table


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _verdict(found: Distraction) -> str:
    rows = {row.k: row for row in found.rows}
    if found.best_k is None:
        return f"No accuracy is known: {found.rows[0].accuracy.reason if found.rows else 'nothing was run'}."
    best = rows[found.best_k]
    told = f"Accuracy is highest at k = {best.k} ({best.accuracy.numerator} of {best.accuracy.denominator})."
    if found.enough_k is not None and found.enough_k < best.k:
        share = _share(rows[found.enough_k], best)
        told += f" k = {found.enough_k} is not shown to be worse{f', at {share}' if share else ''}."
    if found.costs_from is not None:
        pair = next(pair for pair in found.pairs if pair.k == found.costs_from)
        lost = f"{counted(pair.only_best, 'question')} lost for {pair.only_k} gained, Holm p = {pair.p_holm:.2g}"
        return f"{told} From k = {found.costs_from} on, more context costs accuracy: {lost}."
    larger = [row for row in found.rows if row.k > best.k]
    if not larger:
        return f"{told} No larger k was tried; go on with -k."
    share = _share(larger[-1], best)
    return f"{told} No larger k is shown to cost accuracy{f'; k = {larger[-1].k} takes {share}' if share else ''}."


def _share(row: AtK, best: AtK) -> str:
    """Return what the prompt tokens of a row are of the best's, where both are known."""
    if not row.prompt_tokens or not best.prompt_tokens:
        return ""
    return f"{row.prompt_tokens / best.prompt_tokens:.1f} × the prompt tokens"
