"""How many names a sentence lists, where an answer counts them by what they are: five cities, of Oslo, Bergen, Turku, ..."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.text.typed.fold import fold
from harness.text.typed.kin import lands
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed

_NAME = (
    r"[A-Z\u00c0-\u00de\u0130\u015e\u011e][\w.-]*(?: (?:de |la |el |am )?[A-Z\u00c0-\u00de\u0130\u015e][\w.-]*){0,2}"
)
_NAMES = re.compile(rf"(?:{_NAME}, ){{0,30}}{_NAME},? (?:and|und|et|y|e|ve|&) {_NAME}")
_JOINED = re.compile(r",? (?:and|und|et|y|e|ve|&) |, ")
_HAN_NAMES = re.compile("(?:[\u4e00-\u9fff]{1,8}\u3001){1,30}[\u4e00-\u9fff]{1,8}")
_PLACES = frozenset(
    fold(
        "cities towns villages places locations municipalities sites Städte Städten Orte Orten Dörfer Dörfern villes localités communes lieux "
        "ciudades localidades pueblos municipios lugares şehir şehirde şehre şehirden kent kentte il ilde ilçe ilçede"
    ).split()
)
_LANDS = frozenset(
    fold("countries nations states Länder Ländern Staaten pays países estados ülke ülkede ülkeye").split()
)
_PEOPLE = frozenset(
    fold("people persons authors artists Personen Autoren personnes auteurs personas autores kişi kişiye yazar").split()
)
_HAN_PLACES, _HAN_LANDS = ("\u57ce\u5e02", "\u5730\u65b9", "\u5730"), ("\u56fd\u5bb6", "\u56fd")
_HAN_MEASURES = "\u4e2a\u5ea7\u4f4d\u540d\u5904"
_AFTER_NUMBER = 5
LISTING = frozenset(
    fold(
        "choose choosing chosen choice pick available offered offers list lists listed includes including included among altogether Auswahl wählen verfügbar darunter choisir disponibles "
        "elegir disponibles incluye seçmek mevcut"
    ).split()
)
"""Words with which a claim says of what is listed how many there are."""


def listed_names(claimed: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> str | None:
    """Return the names that a sentence lists, as many as a claim counts of places, countries or people, or None.

    Of several lists that of the sentence that shares most words with the claim is meant, and none where two share as many.
    """
    kind = _kind(claimed, claim)
    if not kind:
        return None
    value = claimed.values[0]
    known = lands(claim.code)
    told = claim.words - claim.lexicon.stop
    found: list[tuple[int, list[str]]] = []
    for sentence in sentences:
        for names in _lists(sentence):
            of_lands = sum(fold(n) in known for n in names)
            if kind == "people" or (of_lands > 0) == (kind == "lands"):
                found.append((len(told & sentence.words), names))
    most = max([shared for shared, _ in found], default=0)
    meant = [names for shared, names in found if shared == most]
    return ", ".join(meant[0]) if meant and all(len(names) == value for names in meant) else None


def listed_nouns(claim: Sentence) -> frozenset[str]:
    """Return the nouns of a claim that say what the names are which it counts."""
    if claim.code == "zh":
        counted = [x for x in claim.typed if _kind(x, claim)]
        return frozenset("".join([claim.text[x.end : x.end + 3] for x in counted]))
    return frozenset().union(
        *[claim.tokens[token_at(claim.starts, x.end) :][:1] for x in claim.typed if _kind(x, claim)]
    )


def _kind(claimed: Typed, claim: Sentence) -> str:
    """Return what the noun behind a number counts: places, lands or people; "" for anything else."""
    if claim.code == "zh":
        after = claim.text[claimed.end : claimed.end + _AFTER_NUMBER].lstrip(_HAN_MEASURES)
        return "places" if after.startswith(_HAN_PLACES) else "lands" if after.startswith(_HAN_LANDS) else ""
    noun = "".join(claim.tokens[token_at(claim.starts, claimed.end) :][:1])
    return next((k for k, words in (("places", _PLACES), ("lands", _LANDS), ("people", _PEOPLE)) if noun in words), "")


def _lists(sentence: Sentence) -> Iterator[list[str]]:
    if sentence.code == "zh":
        for match in _HAN_NAMES.finditer(sentence.text):
            *first, last = match[0].split("\u3001")
            yield [*first, *last.split("\u548c")[:2]]
        return
    for match in _NAMES.finditer(sentence.text):
        yield [n.split("'")[0] for n in _JOINED.split(match[0])]
