"""What in a parsed text looks as if the parser had gone wrong; each finding names pages and shows an example."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from harness.ingest.parsed import Finding
from harness.text.counted import counted
from harness.text.literal import excerpt
from harness.text.words import count_words

_LOOSE = re.compile(r"(?=.*\d)[\d\s.,:%€$£¥₺+\-–−()/*]{1,24}")
_LOOSE_LINES = 4
_WIDE = re.compile(r"(?<=\S)(?:\t| {3,})(?=\S)")
_ACROSS_LINES = 5
_ACROSS_WORDS = 3
_UNMAPPED_SHARE = 0.005
_UNMAPPED_LEAST = 3
_UNMAPPED = re.compile(r"[\x00-\x08\x0e-\x1f\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]|\(cid:\d+\)")
"""Control characters, replacement characters and those of private use: what a font without a Unicode map leaves."""


class Suspicions:
    """Collects what looks wrong, page by page."""

    def __init__(self) -> None:
        self._found: dict[str, list[tuple[int | None, str]]] = {}

    def add(self, text: str, page: int | None = None, *, prose: str | None = None) -> None:
        """Look at the text of a page (null: of a file without pages); `prose` is the text without its tables."""
        for kind, message in _suspicions(text, text if prose is None else prose):
            self._found.setdefault(kind, []).append((page, message))

    def findings(self) -> tuple[Finding, ...]:
        """Return one finding of each kind, with the first example and all pages."""
        return tuple(
            Finding(kind, seen[0][1], tuple(page for page, _ in seen if page is not None))
            for kind, seen in self._found.items()
        )


def suspicions(text: str, *, prose: str | None = None, held: str = "") -> tuple[Finding, ...]:
    """Return what looks wrong in a file without pages; tables are looked for in `prose`, which may be empty.

    `held` is what the file holds by another way of reading, where that is known.
    """
    if held.strip() and not text.strip():
        return (Finding("no_text", f"no text came of it, though the file holds some, e.g. {excerpt(held)}"),)
    found = Suspicions()
    found.add(text, prose=prose)
    return found.findings()


def first_heading(text: str) -> str:
    """Return the title of a text that begins with a Markdown heading; empty where it does not."""
    first = text.lstrip().split("\n", 1)[0]
    return first.lstrip("#").strip() if first.startswith("#") else ""


def _suspicions(text: str, prose: str) -> Iterator[tuple[str, str]]:
    if not text.strip():
        yield "no_text", "nothing to read; text in pictures needs OCR first"
        return
    lines = [line for line in prose.split("\n") if line.strip()]
    numbers = _longest(lines, _is_loose)
    if len(numbers) >= _LOOSE_LINES:
        yield (
            "loose_numbers",
            f"{counted(len(numbers), 'line')} of numbers without words, from {excerpt(' '.join(numbers[:6]))}",
        )
    across = _longest(lines, _runs_across)
    if len(across) >= _ACROSS_LINES:
        yield "interleaved", f"{counted(len(across), 'line')} read across, e.g. {excerpt(across[0])}"
    odd = len(_UNMAPPED.findall(text))
    if odd >= max(_UNMAPPED_LEAST, _UNMAPPED_SHARE * len(text)):
        yield "unmapped", f"{odd:,} of {len(text):,} characters cannot be read; the font or the encoding hides them"


def _longest(lines: Iterable[str], holds: Callable[[str], bool]) -> list[str]:
    return max((list(run) for held, run in groupby(lines, holds) if held), key=len, default=[])


def _is_loose(line: str) -> bool:
    return "\t" not in line and _LOOSE.fullmatch(line.strip()) is not None


def _runs_across(line: str) -> bool:
    sides = _WIDE.split(line.strip())
    return len(sides) == 2 and all(  # noqa: PLR2004 -- two columns
        count_words(side) >= _ACROSS_WORDS and sum(map(str.isalpha, side)) > len(side) / 2 for side in sides
    )
