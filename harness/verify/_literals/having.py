"""Verbs of having and being that say nothing by themselves beside a number: holds 85 species, is home to 85 species."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place
from harness.verify._words.novel import is_known_verb

_HAVING = {
    "en": frozenset("has have had holds hold owns own possesses possess contains contain houses home comprises counts boasts".split()),
    "de": frozenset("hat haben besitzt besitzen verfugt verfugen umfasst umfassen beherbergt enthalt".split()),
    "fr": frozenset("possede possedent compte comptent dispose disposent detient abrite abritent contient contiennent comporte comportent".split()),
    "es": frozenset("tiene tienen posee poseen cuenta cuentan dispone disponen alberga albergan contiene contienen".split()),
    "tr": frozenset("var vardir bulunuyor bulunur bulunmaktadir sahip sahiptir barindiriyor".split()),
    "zh": frozenset("\u62e5 \u85cf \u6709 \u8bbe \u5907 \u5177".split()),
}  # fmt: skip
_REACH = 3
_LINKS = frozenset({"de", "con", "uber"})
_AFTER = frozenset({"tr"})

Placed = Sequence[tuple[Typed, Sequence[Place]]]


def having_words(claim: Sentence, placed: Placed) -> frozenset[str]:
    """Return the verbs of having that say nothing of a claim: where both sides have one beside a number."""
    words = _HAVING.get(claim.code, frozenset())
    if words.isdisjoint(claim.words):
        return frozenset()
    for literal, places in placed:
        if literal.kind == "number" and not words.isdisjoint(_beside(claim, literal)):
            near = [p for p in places if not words.isdisjoint(_beside(p.sentence, p.literal))]
            if near and near[0].sentence.code == claim.code:
                return words
    return frozenset()


def not_had(claim: Sentence, placed: Placed, missing: Sequence[str]) -> str | None:
    """Return the verb that a claim has beside a number which the span only says is had: sold 310, of owns 310."""
    words = _HAVING.get(claim.code, frozenset())
    if not missing or claim.code not in {"de", "fr", "es"}:
        return None
    for literal, places in placed:
        index = token_at(claim.starts, literal.start)
        verb = claim.tokens[index - 1] if index else ""
        if literal.kind != "number" or verb in words or verb not in missing or not is_known_verb(claim, verb):
            continue
        for place in places:
            at = token_at(place.sentence.starts, place.literal.start)
            before = [t for t in place.sentence.tokens[max(0, at - 2) : at] if t not in _LINKS]
            there = "".join(before[-1:])
            if there in words:
                return f"{verb!r} in the answer, {there!r} there"
    return None


def counted_otherwise(claim: Sentence, placed: Placed, variants: Mapping[str, frozenset[str]]) -> str | None:
    """Return the number of what a claim counts, where its own only stands with a unit: 11 members who meet every 2 months."""
    for literal, places in placed:
        if literal.kind != "number" or literal.unit or not places or not all(p.literal.unit for p in places):
            continue
        forms = variants.get(_behind(claim, literal))
        for sentence in {id(p.sentence): p.sentence for p in places}.values() if forms else ():
            for other in sentence.typed:
                if other.kind == "number" and not other.unit and _behind(sentence, other) in (forms or ()):
                    return f"{literal.text} in the answer, {other.text} there"
    return None


def _behind(sentence: Sentence, literal: Typed) -> str:
    """Return the word right behind a number; "" for none."""
    at = token_at(sentence.starts, literal.end)
    return sentence.tokens[at] if at < len(sentence.tokens) else ""


def _beside(sentence: Sentence, literal: Typed) -> Sequence[str]:
    """Return the few words before a number; those after it where the verb stands last."""
    if sentence.code in _AFTER:
        last = token_at(sentence.starts, literal.end)
        return sentence.tokens[last : last + _REACH]
    first = token_at(sentence.starts, literal.start)
    return sentence.tokens[max(0, first - _REACH) : first]
