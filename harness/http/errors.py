"""What can go wrong between us and a server, told apart by what to do next.

ServerError             one request failed
├── RefusedError        the server understood and said no (400, 404, …): asking again would not help
├── BusyError           429 or 503: ask again later, and ask for less at once
├── UnreachableError    no connection: the server is down, restarting, or not there
├── LostError           the connection ended before the answer did
├── BrokenError         5xx, garbage, or an error in place of an answer
└── LateError           no answer in time
"""

from __future__ import annotations

from harness.errors import HarnessError
from harness.types import Retry


class ServerError(HarnessError):
    """One request failed; `retries` tells what was tried before, `retry_after` what the server asked for, in seconds."""

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.retries: tuple[Retry, ...] = ()


class RefusedError(ServerError):
    """The server said no, and would again."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


class BusyError(ServerError):
    """The server has too much to do."""


class UnreachableError(ServerError):
    """No connection could be made."""


class LostError(ServerError):
    """The connection ended before the answer did."""


class BrokenError(ServerError):
    """The server failed, or answered something that is not an answer."""


class LateError(ServerError, TimeoutError):
    """No answer in the time the request was given."""


AGAIN = (BusyError, LostError, BrokenError, LateError)
"""Errors after which the same request may succeed; an unreachable server is waited for elsewhere."""
