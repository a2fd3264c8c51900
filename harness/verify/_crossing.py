"""Two statements side by side whose subjects have changed places: one lays and the other guards, and the claim has it crossed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import dropwhile, pairwise

from harness.text.typed.passage import Sentence
from harness.verify._clauses import Clause, clauses

Forms = Mapping[str, frozenset[str]]

_MOST_CLAUSES = 8
_PAIR, _REST = 2, 2
_SUBJECT_REACH = 2
_PERSONS = frozenset("i we you he she it they wir sie es er nous on il elle nosotros".split())


def crossed(claim: Sentence, sources: Sequence[Sentence], variants: Forms) -> str | None:
    """Return whose doing a claim gives to another, where two neighbouring clauses have each other's subject, or None.

    A word counts only where one clause of the claim and one of the spans' have it. Both clauses of the claim must open
    with a word of one clause of the spans and go on with words of the other alone.
    """
    mine = clauses(claim)
    if len(mine) < _PAIR:
        return None
    theirs = [c for s in sources if s.code == claim.code for c in clauses(s)]
    if not _PAIR <= len(theirs) <= _MOST_CLAUSES:
        return None
    inside = [frozenset(c.tokens) for c in theirs]
    told = [_told(c, claim, variants, inside) for c in mine]
    for one, other in pairwise([t for t in told if t]):
        (a, at_a), *_ = one
        (b, at_b), *_ = other
        rest_a, rest_b = (list(dropwhile(lambda x, at=at: x[1] == at, told)) for told, at in ((one, at_a), (other, at_b)))
        if at_a == at_b or len(rest_a) + len(rest_b) < _REST or not (rest_a and rest_b):
            continue
        if any(at != at_b for _, at in rest_a[:1]) or any(at != at_a for _, at in rest_b[:1]):
            continue
        if not (_opens(theirs[at_a], a, claim, variants) and _opens(theirs[at_b], b, claim, variants)):
            continue
        if mine[0].negator or any(c.negator for c in theirs):
            continue
        return f"{b} goes with {rest_a[0][0]} there, {a} in the answer"
    return None


def _told(clause: Clause, claim: Sentence, variants: Forms, inside: Sequence[frozenset[str]]) -> list[tuple[str, int]]:
    """Return the telling words of a clause that one clause of the spans has, each with which; none where a pronoun opens it."""
    if not _PERSONS.isdisjoint(clause.tokens[:_SUBJECT_REACH]):
        return []
    found: list[tuple[str, int]] = []
    for token in clause.tokens:
        if token in claim.lexicon.stop or claim.tokens.count(token) > 1:
            continue
        forms = variants.get(token, frozenset())
        at = [i for i, words in enumerate(inside) if not forms.isdisjoint(words)]
        if len(at) == 1:
            found.append((token, at[0]))
    return found


def _opens(clause: Clause, word: str, claim: Sentence, variants: Forms) -> bool:
    told = [t for t in clause.tokens if t not in claim.lexicon.stop]
    return not variants[word].isdisjoint(told[:_SUBJECT_REACH])
