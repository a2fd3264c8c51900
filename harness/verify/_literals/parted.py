"""A share in words of a counted whole: half of the 48 are 24, who alone did what is said of them; the 48 did not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place

_OF = re.compile(r"\s(?:of|der|des|von|de|d')\s(?:(?:the|all|those|den|der|les|los|las)\s){0,2}", re.IGNORECASE)
_OF_BEFORE = re.compile(
    r"\b(?:of|among|von|unter|sur|parmi|de|entre)\s(?:(?:the|these|den|der|les|los|las)\s)?\Z", re.IGNORECASE
)
_GENITIVE = re.compile(r"\s\w{2,24}(?:n[\u0131iu\u00fc]n|[\u0131iu\u00fc]n)\s(?:tam\s)?", re.IGNORECASE)
_REST = frozenset(
    "rest others remaining remainder other \u00fcbrigen ubrigen anderen autres reste restantes demas resto otros".split()
)
_ENDS = re.compile(r"[;,](?!\d)|\b(?:and|while|und|et|y|ve)\b|[\uff0c\uff1b]", re.IGNORECASE)
_NEAR = Decimal("1e-9")
_BEFORE, _HEAD, _HAN_SHARED, _MOST = 16, 3, 3, 24


def part_of(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> tuple[bool, str | None]:
    """Return whether a claimed number is a share of a whole, or the rest of it, of which it says what they say, and what is wrong.

    Wrong is the number of the share where the claim speaks of the rest.
    """
    wanted = claimed.values[0]
    if claimed.kind != "number" or claimed.unit or claimed.comparator or not isinstance(wanted, Decimal):
        return False, None
    for sentence in sentences:
        for share, whole in _parted(sentence):
            part, total = share.values[0], whole.values[0]
            if not isinstance(part, Decimal) or not isinstance(total, Decimal):
                continue
            mine, rest = _told(sentence, share, whole)
            of_rest = claim.code != "zh" and _has(claim, rest - mine)
            theirs = total - part * total if of_rest else part * total
            if abs(theirs - wanted) < _NEAR * total:
                return True, None
            if of_rest and abs(part * total - wanted) < _NEAR * total:
                return False, f"{claimed.text} is {share.text} of {whole.text} there, and not the rest"
    return False, None


def whole_as_part(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the share of a whole of which the claim says what the span says of that share alone, or None."""
    for literal, places in placed:
        if literal.kind != "number" or literal.unit or not places:
            continue
        found = [_taken_for_part(claim, place) for place in places]
        if all(found):
            return found[0]
    return None


def _taken_for_part(claim: Sentence, place: Place) -> str | None:
    sentence = place.sentence
    for share, whole in _parted(sentence):
        if whole is not place.literal or any(x.values[0] == share.values[0] for x in claim.typed):
            continue
        mine, rest = _told(sentence, share, whole)
        if _says(claim, mine, frozenset()) or _says(claim, rest, mine):
            return f"{whole.text} in the answer, {share.text} of {whole.text} there"
    return None


def _parted(sentence: Sentence) -> Iterator[tuple[Typed, Typed]]:
    """Yield each share in words with the counted whole that it is of."""
    typed = [x for x in sentence.typed[:_MOST] if x.kind == "number" and not is_year(x)]
    for index, share in enumerate(typed):
        value = share.values[0]
        if (
            share.unit != "part"
            or not isinstance(value, Decimal)
            or not 0 < value < 1
            or share.comparator not in {"", "~"}
        ):
            continue
        for whole in typed[max(0, index - 1) : index + 2]:
            if whole is not share and not whole.unit and not whole.comparator and _is_of(share, whole, sentence):
                yield share, whole


def _is_of(share: Typed, whole: Typed, sentence: Sentence) -> bool:
    text = sentence.text
    if share.start < whole.start:
        return bool(_OF.fullmatch(text, share.end, whole.start))
    if sentence.code == "zh":
        return "\u4e2d" in text[whole.end : share.start]
    if sentence.code == "tr":
        return bool(_GENITIVE.fullmatch(text, whole.end, share.start))
    return bool(_OF_BEFORE.search(text[max(0, whole.start - _BEFORE) : whole.start]))


def _told(sentence: Sentence, share: Typed, whole: Typed) -> tuple[frozenset[str], frozenset[str]]:
    """Return the telling words said of a share, and those said of the others behind it."""
    start = max(share.end, whole.end)
    tokens, stop = sentence.tokens, sentence.lexicon.stop
    first = token_at(sentence.starts, start)
    rest = next((i for i in range(first, len(tokens)) if tokens[i] in _REST), len(tokens))
    end = rest
    if rest < len(tokens):
        cuts = [m.start() for m in _ENDS.finditer(sentence.text, start, sentence.starts[rest])]
        end = token_at(sentence.starts, cuts[-1]) if cuts else rest
    noun = first + 1 if share.start < whole.start and sentence.code != "zh" else first
    return frozenset(tokens[noun:end]) - stop, frozenset(tokens[rest + 1 :]) - stop


def _says(claim: Sentence, told: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether a claim has a word of what is told, and none of what is told of the others."""
    if claim.code == "zh":
        return len(claim.words & told) >= _HAN_SHARED and not claim.words & other - told
    return _has(claim, told - other) and not _has(claim, other - told)


def _has(claim: Sentence, told: frozenset[str]) -> bool:
    return any(
        t == w or (t[:_HEAD] == w[:_HEAD] and akin(*sorted((t, w)), claim.code))
        for t in claim.words - claim.lexicon.stop
        for w in told
    )
