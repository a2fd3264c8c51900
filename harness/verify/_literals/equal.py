"""Whether a literal of an answer says what a literal of a span says: value, type, unit and comparator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal

from harness.text.typed.timezones import ahead_of_utc
from harness.text.typed.units import are_cents, convert, dimension, in_base
from harness.text.typed.values import Typed

Fit = Literal["same", "comparator", "unit", "value", "kind"]
"""How two literals compare: the same, or the first thing that differs; `kind` where they cannot be compared."""

_TOLERANCE = Decimal("1e-9")
_YEARS = (1000, 2200)
_SOURCES = {
    "": {"", "~"},
    "~": {"", "~"},
    ">=": {">=", ">", "low"},
    "<=": {"<=", "<", "high"},
    ">": {">"},
    "<": {"<"},
    "low": {"", "low", ">="},
    "high": {"", "high", "<="},
}
_SAID_EXACTLY = 10
_ABOUT, _OVER = Decimal("0.035"), Decimal("0.1")
_SAME_WORD = ({"", "part"}, {"pound", "GBP"}, {"\u00a5", "JPY"}, {"\u00a5", "CNY"})
"""Units that one word, one sign or none can mean: half and 0.5, pounds of weight and of money, the sign of yen and yuan."""
_CODE = 3
"""The letters of a currency's code."""
_TIGHT = frozenset({"%", "pp", "bp", "permille", "times"})


def compare(claimed: Typed, source: Typed) -> Fit:
    """Return how `claimed`, of an answer, compares with `source`, of a span."""
    if claimed.kind == source.kind:
        return _same_kind(claimed, source)
    if {claimed.kind, source.kind} == {"number", "date"}:
        return _year(claimed, source)
    if claimed.kind == "ordinal" and source.kind == "date":
        return (
            "same" if any(isinstance(d, tuple) and d[2] == v for d in source.values for v in claimed.values) else "kind"
        )
    if {claimed.kind, source.kind} in ({"number", "version"}, {"number", "identifier"}, {"version", "identifier"}):
        return "same" if _plain(claimed.text) == _plain(source.text) else "kind"
    if {claimed.kind, source.kind} == {"number", "time"} and (
        _plain(claimed.text) == _plain(source.text) or _same_hour(claimed, source)
    ):
        return "same"
    return "kind"


def _same_hour(claimed: Typed, source: Typed) -> bool:
    """Return whether "18 h" names the time 18:00."""
    hour, time = (claimed, source) if claimed.kind == "number" else (source, claimed)
    return (
        hour.unit == "hour"
        and hour.text.endswith("h")
        and any(isinstance(v, Decimal) and v * 60 in time.values for v in hour.values)
    )


def _plain(text: str) -> str:
    return text.lower().strip(" .,").lstrip("v")


def _same_kind(claimed: Typed, source: Typed) -> Fit:
    if claimed.kind == "number":
        return _numbers(claimed, source)
    if claimed.kind == "date":
        return "same" if any(_covers(a, b) for a in claimed.values for b in source.values) else "value"
    if claimed.kind == "time" and claimed.unit and source.unit and claimed.unit != source.unit:
        return "same" if _same_instant(claimed, source) else "value"
    if claimed.kind == "decade":
        ends = {v % 100 if isinstance(v, int) else v for v in (*claimed.values, *source.values)}
        return "same" if len(ends) == 1 else "value"
    return "same" if not set(claimed.values).isdisjoint(source.values) else "value"


def _same_instant(claimed: Typed, source: Typed) -> bool:
    """Return whether two times of two zones are one, on the same day in both."""
    mine, theirs = ahead_of_utc(claimed.unit), ahead_of_utc(source.unit)
    if mine is None or theirs is None:
        return False
    return any(
        isinstance(a, int) and isinstance(b, int) and a - mine == b - theirs
        for a in claimed.values
        for b in source.values
    )


def _covers(claimed: object, source: object) -> bool:
    if not isinstance(claimed, tuple) or not isinstance(source, tuple):
        return False
    return all(a is None or a == b for a, b in zip(claimed, source, strict=True))


def _year(claimed: Typed, source: Typed) -> Fit:
    number, date = (claimed, source) if claimed.kind == "number" else (source, claimed)
    if number.unit:
        return "kind"
    for reading in date.values:
        if isinstance(reading, tuple) and reading[0] is not None and reading[0] in number.values:
            # "in 2026" is less than a whole date, so a date can stand for a year but not the other way round.
            return "same" if claimed is number or reading[1:] == (None, None) else "kind"
    return "value" if is_year(number) else "kind"


def is_year(literal: Typed) -> bool:
    """Return whether a literal can be a year: four digits, no unit."""
    value = literal.values[0]
    return (
        literal.kind == "number"
        and not literal.unit
        and isinstance(value, Decimal)
        and value == value.to_integral_value()
        and _YEARS[0] <= value < _YEARS[1]
        and not ("," in literal.text or " " in literal.text or "." in literal.text)
    )


def _numbers(claimed: Typed, source: Typed) -> Fit:
    if claimed.unit == "degree" and source.unit in _TEMPERATURES:
        claimed = claimed.at_least_as(unit="")
    elif len(claimed.unit) == _CODE and source.unit.startswith(f"{claimed.unit}/") and not source.unit.endswith("00"):
        # What a price is for may be said elsewhere: 0.28 euros, of 0.28 euros/kWh.
        source = source.at_least_as(unit=claimed.unit)
    if not units_meet(claimed.unit, source.unit):
        return "unit" if _any_equal(claimed.values, source.values) else "kind"
    other_thing = is_year(claimed) != is_year(source) or claimed.label != source.label
    if other_thing and not _any_equal(claimed.values, source.values):
        return "kind"
    if not any(_close(a, b, claimed, source) for a in claimed.values for b in source.values):
        return "value"
    if claimed.per and source.per and claimed.per != source.per:
        return "unit"
    return "same" if _agree(claimed, source) or _rounds(claimed, source) or is_year(claimed) else "comparator"


def _agree(claimed: Typed, source: Typed) -> bool:
    """Return whether two comparators agree in one of the readings each leaves."""
    if {claimed.also, source.also} == {">=", "<="}:
        return False
    mine, theirs = ((x.comparator, x.also) if x.also else (x.comparator,) for x in (claimed, source))
    return any(a == b or b in _SOURCES[a] for a in mine for b in theirs)


def units_meet(claimed: str, source: str) -> bool:
    """Return whether two units can be compared; an answer may leave a unit out, but not a percent sign, nor add one."""
    if claimed == source or (not claimed and source not in _TIGHT) or {claimed, source} in _SAME_WORD:
        return True
    if not claimed or not source:
        return claimed == "times" and not source
    if are_cents(claimed, source):
        return True
    return dimension(in_base(Decimal(1), claimed)[1]) == dimension(in_base(Decimal(1), source)[1])


def _any_equal(left: Iterable[object], right: Sequence[object]) -> bool:
    return any(a in right for a in left)


def _close(a: object, b: object, claimed: Typed, source: Typed) -> bool:
    if not isinstance(a, Decimal) or not isinstance(b, Decimal):
        return False
    if not claimed.unit or not source.unit or claimed.unit == source.unit or {claimed.unit, source.unit} in _SAME_WORD:
        return a == b or _rounded(a, b, claimed, source)
    converted = convert(b, source.unit, claimed.unit)
    if converted is None:
        return False
    if "part" in {claimed.unit, source.unit}:
        return abs(converted - a) <= (_half_unit(a) if claimed.unit == "%" else Decimal("0.005"))
    if abs(converted - a) <= _TOLERANCE * max(abs(a), abs(converted)):
        return True
    # Between two systems nobody writes all the digits: 5 miles are 8 km.
    return (
        abs(converted - a) <= _half_unit(a)
        and _systems_differ(claimed.unit, source.unit)
        and (len(_digits(a)) > 1 or claimed.unit in _TEMPERATURES)
    )


_TEMPERATURES = frozenset({"degC", "degF"})
_IMPERIAL = frozenset(
    "inch foot yard mile pound ounce stone gallon pint quart cup degF foot**2 mile**2 acre mile/hour horsepower ton knot nautical_mile".split()
)


def _systems_differ(a: str, b: str) -> bool:
    return (a in _IMPERIAL) != (b in _IMPERIAL)


def _rounds(claimed: Typed, source: Typed) -> bool:
    """Return whether "over 400" is said of 412, which `_rounded` let through, or "at least 12" of "12"."""
    return (
        source.comparator in {"", "~"}
        and claimed.comparator in {">", "<"}
        and not _any_equal(claimed.values, source.values)
    )


def _rounded(a: Decimal, b: Decimal, claimed: Typed, source: Typed) -> bool:
    """Return whether a rough number of an answer rounds an exact one: about 500 for 497, over 400 for 412."""
    if claimed.comparator not in {"~", ">", "<"} or source.comparator not in {"", "~"} or not a or len(_digits(a)) > 3:  # noqa: PLR2004 -- more digits are not rough
        return False
    if len(_digits(b)) <= len(_digits(a)):
        return False
    if claimed.comparator == "~":
        return abs(a - b) <= abs(b) * _ABOUT
    beyond = a < b if claimed.comparator == ">" else b < a
    return beyond and abs(a - b) <= abs(b) * _OVER and abs(b) >= _SAID_EXACTLY


def _digits(value: Decimal) -> str:
    return "".join(map(str, value.normalize().as_tuple().digits)).rstrip("0")


def _half_unit(value: Decimal) -> Decimal:
    exponent = value.normalize().as_tuple().exponent
    return Decimal(5).scaleb(exponent - 1 if isinstance(exponent, int) else 0)
