"""Opposites that the lists have only through what may stand for them: approved and turned down, upheld and thrown out."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.kin import kin
from harness.text.typed.lexicon import Lexicon
from harness.verify._denied.clauses import Clause
from harness.verify._words.support import Support


def kin_flip(part: Clause, support: Support, there: frozenset[str], lex: Lexicon) -> str | None:
    """Return the first word of a statement, found in no form, of which a span has what may stand for its opposite, or None."""
    known = kin(lex.code)
    mine = frozenset().union(*support.variants.values()) if support.variants else frozenset()
    for token in part.tokens:
        if token not in lex.opposites:
            continue
        facing = frozenset().union(*[lex.facing[place] for place in lex.opposites[token]])
        if support.variants.get(token, mine) - facing:
            continue
        own = set(known.groups_of(token))
        for other in sorted(there - mine - lex.stop):
            groups = [g for g in known.groups_of(other) if g not in known.nouns]
            if own.isdisjoint(groups) and any(not known.members[g].isdisjoint(facing) for g in groups):
                return f"{token!r} in the answer, {other!r} there"
    return None


def phrase_flip(claimed: Sequence[str], told: Sequence[str], lex: Lexicon) -> str | None:
    """Return the first word that says the opposite of a phrase on the other side, or a phrase that says that of a word, or None.

    A phrase stands for the first word of its group.
    """
    known = kin(lex.code)
    mine, theirs = known.said_by_phrases(claimed), known.said_by_phrases(told)
    if not mine and not theirs:
        return None
    here, there = frozenset(claimed) | mine, frozenset(told) | theirs
    for token in sorted(mine | (here if theirs else frozenset())):
        if token not in lex.opposites or token in there:
            continue
        for place in lex.opposites[token]:
            against = lex.facing[place] & (there if token in mine else theirs) - here
            if against and lex.poles[place].isdisjoint(there - here):
                return f"{token!r} in the answer, {min(against)!r} there"
    return None
