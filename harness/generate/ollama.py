"""A model on an Ollama server, native API: `ollama:MODEL`, e.g. `ollama:llama3.2:3b`.

Every option that matters is in every request. The server is told never to cut a prompt (`truncate`, `shift`: false), and
its token counts are checked all the same, because older ones ignore that.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

from aiohttp import ClientResponse
from pydantic_core import to_json

from harness.cache import key_of
from harness.errors import InputError
from harness.generate._answers import answer_schema
from harness.generate._remote import Reply, generation_of, is_too_long, refused_unread
from harness.generate._window import SERVER_DEFAULT, Window
from harness.http.client import Client
from harness.http.deadline import Deadline
from harness.http.errors import BrokenError, LateError, LostError, RefusedError, ServerError
from harness.http.replies import read_json, read_lines
from harness.http.request import Request
from harness.http.service import Service, make_client, ollama_urls
from harness.protocols import Analyzer, Generator
from harness.settings import Settings
from harness.types import Frozen, Generation, ModelFacts, Prompt

_LOAD_WORTH_TELLING_SECONDS = 0.1
_ASKED_WHILE_LOADING_SECONDS = 5.0


class Options(Frozen):
    """`model`: a name as `ollama list` shows it, tag and all."""

    model: str = ""


def make(options: Options, *, analyzer: Analyzer, script: Path | None, service: Service | None = None) -> Generator:
    """Return the generator; it asks the server nothing before `open`."""
    del analyzer, script
    if service and not options.model:
        raise InputError("--generator ollama needs a model: write ollama:MODEL, with a name that `ollama list` shows")
    return Ollama(options.model, service or Service(Settings()))


def client_for(service: Service, key: str | None) -> Client:
    """Return the client of a run against these servers, not yet open."""
    return make_client(
        ollama_urls(service.settings),
        service.settings,
        alive_path="/api/version",
        key=key or os.environ.get("OLLAMA_API_KEY"),
    )


class Ollama:
    """Asks `/api/chat` or `/api/generate`, streamed or not, as the settings say."""

    remote, limited = True, False

    def __init__(self, model: str, service: Service) -> None:
        self._model = model
        self._settings = service.settings
        self._client = service.client
        self._cache = service.cache
        self._as_json = service.settings.answer_format == "json"
        self._window = Window(service.settings.num_ctx, None, service.settings.num_predict)
        self._live_window: int | None = None
        self._fixed = self._fixed_fields()
        self._options = {
            "temperature": service.settings.temperature,
            "seed": service.settings.seed,
            "num_predict": service.settings.num_predict,
        }
        self._digest: str | None = None

    def _fixed_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "model": self._model,
            "stream": self._settings.stream,
            "keep_alive": self._settings.keep_alive,
            "truncate": False,
            "shift": False,
        }
        if self._settings.think is not None:
            fields["think"] = self._settings.think
        return fields

    async def open(self) -> ModelFacts:
        """Ask every server for the model, load it, and return what identifies it; raise `InputError` where it is not there."""
        client = self._open_client()
        found = await client.first_answer(self.facts)
        digests = {server: facts["digest"] for server, facts in found.items()}
        if len(set(digests.values())) > 1:
            told = ", ".join(f"{digest[:12]} at {server}" for server, digest in digests.items())
            raise InputError(f"--base-url: the servers hold different models under the name {self._model!r}: {told}")
        first = next(iter(found.values()))
        self._digest = first["digest"]
        self._window.limit = first["limit"]
        for server in found:
            await self._load(server)
        return ModelFacts(
            name=self._model,
            digest=self._digest,
            servers={server: facts["version"] for server, facts in found.items()},
            context_limit=first["limit"],
            details=first["details"],
        )

    async def facts(self, server: str) -> dict[str, Any]:
        """Return version, digest, context limit, size and details at one server; raise `InputError` without the model."""
        client = self._open_client()
        version = await client.ask(server, "/api/version")
        tags = await client.ask(server, "/api/tags")
        models = {m.get("name"): m for m in tags.get("models") or () if isinstance(m, dict)}
        listed = models.get(self._model) or models.get(f"{self._model}:latest")
        try:
            shown = await client.ask(server, "/api/show", to_json({"model": self._model}))
        except RefusedError as error:
            raise InputError(missing_model(self._model, server, [str(name) for name in models], error)) from None
        info = shown.get("model_info") or {}
        limits = [v for k, v in info.items() if k.endswith(".context_length") and isinstance(v, int)]
        details = shown.get("details") or {}
        return {
            "version": str(version.get("version", "unknown")),
            "digest": (listed or {}).get("digest") or shown.get("digest"),
            "limit": limits[0] if limits else None,
            "size": (listed or {}).get("size"),
            "details": {k: v for k, v in details.items() if k in {"family", "parameter_size", "quantization_level"}},
        }

    async def _load(self, server: str) -> None:
        """Load the model before the first question, so that no question's time is spent on it."""
        client = self._open_client()
        try:
            await client.ask(server, "/api/generate", self._empty_request(), seconds=client.policy.load_seconds)
            running = await client.ask(server, "/api/ps")
        except RefusedError as error:
            raise InputError(f"--generator ollama:{self._model}: {error}") from None
        except ServerError:
            return  # the questions will meet it, and tell it with their retries
        for model in running.get("models") or ():
            if model.get("digest") == self._digest and isinstance(model.get("context_length"), int):
                self._live_window = model["context_length"]

    def _empty_request(self) -> bytes:
        fields = {"model": self._model, "keep_alive": self._settings.keep_alive, "stream": False}
        return to_json({**fields, "options": {"num_ctx": self._window.tokens_for("")}})

    async def is_loading(self, server: str) -> bool:
        """Return whether the server lives, and makes even an empty request wait: then it is loading the model."""
        client = self._open_client()
        try:
            await client.ask(server, "/api/version")
            await client.ask(server, "/api/generate", self._empty_request(), seconds=_ASKED_WHILE_LOADING_SECONDS)
        except LateError as error:
            return "/api/generate" in str(error)
        except ServerError:
            return False
        return False

    async def generate(self, prompt: Prompt) -> Generation:
        """Return the answer, from the cache where it is there; a prompt that fits no window comes back unread."""
        while True:
            window = self._window.tokens_for(prompt.text)
            fields = self._request_fields(prompt, window)
            try:
                return await self._answer(prompt, window, fields)
            except RefusedError as error:
                if not is_too_long(error):
                    raise
                if not self._window.grow(window):
                    return refused_unread(prompt, self._model, window, error)

    def _request_fields(self, prompt: Prompt, window: int) -> dict[str, Any]:
        fields = self._fixed | {"options": self._options | {"num_ctx": window}}
        if self._as_json:
            fields["format"] = answer_schema(len(prompt.texts))
        if self._settings.endpoint == "chat":
            return fields | {"messages": [{"role": "user", "content": prompt.text}]}
        return fields | {"prompt": prompt.text}

    async def _answer(self, prompt: Prompt, window: int, fields: dict[str, Any]) -> Generation:
        windows = tuple(filter(None, (window, self._live_window, SERVER_DEFAULT)))
        made: dict[str, Any] = {"model": self._model, "as_json": self._as_json, "window": window, "windows": windows}
        key = self._key(prompt) if self._cache else b""
        if self._cache and (kept := self._cache.get(key)):
            return generation_of(kept, prompt, cached=True, **made)
        client = self._open_client()
        read = self._read_stream if self._settings.stream else self._read_whole
        path = f"/api/{self._settings.endpoint}"
        got = await client.send(Request(path, to_json(fields), read, self.is_loading))
        client.gauge.prompt_tokens += got.value["prompt_tokens"] or 0
        client.gauge.answer_tokens += got.value["answer_tokens"] or 0
        generation = generation_of(got.value, prompt, server=got.server, retries=got.retries, **made)
        if self._cache and not generation.prompt_cut:
            self._cache.put(key, self._model, got.value | {"load_seconds": None})
        return generation

    def _key(self, prompt: Prompt) -> bytes:
        # A window that fits changes no answer, so one that was chosen here is not part of the address.
        options = self._options | {"num_ctx": self._window.fixed}
        what = {"digest": self._digest, "options": options, "endpoint": self._settings.endpoint, "prompt": prompt.text}
        form = answer_schema(len(prompt.texts)) if self._as_json else None
        return key_of(what | {"think": self._fixed.get("think"), "format": form})

    async def _read_whole(self, response: ClientResponse, _deadline: Deadline) -> Reply:
        value = await read_json(response)
        return self._reply(value, *_said(value))

    async def _read_stream(self, response: ClientResponse, deadline: Deadline) -> Reply:
        said: list[str] = []
        thought: list[str] = []
        async for value in read_lines(response, deadline):
            piece, thinking = _said(value)
            said.append(piece)
            thought.append(thinking)
            if value.get("done"):
                return self._reply(value, "".join(said), "".join(thought))
            if self._client:
                self._client.gauge.streamed += 1
        raise LostError(f"the reply ended after {len(said)} pieces without its last line")

    def _reply(self, last: dict[str, Any], said: str, thought: str) -> Reply:
        if not last.get("done"):
            raise BrokenError("the reply does not say that it is done")
        if last.get("done_reason") == "load":
            raise BrokenError("the server loaded the model and answered nothing")
        named = last.get("model")
        if named not in {self._model, f"{self._model}:latest", self._model.removesuffix(":latest"), None}:
            raise RefusedError(f"the answer is of model {named!r}, not of {self._model!r}", status=200)
        load = last.get("load_duration")
        load_seconds = load / 1e9 if isinstance(load, int | float) else 0
        return {
            "answer": said,
            "thinking": thought or None,
            "finish": last.get("done_reason") or "stop",
            "prompt_tokens": _count(last.get("prompt_eval_count")),
            "answer_tokens": _count(last.get("eval_count")),
            "load_seconds": round(load_seconds, 3) if load_seconds > _LOAD_WORTH_TELLING_SECONDS else None,
        }

    def _open_client(self) -> Client:
        if self._client is None:
            raise InputError("--generator ollama: no client was opened for it")
        return self._client


def missing_model(model: str, server: str, names: list[str], error: Exception) -> str:
    """Return what is wrong with a model's name and what to type."""
    by_base = {name.partition(":")[0]: name for name in names}
    close = difflib.get_close_matches(model.partition(":")[0], by_base, n=1, cutoff=0.5)
    hint = f"did you mean {by_base[close[0]]!r}?" if close else f"there are {', '.join(names) or 'none'}"
    return f"model {model!r} is not on {server} ({error}); {hint} Or type: ollama pull {model}"


def _said(value: dict[str, Any]) -> tuple[str, str]:
    message = value.get("message")
    if isinstance(message, dict):
        return str(message.get("content") or ""), str(message.get("thinking") or "")
    return str(value.get("response") or ""), str(value.get("thinking") or "")


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
