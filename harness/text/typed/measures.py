"""What stands around a number: scale words, units, currencies before it, and comparators on either side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache

from harness.text.typed.caps import nothing_does
from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon, lexicon
from harness.text.typed.units import SYMBOLS
from harness.text.typed.values import Comparator

_SCALE = re.compile(r"\s?-?\s?([^\W\d_]+)\.?")
_GLUED = {
    "k": 1000,
    "K": 1000,
    "m": 10**6,
    "M": 10**6,
    "bn": 10**9,
    "b": 10**9,
    "B": 10**9,
    "mn": 10**6,
    "mm": 10**6,
    "tn": 10**12,
    "t": 10**12,
    "T": 10**12,
    "mio": 10**6,
    "Mio": 10**6,
    "mrd": 10**9,
    "Mrd": 10**9,
}
_ALWAYS = frozenset({"k", "bn", "mn", "tn", "mio", "Mio", "mrd", "Mrd", "M"})
_SHORT_SCALES = frozenset({"mio", "mrd", "tsd"})
_HAN_SCALE = re.compile("[\u5341\u767e\u5343\u4e07\u842c\u4ebf\u5104]{1,2}")
_SYMBOL = re.compile(
    r"\s?-?(%|\u2030|\u00b0\s?[CFK](?!\w)|\u00b0|[$\u20ac\u00a3\u00a5\u20ba\u20b9\u00a2]|[^\W\d_]{1,6}\$?(?:\^?-?\d)?(?:/[^\W\d_]{1,6}(?:\^?-?\d)?)?)"
)
_WORDS = re.compile(
    r"(?:\s?[-\s]?|\s-\s)([^\W\d_]{1,24}\.?)(?:[\s-]([^\W\d_]{1,24}))?(?:[\s-]([^\W\d_]{1,24}))?(?:[\s-]([^\W\d_]{1,24}))?"
)
_KIND_OF_UNIT = re.compile(
    r"[\s-](?!(?:and|or|to|of|in|on|at|for|per|the|by|with|from|than)\b)([a-z]{3,14})[\s-](?=(?:days?|weeks?|months?|years?|hours?|nights?)\b)"
)
"""A word between a number and a unit of time: 5 working days."""
_FIRST_OF = re.compile(
    r"\s(?:primer[oa]s|[\u00fau]ltim[oa]s|pr[\u00f3o]xim[oa]s|siguientes|premiers|premi\u00e8res|derniers|derni\u00e8res|prochains|prochaines|ersten|letzten|n\u00e4chsten)(?=\s)"
)
"""A word between a number and its unit in other languages: los tres primeros a\u00f1os."""
_PER = frozenset({"per", "pro", "par", "por"})
_RATED = frozenset({"meter", "kilometer", "mile", "gram", "milligram", "liter", "megabit", "gigabit"})
_RATES = frozenset({"hour", "second", "minute", "liter", "kilogram"})
_DOSES = frozenset(
    {"gram", "milligram", "microgram", "nanogram", "milliliter", "international_unit", "calorie", "kilocalorie"}
)
_FOR_EACH = re.compile(
    r"(?:\s?/\s?|\s(?:per|pro|par|por|je|for (?:each|every)|for)\s)(kg|kilos?|kilograms?|kilogrammes?|kilogramm|kilogramos?|g|litres?|liters?|litros?|l|L)(?![\w/])"
    r"(?: (?:of )?(?:body ?weight|bodyweight)| K\u00f6rpergewicht| de poids(?: corporel)?| de peso(?: corporal)?)?",
    re.IGNORECASE,
)
_FOR_EACH_REACH = 48
_WEIGHED = {"k": "kilogram", "g": "gram", "l": "liter"}
_NEVER_APART = frozenset({"A", "B"})
_CENTS = frozenset({"ct", "Ct", "cts"})
"""Signs of the cent, before what it is paid for: ct/kWh."""
_CURRENCY_BEFORE = re.compile(r"(?:^|[^\w])(US\$|[$\u20ac\u00a3\u00a5\u20ba\u20b9]|[A-Z]{3}|Rs\.?|Fr\.?|%)\s?$")
_SHORT = 3
_HAN = re.compile("[\u4e00-\u9fff/]{1,7}")
_FIRST_HAN = "\u3400"


def read_scale(text: str, end: int, lex: Lexicon, *, money: bool = False) -> tuple[Decimal, int]:
    """Return the factor of the scale words after a number that ends at `end`, and where they end."""
    scale, position = Decimal(1), end
    if text[end : end + 1] >= _FIRST_HAN and (match := _HAN_SCALE.match(text, end)):
        if match[0] == "\u5343" and text[match.end() : match.end() + 1] in "\u7c73\u514b\u74e6\u5361":
            return scale, end
        for character in match[0]:
            scale *= lexicon("zh").scales[character]
        return scale, match.end()
    while match := _SCALE.match(text, position, position + 24):
        word = match[1]
        glued = match.start(1) == end
        if glued and (word in _ALWAYS or (money and word in _GLUED)):
            return scale * _GLUED[word], match.end(1)
        if not glued and money and word in {"m", "bn", "b", "k"}:
            return scale * _GLUED[word], match.end(1)
        factor = lex.scales.get(fold(word)) or (
            lexicon("en").scales.get(fold(word)) if lex.code not in {"de", "fr", "es", "tr"} else None
        )
        if factor is None or (len(word) < _SHORT and glued and not money and word not in _ALWAYS):
            break
        scale, position = scale * factor, match.end(1)
        if text[position : position + 1] == "." and fold(word) in _SHORT_SCALES:
            position += 1
    return scale, position


def read_unit(text: str, end: int, lex: Lexicon) -> tuple[str, int]:
    """Return the canonical unit after a number that ends at `end` and where it ends; "" and `end` where there is none."""
    following = text[end : end + 2]
    if not following:
        return "", end
    if following.lstrip()[:1] >= _FIRST_HAN:
        return _han_unit(text, end)
    unit, last = _read_unit(text, end, lex)
    if unit in _DOSES and (match := _FOR_EACH.match(text, last, last + _FOR_EACH_REACH)):
        # 15 mg per kg of body weight are no 15 mg.
        return f"{unit}/{_WEIGHED[fold(match[1])[0]]}", match.end()
    return unit, last


def _read_unit(text: str, end: int, lex: Lexicon) -> tuple[str, int]:
    if lex.code == "en" and (between := _KIND_OF_UNIT.match(text, end)) and _is_kind(between[1], lex):
        named = _named_unit(text, between.end() - 1, lex)
        if named:
            return named
    if lex.code in {"es", "fr", "de"} and (skipped := _FIRST_OF.match(text, end)):
        return _named_unit(text, skipped.end(), lex) or ("", end)
    return _named_unit(text, end, lex) or _symbol_unit(text, end) or ("", end)


def _is_kind(word: str, lex: Lexicon) -> bool:
    """Return whether a word can tell of which kind a unit is: working days, but not "in 2015 six months later"."""
    counts = (lex.cardinals, lex.ordinals, lex.quantifiers, lex.fractions, lex.stop, lex.common)
    return not any(word in words for words in counts)


def _named_unit(text: str, end: int, lex: Lexicon) -> tuple[str, int] | None:
    match = _WORDS.match(text, end)
    if match is None:
        return None
    folded = [fold(w.rstrip(".")) for w in match.groups() if w]
    for count in range(len(folded), 0, -1):
        phrase = " ".join(folded[:count])
        unit = lex.units.get(phrase)
        if unit is None and lex.code != "en" and len(phrase) > _SHORT:
            unit = lexicon("en").units.get(phrase)
        if unit:
            last = match.end(count) - match[count].endswith(".")
            under = _under(unit, folded[count:], lex)
            return (f"{unit}/{under}", match.end(count + 2)) if under else (unit, last)
    if lex.code == "tr" and (unit := _turkish_unit(folded[0], lex)):
        return unit, match.end(1)
    return None


def _under(unit: str, after: Sequence[str], lex: Lexicon) -> str:
    """Return what a speed or a concentration is counted per: "kilometres per hour"; "" for anything else."""
    if unit not in _RATED or len(after) < 2 or after[0] not in _PER:  # noqa: PLR2004 -- "per" and a unit
        return ""
    under = lex.units.get(after[1], "")
    return under if under in _RATES else ""


def _symbol_unit(text: str, end: int) -> tuple[str, int] | None:
    match = _SYMBOL.match(text, end)
    if match is None:
        return None
    raw = match[1].replace(" ", "").replace("\u00b5", "\u03bc")
    after = text[match.end() : match.end() + 1]
    if (after.isalnum() or after == "_") and raw[-1] not in "%\u2030$\u20ac\u00a3":
        return None
    if raw in SYMBOLS and not (match.start(1) > end and raw in _NEVER_APART):
        return SYMBOLS[raw], match.end()
    over, slash, under = raw.partition("/")
    if slash and over in _CENTS and under in SYMBOLS:
        return "EUR/100", match.end()
    if slash and over in SYMBOLS and under in SYMBOLS:
        return f"{SYMBOLS[over]}/{SYMBOLS[under]}", match.end()
    return None


_TURKISH_ENDINGS = frozenset(
    "dir tir dur tur lik luk liktir luktur lari leri lar ler si su i u yi yu a e ya ye da de ta te dan den tan ten nin nun in un".split()
)
_OF_AN_AGE = frozenset("in ini ina inda indaki indan inin".split())
"""Endings of the Turkish word for an age: 26 ya\u015f\u0131ndan k\u00fc\u00e7\u00fck. A year, 1904 y\u0131l\u0131nda, is none."""


def _turkish_unit(word: str, lex: Lexicon) -> str:
    """Return the unit of a word with a Turkish ending: liradir, kilometrelik."""
    if word.startswith("yas") and word[3:] in _OF_AN_AGE:
        return "year"
    for cut in range(len(word) - 1, 1, -1):
        if word[cut:] in _TURKISH_ENDINGS and (unit := lex.units.get(word[:cut])):
            return unit
    return ""


def _han_unit(text: str, end: int) -> tuple[str, int]:
    match = _HAN.match(text, end + (text[end] == " "))
    if match is None:
        return "", end
    units = lexicon("zh").units
    for length in range(len(match[0]), 0, -1):
        if unit := units.get(match[0][:length]):
            return unit, match.start() + length
    return "", end


def prefixed_unit(text: str, start: int) -> tuple[str, int]:
    """Return the currency or percent sign before a number, and where it starts (`start` where there is none)."""
    match = _CURRENCY_BEFORE.search(text[max(0, start - 6) : start])
    if (
        match
        and (unit := SYMBOLS.get(match[1].rstrip(".")) or SYMBOLS.get(match[1]))
        and (len(match[1]) != _SHORT or match[1] in SYMBOLS)
    ):
        return unit, start - (len(text[max(0, start - 6) : start]) - match.start(1))
    left = text[max(0, start - 8) : start].rstrip()
    if fold(left).endswith("yuzde"):
        return "%", start
    return "", start


_RATE = re.compile(r"\s?(?:(?:per|each|every|pro|am|im|in der|par|por|al|a la|an?)\b|/)\s?([^\W\d_]+)", re.IGNORECASE)
_ADVERB = re.compile(
    r"\s(?:(daily|t\u00e4glich|quotidiennement|diariamente)|(weekly|w\u00f6chentlich)|(monthly|monatlich)|(yearly|annually|j\u00e4hrlich|anualmente)|(hourly|st\u00fcndlich))(?!\s?\w)",
    re.IGNORECASE,
)
_ADVERBS = ("day", "week", "month", "year", "hour")
_PERIODS = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})


def read_period(text: str, end: int, lex: Lexicon) -> str:
    """Return the period of a rate right after a number and its unit: "per month", "a year"; "" for none."""
    match = _RATE.match(text, end, end + 32)
    unit = lex.units.get(fold(match[1])) if match else None
    if match is None and (adverb := _ADVERB.match(text, end, end + 32)) and adverb.lastindex:
        return _ADVERBS[adverb.lastindex - 1]
    return unit if unit in _PERIODS else ""


_MARKS: dict[str, Comparator] = {
    "\u2265": ">=",
    "\u2264": "<=",
    ">=": ">=",
    "<=": "<=",
    ">": ">",
    "<": "<",
    "~": "~",
    "\u2248": "~",
    "\u2243": "~",
    "+/-": "~",
}
_LAST_OF_MARKS = frozenset(mark[-1] for mark in _MARKS)
_HAN_BEFORE: dict[str, Comparator] = {
    "\u81f3\u5c11": ">=", "\u6700\u5c11": ">=", "\u4e0d\u5c11\u4e8e": ">=", "\u4e0d\u4f4e\u4e8e": ">=", "\u6700\u591a": "<=", "\u81f3\u591a": "<=", "\u4e0d\u8d85\u8fc7": "<=", "\u4e0d\u591a\u4e8e": "<=", "\u4e0d\u9ad8\u4e8e": "<=",
    "\u8d85\u8fc7": ">", "\u591a\u4e8e": ">", "\u9ad8\u4e8e": ">", "\u5927\u4e8e": ">", "\u5c11\u4e8e": "<", "\u4f4e\u4e8e": "<", "\u5c0f\u4e8e": "<", "\u4e0d\u8db3": "<", "\u4e0d\u5230": "<", "\u5927\u7ea6": "~", "\u7ea6": "~", "\u8fd1": "~",
    "\u672a\u6ee1": "<", "\u4e0d\u6ee1": "<", "\u5e74\u6ee1": ">=", "\u5df2\u6ee1": ">=", "\u9650\u8f7d": "<=", "\u6700\u8fdf": "<=", "\u6700\u665a": "<=", "\u6700\u65e9": ">=", "\u4e0a\u9650": "<=", "\u4e0b\u9650": ">=",
}  # fmt: skip
_HAN_NOT_BEYOND: dict[str, Comparator] = {
    "\u8d85\u8fc7": "<=",
    "\u591a\u4e8e": "<=",
    "\u9ad8\u4e8e": "<=",
    "\u5c11\u4e8e": ">=",
    "\u4f4e\u4e8e": ">=",
}
_HAN_BEFORE |= {
    f"\u4e0d{may}{than}": limit for may in "\u5f97\u80fd\u53ef\u4f1a\u5e94" for than, limit in _HAN_NOT_BEYOND.items()
}
_HAN_AFTER: dict[str, Comparator] = {
    "\u4ee5\u4e0a": ">=",
    "\u4ee5\u4e0b": "<=",
    "\u4ee5\u5185": "<=",
    "\u5de6\u53f3": "~",
}
_PHRASE = 5
_STOPS = ".;:|!?\u2014"
_ABBREVIATED = ("min.", "max.", "ca.", "x.")
_FILLERS = frozenset(
    {
        "a",
        "an",
        "the",
        "ein",
        "eine",
        "einen",
        "einem",
        "un",
        "une",
        "una",
        "los",
        "las",
        "les",
        "den",
        "die",
        "usd",
        "eur",
        "gbp",
        "of",
        "jedoch",
        "aber",
        "allerdings",
        "however",
    }
)


def comparator_before(text: str, start: int, before: Sequence[str], lex: Lexicon) -> Comparator:
    """Return the comparator that ends where a number (or its currency) starts; `before` are the last folded words."""
    left = text[max(0, start - 4) : start].rstrip()
    if left and left[-1] in _LAST_OF_MARKS:
        mark = next((comparator for mark, comparator in _MARKS.items() if left.endswith(mark)), None)
        if mark:
            return mark
    if lex.code == "zh":
        return _han_before(text, start)
    if not before or (left[-1:] and left[-1] in _STOPS and not left.endswith(_ABBREVIATED)):
        return ""
    recent = list(before)
    while recent and recent[-1] in _FILLERS:
        recent.pop()
    ends = _ends_before(lex.code)
    for words in (recent, list(before)):
        if not words or words[-1] not in ends:
            continue
        for count in range(min(_PHRASE, len(words)), 0, -1):
            found = lex.before.get(" ".join(words[-count:]))
            if found:
                return _unless_negated(found, words, count, lex, (text, start))  # type: ignore[arg-type]
    return ""


@cache
def _ends_before(code: str) -> frozenset[str]:
    return frozenset(phrase.split()[-1] for phrase in lexicon(code).before)


@cache
def _starts_after(code: str) -> frozenset[str]:
    return frozenset(phrase.split()[0] for phrase in lexicon(code).after)


def _han_before(text: str, start: int) -> Comparator:
    for phrase in sorted(_HAN_BEFORE, key=len, reverse=True):
        if text[max(0, start - len(phrase) - 3) : start].rstrip("\u4e3a\u6709\u8981\u662f\u9700 ").endswith(phrase):
            return _HAN_BEFORE[phrase]
    return ""


def _is_of_having(before: Sequence[str], lex: Lexicon) -> bool:
    """Return whether a German \u00fcber belongs to a verb of having: verf\u00fcgt \u00fcber 310."""
    return lex.code == "de" and before[-1] == "uber" and any(w.startswith("verfug") for w in before)


_SIDES = frozenset("below under above over beneath unter uber".split())
_LEVELS = frozenset(
    "fall falls drop drops go goes rise rises sink sinks dip dips get gets be weigh lie lies stay stays fallen liegen steigen sinken gehen".split()
)
"""Verbs that a bound is said with: must not fall below 5."""
_INVERSE: dict[Comparator, Comparator] = {">": "<=", "<": ">="}


def _unless_negated(
    comparator: Comparator, words: Sequence[str], count: int, lex: Lexicon, place: tuple[str, int]
) -> Comparator:
    """Turn "not take more than" and "no group may exceed" into "at most".

    The last `count` words are those of the comparator; `place` is the text and where the number starts.
    """
    if _is_of_having(words, lex):
        return ""
    before = words[:-count]
    if words[-1] in _SIDES and before and before[-1] not in _LEVELS and before[-1] not in lex.negators:
        # What is not allowed below 5 degrees is still said of what is below.
        return comparator
    if comparator in _INVERSE and before and (any(w in lex.negators for w in before[-2:]) or nothing_does(*place)):
        return _INVERSE[comparator]
    return comparator


_NEXT = re.compile(
    r"[\s'-]{0,2}([^\W\d_]{1,16})(?:[\s'-]([^\W\d_]{1,16}))?(?:\s([^\W\d_]{1,16}))?(?:\s([^\W\d_]{1,16}))?"
)


def comparator_after(text: str, end: int, lex: Lexicon) -> Comparator:
    """Return the comparator right after a number and its unit, such as `or more` or a plus sign."""
    if text[end : end + 1] == "+" and not text[end + 1 : end + 2].isdigit():
        return ">="
    if lex.code == "zh":
        right = text[end : end + 8]
        return next((c for phrase, c in _HAN_AFTER.items() if phrase in right[: len(phrase) + 2]), "")
    match = _NEXT.match(text, end)
    if match is None:
        return ""
    words = [fold(w) for w in match.groups() if w]
    found = _turkish_after(text, end, words) if lex.code == "tr" else ""
    return found or _phrase_after(words, lex)


def _phrase_after(words: Sequence[str], lex: Lexicon) -> Comparator:
    opening = _starts_after(lex.code)
    for start in (0, 1):
        if start < len(words) and words[start] not in opening:
            continue
        for count in range(len(words) - start, 0, -1):
            found = lex.after.get(" ".join(words[start : start + count]))
            if found and (start == 0 or count > 1):
                return found  # type: ignore[return-value]
    return ""


_TURKISH_SIDES: tuple[tuple[str, Comparator], ...] = (("altinda", "<"), ("ustunde", ">"), ("uzerinde", ">"))
_TURKISH_LIMITS: tuple[tuple[str, Comparator], ...] = (
    ("asamaz", "<="), ("asmamali", "<="), ("asmamalidir", "<="), ("asmaz", "<="), ("asmayan", "<="), ("gecemez", "<="),
    ("gecmemeli", "<="), ("gecmemelidir", "<="), ("asan", ">"), ("asarsa", ">"),
)  # fmt: skip
_TURKISH_AFTER: dict[str, Comparator] = {
    **{side + ending: c for side, c in _TURKISH_SIDES for ending in ("", "ki", "kiler", "kilere", "kilerin", "dir")},
    **dict(_TURKISH_LIMITS),
}
_TURKISH_THAN: dict[str, Comparator] = {"kucuk": "<", "buyuk": ">", "agir": ">", "hafif": "<", "uzun": ">", "kisa": "<"}
_TURKISH_AGES: dict[str, Comparator] = {"alti": "<", "ustu": ">", "uzeri": ">"}
_TURKISH_ENDING = re.compile(r"(?:[dt][ae]n)$")
_TURKISH_CASES = frozenset("i u yi yu nin nun in un n dan den tan ten si su".split())
_TURKISH_LONGEST = 10


def _turkish_after(text: str, end: int, words: Sequence[str]) -> Comparator:
    """Return the comparator of "26 ya\u015f\u0131n alt\u0131ndaki", "26 ya\u015f\u0131ndan k\u00fc\u00e7\u00fck", "18 ya\u015f alt\u0131" and "10 MB'\u0131 a\u015famaz"."""
    last = fold(text[max(0, end - _TURKISH_LONGEST) : end]).split()
    first = words[1] if len(words) > 1 and words[0] in _TURKISH_CASES else words[0]
    if first in _TURKISH_AFTER:
        return _TURKISH_AFTER[first]
    ablative = bool(last) and _TURKISH_ENDING.search(last[-1])
    than = next((c for head, c in _TURKISH_THAN.items() if first.startswith(head)), "") if ablative else ""
    if not than and last[-1:] == ["yas"]:
        than = _TURKISH_AGES.get(first, "")
    return than  # type: ignore[return-value]


@cache
def comparator_words(code: str) -> frozenset[str]:
    """Return the words that comparators of a language are made of."""
    if code == "zh":
        return frozenset("".join([*_HAN_BEFORE, *_HAN_AFTER]))
    lex = lexicon(code)
    verbs = (*_TURKISH_AFTER, *_TURKISH_THAN, *_TURKISH_AGES, "olabilir") if code == "tr" else ()
    return frozenset(" ".join([*lex.before, *lex.after, *lex.range_words, *verbs]).split())
