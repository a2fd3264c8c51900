"""The report as one JSON document, with the names that scripts rely on."""

from __future__ import annotations

import json

from harness.types import Summary


def text(summary: Summary) -> str:
    """Return the summary as indented JSON; a lone surrogate in an answer stays an escape."""
    return json.dumps(summary.model_dump(mode="json"), indent=2, ensure_ascii=False)
