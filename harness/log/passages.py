"""Texts that many records hold, kept once: `passages.jsonl` beside a compacted log, addressed by what they say.

A compacted line begins with the passages it uses, `{"passages":["…",…],`; a text of it is then `{"passage":0}`, and its prompt
a list of literal pieces and passages. Everything is done on the bytes of the line, so that it comes back byte for byte
however it was written, and it is JSON in both forms. A passage is named by a digest of its bytes between the quotes.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

PASSAGES = "passages.jsonl"
SHORTEST = 64
"""Bytes; a reference to anything shorter would save next to nothing."""

PACKED = b'{"passages":['

_STRING = rb'[^"\\]*(?:\\.[^"\\]*)*'
_TEXT = re.compile(rb'"text":"(' + _STRING + rb')"')
_PROMPT = re.compile(rb'"prompt":"(' + _STRING + rb')"')
_HEAD = re.compile(rb'\{"passages":\[("[0-9a-f]{32}"(?:,"[0-9a-f]{32}")*)\],')
_USE = re.compile(rb'"text":\{"passage":(\d+)\}|"prompt":\{"pieces":\[((?:"' + _STRING + rb'"|\d+|,)*)\]\}')
_PIECE = re.compile(rb'"(' + _STRING + rb')"|(\d+)')
_LINE = re.compile(rb'\{"passage":"([0-9a-f]{32})","text":"(' + _STRING + rb')"\}\s*')


class MissingPassageError(ValueError):
    """A line that uses a passage which is not there, or is damaged."""


def name_of(text: bytes) -> bytes:
    """Return a passage's name: 32 hexadecimal digits over its bytes as they stand between the quotes."""
    return hashlib.blake2b(text, digest_size=16).hexdigest().encode()


def passage_line(text: bytes) -> bytes:
    """Return a passage's line in `passages.jsonl`."""
    return b'{"passage":"%b","text":"%b"}\n' % (name_of(text), text)


class Passages:
    """The passages of a run folder, read when the first line asks for one; memory grows by what they say."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / PASSAGES
        self._texts: dict[bytes, bytes] | None = None

    def __getitem__(self, name: bytes) -> bytes:
        if self._texts is None:
            self._texts = dict(read_passages(self._path))
        try:
            return self._texts[name]
        except KeyError:
            raise MissingPassageError(
                f"its passage {name.decode()} is not in {PASSAGES}, or is damaged there"
            ) from None


def read_passages(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and text of each passage that is what its name says; nothing where there is no file."""
    try:
        with path.open("rb") as lines:
            for line in lines:
                found = _LINE.fullmatch(line)
                if found and name_of(found[2]) == found[1]:
                    yield found[1], found[2]
    except FileNotFoundError:
        return


def unpack(line: bytes, passages: Callable[[bytes], bytes]) -> bytes:
    """Return a packed line as it was; any other line as it is. Raises `MissingPassageError`."""
    head = _HEAD.match(line)
    if not head:
        return line
    texts = [passages(name) for name in head[1].replace(b'"', b"").split(b",")]

    def passage(number: bytes) -> bytes:
        try:
            return texts[int(number)]
        except (IndexError, ValueError):  # beyond its list, or more digits than a number may have
            raise MissingPassageError(f"it uses passage {number[:9].decode()} of {len(texts)}") from None

    def inlined(use: re.Match[bytes]) -> bytes:
        if use[1] is not None:
            return b'"text":"%b"' % passage(use[1])
        pieces = (passage(piece[2]) if piece[2] else piece[1] for piece in _PIECE.finditer(use[2]))
        return b'"prompt":"%b"' % b"".join(pieces)

    return b"{" + _USE.sub(inlined, line[head.end() :])


class Packer:
    """Packs lines: give every line to `count` first, then each to `pack`; `new` are the passages used since asked last."""

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()
        self._kept: set[bytes] = set()
        self._new: list[bytes] = []

    def count(self, line: bytes) -> None:
        """Note which texts a line holds, and which pieces its prompt consists of."""
        self._seen.update(_short(text) for text in (*_texts(line), *_pieces(line)) if len(text) >= SHORTEST)

    def pack(self, line: bytes) -> bytes:
        """Return the line with what repeats named instead of said, or as it is where that would not read back the same."""
        used: dict[bytes, int] = {}

        def number(text: bytes) -> bytes:
            return b"%d" % used.setdefault(text, len(used))

        def named(found: re.Match[bytes]) -> bytes:
            return b'"text":{"passage":%b}' % number(found[1]) if self._repeats(found[1]) else found[0]

        def pieces(_: re.Match[bytes]) -> bytes:
            shown = [number(piece) if self._repeats(piece) else b'"%b"' % piece for piece in _pieces(line) if piece]
            return b'"prompt":{"pieces":[%b]}' % b",".join(shown)

        body = _PROMPT.sub(pieces, _TEXT.sub(named, line), count=1)
        if not used:
            return line
        names = {name_of(text): text for text in used}
        packed = PACKED + b",".join(b'"%b"' % name for name in names) + b"]," + body[1:]
        if len(packed) >= len(line) or not line.startswith(b"{") or unpack(packed, names.__getitem__) != line:
            return line
        self._note(names)
        return packed

    def new(self) -> list[bytes]:
        """Return the texts that lines have come to use since this was asked last, each once."""
        new, self._new = self._new, []
        return new

    def _note(self, names: dict[bytes, bytes]) -> None:
        for name, text in names.items():
            if name not in self._kept:
                self._kept.add(name)
                self._new.append(text)

    def _repeats(self, text: bytes) -> bool:
        return len(text) >= SHORTEST and self._seen[_short(text)] > 1


def _short(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=8).digest()


def _texts(line: bytes) -> Iterator[bytes]:
    return (text for text in _TEXT.findall(line) if len(text) >= SHORTEST)


def _pieces(line: bytes) -> list[bytes]:
    """Return the prompt of a line cut at the record's own texts, the longest first; nothing where it has no prompt."""
    found = _PROMPT.search(line)
    if not found:
        return []
    pieces = [found[1]]
    texts = sorted(set(_texts(line)), key=len, reverse=True)
    for number, text in enumerate(texts):
        pieces = [part for piece in pieces for part in ([piece] if piece in texts[:number] else _cut(piece, text))]
    return pieces


def _cut(piece: bytes, text: bytes) -> list[bytes]:
    parts = piece.split(text)
    if any(_ends_in_escape(part) for part in parts[:-1]):
        return [piece]  # cut there, half of an escape would be left, which is no JSON
    return [part for pair in zip(parts, [*[text] * (len(parts) - 1), b""], strict=True) for part in pair]


def _ends_in_escape(part: bytes) -> bool:
    return (len(part) - len(part.rstrip(b"\\"))) % 2 == 1
