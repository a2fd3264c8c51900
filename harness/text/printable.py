r"""Text as a terminal may be given it: control characters spelled out (`\x1b`), so that no document can colour or clear it."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_CONTROL_OR_BREAK = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def printable(text: str) -> str:
    """Return `text` with its control characters spelled out; line breaks and tabs stay."""
    return _CONTROL.sub(_spelled, text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """Return `text` on one line: control characters, line breaks and tabs are spelled out."""
    return _CONTROL_OR_BREAK.sub(_spelled, text)


def without_halves(text: str) -> str:
    """Return `text` with U+FFFD for each half of a surrogate pair, which no encoding and few readers of JSON take."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _spelled(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")
