"""How many of something, in words that agree with the number."""

from __future__ import annotations


def counted(number: int, noun: str, many: str = "") -> str:
    """Return the number and its noun: `1 question`, `2 questions`; `many` where the plural is more than an s."""
    return f"{number:,} {agreeing(number, noun, many or f'{noun}s')}"


def agreeing(number: int, one: str, many: str) -> str:
    """Return the word that goes with the number: `has` or `have`."""
    return one if number == 1 else many
