"""Runs open for SQL: DuckDB reads the log itself, in place.

Where a log holds something that only our reader understands (damage, passages, half a surrogate pair), what can be read of
it is copied first, and the copy is gone afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from harness.errors import InputError, LogError
from harness.log.files import Lines
from harness.log.lines import Problem, sift
from harness.log.passages import PASSAGES
from harness.log.reader import Log
from harness.measure.outcomes import OUTCOMES, Outcomes, made_line
from harness.query.views import VIEWS_SQL, outcomes_sql, records_sql
from harness.text.printable import without_halves
from harness.types import Record

T = TypeVar("T")

_SLOW_BYTES = 20_000_000
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
_REFUSED = re.compile(r"JSON|maximum_object_size|UTF-?8", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Source:
    run_id: str
    records: Path
    compression: str
    outcomes: Path
    longest: int = 0
    copied: bool = False


@contextmanager
def open_query(logs: Sequence[Log], note: Callable[[str], object] = lambda _: None) -> Iterator[Query]:
    """Open runs for queries; `note` is told what takes long. Raises `InputError` without DuckDB, `LogError` for the log."""
    try:
        import duckdb  # noqa: PLC0415 -- 70 MB that only this needs
    except ImportError:
        raise InputError('queries and tables need DuckDB: pip install "stage-harness[query]"') from None
    with TemporaryDirectory(prefix="harness-query-") as scratch:
        query = Query(duckdb, logs, Path(scratch), note)
        try:
            yield query
        finally:
            query.close()


class Query:
    """Runs open for SQL; `problems` says, per run, what could not be read and is in no view."""

    def __init__(self, duckdb: Any, logs: Sequence[Log], scratch: Path, note: Callable[[str], object]) -> None:
        self._duckdb = duckdb
        self._logs = logs
        self._scratch = scratch
        self._note = note
        self.problems: list[tuple[str, Problem]] = []
        self._sources = [self._source(number, log) for number, log in enumerate(logs)]
        self._connection = self._connect()

    def ask(self, sql: str, use: Callable[[Any], T]) -> T:
        """Run `sql`, hand `use` the DuckDB connection that holds the result, and return what `use` made of it.

        `use` is called a second time where DuckDB met, on the way, what only our reader understands. Raises `InputError` for
        what DuckDB refuses.
        """
        try:
            return use(self._executed(sql))
        except self._duckdb.Error as error:
            if not _REFUSED.search(str(error)) or all(source.copied for source in self._sources):
                raise _told(error) from None
        self.close()
        self._sources = [self._copy(number, log) for number, log in enumerate(self._logs)]
        self._connection = self._connect()
        try:
            return use(self._executed(sql))
        except self._duckdb.Error as error:
            raise _told(error) from None

    def _executed(self, sql: str) -> Any:
        # DuckDB looks for no signal while it works; waited for in a thread of its own, it can be told of Ctrl-C.
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self._connection.execute, sql)
            try:
                answer = asked.result()
            except KeyboardInterrupt:
                self._connection.interrupt()
                raise
        if answer is None or answer.description is None:
            raise InputError("there is no statement in it; write SQL, e.g. SELECT count(*) FROM questions")
        return answer

    def close(self) -> None:
        """Close the connection; closing twice is harmless."""
        self._connection.close()

    def _connect(self) -> Any:
        # Nothing is fetched from anywhere, and what does not fit in memory is spilled where it is cleared away.
        config = {"autoinstall_known_extensions": "false", "temp_directory": str(self._scratch / "spilled")}
        connection = self._duckdb.connect(config=config)
        records = (records_sql(s.run_id, str(s.records), s.compression, s.longest) for s in self._sources)
        outcomes = (outcomes_sql(s.run_id, str(s.outcomes), s.longest) for s in self._sources)
        connection.execute(f"CREATE VIEW records AS {' UNION ALL '.join(records)}")
        connection.execute(f"CREATE VIEW outcomes AS {' UNION ALL '.join(outcomes)}")
        connection.execute(VIEWS_SQL)
        return connection

    def _source(self, number: int, log: Log) -> _Source:
        """Return where DuckDB can read a run in place, or a copy of it."""
        folder, outcomes = log.path.parent, Outcomes(log)
        kept = outcomes.kept
        if not kept:
            self._tell(log, "reading {} once, to know what became of each question")
            for _ in outcomes:
                pass
            kept = Outcomes(log).kept
        if outcomes.problems or not kept or (folder / PASSAGES).exists():
            return self._copy(number, log)
        # Through a link of our own: DuckDB takes `*`, `?` and `[` in a path for patterns.
        links = self._scratch / f"{number}.records", self._scratch / f"{number}.outcomes"
        for link, target in zip(links, (log.path, folder / OUTCOMES), strict=True):
            link.symlink_to(target.resolve())
        return _Source(log.start.run_id, links[0], Lines(log.path).compression(), links[1])

    def _tell(self, log: Log, words: str) -> None:
        if log.path.stat().st_size > _SLOW_BYTES:
            self._note(words.format(log.path))

    def _copy(self, number: int, log: Log) -> _Source:
        """Write what can be read of a run as JSON that any reader takes, and return where."""
        self._tell(log, "copying what can be read of {}, for DuckDB")
        records, outcomes = self._scratch / f"{number}.copied", self._scratch / f"{number}.copied-outcomes"
        self.problems = [(run, problem) for run, problem in self.problems if run != log.start.run_id]
        lines, longest = Lines(log.path), 0
        try:
            with records.open("wb", buffering=1 << 20) as out, outcomes.open("wb", buffering=1 << 20) as became:
                for _, content, line in sift(lines, log.start.run_id):
                    if isinstance(line, Record):
                        longest = max(longest, len(content))
                        out.write(_strict(content.rstrip(b"\n")) + b"\n")
                        became.write(_strict(made_line(line, log.start, lines.at)))
                    elif isinstance(line, Problem):
                        self.problems.append((log.start.run_id, line))
        except OSError as error:
            raise LogError(f"{self._scratch}: {error.strerror}; name a folder with more room in TMPDIR") from None
        return _Source(log.start.run_id, records, "none", outcomes, 2 * longest, copied=True)


def _strict(line: bytes) -> bytes:
    """Return a line without halves of surrogate pairs, which most readers of JSON refuse: U+FFFD stands for each."""
    if not _HALF.search(line):
        return line
    text = json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":"))
    return without_halves(text).encode() + b"\n" * line.endswith(b"\n")


def _told(error: Exception) -> InputError:
    what = " ".join(str(error).partition("\n\nLINE ")[0].split())
    return InputError(f"{what}; the views and their columns: harness query --help, or DESCRIBE questions")
