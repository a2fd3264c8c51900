"""Looks for what makes a golden set measure something other than it seems to."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from harness import plugins
from harness.golden.anchors import Anchors, answer_apart, leaks, repeated
from harness.golden.answerable import SentenceIndex
from harness.golden.content import content_analyzer
from harness.golden.evidence import Locator
from harness.golden.misspelt import describe, misspelt
from harness.golden.read import GoldenSet
from harness.golden.reuse import Reuse, ReuseMeter
from harness.golden.twins import near_twins
from harness.protocols import Analyzer
from harness.text.counted import agreeing, counted
from harness.text.literal import excerpt
from harness.text.patterns import has_nested_repeat
from harness.types import Chunk, Question

Severity = Literal["fault", "warning"]

KINDS: dict[str, tuple[Severity, str]] = {
    "anchor_missing": ("fault", "evidence that the gold documents do not hold"),
    "anchor_unparsed": ("fault", "evidence that the parser lost: the file holds it, its text does not"),
    "anchor_cut": ("fault", "evidence that no chunk holds whole"),
    "no_unanswerables": ("fault", "nothing tests whether it abstains"),
    "unanswerable_with_evidence": ("fault", "unanswerable questions that have an answer"),
    "misspelt_field": ("fault", "fields that nothing reads, where the one that was meant is missing"),
    "undecidable": ("warning", "answerable questions without evidence or gold documents"),
    "retrieval_only": ("warning", "nothing to answer: it measures retrieval alone"),
    "no_answers": ("warning", "answerable questions without accepted answers"),
    "answer_not_in_evidence": ("warning", "accepted answers that the evidence does not hold"),
    "slow_pattern": ("warning", "patterns that may take for ever on a long answer"),
    "anchor_elsewhere": ("warning", "evidence that other places hold too"),
    "anchor_ambiguous": ("warning", "evidence too common to say what was found"),
    "evidence_repeated": ("warning", "evidence given twice"),
    "leak": ("warning", "questions that give their answer away"),
    "reuses_evidence": ("warning", "questions in the words of the sentence that answers them"),
    "perhaps_answerable": ("warning", "unanswerable questions that the corpus may answer"),
    "no_shared_term": ("warning", "questions of which the corpus holds no term"),
    "same_question": ("warning", "questions asked twice"),
    "near_same_question": ("warning", "questions asked nearly twice"),
    "types_missing": ("warning", "questions that are in no slice"),
    "unread_field": ("warning", "fields that nothing reads"),
    "small_slices": ("warning", "slices too small to say anything"),
}
"""Every kind of finding, in the order reported, with its severity and what it is about."""

SMALL_SLICE = 5
ENOUGH_TO_SLICE = 20
_ANY_SCRIPT = "unicode"
UNTYPED = "untyped"
_LISTED_SLICES = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found; `question_id` is null where it is about the whole set."""

    severity: Severity
    kind: str
    question_id: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Checked:
    """All findings, and how much each answerable question reuses of its evidence, most first."""

    findings: tuple[Finding, ...]
    reuse: tuple[Reuse, ...]


def check_golden(golden: GoldenSet, chunks: Sequence[Chunk] | None = None) -> Checked:
    """Return findings by kind, then in file order; cut evidence is looked for where `chunks` are given."""
    check = _Check(golden, chunks)
    found = [Finding(KINDS[kind][0], kind, question_id, message) for kind, question_id, message in check.findings()]
    order = {kind: number for number, kind in enumerate(KINDS)}
    return Checked(
        findings=tuple(sorted(found, key=lambda finding: order[finding.kind])),
        reuse=tuple(sorted(check.reuse, key=lambda reuse: -reuse.score)),
    )


def resolution_points(golden: GoldenSet) -> float | None:
    """Return how many percentage points of accuracy one question is worth; null where none is answerable."""
    return 100 / golden.info.answerable if golden.info.answerable else None


class _Check:
    """One pass over the questions, and what can only be said after it."""

    def __init__(self, golden: GoldenSet, chunks: Sequence[Chunk] | None) -> None:
        locator = Locator(golden.documents)
        self._golden = golden
        self._anchors = Anchors(golden.documents, chunks, golden.raw, locator)
        self._analyzer = content_analyzer(golden.language)
        self._whole = content_analyzer(golden.language, stopwords=True)
        self._meter = ReuseMeter(golden.documents, locator, self._analyzer)
        self._slices: Counter[str] = Counter()
        self.reuse: list[Reuse] = []

    def findings(self) -> Iterator[tuple[str, str | None, str]]:
        """Yield `(kind, question id, message)` in any order."""
        first_asked: dict[str, str] = {}
        words: dict[str, frozenset[str]] = {}
        unread: Counter[tuple[str, str]] = Counter()
        without: list[str] = []
        for question in self._golden.questions():
            self._slices[question.type] += 1
            unread.update((name, meant) for name, meant, is_missing in misspelt(question) if not is_missing)
            first = first_asked.setdefault(_normal(question.question), question.id)
            if first != question.id:
                yield "same_question", question.id, f"asks the same as {first!r}; delete one, or it counts double"
            else:
                words[question.id] = frozenset(self._whole.terms(question.question))
            if question.answerable and not question.answers:
                without.append(question.id)
            about = self._about_answerable if question.answerable else self._about_unanswerable
            for kind, message in about(question):
                yield kind, question.id, message
        for name, other, index in near_twins(words):
            yield "near_same_question", name, _near(other, index)
        yield from self._reused()
        yield from self._about_answers(without)
        yield from self._about_all(unread)
        yield from self._about_terms()

    def _about_answerable(self, question: Question) -> Iterator[tuple[str, str]]:
        anchors = self._anchors
        yield from anchors.missing_and_cut(question)
        if not question.evidence and not question.gold_doc_ids:
            yield "undecidable", "neither evidence nor gold_doc_ids: no stage can be blamed; add one"
        apart = answer_apart(question)
        if apart:
            yield "answer_not_in_evidence", apart
        if (question.match or self._golden.defaults.get("judge")) == "regex":
            for answer in filter(has_nested_repeat, question.answers):
                told = (
                    "repeats what repeats already, as (a+)+ does; write it so that it can match in one way only, as a+"
                )
                yield "slow_pattern", f"the pattern {answer!r} {told}"
        yield from (("anchor_elsewhere", message) for message in anchors.elsewhere(question))
        yield from (("anchor_ambiguous", message) for message in anchors.ambiguous(question))
        yield from (("evidence_repeated", message) for message in repeated(question))
        yield from (("leak", message) for message in leaks(question))
        if reuse := self._meter.score(question):
            self.reuse.append(reuse)

    def _about_unanswerable(self, question: Question) -> Iterator[tuple[str, str]]:
        given = [name for name in ("evidence", "answers") if getattr(question, name)]
        if given:
            held = self._anchors.holding(question.answers)
            where = f" ({excerpt(held[0])} stands in {held[1]!r})" if held else ""
            told = f"unanswerable, yet it has {' and '.join(given)}{where}; remove them or the label"
            yield "unanswerable_with_evidence", told
        if covering := self._sentences.covering(question.question):
            doc_id, sentence, share = covering
            told = f"{excerpt(sentence)} in {doc_id!r} holds {share:.0%} of what it asks; make sure it is no answer"
            yield "perhaps_answerable", told

    @cached_property
    def _sentences(self) -> SentenceIndex:
        return SentenceIndex(self._golden.documents, self._analyzer)

    def _reused(self) -> Iterator[tuple[str, str | None, str]]:
        for reuse in sorted(self.reuse, key=lambda reuse: -reuse.score):
            if reuse.is_high:
                told = f"{reuse.shared} of its {reuse.words} content words stand in the sentence that answers it"
                yield "reuses_evidence", reuse.question_id, f"{told}; ask it as somebody who has not read that"

    def _about_answers(self, without: Sequence[str]) -> Iterator[tuple[str, str | None, str]]:
        """Tell which questions have no accepted answers; where all have none, once, for then nobody will be asked to answer."""
        info = self._golden.info
        if len(without) == info.questions:
            told = "no question has accepted answers; harness sweep measures it, and to test answers add some"
            yield "retrieval_only", None, f'{told}, with questions that are "answerable": false among them'
            return
        for question_id in without:
            yield (
                "no_answers",
                question_id,
                "no accepted answers: whether it was answered right cannot be known; add one",
            )
        if not info.unanswerable:
            told = 'no question has "answerable": false; add some that the documents do not answer'
            yield "no_unanswerables", None, told

    def _about_terms(self) -> Iterator[tuple[str, str | None, str]]:
        """Tell where in most questions the set's analyzer finds no term of the corpus, and another one does."""
        spelling = self._golden.defaults.get("analyzer", "plain")
        asked = [question.question for question in self._golden.questions() if question.answerable]
        left = self._without_term(asked, spelling)
        if 2 * len(left) > len(asked) and 2 * len(self._without_term(left, _ANY_SCRIPT)) < len(left):
            told = f"{len(left)} of {len(asked)} answerable questions share no term with the corpus under analyzer {spelling}"
            tried = f'try analyzer = "{_ANY_SCRIPT}", or snowball:LANGUAGE, under [defaults] in golden.toml'
            yield "no_shared_term", None, f"{told}: no retriever by terms finds anything for them; {tried}"

    def _without_term(self, asked: Sequence[str], spelling: str) -> list[str]:
        """Return the questions of which no document holds a term."""
        module, options = plugins.part("analyze", spelling)
        analyzer: Analyzer = module.make(options)
        left = {text: frozenset(analyzer.terms(text)) for text in asked}
        for document in self._golden.documents:
            if not left:
                break
            terms = frozenset(analyzer.terms(f"{document.title} {document.text}"))
            left = {text: wanted for text, wanted in left.items() if terms.isdisjoint(wanted)}
        return [text for text in asked if text in left]

    def _about_all(self, unread: Counter[tuple[str, str]]) -> Iterator[tuple[str, str | None, str]]:
        yield from (("misspelt_field", None, message) for message in self._golden.info.misspelt)
        yield from (("unread_field", None, message) for message in describe(unread, "questions"))
        small = sorted((count, name) for name, count in self._slices.items() if count < SMALL_SLICE)
        if small:
            yield "small_slices", None, _small(small)
        total = self._slices.total()
        if untyped := self._slices[UNTYPED]:
            told = f"{untyped} of {counted(total, 'question')} {agreeing(untyped, 'has', 'have')} no type; tag them (identifier, keyword, paraphrase, multi_hop, …)"
            yield "types_missing", None, f"{told}: a mean over all kinds hides the kind that fails"
        elif len(self._slices) == 1 and total >= ENOUGH_TO_SLICE:
            told = f"all {total} questions are of type {next(iter(self._slices))!r}; tag them by what makes them hard"
            yield "types_missing", None, f"{told}: a mean over all kinds hides the kind that fails"


def _near(other: str, index: float) -> str:
    return f"asks nearly the same as {other!r} (Jaccard {index:.2f}); delete one, or make the difference plain"


def _normal(question: str) -> str:
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", question).casefold())) or question


def _small(small: list[tuple[int, str]]) -> str:
    named = ", ".join(f"{name} ({count})" for count, name in small[:_LISTED_SLICES])
    more = f" and {len(small) - _LISTED_SLICES} more" if len(small) > _LISTED_SLICES else ""
    has = "1 slice has" if len(small) == 1 else f"{len(small)} slices have"
    return f"{has} fewer than {SMALL_SLICE} questions: {named}{more}; read their rates with care, or add questions"
