"""Times of day without a colon: "09.00-18.00", "opens at 9", "saat 9'da", "half past six"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.text.typed.dates import read_time
from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.values import Typed

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


_HOUR = r"(?P<hour>[^\W\d_]{2,14}|\d{1,2})"
_SPOKEN_HALF = (
    r"(?P<half>\s(?:(?:in the |at )(?P<a>morning)|(?:in the |at )(?:afternoon|evening|night)|(?P<am>a\.?m\b\.?)|p\.?m\b\.?"
    r"|(?P<m>morgens|fr\u00fch|vormittags|du matin|de la ma\u00f1ana)|abends|nachmittags|du soir|de l'apr\u00e8s-midi|de la tarde|de la noche)(?!\w))?"
)
_SPOKEN = {
    "en": rf"(?:(?P<part>half|(?:a )?quarter|[^\W\d_]{{3,11}}(?= past)|[^\W\d_]{{3,11}} minutes) (?P<side>past|to) {_HOUR}|(?P<full>[^\W\d_]{{3,6}}) o'clock|(?<=at )(?P<bare>[^\W\d_]{{3,6}}|\d{{1,2}})(?= in the (?:morning|afternoon|evening)| at night)){_SPOKEN_HALF}",
    "de": rf"(?:(?P<part>halb|(?:ein )?viertel) (?P<side>nach |vor )?{_HOUR}(?: Uhr)?|(?P<full>[^\W\d_]{{3,8}}) Uhr(?!\s\d)){_SPOKEN_HALF}",
    "fr": rf"(?<=[\u00e0s] ){_HOUR} heures?(?P<side> et| moins)(?: le)? (?P<part>demie?|quart){_SPOKEN_HALF}",
    "es": rf"(?<=las ){_HOUR}(?P<side> y| menos) (?P<part>media|cuarto){_SPOKEN_HALF}",
}
"""Times in words: half past six, a quarter to nine, halb sieben, neuf heures moins le quart, las seis y media."""
_SPOKEN_PATTERNS = {code: re.compile(rf"\b{pattern}", re.IGNORECASE) for code, pattern in _SPOKEN.items()}
_SPOKEN_MARKS = {
    "en": (
        "past ",
        "quarter to ",
        "minutes to ",
        "o'clock",
        " in the morning",
        " in the afternoon",
        " in the evening",
        " at night",
    ),
    "de": ("halb ", "iertel ", " Uhr"),
    "fr": (" heures et ", " heures moins ", " heure et "),
    "es": (" y media", " y cuarto", " menos cuarto"),
}
_MINUTES = {"half": 30, "quarter": 15, "a quarter": 15, "halb": -30, "viertel": 15, "ein viertel": 15, "demi": 30, "demie": 30, "quart": 15, "media": 30, "cuarto": 15}  # fmt: skip
_BEFORE_THE_HOUR = frozenset({"to", "vor", "moins", "menos"})


def spoken_times(text: str, lex: Lexicon) -> Iterator[Typed]:
    """Yield the times that a normalised sentence says in words, with both readings where it names no half of the day."""
    marks = _SPOKEN_MARKS.get(lex.code, ())
    for match in _SPOKEN_PATTERNS[lex.code].finditer(text) if any(m in text for m in marks) else ():
        told = {k: fold(v).strip() for k, v in match.groupdict().items() if v}
        named = told.get("hour") or told.get("full") or told.get("bare", "")
        hour = int(named) if named.isdigit() else lex.cardinals.get(named, 0)
        part = told.get("part", "")
        minutes = _MINUTES.get(part, lex.cardinals.get(part.removesuffix(" minutes"))) if part else 0
        if minutes is None or not 1 <= hour <= _DAY_HOURS or (part == "viertel" and "side" not in told):
            continue
        at = hour * _HOUR_MINUTES + (-minutes if told.get("side") in _BEFORE_THE_HOUR else minutes)
        if "half" in told:
            early = any(told.get(k) for k in ("a", "am", "m"))
            values: tuple[int, ...] = (at % (_NOON * _HOUR_MINUTES) + (0 if early else _NOON * _HOUR_MINUTES),)
        else:
            values = (
                tuple(dict.fromkeys([at, (at + _NOON * _HOUR_MINUTES) % (_DAY_HOURS * _HOUR_MINUTES)]))
                if hour <= _NOON
                else (at,)
            )
        yield Typed("time", values, match.start(), match.end(), match[0])
