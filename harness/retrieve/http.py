"""Your own retriever over HTTP: `http:http://127.0.0.1:8000/search`.

It gets `POST` with `{"query": "...", "k": 50}` and answers a JSON list, or an object whose `results` (`hits`, `chunks`,
`documents`, `matches`) is one: ids, texts, or objects with an id or a text and a score, best first (`harness.index.match`).
The metadata filter is applied to what it returns, so a server that knows of filters should apply its own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Self
from urllib.parse import urlsplit

import aiohttp
from pydantic import field_validator

from harness.errors import InputError, SpellingError
from harness.index.match import ChunkMatcher
from harness.protocols import Hits, Mask, RemoteIndex
from harness.types import Chunk, Frozen

LISTS = ("results", "hits", "chunks", "documents", "matches")
_SHOWN = 200


class RetrieverError(InputError):
    """The server did not return a ranking."""


class Options(Frozen):
    """`url`: where questions are sent; colons and all, since it is the last argument."""

    url: str = ""

    @field_validator("url")
    @classmethod
    def _is_a_url(cls, url: str) -> str:
        parts = urlsplit(url)
        if url and (parts.scheme not in {"http", "https"} or not parts.netloc):
            raise ValueError("must be a URL such as http://127.0.0.1:8000/search")
        if parts.username or parts.password:
            raise ValueError("would be written into the log, so it may hold no user or password")
        return url


def make(options: Options, *, chunks: Sequence[Chunk]) -> RemoteIndex:
    """Return the retriever; nothing is sent before the first question."""
    if not options.url:
        raise SpellingError("--retriever http: name the server: http:http://127.0.0.1:8000/search")
    return _Http(options.url, ChunkMatcher(chunks))


class _Http:
    def __init__(self, url: str, matcher: ChunkMatcher) -> None:
        self._url = url
        self._matcher = matcher
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        # How many are asked at once is the run's concurrency, and how long one may take the boundary's limit.
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=None), trust_env=True
        )
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def find(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return what the server returns, as chunks; raise `RetrieverError` that says what came instead."""
        if self._session is None:
            raise RetrieverError(f"{self._url}: the retriever was not opened")
        try:
            async with self._session.post(self._url, json={"query": query, "k": depth}) as response:
                body = await response.read()
                status = response.status
        except aiohttp.ClientError as error:
            raise RetrieverError(f"{self._url}: {type(error).__name__}: {error}; is the server running?") from error
        text = body.decode("utf-8", "replace")
        if status != 200:  # noqa: PLR2004 -- OK
            raise RetrieverError(f"{self._url} answered {status}: {text[:_SHOWN]!r}")
        try:
            answer = json.loads(text)
        except ValueError:
            raise RetrieverError(f"{self._url} answered no JSON: {text[:_SHOWN]!r}") from None
        if isinstance(answer, dict):
            listed = next((name for name in LISTS if name in answer), None)
            if listed is None:
                raise RetrieverError(f"{self._url} answered an object without `results`: {text[:_SHOWN]!r}")
            answer = answer[listed]
        return self._matcher.hits(answer, depth, visible)
