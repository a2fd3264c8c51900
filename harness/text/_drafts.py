"""The pieces an answer without its markers falls into: sentences, cut once more where a line ends a claim."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from harness.protocols import Cut
from harness.text._leads import only_announces
from harness.text.markers import Marker
from harness.text.sentences import split_sentences
from harness.text.words import strip_span

CLAIMS = frozenset({"claim", "item"})
"""The kinds of pieces that claim something; the others are headings, lead-ins, rules, table heads, markers and references."""


class Removed(NamedTuple):
    """A marker with its place `at` in the plain text; `after` is the plain offset of the answer's `resume`."""

    marker: Marker
    at: int
    after: int
    resume: int


@dataclass(slots=True)
class Draft:
    """A piece of the plain text `plain[start:end]`: a claim, or what is none; `cited` and what follows are filled in later."""

    start: int
    end: int
    kind: str
    line: int
    bare: str
    markers: list[Removed] = field(default_factory=list)
    cited: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    inherited: bool = False


LINE_BREAK = re.compile(r"[\n\r\f\u2028\u2029](?:(?<=\r)\n)?")
_BULLET = re.compile(r"\s*+(?:>\s?)*+(?:[-*+\u2022\u2023\u25aa\u25cf\u25e6\u2013\u00b7](?:\s++|(?=\*\*)))")
_NUMBERED = re.compile(r"\s*+\(?(\d{1,3}|[a-z])[.)](?:\s++|\Z)")
_AFTER_NUMBER = ("", ".", ")")
_HEADING = re.compile(r"\s*+#{1,6}\s")
_RULE = re.compile(r"[-=_*~\s]++")
_TABLE_RULE = re.compile(r"\s*+\|?[\s:|-]*-[\s:|-]*")
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]{1,400})(?<=\S)\*\*")
_SOURCES = re.compile(
    r"[\s*_#(>-]*+(?:sources?|references?|citations?|quellen?|r[ée]f[ée]rences?|fuentes?|referencias?|kaynak(?:lar|ça)?"
    r"|fonti|来源|來源|参考(?:资料|文献)?|引用|出典|المصادر|المصدر)[\s*_]*+[:：]?[\s*_,;.)、&]*+(?:and)?\s*+\Z",
    re.IGNORECASE,
)
_PUNCTUATION = re.compile(r"[\W_]*+")
_TOUCHING = re.compile(r" (?=[,;:!?)\]]|\.(?:\s|\Z))")
_ENDS_LINE = re.compile(
    r"[.!?\u2026:\u3002\uff01\uff1f\uff1a\u061f\u06d4\u0964;|][\"'\u201d\u2019\u00bb)\]*_\u300d]*\Z"
)
_WRAPPED_WIDTH = 40
_SEEN_BESIDE = 200
_INDENT = 400


def find_drafts(plain: str, removed: Sequence[Removed]) -> list[Draft]:
    """Return the pieces of the plain text in order; a line that ended with a marker ends a claim."""
    breaks = [match.end() for match in LINE_BREAK.finditer(plain)]
    marked = {bisect_right(breaks, r.at) for r in removed if _at_line_end(plain, r)}
    drafts: list[Draft] = []
    number = ""
    for cut in split_sentences(plain):
        for start, end in _lines(plain, cut, breaks, marked):
            draft, number = _draft(plain, (start, end), bisect_right(breaks, start), number)
            if draft.kind == "rule" and "|" in draft.bare and drafts and drafts[-1].kind == "item":
                drafts[-1].kind = "head"
            drafts.append(draft)
    return drafts


def _at_line_end(plain: str, removed: Removed) -> bool:
    return not plain[removed.after : removed.after + 1].strip()


def _lines(plain: str, cut: Cut, breaks: Sequence[int], marked: set[int]) -> Iterator[Cut]:
    """Yield the parts of a sentence that stand on lines of their own; a wrapped sentence stays whole."""
    start, end = cut
    first, last = bisect_right(breaks, start), bisect_left(breaks, end)
    if first >= last or plain.startswith(("```", "~~~"), start):
        yield cut
        return
    edges = [*breaks[max(0, first - 1) : last], end] if first else [0, *breaks[:last], end]
    widths = [len(plain[a:b].rstrip()) for a, b in pairwise(edges)]
    width = max(widths)
    for line, at in enumerate(breaks[first:last]):
        before = plain[max(start, at - _SEEN_BESIDE) : at].rstrip()
        after = plain[at : min(end, at + _SEEN_BESIDE)].lstrip()
        if _ends_claim(
            before, after, room=width - widths[line], wide=width >= _WRAPPED_WIDTH, marked=first + line in marked
        ):
            yield from strip_span(plain, start, at)
            start = at
    yield from strip_span(plain, start, end)


def _ends_claim(before: str, after: str, *, room: int, wide: bool, marked: bool) -> bool:
    """Return whether a line break between the two is more than a wrapped line: `room` is what the line left unused."""
    if not before or not after:
        return False
    small = after[0].islower() or after[0].isdigit()
    if marked or _ENDS_LINE.search(before[-4:]):
        return not small or not wide
    if small:
        return False
    return not (wide and len(after.split(maxsplit=1)[0]) + 1 > room)


def _draft(plain: str, cut: Cut, line: int, number: str) -> tuple[Draft, str]:
    """Return the draft of a cut, and the number of the list item it starts ("" where it starts none)."""
    start, end = cut
    text = plain[start:end]
    if text.startswith(("```", "~~~")):
        body = text.split("\n")[1:]
        kept = body[:-1] if body and not body[-1].strip(" `~") else body
        code = " ".join(" ".join(kept).split())
        return Draft(start, end, "item" if code else "rule", line, code), number
    kind = "claim"
    may_open = not text[0].isalpha() or text[1:2] in _AFTER_NUMBER
    if may_open and not plain[max(0, start - _INDENT) : start].rpartition("\n")[2].strip():
        kind, text, number = _opening(text, number)
    if kind == "row":
        cells = [" ".join(cell.split()) for cell in text.strip("| \t").split("|")]
        return Draft(start, end, "item" if any(cells) else "rule", line, _BOLD.sub(r"\1", " | ".join(cells))), number
    if _SOURCES.fullmatch(text):
        kind = "sources"
    plainly = _BOLD.sub(r"\1", text) if "**" in text else text
    bare = _TOUCHING.sub("", " ".join(plainly.split()))
    if kind != "sources" and _PUNCTUATION.fullmatch(bare):
        kind = "rule"
    elif only_announces(bare):
        kind = "lead"
    return Draft(start, end, kind, line, text if kind == "rule" else bare), number


def _opening(text: str, number: str) -> tuple[str, str, str]:
    """Return the kind of a piece that opens a line, the piece without its sign, and the number of its list item."""
    if _TABLE_RULE.fullmatch(text) or _RULE.fullmatch(text):
        return "rule", text, number
    if text.startswith("|"):
        return "row", text, number
    if bullet := _BULLET.match(text):
        return "item", text[bullet.end() :], number
    numbered = _NUMBERED.match(text)
    if numbered and _continues(number, numbered[1]):
        return "item", text[numbered.end() :], numbered[1]
    heading = _HEADING.match(text)
    if heading or (text.startswith("**") and text.endswith("**")):
        says = any(character.isdigit() for character in text)
        return "claim" if says else "heading", text[heading.end() :] if heading else text, number
    return "claim", text, number


def _continues(last: str, number: str) -> bool:
    """Return whether `number` opens a list or follows on: a line that starts with a date is no list item."""
    if number in {"1", "a"} or number == last:
        return True
    if number.isdigit():
        return last.isdigit() and int(number) == int(last) + 1
    return len(last) == 1 and not last.isdigit() and ord(number) == ord(last) + 1
