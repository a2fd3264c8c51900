"""The same verb with another particle is another verb: rolled out is not rolled back, looks into is not looks after."""

from __future__ import annotations

from harness.text.typed.kin import Kin, kin
from harness.text.typed.passage import Sentence
from harness.text.typed.stems import akin
from harness.verify._words.support import Support

_NEAREST, _SHARE = 2, 0.6


def other_particle(claim: Sentence, support: Support) -> str | None:
    """Return the phrasal verb of a claim where the sentence that has the rest has its verb with another particle, or None."""
    known = kin(claim.code)
    if claim.code == "zh" or known.phrases.keys().isdisjoint(claim.words):
        return None
    for (first, last), groups in _phrasal(known, claim).items():
        verb = claim.tokens[first]
        for share, _, sentence in support.best[:_NEAREST]:
            if share < _SHARE or not all(known.members[g].isdisjoint(sentence.words) for g in groups):
                continue
            theirs = _phrasal(known, sentence)
            if any(not groups.isdisjoint(other) for other in theirs.values()):
                continue
            for start, end in theirs:
                there = sentence.tokens[start]
                if there == verb or (there[:3] == verb[:3] and akin(*sorted((there, verb)), claim.code)):
                    shown = f"{verb} {claim.tokens[last]}", f"{there} {sentence.tokens[end]}"
                    return f"{shown[0]!r} in the answer, {shown[1]!r} there"
    return None


def _phrasal(known: Kin, sentence: Sentence) -> dict[tuple[int, int], set[int]]:
    """Return the verbs of two neighbouring words in a sentence, by the places of their words, with the groups of each."""
    found: dict[tuple[int, int], set[int]] = {}
    for group, places in sentence.phrases:
        # Before a number the second word is no particle: "taken over five nights".
        if group in known.verbs and places[1:] == (places[0] + 1,) and places[1] + 1 not in sentence.literal_words:
            found.setdefault((places[0], places[1]), set()).add(group)
    return found
