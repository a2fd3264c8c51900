"""Which way percentage points go: 0.6 points higher, of "up 0.6 percentage points"."""

from __future__ import annotations

import re

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed

_POINTS = re.compile(r"[\s-](?:points?|Punkte?n?|puntos?|puan\w{0,4})\b", re.IGNORECASE)
_UP = frozenset(
    "up higher more above rose rise rises risen increase increased climbed gained grew plus hoher mehr stieg gestiegen erhohte hausse augmente augmenté plus mas subio aumento yuksek artti".split()
)
_DOWN = frozenset(
    "down lower less fewer below fell fall falls fallen decrease decreased dropped lost shrank niedriger weniger sank gesunken fiel gefallen baisse recule moins menos bajo cayo dusuk azaldi dustu".split()
)
_BEFORE, _AFTER = 4, 4


def says_points(claimed: Typed, claim: Sentence, other: Typed) -> bool:
    """Return whether a number of an answer is one of the percentage points of a span, said as points."""
    return other.unit == "pp" and not claimed.unit and bool(_POINTS.match(claim.text, claimed.end))


def another_way(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether points go up in the answer and down in the span, or the other way round."""
    if other.unit != "pp":
        return False
    mine, theirs = _way(claimed, claim), _way(other, source)
    return bool(mine and theirs) and mine != theirs


def _way(literal: Typed, sentence: Sentence) -> str:
    first, last = token_at(sentence.starts, literal.start), token_at(sentence.starts, literal.end)
    near = {*sentence.tokens[max(0, first - _BEFORE) : first], *sentence.tokens[last : last + _AFTER]}
    up, down = not _UP.isdisjoint(near), not _DOWN.isdisjoint(near)
    return "" if up == down else "up" if up else "down"
