"""Which is more: a claim that one is more than another, or has the most of a table, must agree with the values it has there."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.units import convert
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import zones
from harness.verify._words.support import COMMON, Support

_MORE = frozenset("more higher greater larger bigger longer taller heavier exceeded exceeds".split())
_LESS = frozenset("less fewer lower smaller shorter lighter".split())
_EXTREMES = {
    **dict.fromkeys("cheapest lowest smallest least fewest lightest fastest quickest shortest".split(), -1),
    **dict.fromkeys("highest largest biggest most heaviest tallest slowest longest priciest dearest".split(), 1),
}
_OF_PRICE = frozenset({"cheapest", "priciest", "dearest"})
_CURRENCIES = frozenset("USD EUR GBP JPY CNY INR TRY CHF CAD AUD".split())
_MOST_SENTENCES, _MOST_VALUES = 6, 8
_PAIR = 2
_MOST_ROWS = 200
_NEXT_WORDS = 3


def compared_otherwise(claim: Sentence, support: Support) -> str | None:
    """Return the two values of a sentence that deny what an English claim says with "more ... than", or None.

    Only where each value stands with a word of one side of the "than" and of no other, and the sentence has all else that
    the claim speaks of.
    """
    if claim.code != "en" or claim.tokens.count("than") != 1 or not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    place = claim.tokens.index("than")
    sign = next((1 if t in _MORE else -1 for t in reversed(claim.tokens[:place]) if t in _MORE | _LESS), 0)
    if not sign:
        return None
    before, after = (
        frozenset().union(*[support.variants[w.text] for w in support.words if (w.index < place) == first])
        for first in (True, False)
    )
    found: str | None = None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        for one, other, distinct in _told_apart(sentence, before - after, after - before):
            if not _of_the_same(support, sentence, distinct):
                continue
            if (one > other) == (sign > 0):
                return None
            found = found or f"{one.normalize():f} and {other.normalize():f} are the other way round there"
    return found


def _told_apart(
    sentence: Sentence, before: frozenset[str], after: frozenset[str]
) -> list[tuple[Decimal, Decimal, frozenset[str]]]:
    """Return the values of a sentence that stand with one side and with the other, and the words that tell them apart."""
    found: list[tuple[Decimal, Decimal, frozenset[str]]] = []
    for literals in _by_unit(sentence):
        parts = zones(sentence, literals)
        for (one, mine), (other, theirs) in itertools.permutations(zip(literals, parts, strict=True), _PAIR):
            own, far = mine - theirs, theirs - mine
            if own & before and not own & after and far & after and not far & before:
                a, b = one.values[0], other.values[0]
                if isinstance(a, Decimal) and isinstance(b, Decimal) and a != b:
                    found.append((a, b, (own & before) | (far & after)))
    return found


def _by_unit(sentence: Sentence) -> list[list[Typed]]:
    numbers = [x for x in sentence.typed if x.kind == "number" and not is_year(x) and x.comparator in {"", "~"}]
    units = dict.fromkeys(x.unit for x in numbers)
    grouped = [[x for x in numbers if x.unit == unit] for unit in units]
    return [group for group in grouped if _PAIR <= len(group) <= _MOST_VALUES]


def _of_the_same(support: Support, sentence: Sentence, distinct: frozenset[str]) -> bool:
    """Return whether a sentence has every other telling word of the claim that the spans have, and one at least."""
    rest: Sequence[frozenset[str]] = [
        forms
        for w in support.words
        if (forms := support.variants[w.text]) and w.weight > COMMON and forms.isdisjoint(distinct | _MORE | _LESS)
    ]
    return bool(rest) and all(not forms.isdisjoint(sentence.words) for forms in rest)


def not_the_extreme(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return the row of a table that has more, or less, than the one an English claim says has most, or None."""
    if not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    rows = [s for p in passages for s in p.sentences if s.cells][:_MOST_ROWS]
    named = next(
        (n for n in claim.tokens if any(n in _first_cell(s) for s in rows) and n not in claim.lexicon.stop), ""
    )
    for index, word in enumerate(claim.tokens):
        if word not in _EXTREMES:
            continue
        told = [support.variants.get(t, frozenset()) for t in claim.tokens[index + 1 : index + 1 + _NEXT_WORDS]]
        for row in rows:
            for column, literal in _cell_values(row) if named in _first_cell(row) else ():
                head = _head_words(rows, column)
                meant = (
                    literal.unit in _CURRENCIES if word in _OF_PRICE else not head.isdisjoint(frozenset().union(*told))
                )
                if meant and (other := _beyond(literal, column, _EXTREMES[word], [s for s in rows if s is not row])):
                    return f"{other} there, {literal.text} for {named}"
    return None


def _first_cell(row: Sentence) -> list[str]:
    first = row.cells[0]
    return [t for t, s in zip(row.tokens, row.starts, strict=True) if first[0] <= s < first[1]]


def _cell_values(row: Sentence) -> list[tuple[int, Typed]]:
    """Return the one number of each cell that has one, with the index of the cell."""
    found: list[tuple[int, Typed]] = []
    for index, (start, end) in enumerate(row.cells[1:], 1):
        inside = [x for x in row.typed if start <= x.start < end and x.kind == "number"]
        if len(inside) == 1:
            found.append((index, inside[0]))
    return found


def _head_words(rows: Sequence[Sentence], index: int) -> frozenset[str]:
    """Return the words over a column: those of the first row that has no number."""
    head = next((s for s in rows if s.tokens and not s.typed and index < len(s.cells)), None)
    if head is None:
        return frozenset()
    start, end = head.cells[index]
    return frozenset(t for t, s in zip(head.tokens, head.starts, strict=True) if start <= s < end)


def _beyond(literal: Typed, column: int, sign: int, rows: Sequence[Sentence]) -> str:
    """Return the value of another row in a column that lies beyond one, in its unit; "" for none."""
    mine = literal.values[0]
    for row in rows:
        for index, other in _cell_values(row):
            value = other.values[0]
            if index != column or not isinstance(value, Decimal) or not isinstance(mine, Decimal):
                continue
            same = value if other.unit == literal.unit else convert(value, other.unit, literal.unit)
            if same is not None and (same - mine) * sign > 0:
                return other.text
    return ""
