"""The needle test: one invented fact among real documents, found or not by place and size of context.

No model can know the fact, and the answer is a number, so nothing is left to a grader. Nothing is retrieved: what is measured
is the model's reading, by position and size of the context, and what the reading costs in prompt tokens. It is the easiest
reading task there is, a rare key to match: what fails here will fail elsewhere, what passes here is not thereby safe.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Iterator, Sequence

from harness.context.assemble import Context
from harness.context.budget import estimate_tokens
from harness.errors import InputError
from harness.measure.needle import Answered, Fact, Position, Trial
from harness.pipeline import Stages, ask
from harness.prompt import build_prompt
from harness.text.counted import agreeing, counted
from harness.text.literal import contains_whole
from harness.text.words import word_spans
from harness.types import Chunk, Document, Fault, Generation, Span

STATEMENT = "The approved budget for project {key} is {value} credits."
QUESTION = "What is the approved budget for project {key}?"

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
_SEPARATED = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")
_TRIES = 1000


def make_facts(documents: Sequence[Document], count: int, seed: int, statement: str, question: str) -> list[Fact]:
    """Return facts whose keys and values no document holds; raise `InputError` for a template without its places."""
    for flag, template, wanted in (("--statement", statement, ("key", "value")), ("--question", question, ("key",))):
        for name in wanted:
            if "{" + name + "}" not in template:
                raise InputError(f"{flag} {template!r}: must hold {{{name}}}, e.g. {flag} {STATEMENT!r}")
    draw = random.Random(seed)  # noqa: S311 -- a draw that must be repeatable, not unforeseeable
    texts = [document.text for document in documents]
    facts: dict[str, Fact] = {}
    values: set[int] = set()
    for _ in range(_TRIES * count):
        key = f"{''.join(draw.choices(_LETTERS, k=3))}-{draw.randrange(10, 100)}"
        value = draw.randrange(100_000, 1_000_000)
        if (
            key in facts
            or value in values
            or any(key in text or str(value) in text or f"{value:,}" in text for text in texts)
        ):
            continue
        values.add(value)
        told = _filled(statement, key, value)
        facts[key] = Fact(key, value, told, _filled(question, key, value))
        if len(facts) == count:
            return list(facts.values())
    raise InputError(f"--facts {count}: the documents leave no room for so many invented ones; ask for fewer")


def _filled(template: str, key: str, value: int) -> str:
    return template.replace("{key}", key).replace("{value}", f"{value:,}")


def trials(facts: Sequence[Fact], sizes: Sequence[int], positions: Sequence[Position]) -> Iterator[Trial]:
    """Yield every trial, cell by cell; a context of one document has one position, one of two has no middle."""
    for size in sizes:
        for position in places(size, positions):
            for number, fact in enumerate(facts):
                yield Trial(f"needle-{size}-{position}-{number}", fact, number, size, position)


def places(size: int, positions: Sequence[Position]) -> Sequence[Position]:
    """Return those of the positions that a context of so many documents has; one of them at least."""
    if size == 1:
        return positions[:1]
    return [p for p in positions if p != "middle" or size > 2] or positions  # noqa: PLR2004 -- a start and an end


def left_out(sizes: Sequence[int], positions: Sequence[Position]) -> Iterator[str]:
    """Yield which positions a size does not have, one sentence each."""
    for size in sizes:
        lacking = [p for p in positions if p not in places(size, positions)]
        if lacking:
            why = agreeing(
                size, "a context of one document has one position", "a context of two has a start and an end"
            )
            yield f"{counted(size, 'document')}: no {' and no '.join(lacking)}, for {why}"


def context_of(trial: Trial, documents: Sequence[Document], document_words: int, seed: int) -> Context:
    """Return the context of a trial: drawn documents, each cut after so many words, with the fact at its position.

    The same fact has the same documents at every position, so that positions are compared on equal ground.
    """
    draw = random.Random(f"{seed} {trial.number} {trial.documents}")  # noqa: S311 -- as above
    chosen = draw.sample(documents, trial.documents - 1)
    at = {"start": 0, "middle": (trial.documents - 1) // 2, "end": trial.documents - 1}[trial.position]
    texts = [_first_words(document.text, document_words) for document in chosen]
    ids = [document.doc_id for document in chosen]
    texts.insert(at, trial.fact.statement)
    ids.insert(at, "needle")
    chunks = tuple(
        Chunk(chunk_id=f"{doc_id}#0", doc_id=doc_id, start=0, end=len(text), text=text)
        for doc_id, text in zip(ids, texts, strict=True)
    )
    spans = tuple(Span(number=number, chunk_id=chunk.chunk_id) for number, chunk in enumerate(chunks, 1))
    return Context(spans=spans, texts=tuple(texts), chunks=chunks, dropped=())


def _first_words(text: str, words: int) -> str:
    spans = [span for span, _ in zip(word_spans(text), range(words), strict=False)]
    return text[spans[0][0] : spans[-1][1]] if spans else ""


def is_right(answer: str, value: int) -> bool:
    """Return whether the answer holds the number, whole, however its thousands are written."""
    return contains_whole(str(value), _SEPARATED.sub("", answer))


async def answer_trials(
    asked: Iterator[Trial],
    documents: Sequence[Document],
    stages: Stages,
    *,
    document_words: int,
    seed: int,
    watch: Callable[[Answered], None] | None = None,
) -> list[Answered]:
    """Answer the trials, `settings.concurrency` at a time, and return them in their order."""
    done: dict[int, Answered] = {}
    waiting = iter(enumerate(asked))

    async def work() -> None:
        for place, trial in waiting:
            context = context_of(trial, documents, document_words, seed)
            prompt = build_prompt(stages.template, trial.id, trial.fact.question, context)
            done[place] = _answered(trial, await ask(prompt, stages), prompt.text, prompt.refusal)
            if watch:
                watch(done[place])

    async with asyncio.TaskGroup() as group:
        for _ in range(stages.settings.concurrency):
            group.create_task(work())
    return [done[place] for place in sorted(done)]


def _answered(trial: Trial, got: Generation | Fault, prompt: str, refusal: str) -> Answered:
    if isinstance(got, Fault):
        return Answered(trial, False, False, False, got, "", estimate_tokens(prompt), estimated=True)
    reported = got.prompt_tokens
    return Answered(
        trial=trial,
        right=is_right(got.answer, trial.fact.value),
        refused=refusal in got.answer,
        cut=got.prompt_cut is not None,
        fault=None,
        answer=got.answer,
        prompt_tokens=estimate_tokens(prompt) if reported is None else reported,
        estimated=reported is None,
    )
