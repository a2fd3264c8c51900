"""So many containers with so many things each: 4 crates with 36 bottles each are 144 bottles, and never 40."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.units import convert
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year

_EACH_AHEAD = re.compile(
    r"\b(?:je|jeweils|\u00e0 je|each (?:with|of|holding|containing|has|have|holds?|contains?)|cada un[oa] (?:con|de|tiene|contiene)"
    r"|chac[u]ne? (?:de|avec|contenant|contient|compte)|chac[u]ne?|her birinde|her biri)\s(?:[^\W\d_]{1,10}\s){0,1}$|\u6bcf.$",
    re.IGNORECASE,
)
_EACH_BEHIND = re.compile(
    r"\s(?:[^\W\d_]{1,20}\s){1,3}(?:each|apiece|per (?!day|week|month|year|hour)[^\W\d_]{2,15}|in each|chacune?|cada un[oa]|jeweils|pro (?!Tag|Woche|Monat|Jahr)[^\W\d_]{2,15}|par (?!jour|semaine|mois|an)[^\W\d_]{2,15}|por (?!d\u00eda|semana|mes|a\u00f1o)[^\W\d_]{2,15})\b",
    re.IGNORECASE,
)
_OF_EACH = re.compile(
    r"\b(?:each of (?:the|its|our)|every one of the|jede[rs]? der|chac[u]ne? des|cada un[oa] de (?:los|las))\s$",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:an?|each|every|one|eine?|jede[rs]?|une?|chaque|una?|cada)\s(?:[^\W\d_]{2,14}\s)?([^\W\d_]{2,16})\s(?:holds?|contains?|has|takes|fits|carries|seats|weighs|costs|yields|comes with|provides|lasts|enth\u00e4lt|fasst|hat|wiegt|kostet|contient|compte|p\u00e8se|co\u00fbte|contiene|tiene|pesa|cuesta)\s\W?$",
    re.IGNORECASE,
)
_PER_HOLDER = re.compile(
    r"\s(?:[^\W\d_]{1,20}\s){0,2}(?:per|a|pro|je|par|por)\s(?!day|week|month|year|hour|night|Tag|Woche|Monat|Jahr|jour|semaine|mois|an|d\u00eda|semana|mes|a\u00f1o)([^\W\d_]{3,16})\b",
    re.IGNORECASE,
)
_TURKISH = re.compile(r"\b(?:her birinde|her biri)\b", re.IGNORECASE)
_REACH, _MOST = 40, 12
_FAR = 60


def in_packs(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> tuple[str | None, str | None]:
    """Return "4 x 36" for a claimed number that is so many times what each has, and what is wrong with one that adds the two."""
    wanted = claimed.values[0]
    if claimed.kind != "number" or not isinstance(wanted, Decimal):
        return None, None
    for sentence in sentences:
        for packs, things in (*_packs(sentence), *_one_holds(sentence, sentences)):
            count, each = packs.values[0], _in_unit(things, claimed)
            if not isinstance(count, Decimal) or each is None or not _same_noun(claimed, claim, things, sentence):
                continue
            if count * each == wanted:
                return f"{packs.text} x {things.text}", None
            if count + each == wanted and not any(x is not claimed and x.values == packs.values for x in claim.typed):
                return None, f"{claimed.text} in the answer, {packs.text} x {things.text} there"
    return None, None


def _packs(sentence: Sentence) -> Iterator[tuple[Typed, Typed]]:
    """Yield the neighbouring numbers of which the second is of each of the first, or in Turkish the first."""
    numbers = [x for x in sentence.typed[:_MOST] if x.kind == "number" and not x.comparator and not is_year(x)]
    for left, right in itertools.pairwise(numbers):
        between = sentence.text[left.end : right.start]
        if len(between) > _FAR:
            continue
        if not left.unit and (
            _EACH_AHEAD.search(between)
            or _EACH_BEHIND.match(sentence.text, right.end)
            or _OF_EACH.search(sentence.text, max(0, left.start - _REACH), left.start)
            or (sentence.code == "tr" and _TURKISH.search(between))
        ):
            yield left, right
        elif (
            sentence.code == "tr"
            and not right.unit
            and _TURKISH.search(sentence.text[max(0, left.start - _REACH) : left.start])
        ):
            yield right, left


def _one_holds(sentence: Sentence, sentences: Sequence[Sentence]) -> Iterator[tuple[Typed, Typed]]:
    """Yield how many containers a text counts, and what it says that one of them holds: "A box holds 24 bottles; they sent 15 boxes"."""
    for things in sentence.typed[:_MOST]:
        holder = _HOLDS.search(sentence.text[max(0, things.start - _FAR) : things.start])
        per = _PER_HOLDER.match(sentence.text, things.end)
        noun = next((fold(m[1]) for m in (holder, per) if m), "")
        if things.kind != "number" or not noun:
            continue
        for other in sentences:
            for packs in other.typed[:_MOST]:
                if packs is things or packs.kind != "number" or packs.unit or packs.comparator or is_year(packs):
                    continue
                behind = other.tokens[token_at(other.starts, packs.end) :][:1]
                if behind and (behind[0] == noun or akin(*sorted((behind[0], noun)), other.code)):
                    yield packs, things


def _in_unit(literal: Typed, claimed: Typed) -> Decimal | None:
    value = literal.values[0]
    if not isinstance(value, Decimal):
        return None
    if literal.unit == claimed.unit:
        return value
    return convert(value, literal.unit, claimed.unit) if literal.unit and claimed.unit else None


def _same_noun(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether two numbers count one thing by the words behind them, or have units."""
    if claimed.unit:
        return True
    mine, theirs = _behind(claimed, claim), _behind(other, source)
    if claim.code == "zh" or source.code == "zh":
        return mine[:1] == theirs[:1] and bool(mine)
    return any(a == b or (a[:3] == b[:3] and akin(*sorted((a, b)), claim.code)) for a in mine for b in theirs)


def _behind(literal: Typed, sentence: Sentence) -> list[str]:
    after = sentence.tokens[token_at(sentence.starts, literal.end) :][:2]
    return [t for t in after if t not in sentence.lexicon.stop]
