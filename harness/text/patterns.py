r"""Regular expressions that people write, in golden sets and flags: a search that may take for ever is given up.

`re` has no way to stop, and a pattern such as `(\w+\s?)+$` on the wrong answer would hold up every other question. `regex`
reads the same patterns and takes a time limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from harness.errors import InputError

if TYPE_CHECKING:
    import regex

LONGEST_SECONDS = 1.0
"""For one search of one text."""


class PatternError(InputError):
    """What is meant for a pattern is none, or took too long; the message says why."""


class Pattern:
    """A pattern that was read."""

    def __init__(self, pattern: str, compiled: regex.Pattern[str]) -> None:
        self._pattern = pattern
        self._compiled = compiled

    def search(self, text: str) -> str | None:
        """Return the first match; raise `PatternError` where finding it takes longer than `LONGEST_SECONDS`."""
        try:
            match = self._compiled.search(text, timeout=LONGEST_SECONDS)
        except TimeoutError:
            raise self._too_slow(text) from None
        return match[0] if match else None

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield `(start, end)` of each match, left to right, empty ones too; raise as `search` does."""
        try:
            for match in self._compiled.finditer(text, timeout=LONGEST_SECONDS):
                yield match.span()
        except TimeoutError:
            raise self._too_slow(text) from None

    def matches_all(self, text: str) -> bool:
        """Return whether the whole text matches; raise as `search` does."""
        try:
            return self._compiled.fullmatch(text, timeout=LONGEST_SECONDS) is not None
        except TimeoutError:
            raise self._too_slow(text) from None

    def _too_slow(self, text: str) -> PatternError:
        return PatternError(
            f"{self._pattern!r} was given up after {LONGEST_SECONDS:g} s in a text of {len(text):,} characters: one repeat stands"
            " inside another, such as (a+)+; write it so that it can match in one way only"
        )


@lru_cache(maxsize=1024)
def read_pattern(pattern: str, *, ignore_case: bool = False) -> Pattern:
    """Return the pattern; raise `PatternError` with the reason alone where it is no regular expression."""
    import regex  # noqa: PLC0415 -- most runs need none, and it takes ten milliseconds

    try:
        return Pattern(pattern, regex.compile(pattern, regex.IGNORECASE if ignore_case else 0))
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        raise PatternError(str(error)) from None
