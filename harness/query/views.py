"""The views of a run: what a row of each is, and the SQL that makes it from a log and its outcomes."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from harness.errors import InternalError
from harness.types import Record, RunEnd

VIEWS: Mapping[str, str] = {
    "records": "a record as it was logged, in structs",
    "questions": "a question: what was asked, answered and judged, and what became of it",
    "hits": "a chunk of a ranking: candidates, and reranked where there was a reranker",
    "spans": "a span of the prompt, with the text the model read and whether the answer cites it",
    "verdicts": "a claim of an answer, with what the verifier said of it",
    "ledger": "an evidence group, with the stage that lost it",
    "faults": "a question that ended in a fault",
}
"""Each view and what a row of it is."""

VIEWS_SQL = """
CREATE VIEW questions AS
  SELECT run, id, question.type AS type, question.question AS question, question.answerable AS answerable,
         question.answers AS answers, question.gold_doc_ids AS gold_doc_ids, generation.answer AS answer,
         generation.model AS model, generation.finish AS finish, generation.prompt_tokens AS prompt_tokens,
         generation.answer_tokens AS answer_tokens, generation.attempts AS attempts, generation.cached AS cached,
         verdict.verdict AS verdict, verdict.reason AS verdict_reason, judgement.correct AS correct,
         judgement.judge AS judge, judgement.reason AS judge_reason, outcomes.bucket AS bucket, outcomes.stage AS stage,
         outcomes.sub_kind AS sub_kind, outcomes.passes AS passes, fault.stage AS fault,
         len(spans) AS span_count, list_sum(map_values(seconds)) AS seconds
  FROM records LEFT JOIN outcomes USING (run, id);
CREATE VIEW hits AS
  SELECT run, id, ranked.name AS ranking, unnest(range(1, len(ranked.hits.chunk_ids) + 1)) AS rank,
         unnest(ranked.hits.chunk_ids) AS chunk_id, unnest(ranked.hits.scores) AS score
  FROM (SELECT run, id, unnest([{'name': 'candidates', 'hits': candidates}, {'name': 'reranked', 'hits': ranking}]) AS ranked
        FROM records);
CREATE VIEW spans AS
  SELECT run, id, span.number AS number, span.chunk_id AS chunk_id, ranked.rank AS rank, ranked.score AS score,
         ranked.chunk.doc_id AS doc_id, ranked.chunk.title AS title, ranked.chunk.source AS source,
         coalesce(span.text, ranked.chunk.text) AS text, ranked.chunk.metadata AS metadata,
         coalesce(list_contains(flatten([claim.cited for claim in claims]), span.number), false) AS cited
  FROM (SELECT run, id, unnest(spans) AS span, chunks, verdict.claims AS claims FROM records),
       LATERAL (SELECT [c for c in chunks if c.chunk.chunk_id = span.chunk_id][1] AS ranked);
CREATE VIEW verdicts AS
  SELECT run, id, verdict, reason, number, claim.text AS claim, claim.verdict AS claim_verdict, claim.cited AS cited,
         claim.reason AS claim_reason
  FROM (SELECT run, id, verdict.verdict AS verdict, verdict.reason AS reason,
               unnest(CASE WHEN len(verdict.claims) > 0 THEN range(1, len(verdict.claims) + 1) ELSE [NULL] END) AS number,
               unnest(CASE WHEN len(verdict.claims) > 0 THEN verdict.claims ELSE [NULL] END) AS claim
        FROM records WHERE verdict IS NOT NULL);
CREATE VIEW ledger AS
  SELECT run, id, traced."group" AS evidence_group, traced.label AS label, traced.anchor AS anchor,
         outcomes.lost[traced."group" + 1] AS lost_at, traced.carrier_count AS carriers, traced.visible_count AS visible,
         traced.candidate_rank AS candidate_rank, traced.final_rank AS final_rank, traced.spans AS spans,
         traced.hidden_by AS hidden_by, traced.reunited AS reunited
  FROM (SELECT run, id, unnest(trace) AS traced FROM records) LEFT JOIN outcomes USING (run, id);
CREATE VIEW faults AS
  SELECT run, id, fault.stage AS stage, fault.kind AS kind, fault.message AS message, len(fault.retries) AS retries
  FROM records WHERE fault IS NOT NULL;
"""


_OUTCOME_COLUMNS: Mapping[str, str] = {
    "kind": "VARCHAR",
    "id": "VARCHAR",
    "passes": "BOOLEAN",
    "bucket": "VARCHAR",
    "stage": "VARCHAR",
    "sub_kind": "VARCHAR",
    "lost": "VARCHAR[]",
}
_SIMPLE: Mapping[Any, str] = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}


def records_sql(run_id: str, path: str, compression: str, longest: int) -> str:
    """Return the SELECT of one run's records from its log, with every column typed, so that nothing is guessed.

    `longest` is the length of its longest line in bytes, 0 where nobody counted.
    """
    kinds = columns_of(Record)
    # A run_end has fields of the same names and other types, and DuckDB types a column before it knows the line's kind.
    shared = [name for name, kind in columns_of(RunEnd).items() if kinds.get(name, kind) != kind]
    columns = ", ".join(f"{quoted(name)}: {quoted('JSON' if name in shared else k)}" for name, k in kinds.items())
    replaced = ", ".join(f"TRY_CAST({name} AS {kinds[name]}) AS {name}" for name in shared)
    rows = _read(path, compression, columns, longest)
    left_out = "kind, schema_version, run_id"
    return f"SELECT {quoted(run_id)} AS run, question.id AS id, * EXCLUDE ({left_out}) REPLACE ({replaced}) FROM {rows} WHERE kind = 'record'"  # noqa: S608 -- what is a value is quoted


def outcomes_sql(run_id: str, path: str, longest: int) -> str:
    """Return the SELECT of one run's outcomes from the file beside its log."""
    columns = ", ".join(f"{quoted(name)}: {quoted(kind)}" for name, kind in _OUTCOME_COLUMNS.items())
    return f"SELECT {quoted(run_id)} AS run, * EXCLUDE (kind) FROM {_read(path, 'none', columns, longest)} WHERE kind = 'outcome'"  # noqa: S608


def _read(path: str, compression: str, columns: str, longest: int) -> str:
    return (
        f"read_json({quoted(path)}, format='newline_delimited', compression={quoted(compression)},"
        f" maximum_object_size={max(longest + 1, _USUAL_BYTES)}, columns={{{columns}}})"
    )


_USUAL_BYTES = 1 << 24
"""The longest line that DuckDB takes unless it is told of longer ones, which take room."""


def columns_of(model: type[BaseModel]) -> dict[str, str]:
    """Return the DuckDB type of each field of a model of the log; metadata, which may be any JSON, stays JSON."""
    hints = get_type_hints(model, include_extras=False)
    return {name: _type_of(hints[name]) for name in model.model_fields}


def _type_of(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if origin is Literal:
        return _type_of(type(inner[0]))
    if origin in {Union, types.UnionType}:
        (only,) = (kind for kind in inner if kind is not type(None))
        return _type_of(only)
    if origin is tuple:
        return f"{_type_of(inner[0])}[]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"MAP(VARCHAR, {_SIMPLE[inner[1]]})" if inner[1] in _SIMPLE else "JSON"
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        fields = ", ".join(f'"{name}" {kind}' for name, kind in columns_of(hint).items())
        return f"STRUCT({fields})"
    raise InternalError(f"no DuckDB type is known for {hint!r}")


def quoted(text: str) -> str:
    """Return text as an SQL string."""
    return "'" + text.replace("'", "''") + "'"
