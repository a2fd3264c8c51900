"""Indexes on disk: mapped as they were built, whole or not at all, and never another corpus's."""

from __future__ import annotations

import json
import multiprocessing
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import plugins
from harness.cli.main import main
from harness.index import store
from harness.index.store import IndexCache, Stored, default_folder, index_key
from harness.search import Bench, build_search, make_chunks
from harness.settings import Settings
from harness.types import Chunk, Document

FITTED = ["bm25", "tfidf", "hashing:64", "lsa:4"]


def texts_of(n, seed=1):
    rng = np.random.default_rng(seed)
    return [" ".join(f"w{i}" for i in rng.zipf(1.4, 30) if i < 300) for _ in range(n)]


def chunks_of(texts):
    return [Chunk(chunk_id=f"d#{i}", doc_id="d", start=0, end=len(t), text=t) for i, t in enumerate(texts)]


def bench(texts, cache, corpus="one"):
    return Bench(chunks_of(texts), "whole", "plain", corpus=corpus, cache=cache)


@pytest.fixture(autouse=True)
def _small_indexes_are_kept(monkeypatch):
    monkeypatch.setattr("harness.search.WORTH_KEEPING", 1)


@pytest.mark.parametrize("spelling", [*FITTED, "hybrid:bm25+lsa:4"])
def test_a_second_run_maps_what_the_first_built_and_ranks_alike(tmp_path, monkeypatch, spelling):
    """The same hits, scores to the last bit, with and without a filter; and nothing is counted again."""
    texts = texts_of(300)
    built = bench(texts, IndexCache(tmp_path)).retriever(spelling)
    monkeypatch.setattr("harness.index.terms._count", lambda *_: pytest.fail("the texts were read again"))
    mapped = bench(texts, IndexCache(tmp_path)).retriever(spelling)
    visible = np.random.default_rng(2).random(300) < 0.3
    for query in ("w1 w2 w9", "w40 w41", "w1", "unheard", ""):
        for mask in (None, visible):
            assert mapped.top(query, 20, mask) == built.top(query, 20, mask)


@pytest.mark.parametrize("spelling", FITTED)
@given(texts=st.lists(st.lists(st.sampled_from("aa bb cc dd".split()), max_size=4).map(" ".join), max_size=6))
def test_indexes_of_any_shape_survive_the_disk(tmp_path_factory, spelling, texts):
    """No chunks, no terms, empty arrays: what is stored opens and ranks as it did."""
    cache = IndexCache(tmp_path_factory.mktemp("cache"))
    built = bench(texts, cache).retriever(spelling)
    cache.save("k", built.stored())
    module, options = plugins.part("retrieve", spelling)
    analyze, analyze_options = plugins.part("analyze", "plain")
    opened = cache.open("k")
    assert opened is not None
    mapped = module.restore(options, opened, analyzer=analyze.make(analyze_options))
    assert mapped.top("aa cc", 5, None) == built.top("aa cc", 5, None)


def test_arrays_are_mapped_not_read(tmp_path):
    """An array that is opened lies in the file: it has no memory of its own and cannot be written."""
    cache = IndexCache(tmp_path)
    cache.save("k", Stored({"numbers": np.arange(1000)}, ("a", "b")))
    opened = cache.open("k")
    assert not opened.arrays["numbers"].flags.owndata
    assert not opened.arrays["numbers"].flags.writeable
    assert type(opened.arrays["numbers"]) is np.ndarray
    assert opened.vocabulary() == {"a": 0, "b": 1}


@pytest.mark.parametrize(
    "damage", ["cut", "missing array", "missing manifest", "not json", "wrong json", "not an array"]
)
def test_a_damaged_entry_is_built_again(tmp_path, damage):
    """Half a file, a file gone, a manifest of something else: no error and no wrong ranking, only the work once more."""
    texts = texts_of(100)
    first = bench(texts, IndexCache(tmp_path)).retriever("bm25")
    (entry,) = tmp_path.iterdir()
    array, manifest = entry / "impacts.npy", entry / "manifest.json"
    if damage == "cut":
        array.write_bytes(array.read_bytes()[:-5])
    elif damage == "missing array":
        array.unlink()
    elif damage == "missing manifest":
        manifest.unlink()
    elif damage == "not json":
        manifest.write_text("{")
    elif damage == "wrong json":
        manifest.write_text("[1]")
    else:
        array.write_bytes(b"x" * array.stat().st_size)
    again = bench(texts, IndexCache(tmp_path)).retriever("bm25")
    assert again.top("w1 w2", 10, None) == first.top("w1 w2", 10, None)
    (entry,) = tmp_path.iterdir()
    assert json.loads((entry / "manifest.json").read_text())["arrays"]
    assert IndexCache(tmp_path).open(entry.name) is not None


def _build(folder):
    store_of = bench(texts_of(200), IndexCache(folder))
    store.WORTH_KEEPING = 1
    hits = store_of.retriever("bm25").top("w1 w2", 5, None)
    return hits, len(list(folder.iterdir()))


def test_runs_that_build_the_same_index_at_once_leave_one_whole_entry(tmp_path):
    """Four processes, one corpus: the same ranking for all, one entry, nothing half-written beside it."""
    with multiprocessing.get_context("fork").Pool(4) as pool:
        rankings = [hits for hits, _ in pool.map(_build, [tmp_path] * 8)]
    assert all(hits == rankings[0] for hits in rankings)
    (entry,) = tmp_path.iterdir()
    assert IndexCache(tmp_path).open(entry.name) is not None


def test_a_disk_that_cannot_be_written_costs_the_cache_only(tmp_path):
    """A file where the folder should be: the index is built and used, and no error is raised."""
    (tmp_path / "cache").write_text("")
    assert bench(texts_of(50), IndexCache(tmp_path / "cache")).retriever("bm25").top("w1", 3, None)


def test_what_an_index_depends_on_is_in_its_name(tmp_path, monkeypatch):
    """Another corpus, chunker, analyzer, header or retriever is another entry; so is other code."""
    name = index_key("corpus", "whole", "plain", "none", "bm25")
    others = {index_key(*parts) for parts in (("x", "whole", "plain", "none", "bm25"), ("corpus", "whole", "plain", "none", "tfidf"), ("corpus", "whole", "plain", "title", "bm25"))}  # fmt: skip
    assert name not in others
    assert len(others) == 3
    monkeypatch.setattr("harness.index.store._code", lambda: "other code")
    assert index_key("corpus", "whole", "plain", "none", "bm25") != name


def test_the_entries_used_longest_ago_are_forgotten(tmp_path, monkeypatch):
    """Room for two: the third entry pushes out the one that was not opened since."""
    cache = IndexCache(tmp_path)
    stored = Stored({"numbers": np.arange(1000)}, ())
    cache.save("a", stored)
    size = sum(path.stat().st_size for path in (tmp_path / "a").iterdir())
    monkeypatch.setattr(store, "KEPT_BYTES", int(2.5 * size))
    cache.save("b", stored)
    for name, seconds in (("a", 100), ("b", 200)):
        os.utime(tmp_path / name, (seconds, seconds))
    assert cache.open("a") is not None
    cache.save("c", stored)
    assert {entry.name for entry in tmp_path.iterdir()} == {"a", "c"}


def test_the_cache_is_outside_the_repository(monkeypatch):
    """In the user's cache folder, XDG says where on Linux; HARNESS_CACHE names the folder of all caches."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("HARNESS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_folder().as_posix() == "/somewhere/stage-harness/index"
    monkeypatch.setenv("HARNESS_CACHE", "/elsewhere")
    assert default_folder().as_posix() == "/elsewhere/index"


def test_no_index_cache_keeps_nothing(capsys, golden, tmp_path, monkeypatch):
    """With the flag the folder is never made; without it the run's index is there afterwards."""
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache" / "stage-harness"))
    flags = ["run", str(golden), "--logs", str(tmp_path / "logs"), "--json"]
    assert main([*flags, "--run-id", "a", "--no-index-cache"]) == 0
    assert not (tmp_path / "cache/stage-harness/index").exists()
    assert main([*flags, "--run-id", "b"]) == 0
    assert len(list((tmp_path / "cache/stage-harness/index").iterdir())) == 1
    first, second = (
        json.loads(part) for part in capsys.readouterr().out.split("\n}\n") if part for part in [part + "\n}"]
    )
    assert first["recall"] == second["recall"]


def test_a_large_corpus_is_cut_once(tmp_path, monkeypatch):
    """The second run takes the cuts from disk: the same chunks, though its chunker would refuse to cut."""
    monkeypatch.setattr("harness.index.cuts.WORTH_KEEPING", 1)
    documents = tuple(Document(doc_id=f"d{i}", text=text) for i, text in enumerate(["One. Two. Three.", "", "Four."]))
    cache = IndexCache(tmp_path)
    first = make_chunks(documents, "sentence:1:0", corpus="x", cache=cache)
    monkeypatch.setattr("harness.chunk.sentence.Sentence.cut", lambda *_: pytest.fail("cut again"))
    assert make_chunks(documents, "sentence:1:0", corpus="x", cache=cache) == first
    assert [chunk.chunk_id for chunk in first] == ["d0#0", "d0#1", "d0#2", "d2#0"]


def test_the_words_of_a_large_corpus_are_counted_once(tmp_path, monkeypatch):
    """The log of the second run says the same of its index, though nobody may count."""
    monkeypatch.setattr("harness.index.cuts.WORTH_KEEPING", 1)
    documents = tuple(Document(doc_id=f"d{i}", text=text) for i, text in enumerate(["One two.", "Three.", "四五 six"]))
    settings = Settings(chunker="whole")
    plain = build_search(documents, settings).info()
    first = build_search(documents, settings, corpus="x", cache=IndexCache(tmp_path)).info()
    monkeypatch.setattr("harness.index.cuts.count_words", lambda _: pytest.fail("counted again"))
    monkeypatch.setattr("harness.index.chunks.count_words", lambda _: pytest.fail("counted again"))
    assert build_search(documents, settings, corpus="x", cache=IndexCache(tmp_path)).info() == first == plain
    assert plain.words_per_chunk == 2.0
