"""The log: records in and out as JSONL, diagnostics beside them."""
