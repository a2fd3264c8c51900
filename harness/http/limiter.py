"""How many requests may be under way: additive increase, multiplicative decrease (Chiu & Jain 1989).

A server that says it is busy halves the number, once for all requests that were under way when it did; every answer
raises it again by one part in itself, so that it takes as many answers as there are places to gain one place.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Limiter:
    """Gives out places; `places` is how many there are now, between one and `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.places = float(most)
        self.taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._answers_to_ignore = 0

    async def take(self) -> None:
        """Wait for a place, first come first served."""
        if self.taken < int(self.places) and not self._waiting:
            self.taken += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            else:
                self._waiting.remove(turn)
            raise

    def give_back(self) -> None:
        """Free a place and hand on those that are free."""
        self.taken -= 1
        if self._waiting:
            self._hand_on()

    def was_busy(self) -> None:
        """Halve the places; those who were under way at the time are counted as one complaint."""
        if self._answers_to_ignore <= 0:
            self.places = max(1.0, self.places / 2)
            self._answers_to_ignore = self.taken
        self._answers_to_ignore -= 1

    def was_answered(self) -> None:
        """Grow again, slowly."""
        if self._answers_to_ignore > 0:
            self._answers_to_ignore -= 1
        elif self.places < self.most:
            self.places = min(float(self.most), self.places + 1 / self.places)
            if self._waiting:
                self._hand_on()

    def _hand_on(self) -> None:
        while self._waiting and self.taken < int(self.places):
            turn = self._waiting.popleft()
            if not turn.done():
                self.taken += 1
                turn.set_result(None)
