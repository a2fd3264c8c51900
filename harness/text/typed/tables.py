"""Tables of money: the unit that the head's first cell names holds for every cell, and what stands in brackets is less than nothing."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from harness.text.typed.captions import Caption, caption_in, caption_of, is_bracketed, unit_of_money, without_scales
from harness.text.typed.lexicon import CODES, lexicon
from harness.text.typed.values import Typed

if TYPE_CHECKING:
    from harness.text.typed.passage import Sentence


def lift_money(sentences: Sequence[Sentence]) -> None:
    """Give the numbers of each row of a table the unit of its head, of their column's or of the caption.

    Beside a head's first cell that is nothing but a unit of money, they keep their plain readings.
    """
    amount: Caption | None = None
    columns: dict[int, Caption] = {}
    inside = captioned = False
    note = next((told[0] for s in sentences if not s.cells and (told := caption_of(s.text, s.code))), None)
    for sentence in sentences:
        if not sentence.cells:
            inside = False
            continue
        if not inside:
            start, end = sentence.cells[0]
            cell = sentence.text[start:end].strip()
            tried = (unit_of_money(cell, lexicon(code)) for code in dict.fromkeys([sentence.code, *CODES]))
            amount = next((found for found in tried if found), None)
            inside, captioned = True, amount is None
            columns = _of_columns(sentence)
            if captioned and not columns:
                amount = caption_in(cell, sentence.code) or note
            if amount or columns:
                # A "million" that only heads a table is no number.
                sentence.__dict__["typed"] = without_scales(sentence, end if amount else len(sentence.text))
        elif amount or columns:
            sentence.__dict__["typed"] = tuple(
                [
                    _lifted(x, sentence, unit, captioned=captioned)
                    if (unit := amount or columns.get(_column(x, sentence)))
                    else x
                    for x in sentence.typed
                ]
            )


def _column(literal: Typed, sentence: Sentence) -> int:
    return next((i for i, (a, b) in enumerate(sentence.cells) if a <= literal.start < b), -1)


def _of_columns(head: Sentence) -> dict[int, Caption]:
    """Return the scale and unit that the heads of single columns say in brackets: "Population (thousands)"."""
    if "(" not in head.text and "," not in head.text:
        return {}
    cells = [head.text[a:b] for a, b in head.cells]
    told = ((i, caption_in(cell.strip(), head.code)) for i, cell in enumerate(cells) if i)
    return {i: caption for i, caption in told if caption and caption.scale != 1}


def _lifted(literal: Typed, sentence: Sentence, amount: Caption, *, captioned: bool) -> Typed:
    """Return a cell's number in the table's unit; where a caption names it, not as it is written too: 31,400 is no $31,400."""
    scale, unit = amount.scale, amount.unit
    if literal.kind != "number" or literal.unit or literal.start < sentence.cells[0][1]:
        return literal
    less = is_bracketed(sentence.text, literal.start, literal.end)
    plain = [-v if less else v for v in literal.values if isinstance(v, Decimal)]
    lifted = [v * scale for v in plain]
    values = lifted if captioned else [*lifted, *plain]
    return literal.at_least_as(values=tuple(dict.fromkeys(values)), unit=unit, label=False)
