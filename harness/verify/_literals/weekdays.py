"""Days of the week that a span abbreviates or has inside a range: Tuesdays of "Tue 9:00-20:00" and of "Mon-Wed"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.verify._whose.zones import Place

_NAMES = (
    "monday mondays mon montag montags mo lundi lun lunes pazartesi pzt 周一 星期一",
    "tuesday tuesdays tue tues dienstag dienstags di mardi mar martes sali sal 周二 星期二",
    "wednesday wednesdays wed mittwoch mittwochs mi mercredi mer miercoles mie carsamba car 周三 星期三",
    "thursday thursdays thu thur thurs donnerstag donnerstags do jeudi jeu jueves jue persembe per 周四 星期四",
    "friday fridays fri freitag freitags fr vendredi ven viernes vie cuma cum 周五 星期五",
    "saturday saturdays sat samstag samstags sa samedi sam sabado sab cumartesi cmt 周六 星期六",
    "sunday sundays sun sonntag sonntags so dimanche dim domingo dom pazar paz 周日 星期日",
)
_DAY = {name: number for number, names in enumerate(_NAMES) for name in names.split()}
_LONG = frozenset(name for name in _DAY if len(name) > 4 or name[0] > "z")  # noqa: PLR2004 -- what is longer is no abbreviation
_WORD = r"[^\W\d_]{2,10}\.?"
_MENTION = re.compile(rf"\b({_WORD})(?:\s?(?:[-\u2013\u2014]|to|through|bis|au?|al?)\s?({_WORD}))?", re.IGNORECASE)
_CLOCK = re.compile(r"\d")
_TIMED = re.compile(r":?\s?\d")
_WEEK = 7


def spoken_day(word: str) -> int | None:
    """Return the number of the day that a word names in full, Monday being 0; null for another word."""
    return _DAY[word] if word in _LONG else None


def has_day(day: int, passage: Passage) -> bool:
    """Return whether a passage names a day, abbreviated or inside a range, in a line that has digits."""
    return any(day in days for s in passage.with_literals for _, days in mentions(s))


def mentions(sentence: Sentence) -> list[tuple[int, frozenset[int]]]:
    """Return where a sentence names days, and which: those between the two of a range too. Kept with the sentence."""
    kept: list[tuple[int, frozenset[int]]] | None = sentence.__dict__.get("weekdays")
    if kept is None:
        kept = sentence.__dict__["weekdays"] = _mentions(sentence.text) if _CLOCK.search(sentence.text) else []
    return kept


def days_in(text: str) -> frozenset[int]:
    """Return the days of the week that a text names, those between the two of a range too."""
    return frozenset().union(*[days for _, days in _mentions(text)])


def _mentions(text: str) -> list[tuple[int, frozenset[int]]]:
    found: list[tuple[int, frozenset[int]]] = []
    for match in _MENTION.finditer(text):
        timed = _TIMED.match(text, match.end()) is not None
        first, last = (_day(g, timed=timed) if g else None for g in match.groups())
        if first is None:
            if last is not None:
                found.append((match.start(2), frozenset({last})))
            continue
        if last is None:
            found.append((match.start(), frozenset({first})))
        else:
            span = range(first, last + 1 if last >= first else last + 1 + _WEEK)
            found.append((match.start(), frozenset(d % _WEEK for d in span)))
    return found


def _day(word: str, *, timed: bool) -> int | None:
    """Return the day that a word names; one abbreviated in small letters only right before a time, as in "sam 9h-13h"."""
    key = fold(word.rstrip("."))
    if key not in _DAY or (key not in _LONG and not word[0].isupper() and not timed):
        return None
    return _DAY[key]


def on_another_day(claim: Sentence, places: Sequence[Sequence[Place]]) -> str | None:
    """Return the day of a claim whose times stand with other days there, where the spans only abbreviate it or have it in a range.

    `places` are those of the times of the claim.
    """
    days = {day: t for t in claim.tokens if (day := spoken_day(t)) is not None}
    if len(days) != 1:
        return None
    day, word = next(iter(days.items()))
    for found in places:
        told = [there for p in found if (there := _days_at(p)) is not None]
        if told and not any(day in there for there in told):
            return f"{found[0].literal.text} is not on {word}"
    return None


def _days_at(place: Place) -> frozenset[int] | None:
    """Return the days that are named last before a time in its line; null where none are."""
    return next((days for start, days in reversed(mentions(place.sentence)) if start < place.literal.start), None)
