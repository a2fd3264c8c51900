"""A value that is said twice is one: sixty (60) days, 30 (thirty) days, \u4e24\u6b21\u6216\u4e24\u6b21\u4ee5\u4e0a."""

from __future__ import annotations

import re

from harness.text.typed.amounts import Context
from harness.text.typed.measures import comparator_after, read_period, read_unit
from harness.text.typed.values import Typed

_OPENS, _CLOSES = re.compile(r"\s?\("), ")"
_OR = frozenset({"\u6216", "\u6216\u8005", "\u53ca"})


def said_once(context: Context, found: list[Typed]) -> list[Typed]:
    """Return the literals with what is said twice made one, which takes the unit that follows the second."""
    if "(" not in context.text and "\u6216" not in context.text:
        return found
    kept: list[Typed] = []
    for literal in found:
        last = kept[-1] if kept else None
        if last is None or last.kind != "number" or literal.kind != "number" or last.values[0] not in literal.values:
            kept.append(literal)
        elif context.text[last.end : literal.start] in _OR and last.unit == literal.unit:
            kept[-1] = literal.at_least_as(start=last.start, text=context.text[last.start : literal.end])
        elif (
            _OPENS.fullmatch(context.text, last.end, literal.start)
            and context.text[literal.end : literal.end + 1] == _CLOSES
        ):
            kept[-1] = _with_what_follows(context, last, literal)
        else:
            kept.append(literal)
    return kept


def _with_what_follows(context: Context, first: Typed, second: Typed) -> Typed:
    text, lex = context.text, context.lexicon
    after = second.end + len(_CLOSES)
    unit, end = read_unit(text, after, lex)
    return first.at_least_as(
        end=end,
        text=text[first.start : end],
        unit=first.unit or second.unit or unit,
        comparator=first.comparator or comparator_after(text, end, lex),
        per=read_period(text, end, lex),
    )
