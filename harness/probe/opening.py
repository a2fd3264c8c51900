"""The stages that probes ask through: the run's own, over its index where it was built again, else over nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from harness.index.visibility import Visibility
from harness.log.reader import Log
from harness.pipeline import Stages
from harness.probe.ask import Lab
from harness.replay import chunks_to_learn, logged_golden, open_replay
from harness.search import Search
from harness.settings import Settings
from harness.trace import Tracer
from harness.wiring import open_stages


@asynccontextmanager
async def open_lab(
    log: Log,
    settings: Settings,
    search: Search | None,
    *,
    repeats: bool,
    needs_window: bool,
    key: str | None = None,
) -> AsyncIterator[Lab]:
    """Open generator, verifier and judge as the run had them; raise `InputError` where the model is not there.

    `repeats` asks for the same generator without its answer cache, which would give back what was answered before;
    `needs_window` for one whose window is as large as each prompt needs.
    """
    start = log.start
    async with AsyncExitStack() as stack:
        stages = await stack.enter_async_context(_open(log, settings, search, key))
        others: list[Stages] = []

        async def varied(**changed: object) -> Stages:
            opened = open_replay(start, settings.model_copy(update=changed), start.run_id, "generate", key=key)
            others.append(await stack.enter_async_context(opened))
            return replace(stages, generator=others[-1].generator)

        uncached = await varied(cache=False) if repeats and stages.cache else stages
        roomy = await varied(num_ctx=None) if needs_window else stages
        clients = tuple(other.client for other in others if other.client)
        yield Lab(start, stages, uncached, roomy, _unfiltered(stages, search), search, clients)


def _unfiltered(stages: Stages, search: Search | None) -> Stages:
    if search is None or stages.visibility.mask is None:
        return stages
    visible = Visibility(mask=None, count=len(search.chunks))
    return replace(
        stages,
        settings=stages.settings.model_copy(update={"filter": (), "as_of": None}),
        visibility=visible,
        tracer=Tracer(search.documents, search.chunks, visible),
    )


@asynccontextmanager
async def _open(log: Log, settings: Settings, search: Search | None, key: str | None) -> AsyncIterator[Stages]:
    start = log.start
    if search is not None:
        async with open_stages(logged_golden(start.golden), search, settings, start.run_id, key=key) as stages:
            yield stages
        return
    learnt = chunks_to_learn(log, settings, None)
    async with open_replay(start, settings, start.run_id, "generate", chunks=learnt, key=key) as stages:
        yield stages
