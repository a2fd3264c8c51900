"""Bytes to text: what the file declares, then UTF-8, then a guess that is reported and whose alternatives are kept."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass

from harness.errors import SpellingError
from harness.ingest.parsed import Finding, UnreadableError, View

_MARKS = (  # UTF-32's little-endian mark begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_BYTES = 200_000
_NAMED = 4
_ALTERNATIVES = 6
_COMMON = ("cp1252", "cp1254", "cp1250", "cp1251", "cp932", "gb18030", "big5", "cp949")
"""Kept as other readings beside what is guessed, because a short text fits several."""
_WIDE_SHARE = 0.3
"""The least share of NUL bytes on one side of each pair that tells UTF-16 without a mark: every ASCII character has one."""
_BINARY_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text with one kind of line end, how it was read, and other readings of the same bytes where that was a guess."""

    text: str
    encoding: str
    findings: tuple[Finding, ...] = ()
    views: tuple[View, ...] = ()


def check_encoding(name: str) -> str:
    """Return `name` if it is a text encoding Python knows; raise `SpellingError` where not."""
    try:
        known = codecs.lookup(name)
        "".encode(known.name)
    except (LookupError, ValueError):
        raise SpellingError(
            f"--encoding {name!r} is not known; write one such as cp1254, shift_jis or gb18030"
        ) from None
    return known.name


def decode(content: bytes, *, declared: str | None = None, fallback: str | None = None) -> Decoded:
    """Return the text of a file; `declared` is what the file says of itself, `fallback` what the user says of all.

    Raises `UnreadableError` for what is no text.
    """
    if marked := next((name for mark, name in _MARKS if content.startswith(mark)), None):
        return Decoded(_lines(_strict(content, marked)), marked)
    if wide := _wide(content):
        text = _strict(content, wide)
        return Decoded(_lines(text), wide, (_guessed(f"read as {wide}: it has no byte order mark"),))
    if _is_binary(content):
        raise UnreadableError("not text: it holds control bytes; name it as what it is, or leave it out")
    if content.isascii() and b"\x1b$" in content:  # ISO 2022: escapes switch between alphabets, every byte is ASCII
        return _guess(content)
    for name in ("utf-8", declared, fallback):
        text_or_none = _try(content, name) if name else None
        if name and text_or_none is not None:
            return Decoded(_lines(text_or_none), name)
    return _mixed(content) or _guess(content)


def _strict(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"begins as {encoding} and is not: {error.reason} at byte {error.start + 1}; save it as UTF-8"
        ) from None


def _try(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except (UnicodeError, LookupError):
        return None


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _wide(content: bytes) -> str | None:
    sample = content[: _SAMPLE_BYTES - _SAMPLE_BYTES % 2]
    pairs = len(sample) // 2
    if pairs == 0 or len(content) % 2 or b"\0" not in sample:
        return None
    even, odd = sample[::2].count(0) / pairs, sample[1::2].count(0) / pairs
    if max(even, odd) < _WIDE_SHARE or min(even, odd) > _BINARY_SHARE:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _is_binary(content: bytes) -> bool:
    sample = content[:_SAMPLE_BYTES]
    control = sum(sample.count(byte) for byte in (*range(9), *range(14, 27), *range(28, 32)))
    return b"\0" in sample or control > _BINARY_SHARE * len(sample)


def _mixed(content: bytes) -> Decoded | None:
    """Read each line for itself where most of those that are not ASCII are UTF-8: files that two programs wrote to."""
    lines = content.split(b"\n")
    beyond = [number for number, line in enumerate(lines) if not line.isascii()]
    broken = [number for number in beyond if _try(lines[number], "utf-8") is None]
    if not broken or 2 * len(broken) > len(beyond):
        return None
    name = _candidates(b"\n".join(lines[number] for number in broken))[0]
    others = set(broken)
    text = "\n".join(
        line.decode(name, errors="replace") if number in others else line.decode("utf-8")
        for number, line in enumerate(lines)
    )
    shown = f"{broken[0] + 1}" if len(broken) == 1 else f"{broken[0] + 1} and {len(broken) - 1} more"
    message = f"UTF-8, except line {shown}, read as {name}; save it in one encoding"
    return Decoded(_lines(text), "utf-8", (_guessed(message),))


def _guess(content: bytes) -> Decoded:
    names = _candidates(content)
    text = content.decode(names[0], errors="replace")
    views: list[View] = []
    for name in dict.fromkeys((*_COMMON, *names)):
        other = _try(content, name)
        if other is not None and other != text and all(_lines(other) != view.text for view in views):
            views.append(View(f"read as {name}", _lines(other)))
    also = f"; {', '.join(view.how.removeprefix('read as ') for view in views[:_NAMED])} would also do"
    message = f"not UTF-8: read as {names[0]}{also if views else ''}; --encoding says which it is"
    return Decoded(_lines(text), names[0], (_guessed(message),), tuple(views[:_ALTERNATIVES]))


def _candidates(content: bytes) -> Sequence[str]:
    import chardet  # noqa: PLC0415 -- an extra; the command says how to install it

    # What the web still holds first: encodings of old Macs and DOS fit many a short text, and few files.
    for era in (chardet.EncodingEra.MODERN_WEB, chardet.EncodingEra.ALL):
        guesses = chardet.detect_all(
            content[:_SAMPLE_BYTES], ignore_threshold=True, prefer_superset=True, encoding_era=era
        )
        names = [name for guess in guesses if (name := _known(guess["encoding"]))]
        if readable := [name for name in names if _try(content, name) is not None]:
            return readable
    raise UnreadableError("not text in any encoding that could be guessed; save it as UTF-8, or give --encoding")


def _known(name: str | None) -> str | None:
    """Return Python's name of an encoding; null for one it cannot read."""
    try:
        return codecs.lookup(name).name if name else None
    except LookupError:
        return None


def _guessed(message: str) -> Finding:
    return Finding("encoding_guessed", message)
