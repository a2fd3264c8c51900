"""`openai:MODEL` against a compatible server: address, key, thinking, the silent cut, structured output."""

from __future__ import annotations

import asyncio

import pytest
from ollama_server import FakeModel, FakeOllama
from test_ollama import WORDS, prompt

from harness.cache import AnswerCache
from harness.errors import InputError
from harness.generate import ollama, openai
from harness.http.service import Service, openai_urls
from harness.settings import Settings


def answer(fake: FakeOllama, *prompts, model: str = "tiny:latest", key=None, cache=None, **settings):
    async def run():
        async with fake:
            chosen = Settings(base_url=(fake.url,), backoff_seconds=0.005, **settings)
            async with openai.client_for(Service(chosen), key) as client:
                options = openai.Options(model=model)
                generator = openai.make(options, analyzer=None, script=None, service=Service(chosen, client, cache))
                facts = await generator.open()
                return [await generator.generate(p) for p in prompts], facts, fake

    return asyncio.run(run())


def test_an_answer_with_its_counts():
    """Answer, finish, tokens and server."""
    generations, facts, fake = answer(FakeOllama(), prompt(), seed=3, num_predict=50)
    assert generations[0].answer == "The limit is 23 kg [S1]."
    assert generations[0].prompt_tokens == len(prompt().text) // 4
    assert facts.servers == {f"{fake.url}/v1": "library"}
    asked = fake.asked[-1]
    assert (asked["temperature"], asked["seed"], asked["max_tokens"]) == (0, 3, 50)


def test_reasoning_is_kept_apart():
    """`reasoning_content` is thinking, not answer."""
    generations, _, _ = answer(FakeOllama(models=[FakeModel(thinking="Hm.")]), prompt())
    assert (generations[0].thinking, generations[0].answer) == ("Hm.", "The limit is 23 kg [S1].")


def test_a_window_nobody_can_set_is_found_out_by_the_count():
    """The compatible endpoint ignores num_ctx and cuts at 4,096."""
    generations, _, _ = answer(FakeOllama(), prompt(WORDS * 400), num_ctx=65_536)
    assert generations[0].prompt_tokens == 2050
    assert "4,096" in generations[0].prompt_cut


def test_the_key_is_sent_and_a_wrong_one_is_not_shown():
    """The server repeats it in its error; the message names the flag and hides the key."""
    assert answer(FakeOllama(key="sk-right"), prompt(), key="sk-right")[0][0].answer
    with pytest.raises(InputError) as caught:
        answer(FakeOllama(key="sk-right"), prompt(), key="sk-wrong-456")
    assert "--api-key" in str(caught.value)
    assert "sk-wrong-456" not in str(caught.value)


def test_the_environment_gives_each_api_its_own_key(monkeypatch):
    """OPENAI_API_KEY goes to compatible servers and nowhere else."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-env")
    assert answer(FakeOllama(key="sk-env"), prompt())[0][0].answer
    native = ollama.client_for(Service(Settings(base_url=("http://a:1",))), None)
    assert "Authorization" not in native._headers


def test_a_missing_model_names_the_nearest():
    """From the server's own list."""
    with pytest.raises(InputError, match="did you mean 'tiny:latest'"):
        answer(FakeOllama(), prompt(), model="tiny:lates")


def test_structured_output_is_asked_for_as_a_schema():
    """`--answer-format json` sends the schema and reads the sentences."""
    reply = '{"answerable": true, "sentences": [{"text": "It is 23 kg.", "span": 1}]}'
    generations, _, fake = answer(
        FakeOllama(models=[FakeModel(answer=lambda _: reply)]), prompt(), answer_format="json"
    )
    assert generations[0].answer == "It is 23 kg [S1]."
    assert fake.asked[-1]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize("fault", ["reset", "503", "500", "garbage", "half_json", "error_line"])
def test_failures_that_may_pass_are_tried_again(fault):
    """As on the native endpoint."""
    fake = FakeOllama(fault=lambda n: fault if n == 0 else None)
    got = answer(fake, prompt())[0][0]
    assert got.answer == "The limit is 23 kg [S1]."
    assert len(got.retries) == 1


def test_the_cache_goes_by_what_the_server_says_of_the_model(tmp_path):
    """The same entry is the same model; another entry under the same name is not."""
    with AnswerCache(tmp_path) as cache:
        generations, _, fake = answer(FakeOllama(), prompt(), prompt(), cache=cache)
    assert [g.cached for g in generations] == [False, True]
    assert fake.answers == 1


def test_the_address_is_needed(monkeypatch):
    """There is no default server; the message says how to name one."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(InputError, match="--base-url"):
        openai_urls(Settings())
    monkeypatch.setenv("OPENAI_BASE_URL", "http://a:1/v1/")
    assert openai_urls(Settings()) == ("http://a:1/v1",)
    assert openai_urls(Settings(base_url=("b:2",))) == ("http://b:2/v1",)
