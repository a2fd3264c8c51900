"""Whether two words are forms of one: Snowball stems, and what stems miss (endings of Turkish, compounds of German)."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

_SNOWBALL = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "tr": "turkish"}
_PREFIX = 5
_SHARE = 0.7
_COMPOUND = 5
_STEM = 4
_PLURALS = ("ungen", "heiten", "keiten", "schaften", "ionen")
_TURKISH_VERB = re.compile(
    r"(\w{2,14}?)(?:y?[ae]bil|y?[ae]?m[aeiu])?(?:m[ae]kt[ae]d[iu]r|m[ae]kt[ae]|[iu]?yor|y?[ae]c[ae]k|m[iu]s|[dt][iu]|m[ae]l[iu]|z|[aeiu]r|s[iu]n)(?:[dt][iu]r|l[ae]r|[dt][iu]|[dt][iu]l[ae]r|l[ae]r[dt][iu]r)?"
)


@lru_cache(maxsize=65536)
def stem(word: str, code: str) -> str:
    """Return the Snowball stem of a folded word; the word itself where the language has no stemmer."""
    name = _SNOWBALL.get(code)
    if name is None or len(word) < _STEM:
        return word
    stemmed: str = _stemmer(name).stemWord(word)
    return stemmed


@cache
def _stemmer(name: str) -> Any:
    import snowballstemmer  # noqa: PLC0415 -- a tenth of a second that importing this module must not cost

    return snowballstemmer.stemmer(name)


@lru_cache(maxsize=65536)
def akin(word: str, other: str, code: str) -> bool:
    """Return whether two different folded words, the same in their first three letters, are forms of one word."""
    if stem(word, code) == stem(other, code):
        return True
    if code == "en" and _american(word) == _american(other):
        return True
    shared = _shared(word, other)
    short = min(len(word), len(other))
    if code == "tr":
        root = _turkish_root(word)
        return (shared >= min(4, short) and shared >= _SHARE * short) or bool(root and root == _turkish_root(other))
    if code == "de" and short >= _COMPOUND:
        one, two = _singular(word), _singular(other)
        if one.startswith(two) or two.startswith(one):
            return True
    # remote and remotely, navigation and navigate: what is left after the shared part is an ending on both sides.
    return shared >= _PREFIX and _ending(word[shared:]) and _ending(other[shared:])


def _singular(word: str) -> str:
    """Return a German noun without its plural ending where its compounds have none: Bewerbungen, of Bewerbungsfrist."""
    return word[:-2] if word.endswith(_PLURALS) else word


def _turkish_root(word: str) -> str:
    """Return what a folded Turkish verb is formed from, without its denial, its possibility and its tense; "" for another word."""
    match = _TURKISH_VERB.fullmatch(word)
    return match[1] if match else ""


def _american(word: str) -> str:
    """Return one spelling for British and American ones: colour, organise, centre."""
    return (
        word.replace("our", "or")
        .replace("ise", "ize")
        .replace("isa", "iza")
        .replace("isi", "izi")
        .replace("tre", "ter")
        .replace("ll", "l")
    )


_ENDINGS = frozenset(
    "s es ed d ing ly al ally ion ions ation ations ive ment ments er ers or ors ity ies y e ic ical ist ists ism ness able ible ance ence ant ent ate ates ated ating r n t "
    "ung ungen en er em es st te ten ter e ne keit heit lich isch ig "
    "ture ement ements eur euse rice ait aient ee ees és ez ir re ant ante ier iers iere ieres "
    "o a os as ar er ir eron ando iendo ado ido ada ida cion ciones mente dor dora".split()
) | {""}  # fmt: skip


def _ending(rest: str) -> bool:
    return rest in _ENDINGS


def _shared(word: str, other: str) -> int:
    count = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        count += 1
    return count
