r"""Lower-cased words of two or more characters in any script, nothing removed (scikit-learn's default `\b\w\w+\b`)."""

from __future__ import annotations

import re

from harness.protocols import Analyzer
from harness.types import Frozen

_TERM = re.compile(r"\b\w\w+\b")


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Analyzer:
    """Return the analyzer."""
    return Plain()


class Plain:
    """The words that scikit-learn's `CountVectorizer` and `TfidfVectorizer` see with their defaults."""

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text`, in order, repeats kept."""
        return _TERM.findall(text.lower())
