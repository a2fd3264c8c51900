"""Where a literal stands in a text: white space collapsed, whole at word boundaries where the script has them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from harness.text.words import UNSPACED


def collapse(text: str) -> str:
    """Return `text` with every run of white space turned into one space, ends trimmed."""
    return text.strip(" ") if _is_spaced_plainly(text) else " ".join(text.split())


def _is_spaced_plainly(text: str) -> bool:
    """Return whether all white space is single spaces: of all white space only the plain space is printable."""
    return "  " not in text and text.isprintable()


def excerpt(text: str, most: int = 60) -> str:
    """Return the beginning of `text` on one line, quoted: at most so many characters of it."""
    line = collapse(text)
    return repr(line if len(line) <= most else f"{line[:most].rstrip()}…")


def find_whole(literal: str, text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield `(start, end)` of each whole occurrence of `literal` in `text`, left to right.

    White space in either matches any white space. An occurrence is whole when it does not cut a word or a number:
    "308" is not in "1308", "9" is not in "0.9" or "9,000", "cafe" is not in "cafe\u0301".
    """
    words = literal.split()
    if not words:
        return
    # Where both are spaced alike the literal is found as it is, past every place where only its first word stands.
    sought = " ".join(words) if _is_spaced_plainly(text) else words[0]
    at = text.find(sought, start)
    while at != -1:
        end = _end_of(words, text, at)
        if end is not None and _whole(text, at, end):
            yield at, end
        at = text.find(sought, at + 1)


def _end_of(words: list[str], text: str, start: int) -> int | None:
    """Return where the words end if they stand from `start` on with white space between them."""
    end = start + len(words[0])
    for word in words[1:]:
        gap = end
        while text[end : end + 1].isspace():
            end += 1
        if end == gap or not text.startswith(word, end):
            return None
        end += len(word)
    return end


def contains_whole(literal: str, text: str) -> bool:
    """Return whether `find_whole` finds anything."""
    return next(find_whole(literal, text), None) is not None


def _whole(text: str, start: int, end: int) -> bool:
    return not (_continues_left(text, start) or _continues_right(text, end))


def _continues_left(text: str, start: int) -> bool:
    if start == 0:
        return False
    before, first = text[start - 1], text[start]
    if _joins(before, first):
        return True
    return (
        first.isdigit()
        and start >= 2  # noqa: PLR2004 -- a separator and the digit before it
        and text[start - 2].isdigit()
        and (before == "." or (before == "," and _is_thousands(text, start)))
    )


def _continues_right(text: str, end: int) -> bool:
    if end == len(text):
        return False
    last, after = text[end - 1], text[end]
    if _joins(last, after):
        return True
    return (
        last.isdigit()
        and end + 1 < len(text)
        and text[end + 1].isdigit()
        and (after == "." or (after == "," and _is_thousands(text, end + 1)))
    )


def _joins(left: str, right: str) -> bool:
    if unicodedata.combining(right):
        return True
    # In a script without spaces a boundary test would refuse every match.
    return _in_word(left) and _in_word(right) and not (UNSPACED.match(left) or UNSPACED.match(right))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character).startswith("M")


def _is_thousands(text: str, start: int) -> bool:
    group = text[start : start + 4]
    return len(group) >= 3 and group[:3].isdigit() and not group[3:].isdigit()  # noqa: PLR2004 -- 1,308: three digits
