"""`--retriever ollama:EMBED_MODEL`: batches, the cache, the filter, the tie order, and what is told when it cannot be."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from ollama_server import FakeModel, FakeOllama, embed

from harness.errors import InputError
from harness.retrieve import ollama

TEXTS = ["Bags weigh 23 kg.", "Pets pay a fee.", "Seats are free.", "Bags weigh 23 kg."]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))


def search(fake, monkeypatch, queries, *, texts=TEXTS, depth=10, visible=None, model="tiny"):
    async def run():
        async with fake:
            monkeypatch.setenv("OLLAMA_HOST", fake.url)
            async with ollama.make(ollama.Options(model=model), texts=texts) as index:
                return [await index.find(query, depth, visible) for query in queries]

    return asyncio.run(run())


def test_the_ranking_is_that_of_the_cosine_with_ties_in_corpus_order(monkeypatch):
    """Against the same vectors compared by hand; the two equal texts keep their order."""
    (hits,) = search(FakeOllama(), monkeypatch, ["How heavy may bags be?"])
    vectors = np.array([embed(text) for text in TEXTS])
    query = np.array(embed("How heavy may bags be?"))
    cosines = vectors @ query / np.linalg.norm(vectors, axis=1) / np.linalg.norm(query)
    expected = sorted(range(4), key=lambda p: (-round(cosines[p], 6), p))
    assert [position for position, _ in hits] == expected
    assert [score for _, score in hits] == pytest.approx([cosines[p] for p in expected], abs=1e-5)


def test_hidden_chunks_take_no_place(monkeypatch):
    """Two are visible, two come back, however deep it looks."""
    visible = np.array([False, True, True, False])
    (hits,) = search(FakeOllama(), monkeypatch, ["bags"], visible=visible, depth=3)
    assert sorted(position for position, _ in hits) == [1, 2]


def test_a_smaller_depth_is_a_prefix_of_a_larger_one(monkeypatch):
    """Ties at the edge go to the first in the corpus."""
    texts = ["same text"] * 6 + ["other words"]
    for depth in (1, 3, 6):
        (hits,) = search(FakeOllama(), monkeypatch, ["same text"], texts=texts, depth=depth)
        assert [position for position, _ in hits] == list(range(depth))


def test_texts_are_sent_in_batches_that_may_not_be_cut(monkeypatch):
    """150 texts and one query are four requests."""
    fake = FakeOllama()
    search(fake, monkeypatch, ["q"], texts=[f"text number {n}" for n in range(150)])
    assert [len(asked["input"]) for asked in fake.asked] == [64, 64, 22, 1]
    assert all(asked["truncate"] is False for asked in fake.asked)


def test_the_second_time_only_what_is_new_is_asked_for(monkeypatch):
    """By digest and text; another model under the same name is asked for everything."""
    search(FakeOllama(), monkeypatch, ["q"])
    again = FakeOllama()
    search(again, monkeypatch, ["q"], texts=[*TEXTS, "A new one."])
    assert [asked["input"] for asked in again.asked] == [["A new one."]]
    other = FakeOllama(models=[FakeModel(digest="e" * 64)])
    search(other, monkeypatch, ["q"])
    assert sum(len(asked["input"]) for asked in other.asked) == 4  # three different texts and the query


def test_a_failure_that_may_pass_is_tried_again(monkeypatch):
    """As when answers are asked for."""
    fake = FakeOllama(fault=lambda n: "503" if n == 0 else None)
    assert search(fake, monkeypatch, ["q"])


def test_a_missing_model_is_one_line(monkeypatch):
    """With the command to type."""
    with pytest.raises(InputError, match="ollama pull mini"):
        search(FakeOllama(), monkeypatch, ["q"], model="mini")


def test_a_run_with_a_hybrid_of_it(monkeypatch, golden, capsys):
    """`hybrid:bm25+ollama:tiny` answers a golden set from end to end."""
    from harness.cli.main import main

    async def run():
        async with FakeOllama() as fake:
            monkeypatch.setenv("OLLAMA_HOST", fake.url)
            words = [
                "run",
                str(golden),
                "--retriever",
                "hybrid:bm25+ollama:tiny",
                "--logs",
                str(golden.parent / "l"),
                "--json",
            ]
            return await asyncio.to_thread(main, words)

    assert asyncio.run(run()) == 0
    assert '"harness_fault": 0' in capsys.readouterr().out
