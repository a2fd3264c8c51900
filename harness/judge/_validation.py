"""Whether a model that judges or verifies was compared with people before it is believed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from harness.errors import InputError
from harness.text.counted import counted

Part = Literal["judge", "verifier"]


def validated_name(part: Part, spelling: str) -> str:
    """Return how `harness judge validate` names what it compared with people."""
    return spelling if part == "judge" else f"{spelling} verifier"


def validation_note(part: Part, spelling: str, report: str | None, *, unvalidated: bool) -> str:
    """Return how far a model was validated; raise `InputError` where it was not and nobody said that it need not be."""
    if report is None:
        if unvalidated:
            return " (not validated)"
        raise InputError(
            f"--{part} {spelling} was not validated; run harness judge validate LABELS --{part} {spelling} --save FILE and"
            f" pass --{part}-validation FILE, or pass --unvalidated"
        )
    try:
        saved = json.loads(Path(report).read_text(encoding="utf-8"))
        name, kappa, items = saved["judge"], float(saved["all"]["kappa"]["value"]), int(saved["all"]["items"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"--{part}-validation {report!r}: {error!r}; name what harness judge validate --save wrote"
        ) from None
    wanted = validated_name(part, spelling)
    if name != wanted:
        raise InputError(f"--{part}-validation {report!r} is about {name!r}, not {wanted!r}; validate this one")
    return f" (kappa {kappa:.2f} on {counted(items, 'label')})"
