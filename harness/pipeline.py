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
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, TypeVar

from harness.context.assemble import Context, assemble
from harness.context.budget import Budget
from harness.index.visibility import Visibility
from harness.prompt import PromptTemplate, build_prompt
from harness.protocols import Generator, Index, Judge, Reranker, Verifier
from harness.settings import Settings
from harness.text.citations import citation_pattern, strip_citations
from harness.trace import Retrieved, Tracer
from harness.types import Chunk, Fault, Generation, Judgement, Question, RankedChunk, Ranking, Record, Step, Verdict

T = TypeVar("T")


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
    executor: Executor | None
    """Where pure work runs; None: on the event loop, which nothing else is waiting for."""


class _Failed(Exception):  # noqa: N818 -- a signal inside this module, never an error that leaves it
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Boundary:
    """The one boundary: times steps, limits them and turns what they raise into faults; cancellation passes through."""

    def __init__(self, limit_seconds: float, executor: Executor | None) -> None:
        self.seconds: dict[Step, float] = {}
        self._limit = limit_seconds
        self._executor = executor

    async def pure(self, name: Step, work: Callable[..., T], /, *arguments: Any) -> T:
        """Run CPU-bound work; on the event loop no limit could fire, so none is set."""
        if self._executor is not None:
            return await self.io(name, asyncio.get_running_loop().run_in_executor(self._executor, work, *arguments))
        began = time.perf_counter()
        try:
            return work(*arguments)
        except Exception as error:
            raise _Failed(_raised(name, error)) from error
        finally:
            self.seconds[name] = round(time.perf_counter() - began, 6)

    async def io(self, name: Step, work: Awaitable[T]) -> T:
        """Wait for work that may take its time, up to the limit."""
        began = time.perf_counter()
        timeout = asyncio.timeout(self._limit)
        try:
            async with timeout:
                return await work
        except Exception as error:
            if timeout.expired():
                late = Fault(stage=name, kind="timeout", message=f"no result within {self._limit:g} s")
                raise _Failed(late) from error
            raise _Failed(_raised(name, error)) from error
        finally:
            self.seconds[name] = round(time.perf_counter() - began, 6)


def _raised(name: Step, error: Exception) -> Fault:
    return Fault(stage=name, kind="raised", message=f"{type(error).__name__}: {error}")


def question_key(question: Question, fingerprint: str) -> str:
    """Return what identifies one answer: a hash of the whole question and of every setting that can change it."""
    text = json.dumps(question.model_dump(), sort_keys=True)
    return hashlib.blake2b(f"{fingerprint} {text}".encode("ascii"), digest_size=8).hexdigest()


async def answer(question: Question, stages: Stages) -> Record:
    """Answer one question and return its record, whatever happens on the way."""
    boundary = _Boundary(stages.settings.timeout_seconds, stages.executor)
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
    found = await boundary.pure("retrieve", _retrieve, question, stages)
    done["candidates"] = _ranking(found, stages.chunks)
    final = found
    if stages.reranker:
        final = await boundary.pure("rerank", _rerank, question, found, stages)
        done["ranking"] = _ranking(final, stages.chunks)
    context = await boundary.pure("assemble", _assemble, question, found, final, stages, done)
    prompt = await boundary.pure("prompt", build_prompt, stages.template, question.id, question.question, context)
    done["prompt"] = prompt.text
    generation = await boundary.io("generate", stages.generator.generate(prompt))
    done["generation"] = generation
    if not generation.answer.strip():
        raise _Failed(Fault(stage="generate", kind="empty", message=f"{generation.model} returned an empty answer"))
    verdict = await boundary.pure("verify", stages.verifier.verify, generation.answer, prompt.texts)
    done["verdict"] = verdict
    done["judgement"] = await boundary.pure("judge", judge_answer, question, generation, verdict, stages)


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
    retrieved = Retrieved(tuple(p for p, _ in found), tuple(p for p, _ in final), settings.k)
    done |= {
        "chunks": ranked,
        "spans": context.spans,
        "dropped": context.dropped,
        "trace": stages.tracer.trace(question, retrieved, context),
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


def _ranking(found: list[tuple[int, float]], chunks: Sequence[Chunk]) -> Ranking:
    return Ranking(
        chunk_ids=tuple(chunks[position].chunk_id for position, _ in found),
        scores=tuple(round(score, 6) for _, score in found),
    )
