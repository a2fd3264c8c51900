"""What is not so unless, until or without something is so only with it: "not unless the manager agrees", "only with her approval"."""

from __future__ import annotations

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._words.support import Support

_UNLESS = {
    "en": words("unless until without"),
    "de": words("ohne solange bis au\u00dfer"),
    "fr": words("sans moins tant sauf"),
    "es": words("sin menos hasta salvo"),
    "tr": words("olmadan almadan olmad\u0131k\u00e7a olmaks\u0131z\u0131n"),
}
_NEEDED = words(
    "required requires require needs needed need necessary must mandatory erforderlich n\u00f6tig notwendig muss m\u00fcssen erfordert n\u00e9cessaire requis requise exige faut necesario necesaria requiere exige obligatorio gerekir gereklidir \u015fartt\u0131r zorunludur"
)
_WITHOUT = words("without ohne sans sin")
_CLOSE = 8


def only_with(claim: Sentence, source: Sentence, support: Support) -> bool:
    """Return whether a denying claim and a span that denies nothing ask for the same thing: not unless it, only with it.

    A word of the claim behind its "unless" must stand behind the "only" of the span, or in a sentence that says what must be.
    """
    marks = _UNLESS.get(claim.code, frozenset())
    if claim.code != source.code or not _denied_before(claim, marks):
        return False
    asked = _behind(claim, marks)
    if not asked or not _asks(source):
        return False
    told = frozenset(_behind(source, source.lexicon.only_words) or source.tokens)
    return any(not support.variants.get(t, frozenset()).isdisjoint(told) for t in asked)


def not_with(claim: Sentence, source: Sentence, support: Support) -> str | None:
    """Return the "unless" of a claim that denies nothing, where a span says it only with what the claim excepts, or None."""
    if claim.code != "en" or "unless" not in claim.words or source.lexicon.only_words.isdisjoint(source.words):
        return None
    asked = _behind(claim, frozenset({"unless"}))
    told = frozenset(_behind(source, source.lexicon.only_words))
    found = any(not support.variants.get(t, frozenset()).isdisjoint(told) for t in asked)
    return "'unless' in the answer, only with it there" if found else None


def _denied_before(claim: Sentence, marks: frozenset[str]) -> bool:
    """Return whether a negator stands before the first of some words or with "without" in its clause; a Turkish one stands behind."""
    first = next((i for i, t in enumerate(claim.tokens) if t in marks), None)
    if first is None:
        return False
    negators = claim.lexicon.negators - marks
    near = next((c.tokens for c in clauses(claim) if c.first <= first < c.last), ())
    if claim.tokens[first] not in _WITHOUT:
        near = ()
    return claim.code == "tr" or not (negators.isdisjoint(claim.tokens[:first]) and negators.isdisjoint(near))


def _asks(source: Sentence) -> bool:
    """Return whether a sentence says what is needed: only with, must, not without."""
    if not (source.lexicon.only_words.isdisjoint(source.words) and _NEEDED.isdisjoint(source.words)):
        return True
    negators = source.lexicon.negators - _WITHOUT
    first = next((i for i, t in enumerate(source.tokens) if t in negators), None)
    return first is not None and not _WITHOUT.isdisjoint(source.tokens[first + 1 :])


def _behind(sentence: Sentence, marks: frozenset[str]) -> list[str]:
    """Return the telling words of a sentence behind the first of some words, the nearest few; those before it in Turkish."""
    at = next((i for i, t in enumerate(sentence.tokens) if t in marks), None)
    if at is None:
        return []
    near = sentence.tokens[at + 1 : at + 1 + _CLOSE] if sentence.code != "tr" else sentence.tokens[:at]
    return [t for t in near if t not in sentence.lexicon.stop]
