"""The client against servers that fail: retries, Retry-After, several servers, the circuit, adaptive concurrency, limits."""

from __future__ import annotations

import asyncio
import datetime as dt
import time

import pytest
from ollama_server import FakeOllama
from pydantic_core import to_json

from harness.errors import RunStoppedError
from harness.http.client import Client
from harness.http.errors import BrokenError, BusyError, LateError, LostError, RefusedError, ServerError
from harness.http.limiter import Limiter
from harness.http.policy import Policy
from harness.http.replies import read_json, retry_after
from harness.http.request import Request
from harness.http.servers import Servers

POLICY = Policy(
    connect_seconds=2,
    read_seconds=5,
    total_seconds=5,
    load_seconds=10,
    tries=4,
    backoff_seconds=0.005,
    down_seconds=0.4,
    wait_for_server=False,
)
BODY = to_json(
    {"model": "tiny", "stream": False, "messages": [{"role": "user", "content": "[S1]\n```\nIt is 7.\n```"}]}
)


async def _read(response, _):
    value = await read_json(response)
    if "message" not in value:
        raise BrokenError("no message")
    return value["message"]["content"]


def ask(is_loading=None) -> Request[str]:
    return Request("/api/chat", BODY, _read, is_loading)


def client(*urls, concurrency=8, key=None, **changes) -> Client:
    policy = Policy(**{name: changes.get(name, getattr(POLICY, name)) for name in Policy.__slots__})
    return Client(urls, policy, concurrency=concurrency, alive_path="/api/version", key=key)


def once(*faults):
    """Fail the first answers in these ways, then no more."""
    return lambda number: faults[number] if number < len(faults) else None


def send(fake_settings: dict, **changes):
    async def run():
        async with FakeOllama(**fake_settings) as fake, client(fake.url, **changes) as opened:
            return await opened.send(ask()), fake

    return asyncio.run(run())


# --- one request ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["reset", "half_closed", "503", "429", "500", "garbage", "half_json", "error_line"])
def test_a_failure_that_may_pass_is_tried_again_and_told(fault):
    """Every kind of failure ends in the answer, with the failure and its server in the retries."""
    got, fake = send({"fault": once(fault, fault)})
    assert got.value == "It is 7 [S1]."
    assert fake.answers == 3
    assert len(got.retries) in {1, 2}  # the same failure twice in a row is one entry
    assert all(retry.server == got.server and retry.reason for retry in got.retries)


@pytest.mark.parametrize("fault", ["400"])
def test_what_the_server_refuses_is_not_asked_again(fault):
    """A 400 raises at once, in the server's words."""
    with pytest.raises(RefusedError, match="invalid option: 'nonsense'"):
        send({"fault": lambda _: fault})


def test_a_model_that_is_not_there_is_not_asked_for_again():
    """A 404 raises at once."""

    async def run():
        async with FakeOllama(models=[]) as fake, client(fake.url) as opened:
            try:
                await opened.send(ask())
            finally:
                assert len(fake.asked) == 1

    with pytest.raises(RefusedError, match="model 'tiny' not found"):
        asyncio.run(run())


@pytest.mark.parametrize(
    ("fault", "error"), [("503", BusyError), ("500", BrokenError), ("reset", LostError), ("half_json", ServerError)]
)
def test_tries_are_bounded(fault, error):
    """After the last try the error says what was met, and holds every retry."""
    with pytest.raises(error) as caught:
        send({"fault": lambda _: fault})
    assert len(caught.value.retries) >= 1
    assert "http://127.0.0.1" in str(caught.value)


def test_retry_after_is_waited_for():
    """The pause is at least what the server asks for, however short our own backoff is."""
    got, _ = send({"fault": once("503"), "retry_after": "1"})
    assert got.retries[0].waited_seconds >= 1


def test_retry_after_is_seconds_or_a_date_or_nothing():
    """RFC 9110, 10.2.3; nonsense and the past mean no pause."""
    now = dt.datetime(2026, 11, 30, 12, 0, 0, tzinfo=dt.UTC)
    assert retry_after("120", now) == 120
    assert retry_after("Mon, 30 Nov 2026 12:00:30 GMT", now) == 30
    assert retry_after("Mon, 30 Nov 2026 11:00:00 GMT", now) == 0
    assert retry_after("soon", now) is None
    assert retry_after(None, now) is None
    assert retry_after("9" * 400, now) == 86_400


def test_a_hang_longer_than_the_limit_is_late():
    """The error says the limit; the other requests are not held up."""

    async def run():
        async with (
            FakeOllama(fault=lambda n: "hang" if n == 0 else None) as fake,
            client(fake.url, total_seconds=0.3, tries=1) as opened,
        ):
            return await asyncio.gather(*(opened.send(ask()) for _ in range(6)), return_exceptions=True)

    results = asyncio.run(run())
    late = [r for r in results if isinstance(r, LateError)]
    assert len(late) == 1
    assert "0.3 s" in str(late[0])
    assert sum(getattr(r, "value", None) == "It is 7 [S1]." for r in results) == 5


def test_a_hang_is_tried_again():
    """The second attempt finds the server awake."""
    got, _ = send({"fault": once("hang")}, total_seconds=0.3)
    assert got.value == "It is 7 [S1]."
    assert "within 0.3 s" in got.retries[0].reason


def test_the_limit_starts_with_the_place_not_with_the_queue():
    """Ten requests of 0.2 s through one place: the last waits 1.8 s before its own limit of 1 s begins, and is answered."""

    async def run():
        async with FakeOllama(service_seconds=0.2) as fake, client(fake.url, concurrency=1, total_seconds=1) as opened:
            return await asyncio.gather(*(opened.send(ask()) for _ in range(10)))

    assert [got.retries for got in asyncio.run(run())] == [()] * 10


def test_a_model_load_is_given_its_own_time():
    """A load longer than the limit of an answer is waited for, because the server says it is one."""

    async def is_loading(_):
        return True

    async def run():
        async with FakeOllama(load_seconds=1.2) as fake, client(fake.url, total_seconds=0.5) as opened:
            async with asyncio.TaskGroup() as group:
                watcher = group.create_task(opened.deadlines.watch())
                got = await opened.send(ask(is_loading))
                watcher.cancel()
            return got

    assert asyncio.run(run()).retries == ()


def test_a_key_is_in_no_error():
    """Servers repeat the key in their errors; we do not."""

    async def run():
        async with FakeOllama(key="another") as fake, client(fake.url, key="sk-secret-123") as opened:
            await opened.ask(fake.url, "/v1/models")

    with pytest.raises(RefusedError) as caught:
        asyncio.run(run())
    assert "sk-secret-123" not in str(caught.value)
    assert "***" in str(caught.value)


def test_a_cancelled_request_leaves_nothing_behind():
    """After a cancellation all places are free and nothing is under way."""

    async def run():
        async with FakeOllama(service_seconds=30) as fake, client(fake.url, concurrency=2) as opened:
            tasks = [asyncio.ensure_future(opened.send(ask())) for _ in range(5)]
            await asyncio.sleep(0.2)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return opened.limiter.taken, opened.gauge.under_way, opened.servers.all[0].outstanding

    assert asyncio.run(run()) == (0, 0, 0)


# --- several servers --------------------------------------------------------------------------------------------------


def test_least_outstanding_first():
    """Two servers of equal speed share equally, and a slow one gets less."""

    async def run():
        async with (
            FakeOllama(service_seconds=0.01) as fast,
            FakeOllama(service_seconds=0.2) as slow,
            client(fast.url, slow.url, concurrency=4) as opened,
        ):
            queue = iter(range(60))

            async def worker():
                for _ in queue:
                    await opened.send(ask())

            await asyncio.gather(*(worker() for _ in range(4)))
            return fast.answers, slow.answers

    fast, slow = asyncio.run(run())
    assert fast + slow == 60
    assert fast > 2 * slow > 0


def test_a_dead_server_is_rested_and_tried_again_when_it_is_back():
    """Every question is answered by the other one meanwhile; afterwards both work."""

    async def run():
        async with FakeOllama(service_seconds=0.01) as first:
            second = FakeOllama(service_seconds=0.01)
            async with second:
                port, urls = second.port, (first.url, second.url)
            async with client(*urls, concurrency=4) as opened:
                for _ in range(20):
                    await opened.send(ask())
                before = first.answers
                async with FakeOllama(port=port, service_seconds=0.01) as back:
                    until = time.monotonic() + 20
                    while not back.answers and time.monotonic() < until:
                        await asyncio.gather(*(opened.send(ask()) for _ in range(4)))
                        await asyncio.sleep(0.01)
                    return before, back.answers

    before, after = asyncio.run(run())
    assert before == 20
    assert after > 0


def test_when_all_servers_are_down_the_circuit_opens_with_one_message():
    """It names every server, what is wrong and what to do; and it does not take a timeout for each request."""

    async def run():
        async with FakeOllama() as fake:
            url = fake.url
        async with client(url, total_seconds=600, connect_seconds=600) as opened:
            return await asyncio.gather(*(opened.send(ask()) for _ in range(100)), return_exceptions=True)

    results = asyncio.run(run())
    assert {type(r) for r in results} == {RunStoppedError}
    assert len({str(r) for r in results}) == 1
    assert "--wait-for-server" in str(results[0])
    assert "--base-url" in str(results[0])


def test_wait_for_server_waits():
    """With it, requests made while the server is down are answered once it is up."""

    async def run():
        async with FakeOllama() as fake:
            port, url = fake.port, fake.url
        async with client(url, wait_for_server=True, down_seconds=0.05) as opened:
            waiting = asyncio.ensure_future(opened.send(ask()))
            await asyncio.sleep(0.6)
            assert not waiting.done()
            async with FakeOllama(port=port):
                return await asyncio.wait_for(waiting, 30)

    got = asyncio.run(run())
    assert got.value == "It is 7 [S1]."
    assert "no connection" in got.retries[0].reason


def test_a_server_that_fails_everything_opens_the_circuit_too():
    """A crashed runner answers 500 to all: after enough failures in a row nothing more is asked."""

    async def run():
        async with FakeOllama(fault=lambda _: "500") as fake, client(fake.url, down_seconds=0.1) as opened:
            results = []
            for _ in range(200):
                try:
                    await opened.send(ask())
                except (ServerError, RunStoppedError) as error:
                    results.append(error)
                    if isinstance(error, RunStoppedError):
                        break
            return results, fake.answers

    results, answers = asyncio.run(run())
    assert isinstance(results[-1], RunStoppedError)
    assert "model runner has unexpectedly stopped" in str(results[-1])
    assert answers < 200


def test_a_server_that_comes_back_with_a_model_to_load_is_not_given_up():
    """It is back as soon as it says a word; the load of the first answer may take longer than the circuit's patience."""

    async def run():
        async with FakeOllama() as fake:
            port, url = fake.port, fake.url
        async with client(url, down_seconds=0.6, concurrency=4, total_seconds=20) as opened:
            waiting = [asyncio.ensure_future(opened.send(ask())) for _ in range(8)]
            await asyncio.sleep(0.3)
            async with FakeOllama(port=port, load_seconds=1.5):
                return await asyncio.gather(*waiting)

    assert {got.value for got in asyncio.run(run())} == {"It is 7 [S1]."}


def test_one_question_that_always_fails_does_not_open_the_circuit():
    """Failures between which others are answered say nothing about the server."""

    async def run():
        async with (
            FakeOllama(fault=lambda n: "500" if n % 2 else None) as fake,
            client(fake.url, down_seconds=0.01, concurrency=1, tries=1) as opened,
        ):
            return await asyncio.gather(*(opened.send(ask()) for _ in range(100)), return_exceptions=True)

    results = asyncio.run(run())
    assert sum(isinstance(r, BrokenError) for r in results) == 50


def test_rests_double_and_a_reached_server_is_forgiven():
    """With a clock in hand: 0.2, 0.4, 0.8 s of rest while the circuit has patience for it."""
    now = [100.0]
    servers = Servers(["http://a"], down_seconds=1000, wait=False, clock=lambda: now[0])
    (server,) = servers.all
    rests = []
    for _ in range(3):
        servers.was_out_of_reach(server, "no connection")
        rests.append(round(server.rested_until - now[0], 3))
    assert rests == [0.2, 0.4, 0.8]
    servers.was_reached(server)
    assert (server.failures, server.down_since) == (0, None)


# --- concurrency ------------------------------------------------------------------------------------------------------


def test_the_limiter_halves_once_per_storm_and_grows_again():
    """Eight complaints of eight requests are one halving; then each answer adds one part in the places."""

    async def run():
        limiter = Limiter(8)
        for _ in range(8):
            await limiter.take()
        for _ in range(8):
            limiter.was_busy()
        assert limiter.places == 4
        for _ in range(8):
            limiter.give_back()
        for _ in range(4):
            limiter.was_answered()
        assert 4.8 < limiter.places < 5
        for _ in range(100):
            limiter.was_answered()
        assert limiter.places == 8

    asyncio.run(run())


def test_the_limiter_never_closes():
    """However often the server is busy, one place is left."""

    async def run():
        limiter = Limiter(3)
        for _ in range(50):
            await limiter.take()
            limiter.was_busy()
            limiter.give_back()
        assert limiter.places == 1

    asyncio.run(run())


def test_a_storm_of_503_ends_with_every_answer():
    """A server that queues two at most and gets sixteen at once: the client slows down, and all 200 are answered."""

    async def run():
        async with (
            FakeOllama(parallel=1, max_queue=1, service_seconds=0.004) as fake,
            client(fake.url, concurrency=16, tries=40) as opened,
        ):
            got = await asyncio.gather(*(opened.send(ask()) for _ in range(200)))
            return got, opened.limiter.places

    got, places = asyncio.run(run())
    assert len(got) == 200
    assert places < 16
    assert any(retry.reason.startswith("503") for g in got for retry in g.retries)
