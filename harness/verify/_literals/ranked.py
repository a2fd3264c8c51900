"""Which has most: the largest, the second-highest or the cheapest of a table, of lines or of a list must be so by the values there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence, is_rule
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.units import convert, dimension
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year
from harness.verify._whose.zones import zones

_LINE = re.compile(r"[-*\u2022\d.)\s]*([^\d:|]{2,48}):\s?")
_MONEY = re.compile("[A-Z]{3}")
_LENGTHS, _MASSES, _TIMES, _PRICES = "length", "mass", "time", "money"
_MOST_WORDS: dict[str, str] = {
    "": "largest biggest highest greatest most busiest top maximum gr\u00f6\u00dfte gr\u00f6\u00dften gr\u00f6\u00dfter gr\u00f6\u00dftes h\u00f6chste h\u00f6chsten h\u00f6chster h\u00f6chstes meisten meiste mayor m\u00e1ximo m\u00e1xima",
    _LENGTHS: "tallest deepest widest farthest tiefste tiefsten tiefster breiteste",
    "either": "longest l\u00e4ngste l\u00e4ngsten l\u00e4ngster",
    _MASSES: "heaviest schwerste schwersten schwerster",
    _TIMES: "slowest oldest \u00e4lteste \u00e4ltesten \u00e4ltester langsamste",
    _PRICES: "priciest dearest costliest teuerste teuersten teuerster",
}
_LEAST_WORDS: dict[str, str] = {
    "": "smallest lowest least fewest minimum kleinste kleinsten kleinster kleinstes niedrigste niedrigsten geringste geringsten wenigsten menor m\u00ednimo m\u00ednima",
    _LENGTHS: "shallowest narrowest nearest",
    "either": "shortest k\u00fcrzeste k\u00fcrzesten k\u00fcrzester",
    _MASSES: "lightest leichteste leichtesten leichtester",
    _TIMES: "fastest quickest youngest schnellste schnellsten schnellster j\u00fcngste j\u00fcngsten",
    _PRICES: "cheapest billigste billigsten g\u00fcnstigste g\u00fcnstigsten",
}
_SUPERLATIVES = {
    fold(word): (sign, kind)
    for sign, table in ((1, _MOST_WORDS), (-1, _LEAST_WORDS))
    for kind, words in table.items()
    for word in words.split()
}
_TWO_WORDS = re.compile(
    r"\b(?:(?:le|la|les) plus (?P<fr>\w+)|(?:el|la|los|las|lo) (?:[^\W\d_]{3,14} )?m\u00e1s (?P<es>\w+)|en (?P<tr>\w+))",
    re.IGNORECASE,
)
_OF_TWO = {
    fold(word): (sign, kind)
    for sign, kind, words in (
        (
            1,
            "",
            "grand grande \u00e9lev\u00e9 \u00e9lev\u00e9e important importante nombreux grandes alto alta b\u00fcy\u00fck y\u00fcksek fazla \u00e7ok",
        ),
        (1, _LENGTHS, "profond profonde haut haute profundo profunda derin"),
        (1, "either", "long longue largo larga uzun"),
        (1, _MASSES, "lourd lourde pesado pesada a\u011f\u0131r"),
        (1, _PRICES, "cher ch\u00e8re caro cara pahal\u0131"),
        (
            -1,
            "",
            "petit petite bas basse faible peque\u00f1o peque\u00f1a bajo baja k\u00fc\u00e7\u00fck d\u00fc\u015f\u00fck az",
        ),
        (-1, "either", "court courte corto corta k\u0131sa"),
        (-1, _MASSES, "l\u00e9ger l\u00e9g\u00e8re ligero ligera hafif"),
        (-1, _PRICES, "barato barata ucuz"),
    )
    for word in words.split()
}
_HAN = re.compile(
    "(\u7b2c[\u4e8c\u4e09])?(?:\u6700)?(\u5927|\u9ad8|\u591a|\u957f|\u6df1|\u91cd|\u8d35|\u5c0f|\u4f4e|\u5c11|\u77ed|\u8f7b|\u4fbf\u5b9c)"
)
_HAN_KINDS = {
    **dict.fromkeys("\u5927\u9ad8\u591a", (1, "")), "\u957f": (1, "either"), "\u6df1": (1, _LENGTHS), "\u91cd": (1, _MASSES), "\u8d35": (1, _PRICES),
    **dict.fromkeys("\u5c0f\u4f4e\u5c11", (-1, "")), "\u77ed": (-1, "either"), "\u8f7b": (-1, _MASSES), "\u4fbf\u5b9c": (-1, _PRICES),
}  # fmt: skip
_PLACES = {
    **dict.fromkeys(("second", "zweit", "zweite", "deuxieme", "segundo", "segunda", "ikinci"), 2),
    **dict.fromkeys(("third", "dritt", "dritte", "troisieme", "tercer", "tercera", "tercero", "ucuncu"), 3),
}
_TELLING = frozenset(_SUPERLATIVES) | frozenset(_PLACES)
_GERMAN_PLACE = re.compile(r"(zweit|dritt)(\w{5,})")
RANKS = frozenset("rank ranks ranked ranking place places placed comes came stands".split())
"""Verbs that say no more than that something has a place in an order."""
_IN = frozenset("in by nach en por par".split())
_MOST_ADJECTIVES = frozenset({"most", "least"})
_MOST, _FEWEST, _REACH = 24, 2, 3


class Ranked(NamedTuple):
    """What a claim's superlative says by the values there: the words that are so, and what is wrong with it."""

    words: frozenset[str]
    wrong: str | None


class _Said(NamedTuple):
    words: frozenset[str]
    sign: int
    kind: str
    place: int
    next_words: frozenset[str]


class _Item(NamedTuple):
    """A value with the words that stand with it alone, and the name of its row or line."""

    label: frozenset[str]
    value: Decimal
    name: tuple[str, ...]


class _Group(NamedTuple):
    """Values of one kind with their labels; `unit` is theirs, `head` the words that say what they are."""

    items: list[_Item]
    unit: str
    head: frozenset[str]


_NOTHING = Ranked(frozenset(), None)


def ranked(claim: Sentence, passages: Sequence[Passage]) -> Ranked:
    """Return which words of a claim the order of the spans' values says, and what is wrong where that is another order. Kept with the claim."""
    kept: Ranked | None = claim.__dict__.get("ranked")
    if kept is None:
        kept = claim.__dict__["ranked"] = _ranked(claim, passages)
    return kept


def _ranked(claim: Sentence, passages: Sequence[Passage]) -> Ranked:
    said = _said(claim)
    if said is None or not claim.lexicon.negators.isdisjoint(claim.words):
        return _NOTHING
    if any(not said.words.isdisjoint(p.words) for p in passages):
        # The spans say themselves which has most.
        return _NOTHING
    wrong: str | None = None
    groups = [g for p in passages for g in _groups(p)]
    meant = [g for g in groups if _fits(said, g)]
    if said.kind and not meant:
        return _NOTHING
    named = [g for g in meant if not said.next_words.isdisjoint(g.head)] or meant
    for group in named if len(named) == 1 or said.kind else ():
        told = [_told(claim, x) for x in group.items]
        if not said.kind and said.words <= _PLACES.keys() and not _is_headed(said, group, claim):
            continue
        subjects = [x for x, much in zip(group.items, told, strict=True) if much and much == max(told)]
        if len(subjects) != 1 or len({x.value for x in group.items}) < len(group.items):
            continue
        order = sorted(group.items, key=lambda x: -said.sign * x.value)
        if len(order) < max(_FEWEST, said.place):
            continue
        if order[said.place - 1] is subjects[0]:
            counted = [claim.tokens[token_at(claim.starts, x.end) :][:1] for x in claim.typed if not x.unit]
            return Ranked(said.words.union(RANKS & claim.words, *counted), None)
        best = " ".join(order[said.place - 1].name or sorted(order[said.place - 1].label))
        wrong = (
            wrong
            or f"{best} has {order[said.place - 1].value.normalize():f} there, {subjects[0].value.normalize():f} is not {min(said.words)}"
        )
    return Ranked(frozenset(), wrong)


def _is_headed(said: _Said, group: _Group, claim: Sentence) -> bool:
    """Return whether values are of what a claim counts a place by: second in population, of populations."""
    return any(
        a == b or akin(*sorted((a, b)), claim.code) for a in said.next_words - claim.lexicon.stop for b in group.head
    )


def _told(claim: Sentence, item: _Item) -> int:
    """Return how surely a claim names an item: by its whole name, the longer the surer, or by words of it."""
    size, tokens = len(item.name), claim.tokens
    whole = size and any(tuple(tokens[i : i + size]) == item.name for i in range(len(tokens) - size + 1))
    return _MOST + size if whole else len(item.label & claim.words)


def _fits(said: _Said, group: _Group) -> bool:
    """Return whether a superlative can be of values of a unit: the deepest of lengths, the cheapest of prices."""
    money, kind = bool(_MONEY.fullmatch(group.unit)), dimension(group.unit) if group.unit else ""
    if said.kind == _PRICES:
        return money
    if said.kind == "either":
        return not money and (kind in {_LENGTHS, _TIMES} or not group.unit)
    return not said.kind or (not money and (_is_dimension(kind, said.kind) or not group.unit))


def _is_dimension(kind: str, wanted: str) -> bool:
    return kind.strip("[]") == wanted


def _said(claim: Sentence) -> _Said | None:
    """Return the one superlative of a claim, with the place that an ordinal before it gives; None for none or several."""
    if claim.code == "zh":
        found = [m for m in _HAN.finditer(claim.text) if "\u6700" in m[0] or m[1]]
        if len(found) != 1:
            return None
        sign, kind = _HAN_KINDS[found[0][2]]
        place = {"\u7b2c\u4e8c": 2, "\u7b2c\u4e09": 3}.get(found[0][1] or "", 1)
        return _Said(frozenset({"\u6700"} if place == 1 else {"\u7b2c"}), sign, kind, place, frozenset())
    tokens = claim.tokens
    if claim.code == "en" and claim.words.isdisjoint(_TELLING):
        return None
    told: list[_Said] = []
    for index, token in enumerate(tokens):
        place, word = _place_of(token)
        if word not in _SUPERLATIVES:
            continue
        before = tokens[index - 1] if index else ""
        place = max(place, _PLACES.get(before, 1))
        words = {token} | ({before} if before in _PLACES else set())
        following = tokens[index + 1 : index + 1 + _REACH]
        if word in _MOST_ADJECTIVES:
            if following[:1] in (["of"], ["likely"], ["recent"], ["important"], ["common"]) or before in {
                "at",
                "the",
            } - {"the"}:
                continue
            words |= set(following[:1])
        told.append(_Said(frozenset(words), *_SUPERLATIVES[word], place, frozenset(following)))
    told += _said_by_place(claim) if not told else []
    told += _said_in_two_words(claim) if claim.code in {"fr", "es", "tr"} else []
    return told[0] if len(told) == 1 else None


def _said_by_place(claim: Sentence) -> list[_Said]:
    """Return the place that a claim gives in what it names: second in population."""
    tokens = claim.tokens
    return [
        _Said(frozenset({token}), 1, "", _PLACES[token], frozenset(tokens[index + 2 : index + 4]))
        for index, token in enumerate(tokens[:-2])
        if token in _PLACES and tokens[index + 1] in _IN
    ]


def _said_in_two_words(claim: Sentence) -> list[_Said]:
    """Return the superlatives that French, Spanish and Turkish say in two words: le plus long, el m\u00e1s alto, en b\u00fcy\u00fck."""
    found: list[_Said] = []
    for match in _TWO_WORDS.finditer(claim.text):
        word = fold(match[match.lastgroup or 0])
        first = token_at(claim.starts, match.start())
        behind, around = claim.tokens[first + 3 : first + 5], claim.tokens[max(0, first - 1) : first + 5]
        if word in _OF_TWO and claim.code == match.lastgroup:
            place = max([_PLACES.get(t, 1) for t in around])
            words = {word} | {t for t in around if t in _PLACES}
            found.append(_Said(frozenset(words), *_OF_TWO[word], place, frozenset(behind)))
    return found


def _place_of(token: str) -> tuple[int, str]:
    """Return the place that a German compound gives, and its superlative: 2 and largest, of zweitgr\u00f6\u00dfte."""
    match = _GERMAN_PLACE.fullmatch(token) if token.startswith(("zweit", "dritt")) else None
    return (_PLACES[match[1]], match[2]) if match and match[2] in _SUPERLATIVES else (1, token)


def _groups(passage: Passage) -> Iterator[_Group]:
    rows = [s for s in passage.sentences if s.cells][: 8 * _MOST]
    if rows:
        yield from _columns(rows)
    lines: list[tuple[Sentence, Typed]] = []
    for sentence in passage.with_literals[: 8 * _MOST]:
        if sentence.cells:
            continue
        numbers = [
            x
            for x in sentence.typed
            if x.kind == "number" and x.firm and not x.label and not is_year(x) and not x.comparator
        ]
        if len(numbers) == 1 and _LINE.match(sentence.text, 0, numbers[0].start):
            lines.append((sentence, numbers[0]))
        elif len(numbers) >= _FEWEST:
            yield from _of_one_sentence(sentence, numbers)
    if len(lines) >= _FEWEST and len({x.unit for _, x in lines}) == 1:
        names = [tuple(s.tokens[: token_at(s.starts, s.text.index(":"))]) for s, _ in lines]
        labels = [frozenset(name) - passage.sentences[0].lexicon.stop for name in names]
        yield from _group([x for _, x in lines], labels, passage.sentences[0].words, names)


def _of_one_sentence(sentence: Sentence, numbers: Sequence[Typed]) -> Iterator[_Group]:
    for unit in dict.fromkeys(x.unit for x in numbers):
        listed = [x for x in numbers if x.unit == unit]
        if _FEWEST <= len(listed) <= _MOST:
            parts = [z - sentence.lexicon.stop for z in zones(sentence, listed)]
            yield from _group(listed, parts, sentence.words)


def _group(
    listed: Sequence[Typed],
    parts: Sequence[frozenset[str]],
    head: frozenset[str],
    names: Sequence[tuple[str, ...]] | None = None,
) -> Iterator[_Group]:
    """Yield values with the words that only one of them stands with, and their names where they have some."""
    items: list[_Item] = []
    for index, (literal, part) in enumerate(zip(listed, parts, strict=True)):
        others = frozenset().union(*[o for o in parts if o is not part])
        value, own = literal.values[0], frozenset(w for w in part - others if not w[0].isdigit())
        if isinstance(value, Decimal) and (own or names):
            items.append(_Item(own, value, names[index] if names else ()))
    if len(items) == len(listed):
        yield _Group(items, listed[0].unit, head)


def _columns(rows: Sequence[Sentence]) -> Iterator[_Group]:
    head, *body = rows
    for column in range(1, len(head.cells)):
        found: list[tuple[Sentence, Typed]] = []
        for row in body:
            start, end = row.cells[column] if column < len(row.cells) else (0, 0)
            inside = [x for x in row.typed if start <= x.start < end and x.kind == "number"]
            if len(inside) == 1 and not is_rule(row.text):
                found.append((row, inside[0]))
        body_rows = [r for r in body if not is_rule(r.text)]
        if len(found) < len(body_rows) or len(found) < _FEWEST:
            continue
        unit = found[0][1].unit
        listed = [x if x.unit == unit else _in_unit(x, unit) for _, x in found]
        names = [tuple(r.tokens[: token_at(r.starts, r.cells[0][1])]) for r, _ in found]
        start, end = head.cells[column]
        words = frozenset(t for t, s in zip(head.tokens, head.starts, strict=True) if start <= s < end)
        yield from _group([x for x in listed if x], [frozenset(n) for n in names], words, names) if all(listed) else ()


def _in_unit(literal: Typed, unit: str) -> Typed | None:
    value = literal.values[0]
    same = convert(value, literal.unit, unit) if isinstance(value, Decimal) and literal.unit and unit else None
    return literal.at_least_as(values=(same,), unit=unit) if same is not None else None
