"""Plants in answers that are supported by the spans and wrong: stale, conflicting, incomplete, beside the question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from harness.selftest.places import occurrences, places
from harness.selftest.plant import NotMade, Plant, Scene, Seen, groups_of
from harness.selftest.quotes import (
    FEWEST_WORDS,
    Quote,
    altered,
    around,
    cited,
    has_marker,
    nobody,
    quote,
    says_any,
    sentences,
)
from harness.selftest.retrieval import scene
from harness.selftest.world import NotPlantableError, World
from harness.text.topic import stems, telling
from harness.types import Cause, Document

_EDITION = "selftest-edition"
_STRANGE = "Kumquats ripen slowly beneath violet lanterns."

Maker = Callable[[Seen, World], str]


def conclusion_plants(world: World, plain: Scene) -> Iterator[Plant | NotMade]:
    """Yield the plants at `conclude`, some on a `plain` scene; without accepted answers none of them is wrong."""
    for kind, cause, edit, make in _MAKERS:
        try:
            edited = edit(world) if edit else plain
        except NotPlantableError as error:
            yield kind, "conclude", str(error)
        else:
            yield Plant(kind, "conclude", cause, edited, _with(make, world), judged="wrong")


def _with(make: Maker, world: World) -> Callable[[Seen], str]:
    return lambda seen: make(seen, world)


def _other_span(seen: Seen, _: World) -> str:
    """Quote a span without evidence, about what was asked."""
    return cited(seen, [_elsewhere(seen, on_topic=True)])


def _off_topic(seen: Seen, _: World) -> str:
    return cited(seen, [_elsewhere(seen, on_topic=False)])


def _elsewhere(seen: Seen, *, on_topic: bool) -> Quote:
    topic = _topic(seen)
    for number, chunk in seen.shown().items():
        if number in seen.numbers():
            continue
        for sentence in sentences(chunk.text):
            words = stems(sentence)
            if len(words) > 2 and topic.isdisjoint(words) != on_topic and not says_any(sentence, seen.question.answers):  # noqa: PLR2004 -- fewer tell nothing
                return sentence, number
    what = "about" if on_topic else "that has nothing to do with"
    raise NotPlantableError(f"no span without evidence has a sentence {what} what was asked")


def _topic(seen: Seen) -> frozenset[str]:
    question = seen.question
    anchors = [anchor.text for group in question.evidence for anchor in group.alternatives]
    return stems(" ".join([question.question, *question.answers, *anchors]))


def _incomplete(seen: Seen, _: World) -> str:
    groups = groups_of(seen.question)
    if len(groups) < 2:  # noqa: PLR2004 -- one cannot be left out
        raise NotPlantableError("the question has one evidence group: none can be left out")
    told = [quote(seen, group) for group in groups]
    for place, quotes in enumerate(told):
        said = " ".join(sentence for sentence, _ in quotes)
        left_out = [q for n, other in enumerate(told) if n != place for q in other]
        if not says_any(said, seen.question.answers) and all(_leaves_out(said, s, groups) for s, _ in left_out):
            return cited(seen, quotes)
    raise NotPlantableError("each part of its evidence holds the answer, or says what another part says")


def _leaves_out(said: str, other: str, groups: list[Any]) -> bool:
    """Return whether a text surely does not say another part's sentence, nor its anchors."""
    words = set(telling(said))
    theirs = telling(other)
    if not theirs or sum(w in words for w in theirs) / len(theirs) > 0.4:  # noqa: PLR2004 -- well below what counts as said
        return False
    anchors = [a.text for g in groups if not isinstance(g, str) for a in g.alternatives if occurrences(a.text, other)]
    return not any(occurrences(text.casefold(), said.casefold()) for text in anchors)


def _combined(seen: Seen, _: World) -> str:
    groups = groups_of(seen.question)
    if len(groups) < 2:  # noqa: PLR2004
        raise NotPlantableError("the question has one evidence group: nothing is combined")
    if not seen.question.answers or not all(_is_derived(answer) for answer in seen.question.answers):
        raise NotPlantableError("its answer stands in the evidence: who says all of it is right")
    return cited(seen, _all_quotes(seen))


def _is_derived(answer: str) -> bool:
    folded = answer.strip(" .!").casefold()
    return folded in {"yes", "no"} or folded.isdecimal()


def _all_quotes(seen: Seen) -> list[Quote]:
    quotes = [q for group in groups_of(seen.question) for q in quote(seen, group)]
    return list(dict.fromkeys(quotes))


def _everything(seen: Seen, _: World) -> str:
    return cited(seen, _all_quotes(seen))


def _edition(seen: Seen, world: World) -> str:
    """Quote the sentence that was planted as another edition, from where it stands in the prompt."""
    planted = _altered_evidence(world)[1]
    for number, chunk in seen.shown().items():
        if chunk.doc_id == _EDITION and planted in " ".join(chunk.text.split()):
            return cited(seen, [(planted, number)])
    raise NotPlantableError("the planted edition is not retrieved")


def _second_statement(seen: Seen, world: World) -> str:
    """Quote the sentence that was put at the end of the gold document."""
    planted = _altered_evidence(world)[1]
    for number, chunk in seen.shown().items():
        if chunk.doc_id in world.gold and planted.rstrip(" .!?") in " ".join(chunk.text.split()):
            return cited(seen, [(planted, number)])
    raise NotPlantableError("the planted sentence is not whole in any span")


# --- the scenes that need edited documents ----------------------------------------------------------------------------


def _altered_evidence(world: World) -> tuple[str, str]:
    """Return the document of the first evidence group and its sentence with another value in it; raise where none can be."""
    group = groups_of(world.question)[0]
    texts = {document.doc_id: document.text for document in world.documents}
    if isinstance(group, str):
        doc_id, asked = group, stems(world.question.question)
        found = [s for s in sentences(texts[group]) if stems(s) & asked]
    else:
        doc_id, start, end = places(group, world.question, world.documents)[0]
        found = around(texts[doc_id], start, end)
    for sentence in found:
        if len(telling(sentence)) >= FEWEST_WORDS and not has_marker(sentence):
            return doc_id, altered(sentence, world.question, world.chance, world.all_text())
    raise NotPlantableError("its sentence is too short for another value in it, or holds what looks like a citation")


def _edited(world: World, *, gold: str | None, edition: str | None) -> Scene:
    """Return a scene with another edition of the evidence beside it; `gold` and `edition` are what their status becomes."""
    _, sentence = _altered_evidence(world)
    edits = {d.doc_id: {"metadata": {**d.metadata, "status": gold}} for d in world.documents if d.doc_id in world.gold}
    # With the question below it, it is found by whatever finds by words.
    text = f"{sentence}\n\n{world.question.question}"
    planted = Document(doc_id=_EDITION, text=text, metadata={"status": edition})
    return scene(world, (*world.changed(edits), planted))


def _stale_edition(world: World) -> Scene:
    return _edited(world, gold="current", edition="superseded")


def _current_edition(world: World) -> Scene:
    return _edited(world, gold="current", edition="current")


def _superseded_gold(world: World) -> Scene:
    return _edited(world, gold="superseded", edition="current")


def _source_twice(world: World) -> Scene:
    doc_id, sentence = _altered_evidence(world)
    edits = {d.doc_id: {"text": f"{d.text.rstrip()}\n\n{sentence}"} for d in world.documents if d.doc_id == doc_id}
    return scene(world, world.changed(edits))


def _strange_document(world: World) -> Scene:
    """Begin each document without evidence with a sentence about something else altogether."""
    free = [d for d in world.documents if d.doc_id not in world.gold and not d.doc_id.startswith("selftest-")]
    edits = {d.doc_id: {"text": f"{_STRANGE} {d.text}"} for d in free}
    return scene(world, world.changed(edits))


def _mislabelled(world: World) -> Scene:
    wrong = nobody(world.all_text(), world.chance)
    made = scene(world)
    return Scene(made.question.model_copy(update={"answers": (wrong,), "match": None}), made.documents, made.settings)


_MAKERS: tuple[tuple[str, Cause, Callable[[World], Scene] | None, Maker], ...] = (
    ("evidence ignored", "ignored_evidence", None, _other_span),
    ("evidence left out", "incomplete", None, _incomplete),
    ("wrong conclusion", "combined", None, _combined),
    ("off the question", "off_question", _strange_document, _off_topic),
    ("stale source", "stale_source", _stale_edition, _edition),
    ("conflicting sources", "conflicting_sources", _current_edition, _edition),
    ("superseded gold", "label_error", _superseded_gold, _edition),
    ("wrong label", "label_error", _mislabelled, _everything),
    ("source against itself", "source_error", _source_twice, _second_statement),
)
