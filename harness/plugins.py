"""Parts by name: `names` lists them, `load` imports one, `part` reads a spelling such as `window:160:32`.

A kind is a folder of this package and a plug-in is a public module in it, so adding a part touches one file.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from harness.errors import SpellingError, nearest

Kind = Literal["analyze", "chunk", "retrieve", "rerank", "prompt", "generate", "verify", "judge", "system", "importers"]

FLAGS: dict[Kind, str] = {  # importers are no parts: the verb import names them
    "analyze": "--analyzer",
    "chunk": "--chunker",
    "retrieve": "--retriever",
    "rerank": "--rerank",
    "prompt": "--prompt",
    "generate": "--generator",
    "verify": "--verifier",
    "judge": "--judge",
    "system": "--system",
}


@cache
def names(kind: Kind) -> tuple[str, ...]:
    """Return the names of all parts of a kind, sorted, without importing any."""
    folder = Path(__file__).parent / kind
    return tuple(sorted(m.name for m in pkgutil.iter_modules([str(folder)]) if not m.name.startswith("_")))


def load(kind: Kind, name: str) -> ModuleType:
    """Import one part; raise `SpellingError` naming the nearest known one."""
    if name not in names(kind):
        raise SpellingError(f"{FLAGS[kind]} {name!r} is not known; {nearest(name, names(kind))}")
    return importlib.import_module(f"harness.{kind}.{name}")


def part(kind: Kind, spelling: str) -> tuple[ModuleType, Any]:
    """Return the module and the filled `Options` of a spelling such as `window:160:32`.

    A last field that is text takes the rest, colons and all. Raises `SpellingError` for an unknown name, too many arguments, or an argument of the wrong type or range.
    """
    name, *arguments = spelling.split(":")
    module = load(kind, name)
    return module, _fill(module.Options, arguments, f"{FLAGS[kind]} {spelling!r}", name)


def _fill(model: type[BaseModel], arguments: list[str], where: str, name: str) -> BaseModel:
    fields = list(model.model_fields)
    shape = ":".join([name, *(f.upper() for f in fields)])
    if fields and len(arguments) > len(fields) and model.model_fields[fields[-1]].annotation is str:
        arguments = [*arguments[: len(fields) - 1], ":".join(arguments[len(fields) - 1 :])]
    if len(arguments) > len(fields):
        raise SpellingError(f"{where}: takes at most {len(fields)} arguments; write {shape}")
    try:
        return model.model_validate(dict(zip(fields, arguments, strict=False)))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(p) for p in first["loc"]) or "arguments"
        raise SpellingError(f"{where}: {field}: {first['msg']}, got {first['input']!r}; write {shape}") from None
