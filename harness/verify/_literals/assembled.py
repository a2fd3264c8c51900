"""Dates that a passage tells in pieces: the 17th, of a month named before; the last day of that month; two days later."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Date, Typed
from harness.verify._whose.zones import Place

_LATER = re.compile(
    r"\s(?:later|afterwards?|thereafter|after(?: that| this)?(?=[.,;:)]|$)|sp\u00e4ter|danach|darauf|plus tard|apr\u00e8s(?=[.,;:)]|$)"
    r"|despu\u00e9s(?! de)|m\u00e1s tarde|sonra)(?!\w)|(?:\u4ee5|\u4e4b)?[\u540e\u5f8c]",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\s(?:earlier|before(?: that| this)?(?=[.,;:)]|$)|previously|fr\u00fcher|zuvor|davor|plus t\u00f4t|auparavant|antes(?! de)|\u00f6nce)(?!\w)"
    r"|(?:\u4ee5|\u4e4b)?\u524d",
    re.IGNORECASE,
)
_NEXT_DAY = re.compile(
    r"\b(?:(?:the|on the|that) (?:(?:next|following) day|day after(?=[.,;:)]|$))|(?:am|der|den) (?:n\u00e4chsten|n\u00e4chste|folgenden|folgende|darauffolgenden) Tag|am Tag (?:darauf|danach)"
    r"|le lendemain|le jour suivant|(?:al|el) d\u00eda siguiente|ertesi g\u00fcn)\b(?! (?:of|de|nach|after)\b)|\u6b21\u65e5|\u7b2c\u4e8c\u5929|\u7fcc\u65e5",
    re.IGNORECASE,
)
_DAY_BEFORE = re.compile(
    r"\b(?:the (?:previous day|day before(?=[.,;:)]|$))|am Vortag|am Tag (?:davor|zuvor)|la veille|le jour pr\u00e9c\u00e9dent|el d\u00eda anterior|la v\u00edspera"
    r"|bir \u00f6nceki g\u00fcn)\b(?! (?:of|de|du|after)\b)|\u524d\u4e00\u5929",
    re.IGNORECASE,
)
_EDGE_DAY = re.compile(
    r"\b(?:(?:the )?(?:(last|final)|first) (?:calendar )?day of (?:that|the same|this) month|the (end) of (?:that|the same|this) month"
    r"|(?:(letzten?)|ersten?) Tag (?:dieses|desselben|jenes|des gleichen|des selben) Monats|(ende) (?:dieses|desselben|des gleichen) Monats"
    r"|(?:(dernier)|premier) jour (?:de ce(?: m\u00eame)?|du m\u00eame) mois|la (fin) (?:de ce|du m\u00eame) mois"
    r"|(?:(\u00faltimo)|primer) d\u00eda (?:de (?:ese|este|dicho)(?: mismo)?|del mismo) mes|(?:finales|(fin)) (?:de ese|del mismo) mes"
    r"|(?:ayn\u0131|o|bu) ay\u0131n (?:(son)|ilk) g\u00fcn\w*)"
    r"|(?:\u5f53|\u540c|\u8be5)(?:\u4e2a)?\u6708(?:\u7684)?(?:(\u6700\u540e\u4e00|\u6708\u5e95|\u5e95)|\u7b2c\u4e00)\u5929?",
    re.IGNORECASE,
)
_SAME_MONTH = re.compile(
    r"\s(?:day )?(?:of (?:the same|that) month|(?:desselben|dieses|jenes|des gleichen|des selben) Monats|(?:du m\u00eame|de ce(?: m\u00eame)?) mois|(?:del mismo|de (?:ese|dicho)(?: mismo)?) mes)\b",
    re.IGNORECASE,
)
_SAME_MONTH_AHEAD = re.compile(r"(?:\b(?:ayn\u0131|o) ay\u0131n |[\u540c\u5f53\u8be5]\u6708)$", re.IGNORECASE)
_DAY_AHEAD = {
    "en": re.compile(r"\b(?:on|by|until|till|from|to|before|after|starts?|begins?|and) the $", re.IGNORECASE),
    "de": re.compile(r"\b(?:am|zum|bis|vom|bis zum|ab|ab dem) $", re.IGNORECASE),
    "fr": re.compile(r"\b(?:le|du|au|jusqu'au) $", re.IGNORECASE),
    "es": re.compile(r"\b(?:(?:el|del|al)(?: d\u00eda)?) $", re.IGNORECASE),
}
_TURKISH_DAY = re.compile(r"['\u2019]?s?[i\u0131u\u00fc]n(?:de|da|den|dan|e|a)\b")
_HAN_DAY = ("\u65e5", "\u53f7")
_AGAIN = frozenset(
    "each every monthly jeden jeder jedes monatlich chaque mensuel cada todos mensual her ayl\u0131k aylik".split()
)
_AGAIN_HAN = "\u6bcf"
_DAYS, _MONTHS = {"day": 1, "week": 7}, {"month": 1, "year": 12, "decade": 120}
_YEAR, _LAST_DAY = 12, 31
_REACH, _BEFORE, _MOST, _FAR = 4, 24, 40, 1200


class _Told(NamedTuple):
    """A date with its literal; `told` says that it is told from another one."""

    literal: Typed
    date: Date
    told: bool


def told_dates(passage: Passage) -> list[Place]:
    """Return the dates that a passage tells by way of another one named before; kept with the passage."""
    kept: list[Place] | None = passage.__dict__.get("told_dates")
    if kept is None:
        kept = passage.__dict__["told_dates"] = list(_walk(passage)) if _has_dates(passage) else []
    return kept


def _has_dates(passage: Passage) -> bool:
    return any(x.kind == "date" for s in passage.with_literals for x in s.typed)


def _walk(passage: Passage) -> Iterator[Place]:
    """Go through the sentences with the last date in mind, and yield those that are told from it."""
    last: Date | None = None
    since = 0
    for sentence in passage.sentences:
        since += 1
        if since > _REACH:
            last = None
        if sentence.cells:
            continue
        found: list[_Told] = []
        for told in _in_sentence(sentence, last):
            if found and found[-1].told and told.told and found[-1].date[2] is None:
                # "Four years later, on the 30th of the same month" is one date.
                found.pop()
            found.append(told)
            last, since = told.date, 0
        group = tuple([told.literal for told in found])
        for told in found:
            if told.told:
                yield Place(told.literal, sentence, passage, group)


def _in_sentence(sentence: Sentence, last: Date | None) -> Iterator[_Told]:
    """Yield the dates of a sentence in order, those that are named and those told from the last one."""
    marks: list[tuple[int, int, Typed | re.Match[str]]] = [(x.start, x.end, x) for x in sentence.typed[:_MOST]]
    if last is not None or any(x.kind == "date" for x in sentence.typed):
        for pattern in (_NEXT_DAY, _DAY_BEFORE, _EDGE_DAY):
            marks += [(m.start(), m.end(), m) for m in pattern.finditer(sentence.text)]
    until = -1
    for start, end, mark in sorted(marks, key=lambda m: (m[0], -m[1])):
        if start < until:
            continue
        date: Date | None = None
        if isinstance(mark, Typed) and mark.kind == "date":
            if named := _named(mark, last):
                last = named
                yield _Told(mark, named, told=False)
            continue
        if last is not None:
            date = _by_words(mark, last) if isinstance(mark, re.Match) else _by_literal(mark, sentence, last)
        if date is not None:
            last, until = date, end
            shown = f"{sentence.text[start:end]}, that is {'-'.join(f'{part:02}' for part in date if part)},"
            yield _Told(Typed("date", (date,), start, end, shown), date, told=True)


def _named(literal: Typed, last: Date | None) -> Date | None:
    """Return a date that has a month and one reading, with the year of the last one where it has none."""
    value = literal.values[0]
    if not isinstance(value, tuple) or value[1] is None or len(literal.values) > 1:
        return None
    return value[0] or (last[0] if last else None), value[1], value[2]


def _by_words(match: re.Match[str], last: Date) -> Date | None:
    year, month, day = last
    if match.re is _EDGE_DAY:
        if year is None or month is None:
            return None
        return year, month, calendar.monthrange(year, month)[1] if any(match.groups()) else 1
    return _moved(last, 1 if match.re is _NEXT_DAY else -1) if day else None


def _by_literal(literal: Typed, sentence: Sentence, last: Date) -> Date | None:
    """Return the date of "two days later" or "the 17th", None where a number is neither."""
    value = literal.values[0]
    if not isinstance(value, Decimal) or value != int(value) or literal.comparator or not 0 < value < _FAR:
        return None
    if literal.kind == "number" and (literal.unit in _DAYS or literal.unit in _MONTHS):
        way = 1 if _LATER.match(sentence.text, literal.end) else -1 if _EARLIER.match(sentence.text, literal.end) else 0
        if way:
            return _further(last, way * int(value), literal.unit)
    return _day_of_month(literal, int(value), sentence, last) if value <= _LAST_DAY else None


def _further(last: Date, count: int, unit: str) -> Date | None:
    if unit in _DAYS:
        return _moved(last, count * _DAYS[unit]) if last[2] else None
    if last[0] is None or last[1] is None:
        return None
    year, month = divmod(last[0] * _YEAR + last[1] - 1 + count * _MONTHS[unit], _YEAR)
    day = last[2]
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        return None
    return year, month + 1, min(day, calendar.monthrange(year, month + 1)[1]) if day else None


def _moved(last: Date, days: int) -> Date | None:
    year, month, day = last
    if year is None or month is None or day is None:
        return None
    try:
        moved = dt.date(year, month, day) + dt.timedelta(days)
    except (ValueError, OverflowError):
        return None
    return moved.year, moved.month, moved.day


def _day_of_month(literal: Typed, day: int, sentence: Sentence, last: Date) -> Date | None:
    year, month, known = last
    if year is None or month is None or day > calendar.monthrange(year, month)[1]:
        return None
    text = sentence.text
    ahead = text[max(0, literal.start - _BEFORE) : literal.start]
    same = bool(_SAME_MONTH.match(text, literal.end) or _SAME_MONTH_AHEAD.search(ahead))
    if not same and (not _names_a_day(literal, sentence, ahead) or (known is not None and day <= known)):
        # After the 14th, the 3rd is of no month that is told.
        return None
    return year, month, day


def _names_a_day(literal: Typed, sentence: Sentence, ahead: str) -> bool:
    """Return whether a number is a day by itself: on the 17th, am 17., le 17, ay\u0131n 17'sinde, but not the 17th floor."""
    code, text = sentence.code, sentence.text
    if code == "zh":
        return literal.text.endswith(_HAN_DAY) and _AGAIN_HAN not in ahead and literal.unit == "day"
    if literal.unit or not _AGAIN.isdisjoint(sentence.words):
        return False
    if code == "tr":
        return bool(_TURKISH_DAY.match(text, literal.end)) and "ay\u0131n" in text
    counted = literal.kind != "ordinal" and code in {"en", "de"}
    return (
        not counted and code in _DAY_AHEAD and bool(_DAY_AHEAD[code].search(ahead)) and _stands_alone(literal, sentence)
    )


def _stands_alone(literal: Typed, sentence: Sentence) -> bool:
    """Return whether no noun follows a number that it could count."""
    text, end = sentence.text, literal.end
    following = sentence.tokens[token_at(sentence.starts, end) :][:1]
    if not following or (text[end : end + 1] not in {" ", ".", ")"}) or text[end : end + 2] == ", ":
        return True
    return following[0] in sentence.lexicon.stop and following[0] not in {"of", "de", "des", "der"}
