"""What a typed literal is, and the reading of digits: separators of several locales, decided by context."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Literal as OneOf

Kind = OneOf["number", "ordinal", "date", "time", "quarter", "decade", "version", "identifier"]
Comparator = OneOf["", ">=", "<=", ">", "<", "~", "low", "high"]
Date = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Typed:
    """One literal with its type: `start` and `end` are offsets in the normalised sentence.

    `values` are its readings, most likely first: numbers for a number or an ordinal, `(year, month, day)` with null for
    what is not said for a date, minutes after midnight for a time, text for a version or an identifier.
    `label` says that a number names something with the word before it, as in NGC 224.
    `per` is the period of a rate, such as month.
    `unit` is a unit's or a currency's canonical name, "%", "pp", "bp", or "" for none; of a time it is the zone.
    `also` is a comparator that it may have instead of none: "within 14 days" is 14 days, or at most 14.
    """

    kind: Kind
    values: tuple[object, ...]
    start: int
    end: int
    text: str
    unit: str = ""
    comparator: Comparator = ""
    firm: bool = True
    per: str = ""
    label: bool = False
    also: Comparator = ""

    def at_least_as(self, **changes: object) -> Typed:
        """Return a copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}")
_THREE = 3


def read_number(raw: str, *, decimal_comma: bool | None) -> tuple[Decimal, ...]:
    """Return the readings of digits with separators, most likely first; none where they are no number (1.2.3).

    `decimal_comma` says which locale the text is in, null where nothing tells: then `1,234` has two readings. A
    separator that cannot part thousands parts decimals whatever the locale: 0,5 is never 5.
    """
    digits = raw.replace("'", "").replace(" ", "").replace("\u066c", "")
    commas, points = digits.count(","), digits.count(".")
    if not commas and not points:
        return _decimals(digits)
    if commas and points:
        return _both_separators(digits)
    separator = "," if commas else "."
    if commas + points > 1:
        return _decimals(digits.replace(separator, "")) if _GROUPED.fullmatch(digits) else ()
    whole, decimals = digits.split(separator)
    as_decimal = _decimals(f"{whole or '0'}.{decimals or '0'}")
    if len(decimals) != _THREE or not 1 <= len(whole) <= _THREE or whole.startswith("0"):
        return as_decimal
    as_thousands = _decimals(whole + decimals)
    if decimal_comma is None:
        return as_decimal + as_thousands if separator == "." else as_thousands + as_decimal
    return as_decimal if (separator == ",") == decimal_comma else as_thousands


def _both_separators(digits: str) -> tuple[Decimal, ...]:
    last = max(digits.rfind(","), digits.rfind("."))
    whole, decimals = digits[:last], digits[last + 1 :]
    if digits[last] in whole or not _GROUPED.fullmatch(whole):
        return ()
    return _decimals(whole.replace(",", "").replace(".", "") + "." + decimals)


_COMMA_DECIMAL = re.compile(r"(?<![\d.,])\d+(?:\.\d{3})*,\d{1,2}(?![\d,])")
_POINT_DECIMAL = re.compile(r"(?<![\d.,])\d+(?:,\d{3})*\.\d{1,2}(?![\d.])")


def uses_decimal_comma(text: str, language_default: bool | None) -> bool | None:  # noqa: FBT001 -- a third state is null
    """Return whether a text parts decimals with a comma, null where neither its language nor its numbers tell."""
    if language_default is not None:
        return language_default
    comma, point = _COMMA_DECIMAL.search(text) is not None, _POINT_DECIMAL.search(text) is not None
    return None if comma == point else comma


def _decimals(text: str) -> tuple[Decimal, ...]:
    try:
        return (Decimal(text),)
    except InvalidOperation:
        return ()
