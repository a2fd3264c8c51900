"""Which words tell what a text is about: folded, without the function words of any known language."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from harness.text.typed.fold import fold, normalise
from harness.text.typed.lexicon import CODES, lexicon

_WORD = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_STEM = 5
_BLANKS = str.maketrans({chr(code): " " for code in range(128) if not chr(code).isalnum()})


def stems(text: str) -> frozenset[str]:
    """Return the telling words of a text, cut to five letters."""
    stop = _stop()
    return frozenset([token[:_STEM] for token in _WORD.findall(fold(text)) if token not in stop])


@lru_cache(maxsize=2048)
def telling(text: str) -> tuple[str, ...]:
    """Return the telling words of a text, whole, in order; a text that comes again is read once.

    A text of function words alone tells by them.
    """
    # Where all is ASCII, turning what is no letter or digit into blanks finds the same words several times faster.
    words = (
        text.lower().translate(_BLANKS).split() if text.isascii() else [fold(w) for w in _WORD.findall(normalise(text))]
    )
    stop = _stop()
    return tuple([word for word in words if word not in stop] or words)


@cache
def _stop() -> frozenset[str]:
    return frozenset().union(*(lexicon(code).stop for code in CODES))
