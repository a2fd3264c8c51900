"""Lines of money with losses in brackets: "Net cash flow, USD millions (outflows in parentheses): Q1 (12.4), Q2 8.1"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from harness.text.typed.captions import Caption, is_bracketed, unit_of_money, without_scales
from harness.text.typed.lexicon import CODES, lexicon
from harness.text.typed.values import Typed

if TYPE_CHECKING:
    from harness.text.typed.passage import Sentence

_MARKS = ("parenthes", "bracket", "Klammer", "parenth\u00e8ses", "par\u00e9ntesis", "parantez", "\u62ec\u53f7")
_SAYS_SO = re.compile(
    r"\b(?:loss(?:es)?|outflows?|negatives?|deficits?|expenses|Verluste?|Abfl\u00fcsse|Defizite?|negative \w{3,12}|pertes?|sorties|d\u00e9ficits?|p\u00e9rdidas?|salidas|zararlar|\u00e7\u0131k\u0131\u015flar)"
    r"[^():]{0,24}(?:parenthes|bracket|Klammer|parenth\u00e8ses|par\u00e9ntesis|parantez)",
    re.IGNORECASE,
)
_PIECES = re.compile(r"[(),;:]|\bin\b|\ben\b")
_YEARS = (Decimal(1900), Decimal(2100))
_LONGEST = 40


def lift_lines(text: str, sentences: Sequence[Sentence]) -> None:
    """Give the bare numbers of lines of money their unit, and a minus where they stand in brackets that mean one."""
    if not any(mark in text for mark in _MARKS):
        return
    amount: Caption | None = None
    for sentence in sentences:
        colon = sentence.text.find(":")
        if sentence.cells or colon < 0:
            amount = None
            continue
        head = sentence.text[:colon]
        if _SAYS_SO.search(head):
            amount = _money_of(head, sentence.code)
        if amount:
            sentence.__dict__["typed"] = tuple(_lifted(sentence, colon, amount))
            sentence.__dict__["signed"] = True


def is_signed(sentence: Sentence) -> bool:
    """Return whether the numbers of a line have their signs: those in brackets are below zero."""
    return bool(sentence.__dict__.get("signed"))


def _money_of(head: str, code: str) -> Caption | None:
    for piece in _PIECES.split(head):
        if 0 < len(piece) <= _LONGEST:
            for tried in dict.fromkeys([code, *CODES]):
                if found := unit_of_money(piece.strip(), lexicon(tried)):
                    return found
    return None


def _lifted(sentence: Sentence, colon: int, amount: Caption) -> Sequence[Typed]:
    text, scale, unit = sentence.text, amount.scale, amount.unit
    found: list[Typed] = []
    for literal in without_scales(sentence, colon):
        value = literal.values[0]
        if literal.start < colon or literal.kind != "number" or literal.unit or not isinstance(value, Decimal):
            found.append(literal)
            continue
        if literal.text.isdigit() and _YEARS[0] <= value < _YEARS[1]:
            found.append(literal)
            continue
        sign = -1 if is_bracketed(text, literal.start, literal.end) else 1
        values = tuple([v * scale * sign for v in literal.values if isinstance(v, Decimal)])
        found.append(literal.at_least_as(values=values, unit=unit, label=False))
    return found
