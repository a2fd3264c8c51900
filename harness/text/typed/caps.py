"""Bounds that are said with a noun, a superlative or a denied subject: the Tageshöchstdosis, 64 as the maximum, no group may exceed 25."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.values import Comparator

_LOWEST = frozenset(
    "lowest smallest shortest youngest coldest niedrigste niedrigsten niedrigster tiefste tiefsten kleinste kleinsten kurzeste kurzesten jungste jungsten".split()
)
_HIGHEST = frozenset(
    "highest largest greatest longest oldest hottest warmest biggest heaviest uppermost hochste hochsten hochster hochstes grosste grossten langste langsten alteste altesten schwerste schwersten".split()
)
_DEGREES = frozenset({"plus", "mas", "en"})
_LOW = frozenset(
    "basse bas faible petite petit courte court baja bajo pequena pequeno corta corto dusuk kucuk kisa".split()
)
_HIGH = frozenset(
    "elevee eleve haute haut grande grand longue long alta alto elevada elevado larga largo yuksek buyuk uzun".split()
)
_INSIDE: tuple[tuple[str, Comparator], ...] = (
    ("hochst", "<="), ("maximal", "<="), ("obergrenze", "<="), ("limit", "<="), ("mindest", ">="), ("minimal", ">="), ("untergrenze", ">="),
)  # fmt: skip
"""Parts of German compounds: Tagesh\u00f6chstdosis, Altersobergrenze, Maximalgewicht."""
_ADVERBS = frozenset("hochstens mindestens hochst mindesten mindeste maximal minimal unlimited illimite".split())
_SHORTEST = 9
_NAMED_AFTER = re.compile(
    r"\s(?:[^\W\d_]{1,20}\s)?"
    r"(?:(?:as|being|is|are|forms?)\s(?:the|an?|its|their)\s(?:(?:absolute|upper|hard)\s)?(?:(?P<most>maximum|limit|cap|ceiling|upper limit)|minimum|floor|lower limit)"
    r"|als\s(?:(?P<most_de>Maximum|Obergrenze|H\u00f6chst\w{1,20})|Minimum|Untergrenze|Mindest\w{1,20})"
    r"|(?:sind|ist|bilden|bildet)\sd(?:ie|as)\s(?:(?P<most_sein>Maximum|Obergrenze|H\u00f6chst\w{1,20})|Minimum|Untergrenze|Mindest\w{1,20})"
    r"|(?:comme|constitue(?:nt)?|est|sont|repr\u00e9sente(?:nt)?)\s(?:une?\s|le\s|la\s)?(?:(?P<most_fr>maximum|plafond|limite)|minimum|plancher)"
    r"|(?:como|es|son)\s(?:el\s|un\s|la\s)?(?:(?P<most_es>m\u00e1ximo|tope|l\u00edmite)|m\u00ednimo))\b",
    re.IGNORECASE,
)
_NAMED_AFTER_REACH = 64
_NO_ONE = frozenset(
    "no none neither nobody kein keine keiner keines aucun aucune nul nulle ningun ninguna ninguno nadie".split()
)
_MAY = frozenset(
    "may can must shall should will could is are darf durfen kann konnen ist sind peut peuvent doit doivent est sont puede pueden debe deben es son".split()
)
_EXCEED = frozenset(
    "exceed exceeds exceeded surpasses ubersteigt uberschreitet supera superan excede exceden depasse depassent excede excedent".split()
)
_PARTS_OFF = frozenset(
    "unless if when where that which who whose for as because wenn falls die der das fur si quand que qui pour cuando para there".split()
)
"""Words after which "no" belongs to another statement: no fee if orders exceed 50."""
_SIDES = frozenset("over above under below beyond uber unter".split())
_PREPOSITIONS = frozenset("on in of to with from at by auf im bei von mit zu sur dans avec sobre con".split())
_WORD = re.compile(r"[^\W\d_]+")
_STOP = re.compile(r"[.;,:|!?()\n\d]")
_SUBJECT_REACH, _SUBJECT_WORDS = 72, 10
_OVERSTEPS = re.compile(r"\s(?:[^\W\d_]{1,24}\s)?(?:\u00fcberschreiten|\u00fcbersteigen)\b")


def bound_named(word: str, before: str, code: str) -> Comparator:
    """Return how a folded word bounds the number that follows: a superlative, or a German compound; "" for neither."""
    if word in _LOWEST or (before in _DEGREES and word in _LOW):
        return ">="
    if word in _HIGHEST or (before in _DEGREES and word in _HIGH):
        return "<="
    if code != "de" or len(word) < _SHORTEST or word in _ADVERBS:
        return ""
    return next((c for part, c in _INSIDE if part in word), "")


def bound_after(text: str, end: int, start: int, lex: Lexicon) -> Comparator:
    """Return how the words after a number call it: 64 as the maximum; keine Gruppe darf 25 \u00fcberschreiten."""
    if text[end : end + 1] != " ":
        return ""
    if match := _NAMED_AFTER.match(text, end, end + _NAMED_AFTER_REACH):
        return "<=" if any(match.groups()) else ">="
    if lex.code == "de" and _OVERSTEPS.match(text, end) and nothing_does(text, start):
        return "<="
    return ""


def nothing_does(text: str, start: int) -> bool:
    """Return whether the subject of what stands before a number is nobody or nothing: no group may exceed, none exceeds."""
    words = _words_before(text, start)
    index = next((i for i in range(len(words) - 1, -1, -1) if words[i] in _NO_ONE), None)
    if index is None:
        return False
    between = words[index + 1 :]
    verb = next((i for i, w in enumerate(between) if w in _MAY or w in _EXCEED), None)
    if verb is None or not _PARTS_OFF.isdisjoint(between) or not _SIDES.isdisjoint(between):
        return False
    return _PREPOSITIONS.isdisjoint(between[verb:])


def _words_before(text: str, start: int) -> Sequence[str]:
    left = text[max(0, start - _SUBJECT_REACH) : start]
    cuts = [m.end() for m in _STOP.finditer(left)]
    return [fold(w) for w in _WORD.findall(left, cuts[-1] if cuts else 0)][-_SUBJECT_WORDS:]
