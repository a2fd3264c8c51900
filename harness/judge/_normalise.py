"""What two answers may differ in without being different: width, case, white space, the shape of quotes and dashes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from harness.text.literal import collapse
from harness.types import Judgement

_PLAIN = str.maketrans(
    dict.fromkeys("‘’‚‛′ʼ`´", "'")
    | dict.fromkeys("“”„‟″«»", '"')
    | dict.fromkeys("‐‑‒–—―−", "-")
    | {"\u00ad": None, "\u200b": None, "\u2060": None, "\ufeff": None}
)


def normalise(text: str) -> str:
    """Return `text` in NFKC, case folded, with plain quotes and dashes, invisible characters out, white space collapsed."""
    if text.isascii():
        return collapse(text.replace("`", "'").casefold())
    # Case folding can undo NFKC, so it is applied again.
    folded = unicodedata.normalize("NFKC", text.translate(_PLAIN)).casefold().translate(_PLAIN)
    return collapse(unicodedata.normalize("NFKC", folded))


def no_accepted_answers(judge: str) -> Judgement:
    """Return the judgement of a question that says nothing about what is right."""
    return Judgement(correct=None, judge=judge, reason="no accepted answers")


def quoted(texts: Iterable[str]) -> str:
    """Return texts for a reason, e.g. `"48 hours", "two days"`; one that holds such marks stands in others: `“"y"”`."""
    return ", ".join(f"“{text}”" if '"' in text else f'"{text}"' for text in texts)
