"""What a reply says: JSON, one JSON a line, or an error in any of the shapes that servers give it."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import aiohttp
from pydantic_core import from_json

from harness.http.deadline import Deadline
from harness.http.errors import BrokenError, BusyError, LostError, RefusedError

LIMIT_BYTES = 1 << 26
_SHOWN = 300
_BUSY = frozenset({429, 503})
_LATER = frozenset({408, 425})


async def read_json(response: aiohttp.ClientResponse) -> Any:
    """Return the JSON of a whole reply; raise `BrokenError` where it is none, or is an error in place of an answer."""
    content = await response.read()
    return parse(content)


def parse(content: bytes) -> Any:
    """Return one JSON object; raise `BrokenError` where it is none, or is an error in place of an answer."""
    try:
        value = from_json(content)
    except ValueError:
        raise BrokenError(f"the reply is not JSON: {_clip(content)!r}") from None
    if not isinstance(value, dict):
        raise BrokenError(f"the reply is not a JSON object: {_clip(content)!r}")
    if value.get("error"):
        raise BrokenError(f"an error in place of an answer: {error_text(value)}")
    return value


async def read_lines(response: aiohttp.ClientResponse, deadline: Deadline) -> AsyncIterator[dict[str, Any]]:
    """Yield the objects of a reply with one JSON object a line; raise for an error line, garbage, or a torn line."""
    torn = b""
    size = 0
    async for piece in response.content.iter_any():
        deadline.heard()
        size += len(piece)
        if size > LIMIT_BYTES:
            raise BrokenError(f"the reply is longer than {LIMIT_BYTES >> 20} MiB")
        whole, newline, rest = piece.rpartition(b"\n")
        if not newline:
            torn += piece
            continue
        for line in (torn + whole).split(b"\n"):
            if line.strip():
                yield parse(line)
        torn = rest
    if torn.strip():
        try:
            last = parse(torn)
        except BrokenError as error:
            if "not JSON" in str(error):
                raise LostError(f"the reply ends in the middle of a line: {_clip(torn)!r}") from None
            raise
        yield last


async def check_status(response: aiohttp.ClientResponse) -> None:
    """Raise the error that a status other than 200 means, with the server's own words."""
    content = await response.content.read(4096)
    said = _said(content)
    status = response.status
    told = f"{status} {said or response.reason or 'without a word'}"
    if status in _BUSY:
        raise BusyError(told, retry_after=retry_after(response.headers.get("Retry-After")))
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in _LATER:
        raise BrokenError(told, retry_after=retry_after(response.headers.get("Retry-After")))
    raise RefusedError(told, status=status)


def retry_after(value: str | None, now: dt.datetime | None = None) -> float | None:
    """Return the seconds that a Retry-After header asks for: a number or a date (RFC 9110, 10.2.3); null for nonsense."""
    if value is None:
        return None
    if value.strip().isdecimal():
        return float(min(int(value.strip()[:9]), 86_400))
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=dt.UTC)
    return max(0.0, (date - (now or dt.datetime.now(dt.UTC))).total_seconds())


def error_text(value: dict[str, Any]) -> str:
    """Return the words of `{"error": "…"}` or `{"error": {"message": "…"}}`."""
    error = value.get("error")
    if isinstance(error, dict):
        error = error.get("message") or error
    return _clip(str(error))


def _said(content: bytes) -> str:
    try:
        value = from_json(content)
    except ValueError:
        return _clip(content)
    return error_text(value) if isinstance(value, dict) and value.get("error") else _clip(content)


def _clip(content: bytes | str) -> str:
    text = content.decode("utf-8", "replace") if isinstance(content, bytes) else content
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1]}…"
