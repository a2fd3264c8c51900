"""Consoles that print text as it is: no markup, no emoji names, no guessed highlights."""

from __future__ import annotations

import sys

from rich.console import Console

NARROWEST = 64
"""In fewer columns a table would break its numbers in two; a terminal that folds the lines leaves them whole to read."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let `main` decide what a reader that went away means: rich would exit 1, which is a failed gate."""
        raise  # noqa: PLE0704 -- called while the BrokenPipeError is handled


def stdout_console() -> Console:
    """Return a console on stdout; colour and width as the terminal has them."""
    console = _Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST)
    return console


def stderr_console() -> Console:
    """Return a console on stderr, for progress and notes."""
    return _Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
