"""Stems, without stopwords: `snowball:turkish`, `snowball:german:keep`; a word in one inflection finds it in another.

The stemmers are the Snowball project's (Porter 2001), through their own package; each distinct word is stemmed once. Turkish
casing tells İ/i from I/ı, and what follows an apostrophe in Turkish (`İstanbul'da`) is a suffix, so it is dropped.
"""

from __future__ import annotations

import re
import threading
from typing import Literal

from pydantic import field_validator

from harness.analyze._languages import CODES
from harness.analyze._stopwords import STOPWORDS
from harness.analyze.unicode import lower, terms_of
from harness.errors import SpellingError, nearest
from harness.protocols import Analyzer
from harness.types import Frozen

_WORDS_KEPT = 500_000
_SUFFIX = re.compile(r"(?<=\w\w)['’ʼ]\w+")
_ELISION = re.compile(r"\b(?:c|d|j|l|m|n|qu|s|t|un|dell|all|nell|sull|dall)['’ʼ](?=\w)")
_POSSESSIVE = re.compile(r"(?<=\w)['’ʼ]s\b")


class Options(Frozen):
    """`language`: a Snowball stemmer's name or its two-letter code; `stopwords`: `drop` them where we have a list."""

    language: str = "english"
    stopwords: Literal["drop", "keep"] = "drop"

    @field_validator("language")
    @classmethod
    def _is_a_stemmer(cls, language: str) -> str:
        import snowballstemmer  # noqa: PLC0415 -- half of what a search without stemming would load

        name = CODES.get(language, language)
        known = snowballstemmer.algorithms()
        if name not in known:
            raise SpellingError(f"--analyzer snowball:{language}: there is no such stemmer; {nearest(name, known)}")
        return name


def make(options: Options) -> Analyzer:
    """Return the analyzer."""
    return Snowball(options)


class Snowball:
    """Terms are stems, in lower case; scripts without spaces become pairs of characters as in `unicode`."""

    def __init__(self, options: Options) -> None:
        import snowballstemmer  # noqa: PLC0415 -- as above

        self._stem = snowballstemmer.stemmer(options.language).stemWord
        self._dotless = options.language == "turkish"
        self._dropped = STOPWORDS.get(options.language, frozenset()) if options.stopwords == "drop" else frozenset()
        self._cut = {"turkish": _SUFFIX, "french": _ELISION, "italian": _ELISION, "catalan": _ELISION}.get(
            options.language, _POSSESSIVE
        )
        self._stems: dict[str, str] = {}
        self._lock = threading.Lock()

    def terms(self, text: str) -> list[str]:
        """Return the stems of `text`, in order, repeats kept; nothing where it holds stopwords alone."""
        plain = self._cut.sub("", lower(text, dotless=self._dotless))
        stems, dropped = self._stems, self._dropped
        return [stems.get(word) or self._stemmed(word) for word in terms_of(plain) if word not in dropped]

    def _stemmed(self, word: str) -> str:
        # One at a time: a stemmer keeps the word it works on in itself.
        with self._lock:
            if len(self._stems) >= _WORDS_KEPT:
                self._stems.clear()
            stem: str = self._stem(word) or word
            self._stems[word] = stem
        return stem
