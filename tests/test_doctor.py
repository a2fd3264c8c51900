"""`harness doctor`: what is wrong, and what to type."""

from __future__ import annotations

import asyncio
import json

import pytest
from ollama_server import FakeModel, FakeOllama
from test_ollama import WORDS

from harness.cli.main import main
from harness.doctor import examine
from harness.settings import Settings


@pytest.fixture(autouse=True)
def _clean(tmp_path, monkeypatch):
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    for name in ("OLLAMA_HOST", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def findings(fake: FakeOllama, prompts=(), **settings):
    async def run():
        async with fake:
            chosen = Settings(**({"generator": "ollama:tiny", "base_url": (fake.url,)} | settings))
            return await examine(chosen, prompts)

    return {finding.about: finding for finding in asyncio.run(run())}


def test_all_is_well():
    """Server with version, model with digest, prompts that fit."""
    found = findings(FakeOllama(), ["short prompt"], concurrency=1)
    assert {f.level for f in found.values()} == {"good"}
    assert "0.13.5" in found["server"].says
    assert "ffffffffffff" in found["model"].says


def test_a_server_that_is_not_there():
    """The address, the reason, and how to start it."""

    async def run():
        async with FakeOllama() as fake:
            url = fake.url
        return await examine(Settings(generator="ollama:tiny", base_url=(url,)), ())

    (found,) = asyncio.run(run())
    assert (found.about, found.level) == ("server", "fault")
    assert "connection refused" in found.says
    assert "ollama serve" in found.advice


def test_a_model_that_is_not_there_names_the_nearest():
    """And the command that fetches it."""
    found = findings(FakeOllama(), generator="ollama:tinny")
    assert found["model"].level == "fault"
    assert "tiny:latest" in found["model"].advice
    assert "ollama pull tinny" in found["model"].advice


def test_an_old_server_is_told_of():
    """It may cut prompts without a word."""
    found = findings(FakeOllama(version="0.5.1"), ["p"], concurrency=1)
    assert found["version"].level == "warning"
    assert "0.13" in found["version"].advice


def test_prompts_that_do_not_fit_the_model():
    """Their sizes, the window, and that the model allows no more."""
    found = findings(FakeOllama(models=[FakeModel(context_length=2048)]), [WORDS * 10, WORDS * 400], concurrency=1)
    assert found["window"].level == "fault"
    assert "2,048" in found["window"].says
    assert "--budget" in found["window"].advice


def test_prompts_that_do_not_fit_a_window_that_was_chosen():
    """The advice is the number to type."""
    found = findings(FakeOllama(), [WORDS * 400], num_ctx=1024, concurrency=1)
    assert found["window"].advice.startswith("--num-ctx ")


@pytest.mark.parametrize(("parallel", "level"), [(1, "warning"), (4, "good")])
def test_whether_the_server_answers_several_at_once(parallel, level):
    """Two are asked at once; if the second begins only when the first has ended, it is one at a time."""
    model = FakeModel(answer=lambda _: "one two three four five six seven")
    fake = FakeOllama(parallel=parallel, models=[model], service_seconds=0.05, piece_seconds=0.03)
    found = findings(fake, ["p"], concurrency=8)
    assert found["parallelism"].level == level
    assert ("OLLAMA_NUM_PARALLEL" in found["parallelism"].advice) == (level == "warning")


def test_a_server_that_wants_a_key():
    """The flag and the variable that give it."""
    found = findings(FakeOllama(key="sk-1"), generator="openai:tiny:latest")
    assert any("OPENAI_API_KEY" in f.advice + f.says for f in found.values())


def test_a_scripted_generator_needs_no_server(capsys, golden):
    """And the verb says so."""
    assert main(["doctor", str(golden), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"][0]["level"] == "good"


def test_the_verb_measures_the_prompts_of_the_golden_set(golden, capsys):
    """Exit 0 when all is well, 1 when a run would fail; text for people."""

    async def run(model):
        async with FakeOllama() as fake:
            words = [
                "doctor",
                str(golden),
                "--generator",
                f"ollama:{model}",
                "--base-url",
                fake.url,
                "--concurrency",
                "1",
            ]
            return await asyncio.to_thread(main, words)

    assert asyncio.run(run("tiny")) == 0
    assert "4 prompts of about" in capsys.readouterr().out
    assert asyncio.run(run("tinny")) == 1
    assert "→" in capsys.readouterr().out
