"""Indexes on disk: what one run built, the next maps into memory instead of building it again.

An entry is a folder named after a hash of everything the index depends on, so it is never updated and never stale. It is
written under another name, flushed, and renamed: a run that is killed, or two that build the same index at once, leave a
whole entry or none. What does not open as it was written is removed and built again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.cache import INDEXES, cache_folder

FORMAT = 1
KEPT_BYTES = 20 * 2**30
"""The cache forgets the entries used longest ago once it is larger than this."""
WORTH_KEEPING = 5_000
"""Chunks from which on an index is kept: a smaller one is built in less time than a person notices."""

_MANIFEST = "manifest.json"
_TERMS = "terms.txt"


@dataclass(frozen=True, slots=True)
class Stored:
    """What an index is made of: named arrays, and its terms in the order of their numbers."""

    arrays: Mapping[str, npt.NDArray[Any]]
    terms: Sequence[str] = field(default=())

    def vocabulary(self) -> dict[str, int]:
        """Return the number of each term."""
        return dict(zip(self.terms, range(len(self.terms)), strict=True))


class IndexCache:
    """A folder of stored indexes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open(self, key: str) -> Stored | None:
        """Return the index stored under `key`, its arrays mapped from disk; null where there is none that is whole."""
        entry = self._folder / key
        try:
            manifest = json.loads((entry / _MANIFEST).read_text(encoding="utf-8"))
            if any((entry / name).stat().st_size != size for name, size in manifest["bytes"].items()):
                raise ValueError("torn")  # noqa: TRY301 -- one way out for every kind of damage
            text = (entry / _TERMS).read_text(encoding="utf-8")
            arrays = {name: _mapped(entry / f"{name}.npy") for name in manifest["arrays"]}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            shutil.rmtree(entry, ignore_errors=True)
            return None
        with suppress(OSError):
            os.utime(entry)
        return Stored(arrays, text.split("\n") if text else ())

    def save(self, key: str, stored: Stored) -> None:
        """Store an index. What cannot be written (a full or read-only disk) is left out: it is only built again."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix=f".{key}.", dir=self._folder))
            try:
                _write(folder, stored)
                folder.replace(self._folder / key)
            finally:
                # Gone after the rename; still there where the disk was full or another run was first.
                shutil.rmtree(folder, ignore_errors=True)
            self._forget_oldest(key)

    def _forget_oldest(self, newest: str) -> None:
        entries = [(e.stat().st_mtime, _bytes_in(e), e) for e in self._folder.iterdir() if e.name != newest]
        room = KEPT_BYTES - _bytes_in(self._folder / newest)
        for _, size, entry in sorted(entries, reverse=True):
            room -= size
            if room < 0:
                shutil.rmtree(entry, ignore_errors=True)


def index_key(*depends_on: str) -> str:
    """Return the name of an entry: a hash of the strings given and of the code that turns text into an index."""
    parts = [str(FORMAT), _code(), *depends_on]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def default_folder() -> Path:
    """Return where this user's indexes are kept: beside the other caches."""
    return cache_folder() / INDEXES


@cache
def _code() -> str:
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for kind in ("analyze", "chunk", "index", "retrieve", "text"):
        for module in sorted((root / kind).glob("*.py")):
            digest.update(module.name.encode() + b"\0" + module.read_bytes())
    return digest.hexdigest()


def _mapped(path: Path) -> npt.NDArray[Any]:
    # As a plain array: a slice of `np.memmap` costs a microsecond more, and a query takes dozens.
    header_only = path.stat().st_size <= 128  # noqa: PLR2004 -- numpy's header; an empty file cannot be mapped
    return np.asarray(np.load(path, mmap_mode=None if header_only else "r", allow_pickle=False))


def _write(folder: Path, stored: Stored) -> None:
    for name, array in stored.arrays.items():
        with (folder / f"{name}.npy").open("wb") as file:
            np.save(file, array, allow_pickle=False)
            _flush(file)
    with (folder / _TERMS).open("wb") as file:
        file.write("\n".join(stored.terms).encode())
        _flush(file)
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    with (folder / _MANIFEST).open("wb") as file:
        file.write(json.dumps({"arrays": list(stored.arrays), "bytes": sizes}).encode())
        _flush(file)


def _flush(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())


def _bytes_in(entry: Path) -> int:
    return sum(path.stat().st_size for path in entry.iterdir()) if entry.is_dir() else entry.stat().st_size
