"""`harness run --system`: somebody else's pipeline, asked over HTTP or as a function, measured as ours is."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from collections.abc import Iterator

import pytest
from aiohttp import web
from conftest import CORPUS, QUESTIONS
from runs import lines, records

from harness.cli.main import main

SECRET = "a-secret-of-mine-1234"
TEXTS = {document["doc_id"]: document["text"] for document in CORPUS}
ANSWERS = {
    QUESTIONS[0]["question"]: ("It may weigh 23 kg.", ["bags", "seats"]),
    QUESTIONS[1]["question"]: ("It costs 45 EUR.", ["seats"]),
    QUESTIONS[2]["question"]: ("Dogs over 8 kg fly as cargo.", ["pets"]),
    QUESTIONS[3]["question"]: ("I don't know.", []),
}


def reply_to(question: str) -> dict:
    answer, ids = ANSWERS[question]
    return {"output": {"text": answer}, "hits": [{"body": TEXTS[name], "id": name} for name in ids]}


class Server:
    """Answers `POST /ask`; each request fails as the next of `failures` says, if there is one."""

    def __init__(self) -> None:
        self.failures: list[web.Response] = []
        self.bodies: list[object] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""

    async def ask(self, request: web.Request) -> web.Response:
        self.headers.append(dict(request.headers))
        body = await request.json()
        self.bodies.append(body)
        if self.failures:
            return self.failures.pop(0)
        return web.json_response(reply_to(body.get("question") or body["messages"][0]["content"]))


@pytest.fixture
def server() -> Iterator[Server]:
    """A server in a thread of its own, on a port of its own."""
    it, loop, ready = Server(), asyncio.new_event_loop(), threading.Event()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    it.url = f"http://127.0.0.1:{listening.getsockname()[1]}/ask"
    app = web.Application()
    app.router.add_post("/ask", it.ask)
    runner = web.AppRunner(app)

    async def serve() -> None:
        await runner.setup()
        await web.SockSite(runner, listening).start()
        ready.set()

    def live() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=live)
    thread.start()
    assert ready.wait(20)
    yield it
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


MAP = ("--system-map", "answer=output.text", "contexts=hits[].body", "context_ids=hits[].id")


def ask(golden, tmp_path, *arguments, run="r") -> int:
    logs = ("--logs", str(tmp_path / "logs"), "--run-id", run, "--backoff-seconds", "0.01")
    return main(["run", str(golden), *logs, *arguments])


def by_id(tmp_path, run="r") -> dict[str, dict]:
    return {record["question"]["id"]: record for record in records(tmp_path / "logs" / run)}


def test_a_server_is_asked_and_measured_as_our_own_pipeline_is(golden, tmp_path, server, capsys):
    """Right with its evidence, evidence in no context, an abstention; what cannot be told stands first in the report."""
    assert ask(golden, tmp_path, "--system", server.url, *MAP, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["attribution"]["correct"] == 2
    assert (told["attribution"]["right_without_evidence"], told["attribution"]["true_abstention"]) == (1, 1)
    assert told["lost"]["undecidable"] == 1
    assert (told["origin"]["kind"], told["origin"]["what"]) == ("system", server.url)
    assert "chunk" in told["origin"]["undecidable"]
    first = by_id(tmp_path)["bag-weight"]
    assert first["chunks"][0]["chunk"]["doc_id"] == "bags"
    assert first["seconds"]["system"] > 0
    assert server.bodies[0] == {"question": QUESTIONS[0]["question"]}
    assert "chunker" not in lines(tmp_path / "logs/r")[0]["settings"]


def test_a_body_of_ones_own_and_headers_from_the_environment(golden, tmp_path, server, monkeypatch, capsys):
    """The server gets the key; no file and no message holds it, even where the server tells it back."""
    monkeypatch.setenv("MY_KEY", SECRET)
    server.failures = [web.json_response({"error": f"who is Bearer {SECRET}?"}, status=401)]
    body = '{"messages": [{"role": "user", "content": "{question}"}]}'
    header = ("--system-header", "Authorization=Bearer $MY_KEY")
    assert ask(golden, tmp_path, "--system", server.url, *MAP, "--system-body", body, *header) == 0
    assert {headers["Authorization"] for headers in server.headers} == {f"Bearer {SECRET}"}
    assert server.bodies[0]["messages"][0]["role"] == "user"
    faults = [r["fault"]["message"] for r in by_id(tmp_path).values() if r["fault"]]
    assert len(faults) == 1
    assert "who is ***" in faults[0]
    printed = capsys.readouterr()
    written = b"".join(path.read_bytes() for path in (tmp_path / "logs/r").iterdir()).decode()
    assert SECRET not in written + printed.out + printed.err
    assert "$MY_KEY" in written


def test_a_busy_server_is_asked_again_and_a_broken_reply_is_a_fault(golden, tmp_path, server):
    """503 passes; a reply without contexts, or that is no JSON, says what came instead."""
    server.failures = [web.Response(status=503), web.json_response({"output": {"text": "yes"}})]
    assert ask(golden, tmp_path, "--system", server.url, *MAP, "--concurrency", "1") == 0
    found = by_id(tmp_path)
    assert found["bag-weight"]["fault"]["stage"] == "system"
    assert "no contexts at 'hits[].body'" in found["bag-weight"]["fault"]["message"]
    assert [name for name, record in found.items() if record["fault"]] == ["bag-weight"]
    assert len(server.bodies) == 5


def test_resuming_asks_only_for_what_is_missing(golden, tmp_path, server):
    """A fault is asked again, an answer is kept."""
    server.failures = [web.json_response({"error": "no"}, status=400)]
    arguments = ("--system", server.url, *MAP, "--concurrency", "1")
    assert ask(golden, tmp_path, *arguments) == 0
    assert ask(golden, tmp_path, *arguments, "--resume") == 0
    assert len(server.bodies) == 5
    assert not any(record["fault"] for record in by_id(tmp_path).values())


def test_a_server_that_is_down_ends_the_run_with_one_line(golden, tmp_path, capsys):
    """And says how to go on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/ask"
    assert ask(golden, tmp_path, "--system", url, "--down-seconds", "0.2") == 2
    assert "no server has answered" in capsys.readouterr().err


# --- functions --------------------------------------------------------------------------------------------------------


FUNCTIONS = """
import dataclasses
import time
from test_system import ANSWERS, TEXTS, reply_to

def pair(question):
    answer, ids = ANSWERS[question]
    return answer, [TEXTS[name] for name in ids]

async def waits(question):
    answer, contexts = pair(question)
    return {"answer": answer, "contexts": contexts}

@dataclasses.dataclass
class Said:
    response: str
    documents: list

def says(question):
    return Said(*pair(question))

def ids(question):
    answer, names = ANSWERS[question]
    return {"answer": answer, "context_ids": names}

def raises(question):
    if "bags weigh" in question:
        raise RuntimeError("no index")
    return pair(question)

def slow(question):
    if "bags weigh" in question:
        time.sleep(1)
    return pair(question)

def empty(question):
    return {"answer": " ", "contexts": []}

def wrong(question):
    return 5
"""


@pytest.fixture
def functions(tmp_path, monkeypatch):
    """A module of systems in the folder that the command is run from."""
    (tmp_path / "their_rag.py").write_text(FUNCTIONS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "their_rag", raising=False)
    yield
    sys.modules.pop("their_rag", None)


@pytest.mark.parametrize("name", ["pair", "waits", "says", "ids"])
def test_a_function_may_return_what_is_natural(name, golden, tmp_path, functions):
    """A pair, an object, a dataclass, ids of documents; plain or async."""
    assert ask(golden, tmp_path, "--system", f"python:their_rag:{name}") == 0
    found = by_id(tmp_path)
    assert found["bag-weight"]["verdict"]["verdict"] == "supported"
    assert found["bag-weight"]["trace"][0]["spans"] == [1]
    assert found["pet-fee"]["trace"][0]["spans"] == []
    assert not any(record["fault"] for record in found.values())


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [("raises", "raised", "RuntimeError: no index"), ("slow", "timeout", "no result within 0.3 s")],
)
@pytest.mark.usefixtures("functions")
def test_what_goes_wrong_with_one_question_is_its_own_fault(name, kind, message, golden, tmp_path):
    """The others are answered."""
    assert ask(golden, tmp_path, "--system", f"python:their_rag:{name}", "--timeout-seconds", "0.3") == 0
    fault = by_id(tmp_path)["bag-weight"]["fault"]
    assert (fault["stage"], fault["kind"], fault["message"]) == ("system", kind, message)
    assert sum(record["fault"] is not None for record in by_id(tmp_path).values()) == 1


@pytest.mark.parametrize(("name", "told"), [("empty", "returned an empty answer"), ("wrong", "returned no answer")])
def test_a_system_that_never_answers_is_all_faults(name, told, golden, tmp_path, functions):
    """Exit 1, as when every question of our own faults."""
    assert ask(golden, tmp_path, "--system", f"python:their_rag:{name}") == 1
    assert all(told in record["fault"]["message"] for record in by_id(tmp_path).values())


def test_a_run_of_a_system_is_replayed_without_asking_it(golden, tmp_path, functions, monkeypatch):
    """From verify the same verdicts; from retrieve it is asked again."""
    assert ask(golden, tmp_path, "--system", "python:their_rag:pair") == 0
    logs = ("--logs", str(tmp_path / "logs"))
    assert main(["replay", "r", "--from", "retrieve", "--run-id", "asked", *logs]) == 0
    assert by_id(tmp_path, "asked").keys() == by_id(tmp_path).keys()
    (tmp_path / "their_rag.py").unlink()
    sys.modules.pop("their_rag", None)
    assert main(["replay", "r", "--from", "verify", "--run-id", "again", *logs]) == 0
    before, after = by_id(tmp_path), by_id(tmp_path, "again")
    assert [r["verdict"] for r in before.values()] == [after[name]["verdict"] for name in before]


def test_a_run_of_a_system_is_probed_only_once_our_model_answers_over_its_contexts(golden, tmp_path, functions, capsys):
    """What our generator says confirms nothing of another's answers; over its contexts, evidence comes from the label."""
    assert ask(golden, tmp_path, "--system", "python:their_rag:pair") == 0
    logs = ("--logs", str(tmp_path / "logs"))
    capsys.readouterr()
    assert main(["probe", "r", *logs]) == 2
    assert capsys.readouterr().err.startswith("harness probe: run 'r' was answered by python:their_rag:pair")
    assert main(["replay", "r", "--from", "prompt", "--run-id", "ours", *logs]) == 0
    capsys.readouterr()
    assert main(["probe", "ours", "--json", *logs]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["calls"] > 0
    assert "another system's" in told["notes"][0]


def test_a_run_of_a_system_is_exported_as_spans_with_what_it_gave(golden, tmp_path, functions, capsys):
    """One span is the system's whole answer, with the documents it says it rests on; those need no score."""
    assert ask(golden, tmp_path, "--system", "python:their_rag:pair") == 0
    capsys.readouterr()
    assert main(["export", "r", "--format", "otel", "--logs", str(tmp_path / "logs")]) == 0
    traces = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    spans = [span for trace in traces for span in trace["resourceSpans"][0]["scopeSpans"][0]["spans"]]
    asked = [span for span in spans if span["name"] == "invoke_agent"]
    assert len(asked) == len(traces) == len(by_id(tmp_path))
    told = [{a["key"]: next(iter(a["value"].values())) for a in span["attributes"]} for span in asked]
    bag = next(one for one in told if one["input.value"] == QUESTIONS[0]["question"])
    assert bag["gen_ai.agent.name"] == "python:their_rag:pair"
    assert bag["retrieval.documents.0.document.content"] == by_id(tmp_path)["bag-weight"]["chunks"][0]["chunk"]["text"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--system", "python:nowhere:answer"], "No module named 'nowhere'"),
        (["--system", "ftp:x"], "--system 'ftp' is not known"),
        (["--system", "http://user:word@host/ask"], "may hold no user, password or query"),
        (["--system", "http://host/ask?key=word"], "may hold no user, password or query"),
        (["--system", "http://host/ask", "--chunker", "whole"], "--chunker: with --system"),
        (["--system", "http://host/ask", "--generator", "scripted"], "--generator: with --system"),
        (["--system", "http://host/ask", "--system-map", "anser=x"], "did you mean 'answer'"),
        (["--system", "http://host/ask", "--system-body", "{"], "--system-body is not JSON"),
        (["--system", "http://host/ask", "--system-body", '{"q": 1}'], "has no {question}"),
        (["--system", "http://host/ask", "--system-header", "Authorization=word"], "would be written into the log"),
        (["--system", "http://host/ask", "--system-header", "A=$NOT_THERE_AT_ALL"], "the environment has no NOT_THERE"),
        (["--system", "http://host/ask", "--system-header", "A B=$PATH"], "write NAME=VALUE"),
    ],
)
def test_what_cannot_be_asked_is_said_before_anything_is(arguments, told, golden, tmp_path, capsys):
    """Exit 2, one line, no log; a secret in it is not repeated."""
    assert ask(golden, tmp_path, *arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert "word@" not in line
    assert "key=word" not in line
    assert not (tmp_path / "logs").exists()
