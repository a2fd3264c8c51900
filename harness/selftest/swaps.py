"""Changes that must leave the retrieval labels alone: another answer, another order of spans, more documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from harness.selftest.answers import REFUSALS
from harness.selftest.plant import Scene, Seen
from harness.selftest.quotes import NOBODY, mark, refusal
from harness.types import Document

_DISTRACTORS = (
    "The bell of the old chapel was cast from three smaller bells. Nobody remembers their names.",
    "On market days the square smells of rye bread. The stalls close when the lamps are lit.",
    "A ferry crosses the lake twice before noon. Its captain keeps bees.",
)


def swapped_answers(seen: Seen) -> Iterator[tuple[str, str]]:
    """Yield `(what was changed, answer)`: refusals in other cases and languages, inventions, quotations in several styles."""
    yield "refusal, lower case", refusal(seen).lower()
    for text in REFUSALS:
        yield "refusal, another language", text
    yield "invention", f"{NOBODY[0]} paid 918273 for it {mark(seen, 1)}."
    yield "nothing", "  "
    shown = seen.shown()
    if not shown:
        return
    number, chunk = next(iter(shown.items()))
    words = " ".join(chunk.text.split())[:300]
    yield "quotation, cited", f"{words} {mark(seen, number)}."
    yield "quotation, uncited", f"{words}."
    yield "quotation, cited in brackets", f"{words} ({number})."
    yield "quotation, cited by a word", f"{words} (source {number})."
    if seen.question.answers:
        yield "the accepted answer alone", seen.question.answers[0]


def other_scenes(scene: Scene) -> Iterator[tuple[str, Scene]]:
    """Yield `(what was changed, scene)`: the spans in another order, and a few documents more."""
    yield "spans reordered", replace(scene, settings=scene.settings.model_copy(update={"order": "ends"}))
    metadata = next((d.metadata for d in scene.documents if d.metadata.get("selftest") == "shown"), {})
    more = tuple(
        Document(doc_id=f"selftest-distractor-{n}", text=text, metadata={"status": "current", **metadata})
        for n, text in enumerate(_DISTRACTORS)
    )
    yield "distractors added", replace(scene, documents=(*scene.documents, *more))
