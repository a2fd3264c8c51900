"""Which sentences of the spans speak of what a claim speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.text.typed.passage import Sentence
from harness.verify._words.support import Support, Word

_CANDIDATE = 0.9
_ANCHOR = 0.25
_SUBJECT, _OPENING = 0.25, 4
_OPENING_PRONOUN = 3
_HAN_PRONOUNS = frozenset("\u5b83\u4ed6\u5979\u5176\u8be5")
_LEAST = 0.3
_MOST_CANDIDATES = 4


def _names(sentence: Sentence, word: str) -> bool:
    """Return whether a word has a capital inside a sentence."""
    return word in sentence.tokens and any(i and sentence.tokens[i] == word for i in sentence.capitals)


def _subject(support: Support, claim: Sentence) -> frozenset[str]:
    """Return the forms of the word a claim opens with, and of the pronouns that stand for it; none for a proper name."""
    first = support.words[0]
    if first.capital and any(_names(s, first.text) for _, _, s in support.best[:_MOST_CANDIDATES]):
        return frozenset()
    return support.variants[first.text] | claim.lexicon.pronouns


def opens_with_pronoun(sentence: Sentence) -> bool:
    """Return whether a pronoun is among the first words of a sentence. Kept with it."""
    kept: bool | None = sentence.__dict__.get("opens_with_pronoun")
    if kept is None:
        pronouns = _HAN_PRONOUNS if sentence.code == "zh" else sentence.lexicon.pronouns
        kept = not pronouns.isdisjoint(sentence.tokens[:_OPENING_PRONOUN])
        sentence.__dict__["opens_with_pronoun"] = kept
    return kept


def meant(support: Support, source: Sentence, before: Sentence) -> list[Word]:
    """Return the words a claim opens with that a pronoun at the start of a sentence stands for: those only the one before has.

    Only where the sentence has all else that the one before it has of the claim.
    """
    if not opens_with_pronoun(source):
        return []
    found: list[Word] = []
    for word in support.words:
        forms = support.variants[word.text]
        if not forms.isdisjoint(source.words):
            break
        if forms.isdisjoint(before.words) or word.text in source.lexicon.opposites:
            return []
        found.append(word)
    rest = [
        forms for w in support.words[len(found) :] if not (forms := support.variants[w.text]).isdisjoint(before.words)
    ]
    return found if all(not forms.isdisjoint(source.words) for forms in rest) else []


def _resolved(support: Support) -> dict[int, float]:
    """Return what a sentence gains by what its pronoun stands for."""
    if not any(opens_with_pronoun(s) for _, _, s in support.best):
        return {}
    by_place = {(number, s.index): s for _, number, s in support.best}
    total = sum([w.weight for w in support.words])
    found: dict[int, float] = {}
    for (number, index), sentence in by_place.items():
        before = by_place.get((number, index - 1))
        if before is not None and (words := meant(support, sentence, before)):
            found[id(sentence)] = sum([w.weight for w in words]) / total
    return found


def candidates(claim: Sentence, support: Support, anchored: Sequence[set[int]]) -> Iterator[Sentence]:
    """Yield the sentences that speak of what the claim speaks of: the best by words, those with its literals first.

    `anchored` has, for each literal, the ids of the sentences it stands in.
    """
    if not support.best:
        return
    subject = _subject(support, claim)
    scored = [
        (
            weight
            + (_ANCHOR * sum([id(s) in ids for ids in anchored]) if anchored else 0.0)
            + (0.0 if subject.isdisjoint(s.tokens[:_OPENING]) else _SUBJECT),
            weight,
            s,
        )
        for weight, _, s in support.best
    ]
    if len(scored) > 1 and (gains := _resolved(support)):
        scored = [(score + gains.get(id(s), 0.0), weight, s) for score, weight, s in scored]
    top = max([score for score, _, _ in scored])
    if top < _LEAST:
        return
    near_top = [x for x in scored if x[0] >= _CANDIDATE * top]
    near_top.sort(key=lambda x: (-x[0], x[2].text))
    for _, weight, sentence in near_top[:_MOST_CANDIDATES]:
        if weight > 0:
            yield sentence
