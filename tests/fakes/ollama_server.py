"""A server that behaves as Ollama does, its misleading habits included, and fails on demand.

In a test: `async with FakeOllama() as fake:` and then `fake.url`. As a process:

    python tests/fakes/ollama_server.py --port 11500 --service-ms 50 --fault-rate 0.01

Tokens are counted as one for four characters. What it gets wrong on purpose is Ollama's own: a prompt over the window is
cut without a word unless `truncate` is false (and `old` servers cut it all the same), the count is that after the cut, a
repeated prompt reports almost no tokens, errors may follow a 200, and one request runs at a time while the others queue.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web

DIGEST = "f" * 64
DEFAULT_WINDOW = 4096
FAULTS = ("reset", "half_closed", "503", "429", "500", "garbage", "half_json", "error_line")

_SPAN = re.compile(r"\[S1\]\n`{3,}\n(.*?)(?:[.!?]\s|\n`{3,})", re.DOTALL)


def quote_first_span(prompt: str) -> str:
    """Answer with the first sentence of the first span, cited; the refusal where there is none."""
    found = _SPAN.search(prompt)
    return f"{' '.join(found.group(1).split()).rstrip('.')} [S1]." if found else "NOT IN THE CONTEXT"


@dataclass
class FakeModel:
    """One model of the server."""

    name: str = "tiny:latest"
    digest: str = DIGEST
    context_length: int | None = 131_072
    thinking: str | None = None
    inline_thinking: bool = False
    answer: Callable[[str], str] = quote_first_span


@dataclass
class FakeOllama:
    """A server; change its fields while it runs. `fault` names what goes wrong with the n-th answer, counted from 0."""

    models: list[FakeModel] = field(default_factory=lambda: [FakeModel()])
    version: str = "0.13.5"
    old: bool = False
    service_seconds: float = 0
    load_seconds: float = 0
    piece_seconds: float = 0
    parallel: int = 1_000_000
    max_queue: int = 512
    key: str | None = None
    retry_after: str | None = None
    hang_seconds: float = 3600
    remembers_prefixes: bool = False
    fault: Callable[[int], str | None] = lambda _: None
    port: int = 0

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    answers: int = 0
    loads: int = 0
    most_at_once: int = 0
    keep_requests: bool = True

    def __post_init__(self) -> None:
        self._at_once = self._queued = 0
        self._loaded: tuple[str, int] | None = None
        self._loading = asyncio.Lock()
        self._seen: set[str] = set()
        self._places = asyncio.Condition()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/api/version", self._version)
        app.router.add_get("/api/tags", self._tags)
        app.router.add_post("/api/show", self._show)
        app.router.add_get("/api/ps", self._ps)
        app.router.add_post("/api/chat", self._answer)
        app.router.add_post("/api/generate", self._answer)
        app.router.add_post("/api/embed", self._embed)
        app.router.add_get("/v1/models", self._v1_models)
        app.router.add_post("/v1/chat/completions", self._v1_chat)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, backlog=4096)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner:
            await self._runner.cleanup()

    # --- what is there ------------------------------------------------------------------------------------------------

    async def _version(self, _: web.Request) -> web.Response:
        return web.json_response({"version": self.version})

    async def _tags(self, _: web.Request) -> web.Response:
        return web.json_response(
            {"models": [{"name": m.name, "model": m.name, "digest": m.digest} for m in self.models]}
        )

    async def _show(self, request: web.Request) -> web.Response:
        model = self._find((await request.json()).get("model"))
        if isinstance(model, web.Response):
            return model
        info = {} if model.context_length is None else {"tiny.context_length": model.context_length}
        details = {"family": "tiny", "parameter_size": "1M", "quantization_level": "Q4_0"}
        return web.json_response({"model_info": info, "details": details})

    async def _ps(self, _: web.Request) -> web.Response:
        if self._loaded is None:
            return web.json_response({"models": []})
        name, window = self._loaded
        digest = next(m.digest for m in self.models if m.name == name)
        return web.json_response({"models": [{"name": name, "digest": digest, "context_length": window}]})

    def _find(self, name: Any) -> FakeModel | web.Response:
        for model in self.models:
            if name in {model.name, model.name.removesuffix(":latest")}:
                return model
        return web.json_response({"error": f"model '{name}' not found"}, status=404)

    # --- answering ----------------------------------------------------------------------------------------------------

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        if self.keep_requests:
            self.asked.append(body)
            self.paths.append(request.path)
        model = self._find(body.get("model"))
        if isinstance(model, web.Response):
            return model
        chat = request.path.endswith("chat")
        prompt = body["messages"][-1]["content"] if chat else body.get("prompt", "")
        window = min(body.get("options", {}).get("num_ctx") or DEFAULT_WINDOW, model.context_length or 1 << 30)
        await self._load(model, window)
        if not prompt:
            return web.json_response({"model": body["model"], "response": "", "done": True, "done_reason": "load"})
        number = self.answers
        self.answers += 1
        fault = self.fault(number)
        if early := await self._early(fault):
            return early
        if self._queued - self._at_once >= self.max_queue:
            return self._busy()
        async with _Place(self):
            tokens = len(prompt) // 4
            if tokens > window:
                if body.get("truncate") is False and not self.old:
                    return web.json_response({"error": "the input length exceeds the context length"}, status=400)
                tokens = window // 2 + 2
            if self.service_seconds:
                await asyncio.sleep(self.service_seconds)
            return await self._reply(request, body, model=model, prompt=prompt, tokens=tokens, fault=fault)

    async def _load(self, model: FakeModel, window: int) -> None:
        async with self._loading:
            if self._loaded != (model.name, window):
                self.loads += 1
                if self.load_seconds:
                    await asyncio.sleep(self.load_seconds)
                self._loaded = (model.name, window)

    def _busy(self) -> web.Response:
        headers = {"Retry-After": self.retry_after} if self.retry_after else {}
        said = {"error": "server busy, please try again.  maximum pending requests exceeded"}
        return web.json_response(said, status=503, headers=headers)

    async def _early(self, fault: str | None) -> web.Response | None:
        if fault == "503":
            return self._busy()
        if fault == "429":
            headers = {"Retry-After": self.retry_after or "0"}
            return web.json_response({"error": "slow down"}, status=429, headers=headers)
        if fault == "500":
            said = {"error": "model runner has unexpectedly stopped, this may be due to resource limitations"}
            return web.json_response(said, status=500)
        if fault == "400":
            return web.json_response({"error": "invalid option: 'nonsense'"}, status=400)
        if fault == "hang":
            await asyncio.sleep(self.hang_seconds)
        return None

    async def _reply(
        self,
        request: web.Request,
        body: dict[str, Any],
        *,
        model: FakeModel,
        prompt: str,
        tokens: int,
        fault: str | None,
    ) -> web.StreamResponse:
        answer = model.answer(prompt)
        finish = "stop"
        most = body.get("options", {}).get("num_predict") or 10**9
        words = re.findall(r"\s*\S+", answer)
        if len(words) > most:
            words, finish = words[:most], "length"
        thinking = model.thinking if model.thinking and body.get("think") is not False else ""
        if thinking and model.inline_thinking:
            words, thinking = [f"<think>{thinking}</think>\n", *words], ""
        chat = request.path.endswith("chat")
        last: dict[str, Any] = {
            "model": "other:latest" if fault == "other_model" else body["model"],
            "done": True,
            "done_reason": finish,
            "total_duration": 5_000_000,
            "load_duration": 1_000_000,
            "prompt_eval_count": tokens,
            "eval_count": len(words),
        }
        if self.remembers_prefixes and prompt in self._seen:
            del last["prompt_eval_count"]
        self._seen.add(prompt)
        if not body.get("stream", True):
            return await self._whole(request, _said(chat, "".join(words), thinking) | last, fault)
        return await self._stream(request, [chat, words, thinking, last], fault)

    async def _whole(self, request: web.Request, value: dict[str, Any], fault: str | None) -> web.StreamResponse:
        if fault in {"reset", "half_closed", "half_json"}:
            response = web.StreamResponse(headers={"Content-Type": "application/json"})
            await response.prepare(request)
            await response.write(json.dumps(value).encode()[:40])
            return self._broken_off(request, response, fault)
        if fault == "garbage":
            return web.Response(body=b"<html>\xff proxy error</html>")
        if fault == "error_line":
            return web.json_response({"error": "an error was encountered while running the model"})
        return web.json_response(value)

    async def _stream(self, request: web.Request, parts: list[Any], fault: str | None) -> web.StreamResponse:
        chat, words, thinking, last = parts
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        if thinking:
            await response.write(_line(_said(chat, "", thinking) | {"done": False}))
        pieces = words if len(words) < 4 or self.service_seconds else ["".join(words)]
        for number, word in enumerate(pieces):
            if self.piece_seconds:
                await asyncio.sleep(self.piece_seconds)
            await response.write(_line(_said(chat, word, "") | {"model": last["model"], "done": False}))
            if number == 0 and fault in {"reset", "half_closed"}:
                return self._broken_off(request, response, fault)
            if number == 0 and fault == "error_line":
                await response.write(_line({"error": "an error was encountered while running the model"}))
                return response
            if number == 0 and fault == "garbage":
                await response.write(b"\x00\xffnot json\n")
                return response
            if number == 0 and fault == "stall":
                await asyncio.sleep(self.hang_seconds)
        content = _line(_said(chat, "", "") | last)
        await response.write(content[: len(content) // 2] if fault == "half_json" else content)
        return response

    def _broken_off(self, request: web.Request, response: web.StreamResponse, fault: str) -> web.StreamResponse:
        if fault == "reset" and request.transport:
            request.transport.abort()
        elif fault == "half_closed" and request.transport:
            request.transport.close()
        return response

    # --- the others ---------------------------------------------------------------------------------------------------

    async def _embed(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.asked.append(body)
        self.paths.append(request.path)
        model = self._find(body.get("model"))
        if isinstance(model, web.Response):
            return model
        if fault := await self._early(self.fault(len(self.paths) - 1)):
            return fault
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        return web.json_response({"model": body["model"], "embeddings": [embed(text) for text in texts]})

    async def _v1_models(self, request: web.Request) -> web.Response:
        if not self._knows(request):
            return web.json_response(
                {"error": {"message": f"bad key {request.headers.get('Authorization')}"}}, status=401
            )
        return web.json_response(
            {"data": [{"id": m.name, "owned_by": "library", "digest": m.digest} for m in self.models]}
        )

    async def _v1_chat(self, request: web.Request) -> web.StreamResponse:
        if not self._knows(request):
            return web.json_response(
                {"error": {"message": f"bad key {request.headers.get('Authorization')}"}}, status=401
            )
        body = await request.json()
        self.asked.append(body)
        self.paths.append(request.path)
        model = self._find(body.get("model"))
        if isinstance(model, web.Response):
            return model
        number = self.answers
        self.answers += 1
        fault = self.fault(number)
        if early := await self._early(fault):
            return early
        prompt = body["messages"][-1]["content"]
        tokens = len(prompt) // 4
        if tokens > DEFAULT_WINDOW:  # num_ctx is ignored here, as Ollama does
            tokens = DEFAULT_WINDOW // 2 + 2
        message = {"role": "assistant", "content": model.answer(prompt)}
        if model.thinking:
            message["reasoning_content"] = model.thinking
        value = {
            "choices": [{"message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": tokens, "completion_tokens": 9},
        }
        return await self._whole(request, value, fault)

    def _knows(self, request: web.Request) -> bool:
        return self.key is None or request.headers.get("Authorization") == f"Bearer {self.key}"


class _Place:
    """One of the server's `parallel` places; the others queue."""

    def __init__(self, fake: FakeOllama) -> None:
        self._fake = fake

    async def __aenter__(self) -> None:
        fake = self._fake
        fake._queued += 1
        if fake._at_once >= fake.parallel:
            async with fake._places:
                await fake._places.wait_for(lambda: fake._at_once < fake.parallel)
        fake._at_once += 1
        fake.most_at_once = max(fake.most_at_once, fake._at_once)

    async def __aexit__(self, *_: object) -> None:
        fake = self._fake
        fake._at_once -= 1
        fake._queued -= 1
        if fake._queued > fake._at_once:
            async with fake._places:
                fake._places.notify()


def embed(text: str) -> list[float]:
    """Return a small vector of letter counts: like texts are near each other."""
    return [float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]


def _said(chat, text: str, thinking: str) -> dict[str, Any]:
    if chat:
        message = {"role": "assistant", "content": text}
        return {"message": message | ({"thinking": thinking} if thinking else {})}
    return {"response": text} | ({"thinking": thinking} if thinking else {})


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode() + b"\n"


def random_faults(rate: float, seed: int) -> Callable[[int], str | None]:
    """Return faults of every kind at random."""
    source = random.Random(seed)
    return lambda _: source.choice(FAULTS) if source.random() < rate else None


async def serve(args: argparse.Namespace) -> None:
    fake = FakeOllama(
        port=args.port,
        service_seconds=args.service_ms / 1000,
        load_seconds=args.load_seconds,
        fault=random_faults(args.fault_rate, args.seed),
        keep_requests=False,
        max_queue=10**9,
    )
    async with fake:
        sys.stdout.write(f"{fake.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--service-ms", type=float, default=0)
    parser.add_argument("--load-seconds", type=float, default=0)
    parser.add_argument("--fault-rate", type=float, default=0)
    parser.add_argument("--seed", type=int, default=0)
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
