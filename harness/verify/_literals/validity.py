"""What is valid until a day expires on it, and what is valid from a day begins on it: the date is the other end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place

_VALID = frozenset(
    "valid good runs lasts applies gultig gilt gelten lauft valable valables valide valide vigueur valido valida validos vigente gecerli gecerlidir "
    "possible moglich possibles".split()
)
_ENDING = frozenset(
    "expires expire expired expiry lapses ends ablauft ablaufen endet verfallt erlischt expirent expiration caduca caducan vence vencen expira "
    "doluyor doluyordu dolar doldu biter bitiyor".split()
)
_HAN_VALID, _HAN_ENDING = ("\u6709\u6548",), ("\u5230\u671f", "\u5931\u6548", "\u8fc7\u671f")
_UNTIL = re.compile(
    r"(?:\b(?:until|till|through|up to|bis(?: zum| einschlie\u00dflich)?|jusqu'(?:au|\u00e0)|hasta(?: el)?)\s|[\u81f3\u5230]\s?)$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"(?:\b(?:from|as of|starting(?: on)?|since|ab(?: dem)?|seit(?: dem)?|\u00e0 partir d[ue]|\u00e0 compter du|d\u00e8s(?: le)?|depuis(?: le)?|desde(?: el)?|a partir de(?:l)?)\s|[\u81ea\u4ece]\s?)$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?:for|f\u00fcr|pendant|durante|valables?|valides?|v\u00e1lid[oa]s?)\s$", re.IGNORECASE)
_FOR_AFTER = re.compile(r"\s(?:(?:lang|boyunca)\s)?(?:g\u00fcltig|ge\u00e7erli)", re.IGNORECASE)
_LATER = re.compile(r"\b(?:after|nach|apr\u00e8s|despu\u00e9s de)\s$", re.IGNORECASE)
_DURATIONS = frozenset("second minute hour day week month year decade fortnight".split())
_UNTIL_AFTER = re.compile(r"['\u2019]?(?:[yn]?[ae])?\s(?:kadar|dek)\b|(?:\u4e4b)?\u524d|\u4e3a\u6b62", re.IGNORECASE)
_FROM_AFTER = re.compile(r"['\u2019]?(?:[dt][ae]n)?\s(?:itibaren|beri)\b|\u8d77", re.IGNORECASE)
_REACH = 24
_WORDS = _VALID | _ENDING | {"until", "till", "through", "kadar", "suresi", "am", "ab", "lang", "hasta", "jusqu", "bis"}

End = Literal["until", "ends", "from", ""]
Placed = Sequence[tuple[Typed, Sequence[Place]]]


def validity_words(claim: Sentence, placed: Placed) -> frozenset[str]:
    """Return the words that say on one side that something is valid until a date, where the other says that it expires then."""
    if not _speaks(claim):
        return frozenset()
    for literal, places in placed:
        mine = _end(claim, literal)
        if mine in {"until", "ends"} and any(_end(p.sentence, p.literal) in {"until", "ends"} for p in places):
            return _WORDS
    return frozenset()


def other_validity(claim: Sentence, placed: Placed) -> str | None:
    """Return what is wrong with the end that a claim makes a date: valid from the day on which it expires."""
    if not _speaks(claim):
        return None
    for literal, places in placed:
        mine = _end(claim, literal)
        theirs = {_end(p.sentence, p.literal) for p in places}
        if not mine or not theirs or "" in theirs:
            continue
        if (mine == "from" and "from" not in theirs) or (mine != "from" and theirs == {"from"}):
            return f"{literal.text} is the other end of how long it is valid there"
    return None


def _speaks(sentence: Sentence) -> bool:
    if sentence.code == "zh":
        return any(w in sentence.text for w in (*_HAN_VALID, *_HAN_ENDING))
    return not (_VALID.isdisjoint(sentence.words) and not _ends(sentence))


def _ends(sentence: Sentence) -> bool:
    if sentence.code == "zh":
        return any(w in sentence.text for w in _HAN_ENDING)
    if sentence.code == "de" and {"lauft", "ab"} <= sentence.words:
        return True
    return not _ENDING.isdisjoint(sentence.words) or (sentence.code == "fr" and "expire" in sentence.words)


def _end(sentence: Sentence, literal: Typed) -> End:
    """Return which end of a time a date is: until when something is valid, when it ends, or from when on."""
    if literal.kind != "date" and literal.label:
        return ""
    before = sentence.text[max(0, literal.start - _REACH) : literal.start]
    after = sentence.text[literal.end : literal.end + _REACH]
    denies = not sentence.lexicon.negators.isdisjoint(sentence.words)
    if denies or literal.kind not in {"date", "time", "number"} or not _speaks(sentence):
        return ""
    if _FROM.search(before) or _FROM_AFTER.match(after):
        return "from"
    if _UNTIL.search(before) or _UNTIL_AFTER.match(after):
        return "until"
    if literal.unit in _DURATIONS and (_FOR.search(before) or (_FOR_AFTER.match(after) and not _LATER.search(before))):
        return "until"
    return "ends" if _ends(sentence) else ""
