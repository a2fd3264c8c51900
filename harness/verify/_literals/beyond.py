"""What bounds say beside their values: that nothing goes beyond them, and, of two in one sentence, what is spoken of."""

from __future__ import annotations

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
