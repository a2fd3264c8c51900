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
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator

from harness.errors import InputError, SpellingError, nearest
from harness.types import Frozen

HOW_NOT_WHAT = frozenset(
    "concurrency timeout_seconds limit compress base_url stream keep_alive connect_seconds read_seconds load_seconds tries"
    " backoff_seconds down_seconds wait_for_server cache index_cache".split()
)
"""Settings that change how fast a run goes or how far, never what a question's record says."""

SEARCH = frozenset(
    "chunker analyzer chunk_header route retriever candidates k filter rerank near_duplicate weak_cut order budget"
    " index_cache".split()
)
ANSWERING = frozenset(
    "generator script seed endpoint stream temperature num_ctx num_predict keep_alive think answer_format load_seconds"
    " cache base_url".split()
)
"""Settings of our own retrieval and of our own generators, which a system that is not ours never reads."""


class Settings(Frozen):
    """Everything that decides what a run does; sizes are words, times seconds, depths counts of chunks."""

    chunker: str = "packed:150"
    analyzer: str = "plain"
    chunk_header: Literal["none", "title", "path"] = "none"
    route: tuple[str, ...] = ()
    retriever: str = "bm25"
    candidates: int = Field(default=50, ge=1)
    k: int = Field(default=5, ge=1)
    filter: tuple[str, ...] = ()
    as_of: dt.date | None = None
    evidence: Literal["exact", "fuzzy"] = "exact"
    rerank: str | None = None
    near_duplicate: float = Field(default=0.9, gt=0, le=1)
    weak_cut: float = Field(default=0, ge=0, lt=100)
    order: Literal["best_first", "ends"] = "best_first"
    budget: str | None = None
    system: str | None = None
    system_map: tuple[str, ...] = ()
    system_body: str | None = None
    system_header: tuple[str, ...] = ()
    prompt: str = "spans"
    generator: str = "scripted"
    script: str | None = None
    attempts: int = Field(default=1, ge=1, le=16)
    verifier: str = "typed"
    citations: Literal["required", "checked", "ignored"] = "required"
    judge: str = "contains"
    judge_validation: str | None = None
    verifier_validation: str | None = None
    unvalidated: bool = False
    seed: int = 0
    concurrency: int = Field(default=8, ge=1, le=4096)
    timeout_seconds: float = Field(default=300, gt=0, allow_inf_nan=False)
    limit: int | None = Field(default=None, ge=1)
    compress: bool = False
    base_url: tuple[str, ...] = ()
    endpoint: Literal["chat", "generate"] = "chat"
    stream: bool = True
    temperature: float = Field(default=0, ge=0, allow_inf_nan=False)
    num_ctx: int | None = Field(default=None, ge=1)
    num_predict: int = Field(default=512, ge=1)
    keep_alive: str = "5m"
    think: bool | None = None
    answer_format: Literal["prose", "json"] = "prose"
    connect_seconds: float = Field(default=5, gt=0)
    read_seconds: float = Field(default=120, gt=0)
    load_seconds: float = Field(default=900, gt=0)
    tries: int = Field(default=6, ge=1)
    backoff_seconds: float = Field(default=0.5, gt=0)
    down_seconds: float = Field(default=15, gt=0)
    wait_for_server: bool = False
    cache: bool = True
    index_cache: bool = True

    @field_validator("filter", "route", "system_map", "system_header", mode="before")
    @classmethod
    def _one_filter_is_a_list_of_one(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value

    @field_validator(
        *"candidates k near_duplicate weak_cut seed concurrency timeout_seconds limit temperature num_ctx num_predict".split(),
        *"connect_seconds read_seconds load_seconds tries backoff_seconds down_seconds".split(),
        mode="before",
    )
    @classmethod
    def _true_is_no_number(cls, value: object) -> object:
        if isinstance(value, bool):
            raise ValueError("must be a number")  # noqa: TRY004 -- pydantic turns ValueError into its own
        return value

    @field_validator("as_of", mode="before")
    @classmethod
    def _a_day_is_spelled_out(cls, value: object) -> object:
        # Pydantic would take a number for seconds since 1970.
        if value is None or type(value) is dt.date:
            return value
        try:
            return dt.date.fromisoformat(str(value))
        except ValueError:
            raise ValueError("not a day; write YYYY-MM-DD") from None

    @field_validator("prompt", "script")
    @classmethod
    def _no_path_holds_nul(cls, value: str | None) -> str | None:
        if value and "\0" in value:
            raise ValueError("no path holds a NUL character")
        return value

    @field_validator("base_url", mode="before")
    @classmethod
    def _urls_hold_no_secrets(cls, value: object) -> object:
        urls = (value,) if isinstance(value, str) else value
        for url in urls if isinstance(urls, list | tuple) else ():
            if isinstance(url, str):
                _check_url(url)
        return urls

    @field_validator("system")
    @classmethod
    def _systems_hold_no_secrets(cls, value: str | None) -> str | None:
        if value and "://" in value and ("@" in value or "?" in value):
            raise ValueError(
                "would be written into the log, so it may hold no user, password or query; see --system-header"
            )
        return value

    @field_validator("rerank", "budget", "system", mode="before")
    @classmethod
    def _none_is_null(cls, value: object) -> object:
        return None if value == "none" else value

    def fingerprint(self) -> str:
        """Return a hash of every setting that can change a record."""
        return hashlib.sha256(
            json.dumps(self.model_dump(mode="json", exclude=set(HOW_NOT_WHAT)), sort_keys=True).encode()
        ).hexdigest()[:16]

    def logged(self, *, answered_here: bool = False) -> dict[str, Any]:
        """Return what a log keeps: all settings, without those of a pipeline of ours that did not answer."""
        if self.system is None:
            return self.model_dump(mode="json")
        asked_here = answered_here or self.judge.startswith("model:")
        unread = SEARCH if asked_here else SEARCH | ANSWERING
        return self.model_dump(mode="json", exclude=set(unread))


def _check_url(url: str) -> None:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("must be a server's address, e.g. http://127.0.0.1:11434")
    if parts.username or parts.password or parts.query:
        raise ValueError("would be written into the log, so it may hold no user, password or query; see --api-key")


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
        reason = first["msg"].removeprefix("Value error, ")
        # An address may hold a password, which must not reach a terminal's history either.
        got = "" if key in {"base_url", "system"} else f", got {first['input']!r}"
        raise InputError(f"{origin[key]}{flag}: {reason}{got}") from None


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
