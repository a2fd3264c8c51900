"""Reads a golden set: checks both files once from end to end, keeps the documents, and the questions where they are few."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from harness.analyze._languages import analyzer_for
from harness.errors import GoldenError, InputError, nearest
from harness.golden.digests import Digests, contents_key, keep_digests, known_digests
from harness.golden.jsonl import Fields, canonical, parse_object, read_lines, read_objects
from harness.golden.manifest import Manifest, read_manifest
from harness.golden.misspelt import describe, misspelt
from harness.golden.parse import parse_document, parse_question, quick_document
from harness.golden.raw import RawTexts
from harness.plugins import names
from harness.types import Document, GoldenInfo, Question

FEW = 10_000
"""The most questions that are kept as they were checked, at about 3 kB each; the file of more is read again."""


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """A golden set that has been checked; its memory is that of the documents and of at most `FEW` questions."""

    folder: Path
    info: GoldenInfo
    documents: tuple[Document, ...]
    defaults: Mapping[str, Any]
    language: str
    left_out_ids: frozenset[str] = frozenset()
    corpus_sha256: str | None = None
    raw: RawTexts | None = None
    few: tuple[Question, ...] | None = None

    def questions(self) -> Iterator[Question]:
        """Yield the questions in file order, without those that were left out.

        Raises `GoldenError` where the file has become unreadable since the set was read.
        """
        if self.few is not None:
            yield from self.few
            return
        corpus = {document.doc_id: document for document in self.documents}
        judges = names("judge")
        path = self.folder / "questions.jsonl"
        for number, fields in read_objects(path):
            if fields.get("id") not in self.left_out_ids:
                yield parse_question(fields, f"{path} line {number}", corpus, judges)


def read_corpus(path: str | Path) -> tuple[Path, Manifest, tuple[Document, ...]]:
    """Read the folder, manifest and documents at `path`, or `golden/<path>`; there need be no questions yet."""
    folder = find_folder(Path(path))
    manifest = read_manifest(folder)
    return folder, manifest, _documents(folder, manifest)


def read_golden(path: str | Path) -> GoldenSet:
    """Read the golden set at `path`, or `golden/<path>` where there is none.

    Raises `GoldenError` for the first fault of either file, with its line number and what to do about it.
    """
    folder, manifest, documents = read_corpus(path)
    raw = _raw(folder)
    key = contents_key(folder, raw.sha256 if raw else "")
    counts = _Counts()
    questions = _checked(folder / "questions.jsonl", manifest, documents, counts)
    digests = known_digests(key)
    if digests is None:
        digests = _digests(documents, raw, questions)
        keep_digests(key, digests)
    for _ in questions:
        pass
    return GoldenSet(
        folder=folder,
        info=GoldenInfo(
            name=manifest.name,
            path=str(folder),
            sha256=digests.golden,
            questions=counts.answerable + counts.unanswerable,
            answerable=counts.answerable,
            unanswerable=counts.unanswerable,
            left_out=tuple(f"{question_id}: {reason}" for question_id, reason in counts.left_out.items()),
            misspelt=(*describe(counts.misspelt, "questions"), *describe(_misspelt(documents), "documents")),
        ),
        documents=documents,
        defaults=MappingProxyType({**_of_language(manifest.language), **manifest.defaults}),
        language=manifest.language,
        corpus_sha256=digests.corpus,
        raw=raw,
        left_out_ids=frozenset(counts.left_out),
        few=None if counts.few is None else tuple(counts.few),
    )


def _digests(
    documents: Iterable[Document], raw: RawTexts | None, questions: Iterable[tuple[Fields, str | None]]
) -> Digests:
    digest = hashlib.sha256()
    for document in documents:
        digest.update(canonical(vars(document)) + b"\n")
    corpus = digest.hexdigest()
    digest.update(raw.sha256.encode() if raw else b"")
    for fields, left_out in questions:
        digest.update(canonical(fields) + (canonical({"left_out": left_out}) if left_out else b"") + b"\n")
    return Digests(corpus, digest.hexdigest())


def _of_language(language: str) -> dict[str, str]:
    analyzer = analyzer_for(language)
    return {"analyzer": analyzer} if analyzer else {}


class _Counts:
    def __init__(self) -> None:
        self.answerable = 0
        self.unanswerable = 0
        self.left_out: dict[str, str] = {}
        self.misspelt: Counter[tuple[str, str]] = Counter()
        self.few: list[Question] | None = []

    def add(self, question: Question) -> None:
        self.answerable += question.answerable
        self.unanswerable += not question.answerable
        self.misspelt.update(_missing(question))
        if self.few is not None:
            self.few.append(question)
            if len(self.few) > FEW:
                self.few = None


def _missing(item: Question | Document) -> Iterator[tuple[str, str]]:
    yield from ((name, meant) for name, meant, is_missing in misspelt(item) if is_missing)


def _misspelt(documents: Iterable[Document]) -> Counter[tuple[str, str]]:
    return Counter(found for document in documents if document.extra for found in _missing(document))


def find_folder(path: Path) -> Path:
    """Return the folder of a golden set, or `golden/<path>`; raise `GoldenError` where there is none."""
    try:
        for folder in (path, Path("golden") / path):
            if folder.is_dir():
                if not any(folder.iterdir()):
                    raise GoldenError(f"{folder}: the folder is empty; put corpus.jsonl and questions.jsonl there")
                return folder
            if folder.exists():
                raise GoldenError(f"{folder}: a file, not a golden set; name the folder that holds questions.jsonl")
        near = [p.name for p in Path("golden").iterdir() if p.is_dir()] if Path("golden").is_dir() else []
    except OSError as error:
        raise GoldenError(f"{str(path)!r}: {error.strerror}; name a folder that can be read") from None
    raise GoldenError(f"{str(path)!r}: no such folder, nor one in golden/; {nearest(path.name, near)}")


def _documents(folder: Path, manifest: Manifest) -> tuple[Document, ...]:
    if manifest.builder is not None:
        documents: tuple[Document, ...] = manifest.builder.build(folder, manifest.builder_options)
        first_line = _first_of_each([document.doc_id for document in documents])
        if len(first_line) < len(documents):
            twice = next(d.doc_id for n, d in enumerate(documents) if first_line[d.doc_id] != n)
            raise GoldenError(f"{folder / 'golden.toml'}: the builder made two documents {twice!r}; rename one")
        return documents
    path = folder / "corpus.jsonl"
    if not path.exists():
        raise GoldenError(f"{path}: missing; write one document a line, or name a builder in golden.toml")
    seen: dict[str, int] = {}
    read = []
    alike = True
    for number, _, content in read_lines(path):
        document = quick_document(content) if alike else None
        if document is None:
            # The lines of a corpus are alike: where one holds more, the next ones do.
            alike = False
            where = f"{path} line {number}"
            document = parse_document(parse_object(content, where), where)
        once(seen, document.doc_id, "doc_id", path, number)
        read.append(document)
    if not read:
        raise GoldenError(f'{path}: no documents; write one a line, such as {{"doc_id": "a", "text": "..."}}')
    return tuple(read)


def _raw(folder: Path) -> RawTexts | None:
    path = folder / "raw.jsonl"
    return RawTexts(path) if path.exists() else None


def _checked(
    path: Path, manifest: Manifest, documents: tuple[Document, ...], counts: _Counts
) -> Iterator[tuple[Fields, str | None]]:
    if not path.exists():
        raise GoldenError(f"{path}: missing; write one question a line")
    corpus = {document.doc_id: document for document in documents}
    judges = names("judge")
    seen: dict[str, int] = {}
    for number, fields in read_objects(path):
        where = f"{path} line {number}"
        reason = left_out(manifest, fields, where)
        # What a left-out question points at need not exist in this corpus, so only its own fields are checked.
        known = {**fields, "gold_doc_ids": None, "evidence": None} if reason else fields
        question = parse_question(known, where, corpus, judges)
        once(seen, question.id, "id", path, number)
        if reason:
            counts.left_out[question.id] = reason
        else:
            counts.add(question)
        yield fields, reason
    if not seen:
        raise GoldenError(f'{path}: no questions; write one a line, such as {{"id": "a", "question": "..."}}')
    if len(counts.left_out) == len(seen):
        raise GoldenError(
            f"{path}: every question is left out, the first because {next(iter(counts.left_out.values()))}"
        )


def left_out(manifest: Manifest, fields: Fields, where: str) -> str | None:
    """Return why the builder leaves a question out; null where it does not."""
    judge = getattr(manifest.builder, "left_out", None)
    if judge is None:
        return None
    try:
        reason: str | None = judge(fields, sys.version_info[:2])
    except InputError as error:
        raise GoldenError(f"{where}: {error}") from None
    return reason


def once(seen: dict[str, int], name: str, field: str, path: Path, number: int) -> None:
    """Note on which line a name stands; raise `GoldenError` where it stands on another one already."""
    first = seen.setdefault(name, number)
    if first != number:
        raise GoldenError(f"{path} line {number}: {field} {name!r} is already on line {first}; rename one of them")


def _first_of_each(ids: list[str]) -> dict[str, int]:
    return {doc_id: number for number, doc_id in reversed(list(enumerate(ids)))}
