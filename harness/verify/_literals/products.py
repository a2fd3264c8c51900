"""Products an answer makes of the values of its spans: shares, discounts, rates, and how long from one time to another."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.units import SYMBOLS, convert
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year

_WHOLES = {"%": Decimal(100), "part": Decimal(1)}
_OF = re.compile(r"\b(?:of|von|der|des|de|du|d'|del|of which)\b|[\u7684\u4e2d]", re.IGNORECASE)
_AS_MUCH = re.compile(
    r"\s(?:as (?:much|many|long|high|heavy)|the (?:price|rate|fee|cost|amount)|so viel|so hoch|plus cher)\b",
    re.IGNORECASE,
)
_WAS = frozenset(
    "before previously earlier formerly originally vorher zuvor fr\u00fcher fruher avant auparavant antes anteriormente once eskiden".split()
)
_FROM = frozenset("from used von de desde had".split())
"""Words that make of "twice as many as before" what it was: half of what it is."""
_LOWERS = frozenset(
    "lowers lower lowered discount discounts discounted cheaper reduces reduced reduction off less rebate rabatt g\u00fcnstiger gunstiger erm\u00e4\u00dfigt ermassigt remise r\u00e9duction reduction descuento rebaja indirim".split()
)
_RAISES = frozenset(
    "raises raised surcharge surcharges extra increases increased more aufschlag zuschlag suppl\u00e9ment supplement recargo".split()
)
_YEARLY = frozenset(
    "year yearly annual annually jahr jahrlich an annuel annuellement ano anual anualmente yil yillik".split()
)
_MONTHLY = frozenset("month monthly monat monatlich mois mensuel mes mensual ay aylik".split())
_WEEKLY = frozenset("week weekly woche wochentlich semaine semana semanal hafta haftalik".split())
_IN_A_YEAR = ((_MONTHLY, "month", 12), (_WEEKLY, "week", 52))
_PAYMENTS = frozenset(
    "instalment instalments installment installments payment payments rate raten teilzahlung teilzahlungen versement versements mensualite mensualites cuota cuotas plazo plazos pago pagos taksit taksitte taksitle".split()
)
_EQUAL_PARTS = frozenset("equal identical same gleich gleiche gleichen egaux egales egal iguales esit".split())
_EACH = re.compile(
    r"(?:^|\s)(?:per|a|an|each|every|for each|for every|pro|je|par|por)\s(?:[^\W\d_]{3,14}\s)?([^\W\d_]{2,12})",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[\s,]{0,2}(?:out of|in|of|von|sur|de|of the|out of the)(?: every| the)?\s", re.IGNORECASE)
_MONEY = re.compile("[A-Z]{3}")
_PERIOD = re.compile(r"\b(?:the|this|that|each|every|per|last|next|first|second|third|fourth|final)\s$", re.IGNORECASE)
"""What stands before the quarter of a year."""
_CLAUSES = re.compile(r"[,;](?!\d)|\b(?:and|while|und|et|y|ve)\b", re.IGNORECASE)
_EACH_REACH = 40
_CLOCK = {"minute": Decimal(1), "hour": Decimal(60)}
_DAYS = {"day": 1, "week": 7}
_DAY_MINUTES = 1440
_SEVERAL = 2
_MOST = 24
_TOLERANCE = Decimal("1e-12")


def multiplied(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return how a number of the claim is a product or a span of time of the sentences' values, or None.

    A share must stand in the sentence of its value; where one value is in another sentence, that one must have a telling
    word of the claim, so that another thing's value is not taken.
    """
    wanted = claimed.values[0]
    if claimed.kind != "number" or not isinstance(wanted, Decimal) or not wanted:
        return None
    return (
        _share_of(claimed, wanted, sentences)
        or _share_of_the_price(claimed, wanted, claim, sentences)
        or _instalment(claimed, wanted, claim, sentences)
        or _times_as_much(claimed, wanted, claim, sentences)
        or _discounted(claimed, wanted, claim, sentences)
        or _by_the_year(claimed, wanted, claim, sentences)
        or _at_a_rate(claimed, claim, sentences)
        or _same_share(claimed, claim, sentences)
        or _elapsed(claimed, wanted, sentences)
    )


def _equal(a: Decimal, b: Decimal) -> bool:
    """Return whether two numbers are the same but for the last digit of a third."""
    return abs(a - b) <= _TOLERANCE * abs(b)


def _numbers(sentence: Sentence, unit: str) -> Iterator[tuple[Typed, Decimal]]:
    for literal in sentence.typed[:_MOST]:
        value = literal.values[0]
        if literal.kind == "number" and literal.unit == unit and isinstance(value, Decimal) and not is_year(literal):
            yield literal, value


def _shares(sentence: Sentence) -> Iterator[tuple[Typed, Decimal]]:
    for literal in sentence.typed[:_MOST]:
        value = literal.values[0]
        whole = _WHOLES.get(literal.unit)
        if whole and literal.comparator in {"", "~"} and isinstance(value, Decimal) and 0 < value < whole:
            yield literal, value / whole


def _share_of(claimed: Typed, wanted: Decimal, sentences: Sequence[Sentence]) -> str | None:
    """Return "40% of $60"; what has no unit, and a share in words (a quarter), must be joined by "of"."""
    if claimed.unit in _WHOLES:
        return None
    for sentence in sentences:
        for share, part in _shares(sentence):
            for literal, value in _numbers(sentence, claimed.unit):
                joined = (claimed.unit and share.unit == "%") or _OF.search(
                    sentence.text, *sorted((share.end, literal.start))
                )
                if joined and _equal(part * value, wanted):
                    return f"{share.text} of {literal.text}"
    return None


def _share_of_the_price(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "half of 14 euros" where the claim's subject pays a share of the price named last before: pupils pay half."""
    for before, sentence in zip([None, *sentences], sentences, strict=False) if _MONEY.fullmatch(claimed.unit) else ():
        for share, part in _shares(sentence):
            if share.unit != "part" or _PERIOD.search(sentence.text[: share.start]):
                continue
            ahead = [(s, x) for s in (before, sentence) if s for x, _ in _numbers(s, claimed.unit)]
            ahead = [(s, x) for s, x in ahead if s is not sentence or x.end <= share.start]
            cuts = [m.end() for m in _CLAUSES.finditer(sentence.text, 0, share.start)]
            first, last = token_at(sentence.starts, cuts[-1] if cuts else 0), token_at(sentence.starts, share.start)
            told = frozenset(sentence.tokens[first:last]) - sentence.lexicon.stop
            value = ahead[-1][1].values[0] if ahead else None
            if isinstance(value, Decimal) and _equal(part * value, wanted) and not told.isdisjoint(claim.words):
                return f"{share.text} of {ahead[-1][1].text}"
    return None


def _instalment(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "$1,500 in three" where a sentence parts an amount into equal payments, and the claim says how much one is."""
    if not claimed.unit or claimed.unit in _WHOLES or _PAYMENTS.isdisjoint(claim.words):
        return None
    for sentence in sentences:
        if _PAYMENTS.isdisjoint(sentence.words) or _EQUAL_PARTS.isdisjoint(sentence.words):
            continue
        for (literal, value), (parts, count) in itertools.product(
            _numbers(sentence, claimed.unit), _numbers(sentence, "")
        ):
            noun = sentence.tokens[token_at(sentence.starts, parts.end) :][:3]
            if not _PAYMENTS.isdisjoint(noun) and count > 1 and _equal(wanted * count, value):
                return f"{literal.text} in {parts.text}"
    return None


def _times_as_much(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "twice $45" where a sentence says of one thing that it is twice as much as another."""
    told = not (_WAS | _FROM).isdisjoint(claim.words)
    for sentence in sentences if claimed.unit not in {"times", *_WHOLES} else ():
        for often, factor in _numbers(sentence, "times"):
            if not _AS_MUCH.match(sentence.text, often.end):
                continue
            for literal, value in _numbers(sentence, claimed.unit):
                was = not _WAS.isdisjoint(sentence.words)
                if _equal(wanted * factor, value) if was and told else not was and _equal(factor * value, wanted):
                    return f"{often.text} {literal.text}"
    return None


def _discounted(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    if not claimed.unit or claimed.unit in _WHOLES:
        return None
    for sentence in sentences:
        sign = -1 if not _LOWERS.isdisjoint(sentence.words) else 1 if not _RAISES.isdisjoint(sentence.words) else 0
        for share, part in _shares(sentence) if sign else ():
            for other in sentences:
                if other is not sentence and not _speaks_of(claim, other):
                    continue
                for literal, value in _numbers(other, claimed.unit):
                    if _equal(value * (1 + sign * part), wanted):
                        return f"{literal.text} {'less' if sign < 0 else 'plus'} {share.text}"
    return None


def _speaks_of(claim: Sentence, sentence: Sentence) -> bool:
    """Return whether a sentence has a telling word of the claim, which is no word for time."""
    told = claim.words - claim.lexicon.stop - claim.lexicon.common - _YEARLY - _MONTHLY - _WEEKLY
    return not told.isdisjoint(sentence.words)


def _by_the_year(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "12 x $29" where the claim speaks of a year and the value is of a month."""
    if not claimed.unit or claimed.unit in _WHOLES or _YEARLY.isdisjoint(claim.words):
        return None
    for words, period, count in _IN_A_YEAR:
        headed = any(not words.isdisjoint(s.words) for s in sentences if s.cells)
        for sentence in sentences:
            if not _speaks_of(claim, sentence):
                continue
            for literal, value in _numbers(sentence, claimed.unit):
                told = literal.per == period or not words.isdisjoint(sentence.words) or (headed and sentence.cells)
                if told and value * count == wanted:
                    return f"{count} x {literal.text}"
    return None


def _at_a_rate(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "12 x 2 days" where the claim has both 12 months and 24 days and a span says 2 days per month."""
    others = [x for x in claim.typed if x is not claimed and x.kind == "number"]
    for sentence in sentences if others else ():
        for literal in sentence.typed[:_MOST]:
            rate = literal.values[0]
            each = _EACH.search(sentence.text, literal.end, literal.end + _EACH_REACH)
            if each is None or not isinstance(rate, Decimal):
                continue
            for one, other in itertools.permutations((claimed, *others), 2):
                count, product = one.values[0], other.values[0]
                if claimed not in (one, other) or not isinstance(count, Decimal) or not isinstance(product, Decimal):
                    continue
                if count == 1 or not _counts_of(one, claim, each[1]) or other.unit != literal.unit:
                    continue
                if count * rate == product and _same_noun(other, claim, literal, sentence):
                    return f"{count.normalize():f} x {literal.text}"
    return None


def _counts_of(literal: Typed, claim: Sentence, noun: str) -> bool:
    """Return whether a number of the claim counts what a rate is per: twelve completed months, per month."""
    if literal.unit:
        return claim.lexicon.units.get(fold(noun), SYMBOLS.get(noun, "")) == literal.unit
    return any(akin(*sorted((t, fold(noun))), claim.code) or t == fold(noun) for t in _after(literal, claim))


def _same_noun(literal: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    return bool(literal.unit) or bool(set(_after(literal, claim)[:1]) & set(_after(other, source)))


def _after(literal: Typed, sentence: Sentence) -> list[str]:
    return sentence.tokens[token_at(sentence.starts, literal.end) :][:2]


def _pairs(sentence: Sentence) -> Iterator[tuple[Typed, Typed, Decimal]]:
    """Yield the two numbers of "8 of 10", with their ratio."""
    for left, right in itertools.pairwise(sentence.typed[:_MOST]):
        part, whole = left.values[0], right.values[0]
        if not (isinstance(part, Decimal) and isinstance(whole, Decimal)) or left.unit:
            continue
        if 0 < part < whole and _BETWEEN.fullmatch(sentence.text[left.end : right.start]):
            yield left, right, part / whole


def _same_share(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return "8 of 10" for "four out of five", or for 80%; and 80% for "four out of five"."""
    ratio = next((r for a, b, r in _pairs(claim) if claimed in (a, b)), None)
    if ratio is None:
        if claimed.unit not in _WHOLES or not isinstance(claimed.values[0], Decimal):
            return None
        ratio = claimed.values[0] / _WHOLES[claimed.unit]
    for sentence in sentences:
        for left, right, other in _pairs(sentence):
            if other == ratio:
                return sentence.text[left.start : right.end]
        for share, part in _shares(sentence):
            if _equal(part, ratio):
                return share.text
    return None


def _elapsed(claimed: Typed, wanted: Decimal, sentences: Sequence[Sentence]) -> str | None:
    """Return the two times, or dates, of one sentence that are as far apart as the claim says."""
    if claimed.unit not in _CLOCK and claimed.unit not in _DAYS:
        return None
    for sentence in sentences:
        times = [x for x in sentence.typed if x.kind == "time"][:_MOST]
        if claimed.unit in _CLOCK and len(times) == _SEVERAL:
            minutes = convert(wanted, claimed.unit, "minute") if claimed.unit != "minute" else wanted
            for a, b in itertools.product(times[0].values, times[1].values):
                if isinstance(a, int) and isinstance(b, int) and (b - a) % _DAY_MINUTES == minutes:
                    return f"{times[0].text} to {times[1].text}"
        dates = [x for x in sentence.typed if x.kind == "date"][:_MOST]
        if claimed.unit in _DAYS and len(dates) == _SEVERAL:
            years = [x.values[0][0] for x in dates if isinstance(x.values[0], tuple)]
            for a, b in itertools.product(_days(dates[0], years), _days(dates[1], years)):
                if a and b and (b - a).days == wanted * _DAYS[claimed.unit]:
                    return f"{dates[0].text} to {dates[1].text}"
    return None


def _days(literal: Typed, years: Sequence[int | None]) -> list[dt.date | None]:
    """Return the days of a date; one without a year is of the year that the other has."""
    known = next((y for y in years if y), None)
    return [_day((v[0] or known, *v[1:])) for v in literal.values if isinstance(v, tuple)]


def _day(value: object) -> dt.date | None:
    if not isinstance(value, tuple) or value[1] is None or value[2] is None:
        return None
    try:
        return dt.date(value[0] or 2001, value[1], value[2])
    except ValueError:
        return None
