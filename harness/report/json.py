"""The report as one JSON document, with the names that scripts rely on."""

from __future__ import annotations

import json

from harness.types import Frozen


def text(summary: Frozen) -> str:
    """Return a summary, a comparison or a table of probes as indented JSON; half a surrogate pair stays what it is, for the printer to escape."""
    # In JSON mode pydantic puts U+FFFD for half a pair in a key, such as a question type.
    return json.dumps(summary.model_dump(), indent=2, ensure_ascii=False)
