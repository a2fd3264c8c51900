"""Exceptions: what a sentence says of all but something, and whether a claim speaks of that as if it were none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.verify._denied.exempt import PHRASES, named_exception, told_behind
from harness.verify._denied.unless import agrees_with_unless
from harness.verify._words.support import Support, Word

_NEXT_WORDS = 4
_ELLIPTIC = frozenset({"not", "nicht", "pas", "no", "non", "degil"})
_OTHER_MARKS = _ELLIPTIC | {"but"}
_BUT = frozenset({"but", "aber", "mais", "pero", "ama", "and", "und", "et", "y"})
_VERBS = frozenset(
    "only just is are was were be do does did has have can could will would should may might must".split()
)
_ALL_BUT = frozenset({"day", "all", "everyone", "everything", "anything"})
_LISTS = frozenset("and or und oder et ou y o".split())
_LIST_WORDS = 12
_EVERY = frozenset({"all", "every", "any", "each", "no"})


_HAN_EXCEPT = re.compile(
    "\u9664(?:\u4e86)?([^\u9664\uff0c\u3002\uff1b,;.]{1,12}?)(?:\u4ee5|\u4e4b)?\u5916|([^\uff0c\u3002\uff1b\u3001,;.]{1,12})\u9664\u5916"
)
"""Chinese "except for X" and "X excepted"."""


def exceptions(source: Sentence) -> list[int]:
    """Return where a sentence names an exception: "except", "but not", ", not"."""
    kept: list[int] | None = source.__dict__.get("exceptions")
    if kept is not None:
        return kept
    lex, tokens = source.lexicon, source.tokens
    if lex.except_words.isdisjoint(tokens) and _OTHER_MARKS.isdisjoint(tokens) and not _opens_phrase(source):
        source.__dict__["exceptions"] = []
        return []
    phrases = PHRASES.get(lex.code, ())
    found = [
        i
        for i, t in enumerate(tokens)
        if t in lex.except_words
        or (t == "but" and i and (tokens[i - 1] in _ALL_BUT or not _EVERY.isdisjoint(tokens[max(0, i - 3) : i])))
        or (t in _ELLIPTIC and _is_elliptic(source, i))
        or (i and (tokens[i - 1], t) in phrases and i - 1 not in source.literal_words)
    ]
    if lex.code == "es":
        found = [i for i in found if tokens[i] != "menos" or tokens[i + 1 : i + 2] != ["de"]]
    source.__dict__["exceptions"] = found
    return found


def _opens_phrase(source: Sentence) -> bool:
    return any(first in source.words and second in source.words for first, second in PHRASES.get(source.code, ()))


def _is_elliptic(source: Sentence, index: int) -> bool:
    """Return whether a negator denies only what follows it: "by Norway but not by Sweden", "amoxicillin, not ibuprofen"."""
    before = source.tokens[index - 1] if index else ""
    after = source.tokens[index + 1] if index + 1 < len(source.tokens) else ""
    comma = source.text[: source.starts[index]].rstrip().endswith(",")
    if source.tokens[index] == "no" and source.code == "en":
        return False
    return bool(after) and after not in _VERBS and (before in _BUT or comma)


def excepted(words: Sequence[Word], support: Support, source: Sentence, claim: Sentence) -> str | None:
    """Return the exception of the span that the claim speaks of as if it were none."""
    if source.code == "zh":
        return _han_exception(source, claim)
    markers = exceptions(source)
    if not markers or agrees_with_unless(claim, source):
        return None
    if exceptions(claim):
        return _other_exception(claim, source, support)
    if told_behind(source, support, markers):
        return None
    found = next((w.text for m in markers for w in words if _is_first(w, m, source, support)), None)
    if found:
        return f"{found!r} is an exception there"
    whole = [m for m in markers if source.tokens[m] not in _OTHER_MARKS] if source.code != "tr" else []
    return named_exception(words, support, source, claim, whole)


def _is_first(word: Word, marker: int, source: Sentence, support: Support) -> bool:
    """Return whether a word of a claim is the first telling one of what a sentence excepts, and stands there only once."""
    stop, tokens = source.lexicon.stop, source.tokens
    following = [t for t in tokens[marker + 1 : marker + 1 + _NEXT_WORDS] if t not in stop][:1]
    if tokens[marker] in source.lexicon.except_words or tokens[marker] in _ELLIPTIC:
        following += _further(source, marker)
    if source.code == "tr":
        following = [t for t in tokens[max(0, marker - 2) : marker] if t not in stop]
    forms = support.variants[word.text]
    if word.text in support.turned or forms.isdisjoint(following):
        return False
    return sum(t in forms for t in tokens) == 1


def _han_exception(source: Sentence, claim: Sentence) -> str | None:
    named = next(
        (
            m[1] or m[2]
            for m in _HAN_EXCEPT.finditer(source.text)
            if (m[1] or m[2]) in claim.text and source.text.count(m[1] or m[2]) == 1
        ),
        None,
    )
    return f"{named} is an exception there" if named and "\u9664" not in claim.text else None


def _further(source: Sentence, marker: int) -> list[str]:
    """Return the first telling word of each further thing that is excepted: "except gift cards and opened bottles"."""
    tokens, stop = source.tokens, source.lexicon.stop
    rest = tokens[marker + 1 : marker + 1 + _LIST_WORDS]
    if not _VERBS.isdisjoint(rest):
        return []
    joined = [i for i, t in enumerate(rest) if t in _LISTS]
    return [t for i in joined for t in [x for x in rest[i + 1 : i + _NEXT_WORDS] if x not in stop][:1]]


def _other_exception(claim: Sentence, source: Sentence, support: Support) -> str | None:
    """Return what a span excepts where the claim excepts something else of it: not by the club, not by the city."""
    if claim.code == "tr":
        return None
    mine, theirs = _after_marker(claim), _after_marker(source)
    forms = support.variants.get(mine, frozenset())
    if (
        mine
        and theirs
        and theirs not in forms
        and forms & source.words
        and any(theirs in f for f in support.variants.values())
    ):
        return f"{theirs!r} is the exception there"
    return None


def _after_marker(sentence: Sentence) -> str:
    """Return the first telling word after a word that excepts."""
    stop = sentence.lexicon.stop
    following = sentence.tokens[exceptions(sentence)[0] + 1 :][:_NEXT_WORDS]
    return next((t for t in following if t not in stop), "")
