"""The budget: how much retrieved text the prompt may hold.

`words:N` counts words as the rest of the harness does. `tokens:N` is an estimate, declared here because no tokenizer is
shared by all models: one token for every 4 ASCII characters, every 2 other characters, and every single character of a
script written without spaces (Chinese, Japanese, Korean, Thai and their neighbours). White space is collapsed first. It
counts retrieved text only: leave room for the instructions, the question and the answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from harness.errors import InputError
from harness.text.literal import collapse
from harness.text.words import count_words

_SPELLING = re.compile(r"(words|tokens):([0-9]{1,12})")
_ONE_EACH = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3000-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Budget:
    """At most `limit` words or (estimated) tokens of retrieved text."""

    unit: Literal["words", "tokens"]
    limit: int

    def size(self, text: str) -> int:
        """Return the size of a text in this budget's unit."""
        return count_words(text) if self.unit == "words" else estimate_tokens(text)


class Purse:
    """What is left of a budget while the chunks of one question are taken in rank order."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._left = budget.limit

    def reason(self, text: str) -> str | None:
        """Return why `text` does not fit, e.g. `over budget: 140 words, 35 left of 600`; spend its size if it does."""
        size, budget = self._budget.size(text), self._budget
        if size > self._left:
            unit = budget.unit if size != 1 else budget.unit[:-1]
            return f"over budget: {size} {unit}, {self._left} left of {budget.limit}"
        self._left -= size
        return None


def parse_budget(text: str) -> Budget:
    """Return the budget of a spelling `words:N` or `tokens:N`, N at least 1; raise `InputError` otherwise."""
    match = _SPELLING.fullmatch(text.strip())
    if match is None or int(match[2]) < 1:
        raise InputError(f"--budget {text!r} is not a budget; write words:N or tokens:N, e.g. words:600")
    return Budget("words" if match[1] == "words" else "tokens", int(match[2]))


def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens of a text, rounded up; the rule is the module's docstring."""
    flat = collapse(text)
    if flat.isascii():
        return -(-len(flat) // 4)
    single = len(_ONE_EACH.findall(flat))
    ascii_characters = len(flat.encode("ascii", "ignore"))
    others = len(flat) - single - ascii_characters
    return -(-(ascii_characters + 2 * others + 4 * single) // 4)
