"""What a report says first of answers that are not our pipeline's: whose they are, and what cannot be told from them."""

from __future__ import annotations

from collections.abc import Iterator

from harness.measure.models import Summary
from harness.text.counted import counted
from harness.types import Origin, Stage, Undecidable


def origin_lines(summary: Summary) -> Iterator[str]:
    """Yield the lines, most important first; none for a run of our own pipeline."""
    origin = summary.origin
    if origin is None:
        return
    yield f"{_whose(origin)}{_answered_here(summary)}; {_checked(summary)}"
    for reason, stages in _by_reason(origin).items():
        yield f"undecidable: {', '.join(stages)} ({reason})"
    yield from origin.notes


def how_many(summary: Summary) -> str:
    """Return how many questions were answered, of how many where some were not: `4 of 88 questions`.

    Rows of an imported file that ask a question again make more answers than there are questions.
    """
    there = summary.golden.questions
    if summary.questions < there:
        return f"{summary.questions} of {counted(there, 'question')}"
    return counted(summary.questions, "question")


def at_stage(stage: Stage | Undecidable | None) -> str:
    """Return where something failed, as words after what failed: ` at rerank`; nothing where no stage did."""
    return " at an undecidable stage" if stage == "undecidable" else f" at {stage}" if stage else ""


def candidates_name(summary: Summary) -> str:
    """Return what recall before the reranker is called: `candidates@50`; without the depth where nobody says it."""
    depth = summary.candidates.depth
    return f"candidates@{depth}" if depth else "candidates"


def _whose(origin: Origin) -> str:
    if origin.kind == "system":
        return f"answered by {origin.what}"
    rows = f" where {origin.rows}" if origin.rows else ""
    return f"imported from {origin.file} ({origin.what}){rows}"


def _answered_here(summary: Summary) -> str:
    """Return who answered where only the contexts are another system's."""
    generator = summary.settings.get("generator")
    return f" for the contexts, then {generator} for the answers" if generator else ""


def _checked(summary: Summary) -> str:
    settings = summary.settings
    return (
        f"checked here by {settings.get('verifier')} (citations {settings.get('citations')}),"
        f" judged by {settings.get('judge')}"
    )


def _by_reason(origin: Origin) -> dict[str, list[Stage]]:
    grouped: dict[str, list[Stage]] = {}
    for stage, reason in origin.undecidable.items():
        grouped.setdefault(reason, []).append(stage)
    return grouped
