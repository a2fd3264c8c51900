"""One line's fields into a `Document` or a `Question`, or an error that says which field is wrong and what to write."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Collection, Mapping
from typing import TypeGuard

from pydantic import ValidationError

from harness.errors import GoldenError, nearest
from harness.golden.jsonl import Fields
from harness.text.patterns import PatternError, read_pattern
from harness.types import Anchor, Document, EvidenceGroup, Question

QUESTION_FIELDS = ("id", "question", "answers", "gold_doc_ids", "evidence", "answerable", "type", "match")
DOCUMENT_FIELDS = ("doc_id", "text", "title", "source", "metadata")

_SEARCHED_FOR_NEAREST = 20_000
_EXCERPT = 60
_EXACT = 2**53
_SPAN = '{"doc_id": ..., "start": ..., "end": ...}'


def quick_document(content: bytes) -> Document | None:
    """Return the document of a corpus line that holds known fields alone, in half the time; null for a line to be parsed.

    Numbers beyond 2**53 are for the parser too: 1e999 is none, and 5,000 digits cannot be printed.
    """
    try:
        document = Document.model_validate_json(content)
    except ValidationError:
        return None
    usual = document.doc_id.strip() and "extra" not in document.model_fields_set
    return document if usual and _are_exact(document.metadata) else None


def _are_exact(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(map(_are_exact, value.values()))
    if isinstance(value, list):
        return all(map(_are_exact, value))
    return not isinstance(value, int | float) or -_EXACT <= value <= _EXACT


def parse_document(fields: Fields, where: str) -> Document:
    """Return the document of one corpus line; fields we do not know are kept in `extra`.

    Raises `GoldenError` that begins with `where` for a missing or empty `doc_id`, a missing text, or a wrong type.
    """
    metadata = fields.get("metadata")
    if not isinstance(metadata, dict | None):
        raise GoldenError(f'{where}: metadata is {_shown(metadata)}; write an object such as {{"status": "current"}}')
    try:
        return Document(
            doc_id=_name(fields, "doc_id", where),
            text=_string(fields, "text", where),
            title=_optional(fields, "title", where) or "",
            source=_optional(fields, "source", where) or "",
            metadata=metadata or {},
            extra={name: value for name, value in fields.items() if name not in DOCUMENT_FIELDS},
        )
    except ValidationError as error:
        raise _invalid(error, where) from None


def parse_question(fields: Fields, where: str, corpus: Mapping[str, Document], judges: Collection[str]) -> Question:
    """Return the question of one line, its gold ids and spans checked against the corpus; unknown fields go to `extra`.

    Raises `GoldenError` that begins with `where` for whatever makes the line unusable, naming the nearest known name.
    """
    answerable = fields.get("answerable", True)
    if not isinstance(answerable, bool):
        raise GoldenError(f"{where}: answerable is {_shown(answerable)}; write true or false")
    gold = tuple(dict.fromkeys(_strings(fields, "gold_doc_ids", where)))
    for doc_id in gold:
        _known(doc_id, corpus, "gold_doc_ids", where)
    answers = _answers(fields, where)
    match = _optional(fields, "match", where)
    if match is not None:
        _check_match(match, answers, judges, where)
    try:
        return Question(
            id=_name(fields, "id", where),
            question=_name(fields, "question", where),
            answers=answers,
            gold_doc_ids=gold,
            evidence=tuple(_groups(fields.get("evidence"), corpus, where)),
            answerable=answerable,
            type=_optional(fields, "type", where) or "untyped",
            match=match,
            extra={name: value for name, value in fields.items() if name not in QUESTION_FIELDS},
        )
    except ValidationError as error:
        raise _invalid(error, where) from None


def _groups(evidence: object, corpus: Mapping[str, Document], where: str) -> list[EvidenceGroup]:
    if evidence is None:
        return []
    if not isinstance(evidence, list):
        raise GoldenError(
            f"{where}: evidence is {_shown(evidence)}; write a list of groups, such as [{_quoted(evidence)}]"
        )
    groups = []
    for number, group in enumerate(evidence, start=1):
        alternatives = group if isinstance(group, list) else [group]
        if not alternatives:
            raise GoldenError(f"{where}: evidence group {number} is empty; give it an alternative or delete it")
        named = f"{where}: evidence group {number}"
        groups.append(EvidenceGroup(alternatives=tuple(_anchor(item, corpus, named) for item in alternatives)))
    return groups


def _anchor(item: object, corpus: Mapping[str, Document], where: str) -> Anchor:
    if isinstance(item, str):
        if not item.strip():
            raise GoldenError(f"{where} is {_shown(item)}; quote the words that hold the answer, or delete it")
        return Anchor(text=item)
    if not isinstance(item, dict):
        raise GoldenError(f"{where} holds {_shown(item)}; an alternative is a string or {_SPAN}")
    doc_id, start, end, text = (item.get(name) for name in ("doc_id", "start", "end", "text"))
    if not isinstance(doc_id, str):
        raise GoldenError(f"{where}: doc_id of the span is {_shown(doc_id)}; write {_SPAN}")
    _known(doc_id, corpus, "span", where)
    if not _is_offset(start) or not _is_offset(end):
        raise GoldenError(f"{where}: the span runs from {_shown(start)} to {_shown(end)}; write two whole numbers")
    document = corpus[doc_id].text
    if not 0 <= start < end <= len(document):
        raise GoldenError(
            f"{where}: span {start}:{end} is not inside {doc_id!r}, which has {len(document)} characters;"
            " count Unicode characters from 0, end excluded"
        )
    if not document[start:end].strip():
        raise GoldenError(
            f"{where}: span {start}:{end} of {doc_id!r} is white space; mark the words that hold the answer"
        )
    if text is not None and text != document[start:end]:
        raise GoldenError(
            f"{where}: text is {_shown(text)} but {doc_id!r} has {_shown(document[start:end])} at {start}:{end};"
            " correct the offsets or the text"
        )
    return Anchor(text=document[start:end], doc_id=doc_id, start=start, end=end)


def _is_offset(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _answers(fields: Fields, where: str) -> tuple[str, ...]:
    value = fields.get("answers")
    answers = (value,) if isinstance(value, str) else _strings(fields, "answers", where)
    if not all(answer.strip() for answer in answers):
        raise GoldenError(f"{where}: answers holds an empty string; write the accepted answer or leave it out")
    return answers


def _check_match(match: str, answers: tuple[str, ...], judges: Collection[str], where: str) -> None:
    if match not in judges:
        raise GoldenError(f"{where}: match {match!r} is not a judge; {nearest(match, judges)}")
    if match != "regex":
        return
    for answer in answers:
        try:
            read_pattern(answer)
        except PatternError as error:
            raise GoldenError(f"{where}: answer {answer!r} is not a regular expression: {error}; correct it") from None


def _known(doc_id: str, corpus: Mapping[str, Document], field: str, where: str) -> None:
    if doc_id in corpus:
        return
    close = difflib.get_close_matches(doc_id, itertools.islice(corpus, _SEARCHED_FOR_NEAREST), n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}?" if close else f"its ids look like {next(iter(corpus), '')!r}"
    raise GoldenError(f"{where}: {field}: no document {doc_id!r} in the corpus; {hint}")


def _name(fields: Fields, name: str, where: str) -> str:
    value = _string(fields, name, where)
    if not value.strip():
        raise GoldenError(f"{where}: {name} is empty; write one")
    return value


def _string(fields: Fields, name: str, where: str) -> str:
    if name not in fields:
        close = difflib.get_close_matches(name, fields, n=1)
        raise GoldenError(f"{where}: no {name}; {f'is it the {close[0]!r} there?' if close else 'add one'}")
    value = fields[name]
    if not isinstance(value, str):
        raise GoldenError(f"{where}: {name} is {_shown(value)}; write a string such as {_quoted(value)}")
    return value


def _optional(fields: Fields, name: str, where: str) -> str | None:
    return None if fields.get(name) is None else _string(fields, name, where)


def _strings(fields: Fields, name: str, where: str) -> tuple[str, ...]:
    value = fields.get(name)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise GoldenError(f"{where}: {name} is {_shown(value)}; write a list of strings such as [{_quoted(value)}]")
    for item in value:
        if not isinstance(item, str):
            raise GoldenError(f"{where}: {name} holds {_shown(item)}; write a string such as {_quoted(item)}")
    return tuple(value)


def _shown(value: object) -> str:
    if value is None:
        return "missing or null"
    text = repr(value)
    return text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str | int | float) and len(str(value)) <= _EXCERPT else '"..."'


def _invalid(error: ValidationError, where: str) -> GoldenError:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "recursion_depth_exceeded":
        return GoldenError(f"{where}: {first['loc'][0]} is nested too deeply to be read; flatten it or delete the line")
    return GoldenError(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}; correct it")
