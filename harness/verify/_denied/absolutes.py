"""What a claim says without exception, where its span makes one: "under no circumstances", of "not unless a doctor agrees"."""

from __future__ import annotations

import re

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.verify._denied.exceptions import exceptions
from harness.verify._words.support import Support

_WORDS = words(
    "circumstances circumstance never always case cases exception exceptions whatever regardless ever ausnahme ausnahmen ausnahmslos umst\u00e4nden niemals nie immer "
    "circonstance circonstances jamais toujours cas circunstancia circunstancias nunca jam\u00e1s siempre caso excepci\u00f3n ko\u015fulda \u015fartta durumda asla istisnas\u0131z daima"
)
_ABSOLUTE = re.compile(
    r"\b(?:no circumstances?|(?:in|under) (?:any|all|no) (?:circumstances?|cases?|conditions?)|never|always|without (?:any )?exceptions?|no exceptions?|whatever happens|regardless of"
    r"|unter (?:keinen|allen) umst\u00e4nden|auf keinen fall|in (?:jedem|keinem) fall|niemals|immer|ausnahmslos|ohne ausnahmen?"
    r"|en aucun cas|en aucune circonstance|dans tous les cas|en toutes? circonstances?|jamais|toujours|sans exceptions?|aucune exception"
    r"|en ning\u00fan caso|bajo ninguna circunstancia|en todos los casos|nunca|jam\u00e1s|siempre|sin excepci\u00f3n"
    r"|hi\u00e7bir (?:ko\u015fulda|\u015fartta|durumda)|her (?:ko\u015fulda|durumda)|asla|daima|istisnas\u0131z)\b",
    re.IGNORECASE,
)
_MAKES_ONE = re.compile(
    r"\b(?:unless|except|exceptions?|only (?:if|when|with|after)|(?:es sei denn|au\u00dfer (?:wenn|bei|mit)|ausgenommen|nur (?:wenn|mit|nach|bei))"
    r"|sauf|\u00e0 moins que|excepté|exception|salvo|excepto|a menos que|a no ser que|solo si|hari\u00e7|olmad\u0131k\u00e7a|olmad\u0131\u011f\u0131 s\u00fcrece|d\u0131\u015f\u0131nda)\b",
    re.IGNORECASE,
)
_HELD = 0.4
_HAN = ("\u4efb\u4f55\u60c5\u51b5", "\u7edd\u4e0d", "\u4e00\u5f8b", "\u65e0\u4e00\u4f8b\u5916")
_HAN_MAKES_ONE = ("\u9664\u975e", "\u9664\u5916", "\u4f8b\u5916")


def without_exception(claim: Sentence, support: Support) -> str | None:
    """Return the words with which a claim rules out the exception that the nearest sentence of its spans makes, or None."""
    if not support.best:
        return None
    share, _, source = support.best[0]
    if claim.code == "zh":
        said = next((w for w in _HAN if w in claim.text), None)
        made = next((w for w in _HAN_MAKES_ONE if w in source.text and w not in claim.text), None)
        return f"{said} in the answer, {made} there" if said and made and said not in source.text else None
    if _WORDS.isdisjoint(claim.words) or share < _HELD:
        return None
    mine = _ABSOLUTE.search(claim.text)
    if mine is None or _makes_one(claim.text[: mine.start()] + claim.text[mine.end() :], claim):
        return None
    one = _MAKES_ONE.search(source.text)
    return f"{mine[0].lower()!r} in the answer, {one[0].lower()!r} there" if one else None


def _makes_one(text: str, claim: Sentence) -> bool:
    return bool(_MAKES_ONE.search(text)) or bool(exceptions(claim)) or "without" in text.split()
