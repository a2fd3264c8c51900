"""Deeds: who bought what from whom, who wrote and who translated, read in either voice and from either side.

"A acquires B from C", "C is selling B to A" and "B was bought by A" are one deed. Each word of `WORDS` (`_deeds/words.py`) names an event and
says which part its subject, its object and what follows its prepositions take in it; a claim must not give a part to
another than its spans do, and may say a deed from the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from harness.text.typed.passage import Sentence
from harness.verify._deeds.doers import doer_deeds
from harness.verify._deeds.order import in_same_order, verbs_of
from harness.verify._deeds.orders import german_deeds, han_deeds, turkish_deeds
from harness.verify._deeds.parties import may_name_parties, party_deeds, verbs_of_parties
from harness.verify._deeds.reader import Deed, Parts, read_deeds
from harness.verify._deeds.words import HAN, STANDING, TURKISH, WORDS, doers_of, triggers_of
from harness.verify._whose.posts import roles_of
from harness.verify._words.support import Support

_MOST_SENTENCES, _MOST_DEEDS, _MOST_TOKENS = 12, 8, 120
_PAIR, _SHORT = 2, 3


class Told(NamedTuple):
    """What is wrong with the deeds of a claim, and the words whose deeds its spans have too, whatever the side or the voice."""

    wrong: str | None
    agreed: frozenset[str]


_NOTHING = Told(None, frozenset())


def deeds_told(claim: Sentence, support: Support) -> Told:
    """Return how the deeds of a claim compare with those of its spans. Kept with the claim."""
    kept: Told | None = claim.__dict__.get("deeds_told")
    if kept is None:
        kept = claim.__dict__["deeds_told"] = _compare(claim, support) if may_tell(claim) else _NOTHING
    return kept


def may_tell(sentence: Sentence) -> bool:
    """Return whether a sentence may tell a deed: one look-up that says no of most."""
    if sentence.code in {"zh", "tr"} and may_name_parties(sentence):
        return True
    if sentence.code == "zh":
        return "向" in sentence.text or any(w in sentence.text for w in HAN)
    if sentence.code == "tr":
        return any(t.startswith(s) for t in sentence.tokens for s in TURKISH)
    if not _words_of_deeds(sentence.code).isdisjoint(sentence.words):
        return True
    return sentence.code == "en" and len(sentence.capitals) > _PAIR and bool(verbs_of(sentence))


_AND = frozenset("and und et y e ve ile".split())


@cache
def _words_of_deeds(code: str) -> frozenset[str]:
    return frozenset([*triggers_of(code), *doers_of(code), *verbs_of_parties(code)])


def deeds(sentence: Sentence) -> list[Deed]:
    """Return the deeds that a sentence tells, the first few. Kept with it."""
    kept: list[Deed] | None = sentence.__dict__.get("deeds")
    if kept is None:
        kept = []
        if may_tell(sentence) and len(sentence.tokens) <= _MOST_TOKENS:
            readers = {"zh": han_deeds, "tr": turkish_deeds, "de": german_deeds}
            found = [*party_deeds(sentence), *doer_deeds(sentence), *readers.get(sentence.code, read_deeds)(sentence)]
            kept = [d for d in found if any(d.parts.values())][:_MOST_DEEDS]
        sentence.__dict__["deeds"] = kept
    return kept


def _compare(claim: Sentence, support: Support) -> Told:
    mine = deeds(claim)
    if not mine or _copies(claim, support):
        return _NOTHING
    theirs = [d for _, _, s in support.best[:_MOST_SENTENCES] if s.code == claim.code for d in deeds(s)]
    agreed: set[str] = set()
    wrong: str | None = None
    for deed in mine:
        same = [d for d in theirs if d.event == deed.event]
        told = {part: _told(words, claim, support) for part, words in deed.parts.items()}
        told = {part: words for part, words in told.items() if words}
        if not same or not told:
            continue
        agreeing = [d for d in same if _agree(told, d)]
        if agreeing and all(_is_namesake(deed, told, d, theirs) for d in agreeing):
            wrong = wrong or f"somebody else of that name {same[0].word} there"
            continue
        if agreeing:
            if deed.kind == "noun" or any(sum(bool(d.parts.get(p)) for p in told) >= _PAIR for d in agreeing):
                agreed.add(deed.word)
                if deed.kind == "pass":
                    agreed.update(*deed.parts.values())
            continue
        if deed.event.startswith("~") and not all(d.named and deed.named for d in same):
            continue
        elsewhere = frozenset().union(*[d.parts.get("doer", frozenset()) for d in theirs if d.event != deed.event])
        wrong = wrong or next(
            (
                r
                for d in same
                if (r := _exchanged(deed, told, d) or _another(deed, told, d, len(same), elsewhere))
                and not _does_it_with(deed, d, claim)
            ),
            None,
        )
    wrong = wrong or _crossed(mine, theirs, claim, support)
    return Told(wrong, frozenset(agreed))


def _copies(claim: Sentence, support: Support) -> bool:
    """Return whether a sentence has all words of a claim in their order: whatever it leaves out, nobody has changed places."""
    if not support.best or support.missing or support.best[0][0] < 1:
        return False
    source = support.best[0][2]
    return claim.words <= source.words and in_same_order(claim, source, support.variants)


def _told(words: frozenset[str], claim: Sentence, support: Support) -> frozenset[str]:
    """Return the forms that the spans have of the words of a part; none where none is there, which may say it otherwise."""
    if claim.code == "zh":
        return words
    forms = {w: support.variants.get(w, frozenset()) for w in words}
    # An employer is no employee, where the claim has both.
    return frozenset([f for w, found in forms.items() for f in (found - (claim.words - {w}) if w in found else found)])


def _agree(told: Parts, deed: Deed) -> bool:
    shared = [p for p in told if deed.parts.get(p)]
    if not shared or any(_own(p, told).isdisjoint(_own(p, deed.parts)) for p in shared):
        return False
    return all(_own(p, told).isdisjoint(_own(q, deed.parts)) for p in told if p not in shared for q in deed.parts)


def _is_namesake(mine: Deed, told: Parts, deed: Deed, theirs: Sequence[Deed]) -> bool:
    """Return whether two names only share some words, and all of the claim's is the name of one who does something else there."""
    for part in mine.named & deed.named & told.keys():
        here, there = told[part], deed.parts[part]
        if here - there and there - here and any(here <= words for d in theirs for words in d.parts.values()):
            return True
    return False


def _own(part: str, parts: Parts) -> frozenset[str]:
    """Return the words of a part that no other part has; all where none is left."""
    others = frozenset().union(*[words for p, words in parts.items() if p != part])
    return parts[part] - others or parts[part]


def _exchanged(mine: Deed, told: Parts, deed: Deed) -> str | None:
    """Return who has taken the part of another: what a claim has as the buyer, a span has as what is bought."""
    for part, other in product(told, deed.parts):
        if deed.event.startswith("~") and not (part in mine.named and other in deed.named):
            continue
        if part == other or not deed.parts[other] or _own(part, told).isdisjoint(_own(other, deed.parts)):
            continue
        here, there = told.get(other), deed.parts.get(part)
        if there and not _own(part, told).isdisjoint(_own(part, deed.parts)):
            continue
        # Who sells the thing there cannot be who buys it.
        alike = any(p != part and not words.isdisjoint(deed.parts.get(p, ())) for p, words in told.items())
        if there or (alike and not here) or (here and _own(other, told).isdisjoint(_own(other, deed.parts))):
            who = min(_own(part, told) & _own(other, deed.parts))
            return f"{who} is the {other} of {deed.word!r} there, the {part} in the answer"
    return None


def _another(mine: Deed, told: Parts, deed: Deed, rivals: int, elsewhere: frozenset[str]) -> str | None:
    """Return who does there what a claim says another does, where it is done to the same.

    The other must have a name, or be one who does something else there (`elsewhere` has their words).
    """
    first = next(iter(mine.parts))
    if first not in told or not deed.parts.get(first) or not _own(first, told).isdisjoint(_own(first, deed.parts)):
        return None
    if first not in mine.named & deed.named and (mine.event.startswith("~") or told[first].isdisjoint(elsewhere)):
        return None
    if mine.event.startswith("~") and all(len(w) <= _SHORT for w in deed.parts[first]):
        # MJ may be who is called by a full name elsewhere.
        return None
    if first not in deed.named and any(_may_stand_for_a_name(w) for w in deed.parts[first]):
        return None
    rest = [p for p in told if p != first and deed.parts.get(p)]
    if all(_own(p, told).isdisjoint(_own(p, deed.parts)) for p in rest) and (rest or rivals > 1):
        return None
    return f"{min(deed.parts[first])} {deed.word} there, {min(told[first])} in the answer"


def _does_it_with(mine: Deed, deed: Deed, claim: Sentence) -> bool:
    """Return whether a claim has who does it there before an "and" and its own doer: the fund and UNESCO wrote it."""
    first = next(iter(mine.parts))
    at = next((i for i, t in enumerate(claim.tokens) if t in mine.parts[first]), 0)
    theirs = deed.parts.get(first, frozenset())
    return at > 1 and claim.tokens[at - 1] in _AND and not theirs.isdisjoint(claim.tokens[:at])


def _may_stand_for_a_name(word: str) -> bool:
    """Return whether a noun may stand for somebody named elsewhere: the group, the engineer."""
    return word in STANDING or any(word in roles_of(code) for code in WORDS)


def _crossed(mine: Sequence[Deed], theirs: Sequence[Deed], claim: Sentence, support: Support) -> str | None:
    """Return whose two deeds have changed hands: ordered by A and written by B."""
    for one, other in product(mine, mine):
        if one.event >= other.event:
            continue
        a, b = (_told(d.parts.get("doer", frozenset()), claim, support) for d in (one, other))
        if not a or not b or not a.isdisjoint(b):
            continue
        for x, y in product(theirs, theirs):
            if (x.event, y.event) != (one.event, other.event):
                continue
            c, d = x.parts.get("doer", frozenset()), y.parts.get("doer", frozenset())
            if not a.isdisjoint(d) and not b.isdisjoint(c) and a.isdisjoint(c) and b.isdisjoint(d):
                return f"{min(c & b)} {x.word} there, {min(a)} in the answer"
    return None
