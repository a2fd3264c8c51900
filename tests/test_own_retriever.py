"""The user's own retriever, over HTTP or as a function, and the oracle: through the commands a user types."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import contextmanager

import pytest
from aiohttp import web

from harness.cli.main import main
from harness.errors import InputError
from harness.index.match import ChunkMatcher, UnmatchedError
from harness.retrieve import http, python
from harness.types import Chunk


def chunk(chunk_id, text, doc_id="d"):
    return Chunk(chunk_id=chunk_id, doc_id=doc_id, start=0, end=len(text), text=text)


CHUNKS = [
    chunk("a#0", "one two", "a"),
    chunk("b#0", "three", "b"),
    chunk("b#1", "one two", "b"),
    chunk("c#0", "four", "c"),
]


# --- matching ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("results", "positions"),
    [
        (["c#0", "a#0"], [3, 0]),
        (["four", " one\n two "], [3, 0]),
        (["one two", "one two"], [0, 2]),
        ([{"id": "b#1", "score": 2}, {"text": "three", "score": 1}], [2, 1]),
        ([{"doc_id": "c", "text": "anything"}], [3]),
        ([("three", 0.5), ["a", 0.25]], [1, 0]),
        (["a#0", "a#0", "c#0"], [0, 3]),
        ([], []),
    ],
)
def test_results_are_matched_by_id_or_text(results, positions):
    """Chunk ids, ids of documents with one chunk, and texts whose white space may differ; a repeat counts once."""
    assert [position for position, _ in ChunkMatcher(CHUNKS).hits(results, 10, None)] == positions


def test_scores_are_the_retrievers_own_or_reciprocal_ranks():
    """Given for all, they are kept; missing for one, every hit gets 1 / rank."""
    matcher = ChunkMatcher(CHUNKS)
    assert matcher.hits([("a#0", 7), ("c#0", 3)], 10, None) == [(0, 7.0), (3, 3.0)]
    assert matcher.hits([("a#0", 7), "c#0"], 10, None) == [(0, 1.0), (3, 0.5)]


@pytest.mark.parametrize(
    ("results", "words"),
    [
        (["a#0", "elsewhere"], "result 2, 'elsewhere'"),
        ([{"text": "not here"}], "neither the id nor the text"),
        (["b"], "2 chunks"),
        ("a#0", "not a list"),
        (None, "NoneType"),
        ([3.5], "result 1, 3.5"),
    ],
)
def test_what_is_no_chunk_of_this_index_is_an_error_never_a_gap(results, words):
    """A ranking with holes would be measured as a worse one, so the first result that is not known is named."""
    with pytest.raises(UnmatchedError, match=words):
        ChunkMatcher(CHUNKS).hits(results, 10, None)


# --- a function -------------------------------------------------------------------------------------------------------

MODULE = """
def by_id(query, k):
    return ["pets#0", "bags#0"][:k]

async def awaited(query, k):
    return [{"id": "bags#0", "score": 1.5}]

def broken(query, k):
    raise RuntimeError("the index is gone")

def stranger(query, k):
    return ["somebody else's chunk"]

number = 3
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "mine_for_tests.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    return "python:mine_for_tests"


def run(golden, tmp_path, retriever, *flags):
    return main(["run", str(golden), "--retriever", retriever, "--chunker", "whole", "--logs", str(tmp_path / "logs"), "--run-id", "r", "--json", *flags])  # fmt: skip


@pytest.mark.parametrize(("attr", "first"), [("by_id", "pets#0"), ("awaited", "bags#0")])
def test_a_function_plain_or_async_is_a_retriever(golden, tmp_path, module, attr, first):
    """Its ranking is in the record as any other's."""
    assert run(golden, tmp_path, f"{module}:{attr}") == 0
    records = [json.loads(line) for line in (tmp_path / "logs/r/records.jsonl").read_text().splitlines()][1:-1]
    assert {record["candidates"]["chunk_ids"][0] for record in records} == {first}
    assert not any(record["fault"] for record in records)


@pytest.mark.parametrize(("attr", "message"), [("broken", "the index is gone"), ("stranger", "somebody else's chunk")])
def test_what_a_function_does_wrong_is_a_fault_of_the_retrieve_step(golden, tmp_path, module, attr, message):
    """Never a miss of the system under test: the fault says what was raised or what is no chunk."""
    assert run(golden, tmp_path, f"{module}:{attr}") == 1
    records = [json.loads(line) for line in (tmp_path / "logs/r/records.jsonl").read_text().splitlines()][1:-1]
    assert {record["fault"]["stage"] for record in records} == {"retrieve"}
    assert all(message in record["fault"]["message"] for record in records)


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("python", "python:MODULE:FUNCTION"),
        ("python:no_such_module_at_all:f", "No module named"),
        ("python:mine_for_tests:nothing", "nothing"),
        ("python:mine_for_tests:number", "int cannot be called"),
        ("http", "http:http://"),
    ],
)
def test_a_function_that_cannot_be_used_is_told_in_one_line(capsys, golden, tmp_path, spelling, words):
    """Exit 2, without a traceback, before any question."""
    assert run(golden, tmp_path, spelling) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_sweep_asks_the_users_function_too(capsys, golden, module):
    """One row, with the ranks its results have: `pets` first for two questions of three."""
    assert (
        main(["sweep", str(golden), "--chunker", "whole", "--retriever", f"{module}:by_id", "-k", "1,2", "--json"]) == 0
    )
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert {k: rate["numerator"] for k, rate in row["recall"].items()} == {"1": 2, "2": 3}


@pytest.mark.parametrize(("attr", "words"), [("broken", "RuntimeError: the index is gone"), ("stranger", "result 1")])
def test_a_sweep_ends_with_one_line_where_the_users_function_fails(capsys, golden, module, attr, words):
    """A sweep has no record to keep a fault in: exit 2, and what was raised."""
    assert main(["sweep", str(golden), "--chunker", "whole", "--retriever", f"{module}:{attr}"]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.usefixtures("module")
def test_a_function_is_imported_from_here_without_leaving_a_path_behind():
    """`sys.path` is as it was, whether the import worked or not."""
    import sys

    before = list(sys.path)
    python.make(python.Options(module="mine_for_tests", attr="by_id"), chunks=CHUNKS)
    with pytest.raises(InputError):
        python.make(python.Options(module="no_such_module_at_all"), chunks=CHUNKS)
    assert sys.path == before


# --- a server ---------------------------------------------------------------------------------------------------------


@contextmanager
def served(answer):
    """Serve `answer(body) -> web.Response` from a thread of its own; yields the URL."""
    loop, ready, url = asyncio.new_event_loop(), threading.Event(), []

    async def handle(request):
        return answer(await request.json())

    async def start():
        app = web.Application()
        app.router.add_post("/search", handle)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        url.append(f"http://127.0.0.1:{runner.addresses[0][1]}/search")
        ready.set()
        return runner

    def work():
        asyncio.set_event_loop(loop)
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=work)
    thread.start()
    ready.wait(10)
    try:
        yield url[0]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)


async def found(url, chunks=CHUNKS):
    async with http.make(http.Options(url=url), chunks=chunks) as retriever:
        return await retriever.find("q", 5, None)


def test_a_server_gets_the_query_and_k_and_its_results_are_matched():
    """The body is {query, k}; a list or an object with `results` will do."""
    asked = []

    def answer(body):
        asked.append(body)
        return web.json_response({"results": [{"id": "b#0", "score": 0.9}, {"id": "a#0", "score": 0.4}]})

    with served(answer) as url:
        assert asyncio.run(found(url)) == [(1, 0.9), (0, 0.4)]
    assert asked == [{"query": "q", "k": 5}]


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (lambda: web.Response(status=500, text="out of memory"), "answered 500: 'out of memory'"),
        (lambda: web.Response(text="<html>"), "no JSON"),
        (lambda: web.json_response({"answer": 42}), "without `results`"),
        (lambda: web.json_response(["zz"]), "neither the id nor the text"),
        (lambda: web.json_response("zz"), "not a list"),
    ],
)
def test_what_a_server_answers_wrong_is_told_as_it_came(response, words):
    """The message holds the status or the first characters of what came instead of a ranking."""
    with served(lambda _: response()) as url, pytest.raises(Exception, match=words):
        asyncio.run(found(url))


def test_a_server_that_is_not_there_is_a_fault_with_its_address(capsys, golden, tmp_path):
    """Every question is a fault of the retrieve step, exit 1; nothing is called a retrieval miss."""
    assert run(golden, tmp_path, "http:http://127.0.0.1:9/search") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["attribution"]["harness_fault"] == report["golden"]["questions"]
    assert report["attribution"]["retrieval_miss"] == 0


def test_a_hybrid_of_bm25_and_a_server(capsys, golden, tmp_path):
    """One list is searched here, the other asked for; the fusion is in the record."""
    with served(lambda _: web.json_response(["seats#0"])) as url:
        assert run(golden, tmp_path, f"hybrid:bm25+http:{url}") == 0
    records = [json.loads(line) for line in (tmp_path / "logs/r/records.jsonl").read_text().splitlines()][1:-1]
    assert all("seats#0" in record["candidates"]["chunk_ids"] for record in records)
    assert any(len(record["candidates"]["chunk_ids"]) > 1 for record in records)


# --- the oracle -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spelling", "wifi"), [("oracle", 0), ("oracle:bm25", 4)])
def test_the_oracle_puts_the_gold_first(capsys, golden, tmp_path, spelling, wifi):
    """Every labelled question has its evidence at rank 1; a question without labels gets what follows, or nothing."""
    run(golden, tmp_path, spelling)
    report = json.loads(capsys.readouterr().out)
    assert report["recall"]["1"]["value"] == 1
    records = [json.loads(line) for line in (tmp_path / "logs/r/records.jsonl").read_text().splitlines()][1:-1]
    (unlabelled,) = [record for record in records if record["question"]["id"] == "wifi"]
    assert len(unlabelled["candidates"]["chunk_ids"]) == wifi


def test_the_oracle_does_not_see_through_the_filter(capsys, golden, tmp_path):
    """Gold that the filter hides stays hidden: its question is lost at the filter, not found by magic."""
    run(golden, tmp_path, "oracle", "--filter", "status!=current")
    report = json.loads(capsys.readouterr().out)
    assert report["stages"]["filter"] == 3
