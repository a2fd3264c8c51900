"""The cheap and common yes: a claim that copies a sentence, or leaves out of it only what turns nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from harness.text.typed.lexicon import lexicon
from harness.text.typed.passage import Passage, Sentence, sentence_key
from harness.verify._denied.clauses import CONJUNCTIONS
from harness.verify._denied.exceptions import exceptions
from harness.verify._denied.strength import NEARLY
from harness.verify._words.novel import clause_cuts

_ROLE_WORDS = frozenset({"from", "to", "than", "into", "als", "que", "after", "before", "once", "until"})
_MOST_LEFT_OUT, _SHARE_LEFT_OUT = 2, 5


def plainly(claim: Sentence, passages: Sequence[Passage]) -> bool:
    """Return whether a passage says the same, word for word, or one of its sentences has all the words and no literal."""
    key = sentence_key(claim.text)
    if any(p.copied(key) for p in passages):
        return True
    holding = [s for p in passages for s in p.holding(claim)]
    if not holding or claim.typed or claim.verbatim:
        return False
    return any(says_it_all(claim, s) for s in holding)


def says_it_all(claim: Sentence, sentence: Sentence) -> bool:
    """Return whether a sentence has every word of the claim in its order, and what the claim leaves out turns nothing.

    Either the sentence is one statement that denies nothing, or nothing is left out but a word or two that neither deny, limit,
    compare nor join.
    """
    if claim.code == "zh" or not claim.words <= sentence.words:
        return False
    left_out = _left_out(claim.tokens, sentence.tokens)
    if left_out is None:
        return False
    if _turn_nothing(left_out, claim, sentence):
        return True
    return (
        sentence.lexicon.negators.isdisjoint(sentence.words)
        and NEARLY.isdisjoint(sentence.words)
        and not claim.capitals - {0}
        and _ROLE_WORDS.isdisjoint(claim.words)
        and not clause_cuts(sentence)
        and not exceptions(sentence)
        and not _both_ways(claim, sentence)
    )


def _left_out(tokens: Sequence[str], source: Sequence[str]) -> list[int] | None:
    """Return the places of the words of a sentence that a claim leaves out; None where its own stand in another order."""
    found = []
    place, count = 0, len(tokens)
    for index, token in enumerate(source):
        if place < count and token == tokens[place]:
            place += 1
        else:
            found.append(index)
    return found if place == count else None


def _turn_nothing(left_out: Sequence[int], claim: Sentence, sentence: Sentence) -> bool:
    if len(left_out) > _MOST_LEFT_OUT or len(left_out) * _SHARE_LEFT_OUT > len(claim.tokens) or sentence.cells:
        return False
    tokens, telling = sentence.tokens, _telling(sentence.code)
    return not any(tokens[i] in telling or not tokens[i].isalpha() for i in left_out) and sentence.capitals.isdisjoint(
        left_out
    )


@cache
def _telling(code: str) -> frozenset[str]:
    """Return the words that turn what a sentence says, or whom it says it of, when they are left out of it."""
    lex = lexicon(code)
    return frozenset().union(
        lex.numeric,
        lex.negators,
        lex.negated,
        lex.opposites,
        lex.except_words,
        lex.only_words,
        lex.quantifiers,
        lex.obligations,
        lex.not_always,
        lex.tentative,
        lex.decided,
        lex.passive,
        lex.pronouns,
        lex.unit_starts,
        NEARLY,
        CONJUNCTIONS,
        _ROLE_WORDS,
    )


def _both_ways(claim: Sentence, sentence: Sentence) -> bool:
    """Return whether a sentence has the opposite of a word of a claim too: open to bicycles, closed to lorries."""
    lex = claim.lexicon
    if lex.opposites.keys().isdisjoint(claim.words):
        return False
    polar = [t for t in claim.words if t in lex.opposites]
    return any(not lex.facing[place].isdisjoint(sentence.words) for t in polar for place in lex.opposites[t])
