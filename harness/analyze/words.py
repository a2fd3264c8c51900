"""Lower-cased ASCII letters and digits, camelCase split, English stopwords out (the first seed's analyzer)."""

from __future__ import annotations

import re

from harness.protocols import Analyzer
from harness.types import Frozen

_STOPWORDS = """
    a an and are as at be by can do does for from how if in into is it its not of on or than that the
    their then there this to was were what when which who will with
"""
STOPWORDS = frozenset(_STOPWORDS.split())
"""The first seed's list: function words that say nothing of what a text is about."""

_CAMEL = re.compile(r"([a-z])([A-Z])")
_TERM = re.compile(r"[a-z0-9]+")


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Analyzer:
    """Return the analyzer."""
    return Words()


class Words:
    """Terms of English text and of code: `heappushPop(x1)` gives `heappush`, `pop`, `x1`."""

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text`, in order, repeats kept; letters outside ASCII separate terms."""
        split = _CAMEL.sub(r"\1 \2", text)
        return [term for term in _TERM.findall(split.lower()) if term not in STOPWORDS]
