"""Plants before there is an answer: evidence deleted, lost in parsing, cut, hidden, outranked, dropped or not read."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from harness.selftest.places import documents_of, occurrences, places
from harness.selftest.plant import Answer, Check, NotMade, Plant, Scene, Seen, groups_of
from harness.selftest.quotes import refusal
from harness.selftest.world import NotPlantableError, World
from harness.text.words import count_words, word_spans
from harness.types import Cause, Document, EvidenceGroup

Group = EvidenceGroup | str
DECOYS = 4
_LARGEST_WINDOW = 200
_FIELD = "selftest"
_INK = "\u2588"


def retrieval_plants(world: World, group: Group, answer: Answer = refusal) -> Iterator[Plant | NotMade]:
    """Yield the plants on one evidence group, or `(kind, label, reason)` where one cannot be made."""
    for kind, label, cause, make in _MAKERS:
        try:
            scene, checks = make(world, group)
        except NotPlantableError as error:
            yield kind, label, str(error)
        else:
            yield Plant(kind, label, cause, scene, answer, checks=checks)


def scene(world: World, documents: Sequence[Document] | None = None, **settings: Any) -> Scene:
    """Return a world's scene with other documents or settings."""
    changed = world.settings.model_copy(update=settings)
    return Scene(world.question, world.documents if documents is None else tuple(documents), changed)


Made = tuple[Scene, tuple[Check, ...]]


# --- source and parse -------------------------------------------------------------------------------------------------


def redacted(world: World, group: Group) -> dict[str, str]:
    """Return, by document, the texts without a group's evidence; as long as before, so that other labels stay in place."""
    if isinstance(group, str):
        return {group: ""}
    texts: dict[str, str] = {}
    for anchor in group.alternatives:
        for document in documents_of(anchor, world.question, world.documents):
            text = texts.get(document.doc_id, document.text)
            spans = [(anchor.start, anchor.end)] if anchor.is_span else occurrences(anchor.text, text)
            for start, end in spans:
                if start is not None and end is not None:
                    text = text[:start] + re.sub(r"\S", _INK, text[start:end]) + text[end:]
                    texts[document.doc_id] = text
    return texts


def deleted(world: World, group: Group) -> Made:
    """Black the evidence out of the documents."""
    return scene(world, world.changed({i: {"text": text} for i, text in redacted(world, group).items()})), ()


def lost_in_parsing(world: World, group: Group) -> Made:
    """Leave the evidence in the raw file, and take it out of the text made of it."""
    texts = redacted(world, group)
    made = scene(world, world.changed({i: {"text": text} for i, text in texts.items()}))
    return replace(made, raw=tuple((d.doc_id, d.text) for d in world.documents if d.doc_id in texts)), ()


# --- chunk and filter -------------------------------------------------------------------------------------------------


def cut(world: World, group: Group) -> Made:
    """Let a window's edge fall inside the evidence, wherever it stands."""
    if isinstance(group, str):
        raise NotPlantableError("the question has no evidence string that a chunk could cut")
    runs = []
    texts = {document.doc_id: document.text for document in world.documents}
    words = {doc_id: [span[0] for span in word_spans(text)] for doc_id, text in texts.items()}
    for doc_id, start, end in places(group, world.question, world.documents):
        inside = [
            n
            for n, at in enumerate(words[doc_id])
            if start <= at < end or at <= start < end <= _end(words[doc_id], n, texts[doc_id])
        ]
        runs.append((min(inside, default=0), max(inside, default=0)))
    if any(first == last for first, last in runs):
        raise NotPlantableError("its evidence is a single word, which no chunker cuts")
    size = next((n for n in range(_LARGEST_WINDOW, 0, -1) if all(a // n != b // n for a, b in runs)), None)
    if size is None:
        raise NotPlantableError("no window cuts all places of its evidence")
    return scene(world, chunker=f"window:{size}:0"), (_no_chunk_has(group),)


def _end(starts: Sequence[int], number: int, text: str) -> int:
    return starts[number + 1] if number + 1 < len(starts) else len(text)


def _no_chunk_has(group: Group) -> Check:
    return lambda seen: None if seen.lacks(group, seen.chunks) else "a chunk may still hold it"


def hidden(world: World, group: Group) -> Made:
    """Keep every document that holds the evidence out of the search by a metadata field."""
    holding = holders(world, group)
    edits = {
        d.doc_id: {"metadata": {**d.metadata, _FIELD: "hidden" if d.doc_id in holding else "shown"}}
        for d in world.documents
    }
    return scene(world, world.changed(edits), filter=(f"{_FIELD}=shown",)), ()


def expired(world: World, group: Group) -> Made:
    """Let every document that holds the evidence be valid only until long ago."""
    holding = holders(world, group)
    edits: dict[str, dict[str, Any]] = {}
    for document in world.documents:
        kept = {k: v for k, v in document.metadata.items() if k not in {"valid_from", "valid_to"}}
        edits[document.doc_id] = {"metadata": kept | ({"valid_to": "1999-12-31"} if document.doc_id in holding else {})}
    return scene(world, world.changed(edits), as_of=dt.date(2000, 1, 1)), ()


def holders(world: World, group: Group) -> frozenset[str]:
    """Return the documents in which a group's evidence stands."""
    if isinstance(group, str):
        return frozenset({group})
    return frozenset(doc_id for doc_id, _, _ in places(group, world.question, world.documents))


# --- ranking ----------------------------------------------------------------------------------------------------------


def decoys(world: World) -> tuple[Document, ...]:
    """Return documents that repeat the question, once, twice and more: whatever ranks by its words puts one of them first."""
    asked = " ".join(world.question.question.split())
    return tuple(
        Document(doc_id=f"selftest-decoy-{n}", text=" ".join([asked] * n), metadata={"status": "current"})
        for n in range(1, DECOYS + 1)
    )


def below_depth(world: World, group: Group) -> Made:
    """Fill all places among the candidates with documents that repeat the question."""
    documents = (*decoys(world), *world.documents)
    return scene(world, documents, candidates=DECOYS - 1, k=DECOYS - 1), (_not_among_candidates(group),)


def _not_among_candidates(group: Group) -> Check:
    def check(seen: Seen) -> str | None:
        found = seen.by_id(seen.record.candidates.chunk_ids)
        if not found:
            return "the question finds nothing at all"
        return None if seen.lacks(group, found) else "the decoys did not push it out of the candidates"

    return check


def beyond_k(world: World, group: Group) -> Made:
    """Fill all places of the final k with documents that repeat the question, though it is a candidate."""
    documents = (*decoys(world), *world.documents)
    return scene(world, documents, k=DECOYS - 1), (_all_are_candidates, _not_in_k(group))


def reranked_out(world: World, group: Group) -> Made:
    """Do the same, with a reranker that agrees."""
    documents = (*decoys(world), *world.documents)
    return scene(world, documents, k=DECOYS - 1, rerank="lexical"), (_all_are_candidates, _not_in_k(group))


def demoted(world: World, group: Group) -> Made:
    """Rank its documents first by the question's words in a jumble, and below whole questions by their order."""
    words = world.question.question.split()
    jumble = " ".join(word for word in reversed(words) for _ in range(_REPEATED))
    holding = holders(world, group)
    padding = " ".join(d.text for d in world.documents if d.doc_id not in world.gold)[:_PADDING]
    long = tuple(d.model_copy(update={"text": f"{' '.join(words)} {padding} {d.doc_id}"}) for d in decoys(world))
    edits = {d.doc_id: {"text": f"{d.text}\n\n{jumble}"} for d in world.documents if d.doc_id in holding}
    made = scene(world, (*world.changed(edits), *long), k=DECOYS, rerank="lexical", chunker="whole")
    return made, (_all_are_candidates, _was_in_k(group, DECOYS), _not_in_k(group))


_REPEATED, _PADDING = 3, 6000


def _was_in_k(group: Group, k: int) -> Check:
    def check(seen: Seen) -> str | None:
        first = seen.by_id(seen.record.candidates.chunk_ids[:k])
        return None if seen.carrying(group, first) else "it is not within k even before the reranker"

    return check


def _all_are_candidates(seen: Seen) -> str | None:
    found = seen.by_id(seen.record.candidates.chunk_ids)
    everything = all(seen.carrying(group, found) for group in groups_of(seen.question))
    return None if everything else "the question does not find all its evidence to begin with"


def _not_in_k(group: Group) -> Check:
    def check(seen: Seen) -> str | None:
        final = [ranked.chunk for ranked in seen.record.chunks]
        return None if seen.lacks(group, final) else "the decoys did not push it out of k"

    return check


# --- assembly ---------------------------------------------------------------------------------------------------------


def duplicate(world: World, group: Group) -> Made:
    """Rank a copy of its document just before it; copies are dropped, and that one is no gold document."""
    if (
        not world.question.gold_doc_ids
        and not isinstance(group, str)
        and any(a.start is None for a in group.alternatives)
    ):
        raise NotPlantableError("the question names no gold document, so a copy is evidence too")
    holding = holders(world, group)
    copies = tuple(
        d.model_copy(update={"doc_id": f"selftest-copy-of-{d.doc_id}"}) for d in world.documents if d.doc_id in holding
    )
    return scene(world, (*copies, *world.documents)), (_all_in_k, _not_assembled(group))


def over_budget(world: World, group: Group) -> Made:
    """Give a budget smaller than the evidence itself, so that no chunk which holds it can fit."""
    words = 1 if isinstance(group, str) else min(count_words(a.text) for a in group.alternatives)
    return scene(world, budget=f"words:{max(1, words - 1)}"), (_all_in_k, _not_assembled(group))


def weak(world: World, group: Group) -> Made:
    """Cut all but the best chunk as weak, where a document that repeats the question is the best."""
    return scene(world, (*decoys(world), *world.documents), weak_cut=99.9), (_all_in_k, _not_assembled(group))


def _all_in_k(seen: Seen) -> str | None:
    final = [ranked.chunk for ranked in seen.record.chunks]
    everything = all(seen.carrying(group, final) for group in groups_of(seen.question))
    return None if everything else "the question does not find all its evidence to begin with"


def _not_assembled(group: Group) -> Check:
    def check(seen: Seen) -> str | None:
        return (
            None
            if seen.lacks(group, list(seen.shown().values()))
            else "a chunk that holds it is in the prompt all the same"
        )

    return check


_MAKERS: tuple[tuple[str, str, Cause, Any], ...] = (
    ("deleted from the source", "source", "not_in_corpus", deleted),
    ("lost in parsing", "parse", "lost_in_parsing", lost_in_parsing),
    ("cut by a boundary", "chunk", "cut_by_chunking", cut),
    ("hidden by the filter", "filter", "hidden_by_filter", hidden),
    ("no longer valid", "filter", "hidden_by_filter", expired),
    ("below the candidate depth", "first_stage", "below_depth", below_depth),
    ("beyond k", "rerank", "beyond_k", beyond_k),
    ("beyond k, reranked", "rerank", "beyond_k", reranked_out),
    ("reranked out", "rerank", "beyond_k", demoted),
    ("deduplicated away", "assemble", "duplicate", duplicate),
    ("over budget", "assemble", "over_budget", over_budget),
    ("cut as weak", "assemble", "weak", weak),
)
