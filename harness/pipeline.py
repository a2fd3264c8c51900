"""One question, straight down the page: retrieve → rerank → assemble → prompt → generate → verify → judge.

A failure is a value: the one boundary below times each step, applies its timeout and turns what it raised into a
`Fault` in the record. Cancellation passes through.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from harness.context.assemble import NO_CONTEXT, Context, assemble
from harness.context.budget import Budget
from harness.context.logged import logged_context
from harness.errors import RunStoppedError
from harness.http.errors import LateError, ServerError
from harness.index.visibility import Visibility
from harness.outside import Outside
from harness.prompt import PromptTemplate, build_prompt
from harness.protocols import (
    AskedJudge,
    AskedVerifier,
    Generator,
    Hits,
    Index,
    Judge,
    LabelledIndex,
    RemoteIndex,
    Reranker,
    Retriever,
    System,
    Verifier,
)
from harness.settings import Settings
from harness.text.citations import citation_pattern, strip_citations
from harness.trace import Retrieved, Tracer
from harness.types import (
    STEPS,
    Chunk,
    Fault,
    Generation,
    Judgement,
    ModelFacts,
    Prompt,
    Question,
    RankedChunk,
    Ranking,
    Record,
    Step,
    Verdict,
)

if TYPE_CHECKING:
    from harness.cache import AnswerCache
    from harness.http.client import Client

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stages:
    """The live parts of one run; `wiring.open_stages` makes it."""

    run_id: str
    settings: Settings
    fingerprint: str
    chunks: Sequence[Chunk]
    chunk_ids: Sequence[str]
    visibility: Visibility
    index: Retriever
    reranker: Reranker | None
    budget: Budget | None
    template: PromptTemplate
    generator: Generator
    verifier: Verifier
    judges: Mapping[str, Judge]
    tracer: Tracer
    executor: Executor | None
    """Where pure work runs; None: on the event loop, which nothing else is waiting for."""
    model: ModelFacts | None = None
    client: Client | None = None
    cache: AnswerCache | None = None
    system: System | None = None
    outside: Outside | None = None
    """Where another system answers: who is asked, and who looks for evidence in what it says."""
    pace: dict[Step, float] = field(default_factory=dict)
    """How many seconds each pure step takes of late, to tell those that would hold up the event loop."""


class _Failed(Exception):  # noqa: N818 -- a signal inside this module, never an error that leaves it
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Boundary:
    """The one boundary: times steps, limits them and turns what they raise into faults; cancellation passes through."""

    def __init__(self, stages: Stages) -> None:
        self.seconds: dict[Step, float] = {}
        self._limit = stages.settings.timeout_seconds
        self._executor = stages.executor
        self._pace = stages.pace

    async def pure(self, name: Step, work: Callable[..., T], /, *arguments: Any) -> T:
        """Run CPU-bound work: on the event loop, where no limit could fire, unless it may hold up all others for long."""
        if self._executor is not None and self._pace.get(name, 1) > INLINE_SECONDS:
            timed = _timed(self._pace, name, work, *arguments)
            return await self.io(name, asyncio.get_running_loop().run_in_executor(self._executor, timed))
        began = time.perf_counter()
        try:
            return work(*arguments)
        except Exception as error:
            raise _Failed(_raised(name, error)) from error
        finally:
            taken = time.perf_counter() - began
            self.seconds[name] = round(taken, 6)
            if self._executor is not None:
                _note_pace(self._pace, name, taken)

    async def io(self, name: Step, work: Awaitable[T], *, limited: bool = True) -> T:
        """Wait for work that may take its time, up to the limit; work that has limits of its own gets none here."""
        began = time.perf_counter()
        timeout = asyncio.timeout(self._limit) if limited else None
        try:
            if timeout is None:
                return await work
            async with timeout:
                return await work
        except RunStoppedError:
            raise
        except Exception as error:
            if timeout and timeout.expired():
                late = Fault(stage=name, kind="timeout", message=f"no result within {self._limit:g} s")
                raise _Failed(late) from error
            raise _Failed(_raised(name, error)) from error
        finally:
            self.seconds[name] = round(time.perf_counter() - began, 6)


INLINE_SECONDS = sys.getswitchinterval()
"""Work that takes no longer stays on the event loop: a thread would not give the interpreter back any sooner."""


def _timed(pace: dict[Step, float], name: Step, work: Callable[..., T], *arguments: Any) -> Callable[[], T]:
    """Return `work` on its arguments as a function that notes how long it took."""

    def timed() -> T:
        # Its own processor time: a clock on the wall would count what other threads took.
        began = time.thread_time()
        result = work(*arguments)
        _note_pace(pace, name, time.thread_time() - began)
        return result

    return timed


def _note_pace(pace: dict[Step, float], name: Step, taken: float) -> None:
    pace[name] = 0.9 * pace.get(name, taken) + 0.1 * taken


def _raised(name: Step, error: Exception) -> Fault:
    kind: Literal["raised", "timeout"] = "timeout" if isinstance(error, LateError) else "raised"
    retries = error.retries if isinstance(error, ServerError) else ()
    return Fault(stage=name, kind=kind, message=f"{type(error).__name__}: {error}", retries=retries)


def question_key(question: Question, fingerprint: str) -> str:
    """Return what identifies one answer: a hash of the whole question and of every setting that can change it."""
    return hashlib.blake2b(fingerprint.encode() + b" " + question.content(), digest_size=8).hexdigest()


async def answer(question: Question, stages: Stages) -> Record:
    """Answer one question and return its record, whatever happens on the way."""
    boundary = _Boundary(stages)
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


async def _ask(question: Question, stages: Stages, boundary: _Boundary, done: dict[str, Any]) -> None:
    """Let another system answer; what it says is checked as an answer of ours is."""
    system, outside = cast(System, stages.system), cast(Outside, stages.outside)
    reply = await boundary.io("system", system.ask(question), limited=system.limited)
    done |= await boundary.pure("assemble", outside.take, question, reply)
    if not done["generation"].answer.strip():
        raise _Failed(Fault(stage="system", kind="empty", message=f"{stages.settings.system} returned an empty answer"))
    chunks = tuple(ranked.chunk for ranked in done["chunks"])
    context = Context(spans=done["spans"], texts=tuple(chunk.text for chunk in chunks), chunks=chunks, dropped=())
    await _check(question, context, stages, boundary, done)


async def _answer(question: Question, stages: Stages, boundary: _Boundary, done: dict[str, Any]) -> None:
    if stages.system:
        await _ask(question, stages, boundary, done)
        return
    if _is_remote(type(stages.index)):
        index, visible = cast(RemoteIndex, stages.index), stages.visibility.mask
        found = await boundary.io("retrieve", index.find(question.question, stages.settings.candidates, visible))
    else:
        found = await boundary.pure("retrieve", _retrieve, question, stages)
    done["candidates"] = _ranking(found, stages.chunk_ids)
    final = found
    if stages.reranker:
        final = await boundary.pure("rerank", _rerank, question, found, stages)
        done["ranking"] = _ranking(final, stages.chunk_ids)
    context = await boundary.pure("assemble", _assemble, question, found, final, stages, done)
    prompt = await boundary.pure("prompt", build_prompt, stages.template, question.id, question.question, context)
    await _generate(prompt, stages, boundary, done)
    await _check(question, context, stages, boundary, done)


async def _generate(prompt: Prompt, stages: Stages, boundary: _Boundary, done: dict[str, Any]) -> None:
    done["prompt"] = prompt.text
    generator = stages.generator
    generation = await boundary.io("generate", generator.generate(prompt), limited=generator.limited)
    done["generation"] = generation
    if generation.finish != "prompt_too_long" and not generation.answer.strip():
        raise _Failed(Fault(stage="generate", kind="empty", message=_empty(generation)))


def _empty(generation: Generation) -> str:
    if generation.finish == "length":
        what = (
            f"all {generation.answer_tokens} tokens it was given went into thinking" if generation.thinking else "cut"
        )
        return f"{generation.model} returned an empty answer: {what}; raise --num-predict"
    return f"{generation.model} returned an empty answer{' after thinking' if generation.thinking else ''}"


async def _check(
    question: Question, context: Context, stages: Stages, boundary: _Boundary, done: dict[str, Any]
) -> None:
    generation: Generation = done["generation"]
    read = (generation.answer, context.texts, tuple([chunk.source or chunk.doc_id for chunk in context.chunks]))
    if generation.finish == "prompt_too_long":
        verdict = _unread(question, generation)
    elif _is_asked(type(stages.verifier)):
        asked = cast(AskedVerifier, stages.verifier)
        verdict = await boundary.io("verify", asked.ask(*read))
    else:
        verdict = await boundary.pure("verify", stages.verifier.verify, *read)
    done["verdict"] = verdict
    judge = stages.judges[question.match or stages.settings.judge]
    if _is_asked(type(judge)) and question.answerable and verdict.verdict != "abstained":
        bare = strip_citations(generation.answer, citation_pattern(stages.template.citation))
        done["judgement"] = await boundary.io("judge", cast(AskedJudge, judge).ask(bare, question))
    else:
        done["judgement"] = await boundary.pure("judge", judge_answer, question, generation, verdict, stages)


def _unread(question: Question, generation: Generation) -> Verdict:
    """Return that nothing was said; where silence would be right, a prompt that nobody read must not earn it."""
    reason = generation.prompt_cut or "the prompt was not read"
    if not question.answerable:
        raise _Failed(Fault(stage="generate", kind="empty", message=reason, retries=generation.retries))
    return Verdict(verdict="abstained", reason=reason)


async def answer_again(record: Record, first: Step, stages: Stages) -> Record:
    """Answer a logged question anew from step `first` on; everything before it is what the record holds.

    A record that ended in a fault before `first` keeps it. What the log should hold and does not is a fault too.
    """
    if first == "retrieve":
        return await answer(record.question, stages)
    before = STEPS[: STEPS.index(first)]
    boundary = _Boundary(stages)
    boundary.seconds |= {step: seconds for step, seconds in record.seconds.items() if step in before}
    done: dict[str, Any] = {name: getattr(record, name) for name in _HELD_BEFORE[first]}
    if record.fault and record.fault.stage in before:
        done["fault"] = record.fault
    else:
        try:
            await _answer_again(record, first, stages, boundary, done)
        except _Failed as failed:
            done["fault"] = failed.fault
    return Record(
        run_id=stages.run_id,
        key=question_key(record.question, stages.fingerprint),
        question=record.question,
        seconds=boundary.seconds,
        **done,
    )


async def _answer_again(record: Record, first: Step, stages: Stages, boundary: _Boundary, done: dict[str, Any]) -> None:
    recorded = record.judgement is not None and record.judgement.judge == "recorded"
    if first == "verify" and record.generation is None and record.verdict and recorded:
        # Of an imported outcome the answer was never known: there is nothing to check again.
        done |= {"verdict": record.verdict, "judgement": record.judgement}
        return
    if lack := not_logged(record, first):
        raise _Failed(Fault(stage=first, kind="empty", message=lack))
    question, context = record.question, logged_context(record) or NO_CONTEXT
    if first == "prompt":
        prompt = await boundary.pure("prompt", build_prompt, stages.template, question.id, question.question, context)
        await _generate(prompt, stages, boundary, done)
    elif first == "generate":
        await _generate(_logged_prompt(record, context.texts, stages.template), stages, boundary, done)
    await _check(question, context, stages, boundary, done)
    if first == "verify" and stages.settings.judge == "recorded" and record.judgement and question.answerable:
        done["judgement"] = record.judgement


_RETRIEVED = ("candidates", "ranking", "chunks", "spans", "dropped", "trace", "attempts")
_HELD_BEFORE: Mapping[str, tuple[str, ...]] = {
    "prompt": _RETRIEVED,
    "generate": (*_RETRIEVED, "prompt"),
    "verify": (*_RETRIEVED, "prompt", "generation"),
}


def not_logged(record: Record, first: Step) -> str | None:
    """Return, as a sentence, what answering `record` again from `first` on needs and its log does not hold; else None."""
    if logged_context(record) is None:
        return "the log does not hold the text of every span; harness run logs it in `chunks`: replay --from retrieve"
    if first == "generate" and record.prompt is None:
        return "the log does not hold the prompt; harness run logs it in `prompt`: replay --from prompt builds it anew"
    if first == "verify" and record.generation is None:
        return "the log does not hold an answer; harness run logs it in `generation`: replay --from generate asks again"
    return None


def _logged_prompt(record: Record, texts: tuple[str, ...], template: PromptTemplate) -> Prompt:
    return Prompt(
        question_id=record.question.id,
        question=record.question.question,
        text=record.prompt or "",
        spans=record.spans,
        texts=texts,
        template=template.name,
        citation=template.citation,
        refusal=template.refusal,
    )


# Asking a Protocol whether an object satisfies it costs more than a small search; its type is asked once.
@cache
def _is_remote(kind: type) -> bool:
    return issubclass(kind, RemoteIndex)


@cache
def _is_asked(kind: type) -> bool:
    return hasattr(kind, AskedJudge.ask.__name__)  # issubclass() cannot tell where a Protocol has attributes


@cache
def _is_labelled(kind: type) -> bool:
    return issubclass(kind, LabelledIndex)


def _retrieve(question: Question, stages: Stages) -> Hits:
    depth, visible = stages.settings.candidates, stages.visibility.mask
    if _is_labelled(type(stages.index)):
        return cast(LabelledIndex, stages.index).top_for(question, depth, visible)
    return cast(Index, stages.index).top(question.question, depth, visible)


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
        [
            RankedChunk(chunk=stages.chunks[position], rank=rank, score=score)
            for rank, (position, score) in enumerate(final[: settings.k], 1)
        ]
    )
    context = assemble(
        ranked,
        [score for _, score in final],
        near_duplicate=settings.near_duplicate,
        weak_cut=settings.weak_cut,
        order=settings.order,
        budget=stages.budget,
    )
    candidates = tuple([p for p, _ in found])
    retrieved = Retrieved(candidates, candidates if final is found else tuple([p for p, _ in final]), settings.k)
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
    judgement = stages.judges[name].judge(bare, question)
    if generation.finish != "length":
        return judgement
    cut = f"; the answer was cut after {generation.answer_tokens} tokens"
    return judgement.model_copy(update={"reason": judgement.reason + cut})


def _ranking(found: list[tuple[int, float]], chunk_ids: Sequence[str]) -> Ranking:
    return Ranking(
        chunk_ids=tuple([chunk_ids[position] for position, _ in found]),
        scores=tuple([round(score, 6) for _, score in found]),
    )


async def ask(prompt: Prompt, stages: Stages) -> Generation | Fault:
    """Return what the generator answers to one prompt outside a run; a failure is the fault it would be in a record."""
    boundary = _Boundary(stages)
    done: dict[str, Any] = {}
    try:
        await _generate(prompt, stages, boundary, done)
    except _Failed as failed:
        return failed.fault
    generation: Generation = done["generation"]
    return generation
