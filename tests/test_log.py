"""Records survive kills, full disks and damage: what was written is read back, and what cannot be is named by line."""

import errno
import hashlib
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.errors import LogError
from harness.log import writer as writer_module
from harness.log.events import open_events
from harness.log.lines import decode, encode
from harness.log.reader import find_run, open_log
from harness.log.writer import LogWriter
from harness.types import (
    Chunk,
    Generation,
    GoldenInfo,
    IndexInfo,
    Question,
    RankedChunk,
    Ranking,
    Record,
    RunEnd,
    RunStart,
)

ROOT = Path(__file__).parents[1]


def start_of(run_id="r1", **changed):
    golden = GoldenInfo(name="g", path="g", sha256="0", questions=1, answerable=1, unanswerable=0)
    index = IndexInfo(documents=1, chunks=1, visible_chunks=1, words_per_chunk=1.0)
    return RunStart(
        run_id=run_id,
        started_at="2026-01-01T00:00:00Z",
        harness_version="0",
        python="3",
        platform="x",
        settings={"k": 5},
        golden=golden,
        index=index,
        **changed,
    )


def end_of(run_id="r1", **changed):
    fields = {"ended_at": "2026-01-01T00:00:01Z", "status": "complete", "questions": 1, "faults": 0, "seconds": 1.0}
    return RunEnd(run_id=run_id, **fields, **changed)


def record_of(name, run_id="r1", text="Some text.", **changed):
    """Return a record whose question id is a hash, so that no single damaged byte makes it another's."""
    question_id = hashlib.sha256(str(name).encode()).hexdigest()[:16]
    chunk = Chunk(chunk_id="d#0", doc_id="d", start=0, end=len(text), text=text)
    fields = {
        "question": Question(id=question_id, question="What?"),
        "candidates": Ranking(chunk_ids=("d#0",), scores=(1.5,)),
        "chunks": (RankedChunk(chunk=chunk, rank=1, score=1.5),),
        "generation": Generation(answer="It [1].", model="scripted"),
        "seconds": {"retrieve": 0.25},
    }
    return Record(run_id=run_id, key=f"key-{name}", **{**fields, **changed})


def write_log(folder, *lines, start=None):
    folder.mkdir(parents=True, exist_ok=True)
    content = b"".join(line if isinstance(line, bytes) else encode(line) for line in (start or start_of(), *lines))
    (folder / "records.jsonl").write_bytes(content)
    return folder


def read(folder):
    log = open_log(folder)
    return list(log.records()), [(problem.line, problem.reason) for problem in log.problems]


# --- round trips ------------------------------------------------------------------------------------------------------


def any_text():
    """Any text at all; a surrogate pair is spelt as the one character it means, since JSON cannot tell them apart."""
    characters = st.one_of(
        st.characters(exclude_categories=()),
        st.sampled_from("\x00\n\r\u2028\u2029\u0085\ud800\udfff\u202e\u0301\ufeff"),
    )
    return st.text(characters, max_size=30).map(
        lambda text: text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    )


def any_json():
    leaves = (
        st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
    )
    return st.recursive(leaves | any_text(), lambda inner: st.lists(inner, max_size=3) | mappings(inner), max_leaves=5)


def mappings(values):
    return st.dictionaries(any_text(), values, max_size=3)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_text(), any_text(), mappings(any_json()), st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_any_record_comes_back_equal(text, other, extra, score, seconds):
    """Surrogates, NUL, line separators and infinities included; and each is one line of strict JSON."""
    record = record_of(
        "a",
        text=text,
        prompt=other,
        question=Question(id="q" + other, question=text, answers=(text,), extra=extra),
        candidates=Ranking(chunk_ids=(other,), scores=(score,)),
        seconds={"generate": seconds},
    )
    content = encode(record)
    assert content.count(b"\n") == 1
    json.loads(content, parse_constant=pytest.fail)
    assert decode(content) == record


def test_scores_that_are_not_numbers_are_kept_as_words():
    """NaN is not JSON and null would make the record unreadable, so a strict reader sees "NaN" and ours the number."""
    hits = Ranking(chunk_ids=("a", "b"), scores=(math.nan, -math.inf))
    content = encode(record_of("a", candidates=hits))
    assert json.loads(content)["candidates"]["scores"] == ["NaN", "-Infinity"]
    first, second = decode(content).candidates.scores
    assert math.isnan(first)
    assert second == -math.inf


def test_a_log_is_read_as_it_was_written(tmp_path):
    """Start, records in order, end; the writer counts the bytes that are in the file."""
    records = [record_of(n) for n in range(3)]
    with LogWriter.create(tmp_path / "logs/r1", start_of()) as writer:
        for line in (*records, end_of()):
            writer.write(line)
    writer.close()
    assert writer.bytes_written == (tmp_path / "logs/r1/records.jsonl").stat().st_size
    log = open_log(tmp_path / "logs/r1")
    assert (log.start, log.end) == (start_of(), None)
    assert list(log.records()) == records
    assert (log.end, log.problems) == (end_of(), [])


# --- writing ----------------------------------------------------------------------------------------------------------


def test_each_line_is_one_write(tmp_path, monkeypatch):
    """A kill between two calls finds whole lines only."""
    sizes = []
    real = os.write
    monkeypatch.setattr(writer_module.os, "write", lambda fd, data: sizes.append(len(data)) or real(fd, data))
    with LogWriter.create(tmp_path / "r", start_of()) as writer:
        writer.write(record_of(1, text="x" * 1_000_000))
    assert sizes == [len(encode(start_of())), len(encode(record_of(1, text="x" * 1_000_000)))]


def test_a_short_write_is_continued(tmp_path, monkeypatch):
    """The system may take less than it was given."""
    real = os.write
    monkeypatch.setattr(writer_module.os, "write", lambda fd, data: real(fd, data[:100]))
    with LogWriter.create(tmp_path / "r", start_of()) as writer:
        writer.write(record_of(1))
    assert read(tmp_path / "r") == ([record_of(1)], [])


def test_a_line_that_does_not_fit_is_taken_back(tmp_path, monkeypatch):
    """When the disk fills in the middle of a line the file still ends in a whole one, and writing can go on later."""
    writer = LogWriter.create(tmp_path / "r", start_of())
    writer.write(record_of(1))
    real, calls = os.write, []

    def fills(descriptor, data):
        calls.append(data)
        if len(calls) == 1:
            return real(descriptor, data[:50])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(writer_module.os, "write", fills)
    with pytest.raises(LogError) as caught:
        writer.write(record_of(2))
    monkeypatch.undo()
    assert "No space left on device; the 1 record written before is kept" in str(caught.value)
    assert "go on with --run-id r --resume" in str(caught.value)
    assert read(tmp_path / "r") == ([record_of(1)], [])
    writer.write(record_of(3))
    writer.close()
    assert read(tmp_path / "r") == ([record_of(1), record_of(3)], [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_device_is_one_line():
    """The real error of a real full device is a `LogError` without a traceback's worth of text."""
    descriptor = os.open("/dev/full", os.O_WRONLY)
    try:
        with pytest.raises(LogError, match="No space left on device; the 0 records"):
            LogWriter(Path("/dev/full"), descriptor).write(record_of(1))
    finally:
        os.close(descriptor)


def in_python(script, *arguments, **options):
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'tests')!r}]\n" + textwrap.dedent(script)
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, **options)


def test_a_file_that_may_not_grow_keeps_its_whole_lines(tmp_path):
    """Under a file size limit the system writes part of a line and then refuses: nothing partial is left."""
    script = """
        import resource
        from test_log import *
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        writer = LogWriter.create(Path(sys.argv[1]), start_of())
        for n in range(100):
            try:
                writer.write(record_of(n))
            except LogError as error:
                print(n, error)
                break
    """
    with in_python(script, tmp_path / "r") as process:
        said = process.stdout.read().decode()
    count = int(said.split()[0])
    assert 0 < count < 100
    assert f"File too large; the {count} records written before are kept" in said
    assert read(tmp_path / "r") == ([record_of(n) for n in range(count)], [])


def test_a_log_that_exists_is_not_overwritten(tmp_path):
    """Nor is a file taken for a folder, nor an unwritable place for a writable one."""
    LogWriter.create(tmp_path / "r", start_of()).close()
    with pytest.raises(LogError, match=r"exists; choose another --run-id, or go on with it by --resume"):
        LogWriter.create(tmp_path / "r", start_of())
    (tmp_path / "file").touch()
    with pytest.raises(LogError, match="is a file; choose another --run-id"):
        LogWriter.create(tmp_path / "file", start_of())
    with pytest.raises(LogError, match="Not a directory; choose a folder you can write"):
        LogWriter.create(tmp_path / "file/r", start_of())


def test_a_log_that_cannot_be_begun_leaves_nothing(tmp_path, monkeypatch):
    """So that trying again does not find a log in the way."""

    def full(_, __):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(writer_module.os, "write", full)
    with pytest.raises(LogError, match="nothing is written yet"):
        LogWriter.create(tmp_path / "r", start_of())
    monkeypatch.undo()
    LogWriter.create(tmp_path / "r", start_of()).close()


def killed_writers(tmp_path, count, most, *, compress=False):
    """Kill writers at random points; yield the folder of each, with all it acknowledged there and the log gone on with."""
    script = """
        from test_log import *
        writer = LogWriter.create(Path(sys.argv[1]), start_of(), compress=sys.argv[2] == "True")
        for n in range(100_000):
            writer.write(record_of(n, text="y" * 20_000))
            os.write(1, b"%d\\n" % n)
    """
    chance = random.Random(count)
    for attempt in range(count):
        folder = tmp_path / str(attempt)
        with in_python(script, folder, compress) as process:
            for _ in range(chance.randrange(1, most)):
                process.stdout.readline()
            process.kill()
            said = process.stdout.read()
        acknowledged = {f"key-{n}" for n in range(int(said.split()[-1]) + 1 if said.split() else 1)}
        records, problems = read(folder)
        assert acknowledged <= {record.key for record in records}
        assert all("torn" in reason for _, reason in problems)
        writer, keys = LogWriter.resume(folder, start_of(), lambda _: True)
        writer.close()
        assert keys == {record.key for record in records}
        assert read(folder) == (records, [])
        yield folder


def test_every_acknowledged_record_survives_kill_9(tmp_path):
    """Twelve writers: all they acknowledged is there, at most a torn tail is left, resume works."""
    assert len(list(killed_writers(tmp_path, 12, 300))) == 12


# --- resuming ---------------------------------------------------------------------------------------------------------


def test_resume_keeps_what_is_kept_byte_for_byte(tmp_path):
    """The old start, the end, the torn tail and what is not kept go; new records follow the kept ones."""
    spaced = encode(record_of(2)).replace(b'"key":', b'"key": ')
    torn = encode(record_of(4))[:50]
    folder = write_log(tmp_path / "r", record_of(1), spaced, record_of(3), end_of(), torn)
    again = start_of().model_copy(update={"python": "4"})
    writer, keys = LogWriter.resume(folder, again, lambda record: record.key != "key-3")
    assert keys == {"key-1", "key-2"}
    with writer:
        writer.write(record_of(3))
        writer.write(end_of())
    expected = encode(again) + encode(record_of(1)) + spaced + encode(record_of(3)) + encode(end_of())
    assert (folder / "records.jsonl").read_bytes() == expected
    assert [path.name for path in folder.iterdir()] == ["records.jsonl"]
    assert writer.bytes_written == len(encode(record_of(3)) + encode(end_of()))


def test_resume_completes_a_last_line_that_lacks_its_newline(tmp_path):
    """A record that is whole but for its newline is kept, and the next one begins its own line."""
    folder = write_log(tmp_path / "r", encode(record_of(1))[:-1])
    writer, _ = LogWriter.resume(folder, start_of(), lambda _: True)
    with writer:
        writer.write(record_of(2))
    assert read(folder) == ([record_of(1), record_of(2)], [])


@pytest.mark.parametrize("left", [b"", b'{"kind":"run_st', b'{"kind":"run_stXrt"}\n'])
def test_resume_mends_a_log_without_a_readable_start(tmp_path, left):
    """A run that died in its first line can be resumed like any other."""
    (tmp_path / "records.jsonl").write_bytes(left + (encode(record_of(1)) if left.endswith(b"\n") else b""))
    writer, keys = LogWriter.resume(tmp_path, start_of(), lambda _: True)
    writer.close()
    assert keys == ({"key-1"} if left.endswith(b"\n") else set())
    assert open_log(tmp_path).start == start_of()


def test_a_resume_that_fails_leaves_the_old_log(tmp_path, monkeypatch):
    """No log, another run's log, a newer log and a full disk are refused before anything is replaced."""
    with pytest.raises(LogError, match="there is no log to resume"):
        LogWriter.resume(tmp_path, start_of(), lambda _: True)
    folder = write_log(tmp_path / "r", record_of(1), b'{"kind":"record","schema_version":99}\n')
    before = (folder / "records.jsonl").read_bytes()
    with pytest.raises(LogError, match="is run 'r1'; resume it with --run-id r1"):
        LogWriter.resume(folder, start_of("r2"), lambda _: True)
    with pytest.raises(LogError, match=r"line 3: schema_version 99 is newer .* nothing is changed"):
        LogWriter.resume(folder, start_of(), lambda _: True)

    def full(_, __):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(writer_module.os, "write", full)
    with pytest.raises(LogError, match="No space left on device while resuming; the log is as it was"):
        LogWriter.resume(folder, start_of(), lambda _: True)
    assert (folder / "records.jsonl").read_bytes() == before
    assert [path.name for path in folder.iterdir()] == ["records.jsonl"]


# --- reading damage ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (encode(record_of("x"))[:-40], "torn: "),
        (b"\x00" * 100 + b"\n", "Invalid JSON"),
        (b"not json\n", "Invalid JSON"),
        (b"[1]\n", "Input should be"),
        (b'{"kind":"note"}\n', "does not match any of the expected tags"),
        (encode(record_of("x")).replace(b"Some text", b"Some \xff text"), "Invalid JSON"),
        (encode(record_of("x")).replace(b'"score":1.5', b'"score":[]'), "score: Input should be a valid number"),
        (encode(record_of("x")).replace(b'"rank":1', b'"rank":"one"'), "rank: Input should be a valid integer"),
        (
            encode(record_of("x")).replace(b'"schema_version":1', b'"schema_version":2'),
            "schema_version 2 is newer than 1",
        ),
        (b'{"kind":"record","schema_version":2,"new":1}\n', "schema_version 2 is newer than 1"),
        (encode(record_of("x", run_id="r2")), "a record of another run, 'r2'"),
        (encode(end_of("r2")), "a run_end of another run, 'r2'"),
        (encode(start_of("r2")), "a second run_start, of run 'r2'"),
        (encode(record_of(1)), "a second record of question '6b86b273ff34fce1'"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_the_others_are_read(tmp_path, line, said):
    """The problem carries the line number; records on both sides of it are there."""
    after = [] if b"\n" not in line else [record_of(2)]
    records, problems = read(write_log(tmp_path / "r", record_of(1), line, *after))
    assert records == [record_of(1), *after]
    ((number, reason),) = problems
    assert number == 3
    assert said in reason


def test_blank_lines_and_a_missing_last_newline_are_no_problems(tmp_path):
    """They lose nothing."""
    folder = write_log(tmp_path / "r", b"\n", record_of(1), b" \r\n", encode(record_of(2))[:-1])
    assert read(folder) == ([record_of(1), record_of(2)], [])


def test_two_records_run_together_are_both_read(tmp_path):
    """A torn record that another run appended to, or a damaged newline, costs at most the torn one."""
    joined = encode(record_of(2))[:-1] + b"\x0b" + encode(record_of(3))
    records, problems = read(write_log(tmp_path / "r", encode(record_of(1))[:60], record_of(1), joined, record_of(4)))
    assert records == [record_of(n) for n in (1, 2, 3, 4)]
    assert [number for number, _ in problems] == [2, 3]


def test_numbers_json_does_not_have_are_read_where_others_wrote_them(tmp_path):
    """Python's own `json` writes a bare NaN; the record is good all the same."""
    line = encode(record_of(1)).replace(b'"scores":[1.5]', b'"scores":[NaN]', 1)
    ((record,), problems) = read(write_log(tmp_path / "r", line))
    assert math.isnan(record.candidates.scores[0])
    assert problems == []


def test_a_line_of_many_megabytes_is_read(tmp_path):
    """There is no limit on a line, and none on what follows it."""
    long = record_of(1, text="long " * 4_000_000)
    assert read(write_log(tmp_path / "r", long, record_of(2))) == ([long, record_of(2)], [])


def test_records_can_be_iterated_twice(tmp_path):
    """Problems and the end are those of the last pass, not of all passes."""
    log = open_log(write_log(tmp_path / "r", record_of(1), b"x\n", end_of()))
    assert list(log.records()) == list(log.records())
    assert (len(log.problems), log.end) == (1, end_of())


def test_a_log_that_cannot_be_opened_says_why(tmp_path):
    """Absent, empty, without a start, of a newer harness: one line each, and what to do."""
    with pytest.raises(LogError, match="No such file"):
        open_log(tmp_path)
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"")
    with pytest.raises(LogError, match="is empty"):
        open_log(tmp_path)
    path.write_bytes(b"?\n" + encode(record_of(1)))
    with pytest.raises(LogError, match=r"no run_start that can be read \(line 1: .*\) and 1 record that can"):
        open_log(tmp_path)
    path.write_bytes(encode(start_of()).replace(b'"schema_version":1', b'"schema_version":2'))
    with pytest.raises(LogError, match="line 1: schema_version 2 is newer than 1"):
        open_log(tmp_path)


FUZZED = [
    encode(start_of()),
    *(encode(record_of(n, text="Text \u2028 é \U0001f469.")) for n in range(12)),
    encode(end_of()),
]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, sum(map(len, FUZZED)) - 1), st.integers(1, 255)), max_size=6), st.data())
def test_damage_never_raises_and_never_costs_an_untouched_line(tmp_path, flips, data):
    """Flip bytes anywhere after the first line, cut the file anywhere: every record without a damaged byte is read."""
    content = bytearray(b"".join(FUZZED))
    first = len(FUZZED[0])
    damaged = [max(first, position) for position, _ in flips]
    for position, (_, mask) in zip(damaged, flips, strict=True):
        content[position] ^= mask
    cut = data.draw(st.none() | st.integers(first, len(content)))
    (tmp_path / "records.jsonl").write_bytes(content[:cut])
    keys = {record.key for record in open_log(tmp_path).records()}
    position = first
    for number, line in enumerate(FUZZED[1:-1]):
        touched = any(content[p] != b"".join(FUZZED)[p] for p in range(position, position + len(line)))
        position += len(line)
        if not touched and (cut is None or position <= cut):
            assert f"key-{number}" in keys


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300))
def test_noise_is_refused_in_one_line(tmp_path, noise):
    """A file that is no log at all is a `LogError`, never another exception."""
    (tmp_path / "records.jsonl").write_bytes(noise)
    with pytest.raises(LogError):
        open_log(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes only there")
def test_records_are_streamed_not_kept(tmp_path):
    """Reading 60 MB of records costs a few megabytes."""
    folder = write_log(tmp_path / "r", *(record_of(n, text="z" * 20_000) for n in range(3_000)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sum(1 for _ in open_log(folder).records()) == 3_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 15_000


# --- finding runs -----------------------------------------------------------------------------------------------------


def test_a_run_is_found_by_folder_by_file_and_by_name(tmp_path, monkeypatch):
    """A folder of the run's name that holds no log does not hide the run in the logs folder."""
    folder = write_log(tmp_path / "logs/tonight")
    kept = write_log(tmp_path / "logs/baselines/v1")
    logs = tmp_path / "logs"
    (tmp_path / "tonight").mkdir()
    monkeypatch.chdir(tmp_path)
    assert find_run(str(folder), logs) == find_run(str(folder / "records.jsonl"), logs) == folder
    assert find_run("tonight", logs) == folder
    assert find_run("baselines/v1", logs) == kept
    with pytest.raises(LogError, match=r"did you mean 'tonight'\?"):
        find_run("tonigth", logs)
    with pytest.raises(LogError, match="none are known"):
        find_run("tonight", tmp_path / "nowhere")
    for odd in ("x" * 5000, "a\x00b", ""):
        with pytest.raises(LogError):
            find_run(odd, logs)


# --- events -----------------------------------------------------------------------------------------------------------


def test_events_are_json_lines_and_warnings_are_shown(tmp_path, capsys):
    """The file has everything with its time and run; stderr has what a person should know now."""
    logger, close = open_events(tmp_path / "events.jsonl", run_id="r1", verbose=False)
    logger.info("run.started", workers=8)
    logger.bind(question_id="q\ud800").warning("question.faulted", why="a\nb", odd=Path("p"))
    try:
        int("bad")
    except ValueError:
        logger.exception("stage.raised")
    close()
    close()
    logger.error("run.late")
    lines = [json.loads(line) for line in (tmp_path / "events.jsonl").read_bytes().splitlines()]
    assert [line["event"] for line in lines] == ["run.started", "question.faulted", "stage.raised"]
    assert all(line["run_id"] == "r1" for line in lines)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["timestamp"]) for line in lines)
    assert (lines[1]["level"], lines[1]["question_id"], lines[1]["why"]) == ("warning", "q\ud800", "a\nb")
    assert "ValueError: invalid literal" in lines[2]["exception"]
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "run.started" not in shown.err
    assert r"warning: question.faulted question_id='q\ud800' why='a\nb'" in shown.err
    assert "error: run.late" in shown.err
    assert not structlog.is_configured()


def test_verbose_shows_every_event_and_no_file_is_needed(capsys):
    """Without a path, stderr is all there is."""
    logger, close = open_events(None, run_id="r1", verbose=True)
    logger.debug("index.built", chunks=3)
    close()
    assert capsys.readouterr().err == "debug: index.built chunks=3\n"


def test_events_that_cannot_be_kept_do_not_stop_a_run(tmp_path, capsys):
    """A file that cannot be opened is an error at once; one that fills up later is told once."""
    with pytest.raises(LogError, match="No such file or directory; choose a folder"):
        open_events(tmp_path / "none/events.jsonl", run_id="r1", verbose=False)
    if Path("/dev/full").exists():
        logger, close = open_events(Path("/dev/full"), run_id="r1", verbose=False)
        logger.info("run.started")
        logger.info("run.ended")
        close()
        assert capsys.readouterr().err == "/dev/full: No space left on device; no more events are kept\n"
