"""Citation markers as models write them, whatever the template asked for.

    [S1] [1] [1,2] [1-3] [1][2] [^4] 【1】 【1†source】 [Doc 2] (Source 7) ([S1], [S2]) [file.pdf#page=3] [1](https://…)

A bracketed number is not always a citation. These are text, wherever they stand: a number of four digits or more, `[2019]`;
a list that holds 0, `[0, 1]`; digits grouped by thousands, `[1,234]`; an index glued to an identifier, `x[1]`, `a_b[2]`,
`row[1].name` (but `15 days[1]` cites); two numbers after "in" or "between", several after "returns", "list" or "=";
anything in code, unless the code is one marker. The template's own spelling is always a citation if it holds a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from harness.text.citations import citation_pattern, read_number
from harness.text.words import UNSPACED


class Marker(NamedTuple):
    """One run of markers, `text[start:end]`, with the span numbers and the source names it cites, in order."""

    start: int
    end: int
    cited: tuple[int, ...]
    sources: tuple[str, ...]


_NOUN = (
    r"(?:sources?|src|docs?|documents?|passages?|contexts?|chunks?|spans?|refs?|references?|citations?|snippets?"
    r"|quellen?|dokumente?|abschnitte?|fuentes?|documentos?|kaynak(?:lar)?|belge(?:ler)?|fonti|fonte"
    r"|来源|來源|资料|資料|文档|文檔|出典|参考|المصدر|مصدر|s)"
)
_SEPARATOR = r"(?:\s?[,;、，；/&]\s?|\s(?:and|und|et|y|e|ve|or)\s|和|及)"
_ONE = rf"(?:{_NOUN}[\s:：#.\u00a0-]{{0,2}}){{0,2}}\d{{1,9}}+"
_ITEM = rf"{_ONE}(?:\s?[-–—]\s?{_ONE})?"
_ITEMS = rf"{_ITEM}(?:{_SEPARATOR}{_ITEM}){{0,30}}"
_FILE = r"[^\[\]()【】\n,;|]{1,200}?\.[A-Za-z][A-Za-z0-9]{0,4}(?:[#:?][^\[\]()【】\n,;\s]{1,100}|,?\sp(?:\.|age)?\s?\d{1,5})?"
_URL = r"https?://[^\[\]()【】\s]{1,400}"
_NAME = rf"(?:{_NOUN}[\s:：]{{1,2}})?(?:{_URL}|{_FILE})"
_NAMES = rf"{_NAME}(?:\s?[,;]\s?{_NAME}){{0,20}}"

_MARKER = re.compile(
    rf"""
      (?P<double>\[\[(?P<twice>{_ITEMS})\]\])
    | [\[【［](?P<caret>\^?)(?P<items>{_ITEMS})(?P<dagger>(?::\d{{1,4}})?†[^\[\]【】\n]{{0,120}})?[\]】］]
    | [\[【](?P<names>{_NAMES})[\]】]
    | [(（]\s?(?P<named>(?:{_NOUN}[\s:：#.\u00a0]{{0,2}}){{1,2}}\d{{1,9}}+(?:\s?[-–—]\s?{_ONE})?(?:{_SEPARATOR}{_ITEM}){{0,30}})\s?[)）]
    | [(（]\s?(?P<files>{_NOUN}[\s:：]{{1,2}}(?:{_URL}|{_FILE})|[^\[\]()\s,;]{{1,200}}\.[A-Za-z]{{2,4}}\#[^\[\]()\s]{{1,100}})\s?[)）]
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPENERS = re.compile(r"[\[【［(（]")
_LINK = re.compile(r"\((?:https?://|\#|/)[^()\s]{0,500}\)")
_HAS_NOUN = re.compile(rf"\s*{_NOUN}[\s:：#.\u00a0-]{{0,2}}\d", re.IGNORECASE)
_LEADING_NOUN = re.compile(rf"\s*(?:{_NOUN})[\s:：]{{1,2}}", re.IGNORECASE)
_PART = re.compile(r"(\d{1,9}+)(?:\s?[-–—]\s?[^\d\s,;]{0,12}\s?(\d{1,9}+))?")
_GAP = re.compile(r"(?:[ \t\u00a0]?[,;&、，][ \t\u00a0]?|[ \t\u00a0](?:and|und|et|y|ve)[ \t\u00a0]|[ \t\u00a0]*+)")
_WRAPPED = re.compile(
    r"[(（]\s?(?:(?:see|cf\.?|see also|siehe|vgl\.|voir|v[ée]ase|ver|bkz\.?|source|sources|quelle|quellen|from|per|via)"
    r"[:：]?\s)?\Z",
    re.IGNORECASE,
)
_WRAP_SEEN = 24
_BEFORE_INTERVAL = re.compile(
    r"(?:\b(?:in|between|within|interval|range|zwischen|entre|aral[ıi][ğg][ıi])|∈)\s*\Z", re.IGNORECASE
)
_BEFORE_LIST = re.compile(
    r"(?:\b(?:returns?|lists?|arrays?|vectors?|tuples?|yields?|prints?|shape)|[=:(,])\s*\Z", re.IGNORECASE
)
_SEEN_BEFORE = 24
_IDENTIFIER = re.compile(r"[\w)\]]++\Z")
_WORD_BEFORE = 40
_LONGEST_PLAIN = 3
_WIDEST_RANGE = 50
_PAIR = 2


def find_markers(text: str, citation: str, code: tuple[tuple[int, int], ...] = ()) -> tuple[Marker, ...]:
    """Return the citation markers of `text`, left to right, adjacent ones joined; `code` names spans to leave alone.

    A marker inside `code` counts only where the code holds nothing else. Time is linear in the text.
    """
    runs: list[list[Marker]] = []
    for marker in _outside(_single(text, citation), text, code):
        if runs and _GAP.fullmatch(text, runs[-1][-1].end, marker.start):
            runs[-1].append(marker)
        else:
            runs.append([marker])
    return tuple([_wrapped(_joined(run), text) for run in runs])


def _joined(run: list[Marker]) -> Marker:
    if len(run) == 1:
        return run[0]
    cited = tuple([number for marker in run for number in marker.cited])
    return Marker(run[0].start, run[-1].end, cited, tuple([name for marker in run for name in marker.sources]))


def _single(text: str, citation: str) -> Iterator[Marker]:
    """Yield each marker; the template's own spelling comes first where both match."""
    own = citation_pattern(citation)
    plain = not any(c.isalpha() for c in citation.replace("{n}", ""))
    bracketed = citation == "[{n}]"
    position, ours = 0, None
    dead = bracketed
    while True:
        if not dead and (ours is None or ours.start() < position):
            ours = own.search(text, position)
            dead = ours is None
        other = _next_other(text, position, ours.start() if ours else len(text))
        if other is not None:
            match, cited, sources = other
            link = _LINK.match(text, match.end())
            position = link.end() if link else match.end()
            yield Marker(match.start(), position, cited, sources)
        elif ours is not None:
            if not plain or _is_plain_citation(text, ours.start(), ours.end(), ours[1]):
                yield _own(ours, text)
            position = ours.end()
        else:
            return


def _own(match: re.Match[str], text: str) -> Marker:
    link = _LINK.match(text, match.end())
    return Marker(match.start(), link.end() if link else match.end(), (read_number(match[1]),), ())


def _next_other(text: str, start: int, end: int) -> tuple[re.Match[str], tuple[int, ...], tuple[str, ...]] | None:
    """Return the first marker that opens between `start` and `end`, and what it cites."""
    for opener in _OPENERS.finditer(text, start, end):
        match = _MARKER.match(text, opener.start())
        read = _read(match, text) if match else None
        if match and read:
            return match, *read
    return None


def _read(match: re.Match[str], text: str) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """Return what a match cites; None where it is no citation."""
    if names := match["names"] or match["files"]:
        return (), tuple([_LEADING_NOUN.sub("", name).strip() for name in re.split(r"\s?[,;]\s?(?!p)", names)])
    items = match["items"] or match["twice"] or match["named"]
    if match["dagger"]:
        label = match["dagger"].partition("†")[2].strip()
        if match["dagger"].startswith(":"):
            return (), (label or items,)
        return _numbers(items), (label,) if "." in label else ()
    sure = match["caret"] or match["named"] or match["twice"] or _HAS_NOUN.match(items)
    if not sure and not _is_plain_citation(text, match.start(), match.end(), items):
        return None
    cited = _numbers(items)
    return (cited, ()) if cited else None


def _numbers(items: str) -> tuple[int, ...]:
    """Return the numbers of `1, 3-5`; empty where a range runs backwards or is too wide to be meant as one."""
    found: list[int] = []
    for first, last in _PART.findall(items):
        low, high = read_number(first), read_number(last or first)
        if not low <= high < low + _WIDEST_RANGE:
            return ()
        found += range(low, high + 1)
    return tuple(found)


def _is_plain_citation(text: str, start: int, end: int, items: str) -> bool:
    """Return whether digits in brackets, with no word to say so, are a citation (the module docstring has the rules)."""
    numbers = re.findall(r"\d+", items)
    if any(len(n) > _LONGEST_PLAIN or not n.strip("0") for n in numbers):
        return False
    if re.search(r"\d,\d{3}(?!\d)", items):
        return False
    before = text[max(0, start - _SEEN_BEFORE) : start]
    if len(numbers) > 1 and "-" not in items and "–" not in items:
        if len(numbers) == _PAIR and _BEFORE_INTERVAL.search(before):
            return False
        if _BEFORE_LIST.search(before):
            return False
    if _LINK.match(text, end):
        return True
    word = _IDENTIFIER.search(text, max(0, start - _WORD_BEFORE), start)
    return word is None or not _is_indexed(word[0], text[end : end + 2])


def _is_indexed(word: str, after: str) -> bool:
    """Return whether `word[1]` is an index into `word` rather than a citation after it."""
    if word.endswith((")", "]")):
        return False
    code = (
        (len(word) == 1 and word.islower()) or "_" in word or (any(c.isdigit() for c in word[1:]) and word[0].isalpha())
    )
    attribute = after[:1] in {"=", "("} or (after[:1] == "." and after[1:].isalpha() and after[1:].islower())
    return (code and not UNSPACED.match(word[-1])) or attribute


def _outside(markers: Iterator[Marker], text: str, code: tuple[tuple[int, int], ...]) -> Iterator[Marker]:
    """Yield the markers that stand in no code; one that is all there is of a piece of code takes its quotes along."""
    position = 0
    for marker in markers:
        while position < len(code) and code[position][1] <= marker.start:
            position += 1
        if position == len(code) or marker.end <= code[position][0]:
            yield marker
            continue
        start, end = code[position]
        if not (text[start : marker.start] + text[marker.end : end]).strip("` "):
            yield Marker(start, end, marker.cited, marker.sources)


def _wrapped(marker: Marker, text: str) -> Marker:
    """Return the run with the parentheses around it, if it has them to itself: `(see [S1], [S2])`."""
    opened = _WRAPPED.search(text, max(0, marker.start - _WRAP_SEEN), marker.start)
    if opened and text[marker.end : marker.end + 1] in {")", "）"}:
        return Marker(opened.start(), marker.end + 1, marker.cited, marker.sources)
    return marker
