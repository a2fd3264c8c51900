"""Answers kept on disk by what made them: the model's digest, the options, the prompt. One SQLite file for all runs.

Answers are written in small groups, a few times a second; a killed process loses at most the last group. A file that
cannot be used is no reason to stop: the run goes on without it and says so.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pydantic_core import from_json, to_json

from harness.errors import InputError

INDEXES, DIGESTS = "index", "golden"
"""Folders beside the answers: `harness.index.store` keeps indexes in one, `harness.golden.digests` hashes in the other."""

GROUP = 64
GROUP_SECONDS = 0.25

_TABLE = """create table if not exists answers (
    key blob primary key, model text not null, made_at real not null, reply blob not null) without rowid"""
_VECTORS = (
    "create table if not exists vectors (key blob primary key, model text not null, vector blob not null) without rowid"
)


def cache_folder() -> Path:
    """Return where caches live: HARNESS_CACHE, else `stage-harness` where this platform keeps a user's caches."""
    if given := os.environ.get("HARNESS_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "stage-harness"


def key_of(what: Mapping[str, Any]) -> bytes:
    """Return the address of an answer: a hash of everything that makes it."""
    return hashlib.blake2b(to_json(what), digest_size=20).digest()


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What the caches hold: rows by model and the size of their file, and the size of the indexes that are kept."""

    path: Path
    bytes: int
    answers: Mapping[str, int]
    vectors: Mapping[str, int]
    index_bytes: int


class AnswerCache:
    """An open cache; use it as a context manager. Nothing is on disk before the first `put`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "answers.sqlite"
        self.hits = self.misses = 0
        self.problem: str | None = None
        self._rows: dict[bytes, tuple[str, float, bytes]] = {}
        self._written = time.monotonic()
        self._database: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _open(self.path)
        except (OSError, sqlite3.Error) as error:
            self._give_up(error)
        return self

    def __exit__(self, *_: object) -> None:
        self._write()
        if self._database:
            self._database.close()
            self._database = None

    def get(self, key: bytes) -> Any | None:
        """Return the reply kept under `key`, or None."""
        row = self._rows.get(key)
        content = row[2] if row else self._read(key)
        if content is None:
            self.misses += 1
            return None
        self.hits += 1
        return from_json(content)

    def put(self, key: bytes, model: str, reply: Mapping[str, Any]) -> None:
        """Keep a reply; it reaches the disk with its group."""
        if self._database is None:
            return
        self._rows[key] = (model, time.time(), to_json(reply))
        if len(self._rows) >= GROUP or time.monotonic() - self._written > GROUP_SECONDS:
            self._write()

    def _read(self, key: bytes) -> bytes | None:
        if self._database is None:
            return None
        try:
            row = self._database.execute("select reply from answers where key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        return row[0] if row else None

    def _write(self) -> None:
        self._written = time.monotonic()
        if not self._rows or self._database is None:
            return
        rows = [(key, *row) for key, row in self._rows.items()]
        self._rows.clear()
        try:
            with self._database:
                self._database.executemany("insert or replace into answers values (?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            self._give_up(error)

    def _give_up(self, error: Exception) -> None:
        self.problem = (
            f"cache {str(self.path)!r}: {error}; the run goes on without it (harness cache clear makes a new one)"
        )
        if self._database:
            self._database.close()
        self._database = None


class VectorCache:
    """Embeddings kept on disk by model digest and text, as float32; use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "answers.sqlite"
        self._database: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._database = _open(self.path)
        except (OSError, sqlite3.Error):
            self._database = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._database:
            self._database.close()
            self._database = None

    def get(self, key: bytes) -> bytes | None:
        """Return the bytes of a vector, or None."""
        if self._database is None:
            return None
        row = self._database.execute("select vector from vectors where key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, model: str, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors, all or none."""
        if self._database is None or not vectors:
            return
        with self._database:
            rows = [(key, model, vector) for key, vector in vectors.items()]
            self._database.executemany("insert or replace into vectors values (?, ?, ?)", rows)


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=10, check_same_thread=False)
    try:
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        database.execute(_TABLE)
        database.execute(_VECTORS)
    except sqlite3.Error:
        database.close()
        raise
    return database


def cache_info(folder: Path) -> CacheInfo:
    """Return what the cache holds; raise `InputError` where it cannot be read."""
    path = folder / "answers.sqlite"
    index_bytes = _bytes_below(folder)
    if not path.exists():
        return CacheInfo(path, 0, {}, {}, index_bytes)
    try:
        database = _open(path)
        try:
            answers = dict(database.execute("select model, count(*) from answers group by model order by model"))
            vectors = dict(database.execute("select model, count(*) from vectors group by model order by model"))
        finally:
            database.close()
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"cache {str(path)!r}: {error}; harness cache clear makes a new one") from None
    return CacheInfo(path, _size(path), answers, vectors, index_bytes)


def clear_cache(folder: Path, *, answers: bool = True, indexes: bool = True) -> int:
    """Delete the caches and return how many bytes they held; raise `InputError` where they cannot be deleted."""
    path = folder / "answers.sqlite"
    size = _size(path) * answers + _bytes_below(folder) * indexes
    try:
        for file in _files(path) if answers else ():
            file.unlink(missing_ok=True)
        for kept in (folder / INDEXES, folder / DIGESTS) if indexes else ():
            if kept.exists():
                shutil.rmtree(kept)
    except OSError as error:
        raise InputError(f"cache {str(path)!r}: {error.strerror}; delete it by hand") from None
    return size


def _files(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]


def _bytes_below(folder: Path) -> int:
    kept = [file for name in (INDEXES, DIGESTS) for file in (folder / name).rglob("*")]
    return sum(file.stat().st_size for file in kept if file.is_file())


def _size(path: Path) -> int:
    return sum(file.stat().st_size for file in _files(path) if file.exists())
