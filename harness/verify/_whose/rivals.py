"""Two things compared in one answer: each must have its own features, not those that the spans give to the other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.verify._denied.clauses import Clause, clauses, sign_before
from harness.verify._words.support import COMMON, PLAIN, Support, Word

_CONTRASTS = frozenset("while whereas but wahrend wogegen aber tandis mais alors mientras pero oysa ama".split())
_OPENING, _FRONT = 3, 4
_MOST_CLAUSES = 6
_MARGIN = 2


def features_exchanged(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return what a claim says of one thing that the spans say only of the other thing it speaks of, or None.

    Two clauses must open with different words, each in sentences of its own; what follows such a sentence and names neither
    belongs to it too.
    """
    mine = clauses(claim)
    if not 1 < len(mine) <= _MOST_CLAUSES or claim.code == "zh":
        return None
    for one, other in pairwise(_statements(claim, mine, support)):
        subjects = _subjects(one, other, support)
        if subjects is None or not _contrasted(claim, other[0], subjects):
            continue
        if not all(_opens_a_sentence(support.variants[w.text], passages) for w in subjects):
            continue
        first, second = subjects
        zones = _zones(support.variants[first.text], support.variants[second.text], passages)
        if not all(zones):
            continue
        for side, subject, rival, (own, theirs) in (
            (one, first, second, zones),
            (other, second, first, zones[::-1]),
        ):
            if found := _only_of_the_other(_features(side, subject, claim, support), own, theirs):
                return f"{found} goes with {rival.text} there, not with {subject.text}"
    return None


def _statements(claim: Sentence, mine: Sequence[Clause], support: Support) -> list[tuple[Clause, list[Word]]]:
    """Return the clauses that open with a subject of their own, each with its telling words and those of what goes on with it."""
    told: list[tuple[Clause, list[Word]]] = []
    for clause in mine:
        words = [w for w in support.words if clause.first <= w.index < clause.last]
        if told and not (words and words[0].index in claim.capitals) and clause.tokens[0] not in _CONTRASTS:
            told[-1][1].extend(words)
        elif words:
            told.append((clause, words))
    return told


def _features(
    side: tuple[Clause, list[Word]], subject: Word, claim: Sentence, support: Support
) -> list[tuple[str, frozenset[object], float]]:
    """Return what a statement says of its subject: each word or value, its forms in the spans and its weight."""
    clause, words = side
    last = max(words[-1].index + 1, clause.last)
    found: list[tuple[str, frozenset[object], float]] = [
        (x.text, frozenset(x.values), PLAIN)
        for x in claim.typed
        if x.firm and clause.first <= token_at(claim.starts, x.start) < last
    ]
    return found + [
        (w.text, frozenset(support.variants[w.text]), w.weight)
        for w in words
        if w is not subject and w.text not in support.turned
    ]


def _subjects(
    one: tuple[Clause, list[Word]], other: tuple[Clause, list[Word]], support: Support
) -> tuple[Word, Word] | None:
    """Return the first word of each of two clauses that the other does not open with, both found."""
    fronts = [words[:_OPENING] for _, words in (one, other)]
    texts = [{w.text for w in front} for front in fronts]
    found = []
    for front, others in zip(fronts, (texts[1], texts[0]), strict=True):
        word = next(
            (w for w in front if w.text not in others and support.variants[w.text] and w.text not in support.turned),
            None,
        )
        if word is None or word.weight <= COMMON:
            return None
        found.append(word)
    return found[0], found[1]


def _contrasted(claim: Sentence, second: Clause, subjects: tuple[Word, Word]) -> bool:
    """Return whether a clause is set against the one before it: by "while", or by its capitalised subject after a comma."""
    if second.tokens and second.tokens[0] in _CONTRASTS:
        return True
    before = sign_before(claim, second.first)
    if before == ";":
        return True
    return before == "," and all(w.index in claim.capitals for w in subjects) and second.last - subjects[1].index > 1


def _opens_a_sentence(forms: frozenset[str], passages: Sequence[Passage]) -> bool:
    return any(not forms.isdisjoint(s.tokens[:_FRONT]) for p in passages for s in p.sentences)


def _zones(
    first: frozenset[str], second: frozenset[str], passages: Sequence[Passage]
) -> tuple[frozenset[object], frozenset[object]]:
    """Return the words and values of the sentences that speak of one thing, and of those that speak of the other; none where one speaks of both."""
    mine: set[object] = set()
    theirs: set[object] = set()
    for passage in passages:
        current: set[object] | None = None
        for sentence in passage.sentences:
            has_first, has_second = not first.isdisjoint(sentence.words), not second.isdisjoint(sentence.words)
            if has_first and has_second:
                return frozenset(), frozenset()
            current = mine if has_first else theirs if has_second else current
            if current is not None:
                current |= sentence.words
                current.update(v for x in sentence.typed for v in x.values)
    return frozenset(mine), frozenset(theirs)


def _only_of_the_other(
    features: Sequence[tuple[str, frozenset[object], float]], own: frozenset[object], theirs: frozenset[object]
) -> str:
    """Return the first feature that only the other's sentences have, where they have most that one alone has; "" elsewhere."""
    here = there = 0.0
    found = ""
    for text, forms, weight in features:
        mine, others = not forms.isdisjoint(own), not forms.isdisjoint(theirs)
        if mine and not others:
            here += weight
        if others and not mine:
            there += weight
            found = found or text
    return found if there > COMMON and there >= _MARGIN * here else ""
