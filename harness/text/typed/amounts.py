"""A number with what belongs to it: scale, unit, sign word, comparator and period; and ordinals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.text.typed.bounds import also_bounds, is_span_of
from harness.text.typed.clock import hour_named
from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.measures import (
    comparator_after,
    comparator_before,
    prefixed_unit,
    read_period,
    read_scale,
    read_unit,
)
from harness.text.typed.values import Comparator, Typed, read_number

Readings = tuple[Decimal, ...]

_WORD = re.compile(r"[^\W_]+")
_LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]{1,20})\s$")
_LABELS = frozenset(
    "section sec chapter figure fig table step article art appendix clause version release ver v paragraph rule page "
    "abschnitt absatz kapitel seite abbildung tabelle artikel chapitre tableau seccion capitulo figura tabla articulo "
    "bolum madde sekil tablo sayfa".split()
)
_QUARTERS = frozenset("quarter quartal quartals trimestre ceyrek ceyregi ceyreginde".split())
_MINUS = frozenset("minus negative moins menos eksi".split())
_DEGREES = frozenset({"degC", "degF", "degree"})
_BELOW_ZERO = re.compile(
    r"\s(?:below (?:zero|freezing)|unter (?:null|dem gefrierpunkt)|(?:au-dessous|en dessous) de z\u00e9ro|sous z\u00e9ro|bajo cero|s\u0131f\u0131r\u0131n alt\u0131nda)\b",
    re.IGNORECASE,
)
_BELOW_ZERO_BEFORE = "s\u0131f\u0131r\u0131n alt\u0131nda "
_ABOVE_ZERO = re.compile(
    r"\s(?:above (?:zero|freezing)|\u00fcber (?:null|dem gefrierpunkt)|au-dessus de z\u00e9ro|sobre cero|s\u0131f\u0131r\u0131n \u00fcst\u00fcnde)\b",
    re.IGNORECASE,
)
_OF_MILLIONS = re.compile(r"\s(?:de(?=\s)|d['\u2019])")
"""Between millions and what they are of: 3,2 millions d'euros, tres millones de pesos."""
_FACTORS = frozenset({"faktor", "facteur", "factor"})
_AT_LEAST = frozenset({"au", "du", "le", "al", "lo"})
_DOLLARS = frozenset({"USD", "CAD", "AUD"})
_ARTICLE = re.compile(r"\s(?:an?|of an?)\s")
_LATER = frozenset(
    "later earlier latest earliest sp\u00e4testens spatestens fr\u00fchestens fruhestens tard tarde".split()
)
_BEFORE_WHAT = re.compile(r"\s(?:before|prior to|ahead of|in advance|vor|avant|antes)\b", re.IGNORECASE)
_SEEN_FROM_THE_END: dict[Comparator, Comparator] = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
"""No later than two weeks before a day is at least two weeks before it."""
_BEFORE_CHARACTERS = 48
_BEFORE_WORDS = 5
_LONGEST = 60
_CODE = 3
"""The letters of a currency's code."""


@dataclass(frozen=True, slots=True)
class Context:
    """The normalised sentence that literals are read from, its language and how it parts decimals."""

    text: str
    lexicon: Lexicon
    decimal_comma: bool | None


def readings(context: Context, digits: str) -> Readings:
    """Return the readings of digits with separators; none where they are absurdly many or no number."""
    return read_number(digits, decimal_comma=context.decimal_comma) if len(digits) <= _LONGEST else ()


def number(
    context: Context, values: Readings, span: tuple[int, int], *, prefix: str = "", raw: str = "", part: bool = False
) -> Typed:
    """Return the literal of a number read at `span`, grown by its scale, unit and sign word.

    `prefix` is the currency or sign glued to its front, `raw` the digits as written where it was written in digits, and
    `part` says that it is a fraction, which is a share where it has no unit.
    """
    text, lex = context.text, context.lexicon
    start, end = span
    before = [fold(w) for w in _WORD.findall(text[max(0, start - _BEFORE_CHARACTERS) : start])][-_BEFORE_WORDS:]
    front, front_start = prefixed_unit(text, start)
    inside = text[start - 1 : start] == "(" and text[end : end + 1] == ")" and _loss_in_brackets(context, end + 1)
    scale, scaled_end = read_scale(text, end + inside, lex, money=bool(prefix or front))
    back, last = read_unit(text, scaled_end, lex)
    if scale != 1 and not back and (of := _OF_MILLIONS.match(text, scaled_end)):
        back, last = read_unit(text, of.end(), lex)
        last = last if back else scaled_end
    if part and not back and (article := _ARTICLE.match(text, scaled_end)):
        back, last = read_unit(text, article.end() - 1, lex)
        last = last if back else scaled_end
    bare = bool(raw) and not (prefix or front or back) and scale == 1
    if raw and scale == 1 and not (prefix or back) and (hours := hour_named(raw, before, text[end : end + 1], lex)):
        return Typed("time", hours, start, end, text[start:end])
    if bare and ((before[-1:] and before[-1] in _LABELS) or "\u00a7" in text[max(0, start - 3) : start]):
        return Typed("version", (raw,), start, end, text[start:end])
    unit, first = (prefix, start) if prefix else (front, front_start)
    if unit in {"", "%"} or back in _DOLLARS:
        unit = back or unit
    elif back != unit:
        last = scaled_end
    if not unit and before[-1:] and (before[-1] in _FACTORS or (before[-1] == "of" and before[-2:-1] == ["factor"])):
        unit = "times"
    label = bare and raw.isdigit() and _is_label(text, start, before, lex)
    ahead = before[: len(before) - len(_WORD.findall(text, first, start))]
    comparator = comparator_before(text, first, ahead, lex) or comparator_after(text, last, lex)
    if comparator in _SEEN_FROM_THE_END and _BEFORE_WHAT.match(text, last) and not _LATER.isdisjoint(before):
        comparator = _SEEN_FROM_THE_END[comparator]
    also: Comparator = also_bounds(text, (first, last), comparator, lex)
    if is_span_of(text, last, before, unit, comparator):
        comparator, also = "", ">"
    sign, start, last = (-1, start - 1, last) if inside else _signed(context, (start, last), before, unit)
    return Typed(
        "number",
        tuple([v * scale * sign for v in values]),
        start,
        last,
        text[start:last],
        unit or ("part" if part else ""),
        comparator,
        per=read_period(text, last, lex) or (text[start:last].partition("/")[2] if unit == "EUR/100" else ""),
        label=label and not comparator,
        also=also,
    )


def _loss_in_brackets(context: Context, end: int) -> bool:
    """Return whether what stands after a number in brackets says that it is money below zero: (2,450) thousand euros."""
    scale, last = read_scale(context.text, end, context.lexicon, money=True)
    unit, _ = read_unit(context.text, last, context.lexicon)
    return scale != 1 and len(unit) == _CODE and unit.isupper()


def _signed(context: Context, span: tuple[int, int], before: Sequence[str], unit: str) -> tuple[int, int, int]:
    """Return -1 where words say that a number is below zero, else 1, and where it stands with them."""
    start, last = span
    if _is_negative(context.text, start, before, context.lexicon):
        return -1, start if context.lexicon.code == "zh" else start - len(before[-1]) - 1, last
    if unit in _DEGREES and (below := _BELOW_ZERO.match(context.text, last)):
        return -1, start, below.end()
    if unit in _DEGREES and context.text[:start].endswith(_BELOW_ZERO_BEFORE):
        return -1, start - len(_BELOW_ZERO_BEFORE), last
    if unit in _DEGREES and (above := _ABOVE_ZERO.match(context.text, last)):
        return 1, start, above.end()
    return 1, start, last


def _is_negative(text: str, start: int, before: Sequence[str], lex: Lexicon) -> bool:
    if lex.code == "zh":
        return text[max(0, start - 2) : start] == "\u96f6\u4e0b"
    if not before or before[-1] not in _MINUS or text[start - 1] != " ":
        return False
    return len(before) == 1 or before[-2] not in _AT_LEAST


def _is_label(text: str, start: int, before: Sequence[str], lex: Lexicon) -> bool:
    """Return whether the word before a number is a name that the number completes: NGC 224, Zone 5."""
    match = _LAST_WORD.search(text, max(0, start - 24), start)
    if match is None or not match[1][0].isupper():
        return False
    return before[-1] not in lex.stop and before[-1] not in lex.months


def ordinal(context: Context, value: Decimal, span: tuple[int, int]) -> Typed:
    """Return the literal of an ordinal, or of the quarter of a year that it counts."""
    text = context.text
    start, end = span
    following = _WORD.search(text, end, end + 24)
    if following and fold(following[0]) in _QUARTERS:
        return Typed("quarter", (int(value),), start, following.end(), text[start : following.end()])
    return Typed("ordinal", (value,), start, end, text[start:end])
