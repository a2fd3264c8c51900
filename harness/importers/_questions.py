"""The questions of an imported file: those of a golden set where a row asks one, and else the row's own."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from harness.errors import InputError
from harness.golden.jsonl import read_objects
from harness.golden.parse import parse_question
from harness.golden.read import GoldenSet, read_golden
from harness.plugins import names
from harness.types import Anchor, EvidenceGroup, GoldenInfo, Question

_WORD = re.compile(r"\w+")


class NoQuestionError(InputError):
    """A row says neither a question nor an id of the golden set."""


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """What a row says of its question; `place` is where it stands, for messages. A `type` that is given is a slice asked for."""

    id: str | None
    question: str | None
    answers: tuple[str, ...]
    evidence: tuple[str, ...]
    type: str | None
    answerable: bool
    place: str


@dataclass(frozen=True, slots=True)
class Found:
    """The question a row asks; `apart`: the golden set that was given does not have it."""

    question: Question
    apart: bool


class Asked:
    """Finds the questions of rows; what it holds grows with the golden set and with a hash for each question beside it."""

    def __init__(self, golden: GoldenSet | None) -> None:
        self.golden = golden
        self.joined = 0
        self._by_id: dict[str, Question] = {}
        self._by_text: dict[str, Question] = {}
        self._own: dict[str, tuple[bytes, bool]] = {}
        for question in golden_questions(golden) if golden else ():
            self._by_id[question.id] = question
            self._by_text.setdefault(normal(question.question), question)

    def question(self, own: OwnQuestion) -> Found:
        """Return the question of a row; raise `NoQuestionError` where it says neither a question nor a known id."""
        joined = self._join(own)
        if joined is not None:
            self.joined += 1
            return Found(joined if own.type is None else joined.model_copy(update={"type": own.type}), apart=False)
        if own.question is None or not own.question.strip():
            raise NoQuestionError(
                f"{own.place}: no question{f', and id {own.id!r} is none of the golden set' if own.id else ''};"
                " name its field with --map question=FIELD"
            )
        name = (
            own.id if own.id and own.id.strip() and own.id not in self._by_id else f"q-{_digest(normal(own.question))}"
        )
        question = Question(
            id=name,
            question=own.question,
            answers=own.answers,
            evidence=tuple(EvidenceGroup(alternatives=(Anchor(text=text),)) for text in own.evidence),
            answerable=own.answerable,
            type=own.type or "untyped",
        )
        asked = hashlib.blake2b(question.content(), digest_size=16).digest()
        self._own.setdefault(question.id, (asked, question.answerable))
        return Found(question, apart=self.golden is not None)

    def info(self, path: Path) -> GoldenInfo:
        """Return what identifies the questions: the golden set's own hash where rows ask nothing else."""
        answerable = sum(answerable for _, answerable in self._own.values())
        known = self.golden.info if self.golden else None
        if known and not self._own:
            return known
        digest = hashlib.sha256(known.sha256.encode() if known else b"")
        for asked, _ in sorted(self._own.values()):
            digest.update(asked)
        return GoldenInfo(
            name=f"{known.name} and {path.stem}" if known else path.stem,
            path=known.path if known else str(path),
            sha256=digest.hexdigest(),
            questions=(known.questions if known else 0) + len(self._own),
            answerable=(known.answerable if known else 0) + answerable,
            unanswerable=(known.unanswerable if known else 0) + len(self._own) - answerable,
        )

    def _join(self, own: OwnQuestion) -> Question | None:
        by_id = self._by_id.get(own.id) if own.id else None
        if own.question is None or not own.question.strip():
            return by_id
        wanted = normal(own.question)
        if by_id is not None and normal(by_id.question) == wanted:
            return by_id
        return self._by_text.get(wanted)


def read_labels(path: str) -> GoldenSet:
    """Read a golden set, or one without documents: a folder that has no corpus, or a questions file alone."""
    given = Path(path)
    file = given / "questions.jsonl" if given.is_dir() else given
    lacks_corpus = given.is_file() or (
        given.is_dir()
        and file.is_file()
        and not any((given / name).exists() for name in ("corpus.jsonl", "golden.toml"))
    )
    if not lacks_corpus:
        return read_golden(path)
    digest = hashlib.sha256()
    counts = [0, 0]
    for question in _without_corpus(file):
        digest.update(question.content() + b"\n")
        counts[question.answerable] += 1
    info = GoldenInfo(
        name=(given if given.is_dir() else given.parent).resolve().name,
        path=path,
        sha256=digest.hexdigest(),
        questions=sum(counts),
        answerable=counts[True],
        unanswerable=counts[False],
    )
    return GoldenSet(folder=file, info=info, documents=(), defaults={}, language="")


def golden_questions(golden: GoldenSet) -> list[Question]:
    """Return the questions of a golden set that `read_labels` read."""
    return list(golden.questions() if golden.documents else _without_corpus(golden.folder))


def _without_corpus(file: Path) -> list[Question]:
    """Return the questions of a file; ids of gold documents are kept, though no document can be looked up."""
    seen: dict[str, int] = {}
    questions = []
    for number, fields in read_objects(file):
        where = f"{file} line {number}"
        gold = fields.get("gold_doc_ids")
        question = parse_question({**fields, "gold_doc_ids": None}, where, {}, names("judge"))
        if isinstance(gold, list) and all(isinstance(name, str) for name in gold):
            question = question.model_copy(update={"gold_doc_ids": tuple(gold)})
        first = seen.setdefault(question.id, number)
        if first != number:
            raise InputError(f"{where}: id {question.id!r} is already on line {first}; rename one of them")
        questions.append(question)
    return questions


def normal(question: str) -> str:
    """Return a question as it is compared: without case, punctuation, white space and compatibility forms."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", question).casefold())) or question.strip()


def _digest(text: str) -> str:
    return hashlib.blake2b(json.dumps(text).encode(), digest_size=5).hexdigest()
