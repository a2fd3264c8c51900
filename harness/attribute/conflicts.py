"""Two sentences that say the same of the same thing but for one value: sources that disagree.

Told without a model: aligned word by word, the two differ in one value of a few words, wherever it stands, and what stands there is neither part
of the question (then it is what was asked about, not what was answered) nor left out in one of them (then nothing is denied).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from harness.text.topic import telling

_URL = re.compile(r"https?://\S+")
"""Two addresses that differ in a number are two addresses, no disagreement."""

_LONGEST_VALUE = 6
_FEWEST_SHARED = 3
_SHARED = 0.6
_OTHER_EDITS = 0.2
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two values in one place, as the sentences have them."""

    ours: str
    theirs: str
    number: int
    sentence: str


def conflict(said: str, others: Iterable[tuple[int, str]], asked: str) -> Conflict | None:
    """Return the first of `(span number, sentence)` that has another value where a claim has one, or None."""
    ours, question = telling(_URL.sub(" ", said)), frozenset(telling(asked))
    if not _FEWEST_SHARED < len(ours) <= _LONGEST:
        return None
    known = frozenset(ours)
    for number, sentence in others:
        theirs = telling(_URL.sub(" ", sentence) if "://" in sentence else sentence)
        if len(theirs) > _LONGEST or len(known.intersection(theirs)) < max(_FEWEST_SHARED, _SHARED * len(known)):
            continue
        found = _one_place(ours, theirs, question)
        if found and not (_is_row(sentence) and (ours[0] != theirs[0] or not _is_row(said))):
            return Conflict(found[0], found[1], number, sentence)
    return None


def _one_place(ours: tuple[str, ...], theirs: tuple[str, ...], question: frozenset[str]) -> tuple[str, str] | None:
    matcher = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    replaced: set[tuple[tuple[str, ...], tuple[str, ...]]] = set()
    moved = shared = 0
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            shared += b - a
        elif kind == "replace":
            replaced.add((ours[a:b], theirs[c:d]))
        else:
            moved += b - a + d - c
    if len(replaced) != 1 or shared < max(_FEWEST_SHARED, _SHARED * min(len(ours), len(theirs))):
        return None
    one, other = next(iter(replaced))
    if max(len(one), len(other)) > _LONGEST_VALUE or moved > _OTHER_EDITS * max(len(ours), len(theirs)):
        return None
    # "Tern costs 5" and "Kestrel costs 5" are about two things; asked about Tern, the word is the question's.
    if question.issuperset(one) or question.issuperset(other) or set(one) == set(other):
        return None
    return " ".join(one), " ".join(other)


def _is_row(text: str) -> bool:
    """Return whether a line is a row of a table: rows that begin differently are about different things."""
    return text.count("|") > 1
