"""Hashes of large golden sets, kept between runs: hashing 24,000 documents anew takes as long as reading them."""

from __future__ import annotations

import hashlib
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from harness.cache import DIGESTS, cache_folder
from harness.types import Document

FORMAT = 1
WORTH_KEEPING_BYTES = 4_000_000
"""Size of corpus.jsonl from which on its hash is kept: that of a smaller one takes less time than a person notices."""

_SHA256 = re.compile(r"[0-9a-f]{64}")


class Digests(NamedTuple):
    """What identifies a golden set: a hash of all its documents, and one of documents and questions."""

    corpus: str
    golden: str


def contents_key(folder: Path, raw: str) -> str | None:
    """Return a hash of the bytes that both digests depend on; null for a set that is small or made by a builder.

    Other bytes may mean the same (another order of fields, another line end); the same bytes never mean anything else.
    """
    corpus = folder / "corpus.jsonl"
    with suppress(OSError):
        if corpus.stat().st_size >= WORTH_KEEPING_BYTES:
            parts = [str(FORMAT), *Document.model_fields, raw]
            for path in (corpus, folder / "questions.jsonl"):
                with path.open("rb") as file:
                    parts.append(hashlib.file_digest(file, "sha256").hexdigest())
            return hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return None


def known_digests(key: str | None) -> Digests | None:
    """Return what was kept under a key; null where nothing is, or something that no hash can be."""
    if key is None:
        return None
    with suppress(OSError, ValueError):
        corpus, golden = (_folder() / key).read_text(encoding="ascii").split()
        if _SHA256.fullmatch(corpus) and _SHA256.fullmatch(golden):
            return Digests(corpus, golden)
    return None


def keep_digests(key: str | None, digests: Digests) -> None:
    """Keep them; what cannot be written is only worked out again."""
    if key is None:
        return
    with suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{key}.", dir=_folder()) as folder:
            written = Path(folder) / "digests"
            written.write_text("\n".join(digests), encoding="ascii")
            written.replace(_folder() / key)


def _folder() -> Path:
    return cache_folder() / DIGESTS
