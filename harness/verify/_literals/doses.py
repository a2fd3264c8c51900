"""An amount that a rate gives: 15 mg per kg and a child of 20 kg make 300 mg; 30 tablets, two three times a day, last 5 days."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.units import convert, dimension
from harness.text.typed.values import Typed

_MOST = 24
LASTING = frozenset(
    "dose dosage dosis dosierung posologie last lasts lasting enough reicht halt dure durent suffit dura duran basta alcanza".split()
)
"""Words that say no more of a pack than that it lasts so long at the dose it is told of."""
_LASTS = frozenset(
    "last lasts lasting enough suffices sufficient reicht reichen genugt halt dure durent suffit suffisent dura duran basta alcanza yeter".split()
)
_A_DAY = frozenset("day daily tag taglich jour dia diarias gunde".split())


def dosed(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "20 kg x 15 mg per kg" where a claim has both 20 kg and 300 mg, the claimed number being one of them."""
    others = [x for x in claim.typed if x is not claimed and x.kind == "number" and x.unit]
    if claimed.kind != "number" or not claimed.unit or not others:
        return None
    for sentence in sentences:
        for rate in sentence.typed[:_MOST]:
            over, _, under = rate.unit.partition("/")
            if rate.kind != "number" or not under or "/" in under:
                continue
            for other in others:
                for size, amount in ((other, claimed), (claimed, other)):
                    if _gives(size, amount, rate, (over, under)) and amount.per == rate.per:
                        return f"{size.text} x {rate.text}"
    return None


def lasts(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "30 / (2 x 3)" where a claim says for how many days a pack of 30 lasts of which two are taken three times a day."""
    days = claimed.values[0]
    if claimed.unit != "day" or claimed.comparator or not isinstance(days, Decimal) or _LASTS.isdisjoint(claim.words):
        return None
    for taken in sentences:
        for often in taken.typed[:_MOST]:
            times = often.values[0]
            if often.unit != "times" or not isinstance(times, Decimal) or _A_DAY.isdisjoint(taken.words):
                continue
            earlier = [x for x in taken.typed if x.end <= often.start and not x.unit and x.kind == "number"]
            at = token_at(taken.starts, earlier[-1].end) if earlier else token_at(taken.starts, often.start) - 1
            each = earlier[-1].values[0] if earlier else Decimal(1)
            noun = taken.tokens[at]
            for pack in sentences:
                for held in pack.typed[:_MOST] if pack is not taken else ():
                    many, after = held.values[0], pack.tokens[token_at(pack.starts, held.end) :][:1]
                    counts = bool(after) and (after[0] == noun or akin(*sorted((after[0], noun)), pack.code))
                    if counts and isinstance(each, Decimal) and many == days * each * times:
                        return f"{held.text} / ({each} x {often.text})"
    return None


def _gives(size: Typed, amount: Typed, rate: Typed, units: tuple[str, str]) -> bool:
    over, under = units
    if dimension(size.unit) != dimension(under) or dimension(amount.unit) != dimension(over):
        return False
    values = (size.values[0], amount.values[0], rate.values[0])
    if not all(isinstance(v, Decimal) for v in values):
        return False
    count, product, each = (v for v in values if isinstance(v, Decimal))
    many, much = convert(count, size.unit, under), convert(product, amount.unit, over)
    return many is not None and much is not None and abs(many * each - much) <= Decimal("1e-9") * abs(much)
