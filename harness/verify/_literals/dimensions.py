"""Which dimension a length is one of: 830 m long is not 830 m high, and a width of 4 m is no depth."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_LENGTHS = frozenset(
    "meter kilometer centimeter millimeter micrometer nanometer mile foot inch yard nautical_mile".split()
)
_WORDS = {
    word: dimension
    for dimension, words in {
        "length": "long longer length lang lange langer lange lange langes longue longueur largo larga longitud uzunluk uzunlugunda uzunlugu \u957f",
        "height": "high height tall hoch hohe haut haute hauteur alto alta altura yukseklik yuksekligi yuksekliginde \u9ad8",
        "width": "wide width broad breit breite breites large largeur ancho ancha anchura genislik genisligi genisliginde \u5bbd",
        "depth": "deep depth tief tiefe tiefes profond profonde profondeur profundo profunda profundidad derinlik derinligi derinliginde \u6df1",
        "thickness": "thick thickness dick dicke epais epaisse epaisseur grosor espesor kalinlik kalinligi kalinliginda \u539a",
    }.items()
    for word in words.split()
}
_BEFORE, _AFTER = 4, 2
_LINKS = frozenset({"de", "metre", "meter"})


def other_dimension(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the dimension that a claim makes a length one of where every place of it in the spans has another, or None."""
    if _WORDS.keys().isdisjoint(claim.words):
        return None
    for literal, places in placed:
        mine = _dimension(claim, literal)
        theirs = [_dimension(p.sentence, p.literal) for p in places]
        if mine and theirs and all(theirs) and mine not in theirs:
            return f"{literal.text} is the {mine} in the answer, the {theirs[0]} there"
    return None


def _dimension(sentence: Sentence, literal: Typed) -> str:
    """Return the dimension named right after a length, or in the few words before it; "" where none is."""
    if literal.unit not in _LENGTHS:
        return ""
    tokens = sentence.tokens
    first, last = token_at(sentence.starts, literal.start), token_at(sentence.starts, literal.end)
    following = [t for t in tokens[last : last + _AFTER] if t not in _LINKS][:1]
    before = [t for i, t in enumerate(tokens[:first]) if i >= first - _BEFORE and i not in sentence.literal_words]
    return next((_WORDS[t] for t in [*following, *reversed(before)] if t in _WORDS), "")
