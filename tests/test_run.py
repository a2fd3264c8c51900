"""Whole runs through the command line: the log, concurrency, interruption, resume, and what is printed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import many, write_jsonl
from runs import lines, records

HARNESS = (sys.executable, "-m", "harness.cli.main")


def harness(*args, **kwargs) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*HARNESS, *map(str, args)], capture_output=True, text=True, timeout=120, **kwargs)


def run(golden: Path, *flags, run_id: str = "r", check: bool = True) -> list[dict]:
    done = harness("run", golden, "--chunker", "whole", "--logs", golden.parent / "logs", "--run-id", run_id, *flags)
    assert not check or done.returncode == 0, done.stderr
    return lines(golden.parent / "logs" / run_id)


def same(record: dict) -> dict:
    return {name: value for name, value in record.items() if name not in {"run_id", "seconds"}}


def test_a_log_is_one_start_the_records_and_one_end(golden):
    """Every line says its kind and schema version; the start holds the settings and the golden set's hash."""
    log = run(golden)
    assert [line["kind"] for line in log] == ["run_start", *["record"] * 4, "run_end"]
    assert all(line["schema_version"] == 1 for line in log)
    assert log[0]["settings"]["chunker"] == "whole"
    assert len(log[0]["golden"]["sha256"]) == 64
    assert (log[-1]["status"], log[-1]["questions"], log[-1]["faults"]) == ("complete", 4, 0)


def test_two_runs_write_the_same_records_apart_from_run_id_and_times(golden):
    """The scripted generator is deterministic, at any concurrency."""
    first = run(golden, "--concurrency", "1", run_id="a")
    second = run(golden, "--concurrency", "64", run_id="b")
    assert [same(r) for r in first if r["kind"] == "record"] == [same(r) for r in second if r["kind"] == "record"]


def test_the_report_printed_by_run_equals_the_one_read_back_from_the_log(golden):
    """Totals come from the records in both."""
    logs = golden.parent / "logs"
    printed = harness("run", golden, "--logs", logs, "--run-id", "r", "--json")
    read_back = harness("report", "r", "--logs", logs, "--format", "json")
    assert json.loads(printed.stdout) == json.loads(read_back.stdout)


def test_one_bad_question_never_stops_the_others(tmp_path):
    """Staged failures of three of forty questions become three faults, in every denominator; the rest is answered."""
    golden = many(tmp_path / "many", 40)
    script = tmp_path / "script.jsonl"
    write_jsonl(
        script,
        [
            {"id": "q3", "raise": "the model is on fire"},
            {"id": "q7", "answer": "   "},
            {"id": "q9", "delay_seconds": 30, "answer": "late"},
        ],
    )
    done = harness(
        "run", golden, "--script", script, "--timeout-seconds", "0.2", "--logs", tmp_path, "--run-id", "r", "--json"
    )
    report = json.loads(done.stdout)
    assert report["attribution"]["harness_fault"] == 3
    assert report["accuracy"]["denominator"] == 40
    assert report["accuracy"]["numerator"] == 37
    kinds = {r["question"]["id"]: r["fault"]["kind"] for r in records(tmp_path / "r") if r["fault"]}
    assert kinds == {"q3": "raised", "q7": "empty", "q9": "timeout"}


def test_a_staged_delay_lets_the_others_pass(tmp_path):
    """Eight workers with one slow question: it is written last, and the run takes one delay, not one per question."""
    golden = many(tmp_path / "many", 30)
    script = tmp_path / "script.jsonl"
    write_jsonl(script, [{"id": "q0", "delay_seconds": 0.5, "answer": "0 crowns [S1]."}])
    log = run(golden, "--script", script)
    assert [r["question"]["id"] for r in log[1:-1]][-1] == "q0"


@pytest.mark.parametrize("verbose", [False, True])
def test_faults_are_told_as_sentences_and_all_kept_in_the_events(tmp_path, verbose):
    """Three of them and a count on stderr; with --verbose each as an event; the report's cause is the message."""
    golden = many(tmp_path / "many", 10)
    write_jsonl(tmp_path / "s.jsonl", [{"id": f"q{n}", "raise": f"gone\n{n}"} for n in range(5)])
    flags = ["--script", tmp_path / "s.jsonl", "--logs", tmp_path, "--run-id", "r", "--concurrency", "1"]
    done = harness("run", golden, *flags, *(["--verbose"] if verbose else []))
    told = done.stderr.splitlines()
    assert ("question.faulted" in done.stderr) == verbose
    if not verbose:
        assert told[0] == r"q0: generate raised: StagedError: gone\n0"
        assert told[3:] == [f"… and 2 more ended in a fault: {tmp_path / 'r' / 'events.jsonl'}"]
    events = [json.loads(line) for line in (tmp_path / "r" / "events.jsonl").read_text("utf-8").splitlines()]
    kept = [event for event in events if event["event"] == "question.faulted"]
    assert [(event["level"], event["question_id"]) for event in kept] == [("warning", f"q{n}") for n in range(5)]
    assert "raised  5  generate: StagedError: gone" in done.stdout
    assert "a stage raised" not in done.stdout.partition("Why questions failed")[2]


def test_when_every_question_is_a_fault_the_run_does_not_exit_0(tmp_path):
    """A run in which nothing worked must not look green."""
    golden = many(tmp_path / "many", 3)
    write_jsonl(tmp_path / "s.jsonl", [{"id": f"q{i}", "raise": "down"} for i in range(3)])
    done = harness("run", golden, "--script", tmp_path / "s.jsonl", "--logs", tmp_path, "--run-id", "r")
    assert done.returncode == 1
    assert len(records(tmp_path / "r")) == 3


def slow_run(tmp_path: Path, count: int = 60, delay_seconds: float = 0.05) -> tuple[subprocess.Popen[str], Path, Path]:
    golden = many(tmp_path / "many", count)
    script = tmp_path / "script.jsonl"
    write_jsonl(
        script,
        [{"id": f"q{i}", "delay_seconds": delay_seconds, "answer": f"{i % 20} crowns [S1]."} for i in range(count)],
    )
    command = [*HARNESS, "run", golden, "--script", script, "--logs", tmp_path, "--run-id", "r", "--concurrency", "2"]
    return (
        subprocess.Popen([*map(str, command)], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True),
        tmp_path / "r",
        golden,
    )


def wait_for_records(folder: Path, count: int, limit_seconds: float = 30) -> None:
    until = time.monotonic() + limit_seconds
    while time.monotonic() < until:
        path = folder / "records.jsonl"
        if path.exists() and path.read_bytes().count(b"\n") > count:
            return
        time.sleep(0.01)
    pytest.fail(f"no {count} records in {limit_seconds} s")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_what_was_done_closes_the_log_and_exits_130(tmp_path, number):
    """The log ends with an `interrupted` RunEnd, the report is printed, and stderr says how to go on."""
    process, folder, _ = slow_run(tmp_path)
    wait_for_records(folder, 8)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    log = lines(folder)
    assert process.returncode == 130, err
    assert (log[-1]["kind"], log[-1]["status"]) == ("run_end", "interrupted")
    assert log[-1]["questions"] == len(log) - 2 >= 8
    assert "--resume" in err
    assert "interrupted" in out
    assert "Traceback" not in err


def test_a_signal_is_heard_though_no_question_waits_for_anything(tmp_path):
    """Workers that only compute give way often enough: the run stops long before its last question."""
    process, folder, _ = slow_run(tmp_path, count=10_000, delay_seconds=0)
    wait_for_records(folder, 8)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert 8 <= lines(folder)[-1]["questions"] < 10_000


def test_resume_after_an_interrupt_equals_an_undisturbed_run(tmp_path):
    """The resumed log has one start, every record once, one end, and the same records as a run left alone."""
    process, folder, golden = slow_run(tmp_path, 40)
    wait_for_records(folder, 10)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    kept = [same(r) for r in records(folder)]
    flags = ("--script", tmp_path / "script.jsonl", "--logs", tmp_path, "--concurrency", "2")
    resumed = harness("run", golden, *flags, "--run-id", "r", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    harness("run", golden, *flags, "--run-id", "calm")
    log = lines(folder)
    assert Counter(line["kind"] for line in log) == {"run_start": 1, "record": 40, "run_end": 1}
    assert [same(r) for r in records(folder)][: len(kept)] == kept
    by_id = {r["question"]["id"]: same(r) for r in records(folder)}
    assert by_id == {r["question"]["id"]: same(r) for r in records(tmp_path / "calm")}


def test_kill_minus_nine_at_random_points_loses_no_finished_record(tmp_path):
    """Killed five times and resumed each time, the log equals an undisturbed run's."""
    golden = many(tmp_path / "many", 60)
    script = tmp_path / "script.jsonl"
    write_jsonl(script, [{"id": f"q{i}", "delay_seconds": 0.02, "answer": f"{i % 20} crowns [S1]."} for i in range(60)])
    flags = ("run", golden, "--script", script, "--logs", tmp_path, "--concurrency", "4")
    rng, seen = random.Random(7), set()
    for attempt in range(5):
        resume = ("--resume",) if attempt else ()
        process = subprocess.Popen(
            [*map(str, (*HARNESS, *flags, "--run-id", "r", *resume))],
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        wait_for_records(tmp_path / "r", len(seen) + rng.randrange(3, 8))
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=30)
        data = (tmp_path / "r" / "records.jsonl").read_bytes()
        whole = [json.loads(line) for line in data.split(b"\n")[:-1]]
        now = {r["question"]["id"] for r in whole if r["kind"] == "record"}
        assert seen <= now
        seen = now
    last = harness(*flags, "--run-id", "r", "--resume")
    assert last.returncode == 0, last.stderr
    harness(*flags, "--run-id", "calm")
    by_id = {r["question"]["id"]: same(r) for r in records(tmp_path / "r")}
    assert len(records(tmp_path / "r")) == 60
    assert list((tmp_path / "r").glob("outcomes.jsonl.*")) == []
    assert by_id == {r["question"]["id"]: same(r) for r in records(tmp_path / "calm")}


def test_resume_tries_faults_again(tmp_path):
    """A fault is not a finished answer; everything else is kept as it was written."""
    golden = many(tmp_path / "many", 6)
    script = tmp_path / "script.jsonl"
    write_jsonl(script, [{"id": "q2", "raise": "busy"}])
    run(golden, "--script", script)
    write_jsonl(script, [{"id": "q2", "answer": "2 crowns [S1]."}])
    log = run(golden, "--script", script, "--resume")
    assert [line["kind"] for line in log] == ["run_start", *["record"] * 6, "run_end"]
    assert not any(line.get("fault") for line in log)


def test_resume_with_other_settings_says_what_differs(golden):
    """Answers made with other settings are not mixed into one run."""
    run(golden)
    done = harness(
        "run", golden, "--chunker", "whole", "--logs", golden.parent / "logs", "--run-id", "r", "--resume", "-k", "1"
    )
    assert done.returncode == 2
    assert "k" in done.stderr
    assert "Traceback" not in done.stderr


def test_resume_with_an_edited_golden_set_is_refused(golden):
    """The golden set's hash is part of what must match."""
    run(golden)
    with (golden / "questions.jsonl").open("a") as file:
        file.write('{"id": "new", "question": "And now?"}\n')
    done = harness("run", golden, "--chunker", "whole", "--logs", golden.parent / "logs", "--run-id", "r", "--resume")
    assert done.returncode == 2
    assert "golden" in done.stderr


def test_a_run_id_that_exists_is_not_overwritten(golden):
    """Logs are never edited: choose another id or resume."""
    before = run(golden)
    done = harness("run", golden, "--logs", golden.parent / "logs", "--run-id", "r")
    assert done.returncode == 2
    assert "--resume" in done.stderr
    assert lines(golden.parent / "logs" / "r") == before


def test_limit_answers_the_first_questions_only(golden):
    """`--limit 2` leaves two records, and the report says of how many."""
    assert len(run(golden, "--limit", "2")) == 4


def test_diagnostics_are_json_lines_beside_the_records(golden):
    """events.jsonl holds one JSON object a line, bound to the run."""
    run(golden)
    with (golden.parent / "logs/r/events.jsonl").open() as file:
        events = [json.loads(line) for line in file]
    assert [event["event"] for event in events] == ["run.started", "run.ended"]
    assert {event["run_id"] for event in events} == {"r"}


def test_progress_is_silent_when_not_a_terminal(golden):
    """Piped stderr holds nothing of a run that went well."""
    done = harness("run", golden, "--logs", golden.parent / "logs", "--run-id", "quiet")
    assert done.stderr == ""


def test_memory_does_not_grow_with_the_number_of_questions(tmp_path):
    """Ten times the questions add less than 20 MB of peak memory."""
    peaks = []
    for count in (2_000, 20_000):
        golden = many(tmp_path / f"n{count}", count)
        code = (
            "import resource, sys; from harness.cli.main import main; code = main(sys.argv[1:]);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(code)"
        )
        args = ("run", golden, "--chunker", "whole", "-k", "1", "--logs", tmp_path, "--run-id", f"n{count}")
        done = subprocess.run(
            [sys.executable, "-c", code, *map(str, args)], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stderr.split()[-1]) / 1024)
    assert peaks[1] - peaks[0] < 20
