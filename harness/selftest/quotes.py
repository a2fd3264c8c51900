"""What planted answers are made of: sentences of the spans, other values in them, and names that nobody has."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from functools import cache

from harness import plugins
from harness.prompt import PromptTemplate
from harness.selftest.plant import Seen
from harness.selftest.world import NotPlantableError
from harness.text.citations import show_citation
from harness.text.claims import split_claims
from harness.text.markers import find_markers
from harness.text.sentences import split_sentences
from harness.text.topic import stems, telling
from harness.types import EvidenceGroup, Question

NOBODY = ("Zorblatt", "Quimbrel", "Vandrosk", "Plethwyn", "Drumbelow", "Ixtrand")
"""Names that stand in no text; a set that has one of them gets another."""
FEWEST_WORDS = 6
"""Telling words a sentence needs for another value in it to be seen as that, and not as another subject."""

_MOST_SENTENCES = 6
_SHORT_ANSWER = 3
_DIGITS = re.compile(r"\d+")
_ENDS = " .!?\u3002\uff01\uff1f"

Quote = tuple[str, int]
"""A sentence and the number of the span it stands in."""


def quote(seen: Seen, group: EvidenceGroup | str) -> list[Quote]:
    """Return the sentences in which a group's evidence stands; of a gold document, the one nearest to the question."""
    if isinstance(group, str):
        return [nearest(seen, [n for n, chunk in seen.shown().items() if chunk.doc_id == group])]
    number, chunk, start, end = seen.place(group)
    found = around(chunk.text, start, end)
    if any(map(has_marker, found)):
        raise NotPlantableError("its evidence holds what looks like a citation")
    if not found or len(found) > _MOST_SENTENCES:
        raise NotPlantableError("its evidence is too long to be quoted in an answer")
    return [(sentence, number) for sentence in found]


def nearest(seen: Seen, numbers: Iterable[int]) -> Quote:
    """Return the sentence of some spans that shares most telling words with the question."""
    asked = stems(seen.question.question)
    shown = seen.shown()
    found = [(sentence, n) for n in numbers for sentence in sentences(shown[n].text)]
    if not found:
        raise NotPlantableError("there is no sentence to quote")
    return max(found, key=lambda s: len(asked & stems(s[0])))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that say something and hold nothing like a citation, white space collapsed."""
    cut = [" ".join(text[a:b].split()) for a, b in split_sentences(text)]
    told = [s for s in cut if len(s.split()) >= FEWEST_WORDS - 1 or len(telling(s)) >= FEWEST_WORDS]
    return [s for s in told if not has_marker(s)]


def has_marker(sentence: str) -> bool:
    """Return whether a sentence of a document holds what would be taken for a citation in an answer."""
    return bool(find_markers(sentence, "[S{n}]"))


def around(text: str, start: int, end: int) -> list[str]:
    """Return the sentences of a text that `start:end` touches, white space collapsed."""
    return [" ".join(text[a:b].split()) for a, b in split_sentences(text) if a < end and start < b]


def cited(seen: Seen, quotes: Iterable[Quote]) -> str:
    """Return an answer of sentences that each cite their span, in the style of the prompt's template."""
    style = _template(seen.scene.settings.prompt).citation
    said = " ".join(f"{sentence.rstrip(_ENDS)} {show_citation(style, number)}." for sentence, number in quotes)
    if not all(claim.cited for claim in split_claims(said, citation=style)):
        raise NotPlantableError("its sentence reads as several claims, of which one mark cites only the last")
    return said


def mark(seen: Seen, number: int) -> str:
    """Return a citation as the scene's template asks for it."""
    return show_citation(_template(seen.scene.settings.prompt).citation, number)


def refusal(seen: Seen) -> str:
    """Return the line with which the scene's template lets a model decline."""
    return _template(seen.scene.settings.prompt).refusal


@cache
def _template(spelling: str) -> PromptTemplate:
    module, options = plugins.part("prompt", spelling)
    template: PromptTemplate = module.make(options)
    return template


def says_any(text: str, answers: Sequence[str]) -> bool:
    """Return whether a text may be taken for an accepted answer, by the plainest test there is."""
    flat = " ".join(text.casefold().split())
    return any(" ".join(answer.casefold().split()) in flat for answer in answers)


def nobody(text: str, chance: random.Random) -> str:
    """Return a name that does not stand in a text."""
    names = [name for name in NOBODY if name.casefold() not in text.casefold()]
    if not names:
        raise NotPlantableError("the set has all the names that nobody should have")
    return chance.choice(names)


def other_number(number: str, text: str) -> str:
    """Return digits of the same length that do not stand in a text."""
    for step in range(1, 10):
        digits = "".join(str((int(d) + step) % 10) for d in number)
        digits = ("7" if digits[0] == "0" else digits[0]) + digits[1:]
        if digits != number and digits not in text:
            return digits
    raise NotPlantableError("the set has every number of that length")


def altered(sentence: str, question: Question, chance: random.Random, text: str, *, words: bool = True) -> str:
    """Return a sentence with another value in one place: the accepted answer, else a number, a name, another word.

    What comes out holds no accepted answer. Without `words` only numbers and names make room. Raises `NotPlantableError`
    where nothing can be put in another's place.
    """
    answers, asked = question.answers, question.question.casefold()
    free = [w for w in _words_in(sentence, asked) if words or (w[0].isupper() and not w.isupper())]
    for old in [*_answers_in(sentence, answers, asked), *_numbers_in(sentence, asked), *free]:
        new = _DIGITS.sub(lambda m: other_number(m[0], text), old) if old.isdecimal() else nobody(text, chance)
        made = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, sentence)
        if made != sentence and not says_any(made, answers):
            return made
    raise NotPlantableError("no value in its evidence can be put in another's place")


def _answers_in(sentence: str, answers: Sequence[str], asked: str) -> list[str]:
    """Return what to replace of the accepted answers in a sentence: its number, a short one whole, a word of a long one."""
    found = {match[0] for a in answers for match in re.finditer(re.escape(a.strip()), sentence, re.IGNORECASE)}
    whole = [a for a in found if a.casefold() not in asked and len(a.split()) <= _SHORT_ANSWER]
    inside = [
        w
        for a in found
        if len(a.split()) > _SHORT_ANSWER
        for w in (*_numbers_in(a, asked), *_words_in(f"- {a}", asked))
    ]
    return [*sorted(whole, key=lambda a: -len(a)), *(w for w in inside if sentence.count(w) == 1)]


def _numbers_in(sentence: str, asked: str) -> list[str]:
    return [
        n for n in re.findall(r"(?<![\w.,])\d{2,}(?![\w,]|\.\d)", sentence) if n not in asked and sentence.count(n) == 1
    ]


def _words_in(sentence: str, asked: str) -> list[str]:
    words = re.findall(r"(?<![\w'’-])[^\W\d_]{5,}(?![\w'’-])", sentence)
    free = [w for w in words[1:] if stems(w) and w.casefold() not in asked and words.count(w) == 1]
    return sorted(free, key=lambda w: (not w[0].isupper(), -len(w)))
