"""Fields that nothing reads and that are spelt nearly like one that is: a label that was meant and is not there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from harness.golden.parse import DOCUMENT_FIELDS, QUESTION_FIELDS
from harness.types import Document, Question

_LIKE_A_FIELD = 0.8
_LONGER = 2
"""By how many letters at most the two differ in length: `evidence_ids` is a name of its own."""

_NO_LETTER = re.compile(r"[\W_]+")


def misspelt(item: Question | Document) -> Iterator[tuple[str, str, bool]]:
    """Yield `(field, the one it is nearly, whether that one is missing)` for each such field of a line."""
    for name in item.extra:
        meant = _meant(name, QUESTION_FIELDS if isinstance(item, Question) else DOCUMENT_FIELDS)
        if meant:
            default = type(item).model_fields[meant].get_default(call_default_factory=True)
            yield name, meant, getattr(item, meant) == default


def describe(counts: Mapping[tuple[str, str], int], things: str) -> Iterator[str]:
    """Yield a line for each `(field, the one it is nearly)`, with how many `things` have it."""
    for (name, meant), count in counts.items():
        yield f"{name!r} in {count:,} {things[:-1] if count == 1 else things} is not read; did you mean {meant!r}?"


@lru_cache(maxsize=1024)
def _meant(name: str, known: tuple[str, ...]) -> str | None:
    plain = {_plain(field): field for field in known}
    close = difflib.get_close_matches(_plain(name), plain, n=1, cutoff=_LIKE_A_FIELD)
    return plain[close[0]] if close and abs(len(_plain(name)) - len(close[0])) <= _LONGER else None


def _plain(name: str) -> str:
    return _NO_LETTER.sub("", name.casefold())
