"""Logs that nobody wrote as they are: every verb reads what is good, names what is not by line, and never raises."""

import gzip
import json
import math
import random
import re
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from runs import record_of, start_of
from test_log import any_json

from harness.cli.main import main
from harness.errors import HarnessError
from harness.log.check import check_log
from harness.log.files import records_file
from harness.log.lines import encode
from harness.log.reader import open_log
from harness.measure.kept import summarise
from harness.measure.outcomes import Outcomes
from harness.otlp import trace_line
from harness.types import Ranking, RunEnd

GOOD = [
    record_of(f"q{n}", kind)
    for n, kind in enumerate(("right", "wrong", "lost", "fault", "abstained", "false", "blocked"))
]
START = encode(start_of())
END = encode(
    RunEnd(run_id="r", ended_at="2026-01-01T00:00:01+00:00", status="complete", questions=7, faults=1, seconds=1.0)
)
LINES = [encode(record) for record in GOOD]
PLAIN = b"".join([START, *LINES, END])
LONG = record_of("long", question="What? " * 5_000_000)
ODD = record_of("odd \ud800 \u2028 \u0085 \x00").model_copy(
    update={"candidates": Ranking(chunk_ids=("pets#0",), scores=(math.nan,))}
)
OLDER = json.loads(LINES[0].replace(b'"q0"', b'"old"'))
for _name in ("trace", "ranking", "dropped"):
    OLDER.pop(_name)


def flipped(content: bytes, needle: bytes) -> bytes:
    at = content.index(needle)
    return content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]


HOSTILE = {
    "a torn last line": (b"".join([START, *LINES, LINES[0][:200]]), 7, [9]),
    "a byte flipped in the middle": (flipped(PLAIN, b'"judgement":{"correct":false'), 6, [3]),
    "two runs in one file": (PLAIN + PLAIN.replace(b'"run_id":"r"', b'"run_id":"r2"'), 7, [*range(10, 19)]),
    "the same run twice": (PLAIN + PLAIN, 7, [*range(10, 18)]),
    "an older shape": (PLAIN + json.dumps(OLDER).encode() + b"\n", 8, []),
    "a newer schema": (PLAIN + LINES[0].replace(b'"schema_version":1', b'"schema_version":7', 1), 7, [10]),
    "duplicate ids": (b"".join([START, *LINES, LINES[2], END]), 7, [9]),
    "NaN, half a pair, NUL and line separators": (b"".join([START, *LINES, encode(ODD), END]), 8, []),
    "a bare NaN, as others write it": (PLAIN.replace(b'"scores":[1.0]', b'"scores":[NaN]', 1), 7, []),
    "a line of 30 MB": (b"".join([START, encode(LONG), *LINES, END]), 8, []),
    "a gzip that is not": (PLAIN, 7, []),
    "a gzip cut short": (gzip.compress(PLAIN)[:-12], 7, [9]),
    "noise between the lines": (b"".join([START, b"\xff\xfe\x00\n", *LINES, b"[]\n", b"null\n", END]), 7, [2, 10, 11]),
    "carriage returns": (PLAIN.replace(b"\n", b"\r\n"), 7, []),
    "a byte order mark": (b"\xef\xbb\xbf" + PLAIN, 7, [1]),
    "no newline anywhere": (PLAIN.replace(b"\n", b""), 7, [1]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_every_verb_reads_what_is_good_and_names_the_rest_by_line(name, tmp_path, capsys):
    """Report, check, compare, query and export see the same records, and check says the same lines."""
    content, good, lines = HOSTILE[name]
    folder = tmp_path / "r"
    folder.mkdir()
    (folder / ("records.jsonl.gz" if "gzip" in name else "records.jsonl")).write_bytes(content)
    found = check_log(records_file(folder))
    assert (found.records, [problem.line for problem in found.problems]) == (good, lines)
    assert main(["log", "check", str(folder)]) == bool(lines)
    capsys.readouterr()
    for _ in ("from the records", "from what is kept"):
        assert main(["report", str(folder)]) == 0
        out, err = capsys.readouterr()
        assert re.search(rf"g: {good}( of 1)? questions", out)
        assert err == ""
    assert main(["report", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["questions"] == sum(told["attribution"].values()) == good
    assert [int(problem.split(":")[0].removeprefix("line ")) for problem in told["problems"]] == lines
    assert main(["compare", str(folder), str(folder), "--json", "--min-questions", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "PASS"
    assert main(["query", str(folder), "SELECT count(*) AS n, count(bucket) AS b FROM questions", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"n": good, "b": good}]
    assert main(["export", str(folder), "--format", "otel", "--out", str(tmp_path / "spans.jsonl")]) == 0
    assert (tmp_path / "spans.jsonl").read_bytes().count(b"\n") == good


def paths_of(value, path=()):
    """Yield the way to every value in a JSON document."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths_of(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths_of(item, (*path, index))


def replaced(value, path, new):
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], new)
    return copy


RECORD_PATHS = [path for path in paths_of(json.loads(LINES[2])) if path]
START_PATHS = [path for path in paths_of(json.loads(START)) if path]


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.sampled_from(RECORD_PATHS), any_json()), max_size=3),
    st.lists(st.tuples(st.sampled_from(START_PATHS), any_json()), max_size=1),
)
def test_values_that_nobody_would_write_are_read_or_named(tmp_path, changes, of_start):
    """Any JSON in the place of any value, in the start too: one line of reason at most, and the records beside it are read."""
    record, start = json.loads(LINES[2]), json.loads(START)
    for path, new in changes:
        if path in paths_of(record):
            record = replaced(record, path, new)
    for path, new in of_start:
        start = replaced(start, path, new)
    folder = tmp_path / "r"
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    content = [json.dumps(start).encode() + b"\n", LINES[0], json.dumps(record).encode() + b"\n", LINES[1]]
    (folder / "records.jsonl").write_bytes(b"".join(content))
    assert check_log(folder / "records.jsonl").records >= 2
    try:
        log = open_log(folder)
        summary = summarise(log, max_failures=5)
        outcomes = list(Outcomes(log))
        for found in log.records():
            json.loads(trace_line(found, log.start))
    except HarnessError:
        return  # one that no later line could be read without
    assert summary.questions == len(outcomes)
    if log.start.run_id == "r":
        assert {"q0", "q1"} <= {outcome.id for outcome in outcomes} or summary.questions >= 2


@pytest.mark.skipif(sys.platform != "linux", reason="the peak memory of a process is in /proc only there")
def test_a_log_of_many_lines_is_read_in_flat_memory(tmp_path):
    """30,000 records of 6 kB: the report takes less than 60 MB more than one of 100."""
    from test_log import in_python

    def peak(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir()
        noise = random.Random(3)
        with (folder / "records.jsonl").open("wb") as out:
            out.write(START)
            for n in range(count):
                out.write(encode(record_of(f"q{n}", question=noise.randbytes(2_500).hex())))
        script = """
            from pathlib import Path
            from harness.log.reader import open_log
            from harness.measure.kept import summarise
            assert summarise(open_log(Path(sys.argv[1])), max_failures=5).questions == int(sys.argv[2])
            print([line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line][0].split()[1])
        """
        with in_python(script, folder, count) as process:
            return int(process.stdout.read())

    assert peak(30_000) - peak(100) < 60_000


def test_a_run_that_is_only_a_name_is_no_log(tmp_path, capsys):
    """An empty folder, an empty file, a folder named like a log: one line each, exit 2."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / "records.jsonl").touch()
    (tmp_path / "folder" / "records.jsonl").mkdir(parents=True)
    for name in ("empty", "file", "folder"):
        for verb in (["report"], ["log", "repair"], ["log", "compact"], ["export", "--format", "otel"]):
            assert main([*verb, name, "--logs", str(tmp_path)]) == 2
            out, err = capsys.readouterr()
            assert (out, err.count("\n")) == ("", 1), (verb, name)
    assert (tmp_path / "file" / "records.jsonl").read_bytes() == b""
