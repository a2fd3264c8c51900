"""No model: the sentence of the spans that shares the most terms with the question, cited (the first seed's stand-in).

Below two shared terms it declines. With a script (JSONL) chosen questions get a written answer, a delay or a failure,
so that any fault can be staged:

    {"id": "q1", "answer": "The cutoff is 0.9 [S1]."}
    {"id": "q2", "raise": "the server is gone"}
    {"id": "q3", "delay_seconds": 2.5, "answer": "Late [S1]."}
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.errors import HarnessError, InputError, nearest
from harness.protocols import Analyzer, Generator
from harness.text.citations import show_citation
from harness.text.literal import collapse
from harness.types import Frozen, Generation, Prompt

_LEAST_SHARED = 2
_CJK_ENDS = "。！？"
_KEYS = ("id", "answer", "raise", "delay_seconds")
_PROBE = "study studies happily geese kitabı evlerimizden Häuser Straße naïve ﬁne İzmir two words x²"
_STAGED_FORMS = '{"id", "answer"}, {"id", "raise"} or {"id", "delay_seconds", "answer"}'


class Options(Frozen):
    """Nothing to choose."""


class StagedError(HarnessError):
    """A failure that the script asked for."""


@dataclass(frozen=True, slots=True)
class Staged:
    """What the script says about one question; no answer means the usual one."""

    answer: str | None = None
    failure: str | None = None
    delay_seconds: float = 0


def make(_options: Options, *, analyzer: Analyzer, script: Path | None, service: object = None) -> Generator:
    """Return the generator; raise `InputError` with the line number where the script cannot be read."""
    del service
    return Scripted(analyzer, read_script(script) if script else {})


class Scripted:
    """Quotes the best sentence; deterministic, and it waits for nothing unless the script says so."""

    remote = False

    def __init__(self, analyzer: Analyzer, script: Mapping[str, Staged]) -> None:
        self._analyzer = analyzer
        self._script = script
        self._literal_terms = has_literal_terms(analyzer)
        self.limited = any(staged.delay_seconds for staged in script.values())

    async def generate(self, prompt: Prompt) -> Generation:
        """Return the answer; raise `StagedError` where the script asks for it."""
        staged = self._script.get(prompt.question_id)
        if staged is None:
            return Generation(answer=self.quote(prompt), model="scripted")
        if staged.delay_seconds:
            await asyncio.sleep(staged.delay_seconds)
        if staged.failure is not None:
            raise StagedError(staged.failure)
        answer = staged.answer if staged.answer is not None else self.quote(prompt)
        return Generation(answer=answer, model="scripted")

    def quote(self, prompt: Prompt) -> str:
        """Return the cited sentence, or the prompt's refusal."""
        terms = set(self._analyzer.terms(prompt.question))
        shared, number, sentence = self._best_sentence(terms, prompt.texts)
        if shared < _LEAST_SHARED:
            return prompt.refusal
        end = sentence[-1] if sentence[-1] in _CJK_ENDS else "."
        return f"{sentence.rstrip(f'.{_CJK_ENDS}')} {show_citation(prompt.citation, number)}{end}"

    def _best_sentence(self, terms: set[str], texts: Sequence[str]) -> tuple[int, int, str]:
        """Return `(shared terms, span number, sentence)`; the first of equals.

        Terms that are literally in a text bound what it can share from above, so most sentences, and whole spans, need not
        be analysed at all.
        """
        best, number, chosen = 0, 0, ""
        shortest_first = sorted(terms, key=len)
        for place, text in enumerate(texts, 1):
            for sentence in self._promising(shortest_first, text, best):
                shared = len(terms.intersection(self._analyzer.terms(sentence)))
                if shared > best:
                    best, number, chosen = shared, place, sentence
        return best, number, chosen

    def _promising(self, terms: Sequence[str], text: str, best: int) -> Iterable[str]:
        """Return the sentences that may share more than `best` of the terms, which are given shortest first."""
        if not self._literal_terms:
            return _sentences(text)
        there = list(filter(text.lower().__contains__, terms))
        # Whatever shares more than `best` has one of all but `best`; the longest are the rarest, and few sentences pass.
        rarest = there[best:]
        if not rarest:
            return ()
        return [
            sentence
            for sentence in _sentences(text)
            if any(map((has := sentence.lower().__contains__), rarest)) and sum(map(has, there)) > best
        ]


def has_literal_terms(analyzer: Analyzer) -> bool:
    """Return whether every term stands in the lower-cased text, tried on words that stemming or folding would change."""
    lowered = _PROBE.lower()
    return all(term in lowered for term in analyzer.terms(_PROBE))


def _sentences(text: str) -> list[str]:
    """Return the sentences of `split_plain(collapse(text))`, Chinese and Japanese ones too.

    Where all white space is single spaces, replacing finds the same ends several times faster; looking for a mark alone is
    faster still.
    """
    ended = collapse(text)
    for mark in ".!?":
        if mark in ended:
            ended = ended.replace(f"{mark} ", f"{mark}\n")
    if not ended.isascii():
        for end in _CJK_ENDS:
            ended = ended.replace(end, f"{end}\n")
        ended = ended.replace("\n ", "\n").removesuffix("\n")
    return ended.split("\n")


def read_script(path: Path) -> dict[str, Staged]:
    """Return what a script says, by question id; raise `InputError` that names the line."""
    staged: dict[str, Staged] = {}
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    where = f"script {str(path)!r}, line {number}"
                    question_id, entry = _staged(line, where)
                    if question_id in staged:
                        raise InputError(f"{where}: id {question_id!r} is already staged; keep one line per question")
                    staged[question_id] = entry
    except OSError as error:
        raise InputError(f"script {str(path)!r}: {error.strerror}; name a JSONL file of {_STAGED_FORMS}") from None
    return staged


def _staged(line: bytes, where: str) -> tuple[str, Staged]:
    try:
        values = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error}); write {_STAGED_FORMS}") from None
    if not isinstance(values, dict) or not isinstance(values.get("id"), str):
        raise InputError(f"{where}: no question id; write {_STAGED_FORMS}")
    for key in values:
        if key not in _KEYS:
            raise InputError(f"{where}: key {key!r} is not known; {nearest(key, _KEYS)}")
    entry = Staged(
        answer=_text(values, "answer", where),
        failure=_text(values, "raise", where),
        delay_seconds=_delay(values.get("delay_seconds", 0), where),
    )
    if entry.answer is not None and entry.failure is not None:
        raise InputError(f"{where}: both answer and raise; keep one")
    if len(values) == 1:
        raise InputError(f"{where}: stages nothing; write {_STAGED_FORMS}")
    return values["id"], entry


def _text(values: Mapping[str, Any], key: str, where: str) -> str | None:
    value = values.get(key)
    if key in values and not isinstance(value, str):
        raise InputError(f"{where}: {key} must be a string, got {value!r}")
    return value


def _delay(value: object, where: str) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= float(str(value)) < math.inf:
        raise InputError(f"{where}: delay_seconds must be a number of seconds, 0 or more, got {value!r}")
    return float(str(value))
