"""Arithmetic an answer does on the values of its spans: sums, differences, ratios, changes in percent, counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import pairwise

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.units import convert, dimension, in_base
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year

_CUES = {
    "sum": "total totals totalling together sum combined altogether zusammen insgesamt summe gesamt total ensemble somme juntos suma conjunto toplam birlikte 共 总共 合计 一共 both in_all overall",
    "difference": "majority margin lead leads ahead yet outstanding still hinzu dazu zus\u00e4tzlich more less fewer difference higher lower longer shorter older younger cheaper heavier lighter increase increased decrease decreased rose fell drop dropped grew saved savings extra additional after before between apart gap than rise rises rising fall falls larger smaller taller earlier later ago up down by remaining remain remains leaves leaving apart aside excluding without otherwise left rest others "
    "mehr weniger unterschied differenz höher niedriger länger kürzer teurer günstiger plus moins différence écart más menos diferencia fark fazla az arttı azaldı yükseldi düştü gestiegen stieg gesunken sank um früher später baissé augmenté hausse baisse subió bajó aumentó disminuyó resto restantes perdió ganó perdu gagné verlor verloren gewonnen lost gained zam zamlandı zamlanarak artırıldı düşürüldü 多 少 差 相差 减 增 降 涨 高 低 贵 升 跌 调 长 短 重 轻",
    "ratio": "times twice double half triple percent grew increased rose growth fell decreased decline ratio share fold mal doppelt prozent fois double moitié veces doble kat yarısı 倍 increase rise dropped reduction higher lower more average mean per",
}
_WORDS = {kind: frozenset(fold(words).split()) for kind, words in _CUES.items()}
_HALVES = frozenset({Decimal("0.5"), Decimal(50)})
_HALVED = frozenset("halved halves halving halbiert halbierte halbieren".split())
_HOW_OFTEN = frozenset(
    "daily weekly monthly yearly annually nightly hourly a an per each every t\u00e4glich taglich pro am par por al gunde".split()
)
_LASTING = frozenset(
    "took take takes lasted lasts spent lasting within ruled reigned served dauerte dauert pris dure duro tard\u00f3 tardo s\u00fcrdu surdu".split()
)
_REST = frozenset(
    "remaining remain remains left rest other others remainder restliche ubrige ubrigen rest autres reste resto restantes demas diger kalan".split()
)
_NEGATIVE = frozenset(
    "outflow outflows loss losses deficit shortfall verlust defizit perte deficit perdida zarar".split()
)
_MORE_THAN = re.compile(
    r"\s?(?:[^\W\d_]{3,12}\s)?(?:(more than|de plus qu|m\u00e1s que|mehr als)|(?:less than|fewer than|de moins qu|menos que|weniger als))",
    re.IGNORECASE,
)
_JOINED = re.compile(r",|\b(?:and|plus|und|et|y|ve)\b|\u548c")
_TO = re.compile(r"\s(?:to|auf|\u00e0|a)\s", re.IGNORECASE)
_MOST = 24
_MOVED = 5
_NOTHING_FOLLOWS = re.compile(r"\s?(?:[.,;)]|$)")
_IN_ALL = re.compile(
    r"\b(?:in all|all told|all in all|in sum|alles in allem|en tout|au total|en total)\b", re.IGNORECASE
)
_ALL_BUT = re.compile(
    r"\b(?:all (?:but|except)|all of (?:them|the [^\W\d_]+) (?:but|except)|alle bis auf|alle au\u00dfer|tous sauf|toutes sauf|todos menos|todas menos|hari\u00e7)\b|\u9664",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|compared (?:with|to)|(?:up|down) from|against|versus|not|statt|anstelle von|gegen\u00fcber|au lieu de|contre|en (?:vez|lugar) de|frente a|yerine)\s$",
    re.IGNORECASE,
)
_ROUNDING = Decimal("0.005")


def derived(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return how a number of the claim follows from numbers of the sentences, as arithmetic one can check, or None.

    Only tried where the claim has a word that announces arithmetic, such as total, more than, times or percent.
    """
    wanted = claimed.values[0]
    if claimed.kind != "number" or not isinstance(wanted, Decimal):
        return None
    if _is_frequency(claimed, claim):
        return None
    return (
        _of_its_own(claimed, wanted, claim)
        or _halved(claimed, wanted, sentences)
        or _by_ratio(claimed, wanted, claim, sentences)
        or _by_operands(claimed, wanted, claim, sentences)
        or _compared_there(wanted, claimed, sentences)
    )


def _of_its_own(claimed: Typed, wanted: Decimal, claim: Sentence) -> str | None:
    """Return what the other numbers of the claim make: four members, two managers and two employees; 57, all but seven of 64."""
    own = [
        v
        for x in claim.typed
        if x is not claimed and x.kind == "number" and x.unit in {"", claimed.unit}
        for v in x.values[:1]
    ]
    numbers = [v for v in own if isinstance(v, Decimal)]
    if _ALL_BUT.search(claim.text) and (found := _difference(wanted, numbers)):
        return found
    return " + ".join(map(_show, numbers)) if len(numbers) > 1 and sum(numbers) == wanted else None


def _halved(claimed: Typed, wanted: Decimal, sentences: Sequence[Sentence]) -> str | None:
    if claimed.unit not in {"part", "%"} or wanted not in _HALVES:
        return None
    return next((t for s in sentences for t in s.tokens if t in _HALVED), None)


def _by_ratio(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    if claimed.unit == "times" or (claimed.unit == "%" and claim.words & _WORDS["ratio"]):
        return _ratio(wanted, claimed.unit, sentences, up=_grows(claim) if claimed.unit == "%" else None)
    if claimed.unit == "%":
        # A share that nothing announces must be one of two numbers of one sentence.
        return next((shown for s in sentences if (shown := _ratio(wanted, "%", [s], shares=True))), None)
    return None


def _by_operands(claimed: Typed, wanted: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    words = claim.words
    if claimed.unit in {"times", "%"} and not words & _WORDS["difference"]:
        return None
    if claimed.unit == "year" and words & _LASTING and (shown := _difference(wanted, _years(sentences))):
        return shown
    operands = _operands(claimed, sentences)
    age = _difference(wanted, _years(sentences)) if _is_age(claimed, claim) else None
    if found := age or _by_sum(claimed, claim, operands) or _of_a_list(claimed, claim, sentences):
        return found
    if not words.isdisjoint(claim.lexicon.negators) and any(v in operands for v in _others(claimed, claim)):
        # "12 of the 20 are not" is what the span leaves of 20.
        return _difference(wanted, operands)
    if (words.isdisjoint(_WORDS["difference"]) and not _moved(claimed, claim)) or (
        claimed.unit == "%" and words.isdisjoint(_REST)
    ):
        # From 38% to 41% are 3 percentage points, and no 3 percent.
        return None
    found = _difference(wanted, operands)
    return found or _between_years(claimed, wanted, sentences)


def _moved(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a word near a number says that something went up or down by it."""
    first, last = token_at(claim.starts, claimed.start), token_at(claim.starts, claimed.end)
    return not claim.lexicon.moves.isdisjoint(claim.tokens[max(0, first - _MOVED) : last + _MOVED])


def _by_sum(claimed: Typed, claim: Sentence, operands: Sequence[Decimal]) -> str | None:
    """Return the sum that a claim announces, less than nothing where it speaks of a loss."""
    wanted = claimed.values[0]
    if not isinstance(wanted, Decimal) or not (announces_sum(claim) or "\u548c" in claim.text):
        return None
    lost = _sum(-wanted, operands) if claim.words & _NEGATIVE else None
    return lost or _sum(wanted, _named(claimed, claim, operands))


def _of_a_list(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the sum of all that a sentence counts one after the other, by a name that fits all or none: 19 vehicles, of 12 vans and 7 trucks."""
    wanted, mine = claimed.values[0], _counted(claim, claimed)
    if claimed.unit or not mine:
        return None
    for sentence in sentences:
        listed = [x for x in sentence.typed if x.kind == "number" and not x.unit and not is_year(x)]
        gaps = [sentence.text[a.end : b.start] for a, b in pairwise(listed)]
        if len(listed) < 2 or not all(_JOINED.search(gap) for gap in gaps):  # noqa: PLR2004 -- one is no list
            continue
        values = [x.values[0] for x in listed]
        nouns = [_counted(sentence, x) for x in listed]
        fits = all(len({noun in each for each in nouns}) == 1 for noun in mine)
        numbers = [v for v in values if isinstance(v, Decimal)]
        if fits and len(numbers) == len(values) and sum(numbers) == wanted:
            return " + ".join(map(_show, numbers))
    return None


def _counted(sentence: Sentence, literal: Typed) -> frozenset[str]:
    """Return the telling words right behind a number, without the ending of a plural."""
    first = token_at(sentence.starts, literal.end)
    return frozenset(t.removesuffix("s") for t in sentence.tokens[first : first + 2] if t not in sentence.lexicon.stop)


def _between_years(claimed: Typed, wanted: Decimal, sentences: Sequence[Sentence]) -> str | None:
    if claimed.unit not in {"year", ""}:
        return None
    return _difference(wanted, _years(sentences, dated=claimed.unit == "year"))


def _others(claimed: Typed, claim: Sentence) -> list[object]:
    return [v for x in claim.typed if x is not claimed and x.kind == "number" for v in x.values]


def _named(claimed: Typed, claim: Sentence, operands: Sequence[Decimal]) -> Sequence[Decimal]:
    """Return the operands that the claim itself names, where it names two or more: its sum is of those and no others."""
    told = {v for literal in claim.typed if literal is not claimed for v in literal.values}
    named = [value for value in operands if value in told and value != claimed.values[0]]
    return named if len(named) > 1 else operands


def announces_sum(claim: Sentence) -> bool:
    """Return whether a claim has a word that announces a sum, such as total or altogether."""
    return not claim.words.isdisjoint(_WORDS["sum"]) or _IN_ALL.search(claim.text) is not None


def _difference(wanted: Decimal, operands: Sequence[Decimal]) -> str | None:
    return next((f"{_show(a)} - {_show(b)}" for a in operands for b in operands if a - b == wanted), None)


def _is_age(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a number says how old somebody was: at 60, aged about 60."""
    before = claim.tokens[: token_at(claim.starts, claimed.start)]
    while before and before[-1] in {"about", "around", "the", "age", "of", "some"}:
        before = before[:-1]
    return claimed.unit in {"", "year"} and before[-1:] in (["at"], ["aged"], ["mit"])


def _years(sentences: Sequence[Sentence], *, dated: bool = True) -> list[Decimal]:
    """Return the years of the sentences, those inside dates too where `dated`."""
    found = [_year(x, dated=dated) for s in sentences for x in s.typed]
    return [year for year in dict.fromkeys(found) if year is not None][:_MOST]


def _year(literal: Typed, *, dated: bool) -> Decimal | None:
    value = literal.values[0]
    if is_year(literal) and isinstance(value, Decimal):
        return value
    inside = dated and literal.kind == "date" and isinstance(value, tuple) and value[0]
    return Decimal(value[0]) if inside and isinstance(value, tuple) else None


def _compared_there(wanted: Decimal, claimed: Typed, sentences: Sequence[Sentence]) -> str | None:
    """Return "128,000 - 12,000" where a span says that one value is so much more, or less, than the one that is claimed."""
    for sentence in sentences:
        for literal in sentence.typed[:_MOST]:
            gap = literal.values[0]
            match = _MORE_THAN.match(sentence.text, literal.end)
            if match is None or not isinstance(gap, Decimal) or literal.unit != claimed.unit:
                continue
            for other in sentence.typed[:_MOST]:
                value = other.values[0]
                if other is literal or other.unit != claimed.unit or not isinstance(value, Decimal) or is_year(other):
                    continue
                if (value - gap if match[1] else value + gap) == wanted:
                    return f"{_show(value)} {'-' if match[1] else '+'} {_show(gap)}"
    return None


def _operands(claimed: Typed, sentences: Sequence[Sentence]) -> list[Decimal]:
    found: list[Decimal] = []
    for sentence in sentences:
        for literal in sentence.typed:
            value = literal.values[0]
            if literal.kind != "number" or not isinstance(value, Decimal):
                continue
            if (
                literal.unit != claimed.unit
                and literal.unit
                and claimed.unit
                and {literal.unit, claimed.unit} != {"%", "pp"}
            ):
                converted = convert(value, literal.unit, claimed.unit)
                if converted is not None:
                    found.append(converted)
            elif not literal.unit and claimed.unit and _shares_unit(sentence, literal, claimed.unit):
                # "From 9.80 to 11.20 euros" are euros both.
                found.append(value)
            elif literal.unit == claimed.unit or (claimed.unit == "pp" and literal.unit == "%"):
                found.append(value)
    return list(dict.fromkeys(found))[:_MOST]


def _shares_unit(sentence: Sentence, literal: Typed, unit: str) -> bool:
    index = sentence.typed.index(literal) + 1
    following = sentence.typed[index] if index < len(sentence.typed) else None
    if _NOTHING_FOLLOWS.match(sentence.text, literal.end) and any(x.unit == unit for x in sentence.typed[: index - 1]):
        # "340 litres a minute, the west pump 290."
        return True
    return (
        following is not None
        and following.unit == unit
        and _TO.fullmatch(sentence.text[literal.end : following.start]) is not None
    )


def _sum(wanted: Decimal, operands: Sequence[Decimal]) -> str | None:
    for index, a in enumerate(operands):
        for b in operands[index + 1 :]:
            if a + b == wanted:
                return f"{_show(a)} + {_show(b)}"
    if len(operands) > 2 and sum(operands) == wanted:  # noqa: PLR2004 -- two were tried above
        return " + ".join(map(_show, operands))
    return None


def _is_frequency(claimed: Typed, claim: Sentence) -> bool:
    """Return whether "twice" says how often and not how much: twice daily, twice a week."""
    following = claim.tokens[token_at(claim.starts, claimed.end) :][:1]
    return claimed.unit == "times" and bool(claimed.per or (following and following[0] in _HOW_OFTEN))


def _grows(claim: Sentence) -> bool | None:
    """Return whether a claim says that something went up, or down; None where it says neither or both."""
    poles, words = claim.lexicon.poles, claim.words
    up, down = (not poles.get((0, side), frozenset()).isdisjoint(words) for side in (0, 1))
    return None if up == down else up


def _unit_left_out(sentence: Sentence, literal: Typed) -> str:
    """Return the unit of the number before one that stands for it: 12 months instead of 8."""
    if not _INSTEAD.search(sentence.text, max(0, literal.start - 24), literal.start):
        return ""
    before = [x for x in sentence.typed if x.end <= literal.start and x.kind == "number"]
    return before[-1].unit if before and _NOTHING_FOLLOWS.match(sentence.text, literal.end) else ""


def _ratio(
    wanted: Decimal, unit: str, sentences: Sequence[Sentence], *, shares: bool = False, up: bool | None = None
) -> str | None:
    """Return the two values whose ratio is wanted; `up` says which of them a change in percent begins with: the smaller, or the larger."""
    by_unit: dict[str, list[Decimal]] = {}
    for sentence in sentences:
        for literal in sentence.typed:
            value = literal.values[0]
            if literal.kind == "number" and isinstance(value, Decimal) and not is_year(literal):
                base, name = in_base(value, literal.unit or _unit_left_out(sentence, literal))
                by_unit.setdefault(dimension(name) if name else "", []).append(base)
    for values in by_unit.values():
        distinct = list(dict.fromkeys(values))[:_MOST]
        for a in distinct:
            for b in distinct:
                if a == b or not b or (shares and a > b) or (up is not None and up != (a > b)):
                    continue
                if shown := _as_ratio(wanted, unit, a, b):
                    return shown
    return None


def _as_ratio(wanted: Decimal, unit: str, a: Decimal, b: Decimal) -> str | None:
    try:
        ratio = a / b
    except (DivisionByZero, InvalidOperation):
        return None
    if unit == "times":
        return f"{_show(a)} / {_show(b)}" if abs(ratio - wanted) <= _ROUNDING * abs(wanted) else None
    step = Decimal(1).scaleb(min(0, _exponent(wanted))) / 2
    if abs(abs(ratio - 1) * 100 - abs(wanted)) <= step * Decimal("1.0001"):
        return f"from {_show(b)} to {_show(a)}"
    if ratio < 1 and abs(ratio * 100 - wanted) <= step * Decimal("1.0001"):
        return f"{_show(a)} of {_show(b)}"
    return None


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _show(value: Decimal) -> str:
    return f"{value.normalize():f}"
