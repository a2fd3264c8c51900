"""From ranked chunks to spans: weak cut, copies, budget, order, and a checkable reason for everything dropped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.context.assemble import Context, assemble
from harness.context.budget import Budget, estimate_tokens, parse_budget
from harness.context.dedupe import Copies, differ_in_meaning
from harness.context.order import arrange
from harness.context.weak_cut import WeakCut, percentile_of
from harness.errors import InputError, SpellingError
from harness.types import Chunk, RankedChunk

LONG = " ".join(f"{word}{letter}" for word in ("alpha", "beta", "gamma", "delta") for letter in "abcdefghij")


def chunk(name: str, text: str) -> Chunk:
    return Chunk(chunk_id=name, doc_id=name.partition("#")[0], start=0, end=len(text), text=text)


def ranked(*texts: str, scores: tuple[float, ...] | None = None) -> list[RankedChunk]:
    return [
        RankedChunk(chunk=chunk(f"X#{n}", text), rank=n, score=scores[n - 1] if scores else 10.0 - n)
        for n, text in enumerate(texts, 1)
    ]


def context_of(chunks: list[RankedChunk], candidate_scores: tuple[float, ...] = (), **settings: object) -> Context:
    given_settings: dict[str, object] = {"near_duplicate": 0.9, "weak_cut": 0, "order": "best_first", "budget": None}
    return assemble(chunks, candidate_scores, **(given_settings | settings))


def dropped(context: Context) -> dict[str, str]:
    return {d.chunk_id: d.reason for d in context.dropped}


def test_spans_are_numbered_in_prompt_order_and_belong_to_their_chunks():
    """spans[i], texts[i] and chunks[i] belong together, numbered from 1."""
    context = context_of(ranked("one fish", "two birds", "red stone"))
    assert [s.number for s in context.spans] == [1, 2, 3]
    assert [s.chunk_id for s in context.spans] == [c.chunk_id for c in context.chunks] == ["X#1", "X#2", "X#3"]
    assert context.texts == ("one fish", "two birds", "red stone")
    assert context.dropped == ()


def test_no_chunks_make_an_empty_context():
    """A question with no hits has a context without spans, not an error."""
    assert context_of([], weak_cut=20, budget=Budget("words", 5)) == Context((), (), (), ())


def test_an_exact_copy_differs_in_white_space_only():
    """The better-ranked one stays; the reason names it."""
    context = context_of(ranked("The cutoff\nis 0.6.", "other text", "The  cutoff is 0.6."))
    assert dropped(context) == {"X#3": "duplicate of X#1 (exact)"}


def test_a_near_copy_is_dropped_with_its_jaccard():
    """Forty of forty-two distinct words are shared: 40 / 42 = 0.95."""
    context = context_of(ranked(f"{LONG} ending", f"{LONG} close"))
    assert dropped(context) == {"X#2": "near-duplicate of X#1 (Jaccard 0.95)"}


def test_case_alone_makes_a_near_copy():
    """Words are compared without case, and the reason does not call it exact."""
    context = context_of(ranked(LONG, LONG.upper()))
    assert dropped(context) == {"X#2": "near-duplicate of X#1 (Jaccard 1.00)"}


def test_below_the_threshold_both_stay():
    """40 / 44 = 0.909 is a copy at 0.9 and none at 0.92."""
    pair = ranked(f"{LONG} p q", f"{LONG} r s")
    assert len(context_of(pair, near_duplicate=0.9).spans) == 1
    assert len(context_of(pair, near_duplicate=0.92).spans) == 2


def test_a_jaccard_of_exactly_the_threshold_is_a_copy():
    """Seven of ten words, at 0.7, whatever 0.7 x 10 is in binary."""
    pair = ranked("a b c d e f g x y", "a b c d e f g z")
    assert dropped(context_of(pair, near_duplicate=0.7)) == {"X#2": "near-duplicate of X#1 (Jaccard 0.70)"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the default is 0.6", "the default is 0.9"),
        ("it holds 9% of it", "it holds 8% of it"),
        ("valid since 2023-01-01", "valid since 2024-01-01"),
        ("it goes from 5 to 10", "it goes from 10 to 5"),
        ("the file is deleted", "the file is not deleted"),
        ("the file is ever deleted", "the file is never deleted"),
        ("you can delete it", "you can't delete it"),
        ("you can delete it", "you can’t delete it"),
        ("zero when k > n", "zero when k < n"),
        ("the cache is bounded", "the cache is unbounded"),
        ("süre uzatılabilir değil", "süre uzatılabilir"),
        ("abonelik yenilenir", "abonelik yenilenmez"),
    ],
)
def test_versions_that_contradict_each_other_are_not_copies(one, other):
    """Near-copies that differ in a number, a negation or an operator both stay, however alike the rest is."""
    assert context_of(ranked(f"{LONG} {one}", f"{LONG} {other}")).dropped == ()


def test_differences_without_meaning_are_not_versions():
    """A different ordinary word or full stop is no contradiction by the rule."""
    assert not differ_in_meaning("The fee is 5 euro.", "The fee is 5 euro")
    assert not differ_in_meaning("The small fee is 5", "The modest fee is 5")


def test_a_copy_is_always_of_a_chunk_in_the_prompt():
    """If the first of two copies does not fit the budget, the second is over budget too, never a copy of nothing."""
    context = context_of(ranked(LONG, LONG, "short one"), budget=Budget("words", 10))
    assert dropped(context) == {
        "X#1": "over budget: 40 words, 10 left of 10",
        "X#2": "over budget: 40 words, 10 left of 10",
    }
    assert context.texts == ("short one",)


words = st.sampled_from("a b c d e f g h i j k l m n o p".split())


@given(st.lists(st.lists(words, min_size=0, max_size=14), max_size=6), st.sampled_from([0.3, 0.5, 0.8, 0.9, 1.0]))
def test_copies_are_those_that_comparing_every_pair_finds(texts, least):
    """Looking at all kept chunks at once before comparing pairs changes the time, never the result."""
    copies = Copies(least)
    kept: list[list[str]] = []
    for place, text in enumerate(texts):
        jaccards = [len({*text} & {*k}) / max(len({*text} | {*k}), 1) for k in kept]
        is_copy = any(j >= least and (text or k) for j, k in zip(jaccards, kept, strict=True)) or text in kept
        reason = copies.reason(chunk(f"X#{place}", " ".join(text)))
        assert (reason is not None) == is_copy
        if reason is None:
            copies.keep(chunk(f"X#{place}", " ".join(text)))
            kept.append(text)


def test_the_weak_cut_is_a_percentile_of_this_questions_candidates():
    """Of 1, 2, 3, 4, 5 the 20th percentile is 1.8 (type 7), so 1.2 is weak and 1.8 is not."""
    context = context_of(ranked("one", "two", scores=(4.0, 1.2)), (5.0, 4.0, 3.0, 2.0, 1.0), weak_cut=20)
    assert dropped(context) == {"X#2": "weak: score 1.20 is below the 20th percentile of the candidates (1.80)"}
    assert WeakCut((5.0, 4.0, 3.0, 2.0, 1.0), 20).reason(1.8) is None


def test_the_weak_cut_ignores_the_scale_of_scores():
    """Multiplying every score by a thousand drops the same chunks."""
    scores = (9.0, 4.0, 2.0, 1.0)
    for factor in (0.001, 1, 1000):
        scaled = tuple(s * factor for s in scores)
        assert list(dropped(context_of(ranked("a", "b", "c", "d", scores=scaled), scaled, weak_cut=50))) == [
            "X#3",
            "X#4",
        ]


@pytest.mark.parametrize("weak_cut", [0, 50, 99.9])
def test_the_best_chunk_is_never_weak(weak_cut):
    """The best score is never below a percentile under 100; 0 is off."""
    context = context_of(ranked("a", "b", "c", scores=(3.0, 2.0, 1.0)), (3.0, 2.0, 1.0), weak_cut=weak_cut)
    assert context.texts[0] == "a"
    assert weak_cut or context.dropped == ()


def test_a_weak_reason_never_prints_two_equal_numbers():
    """Digits are added until the score and the threshold can be told apart."""
    reason = WeakCut((1.0, 1.00002), 50).reason(1.0)
    assert reason == "weak: score 1.00000 is below the 50th percentile of the candidates (1.00001)"


@pytest.mark.parametrize(
    ("percentile", "shown"), [(1, "1st"), (22, "22nd"), (13, "13th"), (33, "33rd"), (12.5, "12.5th")]
)
def test_percentiles_are_written_as_ordinals(percentile, shown):
    """A reason is a sentence a person reads."""
    assert f"the {shown} percentile" in str(WeakCut((1.0, 2.0), percentile).reason(0.5))


def test_percentiles_are_interpolated():
    """Worked by hand: the 25th percentile of 10, 20, 40 lies at place 0.5."""
    assert percentile_of((40.0, 10.0, 20.0), 25) == pytest.approx(15.0)
    assert percentile_of((7.0,), 80) == pytest.approx(7.0)


def test_ends_puts_the_best_at_both_ends():
    """Ranks 1, 3, 5, 6, 4, 2."""
    assert arrange([1, 2, 3, 4, 5, 6], "ends") == [1, 3, 5, 6, 4, 2]
    assert arrange([1, 2, 3], "ends") == [1, 3, 2]
    assert arrange([1], "ends") == [1]
    assert context_of(ranked("a", "b", "c"), order="ends").texts == ("a", "c", "b")


def test_an_unknown_order_names_the_nearest():
    """A mistyped order is the user's input."""
    with pytest.raises(SpellingError, match="did you mean 'ends'"):
        arrange([1], "end")


def test_a_chunk_that_does_not_fit_leaves_room_for_smaller_ones():
    """Greedy in rank order: 3 + 2 words fit in 6, 5 do not."""
    context = context_of(ranked("a b c", "d e f g h", "i j"), budget=parse_budget("words:6"))
    assert context.texts == ("a b c", "i j")
    assert dropped(context) == {"X#2": "over budget: 5 words, 3 left of 6"}


@given(st.lists(st.lists(words, min_size=1, max_size=9).map(" ".join), max_size=8), st.integers(1, 30))
def test_the_prompt_never_exceeds_the_budget_and_nothing_vanishes(texts, limit):
    """Every chunk is a span or has a reason, and the spans fit."""
    context = context_of(ranked(*texts), budget=Budget("words", limit))
    assert sum(len(t.split()) for t in context.texts) <= limit
    assert {s.chunk_id for s in context.spans} | set(dropped(context)) == {f"X#{n + 1}" for n in range(len(texts))}
    assert len(context.spans) + len(context.dropped) == len(texts)


@pytest.mark.parametrize(("text", "budget"), [("words:600", Budget("words", 600)), ("tokens:8", Budget("tokens", 8))])
def test_budgets_are_spelled_unit_and_number(text, budget):
    """words:N and tokens:N."""
    assert parse_budget(text) == budget


@pytest.mark.parametrize(
    "text", ["600", "words", "words:", "words:0", "words:-1", "chars:9", "words:1.5", "words:٣", ""]
)
def test_anything_else_is_no_budget(text):
    """The error shows what was written and what to write."""
    with pytest.raises(InputError, match="write words:N or tokens:N"):
        parse_budget(text)


def test_tokens_are_estimated_by_the_declared_rule():
    """Four ASCII characters a token, two others, one of a script without spaces; rounded up, white space collapsed."""
    assert estimate_tokens("abcd efg") == 2
    assert estimate_tokens("abcd   \n efg") == 2
    assert estimate_tokens("abcde") == 2
    assert estimate_tokens("日本語") == 3
    assert estimate_tokens("ğışğ") == 2
    assert estimate_tokens("ab 日本") == 3
    assert estimate_tokens("") == 0


def test_one_word_over_budget_is_singular():
    """A reason is a sentence a person reads."""
    context = context_of(ranked("alone", "b"), budget=Budget("words", 1))
    assert dropped(context) == {"X#2": "over budget: 1 word, 0 left of 1"}
