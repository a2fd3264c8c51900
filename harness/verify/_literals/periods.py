"""A day inside a period: closed on 23 July, of "closed from 20 to 27 July"; what begins or ends on it is not told of the period."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.verify._literals.places import year_at
from harness.verify._whose.zones import Place

_TO = re.compile(
    r"\s?(?:to|until|till|through|up to|bis(?: zum| einschlie\u00dflich)?|jusqu'au|au|hasta el|al|a|-|\u2013|\u2014|\u81f3|\u5230)\s?(?:the )?",
    re.IGNORECASE,
)
_AND = re.compile(r"\s(?:and|und(?: dem)?|et(?: le)?|y(?: el)?|ile)\s", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\b(?:between|zwischen(?: dem)?|entre(?: le| el)?)\s?(?:the )?$|^[^.,;]{0,20}\baras\u0131", re.IGNORECASE
)
_FROM = re.compile(r"\b(?:from|vom|du|del|entre (?:le|el))\s$", re.IGNORECASE)
_REACH = 24
_STATES = frozenset(
    fold(
        "closed shut open available unavailable valid accepted suspended blocked geschlossen gesperrt offen ge\u00f6ffnet g\u00fcltig ferm\u00e9 ferm\u00e9e "
        "ferm\u00e9s ferm\u00e9es ouvert ouverte ouverts ouvertes cerrado cerrada cerrados cerradas cierra cierran abierto abierta abre kapal\u0131 kapal\u0131d\u0131r "
        "a\u00e7\u0131k a\u00e7\u0131kt\u0131r \u95ed \u5173 \u5f00"
    ).split()
)
_POINTS = frozenset(
    fold(
        "begin begins began start starts started end ends ended opens opened closes finish finishes finished deadline last first by until from since "
        "beginnt begann endet endete bis ab seit erste letzte commence d\u00e9bute finit termine jusqu depuis premier dernier empieza comienza termina acaba "
        "hasta desde primero \u00faltimo ba\u015flar ba\u015flad\u0131 biter bitti sona kadar itibaren \u59cb \u7ed3 \u675f \u622a"
    ).split()
)
"""Words that tell of one day that it is the first or the last, or the bound of another period."""
_MOVED = frozenset(
    fold(
        "moved postponed changed extended rescheduled delayed shifted brought verschoben verlegt verlängert geändert reporté reportée déplacé "
        "déplacée prolongé prolongée aplazado aplazada trasladado trasladada prorrogado ertelendi uzatıldı alındı"
    ).split()
)
"""Words of a change from one day to another, which is no period."""
_LISTS = frozenset("as well also ainsi que sowie asi como ayrica inclus inclusive".split())
_MOST, _HEAD, _DAYS = 60, 3, 31
_MOST_OF = 0.6


class Inside(NamedTuple):
    """Where the ends of the periods stand that a day is in, and where the other dates stand."""

    ends: list[Place]
    others: list[Place]


def inside_period(claimed: Typed, claim: Sentence, passages: Sequence[Passage]) -> Inside | None:
    """Return the periods that a day of a claim is in, where the claim says of the day what a span says of the period; else None."""
    day = claimed.values[0]
    if claimed.kind != "date" or claimed.comparator or not _is_day(day) or not _POINTS.isdisjoint(claim.words):
        return None
    ends: list[Place] = []
    others: list[Place] = []
    for passage in passages:
        for sentence in passage.with_literals[:_MOST]:
            told = _MOVED.isdisjoint(sentence.words) and _says_the_same(claim, sentence)
            dates = tuple([x for x in sentence.typed if x.kind == "date"])
            within: list[Typed] = []
            for first, last in _periods(sentence) if told else ():
                if _holds(day, first, last, Place(last, sentence, passage, dates)):
                    within += [x for x in (first, last) if x in dates]
            for x in dates:
                place = Place(x, sentence, passage, dates)
                if x in within:
                    ends.append(place)
                elif not within or not _listed_with(x, within, sentence):
                    others.append(place)
    return Inside(ends, others) if ends else None


def _listed_with(other: Typed, within: Sequence[Typed], sentence: Sentence) -> bool:
    """Return whether nothing is told between a date and a period: closed on 1 May and from 24 to 26 December."""
    start, end = (other.end, within[0].start) if other.start < within[0].start else (within[-1].end, other.start)
    between = sentence.tokens[token_at(sentence.starts, start) : token_at(sentence.starts, end)]
    return all(t in sentence.lexicon.stop or t in _LISTS or t[0].isdigit() for t in between)


def _is_day(value: object) -> bool:
    return isinstance(value, tuple) and value[1] is not None and value[2] is not None


def _periods(sentence: Sentence) -> Iterator[tuple[Typed, Typed]]:
    """Yield the first and the last day of each period; the first is a bare number of a day in "du 3 au 9 mai"."""
    typed, text = sentence.typed, sentence.text
    for first, last in itertools.pairwise(typed):
        if last.kind != "date" or not _is_day(last.values[0]):
            continue
        before = text[max(0, first.start - _REACH) : first.start]
        joined = bool(_TO.fullmatch(text, first.end, last.start)) or bool(
            _AND.fullmatch(text, first.end, last.start)
            and (_BETWEEN.search(before) or _BETWEEN.search(text[last.end : last.end + _REACH]))
        )
        if not joined:
            continue
        if first.kind == "date" and _is_day(first.values[0]):
            yield first, last
        elif first.kind in {"number", "ordinal"} and not first.unit and _FROM.search(before):
            day, value = first.values[0], last.values[0]
            if isinstance(day, Decimal) and isinstance(value, tuple) and 0 < day <= _DAYS:
                yield first.at_least_as(kind="date", values=((value[0], value[1], int(day)),)), last


def _holds(day: object, first: Typed, last: Typed, place: Place) -> bool:
    """Return whether a day is after the first day and before the last; a period without a year is of the text's."""
    low, high = first.values[0], last.values[0]
    if not (isinstance(day, tuple) and isinstance(low, tuple) and isinstance(high, tuple)):
        return False
    ends = high[0] or low[0] or (year_at(place) if day[0] is not None else None)
    wraps = low[1:] > high[1:]
    begins = low[0] or (ends - wraps if ends is not None else None)
    if day[0] is None:
        return (low[1:] < day[1:] < high[1:]) if not wraps else (day[1:] > low[1:] or day[1:] < high[1:])
    if begins is None or ends is None:
        return False
    return bool((begins, *low[1:]) < day < (ends, *high[1:]))


def _says_the_same(claim: Sentence, sentence: Sentence) -> bool:
    """Return whether a claim shares what holds all the time, such as closed, with a sentence, or most of its words."""
    if claim.words & sentence.words & _STATES:
        return True
    told = [t for t in claim.words - claim.lexicon.stop - claim.lexicon.common if not t[0].isdigit()]
    dated = {claim.tokens[i] for i in claim.literal_words}
    told = [t for t in told if t not in dated]
    found = [
        t for t in told if any(t[:_HEAD] == o[:_HEAD] and akin(*sorted((t, o)), claim.code) for o in sentence.words)
    ]
    return len(told) > 1 and len(found) > _MOST_OF * len(told)
