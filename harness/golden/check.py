"""Looks for what makes a golden set measure something other than it seems to."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from harness.golden.anchors import Anchors, answer_apart, leaks, repeated
from harness.golden.parse import QUESTION_FIELDS
from harness.golden.read import GoldenSet
from harness.types import Chunk, Question

Severity = Literal["fault", "warning"]

KINDS: dict[str, tuple[Severity, str]] = {
    "anchor_missing": ("fault", "evidence that the gold documents do not hold"),
    "anchor_unparsed": ("fault", "evidence that the parser lost: the file holds it, its text does not"),
    "anchor_cut": ("fault", "evidence that no chunk holds whole"),
    "no_unanswerables": ("fault", "nothing tests whether it abstains"),
    "unanswerable_with_evidence": ("fault", "unanswerable questions that have an answer"),
    "undecidable": ("warning", "answerable questions without evidence or gold documents"),
    "no_answers": ("warning", "answerable questions without accepted answers"),
    "answer_not_in_evidence": ("warning", "accepted answers that the evidence does not hold"),
    "anchor_elsewhere": ("warning", "evidence that other places hold too"),
    "evidence_repeated": ("warning", "evidence given twice"),
    "leak": ("warning", "questions that give their answer away"),
    "same_question": ("warning", "questions asked twice"),
    "unread_field": ("warning", "fields that nothing reads"),
    "small_slices": ("warning", "slices too small to say anything"),
}
"""Every kind of finding, in the order reported, with its severity and what it is about."""

SMALL_SLICE = 5
_LISTED_SLICES = 8
_LIKE_A_FIELD = 0.8


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found; `question_id` is null where it is about the whole set."""

    severity: Severity
    kind: str
    question_id: str | None
    message: str


def check_golden(golden: GoldenSet, chunks: Sequence[Chunk] | None = None) -> tuple[Finding, ...]:
    """Return all findings by kind, then in file order; cut evidence is looked for where `chunks` are given."""
    found = [
        Finding(KINDS[kind][0], kind, question_id, message)
        for kind, question_id, message in _findings(golden, Anchors(golden.documents, chunks, golden.raw))
    ]
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(sorted(found, key=lambda finding: order[finding.kind]))


def resolution_points(golden: GoldenSet) -> float | None:
    """Return how many percentage points of accuracy one question is worth; null where none is answerable."""
    return 100 / golden.info.answerable if golden.info.answerable else None


def _findings(golden: GoldenSet, anchors: Anchors) -> Iterator[tuple[str, str | None, str]]:
    first_asked: dict[str, str] = {}
    slices: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    for question in golden.questions():
        slices[question.type] += 1
        unread.update(question.extra.keys())
        first = first_asked.setdefault(_normal(question.question), question.id)
        if first != question.id:
            yield "same_question", question.id, f"asks the same as {first!r}; delete one, or it counts double"
        about = _about_answerable(question, anchors) if question.answerable else _about_unanswerable(question)
        for kind, message in about:
            yield kind, question.id, message
    if not golden.info.unanswerable:
        yield "no_unanswerables", None, 'no question has "answerable": false; add some that the documents do not answer'
    for name, count in unread.items():
        close = difflib.get_close_matches(name, QUESTION_FIELDS, n=1, cutoff=_LIKE_A_FIELD)
        if close:
            yield "unread_field", None, f"{name!r} in {count} questions is not read; did you mean {close[0]!r}?"
    small = sorted((count, name) for name, count in slices.items() if count < SMALL_SLICE)
    if small:
        yield "small_slices", None, _small(small)


def _about_answerable(question: Question, anchors: Anchors) -> Iterator[tuple[str, str]]:
    yield from anchors.missing_and_cut(question)
    if not question.evidence and not question.gold_doc_ids:
        yield "undecidable", "neither evidence nor gold_doc_ids: no stage can be blamed; add one"
    if not question.answers:
        yield "no_answers", "no accepted answers: whether it was answered right cannot be known; add one"
    apart = answer_apart(question)
    if apart:
        yield "answer_not_in_evidence", apart
    yield from (("anchor_elsewhere", message) for message in anchors.elsewhere(question))
    yield from (("evidence_repeated", message) for message in repeated(question))
    yield from (("leak", message) for message in leaks(question))


def _about_unanswerable(question: Question) -> Iterator[tuple[str, str]]:
    given = [name for name in ("evidence", "answers") if getattr(question, name)]
    if given:
        yield "unanswerable_with_evidence", f"unanswerable, yet it has {' and '.join(given)}; remove them or the label"


def _normal(question: str) -> str:
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", question).casefold())) or question


def _small(small: list[tuple[int, str]]) -> str:
    named = ", ".join(f"{name} ({count})" for count, name in small[:_LISTED_SLICES])
    more = f" and {len(small) - _LISTED_SLICES} more" if len(small) > _LISTED_SLICES else ""
    has = "1 slice has" if len(small) == 1 else f"{len(small)} slices have"
    return f"{has} fewer than {SMALL_SLICE} questions: {named}{more}; read their rates with care, or add questions"
