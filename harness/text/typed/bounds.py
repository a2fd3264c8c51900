"""What may bound a number without being a comparator beside it: a minimum charge of 15, within 14 days, over three winters.

Such words leave two readings, the number as it is and the number as a bound; both are kept, and either may agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from harness.text.typed.caps import bound_after, bound_named
from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.units import dimension
from harness.text.typed.values import Comparator

_LEAST = frozenset("minimum minima minimal minimale minimaler minimo minimos minimas asgari".split())
_MOST = frozenset(
    "maximum maxima maximal maximale maximaler maximo maximos maximas limit limits limited restricted capped cap ceiling "
    "obergrenze begrenzt beschrankt limite limitee limites limitees plafond plafonne plafonnee limitado limitada "
    "limitados limitadas tope azami sinirli sinir siniri".split()
)
_COMPOUNDS: tuple[tuple[str, Comparator], ...] = (("mindest", ">="), ("hochst", "<="))
"""Beginnings of German compounds: Mindestentgelt, H\u00f6chstgrenze."""
_SUPERLATIVES = frozenset("hochste hochsten hochster hochstes hochst mindestens mindesten mindeste hochstens".split())
_WITHIN = re.compile(
    r"(?:\b(?:within|inside)(?: (?:the|a)(?: (?:first|next|following|period|space|time limit|deadline|maximum) ?(?:of )?)?)?|\b(?:innerhalb|binnen)(?: (?:von|der|einer Frist von|der ersten|der n\u00e4chsten))?"
    r"|\b(?:sous|dans (?:un|le) d\u00e9lai (?:de|maximal de|maximum de)|dans les)|\b(?:dentro de(?: los| las)?|en (?:un|el) plazo (?:m\u00e1ximo )?de))\s?$",
    re.IGNORECASE,
)
_WITHIN_REACH = 32
_INSIDE = re.compile(r"\s?(?:i\u00e7inde|i\u00e7erisinde|zarf\u0131nda|\u4e4b?\u5185)")
_BOUNDED_AFTER = re.compile(
    r"\s(?:\w+\s)?(?:begrenzt|beschr\u00e4nkt|limitiert|maximal|s\u0131n\u0131rl\u0131\w*|s\u0131n\u0131rland\w+)\b",
    re.IGNORECASE,
)
_HAN_BOUNDS: tuple[tuple[str, Comparator], ...] = (
    ("\u6700\u8fdf", "<="), ("\u6700\u665a", "<="), ("\u6700\u65e9", ">="), ("\u81f3\u5c11", ">="), ("\u4e0d\u5c11\u4e8e", ">="), ("\u81f3\u591a", "<="), ("\u4e0d\u8d85\u8fc7", "<="), ("\u6700\u4f4e", ">="), ("\u6700\u5c11", ">="), ("\u6700\u5c0f", ">="), ("\u8d77\u70b9", ">="),
    ("\u6700\u9ad8", "<="), ("\u6700\u591a", "<="), ("\u6700\u5927", "<="), ("\u4e0a\u9650", "<="), ("\u9650\u5236", "<="),
)  # fmt: skip
_VERB_LAST = frozenset({"de", "tr"})
_HAN_REACH = 10
_HAN_STOP = re.compile("[\u3002\uff0c,\uff1b;\u3001!?\\d]")
_STOP = re.compile(r"[.;,|!?()\n]|\d")
_SHORT = re.compile(r"(?<!\d )\b(min|max)\.(?=\s)", re.IGNORECASE)
_FROM = re.compile(
    r"(?:^|[;,:.(]\s?|\band\s|\bund\s)(?:from|ab|\u00e0 partir d['e]|a partir de|desde)\s?(?:[^\W\d_]{1,20}\s){0,2}?(?:[^\W\d_]{1,20}\s(?:of|von|de)\s)?$",
    re.IGNORECASE,
)
_FROM_THERE = re.compile(r"\b(?:from|von)\s\W?$", re.IGNORECASE)
_ONWARDS = re.compile(r"\s(?:on|onwards?|upwards?|up|aufw\u00e4rts|an)(?=[\s.,;:)]|$)")
_UNTIL = re.compile(
    r"\s?(?:to|until|till|through|up to|bis|auf|\u00e0|jusqu|au?|al|hasta|[-\u2013])(?!\w)", re.IGNORECASE
)
_YEAR_DIGITS = 4
_BOUND_REACH, _BOUND_WORDS = 64, 8
_WORD = re.compile(r"[^\W\d_]+")
_OVER = frozenset({"over", "uber"})
_SURELY_MORE = frozenset(
    "for of in took takes take lasted lasts last lasting spent is was are were with after has have had than aged costs cost costing weighs weighed "
    "and or to from by at says said paid pay earned raised sold worth seit von mit nach dauerte dauert ist war waren hat hatte und".split()
)
"""Words before "over" that leave it a comparator: for over three years, took over two hours."""
_SPREAD = frozenset(
    "spread stretched stretches stretching ran runs running extends distributed scattered divided split extending extended spans spanning across held averaged measured surveyed sampled verteilt verstreut".split()
)
_SEASONS = frozenset(
    "winters summers springs autumns seasons nights sessions visits rounds evenings weekends semesters terms generations stages phases winter sommer nachte abende sitzungen etappen".split()
)


def also_bounds(text: str, span: tuple[int, int], comparator: Comparator, lex: Lexicon) -> Comparator:
    """Return the comparator that a number without one may have too, from words around it; "" for none.

    `span` is where the number stands with its unit and currency.
    """
    start, end = span
    if comparator:
        return ""
    if lex.code == "zh":
        return "<=" if _INSIDE.match(text, end) else _han_bound(text, start)
    if lex.code == "tr" and _INSIDE.match(text, end):
        return "<="
    if lex.code in _VERB_LAST and _BOUNDED_AFTER.match(text, end):
        return "<="
    left = text[max(0, start - _BOUND_REACH) : start]
    if _WITHIN.search(left, max(0, len(left) - _WITHIN_REACH)):
        return "<="
    return _opens_upwards(left, text, span) or _distant(left, lex.code) or bound_after(text, end, start, lex)


def _opens_upwards(left: str, text: str, span: tuple[int, int]) -> Comparator:
    """Return ">=" where a clause begins with "from" and a number that no end follows: from $10, ab einem Bestellwert von 40 \u20ac."""
    if _ONWARDS.match(text, span[1]) and _FROM_THERE.search(left):
        return ">="
    match = _FROM.search(left)
    if match is None or _UNTIL.match(text, span[1]):
        return ""
    return "" if span[1] - span[0] == _YEAR_DIGITS and text[slice(*span)].isdigit() else ">="


def _distant(left: str, code: str) -> Comparator:
    """Return how a word a little before a number bounds it: a minimum charge of, Maximum take-off weight."""
    if "in." in left or "ax." in left:
        left = _SHORT.sub(r"\1imum ", left)
    cuts = [m.end() for m in _STOP.finditer(left)]
    words = [fold(w) for w in _WORD.findall(left, cuts[-1] if cuts else 0)][-_BOUND_WORDS:]
    found: set[Comparator] = set()
    for before, word in pairwise(["", *words]):
        if word in _LEAST:
            found.add(">=")
        elif word in _MOST:
            found.add("<=")
        elif bound := bound_named(word, before, code):
            found.add(bound)
        else:
            found.update(c for head, c in _COMPOUNDS if word.startswith(head) and word not in _SUPERLATIVES)
    return found.pop() if len(found) == 1 else ""


def _han_bound(text: str, start: int) -> Comparator:
    left = text[max(0, start - _HAN_REACH) : start]
    cuts = [m.end() for m in _HAN_STOP.finditer(left)]
    left = left[cuts[-1] if cuts else 0 :]
    return next((comparator for word, comparator in _HAN_BOUNDS if word in left), "")


def is_span_of(text: str, end: int, before: Sequence[str], unit: str, comparator: Comparator) -> bool:
    """Return whether "over" tells through how much something goes on: surveyed over three winters, spread over six sites."""
    if comparator != ">" or before[-1:] == [] or before[-1] not in _OVER:
        return False
    earlier = before[-2] if len(before) > 1 else ""
    if earlier in _SPREAD:
        return True
    if earlier in _SURELY_MORE:
        return False
    following = _WORD.search(text, end, end + 24)
    return dimension(unit) == "time" or (following is not None and fold(following[0]) in _SEASONS)
