"""How many times as much: a claim that something doubled, tripled or halved, against the two values that the spans have."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.differences import Operand, later_is_larger
from harness.verify._literals.equal import is_year
from harness.verify._words.support import Support

_SPELLED = {
    Decimal(
        2
    ): "doubled doubles doubling verdoppelt verdoppelte verdoppelten verdopplung verdoppelung doubl\u00e9 doubl\u00e9e doubl\u00e9s double "
    "doublement duplic\u00f3 duplica duplicado duplicada duplicaron duplicarse ikiye",
    Decimal(
        3
    ): "tripled triples tripling trebled trebles verdreifacht verdreifachte verdreifachten tripl\u00e9 tripl\u00e9e tripl\u00e9s triple triplement "
    "triplic\u00f3 triplica triplicado triplicada triplicaron \u00fc\u00e7e",
    Decimal(
        4
    ): "quadrupled quadruples quadrupling vervierfacht vervierfachte vervierfachten quadrupl\u00e9 quadrupl\u00e9e cuadruplic\u00f3 cuadruplicado "
    "cuadruplicaron d\u00f6rde",
    Decimal(
        5
    ): "quintupled quintuples quintupling verf\u00fcnffacht verf\u00fcnffachte verf\u00fcnffachten quintupl\u00e9 quintupl\u00e9e quintuplic\u00f3 "
    "quintuplicado quintuplicaron be\u015fe",
    Decimal("0.5"): "halved halves halving halbiert halbierte halbierten yar\u0131ya",
}
_FACTORS = {word: factor for factor, spaced in _SPELLED.items() for word in fold(spaced).split()}
_SAID_WITH = frozenset(
    "size membership strength population anzahl bestand number numbers figure total count zahl anzahl grosse nombre taille effectif numero cantidad tamano sayisi sayi katlandi katladi "
    "cikti dustu indi hat haben sich".split()
)
_MOST_SENTENCES, _PAIR = 3, 2
_ADJECTIVES = frozenset({"double", "doubles", "triple", "triples"})


def multiple(claim: Sentence, support: Support, passages: Sequence[Passage]) -> tuple[frozenset[str], str | None]:
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
    for _, number, sentence in support.best[:_MOST_SENTENCES]:
        if any(t in _FACTORS for t in sentence.words):
            return frozenset(), None
        pair = _two_values(sentence) or _told_one_after_the_other(claim, sentence, passages[number])
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


def _told_one_after_the_other(claim: Sentence, sentence: Sentence, passage: Passage) -> tuple[Operand, Operand] | None:
    """Return the two values of a sentence and its neighbour, each with its year: 150 in 2020. By 2023 there were 450.

    The second of the two tells nothing of anything else, and the claim names no other years.
    """
    named = {x.text for x in claim.typed if is_year(x)}
    at = sentence.index
    for first, second in itertools.pairwise(passage.sentences[max(0, at - 1) : at + 2]):
        one, other = _only_value(first), _only_value(second)
        if (
            one is None
            or other is None
            or not {one[0].literal.unit, other[0].literal.unit} <= {one[0].literal.unit, ""}
        ):
            continue
        years = {one[1], other[1]}
        told = [t for t in second.tokens if t not in second.lexicon.stop and not t[0].isdigit()]
        if len(years) < _PAIR or (named and named != years) or len([t for t in told if t not in first.words]) > 1:
            continue
        left, right = one[0], other[0]
        if left.value != right.value:
            return (left, right) if left.value > right.value else (right, left)
    return None


def _only_value(sentence: Sentence) -> tuple[Operand, str] | None:
    """Return the only value of a sentence that names one year, with the year; None for another sentence."""
    years = [x for x in sentence.typed if is_year(x) or (x.kind == "date" and x.text.isdigit())]
    values = [
        x for x in sentence.typed if x.kind == "number" and x not in years and (sentence.code == "de" or not x.label)
    ]
    if len(years) != 1 or len(values) != 1 or values[0].comparator not in {"", "~"}:
        return None
    value = values[0].values[0]
    return (Operand(values[0], sentence, value), years[0].text) if isinstance(value, Decimal) else None


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
