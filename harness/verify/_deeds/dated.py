"""Order against dates: what a claim puts before something must not have a later date in the spans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._denied.clauses import clauses, sign_before
from harness.verify._literals.equal import is_year
from harness.verify._words.support import Support, Word

_EARLIER = frozenset("before bevor ehe avant antes".split())
_LATER = frozenset("after once nachdem apres despues tras".split())
_NOUNS = {"de": (frozenset({"vor"}), frozenset({"nach"}))}
_MOST_DATES = 40
_MOST_TOKENS, _FEW = 30, 2
Day = tuple[int | None, int, int]
Dated = tuple[Day, Typed, frozenset[str], Sentence]


def against_the_dates(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return which of two events has the later date in the spans, where a claim says that it came first, or None.

    An event is known by the last of its words that a clause with a date has; where several clauses have it, all of them
    must be against the claim.
    """
    sides = _sides(claim, support)
    if sides is None:
        return None
    dated = [d for p in passages for d in _dated_words(p)][:_MOST_DATES]
    first, second = (_dates(words, dated, support) for words in sides)
    if not first or not second:
        return None
    if all(_is_later(a, b) for a, _ in first for b, _ in second):
        return f"{first[0][1].text} is after {second[0][1].text}, not before it"
    return None


def _sides(claim: Sentence, support: Support) -> tuple[list[Word], list[Word]] | None:
    """Return the words of what comes first and of what comes second."""
    more = _NOUNS.get(claim.code, (frozenset(), frozenset()))
    earlier, later = _EARLIER | more[0], _LATER | more[1]
    marks = [i for i, t in enumerate(claim.tokens) if t in earlier or t in later]
    if len(marks) != 1 or len(claim.tokens) > _MOST_TOKENS or any(x.kind == "date" for x in claim.typed):
        return None
    mark = marks[0]
    end = len(claim.tokens)
    if not mark:
        comma = next((i for i in range(1, end) if sign_before(claim, i) == ","), None)
        if comma is None:
            return None
        left, right = (comma, end), (1, comma)
    else:
        left, right = (0, mark), (mark + 1, end)
    sides = [[w for w in support.words if a <= w.index < b] for a, b in (left, right)]
    if not all(sides):
        return None
    return (sides[0], sides[1]) if claim.tokens[mark] in earlier else (sides[1], sides[0])


def _dates(words: Sequence[Word], dated: Sequence[Dated], support: Support) -> list[tuple[Day, Typed]]:
    for word in reversed(words):
        forms = support.variants[word.text]
        if found := [(day, literal, sentence) for day, literal, told, sentence in dated if not forms.isdisjoint(told)]:
            least = len(words) / 2 if len(words) > _FEW else 1
            return [
                (day, literal)
                for day, literal, sentence in found
                if sum(not support.variants[w.text].isdisjoint(sentence.words) for w in words) >= least
            ]
    return []


def _dated_words(passage: Passage) -> Iterator[Dated]:
    for sentence in passage.with_literals:
        days = [(day, x) for x in sentence.typed if (day := _day(x)) is not None]
        for day, literal in days:
            if len(days) == 1 and len(clauses(sentence)) == 1:
                yield day, literal, sentence.words, sentence
                continue
            at = token_at(sentence.starts, literal.start)
            clause = next((c for c in clauses(sentence) if c.first <= at < c.last), None)
            if clause is not None:
                yield day, literal, frozenset(clause.tokens), sentence


def _day(literal: Typed) -> Day | None:
    value = literal.values[0]
    if literal.kind == "date" and isinstance(value, tuple) and (value[0] or value[1]):
        return value[0], value[1] or 0, value[2] or 0
    if is_year(literal) and isinstance(value, Decimal):
        return int(value), 0, 0
    return None


def _is_later(one: Day, other: Day) -> bool:
    """Return whether a day is surely later than another; a month without a day is not later than its days."""
    if (one[0] is None) != (other[0] is None):
        return False
    if one[0] != other[0]:
        return (one[0] or 0) > (other[0] or 0)
    if not one[1] or not other[1] or one[1] != other[1]:
        return bool(one[1] and other[1] and one[1] > other[1])
    return bool(one[2] and other[2] and one[2] > other[2])
