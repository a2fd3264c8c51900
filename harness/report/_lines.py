"""Printing what Rich lays out without the blanks it pads lines with: a pipe, a diff and a copy see them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType


def print_trimmed(console: Console, parts: Iterable[RenderableType]) -> None:
    """Print the parts one below the other, each line without trailing blanks."""
    with console.capture() as captured:
        console.print(Group(*parts))
    for line in captured.get().removesuffix("\n").split("\n"):
        console.out(line.rstrip(), highlight=False)
