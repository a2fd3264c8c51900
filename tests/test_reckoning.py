"""What numbers, dates and times mean beside their digits: zones, bounds in other words, and what an answer works out."""

from __future__ import annotations

from decimal import Decimal

import pytest

from harness import plugins
from harness.text.typed.passage import Passage
from harness.text.typed.timezones import ahead_of_utc, read_zone
from harness.verify._denied.limits import without_limits
from harness.verify._literals.weekdays import mentions


def typed(text):
    return [x for s in Passage(text).sentences for x in s.typed]


def supported(answer, *spans):
    module = plugins.load("verify", "typed")
    verifier = module.make(module.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations="ignored")
    return verifier.verify(answer, spans).verdict == "supported"


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("17:00 CET", 60),
        ("17:00 (UTC+05:30)", 330),
        ("17:00 Eastern Standard Time (UTC-5)", -300),
        ("17:00 GMT", 0),
        ("17:00 UTC-03", -180),
    ],
)
def test_a_zone_is_minutes_ahead_of_utc(text, minutes):
    """The zone after a time is read by its name or by the offset that is given, which wins."""
    zone, end = read_zone(text, len("17:00"))
    assert ahead_of_utc(zone) == minutes
    assert end == len(text)


def test_a_name_of_several_zones_has_no_offset():
    """IST is of India, Israel and Ireland: it is only the same as itself."""
    zone, _ = read_zone("17:00 IST", 5)
    assert zone == "ist"
    assert ahead_of_utc(zone) is None
    assert supported("The call is at 17:00 IST.", "The call takes place at 17:00 IST.")


def test_one_instant_in_two_zones_is_not_moved_to_another_day():
    """22:00 EST is 03:00 UTC of the next day, so that it is no 03:00 UTC of the same."""
    span = "The window opens at 22:00 EST on 3 May."
    assert not supported("The window opens at 03:00 UTC on 3 May.", span)
    assert supported("The window opens at 19:00 PST on 3 May.", span)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("open 11:00\u201319:00", [(660,), (1140,)]),
        ("open 9\u20135 p.m.", [(540,), (1020,)]),
        ("open 10am-6pm", [(600,), (1080,)]),
        ("ouvert de 8h30-12h le jeudi", [(510,), (720,)]),
    ],
)
def test_hours_joined_by_a_dash_are_two_times(text, readings):
    """Each end of a range of hours is a time, in the half of the day that keeps the order."""
    assert [x.values for x in typed(text) if x.kind == "time"] == readings


def test_numbers_joined_by_a_dash_are_no_times():
    """9-13 is a range of numbers and 2-1 a score."""
    assert not [x for x in typed("They scored 9-13 and then 2-1.") if x.kind == "time"]


@pytest.mark.parametrize(
    ("text", "also"),
    [
        ("Pay within 14 days.", "<="),
        ("There is a minimum charge of $15.", ">="),
        ("Maximum take-off weight: 1,150 kg.", "<="),
        ("Es gilt ein Mindestentgelt von 12 Euro.", ">="),
        ("The birds were counted over three winters.", ">"),
        ("The fee is $15.", ""),
        ("The minimum is kept low. The fee is $15.", ""),
    ],
)
def test_words_further_off_leave_a_number_two_readings(text, also):
    """A number without a comparator beside it keeps the one that words around it may give it."""
    (literal,) = typed(text)
    assert literal.comparator == ""
    assert literal.also == also


def test_over_stays_a_comparator_where_it_must_be_one():
    """Over forty firms are more than forty, and what took over three years took more than three."""
    assert [x.comparator for x in typed("It took over three years and over 40 firms.")] == [">", ">"]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("sixty (60) days", 60, "day"),
        ("30 (thirty) dollars", 30, "USD"),
        ("half a dozen eggs", 6, ""),
        ("deux douzaines de verres", 24, ""),
        ("grew tenfold", 10, "times"),
        ("by a factor of ten", 10, "times"),
        ("15 mg per kg of body weight", 15, "milligram/kilogram"),
    ],
)
def test_a_value_is_one_literal_however_it_is_said(text, value, unit):
    """What is said twice, in dozens, as a factor or per kilogram is one value with its unit."""
    (literal,) = typed(text)
    assert literal.values[0] == Decimal(value)
    assert literal.unit == unit


def test_small_and_large_things_are_no_comparators():
    """In Turkish "3 k\u00fc\u00e7\u00fck" are three small ones; only what is compared ends in -dan."""
    assert [x.comparator for x in typed("Odada 3 k\u00fc\u00e7\u00fck masa ve 5 b\u00fcy\u00fck dolap var.")] == [
        "",
        "",
    ]
    assert typed("Bu indirim 26 ya\u015f\u0131ndan k\u00fc\u00e7\u00fck yolcular i\u00e7indir.")[0].comparator == "<"


@pytest.mark.parametrize(
    ("text", "code", "denies"),
    [
        ("may not be larger than 20 MB", "en", False),
        ("is not larger than the old one", "en", True),
        ("darf nicht schwerer als 8 kg sein", "de", False),
        ("no debe superar los 10 kg", "es", False),
    ],
)
def test_a_negation_that_limits_a_number_denies_nothing(text, code, denies):
    """Only before a number is "not larger than" a limit."""
    assert (without_limits(text, code) == text) == denies


def test_days_inside_a_range_are_named():
    """Tuesday is one of Mon\u2013Wed, and the days of a line come before their hours."""
    (line,) = Passage("Mon\u2013Wed 8:00\u201316:00, Sat 9:00\u201312:00").sentences
    assert [days for _, _, days in mentions(line)] == [frozenset({0, 1, 2}), frozenset({5})]


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("The lease ends in May 2024.", True),
        ("The lease ends in May 2025.", False),
        ("The lease was renewed in May 2024.", False),
    ],
)
def test_only_an_end_is_reckoned_from_how_long_something_lasts(answer, right):
    """What is signed for five years ends five years later; nothing else is known to happen then."""
    assert supported(answer, "The lease was signed on 9 May 2019. It runs for five years.") == right


def test_dates_at_the_end_of_the_calendar_are_no_error():
    """A length of time that leads beyond the calendar's last year is no reason to fail."""
    assert not supported("It ends on 9999-12-30.", "It begins on 9999-12-31 and lasts 40 days.")
