"""A model behind any `/v1/chat/completions` server: `openai:MODEL` (llama-server, vLLM, LM Studio, Ollama's own, …).

The address comes from --base-url or OPENAI_BASE_URL, the key from --api-key or OPENAI_API_KEY. These servers do not say what
window they use and have no way to be told, so a prompt's token count is compared with what its text must take.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse
from pydantic_core import to_json

from harness.cache import key_of
from harness.errors import InputError, nearest
from harness.generate._answers import answer_schema
from harness.generate._remote import Reply, generation_of, is_too_long, refused_unread
from harness.generate._window import LADDER
from harness.http.client import Client
from harness.http.deadline import Deadline
from harness.http.errors import BrokenError, RefusedError
from harness.http.replies import read_json
from harness.http.request import Request
from harness.http.service import Service, make_client, openai_urls
from harness.protocols import Analyzer, Generator
from harness.settings import Settings
from harness.types import Frozen, Generation, ModelFacts, Prompt

_WINDOWS = (2048, *LADDER)
_CHANGING = frozenset({"created", "status", "loaded", "state"})


class Options(Frozen):
    """`model`: a name as the server's `/v1/models` shows it."""

    model: str = ""


def make(options: Options, *, analyzer: Analyzer, script: Path | None, service: Service | None = None) -> Generator:
    """Return the generator; it asks the server nothing before `open`."""
    del analyzer, script
    if service and not options.model:
        raise InputError("--generator openai needs a model: write openai:MODEL, with a name that /v1/models shows")
    if service:
        openai_urls(service.settings)
    return OpenAI(options.model, service or Service(Settings()))


def client_for(service: Service, key: str | None) -> Client:
    """Return the client of a run against these servers, not yet open."""
    return make_client(
        openai_urls(service.settings),
        service.settings,
        alive_path="/models",
        key=key or os.environ.get("OPENAI_API_KEY"),
    )


class OpenAI:
    """Asks `/chat/completions`, one whole reply at a time."""

    remote, limited = True, False

    def __init__(self, model: str, service: Service) -> None:
        self._model = model
        self._client = service.client
        self._cache = service.cache
        self._as_json = service.settings.answer_format == "json"
        self._limit: int | None = None
        self._identity: str | None = None
        settings = service.settings
        self._fields: dict[str, Any] = {
            "model": model,
            "temperature": settings.temperature,
            "seed": settings.seed,
            "max_tokens": settings.num_predict,
            "stream": False,
        }

    async def open(self) -> ModelFacts:
        """Ask every server for its models and return what identifies ours; raise `InputError` where it is not there."""
        found = await self._open_client().first_answer(self.facts)
        first = next(iter(found.values()))
        self._limit, self._identity = first["limit"], first["identity"]
        return ModelFacts(
            name=self._model,
            digest=first["identity"],
            servers={server: facts["server"] for server, facts in found.items()},
            context_limit=self._limit,
        )

    async def facts(self, server: str) -> dict[str, Any]:
        """Return what one server says of itself and of the model; raise `InputError` where it has it not."""
        try:
            listed = await self._open_client().ask(server, "/models")
        except RefusedError as error:
            if error.status in {401, 403}:
                raise InputError(f"{error}; give the key with --api-key or in OPENAI_API_KEY") from None
            return {"identity": None, "limit": None, "server": "unknown"}
        models = {m.get("id"): m for m in listed.get("data") or () if isinstance(m, dict)}
        if models and self._model not in models:
            hint = nearest(self._model, [str(name) for name in models])
            raise InputError(f"model {self._model!r} is not on {server}; {hint}")
        entry = {k: v for k, v in models.get(self._model, {}).items() if k not in _CHANGING}
        limits = (entry.get("max_model_len"), (entry.get("meta") or {}).get("n_ctx_train"))
        return {
            "identity": key_of({"server": server, **entry}).hex() if entry else None,
            "limit": next((n for n in limits if isinstance(n, int)), None),
            "server": str(entry.get("owned_by") or "unknown"),
        }

    async def generate(self, prompt: Prompt) -> Generation:
        """Return the answer, from the cache where it is there; a prompt that fits no window comes back unread."""
        made: dict[str, Any] = {"model": self._model, "as_json": self._as_json, "window": None, "windows": _WINDOWS}
        fields = {**self._fields, "messages": [{"role": "user", "content": prompt.text}]}
        if self._as_json:
            schema = {"name": "answer", "strict": True, "schema": answer_schema(len(prompt.texts))}
            fields["response_format"] = {"type": "json_schema", "json_schema": schema}
        # Without an identity the same name may stand for another model tomorrow.
        cache = self._cache if self._identity else None
        key = key_of({"identity": self._identity, **fields}) if cache else b""
        if cache and (kept := cache.get(key)):
            return generation_of(kept, prompt, cached=True, **made)
        client = self._open_client()
        try:
            got = await client.send(Request("/chat/completions", to_json(fields), _read))
        except RefusedError as error:
            if not is_too_long(error):
                raise
            return refused_unread(prompt, self._model, self._limit, error)
        client.gauge.prompt_tokens += got.value["prompt_tokens"] or 0
        client.gauge.answer_tokens += got.value["answer_tokens"] or 0
        generation = generation_of(got.value, prompt, server=got.server, retries=got.retries, **made)
        if cache and not generation.prompt_cut:
            cache.put(key, self._model, got.value)
        return generation

    def _open_client(self) -> Client:
        if self._client is None:
            raise InputError("--generator openai: no client was opened for it")
        return self._client


async def _read(response: ClientResponse, _deadline: Deadline) -> Reply:
    value = await read_json(response)
    choices = value.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise BrokenError("the reply holds no choice")
    message = choices[0].get("message")
    if not isinstance(message, dict):
        raise BrokenError("the reply's choice holds no message")
    usage = value.get("usage") or {}
    return {
        "answer": str(message.get("content") or ""),
        "thinking": message.get("reasoning_content") or message.get("reasoning") or None,
        "finish": choices[0].get("finish_reason") or "stop",
        "prompt_tokens": usage.get("prompt_tokens"),
        "answer_tokens": usage.get("completion_tokens"),
        "load_seconds": None,
    }
