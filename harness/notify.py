"""Tell somebody how a job ended, through a webhook or a command; a message that cannot be delivered changes nothing else."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
from collections.abc import Mapping
from urllib.parse import urlsplit

LIMIT_SECONDS = 20.0


async def post(url: str, message: Mapping[str, str], *, limit_seconds: float = LIMIT_SECONDS) -> str | None:
    """POST the message as JSON; return what went wrong, without the address's path, which may be a secret."""
    import aiohttp  # noqa: PLC0415 -- who sends nothing loads nothing

    where = urlsplit(url).hostname or "the webhook"
    try:
        timeout = aiohttp.ClientTimeout(total=limit_seconds)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.post(url, json=dict(message)) as response:
            if response.ok:
                return None
            return f"{where} answered {response.status} {response.reason}"
    except TimeoutError:
        return f"{where} did not answer within {limit_seconds:g} s"
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return f"{where}: {type(error).__name__}"


async def run_command(command: str, message: Mapping[str, str], *, limit_seconds: float = LIMIT_SECONDS) -> str | None:
    """Run a command, without a shell, with the message as JSON on its input and as `HARNESS_…` in its environment."""
    environment = {f"HARNESS_{name.upper()}": value.replace("\0", "") for name, value in message.items()}
    try:
        words = shlex.split(command)
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **environment},
        )
    except (OSError, ValueError, IndexError, TypeError) as error:
        return f"{command!r} cannot be run: {error}"
    try:
        async with asyncio.timeout(limit_seconds):
            _, told = await process.communicate(json.dumps(dict(message)).encode())
    except TimeoutError:
        process.kill()
        await process.wait()
        return f"{command!r} did not end within {limit_seconds:g} s"
    if process.returncode:
        said = told.decode("utf-8", "replace").strip()[-200:]
        return f"{command!r} exited {process.returncode}: {said}"
    return None
