"""A system as a Python function: `python:my_package.rag:answer`.

It is called as `answer(question)`, plain or `async`, and returns an object with an answer and contexts, under common names
or where --system-map says, or a pair of the two. A plain function runs in threads, as many as --concurrency; what it raises
becomes a fault of that question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, is_dataclass
from typing import Any, Self

from pydantic import BaseModel

from harness.fieldpath import Mapped
from harness.protocols import System
from harness.reply import ReplyError, read_reply, shown
from harness.retrieve.python import imported, is_awaited
from harness.settings import Settings
from harness.types import Frozen, Question, Reply

_PAIR = 2


class Options(Frozen):
    """`module`: importable from here or installed; `attr`: a function in it, dots allowed."""

    module: str = ""
    attr: str = "answer"


def make(options: Options, *, settings: Settings, mapping: Mapped) -> System:
    """Return the system; raise `InputError` where the function cannot be imported."""
    function = imported(options.module, options.attr, flag="--system", takes="(question)")
    return _Python(function, f"{options.module}:{options.attr}", mapping, settings.concurrency)


class _Python:
    limited = True
    client = None

    def __init__(self, function: Callable[..., Any], name: str, mapping: Mapped, threads: int) -> None:
        self._function = function
        self._name = name
        self._mapping = mapping
        self._threads = threads
        self._awaited = is_awaited(function)
        self._pool: ThreadPoolExecutor | None = None

    async def __aenter__(self) -> Self:
        self._pool = None if self._awaited else ThreadPoolExecutor(self._threads, thread_name_prefix=self._name)
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._pool is not None:
            # Not waited for: a function that hangs was already told as a timeout.
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def ask(self, question: Question) -> Reply:
        """Return what the function returns; raise what it raises, and `ReplyError` where it returns too little."""
        if self._awaited:
            returned = await self._function(question.question)
        else:
            returned = await asyncio.get_running_loop().run_in_executor(self._pool, self._function, question.question)
        fields = _fields(returned)
        reply = read_reply(fields, self._mapping)
        if reply.answer is None or reply.contexts is None:
            lacks = "answer" if reply.answer is None else "contexts"
            raise ReplyError(
                f"{self._name} returned no {lacks} at {self._mapping[lacks]!r}: {shown(fields)}; return an object with an"
                " answer and contexts, or see --system-map"
            )
        return reply


def _fields(returned: Any) -> Any:
    """Return what a function returned as plain JSON values."""
    if isinstance(returned, BaseModel):
        return returned.model_dump(mode="json")
    if is_dataclass(returned) and not isinstance(returned, type):
        return asdict(returned)
    if isinstance(returned, tuple) and len(returned) == _PAIR:
        return {"answer": returned[0], "contexts": [_fields(item) for item in returned[1]]}
    if isinstance(returned, dict):
        return {name: _fields(item) for name, item in returned.items()}
    return [_fields(item) for item in returned] if isinstance(returned, list | tuple) else returned
