"""A statement of a longer claim that denies what a span says of the same: "..., and sleep did not improve either"."""

from __future__ import annotations

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import Clause, clauses, region, statements
from harness.verify._denied.exceptions import exceptions
from harness.verify._words.support import Support, Word

_FEWEST, _SHARE, _ADDED, _ALL = 3, 0.85, 0.25, 0.95
_MOST_SENTENCES, _MOST_HAVING = 12, 50


def denies_a_part(claim: Sentence, support: Support) -> str | None:
    """Return the negator of a statement whose words a span has together and does not deny, or None.

    Only for a claim of several statements, each of which may be told by another sentence than most of the claim.
    """
    if not any(c.negator for c in clauses(claim)) or exceptions(claim) or _held_by_one(support):
        return None
    told = list(statements(claim, support.words))
    if len(told) == 1:
        return None
    for part, words in told:
        if (
            part.negator
            and len(words) >= _FEWEST
            and all(support.variants[w.text] and w.text not in support.turned for w in words)
            and _said(part, words, support)
        ):
            return f"not negated there, but {part.negator!r} in the answer"
    return None


def denied_apart(claim: Sentence, support: Support) -> str | None:
    """Return the negator of a sentence that has nothing but the words of one clause of a claim, "Do not freeze", and denies them.

    Only for a claim of several clauses whose clause does not deny, and where no other sentence has those words.
    """
    parts = clauses(claim)
    if len(parts) == 1 or _held_by_one(support):
        return None
    for clause in parts:
        told = [w for w in support.words if clause.first <= w.index < clause.last]
        if clause.negator or not told or not all(support.variants[w.text] for w in told):
            continue
        forms = [support.variants[w.text] for w in told]
        having = [s for _, _, s in support.best[:_MOST_HAVING] if all(not f.isdisjoint(s.words) for f in forms)]
        own = frozenset().union(*forms)
        if len(having) == 1 and not exceptions(having[0]):
            others = [t for t in having[0].content if t not in own and t not in claim.lexicon.negators]
            negator = next((c.negator for c in clauses(having[0]) if c.negator), None)
            if negator and not others:
                return f"negated there ({negator!r}), not in the answer"
    return None


def _held_by_one(support: Support) -> bool:
    """Return whether one sentence has all of the claim: it was compared with that."""
    return bool(support.best) and support.best[0][0] >= _ALL


def _said(part: Clause, words: list[Word], support: Support) -> bool:
    """Return whether a sentence has nearly all of a statement's words and denies none of them, and no other sentence denies them."""
    said = False
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        held, share, added = region(words, support, clauses(sentence))
        if share < _SHARE:
            continue
        focus = [c for c, gain in zip(held, added, strict=True) if gain >= _ADDED]
        if any(c.negator for c in focus) or exceptions(sentence) or _has_an_opposite(part, sentence):
            return False
        said = True
    return said


def _has_an_opposite(part: Clause, sentence: Sentence) -> bool:
    lex = sentence.lexicon
    places = [place for t in part.tokens for place in lex.opposites.get(t, ())]
    return any(not lex.facing[place].isdisjoint(sentence.words) for place in places)
