"""What bounds say beside their values: that nothing goes beyond them, and, of two in one sentence, what is spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.text.typed.caps import nothing_does
from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.equal import compare
from harness.verify._whose.zones import Place

_TWO = 2


def denied_by_bound(claim: Sentence, source: Sentence) -> bool:
    """Return whether one side denies that a bound is passed which the other side states."""
    denying, stating = list(_denied(claim)), list(_denied(source))
    if not denying and not stating:
        return False
    return any(compare(x, y) == "same" for x in denying or _bounded(claim) for y in stating or _bounded(source))


def _denied(sentence: Sentence) -> Iterator[Typed]:
    return (x for x in _bounded(sentence) if nothing_does(sentence.text, x.start))


def _bounded(sentence: Sentence) -> list[Typed]:
    return [x for x in sentence.typed if x.kind == "number" and (x.comparator or x.also)]


def bounded_together(placed: Sequence[tuple[Typed, Sequence[Place]]]) -> bool:
    """Return whether two bounds or the ends of a range stand in one sentence: they tell what is meant in few words.

    `placed` are the literals of a claim with where each stands.
    """
    told = [places for x, places in placed if x.firm and x.kind == "number" and (x.comparator or x.also)]
    if len(told) < _TWO:
        return False
    return bool(frozenset.intersection(*[frozenset(id(p.sentence) for p in places) for places in told]))


_FIRST = re.compile(
    r"\b(?:whichever (?:\w+ ){0,3}?(?:first|sooner|earlier|earliest|lower|less|smaller|shorter)|je nachdem, was (?:zuerst|fr\u00fcher)|selon la premi\u00e8re \u00e9ch\u00e9ance|lo que (?:ocurra|suceda|llegue) (?:primero|antes))\b"
)
_LAST = re.compile(
    r"\b(?:whichever (?:\w+ ){0,3}?(?:last|later|latest|higher|greater|larger|longer|more)|je nachdem, was (?:zuletzt|sp\u00e4ter)|lo que (?:ocurra|suceda|llegue) (?:\u00faltimo|despu\u00e9s|m\u00e1s tarde))\b"
)
_ANYWAY = re.compile(
    r"\b(?:even (?:if|when|after)|regardless|no matter|selbst wenn|auch wenn|m\u00eame si|aunque|incluso si)\b"
)


def whichever_turned(claim: Sentence, sources: Sequence[Sentence]) -> str | None:
    """Return what is wrong where a span names two bounds, "whichever comes first", and the claim takes the later one or minds no other."""
    for source in sources:
        first, last = _FIRST.search(source.text), _LAST.search(source.text)
        if bool(first) == bool(last):
            continue
        told = (_LAST if first else _FIRST).search(claim.text) or (first and _ANYWAY.search(claim.text))
        if told:
            return f"{told[0]!r} in the answer, {(first or last)[0]!r} there"  # type: ignore[index]
    return None
