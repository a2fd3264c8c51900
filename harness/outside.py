"""What another system says, as parts of a record: its contexts become chunks and spans, and evidence is looked for in them.

Its chunks are not ours, so nothing here goes by their ids alone. A context whose text stands in a document of the golden
set is that slice of it, and carries the evidence it covers, as a chunk of ours would. One that stands in none (another
parser, another edition) is its own document, and carries the evidence that stands whole in its text.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness.golden.evidence import Locator
from harness.reply import ReplyError
from harness.text.literal import collapse, contains_whole
from harness.trace import SHOWN, covered
from harness.types import (
    Chunk,
    Document,
    EvidenceGroup,
    Generation,
    GroupTrace,
    Passage,
    Place,
    Question,
    RankedChunk,
    Ranking,
    Reply,
    Span,
    Stage,
)

TELLING_CHARACTERS = 24
"""A text shorter than this stands in documents by chance, so its place is not looked for."""

_KEPT = 65_536
_MOST_PLACES = 8
_WORD = re.compile(r"\S+")

NO_INDEX = "nothing shows the system's index"
NO_STEPS = "nothing shows what was found and not used"
NO_CHOICE = "nothing shows what kept a candidate out of the contexts"
NO_ASSEMBLY = "nothing shows which of the reranked chunks the prompt holds"
NO_WINDOW = "nothing shows what of a long prompt its model read"
NO_CORPUS = "there are no documents to look for evidence in"


def undecidable(*, candidates: bool, reranked: bool = False, corpus: bool = True) -> dict[Stage, str]:
    """Return the stages that cannot be told apart, each with the reason, from what a system or a file shows.

    `candidates`: what was found before the contexts were chosen; `reranked`: a reranker is known to have chosen them.
    """
    stages: dict[Stage, str] = {} if corpus else {"source": NO_CORPUS}
    stages |= {"parse": NO_INDEX, "chunk": NO_INDEX, "filter": NO_INDEX, "first_stage": NO_INDEX}
    if candidates and reranked:
        stages |= {"assemble": NO_ASSEMBLY}
    else:
        reason = NO_CHOICE if candidates else NO_STEPS
        stages |= {"rerank": reason, "assemble": reason}
    return stages | {"truncate": NO_WINDOW}


@dataclass(frozen=True, slots=True)
class _Located:
    """A context as a chunk, where its text stands, and the documents it is known to be of."""

    chunk: Chunk
    score: float | None
    places: tuple[Place, ...]
    documents: frozenset[str]


class Outside:
    """Takes replies of one system; built once per run from the golden set's documents, if it has any."""

    def __init__(self, documents: Sequence[Document], *, fuzzy: bool = False) -> None:
        self._documents = {document.doc_id: document for document in documents}
        self._locator = Locator(documents, fuzzy=fuzzy)
        self._collapsed = [collapse(document.text) for document in documents]
        self._joined = "\n".join(self._collapsed)
        self._starts: list[int] = []
        start = 0
        for text in self._collapsed:
            self._starts.append(start)
            start += len(text) + 1
        self._ids = [document.doc_id for document in documents]
        self._found: dict[str, tuple[Place, ...]] = {}

    def take(self, question: Question, reply: Reply) -> dict[str, Any]:
        """Return the fields of a record that a reply fills; raise `ReplyError` where it lacks contexts or their text."""
        if reply.contexts is None:
            raise ReplyError("it holds no contexts: without them no stage can be told from another")
        texts: dict[str, str] = {}
        contexts = [self._locate(p, n, question, texts) for n, p in enumerate(reply.contexts, 1)]
        candidates = [self._locate(p, n, question, texts) for n, p in enumerate(reply.candidates or (), 1)]
        taken: dict[str, Any] = {
            "chunks": tuple(RankedChunk(chunk=c.chunk, rank=n, score=c.score) for n, c in enumerate(contexts, 1)),
            "spans": tuple(Span(number=n, chunk_id=c.chunk.chunk_id) for n, c in enumerate(contexts, 1)),
            "candidates": _ranking(candidates),
            "prompt": reply.prompt,
            "trace": tuple(self._trace(question, contexts, candidates)),
        }
        if reply.answer is not None:
            taken["generation"] = Generation(
                answer=reply.answer,
                model=reply.model or "",
                prompt_tokens=reply.prompt_tokens,
                answer_tokens=reply.answer_tokens,
            )
        return taken

    def _locate(self, passage: Passage, number: int, question: Question, texts: dict[str, str]) -> _Located:
        named = next((name for name in (passage.id, passage.source) if name and name in self._documents), None)
        text = passage.text
        if text is None:
            if passage.id is None or passage.id not in self._documents:
                raise ReplyError(
                    f"context {number} is {passage.id!r}, without a text, and no document of the golden set"
                )
            text = self._documents[passage.id].text
        places = self._places(text, named)
        place = _preferred(places, question.gold_doc_ids)
        doc_id = place.doc_id if place else named or passage.source or passage.id or f"text-{_digest(text)}"
        document = self._documents.get(doc_id)
        identity = passage.id or (f"{doc_id}[{place.start}:{place.end}]" if place else f"text-{_digest(text)}")
        chunk = Chunk(
            chunk_id=_unique(identity, text, texts),
            doc_id=doc_id,
            start=place.start if place else 0,
            end=place.end if place else len(text),
            text=text,
            title=passage.title or (document.title if document else ""),
            source=passage.source or (document.source if document else ""),
            metadata=passage.metadata or (document.metadata if document else {}),
        )
        known = frozenset(p.doc_id for p in places) | ({named} if named else frozenset())
        return _Located(chunk, passage.score, places, known)

    def _places(self, text: str, named: str | None) -> tuple[Place, ...]:
        """Return where a context stands: in the document it names, or else in any, if it is long enough to tell."""
        if named and text == self._documents[named].text:
            return (Place(doc_id=named, start=0, end=len(text)),)
        if not self._documents:
            return ()
        wanted = collapse(text)
        if len(wanted) < TELLING_CHARACTERS:
            return ()
        found = self._found.get(wanted)
        if found is None:
            if len(self._found) >= _KEPT:
                self._found.clear()
            found = self._found[wanted] = tuple(self._search(wanted))
        return tuple(place for place in found if place.doc_id == named) or found

    def _search(self, wanted: str) -> Iterator[Place]:
        at = self._joined.find(wanted)
        seen = 0
        while at != -1 and seen < _MOST_PLACES:
            number = bisect_right(self._starts, at) - 1
            doc_id = self._ids[number]
            start, end = _original(self._documents[doc_id].text, at - self._starts[number], len(wanted))
            yield Place(doc_id=doc_id, start=start, end=end)
            seen += 1
            at = self._joined.find(wanted, at + 1)

    def _trace(
        self, question: Question, contexts: Sequence[_Located], candidates: Sequence[_Located]
    ) -> Iterator[GroupTrace]:
        if question.evidence:
            for number, group in enumerate(question.evidence):
                stands, differs = self._locator.found(group, question.gold_doc_ids)
                carries = [_carries(c, group, stands, question) for c in contexts]
                before = [_carries(c, group, stands, question) for c in candidates]
                anchor = group.alternatives[0].text
                label = {"label": "evidence", "anchor": anchor, "places": stands[:SHOWN], "fuzzy": differs}
                reunited = not any(carries) and self._reunited(stands, contexts)
                yield _made(number, label, (contexts, carries), (candidates, before), reunited=reunited)
        else:
            for number, doc_id in enumerate(question.gold_doc_ids):
                carries = [doc_id in c.documents for c in contexts]
                before = [doc_id in c.documents for c in candidates]
                label = {"label": "gold_document", "anchor": doc_id}
                yield _made(number, label, (contexts, carries), (candidates, before))

    def _reunited(self, places: Iterable[Place], contexts: Sequence[_Located]) -> bool:
        return any(
            covered(
                place, self._documents[place.doc_id].text, [c.chunk for c in contexts if c.chunk.doc_id == place.doc_id]
            )
            for place in places
        )


def _carries(context: _Located, group: EvidenceGroup, stands: Sequence[Place], question: Question) -> bool:
    if context.places:
        return any(
            at.doc_id == place.doc_id and at.start <= place.start and place.end <= at.end
            for at in context.places
            for place in stands
        )
    gold = question.gold_doc_ids
    if gold and context.documents and context.documents.isdisjoint(gold):
        return False
    return any(contains_whole(anchor.text, context.chunk.text) for anchor in group.alternatives)


def _made(
    number: int,
    label: dict[str, Any],
    contexts: tuple[Sequence[_Located], Sequence[bool]],
    candidates: tuple[Sequence[_Located], Sequence[bool]],
    *,
    reunited: bool = False,
) -> GroupTrace:
    kept = [n for n, carries in enumerate(contexts[1], 1) if carries]
    ranked = [n for n, carries in enumerate(candidates[1], 1) if carries]
    ids = tuple(dict.fromkeys(contexts[0][n - 1].chunk.chunk_id for n in kept))
    carriers = tuple(dict.fromkeys([*ids, *(candidates[0][n - 1].chunk.chunk_id for n in ranked)]))
    return GroupTrace(
        group=number,
        **label,
        carriers=carriers[:SHOWN],
        carrier_count=len(carriers),
        visible_count=len(carriers),
        candidate_rank=ranked[0] if ranked else None,
        final_rank=kept[0] if kept else None,
        kept=ids,
        spans=tuple(kept),
        reunited=reunited,
    )


def _ranking(candidates: Sequence[_Located]) -> Ranking:
    scores = [c.score for c in candidates if c.score is not None]
    return Ranking(
        chunk_ids=tuple(c.chunk.chunk_id for c in candidates),
        scores=tuple(scores) if len(scores) == len(candidates) else (),
    )


def _preferred(places: Sequence[Place], gold: Sequence[str]) -> Place | None:
    return next((place for place in places if place.doc_id in gold), places[0] if places else None)


def _unique(identity: str, text: str, texts: dict[str, str]) -> str:
    """Return the id, or one with a number where a record has that id for another text."""
    name, count = identity, 1
    while texts.setdefault(name, text) != text:
        count += 1
        name = f"{identity}~{count}"
    return name


def _original(text: str, start: int, length: int) -> tuple[int, int]:
    """Return where in `text` a slice of its collapsed form stands."""
    at, first = 0, None
    for word in _WORD.finditer(text):
        size = word.end() - word.start()
        if first is None and at + size > start:
            first = word.start() + start - at
        if first is not None and at + size >= start + length:
            return first, word.start() + start + length - at
        at += size + 1
    return first or 0, len(text)


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
