"""How much of an accepted answer an answer says: its literals by value, its words by form and weight."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harness.judge._normalise import normalise
from harness.text.literal import contains_whole
from harness.text.sentences import split_sentences
from harness.text.typed.fold import fold
from harness.text.typed.fold import normalise as one_form
from harness.text.typed.passage import TOKEN, Passage, Sentence
from harness.text.typed.stems import akin
from harness.text.typed.values import Typed
from harness.text.words import UNSPACED
from harness.verify._denied.clauses import clauses
from harness.verify._literals.equal import compare, units_meet

GIVEN = 0.25
"""What a word weighs that the question has too: repeating the question answers nothing."""
LITERAL = 2.0
_NAME_WORDS = 4
_TYPO_LENGTH = 6
_TYPO_RATIO = 0.84
_TYPO_WORDS = 2000
_DENIED_WITHIN = 3
_RIVAL_REACH = 6
_SAME_STATEMENT = 0.6
_WHO = frozenset(
    "who whom whose name actor actress singer author wer wen wem qui quien quienes kim kimin 谁 誰 chi quem".split()
)
_SUFFIXES = frozenset("jr sr ii iii iv obe mbe cbe phd".split())
_OR = frozenset("or oder ou o u veya ya yahut oppure ou of или 或 或者 または".split())
_TOWN = re.compile(r"([A-Z][\w'-]{2,30}(?: [A-Z][\w'-]{1,30}){0,2}), ([A-Z][\w'-]{2,30}(?: [A-Z][\w'-]{1,30}){0,2})")
_LISTED = re.compile(r"[,;/&]|\b(?:and|or|und|oder|et|ou|y|o|ve|veya)\b", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:hyper|hypo|inter|intra|macro|micro|pre|pro|ante|anti)(?=...)")
_NOW = frozenset("now today currently nowadays heute inzwischen aujourd maintenant actualmente hoy bugun simdi".split())
_INSTEAD = frozenset("not nicht kein keine pas non no degil 不 niet не".split())
_BUT = frozenset("but sondern mais sino rather instead".split())


@dataclass(frozen=True, slots=True)
class Match:
    """What of an accepted answer was found: `recall` is a weighted share, `missing` what was not, `against` a reason.

    `head` says that its last word is said, and not of something narrower: Indochina, of French Indochina.
    """

    recall: float
    missing: tuple[str, ...]
    against: str | None
    words: int
    literals: int
    head: bool = False


@lru_cache(maxsize=256)
def read(text: str) -> Passage:
    """Return a text ready for comparing; the same text is read once."""
    # One sentence a line: a value that ends a sentence, "$5.", must not join it to the next.
    return Passage("\n".join(" ".join(text[start:end].split()) for start, end in split_sentences(text)))


def match(answer: str, accepted: str, question: str, rarity: Mapping[str, float]) -> Match:
    """Compare an answer with one accepted answer; `rarity` weighs words (1 where it has none)."""
    given, wanted, asked = read(answer), read(accepted), read(question)
    wholly = (
        contains_whole(normalise(accepted), normalise(answer))
        or _joined(wanted, given)
        or _surname(wanted, given, asked)
        or _place(accepted, answer)
    )
    found = 0.0
    total = 0.0
    missing: list[str] = []
    places: list[tuple[Sentence, Typed | None]] = []
    words = literals = 0
    for sentence in wanted.sentences:
        firm = [x for x in sentence.typed if x.firm]
        for literal in firm:
            literals += 1
            total += LITERAL
            place = _literal(literal, given)
            if place is None and not wholly:
                missing.append(literal.text)
                continue
            found += LITERAL
            if place:
                places.append(place)
        for word in _words(sentence, firm):
            words += 1
            weight = word.weight * rarity.get(word.text, 1.0) * (GIVEN if word.text in asked.words else 1.0)
            total += weight
            share = 1.0 if wholly else _word(word.text, given, sentence)
            found += share * weight
            if not share:
                missing.append(word.text)
    if not total:
        return Match(
            1.0 if wholly else 0.0, () if wholly else (accepted,), _denied_text(accepted, given), words, literals
        )
    against = _against(places, given, wanted, asked) or _denied_text(accepted, given)
    return Match(found / total, tuple(missing), against, words, literals, not literals and _head(wanted, given, asked))


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    weight: float


def _words(sentence: Sentence, taken: Sequence[Typed]) -> list[_Word]:
    """Return the words of a sentence that tell something, outside the literals `taken`; common verbs weigh half."""
    lexicon = sentence.lexicon
    found: list[_Word] = []
    for start, token in zip(sentence.starts, sentence.tokens, strict=True):
        if any(literal.start <= start < literal.end for literal in taken):
            continue
        initial = len(token) == 1 and sentence.text[start].isupper()
        if token in lexicon.stop and not (initial and start):
            continue
        if len(token) > 1 or initial or token.isdigit() or UNSPACED.match(token):
            found.append(_Word(token, 0.5 if token in lexicon.common else 1.0))
    return found


def rarity_of(texts: Iterable[str]) -> dict[str, float]:
    """Return the weight of each word: its idf in `texts` over the largest one, never below 0.2.

    idf is log(1 + N / df) (Robertson 2004, eq. 1, smoothed so that no word weighs nothing).
    """
    counts: dict[str, int] = {}
    number = 0
    for text in texts:
        number += 1
        for token in {fold(t) for t in TOKEN.findall(one_form(text))}:
            counts[token] = counts.get(token, 0) + 1
    if not number:
        return {}
    largest = math.log(1 + number)
    return {token: max(0.2, math.log(1 + number / df) / largest) for token, df in counts.items()}


def _literal(wanted: Typed, given: Passage) -> tuple[Sentence, Typed] | None:
    for sentence in given.sentences:
        for literal in sentence.typed:
            if _says(literal, wanted):
                return sentence, literal
    return None


def _says(given: Typed, wanted: Typed) -> bool:
    """Return whether a literal of the answer says the wanted one; a unit may be left out, part of a date may not."""
    if compare(wanted, given) == "same":
        return True
    if {given.kind, wanted.kind} == {"number", "ordinal"} and not wanted.unit and not given.unit:
        # The 5th most populous, where the accepted answer is 5.
        return not set(given.values).isdisjoint(wanted.values)
    return wanted.kind != "date" and compare(given, wanted) == "same"


def _joined(wanted: Passage, given: Passage) -> bool:
    """Return whether the answer writes a short name with other gaps: Wi-Fi and WiFi, S-400 and S400."""
    tokens = [t for s in wanted.sentences for t in s.tokens]
    whole = "".join(tokens)
    if len(tokens) > _NAME_WORDS or len(whole) < _NAME_WORDS or whole.isdigit():
        return False
    for sentence in given.sentences:
        for start in range(len(sentence.tokens)):
            built = ""
            for token in sentence.tokens[start : start + 2 * _NAME_WORDS]:
                built += token
                if built == whole:
                    return True
                if not whole.startswith(built):
                    break
    return False


def _surname(wanted: Passage, given: Passage, asked: Passage) -> bool:
    """Return whether the answer to a question about a person gives the surname, and no other first name with it."""
    if _WHO.isdisjoint(asked.words) or len(wanted.sentences) != 1:
        return False
    name = wanted.sentences[0]
    words = [name.text[a : a + len(t)] for a, t in zip(name.starts, name.tokens, strict=True) if t not in _SUFFIXES]
    if not 1 < len(words) <= _NAME_WORDS or not all(w[:1].isupper() for w in words):
        return False
    surname = fold(words[-1])
    for sentence in given.sentences:
        for index, token in enumerate(sentence.tokens):
            if token != surname or not sentence.text[sentence.starts[index]].isupper():
                continue
            before = sentence.tokens[index - 1] if index else ""
            if not index or before in name.tokens or not sentence.text[sentence.starts[index - 1]].isupper():
                return True
            if index == 1 and before in sentence.lexicon.stop:
                return True
    return False


def _place(accepted: str, answer: str) -> bool:
    """Return whether an answer names a place without the country it lies in, and no other one with it: Salzburg, Austria."""
    match = _TOWN.fullmatch(accepted.strip())
    if match is None or not contains_whole(normalise(match[1]), normalise(answer)):
        return False
    return re.search(rf"\b{re.escape(match[1])},\s(?!{re.escape(match[2])})[A-Z]", answer) is None


def _is_name(word: str, wanted: Sentence) -> bool:
    index = wanted.tokens.index(word) if word in wanted.tokens else -1
    return 0 <= index < len(wanted.tokens) - 1 and wanted.text[wanted.starts[index]].isupper()


def _head(wanted: Passage, given: Passage, asked: Passage) -> bool:
    """Return whether all but some first words of an accepted answer are said, where these are no names and nothing stands for them."""
    if len(wanted.sentences) != 1 or _LISTED.search(wanted.text):
        return False
    sentence = wanted.sentences[0]
    name = [w.text for w in _words(sentence, ())]
    said = next((i for i, word in enumerate(name) if _word(word, given, sentence)), len(name))
    if not 0 < said < len(name) or not all(_word(word, given, sentence) for word in name[said:]):
        return False
    if any(
        sentence.text[start].isupper()
        for start, token in zip(sentence.starts, sentence.tokens, strict=True)
        if token in name[:said]
    ):
        return False
    known = wanted.words | asked.words
    return any(_opens(s, i, known) for s in given.sentences for i, token in enumerate(s.tokens) if token == name[said])


def _opens(sentence: Sentence, index: int, known: frozenset[str]) -> bool:
    """Return whether no telling word that is not known stands right before a word."""
    before = sentence.tokens[index - 1] if index else ""
    gap = sentence.text[sentence.starts[index - 1] + len(before) : sentence.starts[index]] if index else ""
    return not before or before in known or before in sentence.lexicon.stop or any(sign in gap for sign in ",;:.()")


def _word(word: str, given: Passage, wanted: Sentence) -> float:
    if word in given.words:
        return 1.0
    for other in given.beginning(word[:3]):
        if akin(*sorted((word, other)), given.code):
            return 1.0
    if len(word) > 2 and word[0] in given.words and _is_name(word, wanted):  # noqa: PLR2004 -- J. stands for John
        return 0.8
    if len(word) >= _TYPO_LENGTH and len(given.words) <= _TYPO_WORDS:
        near = difflib.get_close_matches(word, given.words, 1, _TYPO_RATIO)
        return 0.8 if near and _misspells(near[0], word) else 0.0
    return 0.0


def _misspells(near: str, word: str) -> bool:
    """Return whether a word that looks like another is it, misspelt: western is not eastern, hypotension not hypertension."""
    return near[0] == word[0] and _PREFIX.sub("", near) != _PREFIX.sub("", word)


def _against(
    places: Sequence[tuple[Sentence, Typed | None]], given: Passage, wanted: Passage, asked: Passage
) -> str | None:
    """Return what the answer says against the right value it also says: a rival beside it, or a denial of it."""
    allowed = [x for p in (wanted, asked) for s in p.sentences for x in s.typed]
    for sentence, literal in places:
        if literal is None:
            continue
        if _denied(sentence, literal):
            return f"the answer denies {literal.text}"
        for rival_sentence, rival in _rivals(literal, sentence, given):
            if any(_says(rival, x) for x in allowed):
                continue
            if rival_sentence is sentence:
                if _alternative(sentence, literal, rival) or _outdated(sentence, literal, rival):
                    return f"the answer says {literal.text} and also {rival.text}"
            elif _same_statement(sentence, rival_sentence):
                return f"the answer says {literal.text} and also {rival.text}"
    return None


def denies(answer: str, question: str) -> bool | None:
    """Return whether the first sentence of an answer denies what a question asks, None where it speaks of something else."""
    given, asked = read(answer), read(question)
    if not given.sentences or not asked.sentences:
        return None
    sentence = given.sentences[0]
    words = [w.text for w in _words(asked.sentences[0], ())]
    if not words or sum(_word(w, given, asked.sentences[0]) for w in words) < _SAME_STATEMENT * len(words):
        return None
    if any(part.negator for part in clauses(asked.sentences[0])):
        return None
    excluded = "excluded exempt prohibited forbidden ausgeschlossen verboten exclu interdit excluido prohibido".split()
    return any(part.negator for part in clauses(sentence)) or not sentence.words.isdisjoint(excluded)


def _outdated(sentence: Sentence, literal: Typed, rival: Typed) -> bool:
    """Return whether a later value replaces the right one: 12,000 in 2015 but 9,500 today."""
    if rival.start < literal.end:
        return False
    between = {fold(t) for t in TOKEN.findall(sentence.text[literal.end :])}
    return not _NOW.isdisjoint(between)


def _rivals(literal: Typed, home: Sentence, given: Passage) -> list[tuple[Sentence, Typed]]:
    return [
        (sentence, other)
        for sentence in given.sentences
        for other in sentence.typed
        if other.kind == literal.kind
        and other is not literal
        and (units_meet(other.unit, literal.unit) or units_meet(literal.unit, other.unit))
        and not (sentence is home and other.start < literal.end and literal.start < other.end)
        and not (_says(other, literal) or _says(literal, other))
    ]


def _alternative(sentence: Sentence, literal: Typed, rival: Typed) -> bool:
    """Return whether two values of a sentence stand as alternatives: 48 or 72 hours, not 48 but 72."""
    if literal.unit and rival.unit and literal.unit != rival.unit:
        # 6 feet 1 inch, 5 miles (8 km): one value.
        return False
    first, last = sorted((literal, rival), key=lambda x: x.start)
    between = [fold(t) for t in TOKEN.findall(sentence.text[first.end : last.start])]
    if len(between) > _RIVAL_REACH:
        return False
    return not _OR.isdisjoint(between) or sentence.text[first.end : last.start].strip() in {"/", ","} or not between


def _same_statement(left: Sentence, right: Sentence) -> bool:
    mine = {w.text for w in _words(left, left.typed)}
    theirs = {w.text for w in _words(right, right.typed)}
    return bool(mine and theirs) and len(mine & theirs) >= _SAME_STATEMENT * max(len(mine), len(theirs))


def _denied(sentence: Sentence, literal: Typed) -> bool:
    before = [fold(t) for t in TOKEN.findall(sentence.text[: literal.start])][-_DENIED_WITHIN:]
    if literal.comparator:
        return False
    return any(t in _INSTEAD and not _BUT & set(before[i:]) for i, t in enumerate(before)) and not _comparing(before)


def _comparing(before: Sequence[str]) -> bool:
    joined = " ".join(before)
    return bool(
        re.search(
            r"\b(?:more|less|fewer|later|earlier|longer|only|than|before|after|until|within|over|under|exceed\w*)\b",
            joined,
        )
    )


def _denied_text(accepted: str, given: Passage) -> str | None:
    """Return why an accepted answer that stands in the answer does not count: "not Paris but Rome"."""
    wanted = [fold(t) for t in TOKEN.findall(one_form(accepted))]
    if not wanted or len(wanted) > _NAME_WORDS or wanted[0] in _INSTEAD:
        return None
    stands = denied = 0
    for sentence in given.sentences:
        tokens = sentence.tokens
        for index in range(len(tokens) - len(wanted) + 1):
            if [fold(t) for t in tokens[index : index + len(wanted)]] == wanted:
                stands += 1
                # Only directly before it: "was not built in Paris" says nothing of who is asked about Paris.
                denied += bool(index and tokens[index - 1] in _INSTEAD)
    return f"the answer denies {accepted}" if stands and denied == stands else None
