"""Which event a date, a year or a version belongs to: the word right before it, completed of "completed in March"."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place

_EVENT_REACH = 4
_FROM = frozenset("from von de del desde".split())
_OF = frozenset({"von", "de", "del"})
_TO = frozenset("a auf bis hasta jusqu".split())
_TO_REACH = 3
VERSIONS = frozenset({"version", "release"})
_PARTICLES = frozenset("off out up down away back over".split())
_WHEN = frozenset(
    "version release in on at of by the since from early late until im am seit ab en le depuis el desde".split()
)
_YEAR_DIGITS = 4
_BEGUN = frozenset(
    "introduced introduces added appeared appears began begins started caused causes broke discovered found reported eingefuhrt hinzugefugt aufgetreten introduit introduite apparu apparue ajoute introducido introducida aparecio anadido".split()
)
_ENDED = frozenset(
    "fixed fixes fix resolved resolves removed removes patched patches corrected corrects repaired dropped repealed abolished ended ends behoben entfernt korrigiert corrige corrigee supprime supprimee resolu corregido corregida eliminado eliminada resuelto".split()
)


def is_start(claim: Sentence, claimed: Typed) -> bool:
    """Return whether a value is what a change of the claim begins with: its year is that of the end, if no other is said."""
    if claimed.kind != "number" or is_year(claimed):
        return False
    index = token_at(claim.starts, claimed.start)
    after = claim.tokens[token_at(claim.starts, claimed.end) :]
    before = claim.tokens[index - 1] if index else ""
    begins = claimed.comparator == "low" or before in _FROM
    if begins and before in _OF and _TO.isdisjoint(after[:_TO_REACH]):
        # "Un beneficio de 4 millones" begins nothing.
        return False
    following = after[:2]
    return begins and not any(t.isdigit() and len(t) == _YEAR_DIGITS for t in following)


def event_of(sentence: Sentence, literal: Typed) -> str:
    """Return the word that a date, a year or a version right after it belongs to: completed of "completed in March"; "" for none."""
    if literal.unit:
        return ""
    tokens, index = sentence.tokens, token_at(sentence.starts, literal.start)
    if not (literal.kind in {"date", "version"} or is_year(literal) or is_version(sentence, literal)):
        return ""
    first = index
    while index and index > first - _EVENT_REACH and tokens[index - 1] in _WHEN:
        index -= 1
    if not index or index == first or sentence.text[: sentence.starts[index]].rstrip()[-1:] in {",", ";", ":", "("}:
        return ""
    word = tokens[index - 2] if index > 1 and tokens[index - 1] in _PARTICLES else tokens[index - 1]
    return "" if word in sentence.lexicon.stop or not word.isalpha() or index - 1 in sentence.capitals else word


def is_version(sentence: Sentence, literal: Typed) -> bool:
    """Return whether a literal is a version, or a number that a word calls one."""
    index = token_at(sentence.starts, literal.start)
    return literal.kind == "version" or (index > 0 and sentence.tokens[index - 1] in VERSIONS)


def fixed_for_broken(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return what a span says of a version or a date, where the claim says the end of what began with it, or its beginning."""
    for mine, theirs in ((_ENDED, _BEGUN), (_BEGUN, _ENDED)):
        said = next((t for t in claim.tokens if t in mine), "")
        if not said or not theirs.isdisjoint(claim.words):
            continue
        for literal, same in placed:
            if not (literal.kind in {"date", "version"} or is_year(literal) or is_version(claim, literal)):
                continue
            told = [event_of(p.sentence, p.literal) for p in same]
            if told and all(t in theirs for t in told) and all(not mine.isdisjoint(p.sentence.words) for p in same):
                return f"{literal.text} stands with {told[0]} there, not with {said}"
    return None
