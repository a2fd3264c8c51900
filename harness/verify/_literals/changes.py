"""Which end of a change a number is: what it changed by, what it changed to, or what it changed from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.equal import is_year

End = Literal["by", "to", "from", "level", ""]

_BEFORE: Mapping[str, Mapping[str, End]] = {
    "en": {"by": "by", "to": "to", "from": "from"},
    "de": {"um": "by", "auf": "to", "von": "from"},
    "fr": {"a": "to", "jusqu": "to", "atteindre": "to"},
    "es": {"un": "by", "en": "by", "al": "to", "a": "to", "hasta": "to", "del": "from", "desde": "from"},
    "tr": {},
}
"""Words right before a number that say which end it is, where something changes."""
_OF = {"en": "of", "de": "von", "fr": "de", "es": "de"}
"""Words that name what a thing changed by after a word of change: an increase of 5%, augmenté de 5 %."""
_LEVELS = frozenset("was is were are at stood stands reached betrug betragt lag liegt bei etait est era es fue".split())
_FILLERS = {
    "en": frozenset(
        "about around almost nearly roughly approximately some just only the a an over than more less".split()
    ),
    "de": frozenset("etwa rund fast knapp uber".split()),
    "fr": frozenset("environ pres plus l le la les".split()),
    "es": frozenset("el los la las casi unos unas".split()),
}
_CLASHES = {"by": {"to", "from", "level"}, "to": {"by", "from"}, "from": {"by", "to"}}
_GOES = frozenset("went moved changed zuruck passe passee passes paso pasaron cikti indi".split())
"""Words of change that say neither up nor down by themselves."""
_BOTH_WAYS = (["and"], ["und"], ["et"], ["y"])
"""100 Mbit/s up and down is no change."""
_MAKES_UP = frozenset("make makes made making take takes took taken".split())
_REACH, _VERB_REACH = 3, 4
_TURKISH = re.compile(r"['\u2019]?(?:(y?[ea])|([dt][ea]n))(?!\w)", re.IGNORECASE)
_HAN: Mapping[str, End] = {
    "\u5230": "to", "\u81f3": "to", "\u8fbe": "to", "\u4ece": "from", "\u7531": "from", "\u81ea": "from", "\u4e86": "by",
}  # fmt: skip


def another_end(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a claim gives as one end of a change what a span gives as another: rose by 42% and rose to 42%."""
    if claim.code != source.code or claimed.kind != "number" or not _changes(claim):
        return False
    if claimed.comparator and _than(claim, claimed):
        return False
    mine = end_of(claim, claimed)
    if mine not in _CLASHES:
        return False
    return end_of(source, other) in _CLASHES[mine]


def _than(sentence: Sentence, literal: Typed) -> bool:
    """Return whether a number is what something is compared with, and no end of a change: higher than 20."""
    index = token_at(sentence.starts, literal.start)
    return index > 0 and sentence.tokens[index - 1] in {"than", "als", "que"}


def end_of(sentence: Sentence, literal: Typed) -> End:
    """Return which end of a change a literal is; "" where its sentence speaks of no change there, "level" where it only is."""
    if literal.kind != "number" or literal.comparator in {"low", "high"} or is_year(literal):
        return ""
    changing = sentence.lexicon.moves
    if sentence.code == "zh":
        return _han_end(sentence.text, literal) if _changes(sentence) else ""
    tokens = sentence.tokens
    first, last = token_at(sentence.starts, literal.start), token_at(sentence.starts, literal.end)
    fillers = _FILLERS.get(sentence.code, frozenset())
    while first and tokens[first - 1] in fillers:
        first -= 1
    before = tokens[first - 1] if first else ""
    if _changes(sentence):
        if sentence.code == "tr":
            return _turkish_end(sentence, literal, tokens[last : last + _VERB_REACH])
        if found := _said_before(sentence, literal, first, last):
            return found
    return "level" if before in _LEVELS and changing.isdisjoint(tokens[last : last + 2]) else ""


def _said_before(sentence: Sentence, literal: Typed, first: int, last: int) -> End:
    """Return which end of a change the words beside a number say that it is."""
    changing, tokens, of = sentence.lexicon.moves, sentence.tokens, _OF.get(sentence.code)
    before = tokens[first - 1] if first else ""
    if before == of and not changing.isdisjoint(tokens[max(0, first - _REACH) : first - 1]):
        return "from" if _goes_on(sentence, literal) else "by"
    found = _BEFORE.get(sentence.code, {}).get(before, "")
    near = not changing.isdisjoint(tokens[max(0, first - 1 - _VERB_REACH) : first])
    if found and (near or sentence.code in {"en", "de"}):
        return found
    next_to = last < len(tokens) and not sentence.text[literal.end : sentence.starts[last]].strip()
    one_way = next_to and tokens[last] in changing and tokens[last + 1 : last + 2] not in _BOTH_WAYS
    grows = before in changing and (before != "up" or tokens[first - 2] not in _MAKES_UP)
    return "by" if grows or one_way else ""


def _changes(sentence: Sentence) -> bool:
    """Return whether something changes in a sentence."""
    moves = sentence.lexicon.moves
    if sentence.code == "zh":
        return any(w in sentence.text for w in moves)
    return not (moves.isdisjoint(sentence.words) and _GOES.isdisjoint(sentence.words))


def _goes_on(sentence: Sentence, literal: Typed) -> bool:
    """Return whether another number follows as the end of the change: augmenté de 5 % à 7 %."""
    marks = {"fr": "\u00e0", "es": "al", "de": "auf"}
    following = sentence.text[literal.end : literal.end + 4].split()
    return bool(following) and following[0] == marks.get(sentence.code)


def _turkish_end(sentence: Sentence, literal: Typed, following: Sequence[str]) -> End:
    changing = sentence.lexicon.moves
    word = literal.text.split()[-1]
    suffix = _TURKISH.match(sentence.text, literal.end)
    units = sentence.lexicon.units
    if suffix is None and len(word) > _REACH and not word[-1].isdigit():
        bare = next((word[:-cut] for cut in (1, 2, 3) if word[:-cut] in units and word not in units), "")
        suffix = _TURKISH.fullmatch(word[len(bare) :]) if bare else None
    if suffix:
        return "to" if suffix[1] else "from"
    return "by" if following and following[0] in changing else ""


def _han_end(text: str, literal: Typed) -> End:
    left = text[: literal.start].rstrip("\u7ea6\u8fd1 ")
    if left[-2:-1] == "\u6bcf":
        left = left[:-2]
    left = left.removesuffix("\u767e\u5206\u4e4b")
    return _HAN.get(left[-1:], "")
