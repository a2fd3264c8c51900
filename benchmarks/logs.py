"""Logs at scale: the summary with and without contexts, compare, a query beside DuckDB alone, zstd and compaction.

A log is made by running a synthetic golden set for real and repeating its records under new ids until there are
`--records` of about 6 kB. Each measurement is a process of its own, start included, and the time of each is printed beside a
named alternative's in the same run. Everything is written to a temporary folder (TMPDIR) and removed.

    python benchmarks/logs.py                       100,000 records: 0.7 GB for some minutes
    python benchmarks/logs.py --records 20000       a taste of it
    python benchmarks/logs.py --records 1000000 --part summary --part compare --part query
                                                    what the goals speak of: 7 GB, and time for it
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from _common import Child, ChildError, Family, run_child, shown_goal, synthetic_golden, write_lines

QUESTIONS = 1_000
MILLION = 1_000_000
COMPACTED = 10_000
ROOM_MB = 300
PARTS = ("summary", "compare", "query", "zstd", "compact")

SCAN = """
import json, sys
from collections import Counter
verdicts = Counter()
with open(sys.argv[1], "rb") as lines:
    for line in lines:
        record = json.loads(line)
        if record["kind"] == "record":
            verdicts[record["verdict"]["verdict"]] += 1
print(verdicts)
"""

ALONE = """
import sys, duckdb
print(duckdb.connect().execute(sys.argv[1]).fetchall())
"""


class Log:
    """A run under measurement: its folder, and how many records it holds."""

    def __init__(self, folder: Path, records: int) -> None:
        self.folder = folder
        self.records = records
        self.file = folder / "records.jsonl"

    @property
    def each(self) -> float:
        return self.file.stat().st_size / self.records


@dataclass(frozen=True, slots=True)
class Scaled:
    """What a command took on the large log, and on a small one, which is nearly all start.

    `family_mb` are the peaks of all processes of the command on the large log, added.
    """

    large: Child
    small: Child
    records: int
    family_mb: float

    @property
    def a_million(self) -> float:
        """CPU seconds for a million records: the start, and what each record adds to it.

        Nothing here waits for anything but the disk, and CPU seconds do not count the time a busy machine gives to others.
        """
        each = (self.large.cpu_seconds - self.small.cpu_seconds) / (self.records - QUESTIONS)
        return self.small.cpu_seconds + each * (MILLION - QUESTIONS)


Watch = Callable[[int], object]


def harness(*words: str | Path, watch: Watch | None = None) -> Child:
    """Run `harness` in a process of its own."""
    return run_child([sys.executable, "-m", "harness.cli.main", *words], watch=watch)


def python(code: str, *words: str | Path, watch: Watch | None = None) -> Child:
    return run_child([sys.executable, "-c", code, *words], watch=watch)


def make_log(folder: Path, records: int, *, k: int, questions: int) -> tuple[Log, Log]:
    """Answer `questions` questions over 500 passages of 100 words; return that log, and one that repeats it to `records`."""
    golden = folder / "golden"
    golden.mkdir(parents=True)
    documents, asked = synthetic_golden(500, questions)
    write_lines(golden / "corpus.jsonl", documents)
    write_lines(golden / "questions.jsonl", asked)
    logs = folder / "logs"
    harness("run", golden, "--chunker", "whole", "-k", str(k), "--logs", logs, "--run-id", "base", "--failures", "0")
    small = Log(logs / "base", questions)
    if records == questions:
        return small, small
    (logs / "many").mkdir()
    with small.file.open("rb") as lines:
        first, *answered, last = lines
    with (logs / "many" / "records.jsonl").open("wb", buffering=1 << 20) as out:
        out.write(first)
        out.writelines(repeated(answered, records))
        out.write(last)
    return small, Log(logs / "many", records)


def repeated(lines: list[bytes], count: int) -> Iterator[bytes]:
    for number in range(count):
        line = lines[number % len(lines)]
        yield line.replace(b'"question":{"id":"', b'"question":{"id":"%d-' % (number // len(lines)), 1)


def scaled(command: Callable[[Log, Watch | None], Child], small: Log, large: Log) -> Scaled:
    """Run a command on both logs, the small one twice: what is not in memory yet is read the first time."""
    command(small, None)
    family = Family()
    return Scaled(command(large, family), command(small, None), large.records, family.peak_mb)


def told(what: str, got: Scaled) -> None:
    """Print what a command took, and what it would for a million records."""
    child = got.large
    line = f"  {what:<42} {child.wall_seconds:7.2f} s {child.cpu_seconds:7.2f} CPU {got.family_mb:5.0f} MB"
    print(f"{line}   start {got.small.cpu_seconds:4.2f}, a million {got.a_million:6.1f} CPU")


def judged(got: Scaled, seconds: int) -> None:
    """Print whether a million records took no longer on the clock, and no more memory; fewer cannot tell."""
    goal = f"a million under {seconds} s, in {ROOM_MB} MB"
    if got.records < MILLION:
        print(f"    goal {goal}: ask with --records {MILLION}")
        return
    print(f"    {shown_goal(got.large.wall_seconds < seconds and got.family_mb < ROOM_MB, goal)}")


def summaries(small: Log, large: Log) -> None:
    """Time the report from the records, again from what was kept, and a bare loop beside it."""
    print(f"\nsummary of {large.records:,} records of {large.each / 1000:.1f} kB")

    def report(log: Log, watch: Watch | None) -> Child:
        return harness("report", log.folder, "--failures", "5", watch=watch)

    def anew(log: Log, watch: Watch | None) -> Child:
        (log.folder / "summary.json").unlink(missing_ok=True)
        return report(log, watch)

    whole, kept = scaled(anew, small, large), scaled(report, small, large)
    scan = scaled(lambda log, watch: python(SCAN, log.file, watch=watch), small, large)
    told("report, from the records", whole)
    judged(whole, 60)
    told("report, from summary.json", kept)
    judged(kept, 5)
    told("bare loop: json.loads, count the verdicts", scan)
    ratios = (got.large.cpu_seconds / scan.large.cpu_seconds for got in (whole, kept))
    print("  ours/it, CPU: from the records {:.2f}, from what is kept {:.3f}".format(*ratios))
    if whole.large.output != kept.large.output:
        raise ChildError("the two reports differ")


def comparing(small: Log, large: Log) -> None:
    """Time how long it takes to know what became of each question, and the comparison of a run with itself from that."""
    print(f"\ncompare {large.records:,} records with themselves")

    def anew(log: Log, watch: Watch | None) -> Child:
        (log.folder / "outcomes.jsonl").unlink(missing_ok=True)
        return harness("query", log.folder, "SELECT 1", watch=watch)

    told("outcomes.jsonl, from the records, once", scaled(anew, small, large))
    kept = scaled(lambda log, watch: harness("compare", log.folder, log.folder, watch=watch), small, large)
    told("compare, from outcomes.jsonl", kept)
    judged(kept, 10)


QUERIES = {
    "one column": "SELECT verdict.verdict AS v, count(*) AS n FROM {records} GROUP BY v ORDER BY v",
    "a row a hit": "SELECT rank, avg(score) AS s FROM {hits} WHERE rank <= 3 GROUP BY rank ORDER BY rank",
}
COLUMNS = (
    "{kind: 'VARCHAR', verdict: 'STRUCT(verdict VARCHAR)', candidates: 'STRUCT(chunk_ids VARCHAR[], scores DOUBLE[])'}"
)


def queries(small: Log, large: Log) -> None:
    """Time `harness query` beside DuckDB alone, which is told the types of the columns it reads, in the same SQL."""
    print(f"\nquery over {large.records:,} records (their outcomes are made before, once)")
    for log in (small, large):
        harness("query", log.folder, "SELECT 1")
    for name, sql in QUERIES.items():

        def ours(log: Log, watch: Watch | None, sql: str = sql) -> Child:
            asked = sql.format(records="records", hits="hits")
            return harness("query", log.folder, asked, "--format", "csv", watch=watch)

        def alone(log: Log, watch: Watch | None, sql: str = sql) -> Child:
            rows = (
                f"(FROM read_json('{log.file}', format='newline_delimited', columns={COLUMNS}) WHERE kind = 'record')"
            )
            ranked = f"unnest(range(1, len(candidates.chunk_ids) + 1)) AS rank, unnest(candidates.scores) AS score FROM {rows}"
            return python(ALONE, sql.format(records=rows, hits=f"(SELECT {ranked})"), watch=watch)

        us, it = scaled(ours, small, large), scaled(alone, small, large)
        told(f"harness query, {name}", us)
        told(f"DuckDB alone, {name}", it)
        ratio = us.a_million / it.a_million
        print(f"  ours/it, CPU {us.large.cpu_seconds / it.large.cpu_seconds:.2f}, at a million {ratio:.2f}")
        print(f"    {shown_goal(ratio < 1.2, 'a million within 1.2')}")


def storage(small: Log, large: Log) -> None:
    """Store the log as zstd, a frame a record, and time the report from it."""
    print("\nthe same as zstd, a frame a record")
    packed = []
    for log in (small, large):
        folder = log.folder.with_name(f"{log.folder.name}-zst")
        folder.mkdir()
        python(COMPRESS, log.file, folder / "records.jsonl.zst")
        packed.append(Log(folder, log.records))
    size = (packed[1].folder / "records.jsonl.zst").stat().st_size / large.records
    print(f"  {large.each:,.0f} bytes a record are {size:,.0f}: {size / large.each:.2f} of it")

    def anew(log: Log, watch: Watch | None) -> Child:
        (log.folder / "summary.json").unlink(missing_ok=True)
        return harness("report", log.folder, "--failures", "5", watch=watch)

    told("report, from the zstd log", scaled(anew, packed[0], packed[1]))


COMPRESS = """
import sys
from harness.log.frames import zstd_frame
with open(sys.argv[1], "rb") as lines, open(sys.argv[2], "wb") as out:
    out.writelines(map(zstd_frame, lines))
"""


def compaction(folder: Path) -> None:
    """Compact 10,000 questions that 500 passages serve, with 4 kB of context each."""
    log, _ = make_log(folder, COMPACTED, k=5, questions=COMPACTED)
    context = "5 chunks of 100 words, and again in the prompt"
    print(f"\ncompact: {COMPACTED:,} questions over 500 passages, {log.each / 1000:.1f} kB each ({context})")
    before, whole = folder / "before", folder / "whole.zst"
    shutil.copyfile(log.file, before)
    took = harness("log", "compact", log.folder)
    stored = sum((log.folder / name).stat().st_size for name in ("records.jsonl.zst", "passages.jsonl")) / COMPACTED
    python(ONE_FRAME, before, whole)
    alone = whole.stat().st_size / COMPACTED
    print(f"  harness log compact: {took.wall_seconds:.1f} s, {took.peak_mb:.0f} MB")
    print(f"  {stored:,.0f} bytes a question with passages; {shown_goal(stored <= 600, '600 or less')}")
    print(
        f"  all of it in one zstd frame, which one flipped byte would cost: {alone:,.0f}; ours/it {stored / alone:.2f}"
    )
    print(f"  read back: {python(SAME, log.folder, before).output.strip()}")


ONE_FRAME = """
import sys
from harness.log.frames import zstd_frame
with open(sys.argv[1], "rb") as before, open(sys.argv[2], "wb") as out:
    out.write(zstd_frame(before.read(), 9))
"""

SAME = """
import sys
from pathlib import Path
from harness.log.files import Lines, records_file
with open(sys.argv[2], "rb") as before:
    same = all(line == before.readline() for line in Lines(records_file(Path(sys.argv[1])))) and not before.read(1)
print("byte for byte" if same else "NOT THE SAME")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000, help="records of the large log (default 100000)")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this")
    args = parser.parse_args()
    parts = args.part or PARTS
    with tempfile.TemporaryDirectory(prefix="harness-logs-") as folder:
        if parts != ["compact"]:
            logs = make_log(Path(folder) / "large", args.records, k=2, questions=QUESTIONS)
            if "summary" in parts:
                summaries(*logs)
            if "compare" in parts:
                comparing(*logs)
            if "query" in parts:
                queries(*logs)
            if "zstd" in parts:
                storage(*logs)
        if "compact" in parts:
            compaction(Path(folder) / "compact")


if __name__ == "__main__":
    main()
