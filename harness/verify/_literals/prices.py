"""What a price comes to by its own rule: 388 for 12 months at 29 with a joining fee of 40, 8 for five hours of which the first three cost more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.derive import announces_sum
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place

_ONCE = re.compile(
    r"\b(?:one[- ]off|one[- ]time|joining|sign-?up|set-?up|activation|registration|admission|enrolment|connection|initial|single payment|once"
    r"|einmalig\w*|Anmeldegeb\u00fchr|Aufnahmegeb\u00fchr|Einrichtungsgeb\u00fchr|Anschlussgeb\u00fchr|Aktivierung\w*|frais d'(?:inscription|activation|adh\u00e9sion|ouverture|installation)|unique"
    r"|matr\u00edcula|cuota de (?:alta|inscripci\u00f3n)|pago \u00fanico|tek seferlik|kay\u0131t \u00fccreti)\b|\u4e00\u6b21\u6027|\u5f00\u901a\u8d39|\u6ce8\u518c\u8d39",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:over|during|for|whole|entire|full|term|contract|throughout|Laufzeit|gesamte[nr]?|\u00fcber|dur\u00e9e|sur|pendant|toute|durante|plazo|duraci\u00f3n|s\u00fcre|boyunca)\b|\u5408\u8ba1|\u5171|\u603b",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"\b(?:monthly (?:fees|payments|instalments|charges|rent) (?:alone|add up|amount|come|total)|without|excluding|not counting|before the|ohne|sans|hors|sin)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"\b(?:first|initial|ersten?|premi[\u00e8e]re?s?|primer[oa]?s?|ilk)\s$|\u524d$|\u9996$", re.IGNORECASE
)
_EACH = re.compile(
    r"\b(?:each|every|per|apiece|je|jede[rsn]?|pro|chac[u]ne?|chaque|par|cada|por|her)\b|\u6bcf", re.IGNORECASE
)
_FURTHER = re.compile(
    r"\b(?:additional|further|extra|subsequent|thereafter|after that|beyond|following|later|weitere[nrs]?|zus\u00e4tzliche[nrs]?|danach|jede weitere|suppl\u00e9mentaires?|suivantes?|adicional(?:es)?|siguientes?|extra|ek|sonraki)\b|\u8d85\u51fa|\u4e4b\u540e|\u6bcf\u589e\u52a0",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:free|included|no charge|at no cost|kostenlos|kostenfrei|gratis|frei|inklusive|gratuite?s?|gratuitement|compris|inclus|incluid[oa]s?|\u00fccretsiz)\b|\u514d\u8d39",
    re.IGNORECASE,
)
_MONTHS = {"month": 1, "year": 12}
_MONEY = re.compile("[A-Z]{3}")
_STOPS = re.compile("[;,](?!\\d)")
_LINE = re.compile(r"[-*\u2022]?\s?[^:]{2,48}:\s")
_REACH, _LONG_REACH, _MOST = 14, 60, 24


def _is_money(unit: str) -> bool:
    return bool(_MONEY.fullmatch(unit)) or unit == "pound"


def over_the_term(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "12 x 29 + 40" for what a monthly price comes to over a term, with what is paid once unless the claim leaves that out."""
    wanted = claimed.values[0]
    if claimed.unit in _MONTHS and any(_is_money(x.unit) for x in claim.typed):
        # How long it is in the claim alone, where what that comes to is in the claim too.
        return next((t for x in claim.typed if _is_money(x.unit) and (t := over_the_term(x, claim, sentences))), None)
    if not isinstance(wanted, Decimal) or not _is_money(claimed.unit) or claimed.per:
        return None
    if not (announces_sum(claim) or _OVER.search(claim.text)):
        return None
    amounts = [(s, x, x.values[0]) for s in sentences for x in s.typed[:_MOST] if x.unit == claimed.unit]
    monthly = [(x, v) for _, x, v in amounts if x.per == "month" and isinstance(v, Decimal)]
    once = [(x, v) for s, x, v in amounts if not x.per and isinstance(v, Decimal) and _paid_once(s, x)]
    terms = [n for s in (*sentences, claim) for x in s.typed[:_MOST] for n in _months(x)]
    if len(monthly) != 1 or len(once) > 1:
        return None
    price = monthly[0][1]
    for months in dict.fromkeys(terms):
        fee = once[0][1] if once and not _ALONE.search(claim.text) else Decimal(0)
        if price * months + fee == wanted:
            return f"{months} x {monthly[0][0].text} + {fee}"
    return None


def _months(literal: Typed) -> Iterator[Decimal]:
    value = literal.values[0]
    if literal.unit in _MONTHS and isinstance(value, Decimal) and value > 0 and not is_year(literal):
        yield value * _MONTHS[literal.unit]


def _paid_once(sentence: Sentence, literal: Typed) -> bool:
    """Return whether words round an amount, up to the next one, say that it is paid once."""
    others = [x for x in sentence.typed if x is not literal and x.unit == literal.unit]
    start = max([x.end for x in others if x.end <= literal.start], default=0)
    end = min([x.start for x in others if x.start >= literal.end], default=len(sentence.text))
    return bool(
        _ONCE.search(sentence.text, max(start, literal.start - _LONG_REACH), min(end, literal.end + _LONG_REACH))
    )


def by_steps(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "3 x 2 + 2 x 1" where a claim has how many and what they cost, the claimed number being either, of a price by steps."""
    if claimed.kind != "number":
        return None
    prices = [x for x in claim.typed if _is_money(x.unit)]
    counts = [x for x in claim.typed if x.kind == "number" and not _is_money(x.unit) and not is_year(x)]
    if claimed not in (*prices, *counts):
        return None
    for price in prices:
        for count in counts:
            if claimed in (price, count) and (told := _by_steps(price, count, sentences)):
                return told
    return None


def _by_steps(price: Typed, count: Typed, sentences: Sequence[Sentence]) -> str | None:
    wanted, many = price.values[0], count.values[0]
    if not isinstance(wanted, Decimal) or not isinstance(many, Decimal):
        return None
    for step, first, after in _steps(price.unit, count.unit, sentences):
        if step < many and first + after * (many - step) == wanted:
            return f"{first} for {step}, {after} for {many - step}"
    return None


def _steps(unit: str, counted: str, sentences: Sequence[Sentence]) -> Iterator[tuple[Decimal, Decimal, Decimal]]:
    """Yield how many come first, what all of those cost, and the price of each further one."""
    for index, sentence in enumerate(sentences):
        costs = [(s, x) for s in sentences[index : index + 2] for x in s.typed if x.unit == unit]
        further = [x for s, x in costs if _is_of_further(s, x)]
        first = [x for s, x in costs if s is sentence and x not in further]
        text = sentence.text
        if len(further) == 1 and not first and _FREE.search(text):
            # What is free up to 20 kg costs 8 for each further one.
            free = [x for x in sentence.typed if x.unit == counted and "<=" in (x.comparator, x.also)]
            limits = [*free, *(x for x in sentence.typed if x.unit == counted and _FIRST.search(text[: x.start]))]
            many, other = (limits[0].values[0] if limits else None), further[0].values[0]
            if isinstance(many, Decimal) and isinstance(other, Decimal):
                yield many, Decimal(0), other
        if len(further) != 1 or len(first) != 1:
            continue
        steps = [
            x for x in sentence.typed if x.unit == counted and _FIRST.search(text[max(0, x.start - _REACH) : x.start])
        ]
        many = steps[0].values[0] if len(steps) == 1 else Decimal(1) if _of_the_first(sentence, first[0]) else None
        one, other = first[0].values[0], further[0].values[0]
        if isinstance(one, Decimal) and isinstance(other, Decimal) and isinstance(many, Decimal):
            ends = sorted((first[0].start, steps[0].start if steps else first[0].end))
            yield many, one * (many if _EACH.search(text, *ends) else 1), other


def _is_of_further(sentence: Sentence, literal: Typed) -> bool:
    """Return whether the words behind an amount, up to the next one, or right before it say that it is of each further one."""
    others = [x.start for x in sentence.typed if x.unit == literal.unit and x.start > literal.start]
    end = min([*others, literal.end + _LONG_REACH])
    before = [x.end for x in sentence.typed if x.unit == literal.unit and x.end <= literal.start]
    start = max([*before, *(m.end() for m in _STOPS.finditer(sentence.text, 0, literal.start)), 0])
    return any(_FURTHER.search(sentence.text, *ends) for ends in ((literal.end, end), (start, literal.start)))


def _of_the_first(sentence: Sentence, literal: Typed) -> bool:
    """Return whether an amount is of the first one: 4 euros for the first hour."""
    behind = fold(sentence.text[literal.end : literal.end + _LONG_REACH // 2]).split()
    return not {"first", "erste", "ersten", "premiere", "premier", "primera", "primer", "ilk"}.isdisjoint(behind[:4])


_PAYING = frozenset(
    fold(
        "sold sells sell pay pays paid cost costs charged charge charges price priced kostet kosten zahlt zahlen bezahlt bezahlen paie paient payer coûte coûtent revient cuesta cuestan paga pagan vale valen öder öderler ücreti"
    ).split()
)


def paying_words(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> frozenset[str]:
    """Return the words of a claim for paying, where all its amounts stand in lines or cells that only name a price."""
    amounts = [places for literal, places in placed if _is_money(literal.unit)]
    listed = all(
        p.sentence.cells or _LINE.match(p.sentence.text, 0, p.literal.start) for places in amounts for p in places
    )
    return _PAYING & claim.words if amounts and listed else frozenset()
