"""One request as the client sees it: what to post, how to read the reply, what came of it."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import aiohttp

from harness.http.deadline import Deadline, IsLoading
from harness.types import Retry

T = TypeVar("T")
Read = Callable[[aiohttp.ClientResponse, Deadline], Awaitable[T]]
"""Reads a reply whose status is 200; raises a `ServerError` for what is not an answer."""


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """What to post where, how to read the reply, and how to ask whether a silent server is loading the model."""

    path: str
    body: bytes
    read: Read[T]
    is_loading: IsLoading | None = None


@dataclass(frozen=True, slots=True)
class Got(Generic[T]):
    """A reply, who gave it, and what was tried before."""

    value: T
    server: str
    retries: tuple[Retry, ...]


def cause(error: aiohttp.ClientConnectorError) -> str:
    """Return why no connection could be made, in the system's words."""
    number = error.os_error.errno
    return os.strerror(number).lower() if number and number > 0 else str(error.os_error)


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or its name."""
    return (str(error) or type(error).__name__).splitlines()[0][:200]
