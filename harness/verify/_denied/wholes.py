"""Wholes and exceptions: all for 31 of 48, every one where a span names one that is not, "including" what is excepted."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._denied.exceptions import exceptions
from harness.verify._words.support import COMMON, Support

_ALL = {
    "en": frozenset("all every each".split()),
    "de": frozenset("alle aller allen jede jeder jedes jeden samtliche samtlichen".split()),
    "fr": frozenset("tous toutes chaque".split()),
    "es": frozenset("todos todas cada".split()),
    "tr": frozenset("tum butun her tamami hepsi".split()),
    "zh": frozenset(),
}
_HAN_ALL = ("\u5168\u90e8", "\u6240\u6709", "\u5168\u90fd", "\u90fd", "\u5747", "\u5168\u4f53")
_OF = {
    "en": frozenset({"of", "out"}),
    "de": frozenset({"von"}),
    "fr": frozenset({"sur", "parmi", "des", "de"}),
    "es": frozenset({"de", "entre"}),
    "tr": frozenset(),
}
_ARTICLES = frozenset("the den der les los las l of".split())
_INCLUDING = {
    "en": frozenset("including included even inclusive".split()),
    "de": frozenset("auch einschliesslich inklusive sogar".split()),
    "fr": frozenset("compris inclus incluse meme".split()),
    "es": frozenset("incluido incluida incluidos incluidas incluso inclusive".split()),
    "tr": frozenset("dahil bile".split()),
    "zh": frozenset(),
}
_NEXT, _REACH, _MOST_SENTENCES = 4, 5, 6
_NOT = frozenset("not nicht pas no never".split())


def whole_for_part(claim: Sentence, support: Support) -> str | None:
    """Return what a claim says of all, or of what is excepted, that its spans say of some or deny of it, or None."""
    sentences = [s for _, _, s in support.best[:_MOST_SENTENCES] if s.code == claim.code]
    if claim.code == "zh":
        return _han_whole(claim, sentences)
    if not _ALL[claim.code].isdisjoint(claim.words) and claim.lexicon.negators.isdisjoint(claim.words):
        at = next(i for i, t in enumerate(claim.tokens) if t in _ALL[claim.code])
        skipped = claim.lexicon.stop | claim.lexicon.quantifiers.keys()
        nouns = [
            t
            for t in claim.tokens[at + 1 : at + 1 + _NEXT]
            if t not in skipped and not t.isdigit() and support.variants.get(t)
        ]
        if nouns and (found := _part(nouns, claim, support, sentences) or _not_one(nouns, claim, support, sentences)):
            return found
    if not _INCLUDING[claim.code].isdisjoint(claim.words):
        return _included(claim, support, sentences)
    return None


def _part(nouns: Sequence[str], claim: Sentence, support: Support, sentences: Sequence[Sentence]) -> str | None:
    """Return the share that a sentence gives of what the claim has all of: "of the 48 hospitals, 31 had switched"."""
    mine = {v for x in claim.typed for v in x.values}
    for sentence in sentences:
        for one, other in pairwise(sentence.typed):
            shared = _share(sentence, one, other)
            if shared is None:
                continue
            part, whole = shared
            if set(part.values) & mine:
                continue
            near = sentence.tokens[token_at(sentence.starts, whole.end) :][:_REACH]
            if any(not support.variants[n].isdisjoint(near) for n in nouns) and _same_said(nouns, support, sentence):
                return f"all {nouns[0]} in the answer, {part.text} of {whole.text} there"
    return None


def _share(sentence: Sentence, one: Typed, other: Typed) -> tuple[Typed, Typed] | None:
    """Return the part and the whole of "31 of 48" or "of the 48 ..., 31"."""
    a, b = one.values[0], other.values[0]
    if not isinstance(a, Decimal) or not isinstance(b, Decimal):
        return None
    if any(x.kind != "number" or x.unit for x in (one, other)):
        return None
    tokens, of = sentence.tokens, _OF.get(sentence.code, frozenset())
    first = token_at(sentence.starts, one.start)
    if a > b:
        before = [t for t in tokens[max(0, first - 3) : first] if t not in _ARTICLES or t in of]
        turkish = sentence.code == "tr"
        return (other, one) if (before and before[-1] in of) or turkish else None
    between = sentence.text[one.end : other.start].lower().split()
    if b > a and 0 < len(between) <= _NEXT and between[0] in of:
        return one, other
    return None


def _same_said(nouns: Sequence[str], support: Support, sentence: Sentence) -> bool:
    """Return whether a sentence says of its part what the claim says of all: it has most of the other words."""
    rest = [w for w in support.words if w.text not in nouns and w.weight > COMMON]
    held = [w for w in rest if not support.variants[w.text].isdisjoint(sentence.words)]
    return len(held) * 2 >= len(rest)


def _not_one(nouns: Sequence[str], claim: Sentence, support: Support, sentences: Sequence[Sentence]) -> str | None:
    """Return one of all that a span says the contrary of: "urban hospitals that had not switched"."""
    verbs = [w.text for w in support.words if w.text not in nouns and w.index > claim.tokens.index(nouns[-1])]
    for sentence in sentences:
        tokens = sentence.tokens
        for index, token in enumerate(tokens):
            if token not in _NOT:
                continue
            before, after = tokens[max(0, index - _REACH - 1) : index], tokens[index + 1 : index + 3]
            if (
                all(not support.variants[n].isdisjoint(before) for n in nouns[:2])
                and any(not support.variants[v].isdisjoint(after) for v in verbs)
                and not {"all", "every", "alle", "tous", "todos"} & set(before)
            ):
                return f"{' '.join(before[-_NEXT:])} {token} {after[0]} there"
    return None


def _included(claim: Sentence, support: Support, sentences: Sequence[Sentence]) -> str | None:
    """Return what a claim includes and a span excepts: "y compris le lundi" and "sauf le lundi"."""
    tokens, stop = claim.tokens, claim.lexicon.stop
    if exceptions(claim):
        return None
    for index, token in enumerate(tokens):
        if token not in _INCLUDING[claim.code]:
            continue
        near = tokens[max(0, index - 2) : index][::-1] if claim.code == "tr" else tokens[index + 1 : index + 1 + _NEXT]
        word = next((t for t in near if t not in stop and support.variants.get(t)), "")
        for sentence in sentences if word else ():
            if not _same_said([word], support, sentence):
                continue
            for marker in exceptions(sentence):
                place = (
                    slice(max(0, marker - 2), marker)
                    if sentence.code == "tr"
                    else slice(marker + 1, marker + 1 + _NEXT)
                )
                if not support.variants[word].isdisjoint(sentence.tokens[place]):
                    return f"{token} {word} in the answer, an exception there"
    return None


def _han_whole(claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    word = next((w for w in _HAN_ALL if w in claim.text), None)
    if word is None or any(w in claim.text for w in "\u4e0d\u672a\u6ca1"):
        return None
    mine = {v for x in claim.typed for v in x.values}
    for sentence in sentences[:2]:
        for whole, part in pairwise(sentence.typed):
            a, b = whole.values[0], part.values[0]
            if not isinstance(a, Decimal) or not isinstance(b, Decimal) or whole.unit != part.unit or a <= b:
                continue
            between = sentence.text[whole.end : part.start]
            if "\u4e2d" in between and not set(part.values) & mine and not any(w in sentence.text for w in _HAN_ALL):
                return f"{word} in the answer, {part.text} of {whole.text} there"
    return None
