"""Opening hours with a point: 09.00-18.00 in a language whose decimals have a comma are two times of day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from harness.text.typed.values import Typed

_SPAN = re.compile(
    r"(?<![\w.,])((?:[01]?\d|2[0-3])\.[0-5]\d)\s?[-\u2013\u2014]\s?((?:[01]?\d|2[0-4])\.[0-5]\d)(?![\d.,]?\d|\s?[%\u20ac$\u00a3\u20ba\u00b0]|\s?(?:kg|mg|g|m|km|cm|mm|l|ml|TL|EUR)\b)"
)

_COMMA = frozenset({"tr", "de"})
_LEADING = re.compile(r"0\d")
"""An hour that no decimal is written like: 09.00."""


def dotted_hours(text: str, found: Sequence[Typed], code: str) -> tuple[Typed, ...]:
    """Return the literals with both ends of each span of hours as times; as they are where hours are not written so."""
    spans = [m for m in _SPAN.finditer(text) if code in _COMMA or _LEADING.match(m[1]) or _LEADING.match(m[2])]
    if not spans:
        return tuple(found)
    ends = {at for m in spans for at in (m.start(1), m.start(2))}
    return tuple([_as_time(x) if x.start in ends and x.kind == "number" and not x.unit else x for x in found])


def _as_time(literal: Typed) -> Typed:
    hour, _, minute = literal.text.partition(".")
    if not (hour.isdigit() and minute.isdigit()):
        return literal
    return replace(literal, kind="time", values=(int(hour) * 60 + int(minute),))
