"""What two answers may differ in without being different: width, case, white space, the shape of quotes and dashes."""

from __future__ import annotations

import re
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
_ENDS = r"(?=[.,;]?(?:\s|\Z))"
_RAISED = re.compile(r"[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{1,3}" + _ENDS)
_GLUED = re.compile(r"(?:(?<=[a-z)\"\u201d\u2019])|(?<=[A-Z]{2}))[1-9]\d?" + _ENDS)
_AFTER_A_YEAR = re.compile(
    r"((?:\b(?:[Ii]n|[Ss]ince|[Bb]y|[Uu]ntil|[A-Z][a-z]{2,8})\s?|,\s)(?:1[5-9]|20)\d\d)[1-9]{1,2}(?=[.,;]|\s*\Z)"
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


def without_footnotes(answer: str) -> str:
    """Return an answer without the footnote numbers that copying glued to its words: "by Rosa Lindt1.", "in 19782."."""
    return _GLUED.sub(" ", _AFTER_A_YEAR.sub(r"\1 ", _RAISED.sub(" ", answer)))
