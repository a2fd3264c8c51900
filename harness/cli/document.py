"""One JSON document on stdout, which stays JSON whatever the encoding of stdout is."""

from __future__ import annotations

import codecs
import json
import re
import sys

_UNSAFE = re.compile(r"[\x7f-\x9f\ud800-\udfff]")
"""Half a surrogate pair, which no encoding has, and control characters that JSON allows but a terminal obeys."""

_NOT_ASCII = re.compile(r"[^\x00-\x7e]")


def print_json(document: str) -> None:
    """Print a JSON document; what stdout cannot carry is written as JSON escapes."""
    print(as_json(document))


def as_json(text: str) -> str:
    """Return JSON, or a part of it, with what stdout cannot carry written as JSON escapes."""
    utf_8 = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    return (_UNSAFE if utf_8 else _NOT_ASCII).sub(lambda match: json.dumps(match[0])[1:-1], text)
