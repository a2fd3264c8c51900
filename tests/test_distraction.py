"""Accuracy against k: what is shown of it, from counted answers and through real runs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import ollama_server
import pytest
from conftest import CORPUS, write_jsonl

from harness.cli.main import main
from harness.log.reader import open_log
from harness.measure.distraction import Answers, compare_depths


def run_at(k, right, *, of=40, reached=30, tokens=100, **fields):
    """Answers at one k: of forty questions the first `right` are right."""
    return Answers(
        k=k,
        run_id=f"r-k{k}",
        right={f"q{n}": n < right for n in range(of)},
        reached={f"q{n}": n < reached for n in range(of)},
        tokens=[tokens * k] * of,
        **{"estimated": False, "faults": 0, "cut": 0, **fields},
    )


def test_the_k_where_context_starts_to_cost():
    """30 right at k = 3, 29 at 5, 20 at 10: ten lost for none is p = 0.002, times three pairs 0.006; five more is not shown."""
    found = compare_depths([run_at(1, 20), run_at(3, 30), run_at(5, 29), run_at(10, 20)], golden="g", generator="x")
    assert (found.best_k, found.enough_k, found.costs_from) == (3, 3, 10)
    pair = next(pair for pair in found.pairs if pair.k == 10)
    assert (pair.only_best, pair.only_k) == (10, 0)
    assert pair.p_holm == pytest.approx(3 * 2 / 2**10)
    assert [row.prompt_tokens for row in found.rows] == [100, 300, 500, 1000]
    assert [row.ceiling.numerator for row in found.rows] == [30] * 4


def test_a_flat_curve_shows_no_cost_and_says_what_is_enough():
    """All within one question: the best is the smallest of equals, and the first k is enough."""
    found = compare_depths([run_at(1, 29), run_at(5, 30), run_at(20, 30)], golden="g", generator="x")
    assert (found.best_k, found.enough_k, found.costs_from) == (5, 1, None)


def test_a_question_that_nobody_can_judge_is_in_no_pair():
    """Without accepted answers accuracy is null, with the reason, and nothing is best."""
    unjudged = [Answers(k, f"r{k}", {"q": None}, {"q": True}, [1], estimated=False, faults=0, cut=0) for k in (1, 2)]
    found = compare_depths(unjudged, golden="g", generator="x")
    assert found.rows[0].accuracy.value is None
    assert found.rows[0].accuracy.reason
    assert (found.best_k, found.enough_k, found.costs_from, found.pairs) == (None, None, None, ())


@pytest.fixture
def distracting(tmp_path):
    """Twelve questions; for each a note that answers it, and a longer one about something else that shares more words."""
    words = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in "nrst"]
    corpus, questions = list(CORPUS), []
    for n in range(12):
        one, two, three = words[3 * n : 3 * n + 3]
        corpus.append({"doc_id": f"gold{n}", "text": f"{one} {two} {one} {two} {one}: costs 4{n} EUR."})
        corpus.append(
            {"doc_id": f"bait{n}", "text": f"The {one} {two} {three} fee was never set. {'Filler text. ' * 30}"}
        )
        questions.append(
            {
                "id": f"q{n}",
                "question": f"{one} {two} {three} fee",
                "answers": [f"4{n} EUR"],
                "gold_doc_ids": [f"gold{n}"],
            }
        )
    write_jsonl(tmp_path / "bait" / "corpus.jsonl", corpus)
    write_jsonl(tmp_path / "bait" / "questions.jsonl", questions)
    return tmp_path / "bait"


def vary(distracting, *flags):
    logs = ("--logs", str(distracting.parent / "logs"))
    return main(["sweep", str(distracting), "--vary", "k", "--chunker", "whole", *logs, *flags])


def test_more_context_costs_a_reader_who_takes_the_best_match(capsys, distracting):
    """The gold note is first, the bait second: at k = 1 all are right, at k = 2 none; 12 against 0, in the text and the JSON."""
    assert vary(distracting, "-k", "1,2,4", "--run-id", "v", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["accuracy"]["numerator"] for row in told["rows"]] == [12, 0, 0]
    assert [row["ceiling"]["numerator"] for row in told["rows"]] == [12, 12, 12]
    assert (told["best_k"], told["enough_k"], told["costs_from"]) == (1, 1, 2)
    tokens = [row["prompt_tokens"] for row in told["rows"]]
    assert tokens == sorted(tokens)
    assert all(row["estimated"] for row in told["rows"])
    for row in told["rows"]:
        assert main(["report", row["run_id"], "--logs", str(distracting.parent / "logs")]) == 0
    capsys.readouterr()
    svg = distracting / "k.svg"
    assert vary(distracting, "-k", "1,2", "--svg", str(svg)) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "Accuracy is highest at k = 1 (12 of 12). From k = 2 on, more context costs accuracy: 12 questions lost" in out
    )
    assert len(ET.fromstring(svg.read_text()).findall("{http://www.w3.org/2000/svg}polyline")) == 3


def test_runs_can_be_gone_on_with(capsys, distracting):
    """A run that is there is refused without --resume, and read with it; a new k joins those that are done."""
    assert vary(distracting, "-k", "1", "--run-id", "v") == 0
    assert vary(distracting, "-k", "1,2", "--run-id", "v") == 2
    assert vary(distracting, "-k", "1,2", "--run-id", "v", "--resume", "--json") == 0
    captured = capsys.readouterr()
    assert [row["k"] for row in json.loads(captured.out[captured.out.index("{") :])["rows"]] == [1, 2]
    assert vary(distracting, "-k", "1", "--resume") == 2
    assert "--resume needs --run-id" in capsys.readouterr().err


def test_flags_about_answers_are_refused_where_nothing_is_answered(capsys, distracting):
    """They would be ignored without a word."""
    for flags in (
        ["--generator", "scripted"],
        ["--budget", "words:10"],
        ["--limit", "3"],
        ["--run-id", "r"],
        ["--resume"],
    ):
        assert main(["sweep", str(distracting), *flags]) == 2
        named = flags[0].replace("--no-", "--")
        assert f"{named} is about answers, and a sweep makes none; add --vary k" in capsys.readouterr().err
    for flags in (
        ["--seed", "3"],
        ["--concurrency", "2"],
        ["--candidates", "60"],
        ["--as-of", "2026-01-01"],
        ["--no-index-cache"],
    ):
        assert main(["sweep", str(distracting), "--chunker", "whole", *flags]) == 0


def test_retrieval_is_held_fixed(capsys, distracting):
    """Two retrievers, or two filters, are refused: what differs must be k."""
    assert vary(distracting, "--retriever", "bm25", "--retriever", "tfidf") == 2
    assert "--vary k holds retrieval fixed, and --retriever has 2 values" in capsys.readouterr().err
    assert not (distracting.parent / "logs").exists()


def test_faults_are_told_and_stay_in_the_denominator(capsys, distracting):
    """One question whose generator fails at every k; when all do, the exit code is 1."""
    write_jsonl(distracting / "one.jsonl", [{"id": "q0", "raise": "gone"}])
    assert vary(distracting, "-k", "1,2", "--script", str(distracting / "one.jsonl")) == 0
    out = capsys.readouterr().out
    assert "11/12" in out
    assert "k = 1: 1 of the answers ended in a fault" in out
    write_jsonl(distracting / "all.jsonl", [{"id": f"q{n}", "raise": "gone"} for n in range(12)])
    assert vary(distracting, "-k", "1", "--script", str(distracting / "all.jsonl")) == 1
    assert vary(distracting, "-k", "1", "--limit", "3", "--script", str(distracting / "all.jsonl")) == 1


def test_an_interrupted_sweep_says_how_all_of_it_goes_on(golden, tmp_path):
    """Not the run of one k alone: the id that was given, with which the same command finishes every k."""
    logs = tmp_path / "logs"
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "delay_seconds": 30, "answer": "It is 7 [S1]."}])
    code = "import sys; from harness.cli.main import main; sys.exit(main())"
    words = ["sweep", str(golden), "--vary", "k", "-k", "1,2", "--run-id", "v", "--logs", str(logs)]
    words += ["--script", str(tmp_path / "s.jsonl")]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        path = logs / "v-k1" / "records.jsonl"
        until = time.monotonic() + 60
        while time.monotonic() < until and not (path.exists() and path.read_bytes().count(b"\n") > 1):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().rstrip().endswith("go on with --run-id v --resume")


@pytest.fixture
def served(monkeypatch, tmp_path):
    """Start the fake Ollama as a process, on a port of its own or that of `url`; what still runs is ended."""
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    running = []

    def start(*flags, url=None):
        words = [sys.executable, ollama_server.__file__, *flags, *(("--port", url.rpartition(":")[2]) if url else ())]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        running.append(process)
        return process, process.stdout.readline().split()[0]

    yield start
    for process in running:
        process.kill()
        process.communicate(timeout=30)


def asking(distracting, url, *flags):
    server = ("--generator", "ollama:tiny", "--base-url", url, "--backoff-seconds", "0.01")
    logs = ("--logs", str(distracting.parent / "logs"))
    return ["sweep", str(distracting), "--vary", "k", "--chunker", "whole", "--json", *logs, *server, *flags]


def test_a_model_on_a_server_is_asked_once_for_each_prompt(capsys, distracting, served):
    """Tokens are those it reports; faults that pass are tried again; a second sweep answers from the cache; each k is named."""
    _, url = served("--fault-rate", "0.2")
    told = []
    for name in ("one", "two"):
        assert main(asking(distracting, url, "-k", "1,2", "--run-id", name)) == 0
        captured = capsys.readouterr()
        told.append(json.loads(captured.out)["rows"])
        logs = distracting.parent / "logs"
        assert f"k = 1 (1 of 2): {logs / name}-k1\nk = 2 (2 of 2): {logs / name}-k2" in captured.err
    assert [(row["k"], row["faults"], row["estimated"]) for row in told[0]] == [(1, 0, False), (2, 0, False)]
    assert told[0][0]["prompt_tokens"] < told[0][1]["prompt_tokens"]
    assert [{**row, "run_id": ""} for row in told[0]] == [{**row, "run_id": ""} for row in told[1]]
    again = [record.generation.cached for k in (1, 2) for record in open_log(logs / f"two-k{k}").records()]
    assert again == [True] * 24


def test_a_server_that_goes_away_keeps_the_k_that_were_done(capsys, distracting, served):
    """Their rows are printed, the last line says how all of it goes on, and with a server again it does."""
    server, url = served("--service-ms", "100")
    words = asking(distracting, url, "-k", "1,2", "--run-id", "v", "--concurrency", "1", "--down-seconds", "1")
    code = "import sys; from harness.cli.main import main; sys.exit(main())"
    with subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        path = distracting.parent / "logs" / "v-k2" / "records.jsonl"
        until = time.monotonic() + 60
        while time.monotonic() < until and not (path.exists() and path.read_bytes().count(b"\n") > 1):
            time.sleep(0.02)
        server.kill()
        out, err = run.communicate(timeout=60)
    assert run.returncode == 2
    assert [row["k"] for row in json.loads(out)["rows"]] == [1]
    assert err.decode().rstrip().endswith("go on with --run-id v --resume")
    served(url=url)
    assert main([*words, "--resume"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["k"], row["faults"], row["accuracy"]["denominator"]) for row in rows] == [(1, 0, 12), (2, 0, 12)]
