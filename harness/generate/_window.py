"""How many tokens a prompt may take, which window to ask for, and whether the server read all of it.

Nobody but the model's tokenizer knows the count, so it is bounded: few texts in natural language or code take less than a
token for 5.5 ASCII characters, or more than one for 2.8. A server that cuts a prompt reports the tokens after the cut, which
never exceed the window; so a count is suspicious where it is far below what the text must take, and lies where a cut would
have left it: at the window, or just above half of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

LADDER = tuple(4096 << step for step in range(9))
"""Windows to ask for. A server loads the model again for each change, so there are few, and a run never goes back."""

SERVER_DEFAULT = 4096
TEMPLATE_TOKENS = 64

_RUNS = re.compile(r"(.)\1{7,}", re.DOTALL)
_NEAR = 4


def fewest_tokens(text: str) -> int:
    """Return a number of tokens that `text` hardly takes less than."""
    ascii_characters, others = _counts(_RUNS.sub(r"\1\1", text))
    return int(ascii_characters / 5.5 + others * 0.3)


def likely_tokens(text: str) -> int:
    """Return the number of tokens `text` takes in a typical tokenizer."""
    ascii_characters, others = _counts(text)
    return round(ascii_characters / 4.2 + others * 0.7)


def most_tokens(text: str) -> int:
    """Return a number of tokens that `text` with its chat template hardly takes more than."""
    ascii_characters, others = _counts(text)
    return int(ascii_characters / 2.8 + others * 1.5) + TEMPLATE_TOKENS


def _counts(text: str) -> tuple[int, int]:
    if text.isascii():
        return len(text), 0
    plain = len(text.encode("ascii", "ignore"))
    return plain, len(text) - plain


class Window:
    """The window that a run asks for: fixed, or the smallest step that fits, never shrinking, never above the limit."""

    def __init__(self, fixed: int | None, limit: int | None, answer_tokens: int) -> None:
        self.fixed = fixed
        self.limit = limit
        self._answer_tokens = answer_tokens
        self._mark = 0

    def tokens_for(self, text: str) -> int:
        """Return the window to ask for with this prompt."""
        if self.fixed:
            return self.fixed
        if most_tokens(text) + self._answer_tokens > self._mark:
            self._raise_to(most_tokens(text) + self._answer_tokens)
        return self._mark

    def grow(self, refused: int) -> bool:
        """Raise the window one step above `refused`, and say whether that was possible."""
        if self.fixed or (self.limit and refused >= self.limit) or refused >= LADDER[-1]:
            return False
        if self._mark <= refused:
            self._raise_to(refused + 1)
        return True

    def _raise_to(self, tokens: int) -> None:
        step = next((step for step in LADDER if step >= tokens), LADDER[-1])
        self._mark = max(self._mark, min(step, self.limit) if self.limit else step)


def cut_reason(read: int | None, text: str, windows: Iterable[int]) -> str | None:
    """Return why a model that reports `read` prompt tokens cannot have read all of `text`, or None.

    A count that is missing, or small because the server remembered a prefix, says nothing.
    """
    if not read:
        return None
    window = _cut_at(read, text, sorted(set(windows)))
    if window is None:
        return None
    return (
        f"the model read {read:,} of about {likely_tokens(text):,} prompt tokens: its window is {window:,} tokens and the"
        " server cut the rest without a word; raise --num-ctx, or lower -k or --budget"
    )


def _cut_at(read: int, text: str, windows: Sequence[int]) -> int | None:
    likely = likely_tokens(text)
    if likely <= 0.8 * windows[0]:
        return None
    fewest = fewest_tokens(text)
    # Observed: a cut leaves the window itself, or half of it and two.
    for slack in (0, _NEAR):
        for window in windows:
            if likely > window and any(abs(read - left) <= slack for left in (window, window // 2 + 2)):
                return window
    for window in windows:
        if window // 2 - _NEAR <= read <= window and read < 0.8 * fewest and fewest > 0.8 * window:
            return window
    return None
