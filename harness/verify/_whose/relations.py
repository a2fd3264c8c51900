"""Who is whose: A is a subcontractor of B, B's supplier is A. Who is the other's there is not the one whose other it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.verify._denied.clauses import Clause, clauses

_NOUNS = frozenset(
    fold(
        "subcontractor supplier licensee licensor franchisee subsidiary customer client distributor agent deputy successor predecessor assistant apprentice pupil student mentor tutor patron employer "
        "heir creditor debtor lender borrower guarantor insurer teacher "
        "subunternehmer lieferant zulieferer kunde tochter tochterfirma tochtergesellschaft mutter muttergesellschaft nachfolger nachfolgerin vorgänger vorgängerin stellvertreter stellvertreterin schüler schülerin lehrer lehrerin lehrling gläubiger schuldner "
        "fournisseur filiale cliente successeur prédécesseur adjoint adjointe élève apprenti créancier débiteur "
        "subcontratista proveedor filial sucesor sucesora predecesor predecesora adjunta aprendiz alumno alumna maestro acreedor deudor"
    ).split()
)
_OF = frozenset("of to for der des von vom de du del d".split())
_MADE = {
    "subcontracted": "subcontractor",
    "subcontracts": "subcontractor",
    "licensed": "licensee",
    "licenses": "licensee",
    "licences": "licensee",
}
"""Verbs that make somebody one: the roof is subcontracted to him."""
_STANDING_IN = frozenset("deputises deputizes deputised deputized stands stood steps stepped fills filled".split())
"""Verbs of a deputy, before "for" or "in for"."""
_PRONOUNS = frozenset("its his her their sein seine ihr ihre son sa su".split())
_ADJECTIVES, _ROOT = 3, 6
_TELLING = _NOUNS | _MADE.keys() | _STANDING_IN
_MOST_READ = 60


class Relation(NamedTuple):
    """A noun that relates two: the folded capitalised words of who is it, and of whose."""

    noun: str
    who: frozenset[str]
    whose: frozenset[str]


def related_otherwise(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return who is whose there, where a claim has the two the other way round, or None."""
    if claim.words.isdisjoint(_TELLING):
        return None
    mine = list(_relations(claim, None))
    theirs = [r for p in passages for r in _of(p)] if mine else []
    for one in mine:
        same = [r for r in theirs if r.noun[:_ROOT] == one.noun[:_ROOT]]
        turned = [r for r in same if r.whose & one.who and r.who & one.whose]
        if turned and not any(r.who & one.who and r.whose & one.whose for r in same):
            return (
                f"{' '.join(sorted(turned[0].who))} is the {one.noun} there, {' '.join(sorted(one.who))} in the answer"
            )
    return None


def _of(passage: Passage) -> Iterator[Relation]:
    before: Sentence | None = None
    for sentence in passage.sentences[:_MOST_READ]:
        yield from _relations(sentence, before)
        before = sentence


def _relations(sentence: Sentence, before: Sentence | None) -> Iterator[Relation]:
    """Yield the relations of a sentence; "its" is of the names before its clause, or of the sentence before."""
    if sentence.words.isdisjoint(_TELLING):
        return
    earlier: frozenset[str] = _names(before, range(len(before.tokens))) if before else frozenset()
    for clause in clauses(sentence):
        noun = next((i for i in range(clause.first, clause.last) if sentence.tokens[i] in _NOUNS), None)
        names = _names(sentence, range(clause.first, clause.last))
        mine = _names(sentence, range(clause.first, noun)) if noun is not None else names
        if noun is not None and (whose := _whose(sentence, clause, noun) or _meant(sentence, noun, earlier or mine)):
            yield Relation(sentence.tokens[noun], names - whose or earlier - whose, whose)
        elif found := _by_verb(sentence, clause, earlier):
            yield found
        earlier = names or earlier


def _by_verb(sentence: Sentence, clause: Clause, earlier: frozenset[str]) -> Relation | None:
    """Return the relation that a verb tells: licenses it to A, deputises for B."""
    tokens = sentence.tokens
    for i in range(clause.first, clause.last):
        if tokens[i] not in _MADE and tokens[i] not in _STANDING_IN:
            continue
        mark = "to" if tokens[i] in _MADE else "for"
        at = next((j for j in range(i + 1, min(clause.last, i + 2 + _ADJECTIVES)) if tokens[j] == mark), None)
        if at is None:
            continue
        before, behind = _names(sentence, range(clause.first, i)) or earlier, _run(sentence, at + 1, clause.last)
        if tokens[i] in _MADE:
            return Relation(_MADE[tokens[i]], behind, before - behind)
        return Relation("deputy", before, behind or earlier - before)
    return None


def _whose(sentence: Sentence, clause: Clause, noun: int) -> frozenset[str]:
    """Return the name behind "of", or the owner before the noun."""
    if sentence.tokens[noun + 1 : noun + 2] and sentence.tokens[noun + 1] in _OF:
        return _run(sentence, noun + 2, clause.last)
    for i in range(noun, max(clause.first, noun - _ADJECTIVES - 1), -1):
        if sentence.tokens[i] == "s" and i - 1 in sentence.capitals:
            first = i - 1
            while first > clause.first and first - 1 in sentence.capitals:
                first -= 1
            return _names(sentence, range(first, i))
    return frozenset()


def _run(sentence: Sentence, first: int, end: int) -> frozenset[str]:
    if sentence.tokens[first : first + 1] and first not in sentence.capitals:
        first += 1
    last = first
    while last < end and last in sentence.capitals:
        last += 1
    return _names(sentence, range(first, last))


def _meant(sentence: Sentence, noun: int, earlier: frozenset[str]) -> frozenset[str]:
    before = sentence.tokens[max(0, noun - _ADJECTIVES) : noun]
    return frozenset() if _PRONOUNS.isdisjoint(before) else earlier


def _names(sentence: Sentence, places: range) -> frozenset[str]:
    return (
        frozenset(
            [
                sentence.tokens[i]
                for i in places
                if i in sentence.capitals and sentence.tokens[i] not in sentence.lexicon.stop
            ]
        )
        - _NOUNS
    )
