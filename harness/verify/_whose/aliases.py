"""Parties that a text names once and calls by a part after: Castell Foods Ltd (the "Lessee")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from harness.text.typed.fold import fold
from harness.text.typed.passage import TOKEN, Passage, Sentence
from harness.verify._words.support import Support, Word

_NAMED = re.compile(
    r"((?:[A-Z\u00c0-\u00de][\w&.'-]{0,30},? ){1,6}(?:plc |e\.V\. )?)\((?:(?:the|hereinafter|referred to as|called|im Folgenden|nachfolgend|der|die|ci-apr\u00e8s|le|la|en adelante|el)[ ,]+){0,3}[\"\u201c\u201e\u00ab]\s?([\w -]{3,30}?)\s?[\"\u201d\u201c\u00bb]\)"
)
_FORMS = frozenset("ltd inc gmbh ag sa sarl plc llc co corp company limited the der die le la el".split())
_KEPT, _OPENING, _FEWEST, _MOST = 256, 4, 2, 6


@lru_cache(maxsize=_KEPT)
def aliases(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return each folded last word of what a text calls a party, with the folded words of its name."""
    if '("' not in text and ' "' not in text:
        return ()
    found = []
    for match in _NAMED.finditer(text):
        alias = fold(match[2]).split()[-1]
        name = frozenset(fold(t) for t in TOKEN.findall(match[1])) - _FORMS
        if name and alias not in name:
            found.append((alias, name))
    return tuple(found)


def called_by(claim: Sentence, word: str, others: Sequence[str]) -> bool:
    """Return whether a word of a claim is of the name of a party that a text calls by one of some other words."""
    known: Sequence[tuple[str, frozenset[str]]] = claim.__dict__.get("aliases", ())
    return any(word in name and alias in others for alias, name in known)


def note_aliases(claim: Sentence, passages: Sequence[Passage]) -> None:
    """Keep with a claim what its passages call the parties."""
    if known := [a for p in passages for a in aliases(p.text)]:
        claim.__dict__["aliases"] = known


def other_party(claim: Sentence, support: Support) -> str | None:
    """Return the party that a sentence with all the rest of a claim opens with, where the claim opens with another, or None."""
    known: Sequence[tuple[str, frozenset[str]]] = claim.__dict__.get("aliases", ())
    if not known or not claim.capitals:
        return None
    opening = frozenset(claim.tokens[:_OPENING])
    mine = next(((alias, name) for alias, name in known if not name.isdisjoint(opening)), None)
    if mine is None:
        return None
    own = mine[1] | {mine[0]}
    rest = [w for w in support.words if w.text not in own and support.variants[w.text]]
    if len(rest) < _FEWEST:
        return None
    for _, _, sentence in support.best[:_MOST]:
        others = [alias for alias, name in known if alias != mine[0] and alias in sentence.tokens[:_OPENING]]
        if others and own.isdisjoint(sentence.words) and _holds(rest, sentence, support):
            return f"{others[0]} there, not {mine[0]}"
    return None


def _holds(rest: Sequence[Word], sentence: Sentence, support: Support) -> bool:
    return all(not support.variants[w.text].isdisjoint(sentence.words) for w in rest)
