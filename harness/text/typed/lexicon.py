"""What one language contributes: its function words, number words, months, comparators, negators and opposites.

A language is a module of `languages/` that holds one `Lexicon`; adding one touches that file, its file of `thesaurus/` and `CODES`. All words are
written as people write them and folded here, once.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from harness.text.typed.fold import fold

CODES = ("en", "de", "fr", "es", "tr", "zh")


_NUMERIC = "a an one ein eine einen einem un une una bir noon midday midnight mittag mitternacht midi minuit mediodia medianoche".split()
TIMES: dict[str, int] = {
    "twice": 2, "double": 2, "triple": 3, "thrice": 3, "doppelt": 2, "doppelte": 2, "doble": 2,
    **{f"{word}fold": n for n, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), 2)},
    "twentyfold": 20, "hundredfold": 100, "thousandfold": 1000,
    **{f"{word}fach{end}": n for n, word in enumerate("zwei drei vier funf sechs sieben acht neun zehn".split(), 2) for end in ("", "e", "en", "er", "es")},
    "hundertfach": 100, "hundertfache": 100, "tausendfach": 1000,
}  # fmt: skip
"""Words that say how many times as much."""
PARTS_OF = {"ikide": 2, "ucte": 3, "dortte": 4, "beste": 5, "onda": 10}
"""Turkish words that name the parts of a whole, before how many of them: dörtte bir."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Everything is folded: look words up by `fold(word)`. Phrases are words joined by one space.

    `obligations` are 2 for what must be, 1 for what is advised and 0 for what may be. `not_always` says that something is
    so more or less often, `tentative` that it is only thought of, and `decided` that it is settled.
    """

    code: str
    stop: frozenset[str]
    common: frozenset[str]
    decimal_comma: bool
    cardinals: Mapping[str, int]
    hundreds: Mapping[str, int]
    scales: Mapping[str, int]
    joiners: frozenset[str]
    ordinals: Mapping[str, int]
    fractions: Mapping[str, tuple[int, int]]
    months: Mapping[str, int]
    units: Mapping[str, str]
    before: Mapping[str, str]
    after: Mapping[str, str]
    range_words: Mapping[str, str]
    negators: frozenset[str]
    negated: Mapping[str, str]
    opposites: Mapping[str, tuple[tuple[int, int], ...]]
    except_words: frozenset[str]
    only_words: frozenset[str]
    quantifiers: Mapping[str, int]
    passive: frozenset[str]
    pronouns: frozenset[str]
    symmetric: frozenset[str]
    synonyms: Mapping[str, frozenset[str]] = field(default_factory=dict)
    obligations: Mapping[str, int] = field(default_factory=dict)
    not_always: frozenset[str] = frozenset()
    tentative: frozenset[str] = frozenset()
    decided: frozenset[str] = frozenset()
    poles: dict[tuple[int, int], frozenset[str]] = field(init=False, default_factory=dict)
    facing: dict[tuple[int, int], frozenset[str]] = field(init=False, default_factory=dict)
    moves: set[str] = field(init=False, default_factory=set)
    numeric: set[str] = field(init=False, default_factory=set)
    unit_starts: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        """Fill what follows from the rest.

        `poles` has the words of each side of each opposition, `facing` those of its other sides, `moves` those of going up and down, `numeric` every word that can begin a literal without a
        digit, and `unit_starts` the first words of units.
        """
        self.numeric.update(
            self.cardinals,
            self.hundreds,
            self.scales,
            self.ordinals,
            self.fractions,
            self.months,
            _NUMERIC,
            TIMES,
            PARTS_OF,
        )
        self.unit_starts.update(phrase.split()[0] for phrase in self.units)
        for word, places in self.opposites.items():
            for place in places:
                self.poles[place] = self.poles.get(place, frozenset()) | {word}
        sides: dict[int, frozenset[str]] = {}
        for (group, _), side in self.poles.items():
            sides[group] = sides.get(group, frozenset()) | side
        self.moves.update(self.poles.get((0, 0), ()), self.poles.get((0, 1), ()))
        self.facing.update({(group, pole): sides[group] - side for (group, pole), side in self.poles.items()})


def words(spaced: str) -> frozenset[str]:
    """Return the folded words of a string of words."""
    return frozenset(fold(spaced).split())


def table(spaced: str, start: int = 0, step: int = 1) -> dict[str, int]:
    """Return words numbered from `start`; alternatives for one number are joined by `|`, phrases by `_`."""
    found: dict[str, int] = {}
    for number, alternatives in enumerate(spaced.split()):
        for word in alternatives.split("|"):
            found[fold(word.replace("_", " "))] = start + number * step
    return found


def phrases(groups: Mapping[str, str]) -> dict[str, str]:
    """Return phrase to meaning, from meaning to phrases separated by `;`."""
    return {
        fold(" ".join(p.split())): meaning for meaning, spaced in groups.items() for p in spaced.split(";") if p.strip()
    }


def opposed(pairs: Iterable[str], irregular: str = "") -> dict[str, tuple[tuple[int, int], ...]]:
    """Return word to its `(group, pole)` pairs, from lines such as `up rise | down fall`.

    A line may have more than two sides, each against all others: `linear | quadratic | cubic`. A word of a line of
    `irregular` brings all forms of that line.
    """
    forms: dict[str, list[str]] = {}
    for line in fold(irregular).splitlines():
        for word in line.split():
            forms.setdefault(word, []).extend(line.split())
    found: dict[str, list[tuple[int, int]]] = {}
    for group, line in enumerate(pairs):
        for pole, side in enumerate(line.split("|")):
            for word in dict.fromkeys(form for w in fold(side).split() for form in forms.get(w, [w])):
                found.setdefault(word, []).append((group, pole))
    return {word: tuple(places) for word, places in found.items()}


def alike(lines: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return word to its synonyms, from lines of words that can stand for each other.

    In a line such as `pay pays > free` those before the mark may be said with those after it, and not the other way round.
    """
    found: dict[str, frozenset[str]] = {}
    for line in lines:
        mine, _, theirs = line.partition(">")
        group = words(f"{mine} {theirs}")
        for word in words(mine):
            found[word] = found.get(word, frozenset()) | group
    return found


@cache
def lexicon(code: str) -> Lexicon:
    """Return the lexicon of a language code among `CODES`."""
    found: Lexicon = importlib.import_module(f"harness.text.typed.languages.{code}").LEXICON
    return found
