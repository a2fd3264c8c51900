"""How patient the client is; all of it comes from the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from harness.settings import Settings


@dataclass(frozen=True, slots=True)
class Policy:
    """Times in seconds. `total_seconds` runs from the moment a request gets its place, never from when it was queued."""

    connect_seconds: float
    read_seconds: float
    total_seconds: float
    load_seconds: float
    tries: int
    backoff_seconds: float
    down_seconds: float
    wait_for_server: bool

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """Return the patience that the settings ask for."""
        return cls(
            connect_seconds=settings.connect_seconds,
            read_seconds=settings.read_seconds,
            total_seconds=settings.timeout_seconds,
            load_seconds=settings.load_seconds,
            tries=settings.tries,
            backoff_seconds=settings.backoff_seconds,
            down_seconds=settings.down_seconds,
            wait_for_server=settings.wait_for_server,
        )
