"""How many: a number an answer gives to things that the spans only list, in a sentence, line by line, in a table or by name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence, is_rule
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.listed import listed_names

_LIST = re.compile(r",|;|\band\b|\bor\b|\bund\b|\boder\b|\bet\b|\bou\b|\by\b|\bve\b|\u3001|\u548c")
_INTRODUCED = re.compile(
    r"[:(\uff1a]|\b(?:includes?|including|namely|such as|comprises?|are|sind|sont|son|incluye|comprend)\b"
)
_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_IDENTIFIER = re.compile(r"[^\W\d_]{1,10}[-\u2013]?\d{1,10}")
_BULLET = re.compile(r"\s*(?:[-*\u2022]|\d{1,2}[.)])\s")
_NEXT = re.compile(r",?\s(?:and|or|und|oder|et|ou|y|ve)\s|,\s|\u3001|\u548c", re.IGNORECASE)
_OF_THEM = frozenset({"of"})
_DAYS = frozenset(
    "monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays "
    "montag montags dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag freitags samstag samstags sonntag sonntags "
    "lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo".split()
)
_PERIODS = {
    "day": ("\u6bcf\u5929", "\u6bcf\u65e5"), "week": ("\u6bcf\u5468", "\u6bcf\u661f\u671f"), "month": ("\u6bcf\u6708", "\u6bcf\u4e2a\u6708"), "year": ("\u6bcf\u5e74",), "hour": ("\u6bcf\u5c0f\u65f6",),
}  # fmt: skip
_LASTS = tuple("\u9700\u8981\u671f\u8fbe\u6ee1\u8fc7\u7528\u8fd1\u4e86\u957f\u4e3a\u5ef6")
_PASSES = tuple("\u540e\u524d\u5185\u4ee5\u4e4b\u671f\u7684")
"""Characters before or after a month that say how long something lasts, or when."""
_MOST = 30


def counted(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the list that has as many items as the claim counts, or None: three airports, from "Oslo, Bergen and Bod\u00f8"."""
    value = claimed.values[0]
    if claimed.kind != "number" or not isinstance(value, Decimal) or not 2 <= value <= _MOST:  # noqa: PLR2004 -- one is no list
        return None
    if claimed.unit == "day":
        return next((s.text for s in sentences if len(_days(s)) == value), None)
    if claimed.unit:
        return None
    return (
        _in_a_sentence(claimed, claim, sentences)
        or _line_by_line(value, claim, sentences)
        or listed_names(claimed, claim, sentences)
    )


def one_value_each(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the values of a list that has one for each of the things that a claim counts: three orchards, of 40 tonnes, 55 and 32."""
    value = claimed.values[0]
    if claimed.kind != "number" or claimed.unit or claimed.label or claimed.comparator:
        return None
    told = {t.removesuffix("s") for t in claim.words - claim.lexicon.stop}
    for sentence in sentences:
        numbers = [x for x in sentence.typed if x.kind == "number" and x.firm and not x.comparator and not x.label]
        listed = [x for x in numbers if x.unit in {numbers[0].unit, ""}]
        gaps = [sentence.text[a.end : b.start] for a, b in itertools.pairwise(listed)]
        if not 2 <= len(listed) == value or len(listed) < len(numbers) or sentence.cells:  # noqa: PLR2004 -- one is no list
            continue
        if all(_LIST.search(gap) and any(c.isalpha() for c in gap) for gap in gaps) and any(
            t.removesuffix("s") in told for t in sentence.words - sentence.lexicon.stop
        ):
            return ", ".join(x.text for x in listed)
    return None


def one_each(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> bool:
    """Return whether a Chinese claim says with one month that a span says it of each: \u4e00\u4e2a\u6708\u6700\u591a, of \u6bcf\u6708\u6700\u591a."""
    if claim.code != "zh" or claimed.values != (1,) or claimed.unit not in _PERIODS:
        return False
    text = claim.text
    if text[claimed.start - 1 : claimed.start] in _LASTS or text[claimed.end : claimed.end + 1] in _PASSES:
        return False
    return any(mark in s.text for s in sentences for mark in _PERIODS[claimed.unit])


def _days(sentence: Sentence) -> frozenset[str]:
    return frozenset(t.removesuffix("s") for t in sentence.words & _DAYS)


def _in_a_sentence(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    value = claimed.values[0]
    following = claim.tokens[token_at(claim.starts, claimed.end) :][:2]
    if not following:
        return None
    counting = claim.tokens if following[0] in _OF_THEM else following[:1]
    nouns = {f for t in counting if t not in claim.lexicon.stop for f in (t, t.removesuffix("s"))}
    if len(_labels(nouns, sentences)) == value:
        return ", ".join(sorted(_labels(nouns, sentences)))
    for sentence in sentences:
        for listed in _numbered(sentence, nouns):
            if len(listed) == value:
                return sentence.text[listed[0].start : listed[-1].end]
        if not any(f in sentence.words or f.removesuffix("s") in sentence.words for f in following):
            continue
        for part in _INTRODUCED.split(sentence.text)[1:]:
            items = [p for p in _LIST.split(part.split(")")[0]) if p.strip(" .")]
            if len(items) == value and len(items) > 1 and not any(c.isdigit() for c in part):
                return part.strip(" .")
        named = _named_items(sentence.text)
        if len(named) == value:
            return ", ".join(named)
    return None


def _named_items(text: str) -> list[str]:
    """Return the items of a list after a colon where each is an identifier, remarks in brackets left out: A-1 (new), A-2."""
    _, colon, part = text.partition(":")
    items = [p.strip(" .") for p in _LIST.split(_BRACKETS.sub("", part)) if p.strip(" .")] if colon else []
    return items if all(_IDENTIFIER.fullmatch(item) for item in items) else []


def _labels(nouns: set[str], sentences: Sequence[Sentence]) -> frozenset[str]:
    """Return the letters of things that a noun and a letter name: A and B of Team A and Team B."""
    return frozenset(
        after
        for s in sentences
        for (before, after), start in zip(itertools.pairwise(s.tokens), s.starts[1:], strict=False)
        if before in nouns and len(after) == 1 and s.text[start].isupper()
    )


def _numbered(sentence: Sentence, nouns: set[str]) -> Iterator[list[Typed]]:
    """Yield the numbers that follow one of some nouns as a list: routes 5, 18 and 44."""
    listed: list[Typed] = []
    for literal in sentence.typed:
        if listed and _NEXT.fullmatch(sentence.text[listed[-1].end : literal.start]) and literal.kind == "number":
            listed.append(literal)
            continue
        if len(listed) > 1:
            yield listed
        index = token_at(sentence.starts, literal.start)
        named = index > 0 and sentence.tokens[index - 1] in nouns and not literal.unit
        listed = [literal] if named else []
    if len(listed) > 1:
        yield listed


def _line_by_line(value: Decimal, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return how many lines a list, or rows a table, has that speaks of what the claim speaks of."""
    told = claim.words - claim.lexicon.stop - claim.lexicon.common - frozenset(claim.lexicon.cardinals)
    for table, run in itertools.groupby(sentences, key=_line_kind):
        lines = list(run)
        rows = len(lines) - 1 - any(is_rule(s.text) for s in lines) if table == "row" else len(lines)
        spoken = any(not told.isdisjoint(s.words) or not told.isdisjoint(s.label) for s in lines)
        if table and rows == value and spoken:
            return f"{rows} {'rows' if table == 'row' else 'lines'}"
    return None


def _line_kind(sentence: Sentence) -> str:
    return "row" if sentence.cells or is_rule(sentence.text) else "line" if _BULLET.match(sentence.text) else ""
