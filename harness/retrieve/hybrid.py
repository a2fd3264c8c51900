"""Several retrievers fused by rank (`hybrid:bm25+lsa:64`): reciprocal rank fusion, c = 60, any number of lists.

Scores never enter, only positions: a BM25 score and a cosine share no scale. A chunk that none of the lists holds cannot
be found by their fusion. Each list is read to the candidate depth, and to 100 at least, so that a smaller depth is a
prefix of a larger one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Self

from pydantic import field_validator

from harness import plugins
from harness.errors import SpellingError
from harness.index.fuse import fuse
from harness.protocols import Hits, Index, LabelledIndex, Mask, RemoteIndex, Retriever
from harness.types import Frozen

READ_AT_LEAST = 100


class Options(Frozen):
    """The retrievers, each spelled as it is alone, with a plus sign between: `bm25:1.2:0.5+lsa:64+hashing`."""

    parts: str = "bm25+lsa"

    @field_validator("parts")
    @classmethod
    def _each_is_a_retriever(cls, parts: str) -> str:
        spelled = parts.split("+")
        for part in spelled:
            if part.split(":")[0] == "oracle":
                raise SpellingError(
                    f"--retriever hybrid:{parts}: the oracle knows the answer, so there is nothing to fuse"
                )
            plugins.part("retrieve", part)
        if len(spelled) < 2:  # noqa: PLR2004 -- one list is already fused
            raise SpellingError(f"--retriever hybrid:{parts}: name two retrievers or more, e.g. hybrid:bm25+lsa")
        return parts


def make(options: Options, *, build: Callable[[str], Retriever]) -> Retriever:
    """Return the fusion; `build` makes one retriever over the same chunks from its spelling."""
    inner = [build(part) for part in options.parts.split("+")]
    local = [index for index in inner if isinstance(index, Index)]
    return _Hybrid(local) if len(local) == len(inner) else _RemoteHybrid(inner)


def fused(rankings: Sequence[Hits], depth: int) -> Hits:
    """Return the fusion of rankings of chunk positions, ties in corpus order."""
    sums = fuse([[position for position, _ in ranking] for ranking in rankings])
    return sorted(sums, key=lambda hit: (-hit[1], hit[0]))[:depth]


class _Hybrid:
    def __init__(self, inner: Sequence[Index]) -> None:
        self._inner = inner

    def top(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the fused ranking, as `harness.protocols.Index` says."""
        read = max(depth, READ_AT_LEAST)
        return fused([index.top(query, read, visible) for index in self._inner], depth)


class _RemoteHybrid:
    """As above, where one of the retrievers waits for somebody else: the others search in a thread meanwhile."""

    def __init__(self, inner: Sequence[Retriever]) -> None:
        self._inner = inner
        self._opened = AsyncExitStack()
        self._thread: ThreadPoolExecutor | None = None

    async def __aenter__(self) -> Self:
        self._thread = self._opened.enter_context(ThreadPoolExecutor(1, thread_name_prefix="hybrid"))
        for index in self._inner:
            if isinstance(index, AbstractAsyncContextManager):
                await self._opened.enter_async_context(index)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._opened.aclose()

    async def find(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the fused ranking, as `harness.protocols.RemoteIndex` says; a list that fails fails the question."""
        read = max(depth, READ_AT_LEAST)
        try:
            async with asyncio.TaskGroup() as group:
                asked = [group.create_task(self._ask(index, query, read, visible)) for index in self._inner]
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return fused([task.result() for task in asked], depth)

    async def _ask(self, index: Retriever, query: str, depth: int, visible: Mask | None) -> Hits:
        if isinstance(index, RemoteIndex):
            return await index.find(query, depth, visible)
        assert not isinstance(index, LabelledIndex)  # noqa: S101 -- Options refuse it
        search: Callable[..., Any] = index.top
        hits: Hits = await asyncio.get_running_loop().run_in_executor(self._thread, search, query, depth, visible)
        return hits
