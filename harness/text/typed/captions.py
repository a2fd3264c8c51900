"""Captions: the unit and the scale that a head, a note or a lead-in gives once for all the numbers that follow it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.lexicon import CODES, Lexicon, lexicon
from harness.text.typed.measures import read_scale, read_unit
from harness.text.typed.units import SYMBOLS
from harness.text.typed.values import Typed, read_number

if TYPE_CHECKING:
    from harness.text.typed.passage import Sentence


class Caption(NamedTuple):
    """What numbers are multiplied by, and their unit; "" where they count things.

    `comma` says that its words are of a language that parts decimals with a comma.
    """

    scale: Decimal
    unit: str
    comma: bool = False


_OPENS = re.compile(
    r"[\s(]*(?:(?:(?:all )?(?:figures|amounts|values)(?: are)?|unit|Angaben|单位)\s?:?\s?)?(?:(?:in|en)\s)?",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"([$\u20ac\u00a3\u00a5\u20ba\u20b9]|[A-Z]{3}|US\$)\s?(?=\S|$)")
_FOLLOWED = re.compile(r"[\s).:]*")
_OF = re.compile(r"^\s?(?:of\s|de\s|d')", re.IGNORECASE)
_MONEY = re.compile("[A-Z]{3}")
_THOUSANDS = re.compile(
    r"\s(?:miles|milliers|bin|Tausend|'?000(?:'?s)?|1[,. ]?000|k(?=[\s$\u20ac\u00a3]))(?!\w)", re.IGNORECASE
)
_WITH_COMMA = frozenset({"miles", "milliers", "bin", "tausend"})
_TOGETHER = re.compile(r"(?P<scale>[kTM])(?P<unit>\u20ac|\$|\u00a3|EUR|USD|CHF|TL)")
"""German and French short forms: T\u20ac, TEUR, k\u20ac, M\u20ac."""
_TOGETHER_SCALES = {"k": 1000, "T": 1000, "M": 10**6}
_NOUN = re.compile(r"[\u4e00-\u9fff]{1,3}|[^\W\d_]{3,20}(?:\s[^\W\d_]{3,20})?")
_LONGEST = 40
_PIECES = re.compile(r"[(),;:\uff08\uff09\uff1a\u2013|]|\s-\s")
_BRACKETED = re.compile(r"[(\uff08]([^()\uff08\uff09]{1,40})[)\uff09]")
_LEAD = re.compile(
    r"(?:(?<![^\W_])(?:[Ii]n|[Ee]n)\s|\u5355\u4f4d\s?[:\uff1a]\s?)([^:,;()\uff1a\uff0c\u3002]{1,32})\s?(?:[:\uff1a,;\uff0c]|[.\u3002]?$)"
)
_HEADS = re.compile(r"\s?[:\uff1a]")
_TAIL = re.compile(r",\s([^:,;()]{2,32})\s?[:\uff1a]")
_HAN = re.compile("[\u4e00-\u9fff]")
_NOTE = re.compile(
    r"(?:(?<![^\W_])(?:figures?|amounts?|values|numbers|counts|sums|prices|Angaben|Betr\u00e4ge|Werte|Zahlen|Preise|chiffres|montants|valeurs|prix|cifras|importes|valores|montos|tutarlar|rakamlar|de\u011ferler|\u91d1\u989d|\u6570\u636e)(?!\w)|\u5355\u4f4d)",
    re.IGNORECASE,
)
_TURKISH = re.compile(
    r"((?:bin|milyon|milyar) (?:TL|lira|avro|euro|dolar|USD|EUR|ki\u015fi|adet|ton))(?:\s(?:cinsinden\w*|olarak))",
    re.IGNORECASE,
)
_SCALED = (
    "housand", "illion", "ausend", "Tsd", "Mio", "Mrd", "illi", "'000", "000s", "000)", "000 ", "mil ", "miles", "bin ", "ilyon", "ilyar", "\u4e07", "\u4ebf", "\u5343", "T\u20ac", "k\u20ac", "k EUR", "k USD",
    "M\u20ac", "TEUR", "kEUR", "lakh", "crore", "bn", "mn", "m)", "k)", "\u20acm", "\u00a3m", "$m",
)  # fmt: skip
"""What every caption with a scale has some of: a look that says no of most texts."""
_UNSCALED = (
    "(in ",
    "(en ",
    "(\u20ac",
    "($",
    "(\u00a3",
    "(EUR",
    "(USD",
    "in euro",
    "in Euro",
    "en euros",
    "in EUR",
    "in USD",
    "in dollar",
)
"""What captions without one begin with."""
_SAID_AT_AN_END = (
    "illi",
    "usand",
    "usend",
    "Tsd",
    "Mio",
    "Mrd",
    "miles",
    "000 ",
    "ilyon",
    "ilyar",
    "bin ",
    "\u4e07",
    "\u4ebf",
    "\u5343",
)
"""Those of captions without brackets and colon: "All figures in thousands of euros."."""
_DIGIT = re.compile(r"\d")
_YEARS = (Decimal(1900), Decimal(2100))
_AFTER = re.compile(
    r"\s?(?:[,;.)|\uff0c\u3002\uff1b(]|$)|\s(?:in|im|en|for|f\u00fcr|pour|para|and|und|et|y|e|ve|vs|versus|to|auf|from)\s|\s?[-\u2013\u2192/]\s?\S|\s\(?(?:[A-Z]\w*\s?\d|[12]\d{3})"
)


def unit_of_money(text: str, lex: Lexicon) -> Caption | None:
    """Return the factor and the currency that a cell is all about: "USD million", "in Mio. Euro"; None for anything else."""
    found = _read(text, lex)
    return found if found and _MONEY.fullmatch(found.unit) else None


def caption_in(text: str, code: str, *, units: bool = False) -> Caption | None:
    """Return the scale and unit that one of the parts of a head or a bracket is: "net, in thousands of euros", "units, thousands".

    A unit alone is one only where it is money, or with `units`.
    """
    unit, scale, comma = "", Decimal(1), False
    for piece in _PIECES.split(text):
        if not 0 < len(piece.strip()) <= _LONGEST:
            continue
        tried = (_read(piece.strip(), lexicon(c)) for c in _codes(piece, code))
        found = next((c for c in tried if c and (c.scale != 1 or _MONEY.fullmatch(c.unit) or (units and c.unit))), None)
        if found:
            scale, unit = max(scale, found.scale), unit or found.unit
            comma = comma or found.comma
    return Caption(scale, unit, comma) if scale != 1 or unit else None


def _codes(text: str, code: str) -> Sequence[str]:
    """Return the languages that a piece may be in, the sentence's first; Chinese only where there is some."""
    return [c for c in dict.fromkeys([code, *CODES]) if (c == "zh") == bool(_HAN.search(text))]


def _read(text: str, lex: Lexicon) -> Caption | None:
    """Return the scale and unit that a short text is all about, None where it is about anything else."""
    if len(text) > _LONGEST:
        return None
    rest = text.replace(".", "")
    rest, unit = rest[_OPENS.match(rest).end() :], ""  # type: ignore[union-attr]
    if together := _TOGETHER.fullmatch(rest.strip()):
        unit = together["unit"]
        return Caption(Decimal(_TOGETHER_SCALES[together["scale"]]), SYMBOLS.get(unit, unit))
    if (front := _CURRENCY.match(rest)) and front[1] in SYMBOLS:
        unit, rest = SYMBOLS[front[1]], rest[front.end() :]
    rest = f" {rest.strip()}"
    if lex.code == "zh":
        rest = rest.lstrip()
    scale, last = read_scale(rest, 0, lex, money=bool(unit))
    comma = last > 0 and lex.decimal_comma is True
    if not last and (thousands := _THOUSANDS.match(rest)):
        scale, last = Decimal(1000), thousands.end()
        comma = thousands[0].strip().lower() in _WITH_COMMA
    rest = rest[last:]
    if not unit:
        rest = _OF.sub("", rest, count=1).strip()
        rest = rest if lex.code == "zh" else f" {rest}"
        unit, last = read_unit(rest, 0, lex)
        rest = rest[last:]
    if _FOLLOWED.fullmatch(rest):
        return Caption(scale, unit, comma)
    # A title or a place may begin with a capital: (Thousand Oaks).
    counts = scale != 1 and not unit and _NOUN.fullmatch(rest.strip()) and not (lex.code == "en" and text[0].isupper())
    return Caption(scale, "", comma) if counts else None


def caption_of(text: str, code: str) -> tuple[Caption, int, int] | None:
    """Return the scale and unit that a sentence gives once for what follows, and where that begins and ends."""
    note = _NOTE.search(text) is not None
    for pattern in (_BRACKETED, _LEAD, _TAIL, _TURKISH):
        for match in pattern.finditer(text):
            before, follows = text[: match.start()].rstrip(), text[match.end() :].strip(" .")
            if (
                not (before[-1:].isdigit() and not before[-4:].isdigit())
                and (
                    note
                    or pattern is _BRACKETED
                    or ":" in match[0]
                    or not (before or match[0][-1] != ",")
                    or not (follows or match[0][-1] in ".\u3002")
                )
                and (found := caption_in(match[1], code, units=match[1].lower().startswith(("in ", "en "))))
                and (
                    found.scale != 1
                    or (_is_list(text) and _HEADS.match(text, match.end() - (match[0][-1] in ":\uff1a")))
                )
            ):
                return found, match.start(), match.end()
    return None


def _is_list(text: str) -> bool:
    return ":" in text or "\uff1a" in text


def _marks_in(text: str) -> list[str]:
    """Return what of the marks of captions a text has; most have none."""
    if not _DIGIT.search(text):
        return []
    if "(" not in text and "\uff08" not in text and not _is_list(text):
        return [mark for mark in _SAID_AT_AN_END if mark in text]
    found = [mark for mark in _SCALED if mark in text]
    return found + [mark for mark in _UNSCALED if mark in text] if _is_list(text) else found


def lift_captioned(text: str, sentences: Sequence[Sentence]) -> None:
    """Give the bare numbers after a caption its scale and unit, and those of money in brackets a minus."""
    marks = _marks_in(text)
    if not marks:
        return
    caption: Caption | None = None
    for sentence in sentences:
        if caption is None and not any(mark in sentence.text for mark in marks):
            continue
        if sentence.cells or sentence.__dict__.get("signed"):
            continue
        told = caption_of(sentence.text, sentence.code)
        if told:
            caption = told[0]
        if caption and (told or sentence.typed):
            first, last = told[1:] if told else (0, 0)
            sentence.__dict__["captioned"] = (first, last)
            lifted = [
                x if x.start < first else _lifted(x, sentence, caption)
                for x in sentence.typed
                if not first <= x.start < last
            ]
            sentence.__dict__["typed"] = tuple(lifted)


def _lifted(literal: Typed, sentence: Sentence, caption: Caption) -> Typed:
    """Return a number that stands alone in the caption's unit: no year, and nothing that counts something else."""
    text, value = sentence.text, literal.values[0]
    if literal.kind != "number" or literal.unit or not isinstance(value, Decimal) or not literal.text[:1].isdigit():
        return literal
    if (literal.text.isdigit() and _YEARS[0] <= value < _YEARS[1]) or not _AFTER.match(text, literal.end):
        return literal
    less = bool(_MONEY.fullmatch(caption.unit)) and is_bracketed(text, literal.start, literal.end)
    if less:
        sentence.__dict__["signed"] = True
    read = literal.values
    if caption.comma and not sentence.decimal_comma:
        read = read_number(literal.text, decimal_comma=True) or read
    values = tuple([v * caption.scale * (-1 if less else 1) for v in read if isinstance(v, Decimal)])
    return literal.at_least_as(values=values, unit=caption.unit, label=False)


def is_bracketed(text: str, start: int, end: int) -> bool:
    """Return whether a number stands in brackets of its own, a currency sign before it or not."""
    return text[:start].rstrip("$\u20ac\u00a3 ").endswith("(") and text[end : end + 1] == ")"


def without_scales(sentence: Sentence, end: int) -> tuple[Typed, ...]:
    """Return the literals of a sentence without the thousands and millions that only head what follows, before `end`."""
    scales = sentence.lexicon.scales
    return tuple([x for x in sentence.typed if x.start >= end or fold(x.text).strip(" .") not in scales])
