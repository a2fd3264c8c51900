"""Which of the known languages a text is written in, by its function words and letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from harness.text.typed.fold import CJK
from harness.text.typed.lexicon import CODES, lexicon

_HAN = re.compile(f"[{CJK}]")
_LETTERS = {"tr": re.compile("[\u011f\u015f\u0131\u0130\u011e\u015e]"), "de": re.compile("[\u00df\u00e4\u00c4]"), "es": re.compile("[\u00f1\u00bf\u00a1\u00f3]|\u00eda\\b"), "fr": re.compile("[\u00e8\u00ea\u0153]|\\b[ldLD]'|\u00e0\\b")}  # fmt: skip
_TURKISH_NUMBER = re.compile(r"\d'(?:[dt][ae]n?|[ae]|[i\u0131u\u00fc]n?|y[aei\u0131]|s[i\u0131])\b")
"""A number with its Turkish ending: 1964'te."""
_SPACED = CODES[:-1]
"""The languages that are told apart by their words."""
_LETTER_WEIGHT = 2
_HAN_SHARE = 4
_SAMPLE = 1500
_TELLING = 4
_SHARED = frozenset({"point", "points", "mon"})
"""Words of one lexicon that other languages have too, or abbreviate a day with."""


def guess_language(text: str, tokens: Iterable[str], prefer: str = "") -> str:
    """Return the code of the most likely language of a normalised text, or "" where nothing tells.

    `tokens` are its folded words; of languages that are as likely as each other `prefer` is taken. A text in another language than the known ones usually gives "".
    """
    sample = text[:_SAMPLE]
    plain = sample.isascii()
    if not plain and len(_HAN.findall(sample)) * _HAN_SHARE > len(sample):
        return "zh"
    scores = [0.0] * len(_SPACED)
    owners = _owners()
    for token in tokens:
        if token in owners:
            for place, weight in owners[token]:
                scores[place] += weight
    if not plain:
        # Where its words tell, the letters of names say nothing: German nouns are no names.
        plainer = " ".join([w for w in sample.split() if not w[:1].isupper()]) if max(scores) >= 1 else sample
        for code, pattern in _LETTERS.items():
            found = len(pattern.findall(sample if code == "de" else plainer))
            scores[_SPACED.index(code)] += _LETTER_WEIGHT * min(3, found)
    if "'" in sample and _TURKISH_NUMBER.search(sample):
        scores[_SPACED.index("tr")] += _LETTER_WEIGHT
    best = max(scores)
    if best and prefer in _SPACED and scores[_SPACED.index(prefer)] == best:
        return prefer
    return _SPACED[scores.index(best)] if best else ""


@cache
def _owners() -> dict[str, tuple[tuple[int, float], ...]]:
    """Return function word to the places in `_SPACED` of the languages that have it, each weighing less the more there are."""
    found: dict[str, list[int]] = {}
    for place, code in enumerate(_SPACED):
        known = lexicon(code)
        telling = {*known.common, *known.months, *known.scales, *known.ordinals, *known.units, *known.cardinals}
        for word in (known.stop | {w for w in telling if len(w) >= _TELLING and " " not in w}) - _SHARED:
            if len(word) > 1 or word in {"y", "o"}:
                found.setdefault(word, []).append(place)
    return {word: tuple([(place, 1 / len(places)) for place in places]) for word, places in found.items()}
