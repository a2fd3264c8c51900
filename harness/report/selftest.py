"""A selftest for a terminal: the confusion matrix of planted stages and blamed ones, each kind of plant, every miss."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from harness.report._lines import grid, plain_table, print_trimmed, section
from harness.selftest.result import LABELS, Planted, SelfTest
from harness.text.counted import counted
from harness.text.printable import one_line
from harness.types import Rate

_REASONS, _WHY = 12, 240


def write_selftest(result: SelfTest, console: Console) -> None:
    """Print everything; a miss is told in full."""
    print_trimmed(console, _parts(result))


def _parts(result: SelfTest) -> Iterator[RenderableType]:
    yield Text.assemble(
        (one_line(result.golden), "bold"),
        f": {counted(result.plants, 'plant')} on {counted(result.questions, 'question')}",
    )
    yield Text(", ".join(f"{name} {value}" for name, value in result.settings.items()), "dim")
    yield Text()
    yield _rates(result)
    if result.matrix:
        yield section("Planted (rows) and blamed (columns)")
        yield _matrix(result)
    yield section("Each kind of plant")
    yield _kinds(result)
    if result.not_plantable:
        yield section("Not plantable")
        yield _reasons(result)
    if result.misses:
        yield section(f"All {len(result.misses)} misses" if len(result.misses) > 1 else "The one miss")
        yield from (_miss(miss) for miss in result.misses)
    if result.moved:
        yield section("Changes that moved a retrieval label")
        yield from (
            Text(f"  {one_line(m.question_id)}  {m.kind}, {m.change}: {m.before} → {m.after}", "red")
            for m in result.moved
        )
    yield Text()
    for reason in result.failed:
        yield Text(f"FAIL  {reason}", "bold red")
    if result.passed:
        yield Text("PASS  every share is what it must be", "bold green")


def _rates(result: SelfTest) -> Padding:
    table = grid("", "value", "of", "95% interval")
    for name, rate in (
        ("right stage", result.stage),
        ("right stage and cause", result.cause),
        ("labels unmoved", result.swaps),
    ):
        table.add_row(Text(name, "bold"), *_shown(rate))
    return Padding(table, (0, 0, 0, 2))


def _shown(rate: Rate) -> tuple[str, str, str]:
    if rate.value is None:
        return "–", rate.reason or "", ""
    return f"{rate.value:.4f}", f"{rate.numerator:,}/{rate.denominator:,}", f"{rate.low:.4f} – {rate.high:.4f}"


def _matrix(result: SelfTest) -> Padding:
    seen = {label for row in result.matrix.values() for label in row} | set(result.matrix)
    labels = [*(label for label in LABELS if label in seen), *sorted(seen - set(LABELS))]
    table = plain_table(between=1)
    table.add_column("")
    for number, _ in enumerate(labels, 1):
        table.add_column(str(number), justify="right")
    for number, label in enumerate(labels, 1):
        row = result.matrix.get(label)
        if row is None:
            table.add_row(Text(f"{number} {_words(label)}", "dim"))
            continue
        cells = [_cell(row.get(other, 0), right=other == label) for other in labels]
        table.add_row(f"{number} {_words(label)}", *cells)
    return Padding(table, (0, 0, 0, 2))


def _cell(count: int, *, right: bool) -> Text:
    if not count:
        return Text("·", "dim")
    return Text(str(count), "green" if right else "bold red")


def _kinds(result: SelfTest) -> Padding:
    table = grid("plant", "cause", "planted", "right")
    table.columns[1].justify = "left"
    for label in LABELS:
        of_label = {name: kind for name, kind in result.kinds.items() if kind.label == label and kind.planted}
        if of_label:
            table.add_row(Text(_words(label), "bold"))
        for name, kind in of_label.items():
            right = Text(str(kind.cause_right), "" if kind.cause_right == kind.planted else "bold red")
            table.add_row(f"  {name}", _words(kind.cause or "none"), str(kind.planted), right)
    return Padding(table, (0, 0, 0, 2))


def _reasons(result: SelfTest) -> Padding:
    table = grid("", "", "")
    table.columns[0].justify, table.columns[1].justify, table.columns[2].justify = "right", "left", "left"
    for one in result.not_plantable[:_REASONS]:
        table.add_row(str(one.questions), one.kind, Text(one_line(one.reason), "dim"))
    hidden = result.not_plantable[_REASONS:]
    if hidden:
        told = f"for {counted(len(hidden), 'other reason')}; see --json"
        table.add_row(str(sum(one.questions for one in hidden)), "", Text(told, "dim"))
    return Padding(table, (0, 0, 0, 2))


def _miss(miss: Planted) -> Padding:
    wanted, got = _label(miss.label, miss.cause), _label(miss.got_label, miss.got_cause)
    listed = f"; not listed: {', '.join(map(_words, miss.unlisted))}" if miss.unlisted else ""
    told = Text.assemble(
        (f"{one_line(miss.question_id)}  ", "bold"),
        f"{miss.kind}: ",
        (f"{wanted} wanted, {got} found{listed}\n", "red"),
        ("answer  ", "dim"),
        f"{_clip(miss.answer)}\n",
        ("why     ", "dim"),
        _clip(miss.why),
    )
    return Padding(told, (0, 0, 0, 2))


def _label(label: str, cause: str | None) -> str:
    return f"{_words(label)} ({_words(cause)})" if cause else _words(label)


def _clip(text: str) -> str:
    flat = one_line(" ".join(text.split()))
    return flat if len(flat) <= _WHY else f"{flat[: _WHY - 1]}…"


def _words(name: str) -> str:
    return name.replace("_", " ")
