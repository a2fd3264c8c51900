"""A name put in another's place: all that a claim says of it a span says of a namesake, a sister foundation, another place or code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._words.candidates import opens_with_pronoun
from harness.verify._words.support import COMMON, Support, Word

_TITLES = frozenset("mr mrs ms dr prof sir inc ltd gmbh ag sa co the von de da del della der van".split())
_RANKS = frozenset(
    "professor president minister chancellor senator governor general captain king queen prince princess saint lord lady dame herr frau monsieur madame sergeant corporal "
    "bombardier colonel major private lieutenant admiral councillor mayor judge justice reverend bishop father sister brother coach manager director chief doctor inspector detective young elder senior junior former".split()
)
_OF = frozenset({"of", "von", "del"})
_PLACING = frozenset("in at im am bei \u00e0 a en au aux chez de".split())
_HELD, _STRAY, _MOST, _NEAR, _MARGIN, _SHORTEST = 0.5, 0.25, 12, 3, 1.0, 4


def stray(claim: Sentence, support: Support) -> str | None:
    """Return what the spans have in the place of a name of the claim whose own sentences say nothing of the rest, or None."""
    if claim.code == "zh":
        return None
    if claim.verbatim and (found := _other_code(claim, support)):
        return found
    if claim.code == "tr" and (found := _other_opening(claim, support)):
        return found
    if claim.code == "de" or not claim.names:
        return None
    for name in claim.names:
        mine = frozenset(name.words) - _TITLES
        if not mine or any(c.negator for c in clauses(claim)):
            continue
        rest = [w for w in support.words if w.text not in mine and support.variants[w.text] and w.weight > COMMON]
        if found := _namesake(claim, mine, rest, support) or _other_place(claim, name.first, mine, rest, support):
            return found
    return None


def _other_opening(claim: Sentence, support: Support) -> str | None:
    """Return the word that opens a Turkish sentence with all the rest of a claim, where those that open with the claim's have less."""
    own = claim.tokens[0]
    rest = [w for w in support.words if w.index]
    if 0 not in claim.capitals or len(rest) < _NEAR or any(c.negator for c in clauses(claim)):
        return None
    sentences = [s for _, _, s in support.best[:_MOST] if 0 in s.capitals]
    mine = [s for s in sentences if s.tokens[0] == own]
    total = sum(w.weight for w in rest)
    for sentence in sentences:
        if own in sentence.words or sentence.tokens[0] in claim.words or _held(rest, sentence, support) < total:
            continue
        if mine and all(s.tokens[1:2] == sentence.tokens[1:2] and _held(rest, s, support) < total for s in mine):
            return f"{sentence.tokens[0]!r} there, not {own!r}"
    return None


def _namesake(claim: Sentence, mine: frozenset[str], rest: Sequence[Word], support: Support) -> str | None:
    """Return the name of which a sentence has all that a claim says of one that shares a word with it: Johanna Brandt, Johannes Brandt."""
    if len(mine) < 2:  # noqa: PLR2004 -- one word is shared, one is not
        return None
    saying, others = _parted(mine, rest, support)
    for sentence in saying:
        for name in sentence.names:
            theirs = frozenset(name.words) - _TITLES
            shared = mine & theirs
            if shared and _full(mine - theirs) and _full(theirs - mine) and not theirs <= claim.words and others:
                return f"{name.text} there, not {' '.join(t for t in claim.tokens if t in mine)}"
    return None


def _full(words: frozenset[str]) -> bool:
    """Return whether some words may be a given name: no title, no rank, no initial."""
    return bool(words) and all(len(w) >= _SHORTEST and w not in _RANKS for w in words)


def _other_place(
    claim: Sentence, first: int, mine: frozenset[str], rest: Sequence[Word], support: Support
) -> str | None:
    """Return the place that stands right after a word of the claim in the sentence that has the rest of it: Newcastle, not Fiji."""
    if not first or claim.tokens[first - 1] not in _PLACING:
        return None
    before = next((w for w in reversed(rest) if w.index < first), None)
    if before is None or first - before.index > _NEAR - 1:
        return None
    saying, others = _parted(mine, rest, support)
    if not others:
        return None
    for sentence in saying:
        content = sentence.content
        here = [p for f in support.variants[before.text] for p in content.get(f, ())]
        for name in sentence.names:
            if name.first and not claim.words.isdisjoint(name.words):
                continue
            placed = name.first and sentence.tokens[name.first - 1] in _PLACING | _OF
            places = content.get(name.words[0], ()) if placed else ()
            if any(0 < p - q <= 1 for p in places for q in here):
                return f"{name.text} there, not {' '.join(t for t in claim.tokens if t in mine)}"
    return None


def _parted(mine: frozenset[str], rest: Sequence[Word], support: Support) -> tuple[list[Sentence], bool]:
    """Return the sentences without a name that hold most of the rest, and whether those with it hold next to none of that."""
    total = sum(w.weight for w in rest)
    scored = [(_held(rest, s, support), s) for _, _, s in support.best[:_MOST]]
    without = [(held, s) for held, s in scored if not mine <= s.words and not opens_with_pronoun(s)]
    having = [held for held, s in scored if mine <= s.words]
    top = max((held for held, _ in without), default=0.0)
    if not rest or top < _HELD * total or top <= 1 or not having:
        return [], False
    return [s for held, s in without if held == top], max(having) <= _STRAY * top


def _held(words: Sequence[Word], sentence: Sentence, support: Support) -> float:
    return sum(w.weight for w in words if not support.variants[w.text].isdisjoint(sentence.words))


def _other_code(claim: Sentence, support: Support) -> str | None:
    """Return the quoted or technical name that stands with the words of a claim, where the claim's stands with others."""
    for verbatim in claim.verbatim:
        inside = frozenset(claim.tokens[i] for i in _places(claim, verbatim.start, verbatim.end))
        rest = [w for w in support.words if w.text not in inside and support.variants[w.text]]
        own = [s for _, _, s in support.best[:_MOST] if any(v.key == verbatim.key for v in s.verbatim)]
        keys = {v.key for v in claim.verbatim}
        rivals = [(s, v) for _, _, s in support.best[:_MOST] for v in s.verbatim if v.key not in keys and s not in own]
        if not own or not rivals:
            continue
        for sentence, other in rivals:
            theirs = [w for w in rest if not support.variants[w.text].isdisjoint(sentence.words)]
            mine = [w for w in rest if any(not support.variants[w.text].isdisjoint(s.words) for s in own)]
            only_theirs = sum(w.weight for w in theirs if w not in mine)
            only_mine = sum(w.weight for w in mine if w not in theirs)
            if only_theirs >= only_mine + _MARGIN and len(theirs) > 1:
                return f"{other.text!r} there, not {verbatim.text!r}"
    return None


def _places(sentence: Sentence, start: int, end: int) -> Iterator[int]:
    return (i for i, at in enumerate(sentence.starts) if start <= at < end)
