"""Where a literal of a claim stands in the spans: by value, with a date's year said elsewhere, or a sign said in a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harness.text.typed.fold import fold
from harness.text.typed.lines import is_signed
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.verify._literals.assembled import told_dates
from harness.verify._literals.changes import another_end
from harness.verify._literals.equal import Fit, compare, is_year
from harness.verify._literals.points import another_way, says_points
from harness.verify._literals.rates import of_another_period, of_other_days, same_rate
from harness.verify._whose.zones import Place, unit_of_column

_MOST_RIVALS = 40
_MOST_PLACES = 60
_MANY = 500
_OTHER_YEAR = re.compile(
    r",?\s(?:(?:of the |the )?(?:(following|next)|previous|preceding) year\b|(?:des |im )?(?:(folgenden|n\u00e4chsten)|vorigen|vorangegangenen) Jahre?s?\b"
    r"|de l'ann\u00e9e (?:(suivante)|pr\u00e9c\u00e9dente)|del a\u00f1o (?:(siguiente)|anterior))",
    re.IGNORECASE,
)
_NEXT_YEAR = re.compile(
    r"\b(?:the (?:year before|(?:previous|preceding|prior) year)|(the (?:following|next) year|the year after)|(?:im |dem |zum )Vorjahr|l'ann\u00e9e (?:pr\u00e9c\u00e9dente|d'avant)|(l'ann\u00e9e suivante)|el a\u00f1o (?:anterior|previo)|(el a\u00f1o siguiente)|\u00f6nceki y\u0131l)(?!\w)|\u4e0a\u5e74|\u524d\u4e00\u5e74",
    re.IGNORECASE,
)
_YEAR_REACH = 8
_OPENING = 3
_YEARS = {"year": 1, "decade": 10}
_LATER_REACH = 24
_LATER = re.compile(
    r"\s(?:later|afterwards?|thereafter|after(?: that| this)?(?=[.,;:)]|$)|sp\u00e4ter|danach|plus tard|apr\u00e8s(?=[.,;:)]|$)|despu\u00e9s(?! de)|m\u00e1s tarde|sonra)(?!\w)|(?:\u4ee5|\u4e4b)?[\u540e\u5f8c]",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\s(?:earlier|before(?: that| this)?(?=[.,;:)]|$)|previously|fr\u00fcher|zuvor|davor|plus t\u00f4t|auparavant)(?!\w)",
    re.IGNORECASE,
)
_PERMITS = frozenset(
    "can may allowed permitted entitled able darf durfen kann konnen erlaubt peut peuvent puede pueden \u53ef".split()
)
_EXACTLY = frozenset("exactly precisely only must genau nur exactement seulement exactamente solo".split())
_LIMITS = frozenset(
    "grenzwert grenzwerte hochstwert hochstgrenze limit limits limited maximum max cap capped grenze hochstens limite limita tope".split()
)
_ENOUGH = frozenset(
    "enough suffices suffice sufficient genugt genugen reicht reichen ausreichend suffit suffisent suffisant basta bastan suficiente suficientes yeterli yeterlidir".split()
)
_ENABLES = frozenset("activates activate allows allow permits lets enables supports holds seats fits".split())
_OF_THEM = re.compile(
    r"\s(?:of (?:them|these|those)|davon|d'entre (?:eux|elles)|de (?:ellos|ellas))(?!\w)", re.IGNORECASE
)
"""What stands for a unit that was named before."""
_OFTEN = frozenset("twice thrice zweimal dreimal viermal zwei mal deux fois trois fois dos veces tres veces".split())
_AS_MUCH = re.compile(r"\s(?:as|the|so|that|plus|m\u00e1s|mehr)\b", re.IGNORECASE)
_SIGN_REACH = 6
_MONEY_OR_SHARE = re.compile("[A-Z]{3}|%")
_BEYOND = {">": ("<=", "high"), "<": (">=", "low")}
_OLD = ("old", "of age")
_PUT_IN = re.compile(r"(?:\w, |\(|\baged )\Z")
_AFTER_AN_AGE = frozenset({",", ".", ")", ";", " ", ""})
_INTO = frozenset(
    "gained earned inflow inflows surplus gain profit uberschuss gewinn excedent benefice superavit beneficio ganancia fazla kar".split()
)
_OUT_OF = frozenset(
    "lost loses lose verlor verloren perdu perd perdio pierde kaybetti outflow outflows deficit shortfall loss losses negative verlust verluste defizit fehlbetrag minus perte pertes deficit perdida perdidas zarar acik".split()
)
"""Words that say of an amount without a sign which sign it has."""
SIGNS = (
    _INTO
    | _OUT_OF
    | frozenset(
        "recorded made posted reported company suffered incurred ran showed unternehmen verbuchte machte verzeichnete entreprise enregistre realise affiche empresa registro obtuvo tuvo".split()
    )
)
"""Those words, and what a loss or a surplus is told with."""


def find_places(
    claimed: Typed, claim: Sentence, passages: Sequence[Passage]
) -> tuple[list[Place], list[Place], list[tuple[str, Place]]]:
    """Return where a claimed literal stands, where others of its type stand with another value, and near misses.

    A near miss is `(what differs, place)`: the same value with another unit or comparator, or as another end of a change,
    or another value of the type.
    """
    same: list[Place] = []
    rivals: list[Place] = []
    near: list[tuple[str, Place]] = []
    for passage in passages:
        for fit, place in _fits(claimed, claim, passage):
            if (
                fit == "same"
                and (place.sentence.cells or is_signed(place.sentence))
                and _of_another_sign(claimed, claim, place)
            ):
                near.append(("value", place))
                continue
            if fit == "same" and (
                of_another_period(claimed, claim, place.literal, place.sentence)
                or of_other_days(claimed, claim, place.literal, place.sentence)
            ):
                near.append(("unit", place))
                continue
            if fit == "same" and (
                another_end(claimed, claim, place.literal, place.sentence)
                or another_way(claimed, claim, place.literal, place.sentence)
            ):
                near.append(("end", place))
                continue
            if fit == "same" and not _other_end(claimed, claim, place.literal, place.sentence):
                same.append(place)
                continue
            near.append(("value" if fit == "same" else fit, place))
            if fit == "value":
                rivals.append(place)
        for place in (
            _reckoned(passage) if _is_of_a_year(claimed) else told_dates(passage) if claimed.kind == "date" else ()
        ):
            fit = compare(claimed, place.literal)
            if fit in {"same", "value"}:
                (same if fit == "same" else rivals).append(place)
    return same[:_MOST_PLACES], rivals[:_MOST_RIVALS], near[:_MOST_PLACES]


def _fits(claimed: Typed, claim: Sentence, passage: Passage) -> Iterator[tuple[Fit, Place]]:
    """Yield each literal of a passage that can be compared with the claimed one, and how the two compare."""
    for sentence in _worth_reading(claimed, passage):
        fits: list[tuple[Typed, Fit]] = [
            (other, fit) for other in sentence.typed if (fit := compare(claimed, other)) != "kind"
        ]
        group = tuple([other for other, _ in fits])
        for other, fit in fits:
            place = Place(other, sentence, passage, group)
            yield ("same" if fit != "same" and _said_otherwise(claimed, claim, place, fit) else fit), place


def _said_otherwise(claimed: Typed, claim: Sentence, place: Place, fit: Fit) -> bool:
    """Return whether what differs is only said in another way: a limit, a sign in a word, a date's year elsewhere."""
    other, sentence = place.literal, place.sentence
    if fit == "comparator":
        return (
            _bounded(claimed, claim, other, sentence)
            or _end_of_range(claimed, claim, other)
            or _suffices(claimed, claim, other)
            or _lowest(claimed, other)
            or turned_bound(claimed, claim, other)
        )
    if fit == "unit" and says_points(claimed, claim, other):
        return not another_way(claimed, claim, other, sentence)
    if fit == "unit":
        return _in_another_unit(claimed, claim, place)
    return fit == "value" and (
        same_rate(claimed, claim, other, sentence)
        or _sign_in_words(claimed, claim, other, sentence)
        or (other.kind == "date" and _completed(claimed, place))
    )


def _in_another_unit(claimed: Typed, claim: Sentence, place: Place) -> bool:
    """Return whether a number whose unit differs only has it elsewhere: with the number before, in an age, in its column; or says how often."""
    other, sentence = place.literal, place.sentence
    if other.unit == "times" and not claimed.unit:
        return _is_how_often(claimed, claim, other, sentence)
    if other.unit:
        return False
    if _OF_THEM.match(sentence.text, other.end) or _an_age(claimed, claim, other, sentence):
        return True
    return (
        bool(sentence.cells)
        and _names_row(claim, sentence)
        and unit_of_column(place.passage, sentence, other, claimed.unit)
    )


def _is_how_often(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a number of a claim counts what a span says is done so often: 2 resits, where one may resit twice."""
    if fold(other.text) not in _OFTEN or _AS_MUCH.match(source.text, other.end):
        return False
    bounded = {"", "<="} if not _PERMITS.isdisjoint(source.words) else {""}
    counted = claim.tokens[token_at(claim.starts, claimed.end) :][:2]
    return {claimed.comparator, other.comparator} <= bounded and any(
        t not in claim.lexicon.stop and any(akin(*sorted((t, o)), claim.code) for o in source.words) for t in counted
    )


def _an_age(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a number put in behind a name is the age an answer spells out: 21-year-old, of "Keating, 21,"."""
    return (
        claimed.unit == "year"
        and claim.text[claimed.start : claimed.end].endswith(_OLD)
        and bool(_PUT_IN.search(source.text[max(0, other.start - 6) : other.start]))
        and source.text[other.end : other.end + 1] in _AFTER_AN_AGE
    )


def _is_of_a_year(claimed: Typed) -> bool:
    value = claimed.values[0]
    return is_year(claimed) or (claimed.kind == "date" and isinstance(value, tuple) and value[1:] == (None, None))


def _reckoned(passage: Passage) -> list[Place]:
    """Return the years that a passage counts from one it has named: in 1936, three years later. Kept with the passage."""
    kept: list[Place] | None = passage.__dict__.get("reckoned")
    if kept is None:
        kept = passage.__dict__["reckoned"] = [
            place
            for sentence in passage.with_literals
            for literal in sentence.typed
            if literal.unit in _YEARS and (place := _reckon(passage, sentence, literal))
        ]
        kept += [place for sentence in passage.with_literals for place in _beside_its_year(passage, sentence)]
    return kept


def _beside_its_year(passage: Passage, sentence: Sentence) -> Iterator[Place]:
    """Yield the years that "the year before" and "the previous year" name, from the last year named before."""
    for match in _NEXT_YEAR.finditer(sentence.text):
        named = [year for x in sentence.typed if x.end <= match.start() and (year := _year_in(x))]
        if named:
            year = named[-1] + (1 if any(match.groups()) else -1)
            dated = Typed("date", ((year, None, None),), *match.span(), f"{match[0]}, that is {year},")
            yield Place(dated, sentence, passage, (dated,))


def _reckon(passage: Passage, sentence: Sentence, literal: Typed) -> Place | None:
    """Return the year that "three years later" names, from the last year named before it."""
    following = sentence.text[literal.end : literal.end + _LATER_REACH]
    sign = 1 if _LATER.match(following) else -1 if _EARLIER.match(following) else 0
    value = literal.values[0]
    if not sign or not isinstance(value, Decimal):
        return None
    base = _year_before(passage, sentence, literal)
    year = None if base is None else base + sign * value * _YEARS[literal.unit]
    if year is None or year != int(year):
        return None
    dated = Typed(
        "date", ((int(year), None, None),), literal.start, literal.end, f"{literal.text}, that is {int(year)},"
    )
    return Place(dated, sentence, passage, (dated,))


def _year_before(passage: Passage, sentence: Sentence, literal: Typed) -> int | None:
    """Return the last year named before a literal, in its sentence or the few before it."""
    here = [year for x in sentence.typed if x.start < literal.start and (year := _year_in(x))]
    if here:
        return here[-1]
    for index in range(sentence.index - 1, max(-1, sentence.index - 1 - _YEAR_REACH), -1):
        if years := [year for x in passage.sentences[index].typed if (year := _year_in(x))]:
            return years[-1]
    return None


def _bounded(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether what may be done up to a limit is said on one side as the limit alone: may borrow 12, up to 12."""
    if set(claimed.values).isdisjoint(other.values) or claimed.unit != other.unit:
        return False
    if not claimed.comparator and other.comparator in {"<=", "high"}:
        return not _PERMITS.isdisjoint(claim.words) and _EXACTLY.isdisjoint(claim.words)
    if claimed.comparator == "<=" and not other.comparator and other.also != ">=":
        return (
            not _LIMITS.isdisjoint(source.words)
            or any("hochst" in w for w in source.words)
            or (not _PERMITS.isdisjoint(claim.words) and not _ENABLES.isdisjoint(source.words))
        )
    return False


def _names_row(claim: Sentence, row: Sentence) -> bool:
    first = row.tokens[: token_at(row.starts, row.cells[0][1])]
    return not claim.words.isdisjoint(first)


def _end_of_range(claimed: Typed, claim: Sentence, other: Typed) -> bool:
    """Return whether the ends of a range are told with from and to, where nothing changes: between 5 and 40, from 5 to 40."""
    wanted = _RANGE_ENDS.get(_word_before(claim, claimed), "")
    return (
        bool(wanted)
        and not claimed.comparator
        and other.comparator == wanted
        and claimed.unit == other.unit
        and claim.lexicon.moves.isdisjoint(claim.words - {"down"})
    )


def _suffices(claimed: Typed, claim: Sentence, other: Typed) -> bool:
    """Return whether a claim says that the bound itself is enough: exactly 5,000 is enough, where at least 5,000 is asked for."""
    inclusive = {other.comparator, other.also} & {">=", "<="}
    return not claimed.comparator and bool(inclusive) and not _ENOUGH.isdisjoint(claim.words)


def turned_bound(claimed: Typed, claim: Sentence, other: Typed) -> bool:
    """Return whether a claim denies what lies beyond a bound: no more than 60 were there, of up to 60; fewer than 12 are not allowed."""
    return (
        other.comparator in _BEYOND.get(claimed.comparator, ())
        and claimed.unit == other.unit
        and not set(claimed.values).isdisjoint(other.values)
        and not claim.lexicon.negators.isdisjoint(claim.words)
    )


def _lowest(claimed: Typed, other: Typed) -> bool:
    """Return whether "up to -20" names the low end of a range that is below zero."""
    value = claimed.values[0]
    return (
        claimed.comparator == "<="
        and isinstance(value, Decimal)
        and value < 0
        and other.comparator in {"low", ">="}
        and value in other.values
        and claimed.unit == other.unit
    )


def _sign_in_words(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether one side says with a word what the other says with a sign: lost 2% and -2%."""
    mine, theirs = claimed.values[0], other.values[0]
    if not (isinstance(mine, Decimal) and isinstance(theirs, Decimal)) or mine != -theirs or not mine:
        return False
    if claimed.unit != other.unit and (claimed.unit or not source.cells):
        return False
    poles = claim.lexicon.poles
    up, down = poles.get((0, 0), frozenset()) | _INTO, poles.get((0, 1), frozenset()) | _OUT_OF
    words, signed = (claim.words, source.words) if mine > 0 else (source.words, claim.words)
    if theirs > 0 and is_signed(source):
        return False
    if theirs < 0 and (source.cells or is_signed(source)):
        # "Net income (loss)" names both signs of a row.
        return not down.isdisjoint(words)
    return not down.isdisjoint(words) and up.isdisjoint(words) and (up | down).isdisjoint(signed)


def _of_another_sign(claimed: Typed, claim: Sentence, place: Place) -> bool:
    """Return whether a claim calls a loss what a row of a table has above nothing, beside a loss in brackets or under both names."""
    value, row = claimed.values[0], place.sentence
    first, theirs = token_at(claim.starts, claimed.start), place.literal.values[0]
    near = claim.tokens[max(0, first - _SIGN_REACH) : first]
    if (
        not isinstance(value, Decimal)
        or not isinstance(theirs, Decimal)
        or min(value, theirs) <= 0
        or not _MONEY_OR_SHARE.fullmatch(claimed.unit or place.literal.unit)
        or _OUT_OF.isdisjoint(near)
        or not _INTO.isdisjoint(near)
    ):
        return False
    if not row.cells:
        return True
    name = frozenset(row.tokens[: token_at(row.starts, row.cells[0][1])])
    return _OUT_OF.isdisjoint(name) or not _INTO.isdisjoint(name) or "(" in row.text[: row.cells[0][1]]


def _completed(claimed: Typed, place: Place) -> bool:
    """Return whether a date without a year is the claimed one with the year that the text names last before it."""
    for wanted in claimed.values:
        for reading in place.literal.values:
            if (
                isinstance(wanted, tuple)
                and isinstance(reading, tuple)
                and wanted[0] is not None
                and reading[0] is None
                and all(a is None or a == b for a, b in zip(wanted[1:], reading[1:], strict=True))
                and wanted[1] is not None
            ):
                year = year_at(place)
                if year is None and _years_on(place):
                    told = {y for s in place.passage.with_literals for x in s.typed if (y := _year_in(x))}
                    year = told.pop() if len(told) == 1 else None
                return year is not None and bool(wanted[0] == year + _years_on(place))
    return False


def _years_on(place: Place) -> int:
    """Return how many years after the year named before a date is: 14 May of the following year."""
    match = _OTHER_YEAR.match(place.sentence.text, place.literal.end)
    return 0 if match is None else 1 if any(match.groups()) else -1


def year_at(place: Place) -> int | None:
    """Return the year that a passage speaks of where a date stands: the last one named before, else the next in its sentence, else the one that opens the next."""
    sentence = place.sentence
    named = [(x.start, year) for x in sentence.typed if (year := _year_in(x))]
    earlier = [year for start, year in named if start < place.literal.start]
    if earlier:
        return earlier[-1]
    if named:
        return named[0][1]
    for index in range(sentence.index - 1, max(-1, sentence.index - 1 - _YEAR_REACH), -1):
        years = [year for x in place.passage.sentences[index].typed if (year := _year_in(x))]
        if years:
            return years[-1]
    following = place.passage.sentences[sentence.index + 1 : sentence.index + 2]
    opening = [x for s in following for x in s.typed if token_at(s.starts, x.start) <= _OPENING]
    return next((year for x in opening if (year := _year_in(x))), None)


def _year_in(literal: Typed) -> int | None:
    if is_year(literal):
        return int(literal.values[0])  # type: ignore[call-overload, no-any-return]
    value = literal.values[0]
    return value[0] if literal.kind == "date" and isinstance(value, tuple) else None


def _worth_reading(claimed: Typed, passage: Passage) -> Sequence[Sentence]:
    """Return the sentences to look for a literal in: all of them, or of thousands those with its value and the first."""
    sentences = passage.with_literals
    if len(sentences) <= _MANY:
        return sentences
    exact = [s for value in claimed.values for s, _ in passage.by_value.get(value, ())[:_MANY]]
    return list(dict.fromkeys([*exact, *sentences[:_MANY]]))


_RANGE_ENDS = {
    "from": "low",
    "von": "low",
    "de": "low",
    "desde": "low",
    "to": "high",
    "bis": "high",
    "a": "high",
    "hasta": "high",
}
_ENDS = {"en": frozenset({"from", "to", "by"}), "de": frozenset({"von", "auf", "um"})}


def _other_end(claimed: Typed, claim: Sentence, other: Typed, source: Sentence) -> bool:
    """Return whether a change names the value as another of its ends: to 5% where the span has from 5%."""
    ends = _ENDS.get(claim.code, frozenset())
    if claimed.kind not in {"number", "date"} or claimed.comparator in {"low", "high"} or not ends:
        return False
    mine, theirs = (_word_before(s, x) for s, x in ((claim, claimed), (source, other)))
    return (
        mine in ends
        and theirs in ends
        and mine != theirs
        and min(ends, key=lambda e: e not in {"from", "von"}) in source.words
    )


def _word_before(sentence: Sentence, literal: Typed) -> str:
    index = token_at(sentence.starts, literal.start)
    if index > 1 and sentence.tokens[index - 2 : index] == ["down", "to"]:
        # "Down to -20" is from there on, unless something went down to it.
        return "from" if sentence.lexicon.moves.isdisjoint(sentence.words - {"down"}) else "to"
    return sentence.tokens[index - 1] if index else ""
