"""When a request has waited long enough: a time for the whole, a time between two pieces, and more while a model loads.

An answer that does not begin may be slow, queued, or waiting for a model that is being read from disk. Only the last
is given more time than the settings say, and only the server can tell: a request that has waited long without a word
makes us ask it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from harness.http.policy import Policy

IsLoading = Callable[[str], Awaitable[bool]]
"""Whether the server at this address is loading the model right now."""

GLANCE_SECONDS = 1.0


class Deadline:
    """The time limit of one attempt."""

    __slots__ = (
        "_began",
        "_last",
        "_limit",
        "_loop",
        "_policy",
        "is_loading",
        "loading",
        "pieces",
        "server",
        "timeout",
    )

    def __init__(self, server: str, policy: Policy, is_loading: IsLoading | None) -> None:
        self._loop = asyncio.get_running_loop()
        self._policy = policy
        self._began = self._last = self._loop.time()
        self._limit = self._began + policy.total_seconds
        self.server = server
        self.is_loading = is_loading
        self.loading = False
        self.pieces = 0
        self.timeout = asyncio.timeout_at(self._limit)

    def heard(self) -> None:
        """Note a piece of the answer: the next one is due within the read limit, all within the total."""
        now = self._loop.time()
        if self.loading and not self.pieces:
            self._limit = now + self._policy.total_seconds
        self.pieces += 1
        if now - self._last > self._policy.read_seconds / 16 or self.pieces == 1:
            self._last = now
            self.timeout.reschedule(min(self._limit, now + self._policy.read_seconds * 17 / 16))

    @property
    def is_overdue(self) -> bool:
        """Whether half the time is gone without a word."""
        return not self.pieces and self._loop.time() - self._began > self._policy.total_seconds / 2

    def extend(self) -> None:
        """Give the load its own time, from the beginning of the request."""
        self.loading = True
        until = max(self._began + self._policy.load_seconds, self._limit)
        if not self.pieces and until != self.timeout.when():
            self.timeout.reschedule(until)

    def loaded(self) -> None:
        """Start the answer's own time, now that the model is there."""
        if self.loading and not self.pieces:
            self.loading = False
            self._limit = self._loop.time() + self._policy.total_seconds
            self.timeout.reschedule(self._limit)

    def told(self) -> str:
        """Return what was waited for in vain."""
        now = self._loop.time()
        if self.pieces and now < self._limit:
            return f"the answer stopped after {self.pieces} pieces and nothing came for {self._policy.read_seconds:g} s"
        if self.loading and not self.pieces:
            return f"the model was not loaded within {self._policy.load_seconds:g} s"
        done = f" ({self.pieces} pieces had come)" if self.pieces else ""
        return f"no whole answer within {self._policy.total_seconds:g} s{done}"


class Deadlines:
    """Those of all requests under way."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._under_way: set[Deadline] = set()

    def start(self, server: str, is_loading: IsLoading | None) -> Deadline:
        """Begin the time of a request."""
        deadline = Deadline(server, self._policy, is_loading)
        if is_loading:
            self._under_way.add(deadline)
        return deadline

    def end(self, deadline: Deadline) -> None:
        """Forget a request that is over."""
        self._under_way.discard(deadline)

    async def watch(self) -> None:
        """Give more time, until cancelled, to requests whose model is still being loaded."""
        pause = min(GLANCE_SECONDS, self._policy.total_seconds / 8)
        while True:
            await asyncio.sleep(pause)
            waiting = [d for d in self._under_way if d.is_overdue and d.is_loading]
            for server in {d.server for d in waiting}:
                theirs = [d for d in waiting if d.server == server]
                asked = theirs[0].is_loading
                loading = asked is not None and await asked(server)
                for deadline in theirs:
                    if loading:
                        deadline.extend()
                    else:
                        deadline.loaded()
