"""A server that speaks Ollama's protocol and fails as it is told: it cuts prompts, refuses them unread, or breaks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harness.selftest.plant import ServerMode

if TYPE_CHECKING:
    from aiohttp import web

MODEL = "selftest:latest"
WINDOW = 64
"""Tokens the server reads of a prompt; every prompt is longer."""


@dataclass
class Server:
    """What the next request gets; requests come one at a time."""

    url: str = ""
    mode: ServerMode = "cuts"
    answer: str = ""


@asynccontextmanager
async def open_server() -> AsyncIterator[Server]:
    """Serve on a free port of this machine."""
    from aiohttp import web  # noqa: PLC0415 -- a selftest without plants on the server has no use for it

    server = Server()
    app = web.Application(client_max_size=1 << 26)
    app.router.add_get("/api/version", _constant({"version": "0.13.5"}))
    app.router.add_get("/api/tags", _constant({"models": [{"name": MODEL, "model": MODEL, "digest": "0" * 64}]}))
    app.router.add_post("/api/show", _constant({"model_info": {"tiny.context_length": 131_072}, "details": {}}))
    app.router.add_get("/api/ps", _constant({"models": []}))
    app.router.add_post(
        "/api/generate", _constant({"model": MODEL, "response": "", "done": True, "done_reason": "load"})
    )
    app.router.add_post("/api/chat", _answering(server))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield server
    finally:
        await runner.cleanup()


def _constant(reply: dict[str, Any]) -> Any:
    async def handle(_: web.Request) -> web.Response:
        from aiohttp import web  # noqa: PLC0415

        return web.json_response(reply)

    return handle


def _answering(server: Server) -> Any:
    async def handle(_: web.Request) -> web.Response:
        from aiohttp import web  # noqa: PLC0415

        if server.mode == "fails":
            return web.json_response({"error": "the model runner has unexpectedly stopped"}, status=500)
        if server.mode == "refuses_unread":
            return web.json_response({"error": "the prompt is longer than the context length"}, status=400)
        said = "" if server.mode == "answers_nothing" else server.answer
        return web.json_response(
            {
                "model": MODEL,
                "message": {"role": "assistant", "content": said},
                "done": True,
                "done_reason": "stop",
                "prompt_eval_count": WINDOW,
                "eval_count": 5,
            }
        )

    return handle
