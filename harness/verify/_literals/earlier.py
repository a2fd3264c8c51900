"""What something was before it changed: 13% in January, of "11% in March after falling 2 points since January"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year

_UP = frozenset(
    fold(
        "rising rose risen rise rises up increase increased increasing increases grew grown growing growth gain gained gaining climbed climbing more higher above added adding "
        "gestiegen stieg steigt Anstieg Zuwachs Plus mehr höher erhöht wuchs gewachsen zugelegt hausse augmenté augmentation augmente progressé progression plus gagné "
        "aumento aumentó aumentar subida subió subir más crecido creció incremento arttı artış artarak yükseldi yükselerek fazla"
    ).split()
)
_DOWN = frozenset(
    fold(
        "falling fell fallen fall falls down decrease decreased decreasing drop dropped dropping declined declining decline lost losing less fewer lower below shrank shed reduced reduction slipping slipped cut "
        "gesunken sank sinkt Rückgang Minus weniger niedriger gefallen fiel gesenkt verringert baisse baissé recul reculé diminué diminution moins perdu "
        "descenso descendió bajada bajó bajar caída cayó caer menos reducción redujo disminuyó azaldı azalarak düştü düşerek düşüş az"
    ).split()
)
_HAN_UP, _HAN_DOWN = re.compile("[增涨升多高]"), re.compile("[减降跌少低]")
_EARLIER = frozenset(
    fold(
        "had been previously before earlier formerly originally initially prior until vorher zuvor früher davor ursprünglich hatte avant auparavant précédemment précédente précédent "
        "antes anteriormente anterior previamente önce önceki önceden eskiden 之前 原 去年 上年"
    ).split()
)
_SINCE = frozenset(
    fold(
        "since from than over on compared against versus year-earlier in seit gegenüber als im in vom zum depuis par que en sur desde que frente respecto en göre kıyasla 比 较"
    ).split()
)
_BEFORE_REACH, _BEHIND_REACH, _THEN_REACH, _HAN_REACH = 5, 2, 4, 8
_NOT_BY = frozenset("to auf from von".split())
_TIMES_AS = re.compile(
    r"\s(?:as (?:much|many|high|large|big|long)(?: [^\W\d_]{2,14})? as|(?:the|its) [^\W\d_]{3,12} (?:of|in)|so (?:viele?|hoch|gro\u00df)(?: [^\W\d_]{2,14})? wie|plus (?:[^\W\d_]{3,14} )?qu'?e?|(?:de |m\u00e1s )?que)"
    r"\s?(?:(?:in|im|en|the|a|last|it|they|at|der|l'|l'ann\u00e9e|el|de)\s?)*(?:(\d{4})|year|decade|season|month|before|vorjahr|jahr|ann\u00e9e|a\u00f1o)",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:year before|(?:previous|preceding|prior|last) year|(?:a )?year earlier|Vorjahr\w*|ann\u00e9e pr\u00e9c\u00e9dente|a\u00f1o (?:anterior|previo)|\u00f6nceki y\u0131l\w*)\b|\u4e0a\u5e74|\u53bb\u5e74|\u524d\u4e00\u5e74",
    re.IGNORECASE,
)
_HUNDRED, _ROUNDING = Decimal(100), Decimal("0.005")
_MOST = 16


def was_before(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> tuple[str | None, str | None]:
    """Return "11% + 2" for what something was before a change, where the claim speaks of that time, and what is wrong with a value that goes the other way."""
    wanted = claimed.values[0]
    if claimed.kind != "number" or not isinstance(wanted, Decimal) or claimed.comparator or is_year(claimed):
        return None, None
    wrong: str | None = None
    for sentence in sentences:
        for value, gap, sign, then in _changes(sentence):
            if value.unit != claimed.unit and claimed.unit and value.unit:
                continue
            before, after = _undone(value, gap, sign), _undone(value, gap, -sign)
            if before is None or not _speaks_of_then(claim, sentence, value, then):
                continue
            if abs(before - wanted) <= _ROUNDING * abs(before) * (gap.unit in {"%", "times"}):
                return f"{value.text} {'-' if sign > 0 else '+'} {gap.text}", None
            if after == wanted:
                wrong = f"{claimed.text} in the answer, {before.normalize():f} before the change there"
    return None, wrong


def _changes(sentence: Sentence) -> Iterator[tuple[Typed, Typed, int, frozenset[str]]]:
    """Yield each value with what it changed by, 1 where it went up and -1 where down, and the words of the time before."""
    numbers = [x for x in sentence.typed[:_MOST] if x.kind == "number" and not is_year(x) and not x.comparator]
    for gap in numbers:
        if gap.unit == "times" and _TIMES_AS.match(sentence.text, gap.end):
            sign, then = 1, frozenset(sentence.tokens[token_at(sentence.starts, gap.end) :])
            yield from ((value, gap, sign, then) for value in numbers if value is not gap and not value.per)
            continue
        sign = _way(gap, sentence)
        if not sign:
            continue
        then = _then(gap, sentence)
        for value in numbers:
            points = value.unit == "%" and gap.unit == "pp"
            if value is not gap and (value.unit == gap.unit or points or (gap.unit == "%" and value.unit != "%")):
                yield value, gap, sign, then


def _way(gap: Typed, sentence: Sentence) -> int:
    """Return which way a sentence says that something changed by a number, right before or behind it; 0 for neither."""
    if sentence.code == "zh":
        ahead = sentence.text[max(0, gap.start - _HAN_REACH) : gap.start]
        return bool(_HAN_UP.search(ahead)) - bool(_HAN_DOWN.search(ahead))
    first, last = token_at(sentence.starts, gap.start), token_at(sentence.starts, gap.end)
    before, behind = (
        sentence.tokens[max(0, first - _BEFORE_REACH) : first],
        sentence.tokens[last : last + _BEHIND_REACH],
    )
    if before and before[-1] in _NOT_BY:
        return 0
    near = frozenset(before + behind)
    return (not _UP.isdisjoint(near)) - (not _DOWN.isdisjoint(near))


def _then(gap: Typed, sentence: Sentence) -> frozenset[str]:
    """Return the words behind "since", "than in" or "compared with": the time before the change."""
    first = token_at(sentence.starts, gap.start)
    tokens = sentence.tokens
    marks = [i for i, t in enumerate(tokens) if t in _SINCE and i > max(0, first - 2 * _BEFORE_REACH)]
    return frozenset(t for i in marks for t in tokens[i + 1 : i + 1 + _THEN_REACH]) - sentence.lexicon.stop


def _undone(value: Typed, gap: Typed, sign: int) -> Decimal | None:
    now, by = value.values[0], gap.values[0]
    if not isinstance(now, Decimal) or not isinstance(by, Decimal) or by <= 0:
        return None
    if gap.unit == "times":
        return now / by if sign > 0 else now * by
    if gap.unit == "%" and value.unit != "%":
        return now / (1 + sign * by / _HUNDRED) if by < _HUNDRED else None
    return now - sign * by


def _speaks_of_then(claim: Sentence, sentence: Sentence, value: Typed, then: frozenset[str]) -> bool:
    """Return whether a claim speaks of the time before a change: by a word such as previously, or by the time that the sentence counts from."""
    if not _EARLIER.isdisjoint(claim.words):
        return True
    named = [int(x.values[0]) for x in sentence.typed if is_year(x) and isinstance(x.values[0], Decimal)]
    if len(named) == 1 and _YEAR_BEFORE.search(sentence.text) and str(named[0] - 1) in claim.words:
        return True
    years = {t for t in then if t.isdigit() or t in sentence.lexicon.months}
    first, last = token_at(sentence.starts, value.start), token_at(sentence.starts, value.end)
    behind = 0 if sentence.code == "zh" else _THEN_REACH
    now = sentence.tokens[max(0, first - _THEN_REACH) : first] + sentence.tokens[last : last + behind]
    return bool(claim.words & years.difference(now))
