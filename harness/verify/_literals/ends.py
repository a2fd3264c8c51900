"""When something begins and ends, where a span gives a range: open from 10 to 6 is to open at 10 and to close at 6."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_BEGIN = frozenset(
    "begin begins began begun start starts started open opens opened commence commences commenced "
    "beginnt beginnen begann startet starten offnet offnen commence commencent debute ouvre ouvrent empieza empiezan comienza comienzan abre abren".split()
)
_END = frozenset(
    "end ends ended close closes closed finish finishes finished stop stops stopped shut shuts "
    "endet enden endete schliesst schliessen ferme ferment finit termine cierra cierran acaba termina".split()
)
_FROM = frozenset("from since ab von seit des partir desde".split())
_TO = frozenset("to until till through bis jusqu jusque hasta".split())
_UNTIL = frozenset("until till bis jusqu jusque hasta".split())
_OPENING = frozenset(
    "begins began starts started opens opened beginnt begann startet offnet commence commencent debute ouvre ouvrent empieza comienza comenzo abre abren".split()
)
"""Verbs right before a date that say that something begins then."""
_SMALL = frozenset("at on in by um am im a las la le les les el the already only".split())
_TURKISH = {
    **dict.fromkeys("baslar basliyor baslayacak acilir aciliyor acilacak acar".split(), "low"),
    **dict.fromkeys("biter bitiyor bitecek kapanir kapaniyor kapanacak kapatir".split(), "high"),
}
"""Turkish verbs, which stand behind their time, and which end they say."""
_CLOCK = "saat"
_REACH = 4
_DASH = re.compile(r"\s?[-\u2013\u2014]\s?")
_JOIN = 4
"""The most characters between the ends of a range: blank, \u00e0, blank."""


def _ends(claim: Sentence, literal: Typed) -> tuple[int, str] | None:
    """Return the verb right before a literal and which end it says, or None; right behind it in Turkish."""
    if claim.code == "tr":
        last = token_at(claim.starts, literal.end)
        behind = range(last, min(len(claim.tokens), last + _REACH))
        return next(((i, _TURKISH[claim.tokens[i]]) for i in behind if claim.tokens[i] in _TURKISH), None)
    first = token_at(claim.starts, literal.start)
    for index in range(first - 1, max(-1, first - _REACH), -1):
        token = claim.tokens[index]
        if token in _BEGIN:
            return index, "low"
        if token in _END or token in _UNTIL:
            return index, "high"
        if token not in _SMALL:
            break
    if claim.code == "tr":
        last = token_at(claim.starts, literal.end)
        following = range(last, min(len(claim.tokens), last + _REACH))
        return next(((i, _TURKISH[claim.tokens[i]]) for i in following if claim.tokens[i] in _TURKISH), None)
    return None


def _end_there(place: Place) -> str:
    """Return which end of a range a place is: "low", "high", or "" for none."""
    if place.literal.comparator in {"low", "high"}:
        return place.literal.comparator
    if beside := _side_of_pair(place):
        return beside
    first = token_at(place.sentence.starts, place.literal.start)
    before = place.sentence.tokens[max(0, first - 2) : first]
    if not _FROM.isdisjoint(before):
        return "low"
    if before[-1:] == ["a"] and any(
        x.end <= place.literal.start and place.literal.start - x.end <= _JOIN for x in place.sentence.typed
    ):
        return "high"
    return "high" if not _TO.isdisjoint(before) else ""


def _begins_then(place: Place) -> str:
    """Return "low" where a verb right before a place says that something begins then, else ""."""
    first = token_at(place.sentence.starts, place.literal.start)
    verb = next((t for t in reversed(place.sentence.tokens[max(0, first - _REACH) : first]) if t not in _SMALL), "")
    return "low" if verb in _OPENING else ""


def _side_of_pair(place: Place) -> str:
    """Return which of two times that a dash joins a place is: "low" of 09:00-18:00; "" elsewhere."""
    text, literal = place.sentence.text, place.literal
    times = [x for x in place.sentence.typed if x.kind == "time"] if literal.kind == "time" else []
    for early, late in pairwise(times):
        if literal in (early, late) and _DASH.fullmatch(text, early.end, late.start):
            return "low" if literal is early else "high"
    return ""


def other_end(claim: Sentence, literal: Typed, places: Sequence[Place]) -> str | None:
    """Return which end a span has where the claim has the other one, or None."""
    said = _ends(claim, literal)
    if said is None:
        return None
    theirs = [_end_there(p) or _begins_then(p) for p in places]
    if theirs and all(theirs) and said[1] not in theirs:
        return f"{claim.tokens[said[0]]} {literal.text} in the answer, the other end of a range"
    return None


def said_by_ranges(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> Iterator[int]:
    """Yield the verbs of a claim that a range of a span says: their literal is that end of it."""
    if all(words.isdisjoint(claim.words) for words in (_BEGIN, _END, _TURKISH.keys())):
        return
    for literal, places in placed:
        said = _ends(claim, literal)
        if said and any(_end_there(p) == said[1] for p in places):
            yield said[0]
            yield from [i for i, t in enumerate(claim.tokens) if t == _CLOCK]
