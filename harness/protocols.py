"""What each stage must be able to do; `wiring.py` alone knows who does it.

I/O is `async def`, pure logic is `def`. A plug-in is a module `harness/<kind>/<name>.py` with a frozen `Options` model
(every field has a default; the spelling `name:a:b` fills the fields in order) and a function `make(options, …)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from harness.types import Chunk, Generation, Judgement, ModelFacts, Prompt, Question, Reply, Verdict

Mask = npt.NDArray[np.bool_]
Cut = tuple[int, int]
Hits = list[tuple[int, float]]
"""`(chunk position, score)` pairs, best first, ties by position."""


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


@runtime_checkable
class LeadingChunker(Protocol):
    """A chunker that knows what must be read before some of its chunks: the header of the table they continue."""

    def leads(self, text: str) -> Mapping[int, str]:
        """Return, by the offset where a chunk starts, a slice of `text` that belongs before it."""
        ...


@runtime_checkable
class Index(Protocol):
    """A fitted index over chunks `0 … n-1`, in corpus order."""

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return at most `depth` `(chunk position, score)` pairs, best first, ties by position.

        A chunk that shares nothing with the query (a term; for `lsa` and `hashing`, a direction) is not returned, nor
        is one that `visible` (bool, one per chunk) hides: hidden chunks never take a place.
        """
        ...


@runtime_checkable
class LabelledIndex(Protocol):
    """A retriever that looks at the whole question: its labels (`oracle`) or its type (routes)."""

    def top_for(self, question: Question, depth: int, visible: Mask | None) -> Hits:
        """Return what `Index.top` returns, for a question of the golden set."""
        ...


@runtime_checkable
class RemoteIndex(Protocol):
    """A retriever that waits for somebody else: a server, or the user's own code. It may be an async context manager."""

    async def find(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return what `Index.top` returns; raise for anything that is not a ranking of this index's chunks."""
        ...


Retriever = Index | LabelledIndex | RemoteIndex


class Reranker(Protocol):
    """Scores candidates again, looking at query and chunk together."""

    def scores(self, query: str, chunks: Sequence[Chunk]) -> list[float]:
        """Return one score per chunk, higher is better; the caller breaks ties by first-stage rank."""
        ...


class Generator(Protocol):
    """Answers a prompt."""

    remote: bool
    """Whether `generate` waits on a network, so that CPU work must stay off the event loop."""
    limited: bool
    """Whether the run's time limit is to be set around `generate`: not where it never waits, nor where it has its own."""

    async def generate(self, prompt: Prompt) -> Generation:
        """Return the answer; raise for anything that is not one."""
        ...


@runtime_checkable
class Remote(Protocol):
    """What a generator on a server can do besides."""

    async def open(self) -> ModelFacts:
        """Make sure that the model is there and loaded, and say what identifies it; raise `InputError` where it is not."""
        ...


class System(Protocol):
    """A whole pipeline that is not ours, an async context manager."""

    limited: bool
    """Whether the run's time limit is to be set around `ask`; a client of ours has limits of its own."""
    client: Any
    """The `http.client.Client` whose deadlines a run watches, or null."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...

    async def ask(self, question: Question) -> Reply:
        """Return the answer with its contexts; raise for anything that is not both."""
        ...


class Verifier(Protocol):
    """Checks an answer against the spans it was given."""

    def verify(self, answer: str, spans: Sequence[str], sources: Sequence[str] = ()) -> Verdict:
        """Return the verdict; `spans[0]` is span number 1, `sources[0]` the name of its document where names are known."""
        ...


class Judge(Protocol):
    """Says whether an answer is right."""

    def judge(self, answer: str, question: Question) -> Judgement:
        """Compare `answer` (citation markers already removed) with the question's accepted answers."""
        ...


@runtime_checkable
class LearningJudge(Protocol):
    """A judge that weighs words by how rare they are in the corpus."""

    def learn(self, texts: Iterable[str]) -> None:
        """Count the words of the corpus's texts, once, before the first answer."""
        ...


@runtime_checkable
class Asking(Protocol):
    """A judge or verifier that asks a model."""

    generator: str
    """The spelling of the generator that is asked."""

    def attach(self, generator: Generator, note: str) -> None:
        """Take the live generator; `note` says in every reason how far it was validated."""
        ...


@runtime_checkable
class AskedVerifier(Asking, Protocol):
    """A verifier that waits on a network: it is asked instead."""

    async def ask(self, answer: str, spans: Sequence[str], sources: Sequence[str] = ()) -> Verdict:
        """Compare as `Verifier.verify` does."""
        ...


@runtime_checkable
class AskedJudge(Asking, Protocol):
    """A judge that waits on a network: it is asked instead."""

    async def ask(self, answer: str, question: Question) -> Judgement:
        """Compare as `Judge.judge` does."""
        ...
