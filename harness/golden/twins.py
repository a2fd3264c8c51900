"""Questions that ask nearly the same: they count twice, and make intervals narrower than they are.

Two questions are near when their words, as stems, overlap by a Jaccard index of `NEAR` or more and those they differ in hold no
digit: a year or a code makes another question of it, and so does "who" for "when", hence no stopword is left out. Pairs are found through each question's rarest words: two sets
that overlap so far share one of them (prefix filtering; Chaudhuri et al. 2006).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

NEAR = 0.8


def near_twins(words: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str, float]]:
    """Yield `(later id, earlier id, Jaccard index)` for each question with an earlier one that asks nearly the same."""
    common = Counter(word for of in words.values() for word in of)
    by_word: dict[str, list[str]] = defaultdict(list)
    for name, own in words.items():
        prefix = sorted(own, key=lambda word: (common[word], word))[: len(own) - math.ceil(NEAR * len(own)) + 1]
        seen = dict.fromkeys(other for word in prefix for other in by_word[word])
        near = [(len(own & words[other]) / len(own | words[other]), other) for other in seen]
        told = [(index, o) for index, o in near if index >= NEAR and not _tells_apart(own ^ words[o])]
        if told:
            index, other = max(told, key=lambda pair: pair[0])
            yield name, other, index
        for word in prefix:
            by_word[word].append(name)


def _tells_apart(differing: frozenset[str]) -> bool:
    return any(character.isdigit() for word in differing for character in word)
