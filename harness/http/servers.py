"""Several servers as one: least outstanding first, a failing one is rested and tried again, a circuit for when all are down.

A server that cannot be reached is rested, each time twice as long. After a rest one request tries it, alone; the others
wait for what it finds. When every server has been out of reach for `down_seconds`, the circuit opens: every request ends
at once with the same message, and so does the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.errors import RunStoppedError

LONGEST_REST_SECONDS = 10.0
FIRST_REST_SECONDS = 0.1

Clock = Callable[[], float]


@dataclass(slots=True, eq=False)
class Server:
    """One server and how it is doing; times are the clock's seconds."""

    url: str
    outstanding: int = 0
    failures: int = 0
    rested_until: float = 0
    down_since: float | None = None
    tried: bool = False
    reason: str = ""
    streak: int = 0
    streak_since: float = 0


class Servers:
    """Chooses servers; all state is the event loop's, so nothing is locked."""

    def __init__(self, urls: Sequence[str], *, down_seconds: float, wait: bool, clock: Clock) -> None:
        self.all = [Server(url) for url in urls]
        self._down_seconds = down_seconds
        self._wait = wait
        self._clock = clock

    async def choose(self) -> Server:
        """Return the server to ask next, waiting for one while all rest; raise `RunStoppedError` when all are down."""
        while True:
            server = self._best()
            if server:
                if server.failures:
                    server.tried = True
                return server
            self._check_circuit()
            await asyncio.sleep(self._pause())

    def _best(self) -> Server | None:
        if len(self.all) == 1 and not self.all[0].failures:
            return self.all[0]
        now = self._clock()
        free = [s for s in self.all if not s.failures or (s.rested_until <= now and not s.tried)]
        return min(free, key=lambda s: (s.outstanding, s.failures), default=None)

    def _pause(self) -> float:
        soonest = min(s.rested_until for s in self.all) - self._clock()
        return min(max(soonest, 0.01), 0.25)

    def _check_circuit(self) -> None:
        if self._wait:
            return
        now = self._clock()
        if all(s.down_since is not None and now - s.down_since >= self._down_seconds for s in self.all):
            raise RunStoppedError(self.obituary())

    def obituary(self) -> str:
        """Return what is wrong with every server, and what to do."""
        states = "; ".join(f"{s.url}: {s.reason}" for s in self.all)
        return (
            f"no server has answered for {self._down_seconds:g} s ({states}); start it (e.g. `ollama serve`), name another"
            " (--base-url, --system), or wait for it with --wait-for-server"
        )

    def was_reached(self, server: Server) -> None:
        """Note that a server said something, if only that it is busy."""
        if server.failures:
            server.failures, server.rested_until, server.down_since, server.tried = 0, 0, None, False

    def was_answered(self, server: Server) -> None:
        """Note that a server gave an answer."""
        server.streak = 0
        if server.failures:
            self.was_reached(server)

    def was_failing(self, server: Server, reason: str, *, enough: int) -> None:
        """Note that a server failed a request; after `enough` in a row, for long enough, it counts as down.

        Raises `RunStoppedError` where that leaves none.
        """
        now = self._clock()
        server.streak_since = server.streak_since if server.streak else now
        server.streak += 1
        self.was_reached(server)
        if server.streak >= enough and now - server.streak_since >= self._down_seconds:
            server.down_since = server.streak_since
            self.was_out_of_reach(server, f"{server.streak} failures in a row, the last: {reason}")
            self._check_circuit()

    def was_out_of_reach(self, server: Server, reason: str) -> None:
        """Rest a server that could not be reached."""
        now = self._clock()
        server.failures += 1
        server.reason = reason
        server.tried = False
        server.down_since = now if server.down_since is None else server.down_since
        rest = min(LONGEST_REST_SECONDS, FIRST_REST_SECONDS * 2 ** min(server.failures, 10))
        # Rests that outlast the circuit's patience would leave it too few chances to see a server come back.
        server.rested_until = now + (rest if self._wait else min(rest, self._down_seconds / 8))

    def was_given_up(self, server: Server) -> None:
        """Note that whoever tried a rested server was cancelled before it knew."""
        server.tried = False
