"""What speaks against a claim whose literals are all there: they stand with another subject, or the spans deny it or say it of another."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.verify._deeds.apart import another_deed
from harness.verify._deeds.dated import against_the_dates
from harness.verify._deeds.deeds import deeds_told
from harness.verify._deeds.order import (
    acts_otherwise,
    against_its_numbers,
    in_same_order,
    sentence_before,
    turned_round,
)
from harness.verify._deeds.parties import other_bearer
from harness.verify._deeds.times import another_time
from harness.verify._denied.absolutes import without_exception
from harness.verify._denied.beforehand import comes_first
from harness.verify._denied.clauses import clauses
from harness.verify._denied.comparing import compared_otherwise
from harness.verify._denied.conditions import condition_turned
from harness.verify._denied.exceptions import excepted
from harness.verify._denied.only_that import denied_as_told, only_others
from harness.verify._denied.outright import denied_outright, excluded, told_otherwise
from harness.verify._denied.parts import denied_apart, denies_a_part
from harness.verify._denied.polarity import clash, opposed_beside, weaker_beside
from harness.verify._denied.said_there import said_there
from harness.verify._denied.uncompared import uncompared
from harness.verify._denied.undecided import unsettled
from harness.verify._denied.unless import agrees_with_unless
from harness.verify._denied.unsaid import unsaid
from harness.verify._denied.wholes import whole_for_part
from harness.verify._literals.dimensions import another_dimension
from harness.verify._literals.editions import affected_though_mended
from harness.verify._literals.equal import is_year
from harness.verify._literals.follows import WORKED_OUT, Followed, follows_otherwise
from harness.verify._literals.frequency import other_frequency
from harness.verify._literals.having import counted_otherwise, not_had
from harness.verify._literals.included import included_otherwise
from harness.verify._literals.numbered import numbered_otherwise
from harness.verify._literals.parted import whole_as_part
from harness.verify._literals.placed import Placed
from harness.verify._literals.twins import twin_meant
from harness.verify._literals.validity import other_validity
from harness.verify._literals.weekdays import day_of_another
from harness.verify._whose.aliases import other_party
from harness.verify._whose.binding import mispaired, misplaced, someone_else
from harness.verify._whose.causes import another_cause
from harness.verify._whose.crossing import crossed, half_of_each
from harness.verify._whose.each import not_of_each
from harness.verify._whose.events import fixed_for_broken, is_start
from harness.verify._whose.former import former, is_old
from harness.verify._whose.heads import another_heads
from harness.verify._whose.longer import of_a_longer_name
from harness.verify._whose.posts import another_post
from harness.verify._whose.relations import related_otherwise
from harness.verify._whose.rivals import features_exchanged
from harness.verify._whose.sides import other_side
from harness.verify._whose.stray import stray
from harness.verify._whose.subjects import another_does
from harness.verify._whose.told import on_another_date
from harness.verify._whose.whereabouts import elsewhere
from harness.verify._words.candidates import candidates, meant, opens_with_pronoun
from harness.verify._words.frames import edited
from harness.verify._words.leftover import another_word
from harness.verify._words.names import another_land
from harness.verify._words.novel import added, replaced
from harness.verify._words.particles import other_particle
from harness.verify._words.plain import says_it_all
from harness.verify._words.qualifiers import unsaid_qualifier
from harness.verify._words.support import Support

_HAN_SHARE = 0.55
_HAN_MEASURES = frozenset("\u91d1\u989d \u6570\u91cf \u603b\u6570 \u4eba\u6570 \u65f6\u957f".split())
"""What kind of value a number is: an amount, a quantity."""
_MOST_PAIRED = 6
_NEAREST, _NEARLY_ALL = 2, 0.95


def bound_otherwise(
    claim: Sentence,
    support: Support,
    placed: Sequence[Placed],
    passages: Sequence[Passage],
    where: str,
    *,
    followed: Followed,
    said: frozenset[str],
) -> str | None:
    """Return with what a literal of the claim stands there, where that is not what it stands with in the claim, or None."""
    for one in placed:
        if followed in WORKED_OUT and (one.literal.kind == "date" or is_year(one.literal)):
            # The year of what is worked out is not that of what it is worked out from.
            continue
        if twin := twin_meant(claim, one.literal, support, one.same):
            return f"{twin} stands with that in {where}, not {one.literal.text}"
        if (
            one.rivals
            and not all(is_old(p, one.literal) for p in one.rivals)
            and (wrong := misplaced(claim, one.literal, support, one.same, one.rivals))
            and wrong.claimed not in said | deeds_told(claim, support).agreed
            and not follows_otherwise(one.literal, claim, passages)
        ):
            text = wrong.place.literal.text
            if not wrong.there:
                return f"{text} does not stand with {wrong.claimed} in {where}"
            return f"{text} stands with {wrong.there} in {where}, not with {wrong.claimed}"
    firm = [one for one in placed if one.literal.firm][:_MOST_PAIRED]
    if firm and (someone := someone_else(claim, [one.same for one in firm])):
        return f"{someone} in {where}, not in the answer"
    for one, other in itertools.permutations(firm, 2):
        if not other.rivals or (
            (other.literal.kind == "date" or is_year(other.literal)) and is_start(claim, one.literal)
        ):
            continue
        if apart := mispaired(one.same, other.same, other.rivals, claim):
            return f"{one.literal.text} stands with {apart} in {where}, not with {other.literal.text}"
    return None


def turned(claim: Sentence, support: Support, placed: Sequence[Placed], where: str) -> str | None:
    """Return what turns a claim with a worked-out number against every sentence that speaks of the same, or None."""
    reason: str | None = None
    anchored = [{id(p.sentence) for p in one.same} for one in placed]
    for sentence in candidates(claim, support, anchored):
        found = clash(claim, support, sentence)
        if found is None:
            return None
        reason = reason or found
    return f"{reason} ({where})" if reason and where else reason


def denied(
    claim: Sentence, support: Support, placed: Sequence[Placed], passages: Sequence[Passage], where: str
) -> str | None:
    """Return what of the spans denies the claim, or says it of another, with where that is; None where nothing does."""
    against = _says_the_opposite(claim, support, placed, passages)
    if against is None:
        against = _has_it_of_another(claim, support, placed, passages)
    if against is not None:
        return f"{against} ({where})" if where else against
    if claim.code == "zh" and (run := _lost_run(claim, support, passages)) and not _says_unless(claim, support):
        return f"{run} is not in {where}"
    return None


def _says_the_opposite(
    claim: Sentence, support: Support, placed: Sequence[Placed], passages: Sequence[Passage]
) -> str | None:
    """Return what the spans say the opposite, more or less of, or None."""
    against = said_there(claim, support, passages)
    if against is None and len(placed) > 1:
        against = against_its_numbers(claim)
    against = (
        against
        or _against_all(claim, support, placed, passages)
        or denies_a_part(claim, support)
        or denied_apart(claim, support)
        or denied_outright(claim, support)
        or told_otherwise(claim, support)
        or only_others(claim, support)
        or excluded(claim, support)
        or without_exception(claim, support)
        or uncompared(claim, support, passages)
    )
    if against is None and "than" in claim.words:
        against = compared_otherwise(claim, support)
    if against is None and claim.code != "zh" and (support.turned or len(claim.capitals) > 1 or claim.code == "tr"):
        against = opposed_beside(claim, support)
    if against is None and not claim.lexicon.obligations.keys().isdisjoint(claim.words):
        against = weaker_beside(claim, support)
    return against


def _has_it_of_another(
    claim: Sentence, support: Support, placed: Sequence[Placed], passages: Sequence[Passage]
) -> str | None:
    """Return of whom or what else the spans say it, or what they do not say at all, or None."""
    anchored = [{id(p.sentence) for p in one.same} for one in placed if one.literal.firm]
    against = deeds_told(claim, support).wrong or another_post(claim, support) or another_heads(claim, support)
    against = against or related_otherwise(claim, passages) or not_of_each(claim, support, passages)
    against = against or other_bearer(claim, passages)
    stand = [(one.literal, one.same) for one in placed]
    against = against or former(claim, stand) or other_validity(claim, stand) or another_dimension(claim, stand)
    against = against or on_another_date(claim, support, stand) or whole_as_part(claim, stand)
    against = against or included_otherwise(claim, stand) or affected_though_mended(claim, stand)
    against = against or counted_otherwise(claim, stand, support.variants)
    against = against or not_had(claim, stand, [w.text for w in support.missing])
    against = against or another_cause(claim, support) or unsettled(claim, support) or unsaid(claim, support)
    against = against or day_of_another(claim, support.variants, [s for _, _, s in support.best[:_NEAREST]])
    against = against or numbered_otherwise(claim, support) or other_frequency(claim, support, stand)
    against = against or other_party(claim, support) or of_a_longer_name(claim, stand)
    against = against or stray(claim, support) or other_side(claim, support) or fixed_for_broken(claim, stand)
    against = against or features_exchanged(claim, support, passages) or whole_for_part(claim, support)
    against = against or against_the_dates(claim, support, passages) or condition_turned(claim, support)
    against = against or another_does(claim, support, anchored, passages) or edited(claim, support, passages)
    if against is None and support.best and len(clauses(claim)) > 1:
        nearest = [s for _, _, s in support.best[:_NEAREST]]
        if not in_same_order(claim, nearest[0], support.variants):
            against = crossed(claim, nearest[:1], support)
        if against is None and support.best[0][0] < _NEARLY_ALL:
            against = crossed(claim, nearest, support)
    if against is None:
        against = half_of_each(claim, support) or other_particle(claim, support)
    if against is None and len(claim.capitals) > 1:
        against = acts_otherwise(claim, support.best, support.variants, passages)
    if against is None and len(claim.capitals) > 1:
        against = elsewhere(claim, support)
    if against is None and support.recall < 1:
        against = (
            another_land(claim, support)
            or added(claim, support)
            or another_word(claim, support, anchored=_quantities(placed))
            or another_deed(claim, support)
            or unsaid_qualifier(claim, support, passages)
        )
    return against


def _quantities(placed: Sequence[Placed]) -> int:
    """Return how many of the literals that are there are quantities: a date goes with an event, whose verb tells something."""
    return sum([one.literal.kind != "date" and not is_year(one.literal) for one in placed])


def _against_all(
    claim: Sentence, support: Support, placed: Sequence[Placed], passages: Sequence[Passage]
) -> str | None:
    """Return what is wrong with the best sentence where something is wrong with every candidate, or None."""
    reason: str | None = None
    anchored = [{id(p.sentence) for p in one.same} for one in placed]
    asked = list(candidates(claim, support, anchored))
    befores = {id(s): sentence_before(passages, s) for s in asked if opens_with_pronoun(s)}
    spoken_for = {id(b) for s in asked if (b := befores.get(id(s))) and meant(support, s, b)}
    for sentence in asked:
        if says_it_all(claim, sentence):
            return None
        found = clash(claim, support, sentence, befores.get(id(sentence)))
        found = (
            found
            or another_time(claim, sentence, support.variants)
            or turned_round(claim, sentence, support.variants, passages, deeds_told(claim, support).agreed)
        )
        if (
            found is None
            and not excepted(support.words, support, sentence, claim)
            and not comes_first(claim, sentence, support)
            and not denied_as_told(claim, sentence, support)
        ):
            anchors = [
                [token_at(sentence.starts, p.literal.start) for p in one.same if p.sentence is sentence]
                for one in placed
            ]
            found = replaced(claim, support, sentence, anchors)
        if found is None and id(sentence) in spoken_for:
            # The next sentence says of the same what the claim says; only that one can agree.
            continue
        if found is None:
            return None
        reason = reason or found
    return reason


def _says_unless(claim: Sentence, support: Support) -> bool:
    """Return whether a claim says the condition of the nearest sentence in the other way: not without it, only with it."""
    return bool(support.best) and agrees_with_unless(claim, support.best[0][2]) is True


def _lost_run(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str:
    """Return two neighbouring characters, or a word of the thesaurus, that no span holds, where most others are held; "" for none."""
    if support.recall < _HAN_SHARE:
        return ""
    lost = sorted(w.index for w in support.missing if w.index not in claim.comparing and w.text != "\u4e00")
    for index in lost:
        run = "".join(claim.tokens[index : index + 2])
        if index + 1 in lost and run not in _HAN_MEASURES:
            return run
    for group, places in claim.phrases if lost else ():
        word = "".join(claim.tokens[i] for i in places)
        if not set(places).isdisjoint(lost) and not any(group in p.phrases for p in passages):
            # Each of its characters may be there in another word: the doctor of a hospital.
            return word
    return ""
