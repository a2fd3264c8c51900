"""What is said of two at once, each told of in a span of its own: "both the shop and the café take cash" needs both spans."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Passage, Sentence
from harness.verify._denied.clauses import sign_before
from harness.verify._words.support import COMMON, Support, Word

_AND = frozenset("and und et y e ve".split())
_LONGEST_ITEM, _FEWEST, _OPENING = 4, 2, 2


def not_of_each(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return the word that the spans of one of several subjects lack, where those of another have it, or None."""
    if len(passages) < _FEWEST or claim.code == "zh" or _AND.isdisjoint(claim.words):
        return None
    items = _items(claim, support)
    if len(items) < _FEWEST:
        return None
    own = [_holding(passages, support.variants[w.text]) for w in items]
    if not all(own) or any(a & b for n, a in enumerate(own) for b in own[:n]):
        return None
    if denied := _denied_of(claim, support, passages, items):
        return f"it is denied of {denied!r} there"
    return _unsaid_of_one(claim, support, passages, items, own)


def _unsaid_of_one(
    claim: Sentence, support: Support, passages: Sequence[Passage], items: Sequence[Word], own: Sequence[frozenset[int]]
) -> str | None:
    """Return the word of the predicate that only the spans of some of the items have, or None."""
    of_all = frozenset(range(len(passages))).difference(*own)
    # What is said behind the list is said of each; behind a comma, something else may be.
    end = next(
        (i for i in range(items[-1].index + 1, len(claim.tokens)) if sign_before(claim, i) in {",", ";"}),
        len(claim.tokens),
    )
    begin = items[0].index
    while begin and claim.tokens[begin - 1] not in claim.lexicon.stop:
        begin -= 1
    if begin > _OPENING and items[-1].index + 1 < end:
        # "The lobby is cleaned at night and the kitchen on Mondays": each has its own.
        return None
    for word in support.words:
        if (
            begin <= word.index <= items[-1].index
            or word.index >= end
            or word.weight <= COMMON
            or not support.variants[word.text]
        ):
            continue
        holders = _holding(passages, support.variants[word.text])
        if word.text in support.turned or holders & of_all or not any(holders & mine for mine in own):
            continue
        if lacking := next((item for item, mine in zip(items, own, strict=True) if not holders & mine), None):
            return f"{word.text!r} is not said of {lacking.text!r}"
    return None


def _denied_of(claim: Sentence, support: Support, passages: Sequence[Passage], items: Sequence[Word]) -> str | None:
    """Return the item that only sentences with a negator speak of, where the claim has none."""
    if not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    for item in items:
        forms = support.variants[item.text]
        told = [s for p in passages for s in p.sentences if not forms.isdisjoint(s.words)]
        if told and not any(s.lexicon.negators.isdisjoint(s.words) for s in told):
            return item.text
    return None


def _holding(passages: Sequence[Passage], forms: frozenset[str]) -> frozenset[int]:
    return frozenset([n for n, p in enumerate(passages) if not forms.isdisjoint(p.words)])


def _items(claim: Sentence, support: Support) -> list[Word]:
    """Return the last telling word of each item of the first list of a claim: of what stands round an "and", and before commas."""
    joint = next((i for i, t in enumerate(claim.tokens) if t in _AND and i and sign_before(claim, i) != ";"), None)
    words = {w.index: w for w in support.words if support.variants[w.text] and w.weight > COMMON}
    if joint is None:
        return []
    last = next((words[i] for i in range(joint + 1, min(len(claim.tokens), joint + _LONGEST_ITEM)) if i in words), None)
    found = [last] if last else []
    at = joint - 1
    while at >= 0:
        if at not in words:
            break
        found.append(words[at])
        start = at
        while start and start > at - _LONGEST_ITEM and sign_before(claim, start) != ",":
            start -= 1
        if not start or sign_before(claim, start) != ",":
            break
        at = start - 1
    # A comma before an "and" that joins two opens another statement.
    return found[::-1] if sign_before(claim, joint) != "," or len(found) > _FEWEST else []
