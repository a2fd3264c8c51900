"""The metadata filter: what it hides, why, and what it says when a name or a value is not there."""

from __future__ import annotations

import datetime as dt

import pytest

from harness.errors import InputError, SpellingError
from harness.index.visibility import is_stale, parse_filter, visible_mask
from harness.types import Chunk

DAY = dt.date(2026, 6, 30)


def chunks_of(*metadata):
    return [
        Chunk(chunk_id=f"c{i}", doc_id=f"doc{i}", start=0, end=1, text="x", metadata=m) for i, m in enumerate(metadata)
    ]


def seen(chunks, *clauses, as_of=None):
    visibility = visible_mask(chunks, parse_filter(clauses), as_of)
    shown = [visibility.hidden_by(i) is None for i in range(len(chunks))]
    assert visibility.mask is None or visibility.mask.tolist() == shown
    assert visibility.count == sum(shown)
    return [i for i, visible in enumerate(shown) if visible]


STATUS = chunks_of({"status": "current"}, {"status": "draft"}, {"status": "outdated"}, {})


@pytest.mark.parametrize(
    ("clauses", "visible"),
    [
        ([], [0, 1, 2, 3]),
        (["status=current"], [0]),
        (["status=current,draft"], [0, 1]),
        ([" status = current , draft "], [0, 1]),
        (["status!=draft"], [0, 2, 3]),
        (["status!=draft,outdated"], [0, 3]),
        (["status!=draft", "status!=outdated"], [0, 3]),
        (["status!=nothing"], [0, 1, 2, 3]),
    ],
)
def test_clauses_are_anded_and_values_are_alternatives(clauses, visible):
    """A comma is "or", a second clause is "and", and a chunk without the field passes only a negated clause."""
    assert seen(STATUS, *clauses) == visible


def test_no_mask_where_nothing_is_hidden():
    """A filter that hides nothing costs a search nothing."""
    assert visible_mask(STATUS, (), None).mask is None
    assert visible_mask(STATUS, parse_filter(["status!=nothing"]), DAY).mask is None
    assert visible_mask([], parse_filter(["status=current"]), DAY).count == 0


@pytest.mark.parametrize(
    ("clause", "visible"),
    [
        ("public=true", [0]),
        ("level=3", [0, 1]),
        ("price=1.5", [1]),
        ("audience=staff", [0, 1]),
        ("audience!=staff", [2, 3]),
        ("owner.team=rail", [0]),
        ("owner.unit.id=7", [1]),
        ("a.b=flat", [2]),
        ("section=Fares & fees = all", [2]),
    ],
)
def test_values_compare_by_their_string_form(clause, visible):
    """Booleans as true and false, lists by member, dotted paths into objects, dots in a key as they stand."""
    chunks = chunks_of(
        {"public": True, "level": 3, "audience": ["staff", "crew"], "owner": {"team": "rail"}},
        {"public": False, "level": "3", "price": 1.5, "audience": "staff", "owner": {"unit": {"id": 7}}},
        {"public": None, "audience": [], "a.b": "flat", "section": "Fares & fees = all"},
        {"level": 30},
    )
    assert seen(chunks, clause) == visible


def test_each_hidden_chunk_says_what_hid_it():
    """The first clause that fails is named, with the value found; a visible chunk has no such reason."""
    chunks = chunks_of(
        {"status": "draft", "lang": "en"},
        {"lang": "en"},
        {"status": "current", "lang": "de", "valid_to": "2025-01-01"},
        {"status": "current", "lang": "en", "valid_to": "2025-01-01"},
        {"status": "current", "lang": "en"},
    )
    visibility = visible_mask(chunks, parse_filter(["status=current", "lang=en,fr"]), DAY)
    assert [visibility.hidden_by(i) for i in range(5)] == [
        "status=draft fails status=current",
        "no status, fails status=current",
        "lang=de fails lang=en,fr",
        "valid_to=2025-01-01 is before 2026-06-30",
        None,
    ]


@pytest.mark.parametrize(
    ("metadata", "valid"),
    [
        ({}, True),
        ({"valid_from": None, "valid_to": ""}, True),
        ({"valid_from": "2026-06-30"}, True),
        ({"valid_to": "2026-06-30"}, True),
        ({"valid_from": "2026-07-01"}, False),
        ({"valid_to": "2026-06-29"}, False),
        ({"valid_from": "2026-01-01", "valid_to": "2026-12-31T23:59:59Z"}, True),
    ],
)
def test_validity_includes_both_days_and_missing_bounds_are_open(metadata, valid):
    """A chunk is visible from the day it becomes valid to its last day, and the same rule says what is stale."""
    assert seen(chunks_of(metadata, {}), as_of=DAY) == ([0, 1] if valid else [1])
    assert is_stale(metadata, DAY) is not valid


def test_dates_do_nothing_without_a_day_to_compare_with():
    """Validity is checked only when `as_of` is given."""
    assert seen(chunks_of({"valid_to": "1999-01-01"}, {"valid_to": "never"})) == [0, 1]
    assert not is_stale({"valid_to": "1999-01-01"}, None)


@pytest.mark.parametrize("value", ["31/12/2025", "never", 2025, True, ["2025-01-01"]])
def test_an_unreadable_date_names_document_and_field(value):
    """A date that cannot be read is the user's error, never a guess."""
    with pytest.raises(InputError, match=r"document 'doc1': valid_to .* is not a date; write YYYY-MM-DD"):
        visible_mask(chunks_of({}, {"valid_to": value}), (), DAY)


@pytest.mark.parametrize(
    ("metadata", "stale"),
    [({}, False), ({"status": "current"}, False), ({"status": "draft"}, True), ({"status": None}, False)],
)
def test_stale_is_any_status_but_current(metadata, stale):
    """A chunk without a status is taken for current."""
    assert is_stale(metadata, None) is stale


@pytest.mark.parametrize("clause", ["", "status", "=current", "status=", "status!=", "status=a,,b", "status current"])
def test_a_malformed_clause_says_how_to_write_one(clause):
    """The message quotes the clause and gives the three forms."""
    with pytest.raises(InputError, match=r"is not a filter; write field=value, field=a,b or field!=value"):
        parse_filter([clause])


def test_an_unknown_field_names_the_nearest():
    """`stats` was `status`; a field inside an object is named by its path."""
    with pytest.raises(SpellingError, match=r"no chunk has a field 'stats'; did you mean 'status'\?"):
        seen(STATUS, "stats=current")
    with pytest.raises(SpellingError, match=r"no chunk has a field 'team'; did you mean 'owner.team'\?"):
        seen(chunks_of({"owner": {"team": "rail"}}), "team=rail")


def test_a_value_that_hides_everything_lists_the_values_there_are():
    """Values come with counts, commonest first, equal counts in order of the alphabet."""
    chunks = chunks_of(*[{"status": "current"}] * 3, {"status": "outdated"}, {"status": "draft"})
    with pytest.raises(InputError) as caught:
        seen(chunks, "status=curent")
    assert str(caught.value) == (
        "--filter status=curent hides all 5 chunks; status is: current (3), draft (1), outdated (1)"
    )


def test_long_lists_of_values_are_cut():
    """Eight values are listed, and how many more there are."""
    chunks = chunks_of(*[{"row": i} for i in range(20)])
    with pytest.raises(InputError, match=r"row is: 0 \(1\), 1 \(1\), .* and 12 other values$"):
        seen(chunks, "row=x")


def test_clauses_that_hide_everything_only_together_say_so():
    """Each clause alone keeps some chunks, and the message says how many."""
    chunks = chunks_of({"status": "current", "lang": "en"}, {"status": "draft", "lang": "de"})
    with pytest.raises(InputError) as caught:
        seen(chunks, "status=current", "lang=de")
    assert str(caught.value) == (
        "--filter status=current and --filter lang=de: none of the 2 chunks stays visible; "
        "status=current alone keeps 1, lang=de alone keeps 1"
    )


def test_dates_that_hide_everything_say_so():
    """The day is named with what the chunks say."""
    with pytest.raises(InputError) as caught:
        seen(chunks_of({"valid_to": "2025-01-01"}), as_of=DAY)
    assert str(caught.value) == (
        "--as-of 2026-06-30: none of the 1 chunk stays visible; valid_to=2025-01-01 is before 2026-06-30 (1)"
    )
