"""Who heads what, told with a verb on one side: the head of the laboratory is who leads it, not who leads the clinic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.stems import akin
from harness.verify._denied.clauses import Clause, clauses
from harness.verify._whose.posts import is_same
from harness.verify._words.support import Support

_VERBS = {
    "en": "heads headed leads led directs directed runs chairs chaired manages managed",
    "de": "leitet leitete f\u00fchrt f\u00fchrte geleitet gef\u00fchrt",
    "fr": "dirige dirigeait dirig\u00e9 dirig\u00e9e pr\u00e9side pr\u00e9sidait pr\u00e9sid\u00e9 pr\u00e9sid\u00e9e g\u00e8re",
    "es": "dirige dirig\u00eda dirigido dirigida preside presid\u00eda presidido presidida gestiona",
}
_NOUNS = {
    "en": "head director leader chair chairman chairwoman chairperson manager boss chief charge",
    "de": "leiter leiterin direktor direktorin chef chefin vorsitzender vorsitzende",
    "fr": "directeur directrice chef cheffe responsable pr\u00e9sident pr\u00e9sidente",
    "es": "director directora jefe jefa responsable presidente presidenta",
}
_BY = frozenset("by von vom par por".split())
_OF = frozenset("of at der des von vom de du del la le l".split())
_BE = frozenset("is are was were ist war est etait es era fue".split())
_TITLES = frozenset(
    "dr mr mrs ms prof professor sir dame herr frau monsieur madame m mme senor senora sr sra don dona".split()
)
_SECONDS = frozenset(
    "deputy deputises deputizes vice assistant stellvertreter stellvertreterin stellvertretende stellvertretender vertritt adjoint adjointe adjunto adjunta subdirector subdirectora".split()
)
_MOST_SENTENCES, _MOST_READ = 8, 60


class Head(NamedTuple):
    """Who heads something: the words of the name and of the thing."""

    name: frozenset[str]
    thing: frozenset[str]


def another_heads(claim: Sentence, support: Support) -> str | None:
    """Return who heads what a claim has another head of, where that other is told of elsewhere in the spans, or None."""
    verbs, nouns = _words("verbs", claim.code), _words("nouns", claim.code)
    if (claim.words.isdisjoint(verbs) and claim.words.isdisjoint(nouns)) or not claim.lexicon.negators.isdisjoint(
        claim.words
    ):
        return None
    mine = [*_told(claim, verbs), *_called(claim, nouns)]
    if len(mine) != 1 or not all(mine[0]):
        return None
    sentences = [s for _, _, s in support.best[:_MOST_SENTENCES] if s.code == claim.code]
    theirs = [h for s in sentences for h in (*_told(s, verbs), *_called(s, nouns)) if all(h)]
    forms = frozenset(f for t in mine[0].thing for f in (t, *support.variants.get(t, ())))
    nearest = max([len(h.thing & forms) for h in theirs], default=0)
    same = [h for h in theirs if nearest and len(h.thing & forms) == nearest]
    others = [h.name for h in theirs if h not in same] + [n for s in sentences for n in _seconds(s)]
    if same and not any(is_same(h.name, mine[0].name) for h in same) and any(is_same(n, mine[0].name) for n in others):
        return f"{' '.join(sorted(same[0].name))} heads {' '.join(sorted(same[0].thing))} there"
    return None


def heading_words(claim: Sentence, passages: Sequence[Passage]) -> frozenset[str]:
    """Return the words by which a claim says that one heads what a span says, in another word, that the same one heads."""
    verbs, nouns = _words("verbs", claim.code), _words("nouns", claim.code)
    if claim.words.isdisjoint(verbs) and claim.words.isdisjoint(nouns):
        return frozenset()
    said = claim.words & (verbs | nouns)
    mine = [h for h in (*_told(claim, verbs), *_called(claim, nouns)) if all(h)]
    for passage in passages if len(mine) == 1 else ():
        for sentence in passage.sentences[:_MOST_READ]:
            if sentence.code == claim.code and any(
                _agree(mine[0], h, claim.code) for h in (*_told(sentence, verbs), *_called(sentence, nouns))
            ):
                return said
    return frozenset()


def _agree(one: Head, other: Head, code: str) -> bool:
    things = any(a == b or akin(*sorted((a, b)), code) for a in one.thing for b in other.thing)
    return things and not one.name.isdisjoint(other.name)


@cache
def _words(kind: str, code: str) -> frozenset[str]:
    return frozenset(fold((_VERBS if kind == "verbs" else _NOUNS).get(code, "")).split())


def _told(sentence: Sentence, verbs: frozenset[str]) -> list[Head]:
    """Return who heads what by a verb, in either voice."""
    found: list[Head] = []
    for clause in clauses(sentence) if not verbs.isdisjoint(sentence.words) else ():
        tokens = clause.tokens
        for index, token in enumerate(tokens):
            if token not in verbs or not index:
                continue
            by = next((i for i in range(index, len(tokens)) if tokens[i] in _BY), None)
            by = next((i for i in range(index) if tokens[i] in _BY), by)
            if by is None:
                found.append(Head(_name(sentence, clause, 0, index), _thing(sentence, tokens[index + 1 :])))
            elif by > index:
                found.append(Head(_name(sentence, clause, by + 1, len(tokens)), _thing(sentence, tokens[:index])))
            else:
                found.append(Head(_name(sentence, clause, by + 1, index), _thing(sentence, tokens[:by])))
            break
    return found


def _called(sentence: Sentence, nouns: frozenset[str]) -> list[Head]:
    """Return who is called the head of what: "the head of the laboratory is X", "X is head of the laboratory"."""
    found: list[Head] = []
    for clause in clauses(sentence) if not nouns.isdisjoint(sentence.words) else ():
        tokens = clause.tokens
        noun = next((i for i, t in enumerate(tokens) if t in nouns), None)
        verb = next((i for i, t in enumerate(tokens) if t in _BE), None)
        if noun is None or verb is None or tokens[noun + 1 : noun + 2] == () or tokens[noun + 1] not in _OF:
            continue
        if noun < verb:
            found.append(
                Head(_name(sentence, clause, verb + 1, len(tokens)), _thing(sentence, tokens[noun + 1 : verb]))
            )
        else:
            found.append(Head(_name(sentence, clause, 0, verb), _thing(sentence, tokens[noun + 1 :])))
    return found


def _seconds(sentence: Sentence) -> list[frozenset[str]]:
    """Return who is told to stand in for the head: "Paul Lund is her deputy"."""
    if sentence.words.isdisjoint(_SECONDS):
        return []
    found = [_name(sentence, c, 0, len(c.tokens)) for c in clauses(sentence) if not _SECONDS.isdisjoint(c.tokens)]
    return [name for name in found if name]


def _name(sentence: Sentence, clause: Clause, first: int, last: int) -> frozenset[str]:
    """Return the capitalised words of a part of a clause, without titles and initials."""
    indices = range(clause.first + first, clause.first + last)
    return (
        frozenset(
            t for i in indices if i in sentence.capitals and len(t := sentence.tokens[i]) > 1 and t not in _TITLES
        )
        - sentence.lexicon.stop
    )


def _thing(sentence: Sentence, tokens: Sequence[str]) -> frozenset[str]:
    return frozenset(tokens) - sentence.lexicon.stop - _OF - _BE
