"""How often in a day, a week or a month: once daily is not twice daily, whoever else takes it twice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed
from harness.verify._whose.zones import Place
from harness.verify._words.support import Support

_TIMES = {
    "once": 1, "twice": 2, "thrice": 3, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4,
    "une": 1, "deux": 2, "trois": 3, "quatre": 4, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "bir": 1, "iki": 2, "uc": 3, "dort": 4,
}  # fmt: skip
_PERIODS = {
    "daily": "day", "day": "day", "weekly": "week", "week": "week", "monthly": "month", "month": "month", "year": "year", "yearly": "year", "annually": "year",
    "taglich": "day", "tag": "day", "wochentlich": "week", "woche": "week", "monatlich": "month", "monat": "month", "jahrlich": "year", "jahr": "year",
    "jour": "day", "semaine": "week", "mois": "month", "an": "year", "dia": "day", "semana": "week", "mes": "month", "ano": "year",
}  # fmt: skip
_TURKISH = {"gunde": "day", "haftada": "week", "ayda": "month", "yilda": "year"}
_NUMBER = "|".join(_TIMES)
_SAID = re.compile(
    rf"\b(?:(once|twice|thrice|einmal|zweimal|dreimal|viermal)|({_NUMBER}|\d{{1,2}}) (?:times|mal|fois|veces|vez)) (?:(?:a|an|per|each|every|am|pro|im|in der|par|al|por|a la) )?({'|'.join(_PERIODS)})\b"
    rf"|\b({'|'.join(_TURKISH)}) ({_NUMBER}|\d{{1,2}}) (?:kez|kere|defa)\b"
)
_WORDS = frozenset("once twice thrice times einmal zweimal dreimal viermal mal fois veces vez kez kere defa".split())


def how_often(text: str) -> dict[str, set[int]]:
    """Return, for each period that a text says how often of, the numbers it says."""
    found: dict[str, set[int]] = {}
    for match in _SAID.finditer(fold(text)):
        period = _PERIODS.get(match[3] or "") or _TURKISH[match[4]]
        word = match[1] or match[2] or match[5]
        found.setdefault(period, set()).add(int(word) if word.isdigit() else _TIMES[word])
    return found


def other_frequency(claim: Sentence, support: Support, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return how often the sentence says it that has the claim's other values, or most of its words, where it is not as often; or None."""
    if _WORDS.isdisjoint(claim.words) or not support.best:
        return None
    mine = how_often(claim.text)
    if len(mine) != 1:
        return None
    ((period, times),) = mine.items()
    anchored = [
        p.sentence for literal, same in placed if literal.unit not in {"times", ""} and literal.firm for p in same
    ]
    told = [s for s in anchored or [support.best[0][2]] if period in how_often(s.text)]
    if not told or any(not times.isdisjoint(how_often(s.text)[period]) for s in told):
        return None
    return f"{min(how_often(told[0].text)[period])} times a {period} there, {min(times)} in the answer"
