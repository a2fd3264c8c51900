"""A real Ollama server, a real small model: `make test-live`. Without one these are skipped, and say why.

The model answers badly; that is the point. What is tested is that everything it does is told, nothing hidden.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
import server

HARNESS = (sys.executable, "-m", "harness.cli.main")
PARTS = ("--chunker", "packed:60", "-k", "2", "--num-predict", "120", "--answer-format", "json", "--concurrency", "1")

pytestmark = pytest.mark.skipif(
    not os.environ.get("HARNESS_LIVE_TESTS"), reason="they build a server: run `make test-live`"
)


@pytest.fixture(scope="module")
def url():
    try:
        with server.serving() as address:
            yield address
    except server.CannotError as reason:
        pytest.skip(f"no live server: {reason}")


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    return tmp_path_factory.mktemp("live")


def harness(*words, timeout=900):
    return subprocess.run([*map(str, (*HARNESS, *words))], capture_output=True, text=True, timeout=timeout)


@pytest.fixture(scope="module")
def run(url, logs):
    """One run of the demo set; HARNESS_LIVE_LIMIT bounds how many of its questions."""
    limit = os.environ.get("HARNESS_LIVE_LIMIT", "")
    bounded = ("--limit", limit) if limit else ()
    words = ("--generator", f"ollama:{server.MODEL}", "--base-url", url, "--logs", logs, "--run-id", "live", *bounded)
    done = harness("run", "golden/stdlib", *PARTS, *words, "--json")
    assert done.returncode == 0, done.stderr
    with (logs / "live" / "records.jsonl").open("rb") as lines:
        return json.loads(done.stdout), [json.loads(line) for line in lines]


def test_doctor_finds_the_server_and_the_model(url):
    """Reachable, version 0.13.5, the model's digest; and the server answers one at a time."""
    done = harness(
        "doctor", "golden/stdlib", "--generator", f"ollama:{server.MODEL}", "--base-url", url, *PARTS, "--json"
    )
    findings = {f["about"]: f for f in json.loads(done.stdout)["findings"]}
    assert done.returncode == 0, done.stdout
    assert "0.13.5" in findings["server"]["says"]
    assert findings["model"]["level"] == "good"


def test_every_question_has_a_record_and_the_log_says_which_model(run):
    """Nothing is lost, and the first line names digest, version and limit."""
    report, lines = run
    assert sum(report["attribution"].values()) == report["questions"] == len(lines) - 2
    model = lines[0]["model"]
    assert list(model["servers"].values()) == ["0.13.5"]
    assert len(model["digest"]) == 64
    assert model["context_limit"] == 8192


def test_the_server_counts_what_we_expect(run):
    """Its own token counts of whole prompts lie between the bounds that tell a cut from a long prompt."""
    from harness.generate._window import fewest_tokens, most_tokens

    _, lines = run
    read = [r for r in lines[1:-1] if r["generation"] and r["generation"]["prompt_tokens"]]
    assert read
    for record in read:
        assert fewest_tokens(record["prompt"]) <= record["generation"]["prompt_tokens"] <= most_tokens(record["prompt"])
        assert record["generation"]["prompt_cut"] is None


def test_a_prompt_over_a_real_window_is_a_loss_at_truncate(url, logs):
    """`--num-ctx 256`: the real server refuses it unread, and the ledger says so with the numbers."""
    words = (
        "--generator",
        f"ollama:{server.MODEL}",
        "--base-url",
        url,
        "--logs",
        logs,
        "--run-id",
        "cut",
        "--limit",
        "4",
    )
    done = harness("run", "golden/stdlib", *PARTS, *words, "--num-ctx", "256", "--no-cache", "--json")
    report = json.loads(done.stdout)
    assert report["ceiling"]["numerator"] == 0
    assert report["lost"]["truncate"] > 0
    assert any("256 tokens" in failure["why"] for failure in report["failures"])


def test_the_same_run_again_asks_nothing(run, url, logs):
    """Temperature 0: every answer is cached, and equal."""
    report, lines = run
    words = ("--generator", f"ollama:{server.MODEL}", "--base-url", url, "--logs", logs, "--run-id", "again")
    limit = os.environ.get("HARNESS_LIVE_LIMIT", "")
    done = harness("run", "golden/stdlib", *PARTS, *words, *(("--limit", limit) if limit else ()), "--json")
    assert json.loads(done.stdout)["attribution"] == report["attribution"]
    with (logs / "again" / "records.jsonl").open("rb") as found:
        again = [json.loads(line) for line in found]
    answered = [r for r in again[1:-1] if r["generation"]]
    assert all(r["generation"]["cached"] for r in answered)
    assert len(again) == len(lines)


def test_prose_over_the_compatible_endpoint(url, logs):
    """The same server through `openai:`, a few questions."""
    words = (
        "--generator",
        f"openai:{server.MODEL}:latest",
        "--base-url",
        url,
        "--logs",
        logs,
        "--run-id",
        "compatible",
    )
    parts = ("--chunker", "packed:60", "-k", "1", "--num-predict", "40", "--concurrency", "1", "--limit", "3")
    done = harness("run", "golden/stdlib", *parts, *words, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["questions"] == 3
