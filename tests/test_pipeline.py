"""One question through the pipeline, with fakes at the edges: faults are values, and nothing else stops."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from harness.golden.read import read_golden
from harness.pipeline import answer, question_key
from harness.settings import Settings
from harness.types import Generation, Prompt, Record
from harness.wiring import build_search, open_stages

SETTINGS = Settings(chunker="whole", k=2, candidates=4)


class Fake:
    """A generator that does what it is told."""

    def __init__(self, act, *, remote=False):
        self.act, self.remote, self.limited = act, remote, not remote

    async def generate(self, prompt: Prompt) -> Generation:
        return Generation(answer=await self.act(prompt), model="fake")


def answer_all(golden, settings=SETTINGS, **changes) -> dict[str, Record]:
    async def go():
        read = read_golden(golden)
        async with open_stages(read, build_search(read.documents, settings), settings, "r") as stages:
            changed = replace(stages, **changes)
            return {q.id: await answer(q, changed) for q in read.questions()}

    return asyncio.run(go())


def test_a_record_holds_the_whole_way_of_a_question(golden):
    """Candidates, chunks with text and rank, spans, the exact prompt, the answer, verdict, judgement and times."""
    record = answer_all(golden)["pet-fee"]
    assert record.candidates.chunk_ids[0] == "pets#0"
    assert [(r.rank, r.chunk.chunk_id, r.chunk.text[:10]) for r in record.chunks] == [(1, "pets#0", "Small pets")]
    assert [(s.number, s.chunk_id) for s in record.spans] == [(1, "pets#0")]
    assert "Small pets travel in the cabin for 45 EUR." in record.prompt
    assert record.generation.answer == "Small pets travel in the cabin for 45 EUR [S1]."
    assert record.verdict.verdict == "supported"
    assert record.judgement.correct is True
    assert set(record.seconds) == {"retrieve", "assemble", "prompt", "generate", "verify", "judge"}


def test_the_trace_follows_the_evidence(golden):
    """The superseded rule is shorter, so BM25 puts it first: the gold chunk is candidate 2, rank 2, span 2."""
    (trace,) = answer_all(golden)["bag-weight"].trace
    assert (trace.carriers, trace.candidate_rank, trace.final_rank, trace.spans) == (("bags#0",), 2, 2, (2,))


def test_another_documents_words_do_not_carry_the_evidence(golden):
    """Only chunks of gold documents carry a string, whatever else says "bags may weigh"."""
    (trace,) = answer_all(golden)["bag-weight"].trace
    assert trace.carrier_count == 1


@pytest.mark.parametrize(
    ("act", "kind", "says"),
    [
        (lambda _: asyncio.sleep(9), "timeout", "no result within 0.05 s"),
        (lambda _: _raise(ValueError("bad header")), "raised", "ValueError: bad header"),
        (lambda _: _raise(TimeoutError("socket")), "raised", "TimeoutError: socket"),
        (lambda _: _say("  \n"), "empty", "empty answer"),
    ],
    ids=["hangs", "raises", "raises a timeout of its own", "says nothing"],
)
def test_what_a_generator_does_wrong_is_a_fault_in_the_record(golden, act, kind, says):
    """The record keeps what came before the fault, names the step, and there is no verdict."""
    settings = SETTINGS.model_copy(update={"timeout_seconds": 0.05})
    record = answer_all(golden, settings, generator=Fake(act))["bag-weight"]
    assert (record.fault.stage, record.fault.kind) == ("generate", kind)
    assert says in record.fault.message
    assert record.prompt
    assert record.trace
    assert record.verdict is None
    assert "generate" in record.seconds


def test_a_retriever_that_raises_leaves_a_record_too(golden):
    """A fault in the first step still names the question."""

    class Broken:
        def top(self, query, depth, visible):
            raise OSError("index file is gone")

    record = answer_all(golden, index=Broken())["dog"]
    assert record.fault.stage == "retrieve"
    assert record.question.id == "dog"
    assert record.candidates.chunk_ids == ()


def test_cancellation_passes_through(golden):
    """A cancelled question is not a fault: it has no record."""

    async def go():
        read = read_golden(golden)
        async with open_stages(read, build_search(read.documents, SETTINGS), SETTINGS, "r") as stages:
            slow = replace(stages, generator=Fake(lambda _: asyncio.sleep(60)))
            task = asyncio.create_task(answer(next(read.questions()), slow))
            await asyncio.sleep(0.01)
            task.cancel()
            await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(go())


def test_a_remote_generator_keeps_cpu_work_off_the_event_loop(golden):
    """While a slow search runs for one question, the loop still turns."""

    async def go() -> int:
        read = read_golden(golden)
        search = build_search(read.documents, SETTINGS)
        turns = 0

        class Slow:
            def top(self, query, depth, visible):
                time.sleep(0.15)
                return search.index.top(query, depth, visible)

        async def count():
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0.01)

        async with open_stages(read, search, SETTINGS, "r") as stages:
            with ThreadPoolExecutor(2) as pool:
                counter = asyncio.create_task(count())
                await answer(next(read.questions()), replace(stages, executor=pool, index=Slow()))
                counter.cancel()
        return turns

    assert asyncio.run(go()) >= 5


def test_work_that_takes_no_time_comes_back_to_the_event_loop(golden):
    """Beside a network the first call of each step is taken for a long one; once it is known to be quick it needs no thread."""

    class Counted(ThreadPoolExecutor):
        handed = 0

        def submit(self, *args, **kwargs):
            self.handed += 1
            return super().submit(*args, **kwargs)

    async def go() -> tuple[int, int]:
        read = read_golden(golden)
        async with open_stages(read, build_search(read.documents, SETTINGS), SETTINGS, "r") as stages:
            with Counted(1) as pool:
                beside = replace(stages, executor=pool)
                question = next(read.questions())
                await answer(question, beside)
                first = pool.handed
                beside.pace.update(dict.fromkeys(beside.pace, 0.0001))
                await answer(question, beside)
                return first, pool.handed

    first, both = asyncio.run(go())
    assert first == both == 5  # retrieve, assemble, prompt, verify, judge


def test_the_same_question_has_the_same_key_and_any_setting_changes_it(golden):
    """Resume goes by this key, never by position."""
    first, second, *_ = read_golden(golden).questions()
    assert question_key(first, "a") == question_key(first, "a")
    assert len({question_key(first, "a"), question_key(first, "b"), question_key(second, "a")}) == 3


async def _raise(error):
    raise error


async def _say(text):
    return text
