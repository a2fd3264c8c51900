"""Which is more: a claim that one is more than another must agree with the values it has there."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import zones
from harness.verify._words.support import COMMON, Support

_MORE = frozenset("more higher greater larger bigger longer taller heavier exceeded exceeds".split())
_LESS = frozenset("less fewer lower smaller shorter lighter".split())
_MOST_SENTENCES, _MOST_VALUES = 6, 8
_PAIR = 2


def compared_otherwise(claim: Sentence, support: Support) -> str | None:
    """Return the two values of a sentence that deny what an English claim says with "more ... than", or None.

    Only where each value stands with a word of one side of the "than" and of no other, and the sentence has all else that
    the claim speaks of.
    """
    if claim.code != "en" or claim.tokens.count("than") != 1 or not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    place = claim.tokens.index("than")
    sign = next((1 if t in _MORE else -1 for t in reversed(claim.tokens[:place]) if t in _MORE | _LESS), 0)
    if not sign:
        return None
    before, after = (
        frozenset().union(*[support.variants[w.text] for w in support.words if (w.index < place) == first])
        for first in (True, False)
    )
    found: str | None = None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        for one, other, distinct in _told_apart(sentence, before - after, after - before):
            if not _of_the_same(support, sentence, distinct):
                continue
            if (one > other) == (sign > 0):
                return None
            found = found or f"{one.normalize():f} and {other.normalize():f} are the other way round there"
    return found


def _told_apart(
    sentence: Sentence, before: frozenset[str], after: frozenset[str]
) -> list[tuple[Decimal, Decimal, frozenset[str]]]:
    """Return the values of a sentence that stand with one side and with the other, and the words that tell them apart."""
    found: list[tuple[Decimal, Decimal, frozenset[str]]] = []
    for literals in _by_unit(sentence):
        parts = zones(sentence, literals)
        for (one, mine), (other, theirs) in itertools.permutations(zip(literals, parts, strict=True), _PAIR):
            own, far = mine - theirs, theirs - mine
            if own & before and not own & after and far & after and not far & before:
                a, b = one.values[0], other.values[0]
                if isinstance(a, Decimal) and isinstance(b, Decimal) and a != b:
                    found.append((a, b, (own & before) | (far & after)))
    return found


def _by_unit(sentence: Sentence) -> list[list[Typed]]:
    numbers = [x for x in sentence.typed if x.kind == "number" and not is_year(x) and x.comparator in {"", "~"}]
    units = dict.fromkeys(x.unit for x in numbers)
    grouped = [[x for x in numbers if x.unit == unit] for unit in units]
    return [group for group in grouped if _PAIR <= len(group) <= _MOST_VALUES]


def _of_the_same(support: Support, sentence: Sentence, distinct: frozenset[str]) -> bool:
    """Return whether a sentence has every other telling word of the claim that the spans have, and one at least."""
    rest: Sequence[frozenset[str]] = [
        forms
        for w in support.words
        if (forms := support.variants[w.text]) and w.weight > COMMON and forms.isdisjoint(distinct | _MORE | _LESS)
    ]
    return bool(rest) and all(not forms.isdisjoint(sentence.words) for forms in rest)
