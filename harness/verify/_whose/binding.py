"""Binding: a literal must stand with the same subject in the answer as in the span; Plan A's price is not Plan B's."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.units import dimension
from harness.text.typed.values import Typed
from harness.verify._denied.clauses import clauses
from harness.verify._literals.equal import compare, is_year
from harness.verify._literals.places import year_at
from harness.verify._whose.events import VERSIONS, event_of, is_start, is_version
from harness.verify._whose.zones import RESPECTIVELY, Place, front_of, words_inside, zone_of, zones
from harness.verify._words.support import Support

_PART = re.compile(
    r"[;,](?!\d)|\b(?:and|but|while|whereas|und|aber|w\u00e4hrend|et|mais|tandis|y|pero|mientras|ve|ama)\b",
    re.IGNORECASE,
)
_OTHERS = frozenset(
    "other others remaining rest else andere anderen \u00fcbrigen ubrigen sonstige autres autre dem\u00e1s demas otros otras diger".split()
)
_OPENING_NAME = 1
_LONG_ZONE, _ENOUGH_WORDS = 12, 2
_JUST_BEFORE = 6
_OUTDATED = frozenset(
    "replaces replacing supersedes superseding instead formerly previously previous earlier former old outdated originally initially fr\u00fcher fruher bisher ersetzt statt vorher ehemals "
    "remplace ancien ancienne auparavant anciennement precedent reemplaza anterior antes antiguo sustituye onceki eski yerine".split()
)
_NEWEST = frozenset(
    "latest newest updated current currently recent aktuell aktuelle aktuellen neueste neuesten derzeit actuel actuelle actuellement recente dernier derniere actual actualmente reciente ultimo ultima guncel".split()
)
_ALIKE = 3
"""How many times one value may be another before they are surely values of different things."""
_YEAR_DIGITS = 4
_NOUN_REACH = 3
_ALIKE_WORDS, _ALIKE_SHARE = 3, 0.6
_SUBJECT, _FIRST = 1.5, 3
_MEASURES = frozenset("long wide tall deep thick lang breit large largo ancho".split())
_DIGITS = re.compile(r"\d+")
_SUFFIX = re.compile(r"(?<=9)[a-z]$")
"""The letter of B-12a, which is of one kind with B-12."""
_SCORE = re.compile(r"\d{1,3}-\d{1,3}")


def claim_zone(claim: Sentence, claimed: Typed, others: Sequence[Typed]) -> frozenset[str]:
    """Return the words that a literal of the claim stands with, shared out as in a span."""
    rivals = [o for o in others if o is claimed or compare(claimed, o) == "value"]
    zone = zones(claim, rivals)[next(i for i, o in enumerate(rivals) if o is claimed)]
    return zone - words_inside(claim, claimed)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A place that disagrees: the words it has that the claim has not, and those the claim puts there."""

    place: Place
    there: str
    claimed: str


def misplaced(
    claim: Sentence, claimed: Typed, support: Support, same: Sequence[Place], rivals: Sequence[Place]
) -> Misplaced | None:
    """Return the first place of a literal that disagrees with the claim, or null where some place agrees.

    A place disagrees where another value of the type stands with a word of the claim that this one does not stand with,
    and this one with words that the claim does not have.
    """
    said = _said(claim, claimed, support, [*same, *rivals])
    found: Misplaced | None = None
    speaks_of_old = not _OUTDATED.isdisjoint(claim.words)
    speaks_of_new = not speaks_of_old and not _NEWEST.isdisjoint(claim.words)
    for place in same:
        if _of_others(place, claim, said):
            wrong: Misplaced | None = Misplaced(place, "others", ", ".join(sorted(said.front)))
        else:
            wrong = (
                _against(place, rivals, said)
                or _of_another_event(place, rivals, said)
                or (None if speaks_of_old else _outdated(place, rivals))
            )
            if wrong is None and speaks_of_new:
                wrong = _superseded(place, rivals)
        if wrong is None:
            return None
        found = found or wrong
    return found


def _of_others(place: Place, claim: Sentence, said: _Said) -> bool:
    """Return whether a sentence speaks of the others, and of nothing that stands before the literal in the claim."""
    sentence = place.sentence
    marks = _OTHERS.intersection(sentence.tokens[: token_at(sentence.starts, place.literal.start)])
    if not marks or not said.front or not _OTHERS.isdisjoint(claim.words):
        return False
    opening = next(t for t in claim.tokens if t in said.front)
    return said.forms[opening].isdisjoint(sentence.words)


def someone_else(claim: Sentence, found: Sequence[Sequence[Place]]) -> str | None:
    """Return the name that opens every sentence a literal stands in, where the claim opens with a name that is not there.

    Only where the claim's name stands elsewhere in the passage: Roth has been head since 2016, of "Okoye, head since 2016,
    sold his shares. Roth bought some."
    """
    opening = next((n for n in claim.names if n.first <= _OPENING_NAME), None)
    if opening is None or claim.code == "de":
        return None
    for places in found:
        others = [_opens_with_another(p, opening.words) for p in places]
        if others and all(others) and not any(o in claim.text for o in others):
            return min(others)
    return None


def _opens_with_another(place: Place, words: Sequence[str]) -> str:
    """Return the name that opens the sentence of a place that has none of some words of its passage; "" where none does."""
    if not place.passage.words.issuperset(words) or not place.sentence.words.isdisjoint(words):
        return ""
    return next((n.text for n in place.sentence.names if n.first <= _OPENING_NAME), "")


def mispaired(one: Sequence[Place], other: Sequence[Place], rivals: Sequence[Place], claim: Sentence) -> str | None:
    """Return the value that stands in the part of a sentence where one literal stands, instead of the other of the claim.

    Only where both stand in one place, in one sentence and in two of its parts, and the claim does not name that value.
    """
    if len(one) != 1 or len(other) != 1 or one[0].sentence is not other[0].sentence or one[0].sentence.cells:
        return None
    sentence = one[0].sentence
    here = [r for r in rivals if r.sentence is sentence and _instead_of(r.literal, other[0].literal)]
    if not here or not RESPECTIVELY.isdisjoint(sentence.words):
        # What is told apart by its order stands in no part.
        return None
    near, far = one[0].literal, other[0].literal
    edges = [m.start() for m in _PART.finditer(sentence.text)]
    together = bisect_left(edges, near.start) == bisect_left(edges, far.start)
    if together or {near.comparator, far.comparator} == {"low", "high"}:
        return None
    if _dated(near) and not any(
        _dated(x) and bisect_left(edges, x.start) >= bisect_left(edges, far.start) for x in sentence.typed
    ):
        # What follows in the sentence says no year of its own: it is of the same.
        return None
    for rival in here:
        if rival.literal.start == near.start:
            # "Two years before" is a year, and it is the same words.
            continue
        if bisect_left(edges, rival.literal.start) == bisect_left(edges, near.start) and not any(
            compare(x, rival.literal) == "same" for x in claim.typed
        ):
            return rival.literal.text
    return None


def _instead_of(rival: Typed, literal: Typed) -> bool:
    """Return whether one literal may stand where another does: of its unit, and not the other end of its range."""
    return rival.unit == literal.unit and {rival.comparator, literal.comparator} != {"low", "high"}


def _dated(literal: Typed) -> bool:
    return literal.kind == "date" or is_year(literal)


def _outdated(place: Place, rivals: Sequence[Place]) -> Misplaced | None:
    """Return a place that a passage calls an earlier value, where it has another of the unit now."""
    first = token_at(place.sentence.starts, place.literal.start)
    marks = _OUTDATED.intersection(place.sentence.tokens[max(0, first - _JUST_BEFORE) : first])
    if not marks or not any(r.passage is place.passage and _parallel(place, r) for r in rivals):
        return None
    return Misplaced(place, min(marks), "what holds now")


def _superseded(place: Place, rivals: Sequence[Place]) -> Misplaced | None:
    """Return a place that is not the latest: its passage has another such value from a later year and calls it new."""
    mine, value = year_at(place), place.literal.values[0]
    if mine is None or is_year(place.literal) or not isinstance(value, Decimal) or not value:
        return None
    for rival in rivals:
        other = rival.literal.values[0]
        if rival.passage is not place.passage or rival.literal.unit != place.literal.unit or is_year(rival.literal):
            continue
        marks = _NEWEST & rival.sentence.words - place.sentence.words
        year = year_at(rival)
        if marks and isinstance(other, Decimal) and year is not None and year > mine:
            low, high = sorted((abs(other / value), Decimal(1)))
            if low * _ALIKE >= high:
                return Misplaced(place, str(mine), min(marks))
    return None


def _own_clause(claim: Sentence, claimed: Typed, zone: frozenset[str]) -> frozenset[str]:
    """Return the words of the clause of a long claim that a literal stands in, if it says enough by itself."""
    index = token_at(claim.starts, claimed.start)
    for clause in clauses(claim):
        if clause.first <= index < clause.last:
            own = zone.intersection(clause.tokens)
            return own if len(own - claim.lexicon.stop) >= _ENOUGH_WORDS else zone
    return zone


def _said(claim: Sentence, claimed: Typed, support: Support, places: Sequence[Place]) -> _Said:
    sentences = [p.sentence for p in places]
    passages = [p.passage for p in places]
    zone = claim_zone(claim, claimed, claim.typed)
    if len(zone) > _LONG_ZONE and (claimed.kind == "date" or is_year(claimed)):
        zone = _own_clause(claim, claimed, zone)
    topics = frozenset().union(*[p.topics for p in {id(x): x for x in passages}.values()])
    weights = {
        w.text: w.weight * (_SUBJECT if place < _FIRST else 1)
        for place, w in enumerate(support.words)
        if w.text in zone and w.text not in _MEASURES and support.variants[w.text].isdisjoint(topics)
    }
    forms = {text: support.variants[text] or frozenset({text}) for text in weights}
    dates = [words_inside(claim, x) for x in claim.typed if x.kind == "date" and not x.text.isdigit()]
    inside = frozenset().union(*dates) if dates else frozenset()
    labels = frozenset(claim.tokens[token_at(claim.starts, x.start)] for x in claim.typed if x.label)
    for token in zone:
        if (_names_one(token) and token not in inside) or token in labels:
            weights[token], forms[token] = 1.0, frozenset({token})
    names = {w.text for w in support.words if w.capital and any(_is_name(w.text, s) for s in sentences)}
    index = token_at(claim.starts, claimed.start)
    narrowing = {a: b for a, b in pairwise(claim.tokens) if a in forms and b in forms} if claim.code == "en" else {}
    if is_start(claim, claimed):
        for token in [t for t in weights if t.isdigit() and len(t) == _YEAR_DIGITS]:
            del weights[token], forms[token]
    counts = [forms[t] for t in _counted(claim, claimed) if t in forms]
    event = event_of(claim, claimed)
    following = next(iter(claim.tokens[token_at(claim.starts, claimed.end) :]), "")
    values = frozenset([x.values[0] for x in claim.typed if x is not claimed])
    front = frozenset([w.text for w in support.words if w.index < index and w.text in forms])
    return _Said(
        weights,
        forms,
        claim.lexicon.stop,
        frozenset(names),
        claim.compounds & claim.lexicon.stop,
        front,
        values,
        narrowing,
        frozenset({event}) | forms.get(event, frozenset()) if event else frozenset(),
        following if following in narrowing else "",
        frozenset().union(*counts),
        support.words[0].text if support.words else "",
    )


def _is_name(word: str, sentence: Sentence) -> bool:
    return any(
        t == word and sentence.text[sentence.starts[i]].isupper() and (i or _has_ending(sentence))
        for i, t in enumerate(sentence.tokens)
    )


def _has_ending(sentence: Sentence) -> bool:
    """Return whether an apostrophe parts the first word of a Turkish sentence from its ending, as it does in names only."""
    return sentence.code == "tr" and sentence.text[sentence.starts[0] + len(sentence.tokens[0]) :][:1] == "'"


@dataclass(frozen=True, slots=True)
class _Said:
    """What the claim says of a literal: words with weights and forms, which are names, and which stand before it."""

    weights: Mapping[str, float]
    forms: Mapping[str, frozenset[str]]
    stop: frozenset[str]
    names: frozenset[str]
    compounds: frozenset[str]
    front: frozenset[str]
    values: frozenset[object]
    narrowing: Mapping[str, str]
    event: frozenset[str]
    next_word: str
    counts: frozenset[str]
    opening: str


def _stands_with(said: _Said, place: Place) -> set[str]:
    """Return the words of the claim that a place has; those of its heading only as they are written there."""
    zone, label = zone_of(place), frozenset(place.sentence.label)
    inner = zone - (label - place.sentence.words) if label else zone
    return {t for t, f in said.forms.items() if t in label or not f.isdisjoint(inner)}


def _against(place: Place, rivals: Sequence[Place], said: _Said) -> Misplaced | None:
    own = _stands_with(said, place)
    mentioned = frozenset().union(*said.forms.values()) if said.forms else frozenset()
    for rival in rivals:
        if not (_comparable(place, rival) and _parallel(place, rival)) or _of_something_else(place, rival, said):
            continue
        theirs = _stands_with(said, rival)
        bad, good = theirs - own, own - theirs
        same_sentence = rival.sentence is place.sentence
        if not bad or (not same_sentence and _says_it_elsewhere(place.sentence, bad, said)):
            continue
        missing = [
            w
            for w in zone_of(place) - _without_the_place(rival, place) - mentioned
            if (w not in said.stop and not w.isdigit())
            or _names_one(w)
            or (len(w) == 1 and w.isupper())
            or (w.isdigit() and any(b.isdigit() for b in bad))
        ]
        if _named(place.literal) or _named(rival.literal):
            against, towards = (sum(said.weights[t] for t in side) for side in (bad, good))
            wrong = bool(missing) and (not good or (same_sentence and against > towards and _is_suffixed(place, rival)))
        elif _narrower(place, rival, bad, said) or (same_sentence and _of_a_part(place, bad, said)):
            wrong = True
        elif not missing and not bad & said.compounds:
            ends = {place.literal.comparator, rival.literal.comparator}
            wrong = (
                same_sentence
                and not good
                and not place.sentence.cells
                and ends.isdisjoint({"low", "high"})
                and rival.literal.values[0] not in said.values
            )
        elif bool(bad & said.names) != bool(good & said.names):
            wrong = bool(bad & said.names)
        else:
            against, towards = (sum(said.weights[t] for t in side) for side in (bad, good))
            together = same_sentence or bool(rival.sentence.cells) or _comma_row(place, rival)
            subject = said.opening in bad and bool(missing) and rival.passage is not place.passage
            wrong = against > towards or ((together or subject) and against == towards)
        if same_sentence and missing and not wrong and not _named(place.literal):
            wrong = _other_subject(place, rival, said)
        if wrong:
            return Misplaced(place, _shown(place.sentence, missing), ", ".join(sorted(bad)))
    return None


def _both_ends(place: Place, rival: Place, said: _Said) -> bool:
    """Return whether two values are a least and a most that the claim has both: which is which, their comparators tell."""
    bounds = {x.comparator or x.also for x in (place.literal, rival.literal)}
    return bounds == {"<=", ">="} and rival.sentence is place.sentence and rival.literal.values[0] in said.values


def _says_it_elsewhere(sentence: Sentence, bad: set[str], said: _Said) -> bool:
    """Return whether a sentence has in another of its parts what the claim says of a literal: "34 episodes over two seasons on CBS"."""
    return all(not said.forms[t].isdisjoint(sentence.words) for t in bad)


def _of_another_event(place: Place, rivals: Sequence[Place], said: _Said) -> Misplaced | None:
    """Return a place whose verb is another than the claim's, where the claim's verb has another value: completed, announced."""
    if not said.event:
        return None
    here = event_of(place.sentence, place.literal)
    opens = is_version(place.sentence, place.literal) and VERSIONS.issuperset(
        place.sentence.tokens[: token_at(place.sentence.starts, place.literal.start)]
    )
    if here in said.event or not (here or opens):
        return None
    for rival in rivals:
        if rival.passage is not place.passage or (opens and rival.sentence is not place.sentence):
            continue
        if event_of(rival.sentence, rival.literal) in said.event:
            return Misplaced(place, here or "another", min(said.event))
    return None


def _comparable(place: Place, rival: Place) -> bool:
    """Return whether two literals stand in one passage, or in sentences of two that differ in little but whom they speak of."""
    if rival.passage is place.passage:
        return True
    here, there = (
        s.words - s.lexicon.stop - {s.tokens[i] for i in s.literal_words} for s in (place.sentence, rival.sentence)
    )
    fewer = min(len(here), len(there))
    return fewer >= _ALIKE_WORDS and len(here & there) >= _ALIKE_SHARE * fewer


def _of_something_else(place: Place, rival: Place, said: _Said) -> bool:
    return (
        _both_named(place, rival, said) or _counts_another_thing(place, rival, said) or _both_ends(place, rival, said)
    )


def _counts_another_thing(place: Place, rival: Place, said: _Said) -> bool:
    """Return whether a literal counts what the claim counts, and its rival something else: 78,629 cases, 24 countries."""
    if not said.counts or place.literal.unit or rival.literal.unit:
        return False
    others = _counted(rival.sentence, rival.literal)
    return (
        bool(others)
        and said.counts.isdisjoint(others)
        and not said.counts.isdisjoint(_counted(place.sentence, place.literal))
    )


def _counted(sentence: Sentence, literal: Typed) -> list[str]:
    """Return the telling words right behind a number, before a comma: what it counts."""
    if literal.kind != "number" or is_year(literal):
        return []
    first = token_at(sentence.starts, literal.end)
    found: list[str] = []
    for index in range(first, min(first + _NOUN_REACH, len(sentence.tokens))):
        gap = sentence.text[literal.end if index == first else sentence.starts[index - 1] : sentence.starts[index]]
        if any(sign in gap for sign in ",;:.()"):
            break
        if sentence.tokens[index] not in sentence.lexicon.stop:
            found.append(sentence.tokens[index])
        elif found:
            break
    return found


def _both_named(place: Place, rival: Place, said: _Said) -> bool:
    """Return whether two numbers are names and the claim has both: Regulation 88 replaces Regulation 17."""
    return place.literal.label and rival.literal.label and rival.literal.values[0] in said.values


def _without_the_place(rival: Place, place: Place) -> frozenset[str]:
    """Return the words a rival stands with; two years are two events, so less what it has of the other's through a pronoun."""
    zone = zone_of(rival)
    if not is_year(place.literal) or rival.sentence is place.sentence or rival.sentence.index < place.sentence.index:
        return zone
    return zone - (place.sentence.words - rival.sentence.words)


def _other_subject(place: Place, rival: Place, said: _Said) -> bool:
    """Return whether the claim's subject stands before the rival's value, and before this one another does."""
    own, theirs = front_of(place), front_of(rival)
    mine = {t for t in said.front if not said.forms[t].isdisjoint(theirs)}
    here = {t for t in said.front if not said.forms[t].isdisjoint(own)}
    mentioned = frozenset().union(*said.forms.values()) if said.forms else frozenset()
    return bool(mine - here) and (not here - mine or len(theirs) < len(own)) and bool(own - theirs - mentioned)


def _narrower(place: Place, rival: Place, bad: set[str], said: _Said) -> bool:
    """Return whether the claim speaks of a narrower thing that has the other value: refresh tokens, not tokens."""
    for word in bad & said.narrowing.keys():
        noun = said.forms.get(said.narrowing[word], frozenset())
        if not noun.isdisjoint(zone_of(place)) and any(
            a in said.forms[word] and b in noun for a, b in pairwise(rival.sentence.tokens)
        ):
            if _narrowed_otherwise(word, noun, place, said):
                continue
            return rival.sentence is place.sentence or said.forms[word].isdisjoint(place.sentence.words)
    return False


def _narrowed_otherwise(word: str, noun: frozenset[str], place: Place, said: _Said) -> bool:
    """Return whether the place has its noun right behind another word of the claim: a lost card, of a lost library card."""
    others = frozenset().union(*[f for w, f in said.forms.items() if w != word and said.narrowing.get(w) == word])
    return any(a in others and b in noun for a, b in pairwise(place.sentence.tokens))


def _of_a_part(place: Place, bad: set[str], said: _Said) -> bool:
    """Return whether the claim counts a narrower thing than the span: 12 independent directors, of 12 directors, 5 of them independent."""
    if said.next_word not in bad:
        return False
    noun = said.forms[said.narrowing[said.next_word]]
    after = token_at(place.sentence.starts, place.literal.end)
    return not noun.isdisjoint(place.sentence.tokens[after : after + 1])


def _named(literal: Typed) -> bool:
    return literal.kind in {"identifier", "version"} and not _SCORE.fullmatch(_key(literal))


def _comma_row(place: Place, rival: Place) -> bool:
    commas = place.sentence.text.count(",")
    return commas > 0 and commas == rival.sentence.text.count(",")


def _names_one(token: str) -> bool:
    """Return whether a word with digits is a name: X1, 2021; the digits of a decimal are not."""
    return (token.isdigit() and len(token) == _YEAR_DIGITS) or (not token.isdigit() and any(c.isdigit() for c in token))


def _parallel(place: Place, rival: Place) -> bool:
    """Return whether two literals are values of one thing: the same unit, both years, cells, or the same word beside them."""
    one, other = place.literal, rival.literal
    if _named(one) or _named(other):
        return _shape(one) == _shape(other)
    # 200 degrees and 150 degrees an hour are no values of one thing.
    same_unit = one.unit == other.unit or dimension(one.unit) == dimension(other.unit)
    if not same_unit or bool(one.per) != bool(other.per):
        return False
    if (
        one.unit
        or one.kind != "number"
        or place.sentence.cells
        or (is_year(one) and (is_year(other) or other.kind == "date"))
        or ("," in place.sentence.text and not place.sentence.text.endswith("."))
    ):
        return True
    if is_year(one) != is_year(other):
        return False
    if rival.sentence is place.sentence:
        return True
    (left, right), (their_left, their_right) = _beside(place), _beside(rival)
    return (bool(right) and right == their_right) or (bool(left) and left == their_left)


def _is_suffixed(place: Place, rival: Place) -> bool:
    """Return whether one of two identifiers is the other with a suffix: B-12 and B-12a."""
    one, other = sorted((_key(place.literal), _key(rival.literal)), key=len)
    return place.literal.kind == "identifier" and one != other and other.startswith(one)


def _shape(literal: Typed) -> str:
    """Return what of a version or an identifier says of which kind it is: its letters and how it is parted."""
    return _SUFFIX.sub("", _DIGITS.sub("9", _key(literal))) if literal.kind == "identifier" else "version"


def _key(literal: Typed) -> str:
    return str(literal.values[0])


def _beside(place: Place) -> tuple[str, str]:
    starts, tokens = place.sentence.starts, place.sentence.tokens
    first, last = token_at(starts, place.literal.start), token_at(starts, place.literal.end)
    return tokens[first - 1] if first else "", tokens[last] if last < len(tokens) else ""


def _shown(sentence: Sentence, missing: Sequence[str]) -> str:
    kept = [t for t in sentence.tokens if t in missing] or sorted(missing)
    return ", ".join(dict.fromkeys(kept[:3]))
