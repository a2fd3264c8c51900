"""Evidence that was reworded since it was labelled: found by its words, but only where nothing that matters differs.

A sentence of a gold document stands in for an anchor where four fifths of their words agree in order, and the numbers, dates,
negations and names are the same, one by one: "at most 23 kg" is never "at least 23 kg", nor "not" left out. What differs is said.
"""

from __future__ import annotations

import difflib
from collections import Counter
from functools import lru_cache

from harness.text.sentences import split_sentences
from harness.text.topic import telling
from harness.text.typed.passage import Passage

LEAST_ALIKE = 0.8
"""The share of words, of both together, that must agree in order (difflib's ratio)."""

_LONGEST_WORDS = 400
_SHOWN = 6


def find_near(anchor: str, text: str) -> tuple[int, int, str] | None:
    """Return `(start, end, what differs)` of the stretch of whole sentences most like an anchor, or None.

    The stretch has as many sentences as the anchor, each like the anchor's own. Ties go to the first.
    """
    wanted = _words(anchor)
    if not wanted or len(wanted) > _LONGEST_WORDS:
        return None
    cuts = split_sentences(text)
    length, known = max(1, len(split_sentences(anchor))), frozenset(telling(anchor))
    best: tuple[float, int, int] | None = None
    for first in range(len(cuts) - length + 1):
        start, end = cuts[first][0], cuts[first + length - 1][1]
        stretch = text[start:end]
        if 2 * len(known.intersection(telling(stretch))) < len(known):
            continue
        alike = difflib.SequenceMatcher(None, wanted, _words(stretch), autojunk=False).ratio()
        if alike >= LEAST_ALIKE and (best is None or alike > best[0]) and _same_where_it_matters(anchor, stretch):
            best = alike, start, end
    return None if best is None else (best[1], best[2], _difference(anchor, text[best[1] : best[2]], best[0]))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(token for sentence in Passage(text).sentences for token in sentence.tokens)


def _same_where_it_matters(one: str, other: str) -> bool:
    pairs = zip(split_sentences(one), split_sentences(other), strict=False)
    for (a, b), (c, d) in pairs:
        mine = Passage(one[a:b])
        theirs = Passage(other[c:d], code=mine.code)
        if any(kind(mine) != kind(theirs) for kind in (_literals, _negations, _names)):
            return False
    return True


def _literals(passage: Passage) -> Counter[object]:
    found = [x for s in passage.sentences for x in s.typed]
    return Counter((x.kind, x.values, x.unit, x.comparator, x.per) for x in found)


def _negations(passage: Passage) -> Counter[str]:
    return Counter(token for s in passage.sentences for token in s.tokens if token in s.lexicon.negators)


def _names(passage: Passage) -> Counter[str]:
    names = [word for s in passage.sentences for name in s.names for word in name.words]
    return Counter([*names, *(v.key for s in passage.sentences for v in s.verbatim)])


def _difference(anchor: str, found: str, alike: float) -> str:
    mine, theirs = Counter(_words(anchor)), Counter(_words(found))
    told = [f"without {w!r}" for w in (mine - theirs)] + [f"with {w!r}" for w in (theirs - mine)]
    more = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    words = ", ".join(told[:_SHOWN]) + more if told else "the same words"
    return f"{alike:.0%} alike, {words}; every number, negation and name is the same"
