"""The scripted generator: what it quotes, when it declines, and every failure a script can stage."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from harness import plugins
from harness.errors import HarnessError, InputError
from harness.generate import scripted
from harness.text.literal import collapse
from harness.text.sentences import split_plain
from harness.types import Prompt


def analyzer(name: str = "words"):
    module, options = plugins.part("analyze", name)
    return module.make(options)


def generator(script=None, terms=None):
    return scripted.make(scripted.Options(), analyzer=terms or analyzer(), script=script)


def prompt_of(question: str, *texts: str, question_id: str = "q1", citation: str = "[S{n}]") -> Prompt:
    return Prompt(
        question_id=question_id,
        question=question,
        text="",
        spans=(),
        texts=texts,
        template="spans",
        citation=citation,
        refusal="NOT IN THE CONTEXT",
    )


def answer(prompt: Prompt, script=None) -> str:
    return asyncio.run(generator(script).generate(prompt)).answer


@pytest.mark.parametrize("name", plugins.names("generate"))
def test_a_generator_is_a_documented_plug_in(name):
    """Each says in its docstring what it is, makes with default options, and its options know no other keys."""
    module = plugins.load("generate", name)
    assert module.__doc__
    assert module.Options.model_config["frozen"]
    with pytest.raises(ValidationError):
        module.Options(unknown=1)
    made = module.make(module.Options(), analyzer=analyzer(), script=None)
    assert isinstance(made.remote, bool)


def test_it_quotes_the_sentence_that_shares_most_terms():
    """The full stop goes behind the citation, white space is collapsed."""
    prompt = prompt_of(
        "What is the default cutoff?", "Nothing here. Or here.", "A list.\nThe default\n  cutoff is 0.6. End."
    )
    assert answer(prompt) == "The default cutoff is 0.6 [S2]."


def test_it_waits_for_nothing_and_reports_no_tokens():
    """The scripted generator is local and has no tokenizer."""
    made = generator()
    generation = asyncio.run(made.generate(prompt_of("default cutoff", "The default cutoff.")))
    assert made.remote is False
    assert (generation.model, generation.prompt_tokens, generation.answer_tokens) == ("scripted", None, None)


def test_the_first_of_equal_sentences_is_quoted():
    """Ties break by span, then by place."""
    assert answer(
        prompt_of("default cutoff", "Other. The default cutoff A. The cutoff default B.", "Default cutoff C.")
    ) == ("The default cutoff A [S1].")


def test_a_chinese_or_japanese_sentence_is_quoted_without_its_neighbours():
    """No space follows its end; the citation stands before it, so that the verifier reads one sentence with one citation."""
    made = generator(terms=analyzer("unicode"))
    text = "提交报销单。每晚住宿费上限为500元！请保留收据。"
    assert made.quote(prompt_of("每晚住宿费上限", text)) == "每晚住宿费上限为500元 [S1]！"
    assert made.quote(prompt_of("保留收据", text)) == "请保留收据 [S1]。"
    assert made.quote(prompt_of("保留收据", "请保留收据。 ")) == "请保留收据 [S1]。"


def test_below_two_shared_terms_it_declines():
    """One term shared is an accident; stopwords do not count."""
    assert answer(prompt_of("What is the default cutoff?", "What is the cutoff?")) == "NOT IN THE CONTEXT"
    assert answer(prompt_of("default cutoff")) == "NOT IN THE CONTEXT"
    assert answer(prompt_of("", "some text")) == "NOT IN THE CONTEXT"


def test_the_citation_is_the_templates():
    """A question mark stays, and only the number is put in."""
    assert (
        answer(prompt_of("default cutoff", "The default cutoff?", citation="【{n}】")) == "The default cutoff? 【1】."
    )


def naive(prompt: Prompt, terms_of) -> str:
    wanted = set(terms_of(prompt.question))
    best, chosen = 0, prompt.refusal
    for number, text in enumerate(prompt.texts, 1):
        flat = collapse(text)
        for start, end in split_plain(flat):
            shared = len(wanted & set(terms_of(flat[start:end])))
            if shared > best:
                best, chosen = shared, f"{flat[start:end].rstrip('.')} [S{number}]."
    return chosen if best >= 2 else prompt.refusal


vocabulary = st.sampled_from(
    "cutoff default get_close closeMatches returns the of word. fmean? empty! e.g. 0.6 Σας İşlem xcutoff ... .\n".split(
        " "
    )
)
texts = st.lists(vocabulary, max_size=14).map(" ".join)


@given(texts, st.lists(texts, max_size=4), st.sampled_from(["words", "plain"]))
def test_skipping_sentences_that_cannot_win_changes_nothing(question, spans, name):
    """The bound by literal terms gives the same quotation as analysing every sentence."""
    prompt = prompt_of(question, *spans)
    assert generator(terms=analyzer(name)).quote(prompt) == naive(prompt, analyzer(name).terms)


@given(st.text(alphabet=" \n\t\u2028.!?aB", max_size=40))
def test_sentences_by_replacement_are_those_of_the_plain_rule(text):
    """The faster split of collapsed text is the same split."""
    flat = collapse(text)
    assert [s for s in scripted._sentences(text) if s] == [flat[a:b] for a, b in split_plain(flat)]


class Stems:
    """Terms that do not stand in the text as they are."""

    def terms(self, text: str) -> list[str]:
        return [f"{w[:-1]}i" if w.endswith("y") else w.removesuffix("es") for w in text.lower().split()]


def test_an_analyzer_that_changes_words_is_never_skipped_by_their_spelling():
    """With stems the bound does not hold, so every sentence is analysed."""
    prompt = prompt_of("study results", "None at all. Studies results")
    assert generator(terms=Stems()).quote(prompt) == "Studies results [S1]."
    assert scripted.has_literal_terms(analyzer("words"))
    assert not scripted.has_literal_terms(Stems())


def script_of(path, *lines):
    path.write_text(
        "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), encoding="utf-8"
    )
    return path


def test_a_script_stages_answers_for_its_questions_only(tmp_path):
    """Other questions are answered as usual; ids that no question has are unused."""
    script = script_of(
        tmp_path / "s.jsonl", {"id": "q1", "answer": "Staged [S9]."}, "", {"id": "nobody", "answer": "x"}
    )
    assert answer(prompt_of("default cutoff", "The default cutoff."), script) == "Staged [S9]."
    assert (
        answer(prompt_of("default cutoff", "The default cutoff.", question_id="q2"), script)
        == "The default cutoff [S1]."
    )


def test_a_script_stages_an_empty_answer(tmp_path):
    """An empty answer is a fault of its own kind, so it can be staged."""
    assert answer(prompt_of("q"), script_of(tmp_path / "s.jsonl", {"id": "q1", "answer": ""})) == ""


def test_a_script_stages_a_failure(tmp_path):
    """The message is the script's."""
    script = script_of(tmp_path / "s.jsonl", {"id": "q1", "raise": "the server is gone"})
    with pytest.raises(HarnessError, match="the server is gone"):
        answer(prompt_of("q"), script)


def test_a_script_stages_a_delay(tmp_path):
    """A delay alone delays the usual answer; it can be cancelled by a timeout."""
    script = script_of(tmp_path / "s.jsonl", {"id": "q1", "delay_seconds": 0.05}, {"id": "q2", "delay_seconds": 60})
    began = time.perf_counter()
    assert answer(prompt_of("default cutoff", "The default cutoff."), script) == "The default cutoff [S1]."
    assert time.perf_counter() - began >= 0.05

    async def impatient():
        async with asyncio.timeout(0.01):
            await generator(script).generate(prompt_of("q", question_id="q2"))

    with pytest.raises(TimeoutError):
        asyncio.run(impatient())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "not JSON"),
        ("[1]", "no question id"),
        ('{"answer": "x"}', "no question id"),
        ('{"id": 3, "answer": "x"}', "no question id"),
        ('{"id": "q", "anwser": "x"}', "did you mean 'answer'"),
        ('{"id": "q", "answer": 3}', "answer must be a string, got 3"),
        ('{"id": "q", "raise": null}', "raise must be a string"),
        ('{"id": "q", "answer": "x", "raise": "y"}', "both answer and raise"),
        ('{"id": "q", "delay_seconds": -1}', "delay_seconds must be"),
        ('{"id": "q", "delay_seconds": true}', "delay_seconds must be"),
        ('{"id": "q", "delay_seconds": NaN}', "delay_seconds must be"),
        ('{"id": "q"}', "stages nothing"),
        ('{"id": "ok", "answer": "again"}', "already staged"),
    ],
)
def test_a_broken_script_line_is_named(tmp_path, line, says):
    """The error holds the file, the line number and what to write."""
    script = script_of(tmp_path / "s.jsonl", {"id": "ok", "answer": "x"}, line)
    with pytest.raises(InputError) as caught:
        generator(script)
    assert "line 2" in str(caught.value)
    assert str(script) in str(caught.value)
    assert says in str(caught.value)


def test_a_missing_script_is_the_users_input(tmp_path):
    """It is found out before the run."""
    with pytest.raises(InputError, match="No such file"):
        generator(tmp_path / "none.jsonl")
