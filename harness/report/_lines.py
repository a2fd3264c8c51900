"""How reports lay out text: sections, grids, and lines without the blanks that Rich pads them with."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text


def print_trimmed(console: Console, parts: Iterable[RenderableType]) -> None:
    """Print the parts one below the other, each line without trailing blanks: a pipe, a diff and a copy see them."""
    with console.capture() as captured:
        console.print(Group(*parts))
    for line in captured.get().removesuffix("\n").split("\n"):
        console.out(line.rstrip(), highlight=False)


def section(title: str) -> Text:
    """Return the heading of a part, with a blank line above."""
    return Text(f"\n{title}", style="bold cyan")


def plain_table(*, header: bool = True) -> Table:
    """Return a table without lines or columns, two blanks between cells."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=header, header_style="dim")


def grid(*columns: str) -> Table:
    """Return a table whose first column is words and whose others are numbers; no header where no column has a name."""
    table = plain_table(header=any(columns))
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left", overflow="fold")
    return table
