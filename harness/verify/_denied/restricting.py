"""French "ne ... que" and Spanish "no ... más que" say "only" and deny nothing."""

from __future__ import annotations

import re

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at

_RESTRICTING = {
    "fr": re.compile(
        r"\b(ne|n)(?:\s+|')(?!pas\b|point\b)(?:(?!pas\b|jamais\b|plus\b|rien\b|aucune?\b|personne\b|point\b|ni\b|sai[ts]\b|savent\b|croi|pens|veu[tx]|faut\b|dit\b)[\w'-]+\s+){1,6}?"
        r"qu(?:e\s+(?!(?:je|tu|il|elle|on|nous|vous|ils|elles)\b)|'(?!(?:il|elle|on|ils|elles)\b))",
        re.IGNORECASE,
    ),
    "es": re.compile(r"\b(no)\s+(?:[\w-]+\s+){1,5}?m\u00e1s que\s+(?!\d)", re.IGNORECASE),
}


def restricting(sentence: Sentence) -> frozenset[int]:
    """Return the places of the words of a sentence that look like negators and only limit: ne, of "n'ouvre que le samedi"."""
    pattern = _RESTRICTING.get(sentence.code)
    if pattern is None or ("que" not in sentence.words and "qu" not in sentence.words):
        return frozenset()
    return frozenset([token_at(sentence.starts, m.start(1)) for m in pattern.finditer(sentence.text)])
