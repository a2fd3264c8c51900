"""The time zone after a time: CET, UTC+1, Eastern Standard Time (UTC-5); and how far a place is from UTC."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.values import Typed

_HOURS = {
    "utc": 0, "gmt": 0, "wet": 0, "cet": 60, "bst": 60, "west": 60, "mez": 60, "cest": 120, "eet": 120, "mesz": 120, "eest": 180, "msk": 180, "trt": 180,
    "est": -300, "edt": -240, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "akst": -540, "hst": -600, "jst": 540, "kst": 540, "hkt": 480, "sgt": 480,
    "aest": 600, "aedt": 660, "acst": 570, "awst": 480, "nzst": 720, "nzdt": 780,
    "eastern standard time": -300, "eastern daylight time": -240, "central standard time": -360, "central daylight time": -300,
    "mountain standard time": -420, "mountain daylight time": -360, "pacific standard time": -480, "pacific daylight time": -420,
    "central european time": 60, "central european summer time": 120, "eastern european time": 120, "greenwich mean time": 0,
    "japan standard time": 540, "\u5317\u4eac\u65f6\u95f4": 480, "heure de paris": None, "ist": None, "cst": None, "ast": None,
}  # fmt: skip
"""Names of zones to minutes ahead of UTC; null where one name is of several zones."""
_NAME = "|".join(sorted((re.escape(n) for n in _HOURS), key=len, reverse=True))
_OFFSET = r"(?:UTC|GMT)\s?([+\u2013-]\d{1,2})(?::?(\d{2}))?"
_ZONE = re.compile(rf"\s?,?\s?\(?(?:{_OFFSET}|(\b(?:{_NAME})\b))\)?(?:\s?\({_OFFSET}\))?", re.IGNORECASE)
_REACH = 64


def read_zone(text: str, end: int) -> tuple[str, int]:
    """Return the zone of a time that ends at `end`, as minutes ahead of UTC or as its name, and where it ends; "" for none."""
    match = _ZONE.match(text, end, end + _REACH)
    if match is None:
        return "", end
    hours, minutes, name, more_hours, more_minutes = match.groups()
    if hours is None and more_hours is not None:
        hours, minutes = more_hours, more_minutes
    if hours is not None:
        ahead: int | None = _minutes(hours, minutes)
    else:
        ahead = _HOURS[name.lower()]
    last = match.end()
    while text[last - 1] == ")" and text.count("(", end, last) < text.count(")", end, last):
        last -= 1
    return (name.lower() if ahead is None else f"UTC{ahead:+d}"), last


def _minutes(hours: str, minutes: str | None) -> int:
    sign = 1 if hours[0] == "+" else -1
    return sign * (int(hours[1:]) * 60 + int(minutes or 0))


def ahead_of_utc(zone: str) -> int | None:
    """Return how many minutes a zone is ahead of UTC, null where that is not known."""
    return int(zone[3:]) if zone.startswith("UTC") else None


_FROM_UTC = re.compile(r"(?:utc|gmt)([+\u2013-]\d{1,2})(?::?(\d{2}))?")
_BEHIND_UTC = re.compile(
    r"\s(?:(?P<behind>behind|hinter|de retard sur|(?:por )?detr\u00e1s de|menos que)|ahead of|vor|d'avance sur|(?:por )?delante de|m\u00e1s que)"
    r"\s(?:l'|la |el |der )?(?:hora )?(?:UTC|GMT|Greenwich|Coordinated Universal Time)\b"
)


def from_utc(text: str, found: Sequence[Typed]) -> list[Typed]:
    """Return the literals with "UTC-5" and "five hours behind UTC" as the same number of hours."""
    read: list[Typed] = []
    for literal in found:
        value = literal.values[0]
        if literal.kind == "identifier" and (match := _FROM_UTC.fullmatch(str(value))):
            hours = Decimal(_minutes(match[1], match[2])) / 60
            read.append(literal.at_least_as(kind="number", values=(hours,), unit="UTC"))
        elif literal.unit == "hour" and isinstance(value, Decimal) and (told := _BEHIND_UTC.match(text, literal.end)):
            hours = -value if told["behind"] else value
            whole = text[literal.start : told.end()]
            read.append(literal.at_least_as(values=(hours,), unit="UTC", end=told.end(), text=whole))
        else:
            read.append(literal)
    return read
