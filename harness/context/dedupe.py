"""Copies: which retrieved chunks repeat one that is already in the context.

A copy costs room and adds nothing; two versions that contradict each other look like copies and are the opposite. So
near-copies are dropped only if nothing they differ in can change the meaning: no number, no negation, no operator.
Words are split at white space: in scripts written without spaces only exact copies are found, which errs on the side
of keeping.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
_REMEMBERED_CHARACTERS, _REMEMBERED_TEXTS = 4096, 2048
_EDGES = ".,;:!?()[]{}\"'`*“”‘’«»"


class Copies:
    """Remembers the chunks of one question that were kept, and says of the next one whether it is a copy of any."""

    def __init__(self, near_duplicate: float) -> None:
        self._least = near_duplicate
        self._kept: list[Chunk] = []
        self._seen: set[str] = set()
        self._words: dict[str, frozenset[str]] = {}

    def reason(self, chunk: Chunk) -> str | None:
        """Return why `chunk` is a copy, e.g. `near-duplicate of X#3 (Jaccard 0.93)`, or None."""
        if self._brings_new_words(chunk.text):
            return None
        words = self._words_of(chunk.text)
        for kept in self._kept:
            others = self._words_of(kept.text)
            shared = len(words & others)
            whole = len(words) + len(others) - shared
            if whole and shared / whole < self._least:
                continue
            if shared == whole and kept.text.split() == chunk.text.split():
                return f"duplicate of {kept.chunk_id} (exact)"
            if not differ_in_meaning(kept.text, chunk.text):
                return f"near-duplicate of {kept.chunk_id} (Jaccard {shared / whole:.2f})"
        return None

    def keep(self, chunk: Chunk) -> None:
        """Remember a chunk that is in the context."""
        self._kept.append(chunk)

    def _words_of(self, text: str) -> frozenset[str]:
        words = self._words.get(text)
        if words is None:
            words = self._words[text] = frozenset(_split(text))
        return words

    def _brings_new_words(self, text: str) -> bool:
        """Return True if more words than a copy could have are in none of the chunks so far: one look, not one each."""
        words, before = _split(text), len(self._seen)
        self._seen.update(words)
        return len(self._seen) - before > (1 - self._least) * len(words) + _ROUNDING


def differ_in_meaning(one: str, other: str) -> bool:
    """Return whether two near-copies differ in a number, a negation or an operator: then they are versions, not copies.

    Numbers are compared in order, so that "from 5 to 10" is no copy of "from 10 to 5".
    """
    ones, others = _split(one), _split(other)
    if _numbers(ones) != _numbers(others):
        return True
    if sum(map(_negates, ones)) != sum(map(_negates, others)):
        return True
    only_one, only_other = _only(ones, others), _only(others, ones)
    if any(_negates(w) or not any(map(str.isalpha, w)) for w in only_one | only_other if w.strip(_EDGES)):
        return True
    return any(p + w in only_other or p + w in only_one for w in only_one | only_other for p in _OPPOSITES)


# The same chunks are found for many questions, and strings that stay remember their hashes. The first ones are kept for good:
# of a corpus too large to be kept whole, forgetting one text for another costs more than it saves.
_remembered: dict[str, tuple[str, ...]] = {}


def _split(text: str) -> tuple[str, ...]:
    words = _remembered.get(text)
    if words is None:
        words = tuple(text.casefold().split())
        if len(text) <= _REMEMBERED_CHARACTERS and len(_remembered) < _REMEMBERED_TEXTS:
            _remembered[text] = words
    return words


def _numbers(words: Sequence[str]) -> list[str]:
    return [w.strip(_EDGES) for w in words if any(map(str.isdigit, w))]


def _negates(word: str) -> bool:
    return word.strip(_EDGES) in _NEGATIONS or _NEGATED.search(word.strip(_EDGES)) is not None


def _only(words: Sequence[str], others: Sequence[str]) -> set[str]:
    return {w.strip(_EDGES) for w in words} - {w.strip(_EDGES) for w in others}
