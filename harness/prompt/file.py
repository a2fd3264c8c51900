"""Your own template: `file:PATH` names a TOML file with the keys `template`, `span`, `citation` and `refusal`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from harness.errors import InputError, nearest
from harness.prompt._template import PromptTemplate, check
from harness.types import Frozen

_KEYS = ("template", "span", "citation", "refusal")


class Options(Frozen):
    """Where the template is."""

    path: str = ""


def make(options: Options) -> PromptTemplate:
    """Return the template of a file; raise `InputError` that names the file and the key where it cannot be used."""
    if not options.path:
        raise InputError("--prompt 'file' names no file; write file:PATH, e.g. file:prompt.toml")
    where = f"prompt file {options.path!r}"
    values = _read(Path(options.path), where)
    for key, value in values.items():
        if key not in _KEYS:
            raise InputError(f"{where}: key {key!r} is not known; {nearest(key, _KEYS)}")
        if not isinstance(value, str):
            raise InputError(f"{where}: {key}: must be a string, got {value!r}")
    for key in _KEYS:
        if key not in values:
            raise InputError(f"{where}: {key} is missing; a template needs {', '.join(_KEYS)}")
    return check(PromptTemplate(name=where, **{key: str(values[key]) for key in _KEYS})).model_copy(
        update={"name": f"file:{options.path}"}
    )


def _read(path: Path, where: str) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{where}: {error.strerror}; name a TOML file with {', '.join(_KEYS)}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{where}: {error}; it must be TOML with {', '.join(_KEYS)}") from None
