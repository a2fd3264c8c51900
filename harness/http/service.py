"""What a generator on a server is given: the client of the run, the cache, and the settings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.cache import AnswerCache
from harness.errors import InputError
from harness.http.policy import Policy
from harness.settings import Settings

if TYPE_CHECKING:
    from harness.http.client import Client

OLLAMA_URL = "http://127.0.0.1:11434"


@dataclass(frozen=True, slots=True)
class Service:
    """The client is null while settings are only checked; the cache is null where answers are not to be kept."""

    settings: Settings
    client: Client | None = None
    cache: AnswerCache | None = None


def ollama_urls(settings: Settings | None) -> tuple[str, ...]:
    """Return the servers of the native API: `--base-url`, else OLLAMA_HOST, else this machine's."""
    given = settings.base_url if settings and settings.base_url else (os.environ.get("OLLAMA_HOST") or OLLAMA_URL,)
    return tuple(dict.fromkeys(_ollama_url(url) for url in given))


def _ollama_url(url: str) -> str:
    url = url.rstrip("/")
    if "://" not in url:
        host, _, port = url.rpartition(":") if ":" in url else (url, "", "")
        host = "127.0.0.1" if host in {"", "0.0.0.0"} else host  # noqa: S104 -- what a server listens on, said to a client
        url = f"http://{host}:{port or 11434}"
    return url.removesuffix("/v1").removesuffix("/api")


def openai_urls(settings: Settings) -> tuple[str, ...]:
    """Return the servers of the compatible API, each ending in `/v1`: `--base-url`, else OPENAI_BASE_URL."""
    given = settings.base_url or tuple(filter(None, (os.environ.get("OPENAI_BASE_URL"),)))
    if not given:
        raise InputError(
            "--generator openai:MODEL needs the server's address: give --base-url, e.g. http://127.0.0.1:8080/v1,"
            " or set OPENAI_BASE_URL"
        )
    urls = (url.rstrip("/") if "://" in url else f"http://{url.rstrip('/')}" for url in given)
    return tuple(dict.fromkeys(url if url.endswith("/v1") else f"{url}/v1" for url in urls))


def make_client(urls: tuple[str, ...], settings: Settings, *, alive_path: str, key: str | None = None) -> Client:
    """Return the client of a run, not yet open."""
    # A run without a server has no use for what this loads.
    from harness.http.client import Client  # noqa: PLC0415

    return Client(
        urls, Policy.from_settings(settings), concurrency=settings.concurrency, alive_path=alive_path, key=key
    )
