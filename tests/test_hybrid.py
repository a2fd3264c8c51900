"""Fusion by rank: worked by hand, total in its order, and spelled with other retrievers inside."""

from __future__ import annotations

import json

import pytest

from harness import plugins
from harness.errors import SpellingError
from harness.index.fuse import fuse
from harness.retrieve.hybrid import fused


def test_the_second_seeds_fusion_by_hand(shared):
    """Five products in two lists of four: the sums and the order that the seed works out."""
    expected = json.loads((shared / "seed_fares6/expected.json").read_text())["hand"]["rrf"]
    found = fuse([expected["bm25"], expected["vector"]], expected["c"])
    assert [item for item, _ in found] == [item for item, _ in expected["fused"]]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected["fused"]], abs=5.001e-6)


def test_two_lists_by_hand():
    """1/61 + 1/62 beats 1/61 alone; first places of different lists tie in order of appearance."""
    assert fuse([["a", "b"], ["c", "a"]]) == [("a", 1 / 61 + 1 / 62), ("c", 1 / 61), ("b", 1 / 62)]


def test_the_same_ranks_in_any_lists_tie_by_position():
    """Three lists in which chunks 5 and 2 hold the places 1, 2 and 3 in turn: equal sums, corpus order."""
    rankings = [[(5, 9.0), (2, 8.0), (7, 1.0)], [(2, 9.0), (7, 1.0), (5, 0.5)], [(7, 3.0), (5, 2.0), (2, 1.0)]]
    hits = fused(rankings, 10)
    assert [position for position, _ in hits] == [2, 5, 7]
    assert len({score for _, score in hits}) == 1


@pytest.mark.parametrize(
    ("spelling", "hint"),
    [
        ("hybrid:bm25", "two retrievers"),
        ("hybrid:bm25+bm52", "bm25"),
        ("hybrid:bm25+oracle", "oracle"),
        ("hybrid:bm25:fast+lsa", "k1"),
        ("oracle:oracle", "another"),
        ("oracle:bm52", "bm25"),
        ("http:ftp://x", "http://"),
        ("http:http://user:secret@x/y", "log"),
    ],
)
def test_a_spelling_that_cannot_be_used_says_what_to_write(spelling, hint):
    """One line, before anything is indexed."""
    with pytest.raises(SpellingError, match=hint):
        plugins.part("retrieve", spelling)


def test_inner_arguments_keep_their_colons():
    """`hybrid:bm25:1.2:0.5+lsa:64` is one argument that names two retrievers."""
    _, options = plugins.part("retrieve", "hybrid:bm25:1.2:0.5+lsa:64")
    assert options.parts == "bm25:1.2:0.5+lsa:64"
