"""What would go wrong in a run, found before it: server, version, model, window, parallelism, memory.

Each finding says what is the case and, where that is not good, what to type.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic_core import to_json

from harness import plugins
from harness.errors import InputError
from harness.generate._window import LADDER, likely_tokens, most_tokens
from harness.generate.ollama import Ollama
from harness.http.client import Client
from harness.http.deadline import Deadline
from harness.http.errors import ServerError
from harness.http.replies import read_lines
from harness.http.request import Request
from harness.http.service import Service
from harness.settings import Settings
from harness.text.counted import counted
from harness.types import Frozen

HONEST_VERSION = (0, 13)
"""The oldest Ollama tried that refuses a prompt over the window instead of cutting it."""

_LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
_PROBED = 2

Level = Literal["good", "warning", "fault"]


class Finding(Frozen):
    """One thing looked at; `advice` is what to type where it is not good."""

    about: str
    level: Level
    says: str
    advice: str = ""


async def examine(settings: Settings, prompts: Sequence[str], *, key: str | None = None) -> tuple[Finding, ...]:
    """Return what can be found about the generator of these settings and the prompts it is to read."""
    module, options = plugins.part("generate", settings.generator)
    if not hasattr(module, "client_for"):
        return (Finding(about="server", level="good", says=f"{settings.generator} needs none"),)
    # The same patience as a run, without its waiting: this is to answer now.
    settings = settings.model_copy(update={"wait_for_server": False, "down_seconds": 0.01})
    async with module.client_for(Service(settings), key) as client:
        generator = module.make(options, analyzer=None, script=None, service=Service(settings, client))
        findings: list[Finding] = []
        facts: dict[str, Any] = {}
        for server in client.servers.all:
            found, about = await _server(server.url, generator.facts)
            findings += found
            facts = facts or about
        if not facts:
            return tuple(findings)
        findings += _window(settings, prompts, facts.get("limit"))
        if isinstance(generator, Ollama):
            findings += _memory(client.servers.all[0].url, facts.get("size"))
            if not any(f.level == "fault" for f in findings):
                findings.append(await _parallelism(settings, client, options.model, prompts))
        return tuple(findings)


async def _server(url: str, ask: Callable[[str], Awaitable[dict[str, Any]]]) -> tuple[list[Finding], dict[str, Any]]:
    try:
        facts = await ask(url)
    except ServerError as error:
        says = str(error)
        advice = "start it (ollama serve), or name the right one with --base-url"
        return [Finding(about="server", level="fault", says=says, advice=advice)], {}
    except InputError as error:
        good = Finding(about="server", level="good", says=f"{url} answers")
        says, _, advice = str(error).partition("; ")
        return [good, Finding(about="model", level="fault", says=says, advice=advice)], {}
    version = facts.get("version")
    told = f"{url} answers" + (f", version {version}" if version else "")
    findings = [Finding(about="server", level="good", says=told)]
    if version and (numbers := _numbers(version)) and numbers < HONEST_VERSION:
        says = (
            f"version {version} may cut a long prompt without a word; token counts are checked, which finds most cuts"
        )
        findings.append(Finding(about="version", level="warning", says=says, advice="update Ollama to 0.13 or newer"))
    digest = facts.get("digest") or facts.get("identity")
    says = (
        f"it is there, digest {str(digest)[:12]}" if digest else "it is there; the server does not say which one it is"
    )
    findings.append(Finding(about="model", level="good", says=says))
    return findings, facts


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"(\d+)\.(\d+)", version)
    return tuple(int(n) for n in found.groups()) if found else ()


def _window(settings: Settings, prompts: Sequence[str], limit: int | None) -> list[Finding]:
    if not prompts:
        says = "no golden set was given, so nobody knows how long its prompts are"
        return [
            Finding(about="window", level="warning", says=says, advice="harness doctor GOLDEN, with the run's flags")
        ]
    likely = sorted(likely_tokens(prompt) for prompt in prompts)
    longest = max(most_tokens(prompt) for prompt in prompts) + settings.num_predict
    window = settings.num_ctx or next((step for step in LADDER if step >= longest), LADDER[-1])
    window = min(window, limit) if limit else window
    shown = f"{counted(len(prompts), 'prompt')} of about {likely[0]:,} to {likely[-1]:,} tokens, answers of {settings.num_predict:,}"
    over = [n for n in likely if n + settings.num_predict > window]
    if not over:
        return [Finding(about="window", level="good", says=f"{shown}, in a window of {window:,}")]
    refused = sum(n > window for n in likely)
    says = f"{shown}: {len(over)} do not fit a window of {window:,}, {refused} of them not even without an answer"
    capped = limit is not None and window >= limit
    what = "the model allows no more: lower -k, --budget or --num-predict" if capped else f"--num-ctx {longest}"
    return [Finding(about="window", level="fault" if refused else "warning", says=says, advice=what)]


def _memory(url: str, size: object) -> list[Finding]:
    free = _free_bytes() if urlsplit(url).hostname in _LOCAL else None
    if free is None or not isinstance(size, int):
        return []
    says = f"the model takes {size / 1e9:.1f} GB and its window on top; {free / 1e9:.1f} GB are free here"
    if size * 1.2 < free:
        return [Finding(about="memory", level="good", says=says)]
    return [Finding(about="memory", level="warning", says=says, advice="a smaller model or quantization")]


def _free_bytes() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")), None)


async def _parallelism(settings: Settings, client: Client, model: str, prompts: Sequence[str]) -> Finding:
    """Ask twice at once and look whether the second answer begins before the first one ends."""
    if settings.concurrency == 1:
        return Finding(about="parallelism", level="good", says="--concurrency 1 asks one question at a time")
    spans: list[tuple[float, float]] = []

    async def read(response: Any, deadline: Deadline) -> None:
        pieces = [client.now() async for _ in read_lines(response, deadline)]
        spans.append((pieces[0], pieces[-1]))

    options = {"num_predict": 24, "temperature": 0, "num_ctx": settings.num_ctx or LADDER[0]}
    text = (prompts[0] if prompts else "Count from one to one hundred in words.")[:2000]
    body = to_json({"model": model, "prompt": f"{text}\nCount from one to fifty in words.", "options": options})
    try:
        await client.ask(
            client.servers.all[0].url,
            "/api/generate",
            to_json({"model": model, "stream": False, "options": options}),
            seconds=settings.load_seconds,
        )
        await client.together(_PROBED, Request("/api/generate", body, read))
    except (ServerError, InputError) as error:
        return Finding(about="parallelism", level="warning", says=f"could not be tried: {error}")
    (_, first_end), (second_start, _) = sorted(spans)[:2]
    if second_start < first_end:
        return Finding(about="parallelism", level="good", says="the server answers several questions at once")
    says = (
        f"the server answers one question at a time; --concurrency {settings.concurrency} makes the others wait there"
    )
    advice = f"--concurrency 1, or start the server with OLLAMA_NUM_PARALLEL={min(settings.concurrency, 4)}"
    return Finding(about="parallelism", level="warning", says=says, advice=advice)
