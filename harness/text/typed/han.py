"""Literals of Chinese sentences that are not written with digits: numerals, shares, ordinals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from harness.text.typed.amounts import Context, number
from harness.text.typed.numerals import HAN_GROUPS, HAN_NUMERAL, han_number
from harness.text.typed.values import Typed

_PERCENT = re.compile("\u767e\u5206\u4e4b([\\d.]+|" + HAN_NUMERAL.pattern + ")")
_SHARE = re.compile("(" + HAN_NUMERAL.pattern + ")\u5206\u4e4b(" + HAN_NUMERAL.pattern + ")")
_ORDINAL = re.compile("\u7b2c\\s?(\\d{1,6}|" + HAN_NUMERAL.pattern + ")(\u5b63\u5ea6)?")
_COUNTED = "\u4e2a\u540d\u6761\u5929\u5e74\u6708\u4eba\u6b21\u53ea\u672c\u5f20\u7ea7\u4f4d\u5143\u7c73\u6240\u5bb6\u5ea7\u6837\u79cd\u9879\u5c81\u500d\u5c0f\u5206\u79d2\u516c\u5343\u5428\u5347\u70b9\u5468\u95f4\u8f86"
_OF_TEN = re.compile(
    "\u6210(?![\u7acb\u4e3a\u529f\u7acb\u7ee9\u5458\u672c\u957f\u719f\u679c\u4eba\u5206\u4ea4\u578b\u54c1\u7acb])"
)
"""Tenths, as in \u516d\u6210 for 60%, and not the beginning of another word."""
_TENTHS = 10
_ALONE = "\u4e00\u767e\u5343"


def han_literals(context: Context) -> Iterator[Typed]:
    """Yield \u767e\u5206\u4e4b\u56db, \u4e09\u5206\u4e4b\u4e8c, \u7b2c\u4e09 and \u4e09\u767e\u4e8c\u5341\u4e00, in that order; one alone counts only before a measure word."""
    text = context.text
    for match in _PERCENT.finditer(text):
        value = _value(match[1])
        if value is not None:
            yield Typed("number", (value,), match.start(), match.end(), match[0], "%")
    for match in _SHARE.finditer(text):
        under, over = han_number(match[1]), han_number(match[2])
        if under and over is not None:
            yield Typed("number", (over / under,), match.start(), match.end(), match[0], "part")
    for match in _ORDINAL.finditer(text):
        value = _value(match[1])
        if value is not None and match[2]:
            yield Typed("quarter", (int(value),), match.start(), match.end(), match[0])
        elif value is not None:
            yield Typed("ordinal", (value,), match.start(), match.end(), match[0])
    yield from _numerals(context)


def _numerals(context: Context) -> Iterator[Typed]:
    text = context.text
    for match in HAN_NUMERAL.finditer(text):
        value = han_number(match[0])
        if value is not None and value <= _TENTHS and _OF_TEN.match(text, match.end()):
            end = match.end() + 1
            if (more := HAN_NUMERAL.match(text, end, end + 1)) and (hundredths := han_number(more[0])) is not None:
                # Two tenths and five hundredths.
                value, end = value + hundredths / 10, end + 1
            yield _share(context, value * 10, match.start(), end)
        elif value is not None and _counts(text, match):
            yield number(context, (value,), match.span())


def _share(context: Context, percent: Decimal, start: int, end: int) -> Typed:
    return Typed("number", (percent,), start, end, context.text[start:end], "%")


def _value(text: str) -> Decimal | None:
    return Decimal(text) if text.replace(".", "", 1).isdigit() else han_number(text)


def _counts(text: str, match: re.Match[str]) -> bool:
    before = text[match.start() - 1 : match.start()]
    if before.isdigit() or before == "\u7b2c":
        return False
    if len(match[0]) > 1:
        return True
    after = text[match.end() : match.end() + 1]
    return match[0] not in HAN_GROUPS and match[0] not in _ALONE and bool(after) and after in _COUNTED
