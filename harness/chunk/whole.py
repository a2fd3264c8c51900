"""The whole document as one chunk."""

from __future__ import annotations

from harness.protocols import Chunker, Cut
from harness.types import Frozen


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options) -> Chunker:
    """Return the chunker."""
    return Whole()


class Whole:
    """For documents that are already passages: every character is kept, surrounding white space too."""

    def cut(self, text: str) -> list[Cut]:
        """Return one cut, or none where there is nothing but white space."""
        return [] if not text or text.isspace() else [(0, len(text))]
