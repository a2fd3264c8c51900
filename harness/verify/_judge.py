"""One claim against the passages it is held to: literals, names, binding, polarity and words, in that order."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from harness.text.typed.bilingual import language_by_words
from harness.text.typed.captions import lift_captioned
from harness.text.typed.fold import normalise, without_notes
from harness.text.typed.kin import kin
from harness.text.typed.language import guess_language
from harness.text.typed.lexicon import lexicon
from harness.text.typed.litotes import in_plain_words, without_litotes
from harness.text.typed.names import HAN
from harness.text.typed.passage import TOKEN, Passage, Sentence, cut_long, folded_words
from harness.text.typed.sayings import in_one_saying
from harness.text.typed.scan import token_at
from harness.text.typed.units import dimension
from harness.text.typed.values import Typed, uses_decimal_comma
from harness.types import VerdictName
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
from harness.verify._denied.denials import HAVING, says_none
from harness.verify._denied.exceptions import excepted
from harness.verify._denied.only_days import open_on_the_day
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
from harness.verify._literals.beyond import bounded_together, whichever_turned
from harness.verify._literals.columns import goes_in_row
from harness.verify._literals.dimensions import another_dimension, dimension_words
from harness.verify._literals.doses import LASTING
from harness.verify._literals.editions import affected_though_mended, beyond_its_bound
from harness.verify._literals.ends import other_end, said_by_ranges
from harness.verify._literals.equal import is_year
from harness.verify._literals.follows import WORKED_OUT, Followed, follows_otherwise, how_it_follows
from harness.verify._literals.frequency import other_frequency
from harness.verify._literals.having import counted_otherwise, having_words, not_had
from harness.verify._literals.included import included_otherwise
from harness.verify._literals.instances import EXACTLY, instance_places, left_out, said_of_another, told_of_instance
from harness.verify._literals.ledger import BILLING
from harness.verify._literals.listed import LISTING, listed_nouns
from harness.verify._literals.multiples import multiple
from harness.verify._literals.numbered import numbered_otherwise
from harness.verify._literals.parted import whole_as_part
from harness.verify._literals.periods import inside_period
from harness.verify._literals.places import SIGNS, find_places
from harness.verify._literals.prices import paying_words
from harness.verify._literals.ranked import RANKS, ranked
from harness.verify._literals.reckoning import ENDS
from harness.verify._literals.shares import of_the_base, of_the_rest
from harness.verify._literals.twins import twin_meant
from harness.verify._literals.validity import other_validity, validity_words
from harness.verify._literals.weekdays import day_of_another, on_another_day
from harness.verify._whose.aliases import note_aliases, other_party
from harness.verify._whose.binding import mispaired, misplaced, someone_else
from harness.verify._whose.causes import another_cause, cause_words
from harness.verify._whose.crossing import crossed, half_of_each
from harness.verify._whose.each import not_of_each
from harness.verify._whose.events import fixed_for_broken, is_start
from harness.verify._whose.former import former, is_old
from harness.verify._whose.heads import another_heads, heading_words
from harness.verify._whose.longer import of_a_longer_name
from harness.verify._whose.posts import another_post
from harness.verify._whose.relations import related_otherwise
from harness.verify._whose.rivals import features_exchanged
from harness.verify._whose.sides import other_side
from harness.verify._whose.stray import stray
from harness.verify._whose.subjects import another_does
from harness.verify._whose.told import on_another_date
from harness.verify._whose.whereabouts import elsewhere
from harness.verify._whose.zones import Place
from harness.verify._words.abroad import judge_abroad
from harness.verify._words.acronyms import named_as_there
from harness.verify._words.candidates import candidates, meant, opens_with_pronoun
from harness.verify._words.frames import edited
from harness.verify._words.framing import without_frame
from harness.verify._words.leftover import another_word
from harness.verify._words.names import another_land, missing_cell, missing_name, missing_verbatim
from harness.verify._words.novel import added, replaced
from harness.verify._words.particles import other_particle
from harness.verify._words.plain import plainly, says_it_all
from harness.verify._words.qualifiers import unsaid_qualifier
from harness.verify._words.support import COMMON, Support, content_words, measure

SUPPORT = 0.46
"""The lexical support a claim without literals needs; docs/verifier.md has its ROC and how it was chosen."""
SUPPORT_WITH_LITERALS = 0.2
"""What a claim needs whose numbers and names all match: its words may be others, its subject may not."""
_LIST_SIGN = re.compile(r"\(?\d{1,2}[.)]\s+(?=[A-Z][a-z])")
_SURE = 2
_CONDITIONS = frozenset("unless if once until without provided after before when must".split())
_BEFORE_ORDINALS = frozenset(
    "the on of by a is was were are came comes come ranked ranks placed finished finishes and or".split()
)
_BETWEEN = (["between"], ["zwischen"], ["entre"])
_FEWEST_YEARS = 2
_HAN_SHARE = 0.55
_HAN_MEASURES = frozenset("\u91d1\u989d \u6570\u91cf \u603b\u6570 \u4eba\u6570 \u65f6\u957f".split())
"""What kind of value a number is: an amount, a quantity."""
_FEW_WORDS = 8
_MOST_PAIRED = 6
_NEAREST, _NEARLY_ALL = 2, 0.95


class Finding(NamedTuple):
    """A verdict on one claim with its reason."""

    verdict: VerdictName
    reason: str


_NOTHING = Finding("unknown", "there is nothing to check")


def judge_claim(bare: str, passages: Sequence[Passage], where: str) -> Finding:
    """Return whether passages support a claim (its markers removed); `where` names them in the reason."""
    pieces = cut_long(bare)
    if len(pieces) == 1:
        return _judge_piece(pieces[0], passages, where)
    findings = [_judge_piece(piece, passages, where) for piece in pieces]
    return next((f for f in findings if f.verdict != "supported"), findings[0] if findings else _NOTHING)


def _judge_piece(bare: str, passages: Sequence[Passage], where: str) -> Finding:
    claim = _read(bare, passages)
    if not claim.tokens:
        return _NOTHING
    open_then = open_on_the_day(claim, passages)
    if open_then or plainly(claim, passages):
        return Finding("supported", f"what it says is in {where}")
    placed, followed, wrong = _place(claim, passages, where)
    if open_then is not None:
        wrong = f"it is open on other days in {where}"
    if wrong is None and (narrowed := told_of_instance(claim, passages)):
        return _judge_piece(bare, narrowed, where)
    return _judge_placed(claim, placed, passages, where, followed=followed, wrong=wrong)


def _judge_placed(
    claim: Sentence,
    placed: Sequence[_Placed],
    passages: Sequence[Passage],
    where: str,
    *,
    followed: Followed,
    wrong: str | None,
) -> Finding:
    """Return the verdict on a claim whose literals stand where they do, unless one of them does not (`wrong`)."""
    if wrong is None:
        other = _foreign(claim, passages)
        wrong = _missing(claim, passages, other, where)
        if wrong is None and other is not None:
            return _across_languages(claim, placed, passages, where)
    if wrong is not None:
        return Finding("unsupported", wrong)
    if found := _by_a_row(claim, passages, placed, where):
        return found
    return _by_meaning(claim, passages, placed, where, followed=followed)


def _by_a_row(claim: Sentence, passages: Sequence[Passage], placed: Sequence[_Placed], where: str) -> Finding | None:
    """Return the verdict of a table's row that goes up or down from year to year, None where no row tells."""
    if len(placed) < _FEWEST_YEARS or not any("|" in p.text for p in passages):
        return None
    goes, wrong = goes_in_row(claim, passages)
    if goes:
        return Finding("supported", f"what it says is in {where}")
    return Finding("unsupported", wrong) if wrong else None


def _by_meaning(
    claim: Sentence, passages: Sequence[Passage], placed: Sequence[_Placed], where: str, *, followed: Followed
) -> Finding:
    """Return the verdict on a claim whose literals and names are all there: binding, polarity and words."""
    ranged = frozenset(said_by_ranges(claim, [(one.literal, one.same) for one in placed]))
    if links := ranged | cause_words(claim, passages):
        claim.__dict__["comparing"] = claim.comparing | links
    said = _said_by_literals(claim, placed, followed)
    order = ranked(claim, passages)
    if order.wrong:
        return Finding("unsupported", f"{order.wrong} ({where})")
    said |= heading_words(claim, passages) | order.words
    if order.words:
        followed = followed or "counted"
    support = _measure_named(claim, passages, said)
    grown, wrong = multiple(claim, support, passages)
    if grown:
        support, followed = _measure_named(claim, passages, said | grown), followed or "derived"
    wrong = wrong or _misplaced(claim, support, placed, passages, where, followed=followed, said=said)
    wrong = wrong or whichever_turned(claim, [p.sentence for one in placed for p in one.same[:1]])
    if wrong is None and followed not in WORKED_OUT:
        wrong = _denied(claim, support, placed, passages, where)
    elif wrong is None and followed in {"derived", "billed"}:
        wrong = _turned(claim, support, placed, where)
    if wrong is not None:
        return Finding("unsupported", wrong)
    other = _language_of(claim, passages) if _only_names_found(claim, support) else None
    if other is not None:
        return _across_languages(claim, placed, passages, where)
    support = _without_agreed(claim, support, passages)
    return _by_words(claim, support, placed, where, followed=bool(followed))


def stands_with_another(bare: str, passages: Sequence[Passage], where: str) -> str | None:
    """Return with what a literal of a claim stands in the passages, where that is another thing than in the claim, or None."""
    claim = _read(bare, passages)
    placed, followed, wrong = _place(claim, passages, where)
    if wrong is not None or not placed:
        return None
    said = _said_by_literals(claim, placed, followed)
    support = _measure_named(claim, passages, said)
    return _misplaced(claim, support, placed, passages, where, followed=followed, said=said)


def _without_agreed(claim: Sentence, support: Support, passages: Sequence[Passage]) -> Support:
    """Return the support without the words of deeds that were compared already: the builder, of what was built."""
    agreed = deeds_told(claim, support).agreed if support.missing else frozenset()
    if support.missing and not HAVING.isdisjoint(claim.words):
        agreed |= says_none(claim, support.best[0][2]) if support.best else frozenset()
    if not any(w.text in agreed for w in support.missing):
        return support
    return measure(claim, [w for w in support.words if w.text not in agreed], passages)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A literal of the claim, where it stands in the passages, and where others of its type stand."""

    literal: Typed
    same: list[Place]
    rivals: list[Place]


def _said_by_literals(claim: Sentence, placed: Sequence[_Placed], followed: Followed) -> frozenset[str]:
    """Return the words of a claim that its literals say: a sign, an end, what is counted, that something has so many."""
    said = _sign_words(placed, claim)
    if any(one.literal.kind == "ordinal" for one in placed):
        said |= RANKS & claim.words
    if followed == "ends":
        said |= ENDS & claim.words
    if followed == "counted":
        said |= listed_nouns(claim) | (LISTING & claim.words)
    if followed == "billed":
        said |= BILLING & claim.words
    if followed == "derived" and any(dimension(x.unit) == "time" for x in claim.typed if x.unit):
        said |= LASTING & claim.words
    if placed:
        stand = [(one.literal, one.same) for one in placed]
        said |= (
            EXACTLY & claim.words
            | dimension_words(claim, stand)
            | having_words(claim, stand)
            | validity_words(claim, stand)
            | paying_words(claim, stand)
        )
    return said


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


def _place(claim: Sentence, passages: Sequence[Passage], where: str) -> tuple[list[_Placed], Followed, str | None]:
    """Return where the literals stand, how one that stands nowhere follows, and what is wrong with the first that does not."""
    placed: list[_Placed] = []
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
            placed.append(_Placed(literal, same, rivals))
        elif literal.kind == "date" and (period := inside_period(literal, claim, passages)):
            placed.append(_Placed(literal, period.ends, period.others))
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


def _let_in(claim: Sentence, instances: Sequence[tuple[Typed, list[Place]]], placed: list[_Placed]) -> str | None:
    """Place the literals that a bound of a span lets in; return what is wrong with the first of which that is said of another."""
    for literal, bounds in instances:
        if wrong := said_of_another(claim, literal, bounds, [one.same for one in placed if one.literal.firm]):
            return wrong
        for one in placed:
            one.rivals[:] = [r for r in one.rivals if not left_out(literal, r)]
        placed.append(_Placed(literal, bounds, []))
    return None


def _torn_range(placed: Sequence[_Placed], where: str) -> str | None:
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


def _missing(claim: Sentence, passages: Sequence[Passage], other: str | None, where: str) -> str | None:
    """Return the quotation or name that is in no passage; `other` is their language where it is not the claim's."""
    verbatim = missing_verbatim(claim, passages)
    if verbatim is not None:
        return f"{verbatim!r} is not in {where}"
    if other is None and claim.cells and (cell := missing_cell(claim, passages)):
        return f"{cell} is not in {where}"
    if other is None and claim.capitals - {0} and (name := missing_name(claim, passages)):
        return f"{name} is not in {where}"
    return None


def _measure_named(claim: Sentence, passages: Sequence[Passage], signs: frozenset[str]) -> Support:
    """Return the support of a claim whose names are all there; names found as acronyms and words that say a sign count as found."""
    words = content_words(claim)
    support = measure(claim, words, passages)
    found = {w for n in claim.names for w in n.words} | signs if claim.capitals - {0} or signs else set()
    if any(w.text in found and not support.variants[w.text] for w in words):
        return measure(claim, [w for w in words if w.text not in found or support.variants[w.text]], passages)
    return support


def _sign_words(placed: Sequence[_Placed], claim: Sentence) -> frozenset[str]:
    """Return the words that say which sign a value of the claim has, where a span writes the sign: a loss of 4, -4."""
    if not placed or SIGNS.isdisjoint(claim.words):
        return frozenset()
    values = [v for one in placed for v in one.literal.values if isinstance(v, Decimal) and v]
    theirs = {p.literal.values[0] for one in placed for p in one.same}
    return SIGNS if any(-v in theirs for v in values) else frozenset()


def _misplaced(
    claim: Sentence,
    support: Support,
    placed: Sequence[_Placed],
    passages: Sequence[Passage],
    where: str,
    *,
    followed: Followed,
    said: frozenset[str],
) -> str | None:
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


def _turned(claim: Sentence, support: Support, placed: Sequence[_Placed], where: str) -> str | None:
    """Return what turns a claim with a worked-out number against every sentence that speaks of the same, or None."""
    reason: str | None = None
    anchored = [{id(p.sentence) for p in one.same} for one in placed]
    for sentence in candidates(claim, support, anchored):
        found = clash(claim, support, sentence)
        if found is None:
            return None
        reason = reason or found
    return f"{reason} ({where})" if reason and where else reason


def _denied(
    claim: Sentence, support: Support, placed: Sequence[_Placed], passages: Sequence[Passage], where: str
) -> str | None:
    against = _says_the_opposite(claim, support, placed, passages)
    if against is None:
        against = _has_it_of_another(claim, support, placed, passages)
    if against is not None:
        return f"{against} ({where})" if where else against
    if claim.code == "zh" and (run := _lost_run(claim, support, passages)) and not _says_unless(claim, support):
        return f"{run} is not in {where}"
    return None


def _says_the_opposite(
    claim: Sentence, support: Support, placed: Sequence[_Placed], passages: Sequence[Passage]
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
    claim: Sentence, support: Support, placed: Sequence[_Placed], passages: Sequence[Passage]
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


def _quantities(placed: Sequence[_Placed]) -> int:
    """Return how many of the literals that are there are quantities: a date goes with an event, whose verb tells something."""
    return sum([one.literal.kind != "date" and not is_year(one.literal) for one in placed])


def _read(bare: str, passages: Sequence[Passage]) -> Sentence:
    text = " ".join(without_notes(normalise(bare)).split())
    if sign := _LIST_SIGN.match(text):
        text = text[sign.end() :]
    text = without_frame(text)
    tokens = folded_words(text) if text.isascii() else [t.lower() for t in TOKEN.findall(text)]
    theirs = next((p.guess for p in passages if p.guess), "")
    guess = guess_language(text, tokens, prefer=theirs)
    if (
        theirs
        and (not guess or guess == theirs != "en")
        and len(tokens) <= _FEW_WORDS
        and lexicon(theirs).stop.isdisjoint(tokens)
    ):
        # A short sentence seldom has words that tell its language; what it speaks of may.
        guess = language_by_words(tokens, theirs) or guess
    code = guess or theirs or "en"
    if (plain := named_as_there(_without_litotes(text, code, passages), code, passages)) != text:
        text = plain
        tokens = folded_words(text) if text.isascii() else [t.lower() for t in TOKEN.findall(text)]
    known = guess or theirs
    claim = Sentence(text, 0, code, uses_decimal_comma(text, lexicon(known).decimal_comma if known else None))
    claim.guess = guess
    note_aliases(claim, passages)
    lift_captioned(text, [claim])
    if text.isascii() and " A" not in text:
        # Its words were read above; only a letter, as in "Plan A", would be told apart.
        claim.__dict__["tokens"] = tokens
    return claim


def _without_litotes(text: str, code: str, passages: Sequence[Passage]) -> str:
    """Return a claim said plainly, in the words of the spans that said the same by denying its opposite."""
    text = in_one_saying(without_litotes(text, code), code)
    for passage in passages:
        if passage.understated:
            text = in_plain_words(text, code, passage.text)
    return text


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


def _foreign(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the language of the passages where it is surely not the claim's, or None."""
    other, guess = _language_of(claim, passages), claim.guess
    if other is None or "zh" in {guess, other}:
        return other
    mine, their = lexicon(guess).stop, lexicon(other).stop
    own = [t for t in claim.tokens if t in mine and t not in their]
    if len(own) < _SURE or any(t in their and t not in mine for t in claim.tokens):
        return None
    return other if all(sum(t in their and t not in mine for t in p.words) >= _SURE for p in passages) else None


def _only_names_found(claim: Sentence, support: Support) -> bool:
    """Return whether no word of a claim but those of its names is in the spans: two languages share names."""
    found = {word for word, forms in support.variants.items() if forms}
    return not found or found <= {w for n in claim.names for w in n.words}


def _language_of(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return a language of the passages where it is likely not the claim's, or None."""
    theirs = {p.guess for p in passages}
    return None if not claim.guess or not theirs or claim.guess in theirs or "" in theirs else min(theirs)


def _across_languages(claim: Sentence, placed: Sequence[_Placed], passages: Sequence[Passage], where: str) -> Finding:
    return Finding(*judge_abroad(claim, [(one.literal, one.same) for one in placed], passages, where))


def _against_all(
    claim: Sentence, support: Support, placed: Sequence[_Placed], passages: Sequence[Passage]
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
    for group, places in kin("zh").find(claim.tokens) if lost else ():
        word = "".join(claim.tokens[i] for i in places)
        if not set(places).isdisjoint(lost) and not any(group in p.phrases for p in passages):
            # Each of its characters may be there in another word: the doctor of a hospital.
            return word
    return ""


def _score(claim: Sentence, support: Support) -> float:
    """Return the lexical support, 0 to 1: how much of the claim is in two neighbouring sentences, and in its order."""
    if claim.code == "zh" and HAN.search(claim.text):
        return support.near
    return (support.near + support.order) / 2


def lexical_score(bare: str, passages: Sequence[Passage]) -> float:
    """Return the lexical support of a claim alone, whatever its literals and its polarity: what `SUPPORT` is a level of."""
    claim = _read(bare, passages)
    return _score(claim, measure(claim, content_words(claim), passages))


def _in_its_row(placed: Sequence[_Placed], support: Support) -> bool:
    """Return whether a value stands in a table's row whose name the claim has: a table has few words."""
    mine = frozenset().union(*support.variants.values())
    rows = [p.sentence for one in placed for p in one.same if p.sentence.cells]
    return any(t in mine for s in rows for t in s.tokens[: token_at(s.starts, s.cells[0][1])])


def _by_words(claim: Sentence, support: Support, placed: Sequence[_Placed], where: str, *, followed: bool) -> Finding:
    if not support.words:
        return (
            Finding("supported", f"numbers and dates are in {where}")
            if placed or followed
            else Finding("unknown", "there is nothing to check")
        )
    score = _score(claim, support)
    needed = SUPPORT_WITH_LITERALS if placed or followed else SUPPORT
    if placed and (all(w.weight <= COMMON for w in support.words) or _in_its_row(placed, support)):
        # What is left says nothing by itself: "in total 40 people took part".
        needed = 0.0
    if score < needed and not (score and bounded_together([(one.literal, one.same) for one in placed])):
        missing = ", ".join([w.text for w in support.missing][:5])
        tail = f"; {missing} not there" if missing else "; its words are far apart there"
        return Finding("unsupported", f"too few of its words are together in {where}{tail}")
    return Finding("supported", f"what it says is in {where}")
