"""Names: quoted strings, technical names and proper names of one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.text.typed.fold import CJK, fold
from harness.text.typed.lexicon import Lexicon

_TECHNICAL = re.compile(
    r"https?://[^\s<>\"')\]]+"
    r"|(?<![\w.+@-])[\w.+-]++@\w[\w-]*+(?:\.\w[\w-]*+)+"
    r"|(?<![\w/.])/(?:[\w.-]++/)+[\w.-]*+"
    r"|(?<![\w-])--?[a-zA-Z][\w-]*+(?==|\b)(?<![-])"
    r"|(?<![\w.])[A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+)+(?:\(\))?"
    r"|(?<![\w.])_*[A-Za-z]\w*\(\)"
    r"|(?<![\w.])(?=[A-Za-z0-9]*+_)[A-Za-z0-9]*+_\w++"
    r"|(?<![\w.])[a-z]++[A-Z]\w*+|(?<![\w.])[A-Z][a-z]++(?:[A-Z][a-z]++)+\w*+",
)
_HAS_TECHNICAL = re.compile(r"[@_/]|\w\.\w|--|[a-z][A-Z]|\(\)")
_SIGN = re.compile(r"[@_/(-]")
_ABBREVIATION = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{0,2}\.?|[a-z]{1,3}\.[a-z]{1,3}")
_QUOTED = re.compile(r'"([^"\n]{2,300}?)"|(?<![\w\'])\'(?=\S)([^\'\n]{2,200}?)(?<=\S)\'(?!\w)')
_STOPS = ".,;:!?"
_TERMINAL = frozenset('.!?:;"\u2022|')
_OPENING = re.compile(r'[\s"\'(\[*\u2013\u2014-]*\Z')


@dataclass(frozen=True, slots=True)
class Name:
    """One or more words that must be found together or apart: `words` are folded, `first` is the first token's index."""

    words: tuple[str, ...]
    first: int
    text: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A quoted string or a technical name; `key` is what is compared."""

    key: str
    start: int
    end: int
    text: str
    quoted: bool


def find_verbatim(text: str) -> tuple[Verbatim, ...]:
    """Return the quoted strings and technical names of a normalised sentence; linear in it."""
    found: list[Verbatim] = []
    if '"' in text or "'" in text:
        for match in _QUOTED.finditer(text):
            inner = (match[1] or match[2]).strip().rstrip(_STOPS)
            if len(inner) > 1:
                found.append(Verbatim(fold(inner), match.start(), match.end(), inner, quoted=True))
    if _may_be_technical(text):
        for match in _TECHNICAL.finditer(text):
            name = match[0].rstrip(".,")
            if len(name) > 1 and not _ABBREVIATION.fullmatch(name) and not _is_prose(name):
                found.append(
                    Verbatim(
                        fold(name.removesuffix("()")), match.start(), match.start() + len(name), name, quoted=False
                    )
                )
    return tuple(found)


def _may_be_technical(text: str) -> bool:
    """Return whether a sentence has anything that a technical name has: first what can be seen without a pattern."""
    if text[1:].islower() and "." not in text[:-1] and _SIGN.search(text) is None:
        return False
    return _HAS_TECHNICAL.search(text) is not None


def _is_prose(name: str) -> bool:
    """Return whether two sentences were only typed without a space, or a name has an inner capital as McDonald has."""
    left, dot, right = name.partition(".")
    if dot and "." not in right and left.isalpha() and right.isalpha() and right[0].isupper():
        return True
    return bool(re.fullmatch(r"(?:Mc|Mac|De|Di|Le|La|Van|Du|O)[A-Z][a-z]+", name))


def find_names(
    text: str, tokens: Sequence[str], starts: Sequence[int], lexicon: Lexicon, skip: Sequence[tuple[int, int]]
) -> Iterator[Name]:
    """Yield the proper names of a normalised sentence: runs of capitalised words, never inside the offsets of `skip`.

    The first word of a sentence counts only together with a second capitalised one, and German nouns do not count at all.
    """
    if lexicon.code == "zh":
        return
    run: list[int] = []
    for index, start in enumerate(starts):
        if not text[start].isupper() or not _is_name(text, tokens[index], start):
            continue
        if skip and any(a <= start < b for a, b in skip):
            continue
        if run and (index - run[-1] > 1 or not _touch(text, starts[run[-1]] + len(tokens[run[-1]]), start)):
            yield from _closed(text, tokens, starts, run, lexicon)
            run = []
        run.append(index)
    if run:
        yield from _closed(text, tokens, starts, run, lexicon)


def _is_name(text: str, word: str, start: int) -> bool:
    """Return whether a word that begins with a capital can be a name, or part of one."""
    return len(word) > 1 or (text[start + 1 : start + 2] == "." and word != "i")


def _touch(text: str, end: int, start: int) -> bool:
    return text[end:start] in {" ", ". ", "-", ".", "'"}


def _closed(
    text: str, tokens: Sequence[str], starts: Sequence[int], run: Sequence[int], lexicon: Lexicon
) -> Iterator[Name]:
    opens = _opens_sentence(text, starts[run[0]])
    words = list(run)
    while (
        words
        and (tokens[words[0]] in lexicon.stop or tokens[words[0]] in lexicon.months)
        and not _is_acronym(text, tokens, starts, words[0])
    ):
        words.pop(0)
        opens = False if not words else opens and False
    if not words:
        return
    surface = text[starts[words[0]] : starts[words[-1]] + len(tokens[words[-1]])]
    if lexicon.code == "de" and not (len(words) > 1 or surface.isupper()):
        return
    if opens and len(words) == 1 and not surface.isupper():
        return
    kept = tuple(
        [
            tokens[i]
            for i in words
            if len(tokens[i]) > 1 and (tokens[i] not in lexicon.stop or _is_acronym(text, tokens, starts, i))
        ]
    )
    if kept:
        yield Name(kept, words[0], surface)


def _is_acronym(text: str, tokens: Sequence[str], starts: Sequence[int], index: int) -> bool:
    return len(tokens[index]) > 1 and text[starts[index] : starts[index] + len(tokens[index])].isupper()


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return _OPENING.match(before) is not None or before[-1:] in _TERMINAL


def initials(words: Sequence[str]) -> str:
    """Return the acronym of words, e.g. `who`."""
    return "".join([w[0] for w in words if w])


HAN = re.compile(f"[{CJK}]")
"""One Chinese or Japanese character."""
