"""How many times as much: a claim that something doubled, tripled or halved, against the two values that the spans have."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.differences import Operand, later_is_larger
from harness.verify._literals.equal import is_year
from harness.verify._words.support import Support

_SPELLED = {
    Decimal(
        2
    ): "doubled doubles doubling verdoppelt verdoppelte verdoppelten doublé double duplicó duplicado duplicaron duplicarse ikiye",
    Decimal(
        3
    ): "tripled triples tripling trebled verdreifacht verdreifachte triplé triple triplicó triplicado triplicaron üçe",
    Decimal(4): "quadrupled quadruples vervierfacht vervierfachte quadruplé cuadruplicó cuadruplicado dörde",
    Decimal("0.5"): "halved halves halving halbiert halbierte yarıya",
}
_FACTORS = {word: factor for factor, spaced in _SPELLED.items() for word in fold(spaced).split()}
_SAID_WITH = frozenset(
    "size number numbers figure total count zahl anzahl grosse nombre taille effectif numero cantidad tamano sayisi sayi katlandi katladi "
    "cikti dustu indi hat haben sich".split()
)
_MOST_SENTENCES = 3
_ADJECTIVES = frozenset({"double", "doubles", "triple", "triples"})


def multiple(claim: Sentence, support: Support) -> tuple[frozenset[str], str | None]:
    """Return the words of a claim that say by how much a thing grew, where the values say so, and what is wrong where they do not.

    Only where a sentence near the claim has exactly two values of one unit, or two whose years the claim names.
    """
    if _FACTORS.keys().isdisjoint(claim.words):
        return frozenset(), None
    said = [t for t in claim.tokens if t in _FACTORS and not (claim.code == "en" and t in _ADJECTIVES)]
    if len(said) != 1 or not claim.lexicon.negators.isdisjoint(claim.words):
        return frozenset(), None
    factor = _FACTORS[said[0]]
    wrong: str | None = None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        if any(t in _FACTORS for t in sentence.words):
            return frozenset(), None
        pair = _two_values(sentence)
        if pair is None:
            continue
        larger, smaller = pair
        way = later_is_larger(larger, smaller)
        if not way:
            continue
        first, last = (smaller, larger) if way > 0 else (larger, smaller)
        if first.value and last.value / first.value == factor:
            return _SAID_WITH | {said[0]}, None
        wrong = wrong or f"{said[0]!r} in the answer, {first.literal.text} and then {last.literal.text} there"
    return frozenset(), wrong


def _two_values(sentence: Sentence) -> tuple[Operand, Operand] | None:
    """Return the only two values of one unit of a sentence, the larger first."""
    found = [x for x in sentence.typed if x.kind == "number" and not is_year(x) and not x.label]
    by_unit: dict[str, list[Typed]] = {}
    for literal in found:
        by_unit.setdefault(literal.unit, []).append(literal)
    groups: Sequence[list[Typed]] = [g for g in by_unit.values() if len(g) > 1]
    if len(groups) != 1 or len(groups[0]) != len(("earlier", "later")):
        return None
    both = [Operand(x, sentence, v) for x in groups[0] for v in itertools.islice(x.values, 1) if isinstance(v, Decimal)]
    if len(both) < len(groups[0]) or both[0].value == both[1].value:
        return None
    return (both[0], both[1]) if both[0].value > both[1].value else (both[1], both[0])
