"""Diagnostics of a run: one JSON object a line in `events.jsonl`, and for people on stderr what they should know now."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, cast

import structlog
from structlog.typing import FilteringBoundLogger

from harness.errors import LogError

_LEVELS = {"debug", "info"}
"""The levels that are for the file, unless the user asked to see everything."""

QUIET = "quiet"
"""A field that is true of what the user was told otherwise: it is for the file, whatever its level, and is not written there."""

_FRAME = ("event", "level", "run_id", "timestamp", "exception")


def open_events(path: Path | None, *, run_id: str, verbose: bool) -> tuple[FilteringBoundLogger, Callable[[], None]]:
    """Return a logger with `run_id` bound and a function that closes its file; null: no file, stderr only.

    Events are named `noun.verb_past`. Warnings and above are also shown on stderr, all of them when `verbose`. Nothing of
    structlog's global configuration is read or changed. Raises `LogError` where the file cannot be opened.
    """
    sinks = _Sinks(path, verbose=verbose)
    logger = structlog.wrap_logger(
        sinks,
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
        context_class=dict,
        cache_logger_on_first_use=True,
        run_id=run_id,
    )
    return cast(FilteringBoundLogger, logger.bind()), sinks.close


class _Sinks:
    """What structlog calls with each rendered event; every level is one method."""

    def __init__(self, path: Path | None, *, verbose: bool) -> None:
        self._path = path
        self._verbose = verbose
        self._descriptor = -1
        if path is None:
            return
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise LogError(f"{path}: {error.strerror}; choose a folder you can write with --logs") from None

    def write(self, content: bytes, shown: str, level: str) -> None:
        if self._verbose or level not in _LEVELS:
            sys.stderr.write(f"{shown}\n")
        if self._descriptor == -1:
            return
        try:
            os.write(self._descriptor, content)
        except OSError as error:
            # Records say by themselves when they cannot be written; diagnostics are not worth ending a run for.
            sys.stderr.write(f"{self._path}: {error.strerror}; no more events are kept\n")
            self.close()

    debug = info = warning = error = critical = exception = write

    def close(self) -> None:
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor != -1:
            os.close(descriptor)


def _render(_: Any, __: str, event: MutableMapping[str, Any]) -> tuple[tuple[()], dict[str, Any]]:
    level = "info" if event.pop(QUIET, False) else event["level"]
    content = json.dumps(event, default=repr).encode("ascii") + b"\n"
    fields = " ".join(f"{name}={value!r}" for name, value in event.items() if name not in _FRAME)
    trace = f"\n{event['exception']}" if "exception" in event else ""
    shown = f"{event['level']}: {event['event']} {fields}".rstrip() + trace
    return (), {"content": content, "shown": shown, "level": level}
