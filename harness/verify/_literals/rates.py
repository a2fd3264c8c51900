"""A period told apart from its value: every week 400 cars are washed is not 400 a day."""

from __future__ import annotations

import re

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed

_EVERY = re.compile(
    r"(?:\A|,\s|\s)(?:every|each|per|jeden|jede|jedes|pro|chaque|cada|her)\s([^\W\d_]{2,10})(?=,|\s|\.?\Z)",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s[^\W\d_]{2,16}\s(?:per|an?|each|every|pro|am|im|in der|par|por|al|a la)\s([^\W\d_]{2,10})", re.IGNORECASE
)
_PERIODS = frozenset({"hour", "day", "week", "month", "year"})


def of_another_period(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a claim says of a rate of a span, in its only words of a period, that it is of another one."""
    if claimed.per or claimed.kind != "number" or claimed.unit in _PERIODS:
        return False
    said = _EVERY.findall(claim.text)
    if not said or any(x.per for x in claim.typed):
        return False
    behind = _BEHIND.match(source.text, other.end)
    theirs = other.per or (source.lexicon.units.get(fold(behind[1]), "") if behind else "")
    periods = {claim.lexicon.units.get(fold(noun), "") for noun in said} & _PERIODS
    return theirs in _PERIODS and len(periods) == 1 and theirs not in periods
