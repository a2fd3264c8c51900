"""Binding: a literal must stand with the same subject in the answer as in the span; Plan A's price is not Plan B's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.units import dimension
from harness.text.typed.values import Typed
from harness.verify._equal import compare, is_year
from harness.verify._support import Support
from harness.verify._zones import Place, words_inside, zone_of, zones

_MOST_RIVALS = 40
_MOST_PLACES = 60
_MANY = 500
_YEAR_DIGITS = 4
_SUBJECT, _FIRST = 1.5, 3
_MEASURES = frozenset("long wide tall deep thick lang breit large largo ancho".split())
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")


def find_places(
    claimed: Typed, claim: Sentence, passages: Sequence[Passage]
) -> tuple[list[Place], list[Place], list[tuple[str, Place]]]:
    """Return where a claimed literal stands, where others of its type stand with another value, and near misses.

    A near miss is `(what differs, place)`: the same value with another unit or comparator, or another value of the type.
    """
    same: list[Place] = []
    rivals: list[Place] = []
    near: list[tuple[str, Place]] = []
    for passage in passages:
        for sentence in _worth_reading(claimed, passage):
            fits = [(other, fit) for other in sentence.typed if (fit := compare(claimed, other)) != "kind"]
            if not fits:
                continue
            group = tuple([other for other, _ in fits])
            for other, fit in fits:
                place = Place(other, sentence, passage, group)
                if fit == "same" and not _other_end(claimed, claim, other, sentence):
                    same.append(place)
                    continue
                near.append(("value" if fit == "same" else fit, place))
                if fit == "value":
                    rivals.append(place)
    return same[:_MOST_PLACES], rivals[:_MOST_RIVALS], near[:_MOST_PLACES]


def _worth_reading(claimed: Typed, passage: Passage) -> Sequence[Sentence]:
    """Return the sentences to look for a literal in: all of them, or of thousands those with its value and the first."""
    sentences = passage.with_literals
    if len(sentences) <= _MANY:
        return sentences
    exact = [s for value in claimed.values for s, _ in passage.by_value.get(value, ())[:_MANY]]
    return list(dict.fromkeys([*exact, *sentences[:_MANY]]))


_ENDS = {"en": frozenset({"from", "to", "by"}), "de": frozenset({"von", "auf", "um"})}


def _other_end(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a change names the value as another of its ends: to 5% where the span has from 5%."""
    ends = _ENDS.get(claim.code, frozenset())
    if claimed.kind != "number" or claimed.comparator in {"low", "high"} or not ends:
        return False
    mine, theirs = (_word_before(s, x) for s, x in ((claim, claimed), (source, other)))
    return (
        mine in ends
        and theirs in ends
        and mine != theirs
        and min(ends, key=lambda e: e not in {"from", "von"}) in source.words
    )


def _word_before(sentence: Sentence, literal: Typed) -> str:
    index = token_at(sentence.starts, literal.start)
    return sentence.tokens[index - 1] if index else ""


def claim_zone(claim: Sentence, claimed: Typed, others: Sequence[Typed]) -> frozenset[str]:
    """Return the words that a literal of the claim stands with, shared out as in a span."""
    rivals = [o for o in others if o is claimed or compare(claimed, o) == "value"]
    zone = zones(claim, rivals)[next(i for i, o in enumerate(rivals) if o is claimed)]
    return zone - words_inside(claim, claimed)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A place that disagrees: the words it has that the claim has not, and those the claim puts there."""

    place: Place
    there: str
    claimed: str


def misplaced(
    claim: Sentence, claimed: Typed, support: Support, same: Sequence[Place], rivals: Sequence[Place]
) -> Misplaced | None:
    """Return the first place of a literal that disagrees with the claim, or null where some place agrees.

    A place disagrees where another value of the type stands with a word of the claim that this one does not stand with,
    and this one with words that the claim does not have.
    """
    said = _said(claim, claimed, support, [p.sentence for p in (*same, *rivals)])
    found: Misplaced | None = None
    for place in same:
        wrong = _against(place, rivals, said)
        if wrong is None:
            return None
        found = found or wrong
    return found


def _said(claim: Sentence, claimed: Typed, support: Support, sentences: Sequence[Sentence]) -> _Said:
    zone = claim_zone(claim, claimed, claim.typed)
    weights = {
        w.text: w.weight * (_SUBJECT if place < _FIRST else 1)
        for place, w in enumerate(support.words)
        if w.text in zone and w.text not in _MEASURES
    }
    forms = {text: support.variants[text] or frozenset({text}) for text in weights}
    labels = frozenset(claim.tokens[token_at(claim.starts, x.start)] for x in claim.typed if x.label)
    for token in zone:
        if _names_one(token) or token in labels:
            weights[token], forms[token] = 1.0, frozenset({token})
    names = {w.text for w in support.words if w.capital and any(_is_name(w.text, s) for s in sentences)}
    return _Said(weights, forms, claim.lexicon.stop, frozenset(names), claim.compounds & claim.lexicon.stop)


def _is_name(word: str, sentence: Sentence) -> bool:
    return any(t == word and i and sentence.text[sentence.starts[i]].isupper() for i, t in enumerate(sentence.tokens))


@dataclass(frozen=True, slots=True)
class _Said:
    """What the claim says of a literal: words with weights and forms, and which of them are names."""

    weights: Mapping[str, float]
    forms: Mapping[str, frozenset[str]]
    stop: frozenset[str]
    names: frozenset[str]
    compounds: frozenset[str]


def _against(place: Place, rivals: Sequence[Place], said: _Said) -> Misplaced | None:
    own = {t for t, f in said.forms.items() if not f.isdisjoint(zone_of(place))}
    mentioned = frozenset().union(*said.forms.values()) if said.forms else frozenset()
    for rival in rivals:
        if rival.passage is not place.passage or not _parallel(place, rival):
            continue
        theirs = {t for t, f in said.forms.items() if not f.isdisjoint(zone_of(rival))}
        bad, good = theirs - own, own - theirs
        missing = [
            w
            for w in zone_of(place) - zone_of(rival) - mentioned
            if (w not in said.stop and not w.isdigit())
            or _names_one(w)
            or (len(w) == 1 and w.isupper())
            or (w.isdigit() and any(b.isdigit() for b in bad))
        ]
        if not bad or not (missing or bad & said.compounds):
            continue
        if bool(bad & said.names) != bool(good & said.names):
            wrong = bool(bad & said.names)
        else:
            against, towards = (sum(said.weights[t] for t in side) for side in (bad, good))
            together = rival.sentence is place.sentence or bool(rival.sentence.cells) or _comma_row(place, rival)
            wrong = against > towards or (together and against == towards)
        if wrong:
            return Misplaced(place, _shown(place.sentence, missing), ", ".join(sorted(bad)))
    return None


def _comma_row(place: Place, rival: Place) -> bool:
    commas = place.sentence.text.count(",")
    return commas > 0 and commas == rival.sentence.text.count(",")


def _names_one(token: str) -> bool:
    """Return whether a word with digits is a name: X1, 2021; the digits of a decimal are not."""
    return (token.isdigit() and len(token) == _YEAR_DIGITS) or (not token.isdigit() and any(c.isdigit() for c in token))


def _parallel(place: Place, rival: Place) -> bool:
    """Return whether two literals are values of one thing: the same unit, both years, cells, or the same word beside them."""
    one, other = place.literal, rival.literal
    if (
        one.kind in {"identifier", "version"} and not (_SCORE.fullmatch(_key(one)) and _SCORE.fullmatch(_key(other)))
    ) or (one.unit != other.unit and dimension(one.unit) != dimension(other.unit)):
        return False
    if (
        one.unit
        or one.kind != "number"
        or place.sentence.cells
        or (is_year(one) and is_year(other))
        or ("," in place.sentence.text and not place.sentence.text.endswith("."))
    ):
        return True
    if is_year(one) != is_year(other):
        return False
    if rival.sentence is place.sentence:
        return True
    (left, right), (their_left, their_right) = _beside(place), _beside(rival)
    return (bool(right) and right == their_right) or (bool(left) and left == their_left)


def _key(literal: Typed) -> str:
    return str(literal.values[0])


def _beside(place: Place) -> tuple[str, str]:
    starts, tokens = place.sentence.starts, place.sentence.tokens
    first, last = token_at(starts, place.literal.start), token_at(starts, place.literal.end)
    return tokens[first - 1] if first else "", tokens[last] if last < len(tokens) else ""


def _shown(sentence: Sentence, missing: Sequence[str]) -> str:
    kept = [t for t in sentence.tokens if t in missing] or sorted(missing)
    return ", ".join(dict.fromkeys(kept[:3]))
