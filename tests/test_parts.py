"""A log counted in parts: wherever it is cut, the parts merged in order are the whole."""

from __future__ import annotations

import errno
import gzip
import importlib
import os
import pickle
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from runs import record_of, run_end, start_of

from harness.history import history_line
from harness.log.files import RECORDS
from harness.log.lines import encode
from harness.log.reader import Log, open_log
from harness.measure import tally
from harness.measure.kept import SUMMARY, summarise
from harness.measure.summary import Summariser
from harness.types import Attempt, Generation, Origin, Record, RunStart

KINDS = ("right", "wrong", "lost", "fault", "abstained", "false", "blocked", "unjudged")
seconds = st.floats(0, 1e6) | st.sampled_from([0.1, 1e-9, 1e15])


@st.composite
def records(draw, number: int) -> Record:
    """Draw a record of any kind, with ranks, timings, tokens and, now and then, attempts of its own."""
    record = record_of(f"q{number}", draw(st.sampled_from(KINDS)), kind=draw(st.sampled_from(["keyword", "multi_hop"])))
    other = record.chunks[0].chunk.model_copy(update={"chunk_id": "other#0"})
    before = (record.chunks[0].model_copy(update={"chunk": other}),) * draw(st.integers(0, 4))
    changes: dict[str, object] = {"seconds": draw(st.dictionaries(st.sampled_from(["retrieve", "verify"]), seconds))}
    if record.trace and record.trace[0].final_rank:
        found = {"final_rank": draw(st.integers(1, 60)), "reunited": draw(st.booleans())}
        changes["trace"] = (record.trace[0].model_copy(update=found),)
        changes["chunks"] = (*before, *record.chunks)
    if draw(st.integers(0, 3)) == 0:
        old = record.chunks[0].chunk.model_copy(update={"metadata": {"status": "superseded"}})
        changes["chunks"] = (record.chunks[0].model_copy(update={"chunk": old}),)
    if draw(st.integers(0, 3)) == 0:
        changes["question"] = record.question.model_copy(update={"gold_doc_ids": ()})
    if record.generation and draw(st.booleans()):
        counted = {"prompt_tokens": draw(st.integers(0, 9)), "cached": draw(st.booleans())}
        changes["generation"] = record.generation.model_copy(update=counted)
    if draw(st.booleans()):
        first = record_of("first", draw(st.sampled_from(KINDS)))
        changes["attempts"] = (
            Attempt(
                then=draw(st.sampled_from(["reason_given", "searched_wider"])),
                k=1,
                generation=Generation(answer="?", model="m", prompt_tokens=draw(st.none() | st.integers(0, 9))),
                verdict=first.verdict,
                judgement=first.judgement,
                seconds={"verify": draw(seconds)},
            ),
        )
    return record.model_copy(update=changes)


runs = st.integers(0, 14).flatmap(lambda count: st.tuples(*(records(number) for number in range(count))))
starts = st.sampled_from(
    [
        start_of(),
        start_of(settings={"k": 5, "candidates": 50, "attempts": 2}),
        start_of(settings={"candidates": 3}),
        start_of(origin=Origin(kind="system", what="python:x:y")),
    ]
)


def added(start: RunStart, told: tuple[Record, ...], limit: int | None) -> Summariser:
    summariser = Summariser(start, max_failures=limit)
    for record in told:
        summariser.add(record)
    return summariser


@given(starts, runs, st.lists(st.integers(0, 14), max_size=4), st.sampled_from([None, 0, 1, 2, 20]))
def test_parts_merge_to_the_summary_of_one_pass(start, told, cuts, limit):
    """Every number, failure and id is the same to the last bit, empty parts and parts from another process included."""
    whole = added(start, told, limit).summary("complete", ["line 1: torn"])
    merged = Summariser(start, max_failures=limit)
    for first, end in pairwise([0, *sorted(cuts), len(told)]):
        part = added(start, told[first:end], limit)
        merged.merge(pickle.loads(pickle.dumps(part)))
    assert merged.summary("complete", ["line 1: torn"]) == whole


@pytest.mark.parametrize("limit", [0, 5])
def test_a_part_is_small_enough_to_send(limit):
    """A thousand records with two timings each are some kilobytes: no record goes with them."""
    told = [record_of(f"q{n}", KINDS[n % 8]).model_copy(update={"seconds": {"verify": 0.1}}) for n in range(1000)]
    sent = pickle.dumps(added(start_of(), tuple(told), limit))
    assert len(sent) < (10_000 if not limit else 60_000)


# --- a log, cut anywhere ----------------------------------------------------------------------------------------------


class Ids:
    """The ids of records, in order: what no part may lose, double or move."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def add(self, record: Record) -> None:
        self.ids.append(record.question.id)

    def merge(self, later: Ids) -> None:
        self.ids += later.ids


def said(name: str, run_id: str = "r") -> bytes:
    return encode(record_of(name, run_id=run_id))


START, END = encode(start_of()), encode(run_end("r"))
DAMAGED = said("broken").replace(b'"key"', b'"k\xffy"')
TORN = said("torn")[:200]
LINES = {
    "a record": said("a"),
    "the same question again": said("a"),
    "another": said("b"),
    "half a pair": said("c").replace(b'"id":"c"', b'"id":"\\ud800"'),
    "a record of another run": said("x", "other"),
    "the end of another run": encode(run_end("other")),
    "a second start": START,
    "the end": END,
    "a damaged line": DAMAGED,
    "no newline between two": said("d")[:-1] + said("e"),
    "a newer schema": said("f").replace(b'"schema_version":1', b'"schema_version":99'),
    "a stray span": said("g").replace(
        b'"spans":[{"number":1,"chunk_id":"pets#0"', b'"spans":[{"number":1,"chunk_id":"no#0"'
    ),
    "a blank line": b"\n",
    "blanks": b"   \r\n",
    "not JSON": b"{]\n",
    "a long line": said("l").replace(b"the prompt", b"p" * 5000),
}


def one_pass(folder: Path) -> tuple[object, ...]:
    log = open_log(folder)
    return [record.question.id for record in log.records()], log.problems, log.end


def in_this_process(log: Log, empty: Ids, between, processes):
    """Read the parts as the processes would, without starting any."""
    for part in between:
        yield pickle.loads(pickle.dumps(tally.count(log.path, log.start.run_id, empty, part)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(sorted(LINES)), max_size=12), st.integers(1, 3000), st.sampled_from([b"", TORN]))
def test_a_log_in_parts_reads_as_in_one_pass(tmp_path, told, part_bytes, tail):
    """Records, problems with their lines, and the end are the same, whatever the log holds and wherever it is cut."""
    (tmp_path / RECORDS).write_bytes(START + b"".join(LINES[name] for name in told) + tail)
    log = open_log(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "_cores", lambda: 4)
        patch.setattr(tally, "_read", in_this_process)
        ids = tally.tally_log(log, Ids(), part_bytes=part_bytes).ids
    assert (ids, log.problems, log.end) == one_pass(tmp_path)


@pytest.mark.parametrize("repeated", ["a second start", "the same question again"])
def test_what_only_one_pass_can_tell_is_told_by_one(tmp_path, monkeypatch, repeated):
    """A question or a start that two parts hold is a problem of the second one's line."""
    told = [START, said("a"), *(said(f"q{n}") for n in range(20)), LINES[repeated], END]
    (tmp_path / RECORDS).write_bytes(b"".join(told))
    monkeypatch.setattr(tally, "_cores", lambda: 2)
    monkeypatch.setattr(tally, "_read", in_this_process)
    log = open_log(tmp_path)
    assert tally.tally_log(log, Ids(), part_bytes=1000).ids == ["a", *(f"q{n}" for n in range(20))]
    assert [problem.line for problem in log.problems] == [23]


# --- by processes -----------------------------------------------------------------------------------------------------


@pytest.fixture
def large(tmp_path) -> Path:
    """A log of forty records of every kind, two damaged lines and a torn one."""
    folder = tmp_path / "r"
    folder.mkdir()
    told = [said(f"q{n}") if n % 8 == 0 else encode(record_of(f"q{n}", KINDS[n % 8])) for n in range(40)]
    (folder / RECORDS).write_bytes(b"".join([START, *told[:20], DAMAGED, *told[20:], DAMAGED, END, TORN]))
    return folder


@pytest.mark.parametrize("limit", [None, 0, 3])
def test_processes_make_the_report_of_one(large, monkeypatch, limit):
    """Two processes: the summary, what is kept of it and the line of the history are those of one pass."""
    alone = summarise(open_log(large), max_failures=limit)
    line = history_line(open_log(large))
    kept = (large / SUMMARY).read_bytes() if limit is not None else None
    (large / SUMMARY).unlink(missing_ok=True)
    monkeypatch.setattr(tally, "_cores", lambda: 2)
    monkeypatch.setattr(Log, "records", lambda _: pytest.fail("read in one pass"))
    assert summarise(open_log(large), max_failures=limit, part_bytes=1000) == alone
    assert history_line(open_log(large), part_bytes=1000) == line
    assert kept is None or (large / SUMMARY).read_bytes() == kept
    assert [problem.partition(":")[0] for problem in alone.problems] == ["line 22", "line 43", "line 45"]


@pytest.mark.parametrize("form", ["gz", "small", "one core"])
def test_one_process_where_more_would_not_help(large, monkeypatch, form):
    """A compressed log cannot be cut; of a small log, or on one core, the other processes would cost more than they save."""
    monkeypatch.setattr(tally, "_cores", lambda: 1 if form == "one core" else 2)
    monkeypatch.setattr(tally, "_read", lambda *_: pytest.fail("read by processes"))
    if form == "gz":
        content = gzip.compress((large / RECORDS).read_bytes())
        (large / RECORDS).unlink()
        (large / f"{RECORDS}.gz").write_bytes(content)
    options = {} if form == "small" else {"part_bytes": 100}
    assert len(tally.tally_log(open_log(large), Ids(), **options).ids) == 40


PICKY = """
import os

class Picky:
    def __init__(self, here):
        self.here, self.ids = here, []
    def add(self, record):
        self.ids.append(record.question.id)
        assert os.getpid() == self.here or record.question.id != "q30"
    def merge(self, later):
        self.ids += later.ids
"""


def test_a_process_that_breaks_down_leaves_it_to_one_pass(large, tmp_path, monkeypatch):
    """Whatever a process met, after other parts went well, one pass meets it again or does not; nothing is half counted."""
    (tmp_path / "picky.py").write_text(PICKY)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(tally, "_cores", lambda: 2)
    picky = importlib.import_module("picky").Picky(os.getpid())
    assert tally.tally_log(open_log(large), picky, part_bytes=1000).ids == [f"q{n}" for n in range(40)]


@pytest.mark.parametrize("met", ["no process can be started", "another file takes the log's place"])
def test_what_the_processes_cannot_do_one_pass_does(large, monkeypatch, met):
    """The records are all there, once, and those of one file."""

    def replaced(log: Log, empty: Ids, between, processes):
        first, *others = between
        yield from in_this_process(log, empty, [first], 1)
        (large / "new").write_bytes((large / RECORDS).read_bytes())
        (large / "new").replace(large / RECORDS)
        yield from in_this_process(log, empty, others, 1)

    def refused(*_: object, **__: object):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(tally, "_cores", lambda: 2)
    if met.startswith("no process"):
        monkeypatch.setattr(subprocess, "Popen", refused)
    else:
        monkeypatch.setattr(tally, "_read", replaced)
    passes = []
    one = Log.records
    monkeypatch.setattr(Log, "records", lambda log: passes.append(1) or one(log))
    assert tally.tally_log(open_log(large), Ids(), part_bytes=1000).ids == [f"q{n}" for n in range(40)]
    assert passes == [1]


SLOW = """
import os, time
from pathlib import Path
from harness.measure.summary import Summariser

class Slow(Summariser):
    def add(self, record):
        Path(os.environ["PIDS"], str(os.getpid())).touch()
        time.sleep(60)
"""
REPORT = """
import functools, sys
from harness.cli.main import main
from harness.measure import kept, tally
from slow import Slow
kept.Summariser = Slow
kept.summarise = functools.partial(kept.summarise, part_bytes=1000)
tally._cores = lambda: 2
sys.exit(main(["report", sys.argv[1]]))
"""


@pytest.mark.parametrize(
    ("ends", "code", "told"), [("ctrl-c", 130, "interrupted"), ("kill -9", 2, "killed (signal 9)")]
)
def test_processes_end_with_the_one_that_asked(large, tmp_path, ends, code, told):
    """Ctrl-C on a terminal, or the kernel out of memory: one line, an exit code, and nothing goes on running."""
    pids = tmp_path / "pids"
    pids.mkdir()
    (tmp_path / "slow.py").write_text(SLOW)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PIDS": str(pids)}
    asking = subprocess.Popen(
        [sys.executable, "-c", REPORT, large],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
        start_new_session=True,
    )
    try:
        while len(workers := [int(path.name) for path in pids.iterdir()]) < 2:
            assert asking.poll() is None, asking.communicate()
            time.sleep(0.02)
        if ends == "ctrl-c":
            os.killpg(asking.pid, signal.SIGINT)
        else:
            os.kill(min(workers), signal.SIGKILL)
            os.kill(max(workers), signal.SIGKILL)
        out, complaint = asking.communicate(timeout=60)
    finally:
        asking.kill()
    assert (asking.returncode, out, complaint.count("\n")) == (code, "", 1), complaint
    assert told in complaint
    assert asking.pid not in workers
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
