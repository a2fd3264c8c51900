"""What orchestration costs: the harness and two bare loops, in one process, on one core, over one BM25 index.

"same stages" calls the same retriever, prompt, generator, verifier and judge, and writes the same pydantic record with
one write call; it has no stage boundary, no timeout, no deduplication, no evidence trace, no attribution and no report.
"search only" retrieves, joins the texts, takes a constant answer and writes a small pydantic record.

`python same_index.py CHUNKS QUESTIONS ROUNDS` prints a table; `throughput.py` calls it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _common import CONCURRENCY, folder_bytes, shown_goal, synthetic_golden, write_lines, written_bytes
from pydantic import BaseModel

from harness.cli.main import COLLECTED_AFTER
from harness.context.assemble import Context
from harness.golden.read import GoldenSet, read_golden
from harness.log.lines import encode
from harness.log.writer import LogWriter
from harness.measure.summary import Summariser
from harness.pipeline import Stages
from harness.prompt._template import build_prompt
from harness.protocols import Index
from harness.run import Progress, run_questions, run_start, utc_now
from harness.settings import Settings
from harness.types import IndexInfo, Question, RankedChunk, Ranking, Record, Span
from harness.wiring import Search, build_search, open_stages

SETTINGS = Settings(chunker="whole", retriever="bm25", k=10, verifier="literal", concurrency=CONCURRENCY)


@dataclass(frozen=True, slots=True)
class Taken:
    """What one run over all questions took."""

    wall_seconds: float
    cpu_seconds: float
    log_bytes: int
    written: int | None


class SmallRecord(BaseModel):
    id: str
    question: str
    expected: tuple[str, ...]
    chunk_ids: tuple[str, ...]
    scores: tuple[float, ...]
    prompt: str
    answer: str
    correct: bool


@dataclass(frozen=True, slots=True)
class Bench:
    """One golden set with its index, and a folder for logs."""

    golden: GoldenSet
    search: Search
    info: IndexInfo
    logs: Path
    numbers: count[int]

    async def ours(self, folder: Path) -> None:
        start = run_start(self.golden, SETTINGS, self.info, folder.name, utc_now())
        summariser = Summariser(start, max_failures=5)
        with LogWriter.create(folder, start) as writer:
            async with open_stages(self.golden, self.search, SETTINGS, folder.name) as stages:
                progress = Progress(total=self.golden.info.questions)
                await run_questions(self.golden.questions(), stages, writer, progress=progress, note=summariser.add)
        if summariser.summary("complete").questions != self.golden.info.questions or progress.faults:
            raise SystemExit("questions went missing or faulted")

    async def same_stages(self, folder: Path) -> None:
        async with open_stages(self.golden, self.search, SETTINGS, folder.name) as stages:
            await self._bare(folder, lambda question: _same_stages(question, stages))

    async def search_only(self, folder: Path) -> None:
        await self._bare(folder, self._search_only)

    async def _search_only(self, question: Question) -> bytes:
        found = cast(Index, self.search.index).top(question.question, 10, None)
        chunks = [self.search.chunks[position] for position, _ in found]
        answer = "4711"
        record = SmallRecord(
            id=question.id,
            question=question.question,
            expected=question.answers,
            chunk_ids=tuple(chunk.chunk_id for chunk in chunks),
            scores=tuple(score for _, score in found),
            prompt="\n\n".join(chunk.text for chunk in chunks) + "\n\n" + question.question,
            answer=answer,
            correct=answer in question.answers,
        )
        return record.model_dump_json().encode() + b"\n"

    async def _bare(self, folder: Path, answer: Callable[[Question], Awaitable[bytes]]) -> None:
        descriptor = os.open(folder / "records.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        todo = self.golden.questions()

        async def worker() -> None:
            for question in todo:
                os.write(descriptor, await answer(question))
                await asyncio.sleep(0)

        async with asyncio.TaskGroup() as group:
            for _ in range(CONCURRENCY):
                group.create_task(worker())
        os.close(descriptor)

    def once(self, run: Callable[[Path], Awaitable[None]]) -> Taken:
        """Run once over all questions into a new folder."""
        folder = self.logs / f"run-{next(self.numbers)}"
        folder.mkdir()
        written, began, used = written_bytes(), time.perf_counter(), time.process_time()
        asyncio.run(_awaited(run(folder)))
        wall_seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - used
        after = written_bytes()
        return Taken(
            wall_seconds=wall_seconds,
            cpu_seconds=cpu_seconds,
            log_bytes=folder_bytes(folder),
            written=after - written if after is not None and written is not None else None,
        )


async def _awaited(work: Awaitable[None]) -> None:
    await work


async def _same_stages(question: Question, stages: Stages) -> bytes:
    found = cast(Index, stages.index).top(question.question, stages.settings.candidates, None)
    ranked = tuple(
        RankedChunk(chunk=stages.chunks[position], rank=rank, score=score)
        for rank, (position, score) in enumerate(found[: stages.settings.k], 1)
    )
    chunks = tuple(one.chunk for one in ranked)
    spans = tuple(Span(number=number, chunk_id=chunk.chunk_id) for number, chunk in enumerate(chunks, 1))
    context = Context(spans=spans, texts=tuple(chunk.text for chunk in chunks), chunks=chunks, dropped=())
    prompt = build_prompt(stages.template, question.id, question.question, context)
    generation = await stages.generator.generate(prompt)
    record = Record(
        run_id=stages.run_id,
        key=question.id,
        question=question,
        candidates=Ranking(
            chunk_ids=tuple(stages.chunks[position].chunk_id for position, _ in found),
            scores=tuple(score for _, score in found),
        ),
        chunks=ranked,
        spans=spans,
        prompt=prompt.text,
        generation=generation,
        verdict=stages.verifier.verify(generation.answer, prompt.texts),
        judgement=stages.judges["contains"].judge(generation.answer, question),
    )
    return encode(record)


def main() -> None:
    chunks, questions, rounds = map(int, sys.argv[1:4])
    gc.set_threshold(COLLECTED_AFTER)  # as the command line does, for all three alike
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as scratch:
        folder = Path(scratch) / "golden"
        folder.mkdir()
        documents, asked = synthetic_golden(chunks, questions)
        write_lines(folder / "corpus.jsonl", documents)
        write_lines(folder / "questions.jsonl", asked)
        del documents, asked
        began = time.perf_counter()
        golden = read_golden(folder)
        print(f"  golden set read and checked in {time.perf_counter() - began:.2f} s")
        _compare(golden, Path(scratch), questions, rounds)


def _built(golden: GoldenSet, seconds: list[float]) -> tuple[Search, IndexInfo]:
    began = time.perf_counter()
    search = build_search(golden.documents, SETTINGS)
    info = search.info()
    seconds.append(time.perf_counter() - began)
    return search, info


def _compare(golden: GoldenSet, logs: Path, questions: int, rounds: int) -> None:
    taken: dict[str, list[Taken]] = {}
    built: list[float] = []
    numbers = count()
    for _ in range(rounds):
        # A new index each time: a run remembers where evidence stands, and the next must not profit from it.
        search, info = _built(golden, built)
        bench = Bench(golden, search, info, logs, numbers)
        for name, run in (
            ("harness", bench.ours),
            ("bare loop, same stages", bench.same_stages),
            ("bare, search only", bench.search_only),
        ):
            taken.setdefault(name, []).append(bench.once(run))
    build_seconds = statistics.median(built)
    print(f"  {shown_goal(build_seconds < 5, 'index built in under 5 s')} ({build_seconds:.2f} s)")
    print(
        f"  {questions:,} questions {'':>12} {'q/s wall':>9} {'q/s CPU':>9} {'us each':>8} {'bytes each':>11} {'ours/it':>8}"
    )
    ours = statistics.median(one.wall_seconds for one in taken["harness"])
    for name, done in taken.items():
        wall_seconds = statistics.median(one.wall_seconds for one in done)
        cpu_seconds = statistics.median(one.cpu_seconds for one in done)
        size = statistics.median(one.log_bytes for one in done)
        print(
            f"  {name:<28} {questions / wall_seconds:>9,.0f} {questions / cpu_seconds:>9,.0f} "
            f"{1e6 * wall_seconds / questions:>8,.0f} {size / questions:>11,.0f} {ours / wall_seconds:>8.2f}"
        )
    # The goal is of one core for itself, so the round that was disturbed least decides, and CPU seconds are beside it.
    rate = questions / min(one.wall_seconds for one in taken["harness"])
    cpu_rate = questions / min(one.cpu_seconds for one in taken["harness"])
    print(f"  {shown_goal(rate >= 1000, '1,000 questions a second')} (best round {rate:,.0f}, by CPU {cpu_rate:,.0f})")
    written = [one.written / one.log_bytes for one in taken["harness"] if one.written is not None]
    if written:
        ratio = statistics.median(written)
        print(f"  {shown_goal(ratio <= 1.05, 'written within 1.05 of the log')} ({ratio:.4f})")


if __name__ == "__main__":
    main()
