"""Numbers that belong together: 1 in 1,000 is one share, and "up to 8 persons or 630 kg" bounds both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from harness.text.typed.lexicon import Lexicon
from harness.text.typed.measures import comparator_after
from harness.text.typed.values import Typed

_IN = {
    "en": re.compile(r" (?:in(?: every)?|out of(?: every)?) "),
    "de": re.compile(r" (?:von|zu|unter) "),
    "fr": re.compile(r" sur "),
    "es": re.compile(r" de cada "),
}
_PARTS_APART = {"fr": re.compile(r" [^\W\d_]{1,20} sur "), "es": re.compile(r" [^\W\d_]{1,20} de cada ")}
_YEARS = (Decimal(1100), Decimal(2200))
_FEWEST = 2
_BOUNDS = frozenset({"<=", ">="})
_OR = re.compile(r"(?:\s[^\W\d_]{1,24}){0,2}\s(?:or|and|oder|und|ou|et|o|y|veya|ve)\s|\s?/\s?")
_LONGEST_GAP, _NEAR = 64, 12
_FROM = re.compile(r"(?:from|von|desde|de)\s$", re.IGNORECASE)
_MONEY = frozenset({"pound", "GBP", "EUR", "USD", "CHF", "TRY"})
_FEWEST_CENTS, _CENTS = 5, 100
_SCALES = frozenset({"degC", "degF"})
_BELOW = _SCALES | {"degree"}
_TO = re.compile(r"\s(?:to|and|bis|und|\u00e0|et|a|y|ila|ile|ve)\s", re.IGNORECASE)


def join_numbers(text: str, found: Sequence[Typed], lex: Lexicon) -> list[Typed]:
    """Return the literals of a sentence with shares of two numbers made one, and bounds handed along a list."""
    joined: list[Typed] = []
    for literal in found:
        last = joined[-1] if joined else None
        if last and (one := _share(text, last, literal, lex) or _with_cents(text, last, literal)):
            joined[-1] = one
        else:
            joined.append(literal)
    for index, (left, right) in enumerate(pairwise(joined)):
        if _bounds_both(text, left, right, lex):
            joined[index + 1] = right.at_least_as(also=left.comparator)
        elif left.unit == "degree" and right.unit in _SCALES and right.start - left.end < _NEAR:
            # From 20 degrees below zero to 55 degrees Celsius.
            joined[index] = left.at_least_as(unit=right.unit)
        elif _below_zero_too(text, left, right):
            # Between 30 and 18 degrees below zero.
            low = tuple([-v for v in left.values if isinstance(v, Decimal)])
            rises = low[0] < right.values[0]  # type: ignore[operator]
            joined[index] = left.at_least_as(values=low, unit=right.unit, comparator="" if rises else "high")
            if not rises:
                joined[index + 1] = right.at_least_as(comparator="low")
    return joined


def _share(text: str, part: Typed, whole: Typed, lex: Lexicon) -> Typed | None:
    """Return the share that "1 in 1,000" is, or None."""
    if part.kind != "number" or whole.kind != "number" or part.unit or whole.unit or part.label:
        return None
    gap = text[part.end : whole.start]
    of, apart = _IN.get(lex.code), _PARTS_APART.get(lex.code)
    if of is None or not (of.fullmatch(gap) or (apart and apart.fullmatch(gap))):
        return None
    few, many = part.values[0], whole.values[0]
    if not (isinstance(few, Decimal) and isinstance(many, Decimal)) or few != Decimal(1) or many < _FEWEST:
        return None
    if whole.comparator or (_YEARS[0] <= many < _YEARS[1] and whole.text.isdigit()):
        return None
    values = tuple([few / v for v in whole.values if isinstance(v, Decimal) and v])
    return part.at_least_as(values=values, end=whole.end, text=text[part.start : whole.end], unit="part", firm=True)


def _with_cents(text: str, whole: Typed, cents: Typed) -> Typed | None:
    """Return the amount that "seven pounds fifty" is, or None."""
    few, many = cents.values[0], whole.values[0]
    if (
        whole.kind != "number"
        or whole.unit not in _MONEY
        or cents.kind != "number"
        or text[whole.end : cents.start] != " "
    ):
        return None
    if (
        not (isinstance(few, Decimal) and isinstance(many, Decimal))
        or cents.unit
        or cents.label
        or text[cents.end :][:2].strip(".,;)")
    ):
        return None
    if not _FEWEST_CENTS <= few < _CENTS or few != int(few) or many != int(many) or not text[whole.end - 1].isalpha():
        return None
    unit = "GBP" if whole.unit == "pound" else whole.unit
    return whole.at_least_as(
        values=(many + few / _CENTS,), unit=unit, end=cents.end, text=text[whole.start : cents.end]
    )


def _below_zero_too(text: str, left: Typed, right: Typed) -> bool:
    """Return whether the words that say that a number is below zero hold for the one before it in a range too."""
    low, high = left.values[0], right.values[0]
    if right.unit not in _BELOW or left.unit or left.kind != "number" or not _TO.fullmatch(text, left.end, right.start):
        return False
    signed = isinstance(low, Decimal) and isinstance(high, Decimal) and high < 0 < low
    if signed and low < -high and _FROM.search(text[: left.start][-_NEAR:]):  # type: ignore[operator]
        return False
    return signed and text[right.start].isdigit()


def _bounds_both(text: str, left: Typed, right: Typed, lex: Lexicon) -> bool:
    """Return whether the bound before a number is that of the next one too."""
    if not left.kind == right.kind == "number" or left.comparator not in _BOUNDS or right.comparator or right.also:
        return False
    gap = text[left.end : right.start]
    return len(gap) < _LONGEST_GAP and bool(_OR.fullmatch(gap)) and not comparator_after(text, left.end, lex)
