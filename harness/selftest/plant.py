"""What a plant is: a scene (documents, settings, a question), an answer or a server, and the label that must come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from harness.selftest.places import holds, in_chunk, might_hold
from harness.selftest.world import NotPlantableError
from harness.settings import Settings
from harness.types import Cause, Chunk, Document, EvidenceGroup, Question, Record

Judged = Literal["right", "wrong", "either"]
ServerMode = Literal["cuts", "refuses_unread", "fails", "answers_nothing"]


@dataclass(frozen=True)
class Scene:
    """What is indexed and asked; plants on the same scene share its index.

    `raw` are `(doc_id, text)` of what files hold by another way of reading, as `harness ingest` keeps it.
    """

    question: Question
    documents: tuple[Document, ...]
    settings: Settings
    raw: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Seen:
    """A scene after a first run in which the model refused: the record and all chunks, for what can only be written then."""

    scene: Scene
    record: Record
    chunks: Sequence[Chunk]

    @property
    def question(self) -> Question:
        """The question asked."""
        return self.scene.question

    def shown(self) -> dict[int, Chunk]:
        """Return the chunk of each span of the prompt, by its number."""
        chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in self.record.chunks}
        return {span.number: chunks[span.chunk_id] for span in self.record.spans}

    def by_id(self, chunk_ids: Sequence[str]) -> list[Chunk]:
        """Return chunks of the index by their ids."""
        wanted = set(chunk_ids)
        return [chunk for chunk in self.chunks if chunk.chunk_id in wanted]

    def carrying(self, group: EvidenceGroup | str, chunks: Sequence[Chunk]) -> list[Chunk]:
        """Return the chunks that surely carry a group, or belong to a gold document named instead of one."""
        if isinstance(group, str):
            return [chunk for chunk in chunks if chunk.doc_id == group]
        return [chunk for chunk in chunks if holds(group, self.question, chunk)]

    def lacks(self, group: EvidenceGroup | str, chunks: Sequence[Chunk]) -> bool:
        """Return whether surely none of the chunks carries a group."""
        if isinstance(group, str):
            return all(chunk.doc_id != group for chunk in chunks)
        return not any(might_hold(group, self.question, chunk) for chunk in chunks)

    def place(self, group: EvidenceGroup) -> tuple[int, Chunk, int, int]:
        """Return `(span number, chunk, start, end)` of a group in the prompt; raise where it is not there."""
        for number, chunk in self.shown().items():
            for start, end, whole in in_chunk(group, self.question, chunk):
                if whole:
                    return number, chunk, start, end
        raise NotPlantableError("its evidence is not in the prompt even where nothing is planted")

    def numbers(self) -> frozenset[int]:
        """Return the numbers of the spans that carry any evidence, or belong to a gold document."""
        wanted = groups_of(self.question)
        return frozenset(
            n for n, chunk in self.shown().items() if any(not self.lacks(group, [chunk]) for group in wanted)
        )


def groups_of(question: Question) -> list[EvidenceGroup | str]:
    """Return the evidence groups; the gold documents' ids where there are none."""
    return list(question.evidence) or list(question.gold_doc_ids)


Answer = Callable[[Seen], str]
"""What the model says; it may raise `NotPlantableError`."""
NotMade = tuple[str, str, str]
"""`(kind, label, reason)` of a plant that cannot be made on a question."""
Check = Callable[[Seen], str | None]
"""Why a plant did not take, judged by texts and the lists of the log, or None."""


@dataclass(frozen=True)
class Plant:
    """One planted fault: `label` is the stage that must be blamed (or a bucket that blames none), `cause` what for.

    `also` names causes that must be listed beside; `judged` says what the judge must make of the answer for it to be a plant.
    """

    kind: str
    label: str
    cause: Cause | None
    scene: Scene
    answer: Answer
    also: tuple[Cause, ...] = ()
    judged: Judged | None = None
    checks: tuple[Check, ...] = field(default=())
    server: ServerMode | None = None
    fails: str | None = None
    delay_seconds: float = 0
