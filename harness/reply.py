"""Somebody else's JSON, by a mapping of paths, to a `Reply`: what it says, and nothing it does not say."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from harness.errors import InputError
from harness.fieldpath import Mapped, parsed, pick
from harness.types import Passage, Reply

REPLY_FIELDS = (
    "answer contexts context_ids context_scores candidates prompt model prompt_tokens answer_tokens seconds"
    " milliseconds correct error"
).split()

TEXTS = ("text", "page_content", "content", "document", "chunk", "passage", "document.content")
IDS = ("chunk_id", "id", "doc_id", "document_id", "document.id")
SOURCES = ("source", "file", "url", "meta.file_path", "metadata.source", "document.metadata.source")
SCORES = ("score", "relevance", "similarity", "document.score")

LONGEST_CONTEXTS = 20_000_000
LONGEST_ANSWER = 1_000_000
"""Characters; a verifier takes a second or so for each million, and what is longer is not what it seems."""

_LONGEST_LITERAL = 10_000_000
_SHOWN = 60
_TRUE = frozenset({"true", "1", "1.0", "yes", "y", "pass", "passed", "correct"})
_FALSE = frozenset({"false", "0", "0.0", "no", "n", "fail", "failed", "incorrect", "wrong"})

Split = Callable[[str], list[dict[str, Any]]]
"""Cuts a text that holds several contexts, as a format writes them."""


class ReplyError(InputError):
    """A reply, or a row of a file, does not say what is needed; the message names the field."""


def read_reply(fields: Any, mapping: Mapped, *, split: Split | None = None) -> Reply:
    """Return what `fields` say at the paths of `mapping`; raise `ReplyError` for a value of the wrong kind."""

    def at(name: str) -> Any:
        return pick(fields, mapping[name]) if name in mapping else None

    milliseconds = number(at("milliseconds"), "milliseconds")
    seconds = number(at("seconds"), "seconds") if milliseconds is None else milliseconds / 1000
    contexts = _contexts(at("contexts"), at("context_ids"), at("context_scores"), split)
    answer = text(at("answer"), "answer")
    _check_size("answer", len(answer or ""), LONGEST_ANSWER)
    _check_size("contexts", sum(len(passage.text or "") for passage in contexts or ()), LONGEST_CONTEXTS)
    return Reply(
        answer=answer,
        contexts=contexts,
        candidates=_passages(at("candidates"), "candidates", split),
        prompt=_prompt(at("prompt")),
        model=text(at("model"), "model"),
        prompt_tokens=_count(at("prompt_tokens"), "prompt_tokens"),
        answer_tokens=_count(at("answer_tokens"), "answer_tokens"),
        seconds=seconds if seconds is not None and seconds >= 0 else None,
        correct=truth(at("correct"), "correct"),
        error=_error(at("error")),
    )


def _check_size(name: str, characters: int, most: int) -> None:
    if characters > most:
        raise ReplyError(
            f"{name} of {characters:,} characters; no model reads that: more than {most:,} are not checked"
        )


def text(value: Any, name: str) -> str | None:
    """Return a text; a number as it is written; None for null and NaN."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and len(value) == 1:
        return text(value[0], name)
    raise ReplyError(f"{name} is {shown(value)}, not a text")


def texts(value: Any, name: str) -> tuple[str, ...]:
    """Return a list of texts that are not blank; a text that holds a list is read as one."""
    if isinstance(value, str):
        value = listed(value) or [value]
    items = value if isinstance(value, list) else [value]
    read = (text(item, name) for item in items)
    return tuple(item for item in read if item and item.strip())


def number(value: Any, name: str) -> float | None:
    """Return a finite number, also one in a text; None for null, NaN and an empty text."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        read = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else None
    except (ValueError, OverflowError):
        read = None
    if read is None:
        raise ReplyError(f"{name} is {shown(value)}, not a number")
    return read if math.isfinite(read) else None


def truth(value: Any, name: str) -> bool | None:
    """Return whether a value says yes or no; None for null and an empty text."""
    if value is None or isinstance(value, bool):
        return value
    said = str(value).strip().lower()
    if said in {"", "nan", "none", "null"}:
        return None
    if said in _TRUE | _FALSE:
        return said in _TRUE
    raise ReplyError(f"{name} is {shown(value)}; it must say true or false")


def listed(value: str) -> list[Any] | None:
    """Return the list that a text holds, as JSON or as Python writes one (pandas does, in CSV); None where it holds none."""
    bare = value.strip()
    if not (bare.startswith("[") and bare.endswith("]")):
        return None
    found = parsed(bare)
    if found is None and len(bare) <= _LONGEST_LITERAL:
        try:
            found = ast.literal_eval(bare)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
    return found if isinstance(found, list) else None


def shown(value: Any) -> str:
    """Return a value as a message may quote it."""
    kind = "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else ""
    told = json.dumps(value, ensure_ascii=True, default=repr)
    told = told if len(told) <= _SHOWN else f"{told[:_SHOWN]}…"
    return f"{kind} ({told})" if kind else told


def _contexts(value: Any, ids: Any, scores: Any, split: Split | None) -> tuple[Passage, ...] | None:
    found = _passages(value, "contexts", split)
    names = None if ids is None else [text(item, "context_ids") for item in _list(ids, "context_ids")]
    if found is None:
        found = None if names is None else tuple(Passage(id=name) for name in names)
    elif names is not None:
        found = tuple(p.model_copy(update={"id": n}) for p, n in zip(found, _as_long(names, found, "ids"), strict=True))
    if scores is None or found is None:
        return found
    given = [number(item, "context_scores") for item in _list(scores, "context_scores")]
    return tuple(
        p.model_copy(update={"score": s}) for p, s in zip(found, _as_long(given, found, "scores"), strict=True)
    )


def _as_long(given: list[Any], found: tuple[Passage, ...], what: str) -> list[Any]:
    if len(given) != len(found):
        raise ReplyError(f"there are {len(given)} context_{what} for {len(found)} contexts")
    return given


def _list(value: Any, name: str) -> list[Any]:
    found = listed(value) if isinstance(value, str) else value
    if not isinstance(found, list):
        raise ReplyError(f"{name} is {shown(value)}, not a list")
    return found


def _passages(value: Any, name: str, split: Split | None) -> tuple[Passage, ...] | None:
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, str):
        read = listed(value)
        one = [value] if value.strip() else []
        value = read if read is not None else split(value) if split else one
    if value is None:
        return None
    items = value if isinstance(value, list) else [value]
    return tuple(_passage(item, f"{name}[{position}]") for position, item in enumerate(_flat(items)))


def _flat(items: list[Any]) -> list[Any]:
    """Return the items of a list of lists, as `spans[].hits[]` gives one."""
    if items and all(isinstance(item, list) for item in items):
        return [inner for item in items for inner in item]
    return items


def _passage(item: Any, where: str) -> Passage:
    if isinstance(item, str):
        return Passage(text=item)
    if not isinstance(item, dict):
        raise ReplyError(f"{where} is {shown(item)}; a context is a text, or an object with a text or an id")
    content = _first(item, TEXTS)
    if isinstance(content, dict):
        return _passage(content, where)
    identity, source = (text(_first(item, names), where) for names in (IDS, SOURCES))
    if content is None and identity is None:
        raise ReplyError(f"{where} is {shown(item)}: it has neither a text ({', '.join(TEXTS[:4])}) nor an id")
    title = item.get("title")
    return Passage(
        text=text(content, where),
        id=identity,
        source=source,
        title=title if isinstance(title, str) else "",
        score=number(_first(item, SCORES), f"{where}.score"),
        metadata=_metadata(item),
    )


def _first(item: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((found for name in names if (found := pick(item, name)) is not None), None)


def _metadata(item: Mapping[str, Any]) -> dict[str, Any]:
    found = next((item[name] for name in ("metadata", "meta", "document.metadata") if item.get(name)), None)
    found = parsed(found) if isinstance(found, str) else found
    return found if isinstance(found, dict) else {}


def _prompt(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def _count(value: Any, name: str) -> int | None:
    read = number(value, name)
    return None if read is None or read < 0 else int(read)


def _error(value: Any) -> str | None:
    if not value or (isinstance(value, float) and math.isnan(value)):
        return None
    return " ".join((value if isinstance(value, str) else json.dumps(value)).split())[:200] or None
