"""An instance of what is told by version or year: Python 3.11 of "3.10 or later", a unit from 2023 of "built after 2021".

A version is one of the product that is named before it on both sides; a year tells when one of several things was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.units import dimension
from harness.text.typed.values import Comparator, Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import Place

Edition = tuple[int, ...]
_VERSION = re.compile(r"[vV]?(\d{1,4}(?:\.\d{1,4}){0,3})")
_NAMES = frozenset("version versions release releases v ver firmware android ios python java windows".split())
_AFTER: tuple[tuple[re.Pattern[str], Comparator], ...] = (
    (re.compile(
        r"\+(?!\w)|\s?(?:or|and)\s(?:later|newer|higher|above|up|greater|after)\b|\sonwards?\b|\s(?:oder|und)\s(?:neuer|h\u00f6her|sp\u00e4ter|j\u00fcnger)|\s(?:ou|et)\s(?:plus r\u00e9cente?|sup\u00e9rieure?|ult\u00e9rieure?)"
        r"|\s(?:o|y)\s(?:posterior|superior|m\u00e1s reciente)|\s(?:ve|veya)\s(?:\u00fczeri|sonras\u0131|\u00fcst\u00fc)|\s?(?:\u53ca|\u6216|\u548c)?(?:\u4ee5\u4e0a|\u66f4\u9ad8|\u66f4\u65b0)", re.IGNORECASE), ">="),
    (re.compile(
        r"\s(?:or|and)\s(?:earlier|older|lower|below|before)\b|\s(?:oder|und)\s(?:\u00e4lter|fr\u00fcher|niedriger)|\s(?:ou|et)\s(?:ant\u00e9rieure?|plus ancienne?|inf\u00e9rieure?)"
        r"|\s(?:o|y)\s(?:anterior|inferior)|\s(?:ve|veya)\s(?:\u00f6ncesi|alt\u0131)|\s?(?:\u53ca|\u6216)?\u4ee5\u4e0b", re.IGNORECASE), "<="),
    (re.compile(r"'?\S{0,4}\ssonra", re.IGNORECASE), ">"),
    (re.compile(r"'?\S{0,4}\s\u00f6nce", re.IGNORECASE), "<"),
)  # fmt: skip
_BEFORE: tuple[tuple[re.Pattern[str], Comparator], ...] = (
    (re.compile(r"\b(?:at least|minimum|since|starting (?:with|from)|from|no (?:older|earlier) than|mindestens|ab|seit|\u00e0 partir de|au moins|depuis|a partir de|desde|al menos)\s(?:the )?(?:[^\W\d_]{1,16}\s){0,2}$", re.IGNORECASE), ">="),
    (re.compile(r"\b(?:up to|through|until|no (?:newer|later) than|at most|h\u00f6chstens|bis|jusqu'\u00e0|jusqu'en|hasta)\s(?:and including )?(?:[^\W\d_]{1,16}\s){0,2}$", re.IGNORECASE), "<="),
    (re.compile(r"\b(?:after|later than|newer than|above|nach|neuer als|apr\u00e8s|post\u00e9rieure?s? \u00e0|despu\u00e9s de|posterior(?:es)? a)\s(?:[^\W\d_]{1,16}\s){0,2}$", re.IGNORECASE), ">"),
    (re.compile(r"\b(?:before|prior to|earlier than|older than|below|vor|\u00e4lter als|avant|ant\u00e9rieure?s? \u00e0|antes de|anterior(?:es)? a)\s(?:[^\W\d_]{1,16}\s){0,2}$", re.IGNORECASE), "<"),
)  # fmt: skip
_RANGE = re.compile(r"\s?(?:-|\u2013|to|and|until|bis|und|\u00e0|et|a|y)\s?\d")
_REACH = 48
_MADE = frozenset("from in of made built von aus im de del en year model modele modelo baujahr".split())
_ONE = frozenset("a an any each every one ein eine einen einem einer jede jeder jedes un une una chaque cada".split())
_FRONT, _FRONT_WORDS = 8, 4
_WITH = frozenset("with after having has mit nach avec apres con tras".split())
_EXACTLY = frozenset("exactly precisely just genau exactement exactamente tam".split())
_MOST = 60


class _Bound(NamedTuple):
    """A bound of a span: where it stands, the edition and on which side of it one must be."""

    place: Place
    edition: Edition
    comparator: Comparator

    def holds(self, edition: Edition) -> bool:
        """Return whether an edition is on the right side; 3.10.4 is still 3.10 where 3.10 is the last."""
        if self.comparator == "<=":
            return edition[: len(self.edition)] <= self.edition
        if self.comparator == "<":
            return edition < self.edition
        if self.comparator == ">":
            return edition[: len(self.edition)] > self.edition
        return edition >= self.edition


def is_duration(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a time is how long somebody has done something: with exactly two years of service."""
    if claimed.comparator or dimension(claimed.unit) != "time":
        return False
    index = token_at(claim.starts, claimed.start)
    while index and claim.tokens[index - 1] in _EXACTLY:
        index -= 1
    return 0 < index <= _FRONT_WORDS and claim.tokens[index - 1] in _WITH


def edition_of(literal: Typed, sentence: Sentence) -> tuple[str, Edition] | None:
    """Return of what a literal is a version, "" for a year, and its numbers; None for any other literal."""
    if literal.unit or literal.kind not in {"number", "version"}:
        return None
    if is_year(literal):
        return "", (int(literal.text.strip()),) if literal.text.strip().isdigit() else ()
    match = _VERSION.fullmatch(literal.text)
    index = token_at(sentence.starts, literal.start)
    name = sentence.tokens[index - 1] if index else ""
    capital = index - 1 in sentence.capitals
    if match is None or not name or name in sentence.lexicon.stop or not (capital or name in _NAMES):
        return None
    return name, tuple([int(x) for x in match[1].split(".")])


def edition_places(claimed: Typed, claim: Sentence, passages: Sequence[Passage]) -> list[Place]:
    """Return where bounds stand that let in a version or a year which is an instance of theirs."""
    mine = _instance(claimed, claim)
    if mine is None:
        return []
    name, edition = mine
    held = [b for p in passages for b in _bounds(p, name) if b.holds(edition)]
    lows = [b.edition for b in held if b.comparator in {">", ">="}]
    highs = [b.edition for b in held if b.comparator in {"<", "<="}]
    closest = (max(lows, default=()), min(highs, default=()))
    return [b.place for b in held if b.edition in closest]


def beyond_its_bound(claim: Sentence, claimed: Typed, places: Sequence[Place]) -> str | None:
    """Return the bound that leaves out the year or version a claim speaks of, where nothing else has it: 2021, of after 2021."""
    mine = _instance(claimed, claim)
    if mine is None or not places:
        return None
    bounds = [_bound_at(p) for p in places]
    if any(b is None or b.holds(mine[1]) for b in bounds):
        return None
    text = places[0].literal.text
    return f"{claimed.text} in the answer, only what is beyond {text}"


def is_edition(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a literal of a claim is a version or year of one thing."""
    return _instance(claimed, claim) is not None


def edition_bounds(instance: Typed, claim: Sentence, sentence: Sentence) -> list[Typed]:
    """Return the literals of a sentence that bound what an instance is of."""
    mine = _instance(instance, claim)
    found = [(x, edition_of(x, sentence)) for x in sentence.typed]
    return [x for x, e in found if mine and e and e[0] == mine[0] and _side(x, sentence)]


def _instance(claimed: Typed, claim: Sentence) -> tuple[str, Edition] | None:
    found = edition_of(claimed, claim)
    if found is None or not found[1] or _RANGE.match(claim.text, claimed.end):
        return None
    if found[0]:
        return None if _side(claimed, claim) else found
    if any(pattern.match(claim.text, claimed.end) for pattern, _ in _AFTER):
        return None
    return found if _tells_when_made(claimed, claim) else None


def _tells_when_made(claimed: Typed, claim: Sentence) -> bool:
    """Return whether a year is that of one thing: a unit from 2023, a 2023 unit, a house built in 1975."""
    index = token_at(claim.starts, claimed.start)
    if not 0 < index <= _FRONT:
        return False
    before = claim.tokens[index - 1]
    if before in _ONE:
        return True
    return before in _MADE and not _ONE.isdisjoint(claim.tokens[:index])


def _bounds(passage: Passage, name: str) -> Iterator[_Bound]:
    for sentence in passage.with_literals[:_MOST]:
        for literal in sentence.typed:
            found = edition_of(literal, sentence)
            if found and found[0] == name and (side := _side(literal, sentence)):
                yield _Bound(Place(literal, sentence, passage, (literal,)), found[1], side)


def _bound_at(place: Place) -> _Bound | None:
    found, side = edition_of(place.literal, place.sentence), _side(place.literal, place.sentence)
    return _Bound(place, found[1], side) if found and side else None


def _side(literal: Typed, sentence: Sentence) -> Comparator:
    """Return on which side of a literal editions are spoken of: or later, built after; "" where the words do not say."""
    for pattern, comparator in _AFTER:
        if pattern.match(sentence.text, literal.end):
            return comparator
    left = sentence.text[max(0, literal.start - _REACH) : literal.start]
    return next((c for pattern, c in _BEFORE if pattern.search(left)), "")


_AFFECTED = re.compile(
    r"\b(?:affected|vulnerable|contains? the (?:bug|flaw)|has the (?:bug|flaw)|betroffen|anf\u00e4llig|verwundbar|touch\u00e9es?|touch\u00e9s?|vuln\u00e9rables?|afectad[ao]s?|etkileniyor)\b|\u53d7.{0,3}\u5f71\u54cd",
    re.IGNORECASE,
)
_MENDED = re.compile(
    r"\b(?:fixed|patched|resolved|corrected|mended|behoben|korrigiert|geschlossen|corrig\u00e9e?|r\u00e9solue?|corregid[ao]|solucionad[ao]|resuelt[ao]|giderildi)\s(?:in|with|by|as of|since|ab|mit|dans|en|par|desde|con)\s(?:[^\W\d_]{1,12}\s){0,2}$",
    re.IGNORECASE,
)


def affected_though_mended(claim: Sentence, placed: Sequence[tuple[Typed, Sequence[Place]]]) -> str | None:
    """Return the version that a claim calls affected where the spans only say that something is mended in it, or None."""
    if not any(x.kind == "version" for x, _ in placed) or not _AFFECTED.search(claim.text):
        return None
    if not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    versions = [(x, places) for x, places in placed if x.kind == "version" and not _side(x, claim)]
    for literal, places in versions if len(versions) == 1 else ():
        if all(_MENDED.search(p.sentence.text[max(0, p.literal.start - _REACH) : p.literal.start]) for p in places):
            return f"{literal.text} is affected in the answer, and mended there"
    return None
