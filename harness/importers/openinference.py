"""OpenTelemetry spans by OpenInference's conventions, as JSON: one question a trace.

Read are OTLP JSON (`resourceSpans`, one document or a line each), the SDK's console exporters (Python's and JavaScript's)
and Phoenix's exports, attributes flat, nested or as a list of keys. The question is the root span's input, the answer its
output (or that of the last LLM span); contexts are the documents of the RERANKER spans or, without one, of the RETRIEVER
spans, which are then the candidates. `gen_ai.retrieval.documents` is read too.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.fieldpath import parsed
from harness.importers._files import Fields, ImportFileError, Row, is_csv, json_values, refuse
from harness.text.counted import counted

MAPPING: Mapping[str, str] = {
    "id": "id",
    "question": "question",
    "answer": "answer",
    "contexts": "contexts",
    "candidates": "candidates",
    "reference": "reference",
    "model": "model",
    "prompt": "prompt",
    "prompt_tokens": "prompt_tokens",
    "answer_tokens": "answer_tokens",
    "seconds": "seconds",
    "error": "error",
}
RERANKED = True
"""Where there are candidates, a reranker chose among them."""

_QUESTIONS = ("question", "query", "input", "user_input", "prompt", "text", "message", "content")
_ANSWERS = ("answer", "output", "response", "result", "text", "content", "message")
_DEEP = 6


@dataclass(slots=True)
class _Span:
    trace: str
    id: str
    parent: str | None
    began: float
    ended: float
    order: int
    attributes: Fields
    error: str | None

    @property
    def kind(self) -> str:
        named = self.attributes.get("openinference.span.kind") or self.attributes.get("span_kind") or ""
        operation = self.attributes.get("gen_ai.operation.name")
        return str(named).upper() or {"retrieval": "RETRIEVER", "chat": "LLM", "rerank": "RERANKER"}.get(
            str(operation), ""
        )


def rows(path: Path) -> Iterator[Row]:
    """Yield one row a trace that retrieved, by time; raise `ImportFileError` where none of them did."""
    if is_csv(path):
        refuse(path, "a CSV, not JSON; export the spans as JSON")
    traces: dict[str, list[_Span]] = {}
    count = 0
    for where, value in json_values(path):
        for fields in _spans(value):
            span = _read(fields, count, f"{path} {where}".strip())
            traces.setdefault(span.trace, []).append(span)
            count += 1
    retrieved = 0
    for trace, spans in sorted(traces.items(), key=lambda item: min((s.began, s.order) for s in item[1])):
        row = _row(trace, sorted(spans, key=lambda s: (s.began, s.order)))
        if row is not None:
            retrieved += 1
            yield f"trace {trace}", row
    if not retrieved:
        kinds = sorted({span.kind for spans in traces.values() for span in spans} - {""})
        refuse(
            path,
            f"none of its {counted(count, 'span')} in {counted(len(traces), 'trace')} retrieves"
            f" (kinds: {', '.join(kinds) or 'none by OpenInference conventions'}); without contexts no stage can be told"
            " from another: trace the retriever too, with openinference.span.kind RETRIEVER",
        )


def _spans(value: Any) -> Iterator[Fields]:
    """Yield the span objects of a document, however it wraps them."""
    if isinstance(value, list):
        for item in value:
            yield from _spans(item)
    elif isinstance(value, dict):
        inner = next(
            (
                value[k]
                for k in ("resourceSpans", "resource_spans", "scopeSpans", "scope_spans", "spans", "data")
                if k in value
            ),
            None,
        )
        if inner is not None and _id(value, "span") is None:
            yield from _spans(inner)
        else:
            yield value


def _read(fields: Fields, order: int, where: str) -> _Span:
    trace, span = _id(fields, "trace"), _id(fields, "span")
    if trace is None or span is None:
        raise ImportFileError(
            f"{where}: no span: it has no trace and span id; name a file of OpenTelemetry spans as JSON"
        )
    parent = next(
        (fields[k] for k in ("parentSpanId", "parent_id", "parent_span_id", "parentId") if fields.get(k)), None
    )
    if parent is None and isinstance(fields.get("parentSpanContext"), dict):
        parent = fields["parentSpanContext"].get("spanId")
    began, ended = (_seconds(_first(fields, names)) for names in (_STARTS, _ENDS))
    status = fields.get("status") if isinstance(fields.get("status"), dict) else {"code": fields.get("status_code")}
    failed = isinstance(status, dict) and str(status.get("code") or status.get("status_code")) in {
        "2",
        "ERROR",
        "STATUS_CODE_ERROR",
    }
    message = (
        str(status.get("message") or status.get("description") or fields.get("status_message") or "")
        if isinstance(status, dict)
        else ""
    )
    return _Span(
        trace,
        span,
        str(parent) if parent else None,
        began,
        ended,
        order,
        _attributes(fields),
        (message or "error") if failed else None,
    )


_STARTS = ("startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time", "timestamp")
_ENDS = ("endTimeUnixNano", "end_time_unix_nano", "endTime", "end_time")


def _id(fields: Fields, kind: str) -> str | None:
    camel = f"{kind}Id"
    contexts = [fields.get("context"), fields.get("spanContext"), fields]
    for part in contexts:
        if isinstance(part, dict):
            found = part.get(camel) or part.get(f"{kind}_id")
            if found:
                return str(found)
    found = fields.get(f"context.{kind}_id")
    return str(found) if found else None


def _first(fields: Fields, names: Iterable[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _seconds(value: Any) -> float:
    """Return a time in seconds: nanoseconds, `[seconds, nanoseconds]`, ISO 8601, milliseconds; 0 where it is none."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(v, int | float) for v in value):  # noqa: PLR2004 -- a pair
        return float(value[0]) + float(value[1]) / 1e9
    if isinstance(value, str) and not value.isdecimal():
        try:
            return dt.datetime.fromisoformat(value).timestamp()
        except ValueError:
            return 0.0
    try:
        read = float(value or 0)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return read / 1e9 if read > 1e17 else read / 1e3 if read > 1e11 else read  # noqa: PLR2004 -- what a date can be


def _attributes(fields: Fields) -> Fields:
    """Return attributes flat, by dotted names, whatever the exporter did with them."""
    given = fields.get("attributes")
    flat: Fields = {}
    if isinstance(given, list):
        for pair in given:
            if isinstance(pair, dict) and isinstance(pair.get("key"), str):
                flat[pair["key"]] = _otlp(pair.get("value"))
        return flat
    for name, value in fields.items():
        if name.startswith("attributes."):
            _flatten(name.removeprefix("attributes."), value, flat, 0)
        elif name == "span_kind":
            flat[name] = value
    if isinstance(given, dict):
        for name, value in given.items():
            _flatten(name, value, flat, 0)
    return flat


def _flatten(name: str, value: Any, flat: Fields, depth: int) -> None:
    if isinstance(value, dict) and depth < _DEEP:
        for inner, item in value.items():
            _flatten(f"{name}.{inner}", item, flat, depth + 1)
    else:
        flat[name] = value


def _otlp(value: Any) -> Any:
    if not isinstance(value, dict) or len(value) != 1:
        return value
    kind, inner = next(iter(value.items()))
    if kind == "arrayValue" and isinstance(inner, dict):
        return [_otlp(item) for item in inner.get("values") or ()]
    if kind == "kvlistValue" and isinstance(inner, dict):
        return {
            p["key"]: _otlp(p.get("value")) for p in inner.get("values") or () if isinstance(p, dict) and "key" in p
        }
    if kind == "intValue":
        return int(inner) if str(inner).lstrip("-").isdecimal() else None
    return inner


def _row(trace: str, spans: list[_Span]) -> Fields | None:
    retrievers = [s for s in spans if s.kind == "RETRIEVER"]
    rerankers = [s for s in spans if s.kind == "RERANKER"]
    if not retrievers and not rerankers:
        return None
    found = _together(_documents(s.attributes, "retrieval.documents") for s in retrievers)
    if not retrievers:
        found = _together(_documents(s.attributes, "reranker.input_documents") for s in rerankers)
    known = {s.id for s in spans}
    root = next((s for s in spans if s.parent is None or s.parent not in known), spans[0])
    models = [s for s in spans if s.kind == "LLM"]
    last = models[-1] if models else None
    contexts = (
        _together(_documents(s.attributes, "reranker.output_documents") for s in rerankers[-1:]) if rerankers else found
    )
    error = next((s.error for s in [root, *spans] if s.error), None)
    return {
        "id": _text(root.attributes.get("metadata.question_id")) or None,
        "trace_id": trace,
        "name": root.attributes.get("name"),
        "question": _said(root, "input", _QUESTIONS)
        or _said(retrievers[0] if retrievers else rerankers[0], "input", _QUESTIONS),
        "answer": _answer(root, last, is_alone=root in retrievers + rerankers),
        "contexts": contexts,
        "candidates": found if rerankers else None,
        "model": last.attributes.get("llm.model_name") or last.attributes.get("gen_ai.request.model") if last else None,
        "prompt": _prompt(last.attributes) if last else None,
        "prompt_tokens": last.attributes.get("llm.token_count.prompt") if last else None,
        "answer_tokens": last.attributes.get("llm.token_count.completion") if last else None,
        "seconds": root.ended - root.began if root.ended > root.began > 0 else None,
        "error": error,
        "attributes": root.attributes,
    }


def _answer(root: _Span, last: _Span | None, *, is_alone: bool) -> str | None:
    said = None if is_alone or root is last else _said(root, "output", _ANSWERS)
    if said is None and last is not None:
        message = last.attributes.get("llm.output_messages.0.message.content")
        said = message if isinstance(message, str) else _said(last, "output", _ANSWERS)
    return said


def _said(span: _Span, side: str, names: tuple[str, ...]) -> str | None:
    """Return the input or output of a span as text; of JSON, what stands under one of the names."""
    return _dug(span.attributes.get(f"{side}.value"), names, 0)


def _dug(value: Any, names: tuple[str, ...], depth: int) -> str | None:
    if isinstance(value, str):
        inner = parsed(value)
        return value if not isinstance(inner, dict | list) or depth >= _DEEP else _dug(inner, names, depth + 1)
    if isinstance(value, list) and value:
        return _dug(value[-1], names, depth + 1)
    if isinstance(value, dict) and depth < _DEEP:
        for name in names:
            if value.get(name) is not None and (found := _dug(value[name], names, depth + 1)) is not None:
                return found
    return None


def _prompt(attributes: Fields) -> str | None:
    """Return what the model was sent, message by message; None where the span does not hold it."""
    told, number = [], 0
    while (message := attributes.get(f"llm.input_messages.{number}.message.content")) is not None:
        role = attributes.get(f"llm.input_messages.{number}.message.role")
        told.append(f"{role}: {message}" if role else str(message))
        number += 1
    return "\n\n".join(told) or None


def _documents(attributes: Fields, prefix: str) -> list[Fields]:
    """Return the documents of a span: `PREFIX.0.document.content` and so on, a list, or a list in a text."""
    whole = attributes.get(prefix)
    if whole is None and prefix == "retrieval.documents":
        whole = attributes.get("gen_ai.retrieval.documents")
    if isinstance(whole, str):
        whole = parsed(whole)
    if isinstance(whole, list):
        return [
            _document(item.get("document", item) if isinstance(item, dict) else {"content": item}) for item in whole
        ]
    found: dict[int, Fields] = {}
    for name, value in attributes.items():
        if name.startswith(f"{prefix}."):
            number, _, field = name.removeprefix(f"{prefix}.").partition(".")
            if number.isdecimal():
                found.setdefault(int(number), {})[field] = value
    return [_document(found[number]) for number in sorted(found)]


def _document(fields: Any) -> Fields:
    bare = (
        {k.removeprefix("document."): v for k, v in fields.items()} if isinstance(fields, dict) else {"content": fields}
    )
    metadata = parsed(bare["metadata"]) if isinstance(bare.get("metadata"), str) else bare.get("metadata")
    if not isinstance(metadata, dict):
        metadata = {k.removeprefix("metadata."): v for k, v in bare.items() if k.startswith("metadata.")}
    content = bare.get("content")
    return {
        "text": content
        if isinstance(content, str)
        else None
        if content is None
        else json.dumps(content, ensure_ascii=False),
        "id": _text(bare.get("id")),
        "source": _text(metadata.get("source") or metadata.get("file_path") or metadata.get("url")),
        "score": bare.get("score") if isinstance(bare.get("score"), int | float) else None,
        "metadata": metadata,
    }


def _text(value: Any) -> str | None:
    return None if value is None or isinstance(value, dict | list) else str(value) or None


def _together(lists: Iterable[list[Fields]]) -> list[Fields]:
    """Return the documents of several spans in their order, one that is the same in id and text once."""
    seen: dict[tuple[str | None, str | None], Fields] = {}
    for document in (d for documents in lists for d in documents):
        seen.setdefault((document["id"], document["text"]), document)
    return list(seen.values())
