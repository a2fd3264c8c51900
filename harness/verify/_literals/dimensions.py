"""Which size of a thing a number is: a height of 88 metres is said by "88 m high", and a length of 88 metres is not."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_NAMED = {
    "length": "length long l\u00e4nge lang lange langer langes longueur long longue longitud largo larga uzunluk uzunlu\u011fu uzunlu\u011funda uzun",
    "height": "height high tall h\u00f6he hoch hohe hoher hauteur haut haute altura alto alta altitude y\u00fckseklik y\u00fcksekli\u011fi y\u00fcksekli\u011finde y\u00fcksek",
    "width": "width wide breadth broad breite breit breiter largeur large anchura ancho ancha geni\u015flik geni\u015fli\u011fi geni\u015fli\u011finde geni\u015f",
    "depth": "depth deep tiefe tief tiefer profondeur profond profonde profundidad profundo profunda derinlik derinli\u011fi derinli\u011finde derin",
    "thickness": "thickness thick dicke dick dicker \u00e9paisseur \u00e9pais \u00e9paisse espesor grueso gruesa grosor kal\u0131nl\u0131k kal\u0131nl\u0131\u011f\u0131 kal\u0131n",
    "weight": "weight weighs weighed weighing heavy gewicht wiegt wog schwer schwerer poids p\u00e8se pesait lourd peso pesa pesaba pesado a\u011f\u0131rl\u0131k a\u011f\u0131rl\u0131\u011f\u0131 a\u011f\u0131rl\u0131\u011f\u0131nda a\u011f\u0131r",
    "area": "area fl\u00e4che superficie y\u00fcz\u00f6l\u00e7\u00fcm\u00fc",
}
_DIMENSIONS = {word: name for name, spaced in _NAMED.items() for word in fold(spaced).split()}
_WITH = frozenset(
    "has had have of a measures measured stands with hat hatte haben betragt misst von mit ist mesure fait tiene mide con es vardir sahiptir".split()
)
_AFTER, _BEFORE = 2, 5

Placed = Sequence[tuple[Typed, Sequence[Place]]]


def dimension_words(claim: Sentence, placed: Placed) -> frozenset[str]:
    """Return the words of a claim that say which size a number is, where a span says the same of it in another word."""
    if _DIMENSIONS.keys().isdisjoint(claim.words):
        return frozenset()
    said: set[str] = set()
    for literal, places in placed:
        mine = _beside(claim, literal) if literal.unit else {}
        if any(not mine.keys().isdisjoint(_beside(p.sentence, p.literal)) for p in places):
            said.update(mine.values(), _WITH & claim.words)
    return frozenset(said)


def another_dimension(claim: Sentence, placed: Placed) -> str | None:
    """Return which size of a thing a span says that a number is, where the claim says another, or None."""
    if _DIMENSIONS.keys().isdisjoint(claim.words):
        return None
    for literal, places in placed:
        mine = _beside(claim, literal) if literal.unit else {}
        theirs = [_beside(p.sentence, p.literal) for p in places]
        if len(mine) == 1 and theirs and all(t and mine.keys().isdisjoint(t) for t in theirs):
            return f"{next(iter(mine.values()))!r} in the answer, {next(iter(theirs[0].values()))!r} there"
    return None


def _beside(sentence: Sentence, literal: Typed) -> dict[str, str]:
    """Return each size that the words beside a number name, with the word: those after it before those in front of it."""
    first, last = token_at(sentence.starts, literal.start), token_at(sentence.starts, literal.end)
    after = [t for t in sentence.tokens[last : last + _AFTER] if t in _DIMENSIONS]
    before = [t for t in sentence.tokens[max(0, first - _BEFORE) : first] if t in _DIMENSIONS]
    return {_DIMENSIONS[t]: t for t in (after[:1] or before[-1:])}
