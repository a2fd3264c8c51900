"""Where tables stand in plain text: Markdown pipes, tab-separated lines, or a document that is one delimited file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harness.protocols import Cut

_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_DELIMITERS = {";": 1, ",": 2, "|": 1}
"""How many of them a line of a delimited file holds at least: a comma or two also stand in prose."""
_SAME = 0.9
"""The share of a delimited file's lines that hold as many delimiters as its first; the rest have some in quotes."""
_LINES = 3


@dataclass(frozen=True, slots=True)
class Table:
    """A header row and the rows under it, as offsets; `start` is the header's, and a Markdown rule under it is no row."""

    header: Cut
    rows: tuple[Cut, ...]

    @property
    def start(self) -> int:
        """Where the table begins."""
        return self.header[0]

    @property
    def end(self) -> int:
        """Where its last row ends."""
        return self.rows[-1][1]


def tables(text: str) -> list[Table]:
    """Return the tables of `text`, in order; a header without a row under it is none."""
    lines = [match.span() for match in _LINE.finditer(text)]
    if _is_delimited(text, lines):
        filled = [(a, b) for a, b in lines if not text[a:b].isspace()]
        return [Table(filled[0], tuple(filled[1:]))]
    return list(_within(text, lines))


def _is_delimited(text: str, lines: Sequence[Cut]) -> bool:
    filled = [text[a:b] for a, b in lines if not text[a:b].isspace()]
    if len(filled) < _LINES or _RULE.fullmatch(filled[1]):
        return False
    for delimiter, least in _DELIMITERS.items():
        count = filled[0].count(delimiter)
        if count >= least and sum(line.count(delimiter) == count for line in filled) >= _SAME * len(filled):
            return True
    return False


def _within(text: str, lines: Sequence[Cut]) -> Iterator[Table]:
    at = 0
    while at < len(lines) - 1:
        pipes = _markdown_rows(text, lines, at)
        tabs = 0 if pipes else _tab_rows(text, lines, at)
        if pipes:
            yield Table(lines[at], tuple(lines[at + 2 : at + 2 + pipes]))
        elif tabs:
            yield Table(lines[at], tuple(lines[at + 1 : at + 1 + tabs]))
        at += 2 + pipes if pipes else 1 + tabs


def _markdown_rows(text: str, lines: Sequence[Cut], at: int) -> int:
    header, rule = (text[a:b] for a, b in lines[at : at + 2])
    if "|" not in header or "|" not in rule or not _RULE.fullmatch(rule):
        return 0
    rows = 0
    for before, (a, b) in zip(lines[at + 1 :], lines[at + 2 :], strict=False):
        if "|" not in text[a:b] or a != before[1] + 1:
            break
        rows += 1
    return rows


def _tab_rows(text: str, lines: Sequence[Cut], at: int) -> int:
    tabs = text.count("\t", *lines[at])
    rows = 0
    if tabs:
        for before, (a, b) in zip(lines[at:], lines[at + 1 :], strict=False):
            if text.count("\t", a, b) != tabs or a != before[1] + 1:
                break
            rows += 1
    return rows if rows >= _LINES - 1 else 0
