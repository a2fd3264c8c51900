"""Phrases that deny without a negator: dropped support, decided against, missed its target, fell short."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from harness.text.typed.passage import Sentence

_REACH = 6
_AIMS = frozenset(
    "target targets goal goals endpoint endpoints deadline deadlines objective objectives forecast forecasts estimate estimates expectation expectations "
    "ziel ziele endpunkt frist erwartungen objectif objectifs cible objetivo objetivos meta plazo".split()
)
_AGAINST = frozenset({"against", "gegen", "contre", "contra", "dagegen"})
_SUPPORT = frozenset({"support", "compatibility"})
_OF = frozenset("of from von de".split())
_NO_THINGS = frozenset("charge charges cost costs monday tuesday wednesday thursday friday saturday sunday".split())
"""What is free of these costs nothing, or is so from that day on."""
_SHORT = frozenset({"short"})
_TO = frozenset({"to"})
_GONE = frozenset({"dropped", "removed", "discontinued", "withdrawn"})
_DENYING: Mapping[str, frozenset[str]] = {
    **dict.fromkeys("miss misses missed missing verfehlt verfehlte manque manquait incumplio incumple".split(), _AIMS),
    **dict.fromkeys("decide decides decided deciding opted entschied entschieden decidio".split(), _AGAINST),
    **dict.fromkeys("drop drops dropped dropping discontinued discontinues".split(), _SUPPORT),
    **dict.fromkeys("keep keeps kept keeping stay stays stayed staying".split(), frozenset({"out", "away"})),
    **dict.fromkeys(
        "free frei libre libres exempte exempts exemptes depourvu depourvue exento exenta carece carecen".split(),
        _OF,
    ),
    **dict.fromkeys("fall falls fell fallen falling".split(), _SHORT),
    **dict.fromkeys(
        "decline declines declined neglect neglects neglected omit omits omitted forgot forgets".split(), _TO
    ),
    **dict.fromkeys("refrain refrains refrained abstain abstains abstained abstient abstenir".split(), _OF),
    **dict.fromkeys("abstenez abstiene abstenerse abstuvo abstengase abstenganse".split(), _OF),
    **dict.fromkeys("renonce renoncent renoncer renoncera renuncio renuncia renunciaron".split(), frozenset({"a"})),
    **dict.fromkeys("evitez eviter omis omet oublie".split(), frozenset({"de", "d"})),
    **dict.fromkeys("verzichten verzichtet verzichtete verzichteten".split(), frozenset({"auf"})),
}
"""A verb, and what must follow it in its clause."""
_AVOID = frozenset("avoid avoids avoided avoiding evite eviten evitar".split())
_DOING = re.compile(r"\w{2,20}(?:ing|[aei]r)")
_TO_END = frozenset("to pour para".split())
_TRYING = frozenset("try tries asked advised need needs have has ought sure is are requested urged".split())
_LEVELS = frozenset("a an the its about around under below just less more some almost nearly".split())
"""What a value declines to."""

_FREE = frozenset(
    "free frei libre libres exempt exempte exempts exemptes depourvu depourvue exento exenta exentos exentas".split()
)
_CONTAIN = frozenset(
    "contain contains containing contained enthalt enthalten contient contiennent contenir contiene contienen contener".split()
)
HAVING = _FREE | _CONTAIN
"""Words that say the same where one of them is denied: free of nuts, contains no nuts."""


def may_deny(words: frozenset[str]) -> bool:
    """Return whether a sentence has a verb that can begin such a phrase."""
    return not (_DENYING.keys().isdisjoint(words) and _GONE.isdisjoint(words) and _AVOID.isdisjoint(words))


def denies(tokens: Sequence[str]) -> str | None:
    """Return the phrase of a clause that denies what is said in it, or None."""
    for index, token in enumerate(tokens):
        if token in _GONE and not _SUPPORT.isdisjoint(tokens[max(0, index - _REACH) : index]):
            return f"support {token}"
        if token in _AVOID and any(_DOING.fullmatch(t) for t in tokens[index + 1 : index + 2]):
            return None if "by" in tokens[index:] or _is_purpose(tokens[max(0, index - 2) : index]) else token
        follows = _DENYING.get(token)
        if follows is None:
            continue
        reach = 1 if follows is not _AIMS else _REACH
        said = next((t for t in tokens[index + 1 : index + 1 + reach] if t in follows), None)
        after = tokens[index + 2 : index + 3]
        if follows is _TO and (not after or after[0] in _LEVELS or after[0].isdigit()):
            continue
        if said and (follows is not _OF or _NO_THINGS.isdisjoint(after)):
            return f"{token} {said}"
    return None


def _is_purpose(before: Sequence[str]) -> bool:
    """Return whether two words before "avoid" make it what something is done for: "to avoid scratching it, use a soft cloth"."""
    return not _TO_END.isdisjoint(before[-1:]) and _TRYING.isdisjoint(before)


def says_none(claim: Sentence, source: Sentence) -> frozenset[str]:
    """Return the word of a claim that a sentence says otherwise: "free of" where it says "contains no", and the reverse."""
    free = _FREE & claim.words if not _CONTAIN.isdisjoint(source.words) else frozenset()
    contain = _CONTAIN & claim.words if not _FREE.isdisjoint(source.words) else frozenset()
    return free | contain
