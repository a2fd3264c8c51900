"""An amount that a rate per unit gives: 15 mg per kg and a child of 20 kg make 300 mg."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence
from harness.text.typed.units import convert, dimension
from harness.text.typed.values import Typed

_MOST = 24


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
