"""A period told apart from its value: 400 a week are not 400 a day, 90 a minute are 1.5 a second, and working days are no calendar days."""

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
_PERIODS = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
_LONG = _PERIODS - {"second", "minute"}
_ADJECTIVES = {
    word: period
    for period, spaced in (
        ("hour", "hourly stundlich stundliche horaire saatlik"),
        ("day", "daily taglich tagliche taglichen quotidien quotidienne quotidiens quotidiennes journalier journaliere diario diaria diarios diarias gunluk"),
        ("week", "weekly wochentlich wochentliche wochentlichen hebdomadaire hebdomadaires semanal semanales haftalik"),
        ("month", "monthly monatlich monatliche monatlichen mensuel mensuelle mensuels mensuelles mensual mensuales aylik"),
        ("year", "yearly annual annually jahrlich jahrliche jahrlichen annuel annuelle annuels annuelles anual anuales yillik"),
    )
    for word in spaced.split()
}  # fmt: skip
_HAN_EACH = re.compile("\u6bcf(?:\u4e2a)?([\u65e5\u5929\u5468\u6708\u5e74])")
_HAN_PERIODS = {"\u65e5": "day", "\u5929": "day", "\u5468": "week", "\u6708": "month", "\u5e74": "year"}


def period_of(literal: Typed, sentence: Sentence) -> str:
    """Return the period that a number is counted per, behind it or behind what it counts; "" for none."""
    if literal.per or literal.kind != "number":
        return literal.per
    kept: dict[int, str] = sentence.__dict__.setdefault("periods", {})
    if (found := kept.get(literal.end)) is None:
        behind = _BEHIND.match(sentence.text, literal.end)
        found = kept[literal.end] = sentence.lexicon.units.get(fold(behind[1]), "") if behind else ""
    return found


def _adjectives(sentence: Sentence) -> frozenset[str]:
    """Return the periods that words such as monthly, and the Chinese for each month, name in a sentence."""
    if sentence.code == "zh":
        return frozenset(_HAN_PERIODS[c] for c in _HAN_EACH.findall(sentence.text))
    if sentence.words.isdisjoint(_ADJECTIVES):
        return frozenset()
    return frozenset(_ADJECTIVES[w] for w in _ADJECTIVES.keys() & sentence.words)


def _only_adjective(literal: Typed, sentence: Sentence) -> str:
    """Return the period of a monthly amount, where its sentence names no other and has no other number with a unit; "" for none."""
    found = _adjectives(sentence)
    if len(found) != 1 or any(x.per or x.unit in _LONG for x in sentence.typed):
        return ""
    rivals = [x for x in sentence.typed if x.kind == "number" and x is not literal and x.unit == literal.unit]
    return "" if rivals else next(iter(found))


def same_rate(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether two numbers are one rate, told for two periods: 90 litres a minute, 1.5 litres per second."""
    if claimed.kind != "number" or claimed.comparator != other.comparator or claimed.unit in _LONG:
        return False
    if claimed.unit != other.unit or not (mine := period_of(claimed, claim)):
        return False
    if not (theirs := period_of(other, source)) or mine == theirs:
        return False
    known = next((kind for kind in _IN_ONE if mine in kind and theirs in kind), None)
    if known is None:
        return False
    return any(
        isinstance(a, Decimal) and isinstance(b, Decimal) and a * known[theirs] == b * known[mine]
        for a in claimed.values
        for b in other.values
    )


def of_another_period(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a claim says of a rate of a span, in its only words of a period, that it is of another one."""
    if claimed.kind != "number" or claimed.unit in _LONG or same_rate(claimed, claim, other, source):
        return False
    mine = period_of(claimed, claim) or _only_adjective(claimed, claim)
    theirs = mine and (period_of(other, source) or _only_adjective(other, source))
    if mine and theirs:
        return mine != theirs and {mine, theirs} <= _PERIODS and mine not in _adjectives(source)
    said = _EVERY.findall(claim.text)
    if not said or any(x.per for x in claim.typed):
        return False
    theirs = period_of(other, source)
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
