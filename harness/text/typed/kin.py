"""Which words and phrases may stand for each other: irregular forms, derivations and everyday synonyms, by hand.

A file of `thesaurus/` holds one group a line; groups are not transitive. In `VERBS` and `NOUNS` a word stands for all its
forms; there `word.n` is a noun among verbs, `word.` stands as it is, and `a_b` is a phrase, whose first word (of a verb) or
last (of a noun) has forms. `an+fangen` is a German verb whose prefix may stand apart. `IRREGULAR` has the forms that are
not regular, the word itself first, and `SMALL` the groups in which function words count.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from harness.text.typed.fold import fold
from harness.text.typed.inflect import noun_forms, verb_forms
from harness.text.typed.lexicon import lexicon

_GAP, _GERMAN_GAP = 3, 12
_STEMMED = frozenset({"tr"})
_SHORTEST_STEM = 2
_BE = ("be", "is", "are", "was", "were", "been", "being", "am")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words after the first of a phrase, how many others may stand between two of them, and its group."""

    rest: tuple[str, ...]
    gap: int
    group: int


@dataclass(frozen=True, slots=True)
class Kin:
    """The groups of one language: those each word is in, the words of each, phrases by their first and second word.

    `phrased` are the groups that have phrases, `heads` the first word of each group, `verbs` and `nouns` the groups of either.
    """

    groups: dict[str, tuple[int, ...]] = field(default_factory=dict)
    members: list[frozenset[str]] = field(default_factory=list)
    phrases: dict[str, dict[str, tuple[Phrase, ...]]] = field(default_factory=dict)
    phrased: set[int] = field(default_factory=set)
    heads: Mapping[int, str] = field(default_factory=dict)
    verbs: range = range(0)
    nouns: range = range(0)
    stems: bool = False

    def groups_of(self, word: str) -> tuple[int, ...]:
        """Return the groups a folded word is in; where words are stems, those of the longest it begins with."""
        if not self.stems:
            return self.groups.get(word, ())
        return next(
            (self.groups[word[:n]] for n in range(len(word), _SHORTEST_STEM, -1) if word[:n] in self.groups), ()
        )

    def related(
        self, group: int, words: Mapping[str, object], beginning: Callable[[str], Sequence[str]]
    ) -> Iterable[str]:
        """Return which of a text's words are in a group; `beginning` has those that begin with three letters."""
        members = self.members[group]
        if not self.stems:
            return members & words.keys()
        return [w for stem in members for w in beginning(stem[:3]) if w.startswith(stem)]

    def said_by_phrases(self, tokens: Sequence[str]) -> frozenset[str]:
        """Return the first word of the group of each phrase among folded words: dismiss, of "thrown out"."""
        if self.phrases.keys().isdisjoint(tokens):
            return frozenset()
        return frozenset([self.heads[group] for group, _ in self.find(tokens) if group in self.heads])

    def find(self, tokens: Sequence[str]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the group and the places of each phrase among folded words."""
        phrases, present = self.phrases, frozenset(tokens)
        if phrases.keys().isdisjoint(present):
            return
        for index, token in enumerate(tokens):
            if token not in phrases:
                continue
            for second, alternatives in phrases[token].items():
                if second not in present and not self.stems:
                    continue
                for phrase in alternatives:
                    if places := _places(tokens, index, phrase, stems=self.stems):
                        yield phrase.group, places


def _places(tokens: Sequence[str], first: int, phrase: Phrase, *, stems: bool) -> tuple[int, ...]:
    places = [first]
    for word in phrase.rest:
        at = places[-1] + 1
        last = min(len(tokens), at + phrase.gap + 1)
        while at < last and tokens[at] != word and not (stems and tokens[at].startswith(word)):
            at += 1
        if at == last:
            return ()
        places.append(at)
    return tuple(places)


@cache
def kin(code: str) -> Kin:
    """Return the groups of a language code among `lexicon.CODES`."""
    module = importlib.import_module(f"harness.text.typed.thesaurus.{code}")
    builder = _Builder(code, _irregular(module.IRREGULAR), _irregular(module.IRREGULAR_NOUNS))
    for verb, forms in builder.irregular.items():
        builder.add_words([*forms, *verb_forms(verb, code)])
    for noun, forms in builder.irregular_nouns.items():
        builder.add_words([*forms, *noun_forms(noun, code)])
    for kind, lines in (("verb", module.VERBS), ("noun", module.NOUNS), ("", module.WORDS)):
        first = builder.count
        for line in lines.splitlines():
            if line:
                builder.add(line.split(), kind)
        if kind == "verb":
            builder.verbs = range(first, builder.count)
        elif kind == "noun":
            builder.nouns = range(first, builder.count)
    for line in module.SMALL.splitlines():
        if line:
            builder.keep(line.split())
    return builder.built()


@cache
def lands(code: str) -> Mapping[str, frozenset[str]]:
    """Return the name of a country, and what is of it, to the other words for them: chile, chilean."""
    module = importlib.import_module(f"harness.text.typed.thesaurus.{code}")
    found: dict[str, frozenset[str]] = {}
    for line in module.LANDS.splitlines():
        group = frozenset([w for w in fold(line).split() if w.isalpha()])
        found.update(dict.fromkeys(group, group))
    return found


def _irregular(lines: str) -> dict[str, list[str]]:
    return {forms[0]: forms for line in lines.splitlines() if (forms := fold(line).split())}


def _by_second(phrases: Sequence[Phrase]) -> dict[str, tuple[Phrase, ...]]:
    seconds = dict.fromkeys(p.rest[0] for p in phrases)
    return {second: tuple([p for p in phrases if p.rest[0] == second]) for second in seconds}


class _Builder:
    """Collects the groups of one language."""

    def __init__(self, code: str, irregular: dict[str, list[str]], irregular_nouns: dict[str, list[str]]) -> None:
        self.code = code
        self.irregular, self.irregular_nouns = irregular, irregular_nouns
        self._members: list[set[str]] = []
        self._phrases: dict[str, list[Phrase]] = {}
        self._heads: dict[int, str] = {}
        self._kept: set[int] = set()
        self.verbs = self.nouns = range(0)

    @property
    def count(self) -> int:
        """How many groups there are."""
        return len(self._members)

    def add_words(self, words: Sequence[str]) -> None:
        self._members.append(set(words))

    def keep(self, words: Sequence[str]) -> None:
        """Add a group whose function words stand for the others: may, of what is allowed."""
        self._kept.add(len(self._members))
        self.add_words([fold(word) for word in words])

    def add(self, items: Sequence[str], kind: str) -> None:
        """Add a line: the forms of its words, and its phrases with each form of the word that has some."""
        words: set[str] = set()
        group = len(self._members)
        self._members.append(words)
        for item in items:
            bare, dot, tag = item.partition(".")
            own = ("noun" if tag == "n" else "") if dot else kind
            if self.code == "zh" and len(bare) > 1:
                self._phrase(list(bare), group, 0)
            elif "+" in bare:
                prefix, _, verb = bare.partition("+")
                prefix = fold(prefix)
                for form in self._forms(fold(verb), "verb"):
                    words.update((prefix + form, f"{prefix}zu{form}"))
                    self._phrase([form, prefix], group, _GERMAN_GAP)
            elif "_" in bare:
                self._add_phrase([fold(part) for part in bare.split("_")], own, group)
            else:
                self._heads.setdefault(group, fold(bare))
                words.update(self._forms(fold(bare), own))

    def _add_phrase(self, parts: list[str], kind: str, group: int) -> None:
        if kind == "noun":
            for form in self._forms(parts[-1], kind):
                self._phrase([*parts[:-1], form], group, 0)
            return
        first = _BE if parts[0] == "be" else self._forms(parts[0], kind)
        for form in first:
            self._phrase([form, *parts[1:]], group, _GAP if kind == "verb" and len(parts) == 2 else 0)  # noqa: PLR2004 -- a verb and its particle

    def _phrase(self, parts: list[str], group: int, gap: int) -> None:
        self._phrases.setdefault(parts[0], []).append(Phrase(tuple(parts[1:]), gap, group))

    def _forms(self, word: str, kind: str) -> list[str]:
        """Return the forms of a folded word; a verb that ends in an irregular one has that one's: overcome, overcame."""
        if kind == "verb":
            return [*self.irregular.get(word, ()), *verb_forms(word, self.code)]
        if kind == "noun":
            return [*self.irregular_nouns.get(word, ()), *noun_forms(word, self.code)]
        return [word]

    def built(self) -> Kin:
        groups: dict[str, list[int]] = {}
        stop = lexicon(self.code).stop
        members = [words if n in self._kept else words - stop for n, words in enumerate(self._members)]
        for number, words in enumerate(members):
            for word in words - stop:
                groups.setdefault(word, []).append(number)
        return Kin(
            {word: tuple(numbers) for word, numbers in groups.items()},
            [frozenset(words) for words in members],
            {first: _by_second(phrases) for first, phrases in self._phrases.items()},
            {p.group for phrases in self._phrases.values() for p in phrases},
            self._heads,
            self.verbs,
            self.nouns,
            self.code in _STEMMED,
        )
