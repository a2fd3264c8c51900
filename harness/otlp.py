"""A record as OpenTelemetry spans, in OTLP's JSON: one trace a question, one span a step, in the names tools look for.

Attributes are those of OpenTelemetry's GenAI conventions (`gen_ai.…`) and of OpenInference (`openinference.span.kind`, `input.value`,
`retrieval.documents.0.document.content`, …), and under `harness.` what neither has a name for. One line holds one question, as the
OTLP file exporter writes it: ids in hexadecimal, 64-bit integers as strings, enumerations as numbers.

The log keeps how long each step took and not when it began. So every trace begins when the run did, its steps follow one another,
and `harness.clock` says so: lengths are measured, the hour is not.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.attribute.rules import attribute
from harness.context.logged import logged_context
from harness.text.printable import without_halves
from harness.types import STEPS, Attribution, Record, RunStart, Step

Attributes = dict[str, Any]

_INTERNAL, _CLIENT = 1, 3
_ERROR = 2
_NANOSECONDS = 1_000_000_000
_OPERATIONS: Mapping[Step, tuple[str, str]] = {
    "system": ("invoke_agent", "AGENT"),
    "retrieve": ("retrieval", "RETRIEVER"),
    "rerank": ("rerank", "RERANKER"),
    "assemble": ("assemble", "CHAIN"),
    "prompt": ("prompt", "PROMPT"),
    "generate": ("chat", "LLM"),
    "verify": ("verify", "EVALUATOR"),
    "judge": ("judge", "EVALUATOR"),
}
"""Each step's name as a span, and its kind in OpenInference."""


def trace_line(record: Record, start: RunStart) -> bytes:
    """Return the trace of one record as a line of JSON."""
    found = attribute(record, start)
    resource = {"service.name": "harness", "service.version": start.harness_version, "harness.run_id": start.run_id}
    resource["harness.golden.name"] = start.golden.name
    resource["harness.golden.sha256"] = start.golden.sha256
    spans = {
        "resourceSpans": [
            {
                "resource": {"attributes": _attributes(resource)},
                "scopeSpans": [{"scope": {"name": "harness"}, "spans": list(_spans(record, start, found))}],
            }
        ]
    }
    text = json.dumps(spans, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return without_halves(text).encode() + b"\n"


def _spans(record: Record, start: RunStart, found: Attribution) -> Iterator[dict[str, Any]]:
    trace_id = _id(16, start.run_id, record.key, record.question.id)
    root_id = _id(8, trace_id, "question")
    began = _nanoseconds(start.started_at)
    at = began
    children = []
    for step in STEPS:
        if step not in record.seconds:
            continue
        ends = at + round(record.seconds[step] * _NANOSECONDS)
        name, kind = _OPERATIONS[step]
        told = {"openinference.span.kind": kind, "gen_ai.operation.name": name, **_TOLD[step](record, start)}
        faulted = record.fault is not None and record.fault.stage == step
        model = f" {record.generation.model}" if step == "generate" and record.generation else ""
        children.append(
            {
                "traceId": trace_id,
                "spanId": _id(8, trace_id, step),
                "parentSpanId": root_id,
                "name": name + model,
                "kind": _CLIENT if step == "generate" else _INTERNAL,
                "startTimeUnixNano": str(at),
                "endTimeUnixNano": str(ends),
                "attributes": _attributes(told),
                "status": _status(record) if faulted else {},
            }
        )
        at = ends
    yield {
        "traceId": trace_id,
        "spanId": root_id,
        "name": "question",
        "kind": _INTERNAL,
        "startTimeUnixNano": str(began),
        "endTimeUnixNano": str(at),
        "attributes": _attributes(_question(record, found)),
        "status": _status(record),
    }
    yield from children


def _status(record: Record) -> dict[str, Any]:
    fault = record.fault
    return {"code": _ERROR, "message": f"{fault.stage} {fault.kind}: {fault.message}"} if fault else {}


def _question(record: Record, found: Attribution) -> Attributes:
    question = record.question
    return {
        "openinference.span.kind": "CHAIN",
        "input.value": question.question,
        "output.value": record.generation.answer if record.generation else None,
        "harness.question.id": question.id,
        "harness.question.type": question.type,
        "harness.question.answerable": question.answerable,
        "harness.question.answers": list(question.answers),
        "harness.bucket": found.bucket,
        "harness.stage": found.stage,
        "harness.sub_kind": found.sub_kind,
        "harness.why": found.why,
        "harness.clock": "every trace begins when the run did; only lengths are measured",
    }


# --- what each step says ----------------------------------------------------------------------------------------------


def _answered_outside(record: Record, start: RunStart) -> Attributes:
    """Return what another system was asked and gave: an answer, and the texts that it says it rests on."""
    given = [ranked.chunk.chunk_id for ranked in record.chunks]
    return {
        "input.value": record.question.question,
        "output.value": record.generation.answer if record.generation else None,
        "gen_ai.agent.name": start.origin.what if start.origin else start.settings.get("system"),
        **_documents("retrieval.documents", record, given, [ranked.score for ranked in record.chunks]),
    }


def _retrieved(record: Record, start: RunStart) -> Attributes:
    return {
        "input.value": record.question.question,
        "gen_ai.retrieval.query.text": record.question.question,
        "gen_ai.request.top_k": start.settings.get("candidates"),
        "harness.retriever": start.settings.get("retriever"),
        **_documents("retrieval.documents", record, record.candidates.chunk_ids, record.candidates.scores),
    }


def _reranked(record: Record, start: RunStart) -> Attributes:
    ranking = record.ranking
    return {
        "input.value": record.question.question,
        "reranker.query": record.question.question,
        "reranker.model_name": start.settings.get("rerank"),
        "reranker.top_k": start.settings.get("k"),
        **(_documents("reranker.output_documents", record, ranking.chunk_ids, ranking.scores) if ranking else {}),
    }


def _documents(name: str, record: Record, chunk_ids: Sequence[str], scores: Sequence[float | None]) -> Attributes:
    """Return a ranking in OpenInference's names, without the scores nobody said; only the final chunks have a text in the log."""
    chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in record.chunks}
    told: Attributes = {}
    for number, (chunk_id, score) in enumerate(zip(chunk_ids, scores, strict=False)):
        told[f"{name}.{number}.document.id"] = chunk_id
        told[f"{name}.{number}.document.score"] = score
        if chunk := chunks.get(chunk_id):
            told[f"{name}.{number}.document.content"] = chunk.text
            told[f"{name}.{number}.document.metadata"] = json.dumps({**chunk.metadata, "doc_id": chunk.doc_id})
    return told


def _assembled(record: Record, _: RunStart) -> Attributes:
    context = logged_context(record)
    return {
        "harness.spans": [f"{span.number} {span.chunk_id}" for span in record.spans],
        "harness.dropped": [f"{dropped.chunk_id}: {dropped.reason}" for dropped in record.dropped],
        "output.value": "\n\n".join(context.texts) if context else None,
    }


def _prompted(record: Record, start: RunStart) -> Attributes:
    return {"output.value": record.prompt, "harness.prompt": start.settings.get("prompt")}


def _generated(record: Record, start: RunStart) -> Attributes:
    settings, got = start.settings, record.generation
    asked: Attributes = {
        "input.value": record.prompt,
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": record.prompt,
        "gen_ai.provider.name": str(settings.get("generator", "")).partition(":")[0],
        "gen_ai.request.temperature": settings.get("temperature"),
        "gen_ai.request.max_tokens": settings.get("num_predict"),
        "gen_ai.request.seed": settings.get("seed"),
    }
    if got is None:
        return asked
    return asked | {
        "output.value": got.answer,
        "llm.model_name": got.model,
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": got.answer,
        "llm.token_count.prompt": got.prompt_tokens,
        "llm.token_count.completion": got.answer_tokens,
        "gen_ai.request.model": got.model,
        "gen_ai.response.model": got.model,
        "gen_ai.response.finish_reasons": [got.finish],
        "gen_ai.usage.input_tokens": got.prompt_tokens,
        "gen_ai.usage.output_tokens": got.answer_tokens,
        "server.address": got.server,
        "harness.attempts": got.attempts,
        "harness.cached": got.cached,
    }


def _verified(record: Record, start: RunStart) -> Attributes:
    verdict = record.verdict
    told: Attributes = {"gen_ai.evaluation.name": f"verifier {start.settings.get('verifier')}"}
    if verdict is None:
        return told
    return told | {
        "input.value": record.generation.answer if record.generation else None,
        "output.value": verdict.verdict,
        "gen_ai.evaluation.score.label": verdict.verdict,
        "gen_ai.evaluation.explanation": verdict.reason,
        "harness.claims": [f"{claim.verdict}: {claim.text}" for claim in verdict.claims],
    }


def _judged(record: Record, start: RunStart) -> Attributes:
    judged = record.judgement
    if judged is None:
        return {"gen_ai.evaluation.name": f"judge {start.settings.get('judge')}"}
    label = {True: "right", False: "wrong", None: "unknown"}[judged.correct]
    return {
        "gen_ai.evaluation.name": f"judge {judged.judge}",
        "gen_ai.evaluation.score.value": None if judged.correct is None else float(judged.correct),
        "gen_ai.evaluation.score.label": label,
        "gen_ai.evaluation.explanation": judged.reason,
        "output.value": label,
    }


_TOLD = {
    "system": _answered_outside,
    "retrieve": _retrieved,
    "rerank": _reranked,
    "assemble": _assembled,
    "prompt": _prompted,
    "generate": _generated,
    "verify": _verified,
    "judge": _judged,
}


# --- OTLP's JSON ------------------------------------------------------------------------------------------------------


def _attributes(values: Attributes) -> list[dict[str, Any]]:
    """Return attributes as OTLP has them; what is null is left out."""
    return [{"key": key, "value": _value(value)} for key, value in values.items() if value is not None]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value if math.isfinite(value) else _NAMED.get(value, "NaN")}
    if isinstance(value, list | tuple):
        return {"arrayValue": {"values": [_value(item) for item in value]}}
    return {"stringValue": str(value)}


_NAMED = {math.inf: "Infinity", -math.inf: "-Infinity"}


def _id(size: int, *parts: str) -> str:
    """Return an id of `size` bytes that is the same each time, so that a log exported twice makes no second trace."""
    content = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=size).hexdigest()


def _nanoseconds(moment: str) -> int:
    """Return a time of the log since 1970; 0 where it is none, since an importer may have had none."""
    try:
        parsed = dt.datetime.fromisoformat(moment)
    except ValueError:
        return 0
    return round((parsed if parsed.tzinfo else parsed.replace(tzinfo=dt.UTC)).timestamp() * 1000) * (
        _NANOSECONDS // 1000
    )
