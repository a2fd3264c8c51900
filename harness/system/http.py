"""A system over HTTP: `http://127.0.0.1:8000/ask`, asked by POST, one JSON object back.

It gets `{"question": "..."}`, or what --system-body says with `{question}` (and `{id}`) filled in. Answer and contexts are
looked for under common names, or where --system-map says. Headers are written with the names of environment variables,
`Authorization=Bearer $MY_KEY`: the log holds the names, and what they stand for reaches the server and nothing else.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import aiohttp
from pydantic import field_validator

from harness.errors import InputError, SpellingError
from harness.fieldpath import Mapped
from harness.http.client import Client
from harness.http.deadline import Deadline
from harness.http.policy import Policy
from harness.http.replies import read_json
from harness.http.request import Request
from harness.protocols import System
from harness.reply import ReplyError, read_reply, shown
from harness.settings import Settings
from harness.types import Frozen, Question, Reply

_VARIABLE = re.compile(r"\$(?:\{(?P<braced>\w+)\}|(?P<name>[A-Za-z_]\w*))")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_DEFAULT_BODY = '{"question": "{question}"}'


class Options(Frozen):
    """`url`: where questions are posted; colons and all, since it is the last argument."""

    url: str = ""

    @field_validator("url")
    @classmethod
    def _is_a_url(cls, url: str) -> str:
        whole = f"http:{url}" if url.startswith("//") else url
        parts = urlsplit(whole)
        if whole and (parts.scheme not in {"http", "https"} or not parts.hostname):
            raise ValueError("must be a URL such as http://127.0.0.1:8000/ask")
        if parts.username or parts.password or parts.query:
            raise ValueError(
                "would be written into the log, so it may hold no user, password or query; see --system-header"
            )
        return whole


def make(options: Options, *, settings: Settings, mapping: Mapped) -> System:
    """Return the system, not yet open; raise `InputError` for a body or header that cannot be sent."""
    if not options.url:
        raise SpellingError("--system http: name the server: --system http://127.0.0.1:8000/ask")
    return _Http(options.url, _body(settings.system_body), _headers(settings.system_header), mapping, settings)


class _Http:
    limited = False

    def __init__(self, url: str, body: Any, headers: dict[str, str], mapping: Mapped, settings: Settings) -> None:
        parts = urlsplit(url)
        self._path = parts.path or "/"
        self._body = body
        self._mapping = mapping
        self.client: Client | None = Client(
            (f"{parts.scheme}://{parts.netloc}",),
            Policy.from_settings(settings),
            concurrency=settings.concurrency,
            alive_path="/",
            headers=headers,
        )

    async def __aenter__(self) -> Self:
        if self.client:
            await self.client.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.client:
            await self.client.__aexit__(kind, error, trace)

    async def ask(self, question: Question) -> Reply:
        """Return what the server says; raise a `ServerError` where it says nothing, `ReplyError` where it says too little."""
        assert self.client is not None  # noqa: S101 -- it is made with the system
        body = json.dumps(_filled(self._body, question)).encode("ascii")
        got = await self.client.send(Request(path=self._path, body=body, read=_read))
        reply = read_reply(got.value, self._mapping)
        lacks = "answer" if reply.answer is None else "contexts" if reply.contexts is None else None
        if lacks:
            told = f"the reply holds no {lacks} at {self._mapping[lacks]!r}: {shown(got.value)}; see --system-map"
            raise ReplyError(self.client.scrub(told))
        return reply


async def _read(response: aiohttp.ClientResponse, deadline: Deadline) -> Any:
    deadline.heard()
    return await read_json(response)


def _body(written: str | None) -> Any:
    try:
        body = json.loads(written or _DEFAULT_BODY)
    except (ValueError, RecursionError) as error:
        raise InputError(f'--system-body is not JSON: {error}; write e.g. {{"query": "{{question}}"}}') from None
    if "{question}" not in json.dumps(body):
        raise InputError(
            '--system-body has no {question}; write it where the question belongs, e.g. {"query": "{question}"}'
        )
    return body


def _filled(body: Any, question: Question) -> Any:
    """Return the body with the question in it: as a value, so that nothing in it can be taken for JSON."""
    if isinstance(body, str):
        return re.sub(r"\{(question|id)\}", lambda m: question.question if m[1] == "question" else question.id, body)
    if isinstance(body, list):
        return [_filled(item, question) for item in body]
    return {name: _filled(item, question) for name, item in body.items()} if isinstance(body, dict) else body


def _headers(written: Sequence[str]) -> dict[str, str]:
    """Return headers, their variables filled in from the environment."""
    headers = {}
    for header in written:
        name, sign, value = header.partition("=")
        if not sign or not _TOKEN.fullmatch(name.strip()):
            raise SpellingError(f"--system-header {name!r}: write NAME=VALUE, e.g. 'Authorization=Bearer $MY_KEY'")
        if not _VARIABLE.search(value):
            raise InputError(
                f"--system-header {name}: its value would be written into the log; put it into an environment variable and"
                f" write {name}=$THAT_VARIABLE (quoted, so that the shell leaves it)"
            )
        headers[name.strip()] = _VARIABLE.sub(lambda match, name=name: _variable(match, name), value)  # type: ignore[misc]
    return headers


def _variable(match: re.Match[str], header: str) -> str:
    name = match["braced"] or match["name"]
    value = os.environ.get(name)
    if value is None:
        raise InputError(f"--system-header {header}: the environment has no {name}; export it first")
    if "\r" in value or "\n" in value:
        raise InputError(f"--system-header {header}: {name} holds a line break, which no header can")
    return value
