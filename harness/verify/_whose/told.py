"""What happened on a date that is told from another one did not happen on that other one: the closing, on the day of the meeting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from harness.text.typed.kin import kin
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._denied.clauses import clauses
from harness.verify._literals.assembled import told_dates
from harness.verify._whose.zones import Place, zones
from harness.verify._words.support import Support

_ARTICLES = frozenset("the a an its their his her der die das ein eine le la les un une el los las una".split())
_NEXT = 2
"""How many sentences apart two dates may be of which one is told from the other."""


def on_another_date(claim: Sentence, support: Support, stand: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the date on which what a claim dates happened, where that is not the claim's and one is told from the other.

    A date that is told belongs to its own words and may share the subject of the one it is told from; so it is refused
    where the claim has that one's verb and none of its own words, and the other where the claim has words of the told one
    and not its own verb.
    """
    if claim.code == "zh":
        return None
    for literal, same in stand:
        if literal.kind != "date" or not any(told_dates(p.passage) for p in same):
            continue
        said = _said(claim, literal, support)
        found = [_wrong(p, said) for p in same]
        if all(found):
            return f"{literal.text} in the answer, {found[0]} there"
    return None


def _said(claim: Sentence, literal: Typed, support: Support) -> frozenset[str]:
    """Return the forms in the spans of the words of the clause that a literal stands in."""
    index = token_at(claim.starts, literal.start)
    own = next((c.tokens for c in clauses(claim) if c.first <= index < c.last), tuple(claim.tokens))
    return frozenset().union(*[support.variants.get(t, frozenset()) for t in own])


def _wrong(place: Place, said: frozenset[str]) -> str | None:
    """Return the other date that a claim's words stand with, where one of it and a place's is told from the other."""
    told = told_dates(place.passage)
    mine = any(p.literal.start == place.literal.start and p.sentence is place.sentence for p in told)
    named = (
        []
        if not mine
        else [
            Place(x, s, place.passage, (x,))
            for s in place.passage.with_literals
            for x in s.typed
            if x.kind == "date" and abs(s.index - place.sentence.index) <= _NEXT
        ]
    )
    for other in (*told, *named):
        if abs(other.sentence.index - place.sentence.index) > _NEXT or other.literal.values == place.literal.values:
            continue
        own, theirs = _apart(place, other)
        hit = said & theirs
        if not hit:
            continue
        if mine and other in told:
            wrong = said.isdisjoint(own)
        elif mine:
            wrong = said.isdisjoint(own) and not hit.isdisjoint(_verbs(theirs, other.sentence))
        else:
            verbs = _verbs(own, place.sentence)
            wrong = bool(verbs) and said.isdisjoint(verbs)
        if wrong:
            return other.literal.text.rstrip(",")
    return None


def _apart(one: Place, other: Place) -> tuple[frozenset[str], frozenset[str]]:
    """Return the telling words that stand with one of two dates and not with the other."""
    if one.sentence is other.sentence:
        both = sorted((one.literal, other.literal), key=lambda x: x.start)
        shared = dict(zip([x.start for x in both], zones(one.sentence, both), strict=True))
        left, right = shared[one.literal.start], shared[other.literal.start]
    else:
        left, right = one.sentence.words, other.sentence.words
    skipped = one.sentence.lexicon.stop | frozenset(one.sentence.lexicon.months)
    return left - right - skipped, right - left - skipped


def _verbs(words: frozenset[str], sentence: Sentence) -> frozenset[str]:
    """Return which of some words of a sentence are verbs of the thesaurus and no nouns behind an article; all but the first where none is."""
    known = kin(sentence.code)
    nouns = {after for before, after in pairwise(sentence.tokens) if before in _ARTICLES}
    verbs = frozenset(w for w in words - nouns if any(g in known.verbs for g in known.groups_of(w)))
    return verbs or frozenset([t for t in sentence.tokens if t in words][1:])
