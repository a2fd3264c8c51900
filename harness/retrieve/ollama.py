"""Dense retrieval with an embedding model on an Ollama server: `ollama:EMBED_MODEL`, e.g. `ollama:all-minilm`.

Texts are embedded in batches when the retriever is opened and kept on disk by the model's digest and the text, so that
the next run embeds only what is new. The search compares every chunk: at a hundred thousand chunks that is milliseconds,
and it is exact. The server is OLLAMA_HOST, as Ollama's own client has it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from aiohttp import ClientResponse
from pydantic_core import to_json

from harness.cache import VectorCache, cache_folder
from harness.errors import InputError, SpellingError
from harness.http.client import Client
from harness.http.deadline import Deadline
from harness.http.errors import BrokenError, RefusedError
from harness.http.replies import read_json
from harness.http.request import Request
from harness.http.service import make_client, ollama_urls
from harness.protocols import Hits, Mask, RemoteIndex
from harness.settings import Settings
from harness.types import Frozen

BATCH = 64

Vectors = npt.NDArray[np.float32]


class Options(Frozen):
    """`model`: an embedding model as `ollama list` shows it, tag and all."""

    model: str = ""


def make(options: Options, *, texts: Sequence[str]) -> RemoteIndex:
    """Return the retriever; nothing is asked before it is opened."""
    if not options.model:
        raise SpellingError("--retriever ollama: name an embedding model: ollama:all-minilm")
    return _Ollama(options.model, texts)


class _Ollama:
    def __init__(self, model: str, texts: Sequence[str]) -> None:
        self._model = model
        self._texts = texts
        self._opened = AsyncExitStack()
        self._client: Client | None = None
        self._cache: VectorCache | None = None
        self._digest = ""
        self._vectors: Vectors = np.zeros((0, 0), dtype=np.float32)

    async def __aenter__(self) -> Self:
        settings = Settings()
        client = make_client(ollama_urls(None), settings, alive_path="/api/version")
        self._client = await self._opened.enter_async_context(client)
        self._cache = self._opened.enter_context(VectorCache(cache_folder()))
        try:
            digests = await client.first_answer(self._find_digest)
            self._digest = next(iter(digests.values()))
            self._vectors = await self._embed(self._texts)
        except BaseException:
            await self._opened.aclose()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._opened.aclose()

    async def _find_digest(self, server: str) -> str:
        listed = (await self._asked().ask(server, "/api/tags")).get("models") or ()
        digests = {str(m.get("name")): str(m.get("digest")) for m in listed if isinstance(m, dict)}
        found = digests.get(self._model) or digests.get(f"{self._model}:latest")
        if found is None:
            there = ", ".join(digests) or "none"
            raise InputError(
                f"--retriever ollama:{self._model}: {server} has no such model; there are {there}. Type: ollama pull {self._model}"
            )
        return found

    async def find(self, query: str, depth: int, visible: Mask | None) -> Hits:
        """Return the nearest chunks by cosine, ties in corpus order, as `harness.protocols.RemoteIndex` says."""
        (vector,) = await self._embed([query])
        scores = self._vectors @ vector
        positions = np.arange(len(scores)) if visible is None else np.flatnonzero(visible)
        scores = scores[positions]
        if depth < len(scores):
            least = np.partition(scores, len(scores) - depth)[len(scores) - depth]
            kept = np.flatnonzero(scores >= least)
            positions, scores = positions[kept], scores[kept]
        order = np.argsort(-scores, kind="stable")[:depth]
        return [(int(positions[i]), float(scores[i])) for i in order]

    async def _embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text; what the cache does not hold is asked for in batches."""
        keys = [self._key(text) for text in texts]
        held = {key: vector for key in keys if (vector := self._cache.get(key) if self._cache else None)}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in held}
        todo = list(missing.items())
        for first in range(0, len(todo), BATCH):
            batch = todo[first : first + BATCH]
            vectors = await self._ask([text for _, text in batch])
            made = {key: vector.tobytes() for (key, _), vector in zip(batch, vectors, strict=True)}
            held |= made
            if self._cache:
                self._cache.put(self._model, made)
        rows = [np.frombuffer(held[key], dtype=np.float32) for key in keys]
        return np.stack(rows) if rows else np.zeros((0, 1), dtype=np.float32)

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(f"{self._digest}\0{text}".encode("utf-8", "surrogatepass"), digest_size=20).digest()

    async def _ask(self, texts: list[str]) -> Vectors:
        """Return unit vectors of texts; the server may cut none of them."""
        body = to_json({"model": self._model, "input": texts, "truncate": False})
        try:
            got = await self._asked().send(Request("/api/embed", body, _read))
        except RefusedError as error:
            longest = max(len(text) for text in texts)
            raise InputError(
                f"--retriever ollama:{self._model}: {error} (the longest text has {longest:,} characters); "
                "choose a --chunker that makes shorter chunks, or another model"
            ) from None
        vectors = np.asarray(got.value, dtype=np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts):  # noqa: PLR2004 -- rows and dimensions
            raise BrokenError(f"{got.server}: {len(texts)} texts were sent and {vectors.shape} vectors came back")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)

    def _asked(self) -> Client:
        if self._client is None:
            raise InputError(f"--retriever ollama:{self._model} was not opened")
        return self._client


async def _read(response: ClientResponse, _deadline: Deadline) -> list[Any]:
    vectors = (await read_json(response)).get("embeddings")
    if not isinstance(vectors, list):
        raise BrokenError("the reply holds no embeddings")
    return vectors
