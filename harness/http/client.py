"""The client of a run: a place, a server, an attempt; then another, as long as that may help.

A request waits for its place first and is timed from then on. What a server could not even be reached for costs none of
a request's tries: the circuit in `servers` bounds that wait. Everything else that may pass is tried again with
exponential backoff and jitter (stamina), no sooner than the server's Retry-After.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypeVar

import aiohttp
import stamina
from stamina.instrumentation import set_on_retry_hooks

from harness.errors import HarnessError, InternalError
from harness.http.deadline import Deadlines
from harness.http.errors import AGAIN, BusyError, LateError, LostError, RefusedError, ServerError, UnreachableError
from harness.http.gauge import Gauge
from harness.http.limiter import Limiter
from harness.http.policy import Policy
from harness.http.replies import check_status, read_json
from harness.http.request import Got, Request, cause, first_line
from harness.http.servers import Server, Servers
from harness.types import Retry

T = TypeVar("T")

LONGEST_BACKOFF_SECONDS = 30.0
LONGEST_ASKED_SECONDS = 120.0
SHORTEST_SECRET = 7
"""A header's value that is no longer, `Bearer`, is no key."""


class Client:
    """Open it with `async with`; one session for everything, at most `concurrency` connections."""

    def __init__(
        self,
        urls: Sequence[str],
        policy: Policy,
        *,
        concurrency: int,
        alive_path: str,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.policy = policy
        self.gauge = Gauge()
        self.limiter = Limiter(concurrency)
        self.servers = Servers(
            urls, down_seconds=policy.down_seconds, wait=policy.wait_for_server, clock=time.monotonic
        )
        self._concurrency = concurrency
        self._alive_path = alive_path
        self._headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **(headers or {})}
        # A server may tell a header back in part: without the word that says what kind of key it is.
        parts = [part for value in (headers or {}).values() for part in (value, *value.split())]
        self._secrets = [key] if key else sorted({p for p in parts if len(p) >= SHORTEST_SECRET}, key=len, reverse=True)
        self._session: aiohttp.ClientSession | None = None
        self.deadlines = Deadlines(policy)

    async def __aenter__(self) -> Self:
        # Its own hooks would log every retry to stdout, and the records already hold them.
        set_on_retry_hooks([])
        headers = {"Content-Type": "application/json", **self._headers}
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=self._concurrency + 2),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=self.policy.connect_seconds),
            headers=headers,
            auto_decompress=True,
            read_bufsize=1 << 18,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session:
            await self._session.close()

    async def send(self, request: Request[T]) -> Got[T]:
        """Post to one of the servers and return what `request.read` makes of the reply.

        Raises a `ServerError` that tells all tries, or `RunStoppedError` where no server can be reached.
        """
        retries: list[Retry] = []
        try:
            return await self._attempt(request, retries)
        except AGAIN as error:
            failed = error
        except ServerError as error:
            raise _told(error, retries) from error.__cause__
        self.gauge.retrying += 1
        try:
            return await self._again(failed, request, retries)
        except ServerError as error:
            raise _told(error, retries) from error.__cause__
        finally:
            self.gauge.retrying -= 1

    async def _again(self, failed: ServerError, request: Request[T], retries: list[Retry]) -> Got[T]:
        pending: ServerError | None = failed
        since = time.monotonic()
        async for attempt in stamina.retry_context(
            on=_backoff,
            attempts=self.policy.tries,
            timeout=None,
            wait_initial=self.policy.backoff_seconds,
            wait_max=LONGEST_BACKOFF_SECONDS,
            wait_jitter=self.policy.backoff_seconds,
        ):
            with attempt:
                if pending:
                    # The first attempt is made outside, because this loop costs more than a fast server's answer.
                    error, pending = pending, None
                    raise error
                self._note(retries, failed, time.monotonic() - since)
                try:
                    return await self._attempt(request, retries)
                except AGAIN as error:
                    failed, since = error, time.monotonic()
                    raise
        raise InternalError("a retry loop ended without a result")

    async def _attempt(self, request: Request[T], retries: list[Retry]) -> Got[T]:
        await self.limiter.take()
        try:
            while True:
                server = await self.servers.choose()
                began = time.monotonic()
                try:
                    if server.failures:
                        await self._revive(server)
                    value = await self._once(server, request)
                except UnreachableError as error:
                    self.servers.was_out_of_reach(server, str(error))
                    error.args = (f"{server.url}: {error}",)
                    self._note(retries, error, time.monotonic() - began)
                except ServerError as error:
                    await self._judge(server, error)
                    raise
                except BaseException:
                    self.servers.was_given_up(server)
                    raise
                else:
                    self.servers.was_answered(server)
                    self.limiter.was_answered()
                    return Got(value, server.url, tuple(retries))
        finally:
            self.limiter.give_back()

    async def _revive(self, server: Server) -> None:
        """Ask a rested server for a word before an answer, so that the others need not wait for the answer to know."""
        try:
            await self.ask(server.url, self._alive_path)
        except RefusedError:
            pass
        except ServerError as error:
            raise UnreachableError(str(error).removeprefix(f"{server.url}: ")) from error
        self.servers.was_reached(server)

    async def _judge(self, server: Server, error: ServerError) -> None:
        """Tell a server that failed once from one that is frozen or broken for everybody."""
        reason = self.scrub(str(error))
        error.args = (f"{server.url}: {reason}",)
        if isinstance(error, BusyError):
            self.limiter.was_busy()
        if isinstance(error, RefusedError | BusyError):
            self.servers.was_reached(server)
        elif isinstance(error, LateError) and not await self._is_alive(server):
            self.servers.was_out_of_reach(server, f"{reason}, nor an answer to {self._alive_path}")
        else:
            self.servers.was_failing(server, reason, enough=3 * self.policy.tries)

    async def _is_alive(self, server: Server) -> bool:
        try:
            await self.ask(server.url, self._alive_path)
        except RefusedError:
            return True
        except ServerError:
            return False
        return True

    async def _once(self, server: Server, request: Request[T]) -> T:
        if self._session is None:
            raise InternalError("the client is not open")
        deadline = self.deadlines.start(server.url, request.is_loading)
        server.outstanding += 1
        self.gauge.under_way += 1
        try:
            async with deadline.timeout, self._session.post(server.url + request.path, data=request.body) as response:
                if response.status != HTTPStatus.OK:
                    await check_status(response)
                return await request.read(response, deadline)
        except TimeoutError as error:
            if isinstance(error, aiohttp.ConnectionTimeoutError):
                raise UnreachableError(f"no connection within {self.policy.connect_seconds:g} s") from error
            raise LateError(deadline.told()) from error
        except aiohttp.ClientConnectorError as error:
            raise UnreachableError(f"no connection ({cause(error)})") from error
        except (aiohttp.ClientError, ConnectionError) as error:
            raise LostError(f"the connection was lost before the answer was complete ({first_line(error)})") from error
        finally:
            self.deadlines.end(deadline)
            server.outstanding -= 1
            self.gauge.under_way -= 1

    async def ask(self, server: str, path: str, body: bytes | None = None, *, seconds: float | None = None) -> Any:
        """Return the JSON that one server says at `path`, in one attempt; raise a `ServerError` where it says none."""
        if self._session is None:
            raise InternalError("the client is not open")
        try:
            async with asyncio.timeout(seconds or self.policy.connect_seconds):
                request = self._session.post if body is not None else self._session.get
                async with request(server + path, data=body) as response:
                    if response.status != HTTPStatus.OK:
                        await check_status(response)
                    return await read_json(response)
        except TimeoutError as error:
            raise LateError(
                f"{server}: no answer to {path} within {seconds or self.policy.connect_seconds:g} s"
            ) from error
        except aiohttp.ClientConnectorError as error:
            raise UnreachableError(f"{server}: no connection ({cause(error)})") from error
        except (aiohttp.ClientError, ConnectionError) as error:
            raise LostError(f"{server}: {first_line(error)}") from error
        except ServerError as error:
            error.args = (f"{server}: {self.scrub(str(error))}",)
            raise

    async def together(self, times: int, request: Request[T]) -> list[Got[T]]:
        """Send one request several times at once and return what each got."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self.send(request)) for _ in range(times)]
        except* HarnessError as errors:
            raise errors.exceptions[0] from None
        return [task.result() for task in tasks]

    @staticmethod
    def now() -> float:
        """Return the client's clock, in seconds."""
        return time.monotonic()

    async def first_answer(self, ask: Callable[[str], Awaitable[T]]) -> Mapping[str, T]:
        """Return what `ask` finds at each server that can be reached, waiting as the circuit allows for one.

        Raises `RunStoppedError` where none can be reached.
        """
        while True:
            found: dict[str, T] = {}
            for server in self.servers.all:
                try:
                    found[server.url] = await ask(server.url)
                    self.servers.was_answered(server)
                except (UnreachableError, LostError, LateError, BusyError) as error:
                    self.servers.was_out_of_reach(server, str(error).removeprefix(f"{server.url}: "))
            if found:
                return found
            await self.servers.choose()

    def _note(self, retries: list[Retry], error: ServerError, waited: float) -> None:
        server, _, reason = str(error).partition(": ")
        if retries and (retries[-1].server, retries[-1].reason) == (server, reason):
            # A server that is down is asked many times; once in the record, with the whole wait, says it.
            waited += retries.pop().waited_seconds
        self.gauge.retries += 1
        retries.append(Retry(server=server, reason=reason, waited_seconds=round(waited, 3)))

    def scrub(self, text: str) -> str:
        """Return a message without the keys that requests carry."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def _told(error: ServerError, retries: list[Retry]) -> ServerError:
    error.retries = tuple(retries)
    if retries and isinstance(error, AGAIN):
        error.args = (f"{error} (tried again in vain, {len(retries)} kinds of failure before: see retries)",)
    return error


def _backoff(error: Exception) -> bool | float:
    if not isinstance(error, AGAIN):
        return False
    if error.retry_after is not None:
        return min(error.retry_after, LONGEST_ASKED_SECONDS)
    return True
