"""An instance of a rule: a 3 kg parcel where the rule is of over 2 to 5 kg, a nine-year-old where it is of ages 6 to 11.

Only what is told of one thing of its kind ("a 3 kg parcel", "un ni\u00f1o de 13 a\u00f1os") is an instance, only on the right side of
the bound, and the rest of the claim must be said with that bound and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.units import convert
from harness.text.typed.values import Comparator, Typed
from harness.verify._literals.editions import edition_bounds, edition_places, is_duration, is_edition
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place, words_inside

_ONE_OF = frozenset(
    "a an any each every one ein eine einen einem einer jede jeder jedes un une una chaque cada".split()
)
_SUCH = frozenset("of weighing aged worth measuring von mit de d im".split())
_GROUP_OF = frozenset("of von de aus".split())
EXACTLY = frozenset("exactly precisely just genau exakt exactement precisement exactamente justo".split())
_FOR = frozenset("for on to with pour para por fur auf bei mit avec chez posting sending shipping mailing".split())
_IS, _WHO = frozenset("is are ist sind est mide tiene".split()), frozenset("who that which der die das qui que".split())
_PEOPLE = frozenset("someone anyone somebody anybody jemand quelqu alguien".split())
_HAN_ONE = re.compile("一[名个位件张份只辆笔单][^，。；,;]{0,6}$")
_HAN_SUCH = re.compile("[岁周]?的")
_TURKISH_ONE = re.compile(r"\w{0,10} bir\b")
_HAVING = frozenset("with having has of mit von avec ayant de con".split())
"""What stands between a thing and how many of something it has."""
_TURKISH_COUNT = re.compile(r"\s\w{2,14}l[i\u0131u\u00fc](?:k)? bir\b")
_HAN_COUNT = re.compile("[\u4e00-\u9fff]{1,6}\u7684")
_HAN_MEASURES = "\u4e2a\u540d\u4f4d\u95f4\u5f20\u4ef6"
_NO_SIZE = frozenset({"%", "times", "part", "pp", "bp"})
_FRONT = 3
_REACH = 5
_EXCLUSIVE = re.compile(
    r"\b(?:over|above|more than|exceeding|\u00fcber|mehr als|plus de|m\u00e1s de)\s\W?$", re.IGNORECASE
)
_TO = re.compile(r"\s?(?:to|bis|\u00e0|a|-|\u2013|\u81f3|\u5230)\s?", re.IGNORECASE)
_PRONOUNS = frozenset("it they them sie es er ihn il elle ils elles".split())
_MONEY = re.compile("[A-Z]{3}")
_ENDS = re.compile(r"[;.|]|(?<!\d),|,(?!\d)")
_WORD = re.compile(r"\w")
_MOST = 60
_LONGEST, _HEAD, _LEAST = 24, 3, 2
_OTHER = frozenset(
    "other others otherwise smaller larger older younger heavier lighter remaining all below above adults andere anderen sonst erwachsene autres adultes demas adultos otros diger yetiskin".split()
)


class _Bound(NamedTuple):
    """A bound or a range of a span: where it stands, and the least and the most it lets in."""

    place: Place
    end: int
    low: Decimal | None
    high: Decimal | None
    open_low: bool
    open_high: bool

    def holds(self, value: Decimal) -> bool:
        """Return whether a value is on the right side."""
        if self.low is not None and (value < self.low or (self.open_low and value == self.low)):
            return False
        return self.high is None or not (value > self.high or (self.open_high and value == self.high))


def is_instance(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a number of a claim tells of which size one thing of its kind is."""
    if claimed.kind != "number" or claimed.unit in _NO_SIZE or is_year(claimed):
        return False
    if claimed.comparator or claimed.also or claimed.per:
        return False
    if not claimed.unit:
        counts = bool(_counted_noun(claim, claimed.end)) and _counts_of_one(claimed, claim)
        return not claimed.label and (counts or bool(_group_of(claimed, claim)))
    if claim.code == "zh":
        return bool(_HAN_ONE.search(claim.text[: claimed.start]) or _HAN_SUCH.match(claim.text, claimed.end))
    if claim.code == "tr":
        return bool(_TURKISH_ONE.match(claim.text, claimed.end))
    return is_duration(claimed, claim) or _is_of_one(claimed, claim)


def _counts_of_one(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a number says how many of something one thing has: a room with 26 seats."""
    if claim.code == "zh":
        return bool(_HAN_COUNT.match(claim.text, claimed.end))
    if claim.code == "tr":
        return bool(_TURKISH_COUNT.match(claim.text, claimed.end))
    return _is_of_one(claimed, claim, _HAVING)


def _group_of(claimed: Typed, claim: Sentence) -> str:
    """Return what a number tells the size of: the party of "a party of 11", "une \u00e9quipe de 7"; "" for none."""
    tokens, first = claim.tokens, token_at(claim.starts, claimed.start)
    first -= tokens[first - 1] in EXACTLY if first else 0
    if first <= _LEAST or tokens[first - 1] not in _GROUP_OF or tokens[first - _LEAST - 1] not in _ONE_OF:
        return ""
    return tokens[first - _LEAST] if _stands_in_front(tokens, first - _LEAST - 1) else ""


def _counted_noun(sentence: Sentence, end: int) -> str:
    """Return the word after a number that ends at `end`: what it counts; "" for none."""
    if sentence.code == "zh":
        return sentence.text[end : end + _HEAD].lstrip(_HAN_MEASURES)[:2]
    following = sentence.tokens[token_at(sentence.starts, end) :][:1]
    return "" if not following or following[0] in sentence.lexicon.stop or len(following[0]) < _HEAD else following[0]


def _counts_the_same(claimed: Typed, claim: Sentence, bound: _Bound) -> bool:
    """Return whether a bound counts what the claim counts; always where they have a unit."""
    if claimed.unit:
        return True
    if group := _group_of(claimed, claim):
        # A party of 11, of "parties of more than ten people", whatever its members are called.
        sentence, start = bound.place.sentence, bound.place.literal.start
        last = token_at(sentence.starts, start)
        before = sentence.tokens[max(0, last - _REACH) : last]
        return not bound.place.literal.unit and any(_is_alike(group, t, claim.code) for t in before)
    mine, theirs = _counted_noun(claim, claimed.end), _counted_noun(bound.place.sentence, bound.end)
    if not bound.place.literal.unit and mine and theirs:
        return _is_alike(mine, theirs, claim.code)
    return False


def _is_alike(mine: str, theirs: str, code: str) -> bool:
    return mine == theirs or (mine[:_HEAD] == theirs[:_HEAD] and akin(*sorted((mine, theirs)), code))


def _is_of_one(claimed: Typed, claim: Sentence, such: frozenset[str] = _SUCH) -> bool:
    """Return whether a size stands with "a" or "any": a 3 kg parcel, an order of 60 euros, someone aged 9."""
    tokens, first, last = claim.tokens, token_at(claim.starts, claimed.start), token_at(claim.starts, claimed.end)
    if first and tokens[first - 1] in EXACTLY:
        first -= 1
    before = tokens[first - 1] if first else ""
    if before in _ONE_OF and claimed.unit:
        following = tokens[last] if last < len(tokens) else ""
        if claimed.text.lower().endswith("old"):
            return _stands_in_front(tokens, first - 1)
        return bool(following) and following not in claim.lexicon.stop and _stands_in_front(tokens, first - 1)
    if first > _LEAST and before in _IS and tokens[first - 2] in _WHO:
        return _stands_in_front(tokens, max(0, first - 4)) or _stands_in_front(tokens, max(0, first - 3))
    if before not in such:
        return False
    near = range(first - 2, max(-1, first - 2 - _REACH), -1)
    one = next((i for i in near if tokens[i] in _ONE_OF or tokens[i] in _PEOPLE), None)
    return one is not None and _stands_in_front(tokens, one)


def _stands_in_front(tokens: Sequence[str], index: int) -> bool:
    """Return whether a thing is what the claim is about, or whom for: not what somebody gets or pays."""
    return index < _FRONT or tokens[index - 1] in _FOR


def instance_places(claimed: Typed, claim: Sentence, passages: Sequence[Passage]) -> list[Place]:
    """Return where bounds stand that let in a number which is an instance of theirs: of two on one side, the closer."""
    value = claimed.values[0]
    if found := edition_places(claimed, claim, passages):
        return found
    if not isinstance(value, Decimal) or not is_instance(claimed, claim):
        return []
    held = [b for p in passages for b in _bounds(p, claimed) if b.holds(value) and _counts_the_same(claimed, claim, b)]
    lows = [b.low for b in held if b.low is not None and b.high is None]
    highs = [b.high for b in held if b.high is not None and b.low is None]
    return [
        b.place
        for b in held
        if not (b.high is None and b.low != max(lows)) and not (b.low is None and b.high != min(highs))
    ]


def told_of_instance(claim: Sentence, passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages with the sentence that tells of several sizes cut down to what it tells of the claim's; none where none does."""
    for literal in claim.typed:
        if not literal.firm or not is_instance(literal, claim):
            continue
        places = instance_places(literal, claim, passages)
        if len(places) != 1 or places[0].sentence.cells:
            continue
        place = places[0]
        text = place.sentence.text
        start, end, shared = _part(place, literal, claim)
        if len(list(_bounds_in(place, literal))) < _LEAST or (start, end) == (0, len(text)):
            continue
        part = f"{text[:shared]} {text[start:end].strip(' ,;')}."
        return [
            Passage(p.text.replace(text, part, 1), p.code) if p is place.passage and text in p.text else p
            for p in passages
        ]
    return []


def _bounds_in(place: Place, instance: Typed) -> Iterator[_Bound]:
    return (b for b in _bounds(place.passage, instance) if b.place.sentence is place.sentence)


def left_out(instance: Typed, place: Place) -> bool:
    """Return whether a place stands in a sentence of which every bound leaves an instance out: what is said for under two years."""
    value = instance.values[0]
    bounds = [b for b in _bounds(place.passage, instance) if b.place.sentence is place.sentence]
    return isinstance(value, Decimal) and bool(bounds) and not any(b.holds(value) for b in bounds)


def _bounds(passage: Passage, claimed: Typed) -> Iterator[_Bound]:
    for sentence in passage.with_literals[:_MOST]:
        typed = sentence.typed
        for index, literal in enumerate(typed):
            value = _in_unit(literal, claimed)
            if value is None:
                continue
            place = Place(literal, sentence, passage, (literal,))
            if literal.comparator == "low":
                top = _in_unit(typed[index + 1], claimed) if index + 1 < len(typed) else None
                exclusive = bool(_EXCLUSIVE.search(sentence.text[max(0, literal.start - _LONGEST) : literal.start]))
                if top is not None:
                    yield _Bound(place, typed[index + 1].end, value, top, exclusive, open_high=False)
                continue
            if not literal.comparator and (top := _top_of(typed, index, claimed, sentence)) is not None:
                yield _Bound(place, typed[index + 1].end, value, top, open_low=False, open_high=False)
                continue
            comparator: Comparator = literal.comparator or literal.also
            if comparator in {">", ">="}:
                yield _Bound(place, literal.end, value, None, comparator == ">", open_high=False)
            elif comparator in {"<", "<="}:
                yield _Bound(place, literal.end, None, value, open_low=False, open_high=comparator == "<")


def _top_of(typed: Sequence[Typed], index: int, claimed: Typed, sentence: Sentence) -> Decimal | None:
    """Return the other end of "de 4 \u00e0 11 ans" or "from 4 to 11 years"."""
    if index + 1 >= len(typed) or not _TO.fullmatch(sentence.text, typed[index].end, typed[index + 1].start):
        return None
    return _in_unit(typed[index + 1], claimed)


def _in_unit(literal: Typed, claimed: Typed) -> Decimal | None:
    value = literal.values[0]
    if literal.kind != "number" or not isinstance(value, Decimal) or literal.per:
        return None
    if literal.unit == claimed.unit:
        return value
    if not literal.unit:
        # "Children under 6": ages have no unit, nor have they in the claim where it says "aged 9".
        return value if claimed.unit == "year" and not is_year(literal) else None
    return convert(value, literal.unit, claimed.unit)


def said_of_another(
    claim: Sentence, instance: Typed, places: Sequence[Place], others: Sequence[Sequence[Place]]
) -> str | None:
    """Return the bound that an instance is let in by, where what the claim says of it stands with another bound.

    `others` are the places of the claim's other literals.
    """
    wrong: str | None = None
    for place in places:
        if _agrees(claim, instance, place, others):
            return None
        wrong = wrong or f"{instance.text} belongs to {place.literal.text}, of which this is not said"
    return wrong


def _agrees(claim: Sentence, instance: Typed, place: Place, others: Sequence[Sequence[Place]]) -> bool:
    sentence = place.sentence
    if sentence.cells:
        column = _column(place)
        return all(any(_column(p) == column or p.sentence is sentence for p in found) for found in others if found)
    start, end, shared = _part(place, instance, claim)
    for found in others:
        if found and not any(p.sentence is sentence and start <= p.literal.start < end for p in found):
            return False
    inside = frozenset(
        t for t, at in zip(sentence.tokens, sentence.starts, strict=True) if start <= at < end or at < shared
    )
    told = claim.words - claim.lexicon.stop - claim.lexicon.common - words_inside(claim, instance)
    # "Does not pay" is said of what is exempt: whether a denial is right is asked of the whole claim.
    denied = not claim.lexicon.negators.isdisjoint(claim.words) and claim.lexicon.negators.isdisjoint(inside)
    if not _PRONOUNS.isdisjoint(inside):
        # "It goes back to the card" is said of what stands before the number: a refund of $10.
        told -= frozenset(claim.tokens[: token_at(claim.starts, instance.start)])
    if not denied and any(_turned(t, inside, claim) for t in told):
        return False
    if _leaves_out_its_noun(place, others, end) or _tells_it_apart(place, others, (start, end)):
        return True
    elsewhere = sentence.words - inside
    for other in place.passage.sentences[max(0, sentence.index - 2) : sentence.index + 3]:
        if other is not sentence and (
            not _OTHER.isdisjoint(other.words) or any(_in_unit(x, instance) is not None for x in other.typed)
        ):
            elsewhere |= other.words - inside
    return not any(
        t in elsewhere and not any(t[:_HEAD] == o[:_HEAD] and akin(*sorted((t, o)), claim.code) for o in inside)
        for t in told
    )


def _leaves_out_its_noun(place: Place, others: Sequence[Sequence[Place]], end: int) -> bool:
    """Return whether the part of a bound ends with another number of the claim, whose noun stands before: need two."""
    text = place.sentence.text
    return any(
        p.sentence is place.sentence and p.literal is not place.literal and not _WORD.search(text, p.literal.end, end)
        for found in others
        for p in found
    )


def _tells_it_apart(place: Place, others: Sequence[Sequence[Place]], part: tuple[int, int]) -> bool:
    """Return whether another number of the claim stands in the part of a bound and nowhere else."""
    return any(
        found and all(p.sentence is place.sentence and part[0] <= p.literal.start < part[1] for p in found)
        for found in others
    )


def _turned(word: str, there: frozenset[str], claim: Sentence) -> bool:
    """Return whether a part of a span has only the opposite of a word of a claim: refused, of a parcel that is accepted."""
    lex = claim.lexicon
    return any(
        not lex.facing[place].isdisjoint(there - claim.words) and lex.poles[place].isdisjoint(there)
        for place in lex.opposites.get(word, ())
    )


def _is_price(literal: Typed) -> bool:
    return bool(_MONEY.fullmatch(literal.unit))


def _column(place: Place) -> int:
    return next((i for i, (a, b) in enumerate(place.sentence.cells) if a <= place.literal.start < b), -1)


def _part(place: Place, instance: Typed, claim: Sentence) -> tuple[int, int, int]:
    """Return where the part of a sentence that has a bound begins and ends, and where what all its parts share ends."""
    sentence, text = place.sentence, place.sentence.text
    typed = sentence.typed
    tops = {i + 1 for i, x in enumerate(typed) if _top_of(typed, i, instance, sentence) is not None}
    bounds = [
        x
        for i, x in enumerate(typed)
        if i not in tops
        and x.comparator != "high"
        and _in_unit(x, instance) is not None
        and (x.comparator or x.also or (instance.unit and x.unit in {instance.unit, ""} and not _is_price(x)))
    ]
    if is_edition(instance, claim):
        bounds = edition_bounds(instance, claim, sentence)
    start, end = 0, len(text)
    for other in bounds:
        if other.end <= place.literal.start:
            cuts = [m.end() for m in _ENDS.finditer(text, other.end, place.literal.start)]
            start = cuts[-1] if cuts else (other.end + place.literal.start) // 2
        elif other.start > place.literal.start:
            cuts = [m.start() for m in _ENDS.finditer(text, place.literal.end, other.start)]
            end = cuts[-1] if cuts else (place.literal.end + other.start) // 2
            break
    colon = text.find(":", 0, bounds[0].start) if bounds else -1
    return start, end, max(0, colon)
