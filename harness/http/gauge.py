"""Counts of what the client is doing right now; a display reads them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Gauge:
    """Requests under way and waiting, and the tokens seen so far; `streamed` also counts answers that are not done."""

    under_way: int = 0
    retrying: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    streamed: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def tokens_per_second(self) -> float:
        """Answer tokens a second since the run began."""
        return max(self.streamed, self.answer_tokens) / max(time.monotonic() - self.began, 1e-9)
