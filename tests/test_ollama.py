"""`ollama:MODEL` against a server that behaves as Ollama does: what is asked, what is read, what is cut, what is kept apart."""

from __future__ import annotations

import asyncio

import pytest
from ollama_server import FakeModel, FakeOllama

from harness.cache import AnswerCache
from harness.errors import InputError
from harness.generate import ollama
from harness.generate._answers import render_json, split_thinking
from harness.generate._window import LADDER, Window, cut_reason, fewest_tokens, likely_tokens, most_tokens
from harness.http.errors import LateError, RefusedError
from harness.http.service import Service, ollama_urls
from harness.settings import Settings
from harness.types import Generation, Prompt

SPAN = "The limit is 23 kg. More costs 60 EUR."
WORDS = "the quick brown fox jumps over a lazy dog by the river "


def prompt(text: str = SPAN, *, question_id: str = "q") -> Prompt:
    return Prompt(
        question_id=question_id,
        question="How heavy?",
        text=f"[S1]\n```\n{text}\n```\nHow heavy?",
        spans=(),
        texts=(text,),
        template="spans",
        citation="[S{n}]",
        refusal="NOT IN THE CONTEXT",
    )


def answer(fake: FakeOllama, *prompts: Prompt, model: str = "tiny", cache=None, **settings):
    """Answer prompts one after the other and return the generations, the facts, and the fake."""

    async def run():
        async with fake:
            chosen = Settings(base_url=(fake.url,), backoff_seconds=0.005, **settings)
            async with ollama.client_for(Service(chosen), None) as client:
                options = ollama.Options(model=model)
                generator = ollama.make(options, analyzer=None, script=None, service=Service(chosen, client, cache))
                facts = await generator.open()
                return [await generator.generate(p) for p in prompts], facts, fake

    return asyncio.run(run())


def only(fake: FakeOllama, text: str = SPAN, **settings) -> Generation:
    return answer(fake, prompt(text), **settings)[0][0]


# --- what is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("endpoint", ["chat", "generate"])
@pytest.mark.parametrize("stream", [True, False])
def test_both_endpoints_streamed_and_not_give_the_same_answer(endpoint, stream):
    """Answer, finish and counts do not depend on how it was asked."""
    generations, _, fake = answer(FakeOllama(), prompt(), endpoint=endpoint, stream=stream)
    got = generations[0]
    assert got.answer == "The limit is 23 kg [S1]."
    assert (got.finish, got.prompt_tokens, got.answer_tokens) == ("stop", len(prompt().text) // 4, 6)
    assert fake.paths[-1] == f"/api/{endpoint}"


def test_every_option_that_matters_is_in_every_request():
    """Temperature, seed, num_predict, num_ctx, keep_alive, and that nothing may be cut or shifted."""
    _, _, fake = answer(FakeOllama(), prompt(), seed=7, num_predict=99, keep_alive="9m")
    asked = fake.asked[-1]
    assert asked["options"] == {"temperature": 0, "seed": 7, "num_predict": 99, "num_ctx": 4096}
    assert (asked["truncate"], asked["shift"], asked["keep_alive"]) == (False, False, "9m")
    assert asked["messages"] == [{"role": "user", "content": prompt().text}]


def test_the_facts_name_version_digest_and_limit():
    """What is needed to know later which model it was."""
    _, facts, fake = answer(FakeOllama(), prompt())
    assert facts.digest == "f" * 64
    assert facts.servers == {fake.url: "0.13.5"}
    assert facts.context_limit == 131_072
    assert facts.details["quantization_level"] == "Q4_0"


def test_the_model_is_loaded_before_the_first_question():
    """A load takes none of a question's time, however short that is."""
    got = answer(FakeOllama(load_seconds=0.6), prompt(), timeout_seconds=0.4)[0][0]
    assert got.retries == ()


def test_a_missing_model_names_the_nearest_and_the_command():
    """Before the first question, as one line."""
    with pytest.raises(InputError, match=r"'tinny'.*did you mean 'tiny:latest'.*ollama pull tinny"):
        answer(FakeOllama(), prompt(), model="tinny")


def test_servers_that_hold_different_models_under_one_name_are_refused():
    """Answers of two models must not be mixed in one run."""

    async def run():
        async with FakeOllama() as one, FakeOllama(models=[FakeModel(digest="e" * 64)]) as two:
            chosen = Settings(base_url=(one.url, two.url))
            async with ollama.client_for(Service(chosen), None) as client:
                options = ollama.Options(model="tiny")
                await ollama.make(options, analyzer=None, script=None, service=Service(chosen, client)).open()

    with pytest.raises(InputError, match="different models under the name 'tiny'"):
        asyncio.run(run())


def test_an_answer_of_another_model_is_refused():
    """The reply names its model; another one's answer is no answer."""
    with pytest.raises(RefusedError, match="other:latest"):
        only(FakeOllama(fault=lambda _: "other_model"))


def test_addresses_come_from_the_flag_then_the_environment(monkeypatch):
    """OLLAMA_HOST is read as Ollama's own client reads it."""
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    assert ollama_urls(Settings()) == ("http://127.0.0.1:11434",)
    monkeypatch.setenv("OLLAMA_HOST", "0.0.0.0:1234")
    assert ollama_urls(Settings()) == ("http://127.0.0.1:1234",)
    monkeypatch.setenv("OLLAMA_HOST", "box")
    assert ollama_urls(Settings()) == ("http://box:11434",)
    assert ollama_urls(Settings(base_url=("http://a:1/", "http://a:1", "b:2"))) == ("http://a:1", "http://b:2")


# --- the window -------------------------------------------------------------------------------------------------------


def test_a_prompt_that_fits_no_window_comes_back_unread_with_the_numbers():
    """A server that honours `truncate: false` answers 400; there is no answer, and the generation says why."""
    got = only(FakeOllama(models=[FakeModel(context_length=2048)]), WORDS * 400)
    assert (got.answer, got.finish) == ("", "prompt_too_long")
    assert got.window_tokens == 2048
    assert "2,048" in got.prompt_cut
    assert f"{got.expected_tokens:,}" in got.prompt_cut


def test_an_old_server_that_cuts_without_a_word_is_found_out_by_its_count():
    """It ignores `truncate` and reports half a window; the reason holds what was read and what was expected."""
    got = only(FakeOllama(old=True, models=[FakeModel(context_length=4096)]), WORDS * 400)
    assert got.prompt_tokens == 2050
    assert "2,050" in got.prompt_cut
    assert "4,096" in got.prompt_cut
    assert got.answer


def test_a_window_below_the_one_asked_for_is_found_out_too():
    """`--num-ctx` above the model's limit: the server uses less, and says so only in its count."""
    got = only(FakeOllama(old=True, models=[FakeModel(context_length=None)]), WORDS * 400, num_ctx=1024)
    assert got.prompt_tokens == 514
    assert got.prompt_cut


def test_the_window_grows_with_the_prompt_and_never_shrinks():
    """Each change makes the server load the model again, so there are few."""
    prompts = [prompt(), prompt(WORDS * 300), prompt("short"), prompt(WORDS * 290)]
    generations, _, fake = answer(FakeOllama(), *prompts)
    assert [g.window_tokens for g in generations] == [4096, 8192, 8192, 8192]
    assert fake.loads == 2
    assert not any(g.prompt_cut for g in generations)


def test_a_window_that_was_too_small_after_all_is_raised_once_more():
    """Text that takes more tokens than we thought: refused at 4,096, answered at 8,192."""
    dense = FakeOllama(models=[FakeModel(context_length=65_536)])
    text = "a b c d e f g " * 800
    window = Window(None, 65_536, 1)
    assert window.tokens_for("x") == 4096
    assert window.grow(4096)
    assert window.tokens_for("x") == 8192
    assert not Window(4096, 65_536, 1).grow(4096)
    assert not Window(None, 4096, 1).grow(4096)
    assert only(dense, text).answer


@pytest.mark.parametrize("windows", [(4096,), (8192, 4096)])
def test_a_count_that_is_missing_or_small_after_a_remembered_prefix_is_no_cut(windows):
    """Servers report only what they newly read; that says nothing about the rest."""
    text = WORDS * 400
    assert cut_reason(None, text, windows) is None
    assert cut_reason(0, text, windows) is None
    assert cut_reason(12, text, windows) is None


def test_a_remembered_prompt_is_not_called_cut():
    """Asked twice, the second reply has no count at all."""
    generations, _, _ = answer(FakeOllama(remembers_prefixes=True), prompt(), prompt())
    assert [g.prompt_tokens is None for g in generations] == [False, True]
    assert not any(g.prompt_cut for g in generations)


@pytest.mark.parametrize("read", [4096, 2050, 2048 + 2])
def test_a_count_at_the_window_or_half_of_it_is_a_cut(read):
    """The two marks that servers leave: the window itself, and half of it and two."""
    assert cut_reason(read, WORDS * 400, (4096,))


def test_a_cut_in_a_script_with_a_token_a_character_is_found_too():
    """8,800 characters of Chinese in a window of 4,096."""
    assert cut_reason(4096, "数据库的索引在内存中。" * 800, (4096,))


@pytest.mark.parametrize(
    "text",
    [WORDS * 20, "naïve Straße " * 40, "数据库的索引在内存中。" * 60, "x = f(y)[0]\n" * 40, "=" * 500 + WORDS * 9],
)
def test_honest_counts_are_never_called_cut(text):
    """Between the fewest and the most tokens that a text can take, every count is believed."""
    assert fewest_tokens(text) <= likely_tokens(text) <= most_tokens(text)
    for read in range(max(1, fewest_tokens(text)), most_tokens(text)):
        assert cut_reason(read, text, LADDER) is None


# --- the answer -------------------------------------------------------------------------------------------------------


def test_thinking_is_kept_apart_in_both_forms():
    """In its own field, or inline before the answer as older servers leave it."""
    for inline in (False, True):
        got = only(FakeOllama(models=[FakeModel(thinking="Hm, 23?", inline_thinking=inline)]))
        assert (got.answer, got.thinking) == ("The limit is 23 kg [S1].", "Hm, 23?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<think>a</think> b", ("b", "a")),
        ("\n<think>a", ("", "a")),
        ("a</think>\n b", ("b", "a")),
        ("plain", ("plain", None)),
        ("Use <think> tags.", ("Use <think> tags.", None)),
    ],
)
def test_inline_thinking_is_split_where_it_is_thinking(text, expected):
    """An open mark was cut by the limit; a lone closing one was opened by the template; a mention is neither."""
    assert split_thinking(text) == expected


def test_an_answer_cut_at_num_predict_says_so():
    """`finish` is length."""
    got = only(FakeOllama(), num_predict=3)
    assert (got.finish, got.answer, got.answer_tokens) == ("length", "The limit is", 3)


def test_a_json_answer_becomes_prose_with_citations_and_its_own_text_is_kept():
    """Sentences with span ids are verified like prose; the refusal is the template's."""
    reply = '{"answerable": true, "sentences": [{"text": "It is 23 kg. More costs.", "span": 1}]}'
    got = only(FakeOllama(models=[FakeModel(answer=lambda _: reply)]), answer_format="json")
    assert got.answer == "It is 23 kg [S1]. More costs [S1]."
    assert got.raw == reply


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"answerable": false, "sentences": []}', "NOT IN THE CONTEXT"),
        ('{"answerable": true, "sentences": [{"text": "It is 7 [S2].", "span": 3}]}', "It is 7 [S3]."),
        ('{"answerable": true, "sentences": [{"text": "It is 7.", "span": null}]}', "It is 7."),
        ('{"answerable": true, "sentences": []}', ""),
        ('{"answerable": true, "sentences": [{"text": "cut', None),
        ("[]", None),
        ('{"sentences": "no"}', None),
    ],
)
def test_json_answers_of_every_shape(raw, expected):
    """What is not the JSON that was asked for stays as it is, for the verifier to refuse."""
    assert render_json(raw, prompt()) == expected


def test_a_stream_that_stalls_is_late_after_the_read_limit_not_the_total():
    """The pieces that came are counted in the message."""
    fake = FakeOllama(fault=lambda _: "stall")
    with pytest.raises(LateError, match="stopped after"):
        only(fake, read_seconds=0.3, timeout_seconds=60, tries=1)


# --- the cache --------------------------------------------------------------------------------------------------------


def test_the_same_question_is_asked_once(tmp_path):
    """The second answer comes from the disk, equal but for `cached`, in another process's cache too."""
    with AnswerCache(tmp_path) as cache:
        first, _, fake = answer(FakeOllama(), prompt(), prompt(), cache=cache)
    with AnswerCache(tmp_path) as cache:
        again, _, other = answer(FakeOllama(), prompt(), cache=cache)
    assert (fake.answers, other.answers) == (1, 0)
    assert [g.cached for g in (*first, *again)] == [False, True, True]
    assert len({g.answer for g in (*first, *again)}) == 1


@pytest.mark.parametrize(
    "change", [{"seed": 1}, {"num_predict": 9}, {"endpoint": "generate"}, {"think": False}, {"num_ctx": 2048}]
)
def test_another_option_is_another_answer(tmp_path, change):
    """Everything that can change an answer is in its address."""
    with AnswerCache(tmp_path) as cache:
        answer(FakeOllama(), prompt(), cache=cache)
        _, _, other = answer(FakeOllama(), prompt(), cache=cache, **change)
    assert other.answers == 1


def test_another_digest_is_another_answer(tmp_path):
    """The name of a model may stay while the model changes."""
    with AnswerCache(tmp_path) as cache:
        answer(FakeOllama(), prompt(), cache=cache)
        _, _, other = answer(FakeOllama(models=[FakeModel(digest="e" * 64)]), prompt(), cache=cache)
    assert other.answers == 1


def test_a_cut_prompt_is_not_remembered(tmp_path):
    """Tomorrow's window may be larger."""
    model = FakeModel(context_length=4096)
    with AnswerCache(tmp_path) as cache:
        answer(FakeOllama(old=True, models=[model]), prompt(WORDS * 400), cache=cache)
        _, _, other = answer(FakeOllama(old=True, models=[model]), prompt(WORDS * 400), cache=cache)
    assert other.answers == 1
