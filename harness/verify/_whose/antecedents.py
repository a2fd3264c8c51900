"""What "it" and "its" at the head of a sentence of an answer stand for: the name that opens the sentence before."""

from __future__ import annotations

_PRONOUNS = {"It ": "", "Its ": "'s"}
_ARTICLES = frozenset({"The", "A", "An"})
_VERBS = frozenset("is are was were has had can may must will shall should could does did cost cut set let".split())
_ENDINGS = ("s", "ed")
_LONGEST = 6


def spelled_out(bare: str, before: str) -> str | None:
    """Return an English claim with the subject of the one before it in its pronoun's place, or None where there is no such name."""
    pronoun = next((p for p in _PRONOUNS if bare.startswith(p)), None)
    subject = _subject(before) if pronoun else ""
    return f"{subject}{_PRONOUNS[pronoun]} {bare[len(pronoun) :]}" if pronoun and subject else None


def _subject(sentence: str) -> str:
    """Return the words before the first verb, where one of them is a name or has a digit; "" for none."""
    words = sentence.split()[:_LONGEST]
    for end, word in enumerate(words):
        if end and (word in _VERBS or (word.islower() and word.endswith(_ENDINGS))):
            named = [w for w in words[:end] if w not in _ARTICLES]
            told = words[0] in _ARTICLES or len(named) > 1 or any(c.isdigit() for c in named[0])
            return " ".join(words[:end]) if told and any(not w.islower() for w in named) else ""
        if not word.replace("-", "").isalnum():
            return ""
    return ""
