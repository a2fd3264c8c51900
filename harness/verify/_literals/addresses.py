"""An address and a port joined, of "10.4.0.12, port 5433"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.text.typed.values import Typed

_JOINED = re.compile(r"([a-z0-9][a-z0-9.-]{2,80}[a-z0-9]):(\d{1,5})")
_PORT = r"{}\b[^.;\n]{{0,40}}?\b(?:port|Port|porto|puerto|portu|\u7aef\u53e3)\W{{0,3}}{}\b"


def joined(claimed: Typed, sentences: Sequence[Sentence]) -> str | None:
    """Return the address with its port that a sentence tells apart, or None."""
    match = _JOINED.fullmatch(claimed.text.lower()) if claimed.kind == "identifier" else None
    if match is None:
        return None
    told = re.compile(_PORT.format(re.escape(match[1]), match[2]), re.IGNORECASE)
    return next((found[0] for s in sentences if match[1] in s.text.lower() and (found := told.search(s.text))), None)
