"""A share that an answer works out of two values of a span: a quarter of 240 for 60, fewer than two thirds for 31 of 48."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence, folded_words
from harness.text.typed.scan import token_at
from harness.text.typed.units import dimension
from harness.text.typed.values import Typed
from harness.verify._denied.clauses import clauses
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place, zones

_WHOLES = {"part": Decimal(1), "%": Decimal(100)}
_CLAUSE = re.compile(
    r"[;,]\s(?:(?:and|while|und|et|y)\s)?|\s(?:and|while|whereas|und|w\u00e4hrend|et|tandis que|y|mientras)\s"
)
_STOP = re.compile(r"[;,]\s")
_BASE_REACH, _HEAD = 80, 5
_BASE = re.compile(
    r"\b(?:half|twice|double|triple|third|quarter|thirds|quarters|H\u00e4lfte|Drittel|Viertel|moiti\u00e9|tiers|quart|mitad|tercio|\d\s?%)\s(?:(?:of|des|der|vom|du|del|de)\s)?(?:(?:the|their|its|la|le)\s)?"
    r"((?:[^\W\d_]{2,24}\s){0,2}[^\W\d_]{2,24})(?:\s(?:of|von|de)|'s)\s\W?$",
    re.IGNORECASE,
)
_HUNDRED = Decimal(100)
_EXACT, _ROUGH, _NEAR = Decimal("1e-9"), Decimal("0.02"), Decimal("0.15")
_OTHERS = frozenset(
    "remaining others rest remainder balance other reste resto ubrigen restlichen anderen autres restants restantes demas otros diger kalan".split()
)
_MORE = frozenset("more less fewer higher lower larger smaller mehr weniger plus moins mas menos fazla az".split())
_TO = {"en": "to", "de": "auf", "fr": "a", "es": "a"}
_MOST = 16
_BESIDE = 32
_OF = re.compile(
    r"\b(?:of|von|unter|sur|de|des|d|entre)\s(?:(?:all|the|those|these|its|some|our|their|den|der|les|los|las)\s){0,2}(?:[^\W\d_]{2,20}'s?\s)?\W?$",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    r"(?:\s\w+)?\s(?:of (?:them|these|those|which|whom)|davon|d'entre|de (?:ellos|ellas)|(?:bunlar|onlar)\w*)",
    re.IGNORECASE,
)
_OF_WHICH = re.compile(
    r"[,;(]\s?(?:of (?:which|whom|these|them|that)|among (?:them|which)|including|davon|darunter|dont|parmi (?:eux|elles)|entre ell[oa]s|de (?:los|las) cuales|bunun|bunlar\u0131n)\s\W?$",
    re.IGNORECASE,
)
_ABLATIVE = re.compile(r"\w{2,}(?:den|dan|ten|tan)\b", re.IGNORECASE)
_HAN_WHOLES = ("\u4e2d", "\u5171", "\u5176")
"""Characters that name a whole: of \u5176\u4e2d and \u5171\u6709."""


def share(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the two values of a sentence that a claimed share is of, or the change from one to the other, or None."""
    wanted = claimed.values[0]
    whole = _WHOLES.get(claimed.unit)
    if claimed.kind != "number" or whole is None or not isinstance(wanted, Decimal):
        return None
    if claimed.unit == "%" and claimed.comparator == "":
        return None
    told = _told(claimed, claim)
    after = claim.tokens[token_at(claim.starts, claimed.end) :][:1]
    changes = not claim.lexicon.moves.isdisjoint(claim.words) or not _MORE.isdisjoint(after)
    for sentence in (claim, *sentences):
        if sentence is not claim and not _speaks_of(told, claim, sentence, sentences):
            continue
        for part, total in _pairs(sentence):
            a, b = part.values[0], total.values[0]
            if not isinstance(a, Decimal) or not isinstance(b, Decimal):
                continue
            changed = changes and sentence is not claim
            if not changed and sentence is not claim and _of_another_part(part, total, told, sentence):
                continue
            ratio = _ratio(claimed, claim, (part, total, sentence), changed=changed)
            if (changed or _of_a_whole(part, total, sentence)) and _fits(ratio, wanted / whole, claimed):
                return f"{part.text} of {total.text}"
    return None


def _ratio(claimed: Typed, claim: Sentence, pair: tuple[Typed, Typed, Sentence], *, changed: bool) -> Decimal:
    """Return the share that the smaller value of a sentence is of the larger, that the rest is, or that it changed by or to."""
    part, total, sentence = pair
    a, b = (Decimal(str(x.values[0])) for x in (part, total))
    if not changed:
        return 1 - a / b if _of_the_rest(part, claim.words - claim.lexicon.stop, sentence) else a / b
    # A change is one of what it was, which is named first where nothing else tells.
    was, now = (a, b) if part.start < total.start else (b, a)
    return now / was if _to(claimed, claim) else abs(b - a) / was


def _to(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a share is what is left of a value: fell to a third, "auf die H\u00e4lfte"."""
    first = token_at(claim.starts, claimed.start)
    return _TO.get(claim.code, "") in claim.tokens[max(0, first - 2) : first]


def _of_the_rest(part: Typed, told: frozenset[str], sentence: Sentence) -> bool:
    """Return whether what a claim tells is said of the others: 80 are in single rooms and the rest in shared rooms."""
    first = token_at(sentence.starts, part.end)
    at = next((i for i in range(first, len(sentence.tokens)) if sentence.tokens[i] in _OTHERS), None)
    if at is None:
        return False
    own, others = frozenset(sentence.tokens[first:at]), frozenset(sentence.tokens[at + 1 :])
    return bool(told & others - own) and not told & own - others


def rest(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return what is left of a whole for a number of the others: 180 of 240, where 60 did and the remaining did not."""
    wanted = claimed.values[0]
    if claimed.unit == "%" and isinstance(wanted, Decimal):
        return _rest_of_all(claimed, wanted, claim, sentences)
    if claimed.kind != "number" or claimed.unit in _WHOLES:
        return None
    told = _told(claimed, claim, common=frozenset())
    words = claim.words - claim.lexicon.stop
    for sentence in sentences:
        for part, total in _pairs(sentence):
            if _leaves(part, total, wanted) and _of_the_rest(part, words, sentence):
                return f"{total.text} less {part.text}"
    for before, after in itertools.pairwise(sentences):
        if _OTHERS.isdisjoint(after.words) or after.typed or not told & after.words - before.words:
            continue
        for part, total in _pairs(before):
            if _leaves(part, total, wanted) and _of_a_whole(part, total, before):
                return f"{total.text} less {part.text}"
    return None


def _leaves(part: Typed, total: Typed, wanted: object) -> bool:
    """Return whether a number is what is left of a whole without a part."""
    a, b = part.values[0], total.values[0]
    return isinstance(a, Decimal) and isinstance(b, Decimal) and b - a == wanted


def _rest_of_all(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the shares that leave a claimed one of a hundred, where a sentence says of the rest what the claim says."""
    told = _told(claimed, claim, common=frozenset())
    for sentence in sentences:
        at = _rest_at(sentence)
        if at is None:
            continue
        before, after = frozenset(sentence.tokens[:at]), frozenset(sentence.tokens[at:])
        shares = [x for x in sentence.typed if x.unit == "%" and not x.comparator and x.end <= sentence.starts[at]]
        left = _HUNDRED - sum(x.values[0] for x in shares if isinstance(x.values[0], Decimal))
        if shares and left == wanted and not told.isdisjoint(after - before):
            return " and ".join(x.text for x in shares)
    return None


def _rest_at(sentence: Sentence) -> int | None:
    if _OTHERS.isdisjoint(sentence.words):
        return None
    return next(i for i, t in enumerate(sentence.tokens) if t in _OTHERS)


def of_the_rest(claim: Sentence, literal: Typed, places: Sequence[Place]) -> str | None:
    """Return the share that a claim gives to what has the rest of it: 40% go to sales, of "40% go to research, the rest to sales"."""
    if literal.unit != "%" or not _OTHERS.isdisjoint(claim.words) or sum(x.unit == "%" for x in claim.typed) > 1:
        return None
    told = _told(literal, claim, common=frozenset())
    for place in places:
        sentence = place.sentence
        at = _rest_at(sentence)
        if at is None or sentence.starts[at] < place.literal.end:
            return None
        before = frozenset(sentence.tokens[:at])
        own = sentence.tokens[token_at(sentence.starts, place.literal.end) : at]
        if (
            told.isdisjoint(frozenset(sentence.tokens[at:]) - before)
            or told >= frozenset(own) - sentence.lexicon.stop - sentence.lexicon.common
        ):
            return None
    return f"{literal.text} is not what the rest has" if places else None


def of_the_base(claim: Sentence, literal: Typed, places: Sequence[Place]) -> str | None:
    """Return what a value is of that only something else is a share or a multiple of: children pay half the adult price of $18."""
    wrong: str | None = None
    if literal.kind != "number" or is_year(literal):
        return None
    if any(_pays_a_share(claim, literal, place) for place in places):
        return f"{literal.text} is what others have, of whom this has a share"
    for place in places:
        left = place.sentence.text[max(0, place.literal.start - _BASE_REACH) : place.literal.start]
        match = _BASE.search(left)
        telling = [t for t in folded_words(match[1]) if t not in claim.lexicon.stop] if match else []
        if not telling or any(t[:_HEAD] == w[:_HEAD] for t in telling[:1] for w in claim.words):
            return None
        wrong = f"{literal.text} belongs to {' '.join(telling)}"
    return wrong


def _pays_a_share(claim: Sentence, literal: Typed, place: Place) -> bool:
    """Return whether who a claim speaks of has a share of a value of others: adults pay 14, students pay half."""
    text, own = place.sentence.text, place.literal
    share = next((x for x in place.sentence.typed if x.unit in _WHOLES and x.start > own.end), None)
    cut = _CLAUSE.search(text, own.end, share.start) if share else None
    if (
        share is None
        or cut is None
        or not own.unit
        or own.unit in _WHOLES
        or _STOP.search(text, cut.end(), share.start)
    ):
        return False
    first, last = token_at(place.sentence.starts, cut.end()), token_at(place.sentence.starts, share.start)
    mine = frozenset(place.sentence.tokens[: token_at(place.sentence.starts, own.start)])
    theirs = frozenset(place.sentence.tokens[first:last])
    told = _told(literal, claim, common=frozenset())
    return not told.isdisjoint(theirs - mine) and told.isdisjoint(mine - theirs - claim.lexicon.common)


def _told(claimed: Typed, claim: Sentence, common: frozenset[str] | None = None) -> frozenset[str]:
    """Return the telling words of the clause that a literal stands in."""
    index = token_at(claim.starts, claimed.start)
    own = next((c.tokens for c in clauses(claim) if c.first <= index < c.last), tuple(claim.tokens))
    return frozenset(own) - claim.lexicon.stop - (claim.lexicon.common if common is None else common)


def _speaks_of(told: frozenset[str], claim: Sentence, sentence: Sentence, sentences: Sequence[Sentence]) -> bool:
    """Return whether a claim has a telling word of a sentence, and none that only the sentence about the others has."""
    if claim.code != "zh" and told.isdisjoint(sentence.words):
        return False
    index = sentences.index(sentence)
    after = sentences[index + 1 : index + 2]
    return not any(
        not _OTHERS.isdisjoint(s.words) and _OTHERS.isdisjoint(claim.words) and told & s.words - sentence.words
        for s in after
        if not any(x.values[0] in [y.values[0] for y in s.typed] for x in claim.typed)
    )


def _pairs(sentence: Sentence) -> Iterator[tuple[Typed, Typed]]:
    """Yield two values of one kind, the smaller first."""
    numbers = [
        x
        for x in sentence.typed
        if x.kind == "number" and isinstance(x.values[0], Decimal) and x.values[0] > 0 and not is_year(x)
    ]
    for index, left in enumerate(numbers[:_MOST]):
        for right in numbers[index + 1 : _MOST]:
            if left.unit in _WHOLES or dimension(left.unit) != dimension(right.unit) or left.unit != right.unit:
                continue
            low, high = sorted((left, right), key=lambda x: x.values[0])  # type: ignore[arg-type, return-value]
            if low.values[0] != high.values[0]:
                yield low, high


def _of_another_part(part: Typed, total: Typed, told: frozenset[str], sentence: Sentence) -> bool:
    """Return whether what a claim tells stands with another part of a whole: 12 were damaged, of "20 were late and 12 damaged"."""
    parts = [p for p, whole in _pairs(sentence) if whole is total]
    if len(parts) == 1:
        return False
    numbers = sorted((*parts, total), key=lambda x: x.start)
    by_start = dict(zip([x.start for x in numbers], zones(sentence, numbers), strict=True))
    own = by_start[part.start]
    others = frozenset().union(*[by_start[p.start] for p in parts if p is not part])
    return bool(told & others - own) and not told & own - others


def _of_a_whole(part: Typed, total: Typed, sentence: Sentence) -> bool:
    """Return whether a sentence says that one value is of the other: of the 240, 60; 31 of 48; nine of them."""
    text = sentence.text
    if sentence.code == "zh":
        return any(c in text for c in _HAN_WHOLES)
    before = text[max(0, total.start - _BESIDE) : total.start]
    return bool(
        _OF.search(before)
        or _OF_THEM.match(text, part.end)
        or _OF_WHICH.search(text, total.end, max(total.end, part.start))
        or (sentence.code == "tr" and _ABLATIVE.search(text, total.end, total.end + 2 * _BESIDE))
    )


def _fits(ratio: Decimal, wanted: Decimal, claimed: Typed) -> bool:
    if claimed.comparator == "~":
        return abs(ratio - wanted) <= max(_ROUGH / 2, _ROUGH * wanted * 2)
    if claimed.comparator in {"<", "<="}:
        return wanted - _NEAR <= ratio < wanted
    if claimed.comparator in {">", ">="}:
        return wanted < ratio <= wanted + _NEAR
    return abs(ratio - wanted) <= _EXACT
