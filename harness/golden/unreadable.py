"""Every line of a golden set that cannot be read, for the check: whoever uses a set stops at the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from harness.errors import GoldenError
from harness.golden.jsonl import parse_object, read_lines
from harness.golden.manifest import read_manifest
from harness.golden.parse import parse_document, parse_question
from harness.golden.read import find_folder, left_out, once
from harness.plugins import names
from harness.types import Document

T = TypeVar("T")


def unreadable_lines(path: str | Path) -> tuple[str, ...]:
    """Return what is wrong with each line of corpus and questions that `read_golden` would stop at; none where it reads on.

    Where a line of the corpus cannot be read, what questions point at is not looked up: its document may be the one meant.
    """
    folder = find_folder(Path(path))
    manifest = read_manifest(folder)
    errors: list[str] = []
    corpus, seen, broken = {}, dict[str, int](), 0
    if manifest.builder is not None:
        corpus = {document.doc_id: document for document in manifest.builder.build(folder, manifest.builder_options)}
    else:
        file = folder / "corpus.jsonl"

        def document(content: bytes, where: str) -> Document:
            return parse_document(parse_object(content, where), where)

        for number, read in _lines(file, document, errors):
            corpus[read.doc_id] = read
            _try(errors, once, seen, read.doc_id, "doc_id", file, number)
        broken = len(errors)
    file, judges, asked = folder / "questions.jsonl", names("judge"), dict[str, int]()

    def question(content: bytes, where: str) -> str:
        fields = parse_object(content, where)
        if broken or left_out(manifest, fields, where):
            fields = {**fields, "gold_doc_ids": None, "evidence": None}
        return parse_question(fields, where, corpus, judges).id

    for number, name in _lines(file, question, errors):
        _try(errors, once, asked, name, "id", file, number)
    return tuple(errors)


def _lines(file: Path, read: Callable[[bytes, str], T], errors: list[str]) -> Iterable[tuple[int, T]]:
    for number, _, content in read_lines(file):
        try:
            yield number, read(content, f"{file} line {number}")
        except GoldenError as error:
            errors.append(str(error))


def _try(errors: list[str], check: Callable[..., None], *arguments: object) -> None:
    try:
        check(*arguments)
    except GoldenError as error:
        errors.append(str(error))
