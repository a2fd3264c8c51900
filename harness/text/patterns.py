r"""Regular expressions that people write, in golden sets and flags: a search that may take for ever is given up.

`re` has no way to stop, and a pattern such as `(\w+\s?)+$` on the wrong answer would hold up every other question. `regex`
reads the same patterns and takes a time limit.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
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


_TOKEN = re.compile(
    r"(?P<skip>\\[bBAZzG]|[\^$]|\(\?[a-zA-Z-]+\))|(?P<open>\((?P<kind>\?(?:<?[=!]|P?<\w+>|[:>|]|[a-zA-Z-]+:))?)|(?P<close>\))"
    r"|(?P<or>\|)|(?P<atom>\\[pPNxuU]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)",
    re.DOTALL,
)
_REPEAT = re.compile(r"(?:(?P<many>\*|\+|\{\d*,\})|\?|\{\d*,?\d+\})")
_LEAST = re.compile(r"\?|\*|\{0*,")
_SAMPLE = string.printable + "éß中"


@dataclass(slots=True)
class _Branch:
    """One alternative of a group: the parts of it that are repeated without end, and those that must stand there."""

    repeated: set[str] = field(default_factory=set)
    firm: set[str] = field(default_factory=set)

    def is_clear(self) -> bool:
        """Return whether a part that must stand there shows where each turn ends: no repeated part matches what it does."""
        for part in self.firm:
            is_once = part not in self.repeated
            others = self.repeated if is_once else (self.repeated | self.firm) - {part}
            if (is_once or len(self.firm) > 1) and all(_are_apart(part, other) for other in others):
                return True
        return False


def has_nested_repeat(pattern: str) -> bool:
    r"""Return whether a repeat without end stands in another and nothing shows where one ends: `(a+)+`, `(\w+\s?)*`.

    Such a pattern matches a text in more ways than can be tried. `(\d+,)*` is none: the comma ends each part.
    """
    groups: list[tuple[int, str, list[_Branch]]] = [(0, "", [_Branch()])]
    at = 0
    while token := _TOKEN.match(pattern, at):
        at = token.end()
        if token["open"]:
            groups.append((token.start(), token["kind"] or "", [_Branch()]))
        elif token["or"]:
            groups[-1][2].append(_Branch())
        elif token["atom"] or (token["close"] and len(groups) > 1):
            start, kind, inner = groups.pop() if token["close"] else (token.start(), "", [_Branch(firm={token[0]})])
            part, repeat = pattern[start:at], _REPEAT.match(pattern, at)
            if repeat:
                at = repeat.end() + (pattern[repeat.end() : repeat.end() + 1] in {"?", "+"})
            if kind.endswith(("=", "!")):
                continue
            is_endless = repeat is not None and repeat["many"] is not None
            if is_endless and any(branch.repeated and not branch.is_clear() for branch in inner):
                return True
            outer = groups[-1][2][-1]
            outer.repeated |= {part} if is_endless else set().union(*(branch.repeated for branch in inner))
            if not (repeat and _LEAST.match(repeat[0])):
                outer.firm |= {part} if is_endless else set.intersection(*(branch.firm for branch in inner))
    return False


def _are_apart(one: str, other: str) -> bool:
    """Return whether no character is matched by both."""
    try:
        return not any(re.fullmatch(one, c) and re.fullmatch(other, c) for c in _SAMPLE)
    except re.error:
        return False
