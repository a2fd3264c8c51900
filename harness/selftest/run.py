"""Runs every plant through the real pipeline: index, search, prompt, answer, verify, judge, record, attribution."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.attribute.ledger import rows
from harness.attribute.rules import attribute
from harness.errors import InputError
from harness.generate.scripted import Scripted, Staged
from harness.golden.raw import RawTexts
from harness.golden.read import GoldenSet
from harness.pipeline import Stages, answer
from harness.protocols import Generator, Verifier
from harness.run import run_start, utc_now
from harness.selftest.answers import answer_plants, unanswerable_plants
from harness.selftest.conclusions import conclusion_plants
from harness.selftest.doubles import double_plants, fault_plants
from harness.selftest.plant import NotMade, Plant, Scene, Seen, groups_of
from harness.selftest.quotes import refusal
from harness.selftest.result import Planted, SelfTest, Swap, Tally
from harness.selftest.retrieval import retrieval_plants, scene
from harness.selftest.server import MODEL, WINDOW, Server, open_server
from harness.selftest.swaps import other_scenes, swapped_answers
from harness.selftest.world import NotPlantableError, World, Worlds, base_settings, filler
from harness.settings import Settings
from harness.types import RETRIEVAL_STAGES, Question, Record, RunStart
from harness.wiring import build_search, make_analyzer, open_stages

RUN_ID = "selftest"
SPREAD_SCENES = 3
"""On so many scenes of a question the spans are reordered and documents added."""

_SWAPPED = frozenset({*RETRIEVAL_STAGES, "correct"})
"""On scenes with plants of these labels the answer is swapped: one for each retrieval stage, and one without a fault."""

Watch = Callable[[int, int, Tally], None]


async def run_selftest(golden: GoldenSet, *, limit: int | None, seed: int = 0, watch: Watch | None = None) -> SelfTest:
    """Plant on at most `limit` questions, spread evenly over the set, and return what came out."""
    settings = base_settings(golden)
    worlds, tally = Worlds(golden, settings, seed), Tally()
    chosen = list(_spread(golden, limit))
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="harness-selftest-")))
        server = await stack.enter_async_context(open_server())
        generator = await stack.enter_async_context(_served(golden, settings, server))
        bench = _Bench(golden, server, generator, tally, folder)
        for done, question in enumerate(chosen):
            if watch:
                watch(done, len(chosen), tally)
            tally.questions += 1
            await _plant_on(question, worlds, bench)
    if watch:
        watch(len(chosen), len(chosen), tally)
    shown = {
        name: settings.model_dump(mode="json")[name]
        for name in ("chunker", "analyzer", "retriever", "verifier", "judge")
    }
    return tally.result(golden.info.name, golden.info.sha256, seed, shown)


def _spread(golden: GoldenSet, limit: int | None) -> Iterator[Question]:
    total = golden.info.questions
    if limit is None or limit >= total:
        yield from golden.questions()
        return
    wanted = {n * total // limit for n in range(limit)}
    yield from (q for n, q in enumerate(golden.questions()) if n in wanted)


@dataclass
class _Bench:
    """What all plants share: the server, a generator that asks it, and one verifier, which remembers what it has read."""

    golden: GoldenSet
    server: Server
    served: Generator
    tally: Tally
    folder: Path
    verifier: Verifier | None = None

    def _raw(self, made: Scene) -> RawTexts | None:
        if not made.raw:
            return None
        path = self.folder / "raw.jsonl"
        lines = [{"doc_id": doc_id, "views": [{"how": "planted", "text": text}]} for doc_id, text in made.raw]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return RawTexts(path)

    @asynccontextmanager
    async def open(self, made: Scene) -> AsyncIterator[_Set]:
        """Index a scene and let the model refuse once."""
        search = build_search(made.documents, made.settings, raw=self._raw(made))
        start = run_start(self.golden, made.settings, search.info(), RUN_ID, utc_now())
        async with open_stages(self.golden, search, made.settings, RUN_ID) as stages:
            self.verifier = self.verifier or stages.verifier
            unasked = Seen(made, Record(run_id=RUN_ID, key="", question=made.question), search.chunks)
            shown = _Set(replace(stages, verifier=self.verifier), start, self, unasked)
            record = await shown.say(Staged(answer=refusal(unasked)))
            shown.seen = replace(unasked, record=record)
            yield shown


@dataclass
class _Set:
    """A scene ready to be asked again and again."""

    stages: Stages
    start: RunStart
    bench: _Bench
    seen: Seen

    async def say(self, staged: Staged) -> Record:
        """Return the record of the scene's question, answered as it is told."""
        question = self.seen.question
        generator = Scripted(make_analyzer(self.stages.settings.analyzer), {question.id: staged})
        return await answer(question, replace(self.stages, generator=generator))

    async def ask_server(self, plant: Plant, said: str) -> Record:
        """Return the record of the scene's question, answered by the server in the plant's mode."""
        self.bench.server.mode, self.bench.server.answer = plant.server or "cuts", said
        return await answer(self.seen.question, replace(self.stages, generator=self.bench.served))


async def _plant_on(question: Question, worlds: Worlds, bench: _Bench) -> None:
    try:
        world = await _healthy(worlds.of(question), bench)
    except NotPlantableError as error:
        bench.tally.add_not("any", "any", str(error))
        return
    plants: list[Plant] = []
    for made in _plants(world):
        if isinstance(made, Plant):
            plants.append(made)
        else:
            bench.tally.add_not(*made)
    scenes: dict[int, list[Plant]] = {}
    for plant in plants:
        scenes.setdefault(id(plant.scene), []).append(plant)
    spread = set(world.chance.sample(range(len(scenes)), min(SPREAD_SCENES, len(scenes))))
    for place, on_scene in enumerate(scenes.values()):
        await _play(on_scene, bench, spread=place in spread)


async def _healthy(world: World, bench: _Bench) -> World:
    """Return the world in which nothing is lost.

    Where the set's chunker cuts the evidence, that is one of whole documents; where the question finds a gold document by
    none of its words, it stands at the end of those.
    """
    if not world.question.answerable:
        return world
    whole = replace(world, settings=world.settings.model_copy(update={"chunker": "whole"}))
    for tried in (world, whole):
        async with bench.open(scene(tried)) as opened:
            if _all_shown(opened.seen) is None:
                return tried
    asked = f"\n\n{world.question.question}"
    edits = {d.doc_id: {"text": d.text + asked} for d in world.documents if d.doc_id in world.gold}
    return replace(whole, documents=world.changed(edits))


def _plants(world: World) -> Iterator[Plant | NotMade]:
    if not world.question.answerable:
        yield from unanswerable_plants(world)
        yield from fault_plants(world)
        return
    groups = groups_of(world.question)
    group = groups[world.chance.randrange(len(groups))]
    yield from retrieval_plants(world, group)
    yield from double_plants(world, group)
    plain = scene(world)
    for made in (*answer_plants(world, plain), *conclusion_plants(world, plain), *fault_plants(world)):
        yield replace(made, checks=(*made.checks, _all_shown)) if isinstance(made, Plant) else made


def _all_shown(seen: Seen) -> str | None:
    shown = list(seen.shown().values())
    if all(seen.carrying(group, shown) for group in groups_of(seen.question)):
        return None
    return "its evidence is not in the prompt even where nothing is planted"


async def _play(plants: list[Plant], bench: _Bench, *, spread: bool) -> None:
    """Run the plants of one scene, then everything that must move none of its retrieval labels."""
    try:
        async with bench.open(plants[0].scene) as opened:
            took = [plant for plant in plants if await _planted(plant, opened)]
            if any(plant.label in _SWAPPED for plant in took):
                await _swap(took[0], opened)
    except InputError as error:
        for plant in plants:
            bench.tally.add_not(plant.kind, plant.label, str(error))
        return
    if spread and took:
        for change, other in other_scenes(plants[0].scene):
            async with bench.open(other) as again:
                _compare(took[0], change, opened, again.seen.record, again.start)


async def _planted(plant: Plant, opened: _Set) -> bool:
    """Run one plant and count it; return whether it took."""
    tally, seen = opened.bench.tally, opened.seen
    try:
        _check(plant, seen)
        said = plant.answer(seen)
        staged = Staged(answer=None if plant.fails else said, failure=plant.fails, delay_seconds=plant.delay_seconds)
        record = await (opened.ask_server(plant, said) if plant.server else opened.say(staged))
        _check_judgement(plant, record)
    except NotPlantableError as error:
        tally.add_not(plant.kind, plant.label, str(error))
        return False
    found = attribute(record, opened.start)
    listed = {other.cause for other in found.also}
    tally.add(
        Planted(
            question_id=seen.question.id,
            kind=plant.kind,
            label=plant.label,
            cause=plant.cause,
            got_label=found.stage or found.bucket,
            got_cause=found.cause,
            unlisted=tuple(cause for cause in plant.also if cause not in listed),
            why=found.why,
            answer=record.generation.answer if record.generation else "",
        )
    )
    return True


def _check(plant: Plant, seen: Seen) -> None:
    """Raise where a plant did not take, by the texts and the lists of the log."""
    for check in plant.checks:
        if reason := check(seen):
            raise NotPlantableError(reason)


def _check_judgement(plant: Plant, record: Record) -> None:
    """Raise where the judge finds an answer right that was to be wrong, or the other way round: then nothing was planted."""
    if plant.judged is None or record.fault:
        return
    correct = record.judgement.correct if record.judgement else None
    if correct is None:
        raise NotPlantableError("the question has no accepted answers, so no answer to it is wrong")
    if plant.judged == ("wrong" if correct else "right"):
        raise NotPlantableError(f"the judge takes the planted answer for {'right' if correct else 'wrong'}")


async def _swap(plant: Plant, opened: _Set) -> None:
    for change, text in swapped_answers(opened.seen):
        _compare(plant, change, opened, await opened.say(Staged(answer=text)), opened.start)
    _compare(plant, "the model fails", opened, await opened.say(Staged(failure="gone")), opened.start)


def _compare(plant: Plant, change: str, opened: _Set, record: Record, start: RunStart) -> None:
    before, after = _labels(opened.seen.record, opened.start), _labels(record, start)
    opened.bench.tally.add_swap(
        Swap(question_id=record.question.id, kind=plant.kind, change=change, before=before, after=after)
    )


def _labels(record: Record, start: RunStart) -> str:
    """Return the retrieval labels of a record: for each evidence group where it was lost and why."""
    return "; ".join(f"{row.lost_at or 'reached'} {row.cause or ''}".strip() for row in rows(record, start))


@asynccontextmanager
async def _served(golden: GoldenSet, settings: Settings, server: Server) -> AsyncIterator[Generator]:
    """Open a generator that asks the planted server, and nobody else, once."""
    asking = settings.model_copy(
        update={
            "generator": f"ollama:{MODEL}",
            "base_url": (server.url,),
            "num_ctx": WINDOW,
            "tries": 1,
            "stream": False,
            "cache": False,
        }
    )
    search = build_search(filler(()), asking.model_copy(update={"retriever": "bm25", "chunker": "whole"}))
    async with open_stages(golden, search, asking, RUN_ID) as stages:
        yield stages.generator
