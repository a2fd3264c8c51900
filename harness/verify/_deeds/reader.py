"""Reads deeds in languages whose verb follows its subject: who, what, from whom and to whom, in either voice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.text.typed.passage import Sentence
from harness.text.typed.stems import stem
from harness.verify._deeds.order import verbs_of
from harness.verify._deeds.words import (
    ALSO_NOUNS,
    AUXILIARIES,
    BARE,
    BE,
    BY,
    DETERMINERS,
    DOINGS,
    ENDS,
    FROM,
    GIVEN,
    KINDS,
    LIGHT,
    NAMING,
    NOT_DEEDS,
    NOUNS,
    PLACES,
    PRONOUNS,
    RELATIVE,
    SUITS,
    TO,
    TO_DO,
    TRADED,
    Kind,
    triggers_of,
)
from harness.verify._denied.clauses import sign_before

Parts = Mapping[str, frozenset[str]]

_PARTICLE_REACH, _PASSIVE_REACH, _TO_REACH, _LONGEST_SUBJECT = 3, 4, 9, 6
_PAIR, _SHORTEST = 2, 4
_TAKEN = frozenset("tomo toma tomaron toman tomado".split())
"""What makes borrowing of lending in Spanish: tomó prestados."""
_PARTY_FIRST = {
    "fr": frozenset("un une des le la les".split()),
    "es": frozenset("un una unos unas el la los las".split()),
}
"""The languages in which whom it is given to may stand before what is given, with their articles."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An event with the words of those who take part in it, by part; `word` is the token that names it, `named` those parts that a name fills."""

    event: str
    word: str
    parts: Parts
    named: frozenset[str]
    kind: str


def read_deeds(sentence: Sentence) -> Iterator[Deed]:
    tokens, code = sentence.tokens, sentence.code
    triggers = triggers_of(code)
    for index in range(len(tokens)):
        name = _name_of(sentence, index, triggers)
        if name is None:
            continue
        if code == "en" and (found := _by_noun(sentence, index)):
            yield found
        if name != "noun" and _is_deed(sentence, index) and not _is_denied(sentence, index):
            yield _deed_of(sentence, index, name)


def _name_of(sentence: Sentence, index: int, triggers: Mapping[str, str]) -> str | None:
    """Return which deed a word may name, or None: "took" alone is another verb than "took over from"."""
    tokens, name = sentence.tokens, triggers.get(sentence.tokens[index])
    if sentence.code != "en" or name == "noun":
        return "borrow" if name == "lend" and tokens[index - 1] in _TAKEN else name
    if name in {"make", "operate"} and tokens[index] in {"made", "run"} and tokens[index + 1 : index + 2] != ["by"]:
        return None
    if name == "win" and any(t.isdigit() for t in tokens[index + 1 : index + 1 + _PARTICLE_REACH]):
        return None
    if name in {"rent", "let"}:
        # One rents from somebody, and out to somebody.
        behind = next((t for t in tokens[index + 1 : index + 1 + _TO_REACH] if t in {"from", "to"}), None)
        return {"to": "let", "from": name if name == "rent" else None}.get(behind or "")
    if name == "pay" and "for" not in tokens[index + 1 : index + 1 + _PARTICLE_REACH] and "to" in tokens[index + 1 :]:
        return "give"
    return name if name and _has_particle(sentence, index, name) else _other_verb(sentence, index)


def _deed_of(sentence: Sentence, index: int, name: str) -> Deed:
    """Return the deed of a verb: in the passive its subject is what it is done to."""
    tokens, code, end = sentence.tokens, sentence.code, index + 1
    if name == "pay" and (at := first_of(tokens, end, end + _PARTICLE_REACH, {"for"})) and tokens[end][0].isdigit():
        # Who pays 5 million for a thing buys it.
        name, end = "buy", at + 1
    kind = KINDS.get(name, Kind(name))
    by = first_of(tokens, end, end + _PARTICLE_REACH, BY[code])
    at_once = by is not None and not any(is_cut(sentence, i) for i in range(end, by + 1))
    helped = _is_helped(sentence, index)
    subject = _subject(sentence, index)
    if at_once or helped:
        by = by if by is not None else _first_in_clause(sentence, end, BY[code])
        doer = _phrase(sentence, by + 1) | _further_names(sentence, by + 1) if by is not None else frozenset()
        parts = {kind.subject: doer, kind.object: subject}
    else:
        thing = _phrase(sentence, _past_party(sentence, end), past_to=not kind.goal) or (
            _before_relative(sentence, index) if subject else subject
        )
        parts = {kind.subject: subject, kind.object: thing}
        if kind.goal and kind.event != "gift" and code == "en" and (at := _second_object(sentence, end)):
            parts = {kind.subject: subject, kind.goal: frozenset(tokens[end:at]), kind.object: _phrase(sentence, at)}
            kind = kind._replace(goal="")
    given = GIVEN if kind.event == "gift" else TRADED
    for slot, marks in ((kind.source, FROM[code] - given), (kind.goal, TO[code])):
        wanted = marks & set(LIGHT[name]) if name in LIGHT and code == "en" else marks
        at = _first_in_clause(sentence, end, wanted or marks) if slot else None
        if at is not None and at != by:
            parts[slot] = _phrase(sentence, at + 1)
    parts.pop("", None)
    return new_deed(sentence, kind.event, tokens[index], parts, name)


def _second_object(sentence: Sentence, start: int) -> int | None:
    """Return where what is lent begins in "lends the school 30 tablets", or None where no two stand there."""
    tokens = sentence.tokens
    if tokens[start : start + 1] == [] or not (tokens[start] in DETERMINERS or start in sentence.capitals):
        return None
    for i in range(start + 1, min(len(tokens), start + _LONGEST_SUBJECT)):
        if is_cut(sentence, i) or (tokens[i] in sentence.lexicon.stop and tokens[i] not in DETERMINERS):
            return None
        if i > start + (tokens[start] in DETERMINERS) and (tokens[i] in DETERMINERS or tokens[i].isdigit()):
            return i
    return None


def _past_party(sentence: Sentence, start: int) -> int:
    """Return where the object begins in "accordé au musée une subvention"."""
    if (
        sentence.code not in _PARTY_FIRST
        or sentence.tokens[start : start + 1] == []
        or sentence.tokens[start] not in TO[sentence.code] | FROM[sentence.code]
    ):
        return start
    return next((i for i in range(start + 2, len(sentence.tokens)) if _opens_another(sentence, i)), start)


def _opens_another(sentence: Sentence, index: int) -> bool:
    """Return whether a French or Spanish article opens another noun right behind one."""
    return (
        sentence.tokens[index] in _PARTY_FIRST.get(sentence.code, ())
        and sentence.tokens[index - 1] not in sentence.lexicon.stop
    )


def _further_names(sentence: Sentence, start: int) -> frozenset[str]:
    """Return the names that an "and" adds behind an aside: Ivan Petrov of "by Elsa Brun for Norway and Ivan Petrov for Russia"."""
    tokens = sentence.tokens
    for i in range(start + 1, len(tokens) - 1):
        if is_cut(sentence, i):
            break
        if tokens[i] in {"and", "et", "y"} and i + 1 in sentence.capitals and not _opens_statement(sentence, i):
            return _phrase(sentence, i + 1)
    return frozenset()


def _is_denied(sentence: Sentence, index: int) -> bool:
    """Return whether a negator stands right before a verb: nobody is said to have done it."""
    return not sentence.lexicon.negators.isdisjoint(sentence.tokens[max(0, index - _PARTICLE_REACH) : index])


def _is_helped(sentence: Sentence, index: int) -> bool:
    """Return whether a form of "be" before a verb of its clause makes it passive: not of "sells" nor of "is selling"."""
    tokens, code = sentence.tokens, sentence.code
    if code == "en" and tokens[index].endswith(("s", "ing")):
        return False
    for i in range(index, max(0, index - _PASSIVE_REACH), -1):
        if is_cut(sentence, i):
            return False
        if tokens[i - 1] in BE[code]:
            return True
    return False


def _other_verb(sentence: Sentence, index: int) -> str | None:
    """Return what an English verb that is in no list says, where a sentence has two names: thanked, guarantees, taken."""
    token, lex = sentence.tokens[index], sentence.lexicon
    if len(sentence.capitals) < _PAIR or len(token) < _SHORTEST or token in lex.stop or token in sentence.compounds:
        return None
    if index in sentence.capitals or token in NAMING or token in lex.opposites or token in lex.tentative:
        return None
    if not token.endswith("ed") and index not in verbs_of(sentence):
        return None
    before = sentence.tokens[index - 1] if index else ""
    if before in lex.stop and before not in AUXILIARIES["en"] | PRONOUNS | {"and"}:
        return None
    return "~" + min(lex.synonyms.get(token, {stem(token, "en")})) if _is_whole(sentence, index) else None


def _is_whole(sentence: Sentence, index: int) -> bool:
    """Return whether a verb that is in no list surely has its object behind it, its doer behind "by", or is of a relative clause."""
    tokens = sentence.tokens
    after = tokens[index + 1] if index + 1 < len(tokens) else ""
    if after == "by" or after in DETERMINERS or index + 1 in sentence.capitals:
        return True
    if (not after or after in PLACES or is_cut(sentence, index + 1)) and index - 1 in sentence.capitals:
        return True
    return any(t in {"whom", "that", "which"} for t in tokens[max(0, index - _TO_REACH) : index]) and tokens[
        index - 1
    ] in {"had", "has", "have"}


def new_deed(sentence: Sentence, event: str, word: str, parts: dict[str, frozenset[str]], kind: str) -> Deed:
    """Return a deed; a part that only a pronoun fills is left open."""
    opens = sentence.tokens[0]
    alone = sentence.code == "en" and opens not in sentence.lexicon.stop and not opens.endswith("s")
    capital = {sentence.tokens[i] for i in sentence.capitals if i or alone or 1 in sentence.capitals}
    stop = sentence.lexicon.stop
    kept = {
        p: frozenset([t for t in words if t not in stop and not t.isdigit()])
        if words.isdisjoint(PRONOUNS) or not words <= stop
        else frozenset()
        for p, words in parts.items()
    }
    named = frozenset([p for p, words in kept.items() if not words.isdisjoint(capital)])
    return Deed(event, word, kept, named, kind)


def _is_deed(sentence: Sentence, index: int) -> bool:
    """Return whether a word tells a deed: no "report" of "a report", no "said" before "that", a particle where it wants one."""
    tokens = sentence.tokens
    before = tokens[index - 1] if index else ""
    after = tokens[index + 1] if index + 1 < len(tokens) else ""
    if after in NOT_DEEDS or not index or before in {"que", "qu", "se"}:
        # "El informe que encargó el ayuntamiento": who does it may stand behind.
        return False
    return sentence.code != "en" or _is_english_deed(sentence, index, (before, after))


def _is_english_deed(sentence: Sentence, index: int, beside: tuple[str, str]) -> bool:
    """Return whether an English word is a verb there, and no noun or adjective."""
    tokens, (before, after) = sentence.tokens, beside
    token = tokens[index]
    if token in sentence.compounds:
        return False
    if before in AUXILIARIES["en"] or before in PRONOUNS or token.endswith(("ed", "ing")):
        return True
    if before in sentence.lexicon.stop and after != "by" and before not in {"and", "or"}:
        return False
    return (
        token not in ALSO_NOUNS
        or after in DETERMINERS
        or after[:1].isdigit()
        or not sentence.capitals.isdisjoint((index - 1, index + 1))
    )


def _has_particle(sentence: Sentence, index: int, name: str) -> bool:
    """Return whether a verb that needs one has its particle near: paid for, took over from."""
    tokens = sentence.tokens
    if tokens[index] not in BARE:
        return True
    reach = _TO_REACH if name in {"lose", "bring"} else _PARTICLE_REACH
    near = tokens[index + 1 : index + 1 + reach * (2 if name == "handover" else 1)]
    if name in {"takeover", "handover"}:
        return all(word in near for word in LIGHT[name])
    return LIGHT[name][0] in near or (name == "workfor" and near[:1] == ["at"])


def _by_noun(sentence: Sentence, index: int) -> Deed | None:
    """Return the deed of a noun: a novel by Ann Lee, the author of the report, Lee's complaint against Fox."""
    tokens = sentence.tokens
    token = tokens[index]
    after = tokens[index + 1] if index + 1 < len(tokens) else ""
    if token in NOUNS and after == "by":
        return new_deed(sentence, NOUNS[token], token, {"doer": _phrase(sentence, index + 2)}, "noun")
    if token in DOINGS and after == "of" and token not in sentence.compounds:
        name = DOINGS[token]
        kind = KINDS.get(name, Kind(name))
        marks = {kind.subject: "by", kind.source: "from", kind.goal: "to"}
        ats = {part: _first_in_clause(sentence, index + 2, {mark}) for part, mark in marks.items() if part}
        parts = {part: _phrase(sentence, at + 1) for part, at in ats.items() if at is not None}
        if parts:
            return new_deed(sentence, kind.event, token, {**parts, kind.object: _phrase(sentence, index + 2)}, "noun")
    if token in SUITS and after == "against":
        owner = next((i for i in range(index - 1, max(-1, index - 4), -1) if _possessive(sentence, i)), None)
        if owner is not None:
            first = owner
            while first and first - 1 in sentence.capitals and tokens[first - 1] not in sentence.lexicon.stop:
                first -= 1
            words = frozenset(tokens[first : owner + 1])
            return new_deed(
                sentence,
                "suit",
                token,
                {"plaintiff": words, "defendant": _phrase(sentence, index + 2, stop_at_verbs=True)},
                "noun",
            )
    return None


def _subject(sentence: Sentence, index: int) -> frozenset[str]:
    """Return the words before a verb in its clause; those that a relative or a lost subject stands for."""
    tokens, code = sentence.tokens, sentence.code
    if code == "en":
        if tokens[index - 1] == "to" and tokens[max(0, index - 2)] not in TO_DO:
            return _told_to(sentence, index)
        if tokens[index] in {"replacing", "succeeding"} and is_cut(sentence, index):
            # Who is appointed does it.
            verb = next((i for i in range(1, index) if _is_verb(sentence, i)), 0)
            return _subject(sentence, verb) if verb else frozenset()
        if tokens[index].endswith("ing") and (
            is_cut(sentence, index) or BE[code].isdisjoint(tokens[max(0, index - 2) : index])
        ):
            # Who does it while doing something else may be another.
            return frozenset()
    begin = index
    while (
        begin
        and not is_cut(sentence, begin)
        and tokens[begin - 1] not in ENDS[code]
        and tokens[begin - 1] not in RELATIVE
    ):
        if tokens[begin - 1] in {"and", "et", "y", "und"} and _has_verb(sentence, begin - 1):
            break
        begin -= 1
    if begin and tokens[begin - 1] == "who" and tokens[index - 1] in {"must", "should", "may", "can", "will", "shall"}:
        said = [t for t in tokens[begin : index - 1] if t not in AUXILIARIES[code] and t not in BE[code]]
        if said and begin - 1:
            # "Guests who lose a key must report it": the guests do.
            return _antecedent(sentence, begin - 1)
    found = [t for t in _without_owners(sentence, begin, index) if t not in AUXILIARIES[code] and t not in BE[code]]
    if any(t not in sentence.lexicon.stop for t in found) or not begin:
        return frozenset(found)
    return _lost_subject(sentence, begin) if PRONOUNS.isdisjoint(found) else frozenset()


def _lost_subject(sentence: Sentence, begin: int) -> frozenset[str]:
    """Return whose verb a clause begins with: what "who" stands for, who did what is before "and", or before an aside."""
    tokens, code = sentence.tokens, sentence.code
    if tokens[begin - 1] in RELATIVE:
        return _antecedent(sentence, begin - 1)
    if tokens[begin - 1] in {"and", "et", "y", "und"}:
        verb = next((i for i in range(begin - 2, 0, -1) if _is_verb(sentence, i)), 0)
        return _subject(sentence, verb) if verb and not is_cut(sentence, begin) else frozenset()
    # "Ann Lee, who founded Fox, is selling it": what stands between commas is told of the first.
    first = next((i for i in range(1, begin) if is_cut(sentence, i)), 0)
    aside = first and (
        tokens[first] in RELATIVE
        or tokens[first] in sentence.lexicon.stop
        or _is_verb(sentence, first)
        or not BY[code].isdisjoint(tokens[first:begin])
        or all(i in sentence.capitals for i in range(first, begin))
    )
    return frozenset(_without_owners(sentence, 0, first)) if aside and first <= _LONGEST_SUBJECT else frozenset()


def _before_relative(sentence: Sentence, index: int) -> frozenset[str]:
    """Return what is done in a relative clause that has a subject of its own: the book of "the book that Ann Lee wrote"."""
    for i in range(index - 1, max(0, index - _TO_REACH), -1):
        if sentence.tokens[i] in RELATIVE:
            return _antecedent(sentence, i)
        if is_cut(sentence, i):
            return frozenset()
    return frozenset()


def _told_to(sentence: Sentence, index: int) -> frozenset[str]:
    """Return who is told to do what an infinitive says: the council of "ordered the council to pay"; none where nobody is."""
    tokens = sentence.tokens
    for i in range(index - 2, max(0, index - _TO_REACH), -1):
        if is_cut(sentence, i):
            break
        if _is_verb(sentence, i):
            found = tokens[i + 1 : index - 1]
            named = bool(found) and (found[0] in DETERMINERS or i + 1 in sentence.capitals)
            return frozenset(_without_owners(sentence, i + 1, index - 1)) if named else frozenset()
    return frozenset()


def _antecedent(sentence: Sentence, index: int) -> frozenset[str]:
    """Return the words right before a relative pronoun."""
    begin = index
    if is_cut(sentence, begin):
        begin -= 1
    first = begin
    while (
        first
        and not is_cut(sentence, first)
        and index - first < _PASSIVE_REACH
        and sentence.tokens[first - 1] not in sentence.lexicon.stop
    ):
        first -= 1
    return frozenset(_without_owners(sentence, first, index))


def _has_verb(sentence: Sentence, index: int) -> bool:
    """Return whether a verb stands before a word in its clause, so that an "and" there opens another."""
    for i in range(index - 1, -1, -1):
        if _is_verb(sentence, i):
            return True
        if is_cut(sentence, i):
            return False
    return False


def _is_verb(sentence: Sentence, index: int) -> bool:
    token, code = sentence.tokens[index], sentence.code
    if token in BE[code] or token in AUXILIARIES[code] or triggers_of(code).get(token, "noun") != "noun":
        return True
    return code == "en" and token.endswith("ed")


def _phrase(sentence: Sentence, start: int, *, stop_at_verbs: bool = False, past_to: bool = False) -> frozenset[str]:
    """Return the words from one on, up to the end of the phrase: a comma, another preposition, another statement.

    A name after the comma says who a noun is: "from its founder, Ingrid Moe".
    """
    tokens, code = sentence.tokens, sentence.code
    ends = (
        ENDS[code]
        | BY[code]
        | FROM[code] - TRADED
        | (TO[code] - {"for"})
        | RELATIVE - {"der", "die", "das", "den", "que"}
    )
    if past_to:
        ends = ends - {"to"}
    end = start
    while end < len(tokens) and not (end > start and is_cut(sentence, end)):
        token = tokens[end]
        if token in ends or (token in {"and", "et", "y", "und"} and _opens_statement(sentence, end)):
            break
        if end > start and _opens_another(sentence, end):
            break
        if stop_at_verbs and end > start and (token in BE[code] or token in AUXILIARIES[code]):
            break
        end += 1
    found = _without_owners(sentence, start, end)
    told = any(t not in PRONOUNS for t in tokens[start:end])
    if (
        told
        and end < len(tokens)
        and end > start
        and is_cut(sentence, end)
        and end in sentence.capitals
        and end - 1 not in sentence.capitals
    ):
        last = end
        while last < len(tokens) and last in sentence.capitals and not (last > end and is_cut(sentence, last)):
            last += 1
        if last == len(tokens) or is_cut(sentence, last):
            found += tokens[end:last]
    return frozenset(found)


def _opens_statement(sentence: Sentence, index: int) -> bool:
    """Return whether an "and" joins another statement: a verb follows at once, or a name and then a verb."""
    tokens, code = sentence.tokens, sentence.code
    following = tokens[index + 1 : index + 5]
    triggers = triggers_of(code)
    return any(
        t in triggers or t in BE[code] or t in AUXILIARIES[code] or (code == "en" and t.endswith("ed"))
        for t in following
    )


def _without_owners(sentence: Sentence, start: int, end: int) -> list[str]:
    """Return words without those whose thing the next one is: Norvik of "Norvik's founder"."""
    tokens = sentence.tokens
    kept = [i for i in range(start, end) if not _possessive(sentence, i)]
    rest = [tokens[i] for i in kept if tokens[i] != "s"]
    return rest if any(t not in sentence.lexicon.stop for t in rest) else [tokens[i] for i in range(start, end)]


def _possessive(sentence: Sentence, index: int) -> bool:
    end = sentence.starts[index] + len(sentence.tokens[index])
    return sentence.code == "en" and sentence.text[end : end + 2] in {"'s", "\u2019s"}


def first_of(tokens: Sequence[str], start: int, end: int, marks: set[str]) -> int | None:
    return next((i for i in range(start, min(end, len(tokens))) if tokens[i] in marks), None)


def _first_in_clause(sentence: Sentence, start: int, marks: set[str]) -> int | None:
    for i in range(start, len(sentence.tokens)):
        if sentence.tokens[i] in marks:
            return i
        if i > start and (sentence.tokens[i] in RELATIVE or (is_cut(sentence, i) and sign_before(sentence, i) in ";:")):
            return None
    return None


def is_cut(sentence: Sentence, index: int) -> bool:
    return sign_before(sentence, index) in {",", ";", ":"}
