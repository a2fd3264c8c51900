"""Where a value stands in somebody else's JSON: `output.text`, `hits[].text`, `choices[0].message.content`, `a|b`.

A dot goes into an object, `[0]` into a list, `[]` into every item of one, `["a.b"]` takes a name with dots in it, and `|`
separates places to look in turn. A name that the object has as it is written wins over its dots, so that flat exports
(`llm.model_name`) need no quotes. A text that holds JSON, as cells of a CSV do, is read where a path goes on into it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from harness.errors import SpellingError, nearest

Mapped = Mapping[str, str]
"""What we call a field → the path where it stands."""

_STEP = re.compile(r"""\.?(?P<name>[^.\[\]|"]+)|\[(?P<index>\d*)\]|\["(?P<quoted>[^"]+)"\]""")


def read_mapping(written: Iterable[str], known: Iterable[str], flag: str) -> dict[str, str]:
    """Return `FIELD=PATH` pairs as a mapping; raise `SpellingError` for an unknown field or a path nobody can follow."""
    fields = tuple(known)
    mapping = {}
    for pair in written:
        name, sign, path = pair.partition("=")
        if not sign or not path:
            raise SpellingError(f"{flag} {pair!r}: write FIELD=PATH, e.g. answer=output.text")
        if name not in fields:
            raise SpellingError(f"{flag} {pair!r}: field {name!r} is not known; {nearest(name, fields)}")
        for alternative in path.split("|"):
            if "".join(found[0] for found in _STEP.finditer(alternative)) != alternative or not alternative:
                raise SpellingError(f"{flag} {pair!r}: {alternative!r} is no path; write one such as hits[].text")
        mapping[name] = path
    return mapping


def pick(value: Any, path: str) -> Any:
    """Return what stands at `path`, the first alternative that is there and not null; None where none is."""
    for alternative in path.split("|"):
        found = value.get(alternative) if isinstance(value, dict) else None
        if found is None:
            found = _follow(value, [*_STEP.finditer(alternative)])
        if found is not None:
            return found
    return None


def missing(value: Any, path: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the first name on `path` that is not there and the names that are; None where one alternative leads somewhere."""
    lacks = [None if isinstance(value, dict) and p in value else _lacks(value, p) for p in path.split("|")]
    return None if None in lacks else lacks[0]


def _lacks(value: Any, path: str) -> tuple[str, tuple[str, ...]] | None:
    for step in _STEP.finditer(path):
        if isinstance(value, str):
            value = parsed(value)
        name = step["name"] or step["quoted"]
        if isinstance(value, dict) and name is not None and name not in value:
            return name, tuple(value)
        if isinstance(value, dict) and name is not None:
            value = value[name]
        elif isinstance(value, list) and value and name is None:
            value = value[min(int((step["index"] or "0")[:9]), len(value) - 1)]
        else:
            return None
    return None


def _follow(value: Any, steps: list[re.Match[str]]) -> Any:
    for position, step in enumerate(steps):
        if isinstance(value, str):
            value = parsed(value)
        name = step["name"] or step["quoted"]
        if name is not None:
            value = value.get(name) if isinstance(value, dict) else None
        elif step["index"]:
            at = int(step["index"][:9])
            value = value[at] if isinstance(value, list) and at < len(value) else None
        elif isinstance(value, list):
            rest = steps[position + 1 :]
            return [_follow(item, rest) for item in value]
        else:
            return None
        if value is None:
            return None
    return value


def parsed(text: str) -> Any:
    """Return the JSON that a text holds, numbers that JSON has not as null; None where it holds none."""
    if text.lstrip()[:1] not in {"{", "["}:
        return None
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        return None
