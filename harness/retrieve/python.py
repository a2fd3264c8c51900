"""Your own retriever as a Python function: `python:my_package.search:retrieve`.

It is called as `retrieve(query, k)`, plain or `async`, and returns at most k results, best first: chunk ids, texts, objects
with an id or a text (and a score), or pairs of one of these and a score (`harness.index.match`). A plain function runs in
one thread of its own, one question at a time; write `async def` for more. The metadata filter is applied to what it
returns, so a retriever that knows of filters should apply its own.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

from harness.errors import InputError
from harness.index.match import ChunkMatcher
from harness.protocols import Hits, Mask, RemoteIndex
from harness.types import Chunk, Frozen


class Options(Frozen):
    """`module`: importable from here or installed; `attr`: a function in it, dots allowed."""

    module: str = ""
    attr: str = "retrieve"


def make(options: Options, *, chunks: Sequence[Chunk]) -> RemoteIndex:
    """Return the retriever; raise `InputError` where the function cannot be imported."""
    found = imported(options.module, options.attr, flag="--retriever", takes="(query, k)")
    return _Python(found, f"{options.module}:{options.attr}", ChunkMatcher(chunks))


def imported(module: str, attr: str, *, flag: str, takes: str) -> Callable[..., Any]:
    """Return a function of the user's by name; raise `InputError` that says what of it cannot be found or called."""
    where = f"{flag} python:{module}:{attr}"
    if not module:
        raise InputError(f"{flag} python: name your function: python:MODULE:FUNCTION")
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
        for name in attr.split("."):
            found = getattr(found, name)
    except ImportError as error:
        raise InputError(f"{where}: {error}; run from the folder that holds the module, or install it") from None
    except AttributeError as error:
        raise InputError(f"{where}: {error}; write the name of a function in the module") from None
    finally:
        sys.path.remove(here)
    if not callable(found):
        raise InputError(f"{where}: a {type(found).__name__} cannot be called; name a function of {takes}")
    return found  # type: ignore[no-any-return]


def is_awaited(function: Callable[..., Any]) -> bool:
    """Return whether calling it gives a coroutine: an `async def`, or an object whose `__call__` is one."""
    return any(map(inspect.iscoroutinefunction, (function, getattr(function, "__call__", None))))  # noqa: B004 -- not whether it can be called


class _Python:
    def __init__(self, function: Callable[..., Any], name: str, matcher: ChunkMatcher) -> None:
        self._function = function
        self._name = name
        self._matcher = matcher
        self._awaited = is_awaited(function)
        self._thread: ThreadPoolExecutor | None = None

    async def __aenter__(self) -> Self:
        self._thread = None if self._awaited else ThreadPoolExecutor(1, thread_name_prefix=self._name)
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._thread is not None:
            # Not waited for: a function that hangs was already told as a timeout.
            self._thread.shutdown(wait=False, cancel_futures=True)

    async def find(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return what the function returns, as chunks; raise what it raises, and where a result is no chunk."""
        if self._awaited:
            results = await self._function(query, depth)
        else:
            results = await asyncio.get_running_loop().run_in_executor(self._thread, self._function, query, depth)
        return self._matcher.hits(results, depth, visible)
