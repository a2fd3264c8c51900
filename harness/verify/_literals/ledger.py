"""Sums of labelled amounts: what is added and taken off on a bill, and the items a claim names, none of them left out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.verify._denied.clauses import clauses
from harness.verify._literals.derive import announces_sum
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import zones

_BASES = frozenset(
    fold(
        "subtotal price rate fare rent list net base amount goods order Zwischensumme Preis Nettopreis Warenwert Miete Grundpreis sous-total prix montant loyer "
        "precio importe tarifa alquiler toplam fiyat tutar \u5c0f\u8ba1 \u4ef7\u683c \u539f\u4ef7"
    ).split()
)
_ADDED = frozenset(
    fold(
        "shipping delivery handling postage tax taxes vat surcharge surcharges fee fees tip packaging insurance cleaning Versand Porto Lieferung Steuer MwSt Zuschlag "
        "Geb\u00fchr Verpackung Versandkosten livraison frais taxe TVA suppl\u00e9ment port env\u00edo gastos IVA recargo impuesto impuestos kargo KDV vergi nakliye \u8fd0\u8d39 \u7a0e \u5305\u88c5"
    ).split()
)
_TAKEN_OFF = frozenset(
    fold(
        "discount discounts rebate credit deduction voucher coupon refund Rabatt Nachlass Gutschrift Gutschein Abzug Skonto remise r\u00e9duction avoir rabais "
        "descuento rebaja bono cup\u00f3n indirim iskonto \u6298\u6263 \u4f18\u60e0 \u51cf\u514d"
    ).split()
)
_DUE = re.compile(
    r"\b(?:due|payable|to pay|pays?|amounts? to|comes? to|(?:zu )?(?:zahlen|bezahlen)|f\u00e4llig|Rechnungsbetrag|Endbetrag|\u00e0 payer|\u00e0 r\u00e9gler|s'\u00e9l\u00e8ve|a pagar|\u00f6denecek|\u00f6denir)\b|\u5e94\u4ed8|\u5b9e\u4ed8",
    re.IGNORECASE,
)
BILLING = frozenset(
    fold(
        "after adding added plus including taking taken off deducting deducted subtracting minus less amount amounts due total sum altogether overall comes come cost costs pay paid "
        "pays payable front upfront compris comprises inclus incluse charges verse versent debourse inkl inklusive einschliesslich zahlt bezahlt abona incluidos dahil nach abzug abziehen zuzuglich abzuglich zahlen bezahlen insgesamt kosten kostet betrag apres deduction ajout plus payer total montant cout "
        "tras descontar sumar pagar total importe cuesta sonra eklenince dusulunce odenecek toplam tutar"
    ).split()
)
"""Words that only say how a sum is made of what a bill has, and that it is to be paid."""
_LABEL = re.compile(r"[-*\u2022\d.)\s]*([^\d:|]{2,40}):\s?\S{0,3}$")
_FEW, _MOST = 2, 24
_SHORTEST = 4


class _Item(NamedTuple):
    """An amount of a list with the words that name it."""

    literal: Typed
    value: Decimal
    label: frozenset[str]
    code: str


def on_the_bill(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "180 + 12.50 - 20" for what is due of a bill with items that are added or taken off, or None."""
    wanted = claimed.values[0]
    if not claimed.unit or not isinstance(wanted, Decimal) or not (announces_sum(claim) or _DUE.search(claim.text)):
        return None
    items = _items(sentences, claimed.unit)
    signed = [(x, sign) for x in items if (sign := _sign(x))]
    if len(signed) < _FEW or len(signed) < len(items) or not any(not x.label.isdisjoint(_BASES) for x in items):
        return None
    told = [(x, s) for x, s in signed if not x.label.isdisjoint(_BASES) or _is_named(x, claim)]
    for chosen in (signed, told):
        if len(chosen) >= _FEW and sum(x.value * s for x, s in chosen) == wanted:
            return " ".join(f"{'-' if s < 0 else '+'} {x.literal.text}" for x, s in chosen).removeprefix("+ ")
    return None


def _sign(item: _Item) -> int:
    if not item.label.isdisjoint(_TAKEN_OFF):
        return -1
    return 1 if not item.label.isdisjoint(_ADDED | _BASES) else 0


def leaves_out(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the sum of the items of a list that a claim names, or of all where it names none, where its own sum is another one.

    A claim that has a number beside its sum may speak of so many of them, and is left alone.
    """
    wanted = claimed.values[0]
    numbers = [x for x in claim.typed if x.kind == "number" and x.firm and not is_year(x)]
    if not isinstance(wanted, Decimal) or len(numbers) > 1 or not announces_sum(claim) or claimed.comparator == "~":
        return None
    for items in _lists(sentences, claimed.unit):
        if len(items) <= _FEW or any(x.value == wanted for x in items) or any(_sign(x) < 0 for x in items):
            continue
        part = _is_part(wanted, items)
        named = [x for x in items if _is_named(x, claim)]
        meant = named if len(named) > 1 else items if not named else []
        if part and meant and sum(x.value for x in meant) != wanted:
            return " + ".join(x.literal.text for x in meant)
    return None


def named_items(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "900 + 600 + 250" for the sum of the items of a list that a claim names, or None."""
    wanted = claimed.values[0]
    if not isinstance(wanted, Decimal) or not announces_sum(claim):
        return None
    for items in _lists(sentences, claimed.unit):
        named = [x for x in items if _is_named(x, claim)]
        if len(named) > 1 and sum(x.value for x in named) == wanted and all(_sign(x) >= 0 for x in named):
            return " + ".join(x.literal.text for x in named)
    return None


def _is_part(wanted: Decimal, items: Sequence[_Item]) -> bool:
    """Return whether a number is the sum of some items of a list."""
    sums = {Decimal(0)}
    for item in items[:10]:
        sums |= {s + item.value for s in sums}
    return wanted in sums


def _is_named(item: _Item, claim: Sentence) -> bool:
    return any(
        w in claim.words
        or (len(w) > _SHORTEST and any(t[:3] == w[:3] and akin(*sorted((w, t)), item.code) for t in claim.words))
        for w in item.label
    )


def _items(sentences: Sequence[Sentence], unit: str) -> list[_Item]:
    return [x for items in _lists(sentences, unit) for x in items][:_MOST]


def _lists(sentences: Sequence[Sentence], unit: str) -> list[list[_Item]]:
    """Return the amounts of one unit that have a label before a colon, line by line, or right before them in a list."""
    found: list[list[_Item]] = [[]]
    for sentence in sentences:
        inline = _inline(sentence, unit)
        if len(inline) > 1:
            found.append(inline)
        elif len(inline) == 1 and _LABEL.match(sentence.text, 0, inline[0].literal.start):
            found[0].append(inline[0])
    return [items for items in found if len(items) > 1]


def _inline(sentence: Sentence, unit: str) -> list[_Item]:
    numbers = [x for x in sentence.typed[:_MOST] if x.kind == "number" and x.unit == unit and not is_year(x)]
    found: list[_Item] = []
    for before, literal in itertools.pairwise([None, *numbers]):
        if literal is None:
            continue
        start = before.end if before else 0
        if before and not re.match(r"\s?(?:[,;.]|\s(?:and|und|et|y|ve)\s|\Z)", sentence.text[before.end :]):
            return []
        ahead = sentence.tokens[token_at(sentence.starts, start) : token_at(sentence.starts, literal.start)]
        colon = sentence.text.rfind(":", start, literal.start)
        if not before and 0 <= colon < literal.start - 2:
            # "Costs: rent 800" begins its list behind the colon.
            inner = sentence.tokens[token_at(sentence.starts, colon) : token_at(sentence.starts, literal.start)]
            ahead = [t for t in inner if t not in sentence.lexicon.stop] or ahead
        label = frozenset(ahead) - sentence.lexicon.stop
        value = literal.values[0]
        if not label or len(label) > _SHORTEST or not isinstance(value, Decimal):
            return []
        found.append(_Item(literal, value, label, sentence.code))
    return found


_OF_WHICH = re.compile(
    r"(?:\s\w+)?\s(?:of (?:which|whom|them|these|that|it)|davon|dont|d'entre eux|de (?:los cuales|las cuales|ellos|ellas|esta cantidad))\b",
    re.IGNORECASE,
)
_DONT = re.compile(
    r"\b(?:davon|dont|of which|de los cuales|de las cuales|bunlar\u0131n|bunun)\s?$|\u5176\u4e2d\s?$", re.IGNORECASE
)
_WHOLES = {"%": Decimal(100), "part": Decimal(1)}
_TOLERANCE = Decimal("1e-9")


def share_of_own_whole(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "300 of 1,200" for a share of a whole that the claim itself names before it: 1,200 in all, a quarter of which is paid at once.

    The part must be a value of the spans, with no words of the claim's clause that another value of its kind stands with.
    """
    share, whole = claimed.values[0], _WHOLES.get(claimed.unit)
    if whole is None or not isinstance(share, Decimal) or not 0 < share < whole:
        return None
    if not (_OF_WHICH.match(claim.text, claimed.end) or _DONT.search(claim.text, 0, claimed.start)):
        return None
    totals = [
        x
        for x in claim.typed
        if x.kind == "number" and x.end <= claimed.start and x.unit not in _WHOLES and not is_year(x)
    ]
    total = totals[-1].values[0] if totals else None
    if not isinstance(total, Decimal):
        return None
    told = _told(claimed, claim)
    for sentence in sentences:
        group = [
            x for x in sentence.typed[:_MOST] if x.kind == "number" and x.unit == totals[-1].unit and not is_year(x)
        ]
        told_with = dict(zip([x.start for x in group], zones(sentence, group), strict=True))
        for literal in group:
            part = literal.values[0]
            if not isinstance(part, Decimal) or abs(part - total * share / whole) > _TOLERANCE * total:
                continue
            mine = told_with[literal.start]
            others = frozenset().union(*[zone for start, zone in told_with.items() if start != literal.start])
            if told & (others - mine) and not told & (mine - others):
                continue
            return f"{literal.text} of {totals[-1].text}"
    return None


def _told(literal: Typed, claim: Sentence) -> frozenset[str]:
    index = token_at(claim.starts, literal.start)
    tokens = next((c.tokens for c in clauses(claim) if c.first <= index < c.last), tuple(claim.tokens))
    return frozenset([t for t in tokens if t not in claim.lexicon.stop and not t[0].isdigit()])
