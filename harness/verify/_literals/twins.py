"""Two values with one figure: of "4% of the salary" and "a fee of $4", the fee is not 4%.

A literal whose figure stands in the spans with a unit of another kind too must be said with the words of its own part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.units import dimension
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place, zone_of, zones
from harness.verify._words.support import Support, Word

_MOST = 24
_NEEDED = 1.0
"""The weight of words by which the other value's part must be nearer: that of one plain word."""


def twin_meant(claim: Sentence, literal: Typed, support: Support, places: Sequence[Place]) -> str | None:
    """Return the value of another kind with the same figure whose part of the spans is what a claim speaks of, or None."""
    if literal.kind != "number" or not literal.unit or not places:
        return None
    twins = [t for place in places[:_MOST] for t in _twins(place)]
    if not twins:
        return None
    said = _zone(claim, literal)
    words = [w for w in support.words if w.text in said]
    own = max(_told(p, words, support) for p in places[:_MOST])
    twin = max(twins, key=lambda t: _told(t, words, support))
    return twin.literal.text if _told(twin, words, support) - own >= _NEEDED else None


def _twins(place: Place) -> Iterator[Place]:
    literal = place.literal
    for value in literal.values:
        for sentence, other in place.passage.by_value.get(value, ())[:_MOST]:
            if (
                literal.unit
                and other.unit
                and other.kind == "number"
                and dimension(other.unit) != dimension(literal.unit)
            ):
                yield Place(other, sentence, place.passage, (other,))


def _told(place: Place, words: Sequence[Word], support: Support) -> float:
    """Return the weight of the words of a claim in the part of a sentence where a value stands."""
    zone = zone_of(place) if place.sentence.cells else _zone(place.sentence, place.literal)
    return sum(w.weight for w in words if not support.variants[w.text].isdisjoint(zone))


def _zone(sentence: Sentence, literal: Typed) -> frozenset[str]:
    """Return the words of the part of a sentence where a literal stands, told from those of its twins."""
    values = frozenset(literal.values)
    group = [x for x in sentence.typed if x is literal or (x.unit and not values.isdisjoint(x.values))]
    index = next((i for i, x in enumerate(group) if x is literal), None)
    return sentence.words if index is None else zones(sentence, group)[index]
