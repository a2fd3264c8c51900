"""Who did what to whom: the order of names round what joins them, with the passive taken into account."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.text.typed.passage import Sentence
from harness.verify._deeds.order import in_same_order
from harness.verify._whose.posts import roles_of

_ASIDE = frozenset(
    "in at on near during for since with of as after before per under over against among "
    "ab bis binnen wahrend im am zum zur vom beim ins ans um in an auf bei mit fur als seit vor nach unter "
    "dans en sur avec pour comme chez a au aux des du de "
    "con para como del desde".split()
)  # fmt: skip
_ARTICLES = frozenset("the a an der die das den dem le la les l el los las un une una ein eine".split())
_WITH_OVER = frozenset("take takes took taken taking hand hands handed turn turned carry carried hold held".split())
_MEETING = frozenset("met meets meet married marries".split())
_OPEN_CLAUSES = frozenset("when while whereas and but although because after before who which that".split())
_MOST_NAMES = 8
_MARKERS = {
    "en": frozenset("than into ahead behind over instead behalf advice recommendation request advised".split()),
    "de": frozenset({"als"}),
    "fr": frozenset({"que"}),
    "es": frozenset({"que"}),
}


def swapped(claim: Sentence, source: Sentence, variants: Mapping[str, frozenset[str]]) -> str | None:
    """Return which two words have changed places between a sentence of a span and a claim, or None."""
    return (
        _exchanged_objects(claim, source, variants)
        or _exchanged_names(claim, source, variants)
        or _exchanged_places(claim, source, variants)
    )


def _exchanged_objects(claim: Sentence, source: Sentence, variants: Mapping[str, frozenset[str]]) -> str | None:
    """Compare what follows "than" in both, and "from ... to"."""
    markers = _MARKERS.get(claim.code, frozenset())
    if claim.code == source.code == "en" and {"from", "to"} <= claim.words and {"from", "to"} <= source.words:
        mine, theirs = (_after(s, "from") for s in (claim, source))
        my_end, their_end = (_after(s, "to") for s in (claim, source))
        if mine and theirs and mine != theirs and mine == their_end and my_end == theirs:
            return f"from {theirs} to {their_end} there, the other way round in the answer"
    for marker in sorted(markers & claim.words & source.words):
        if marker == "over" and any(_takes_over(s) for s in (claim, source)):
            continue
        if claim.tokens.count(marker) == source.tokens.count(marker) > 0:
            (my_front, my_back), (their_front, their_back) = (_round(s, marker, variants) for s in (claim, source))
            only_mine, only_theirs = my_back - their_back, their_back - my_back
            if only_theirs and only_mine & their_front and (my_front & their_back) - their_front:
                return f"{marker} {min(only_theirs)} there, {marker} {min(only_mine)} in the answer"
    return None


def _takes_over(sentence: Sentence) -> bool:
    """Return whether "over" belongs to a verb: one took over the other."""
    return any(b == "over" and a in _WITH_OVER for a, b in itertools.pairwise(sentence.tokens))


def _round(
    sentence: Sentence, marker: str, variants: Mapping[str, frozenset[str]]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the telling words before and after a marker, each as the form the span has."""
    place = len(sentence.tokens) - 1 - sentence.tokens[::-1].index(marker)
    stop = sentence.lexicon.stop
    forms = [min(variants.get(t) or {t}) if t not in stop else "" for t in sentence.tokens]
    return frozenset(forms[:place]) - {""}, frozenset(forms[place:]) - {"", marker}


def _after(sentence: Sentence, marker: str) -> str:
    if sentence.tokens.count(marker) != 1:
        return ""
    index = sentence.tokens.index(marker)
    return next((t for t in sentence.tokens[index + 1 : index + 4] if t not in _ARTICLES), "")


def _exchanged_names(claim: Sentence, source: Sentence, variants: Mapping[str, frozenset[str]]) -> str | None:
    if len(claim.capitals) < 2 or len(source.capitals) < 2:  # noqa: PLR2004 -- a role needs another
        return None
    names = list(_entities(claim, source))
    if len(names) < 2 or len(names) > 6:  # noqa: PLR2004 -- a list of names has no roles
        return None
    lex = claim.lexicon
    for (a, mine_a, their_a), (b, mine_b, their_b) in itertools.pairwise(names):
        if _coordinated(claim, mine_a, mine_b, lex.symmetric) or _coordinated(
            source, min(their_a, their_b), max(their_a, their_b), lex.symmetric
        ):
            continue
        if claim.code == "de" and (mine_a > 1 or min(their_a, their_b) > 1):
            # German nouns have capitals too, and only what opens a sentence surely is its subject.
            continue
        inverted = their_b < their_a
        passive = _passive(claim, (mine_a, mine_b)) != _passive(source, (their_a, their_b))
        if ":" in source.text[slice(*sorted((source.starts[their_a], source.starts[their_b])))]:
            # What heads a list is done by nothing in it.
            continue
        if inverted == passive or not _same_predicate(claim, source, (mine_a, mine_b), (their_a, their_b), variants):
            continue
        if _apart(claim, mine_a, mine_b) and _apart(source, their_a, their_b):
            # Clauses may change places.
            continue
        if any(_comes_from(claim, i) for i in (mine_a, mine_b)) != any(
            _comes_from(source, i) for i in (their_a, their_b)
        ):
            # What one gives, the other has from him: another verb may say the same.
            continue
        first, second = (b, a) if inverted else (a, b)
        return f"{first} comes before {second} there" if inverted else f"{a} and {b} have changed roles"
    return None


def _apart(sentence: Sentence, one: int, other: int) -> bool:
    """Return whether two names stand in two clauses, or only meet each other."""
    first, last = sorted((one, other))
    between = sentence.tokens[first + 1 : last]
    if not _MEETING.isdisjoint(between):
        return True
    opened = not _OPEN_CLAUSES.isdisjoint(between) or sentence.tokens[0] in _OPEN_CLAUSES
    return opened and sentence.text[: sentence.starts[last]].rfind(",") > sentence.starts[first]


def _entities(claim: Sentence, source: Sentence) -> Iterator[tuple[str, int, int]]:
    """Yield `(name, index in the claim, index in the source)` of the names that both hold once, in the claim's order."""
    index = 0
    while index < len(claim.tokens):
        last = index
        while last < len(claim.tokens) and _capital(claim, last):
            last += 1
        if last == index:
            index += 1
            continue
        run = [
            i
            for i in range(index, last)
            if claim.tokens.count(claim.tokens[i]) == 1 and source.tokens.count(claim.tokens[i]) == 1
        ]
        run = [
            i
            for i in run
            if _capital(source, source.tokens.index(claim.tokens[i])) and claim.tokens[i] not in claim.lexicon.stop
        ]
        if run:
            theirs = source.tokens.index(claim.tokens[run[0]])
            if not _aside(claim, index) and not _aside(source, theirs):
                yield claim.tokens[run[0]], run[0], theirs
        index = last


@dataclass(frozen=True, slots=True)
class _Run:
    """A name that two sentences hold once each: its words, and what stands before and after it in both."""

    text: str
    mine: tuple[int, int]
    theirs: tuple[int, int]
    here: tuple[str, str]
    there: tuple[str, str]


def _exchanged_places(claim: Sentence, source: Sentence, variants: Mapping[str, frozenset[str]]) -> str | None:
    """Return which two names stand in each other's place: what is round one here is round the other there."""
    if claim.code == "de" or claim.code != source.code or len(claim.capitals) < 2 or len(source.capitals) < 2:  # noqa: PLR2004 -- two names
        return None
    if in_same_order(claim, source, variants):
        return None
    runs = list(itertools.islice(_runs(claim, source), _MOST_NAMES))
    for one, other in itertools.combinations(runs, 2):
        if _beside(one.mine, other.mine, claim) or _beside(one.theirs, other.theirs, source):
            continue
        if _in_place(one, one) or _in_place(other, other):
            continue
        if _in_place(one, other) and _in_place(other, one):
            return f"{one.text} and {other.text} have changed places"
    return None


def _in_place(one: _Run, other: _Run) -> bool:
    """Return whether one name stands here with what the other stands with there, before or after."""
    return any(a and a == b for a, b in zip(one.here, other.there, strict=True))


def _beside(one: tuple[int, int], other: tuple[int, int], sentence: Sentence) -> bool:
    """Return whether only words that join stand between two names: A and B, A or B, A of B is not."""
    (_, end), (start, _) = sorted((one, other))
    return all(t in sentence.lexicon.symmetric or t in _ARTICLES for t in sentence.tokens[end:start])


def _runs(claim: Sentence, source: Sentence) -> Iterator[_Run]:
    index = 0
    while index < len(claim.tokens):
        last = index
        while last < len(claim.tokens) and _capital(claim, last) and claim.tokens[last] not in claim.lexicon.stop:
            last += 1
        if last == index:
            index += 1
            continue
        words = claim.tokens[index:last]
        at = _only_place(words, source)
        if at is not None and _only_place(words, claim) == index:
            theirs = (at, at + len(words))
            yield _Run(
                " ".join(words), (index, last), theirs, _round_about(claim, index, last), _round_about(source, *theirs)
            )
        index = last


def _only_place(words: Sequence[str], sentence: Sentence) -> int | None:
    found = [
        i for i, t in enumerate(sentence.tokens) if t == words[0] and sentence.tokens[i : i + len(words)] == list(words)
    ]
    return found[0] if len(found) == 1 else None


def _round_about(sentence: Sentence, start: int, end: int) -> tuple[str, str]:
    """Return the telling words before and after a name, with a preposition where one stands between."""
    stop, tokens = sentence.lexicon.stop, sentence.tokens
    before = next((i for i in range(start - 1, -1, -1) if tokens[i] not in _ARTICLES), -1)
    after = next((i for i in range(end, len(tokens)) if tokens[i] not in _ARTICLES), -1)
    left = (
        " ".join(tokens[max(0, before - 1) : before + 1])
        if before >= 0 and tokens[before] in stop
        else tokens[before]
        if before >= 0
        else ""
    )
    right = (
        " ".join(tokens[after : after + 2])
        if after >= 0 and tokens[after] in stop
        else tokens[after]
        if after >= 0
        else ""
    )
    return left, right


def _capital(sentence: Sentence, index: int) -> bool:
    return index in sentence.capitals


def _aside(sentence: Sentence, index: int) -> bool:
    """Return whether a name only says where, when or of whom: a preposition that gives it no role stands before it."""
    place = index - 1
    while place >= 0 and (sentence.tokens[place] in _ARTICLES or _capital(sentence, place)) and index - place < 4:  # noqa: PLR2004 -- the front of a name
        place -= 1
    return place >= 0 and sentence.tokens[place] in _ASIDE


def _comes_from(sentence: Sentence, index: int) -> bool:
    place = index - 1
    while place >= 0 and (sentence.tokens[place] in _ARTICLES or _capital(sentence, place)):
        place -= 1
    return place >= 0 and sentence.tokens[place] in {"from", "von"}


def _coordinated(sentence: Sentence, left: int, right: int, symmetric: frozenset[str]) -> bool:
    between = [
        t
        for i, t in enumerate(sentence.tokens[left + 1 : right], left + 1)
        if not _capital(sentence, i) and t not in _ARTICLES
    ]
    return all(t in symmetric for t in between)


def _passive(sentence: Sentence, places: tuple[int, int]) -> bool:
    """Return whether one of two names does what the other is the subject of: "by" stands before the later one, or its title."""
    marks = sentence.lexicon.passive
    for place in places if sentence.code == "tr" else places[-1:] if places[0] < places[1] else places[:1]:
        near = range(max(0, place - 5), place)
        titles = roles_of(sentence.code).keys() | {"s", "executive"}
        before = [
            t
            for i, t in enumerate(sentence.tokens[near.start : place], near.start)
            if t not in _ARTICLES | titles and not _capital(sentence, i) and sentence.tokens[i + 1] != "s"
        ]
        if before and before[-1] in marks and sentence.code != "tr":
            return True
        if sentence.code == "tr" and any(t in marks for t in sentence.tokens[place + 1 : place + 4]):
            return True
    return False


def _same_predicate(
    claim: Sentence,
    source: Sentence,
    mine: tuple[int, int],
    theirs: tuple[int, int],
    variants: Mapping[str, frozenset[str]],
) -> bool:
    if claim.code in {"tr", "de"}:
        return True
    low, high = min(theirs), max(theirs)
    between = frozenset(source.tokens[low + 1 : high])
    return any(
        not variants.get(t, frozenset({t})).isdisjoint(between)
        for t in claim.tokens[mine[0] + 1 : mine[1]]
        if t not in claim.lexicon.stop
    )
