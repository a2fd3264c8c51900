"""Tables of money: the unit that the head's first cell names holds for every cell, and what stands in brackets is less than nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from harness.text.typed.fold import fold
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
_THOUSANDS = re.compile(r"\s(?:miles|milliers|bin|'?000s?)(?!\w)", re.IGNORECASE)
_LONGEST = 40
_BRACKETED = re.compile(r"[(\uff08]([^()\uff08\uff09]{3,40})[)\uff09]")
_CLOSING = re.compile(r"(?:,|:|\u2013|-)\s((?:all |figures |amounts )*in [^,:()]{3,32})[.:]?$")


def lift_money(sentences: Sequence[Sentence]) -> None:
    """Give the numbers of each row of a table of money the unit of its head, beside their plain readings."""
    amount: tuple[Decimal, str] | None = None
    inside = captioned = False
    before: Sentence | None = None
    for sentence in sentences:
        if not sentence.cells:
            inside, before = False, sentence
            continue
        if not inside:
            start, end = sentence.cells[0]
            cell = sentence.text[start:end].strip()
            tried = dict.fromkeys([sentence.code, *CODES])
            amount = next((found for code in tried if (found := unit_of_money(cell, lexicon(code)))), None)
            inside, captioned = True, amount is None
            if amount:
                # A "million" that only heads a table is no number.
                sentence.__dict__["typed"] = tuple([x for x in sentence.typed if x.start >= end])
            elif before is not None:
                amount = unit_in_brackets(before.text, before.code)
                if amount:
                    before.__dict__["typed"] = without_scales(before, len(before.text))
        elif amount:
            sentence.__dict__["typed"] = tuple(
                [_lifted(x, sentence, amount, captioned=captioned) for x in sentence.typed]
            )


def without_scales(sentence: Sentence, end: int) -> tuple[Typed, ...]:
    """Return the literals of a sentence without the thousands and millions that only head what follows, before `end`."""
    scales = sentence.lexicon.scales
    return tuple([x for x in sentence.typed if x.start >= end or fold(x.text).strip(" .") not in scales])


def unit_in_brackets(text: str, code: str) -> tuple[Decimal, str] | None:
    """Return the factor and the currency that a caption gives in brackets or at its end: "Revenue (in thousands of USD)"."""
    told = [m[1] for m in _BRACKETED.finditer(text)] + [m[1] for m in _CLOSING.finditer(text)]
    tried = dict.fromkeys([code, *CODES])
    found = (unit for part in told if len(part) <= _LONGEST for c in tried if (unit := unit_of_money(part, lexicon(c))))
    return next(found, None)


def unit_of_money(text: str, lex: Lexicon) -> tuple[Decimal, str] | None:
    """Return the factor and the currency that a cell is all about: "USD million", "in Mio. Euro"; None for anything else."""
    if len(text) > _LONGEST:
        return None
    rest = text.replace(".", "")
    rest, unit = rest[_OPENS.match(rest).end() :], ""  # type: ignore[union-attr]
    if (front := _CURRENCY.match(rest)) and front[1] in SYMBOLS:
        unit, rest = SYMBOLS[front[1]], rest[front.end() :]
    rest = f" {rest.strip()}"
    scale, last = read_scale(rest, 0, lex, money=True)
    if not last and (thousands := _THOUSANDS.match(rest)):
        scale, last = Decimal(1000), thousands.end()
    rest = rest[last:]
    if not unit:
        rest = f" {_OF.sub('', rest, count=1).strip()}"
        unit, last = read_unit(rest, 0, lex)
        rest = rest[last:]
    return (scale, unit) if _MONEY.fullmatch(unit) and _FOLLOWED.fullmatch(rest) else None


def _lifted(literal: Typed, sentence: Sentence, amount: tuple[Decimal, str], *, captioned: bool) -> Typed:
    """Return a cell's number in the table's unit; where a caption names it, not as it is written too: 31,400 is no $31,400."""
    text, (scale, unit) = sentence.text, amount
    if literal.kind != "number" or literal.unit or literal.start < sentence.cells[0][1]:
        return literal
    less = text[: literal.start].rstrip("$\u20ac\u00a3 ").endswith("(") and text[literal.end : literal.end + 1] == ")"
    plain = [-v if less else v for v in literal.values if isinstance(v, Decimal)]
    lifted = [v * scale for v in plain]
    values = lifted if captioned else [*lifted, *plain]
    return literal.at_least_as(values=tuple(dict.fromkeys(values)), unit=unit, label=False)
