"""Times of day without a colon: "09.00-18.00", "opens at 9", "saat 9'da"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.dates import read_time
from harness.text.typed.lexicon import Lexicon

_DOTTED = re.compile(r"(\d{1,2})\.(\d{2})\s?[-\u2013\u2014]\s?(\d{1,2})\.(\d{2})")
_COMMA = frozenset({"tr", "de"})
_UNIT = re.compile(r"\s?(?:[%\u20ac$\u00a3\u20ba\u00b0]|(?:kg|mg|g|m|km|cm|mm|l|ml|TL|EUR|Euro)\b)")
_DAY_HOURS, _HOUR_MINUTES, _MONTHS, _NOON = 24, 60, 12, 12
_OPENS = frozenset(
    "open opens opened close closes closed shut shuts offnet offnen geoffnet schliesst schliessen geschlossen ouvre ouvrent ferme ferment abre abren cierra cierran".split()
)
_AT = frozenset({"at", "um", "las", "a"})
_SAAT = "saat"
_TURKISH_HALVES = {"sabah": 0, "aksam": _NOON}
_LONGEST = 5
_VERB_REACH = 4


def dotted_hours(core: str, following: str, code: str) -> str:
    """Return "09.00-18.00" with colons; what is no pair of hours, or may be days of months, stays as it is.

    An hour has a leading zero, or the language, of its `code`, writes decimals with a comma and no unit is `following`.
    """
    match = _DOTTED.fullmatch(core)
    if match is None:
        return core
    opens, past, closes, after = (int(x) for x in match.groups())
    if not match[1].startswith("0") and (code not in _COMMA or _UNIT.match(following)):
        return core
    if opens >= closes or closes > _DAY_HOURS or max(past, after) >= _HOUR_MINUTES:
        return core
    is_date = min(past, after) >= 1 and max(past, after) <= _MONTHS
    return core if is_date else core.replace(".", ":")


def hour_named(raw: str, before: Sequence[str], following: str, lex: Lexicon) -> tuple[int, ...]:
    """Return the readings, in minutes, of a bare number as a time of day; none where the words before it do not say so.

    `before` are the last folded words, `following` is what stands after the number.
    """
    last = before[-1] if before else ""
    is_named = last == _SAAT or (lex.code == "tr" and last in _TURKISH_HALVES)
    if not is_named and (last not in _AT or _OPENS.isdisjoint(before[-_VERB_REACH:])):
        return ()
    if len(raw) > _LONGEST or following[:1] in {"/", "%"}:
        return ()
    written = raw.replace(".", ":") if "." in raw else f"{raw}:00"
    time = read_time(written, "", lex)
    if time is None:
        return ()
    later = _TURKISH_HALVES.get(last, 0)
    return tuple([v + later * _HOUR_MINUTES if v < later * _HOUR_MINUTES else v for v in time[0]])
