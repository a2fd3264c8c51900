"""Settings of a run: built-in defaults, then the golden set's `[defaults]`, then a settings file, then flags.

Later layers win. Names are the flags' names with dashes turned into underscores.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator

from harness.errors import InputError, SpellingError, nearest
from harness.types import Frozen

HOW_NOT_WHAT = frozenset({"concurrency", "timeout_seconds", "limit"})
"""Settings that change how fast a run goes or how far, never what a question's record says."""


class Settings(Frozen):
    """Everything that decides what a run does; sizes are words, times seconds, depths counts of chunks."""

    chunker: str = "packed:150"
    analyzer: str = "plain"
    retriever: str = "bm25"
    candidates: int = Field(default=50, ge=1)
    k: int = Field(default=5, ge=1)
    filter: tuple[str, ...] = ()
    as_of: dt.date | None = None
    rerank: str | None = None
    near_duplicate: float = Field(default=0.9, gt=0, le=1)
    weak_cut: float = Field(default=0, ge=0, lt=100)
    order: Literal["best_first", "ends"] = "best_first"
    budget: str | None = None
    prompt: str = "spans"
    generator: str = "scripted"
    script: str | None = None
    verifier: str = "literal"
    citations: Literal["required", "checked", "ignored"] = "required"
    judge: str = "contains"
    seed: int = 0
    concurrency: int = Field(default=8, ge=1, le=4096)
    timeout_seconds: float = Field(default=300, gt=0)
    limit: int | None = Field(default=None, ge=1)

    @field_validator("filter", mode="before")
    @classmethod
    def _one_filter_is_a_list_of_one(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value

    @field_validator("rerank", "budget", mode="before")
    @classmethod
    def _none_is_null(cls, value: object) -> object:
        return None if value == "none" else value

    def fingerprint(self) -> str:
        """Return a hash of every setting that can change a record."""
        return hashlib.sha256(
            json.dumps(self.model_dump(mode="json", exclude=set(HOW_NOT_WHAT)), sort_keys=True).encode()
        ).hexdigest()[:16]


def resolve(*layers: tuple[str, Mapping[str, Any]]) -> Settings:
    """Merge `(where it was written, values)` layers, later ones winning, into `Settings`.

    Raises `SpellingError` for an unknown key (naming the nearest) and `InputError` for a value out of range.
    """
    merged: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for where, values in layers:
        for name, value in values.items():
            key = name.replace("-", "_")
            if key not in Settings.model_fields:
                raise SpellingError(f"{where}: setting {name!r} is not known; {nearest(key, Settings.model_fields)}")
            merged[key], origin[key] = value, where
    try:
        return Settings(**merged)
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0])
        flag = "" if origin[key].startswith("-") else f" {key}"
        raise InputError(f"{origin[key]}{flag}: {first['msg']}, got {first['input']!r}") from None


def read_settings_file(path: Path) -> dict[str, Any]:
    """Read a TOML file of settings; raise `InputError` with the reason and the line where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"settings file {str(path)!r}: {error.strerror}; name a TOML file of flag names") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(
            f"settings file {str(path)!r}: {error}; it must be TOML, e.g. chunker = 'packed:150'"
        ) from None
