"""How a literal that stands nowhere in the spans follows from what does: counted, worked out, or reckoned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.addresses import joined
from harness.verify._literals.counts import counted, one_each
from harness.verify._literals.derive import derived
from harness.verify._literals.differences import rounded_difference, wrong_way
from harness.verify._literals.doses import dosed, lasts
from harness.verify._literals.parted import part_of
from harness.verify._literals.products import multiplied
from harness.verify._literals.reckoning import clock_at, ends_on, keeps_time, lies_between
from harness.verify._literals.shares import rest, share

Followed = Literal["", "counted", "derived", "difference", "ends"]
"""How a literal follows; `counted` is as good as found, the others are worked out."""
WORKED_OUT = frozenset({"derived", "difference", "ends"})


def how_it_follows(
    literal: Typed, claim: Sentence, passages: Sequence[Passage], *, missed: bool
) -> tuple[Followed, str | None]:
    """Return how a literal follows, and what is wrong with that: a difference that goes the other way in the spans.

    Where the spans have its figure in another unit or with another comparator (`missed`), only a dose can be meant.
    """
    sentences = [s for p in passages for s in p.sentences]
    if dosed(literal, claim, sentences) or lasts(literal, claim, sentences):
        return "derived", None
    listed = not missed and (counted(literal, claim, sentences) or joined(literal, sentences))
    if listed or one_each(literal, claim, sentences):
        return "counted", None
    is_part, wrong = (False, None) if missed else part_of(literal, claim, sentences)
    if missed or is_part or wrong:
        return ("derived" if is_part else ""), wrong
    if ends_on(literal, claim, sentences) or clock_at(literal, claim, sentences):
        return "ends", None
    found = derived(literal, claim, sentences) or rounded_difference(literal, claim, sentences)
    if found:
        return "difference" if " - " in found else "derived", wrong_way(literal, claim, sentences)
    found = (
        multiplied(literal, claim, sentences)
        or share(literal, claim, sentences)
        or rest(literal, claim, sentences)
        or lies_between(literal, claim, sentences)
        or keeps_time(literal, claim, sentences)
    )
    return ("derived" if found else ""), None


def follows_otherwise(literal: Typed, claim: Sentence, passages: Sequence[Passage]) -> bool:
    """Return whether a literal that stands with another subject there is worked out or counted, and not taken from there."""
    sentences = [s for p in passages for s in p.sentences]
    return derived(literal, claim, sentences) is not None or counted(literal, claim, sentences) is not None
