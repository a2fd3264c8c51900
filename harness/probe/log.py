"""`probes.jsonl` beside a run's log: one line a probe, written with one call when it is done."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pydantic import ValidationError
from pydantic_core import to_json

from harness.errors import LogError
from harness.log.lines import Problem
from harness.probe.gold import MadeFrom
from harness.probe.interventions import Intervention, Name
from harness.types import Frozen, Record, Stage, Undecidable

PROBES = "probes.jsonl"
SCHEMA_VERSION = 1


class Probe(Frozen):
    """What one change did to one failure.

    `repaired` is null where nothing can be said, and `problem` says why: a stage failed, or the changed prompt did not fit.
    `key` identifies the logged answer and the change, so that a probe is never taken for one of another answer.
    """

    kind: Literal["probe"] = "probe"
    schema_version: int = SCHEMA_VERSION
    run_id: str
    key: str
    question_id: str
    intervention: Name
    target: str | None
    changed: str
    made_from: MadeFrom | None = None
    lost_at: Stage | Undecidable | None = None
    repaired: bool | None
    act: str
    correct: bool | None = None
    reason: str = ""
    answer: str | None = None
    problem: str | None = None
    cached: bool = False
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    seconds: float = 0.0


def probe_key(record: Record, intervention: Intervention) -> str:
    """Return what identifies a probe: a hash of the logged prompt, answer and fault, and of the change."""
    answer = record.generation.answer if record.generation else None
    fault = record.fault.message if record.fault else None
    what = [record.run_id, record.key, record.prompt, answer, fault, intervention.name, intervention.target]
    return hashlib.blake2b(json.dumps(what).encode(), digest_size=8).hexdigest()


class ProbeLog:
    """An open `probes.jsonl`, only ever appended to; a torn last line of a killed process is cut off first."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / PROBES
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            os.ftruncate(self._descriptor, _whole_lines(self._descriptor))
        except OSError as error:
            raise LogError(
                f"{self.path}: {error.strerror}; probes are written beside the log: make it writable"
            ) from None

    def write(self, probe: Probe) -> None:
        """Append one probe; when this returns, it survives the death of the process. Raises `LogError` where it cannot."""
        content = line_of(probe)
        size = os.fstat(self._descriptor).st_size
        try:
            written = os.write(self._descriptor, content)
            reason = "no room for a whole line"
        except OSError as error:
            written, reason = 0, str(error.strerror)
        if written < len(content):
            os.ftruncate(self._descriptor, size)
            raise LogError(f"{self.path}: {reason}; the probes before it are kept: make room, then probe again")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)


def line_of(probe: Probe) -> bytes:
    """Return a probe as its line; half a surrogate pair, which no UTF-8 has, is escaped."""
    try:
        return to_json(probe) + b"\n"
    except ValueError:
        return json.dumps(probe.model_dump()).encode("ascii") + b"\n"


def _whole_lines(descriptor: int) -> int:
    """Return how many bytes of the file are whole lines."""
    size = end = os.fstat(descriptor).st_size
    while end:
        start = max(0, end - 65536)
        os.lseek(descriptor, start, os.SEEK_SET)
        at = os.read(descriptor, end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0 if size else size


class Probes:
    """The probes of a run by question, as they stand beside its log; `problems` names the lines that cannot be read.

    Of two probes with one key the first that had an answer counts. Memory is that of the lines: they hold no contexts.
    """

    def __init__(self, folder: Path, run_id: str) -> None:
        self.path = folder / PROBES
        self.problems: list[Problem] = []
        self._by_question: dict[str, dict[str, Probe]] = {}
        for probe in self._read(run_id):
            known = self._by_question.setdefault(probe.question_id, {})
            if probe.key not in known or known[probe.key].repaired is None:
                known[probe.key] = probe

    def __bool__(self) -> bool:
        return bool(self._by_question)

    def of(self, record: Record, planned: tuple[Intervention, ...]) -> dict[Intervention, Probe]:
        """Return the probes of a plan that were made of just this answer."""
        known = self._by_question.get(record.question.id, {})
        found = ((intervention, known.get(probe_key(record, intervention))) for intervention in planned)
        return {intervention: probe for intervention, probe in found if probe}

    def repeats(self, question_id: str) -> int:
        """Return how often a question was asked again unchanged."""
        return sum(probe.intervention == "repeat" for probe in self._by_question.get(question_id, {}).values())

    def add(self, probe: Probe) -> None:
        """Take up a probe that was made just now; one with its key is replaced."""
        self._by_question.setdefault(probe.question_id, {})[probe.key] = probe

    def _read(self, run_id: str) -> Iterator[Probe]:
        try:
            with self.path.open("rb") as lines:
                for number, line in enumerate(lines, 1):
                    if not line.isspace():
                        read = _decode(line)
                        if isinstance(read, Probe) and read.run_id == run_id:
                            yield read
                        else:
                            reason = read if isinstance(read, str) else f"a probe of another run, {read.run_id!r}"
                            self.problems.append(Problem(number, reason))
        except FileNotFoundError:
            return
        except OSError as error:
            raise LogError(f"{self.path}: {error.strerror}; make it readable, or move it away") from None


def _decode(line: bytes) -> Probe | str:
    try:
        return Probe.model_validate(json.loads(line))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    except (ValueError, RecursionError) as error:
        return "torn: the process ended while it was written" if line[-1:] != b"\n" else f"not JSON ({error})"
