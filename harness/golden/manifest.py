"""`golden.toml`: what a golden set says about itself."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from harness.errors import GoldenError, nearest
from harness.settings import resolve

KEYS = ("name", "description", "language", "builder", "defaults")


@dataclass(frozen=True, slots=True)
class Manifest:
    """The keys of `golden.toml`, each with what it is when absent; `builder` is null where `corpus.jsonl` is read."""

    name: str
    description: str = ""
    language: str = "en"
    builder: ModuleType | None = None
    builder_options: Mapping[str, Any] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)


def read_manifest(folder: Path) -> Manifest:
    """Read `golden.toml`, which may be absent.

    Raises `GoldenError` for TOML that does not parse, an unknown key or builder (naming the nearest) or a wrong type, and
    what `settings.resolve` raises for a default that is not a setting.
    """
    path = folder / "golden.toml"
    if not path.exists():
        return Manifest(name=folder.resolve().name)
    values = _toml(path)
    for key, value in values.items():
        if key not in KEYS:
            raise GoldenError(f"{path}: key {key!r} is not known; {nearest(key, KEYS)}")
        wanted = dict if key == "defaults" else str
        if key != "builder" and not isinstance(value, wanted):
            kind = "a table of settings" if wanted is dict else "a string"
            raise GoldenError(f"{path}: {key} is {value!r}; write {kind}")
    builder, options = _builder(values.pop("builder", None), path)
    resolve((f"{path} [defaults]", values.get("defaults", {})))
    return Manifest(**{"name": folder.resolve().name, **values}, builder=builder, builder_options=options)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise GoldenError(f"{path}: {error.strerror}; make it readable or delete it") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise GoldenError(f"{path}: not TOML: {error}; write keys such as name = 'mine'") from None


def _builder(value: object, path: Path) -> tuple[ModuleType | None, dict[str, Any]]:
    if value is None:
        return None, {}
    options = {"name": value} if isinstance(value, str) else value
    if not isinstance(options, dict) or not isinstance(options.get("name"), str):
        raise GoldenError(f"{path}: builder is {value!r}; write its name, or a table with name and its options")
    name = options["name"]
    folder = Path(__file__).parent / "builders"
    known = [module.name for module in pkgutil.iter_modules([str(folder)]) if not module.name.startswith("_")]
    if name not in known:
        raise GoldenError(f"{path}: builder {name!r} is not known; {nearest(name, known)}")
    if (path.parent / "corpus.jsonl").exists():
        raise GoldenError(f"{path}: there is a builder and a corpus.jsonl; delete the one that is not meant")
    module = importlib.import_module(f"harness.golden.builders.{name}")
    return module, {key: option for key, option in options.items() if key != "name"}
