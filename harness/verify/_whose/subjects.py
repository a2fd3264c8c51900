"""Whose doing it is: a claim that takes its subject from one sentence and all it says of it from another's is no claim of the spans."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Passage, Sentence
from harness.verify._words.support import PLAIN, Support, Word

_TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president minister chancellor senator governor mayor councillor captain king queen saint st officer director chief "
    "herr frau monsieur madame mme m senor senora don dona".split()
)
_ASIDE = frozenset(
    "in at on near during for since with of as under over per from before after en dans sur pour chez con para im am auf bei".split()
)
_VERBS = frozenset(
    "is are was were be been has have had can could may might must shall should will would do does did cannot never".split()
)
_REFERRING = frozenset(
    "the this that these those it he she they such both either neither il elle ils elles ce cette esta este ella".split()
)
_OPENS_ANOTHER = frozenset("its his her their".split())
_OPENING = 4
_LONGEST_SUBJECT = 3
_LEAST, _NEAR_BEST = 0.5, 0.9
_FEWEST_WORDS = 2
_MOST_SENTENCES = 12


def another_does(
    claim: Sentence, support: Support, anchored: Sequence[set[int]], passages: Sequence[Passage]
) -> str | None:
    """Return of whom or what the spans say all that the claim says of its subject, where it is surely another; None elsewhere.

    The claim must open with a name, or with a noun phrase without an article, that the passages have in other sentences;
    the sentences that hold the rest of the claim must open with another of its kind, not with a word that stands for one.
    `anchored` has, for each literal, the ids of the sentences it stands in.
    """
    named = frozenset() if claim.code in {"zh", "tr"} else _opening_name(claim)
    subject = named or _bare_subject(claim)
    if not subject or not any(p.words.issuperset(subject) for p in passages):
        return None
    rest = [w for w in support.words if w.text not in subject]
    if not rest or len(rest) + len(anchored) < _FEWEST_WORDS:
        return None
    others = [
        (_other_name(s, claim, rest, support) if named else _other_subject(s, support))
        if s.words.isdisjoint(subject)
        else ""
        for s in _saying(rest, support, anchored)
    ]
    if not others or not all(others) or not (named or any(_opens(p, subject) for p in passages)):
        return None
    return f"{others[0]!r} there, not {' '.join(t for t in claim.tokens if t in subject)!r}"


def _saying(rest: Sequence[Word], support: Support, anchored: Sequence[set[int]]) -> list[Sentence]:
    """Return the sentences that hold most of some words and of the literals, if one holds half of their weight."""
    total = sum(w.weight for w in rest) + len(anchored) * PLAIN
    scored = [
        (
            sum(w.weight for w in rest if not support.variants[w.text].isdisjoint(s.words))
            + sum(PLAIN for ids in anchored if id(s) in ids),
            s,
        )
        for _, _, s in support.best[:_MOST_SENTENCES]
    ]
    top = max((score for score, _ in scored), default=0.0)
    return [s for score, s in scored if score >= _NEAR_BEST * top] if top >= _LEAST * total else []


def _opening_name(claim: Sentence) -> frozenset[str]:
    if 1 not in claim.capitals and not claim.text[: claim.starts[0] + len(claim.tokens[0])].isupper():
        # One capitalised word that opens a sentence is no name.
        return frozenset()
    name = next((n for n in claim.names if n.first <= 1), None)
    if name is None or claim.code == "de":
        return frozenset()
    return frozenset(name.words) - _TITLES


def _bare_subject(claim: Sentence) -> frozenset[str]:
    """Return the words before the verb of an English claim that opens with them and no article: reference books."""
    tokens, stop = claim.tokens, claim.lexicon.stop
    end = next((i for i, t in enumerate(tokens[: _LONGEST_SUBJECT + 1]) if t in _VERBS), 0)
    if claim.code != "en" or end < _FEWEST_WORDS or any(t in stop for t in tokens[:end]):
        return frozenset()
    return frozenset(tokens[:end])


def _other_name(sentence: Sentence, claim: Sentence, rest: Sequence[Word], support: Support) -> str:
    """Return the name that a sentence opens with and the claim has not; "" where another word may stand for the subject."""
    tokens = sentence.tokens
    told = frozenset().union(*[support.variants[w.text] for w in rest])
    for name in sentence.names:
        before = tokens[: name.first]
        if not _ASIDE.isdisjoint(before) or not claim.words.isdisjoint(set(name.words) - _TITLES):
            return ""
        if not _REFERRING.isdisjoint(before) or not told.isdisjoint(before) or name.text.isupper():
            # An acronym may stand for the name itself.
            return ""
        return name.text
    return ""


def _other_subject(sentence: Sentence, support: Support) -> str:
    """Return the words a sentence opens with before its verb, where no article is among them and the claim has none of them."""
    tokens = sentence.tokens
    end = next((i for i, t in enumerate(tokens[: _LONGEST_SUBJECT + 1]) if t in _VERBS), 0)
    opening = tokens[:end]
    mine = frozenset().union(*support.variants.values())
    if end < _FEWEST_WORDS or not (_REFERRING | _OPENS_ANOTHER).isdisjoint(opening) or opening[-1] in mine:
        return ""
    return " ".join(opening)


def _opens(passage: Passage, subject: frozenset[str]) -> bool:
    return any(subject <= frozenset(s.tokens[:_OPENING]) for s in passage.sentences)
