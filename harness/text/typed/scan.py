"""Finds the typed literals of one sentence: dates first, then digits, then words, and joins what belongs together."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from itertools import pairwise

from harness.text.typed.amounts import Context, number, ordinal
from harness.text.typed.clock import spoken_times
from harness.text.typed.dates import han_dates, written_dates
from harness.text.typed.digits import digit_literals
from harness.text.typed.han import han_literals
from harness.text.typed.joined import join_numbers
from harness.text.typed.lexicon import lexicon
from harness.text.typed.measures import comparator_after, comparator_before, read_period, read_unit
from harness.text.typed.monthly import days_of_each_month
from harness.text.typed.numerals import spelled_numbers
from harness.text.typed.timezones import from_utc
from harness.text.typed.twice import said_once
from harness.text.typed.units import convert
from harness.text.typed.values import Typed

_DIGIT = re.compile(r"\d")
_ASCII_DIGIT = re.compile("[0-9]")
_ONE = frozenset({"one", "eins", "bir", "a", "an", "ein", "eine", "einen", "einem", "un", "une", "una"})
_TIMES_OF_DAY = {
    "noon": 720, "midday": 720, "midnight": 0, "mittag": 720, "mitternacht": 0,
    "midi": 720, "minuit": 0, "mediodia": 720, "medianoche": 0,
}  # fmt: skip
_FIRM = frozenset({"one"})
_PARTS_OF_DAY = frozenset({"clock", "morning", "afternoon", "night"})
_WEAK = frozenset({"a", "an", "one"})
"""Number words that are literals only before a unit or another number word."""
_NOT_ONE_OF = frozenset({"times", "second", "pp"})
_HALF_DAY, _HOURS, _HOUR_MINUTES = 720, 24, 60
_MEASURES = frozenset(
    "\u540d\u4f4d\u4e2a\u4ef6\u5f20\u4efd\u53ea\u8f86\u7b14\u79cd\u4e9b\u822c\u6837\u5b9a\u8d77\u76f4\u672c\u53f0\u90e8\u6761\u628a\u5957\u95f4\u5ea7\u5e45\u518c\u5bb6\u6240\u5171"
)
"""Chinese characters that make a one before them an article."""


def may_hold_literals(text: str, tokens: Sequence[str], code: str) -> bool:
    """Return whether a normalised sentence can hold a typed literal: a quick look that says no of most."""
    return code == "zh" or _has_digit(text) or _spells(tokens, code)


def _has_digit(text: str) -> bool:
    return (_ASCII_DIGIT if text.isascii() else _DIGIT).search(text) is not None


def _spells(tokens: Sequence[str], code: str) -> bool:
    """Return whether words can spell a literal; "a" and "one" alone are no numbers."""
    if not _telling(code).isdisjoint(tokens):
        return True
    if _WEAK.isdisjoint(tokens):
        return False
    if "one" in tokens and not _PARTS_OF_DAY.isdisjoint(tokens):
        return True
    units = lexicon(code).unit_starts
    return any(a in _WEAK and b in units for a, b in pairwise(tokens))


@cache
def _telling(code: str) -> frozenset[str]:
    return frozenset(lexicon(code).numeric - _WEAK)


def find_typed(
    text: str, tokens: Sequence[str], starts: Sequence[int], code: str, *, decimal_comma: bool | None
) -> tuple[Typed, ...]:
    """Return the typed literals of a normalised sentence in the language `code`, in order, none overlapping.

    `tokens` are its folded words and `starts` their offsets. Quoted, technical and proper names are not sought here.
    Linear in the sentence.
    """
    lex = lexicon(code)
    digits, spelled = _has_digit(text), _spells(tokens, code)
    context = Context(text, lex, decimal_comma)
    found: list[Typed] = []
    if spelled:
        found += written_dates(text, tokens, starts, lex)
        found += spoken_times(text, lex)
    if code == "zh":
        found += han_dates(text)
        found += han_literals(context)
    if digits:
        found += digit_literals(context)
    if spelled:
        found += _words(context, tokens, starts)
    kept = said_once(context, days_of_each_month(text, code, _without_overlaps(found)))
    if len(kept) > 1:
        kept = join_numbers(text, kept, lex)
    if "UTC" in text or "GMT" in text or "Greenwich" in text:
        kept = from_utc(text, kept)
    return _with_units(text, _merge_clock(text, _mark_ranges(text, kept)))


_NOTHING_FOLLOWS = re.compile(r"\s?(?:[.;)]|,(?!\d)|$)")
_ANOTHER_PART = re.compile(r"[,;](?!\d)|\b(?:while|whereas|tandis|mientras)\b", re.IGNORECASE)
_TIGHT = frozenset({"", "%", "pp", "bp", "permille", "times", "part"})


def _with_units(text: str, found: tuple[Typed, ...]) -> tuple[Typed, ...]:
    """Give a bare number with nothing behind it the unit of the one before in another part: the oak is 250 years old, the lime 90."""
    if len(found) < 2 or all(x.unit in _TIGHT for x in found):  # noqa: PLR2004 -- one has none before it
        return found
    kept = [found[0]]
    for literal in found[1:]:
        last = next((x for x in reversed(kept) if x.firm), kept[-1])
        bare = literal.kind == "number" and not (literal.unit or literal.label) and last.kind == "number"
        if (
            bare
            and last.unit not in _TIGHT
            and not is_yearlike(literal)
            and _NOTHING_FOLLOWS.match(text, literal.end)
            and _ANOTHER_PART.search(text, last.end, literal.start)
            and any(c.isalpha() for c in text[last.end : literal.start])
        ):
            literal = literal.at_least_as(unit=last.unit, per=last.per)  # noqa: PLW2901 -- the same number, read in full
        kept.append(literal)
    return tuple(kept)


def is_yearlike(literal: Typed) -> bool:
    """Return whether a number has the four digits of a year."""
    return len(literal.text) == len("2026") and literal.text.isdigit()


def token_at(starts: Sequence[int], offset: int) -> int:
    """Return the index of the first word that starts at or after `offset`."""
    return bisect_left(starts, offset)


def _without_overlaps(found: list[Typed]) -> list[Typed]:
    """Keep, of literals that overlap, the one found first: dates before digits, digits before words."""
    order = {id(literal): rank for rank, literal in enumerate(found)}
    kept: list[Typed] = []
    for literal in sorted(found, key=lambda x: (x.start, order[id(x)])):
        if kept and literal.start < kept[-1].end:
            if order[id(literal)] < order[id(kept[-1])]:
                kept[-1] = literal
            continue
        kept.append(literal)
    return kept


# --- words ------------------------------------------------------------------------------------------------------------


def _words(context: Context, tokens: Sequence[str], starts: Sequence[int]) -> Iterator[Typed]:
    text = context.text
    if not _TIMES_OF_DAY.keys().isdisjoint(tokens):
        for token, start in zip(tokens, starts, strict=True):
            if token in _TIMES_OF_DAY and text[max(0, start - 6) : start].lower() != "apr\u00e8s-":
                end = start + len(token)
                yield Typed("time", (_TIMES_OF_DAY[token],), start, end, text[start:end])
    for first, last, value, kind in spelled_numbers(tokens, context.lexicon):
        start, end = starts[first], starts[last - 1] + len(tokens[last - 1])
        if kind == "ordinal":
            yield ordinal(context, value, (start, end))
        elif kind == "times":
            yield Typed(
                "number", (value,), start, end, text[start:end], "times", per=read_period(text, end, context.lexicon)
            )
        elif _only_counts_in(tokens, first, last) or _below_an_age(tokens, first):
            continue
        elif not text[max(0, start - 1) : start].isdigit():
            yield number(context, (value,), (start, end), part=kind == "fraction")
    yield from _units_of_one(context, tokens, starts)


def _only_counts_in(tokens: Sequence[str], first: int, last: int) -> bool:
    """Return whether a lone Chinese one is an article: \u4e00\u540d, \u4e00\u4e2a, but not \u4e00\u4e2a\u6708."""
    return (
        tokens[first] == "\u4e00"
        and last == first + 1
        and last < len(tokens)
        and tokens[last] in _MEASURES
        and tokens[last + 1 : last + 2] != ["\u6708"]
    )


def _below_an_age(tokens: Sequence[str], index: int) -> bool:
    """Return whether the Turkish word for six says "under" an age: 18 yaş altı."""
    return tokens[index] == "alti" and index > 0 and tokens[index - 1] == "yas"


def _units_of_one(context: Context, tokens: Sequence[str], starts: Sequence[int]) -> Iterator[Typed]:
    """Yield "one year" as a number; "a year" and "un an" too, but not as something that must be found."""
    lex = context.lexicon
    for index, token in enumerate(tokens[:-1]):
        if token not in _ONE or tokens[index + 1] not in lex.unit_starts:
            continue
        start, end = starts[index], starts[index] + len(token)
        unit, last = read_unit(context.text, end, lex)
        if unit and unit not in _NOT_ONE_OF:
            comparator = comparator_before(
                context.text, start, list(tokens[max(0, index - 5) : index]), lex
            ) or comparator_after(context.text, last, lex)
            surface = context.text[start:last]
            yield Typed("number", (Decimal(1),), start, last, surface, unit, comparator, firm=token in _FIRM)


# --- neighbours -------------------------------------------------------------------------------------------------------

_CURRENCY = "[$\u20ac\u00a3]?"
_TO = re.compile(rf"\s?(?:[-\u2013\u2014]|to|bis|ila|\u00e0|a|\u81f3|\u5230)\s?{_CURRENCY}", re.IGNORECASE)
_AND = re.compile(rf"\s(?:and|und|et|y|e|ve)\s{_CURRENCY}", re.IGNORECASE)
_DAYS = re.compile(rf"{_TO.pattern}|{_AND.pattern}|,\s", re.IGNORECASE)
_LISTED = re.compile(r",?\s(?:and|or|und|oder|et|ou|y|o|ve|veya)\s|,\s", re.IGNORECASE)
_ONE_OF = re.compile(r"\b(?:in|year|years|jahr|en|since|of|from)\s$", re.IGNORECASE)
_OPENERS = re.compile(
    r"(?:\b(between|zwischen|entre)|\b(from|von|de|desde|du))\s(?:[$\u20ac\u00a3]|\w{1,3}\s)?$", re.IGNORECASE
)
_SETTLED = re.compile(
    r"\b(?:ranges?|ranging|varies|vary|varying|set|sets|settable|accepts?|covers?|values?|anywhere|anything|adjustable|configurable|reicht|reichen|liegt|liegen|varie|varient|allant|oscila|var\u00eda)\s(?:from|von|de|desde|du)\s(?:[$\u20ac\u00a3]|\w{1,3}\s)?$",
    re.IGNORECASE,
)
_SETTLED_REACH = 40
_OPENER = 14


def _mark_ranges(text: str, found: list[Typed]) -> list[Typed]:
    """Mark the ends of "between 5 and 10 kg" and "5 to 10 kg", and hand the unit of the second to the first.

    A percent sign is handed back along a list too: "0, 15 or 20%" are three shares.
    """
    for index in range(len(found) - 2, -1, -1):
        if found[index + 1].unit == "%" and _is_share(text, found[index], found[index + 1]):
            found[index] = found[index].at_least_as(unit="%")
    for index, (left, right) in enumerate(pairwise(list(found))):
        gap = text[left.end : right.start]
        if left.kind == "number" and right.kind == "date" and (day := _day_of(left, right)) and _DAYS.fullmatch(gap):
            found[index] = day
        elif left.kind == "number" and right.kind == "time" and not left.unit and _TO.fullmatch(gap):
            found[index] = _same_half(left, right)
        elif left.kind == right.kind == "time" and right.unit and not left.unit and _DAYS.fullmatch(gap):
            found[index] = left.at_least_as(unit=right.unit)
        elif _is_range(text, left, right, gap):
            found[index] = found[index].at_least_as(comparator="low", unit=left.unit or right.unit)
            found[index + 1] = right.at_least_as(comparator="high", unit=right.unit or left.unit)
    return found


def _is_share(text: str, left: Typed, right: Typed) -> bool:
    """Return whether the percent sign of a number is that of the one before it in a list too."""
    if not left.kind == right.kind == "number" or left.unit or left.label:
        return False
    return bool(_LISTED.fullmatch(text[left.end : right.start])) and not _ONE_OF.search(text[: left.start][-24:])


def _rises(left: Typed, right: Typed) -> bool:
    """Return whether two numbers measure one thing and the second is larger."""
    low, high = left.values[0], right.values[0]
    if {left.kind, right.kind} != {"number"} or not (isinstance(low, Decimal) and isinstance(high, Decimal)):
        return False
    if left.unit and left.unit != right.unit:
        converted = convert(low, left.unit, right.unit)
        return converted is not None and converted < high
    return low < high


def _is_range(text: str, left: Typed, right: Typed, gap: str) -> bool:
    if {"low", "high"} & {left.comparator, right.comparator} or not _rises(left, right):
        return False
    opener = _OPENERS.search(text[max(0, left.start - _OPENER) : left.start])
    if _TO.fullmatch(gap):
        # "from 5 to 10" is a change where something changed, and a range elsewhere.
        return (
            not (opener and opener[2])
            or "bis" in gap.lower()
            or bool(_SETTLED.search(text[max(0, left.start - _SETTLED_REACH) : left.start]))
        )
    return bool(_AND.fullmatch(gap) and opener and opener[1])


def _day_of(left: Typed, right: Typed) -> Typed | None:
    """Return the first day of "4 to 7 November" as a date of that month."""
    day, date = left.values[0], right.values[0]
    if left.unit or not isinstance(day, Decimal) or not isinstance(date, tuple) or date[2] is None:
        return None
    if day != day.to_integral_value() or not 1 <= day < date[2]:
        return None
    return left.at_least_as(kind="date", values=((date[0], date[1], int(day)),), comparator="", firm=left.firm)


def _same_half(left: Typed, right: Typed) -> Typed:
    """Return the first hour of "7 to 10 a.m." as a time in the half of the day that keeps the order.

    "9 bis 22 Uhr" names no half: its hours are what they say.
    """
    hour, end = left.values[0], right.values[0]
    if not isinstance(hour, Decimal) or not isinstance(end, int) or not 0 <= hour <= _HOURS:
        return left
    minutes = left.text.partition(".")[2] or "00"
    if len(minutes) != len("30") or not minutes.isdigit() or int(minutes) >= _HOUR_MINUTES:
        return left
    at = int(hour) * _HOUR_MINUTES + int(minutes)
    named = re.match(r"\d+", right.text)
    half = named is not None and int(named[0]) != end // _HOUR_MINUTES
    return left.at_least_as(
        kind="time", values=(at + _HALF_DAY if half and at + _HALF_DAY < end else at,), comparator=""
    )


_AND_A_HALF = re.compile(r"\s(?:and (?:a half|a quarter|three quarters)|et demie?|y medi[oa])", re.IGNORECASE)
_CLOCK_GAP = re.compile(r"[\s,]{0,2}(?:and|und|et|y|ve)?\s?")
_CLOCK = frozenset({("hour", "minute"), ("minute", "second")})


def _is_minutes(hour: Typed, literal: Typed) -> bool:
    """Return whether "30" after "9 h" is the minutes of a time."""
    return (
        hour.text.endswith("h")
        and len(literal.text) == len("30")
        and literal.text.isdigit()
        and literal.kind == "number"
        and int(literal.text) < _HOUR_MINUTES
    )


def _merge_clock(text: str, found: list[Typed]) -> tuple[Typed, ...]:
    """Make one duration of "1 h 30 min"."""
    merged: list[Typed] = []
    for literal in found:
        last = merged[-1] if merged else None
        if last and (last.unit, literal.unit) in _CLOCK and _CLOCK_GAP.fullmatch(text[last.end : literal.start]):
            over, under = last.values[0], literal.values[0]
            if isinstance(over, Decimal) and isinstance(under, Decimal):
                whole = text[last.start : literal.end]
                merged[-1] = last.at_least_as(
                    values=(over * _HOUR_MINUTES + under,), unit=literal.unit, end=literal.end, text=whole
                )
                continue
        if last and last.unit == "hour" and _is_minutes(last, literal) and text[last.end : literal.start] == " ":
            hour = last.values[0]
            if isinstance(hour, Decimal) and hour < _HOURS:
                at = int(hour) * _HOUR_MINUTES + int(literal.text)
                whole = text[last.start : literal.end]
                merged[-1] = Typed("time", (at,), last.start, literal.end, whole)
                continue
        if last and literal.unit == "part" and last.unit and _AND_A_HALF.fullmatch(text[last.end : literal.end]):
            whole = text[last.start : literal.end]
            part = literal.values[0]
            more = tuple([v + part for v in last.values if isinstance(v, Decimal) and isinstance(part, Decimal)])
            merged[-1] = last.at_least_as(values=more, end=literal.end, text=whole, firm=True)
            continue
        merged.append(literal)
    return tuple(merged)
