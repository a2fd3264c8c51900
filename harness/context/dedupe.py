"""Copies: which retrieved chunks repeat one that is already in the context.

A copy costs room and adds nothing; two versions that contradict each other look like copies and are the opposite. So
near-copies are dropped only if nothing they differ in can change the meaning: no number, no negation, no operator.
Words are split at white space: in scripts written without spaces only exact copies are found, which errs on the side
of keeping.
"""

from __future__ import annotations

import re
from functools import lru_cache

from harness.types import Chunk

_NEGATIONS = frozenset(
    "no not non nor none never neither nobody nothing nowhere without cannot except unless hardly "
    "değil yok hayır hiç hiçbir asla "
    "nicht kein keine keinen nie ne pas jamais sans ni nunca sin non mai senza".split()
)
_NEGATED = re.compile(
    r"n['’]t$|less$|(?:m[ae]z|m[ıiuü]yor|m[ae]d[ıi]|m[ae]m[ıi]ş|m[ae]y[ae]|m[ae]d[ae]n|m[ae]m[ae]|s[ıiuü]z)"
)
_OPPOSITES = ("un", "in", "im", "ir", "il", "dis", "de", "non", "non-")
_ROUNDING = 1e-6
_EDGES = ".,;:!?()[]{}\"'`*“”‘’«»"


class Copies:
    """Remembers the chunks of one question that were kept, and says of the next one whether it is a copy of any."""

    def __init__(self, near_duplicate: float) -> None:
        self._least = near_duplicate
        self._kept: list[Chunk] = []
        self._seen: set[str] = set()

    def reason(self, chunk: Chunk) -> str | None:
        """Return why `chunk` is a copy, e.g. `near-duplicate of X#3 (Jaccard 0.93)`, or None."""
        if self._brings_new_words(chunk.text):
            return None
        words = _words(chunk.text)
        for kept in self._kept:
            others = _words(kept.text)
            shared = len(words & others)
            whole = len(words) + len(others) - shared
            if shared < self._least * whole:
                continue
            if shared == whole and kept.text.split() == chunk.text.split():
                return f"duplicate of {kept.chunk_id} (exact)"
            if not differ_in_meaning(kept.text, chunk.text):
                return f"near-duplicate of {kept.chunk_id} (Jaccard {shared / whole:.2f})"
        return None

    def keep(self, chunk: Chunk) -> None:
        """Remember a chunk that is in the context."""
        self._kept.append(chunk)

    def _brings_new_words(self, text: str) -> bool:
        """Return True if more words than a copy could have are in none of the chunks so far: one look, not one each."""
        words, before = text.casefold().split(), len(self._seen)
        self._seen.update(words)
        return len(self._seen) - before > (1 - self._least) * len(words) + _ROUNDING


def differ_in_meaning(one: str, other: str) -> bool:
    """Return whether two near-copies differ in a number, a negation or an operator: then they are versions, not copies.

    Numbers are compared in order, so that "from 5 to 10" is no copy of "from 10 to 5".
    """
    ones, others = one.casefold().split(), other.casefold().split()
    if _numbers(ones) != _numbers(others):
        return True
    if sum(map(_negates, ones)) != sum(map(_negates, others)):
        return True
    only_one, only_other = _only(ones, others), _only(others, ones)
    if any(_negates(w) or not any(map(str.isalpha, w)) for w in only_one | only_other if w.strip(_EDGES)):
        return True
    return any(p + w in only_other or p + w in only_one for w in only_one | only_other for p in _OPPOSITES)


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())


def _numbers(words: list[str]) -> list[str]:
    return [w.strip(_EDGES) for w in words if any(map(str.isdigit, w))]


def _negates(word: str) -> bool:
    return word.strip(_EDGES) in _NEGATIONS or _NEGATED.search(word.strip(_EDGES)) is not None


def _only(words: list[str], others: list[str]) -> set[str]:
    return {w.strip(_EDGES) for w in words} - {w.strip(_EDGES) for w in others}
