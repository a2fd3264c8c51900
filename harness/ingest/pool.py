"""Files through a few worker processes: whatever a file does to its process, it costs that file alone."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from harness.errors import InputError
from harness.ingest.folder import Found, Skipped
from harness.ingest.parsed import MEMORY_BYTES, Options
from harness.text.literal import collapse

_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Done:
    """A file that was parsed, now or in an earlier run, and where its part is."""

    doc_id: str
    part: Path
    unchanged: bool


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is: files done of all, and the page of a long one."""

    done: int
    total: int
    doc_id: str = ""
    page: int = 0
    pages: int = 0


Watch = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class _Crashed:
    reason: str


async def parse_files(
    files: Sequence[Found], parts: Path, options: Options, *, workers: int, silence_seconds: float, watch: Watch
) -> list[Done | Skipped]:
    """Return what became of each file, in the order of `files`.

    A worker that says nothing for `silence_seconds` (a long file speaks after its pages) is ended. A PDF whose worker
    ended is tried once more without the search for tables, where most of what goes wrong goes wrong. Raises `InputError`
    where `parts` cannot be written.
    """
    outcomes: dict[int, Done | Skipped] = {}
    queue = iter(enumerate(files))

    async def work() -> None:
        async with _Worker(parts, silence_seconds) as worker:
            for number, file in queue:
                outcomes[number] = await _outcome(worker, file, options, partial(told, file.doc_id))
                told("", 0, 0)

    def told(doc_id: str, page: int, pages: int) -> None:
        watch(Step(len(outcomes), len(files), doc_id, page, pages))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(max(1, min(workers, len(files)))):
                group.create_task(work())
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [outcomes[number] for number in range(len(files))]


async def _outcome(worker: _Worker, file: Found, options: Options, tick: Callable[[int, int], None]) -> Done | Skipped:
    answer = await worker.ask(file, options, tick)
    if isinstance(answer, _Crashed) and file.format == "pdf":
        first = answer
        answer = await worker.ask(file, replace(options, tables=False), tick)
        answer = first if isinstance(answer, _Crashed) else answer
    if isinstance(answer, _Crashed):
        return Skipped(file.doc_id, answer.reason)
    if "unwritable" in answer:
        raise InputError(f"{worker.parts}: {answer['unwritable']}; make room and try again: what was parsed is kept")
    if "unreadable" in answer:
        return Skipped(file.doc_id, answer["unreadable"])
    return Done(file.doc_id, worker.parts / answer["part"], answer["unchanged"])


class _Worker:
    """A process that is started when it is asked, and again after it ended."""

    def __init__(self, parts: Path, silence_seconds: float) -> None:
        self.parts = parts
        self._silence_seconds = silence_seconds
        self._process: asyncio.subprocess.Process | None = None
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 -- closed on exit

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._end()
        self._complaints.close()

    async def ask(self, file: Found, options: Options, tick: Callable[[int, int], None]) -> dict[str, Any] | _Crashed:
        """Return the answer, or why there is none; the process has then ended."""
        requests, answers = await self._pipes()
        request = {
            "path": str(file.path),
            "doc_id": file.doc_id,
            "format": file.format,
            "parts": str(self.parts),
            "options": asdict(options),
        }
        requests.write(json.dumps(request).encode("ascii") + b"\n")
        try:
            while True:
                async with asyncio.timeout(self._silence_seconds):
                    line = await answers.readline()
                if not line.endswith(b"\n"):
                    return _Crashed(_told(await self._end(), self._last_line()))
                answer: dict[str, Any] = json.loads(line)
                if "of" not in answer:
                    return answer
                tick(answer["pages"], answer["of"])
        except TimeoutError:
            await self._end()
            return _Crashed(
                f"nothing came of it for {self._silence_seconds:g} s; allow it more with --page-seconds, or split it"
            )

    async def _pipes(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        if self._process is None:
            self._complaints.seek(0)
            self._complaints.truncate()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # a csv.py among the user's documents is no module of ours
                "-m",
                "harness.ingest.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=self._complaints,
            )
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None and answers is not None  # noqa: S101, PT018 -- pipes were asked for
        return requests, answers

    async def _end(self) -> int:
        """End the process, which may have ended by itself, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(ProcessLookupError):
            process.kill()
        return await process.wait()

    def _last_line(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").split("\n")
        return next((collapse(line) for line in reversed(lines) if line.strip()), "")


def _told(exit_code: int, complaint: str) -> str:
    if complaint.startswith("MemoryError"):
        return f"needs more than {MEMORY_BYTES // 2**30} GiB of memory; split it"
    what = complaint[:_SHOWN] or (f"signal {-exit_code}" if exit_code < 0 else f"exit {exit_code}")
    return f"its parser broke down ({what}); convert it with another program, or leave it out"
