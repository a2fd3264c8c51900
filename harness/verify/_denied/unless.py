"""Not unless: what may not be done unless somebody is there may be done if somebody is, and not if nobody is."""

from __future__ import annotations

import re

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin

_UNLESS = re.compile(
    r"\b(?:unless|es sei denn|sauf si|\u00e0 moins qu(?:e\b|')|a menos que|salvo (?:que|si))(?!\w)", re.IGNORECASE
)
_CONDITIONS = frozenset("if when provided once wenn falls sofern si cuando lorsque quand without ohne sans sin".split())
_WITHOUT = frozenset({"without", "ohne", "sans", "sin"})
_IF = re.compile(rf"\b(?:{'|'.join(sorted(_CONDITIONS))})\b", re.IGNORECASE)
_CUT = re.compile(r"[.;:]|,(?=\s\w)")
_HEAD = 3


def agrees_with_unless(claim: Sentence, source: Sentence) -> bool | None:
    """Return whether a claim with a condition says what a sentence denies unless that holds, None where either has none."""
    if _CONDITIONS.isdisjoint(claim.words):
        return None
    unless, condition = _UNLESS.search(source.text), _IF.search(claim.text)
    if unless is None or condition is None or _UNLESS.search(claim.text):
        return None
    at = token_at(source.starts, unless.start())
    if source.lexicon.negators.isdisjoint(source.tokens[:at]):
        return None
    theirs = _told(source, source.tokens[token_at(source.starts, unless.end()) :])
    first = token_at(claim.starts, condition.start())
    cut = _CUT.search(claim.text, condition.end())
    last = token_at(claim.starts, cut.start()) if cut else len(claim.tokens)
    held = claim.tokens[first:last]
    if not any(_alike(a, b, claim.code) for a in _told(claim, held) for b in theirs):
        return None
    negators = claim.lexicon.negators
    unmet = held[0] in _WITHOUT or not negators.isdisjoint(held[1:])
    denied = not negators.isdisjoint([*claim.tokens[:first], *claim.tokens[last:]])
    return unmet == denied


def _told(sentence: Sentence, tokens: list[str]) -> frozenset[str]:
    return frozenset(tokens) - sentence.lexicon.stop - sentence.lexicon.negators


def _alike(one: str, other: str, code: str) -> bool:
    return one == other or (one[:_HEAD] == other[:_HEAD] and akin(*sorted((one, other)), code))
