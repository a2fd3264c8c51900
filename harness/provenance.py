"""What differs between two runs beside their answers: settings, golden set, index, model, code."""

from __future__ import annotations

from harness.types import RunStart


def changed_settings(base: RunStart, candidate: RunStart) -> tuple[str, ...]:
    """Return what differs between two runs' settings, index, model and code, as `name: before → after`."""

    def facts(start: RunStart) -> dict[str, object]:
        return {
            **start.settings,
            "golden set": f"{start.golden.name} {start.golden.sha256[:12]}",
            "chunks": start.index.chunks,
            "visible chunks": start.index.visible_chunks,
            "model digest": start.model.digest if start.model else None,
            "harness": start.harness_version,
            "code": start.code,
            "python": start.python,
        }

    before, after = facts(base), facts(candidate)
    return tuple(
        f"{name.replace('_', '-')}: {_shown(before.get(name))} → {_shown(after.get(name))}"
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    )


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return " and ".join(map(str, value)) or "none"
    return "none" if value is None or value == "" else str(value)
