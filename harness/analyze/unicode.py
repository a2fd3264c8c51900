"""Words of any language, nothing removed: Unicode word boundaries, lower case, pairs of characters where there are no spaces.

Chinese, Japanese, Thai, Lao, Khmer, Burmese and Korean become overlapping pairs of characters, each with the marks written
on it: the common treatment where no dictionary is at hand (Lucene's CJKAnalyzer), blind to words and never without a match.
A question and a chunk that share a word share its pairs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from harness.protocols import Analyzer
from harness.types import Frozen

_UNSPACED = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u0edc-\u0edf"
    "\u1000-\u102a\u103f\u1050-\u1055\u1780-\u17b3\u17d7"
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uac00-\ud7a3\U00020000-\U0003ffff"
)
_MARKS = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060"
    "\u17b4-\u17d3\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef"
)
_LETTER = re.compile(f"[{_UNSPACED}][{_MARKS}]*+")
_WORD = re.compile(r"[\w\u0300-\u036f]+")
_ANY_UNSPACED = re.compile(f"[{_UNSPACED}]")
_TERM = re.compile(f"(?P<run>(?:[{_UNSPACED}][{_MARKS}]*+)++)|(?:(?![{_UNSPACED}])[\\w\u0300-\u036f])++")


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Analyzer:
    """Return the analyzer."""
    return Unicode()


class Unicode:
    """Terms of text in any script: `Öğrenci, 東京都` gives `öğrenci`, `東京`, `京都`."""

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text`, in order, repeats kept; a word of one letter is a term too."""
        return list(terms_of(lower(text)))


def lower(text: str, *, dotless: bool = False) -> str:
    """Return `text` composed (NFKC) and in lower case; with `dotless`, as Turkish and Azerbaijani have it: İ → i, I → ı.

    Elsewhere İ is a plain i too: Python's own `lower` would leave a combining dot behind that no question has.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("İ", "i")
    if dotless:
        text = text.replace("I", "ı")
    text = text.lower()
    # Text that somebody else lower-cased without knowing Turkish.
    return text if text.isascii() else text.replace("i\u0307", "i")


def terms_of(text: str) -> Iterator[str]:
    """Yield the words of lower-cased text; a run of characters without spaces as pairs, a single one as it is."""
    if text.isascii() or not _ANY_UNSPACED.search(text):
        yield from _WORD.findall(text)
        return
    for match in _TERM.finditer(text):
        run = match["run"]
        if run is None:
            yield match[0]
            continue
        letters = _LETTER.findall(run)
        if len(letters) == 1:
            yield run
        else:
            yield from (first + second for first, second in pairwise(letters))
