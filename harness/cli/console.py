"""Consoles that print text as it is: no markup, no emoji names, no guessed highlights."""

from __future__ import annotations

import sys
import textwrap

from rich.console import Console

NARROWEST = 40
"""In fewer columns even a line of its own is too short for a name; a terminal that folds the lines leaves them whole to read."""

LONGEST_LINE = 80


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let `main` decide what a reader that went away means: rich would exit 1, which is a failed gate."""
        raise  # noqa: PLE0704 -- called while the BrokenPipeError is handled


def stdout_console() -> Console:
    """Return a console on stdout; colour and width as the terminal has them."""
    console = _Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST)
    return console


def wrapped(text: str, first: str, rest: str) -> list[str]:
    """Return prose as lines that fit stdout and are not too long to read; they begin with `first`, then `rest`."""
    width = min(stdout_console().width, LONGEST_LINE)
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def stderr_console() -> Console:
    """Return a console on stderr, for progress and notes."""
    return _Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
