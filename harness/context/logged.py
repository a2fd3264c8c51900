"""From a log back to the context: the spans of a record with their texts, as they were assembled."""

from __future__ import annotations

from harness.context.assemble import Context
from harness.types import Record


def logged_context(record: Record) -> Context | None:
    """Return what was assembled for a record; None where the log does not hold the text of every span."""
    chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in record.chunks}
    if any(span.chunk_id not in chunks for span in record.spans):
        return None
    shown = tuple(chunks[span.chunk_id] for span in record.spans)
    texts = tuple(
        chunk.text if span.text is None else span.text for span, chunk in zip(record.spans, shown, strict=True)
    )
    return Context(spans=record.spans, texts=texts, chunks=shown, dropped=record.dropped)
