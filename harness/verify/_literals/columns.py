"""Which way a row of a table goes from one year's column to another's: from 365 to 431 nothing went down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.passage import Passage, Sentence, is_rule
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year

_UP, _DOWN = frozenset({"up"}), frozenset({"down"})
_SAID_WITH = frozenset(
    "went go goes number figure figures count total zahl anzahl wert werte nombre chiffre chiffres numero cifra cifras sayi sayisi between zwischen entre "
    "dort hier s dan den tan ten ye ya e a da de ta te nin nun year jahr".split()
)
_PAIR = 2


def goes_in_row(claim: Sentence, passages: Sequence[Passage]) -> tuple[bool, str | None]:
    """Return whether a row that a claim names goes as it says between two years, and what is wrong where it does not.

    The first is true only where the row and the heads of its table have every telling word of the claim.
    """
    years = [x for x in claim.typed if is_year(x) or (x.kind == "date" and x.values[0][1:] == (None, None))]  # type: ignore[index]
    if not len(claim.typed) == len(years) == _PAIR or claim.code == "zh":
        return False, None
    poles = claim.lexicon.poles
    table = list(_rows(passages))
    names = frozenset().union(*[_cell(row, 0) for _, row in table])
    up, down = (poles.get((0, 0), frozenset()) | _UP) - names, (poles.get((0, 1), frozenset()) | _DOWN) - names
    way = (not up.isdisjoint(claim.words)) - (not down.isdisjoint(claim.words))
    if not way or not claim.lexicon.negators.isdisjoint(claim.words):
        return False, None
    told = claim.words - claim.lexicon.stop - up - down - _SAID_WITH
    told -= {claim.tokens[i] for i in claim.literal_words}
    first, last = sorted(_year(x) for x in years)
    named = [(len(told & _cell(row, 0)), head, row) for head, row in table]
    most = max([count for count, _, _ in named], default=0)
    rows = [(head, row) for count, head, row in named if count == most > 0]
    if len(rows) != 1:
        # No row, or more than one, is named as well as any other.
        return False, None
    head, row = rows[0]
    before, after = (_value(head, row, year, told) for year in (first, last))
    if before is None or after is None:
        return False, None
    if (before < after) - (before > after) != way:
        return False, f"{before.normalize():f} and then {after.normalize():f} there"
    return told <= row.words | head.words, None


def _year(literal: Typed) -> int:
    value = literal.values[0]
    return int(value[0] if isinstance(value, tuple) else value)  # type: ignore[arg-type]


def _rows(passages: Sequence[Passage]) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield each row of a table with the head of the table."""
    for passage in passages:
        head: Sentence | None = None
        for sentence in passage.sentences:
            if is_rule(sentence.text):
                continue
            if not sentence.cells:
                head = None
            elif head is None:
                head = sentence
            else:
                yield head, sentence


def _cell(sentence: Sentence, column: int) -> frozenset[str]:
    start, end = sentence.cells[column]
    return frozenset(sentence.tokens[token_at(sentence.starts, start) : token_at(sentence.starts, end)])


def _value(head: Sentence, row: Sentence, year: int, told: frozenset[str]) -> Decimal | None:
    """Return the one number that a row has under a year; of two columns of a year, in the one that the claim names."""
    columns = [
        i for i in range(1, min(len(head.cells), len(row.cells))) if str(year) in _cell(head, i) and _numbers(row, i)
    ]
    if len(columns) > 1:
        columns = [i for i in columns if not told.isdisjoint(_cell(head, i))]
    return _numbers(row, columns[0])[0] if len(columns) == 1 else None


def _numbers(row: Sentence, column: int) -> list[Decimal]:
    start, end = row.cells[column]
    found = [x.values[0] for x in row.typed if start <= x.start < end and x.kind == "number"]
    return [v for v in found if isinstance(v, Decimal)]
