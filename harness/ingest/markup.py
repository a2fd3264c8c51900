"""An HTML tree to text that keeps its structure: Markdown headings, list items, fenced code, tables as tab-separated rows.

A table's cells are separated by tabs and not by pipes, so that evidence that runs over two cells still stands in the text:
white space matches white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

_LEFT_OUT = frozenset("head script style template noscript nav svg iframe object button select datalist".split())
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span"
    " strike strong sub sup time tt u var wbr".split()
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_MOST_COLUMNS = 500
"""Up to here cells are repeated as their spans ask: a few bytes can ask for billions. What is written is always kept."""
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_:.-]+)""")
_TOP_BYTES = 2048


def declared_encoding(content: bytes) -> str | None:
    """Return the encoding that a page names in its first two kilobytes; null where it names none."""
    found = _CHARSET.search(content[:_TOP_BYTES])
    return found[1].decode("ascii") if found else None


def html_to_text(markup: str) -> tuple[str, str]:
    """Return the text and the title of a page or a fragment; both may be empty."""
    root = _tree(markup)
    if root is None:
        return "", ""
    title = " ".join("".join(root.findtext(".//title") or "").split())
    return _Blocks().of(root), title


def everything(markup: str) -> str:
    """Return all text of a page by a second parser: navigation, scripts' data, alternative texts and hidden parts too."""
    parser = _Everything()
    parser.feed(markup)
    parser.close()
    return "".join(parser.pieces)


def _tree(markup: str) -> Any:
    from lxml import etree  # noqa: PLC0415 -- an extra; the command says how to install it

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return etree.fromstring(markup.replace("\0", "").encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:  # nothing in it
        return None


class _Blocks:
    """Collects blocks while a tree is walked; an item of a list follows the one before without a blank line."""

    def __init__(self) -> None:
        self._blocks: list[tuple[bool, str]] = []
        self._pieces: list[str] = []
        self._prefix = ""

    def of(self, root: Any) -> str:
        from lxml import etree  # noqa: PLC0415 -- as above

        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "start":
                if self._start(element):
                    walk.skip_subtree()
            else:
                self._end(element)
        self._flush()
        return self._text()

    def _start(self, element: Any) -> bool:
        """Take in where an element begins; return whether its content has been dealt with."""
        tag = element.tag
        if tag in _LEFT_OUT:
            return True
        if tag == "br":
            self._pieces.append("\v")
        elif tag == "pre":
            self._flush()
            self._add(f"```\n{''.join(element.itertext()).strip(chr(10))}\n```")
            return True
        elif tag == "table" and (rows := _rows(element)):
            self._flush()
            for caption in element.iter("caption"):
                self._add(_inline(caption))
            self._add("\n".join(rows))
            return True
        elif tag not in _INLINE:
            self._flush()
            self._prefix = _HEADINGS.get(tag, "- " if tag == "li" else self._prefix)
        if element.text:
            self._pieces.append(element.text)
        return False

    def _end(self, element: Any) -> None:
        if element.tag not in _INLINE and element.tag not in _LEFT_OUT and element.tag != "br":
            self._flush()
            if element.tag in _HEADINGS or element.tag == "li":
                self._prefix = ""
        if element.tail:
            self._pieces.append(element.tail)

    def _flush(self) -> None:
        lines = [" ".join(line.split()) for line in "".join(self._pieces).split("\v")]
        self._pieces = []
        text = (" " if self._prefix in _HEADINGS.values() else "\n").join(filter(None, lines))
        if text:
            self._blocks.append((self._prefix == "- ", self._prefix + text))
            self._prefix = ""

    def _add(self, text: str) -> None:
        if text.strip():
            self._blocks.append((False, text))

    def _text(self) -> str:
        parts = [text for _, text in self._blocks[:1]]
        for (was_item, _), (is_item, text) in pairwise(self._blocks):
            parts += ["\n" if was_item and is_item else "\n\n", text]
        return "".join(parts)


def _rows(table: Any) -> list[str]:
    """Return a table's rows, cells separated by tabs; nothing where it only lays out a page."""
    if table.find(".//table") is not None or next(table.iter(*_HEADINGS), None) is not None:
        return []
    rows: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row.iter("td", "th"):
            _fill(cells, below)
            text = _inline(cell)
            span, deep = _number(cell, "colspan"), _number(cell, "rowspan")
            for number in range(min(span, max(1, _MOST_COLUMNS - len(cells)))):
                if deep > 1:
                    below[len(cells)] = (deep - 1, text if number == 0 else "")
                cells.append(text if number == 0 else "")
        _fill(cells, below)
        if any(cells):
            rows.append(cells)
    width = max(map(len, rows), default=0)
    return ["\t".join(row + [""] * (width - len(row))) for row in rows] if width > 1 and len(rows) > 1 else []


def _fill(cells: list[str], below: dict[int, tuple[int, str]]) -> None:
    """Repeat what a cell of a row above says of this row too."""
    while len(cells) in below and len(cells) < _MOST_COLUMNS:
        left, text = below.pop(len(cells))
        if left > 1:
            below[len(cells)] = (left - 1, text)
        cells.append(text)


def _number(cell: Any, name: str) -> int:
    value = str(cell.get(name) or "1").strip()
    return int(value) if value.isascii() and value.isdigit() and int(value[:6]) > 0 else 1


def _inline(element: Any) -> str:
    return " ".join("".join(_pieces(element)).split())


def _pieces(element: Any) -> Iterator[str]:
    from lxml import etree  # noqa: PLC0415 -- as above

    walk = etree.iterwalk(element, events=("start", "end"))
    for event, inner in walk:
        apart = "" if inner.tag in _INLINE else " "
        if event == "start":
            if inner.tag in _LEFT_OUT:
                walk.skip_subtree()
            else:
                yield apart + (inner.text or "")
        elif inner is not element:
            yield apart + (inner.tail or "")


class _Everything(HTMLParser):
    """Puts down whatever is text, a line end for each tag that is not inside a line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag == "style"
        if tag not in _INLINE:
            self.pieces.append("\n")
        for name, value in attrs:
            if value and name in {"alt", "title", "content", "placeholder", "aria-label", "value"}:
                self.pieces.append(f" {value} ")

    def handle_endtag(self, tag: str) -> None:
        self._silent = False
        if tag not in _INLINE:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)
