"""Acronyms: a claim's WHO is read as the World Health Organization of its spans, and the other way round, across languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from harness.text.typed.passage import Passage

_KNOWN = (
    ("WHO", "OMS", "DS\u00d6", "World Health Organization", "World Health Organisation", "Weltgesundheitsorganisation",
     "Organisation mondiale de la sant\u00e9", "Organizaci\u00f3n Mundial de la Salud", "D\u00fcnya Sa\u011fl\u0131k \u00d6rg\u00fct\u00fc", "\u4e16\u754c\u536b\u751f\u7ec4\u7ec7"),
    ("UN", "ONU", "BM", "UNO", "United Nations", "Vereinte Nationen", "Vereinten Nationen", "Nations unies", "Naciones Unidas",
     "Organisation des Nations unies", "Organizaci\u00f3n de las Naciones Unidas", "Birle\u015fmi\u015f Milletler", "\u8054\u5408\u56fd"),
    ("EU", "UE", "AB", "European Union", "Europ\u00e4ische Union", "Europ\u00e4ischen Union", "Union europ\u00e9enne", "Uni\u00f3n Europea",
     "Avrupa Birli\u011fi", "\u6b27\u76df"),
    ("IMF", "IWF", "FMI", "International Monetary Fund", "Internationaler W\u00e4hrungsfonds", "Internationale W\u00e4hrungsfonds",
     "Internationalen W\u00e4hrungsfonds", "Fonds mon\u00e9taire international", "Fondo Monetario Internacional", "\u56fd\u9645\u8d27\u5e01\u57fa\u91d1\u7ec4\u7ec7"),
    ("WTO", "OMC", "World Trade Organization", "Welthandelsorganisation", "Organisation mondiale du commerce",
     "Organizaci\u00f3n Mundial del Comercio", "\u4e16\u754c\u8d38\u6613\u7ec4\u7ec7"),
    ("ILO", "OIT", "International Labour Organization", "International Labor Organization", "Internationale Arbeitsorganisation",
     "Internationalen Arbeitsorganisation", "Organisation internationale du travail", "Organizaci\u00f3n Internacional del Trabajo"),
    ("ECB", "EZB", "BCE", "European Central Bank", "Europ\u00e4ische Zentralbank", "Europ\u00e4ischen Zentralbank",
     "Banque centrale europ\u00e9enne", "Banco Central Europeo", "Avrupa Merkez Bankas\u0131"),
    ("NATO", "OTAN", "North Atlantic Treaty Organization", "Nordatlantikpakt", "Organisation du trait\u00e9 de l'Atlantique nord",
     "Organizaci\u00f3n del Tratado del Atl\u00e1ntico Norte"),
    ("UNICEF", "United Nations Children's Fund"), ("USA", "US", "United States", "Vereinigte Staaten", "Vereinigten Staaten", "\u00c9tats-Unis", "Estados Unidos"),
    ("UK", "United Kingdom", "Vereinigtes K\u00f6nigreich", "Vereinigten K\u00f6nigreich", "Royaume-Uni", "Reino Unido"),
)  # fmt: skip
"""Names of one organisation or land, with its acronyms in several languages."""
_ACRONYM = re.compile(r"(?<![\w-])[A-Z]{3,7}(?![\w-])")
_WORD = re.compile(r"[^\W\d_]+")
_RUN = re.compile(r"(?<!\w)[A-Z]\w+(?:\s(?:(?:of|the|and|for|de|la|und)\s){0,2}[A-Z]\w+){1,6}")
_SMALL = (
    r"\s(?:(?:of|the|and|for|to|on|de|des|du|del|la|le|les|los|las|et|y|e|para|pour|der|die|das|f\u00fcr|und)\s){0,2}"
)
_LOWER = frozenset({"fr", "es"})
"""Languages that write all but the first word of such a name with small letters."""
_FEWEST = 2
_HAN = "\u3000"


@cache
def _groups() -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Return each known name with the others of its group, and a pattern that finds them, the longest first."""
    others = {name: tuple(n for n in group if n != name) for group in _KNOWN for name in group}
    listed = "|".join(re.escape(n) for n in sorted(others, key=len, reverse=True))
    han = "|".join(n for n in others if n > _HAN)
    return others, re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])|{han}", re.ASCII)


@cache
def _openings() -> frozenset[str]:
    """Return the first word of each known name, so that most claims are not searched."""
    return frozenset(found[0] for group in _KNOWN for name in group if (found := _WORD.findall(name)))


def named_as_there(text: str, code: str, passages: Sequence[Passage]) -> str:
    """Return a claim with each acronym that its spans have not in the words they have for it, and each such name as their acronym."""
    if text[1:].islower():
        return text
    others, known = _groups()

    def known_as(match: re.Match[str]) -> str:
        name = match[0]
        if any(_has(p, name) for p in passages):
            return name
        return next((o for o in others[name] if any(_has(p, o) for p in passages)), name)

    if code == "zh" or not _openings().isdisjoint(_WORD.findall(text)):
        text = known.sub(known_as, text)
    if _ACRONYM.search(text):
        text = _ACRONYM.sub(lambda m: _spelled(m[0], code, passages), text)
    if _RUN.search(text):
        text = _RUN.sub(lambda m: _shortened(m[0], passages), text)
    return text


def _has(passage: Passage, name: str) -> bool:
    at = passage.text.find(name)
    while at >= 0:
        before, after = passage.text[at - 1 : at] if at else "", passage.text[at + len(name) : at + len(name) + 1]
        if name > _HAN or not (before.isalnum() or after.isalnum()):
            return True
        at = passage.text.find(name, at + 1)
    return False


def _spelled(acronym: str, code: str, passages: Sequence[Passage]) -> str:
    """Return the words of which an acronym is the initials, where a span has only those."""
    if any(_has(p, acronym) for p in passages):
        return acronym
    first, *rest = [re.escape(c) for c in acronym]
    letters = [f"[{c}{c.lower()}]" if code in _LOWER else c for c in rest]
    pattern = re.compile(rf"(?<!\w){first}\w+" + "".join(rf"{_SMALL}{c}\w+" for c in letters))
    found = {m[0] for p in passages for m in pattern.finditer(p.text)}
    return found.pop() if len(found) == 1 else acronym


def _shortened(run: str, passages: Sequence[Passage]) -> str:
    """Return the acronym that spans have for the end of a run of capitals, where they have not its words."""
    words = run.split()
    capitals = [i for i, w in enumerate(words) if w[0].isupper()]
    for start in capitals[:-1]:
        initials = "".join(words[i][0] for i in capitals if i >= start)
        name = " ".join(words[start:])
        if len(initials) > _FEWEST and any(_has(p, initials) for p in passages):
            return run if any(_has(p, name) for p in passages) else " ".join([*words[:start], initials])
    return run
