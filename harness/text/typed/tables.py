"""Tables of money: the unit that the head's first cell names holds for every cell, and what stands in brackets is less than nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from harness.text.typed.lexicon import CODES, Lexicon, lexicon
from harness.text.typed.measures import read_scale, read_unit
from harness.text.typed.units import SYMBOLS
from harness.text.typed.values import Typed

if TYPE_CHECKING:
    from harness.text.typed.passage import Sentence

_OPENS = re.compile(r"[\s(]*(?:(?:all figures |amounts |figures )?(?:in|en)\s)?", re.IGNORECASE)
_CURRENCY = re.compile(r"([$\u20ac\u00a3\u00a5\u20ba\u20b9]|[A-Z]{3}|US\$)\s?(?=\S|$)")
_FOLLOWED = re.compile(r"[\s).:]*")
_OF = re.compile(r"^\s(?:of\s|de\s|d')", re.IGNORECASE)
_MONEY = re.compile("[A-Z]{3}")
_LONGEST = 40


def lift_money(sentences: Sequence[Sentence]) -> None:
    """Give the numbers of each row of a table of money the unit of its head, beside their plain readings."""
    amount: tuple[Decimal, str] | None = None
    inside = False
    for sentence in sentences:
        if not sentence.cells:
            inside = False
            continue
        if not inside:
            start, end = sentence.cells[0]
            cell = sentence.text[start:end].strip()
            tried = dict.fromkeys([sentence.code, *CODES])
            amount = next((found for code in tried if (found := _unit_of(cell, lexicon(code)))), None)
            inside = True
            if amount:
                # A "million" that only heads a table is no number.
                sentence.__dict__["typed"] = tuple([x for x in sentence.typed if x.start >= end])
        elif amount:
            sentence.__dict__["typed"] = tuple([_lifted(x, sentence, amount) for x in sentence.typed])


def _unit_of(text: str, lex: Lexicon) -> tuple[Decimal, str] | None:
    """Return the factor and the currency that a cell is all about: "USD million", "in Mio. Euro"; None for anything else."""
    if len(text) > _LONGEST:
        return None
    rest = text.replace(".", "")
    rest, unit = rest[_OPENS.match(rest).end() :], ""  # type: ignore[union-attr]
    if (front := _CURRENCY.match(rest)) and front[1] in SYMBOLS:
        unit, rest = SYMBOLS[front[1]], rest[front.end() :]
    rest = f" {rest.strip()}"
    scale, last = read_scale(rest, 0, lex, money=True)
    rest = rest[last:]
    if not unit:
        rest = f" {_OF.sub('', rest, count=1).strip()}"
        unit, last = read_unit(rest, 0, lex)
        rest = rest[last:]
    return (scale, unit) if _MONEY.fullmatch(unit) and _FOLLOWED.fullmatch(rest) else None


def _lifted(literal: Typed, sentence: Sentence, amount: tuple[Decimal, str]) -> Typed:
    text, (scale, unit) = sentence.text, amount
    if literal.kind != "number" or literal.unit or literal.start < sentence.cells[0][1]:
        return literal
    less = text[: literal.start].rstrip("$\u20ac\u00a3 ").endswith("(") and text[literal.end : literal.end + 1] == ")"
    plain = [-v if less else v for v in literal.values if isinstance(v, Decimal)]
    return literal.at_least_as(
        values=tuple(dict.fromkeys([*[v * scale for v in plain], *plain])), unit=unit, label=False
    )
