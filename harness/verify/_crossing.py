"""Two statements side by side whose subjects have changed places: one lays and the other guards, and the claim has it crossed."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.verify._clauses import Clause, clauses
from harness.verify._support import Support

_MOST_CLAUSES = 8
_PAIR = 2
_SUBJECT_REACH = 2
_NO_NOUNS = ("ing", "ly", "ed")
_PERSONS = frozenset("i we you he she it they wir sie es er nous on il elle nosotros".split())


def crossed(claim: Sentence, sources: Sequence[Sentence], support: Support) -> str | None:
    """Return whose doing a claim gives to another, where two neighbouring clauses have each other's subject, or None.

    A word counts only where one clause of the claim and one of the spans' have it. Both clauses of the claim must open
    with a word of one clause of the spans and go on with words of the other alone.
    """
    mine = clauses(claim)
    theirs = [c for s in sources if s.code == claim.code for c in clauses(s)]
    if not _PAIR <= len(theirs) <= _MOST_CLAUSES or mine[0].negator or any(c.negator for c in theirs):
        return None
    inside = [frozenset(c.tokens) for c in theirs]
    before: list[tuple[str, int]] = []
    for clause in mine:
        told = _told(clause, claim, support, inside)
        if len({at for _, at in told}) < _PAIR:
            before = [] if told else before
            continue
        if before and (found := _exchanged(before, told, theirs, claim, support)):
            return found
        before = told
    return None


def _exchanged(
    one: Sequence[tuple[str, int]],
    other: Sequence[tuple[str, int]],
    theirs: Sequence[Clause],
    claim: Sentence,
    support: Support,
) -> str | None:
    (a, at_a), (b, at_b) = one[0], other[0]
    rest_a, rest_b = [t for t in one if t[1] != at_a], [t for t in other if t[1] != at_b]
    if at_a == at_b or rest_a[0][1] != at_b or rest_b[0][1] != at_a:
        return None
    if claim.code == "en" and (a.endswith(_NO_NOUNS) or b.endswith(_NO_NOUNS)):
        return None
    if not (_opens(theirs[at_a], a, claim, support) and _opens(theirs[at_b], b, claim, support)):
        return None
    return f"{b} goes with {rest_a[0][0]} there, {a} in the answer"


def _told(clause: Clause, claim: Sentence, support: Support, inside: Sequence[frozenset[str]]) -> list[tuple[str, int]]:
    """Return the telling words of a clause that one clause of the spans has, each with which; none where a pronoun opens it."""
    if not _PERSONS.isdisjoint(clause.tokens[:_SUBJECT_REACH]):
        return []
    found: list[tuple[str, int]] = []
    for word in support.words:
        if not clause.first <= word.index < clause.last or len(claim.content.get(word.text, ())) > 1:
            continue
        forms = support.variants[word.text]
        at = [i for i, words in enumerate(inside) if not forms.isdisjoint(words)]
        if len(at) == 1:
            found.append((word.text, at[0]))
    return found


def _opens(clause: Clause, word: str, claim: Sentence, support: Support) -> bool:
    told = [t for t in clause.tokens if t not in claim.lexicon.stop]
    return not support.variants[word].isdisjoint(told[:_SUBJECT_REACH])
