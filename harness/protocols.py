"""What each stage must be able to do; `wiring.py` alone knows who does it.

I/O is `async def`, pure logic is `def`. A plug-in is a module `harness/<kind>/<name>.py` with a frozen `Options` model
(every field has a default; the spelling `name:a:b` fills the fields in order) and a function `make(options, …)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from harness.types import Chunk, Generation, Judgement, Prompt, Question, Verdict

Mask = npt.NDArray[np.bool_]
Cut = tuple[int, int]


class Analyzer(Protocol):
    """Turns text into index terms."""

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text`, in order, repeats kept."""
        ...


class Chunker(Protocol):
    """Cuts a document's text."""

    def cut(self, text: str) -> list[Cut]:
        """Return `(start, end)` character offsets in reading order; every non-space character is in some cut."""
        ...


class Index(Protocol):
    """A fitted index over chunks `0 … n-1`, in corpus order."""

    def top(self, query: str, depth: int, visible: Mask | None) -> list[tuple[int, float]]:
        """Return at most `depth` `(chunk position, score)` pairs, best first, ties by position.

        A chunk that shares no term with the query is not returned, nor is one that `visible` (bool, one per chunk)
        hides: hidden chunks never take a place.
        """
        ...


class Reranker(Protocol):
    """Scores candidates again, looking at query and chunk together."""

    def scores(self, query: str, chunks: Sequence[Chunk]) -> list[float]:
        """Return one score per chunk, higher is better; the caller breaks ties by first-stage rank."""
        ...


class Generator(Protocol):
    """Answers a prompt."""

    remote: bool
    """Whether `generate` waits on a network, so that CPU work must stay off the event loop."""

    async def generate(self, prompt: Prompt) -> Generation:
        """Return the answer; raise for anything that is not one."""
        ...


class Verifier(Protocol):
    """Checks an answer against the spans it was given."""

    def verify(self, answer: str, spans: Sequence[str]) -> Verdict:
        """Return the verdict; `spans[0]` is span number 1."""
        ...


class Judge(Protocol):
    """Says whether an answer is right."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Compare `answer` (citation markers already removed) with the question's accepted answers."""
        ...
