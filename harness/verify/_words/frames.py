"""Minimal edits: a claim that is a span's sentence but for one turn, one code or one release differs in just that."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._words.support import Support

_BE = frozenset("is are was were be been being".split())
_FEWEST_SHARED = 4
_NEAREST = 3
_LONGEST_EDIT = 3


def edited(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return what a claim has otherwise than a sentence that is the same but for that, or than all its spans, or None."""
    if released := _another_release(claim, passages):
        return released
    for _, _, sentence in support.best[:_NEAREST]:
        mine, theirs = _apart(claim.tokens, sentence.tokens)
        if mine == theirs == ():
            return None
        if _is_passive(mine, theirs) or _is_passive(theirs, mine):
            return f"{' '.join(theirs)!r} there, {' '.join(mine)!r} in the answer: the other way round"
        if len(mine) == len(theirs) == 1 and _are_labels(claim, mine[0], sentence, theirs[0]):
            return f"{theirs[0]!r} there, {mine[0]!r} in the answer"
    return None


def _apart(mine: Sequence[str], theirs: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words between the beginning and the end that two sentences share; all where they share too little."""
    shorter = min(len(mine), len(theirs))
    start = next((i for i in range(shorter) if mine[i] != theirs[i]), shorter)
    end = next((i for i in range(shorter - start) if mine[-1 - i] != theirs[-1 - i]), shorter - start)
    ours, others = tuple(mine[start : len(mine) - end]), tuple(theirs[start : len(theirs) - end])
    if start + end < _FEWEST_SHARED or max(len(ours), len(others)) > _LONGEST_EDIT:
        return tuple(mine), tuple(theirs)
    return ours, others


def _is_passive(active: Sequence[str], passive: Sequence[str]) -> bool:
    """Return whether an English verb stands alone on one side and as "was ... by" on the other."""
    return (
        len(active) == 1
        and len(passive) == _LONGEST_EDIT
        and passive[0] in _BE
        and passive[1] == active[0]
        and passive[2] == "by"
    )


def _are_labels(claim: Sentence, mine: str, source: Sentence, theirs: str) -> bool:
    """Return whether two words are labels; two bare numbers are not, which are compared by what they are worth."""
    return not (mine + theirs).isdigit() and _label(claim, mine) and _label(source, theirs)


def _label(sentence: Sentence, word: str) -> bool:
    """Return whether a word may be what a line, a room or a model is called by: 14B, A7, or a number as it stands."""
    if not any(c.isdigit() for c in word):
        return False
    if sentence.tokens.index(word) not in sentence.literal_words:
        return True
    return any(x.kind == "number" and x.text.lower() == word for x in sentence.typed)


def _another_release(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the release that a span has, where the claim's is the same number and another name: Kestrel 4.10, not 4.1."""
    for literal in claim.typed:
        name = _named(claim, literal)
        if not name:
            continue
        found = [x for p in passages for s in p.sentences for x in s.typed if _named(s, x) == name]
        if found and all(x.text != literal.text for x in found):
            same = next((x for x in found if x.values == literal.values), None)
            if same:
                return f"{name} {same.text} there, {literal.text} in the answer"
    return None


def _named(sentence: Sentence, literal: Typed) -> str:
    """Return the capitalised word right before a number with a point and no unit; "" for any other literal."""
    if literal.kind != "number" or literal.unit or "." not in literal.text or sentence.code == "de":
        return ""
    before = token_at(sentence.starts, literal.start) - 1
    return sentence.tokens[before] if before in sentence.capitals else ""
