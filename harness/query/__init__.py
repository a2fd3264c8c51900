"""Ask runs in SQL: views over the log, read by DuckDB."""

from harness.query.duck import Query, open_query

__all__ = ["Query", "open_query"]
