"""The one noun or verb of a claim that is not there, where the span has one that the claim has not: tiles, of slates."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.passage import Sentence
from harness.verify._deeds.deeds import deeds_told
from harness.verify._denied.denials import HAVING
from harness.verify._words.novel import is_known_verb, only_carries
from harness.verify._words.support import COMMON, Support, Word

_FEWEST, _LONGEST, _NEAREST = 4, 2, 3
_BEFORE_NOUNS = frozenset(
    "the a an this that these those its his her their our my your s of in on at for from with by to into "
    "der die das den dem des ein eine einen einem einer im am vom zum zur beim mit von fur aus auf "
    "le la les l un une du des de d au aux dans sur par pour avec "
    "el los las una unos unas del al en con por para su sus sa son ses".split()
)


def another_word(claim: Sentence, support: Support, *, anchored: int) -> str | None:
    """Return the noun or verb of a claim that a span has another for, or None.

    Only where a sentence has every other telling word of the claim and no other telling word of its own, in any order, and
    both look like nouns (an article or a preposition stands before them) or are verbs of the thesaurus. `anchored` is
    how many quantities of the claim are there, each as good as a word.
    """
    lost = support.missing
    if (
        claim.code in {"zh", "tr"}
        or len(support.words) + anchored < _FEWEST
        or support.turned
        or not _stand_together(lost)
    ):
        return None
    if any(w.text in deeds_told(claim, support).agreed for w in lost):
        return None
    kind = _kind(claim, [w.index for w in lost])
    mine = frozenset().union(*support.variants.values())
    kept = [w for w in support.words if support.variants[w.text]]
    for _, _, sentence in support.best[:_NEAREST] if kind else ():
        if any(support.variants[w.text].isdisjoint(sentence.words) for w in kept):
            continue
        other = _its_own(sentence, mine)
        if not other:
            return None
        theirs = [sentence.tokens[i] for i in other]
        carries = anchored and only_carries(lost[-1].text, theirs, claim.lexicon)
        if carries or (lost[0].text in HAVING and all(word in HAVING for word in theirs)):
            return None
        if len(other) <= _LONGEST and other[-1] - other[0] == len(other) - 1 and _kind(sentence, other) == kind:
            shown = " ".join(w.text for w in lost), " ".join(sentence.tokens[i] for i in other)
            return f"{shown[0]!r} in the answer, {shown[1]!r} there"
    return None


def _stand_together(lost: Sequence[Word]) -> bool:
    """Return whether one or two telling words stand side by side."""
    return (
        0 < len(lost) <= _LONGEST
        and lost[-1].index - lost[0].index == len(lost) - 1
        and all(w.weight > COMMON for w in lost)
    )


def _kind(sentence: Sentence, places: Sequence[int]) -> str:
    """Return whether neighbouring words look like a noun or are a verb of the thesaurus; "" for neither."""
    if _after_an_article(sentence.tokens, places[0]):
        return "noun"
    return "verb" if len(places) == 1 and is_known_verb(sentence, sentence.tokens[places[0]]) else ""


def _its_own(sentence: Sentence, mine: frozenset[str]) -> list[int]:
    """Return the places of the telling words of a sentence that the claim has not."""
    lex = sentence.lexicon
    skipped = sentence.literal_words | sentence.comparing
    return [
        i
        for i, t in enumerate(sentence.tokens)
        if t not in mine and t not in lex.stop and t not in lex.common and t not in lex.quantifiers and i not in skipped
    ]


def _after_an_article(tokens: Sequence[str], index: int) -> bool:
    return index > 0 and tokens[index - 1] in _BEFORE_NOUNS
