"""Consoles that print text as it is: no markup, no emoji names, no guessed highlights."""

from __future__ import annotations

import sys

from rich.console import Console


def stdout_console() -> Console:
    """Return a console on stdout; colour and width as the terminal has them."""
    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False)


def stderr_console() -> Console:
    """Return a console on stderr, for progress and notes."""
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
