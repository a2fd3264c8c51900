"""Nouns of doers: "A is the builder of B", "B's founder was A" and "the winner is A" tell who built, founded and won."""

from __future__ import annotations

from collections.abc import Iterator

from harness.text.typed.passage import Sentence
from harness.verify._deeds.reader import Deed, new_deed
from harness.verify._deeds.words import KINDS, Kind, doers_of
from harness.verify._denied.clauses import sign_before

_BE = {
    "en": frozenset("is was are were".split()),
    "de": frozenset("ist war sind waren".split()),
    "fr": frozenset("est etait fut sont".split()),
    "es": frozenset("es era fue son".split()),
}
_OF = {
    "en": frozenset({"of", "for"}),
    "de": frozenset("der des von vom dieser dieses".split()),
    "fr": frozenset("de du des d".split()),
    "es": frozenset("de del".split()),
}
_ENDS = frozenset("and und et y who which that but while in on since from for with en im seit".split())
_LONGEST = 5


def doer_deeds(sentence: Sentence) -> Iterator[Deed]:
    """Yield the deeds of the nouns of a sentence that one form of "be" joins with a name."""
    code, tokens = sentence.code, sentence.tokens
    nouns = doers_of(code)
    if not nouns or nouns.keys().isdisjoint(sentence.words):
        return
    places = [i for i, t in enumerate(tokens) if t in _BE[code]]
    for index, token in enumerate(tokens):
        if token in nouns and places:
            be = min(places, key=lambda i: abs(i - index))
            if found := _joined(sentence, index, be, Kind(nouns[token])):
                yield found


def _joined(sentence: Sentence, index: int, be: int, plain: Kind) -> Deed | None:
    """Return the deed of a noun that a form of "be" joins with a name, or None where something else stands between or is told too."""
    tokens, code = sentence.tokens, sentence.code
    between = range(min(be, index) + 1, max(be, index))
    begin, end = _begin(sentence, min(be, index)), _end(sentence, max(be, index) + 1)
    if any(tokens[i] in _ENDS or _cut(sentence, i) for i in between):
        return None
    if any(i != be and tokens[i] in _BE[code] for i in range(begin, end)):
        return None
    side, whole = range(begin, be), range(be + 1, end)
    if index < be:
        side, whole = whole, side
    doer = [i for i in side if tokens[i] not in sentence.lexicon.stop]
    if not any(i in sentence.capitals for i in doer) or len(doer) > _LONGEST:
        return None
    kind = KINDS.get(plain.event, plain)
    after = [i for i in whole if i > index and tokens[index + 1] in _OF[code]]
    owner = [i for i in whole if i < index and _owns(sentence, i)]
    parts = {
        kind.subject: frozenset(tokens[i] for i in doer),
        kind.object: frozenset(tokens[i] for i in [*after, *owner]),
    }
    return new_deed(sentence, kind.event, tokens[index], parts, "noun")


def _owns(sentence: Sentence, index: int) -> bool:
    """Return whether a word is one whose thing the next is: the bakery of "the bakery's founder"."""
    end = sentence.starts[index] + len(sentence.tokens[index])
    return sentence.text[end : end + 2] in {"'s", "\u2019s"}


def _begin(sentence: Sentence, index: int) -> int:
    while index and not _cut(sentence, index) and sentence.tokens[index - 1] not in _ENDS - {"for", "in"}:
        index -= 1
    return index


def _end(sentence: Sentence, index: int) -> int:
    while index < len(sentence.tokens) and not _cut(sentence, index) and sentence.tokens[index] not in _ENDS:
        index += 1
    return index


def _cut(sentence: Sentence, index: int) -> bool:
    return sign_before(sentence, index) in {",", ";", ":"}
