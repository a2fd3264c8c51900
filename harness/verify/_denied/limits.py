"""A negation that only limits a number denies nothing: not larger than 20 MB, never less than 15, ne pas d\u00e9passer 10 Mo."""

from __future__ import annotations

import re

_EN = (
    "more|less|fewer|later|earlier|sooner|longer|shorter|older|younger|larger|smaller|bigger|higher|lower|greater|heavier|lighter|"
    "wider|taller|faster|slower|closer|further|nearer|thicker|deeper|narrower|shallower|thinner"
)
_DE = "mehr|weniger|gr\u00f6\u00dfer|kleiner|h\u00f6her|niedriger|l\u00e4nger|k\u00fcrzer|\u00e4lter|j\u00fcnger|sp\u00e4ter|fr\u00fcher|schwerer|leichter|breiter"
_NUMBER = (
    r"(?=\W{0,3}(?:(?:an?|the|a total of|[A-Z]{2,3}|Rs|US)\W{1,2})?(?:\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|eleven\b|"
    r"twelve\b|half\b|a\b|zwei\b|drei\b|vier\b|f\u00fcnf\b|sechs\b|zehn\b|deux\b|trois\b|quatre\b|cinq\b|six\b|dix\b|dos\b|tres\b|cuatro\b|cinco\b|seis\b|diez\b))"
)
_LIMITS = re.compile(
    rf"\b(?:no|not|never)(?: \w+)? (?:{_EN}) than {_NUMBER}|\b(?:not|never) (?:\w+ )?(?:fall|drop|go|sink|rise|climb)s? (?:below|under|above|over|beyond) {_NUMBER}"
    rf"|\b(?:not|never) (?:be )?(?:below|under|above|over|beyond|exceed\w*|surpass\w*) {_NUMBER}"
    rf"|\b(?:nicht|nie|niemals)(?: \w+)? (?:{_DE}) (?:sein )?als {_NUMBER}|\b(?:nicht|nie) (?:\u00fcber|unter) {_NUMBER}"
    rf"|\b(?:pas|jamais|ni)(?: \u00eatre)? (?:plus(?: (?:court|long|haut|bas|grand|petit|large|lourd|jeune|\u00e2g\u00e9|\u00e9troit)\w{{0,3}})?|moins|sup\u00e9rieure?s?|inf\u00e9rieure?s?) (?:de|d'|\u00e0|que) {_NUMBER}|\b(?:ne|n'|sans)(?: ?\w+ pas| ?\w+ jamais| pas)? ?(?:d\u00e9pass\w+|exc\u00e8d\w+|exc\u00e9d\w+)(?: pas| jamais)?"
    rf"|\b(?:no|nunca|ni)(?: (?:puede|pueden|debe|deben|podr\u00e1|podr\u00e1n|deber\u00e1|deber\u00e1n))?(?: ser(?:\u00e1n?)?)? (?:m\u00e1s(?: (?:cort|larg|alt|baj|anch|estrech|grand|peque\u00f1|pesad|jov|j\u00f3v)\w{{1,4}})?|menos|superior(?:es)?|inferior(?:es)?|mayor(?:es)?|menor(?:es)?) (?:de|a|que) {_NUMBER}"
    r"|\b(?:no|nunca|sin)(?: (?:puede|pueden|debe|deben|podr\u00e1n?|deber\u00e1n?))? (?:super\w+|exced\w+|rebas\w+)",
    re.IGNORECASE,
)
_FRENCH_REST = re.compile(r"\b(?:ne|n')\b", re.IGNORECASE)
_TURKISH = ("asama", "asmam", "asmaz", "asmay", "gecem", "gecmem", "gecmez", "gecmey")


def without_limits(text: str, code: str) -> str:
    """Return the text of a clause without the negations that only limit a number."""
    found = _LIMITS.sub(" ", text)
    return _FRENCH_REST.sub(" ", found) if code == "fr" and found != text else found


def limits_only(token: str) -> bool:
    """Return whether a Turkish verb only says that a number is not passed: a\u015famaz, ge\u00e7memeli."""
    return token.startswith(_TURKISH)
