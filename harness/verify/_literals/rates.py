"""A period told apart from its value: every week 400 cars are washed is not 400 a day, and ten working days are not ten calendar days."""

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


_WORKING = re.compile(
    r"working|business|week\s?day|Werk|Arbeits|ouvr(?:able|\u00e9)|h\u00e1bil|laborable|\bi\u015f g|\u5de5\u4f5c",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"calendar|consecutive|Kalender|aufeinander|calendaire|civil|natural|corrido|consecutivo|takvim|\u81ea\u7136|\u65e5\u5386",
    re.IGNORECASE,
)
_KIND_REACH = 24
_ENDS = re.compile(r"[.,;:()]")


def of_other_days(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether days are working days on one side only, or there and calendar days in the claim; plain days may be either."""
    if claimed.unit != "day" or other.unit != "day":
        return False
    mine, theirs = are_working_days(claimed, claim), are_working_days(other, source)
    return mine is not None and mine != theirs and (mine or theirs is True)


def are_working_days(literal: Typed, sentence: Sentence) -> bool | None:
    """Return whether days are working days, false where they are calendar days, null where nothing tells."""
    told = literal.text + _ENDS.split(sentence.text[literal.end : literal.end + _KIND_REACH])[0]
    return True if _WORKING.search(told) else False if _CALENDAR.search(told) else None
