"""A log counted in parts: wherever it is cut, the parts merged in order are the whole."""

from __future__ import annotations

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import record_of, start_of

from harness.measure.summary import Summariser
from harness.types import Attempt, Generation, Origin, Record, RunStart

KINDS = ("right", "wrong", "lost", "fault", "abstained", "false", "blocked", "unjudged")
seconds = st.floats(0, 1e6) | st.sampled_from([0.1, 1e-9, 1e15])


@st.composite
def records(draw, number: int) -> Record:
    """Draw a record of any kind, with ranks, timings, tokens and, now and then, attempts of its own."""
    record = record_of(f"q{number}", draw(st.sampled_from(KINDS)), kind=draw(st.sampled_from(["keyword", "multi_hop"])))
    other = record.chunks[0].chunk.model_copy(update={"chunk_id": "other#0"})
    before = (record.chunks[0].model_copy(update={"chunk": other}),) * draw(st.integers(0, 4))
    changes: dict[str, object] = {"seconds": draw(st.dictionaries(st.sampled_from(["retrieve", "verify"]), seconds))}
    if record.trace and record.trace[0].final_rank:
        found = {"final_rank": draw(st.integers(1, 60)), "reunited": draw(st.booleans())}
        changes["trace"] = (record.trace[0].model_copy(update=found),)
        changes["chunks"] = (*before, *record.chunks)
    if draw(st.integers(0, 3)) == 0:
        old = record.chunks[0].chunk.model_copy(update={"metadata": {"status": "superseded"}})
        changes["chunks"] = (record.chunks[0].model_copy(update={"chunk": old}),)
    if draw(st.integers(0, 3)) == 0:
        changes["question"] = record.question.model_copy(update={"gold_doc_ids": ()})
    if record.generation and draw(st.booleans()):
        counted = {"prompt_tokens": draw(st.integers(0, 9)), "cached": draw(st.booleans())}
        changes["generation"] = record.generation.model_copy(update=counted)
    if draw(st.booleans()):
        first = record_of("first", draw(st.sampled_from(KINDS)))
        changes["attempts"] = (
            Attempt(
                then=draw(st.sampled_from(["reason_given", "searched_wider"])),
                k=1,
                generation=Generation(answer="?", model="m", prompt_tokens=draw(st.none() | st.integers(0, 9))),
                verdict=first.verdict,
                judgement=first.judgement,
                seconds={"verify": draw(seconds)},
            ),
        )
    return record.model_copy(update=changes)


runs = st.integers(0, 14).flatmap(lambda count: st.tuples(*(records(number) for number in range(count))))
starts = st.sampled_from(
    [
        start_of(),
        start_of(settings={"k": 5, "candidates": 50, "attempts": 2}),
        start_of(settings={"candidates": 3}),
        start_of(origin=Origin(kind="system", what="python:x:y")),
    ]
)


def added(start: RunStart, told: tuple[Record, ...], limit: int | None) -> Summariser:
    summariser = Summariser(start, max_failures=limit)
    for record in told:
        summariser.add(record)
    return summariser


@given(starts, runs, st.lists(st.integers(0, 14), max_size=4), st.sampled_from([None, 0, 1, 2, 20]))
def test_parts_merge_to_the_summary_of_one_pass(start, told, cuts, limit):
    """Every number, failure and id is the same to the last bit, empty parts and parts from another process included."""
    whole = added(start, told, limit).summary("complete", ["line 1: torn"])
    merged = Summariser(start, max_failures=limit)
    for first, end in pairwise([0, *sorted(cuts), len(told)]):
        part = added(start, told[first:end], limit)
        merged.merge(pickle.loads(pickle.dumps(part)))
    assert merged.summary("complete", ["line 1: torn"]) == whole


@pytest.mark.parametrize("limit", [0, 5])
def test_a_part_is_small_enough_to_send(limit):
    """A thousand records with two timings each are some kilobytes: no record goes with them."""
    told = [record_of(f"q{n}", KINDS[n % 8]).model_copy(update={"seconds": {"verify": 0.1}}) for n in range(1000)]
    sent = pickle.dumps(added(start_of(), tuple(told), limit))
    assert len(sent) < (10_000 if not limit else 60_000)
