"""One question, straight down the page: retrieve → rerank → assemble → prompt → generate → verify → judge.

A failure is a value: the one boundary below times each step, applies its timeout and turns what it raised into a
`Fault` in the record. Cancellation passes through.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from harness.context.assemble import Context, assemble
from harness.context.budget import Budget
from harness.index.visibility import Visibility
from harness.prompt import PromptTemplate, build_prompt
from harness.protocols import Generator, Index, Judge, Reranker, Verifier
from harness.settings import Settings
from harness.text.citations import citation_pattern, strip_citations
from harness.trace import Ranking, Tracer
from harness.types import Chunk, Fault, Generation, Hit, Judgement, Question, RankedChunk, Record, Step, Verdict

T = TypeVar("T")


class Compute(Protocol):
    """Runs pure work, on the event loop or off it."""

    async def __call__(self, work: Callable[..., T], /, *arguments: Any) -> T:
        """Return `work(*arguments)`."""
        ...


@dataclass(frozen=True, slots=True)
class Stages:
    """The live parts of one run; `wiring.open_stages` makes it."""

    run_id: str
    settings: Settings
    fingerprint: str
    chunks: Sequence[Chunk]
    visibility: Visibility
    index: Index
    reranker: Reranker | None
    budget: Budget | None
    template: PromptTemplate
    generator: Generator
    verifier: Verifier
    judges: Mapping[str, Judge]
    tracer: Tracer
    compute: Compute


class _Failed(Exception):  # noqa: N818 -- a signal inside this module, never an error that leaves it
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Boundary:
    """Times steps, limits them and turns what they raise into faults."""

    def __init__(self, limit_seconds: float) -> None:
        self.seconds: dict[Step, float] = {}
        self._limit = limit_seconds

    async def step(self, name: Step, work: Awaitable[T]) -> T:
        began = time.perf_counter()
        timeout = asyncio.timeout(self._limit)
        try:
            async with timeout:
                return await work
        except Exception as error:
            if timeout.expired():
                fault = Fault(stage=name, kind="timeout", message=f"no result within {self._limit:g} s")
            else:
                fault = Fault(stage=name, kind="raised", message=f"{type(error).__name__}: {error}")
            raise _Failed(fault) from error
        finally:
            self.seconds[name] = round(time.perf_counter() - began, 6)


def question_key(question: Question, fingerprint: str) -> str:
    """Return what identifies one answer: a hash of the whole question and of every setting that can change it."""
    text = json.dumps([fingerprint, question.model_dump()], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


async def answer(question: Question, stages: Stages) -> Record:
    """Answer one question and return its record, whatever happens on the way."""
    boundary = _Boundary(stages.settings.timeout_seconds)
    done: dict[str, Any] = {}
    try:
        await _answer(question, stages, boundary, done)
    except _Failed as failed:
        done["fault"] = failed.fault
    return Record(
        run_id=stages.run_id,
        key=question_key(question, stages.fingerprint),
        question=question,
        seconds=boundary.seconds,
        **done,
    )


async def _answer(question: Question, stages: Stages, boundary: _Boundary, done: dict[str, Any]) -> None:
    found = await boundary.step("retrieve", stages.compute(_retrieve, question, stages))
    done["candidates"] = _hits(found, stages.chunks)
    final = found
    if stages.reranker:
        final = await boundary.step("rerank", stages.compute(_rerank, question, found, stages))
        done["ranking"] = _hits(final, stages.chunks)
    context = await boundary.step("assemble", stages.compute(_assemble, question, found, final, stages, done))
    prompt = await boundary.step(
        "prompt", stages.compute(build_prompt, stages.template, question.id, question.question, context)
    )
    done["prompt"] = prompt.text
    generation = await boundary.step("generate", stages.generator.generate(prompt))
    done["generation"] = generation
    if not generation.answer.strip():
        raise _Failed(Fault(stage="generate", kind="empty", message=f"{generation.model} returned an empty answer"))
    verdict = await boundary.step("verify", stages.compute(stages.verifier.verify, generation.answer, prompt.texts))
    done["verdict"] = verdict
    done["judgement"] = await boundary.step(
        "judge", stages.compute(judge_answer, question, generation, verdict, stages)
    )


def _retrieve(question: Question, stages: Stages) -> list[tuple[int, float]]:
    return stages.index.top(question.question, stages.settings.candidates, stages.visibility.mask)


def _rerank(question: Question, found: list[tuple[int, float]], stages: Stages) -> list[tuple[int, float]]:
    if stages.reranker is None:
        return found
    return rerank(stages.reranker, question.question, found, stages.chunks)


def rerank(
    reranker: Reranker, query: str, found: list[tuple[int, float]], chunks: Sequence[Chunk]
) -> list[tuple[int, float]]:
    """Return candidates in the reranker's order, its scores on them; ties keep their first-stage order."""
    positions = [position for position, _ in found]
    scores = reranker.scores(query, [chunks[p] for p in positions])
    order = sorted(range(len(positions)), key=lambda i: -scores[i])
    return [(positions[i], scores[i]) for i in order]


def _assemble(
    question: Question,
    found: list[tuple[int, float]],
    final: list[tuple[int, float]],
    stages: Stages,
    done: dict[str, Any],
) -> Context:
    settings = stages.settings
    ranked = tuple(
        RankedChunk(chunk=stages.chunks[position], rank=rank, score=score)
        for rank, (position, score) in enumerate(final[: settings.k], 1)
    )
    context = assemble(
        ranked,
        [score for _, score in final],
        near_duplicate=settings.near_duplicate,
        weak_cut=settings.weak_cut,
        order=settings.order,
        budget=stages.budget,
    )
    ranking = Ranking(tuple(p for p, _ in found), tuple(p for p, _ in final), settings.k)
    done |= {
        "chunks": ranked,
        "spans": context.spans,
        "dropped": context.dropped,
        "trace": stages.tracer.trace(question, ranking, context),
    }
    return context


def judge_answer(question: Question, generation: Generation, verdict: Verdict, stages: Stages) -> Judgement:
    """Return whether the answer is right; an abstention never is, and an unanswerable question has no right answer."""
    name = question.match or stages.settings.judge
    if not question.answerable:
        return Judgement(correct=None, judge=name, reason="the question is unanswerable: there is no right answer")
    if verdict.verdict == "abstained":
        return Judgement(correct=False, judge=name, reason="abstained")
    bare = strip_citations(generation.answer, citation_pattern(stages.template.citation))
    return stages.judges[name].judge(bare, question)


def _hits(ranking: list[tuple[int, float]], chunks: Sequence[Chunk]) -> tuple[Hit, ...]:
    return tuple(Hit(chunk_id=chunks[position].chunk_id, score=round(score, 6)) for position, score in ranking)
