"""Where the literals of a claim stand in the spans, and how one follows that stands nowhere."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.values import Typed
from harness.verify._literals.editions import beyond_its_bound
from harness.verify._literals.ends import other_end
from harness.verify._literals.equal import is_year
from harness.verify._literals.follows import WORKED_OUT, Followed, how_it_follows
from harness.verify._literals.instances import instance_places, left_out, said_of_another
from harness.verify._literals.periods import inside_period
from harness.verify._literals.places import find_places
from harness.verify._literals.ranked import ranked
from harness.verify._literals.shares import of_the_base, of_the_rest
from harness.verify._literals.weekdays import on_another_day
from harness.verify._whose.zones import Place

_CONDITIONS = frozenset("unless if once until without provided after before when must".split())
_BEFORE_ORDINALS = frozenset(
    "the on of by a is was were are came comes come ranked ranks placed finished finishes and or".split()
)
_BETWEEN = (["between"], ["zwischen"], ["entre"])


@dataclass(frozen=True, slots=True)
class Placed:
    """A literal of the claim, where it stands in the passages, and where others of its type stand."""

    literal: Typed
    same: list[Place]
    rivals: list[Place]


def _only_says_when(literal: Typed, claim: Sentence) -> bool:
    """Return whether "first" only says that something had not been done before, or is before: "given first", "first crossed"."""
    if literal.kind != "ordinal" or literal.text.lower() != "first" or claim.code != "en":
        return False
    if "whichever" in claim.words:
        return True
    after = claim.tokens[token_at(claim.starts, literal.end) :][:1]
    before = claim.tokens[: token_at(claim.starts, literal.start)][-1:]
    if not after or claim.text[literal.end :][:1] in {",", "."}:
        return bool(before) and before[0] not in _BEFORE_ORDINALS and not _CONDITIONS.isdisjoint(claim.words)
    return after[0].endswith("ed")


def _only_pairs(literal: Typed, claim: Sentence) -> bool:
    """Return whether "two" only says what its preposition says: between two doses."""
    first = token_at(claim.starts, literal.start)
    return literal.values == (2,) and not literal.unit and claim.tokens[first - 1 : first] in _BETWEEN


def _needs_no_place(literal: Typed, claim: Sentence, passages: Sequence[Passage]) -> bool:
    """Return whether a literal only helps to tell something else: when, between which, or which place of a ranking."""
    return _only_says_when(literal, claim) or _only_pairs(literal, claim) or _is_place(literal, claim, passages)


def place(claim: Sentence, passages: Sequence[Passage], where: str) -> tuple[list[Placed], Followed, str | None]:
    """Return where the literals stand, how one that stands nowhere follows, and what is wrong with the first that does not."""
    placed: list[Placed] = []
    followed: Followed = ""
    instances: list[tuple[Typed, list[Place]]] = []
    for literal in claim.typed:
        same, rivals, near = find_places(literal, claim, passages)
        if same and (
            other := other_end(claim, literal, same)
            or beyond_its_bound(claim, literal, same)
            or of_the_rest(claim, literal, same)
            or of_the_base(claim, literal, same)
        ):
            return placed, "", f"{other} in {where}"
        bounding = all(p.literal.comparator or p.literal.also for p in same)
        if bounding and literal.firm and (let_in := instance_places(literal, claim, passages)):
            instances.append((literal, let_in))
        elif same:
            placed.append(Placed(literal, same, rivals))
        elif literal.kind == "date" and (period := inside_period(literal, claim, passages)):
            placed.append(Placed(literal, period.ends, period.others))
        elif literal.firm and not _needs_no_place(literal, claim, passages):
            missed = any(what != "value" for what, _ in near)
            how, wrong = how_it_follows(literal, claim, passages, missed=missed)
            if wrong or not how:
                return placed, "", wrong or _differs(literal, near, where)
            followed = how if how == "billed" or followed not in WORKED_OUT else followed
    wrong = _let_in(claim, instances, placed) or _torn_range(placed, where)
    wrong = wrong or on_another_day(claim, [p.same for p in placed if _is_clock(p.same[0].literal)])
    return placed, followed, wrong


def _is_place(literal: Typed, claim: Sentence, passages: Sequence[Passage]) -> bool:
    """Return whether an ordinal gives the place in an order that the values there have, or fail to have."""
    return literal.kind == "ordinal" and any(ranked(claim, passages))


def _is_clock(literal: Typed) -> bool:
    """Return whether a literal is a time of day, or hours that may be one: 20 h."""
    return literal.kind == "time" or literal.unit == "hour"


def _let_in(claim: Sentence, instances: Sequence[tuple[Typed, list[Place]]], placed: list[Placed]) -> str | None:
    """Place the literals that a bound of a span lets in; return what is wrong with the first of which that is said of another."""
    for literal, bounds in instances:
        if wrong := said_of_another(claim, literal, bounds, [one.same for one in placed if one.literal.firm]):
            return wrong
        for one in placed:
            one.rivals[:] = [r for r in one.rivals if not left_out(literal, r)]
        placed.append(Placed(literal, bounds, []))
    return None


def _torn_range(placed: Sequence[Placed], where: str) -> str | None:
    """Return which range of the claim has its ends in different places: 5 to 20 of "5 to 10" and "20"."""
    for low, high in itertools.pairwise(placed):
        if (low.literal.comparator, high.literal.comparator) != ("low", "high"):
            continue
        if any(_one_range(a, b) for a in low.same for b in high.same):
            continue
        return f"{low.literal.text} and {high.literal.text} are no range in {where}"
    return None


def _one_range(low: Place, high: Place) -> bool:
    """Return whether two values are the ends of a range, two years, or stand in one sentence that names no other end for either."""
    if low.sentence is not high.sentence:
        points = all(is_year(x.literal) and not x.literal.comparator for x in (low, high))
        return points or (low.literal.comparator in {">=", ">"} and high.literal.comparator in {"<=", "<"})
    typed = low.sentence.typed
    first, second = typed.index(low.literal), typed.index(high.literal)
    # "70 to 80 degrees below zero" names the high end first.
    beside = second == first + 1 or (second == first - 1 and _below_zero(low) and _below_zero(high))
    return beside or (low.literal.comparator != "low" and high.literal.comparator != "high")


def _below_zero(place: Place) -> bool:
    value = place.literal.values[0]
    return isinstance(value, Decimal) and value < 0


def _differs(literal: Typed, near: Sequence[tuple[str, Place]], where: str) -> str:
    if not near:
        return f"{literal.text} is not in {where}"
    order = {"end": 0, "comparator": 1, "unit": 2, "value": 3}
    what, place = min(near, key=lambda n: order[n[0]])
    shown = place.literal.text
    if what == "end":
        return f"{literal.text} is another end of the change in {where}"
    if what == "comparator":
        mine, theirs = literal.comparator or "exactly", place.literal.comparator or "exactly"
        return f"{_said(mine)} {literal.text} in the answer, {_said(theirs)} {shown} in {where}"
    return f"{literal.text} in the answer, {shown} in {where}"


def _said(comparator: str) -> str:
    return {
        ">=": "at least",
        "<=": "at most",
        ">": "more than",
        "<": "less than",
        "~": "about",
        "low": "from",
        "high": "up to",
    }.get(comparator, comparator)
