"""A claim in another language than its spans: held to its numbers, its names and the everyday words that are known in both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from harness.text.typed.bilingual import opposite_of, parts_of, rivals_of
from harness.text.typed.names import HAN
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.types import VerdictName
from harness.verify._denied.clauses import clauses
from harness.verify._whose.binding import claim_zone
from harness.verify._whose.zones import Place, zones
from harness.verify._words.support import content_words

Stands = Sequence[tuple[Typed, Sequence[Place]]]
"""The literals of a claim with where each stands."""
Parts = tuple[frozenset[int], ...]
_HAN_CUT = re.compile("[\uff0c\u3001\uff1b\u3002,;.!?\uff01\uff1f\n]")
_SEGMENT = re.compile(
    r"[,;:]|\s(?:and|while|whereas|but|und|aber|w\u00e4hrend|et|mais|y|e|pero|ve|ama|ise)\s", re.IGNORECASE
)
_SOURCE = {
    "en": re.compile(r"\b(?:from|by)\s$"),
    "de": re.compile(r"\b(?:von|durch)\s$"),
    "fr": re.compile(r"\b(?:par|de)\s$|\bd'$"),
    "es": re.compile(r"\b(?:por|de)\s$"),
}
_NO_DENIAL = frozenset("\u975e non free frei kostenlos gratis gratuit gratuitement gratuite gratuita gratuito".split())
_ONLY = re.compile(r"\b(?:ne|n')\s?\w+(?:\s\w+){0,3}\squ(?:e\b|')")
"""The French for only, which denies nothing."""
_TURKISH_SOURCE = re.compile(r"['\u2019]?(?:den|dan|ten|tan)\b|\starafından\b")
_TITLES = frozenset(
    "eur usd gbp chf try cny jpy mr mrs ms dr prof herr frau monsieur madame sr sra bay bayan sayin".split()
)
_COVERED, _FEWEST = 0.75, 3
_ALIKE, _MOST, _MOST_NAMES = 4, 24, 8


class _Segment(NamedTuple):
    """A part of a sentence: its folded words and what their parts may tell."""

    words: frozenset[str]
    parts: Parts


def judge_abroad(claim: Sentence, stands: Stands, passages: Sequence[Passage], where: str) -> tuple[VerdictName, str]:
    """Return the verdict on a claim whose literals are in spans of another language, and why.

    Unsupported where a number or name stands there with what the claim says of another one; supported where numbers agree, or
    where nearly every word is known; unknown where too little can be compared.
    """
    abroad = f"{where}, which is in another language ({passages[0].code})"
    if name := _missing(claim, passages):
        return "unknown", f"{name} is not in {abroad}"
    if wrong := _bound_otherwise(claim, stands, passages):
        return "unsupported", f"{wrong} in {abroad}"
    near = _near(claim, stands, passages)
    denied, denied_there = _denials([claim]), _denials(near)
    if near and bool(denied) != bool(denied_there):
        return "unknown", f"whether it is denied cannot be told from {abroad}"
    found, absent, words = _compared(claim, near or [s for p in passages for s in p.sentences])
    if against := next((w for w, parts in absent if _opposed(parts, near)), None):
        return "unsupported", f"{against!r} is the opposite in {abroad}"
    covered = found >= _FEWEST and not absent and denied == denied_there and found >= _COVERED * words
    if covered or any(x.firm for x, _ in stands):
        return "supported", f"what it says is in {abroad}" if covered else f"numbers and dates are in {abroad}"
    return "unknown", f"the answer is in another language than {where} ({claim.code}, {passages[0].code})"


def _bound_otherwise(claim: Sentence, stands: Stands, passages: Sequence[Passage]) -> str | None:
    """Return which number or name of a claim stands with something else in the spans, or None."""
    for literal, same in stands:
        if same and (wrong := _misbound(claim, literal, same, passages)):
            return f"{literal.text} stands with {wrong}"
    name = _names_exchanged(claim, passages) or _roles_exchanged(claim, passages)
    return f"{name} does what another does" if name else None


def _parts(words: Iterable[str], code: str) -> Parts:
    return tuple([part for word in words for part in parts_of(word, code)])


def _missing(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the first name with a word that no span has, and that no concept translates, or None."""
    if claim.code == "zh" or any(p.code == "zh" for p in passages):
        return None
    for name in claim.names:
        for word in name.words:
            if word in _TITLES or parts_of(word, claim.code) or any(_has(word, p) for p in passages):
                continue
            return name.text
    return None


def _has(word: str, passage: Passage) -> bool:
    if word in passage.words:
        return True
    return len(word) >= _ALIKE and any(
        w.startswith(word[:-1]) or word.startswith(w) for w in passage.beginning(word[:3]) if len(w) >= _ALIKE
    )


def _misbound(claim: Sentence, literal: Typed, same: Sequence[Place], passages: Sequence[Passage]) -> str | None:
    """Return with what every place of a literal stands that the claim has not, where the claim has what a rival stands with."""
    mine = _zone_of_claim(claim, literal)
    names = {w for n in claim.names for w in n.words} & mine.words
    wrong: str | None = None
    for place in same[:_MOST]:
        here = _zone(place.sentence, place.literal)
        found = _of_another(names, place.sentence)
        for sentence, rival in _rivals(place, passages):
            there = _zone(sentence, rival)
            found = found or _against(mine, here, there)
            if names & there.words - here.words:
                found = found or _name_in(here.words - there.words - mine.words, place.sentence)
        if found is None:
            return None
        wrong = wrong or found
    return wrong


def _name_in(words: frozenset[str], sentence: Sentence) -> str | None:
    """Return which of some words of a sentence is a name: it begins with a capital and is no known word."""
    stop = sentence.lexicon.stop
    capital = [sentence.tokens[i] for i in sorted(sentence.capitals)]
    return next((w for w in capital if w in words and w not in stop and not parts_of(w, sentence.code)), None)


def _of_another(names: set[str], sentence: Sentence) -> str | None:
    """Return the name that a sentence has instead of all names of a claim's clause, where no pronoun stands for one of those."""
    if not names or not names.isdisjoint(sentence.words) or not sentence.lexicon.pronouns.isdisjoint(sentence.words):
        return None
    known = {w for w in sentence.words if any(w.startswith(n[:_ALIKE]) for n in names if len(n) >= _ALIKE)}
    return None if known else next((n.text for n in sentence.names if len(n.words) > 1), None)


def _rivals(place: Place, passages: Sequence[Passage]) -> list[tuple[Sentence, Typed]]:
    """Return the other literals of the spans that are of the kind and unit of one, with their sentences."""
    literal = place.literal
    return [
        (s, x)
        for p in passages
        for s in p.with_literals
        for x in s.typed
        if x.kind == literal.kind and x.unit == literal.unit and set(x.values).isdisjoint(literal.values)
    ][:_MOST]


def _against(mine: _Segment, here: _Segment, there: _Segment) -> str | None:
    """Return a word that stands here and is not the claim's, where the claim has something that stands there and not here."""
    taken = any(_meets(p, there.parts) and not _meets(p, here.parts) for p in mine.parts)
    own = any(not _meets(p, mine.parts) and not _meets(p, there.parts) for p in here.parts)
    return "another" if taken and own else None


def _meets(part: frozenset[int], parts: Parts) -> bool:
    return any(not part.isdisjoint(other) for other in parts)


def _zone(sentence: Sentence, literal: Typed) -> _Segment:
    if sentence.code == "zh":
        text = _han_segment(sentence.text, literal.start, literal.end)
        return _Segment(frozenset({text}), parts_of(text, "zh"))
    group = [x for x in sentence.typed if x.kind == literal.kind and x.unit == literal.unit]
    own = [zone for x, zone in zip(group, zones(sentence, group), strict=True) if x.start == literal.start]
    words = frozenset().union(*own) if own else sentence.words
    return _Segment(words, _parts(words, sentence.code))


def _zone_of_claim(claim: Sentence, literal: Typed) -> _Segment:
    if claim.code == "zh":
        text = _han_segment(claim.text, literal.start, literal.end)
        return _Segment(frozenset({text}), parts_of(text, "zh"))
    words = claim_zone(claim, literal, [x for x in claim.typed if x.firm or x is literal])
    return _Segment(words, _parts(words, claim.code))


def _han_segment(text: str, start: int, end: int) -> str:
    """Return the part of a Chinese sentence between two of its commas that a literal stands in."""
    cuts = [m.start() for m in _HAN_CUT.finditer(text)]
    first = max([c + 1 for c in cuts if c < start], default=0)
    return text[first : min([c for c in cuts if c >= end], default=len(text))]


def _names_exchanged(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return a name that has in the spans what the claim gives to another of its names, or None."""
    names = [n.words[-1] for n in claim.names[:_MOST_NAMES] if any(n.words[-1] in p.words for p in passages)]
    if len(set(names)) < 2 or claim.code == "zh":  # noqa: PLR2004 -- two names can change places
        return None
    sentences = [s for p in passages for s in p.sentences]
    if _from_another(claim, sentences, names):
        return names[0]
    mine = _segments([claim])
    theirs = _segments(sentences)
    for name in names:
        here = [s for s in theirs if name in s.words]
        there = [s for s in theirs if name not in s.words and not s.words.isdisjoint(names)]
        for segment in mine:
            if name not in segment.words or len(segment.words.intersection(names)) > 1:
                continue
            parts_here, parts_there = _joined(here), _joined(there)
            taken = any(_meets(p, parts_there) and not _meets(p, parts_here) for p in segment.parts)
            own = any(not _meets(p, segment.parts) and not _meets(p, parts_there) for p in parts_here)
            if taken and own:
                return name
    return None


def _roles_exchanged(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the word of a claim that says what the spans say of its opposite, or of another day of the week, or None."""
    if claim.code == "zh" or any(p.code == "zh" for p in passages):
        return None
    theirs = _segments([s for p in passages for s in p.sentences])
    for segment in _segments([claim]):
        for word in sorted(segment.words):
            for concept in frozenset().union(*parts_of(word, claim.code)):
                others = rivals_of(concept)
                here = _joined([s for s in theirs if any(concept in p for p in s.parts)])
                there = _joined([s for s in theirs if any(others & p for p in s.parts)]) if others and here else ()
                taken = any(_meets(p, there) and not _meets(p, here) for p in segment.parts)
                if taken and any(not _meets(p, segment.parts) and not _meets(p, there) for p in here):
                    return word
    return None


def _joined(segments: Sequence[_Segment]) -> Parts:
    return tuple([part for s in segments for part in s.parts])


def _segments(sentences: Sequence[Sentence]) -> list[_Segment]:
    found: list[_Segment] = []
    for sentence in sentences:
        edges = [0, *[m.end() for m in _SEGMENT.finditer(sentence.text)], len(sentence.text)]
        for start, end in pairwise(edges):
            words = sentence.tokens[token_at(sentence.starts, start) : token_at(sentence.starts, end)]
            found.append(_Segment(frozenset(words), _parts(words, sentence.code)))
    return found


def _from_another(claim: Sentence, sentences: Sequence[Sentence], names: Sequence[str]) -> bool:
    """Return whether the claim says "from" or "by" one name, and the spans only another one of its names."""
    mine = {n for n in names if _is_source(n, claim)}
    theirs = {n for n in names if any(_is_source(n, s) for s in sentences)}
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _is_source(name: str, sentence: Sentence) -> bool:
    """Return whether a word says that something comes from, or is done by, who has a name."""
    for place, token in enumerate(sentence.tokens):
        if token != name:
            continue
        index, start = place, sentence.starts[place]
        if sentence.code == "tr":
            if _TURKISH_SOURCE.match(sentence.text, start + len(token)):
                return True
            continue
        marks = _SOURCE.get(sentence.code)
        while index and sentence.text[sentence.starts[index - 1]].isupper():
            index -= 1
            start = sentence.starts[index]
        if marks and marks.search(sentence.text, max(0, start - 10), start):
            return True
    return False


def _near(claim: Sentence, stands: Stands, passages: Sequence[Passage]) -> list[Sentence]:
    """Return the sentences that have the literals of a claim, or where it has none those that have its names."""
    placed = {id(p.sentence): p.sentence for literal, same in stands if literal.firm for p in same}
    if placed:
        return list(placed.values())
    words = {w for n in claim.names for w in n.words}
    sentences = [s for p in passages for s in p.sentences]
    if named := [s for s in sentences if not s.words.isdisjoint(words)]:
        return named
    mine = _all_parts(claim)
    shared = [sum(_meets(p, _all_parts(s)) for p in mine) for s in sentences]
    most = max(shared, default=0)
    return [s for s, n in zip(sentences, shared, strict=True) if n == most and most]


def _denials(sentences: Sequence[Sentence]) -> int:
    """Return how many clauses of some sentences are negated."""
    negated = [(c.negator, s) for s in sentences for c in clauses(s) if c.negator]
    return sum(n not in _NO_DENIAL and not _ONLY.search(s.text) and not _is_named(n, s) for n, s in negated)


def _is_named(word: str, sentence: Sentence) -> bool:
    """Return whether what looks like a negation is part of a name: Demir."""
    return any(word in n.words for n in sentence.names)


def _compared(claim: Sentence, near: Sequence[Sentence]) -> tuple[int, list[tuple[str, Parts]], int]:
    """Return how many telling words of a claim are there, which known ones are not, and how many there are."""
    there: Parts = tuple([part for s in near for part in _all_parts(s)])
    held = frozenset().union(*[s.words for s in near])
    if claim.code == "zh" and HAN.search(claim.text):
        mine = parts_of(claim.text, "zh")
        return (
            sum(_meets(p, there) for p in mine),
            [(claim.text, (p,)) for p in mine if not _meets(p, there)],
            len(mine),
        )
    found, absent = 0, []
    words = content_words(claim)
    for word in words:
        parts = parts_of(word.text, claim.code)
        if word.text in held or any(_meets(p, there) for p in parts):
            found += 1
        elif parts:
            absent.append((word.text, parts))
    return found, absent, len(words)


def _all_parts(sentence: Sentence) -> Parts:
    return parts_of(sentence.text, "zh") if sentence.code == "zh" else _parts(sentence.tokens, sentence.code)


def _opposed(parts: Parts, near: Sequence[Sentence]) -> bool:
    """Return whether the opposite of a word is there."""
    there = frozenset().union(*[p for s in near for p in _all_parts(s)])
    return any(opposite_of(c) in there for part in parts for c in part)
