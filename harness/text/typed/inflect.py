"""The forms of a regular word, so that a list of words need not spell them: walk, walks, walked, walking.

More forms than a language has do no harm: they are only looked up. Everything is folded.
"""

from __future__ import annotations

_VOWELS = frozenset("aeiou")
_VOWELS_OR_NONE = _VOWELS | {""}
_DOUBLED = "bdgklmnprtvz"
_LONGEST_DOUBLED = 6
_FRENCH = {
    "er": "er e es ent ez ons a ait aient ant e ee es ees era eront ea".split(),
    "ir": "ir it issent issait i ie is ies ira iront issant".split(),
    "re": "re t ent ait u ue us ues ra ront ant".split(),
}
_SPANISH = {
    "ar": "ar o a an as aba aban ado ada ados adas aron ara aran ando e en arse".split(),
    "er": "er e en io ia ian ido ida idos idas ieron era eran iendo a erse".split(),
    "ir": "ir e en io ia ian ido ida idos idas ieron ira iran iendo a irse".split(),
}


def verb_forms(verb: str, code: str) -> list[str]:
    """Return a folded verb with its regular forms in a language."""
    match code:
        case "en":
            return _english_verb(verb)
        case "de":
            return _german_verb(verb)
        case "fr":
            return [
                *_by_ending(verb, _FRENCH),
                *(verb[:-3] + end for end in ("ie", "ies", "ient") if verb.endswith("yer")),
            ]
        case "es":
            return _by_ending(verb, _SPANISH)
        case _:
            return [verb]


def noun_forms(noun: str, code: str) -> list[str]:
    """Return a folded noun with its regular forms in a language."""
    match code:
        case "en":
            return [noun, _with_s(noun)]
        case "de":
            return [noun, *(noun + ending for ending in ("e", "en", "n", "s", "es", "er", "ern", "innen"))]
        case "fr":
            return [noun, noun + "s", noun + "e", noun + "es", noun + "x"]
        case "es":
            ends = ("a", "as", "os", "es") if noun.endswith("o") else ("s", "es", "a", "as")
            bare = noun.removesuffix("o")
            return [noun, noun + "s", *(bare + ending for ending in ends)]
        case _:
            return [noun]


def _english_verb(verb: str) -> list[str]:
    bare = verb.removesuffix("e")
    past = verb[:-1] + "ied" if _ends_in_y(verb) else bare + "ed"
    found = [verb, _with_s(verb), past, (verb if verb.endswith("ee") else bare) + "ing"]
    if verb.endswith("ie"):
        found.append(verb[:-2] + "ying")
    if (
        len(verb) <= _LONGEST_DOUBLED
        and verb[-1] in _DOUBLED
        and verb[-2] in _VOWELS
        and verb[-3:-2] not in _VOWELS_OR_NONE
    ):
        found += [verb + verb[-1] + "ed", verb + verb[-1] + "ing"]
    return found


def _with_s(word: str) -> str:
    if _ends_in_y(word):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _ends_in_y(word: str) -> bool:
    return word.endswith("y") and word[-2:-1] not in _VOWELS


def _german_verb(verb: str) -> list[str]:
    stem = verb.removesuffix("en") if verb.endswith("en") else verb.removesuffix("n")
    found = [verb, *(stem + ending for ending in ("e", "t", "et", "te", "ten", "ete", "eten", "end"))]
    return [*found, stem + "ung", *(("ge" if ge else "") + stem + end for ge in (True, False) for end in ("t", "et"))]


def _by_ending(verb: str, endings: dict[str, list[str]]) -> list[str]:
    for ending, forms in endings.items():
        if verb.endswith(ending):
            return [verb, *(verb.removesuffix(ending) + form for form in forms)]
    return [verb]
