"""Literals that are written with digits: runs of characters round a digit, and what each run can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from harness.text.typed.amounts import Context, Readings, number, ordinal, readings
from harness.text.typed.clock import dotted_hours
from harness.text.typed.dates import read_date, read_time
from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.measures import prefixed_unit, read_scale, read_unit
from harness.text.typed.timezones import read_zone
from harness.text.typed.units import SYMBOLS
from harness.text.typed.values import Comparator, Typed

_LATIN = "A-Za-z\u00c0-\u024f\u03a9\u03bc"
_SIGNS = "%\u00b0\u2030$\u20ac\u00a3\u00a5\u20ba\u20b9\u00a2.,:'/+^\u00ba\u00aa\u2013-"
# A run starts where no run can go on and needs a digit: possessive, so that each character is read once.
_RUN = re.compile(rf"(?<![{_LATIN}\d_{_SIGNS}])[{_LATIN}_{_SIGNS}]*+\d[{_LATIN}\d_{_SIGNS}]*+")
_JOINED = re.compile(r"(?<![\d.,:/-])\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d]|[.,:/]\d)")
_NUMBER = r"\d+(?:[.,']\d+)*"
_RANGE = re.compile(rf"({_NUMBER})\s?[-\u2013]\s?({_NUMBER})([^\d-]*)")
_PLAIN = re.compile(rf"({_NUMBER}|\.\d+)(.*)", re.DOTALL)
_EXPONENT = re.compile(r"[eE]([+-]?\d{1,4})(?![\w])")
_POWER = re.compile(r"\s?[x*\u00b7]\s?10\^?\s?([+-]?\d{1,4})")
_TEN_TO = re.compile(r"10\^([+-]?\d{1,4})")
_FRACTION = re.compile(r"(\d{1,4})/(\d{1,4})")
_WHOLE = re.compile(r"(?<![\w.,])(\d{1,3}) $")
_MIXED = re.compile(r" \d{1,2}/\d{1,3}(?![\d/])")
_HOURS = re.compile(
    r"(\d{1,2}(?:[:.h]\d{2}|h)?(?:[ap]\.?m\.?)?)\s?[-\u2013]\s?(\d{1,2}(?:[:.h]\d{2}|h)?(?:[ap]\.?m\.?)?)",
    re.IGNORECASE,
)
_UHR = re.compile(r"\sUhr\b")
_TELLS_TIME = re.compile(r"\d[:h]|[ap]\.?m", re.IGNORECASE)
_VERSION = re.compile(r"[vV]?\d+(?:\.\d+){2,}[\w.+-]*|[vV]\d+(?:\.\d+)*[\w.+-]*")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,}")
_ORDINAL = re.compile(
    r"(st|nd|rd|th|er|ere|re|e|eme|\u00e8me|\.?\u00ba|\.?\u00aa|nci|nc\u0131|\u00fcnc\u00fc|inci|\u0131nc\u0131|uncu)\.?",
    re.IGNORECASE,
)
_ENGLISH_ORDINAL = frozenset({"st", "nd", "rd", "th"})
_DECADE = re.compile(r"'?s")
_QUARTER = re.compile(r"[QqT]([1-4])")
_CURRENCIES = (
    "US$",
    "CA$",
    "AU$",
    "HK$",
    "C$",
    "A$",
    "R$",
    "$",
    "\u20ac",
    "\u00a3",
    "\u00a5",
    "\u20ba",
    "\u20b9",
    "%",
    "USD",
    "EUR",
    "GBP",
)
_GLUED = "-\u2013/%\u00b0\u2030$\u20ac\u00a3\u00a5\u20ba+"
_ORDINAL_DOT = re.compile(r"\.\s[^\W\d_]")
_RUN_ON = re.compile(r"\d(?=[.,:][A-Z][a-z]+\Z)")
"""The end of a number whose next sentence or clause follows without a space: 1,027,339.The."""
_CLOSED_RANGE = re.compile(r"[-\u2013]\d")
_DAY_DIGITS = 2
"""No more digits than these are a day or an hour by themselves."""
_LONGEST = 120
_EXPONENT_MAX = 400
_DENOMINATOR_MAX = 100
_DECADE_DIGITS = frozenset({2, 4})
_ORDINAL_DIGITS = 2
_REST = 24


def digit_literals(context: Context) -> Iterator[Typed]:
    """Yield the literals of a sentence that are written with digits, left to right."""
    text, position = context.text, 0
    joined = [m.span() for m in _JOINED.finditer(text)] if " " in text else []
    for match in _RUN.finditer(text):
        if match.start() < position:
            continue
        span = next((s for s in joined if s[0] <= match.start() < s[1]), None)
        values = readings(context, text[span[0] : span[1]]) if span else ()
        joined_number = [number(context, values, span)] if span and values else None
        found = joined_number or list(_run(context, match.start(), match.end()))
        for literal in found:
            position = max(position, literal.end)
            yield literal


def _run(context: Context, start: int, end: int) -> Iterator[Typed]:
    """Yield the literals of a run, punctuation and case endings taken off."""
    text = context.text
    while end > start and text[end - 1] in ".,:'/\u2013-^":
        end -= 1
    while (
        start < end and text[start] in ",:'/%^" and not (text[start] == "%" and text[start + 1 : start + 2].isdigit())
    ):
        start += 1
    core = text[start:end]
    if core.startswith("..") or len(core) > _LONGEST:
        return
    if core[-1].isalpha() and (match := _RUN_ON.search(core)):
        core, end = core[: match.end()], start + match.end()
    if "'" in core:
        left, _, ending = core.rpartition("'")
        if left and ending.isalpha():
            core, end = left, start + len(left)
    yield from _read(context, core, (start, end))


def _read(context: Context, core: str, span: tuple[int, int]) -> Iterator[Typed]:
    start, end = span
    rest = context.text[end : end + _REST]
    if core.isdecimal():
        if _MIXED.match(rest):
            return
        if len(core) > _DAY_DIGITS:
            yield from _amount(context, core, span, start)
            return
    if dates := read_date(core, context.lexicon):
        yield Typed("date", dates, start, end, core)
    elif times := _times(context, core, span):
        yield from times
    elif _VERSION.fullmatch(core) and not _THOUSANDS.fullmatch(core):
        yield Typed("version", (fold(core).lstrip("v"),), start, end, core)
    elif ends := _range(context, core, start):
        yield from ends
    elif core[0] in "-+\u2013" and core[1:2] and core[1] in "0123456789$\u20ac\u00a3.":
        for literal in _amount(context, core[1:], span, start + 1):
            yield _negated(literal) if core[0] != "+" else literal
    else:
        yield from _amount(context, core, span, start)


def _times(context: Context, core: str, span: tuple[int, int]) -> tuple[Typed, ...]:
    """Return the time that a run is, or the two of a range of hours; nothing where it is neither."""
    start, end = span
    time = read_time(core, context.text[end : end + _REST], context.lexicon)
    return (_at(context, time[0], start, end + time[1]),) if time else _hours(context, core, span)


def _at(context: Context, values: tuple[int, ...], start: int, end: int) -> Typed:
    """Return the literal of a time with the zone that follows it."""
    if uhr := _UHR.match(context.text, end):
        end = uhr.end()
    zone, last = read_zone(context.text, end) if context.text[end : end + 2] else ("", end)
    return Typed("time", values, start, last, context.text[start:last], zone)


def _hours(context: Context, core: str, span: tuple[int, int]) -> tuple[Typed, ...]:
    """Return the two times of `11:00\u201319:00`, `8\u201312 Uhr` and `10am-6pm`; nothing where a run is no such hours."""
    match = _HOURS.fullmatch(core)
    if match is None:
        return ()
    start, end = span
    text, lex = context.text, context.lexicon
    rest = text[end : end + _REST]
    core = dotted_hours(core, rest, lex.code)
    match = _HOURS.fullmatch(core) or match
    late = read_time(match[2], rest, lex)
    if late is None or not (late[1] or _TELLS_TIME.search(core) or _UHR.match(rest)):
        return ()
    early = _opening(match[1], late[0][0], lex)
    if not early:
        return ()
    closing = _at(context, late[0], start + match.start(2), end + late[1])
    first = start + match.end(1)
    return Typed("time", early, start, first, text[start:first], closing.unit), closing


def _opening(hour: str, closes: int, lex: Lexicon) -> tuple[int, ...]:
    """Return the readings of the hour that opens a range of hours: the last that is before the one that closes it."""
    found = read_time(hour, "", lex) or read_time(f"{hour}:00", "", lex)
    if found is None or len(found[0]) == 1:
        return found[0] if found else ()
    return tuple([v for v in found[0] if v < closes][-1:]) or found[0]


def _negated(literal: Typed) -> Typed:
    if literal.kind != "number":
        return literal
    return literal.at_least_as(values=tuple([-v for v in literal.values if isinstance(v, Decimal)]))


_TURKISH_HOURS = re.compile(r"\s(?:aras\u0131|saat)")
"""What makes times of a Turkish range: "09.00-17.00 aras\u0131"."""


def _range(context: Context, core: str, start: int) -> tuple[Typed, ...]:
    """Return the two ends of `5-10`, the unit shared; nothing where the run is no range."""
    match = _RANGE.fullmatch(core)
    if match is None:
        return ()
    if context.lexicon.code == "tr" and _TURKISH_HOURS.match(context.text, start + match.end(2)):
        times = [read_time(match[side].replace(".", ":"), "", context.lexicon) for side in (1, 2)]
        if all("." in match[side] for side in (1, 2)) and times[0] and times[1]:
            return (
                Typed("time", times[0][0], start, start + match.end(1), match[1], comparator="low"),
                Typed("time", times[1][0], start + match.start(2), start + match.end(2), match[2], comparator="high"),
            )
    low, high = readings(context, match[1]), readings(context, match[2])
    if not (low and high and low[0] < high[0] and len(match[1]) <= len(match[2]) + 1):
        return ()
    text, end = context.text, start + match.end(2)
    scale, scaled_end = read_scale(text, end, context.lexicon)
    unit, last = read_unit(text, scaled_end, context.lexicon)
    unit = unit or prefixed_unit(text, start)[0]
    sides: tuple[tuple[Readings, Comparator, int, int], ...] = (
        (low, "low", start, start + len(match[1])),
        (high, "high", start + match.start(2), last),
    )
    return tuple([Typed("number", tuple([v * scale for v in r]), a, b, text[a:b], unit, c) for r, c, a, b in sides])


def _amount(context: Context, core: str, span: tuple[int, int], at: int) -> Iterator[Typed]:
    """Yield the literal of an unsigned run that begins at `at`: an amount, an ordinal, a fraction, or an identifier."""
    start, end = span
    prefix = ""
    if not core[:1].isdigit():
        prefix = next((c for c in _CURRENCIES if core.startswith(c) and core[len(c) : len(c) + 1].isdigit()), "")
    core, at = core[len(prefix) :], at + len(prefix)
    unit = SYMBOLS.get(prefix, prefix)
    if match := _TEN_TO.fullmatch(core):
        if abs(int(match[1])) < _EXPONENT_MAX:
            yield number(context, (Decimal(1).scaleb(int(match[1])),), span, prefix=unit)
        return
    if (
        (match := _FRACTION.fullmatch(core))
        and 0 < int(match[2]) <= _DENOMINATOR_MAX
        and int(match[1]) <= int(match[2])
    ):
        value = Decimal(match[1]) / Decimal(match[2])
        whole = _WHOLE.search(context.text[max(0, start - 5) : start])
        if whole:
            value, start = value + int(whole[1]), start - len(whole[0])
        yield number(context, (value,), (start, end), prefix=unit, part=not whole)
        return
    match = _PLAIN.fullmatch(core)
    values = readings(context, match[1]) if match else ()
    if match is None or not values:
        yield _identifier(context.text[start:end], span)
    else:
        yield _suffixed(context, (match[1], match[2], at + len(match[1])), values, span, unit)


def _suffixed(
    context: Context, parts: tuple[str, str, int], values: Readings, span: tuple[int, int], unit: str
) -> Typed:
    """Return the literal of digits and what is glued to them; `parts` are the digits, the suffix and where it starts."""
    digits, suffix, after = parts
    start, end = span
    text, lex = context.text, context.lexicon
    exponent = _EXPONENT.match(text, after) or _POWER.match(text, after)
    if exponent and abs(int(exponent[1])) < _EXPONENT_MAX:
        return number(context, (values[0].scaleb(int(exponent[1])),), (start, exponent.end()), prefix=unit)
    if digits.isdigit() and _is_ordinal(context, digits, suffix, after):
        return ordinal(context, values[0], (start, end if suffix else after + 1))
    if digits.isdigit() and digits.endswith("0") and len(digits) in _DECADE_DIGITS and _DECADE.fullmatch(suffix):
        return Typed("decade", (int(digits),), start, end, text[start:end])
    glued = not suffix or suffix[0] in _GLUED or suffix in SYMBOLS
    if (suffix and _CLOSED_RANGE.match(suffix)) or not (
        glued or read_scale(text, after, lex)[1] > after or read_unit(text, after, lex)[1] > after
    ):
        return _identifier(text[start:end], span)
    return number(context, values, (start, after), prefix=unit, raw=digits)


def _is_ordinal(context: Context, digits: str, suffix: str, after: int) -> bool:
    code = context.lexicon.code
    if not suffix:
        dotted = _ORDINAL_DOT.match(context.text, after)
        return bool(dotted) and code in {"de", "tr"} and len(digits) <= _ORDINAL_DIGITS
    if not _ORDINAL.fullmatch(suffix):
        return False
    return code in {"fr", "es", "tr"} or suffix.lower() in _ENGLISH_ORDINAL or "\u00ba" in suffix


def _identifier(text: str, span: tuple[int, int]) -> Typed:
    if match := _QUARTER.fullmatch(text):
        return Typed("quarter", (int(match[1]),), *span, text)
    return Typed("identifier", (fold(text.strip("-'\u2013/").replace("\u2013", "-")),), *span, text)
