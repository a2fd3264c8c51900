"""Which way a worked-out difference goes: 37 more where the number fell is wrong, and so is B's 5 more than A for A's."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.units import convert
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import zones

_UP = frozenset(
    fold(
        "more higher larger longer heavier taller bigger extra additional gained gain added raised lifted dearer costlier pricier wider deeper "
        "mehr höher größer länger teurer schwerer breiter gewonnen gewann zugelegt erhöhte erhöht hob anhob plus supplémentaires gagné gagne "
        "davantage más mayor ganó ganado sumó fazla arttı artırıldı artırılmıştır zam zamlandı zamlanarak yükseltildi çıkarıldı"
    ).split()
)
_DOWN = frozenset(
    fold(
        "fewer less lower smaller shorter lighter cheaper lost loses cut shed trimmed narrower weniger niedriger kleiner kürzer günstiger billiger leichter "
        "verlor verloren senkte gesenkt reduziert moins perdu perd menos menor perdió perdido az eksik azaldı düşürüldü indirildi indirim"
    ).split()
)
_HAN_UP, _HAN_DOWN = (
    ("多", "上调", "增", "高", "涨", "升", "贵", "长", "重"),
    ("少", "下调", "减", "降", "低", "跌", "便宜", "短", "轻"),
)
_HAN_REACH = 6
_THAN = frozenset("than als que compared verglichen gegenuber rispetto frente daha dan den".split())
_FROM = frozenset("from von de desde du 由 从".split())
_TO = frozenset("to auf a au hasta 至 到 为".split())
_EARLIER = frozenset("from with against gegenuber nach contre frente after following vs versus instead".split())
_TURKISH_FROM = re.compile(r"['\u2019]?(?:den|dan|ten|tan)$", re.IGNORECASE)
_PART = re.compile(r"[,;]|\s(?:and|but|und|aber|et|mais|y|pero|ve|ama)\s")
_NOTHING_FOLLOWS = re.compile(r"\s?(?:[.,;)]|$)")
_NEAR, _FAR = 4, 30
_MOST = 24
_HUNDRED = Decimal(100)


class Operand(NamedTuple):
    """A value of a span in the unit of a worked-out one."""

    literal: Typed
    sentence: Sentence
    value: Decimal


def operands(claimed: Typed, sentences: Sequence[Sentence]) -> list[Operand]:
    """Return the values of the sentences that a difference in the unit of a claimed one can be of."""
    found: list[Operand] = []
    for sentence in sentences:
        for literal in sentence.typed:
            value = literal.values[0]
            if literal.kind == "number" and isinstance(value, Decimal) and not is_year(literal):
                same = _in_unit(literal, value, claimed, sentence)
                if same is not None:
                    found.append(Operand(literal, sentence, same))
        if len(found) >= _MOST:
            break
    return found


def _in_unit(literal: Typed, value: Decimal, claimed: Typed, sentence: Sentence) -> Decimal | None:
    if literal.unit == claimed.unit or not literal.unit:
        # "From 9.80 to 11.20 euros" are euros both; a unit is seldom left out elsewhere.
        return value if literal.unit or not claimed.unit or _next_has(claimed.unit, literal, sentence) else None
    if claimed.unit in {"pp", "bp"}:
        return value * (_HUNDRED if claimed.unit == "bp" else 1) if literal.unit == "%" else None
    return convert(value, literal.unit, claimed.unit) if claimed.unit else None


def _next_has(unit: str, literal: Typed, sentence: Sentence) -> bool:
    index = sentence.typed.index(literal) + 1
    if _NOTHING_FOLLOWS.match(sentence.text, literal.end) and any(x.unit == unit for x in sentence.typed[: index - 1]):
        return True
    return index < len(sentence.typed) and sentence.typed[index].unit == unit


def rounded_difference(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the difference that a rough number rounds, or one in basis points; None where the claim tells of none."""
    if claimed.comparator != "~" and claimed.unit != "bp":
        return None
    if claimed.unit not in {"pp", "bp"} and not claim.lexicon.moves & claim.words and not _way(claimed, claim):
        return None
    pair = next(_pairs(claimed, sentences), None)
    return f"{pair[0].literal.text} - {pair[1].literal.text}" if pair else None


def _pairs(claimed: Typed, sentences: Sequence[Sentence]) -> Iterator[tuple[Operand, Operand]]:
    """Yield the pairs whose difference is the claimed number, the larger first."""
    wanted = claimed.values[0]
    if not isinstance(wanted, Decimal):
        return
    room = _room(wanted) if claimed.comparator == "~" else Decimal(0)
    for one, other in itertools.combinations(operands(claimed, sentences), 2):
        gap = abs(one.value - other.value)
        if gap and abs(gap - abs(wanted)) <= room:
            yield (one, other) if one.value > other.value else (other, one)


def _room(value: Decimal) -> Decimal:
    """Return half a unit of the last digit that a rough number gives."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(5).scaleb(exponent - 1) if isinstance(exponent, int) else Decimal(0)


def wrong_way(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return how a difference goes in the spans where the claim has it the other way round, or None.

    Nothing is said where one pair of values agrees, or where nothing tells which way a pair goes.
    """
    way = _way(claimed, claim)
    if not way or claimed.kind != "number":
        return None
    wrong: str | None = None
    for larger, smaller in itertools.islice(_pairs(claimed, sentences), _MOST):
        goes = _goes(claimed, claim, larger, smaller)
        if goes in {0, way}:
            return None
        first, last = (smaller, larger) if goes > 0 else (larger, smaller)
        wrong = wrong or f"{claimed.text} is from {first.literal.text} to {last.literal.text} there"
    return wrong


def _way(claimed: Typed, claim: Sentence) -> int:
    """Return 1 where words beside a number say that it is more, -1 where less, 0 where neither or both."""
    if claim.code == "zh":
        around = claim.text[max(0, claimed.start - _HAN_REACH) : claimed.start]
        return any(w in around for w in _HAN_UP) - any(w in around for w in _HAN_DOWN)
    poles = claim.lexicon.poles
    first, last = token_at(claim.starts, claimed.start), token_at(claim.starts, claimed.end)
    near = frozenset(claim.tokens[max(0, first - _NEAR) : first] + claim.tokens[last : last + _NEAR])
    near -= (
        {claim.tokens[i] for i in claim.comparing if first - _NEAR <= i < first} if claimed.comparator else frozenset()
    )
    up, down = _UP | poles.get((0, 0), frozenset()), _DOWN | poles.get((0, 1), frozenset())
    way = (not up.isdisjoint(near)) - (not down.isdisjoint(near))
    if way or not (up | down).isdisjoint(near):
        return way
    # "Subi\u00f3 el tipo de inter\u00e9s 50 puntos": the verb stands further off.
    earlier = frozenset(claim.tokens[:first])
    return (not up.isdisjoint(earlier)) - (not down.isdisjoint(earlier))


def _goes(claimed: Typed, claim: Sentence, larger: Operand, smaller: Operand) -> int:
    """Return 1 where the claim's subject, or what came last, is the larger value, -1 the smaller, 0 where nothing tells."""
    mine, other = _sides(claimed, claim)
    of_larger, of_smaller = _own_words(larger, smaller)
    for words, sign in ((other, -1), (_years(mine), 1), (mine if other else _years(mine), 1)):
        told = len(words & of_larger) - len(words & of_smaller)
        if told:
            return sign if told > 0 else -sign
    return later_is_larger(larger, smaller)


def _sides(claimed: Typed, claim: Sentence) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of what is compared and of what it is compared with: before and after "than"."""
    if claim.code == "zh":
        head, _, tail = claim.text.partition("比")
        index = len(head) if tail else 0
        after = token_at(claim.starts, index)
        until = token_at(claim.starts, claimed.start)
        return frozenset(claim.tokens[:after]), frozenset(claim.tokens[after + 1 : until]) if tail else frozenset()
    start = token_at(claim.starts, claimed.end)
    than = next((i for i in range(start, len(claim.tokens)) if claim.tokens[i] in _THAN), None)
    if than is None:
        return frozenset(), frozenset()
    return frozenset(claim.tokens[:than]), frozenset(claim.tokens[than + 1 :])


def _years(words: frozenset[str]) -> frozenset[str]:
    return frozenset(w for w in words if len(w) == len("2026") and w.isdigit())


def _own_words(one: Operand, other: Operand) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that stand with one of two values and not with the other."""
    if one.sentence is other.sentence:
        ordered = sorted((one.literal, other.literal), key=lambda x: x.start)
        shared = dict(zip([x.start for x in ordered], zones(one.sentence, ordered), strict=True))
        left, right = shared[one.literal.start], shared[other.literal.start]
    else:
        left, right = one.sentence.words, other.sentence.words
    stop = one.sentence.lexicon.stop
    return left - right - stop, right - left - stop


def later_is_larger(larger: Operand, smaller: Operand) -> int:
    """Return 1 where the larger of two values is the later one, -1 where the smaller is, 0 where nothing tells."""
    first, last = _when(larger), _when(smaller)
    if bool(first[0]) == bool(last[0]) and any(first) and any(last) and first != last:
        return 1 if first > last else -1
    if larger.sentence is smaller.sentence:
        left, right = sorted((larger, smaller), key=lambda x: x.literal.start)
        before_left, before_right = _before(left), _before(right)
        if before_left in _FROM and before_right in _TO:
            return 1 if right is larger else -1
        if before_right in _EARLIER:
            return 1 if left is larger else -1
        if larger.sentence.code == "tr" and _TURKISH_FROM.search(_with_ending(left)):
            return 1 if right is larger else -1
    words = larger.sentence.words | smaller.sentence.words
    poles = larger.sentence.lexicon.poles
    up, down = (not poles.get((0, pole), frozenset()).isdisjoint(words) for pole in (0, 1))
    return up - down


def _with_ending(operand: Operand) -> str:
    """Return a literal with the ending that an apostrophe parts from it."""
    text, end = operand.sentence.text, operand.literal.end
    ending = text[end : end + 5].split(" ")[0] if text[end : end + 1] in {"'", "\u2019"} else ""
    return operand.literal.text + ending


def _before(operand: Operand) -> str:
    index = token_at(operand.sentence.starts, operand.literal.start)
    return operand.sentence.tokens[index - 1] if index else ""


def _when(operand: Operand) -> tuple[int, int]:
    """Return the year and the month that stand nearest to a value in its part of the sentence; zeros for none."""
    literal, sentence = operand.literal, operand.sentence
    dated = [(x, when) for x in sentence.typed if (when := _date(x))]
    if not dated:
        return (0, 0)
    _, when = min(dated, key=lambda d: (_gap(d[0], literal, sentence), d[0].start))
    return when


def _gap(one: Typed, other: Typed, sentence: Sentence) -> int:
    left, right = sorted((one, other), key=lambda x: x.start)
    between = sentence.text[left.end : right.start]
    return len(between) + _FAR * len(_PART.findall(between))


def _date(literal: Typed) -> tuple[int, int] | None:
    value = literal.values[0]
    if is_year(literal) and isinstance(value, Decimal):
        return int(value), 0
    if literal.kind == "date" and isinstance(value, tuple):
        return value[0] or 0, value[1] or 0
    return None
