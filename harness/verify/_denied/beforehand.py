"""What must come first: "Let it cool before you open it" is "Do not open it while it is hot"."""

from __future__ import annotations

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._words.support import Support

_BEFORE = words("before until bevor bis vor avant antes \u00f6nce")
_WHILE = words(
    "while until before when still solange w\u00e4hrend noch bis bevor tant pendant encore avant mientras cuando a\u00fan todav\u00eda antes"
)
_STILL = words("while still when solange w\u00e4hrend noch tant pendant encore mientras a\u00fan todav\u00eda")
_CLOSE = 7


def comes_first(claim: Sentence, source: Sentence, support: Support) -> bool:
    """Return whether a claim forbids to do too early what a span says is to be done after something else."""
    if _WHILE.isdisjoint(claim.words) or not any(c.negator for c in clauses(claim)):
        return False
    return bool(_early(claim, source, support))


def too_early(claim: Sentence, source: Sentence, support: Support) -> str | None:
    """Return what a claim does while something still is, where a span does it only once that has changed, or None."""
    if _STILL.isdisjoint(claim.words) or not _BEFORE.isdisjoint(claim.words):
        return None
    turned = [t for t in claim.words if t in claim.lexicon.opposites and t not in source.words]
    facing = [
        t
        for t in turned
        if any(not claim.lexicon.facing[p].isdisjoint(source.words) for p in claim.lexicon.opposites[t])
    ]
    done = _early(claim, source, support)
    return f"{done!r} while {facing[0]!r} in the answer, not before there" if facing and done else None


def _early(claim: Sentence, source: Sentence, support: Support) -> str:
    """Return the word of a claim, before its "while", that stands behind the "before" of a span; "" for none."""
    at = next((i for i, t in enumerate(source.tokens) if t in _BEFORE), None)
    if at is None:
        return ""
    later = frozenset(source.tokens[at + 1 : at + 1 + _CLOSE]) - source.lexicon.stop
    earlier = frozenset(source.tokens[:at])
    mark = next((i for i, t in enumerate(claim.tokens) if t in _WHILE), len(claim.tokens))
    for word in support.words:
        forms = support.variants[word.text]
        if word.index < mark and not forms.isdisjoint(later) and forms.isdisjoint(earlier):
            return word.text
    return ""
