"""Whole runs through the command line against a server that crashes, restarts, storms and lies."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import many, write_jsonl
from ollama_server import FakeModel, FakeOllama, random_faults

FAKES = Path(__file__).parent / "fakes"

HARNESS = (sys.executable, "-m", "harness.cli.main")
HOW = {"run_id", "seconds"}
HOW_GOT = {"attempts", "cached", "server", "load_seconds", "retries"}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    for name in ("OLLAMA_HOST", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def command(golden: Path, url: str, *flags, run_id: str = "r") -> list[str]:
    fixed = ("--chunker", "whole", "-k", "2", "--logs", golden.parent, "--run-id", run_id, "--generator", "ollama:tiny")
    return [*map(str, (*HARNESS, "run", golden, *fixed, "--base-url", url, "--backoff-seconds", "0.02", *flags))]


async def harness(*words: str) -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await asyncio.wait_for(process.communicate(), 280)
    return process.returncode or 0, out.decode(), err.decode()


def run_against(fake: FakeOllama, golden: Path, *flags, run_id: str = "r") -> tuple[int, str, str]:
    async def both():
        async with fake:
            return await harness(*command(golden, fake.url, *flags, run_id=run_id))

    return asyncio.run(both())


def lines(folder: Path) -> list[dict]:
    with (folder / "records.jsonl").open("rb") as file:
        return [json.loads(line) for line in file if line.endswith(b"\n")]


def records(folder: Path) -> list[dict]:
    return [line for line in lines(folder) if line["kind"] == "record"]


def same(record: dict) -> dict:
    kept = {name: value for name, value in record.items() if name not in HOW}
    if kept["generation"]:
        kept["generation"] = {n: v for n, v in kept["generation"].items() if n not in HOW_GOT}
    return kept


def by_id(folder: Path) -> dict[str, dict]:
    return {r["question"]["id"]: same(r) for r in records(folder)}


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def start_server(port: int, *flags) -> subprocess.Popen[str]:
    words = [sys.executable, str(FAKES / "ollama_server.py"), "--port", str(port), *map(str, flags)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    assert process.stdout.readline().startswith("http")
    return process


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=30)
    if process.stdout:
        process.stdout.close()


def wait_for_records(folder: Path, count: int, process: subprocess.Popen[str] | None = None) -> None:
    until = time.monotonic() + 60
    path = folder / "records.jsonl"
    while time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"\n") > count:
            return
        if process and process.poll() is not None:
            return
        time.sleep(0.005)
    pytest.fail(f"no {count} records in time")


# --- faults survived --------------------------------------------------------------------------------------------------


def test_a_server_killed_in_the_middle_and_restarted_costs_no_answer(tmp_path):
    """SIGKILL it, start it again: every question is answered, and the records tell which had to wait."""
    golden, port = many(tmp_path / "many", 300), free_port()
    server = start_server(port, "--service-ms", 20)
    run = subprocess.Popen(
        command(golden, f"http://127.0.0.1:{port}", "--concurrency", 4, "--no-cache", "--down-seconds", 60),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for_records(tmp_path / "r", 40)
        kill(server)
        time.sleep(0.5)
        server = start_server(port, "--service-ms", 5)
        _, err = run.communicate(timeout=120)
    finally:
        kill(server)
    assert run.returncode == 0, err
    found = records(tmp_path / "r")
    assert len(found) == 300
    assert not [r["fault"] for r in found if r["fault"]]
    assert any(r["generation"]["retries"] for r in found)


def test_a_run_whose_only_server_dies_ends_with_one_message_and_keeps_its_log(tmp_path):
    """Exit 2, one line that says how many answers are kept and how to go on; resuming finishes it."""
    golden, port = many(tmp_path / "many", 120), free_port()
    url = f"http://127.0.0.1:{port}"
    server = start_server(port, "--service-ms", 20)
    flags = ("--concurrency", 4, "--down-seconds", 0.5, "--no-cache")
    run = subprocess.Popen(command(golden, url, *flags), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_for_records(tmp_path / "r", 20)
    kill(server)
    _, err = run.communicate(timeout=60)
    kept = records(tmp_path / "r")
    assert run.returncode == 2
    assert err.count("\n") == 1
    assert "--wait-for-server" in err
    assert "--run-id r --resume" in err
    assert f"{len(kept)} of 120" in err
    assert not any(r["fault"] for r in kept)
    server = start_server(port)
    try:
        again = subprocess.run(command(golden, url, *flags, "--resume"), capture_output=True, text=True, timeout=120)
    finally:
        kill(server)
    assert again.returncode == 0, again.stderr
    assert Counter(line["kind"] for line in lines(tmp_path / "r")) == {"run_start": 1, "record": 120, "run_end": 1}


def test_a_server_that_was_never_there_ends_the_run_before_it_makes_a_log(tmp_path):
    """One line, exit 2, no folder to clean up."""
    golden = many(tmp_path / "many", 5)
    words = command(golden, f"http://127.0.0.1:{free_port()}", "--down-seconds", 0.3)
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "connection refused" in done.stderr
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("fault", ["reset", "half_closed", "garbage", "half_json", "error_line", "500", "hang"])
def test_what_happens_to_one_question_happens_to_no_other(tmp_path, fault):
    """Each twelfth answer fails once: all are answered, and just those tell a retry."""
    golden = many(tmp_path / "many", 24)
    fake = FakeOllama(fault=lambda n: fault if n in {3, 15} else None)
    code, _, err = run_against(fake, golden, "--timeout-seconds", 1, "--concurrency", 1)
    assert code == 0, err
    found = records(tmp_path / "r")
    assert not any(r["fault"] for r in found)
    assert sum(bool(r["generation"]["retries"]) for r in found) == 2
    assert sum(r["generation"]["attempts"] == 2 for r in found) == 2


def test_a_storm_of_503_costs_no_answer(tmp_path):
    """A server that takes three at once, and a client that begins with 32."""
    golden = many(tmp_path / "many", 200)
    fake = FakeOllama(parallel=2, max_queue=1, service_seconds=0.005)
    code, _, err = run_against(fake, golden, "--concurrency", 32, "--tries", 30)
    assert code == 0, err
    assert not any(r["fault"] for r in records(tmp_path / "r"))


def test_the_wrong_model_is_one_line_before_the_first_question(tmp_path):
    """With the nearest name and the command to type."""
    golden = many(tmp_path / "many", 5)
    code, _, err = run_against(FakeOllama(models=[FakeModel(name="tony:latest")]), golden)
    assert code == 2
    assert "did you mean 'tony:latest'" in err
    assert "ollama pull tiny" in err
    assert "Traceback" not in err


def test_ten_thousand_questions_with_random_faults_end_with_exact_counts(tmp_path):
    """1% of the answers fail in any way: 10,000 records; what was answered and what was not add up."""
    golden = many(tmp_path / "many", 10_000)
    fake = FakeOllama(fault=random_faults(0.01, seed=5), keep_requests=False)
    code, out, err = run_against(fake, golden, "--concurrency", 32, "--tries", 2, "--no-cache", "--json")
    assert code == 0, err
    found = records(tmp_path / "r")
    report = json.loads(out)
    faults = sum(bool(r["fault"]) for r in found)
    assert len({r["question"]["id"] for r in found}) == len(found) == 10_000 == report["questions"]
    assert report["attribution"]["harness_fault"] == faults == report["outcomes"]["fault"]
    assert sum(report["attribution"].values()) == 10_000
    assert report["accuracy"]["denominator"] == 10_000
    assert report["accuracy"]["numerator"] == 10_000 - faults
    retried = sum(bool(r["generation"] and r["generation"]["retries"]) for r in found)
    assert fake.answers == 10_000 + retried + faults


def test_killed_fifty_times_the_log_equals_an_undisturbed_run(tmp_path):
    """SIGKILL at random points, resume, ×50: no record lost, none twice, none different."""
    count, port = 600, free_port()
    golden = many(tmp_path / "many", count)
    url = f"http://127.0.0.1:{port}"
    server = start_server(port, "--service-ms", 25)
    rng, seen = random.Random(3), set()
    flags = ("--concurrency", 4, "--no-cache")
    try:
        for kills in range(50):
            resume = ("--resume",) if kills and (tmp_path / "r" / "records.jsonl").exists() else ()
            words = command(golden, url, *flags, *resume)
            run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait_for_records(tmp_path / "r", len(seen) + rng.randrange(4), run)
            time.sleep(rng.random() * 0.02)
            run.kill()
            run.wait(timeout=30)
            now = {r["question"]["id"] for r in records(tmp_path / "r")}
            assert seen <= now
            seen = now
        assert len(seen) < count, "killed too late to show anything"
        last = subprocess.run(command(golden, url, *flags, "--resume"), capture_output=True, text=True, timeout=120)
        assert last.returncode == 0, last.stderr
        words = command(golden, url, *flags, run_id="calm")
        calm = subprocess.run(words, capture_output=True, text=True, timeout=120)
        assert calm.returncode == 0, calm.stderr
    finally:
        kill(server)
    assert Counter(line["kind"] for line in lines(tmp_path / "r")) == {"run_start": 1, "record": count, "run_end": 1}
    assert by_id(tmp_path / "r") == by_id(tmp_path / "calm")


# --- what the record and the report say -------------------------------------------------------------------------------


def test_a_cut_prompt_is_lost_at_truncate_with_the_numbers_whatever_the_answer_says(tmp_path):
    """An old server cuts the prompt and answers all the same: a retrieval miss at truncate, never a grounding miss."""
    golden = tmp_path / "long"
    filler = "the quick brown fox jumps over a lazy dog by the river " * 400
    write_jsonl(golden / "corpus.jsonl", [{"doc_id": "d", "text": f"The fee is 7 crowns. {filler}"}])
    question = {
        "id": "q",
        "question": "What is the fee?",
        "answers": ["9"],
        "gold_doc_ids": ["d"],
        "evidence": ["fee is 7"],
    }
    write_jsonl(golden / "questions.jsonl", [question])
    for old, words in ((True, "read 2,050 of about"), (False, "refused it unread")):
        fake = FakeOllama(old=old, models=[FakeModel(context_length=4096)])
        code, out, err = run_against(fake, golden, "--json", run_id=f"old-{old}")
        report = json.loads(out)
        assert code == 0, err
        assert report["attribution"]["retrieval_miss"] == 1
        assert report["stages"]["truncate"] == report["lost"]["truncate"] == 1
        assert words in report["failures"][0]["why"]
        assert report["ceiling"]["numerator"] == 0


def test_the_log_names_the_model_and_holds_no_key(tmp_path):
    """Digest, version and limit in the first line; the key nowhere in the folder, nor on the terminal."""
    golden = many(tmp_path / "many", 3)
    code, out, err = run_against(FakeOllama(), golden, "--api-key", "sk-very-secret-9", "--verbose")
    assert code == 0, err
    start = lines(tmp_path / "r")[0]
    assert start["model"]["digest"] == "f" * 64
    assert list(start["model"]["servers"].values()) == ["0.13.5"]
    assert all(b"sk-very-secret" not in path.read_bytes() for path in (tmp_path / "r").iterdir())
    assert "sk-very-secret" not in out + err


def test_an_address_with_a_password_is_refused_and_not_repeated(tmp_path):
    """It would be written into the log."""
    golden = many(tmp_path / "many", 1)
    done = subprocess.run(command(golden, "http://me:hunter2@127.0.0.1:1"), capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "hunter2" not in done.stderr
    assert "--api-key" in done.stderr


def test_resume_with_another_model_under_the_same_name_says_so(tmp_path):
    """The digest is part of what must match."""
    golden = many(tmp_path / "many", 3)
    run_against(FakeOllama(), golden)
    code, _, err = run_against(FakeOllama(models=[FakeModel(digest="e" * 64)]), golden, "--resume")
    assert code == 2
    assert "digest" in err


def test_a_cut_answer_is_judged_aloud(tmp_path):
    """`--num-predict 3` cuts every answer; the judgement says so."""
    golden = many(tmp_path / "many", 2)
    code, _, err = run_against(FakeOllama(), golden, "--num-predict", 3)
    assert code == 0, err
    assert all("cut after 3 tokens" in r["judgement"]["reason"] for r in records(tmp_path / "r"))
    assert all(r["generation"]["finish"] == "length" for r in records(tmp_path / "r"))


def test_thoughts_without_an_answer_are_a_fault_that_says_so(tmp_path):
    """All tokens went into thinking: nothing is graded."""
    golden = many(tmp_path / "many", 1)
    model = FakeModel(thinking="deep", inline_thinking=True, answer=lambda _: "")
    run_against(FakeOllama(models=[model]), golden)
    fault = records(tmp_path / "r")[0]["fault"]
    assert fault["kind"] == "empty"
    assert "thinking" in fault["message"]


def test_a_repeated_run_costs_nothing(tmp_path):
    """The second run of the same questions asks the server for no answer, and reports the same."""
    golden = many(tmp_path / "many", 30)
    fake = FakeOllama()
    run_against(fake, golden, run_id="one")
    asked = fake.answers
    code, _, err = run_against(fake, golden, run_id="two")
    assert code == 0, err
    assert (asked, fake.answers) == (20, 20)  # thirty questions, twenty different ones
    assert by_id(tmp_path / "one") == by_id(tmp_path / "two")
    assert all(r["generation"]["cached"] for r in records(tmp_path / "two"))


def test_progress_is_a_plain_line_every_few_seconds_without_a_terminal(tmp_path):
    """How many are done and in flight, tokens a second, tokens, time left."""
    golden = many(tmp_path / "many", 40)
    code, _, err = run_against(FakeOllama(service_seconds=0.3, parallel=1), golden, "--concurrency", 2)
    assert code == 0, err
    line = err.splitlines()[0]
    assert "of 40" in line
    assert all(words in line for words in ("in flight", "tokens/s", "left"))
