"""Many questions to one retriever, of whatever kind, outside a run: what a sweep needs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from harness.errors import InputError
from harness.protocols import Hits, LabelledIndex, Mask, RemoteIndex, Retriever
from harness.types import Question


def rankings(
    retriever: Retriever, questions: Sequence[Question], depth: int, visible: Mask | None, *, concurrency: int
) -> Iterator[Hits]:
    """Yield the ranking of each question, in order; a remote retriever gets `concurrency` questions at a time.

    A remote retriever that raises ends it with an `InputError`: a sweep has no record to keep a fault in.
    """
    if isinstance(retriever, RemoteIndex):
        yield from asyncio.run(_remote(retriever, questions, depth, visible, concurrency))
    elif isinstance(retriever, LabelledIndex):
        yield from (retriever.top_for(question, depth, visible) for question in questions)
    else:
        yield from (retriever.top(question.question, depth, visible) for question in questions)


async def _remote(
    retriever: RemoteIndex, questions: Sequence[Question], depth: int, visible: Mask | None, concurrency: int
) -> list[Hits]:
    found: dict[int, Hits] = {}
    waiting = iter(enumerate(questions))

    async def work() -> None:
        for number, question in waiting:
            found[number] = await retriever.find(question.question, depth, visible)

    async with AsyncExitStack() as stack:
        if isinstance(retriever, AbstractAsyncContextManager):
            await stack.enter_async_context(retriever)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(concurrency, len(questions))):
                    group.create_task(work())
        except ExceptionGroup as failed:
            first = failed.exceptions[0]
            raise InputError(f"the retriever failed: {type(first).__name__}: {first}") from first
    return [found[number] for number in range(len(questions))]
