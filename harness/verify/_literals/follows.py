"""How a literal that stands nowhere in the spans follows from what does: counted, worked out, or reckoned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.values import Typed
from harness.verify._literals.addresses import joined
from harness.verify._literals.counts import counted, one_each, one_value_each
from harness.verify._literals.derive import derived
from harness.verify._literals.differences import rounded_difference, wrong_way
from harness.verify._literals.doses import dosed, lasts
from harness.verify._literals.earlier import was_before
from harness.verify._literals.included import with_what_is_added
from harness.verify._literals.ledger import leaves_out, named_items, on_the_bill, share_of_own_whole
from harness.verify._literals.packs import in_packs
from harness.verify._literals.parted import part_of
from harness.verify._literals.prices import by_steps, over_the_term
from harness.verify._literals.products import multiplied
from harness.verify._literals.reckoning import clock_at, ends_on, keeps_time, lies_between, within_hours
from harness.verify._literals.shares import rest, share

Followed = Literal["", "counted", "derived", "difference", "ends", "billed"]
"""How a literal follows; `counted` is as good as found, the others are worked out."""
_PRICED: tuple[tuple[Callable[[Typed, Sentence, Sequence[Sentence]], str | None], Followed], ...] = (
    (on_the_bill, "billed"),
    (with_what_is_added, "billed"),
    (over_the_term, "billed"),
    (by_steps, "difference"),
)
WORKED_OUT = frozenset({"derived", "difference", "ends", "billed"})


def how_it_follows(
    literal: Typed, claim: Sentence, passages: Sequence[Passage], *, missed: bool
) -> tuple[Followed, str | None]:
    """Return how a literal follows, and what is wrong with that: a difference that goes the other way in the spans.

    Where the spans have its figure in another unit or with another comparator (`missed`), only a dose can be meant.
    """
    sentences = [s for p in passages for s in p.sentences]
    if dosed(literal, claim, sentences) or lasts(literal, claim, sentences):
        return "derived", None
    if share_of_own_whole(literal, claim, sentences):
        return "billed", None
    listed = not missed and (
        counted(literal, claim, sentences) or joined(literal, sentences) or one_value_each(literal, claim, sentences)
    )
    if listed or one_each(literal, claim, sentences):
        return "counted", None
    return ("", None) if missed else _worked_out(literal, claim, sentences)


def _worked_out(literal: Typed, claim: Sentence, sentences: Sequence[Sentence]) -> tuple[Followed, str | None]:
    if ends_on(literal, claim, sentences) or clock_at(literal, claim, sentences):
        return "ends", None
    for worked_out in (part_of, in_packs, was_before):
        told, wrong = worked_out(literal, claim, sentences)
        if told or wrong:
            return ("derived" if told else ""), wrong
    for priced, how in _PRICED:
        if priced(literal, claim, sentences):
            return how, None
    found = named_items(literal, claim, sentences) or derived(literal, claim, sentences)
    found = found or rounded_difference(literal, claim, sentences)
    if found and " + " in found and (other := leaves_out(literal, claim, sentences)):
        return "", f"{literal.text} in the answer, {other} there"
    if found:
        return "difference" if " - " in found else "derived", wrong_way(literal, claim, sentences)
    found = (
        multiplied(literal, claim, sentences)
        or share(literal, claim, sentences)
        or rest(literal, claim, sentences)
        or lies_between(literal, claim, sentences)
        or keeps_time(literal, claim, sentences)
        or within_hours(literal, claim, sentences)
    )
    return ("derived" if found else ""), None


def follows_otherwise(literal: Typed, claim: Sentence, passages: Sequence[Passage]) -> bool:
    """Return whether a literal that stands with another subject there is worked out or counted, and not taken from there."""
    sentences = [s for p in passages for s in p.sentences]
    return derived(literal, claim, sentences) is not None or counted(literal, claim, sentences) is not None
