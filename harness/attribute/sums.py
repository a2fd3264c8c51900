"""Arithmetic that an answer does in the open and gets wrong: an equation, or a total announced over numbers of the spans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation

from harness.attribute.reading import read
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.values import read_number
from harness.verify._literals.counts import counted
from harness.verify._literals.derive import announces_sum, derived

_NUMBER = r"\d[\d.,']*(?<=\d)"
_SIGN = r"[+\u2212\u2013*x\u00d7/\u00f7-]"
_EQUATION = re.compile(rf"(?<![\w.,])({_NUMBER}(?:\s*{_SIGN}\s*{_NUMBER}){{1,8}})\s*=\s*({_NUMBER})(?!\w)")
_PARTS = re.compile(rf"({_SIGN})?\s*({_NUMBER})")
_MINUS, _TIMES, _BY = frozenset("-\u2212\u2013"), frozenset("*x\u00d7"), frozenset("/\u00f7")
_PLAIN = re.compile(rf"(?<![\w.,])({_NUMBER})(?![\w]|[.,]\d)")
_ANY_NUMBER = re.compile(r"\d")
_TWO, _THREE, _MOST = 2, 3, 12


def wrong_sum(bare: str, texts: Sequence[str]) -> str | None:
    """Return what is wrong with the arithmetic of a claim on some spans, or None where it does none or does it right."""
    if not _ANY_NUMBER.search(bare):
        return None
    for equation in _EQUATION.finditer(bare):
        value, said = _value(equation[1]), read_number(equation[2], decimal_comma=None)
        if value is not None and said and not any(abs(value - s) <= _half_unit(s) for s in said):
            return f"{equation[1]} is {_show(value)}, not {equation[2]}"
    announcing = [sentence for sentence in read(bare).sentences if announces_sum(sentence)]
    if not announcing:
        return None
    spans = [read(text) for text in texts]
    sentences = [sentence for passage in spans for sentence in passage.sentences]
    for sentence in announcing:
        if wrong := _wrong_within(sentence, spans) or _wrong_total(sentence, sentences):
            return wrong
    return None


def _wrong_within(claim: Sentence, spans: Sequence[Passage]) -> str | None:
    """Return what is wrong with "the total of 5 and 7 is 13": one number is in no span, and not what the others make."""
    written = _PLAIN.findall(claim.text)
    if not _THREE <= len(written) <= _MOST:
        return None
    values = [read_number(number, decimal_comma=claim.decimal_comma)[:1] for number in written]
    numbers = [value[0] for value in values if value]
    for number, value in zip(written, numbers, strict=False):
        others = sum(numbers) - value
        if len(numbers) == len(written) and others != value and not any(number in p.text for p in spans):
            return f"the others make {_show(Decimal(others))}, not {number}"
    return None


def _value(expression: str) -> Decimal | None:
    total, sign = Decimal(0), 1
    product: Decimal | None = None
    try:
        for operator, written in _PARTS.findall(expression):
            numbers = read_number(written, decimal_comma=None)
            if not numbers:
                return None
            number = numbers[0]
            if product is not None and operator in _TIMES:
                product *= number
            elif product is not None and operator in _BY:
                product /= number
            else:
                total += sign * (product or 0)
                product, sign = number, -1 if operator in _MINUS else 1
    except (DivisionByZero, InvalidOperation):
        return None
    return total + sign * (product or 0)


def _wrong_total(claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    for literal in claim.typed:
        if literal.kind != "number" or not literal.firm or not isinstance(literal.values[0], Decimal):
            continue
        same = [
            x.values[0]
            for sentence in sentences
            for x in sentence.typed
            if x.kind == "number" and x.unit == literal.unit and isinstance(x.values[0], Decimal)
        ]
        if literal.values[0] in same or len(set(same)) < _TWO:
            continue
        if derived(literal, claim, sentences) is None and counted(literal, claim, sentences) is None:
            return f"{literal.text} is announced as a total, and no numbers of the spans it cites add up to it"
    return None


def _half_unit(said: Decimal) -> Decimal:
    """Return half of the last digit's worth: 33.3 may be said of 100 / 3; a sum of whole numbers is exact."""
    exponent = said.as_tuple().exponent
    return Decimal(5).scaleb(exponent - 1) if isinstance(exponent, int) and exponent < 0 else Decimal(0)


def _show(value: Decimal) -> str:
    return f"{value.normalize():f}"
