"""What the benchmarks share: seeded synthetic golden sets, measured child processes, and how two things are compared.

Only the standard library is imported here. A child's peak memory, as the kernel counts it, is at least that of the
process that started it, so a script that measures children has to stay small itself.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CONCURRENCY = 64

_STOPWORDS = (
    "the of and to a in is that for it as was with be by on not he his but at are this have from or had an they"
)
_ONSETS = "b c d f g h j k l m n p r s t v w br cl dr fl gr pl pr sh st th tr".split()
_VOWELS = "a e i o u ai ea ou".split()
_CODAS = ["", "", "n", "r", "l", "s", "t", "m", "nd", "st", "ck"]
_ENDINGS = ["", "", "", "er", "ing", "ed", "ion", "al", "ly"]
_VOCABULARY = 30_000
_FACT_WORDS = 8
_WATCH_SECONDS = 0.1

Fields = dict[str, Any]


# --- synthetic text ---------------------------------------------------------------------------------------------------


class Prose:
    """English-looking text whose word frequencies follow Zipf's law; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        invented: dict[str, None] = dict.fromkeys(_STOPWORDS.split())
        while len(invented) < _VOCABULARY:
            invented[self._invent()] = None
        self._words = list(invented)
        # The stopwords are a third of English text, and the exponent below one keeps the tail as long as it really is.
        self._weights = list(itertools.accumulate(1 / (rank + 2.7) for rank in range(len(self._words))))

    def _invent(self) -> str:
        pick = self._random.choice
        stem = "".join(pick(_ONSETS) + pick(_VOWELS) + pick(_CODAS) for _ in range(self._random.choice((1, 2, 2, 3))))
        return stem + pick(_ENDINGS)

    def words(self, count: int) -> list[str]:
        """Return `count` words."""
        return self._random.choices(self._words, cum_weights=self._weights, k=count)

    def rare_words(self, count: int) -> list[str]:
        """Return `count` words that are not among the hundred most frequent."""
        return self._random.sample(self._words[100:], count)

    def sentences(self, words: int) -> str:
        """Return sentences of 6 to 18 words that have `words` words together."""
        drawn, parts = self.words(words), []
        while drawn:
            length = self._random.randint(6, 18)
            parts.append(" ".join(drawn[:length]).capitalize() + ".")
            drawn = drawn[length:]
        return " ".join(parts)

    def document(self, words: int, paragraph_words: int = 120) -> str:
        """Return paragraphs of sentences, about `words` words."""
        return "\n\n".join(self.sentences(paragraph_words) for _ in range(max(1, words // paragraph_words)))


def synthetic_golden(chunks: int, questions: int, seed: int = 0) -> tuple[list[Fields], list[Fields]]:
    """Return documents of exactly 100 words that hold one fact each, and questions about the facts of some of them.

    One question in ten asks for a fact that no document holds.
    """
    prose, numbers = Prose(seed), random.Random(seed + 1)
    documents: list[Fields] = []
    facts: list[tuple[str, str, int]] = []
    for number in range(chunks):
        first, second = prose.rare_words(2)
        value = numbers.randint(1000, 9_999_999)
        before, after = prose.sentences(46), prose.sentences(100 - 46 - _FACT_WORDS)
        text = f"{before} The limit of {first} {second} was {value} metres. {after}"
        documents.append({"doc_id": f"d{number}", "text": text, "metadata": {"status": "current"}})
        facts.append((first, second, value))
    asked: list[Fields] = []
    for number, position in enumerate(numbers.choices(range(chunks), k=questions)):
        first, second, value = facts[position]
        about = " ".join(numbers.sample(documents[position]["text"].split()[:46], 2)).strip(".").lower()
        if number % 10 == 9:
            first, second = prose.rare_words(2)
            question = {"question": f"What is the limit of {first} {second}?", "answerable": False}
        else:
            question = {
                "question": f"What is the limit of {first} {second} with {about}?",
                "answers": [str(value)],
                "gold_doc_ids": [f"d{position}"],
                "evidence": [f"{first} {second} was {value}"],
            }
        asked.append({"id": f"q{number}", "type": "synthetic", **question})
    return documents, asked


_LANDS = ("Freedonia", "Ruritania", "Sylvania", "Brobdingnag", "Laputa")
_CAPITALS = ("Glorport", "Strelsau", "Esterberg", "Lorbrulgrud", "Lagado")


def write_trivial_golden(folder: Path, questions: int) -> Path:
    """Write a corpus of five short documents and any number of questions about them; return the folder."""
    folder.mkdir(parents=True)
    documents = [
        {"doc_id": land.lower(), "text": f"The capital of {land} is {capital}."}
        for land, capital in zip(_LANDS, _CAPITALS, strict=True)
    ]
    write_lines(folder / "corpus.jsonl", documents)
    write_lines(folder / "questions.jsonl", _trivial_questions(questions))
    return folder


def _trivial_questions(count: int) -> Iterator[Fields]:
    for number in range(count):
        land, capital = _LANDS[number % len(_LANDS)], _CAPITALS[number % len(_LANDS)]
        yield {
            "id": f"q{number}",
            "question": f"What is the capital of {land}, asked for the {number}th time?",
            "answers": [capital],
            "gold_doc_ids": [land.lower()],
            "evidence": [f"capital of {land} is {capital}"],
        }


def write_lines(path: Path, rows: Sequence[Fields] | Iterator[Fields]) -> None:
    """Write one JSON object a line."""
    with path.open("w", encoding="utf-8") as lines:
        for row in rows:
            lines.write(json.dumps(row) + "\n")


# --- measured children ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Child:
    """What a child process used; `written_bytes` is all it passed to write(), null where the system does not say.

    CPU seconds are also those of processes that it started and waited for; `peak_mb` is that of the largest of them.
    """

    wall_seconds: float
    cpu_seconds: float
    peak_mb: float
    written_bytes: int | None
    output: str


class ChildError(Exception):
    """A child process that failed; the message is the last it said."""


def run_child(
    command: Sequence[str | Path],
    environment: dict[str, str] | None = None,
    watch: Callable[[int], object] | None = None,
) -> Child:
    """Run a command from the project's folder to its end and return what it used; raise `ChildError` where it fails.

    `watch` is given its process id, over and over while it runs.
    """
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
        began = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            stdout=output,
            stderr=complaints,
            cwd=ROOT,
            # Compiled modules are kept, as they are for a user, whatever the shell that measures has set.
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **(environment or {})},
        )
        while watch and os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
            watch(process.pid)
            time.sleep(_WATCH_SECONDS)
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        wall_seconds = time.perf_counter() - began
        written = written_bytes(process.pid)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        complaints.seek(0)
        if process.returncode != 0:
            said = complaints.read().decode(errors="replace").strip().splitlines()
            raise ChildError(f"exit {process.returncode}: {said[-1] if said else 'without a word'}")
        return Child(
            wall_seconds=wall_seconds,
            cpu_seconds=used.ru_utime + used.ru_stime,
            peak_mb=used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10),
            written_bytes=written,
            output=output.read().decode(errors="replace"),
        )


class Family:
    """The memory of a process and of all that it starts, where the system says it (Linux); give it to `run_child` to watch."""

    def __init__(self) -> None:
        self._peaks: dict[int, int] = {}

    def __call__(self, process_id: int) -> None:
        try:
            status = Path(f"/proc/{process_id}/status").read_text(encoding="ascii", errors="replace")
            started = Path(f"/proc/{process_id}/task/{process_id}/children").read_text(encoding="ascii").split()
        except OSError:
            return
        peak = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
        self._peaks[process_id] = max(peak, self._peaks.get(process_id, 0))
        for child in started:
            self(int(child))

    @property
    def peak_mb(self) -> float:
        """The peaks of all of them added, though they need not be at one time, and pages that they share counted in each."""
        return sum(self._peaks.values()) / 1024


def written_bytes(process_id: int | str = "self") -> int | None:
    """Return how many bytes a process has passed to write() and its like so far; null where the system does not say."""
    try:
        counters = Path(f"/proc/{process_id}/io").read_text(encoding="ascii")
    except OSError:
        return None
    return next(int(line.split()[1]) for line in counters.splitlines() if line.startswith("wchar"))


def folder_bytes(folder: Path) -> int:
    """Return the size of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


# --- comparing --------------------------------------------------------------------------------------------------------


def alternate(*contestants: Callable[[], object], rounds: int) -> list[float]:
    """Run the contestants in turn, `rounds` times each, and return each one's median CPU seconds.

    Nothing compared here waits, and CPU seconds do not count the time a busy machine gives to others.
    """
    taken: list[list[float]] = [[] for _ in contestants]
    for _ in range(rounds):
        for seconds, contestant in zip(taken, contestants, strict=True):
            began = time.process_time()
            contestant()
            seconds.append(time.process_time() - began)
    return [statistics.median(seconds) for seconds in taken]


def shown_goal(reached: bool, goal: str) -> str:  # noqa: FBT001 -- the goal's own truth value
    """Return a goal and whether it was reached."""
    return f"goal {goal}: {'reached' if reached else 'MISSED'}"
