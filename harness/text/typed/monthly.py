"""A day of each month is an ordinal, also where its language counts it: le cinq de chaque mois, el 5 de cada mes, her ay\u0131n 5'inde."""

from __future__ import annotations

import re
from decimal import Decimal

from harness.text.typed.values import Typed

_LAST_DAY = 31
_AROUND = {
    "fr": (
        re.compile(r"\b(?:le|du|au) $", re.IGNORECASE),
        re.compile(r"\s(?:de chaque|du|de tous les) mois\b", re.IGNORECASE),
    ),
    "es": (
        re.compile(r"\b(?:el|del|al|d\u00eda) $", re.IGNORECASE),
        re.compile(r"\s(?:de cada|del|de todos los) mes(?:es)?\b", re.IGNORECASE),
    ),
    "tr": (re.compile(r"\bay\u0131n (?:en ge\u00e7 )?$", re.IGNORECASE), re.compile(r"['\u2019]?\w{0,5}")),
    "zh": (re.compile("\u6bcf\u4e2a?\u6708$"), re.compile("")),
}
_HAN_DAY = ("\u65e5", "\u53f7")
_REACH = 16


def days_of_each_month(text: str, code: str, found: list[Typed]) -> list[Typed]:
    """Return the literals with those that are a day of each month made ordinals."""
    if code not in _AROUND:
        return found
    ahead, behind = _AROUND[code]
    return [
        x.at_least_as(kind="ordinal", unit="", comparator="", per="")
        if x.kind == "number"
        and _is_day(x, text, code)
        and behind.match(text, x.end)
        and ahead.search(text, x.start - _REACH if x.start > _REACH else 0, x.start)
        else x
        for x in found
    ]


def _is_day(literal: Typed, text: str, code: str) -> bool:
    value = literal.values[0]
    if not isinstance(value, Decimal) or not 1 <= value <= _LAST_DAY:
        return False
    if code == "zh":
        return literal.text.endswith(_HAN_DAY) or text.startswith(_HAN_DAY, literal.end)
    return not literal.unit
