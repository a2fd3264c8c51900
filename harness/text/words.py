"""Words: the unit of every size here, countable in scripts with spaces and in scripts without."""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs, tone marks and variation selectors of those scripts: a cut before one would break a syllable in two.
_MARKS = (
    "\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059"
    "\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u17dd"
    "\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef"
)

UNSPACED = re.compile(f"[{_UNSPACED}]")
"""One character of a script written without spaces: Thai, Lao, Myanmar, Khmer, kana, Han."""

_WORD = re.compile(rf"[{_UNSPACED}][{_MARKS}]*+|[^\s{_UNSPACED}]++")
_RUN = re.compile(r"\S+")


def word_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield `(start, end)` of each word of `text`, left to right.

    A word is a run of characters other than white space, except that each character of a script without spaces is a
    word, together with the marks written on it. Without such characters the words are those of `str.split()`.
    """
    return map(re.Match.span, _pattern(text).finditer(text))


def count_words(text: str) -> int:
    """Return how many words `word_spans` yields."""
    # `str.split` counts several times faster than a regular expression does.
    if _pattern(text) is _RUN:
        return len(text.split())
    return sum(1 for _ in _WORD.finditer(text))


def strip_span(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield `(start, end)` drawn in to leave out white space at either end, or nothing where there is only that."""
    piece = text[start:end]
    if kept := piece.strip():
        first = start + len(piece) - len(piece.lstrip())
        yield first, first + len(kept)


def _pattern(text: str) -> re.Pattern[str]:
    return _RUN if text.isascii() or not UNSPACED.search(text) else _WORD
