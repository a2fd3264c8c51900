"""How reports lay out text: sections, tables that fit the width there is, and lines without the blanks Rich pads them with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

_LONGEST_WORD, _LONGEST_CELL, _SHORTEST_NOTE = 16, 24, 14
"""What is longer may be folded: one odd name must not take the columns from all others. Shorter is not worth reading."""


def print_trimmed(console: Console, parts: Iterable[RenderableType]) -> None:
    """Print the parts one below the other, each line without trailing blanks: a pipe, a diff and a copy see them."""
    with console.capture() as captured:
        console.print(Group(*parts))
    for line in captured.get().removesuffix("\n").split("\n"):
        console.out(line.rstrip(), highlight=False)


def section(title: str) -> Text:
    """Return the heading of a part, with a blank line above."""
    return Text(f"\n{title}", style="bold cyan")


def duration(seconds: float) -> str:
    """Return seconds as every report tells them: milliseconds below one second."""
    return f"{seconds:.2f} s" if abs(seconds) >= 1 else f"{1000 * seconds:.2f} ms"


class FittingTable(Table):
    """A table without lines that never breaks a number: words wrap first, then each row stands in lines of its own."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table in columns where they fit, else row by row."""
        between = self.padding[1]
        widths = _fitted(self._wanted(), options.max_width - between * (len(self.columns) - 1))
        if widths is None:
            yield from self._row_by_row(options.max_width)
            return
        for column, width in zip(self.columns, widths, strict=True):
            column.width = width
        yield from super().__rich_console__(console, options)

    def _wanted(self) -> list[tuple[int, int]]:
        """Return the least and the best width of each column; numbers stand on the right, and are kept whole."""
        wanted = []
        for place, column in enumerate(self.columns):
            cells = [_plain(cell) for cell in column.cells]
            header = _plain(column.header) if self.show_header else ""
            best = max(map(cell_len, [header, *cells]))
            if column.no_wrap:
                wanted.append((best, best))
                continue
            if column.justify == "right":
                least = _longest(cells, _LONGEST_CELL)
            else:
                least = max(_longest_word(cells), min(best, _SHORTEST_NOTE if place else _LONGEST_CELL))
            wanted.append((max(least, _longest_word([header])), best))
        return wanted

    def _row_by_row(self, width: int) -> Iterator[RenderableType]:
        for cells in zip(*(list(column.cells) for column in self.columns), strict=True):
            told: list[Text] = []
            for place, (column, cell) in enumerate(zip(self.columns, cells, strict=True)):
                text = cell.copy() if isinstance(cell, Text) else Text(str(cell))
                if not text.plain:
                    continue
                if place == 0 and column.justify != "right":
                    yield text
                    continue
                named = _plain(column.header) if self.show_header else ""
                told.append(Text.assemble((f"{named} ", "dim"), text) if named else text)
            yield from _flowing(told, width)


def _fitted(wanted: list[tuple[int, int]], room: int) -> list[int] | None:
    """Return widths that fit, the widest columns giving way first; None where the least is too much."""
    if sum(least for least, _ in wanted) > room:
        return None
    widths = [best for _, best in wanted]
    while sum(widths) > room:
        place = max(range(len(widths)), key=lambda n: (widths[n] > wanted[n][0], widths[n]))
        widths[place] -= 1
    return widths


def _flowing(parts: Iterable[Text], width: int) -> Iterator[RenderableType]:
    """Yield the parts in as few lines as they need, none broken that fits a line; indented by two."""
    line = Text("  ")
    for part in parts:
        if line.plain.strip():
            if line.cell_len + 2 + part.cell_len <= width:
                line.append("  ").append_text(part)
                continue
            yield _hanging(line, width)
            line = Text("  ")
        line.append_text(part)
    if line.plain.strip():
        yield _hanging(line, width)


def _hanging(line: Text, width: int) -> RenderableType:
    if line.cell_len <= width:
        return line
    return Padding(line[2:], (0, 0, 0, 2))


def _plain(cell: object) -> str:
    return cell.plain if isinstance(cell, Text) else str(cell)


def _longest_word(texts: Iterable[str]) -> int:
    return _longest((word for text in texts for word in text.split()), _LONGEST_WORD)


def _longest(texts: Iterable[str], most: int) -> int:
    return max((min(cell_len(text), most) for text in texts), default=0)


def plain_table(*, header: bool = True, between: int = 2) -> FittingTable:
    """Return a table without lines or columns, two blanks between cells."""
    return FittingTable(box=None, pad_edge=False, padding=(0, between, 0, 0), show_header=header, header_style="dim")


def grid(*columns: str) -> FittingTable:
    """Return a table whose first column is words and whose others are numbers; no header where no column has a name."""
    table = plain_table(header=any(columns))
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place else "left", overflow="fold")
    return table
