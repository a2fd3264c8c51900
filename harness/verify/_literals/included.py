"""What is inside a sum and what comes on top of it: 970 with heating, of "850 plus 120 for heating"; of 240, of which 60, no 60 more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from harness.text.typed.passage import Sentence
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place

_PLUS = re.compile(
    r"\b(?:plus|and a further|and another|in addition|on top|additional(?:ly)?|extra|zuz\u00fcglich|zzgl|hinzu kommen|sowie zus\u00e4tzlich|auxquels s'ajoutent|en plus|en sus|m\u00e1s otros|adem\u00e1s|adicional(?:es)?|art\u0131|ayr\u0131ca|ek olarak)\b|\u53e6\u52a0|\u53e6\u5916|\u53e6\u6536|\u52a0\u4e0a|\\+",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\b(?:another|a further|weitere|noch|encore|autres|otr[oa]s|m\u00e1s)\s", re.IGNORECASE)
_MAS = re.compile(r"\bm\u00e1s\b", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:of which|of whom|of these|of that|including|included|among them|davon|darunter|einschlie\u00dflich|darin enthalten|dont|y compris|de los cuales|de las cuales|incluidos?|incluidas?|bunun|bunlar\u0131n|dahil)\b|\u5176\u4e2d|\u542b|\u5305\u62ec",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\b(?:including|included|inclusive|incl|all[- ]in|with|in total|together with|einschlie\u00dflich|inklusive|inkl|samt|mit|warm|y compris|avec|charges comprises|incluyendo|incluid[oa]s?|con|dahil|birlikte)\b|\u5305\u62ec|\u542b|\u8fde\u540c",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\b(?:not included|excluding|exclusive of|without|before|ohne|exklusive|nicht enthalten|hors|sans|non compris|sin|excluid[oa]s?|hari\u00e7)\b|\u4e0d\u542b|\u4e0d\u5305\u62ec",
    re.IGNORECASE,
)
_NEAR, _MOST, _HEAD = 48, 12, 3


def with_what_is_added(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "850 + 120" for a value with all that a sentence adds to it, where the claim includes that, or None."""
    wanted = claimed.values[0]
    if not isinstance(wanted, Decimal) or not _WITH.search(claim.text) or _WITHOUT.search(claim.text):
        return None
    for sentence in sentences:
        for base, extra in _added(sentence, claimed.unit):
            if _sum(base, extra) == wanted and _names(claim, sentence, extra):
                return f"{base.text} + {extra.text}"
    return None


def included_otherwise(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return what a claim adds to a value that has it inside, or has inside a value that it is added to, or None."""
    numbers = [
        (x, places)
        for x, places in placed
        if x.kind == "number" and places and not is_year(x) and any(len(p.sentence.typed) > 1 for p in places)
    ]
    plus = bool(_PLUS.search(claim.text) or _ANOTHER.search(claim.text)) if numbers else False
    with_all = bool(numbers) and not plus and bool(_WITH.search(claim.text)) and not _WITHOUT.search(claim.text)
    for literal, places in numbers if plus or with_all else ():
        others = [(x, p) for x, p in placed if x is not literal]
        found = [_otherwise(claim, literal, place, others, with_all=with_all) for place in places]
        if all(found):
            return found[0]
    return None


def _otherwise(
    claim: Sentence, literal: Typed, place: Place, others: Sequence[tuple[Typed, Sequence[Place]]], *, with_all: bool
) -> str | None:
    sentence = place.sentence
    for base, extra in _added(sentence, place.literal.unit) if with_all else ():
        told = any(extra.values == x.values for x, _ in others) or any(
            x is not literal and _sum(base, extra) in x.values for x in claim.typed
        )
        if base is place.literal and not told and _names(claim, sentence, extra):
            return f"{extra.text} comes on top of {base.text} there"
    for whole, part in _inside(sentence, place.literal.unit):
        if (
            part is place.literal
            and _on_top(claim, literal)
            and any(p.literal is whole for _, ps in others for p in ps)
        ):
            return f"{part.text} is part of {whole.text} there"
    return None


def _on_top(claim: Sentence, literal: Typed) -> bool:
    """Return whether words before a number of a claim, or right behind it, say that it comes on top."""
    before = claim.text[max(0, literal.start - _NEAR) : literal.start]
    behind = claim.text[literal.end : literal.end + _NEAR // 2]
    found = (
        _PLUS.search(before)
        or _PLUS.search(behind)
        or _MAS.search(before[-6:])
        or any(m.end() >= len(before) - 1 for m in _ANOTHER.finditer(before))
    )
    return bool(found) and not _PART.search(before)


def _added(sentence: Sentence, unit: str) -> Iterator[tuple[Typed, Typed]]:
    """Yield each value of a unit with the one that the next words add to it."""
    if not _PLUS.search(sentence.text) and not _MAS.search(sentence.text):
        return
    for base, extra in _neighbours(sentence, unit):
        gap = sentence.text[base.end : extra.start]
        if len(gap) <= _NEAR and (_PLUS.search(gap) or _MAS.fullmatch(gap.strip())) and not _PART.search(gap):
            yield base, extra


def _inside(sentence: Sentence, unit: str) -> Iterator[tuple[Typed, Typed]]:
    """Yield each value of a unit with the one that the next words call a part of it."""
    for whole, part in _neighbours(sentence, unit):
        gap = sentence.text[whole.end : part.start]
        low, high = part.values[0], whole.values[0]
        smaller = isinstance(low, Decimal) and isinstance(high, Decimal) and low < high
        if len(gap) <= _NEAR and smaller and _PART.search(gap) and not _PLUS.search(gap):
            yield whole, part


def _neighbours(sentence: Sentence, unit: str) -> Iterator[tuple[Typed, Typed]]:
    return pairwise([x for x in sentence.typed[:_MOST] if x.kind == "number" and x.unit == unit and not is_year(x)])


def _sum(base: Typed, extra: Typed) -> Decimal | None:
    a, b = base.values[0], extra.values[0]
    return a + b if isinstance(a, Decimal) and isinstance(b, Decimal) else None


def _names(claim: Sentence, sentence: Sentence, extra: Typed) -> bool:
    """Return whether a claim has a telling word that stands behind what is added, or speaks of no single thing that is."""
    behind = sentence.text[extra.end : extra.end + 2 * _NEAR]
    told = [t for t in Sentence(behind, 0, sentence.code, None).tokens if t not in sentence.lexicon.stop]
    before = [t for t in claim.words - claim.lexicon.stop if not t[0].isdigit()]
    return any(a == b or (a[:_HEAD] == b[:_HEAD] and akin(*sorted((a, b)), claim.code)) for a in told for b in before)
