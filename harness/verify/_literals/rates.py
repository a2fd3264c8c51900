"""A period told apart from its value: every week 400 cars are washed is not 400 a day, and 90 a minute are 1.5 a second."""

from __future__ import annotations

import re
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed

_EVERY = re.compile(
    r"(?:\A|,\s|\s)(?:every|each|per|jeden|jede|jedes|pro|chaque|cada|her)\s([^\W\d_]{2,10})(?=,|\s|\.?\Z)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?:\s[^\W\d_]{2,16}){1,3}?\s(?:per|an?|each|every|pro|am|im|in der|par|por|al|a la)\s([^\W\d_]{2,10})",
    re.IGNORECASE,
)
_IN_ONE = (
    {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800},
    {"month": 1, "year": 12},
)
"""How long periods are, of each kind in which one is always as many of another."""
_PERIODS = frozenset({"hour", "day", "week", "month", "year"})


def period_of(literal: Typed, sentence: Sentence) -> str:
    """Return the period that a number is counted per, behind it or behind what it counts; "" for none."""
    if literal.per or literal.kind != "number":
        return literal.per
    behind = _BEHIND.match(sentence.text, literal.end)
    return sentence.lexicon.units.get(fold(behind[1]), "") if behind else ""


def same_rate(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether two numbers are one rate, told for two periods: 90 litres a minute, 1.5 litres per second."""
    if claimed.kind != "number" or claimed.comparator != other.comparator or claimed.unit in _PERIODS:
        return False
    if not (mine := period_of(claimed, claim)) or not (theirs := period_of(other, source)) or mine == theirs:
        return False
    known = next((kind for kind in _IN_ONE if mine in kind and theirs in kind), None)
    if known is None or claimed.unit != other.unit:
        return False
    return any(
        isinstance(a, Decimal) and isinstance(b, Decimal) and a * known[theirs] == b * known[mine]
        for a in claimed.values
        for b in other.values
    )


def of_another_period(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a claim says of a rate of a span, in its only words of a period, that it is of another one."""
    if claimed.per or claimed.kind != "number" or claimed.unit in _PERIODS:
        return False
    if (mine := period_of(claimed, claim)) and (theirs := period_of(other, source)):
        return mine != theirs and {mine, theirs} <= _PERIODS
    said = _EVERY.findall(claim.text)
    if not said or any(x.per for x in claim.typed):
        return False
    theirs = period_of(other, source)
    periods = {claim.lexicon.units.get(fold(noun), "") for noun in said} & _PERIODS
    return theirs in _PERIODS and len(periods) == 1 and theirs not in periods
