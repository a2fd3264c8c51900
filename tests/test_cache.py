"""The cache of answers: what survives, what it does when the disk misbehaves, and its verb."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from harness.cache import AnswerCache, VectorCache, cache_folder, cache_info, clear_cache, key_of
from harness.cli.main import main
from harness.errors import InputError
from harness.golden.digests import Digests, keep_digests, known_digests
from harness.index.store import IndexCache, Stored, default_folder


def test_what_was_put_is_there_after_closing(tmp_path):
    """Replies come back as they were, non-ASCII and all."""
    reply = {"answer": "Für 7 € [S1] 数\u2028", "finish": "stop", "prompt_tokens": 7}
    with AnswerCache(tmp_path) as cache:
        cache.put(b"k", "m", reply)
        assert cache.get(b"k") == reply
    with AnswerCache(tmp_path) as cache:
        assert cache.get(b"k") == reply
        assert cache.get(b"other") is None
        assert (cache.hits, cache.misses) == (1, 1)


def test_a_killed_process_leaves_what_it_had_written(tmp_path):
    """Every full group is on disk when the process dies without closing."""
    code = (
        "import os, sys; from pathlib import Path; from harness.cache import GROUP, AnswerCache\n"
        "with AnswerCache(Path(sys.argv[1])) as cache:\n"
        "    for n in range(3 * GROUP + 1): cache.put(str(n).encode(), 'm', {'n': n})\n"
        "    os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, timeout=60)
    with AnswerCache(tmp_path) as cache:
        assert all(cache.get(str(n).encode()) == {"n": n} for n in range(3 * 64))


def test_two_processes_share_one_file(tmp_path):
    """What one wrote the other reads; neither locks the other out."""
    with AnswerCache(tmp_path) as one, AnswerCache(tmp_path) as two:
        for n in range(200):
            (one if n % 2 else two).put(str(n).encode(), "m", {"n": n})
    with AnswerCache(tmp_path) as cache:
        assert all(cache.get(str(n).encode()) == {"n": n} for n in range(200))


def test_a_file_that_is_no_database_does_not_stop_a_run(tmp_path):
    """It says what is wrong once, and answers nothing."""
    (tmp_path / "answers.sqlite").write_bytes(b"this is not a database" * 100)
    with AnswerCache(tmp_path) as cache:
        cache.put(b"k", "m", {"a": 1})
        assert cache.get(b"k") is None
        assert "harness cache clear" in cache.problem
    with pytest.raises(InputError, match="cache clear"):
        cache_info(tmp_path)
    clear_cache(tmp_path)
    with AnswerCache(tmp_path) as cache:
        cache.put(b"k", "m", {"a": 1})
        assert cache.get(b"k") == {"a": 1}


def test_a_folder_that_cannot_be_made_does_not_stop_a_run(tmp_path):
    """A read-only home is no reason to stop."""
    (tmp_path / "file").write_text("")
    with AnswerCache(tmp_path / "file" / "cache") as cache:
        cache.put(b"k", "m", {})
        assert cache.get(b"k") is None
        assert cache.problem


def test_keys_depend_on_content_not_on_identity():
    """Equal content, equal key; any change, another key."""
    what = {"digest": "d", "options": {"seed": 1}, "prompt": "p"}
    assert key_of(what) == key_of(json.loads(json.dumps(what)))
    assert len({key_of(what | {"prompt": "P"}), key_of(what | {"digest": None}), key_of(what)}) == 3


def test_vectors_are_kept_beside_answers(tmp_path):
    """Bytes in, bytes out, counted by model."""
    with VectorCache(tmp_path) as cache:
        cache.put("e", {b"k": b"\0\1\2\3"})
        assert cache.get(b"k") == b"\0\1\2\3"
        assert cache.get(b"no") is None
    assert cache_info(tmp_path).vectors == {"e": 1}


def test_the_verb_shows_and_clears(tmp_path, monkeypatch, capsys):
    """`harness cache info` counts answers by model and the size of indexes; after `clear` there are none of either."""
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    with AnswerCache(cache_folder()) as cache:
        cache.put(b"k", "tiny", {"a": 1})
    IndexCache(default_folder()).save("key", Stored({"a": np.zeros(1_000_000)}, ("term",)))
    keep_digests("key", Digests("0" * 64, "1" * 64))
    assert main(["cache", "info"]) == 0
    out = capsys.readouterr().out
    assert "1 answer of tiny" in out
    assert "8.0 MB of indexes" in out
    assert main(["cache", "info", "--json"]) == 0
    held = json.loads(capsys.readouterr().out)
    assert (held["answers"], held["index_bytes"] > 8_000_000) == ({"tiny": 1}, True)
    assert main(["cache", "clear", "--only", "indexes"]) == 0
    assert capsys.readouterr().out == f"cleared 8.0 MB of indexes in {tmp_path / 'cache'}\n"
    assert main(["cache", "info"]) == 0
    assert "1 answer of tiny" in capsys.readouterr().out
    assert main(["cache", "clear"]) == 0
    assert "cleared 0.0 MB of answers and indexes in" in capsys.readouterr().out
    assert main(["cache", "info"]) == 0
    out = capsys.readouterr().out
    assert "empty" in out
    assert "indexes" not in out
    assert known_digests("key") is None
    assert list(cache_folder().iterdir()) == []


def test_the_folder_comes_from_the_environment(monkeypatch, tmp_path):
    """HARNESS_CACHE, else the user's cache folder."""
    monkeypatch.setenv("HARNESS_CACHE", "/x")
    assert str(cache_folder()) == "/x"
    monkeypatch.delenv("HARNESS_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "stage-harness"
