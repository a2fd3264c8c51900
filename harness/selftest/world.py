"""The small world of one question: its documents, a few others, and settings under which nothing is lost.

Documents are real ones of the golden set, long ones cut to a stretch around the evidence, so that an index for each plant
takes milliseconds. The labels of spans move with the cut.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.errors import HarnessError
from harness.golden.read import GoldenSet
from harness.selftest.places import is_clean, places
from harness.settings import Settings, resolve
from harness.text.sentences import split_sentences
from harness.text.topic import stems
from harness.types import Anchor, Document, EvidenceGroup, Question

LONGEST = 6000
"""Characters of a document in a small world; longer ones are cut to a stretch that holds the evidence."""
OTHERS, SAMPLED = 8, 80
_OTHER_LONGEST = 2500
_MOST_HOLDERS = 4
_ALIKE = 0.5
_MARGIN = 400
_FILLER = (
    ("selftest-other-1", "The harbour office keeps a list of moored boats. It is read aloud on the first morning of each month."),
    ("selftest-other-2", "A lantern stands on the north wall of the mill. The miller lights it when the river rises."),
    ("selftest-other-3", "Two shepherds share the upper meadow in summer. They bring the flock down before the snow."),
)  # fmt: skip


class NotPlantableError(HarnessError):
    """A plant that cannot be made on a question; the message is the reason, counted and shown."""


@dataclass(frozen=True)
class World:
    """A question with the documents of its world (in corpus order), which of them hold its evidence, and settings."""

    question: Question
    documents: tuple[Document, ...]
    gold: frozenset[str]
    settings: Settings
    seed: int

    @property
    def chance(self) -> random.Random:
        """A fresh generator that gives this question the same choices every time."""
        return random.Random(f"{self.seed}/{self.question.id}")  # noqa: S311 -- choices, not secrets

    def changed(self, edits: Mapping[str, Mapping[str, Any]]) -> tuple[Document, ...]:
        """Return the documents with some fields of some of them changed."""
        return tuple(d.model_copy(update=dict(edits[d.doc_id])) if d.doc_id in edits else d for d in self.documents)

    def all_text(self) -> str:
        """Return everything that stands in this world."""
        return "\n".join([*(d.text for d in self.documents), self.question.question])


def base_settings(golden: GoldenSet) -> Settings:
    """Return the set's own parts with everything off that could lose evidence, and the generator that is told what to say."""
    kept = {name: golden.defaults[name] for name in _KEPT if name in golden.defaults}
    judge = str(kept.get("judge", ""))
    if judge.startswith("model"):
        del kept["judge"]
    if str(kept.get("retriever", "bm25")).split(":", maxsplit=1)[0] not in _LOCAL:
        kept.pop("retriever", None)
    return resolve((f"{golden.folder}/golden.toml [defaults]", kept), ("selftest", _NOTHING_LOST))


_KEPT = ("chunker", "analyzer", "chunk_header", "retriever", "prompt", "verifier", "citations", "judge")
_LOCAL = frozenset({"bm25", "tfidf", "hashing", "hybrid"})
_NOTHING_LOST: dict[str, Any] = {
    "candidates": 10_000,
    "k": 10_000,
    "near_duplicate": 1.0,
    "generator": "scripted",
    "index_cache": False,
    "concurrency": 1,
}


class Worlds:
    """Makes the small world of one question after another."""

    def __init__(self, golden: GoldenSet, settings: Settings, seed: int) -> None:
        self._documents = golden.documents
        self._by_id = {document.doc_id: document for document in golden.documents}
        self._settings = settings
        self._seed = seed

    def of(self, question: Question) -> World:
        """Return the world of a question; raise `NotPlantableError` where its evidence is not in the corpus to begin with."""
        if question.match == "model":
            question = question.model_copy(update={"match": None})
        holders = self._holders(question) if question.answerable else []
        cut = [_excerpt(document, question) for document in holders]
        moved = {document.doc_id: (start, document) for document, start in cut}
        question = _moved(question, {doc_id: start for doc_id, (start, _) in moved.items()})
        others = self._others(question, [document for document, _ in cut])
        chosen = {doc_id: document for doc_id, (_, document) in moved.items()} | {d.doc_id: d for d in others}
        documents = tuple(_timeless(chosen[d.doc_id]) for d in self._documents if d.doc_id in chosen) + filler(chosen)
        return World(question, documents, frozenset(moved), self._settings, self._seed)

    def _holders(self, question: Question) -> list[Document]:
        """Return the documents that the question's labels are about."""
        spans = [a.doc_id for g in question.evidence for a in g.alternatives if a.doc_id is not None]
        named = dict.fromkeys([*question.gold_doc_ids, *spans])
        documents = [self._by_id[doc_id] for doc_id in named]
        if question.evidence and not question.gold_doc_ids and len(spans) < len(question.evidence):
            found = [p[0] for group in question.evidence for p in places(group, question, self._documents)]
            documents = [self._by_id[doc_id] for doc_id in dict.fromkeys([*named, *found])][:_MOST_HOLDERS]
        if not documents:
            raise NotPlantableError("the question says nothing of where its evidence is")
        texts = {document.doc_id: document.text for document in documents}
        for group in question.evidence:
            standing = places(group, question, documents)
            if not standing:
                raise NotPlantableError("its evidence is not in the corpus to begin with")
            if not any(is_clean(texts[doc_id], start, end) for doc_id, start, end in standing):
                raise NotPlantableError("it is not sure that its evidence stands whole in the text")
        return documents

    def _others(self, question: Question, gold: Sequence[Document]) -> list[Document]:
        chance = random.Random(f"{self._seed}/{question.id}")  # noqa: S311 -- choices, not secrets
        taken = {document.doc_id for document in gold}
        sample = chance.sample(range(len(self._documents)), min(SAMPLED, len(self._documents)))
        free = [self._documents[n] for n in sorted(sample) if self._documents[n].doc_id not in taken]
        told = [stems(text) for text in _evidence_sentences(question, gold)]
        asked = stems(question.question)
        cut = [d.model_copy(update={"text": d.text[:_OTHER_LONGEST]}) for d in free if d.text.strip()]
        cut = [d for d in cut if not _is_like(stems(d.text), told)]
        near = sorted(cut, key=lambda d: -len(asked & stems(d.text)))
        return near[:OTHERS]


def _evidence_sentences(question: Question, gold: Sequence[Document]) -> Iterator[str]:
    for document in gold:
        found = [p for group in question.evidence for p in places(group, question, [document])]
        for _, start, end in found:
            yield " ".join(document.text[a:b] for a, b in split_sentences(document.text) if a < end and start < b)


def _timeless(document: Document) -> Document:
    """Return a document that is current and always valid: what is stale in the set itself nobody planted."""
    kept = {k: v for k, v in document.metadata.items() if k not in {"valid_from", "valid_to"}}
    return document.model_copy(update={"metadata": {**kept, "status": "current"}})


def _is_like(words: frozenset[str], told: Sequence[frozenset[str]]) -> bool:
    """Return whether a document may be another edition of the evidence: that would be a fault nobody planted."""
    return any(len(t) > 2 and len(t & words) / len(t) > _ALIKE for t in told)  # noqa: PLR2004 -- fewer words are anywhere


def filler(chosen: Collection[str]) -> tuple[Document, ...]:
    """Return documents about nothing in particular, so that no world consists of gold documents alone."""
    return tuple(_timeless(Document(doc_id=name, text=text)) for name, text in _FILLER if name not in chosen)


def _excerpt(document: Document, question: Question) -> tuple[Document, int]:
    """Return a document cut to at most `LONGEST` characters around its evidence, and where the cut begins."""
    text = document.text
    if len(text) <= LONGEST:
        return document, 0
    found = [p for group in question.evidence for p in places(group, question, [document])]
    first, last = min((p[1] for p in found), default=0), max((p[2] for p in found), default=0)
    if last - first > LONGEST - 2 * _MARGIN:
        return document, 0
    start = max(0, first - (LONGEST - (last - first)) // 2)
    start = text.rfind("\n", 0, start) + 1 if start and start - text.rfind("\n", 0, start) < _MARGIN else start
    while 0 < start < first and not text[start - 1].isspace():
        start += 1
    end = min(len(text), start + LONGEST)
    while last < end < len(text) and not text[end].isspace():
        end -= 1
    return document.model_copy(update={"text": text[start:end]}), start


def _moved(question: Question, starts: Mapping[str, int]) -> Question:
    groups = tuple(
        EvidenceGroup(alternatives=tuple(_moved_anchor(anchor, starts) for anchor in group.alternatives))
        for group in question.evidence
    )
    return question.model_copy(update={"evidence": groups})


def _moved_anchor(anchor: Anchor, starts: Mapping[str, int]) -> Anchor:
    if anchor.doc_id is None or anchor.start is None or anchor.end is None:
        return anchor
    by = starts.get(anchor.doc_id, 0)
    return anchor.model_copy(update={"start": anchor.start - by, "end": anchor.end - by})
