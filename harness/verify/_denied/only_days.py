"""Open on some days only: what opens Monday to Saturday only is shut on Sundays, and on no Saturday."""

from __future__ import annotations

from collections.abc import Sequence

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.stems import akin
from harness.verify._denied.clauses import clauses
from harness.verify._literals.weekdays import days_in, spoken_day

_OPEN = frozenset(
    fold(
        "open opens opened opening offen ge\u00f6ffnet \u00f6ffnet \u00f6ffnen ouvert ouverte ouverts ouvertes ouvre ouvrent abre abren abierto abierta abiertos abiertas"
    ).split()
)
_SHUT = frozenset(
    fold(
        "closed shut closes close geschlossen schlie\u00dft ferm\u00e9 ferm\u00e9e ferm\u00e9s ferm\u00e9es ferme ferment cerrado cerrada cerrados cerradas cierra cierran"
    ).split()
)
_OPEN_OR_SHUT = _OPEN | _SHUT
_RELATIVES = frozenset("which that who die der das qui que".split())
_SAID_WITH = frozenset("stays stay remains remain kept keeps bleibt bleiben reste restent permanece only nur".split())
_MOST, _HEAD, _SEVERAL = 60, 3, 2


def open_on_the_day(claim: Sentence, passages: Sequence[Passage]) -> bool | None:
    """Return whether something is open or shut on a day as a claim says, by the days that a sentence says it is only open on.

    None where no sentence tells, or the claim says anything else.
    """
    if claim.words.isdisjoint(_OPEN_OR_SHUT) or claim.typed:
        return None
    days = {day for t in claim.words if (day := spoken_day(t)) is not None}
    if len(days) != 1 or not claim.words.isdisjoint(claim.lexicon.only_words) or len(clauses(claim)) > 1:
        return None
    opened = claim.words.isdisjoint(_SHUT) == claim.lexicon.negators.isdisjoint(claim.words)
    told = claim.words - claim.lexicon.stop - claim.lexicon.negators - _OPEN - _SHUT - _SAID_WITH
    told = frozenset(t for t in told if spoken_day(t) is None)
    for passage in passages:
        for sentence in passage.sentences[:_MOST]:
            only = _only_open_on(sentence, told, claim.code)
            if only is not None:
                return (next(iter(days)) in only) == opened
    return None


def _only_open_on(sentence: Sentence, told: frozenset[str], code: str) -> frozenset[int] | None:
    """Return the days that a sentence says are the only ones on which what some words name is open."""
    lex = sentence.lexicon
    if lex.only_words.isdisjoint(sentence.words) or sentence.words.isdisjoint(_OPEN) or not told:
        return None
    parts = clauses(sentence)
    starts = [*sentence.starts, len(sentence.text)]
    for index, part in enumerate(parts):
        days = days_in(sentence.text[starts[part.first] : starts[part.last]])
        if (
            len(days) < _SEVERAL
            or lex.only_words.isdisjoint(part.tokens)
            or _OPEN.isdisjoint(part.tokens)
            or part.negator
        ):
            continue
        subject = frozenset(part.tokens)
        if not _RELATIVES.isdisjoint(part.tokens[:1]) and index:
            subject |= frozenset(parts[index - 1].tokens)
        subject -= lex.stop | _OPEN | lex.only_words
        if _any_alike(told, subject, code) and all(_any_alike(frozenset({t}), sentence.words, code) for t in told):
            return days
    return None


def _any_alike(words: frozenset[str], others: frozenset[str], code: str) -> bool:
    return any(a == b or (a[:_HEAD] == b[:_HEAD] and akin(*sorted((a, b)), code)) for a in words for b in others)
