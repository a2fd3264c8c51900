"""Dates and times in the forms people write them, read without guessing what is not said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.text.typed.lexicon import Lexicon
from harness.text.typed.numerals import han_number
from harness.text.typed.values import Date, Typed

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T[\d:.+Z-]*)?")
_MONTH_ONLY = re.compile(r"(\d{4})-(\d{2})")
_MONTH_YEAR = re.compile(r"(\d{1,2})/([12]\d{3})")
_PARTS = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})(?::\d{2})?([ap])?\.?m?\.?", re.IGNORECASE)
_HOUR_H = re.compile(r"(\d{1,2})h(\d{2})?")
_HOUR_AP = re.compile(r"(\d{1,2})(?:[.](\d{2}))?([ap])\.?m\.?", re.IGNORECASE)
_HALF = re.compile(r"\s?([ap])\.?\s?m\b\.?", re.IGNORECASE)
_NAMED_HALF = re.compile(
    r"(?:\sUhr|\sh(?:eures?)?)?\s(?:(de la tarde|de la noche|du soir|de l'apr\u00e8s-midi|abends|nachmittags|in the (?:afternoon|evening)|at night)|(?:de la ma\u00f1ana|du matin|morgens|vormittags|in the morning))\b",
    re.IGNORECASE,
)
_NAMES_HALVES = frozenset({"de", "fr", "es"})
"""Languages in which "9 in the morning" is a time; in English it may be how many."""
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ere|e|o|\u00ba|a)?")
_YEAR = re.compile(r"[12]\d{3}")
_HAN_DATE = re.compile(
    "(?:(\\d{4}|[\u3007\u96f6\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d]{4})\\s?\u5e74\\s?)?(?:(\\d{1,2}|[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,3})\\s?\u6708\\s?(?:(\\d{1,2}|[\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,3})\\s?[\u65e5\u53f7])?)?"
)
_HAN_TIME = re.compile(
    r"(?:(上午|早上|凌晨|下午|晚上|中午)?\s?(\d{1,2})|(?<=[午上晨])([一二两三四五六七八九十]{1,3}))\s?[点时:](?!间)\s?(?:(\d{1,2})\s?分?|(半|一刻|三刻))?"
)
_HAN_PARTS = {"半": 30, "一刻": 15, "三刻": 45}
_GROUPS = re.compile(r"[.,\u00a0\u202f' ]\d{3}(?!\d)")
_ORDER_NOTE = re.compile(
    r"\b(?:(?:(dd?|tt|jj|gg)|mm?)\s?[/.-]\s?(?:mm?|aa|dd?)\s?[/.-]\s?(?:yyyy|yy|jjjj|jj|aaaa|aa)"
    r"|(?:(day|tag|jour|d\u00eda|g\u00fcn)|month)\s?/\s?(?:month|monat|mois|mes|ay|day)|(day)[- ]first|month[- ]first"
    r"|(british|uk|european) (?:date )?format|(?:us|american) (?:date )?format)\b",
    re.IGNORECASE,
)
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(?:\d{4}|\d{2})(?![\d/])")
_DAY_GAP = frozenset({"of", "de", "den", "d"})
_YEAR_GAP = frozenset({"of", "de", "del"})
_MONTH_AFTER = frozenset(
    "in of on over than against since until by from through to last next early late mid during before after this each every".split()
)
_GAP = re.compile(r"[\s.,'-]{0,4}(?:of|de|del|den)?[\s.,'-]{0,3}")
_MONTHS_IN_YEAR = 12
_DAYS_IN_MONTH = 31
_NOON = 12
_DAY_HOURS = 24
_HOUR_MINUTES = 60
_PIVOT = 70
_ALSO_WORDS = frozenset({"may", "march", "mar", "dec", "sep", "mars", "ocak", "ene", "dic"})
_TEN = 10
_TENS = {"twenty": 20, "thirty": 30}
_COUNTED_DAYS = frozenset({"fr", "es"})


def read_date(core: str, lexicon: Lexicon) -> tuple[Date, ...]:
    """Return the readings of a numeric date, most likely first; none where it is no date."""
    if match := _ISO.fullmatch(core):
        return _valid([(int(match[1]), int(match[2]), int(match[3]))])
    if month := _month_of_year(core):
        return (month,)
    if not (match := _PARTS.fullmatch(core)):
        return ()
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    if len(match[4]) == len("26"):
        if match[2] == "." and not lexicon.decimal_comma:
            return ()
        year += 1900 if year >= _PIVOT else 2000
    day_first, month_first = (year, second, first), (year, first, second)
    if match[2] == "." or lexicon.decimal_comma:
        return _valid([day_first])
    return _valid([month_first, day_first])


def day_comes_first(text: str) -> bool | None:
    """Return whether the dates of a text such as 05/07/2025 begin with the day, null where neither a note nor another date tells."""
    if note := _ORDER_NOTE.search(text):
        return any(note.groups())
    told = {
        first > second
        for first, second in (map(int, m.groups()) for m in _SLASHED.finditer(text))
        if (first > _MONTHS_IN_YEAR) != (second > _MONTHS_IN_YEAR)
    }
    return told.pop() if len(told) == 1 else None


def in_order(date: Typed, *, day_first: bool) -> Typed:
    """Return a date that has two readings with the one in a known order alone."""
    if date.kind != "date" or len(date.values) < 2:  # noqa: PLR2004 -- two readings
        return date
    return date.at_least_as(values=date.values[1:] if day_first else date.values[:1])


def _month_of_year(core: str) -> Date | None:
    """Return the date of 2007-05 and 05/2007."""
    if (match := _MONTH_ONLY.fullmatch(core)) and _YEAR.fullmatch(match[1]):
        year, month = int(match[1]), int(match[2])
    elif match := _MONTH_YEAR.fullmatch(core):
        year, month = int(match[2]), int(match[1])
    else:
        return None
    return (year, month, None) if 1 <= month <= _MONTHS_IN_YEAR else None


def _valid(dates: Sequence[tuple[int, int, int]]) -> tuple[Date, ...]:
    return tuple(dict.fromkeys(d for d in dates if 1 <= d[1] <= _MONTHS_IN_YEAR and 1 <= d[2] <= _DAYS_IN_MONTH))


def read_time(core: str, rest: str, lexicon: Lexicon) -> tuple[tuple[int, ...], int] | None:
    """Return the readings of a time in minutes after midnight, and how much of `rest` (what follows) belongs to it.

    A time from 1:00 to 12:59 without a half of the day has two readings in English and one elsewhere.
    """
    match = _CLOCK.fullmatch(core) or _HOUR_AP.fullmatch(core)
    if match:
        twelve = lexicon.code == "en" and not match[1].startswith("0")
        return _of_day(int(match[1]), int(match[2] or 0), match[3], rest, twelve=twelve)
    if match := _HOUR_H.fullmatch(core):
        return _of_day(int(match[1]), int(match[2] or 0), None, "", twelve=False)
    if core.replace(".", "").isdigit() and len(core) <= len("12.30"):
        hour, _, minute = core.partition(".")
        if len(minute) in {0, 2} and len(hour) <= len("12"):
            if half := _HALF.match(rest):
                found = _of_day(int(hour), int(minute or 0), half[1], "", twelve=True)
                return (found[0], half.end()) if found else None
            if lexicon.code in _NAMES_HALVES and _NAMED_HALF.match(rest):
                return _of_day(int(hour), int(minute or 0), None, rest, twelve=False)
            if re.match(r"\sUhr\b", rest):
                return _of_day(int(hour), int(minute or 0), None, "", twelve=False)
    return None


def _of_day(hour: int, minute: int, half: str | None, rest: str, *, twelve: bool) -> tuple[tuple[int, ...], int] | None:
    used = 0
    if half is None and rest and (named := _NAMED_HALF.match(rest)):
        half, used = "p" if named[1] else "a", named.end()
        twelve = False
    if half is None and rest and (match := _HALF.match(rest)):
        half, used = match[1], match.end()
    if hour > _DAY_HOURS or minute >= _HOUR_MINUTES:
        return None
    if half:
        hour = hour % _NOON + (_NOON if half.lower() == "p" else 0)
        return (hour * _HOUR_MINUTES + minute,), used
    at = hour * _HOUR_MINUTES + minute
    if twelve and 1 <= hour < _NOON:
        return (at, at + _NOON * _HOUR_MINUTES), used
    return (at,), used


def written_dates(text: str, tokens: Sequence[str], starts: Sequence[int], lexicon: Lexicon) -> Iterator[Typed]:
    """Yield the dates with a month's name; `tokens` are folded and `starts` their offsets in the normalised `text`."""
    for index, token in enumerate(tokens):
        month = lexicon.months.get(token)
        if month is None:
            continue
        small = lexicon.code in {"en", "de"} and not text[starts[index]].isupper()
        if small and token in _ALSO_WORDS and not text.islower():
            continue
        for date in _around(text, tokens, starts, lexicon, (index, month)):
            # Lower-cased text has months too, where a day or a year stands beside them.
            if not small or date.values[0] != (None, month, None):
                yield date


def _around(
    text: str, tokens: Sequence[str], starts: Sequence[int], lexicon: Lexicon, named: tuple[int, int]
) -> Iterator[Typed]:
    index, month = named
    first, last = index, index
    day = (
        _day_at(tokens, before, lexicon)
        if (before := _step(tokens, index, -1, _DAY_GAP)) is not None and _near(text, tokens, starts, before, index)
        else None
    )
    if day is not None and before is not None:
        first = before
        if day < _TEN and before and tokens[before - 1] in _TENS and tokens[before] in lexicon.ordinals:
            day, first = min(day + _TENS[tokens[before - 1]], _DAYS_IN_MONTH), before - 1
    after = _step(tokens, last, 1, _YEAR_GAP)
    if lexicon.code == "en" and day is None and after is not None and _near(text, tokens, starts, last, after):
        day = _day_at(tokens, after, lexicon)
        if day is not None and _GROUPS.match(text, starts[after] + len(tokens[after])):
            # "In July 18,400 visitors came."
            day = None
        elif day is not None:
            last = after
            after = _step(tokens, last, 1, _YEAR_GAP)
    year = None
    if after is not None and _near(text, tokens, starts, last, after) and _YEAR.fullmatch(tokens[after]):
        year, last = int(tokens[after]), after
    if (
        day is None
        and year is None
        and tokens[index] in _ALSO_WORDS
        and (index == 0 or tokens[index - 1] not in _MONTH_AFTER)
    ):
        return
    end = starts[last] + len(tokens[last])
    yield Typed("date", ((year, month, day),), starts[first], end, text[starts[first] : end])


def _step(tokens: Sequence[str], index: int, by: int, skipped: frozenset[str]) -> int | None:
    index += by
    if 0 <= index < len(tokens) and tokens[index] in skipped:
        index += by
    return index if 0 <= index < len(tokens) else None


def _near(text: str, tokens: Sequence[str], starts: Sequence[int], left: int, right: int) -> bool:
    return _GAP.fullmatch(text[starts[left] + len(tokens[left]) : starts[right]].lower()) is not None


def _day_at(tokens: Sequence[str], index: int, lexicon: Lexicon) -> int | None:
    match = _DAY.fullmatch(tokens[index])
    day = int(match[1]) if match else None
    if day is None and (lexicon.code != "en" or tokens[index + 1 : index + 2] == ["of"]):
        # "The second of May", "deux mai"; in English not "the second May".
        day = lexicon.ordinals.get(tokens[index]) or (
            lexicon.cardinals.get(tokens[index]) if lexicon.code in _COUNTED_DAYS else None
        )
    return day if day is not None and 1 <= day <= _DAYS_IN_MONTH else None


def han_dates(text: str) -> Iterator[Typed]:
    """Yield Chinese dates (2021\u5e743\u67085\u65e5) and times (\u4e0a\u53489\u70b9)."""
    for match in _HAN_DATE.finditer(text):
        if match[0] and (match[1] or match[3]):
            year, month, day = (_han_int(match[n]) for n in (1, 2, 3))
            if (month or 1) <= _MONTHS_IN_YEAR and (day or 1) <= _DAYS_IN_MONTH:
                yield Typed("date", ((year, month, day),), match.start(), match.end(), match[0])
    for match in _HAN_TIME.finditer(text):
        hour = _han_int(match[2] or match[3]) or 0
        minute = _HAN_PARTS[match[5]] if match[5] else int(match[4] or 0)
        half = match[1] or text[max(0, match.start() - 2) : match.start()]
        if hour < _NOON and half in {"下午", "晚上"}:
            hour += _NOON
        if hour <= _DAY_HOURS and minute < _HOUR_MINUTES:
            yield Typed("time", (hour * _HOUR_MINUTES + minute,), match.start(), match.end(), match[0])


def _han_int(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isdigit():
        return int(text)
    value = han_number(text)
    return None if value is None else int(value)
