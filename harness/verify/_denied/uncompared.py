"""A comparison of a claim where the spans compare nothing: "they grow faster than the others"."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Passage, Sentence
from harness.verify._words.support import Support

_THAN = {"en": "than", "de": "als", "fr": "que", "es": "que"}
_MORE = {
    "en": words("more less fewer"),
    "de": words("mehr weniger"),
    "fr": words("plus moins"),
    "es": words("m\u00e1s menos"),
}
_COMPARING = words(
    "than more less fewer compared versus unlike best most least highest lowest fastest exceeds exceed outperforms beats whereas relative "
    "als mehr weniger verglichen gegen\u00fcber vergleich plus moins compar\u00e9 rapport meilleur pire m\u00e1s menos comparado frente mejor peor"
)
_IDIOMS = words("other rather later earlier longer more less than no not sooner further older younger")
_REACH, _VALUES = 2, 2


def uncompared(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return the comparative of a claim where no span has a form of its word, compares, or has two values to compare, or None."""
    than, more = _THAN.get(claim.code), _MORE.get(claim.code, frozenset())
    if than is None or than not in claim.words:
        return None
    at = claim.tokens.index(than)
    if any(x.start > claim.starts[at] for x in claim.typed):
        return None
    for index in range(max(0, at - _REACH), at):
        token = claim.tokens[index]
        compares = (
            index and claim.tokens[index - 1] in more
            if claim.code in {"fr", "es"}
            else token.endswith("er") or (index and claim.tokens[index - 1] in more)
        )
        if not compares or token in _IDIOMS or support.variants.get(token, True):
            continue
        if any(not p.words.isdisjoint(_COMPARING) for p in passages):
            return None
        if sum(len(s.typed) for p in passages for s in p.with_literals) >= _VALUES:
            return None
        return f"'{token} {than}' is not there"
    return None
