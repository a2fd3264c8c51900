"""A night that is killed, starved, edited under or run twice ends in a report, goes on, and never compares in silence."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from conftest import many, write_jsonl
from runs import lines, records, write_run

from harness.baseline import ACCEPTED, BASELINES, accept, accepted
from harness.cli.main import main
from harness.errors import InputError
from harness.generate.scripted import Scripted
from harness.history import read_history
from harness.log.reader import open_log
from harness.nightly import NIGHT, REPORT, Night, begin_report, held, leave_report, read_night, write_night
from harness.types import Generation

HARNESS = (sys.executable, "-m", "harness.cli.main")
NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def script(path: Path, count: int, *, delay: float = 0.0, wrong: int = 0, down: bool = False) -> Path:
    """Write answers for `many`: the first `wrong` are wrong; `down` makes every one a failure."""
    rows = []
    for i in range(count):
        answer = f"Item n{i % 20:03d} costs {'no' if i < wrong else i % 20} crowns today [S1]."
        staged = {"raise": "connection refused"} if down else {"answer": answer, "delay_seconds": delay}
        rows.append({"id": f"q{i}", **staged})
    write_jsonl(path, rows)
    return path


@pytest.fixture
def night(tmp_path):
    """Return a function that does one night of 40 questions in `logs/` and returns its exit code."""
    golden, logs = many(tmp_path / "set"), tmp_path / "logs"

    def go(*flags, wrong=0, down=False) -> int:
        answers = script(tmp_path / "s.jsonl", 40, wrong=wrong, down=down)
        pinned = ("--verifier", "literal", "--script", str(answers))
        return main(["nightly", str(golden), "--logs", str(logs), *pinned, *map(str, flags)])

    go.golden, go.logs = golden, logs
    return go


def last_run(logs: Path) -> str:
    return list(read_history(logs))[-1].run_id


def accept_last(logs: Path) -> str:
    assert main(["baseline", "accept", last_run(logs), "--logs", str(logs)]) == 0
    return last_run(logs)


def report(logs: Path) -> str:
    return (logs / REPORT).read_text()


def test_the_first_night_has_nothing_to_compare_with_and_says_so(night, capsys):
    """INCONCLUSIVE, 0 or 1 by choice; the report holds the run's numbers and how to accept it."""
    assert night() == 0
    command = f"harness baseline accept {last_run(night.logs)} --logs {night.logs}"
    assert command in capsys.readouterr().out
    assert command in report(night.logs)
    assert main(shlex.split(command)[1:]) == 0
    assert accepted(night.logs)[-1].run_id == last_run(night.logs)
    (night.logs / BASELINES / ACCEPTED).unlink()
    assert "INCONCLUSIVE" in report(night.logs)
    assert "accuracy" in report(night.logs)
    assert night("--inconclusive", "fail") == 1


def test_after_accepting_every_night_is_compared(night):
    """As good: 0 and PASS. Worse by ten of forty: 1 and FAIL, with each question and its reasons in the report."""
    night()
    base = accept_last(night.logs)
    assert night() == 0
    assert report(night.logs).startswith("# Nightly: PASS")
    assert night(wrong=10) == 1
    told = report(night.logs)
    assert told.startswith("# Nightly: FAIL")
    assert "10 newly fail and 0 newly pass of 40" in told
    assert "`q7` **correct → synthesis miss at conclude**" in told
    assert base in told
    assert [line.verdict for line in read_history(night.logs)] == ["INCONCLUSIVE", "PASS", "FAIL"]
    assert (night.logs / last_run(night.logs) / REPORT).read_text() == told


def test_an_edited_golden_set_is_not_compared_in_silence(night):
    """The report names both versions; with the flag it is compared, and the comparison says so first."""
    night()
    accept_last(night.logs)
    with (night.golden / "corpus.jsonl").open("a") as file:
        file.write('{"doc_id": "new", "text": "News."}\n')
    assert night(wrong=20) == 0
    assert "the golden set was edited since" in report(night.logs)
    assert "newly fail" not in report(night.logs)
    assert night("--allow-different-golden", wrong=20) == 1
    assert "different golden sets" in report(night.logs)
    assert night("--baseline", accepted(night.logs)[-1].run_id) == 0
    assert "another golden set" in report(night.logs)


def test_a_server_that_is_down_all_night_fails_the_gate_and_leaves_a_report(night):
    """Every question is a fault: nothing was measured, which is not a miss of the system."""
    night()
    accept_last(night.logs)
    assert night(down=True) == 1
    assert "nothing was measured: every question ended in a fault" in report(night.logs)
    assert "harness fault | 40" in report(night.logs)


def test_what_cannot_even_start_leaves_a_report_and_notifies(night, tmp_path, capsys):
    """A broken golden set: exit 2, the reason in the report and in the message."""
    (night.golden / "questions.jsonl").write_text('{"id": "x"\n')
    mark = tmp_path / "told.json"
    assert night("--notify-command", f"tee {mark}") == 2
    assert "questions.jsonl" in capsys.readouterr().err
    assert report(night.logs).startswith("# Nightly: ERROR")
    assert "line 1" in report(night.logs)
    assert json.loads(mark.read_text())["verdict"] == "ERROR"


# --- killed -----------------------------------------------------------------------------------------------------------


def killed_nights(tmp_path: Path, kills: int, seed: int) -> Path:
    """Kill a nightly job with SIGKILL at random moments of its whole life, then let one end; return the logs."""
    golden, logs = many(tmp_path / "set", 30), tmp_path / "logs"
    answers = script(tmp_path / "s.jsonl", 30, delay=0.02)
    flags = ("--logs", logs, "--script", answers, "--concurrency", "2", "--repeat", "2", "--repeat-all")
    command = [*map(str, (*HARNESS, "nightly", golden, *flags))]
    rng = random.Random(seed)
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lock, mine = logs / "nightly.lock", f"process {process.pid} ".encode()
        while process.poll() is None and not (lock.exists() and lock.read_bytes().startswith(mine)):
            time.sleep(0.005)
        deadline = time.monotonic() + rng.uniform(0, 1.5)
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=30)
        assert report(logs).startswith("# Nightly")
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return logs


def check_nights(logs: Path) -> None:
    """Every night in the history is whole: each question once in its log, one line each, and nothing is left under way."""
    names = [line.run_id for line in read_history(logs)]
    assert names
    assert len(names) == len(set(names))
    for name in names:
        asked = [record["question"]["id"] for record in records(logs / name)]
        assert sorted(asked) == sorted(f"q{i}" for i in range(30))
        assert lines(logs / name)[-1]["status"] == "complete"
    assert read_night(logs) is None
    assert report(logs).startswith("# Nightly: INCONCLUSIVE")


@pytest.mark.parametrize("seed", range(2))
def test_nights_killed_at_random_points_go_on(tmp_path, seed):
    """Five kills of each of two lives; the next job goes on with the same run, and no finished answer is asked again."""
    check_nights(killed_nights(tmp_path, 5, seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_nights_killed_fifty_times_go_on(tmp_path, seed):
    """The same, ten lives of five kills."""
    check_nights(killed_nights(tmp_path, 5, seed))


def test_a_killed_night_is_gone_on_with_and_the_report_says_so(night):
    """The note names a run that was cut short: its answers are kept byte for byte and the rest is asked."""
    night()
    name = last_run(night.logs)
    log = night.logs / name / "records.jsonl"
    kept = log.read_bytes().splitlines(keepends=True)[:11]
    log.write_bytes(b"".join(kept) + b'{"kind":"rec')
    write_night(night.logs, Night(run_id=name, began_at=dt.datetime.now(dt.UTC).isoformat()))
    (night.logs / "history.jsonl").unlink()
    assert night() == 0
    assert last_run(night.logs) == name
    assert "this one went on with it" in report(night.logs)
    assert log.read_bytes().splitlines(keepends=True)[1:11] == kept[1:]
    assert len(records(night.logs / name)) == 40


@pytest.mark.parametrize(
    ("began", "changed", "says"),
    [
        ("2001-01-01T00:00:00+00:00", (), "more than 12 hours from now"),
        ("2191-01-01T00:00:00+00:00", (), "more than 12 hours from now"),
        ("yesterday", (), "more than 12 hours from now"),
        (None, ("-k", "2"), "k was 5 and is 2"),
    ],
    ids=["long ago", "the clock went back", "no time", "other settings"],
)
def test_a_night_that_is_not_this_one_is_left_as_it_is(night, began, changed, says):
    """Too old, from the future, or asked otherwise: a new run is made and the report says why."""
    night()
    name = last_run(night.logs)
    log = night.logs / name / "records.jsonl"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:5]))
    before = log.read_bytes()
    write_night(night.logs, Night(run_id=name, began_at=began or dt.datetime.now(dt.UTC).isoformat()))
    assert night(*changed) == 0
    assert last_run(night.logs) != name
    assert says in report(night.logs)
    assert log.read_bytes() == before


def test_a_golden_set_edited_under_a_killed_night_starts_a_new_run(night):
    """Answers to two versions are never mixed in one log."""
    night()
    name = last_run(night.logs)
    write_night(night.logs, Night(run_id=name, began_at=dt.datetime.now(dt.UTC).isoformat()))
    with (night.golden / "corpus.jsonl").open("a") as file:
        file.write('{"doc_id": "new", "text": "News."}\n')
    night()
    assert last_run(night.logs) != name
    assert "has changed since" in report(night.logs)


def test_two_jobs_never_run_at_once_and_a_dead_ones_lock_is_taken_over(tmp_path):
    """The second exits 2 and names the first, whose report it leaves alone; after SIGKILL the third runs."""
    golden, logs = many(tmp_path / "set", 30), tmp_path / "logs"
    slow = script(tmp_path / "slow.jsonl", 30, delay=60)
    first = subprocess.Popen(
        [*map(str, (*HARNESS, "nightly", golden, "--logs", logs, "--script", slow))],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not (logs / NIGHT).exists():
        assert first.poll() is None
        time.sleep(0.01)
    before = report(logs)
    second = subprocess.run(
        [*map(str, (*HARNESS, "nightly", golden, "--logs", logs))], capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 2, second.stdout
    assert f"process {first.pid}" in second.stderr
    assert report(logs) == before
    assert "not finished" in before
    os.kill(first.pid, signal.SIGKILL)
    first.wait(timeout=30)
    with held(logs, NOW):
        pass
    with held(logs, NOW), pytest.raises(InputError, match="a nightly job is running"), held(logs, NOW):
        pass


def test_an_interrupted_night_exits_130_and_the_next_goes_on(tmp_path):
    """SIGTERM: the report says interrupted, the note stays, and the next job ends the same run."""
    golden, logs = many(tmp_path / "set", 30), tmp_path / "logs"
    answers = script(tmp_path / "s.jsonl", 30, delay=0.1)
    command = [*map(str, (*HARNESS, "nightly", golden, "--logs", logs, "--script", answers, "--concurrency", "2"))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while (
        not list(logs.glob("*/records.jsonl")) or len(next(logs.glob("*/records.jsonl")).read_bytes().splitlines()) < 4
    ):
        assert process.poll() is None
        time.sleep(0.01)
    process.terminate()
    process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in report(logs)
    name = read_night(logs).run_id
    assert subprocess.run(command, capture_output=True, timeout=120, check=False).returncode == 0
    assert last_run(logs) == name


# --- starved ----------------------------------------------------------------------------------------------------------


def test_a_full_disk_leaves_a_report_and_the_next_night_goes_on(tmp_path):
    """No file may grow beyond 20 kB: the run stops, exit 2, the reason is in the report; with room again it is ended."""
    golden, logs = many(tmp_path / "set", 30), tmp_path / "logs"
    answers = script(tmp_path / "s.jsonl", 30)
    command = [*map(str, (*HARNESS, "nightly", golden, "--logs", logs, "--script", answers))]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert report(logs).startswith("# Nightly: ERROR")
    assert "File too large" in report(logs)
    name = read_night(logs).run_id
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0
    assert last_run(logs) == name
    check_nights(logs)


def test_where_not_one_more_byte_can_be_had_the_report_still_says_how_it_ended(tmp_path, monkeypatch):
    """The room that was kept from the first moment is used; what did not fit is cut, and the cause is returned."""
    begin_report(tmp_path, "# not finished\n")
    size = (tmp_path / REPORT).stat().st_size

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert "No space left" in leave_report(tmp_path, "# FAIL\n" + "ä" * 5000)
    assert report(tmp_path).startswith("# FAIL\nää")
    assert (tmp_path / REPORT).stat().st_size <= size


# --- flaky ------------------------------------------------------------------------------------------------------------


def test_flips_that_flicker_do_not_fail_the_gate(night, monkeypatch):
    """Ten questions answered wrongly every other time: asked three times they are flaky and decide nothing."""
    night()
    accept_last(night.logs)
    turns = {f"q{i}": itertools.cycle([False, True]) for i in range(10)}
    answer = Scripted.generate

    async def flickering(self, prompt):
        given = await answer(self, prompt)
        if prompt.question_id in turns and not next(turns[prompt.question_id]):
            return Generation(answer="It costs no crowns today [S1].", model="scripted")
        return given

    monkeypatch.setattr(Scripted, "generate", flickering)
    assert night() == 1
    turns.update({f"q{i}": itertools.cycle([False, True]) for i in range(10)})
    assert night("--repeat", "3") == 0
    assert "10 questions are flaky" in report(night.logs)
    name = last_run(night.logs)
    seen = json.loads((night.logs / name / "flaky.json").read_text())["questions"]
    assert seen == {f"q{i}": {"passes": 1, "answers": 3} for i in range(10)}
    assert len(records(night.logs / f"{name}.again-2")) == 10
    assert lines(night.logs / f"{name}.again-2")[0]["parent"] == name
    assert list(read_history(night.logs))[-1].flaky == 10


def test_flips_that_stay_fail_it_all_the_same(night):
    """Asked again they are wrong each time, so they are no flickering."""
    night()
    accept_last(night.logs)
    assert night("--repeat", "3", wrong=10) == 1
    assert "0 questions are flaky" in report(night.logs)
    assert night("--repeat", "3") == 0
    assert "no question flipped" in report(night.logs)


# --- keeping ----------------------------------------------------------------------------------------------------------


def test_only_the_last_runs_are_kept_and_only_nightly_ones_go(night):
    """Runs of other verbs, links and baselines stay; history lines stay too."""
    main(["run", str(night.golden), "--logs", str(night.logs), "--run-id", "mine", "--json"])
    night()
    first = accept_last(night.logs)
    for _ in range(3):
        night("--keep", "2")
    runs = {path.parent.name for path in night.logs.glob("*/records.jsonl")}
    names = [line.run_id for line in read_history(night.logs)]
    assert len(names) == 4
    assert runs == {"mine", *names[-2:]}
    assert (night.logs / BASELINES / first / "records.jsonl").is_file()


def test_a_baseline_is_never_overwritten(tmp_path):
    """Accepting again is harmless; another run of the same name, a broken and an unfinished one are refused."""
    logs = tmp_path / "logs"
    write_run(logs / "r", [("q1", "right")])
    accept(open_log(logs / "r"), logs, NOW)
    accept(open_log(logs / "r"), logs, NOW)
    kept = (logs / BASELINES / "r" / "records.jsonl").read_bytes()
    assert kept == (logs / "r" / "records.jsonl").read_bytes()
    other = write_run(tmp_path / "other" / "r", [("q1", "wrong")])
    with pytest.raises(InputError, match="never overwritten"):
        accept(open_log(other), logs, NOW)
    unfinished = write_run(logs / "u", [("q1", "right")], end=False)
    with pytest.raises(InputError, match="not complete"):
        accept(open_log(unfinished), logs, NOW)
    with (unfinished / "records.jsonl").open("ab") as file:
        file.write(b"{\n")
    with pytest.raises(InputError, match="line 3"):
        accept(open_log(unfinished), logs, NOW)
    assert (logs / BASELINES / "r" / "records.jsonl").read_bytes() == kept
    assert sorted(path.name for path in (logs / BASELINES).iterdir()) == [ACCEPTED, "r"]
    assert [line.run_id for line in accepted(logs)] == ["r"]


def test_accepting_the_baseline_again_says_so_and_changes_nothing(tmp_path, capsys):
    """A run that was the baseline before another one becomes it again."""
    for name in ("a", "b"):
        write_run(tmp_path / name, [("q1", "right")])
    for name in ("a", "a", "b", "a"):
        assert main(["baseline", "accept", name, "--logs", str(tmp_path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.endswith("; nothing changed") for line in told] == [False, True, False, False]
    assert [line.run_id for line in accepted(tmp_path)] == ["a", "b", "a"]


def test_a_torn_list_of_baselines_is_read_as_far_as_it_goes(tmp_path):
    """A half-written line is ended before the next is written, and left out."""
    logs = tmp_path / "logs"
    write_run(logs / "r", [("q1", "right")])
    accept(open_log(logs / "r"), logs, NOW)
    with (logs / BASELINES / ACCEPTED).open("ab") as file:
        file.write(b'{"run_id": "half')
    write_run(logs / "s", [("q1", "right")])
    accept(open_log(logs / "s"), logs, NOW)
    assert [line.run_id for line in accepted(logs, "g")] == ["r", "s"]
    assert accepted(logs, "another") == []


# --- notify -----------------------------------------------------------------------------------------------------------


class Hook(BaseHTTPRequestHandler):
    """Keeps what is posted; answers what `status` says."""

    status = 200
    seen: list[dict] = []  # noqa: RUF012 -- one server, one test at a time

    def do_POST(self):
        self.seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def hook():
    Hook.status, Hook.seen = 200, []
    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/secret-path"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_webhook_gets_the_verdict_as_json(night, hook, tmp_path):
    """Text for a chat, and the parts for a script; with not-pass, nothing on PASS."""
    address = tmp_path / "url.txt"
    address.write_text(f"{hook}\n")
    night("--notify-url", hook)
    accept_last(night.logs)
    assert Hook.seen[0]["verdict"] == "INCONCLUSIVE"
    assert Hook.seen[0]["text"].startswith("INCONCLUSIVE: set ")
    assert Path(Hook.seen[0]["report"]) == night.logs / REPORT
    night("--notify-url-file", address, "--notify-on", "not-pass")
    assert len(Hook.seen) == 1
    night("--notify-url-file", address, "--notify-on", "not-pass", wrong=10)
    assert Hook.seen[1]["verdict"] == "FAIL"


def test_the_command_gets_it_on_its_input_and_in_its_environment(night, tmp_path):
    """No shell is between, so nothing in a message is ever a command."""
    code = (
        f"import os,sys; open({str(tmp_path / 'told')!r}, 'w').write(os.environ['HARNESS_VERDICT'] + sys.stdin.read())"
    )
    night("--notify-command", f'"{sys.executable}" -c "{code}"')
    told = (tmp_path / "told").read_text()
    assert told.startswith("INCONCLUSIVE{")
    assert json.loads(told.removeprefix("INCONCLUSIVE"))["golden"] == "set"


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--notify-url", "http://127.0.0.1:9/secret-path"), "127.0.0.1: "),
        (("--notify-url", "not an address"), "the webhook: "),
        (("--notify-command", "no-such-program --x"), "cannot be run"),
        (("--notify-command", "unbalanced '"), "cannot be run"),
        (("--notify-command", ""), ""),
        (("--notify-command", "false"), "exited 1"),
    ],
)
def test_a_message_that_cannot_be_delivered_changes_nothing(night, capsys, flags, says):
    """The exit code is the verdict's; stderr says what went wrong, without the secret part of an address."""
    assert night(*flags) == 0
    told = capsys.readouterr().err
    assert says in told
    assert "secret-path" not in told
    assert "Traceback" not in told


def test_a_webhook_that_answers_an_error_is_told(night, hook, capsys):
    """With its status."""
    Hook.status = 503
    assert night("--notify-url", hook) == 0
    assert "answered 503" in capsys.readouterr().err


def test_quiet_prints_nothing_on_pass(night, capsys):
    """For cron, which mails what is printed."""
    night()
    accept_last(night.logs)
    capsys.readouterr()
    assert night("--quiet") == 0
    assert capsys.readouterr() == ("", "")
    night("--quiet", wrong=10)
    assert capsys.readouterr().out.startswith("FAIL")


def test_the_name_of_a_deleted_run_is_not_given_again(night, monkeypatch):
    """The clock stands still, or goes back: each night is a run of its own and has its line."""
    monkeypatch.setattr("harness.cli.night.utc_now", lambda: NOW)
    for _ in range(4):
        night("--keep", "1")
    names = [line.run_id for line in read_history(night.logs)]
    assert names == ["20260101-000000-set", *(f"20260101-000000-set-{n}" for n in (2, 3, 4))]
    assert [path.parent.name for path in night.logs.glob("*/records.jsonl")] == names[-1:]
