"""Conditions turned round: a claim must not say of the opened box what a span says only of the unopened one."""

from __future__ import annotations

from harness.text.typed.passage import Sentence
from harness.verify._words.support import Support

_ONLY_IF = {
    "en": (("unless",), ("only", "if"), ("only", "when"), ("provided",), ("as", "long", "as"), ("only",)),
    "de": (("es", "sei", "denn"), ("nur", "wenn"), ("sofern",), ("nur",)),
    "fr": (("sauf", "si"), ("a", "moins"), ("seulement", "si"), ("a", "condition")),
    "es": (("a", "menos"), ("salvo", "que"), ("solo", "si"), ("siempre", "que"), ("solo",)),
    "tr": (("yalnizca",), ("ancak",), ("sadece",)),
}
_ORDER = frozenset("before after vor nach avant apres antes despues".split())
"""What came first is compared where the rest of the order is."""
_CLOSE, _MOST_SENTENCES = 3, 6


def condition_turned(claim: Sentence, support: Support) -> str | None:
    """Return the word of a claim whose opposite is the condition under which alone a span says it, or None.

    The opposite must stand near the same word as in the claim, which denies nothing.
    """
    if not support.turned or claim.code not in _ONLY_IF or not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    words = support.words
    for place, word in enumerate(words):
        if word.text not in support.turned or word.text in _ORDER:
            continue
        beside = [w for w in words[max(0, place - 1) : place + 2] if w is not word and w.text not in support.turned]
        for _, _, sentence in support.best[:_MOST_SENTENCES]:
            opposite = next(iter(sorted(support.variants[word.text] & sentence.words)), "")
            if opposite and word.text not in sentence.words and _is_conditional(sentence):
                content = sentence.content
                here = content.get(opposite, [])
                near = [q for w in beside for f in support.variants[w.text] for q in content.get(f, ())]
                if any(abs(p - q) <= _CLOSE for p in here for q in near):
                    return f"{word.text!r} in the answer, only {opposite!r} there"
    return None


def _is_conditional(sentence: Sentence) -> bool:
    tokens = sentence.tokens
    return any(
        tokens[i : i + len(mark)] == list(mark)
        for mark in _ONLY_IF.get(sentence.code, ())
        if mark[0] in sentence.words
        for i in range(len(tokens))
    )
