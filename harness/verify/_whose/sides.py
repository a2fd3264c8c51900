"""For whom a court, a vote or a match went: "sided with Bolt" is not "found for Acme"."""

from __future__ import annotations

import re
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import TOKEN, Sentence
from harness.verify._words.support import Support

_FOR = re.compile(
    r"\b(?:sid(?:ed|es|ing) with|(?:ruled|rules|found|finds|decided|decides|held|ruling|decision|judgment|verdict|decided the case|voted|came down) (?:in (?:favou?r|support) of|for|on the side of)"
    r"|in favou?r of|awarded the case to|agreed with|upheld (?:the (?:appeal|claim|complaint) (?:of|by))"
    r"|gab|zugunsten (?:von|der|des)?|donn\u00e9 raison \u00e0|en faveur d[eu]|donn\u00e9 gain de cause \u00e0|dio la raz\u00f3n a|fall\u00f3 a favor de|a favor de)\s+(?=\w)",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:(?:ruled|rules|found|finds|decided|decides|held|ruling|decision|judgment|verdict|voted) against|rejected the (?:appeal|claim|complaint) (?:of|by)|dismissed the (?:appeal|claim|complaint) (?:of|by)"
    r"|entschied gegen|urteilte gegen|statu\u00e9 contre|fall\u00f3 en contra de)\s+(?=\w)",
    re.IGNORECASE,
)
_CUES = frozenset(
    "sided sides siding ruled rules found finds decided decides held ruling decision judgment verdict favour favor awarded agreed upheld gab zugunsten raison faveur gain razon favor "
    "against gegen contre contra rejected dismissed voted came".split()
)
_ENDS = frozenset(
    "on over in at after because and but by as for to against with that which who when while if since recht und im am wegen sur dans pour apres et contre en por tras y sobre had has was is were".split()
)
_SMALL = frozenset(
    "the a an its his her their der die das dem den le la les l el los las un une una inc ltd gmbh ag sa co".split()
)
_LONGEST, _MOST = 4, 8


class _Sides(NamedTuple):
    won: frozenset[str]
    lost: frozenset[str]


def other_side(claim: Sentence, support: Support) -> str | None:
    """Return for whom a span says it was decided, where the claim says another, or None."""
    if claim.code not in {"en", "de", "fr", "es"} or _CUES.isdisjoint(claim.words):
        return None
    mine = _sides(claim)
    if not mine.won and not mine.lost:
        return None
    present = frozenset().union(*[s.words for _, _, s in support.best[:_MOST]])
    for _, _, sentence in support.best[:_MOST]:
        if sentence.code != claim.code or _CUES.isdisjoint(sentence.words):
            continue
        theirs = _sides(sentence)
        if mine.won & theirs.won or mine.lost & theirs.lost:
            return None
        crossed = mine.won & theirs.lost or mine.lost & theirs.won
        for word, here, there in (("for", mine.won, theirs.won), ("against", mine.lost, theirs.lost)):
            if crossed or (here & present and there):
                return f"{word} {' '.join(sorted(there or crossed))} there, not {word} {' '.join(sorted(here))}"
    return None


def _sides(sentence: Sentence) -> _Sides:
    return _Sides(_after(_FOR, sentence.text), _after(_AGAINST, sentence.text))


def _after(pattern: re.Pattern[str], text: str) -> frozenset[str]:
    """Return the folded words of whom a decision was for or against: those that follow, up to a preposition or a stop."""
    found: set[str] = set()
    for match in pattern.finditer(text):
        rest = re.split(r"[,;:()]|\.\s|\.$", text[match.end() :], maxsplit=1)[0]
        for token in [fold(t) for t in TOKEN.findall(rest)][:_LONGEST]:
            if token in _ENDS:
                break
            if token not in _SMALL:
                found.add(token)
    return frozenset(found)
