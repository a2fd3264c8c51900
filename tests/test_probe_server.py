"""Probes against a server: through the answer cache, past it for repeats, with a window that fits, and when it is gone."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from ollama_server import FakeModel, FakeOllama
from test_live_faults import HARNESS, harness, many

ONE = ("--chunker", "whole", "--generator", "ollama:tiny", "--backoff-seconds", "0.02", "--json")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    for name in ("OLLAMA_HOST", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def quote_last_span(prompt: str) -> str:
    """Answer with the text of the last span, cited: wrong wherever the evidence is not at the end."""
    spans = re.findall(r"\[S(\d+)\]\n`{3,}\n(.*?)\n`{3,}", prompt, re.DOTALL)
    number, text = spans[-1]
    return f"{text.rstrip('.')} [S{number}]."


def prompts(fake):
    """Return what was asked, without the requests that only load the model."""
    return [request for request in fake.asked if request.get("messages")]


async def run(fake, golden, *flags):
    words = (*HARNESS, "run", str(golden), *ONE, "--logs", str(golden.parent), "--run-id", "r", "--base-url", fake.url)
    code, _, err = await harness(*words, *flags)
    assert code == 0, err


async def probe(golden, *flags, code=0):
    got, out, err = await harness(*HARNESS, "probe", "r", "--logs", str(golden.parent), "--json", *flags)
    assert got == code, err
    return json.loads(out) if out else err


def test_a_second_probing_asks_only_for_the_repeats(tmp_path):
    """What was answered comes from the cache and costs no call; repeats go past it, in the same number."""
    golden = many(tmp_path / "g", 3)

    async def all_of_it():
        async with FakeOllama(models=[FakeModel(answer=quote_last_span)]) as fake:
            await run(fake, golden, "-k", "2")
            first = await probe(golden)
            asked = len(prompts(fake))
            (tmp_path / "r" / "probes.jsonl").unlink()
            again = await probe(golden)
            return first, again, len(prompts(fake)) - asked

    first, again, asked = asyncio.run(all_of_it())
    assert [c["probe"]["status"] for c in first["conclusions"]] == ["confirmed"] * 3
    assert all(c["sub_kind"] == "single_source" for c in first["conclusions"])
    assert all(c["probe"]["repair"].startswith("without d") for c in first["conclusions"])
    assert again["conclusions"] == first["conclusions"]
    assert again["calls"] == asked == 2 * 3
    assert again["cached"] + again["calls"] == first["calls"] + first["cached"] > 2 * 3


def test_a_prompt_cut_by_the_window_is_confirmed_by_a_larger_one(tmp_path):
    """`--num-ctx 64` was refused unread; with the window that fits the same prompt is answered right."""
    golden = many(tmp_path / "g", 2)

    async def all_of_it():
        async with FakeOllama() as fake:
            await run(fake, golden, "-k", "1", "--num-ctx", "64")
            return await probe(golden)

    report = asyncio.run(all_of_it())
    assert {c["stage"] for c in report["conclusions"]} == {"truncate"}
    for concluded in report["conclusions"]:
        assert concluded["probe"]["status"] == "confirmed"
        assert concluded["probe"]["repair"] == "a window as large as the prompt needs instead of 64 tokens"


def test_a_server_that_is_gone_is_one_line_and_the_probes_before_it_stay(tmp_path):
    """Exit 2; what the first probing wrote is as it was."""
    golden = many(tmp_path / "g", 2)

    async def all_of_it():
        async with FakeOllama(models=[FakeModel(answer=quote_last_span)]) as fake:
            await run(fake, golden, "-k", "2")
            await probe(golden, "--max-calls", "2")
        before = (tmp_path / "r" / "probes.jsonl").read_bytes()
        return before, await probe(golden, code=2)

    before, err = asyncio.run(all_of_it())
    assert len(before.splitlines()) == 2
    assert (tmp_path / "r" / "probes.jsonl").read_bytes() == before
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("harness probe: ")
