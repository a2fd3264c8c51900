"""Plants in the answer, with all the evidence in the prompt: right, refused, made up, contradicted, miscited, miscounted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from harness.selftest.plant import Judged, Plant, Scene, Seen, groups_of
from harness.selftest.quotes import (
    FEWEST_WORDS,
    Quote,
    altered,
    cited,
    mark,
    nearest,
    nobody,
    other_number,
    quote,
    refusal,
    says_any,
)
from harness.selftest.retrieval import scene
from harness.selftest.world import NotPlantableError, World
from harness.text.topic import stems, telling
from harness.text.typed.passage import Passage
from harness.types import Cause

REFUSALS = (
    "I don't know.",
    "The context does not contain this information.",
    "Bu bilgi verilen metinde yer almıyor.",
    "Diese Information ist im Kontext nicht enthalten.",
    "Les documents ne contiennent pas cette information.",
    "El contexto no contiene esta información.",
)
"""Refusals as models write them, one of which each question gets; the template's own line is planted too."""

_TRIED = 8
_NUMBER = re.compile(r"(?<![\w.,])\d{1,6}(?![\w,]|\.\d)")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][^\W\d_]{3,}(?:\s[A-Z][^\W\d_]{3,})*")


def answer_plants(world: World, plain: Scene) -> Iterator[Plant]:
    """Yield the plants at `generate`, and one of nothing; an answer that cannot be made says so when it is asked for."""
    for kind, label, cause, judged, make in _PLAIN:
        yield Plant(kind, label, cause, plain, _with(make, world), judged=judged)


def unanswerable_plants(world: World) -> Iterator[Plant]:
    """Yield what can become of a question that the corpus does not answer."""
    plain = scene(world)
    yield Plant("unanswerable, refused", "true_abstention", None, plain, _with(_refused, world))
    yield Plant("unanswerable, answered", "false_answer", "answered_unanswerable", plain, _with(_anything, world))
    yield Plant("unanswerable, made up", "blocked_answer", "invented", plain, _with(_invented, world))


def invention(world: World) -> Callable[[Seen], str]:
    """Return an answer with a name and a number that stand nowhere."""
    return _with(_invented, world)


Maker = Callable[[Seen, World], str]


def _with(make: Maker, world: World) -> Callable[[Seen], str]:
    return lambda seen: make(seen, world)


# --- right, and refused -----------------------------------------------------------------------------------------------


def _right(seen: Seen, _: World) -> str:
    answers = seen.question.answers
    if not answers:
        raise NotPlantableError("the question has no accepted answers")
    for quotes in (quote(seen, group) for group in groups_of(seen.question)):
        if says_any(" ".join(s for s, _ in quotes), answers):
            return cited(seen, quotes)
    raise NotPlantableError("no accepted answer stands in the sentences of its evidence")


def _refused_by_the_line(seen: Seen, _: World) -> str:
    return refusal(seen)


def _refused(_: Seen, world: World) -> str:
    return world.chance.choice(REFUSALS)


def _anything(seen: Seen, _: World) -> str:
    return cited(seen, [nearest(seen, seen.shown())])


# --- not supported ----------------------------------------------------------------------------------------------------


def _invented(seen: Seen, world: World) -> str:
    text, chance = _text(seen), world.chance
    number = other_number(str(chance.randint(20_000, 98_000)), text)
    named = nobody(text, chance)
    return f"{named} counted {number} of them {mark(seen, _first(seen))}."


def _invented_value(seen: Seen, world: World) -> str:
    sentence, number = _one_quote(seen)
    made = altered(sentence, world.question, world.chance, _text(seen), words=False)
    return cited(seen, [(made, number)])


def _borrowed(seen: Seen, world: World) -> str:
    """Say the evidence's own sentence with a value that another span has, and this one has not."""
    sentence, number = _one_quote(seen)
    shown = seen.shown()
    own = shown[number].text
    texts = [chunk.text for n, chunk in shown.items() if n != number]
    for read in (_literals, _names):
        free = [v for v in read(sentence) if v[1] not in seen.question.question and sentence.count(v[1]) == 1]
        others = [v for text in texts for v in read(text) if not _shares_words(v[1], own)]
        for kind, old in free:
            same = [v for v in others if v[0] == kind]
            for _, new in world.chance.sample(same, min(_TRIED, len(same))):
                made = sentence.replace(old, new)
                if says_any(made, seen.question.answers) or _shares_words(new, seen.question.question):
                    continue
                # Beside other words a number may be another number: 8 in "8 years" is not the 8 of "8 km".
                if read is _names or (kind, new) in _literals(made):
                    return cited(seen, [(made, number)])
    raise NotPlantableError("no value of another span can stand in its evidence's sentence")


def _literals(text: str) -> list[tuple[object, str]]:
    """Return `((kind, unit), text)` of the numbers and dates of a text."""
    found = [x for sentence in Passage(text).sentences for x in sentence.typed]
    return [
        ((x.kind, x.unit), x.text) for x in found if x.kind in {"number", "date"} and x.firm and x.text[0].isdigit()
    ]


def _names(text: str) -> list[tuple[object, str]]:
    return [] if '"' in text else [("name", name) for name in _NAME.findall(text) if " " in name]


def _shares_words(one: str, other: str) -> bool:
    return not stems(one).isdisjoint(stems(other)) or one in other


def _wrong_citation(seen: Seen, _: World) -> str:
    quotes = quote(seen, groups_of(seen.question)[0])
    for number, chunk in seen.shown().items():
        theirs = stems(chunk.text)
        if number not in {n for _, n in quotes} and all(_mostly_elsewhere(s, theirs) for s, _ in quotes):
            return cited(seen, [(sentence, number) for sentence, _ in quotes])
    raise NotPlantableError("there is no span that says nothing of it")


def _mostly_elsewhere(sentence: str, theirs: frozenset[str]) -> bool:
    words = stems(sentence)
    return len(words) > 1 and len(words & theirs) / len(words) < 0.34  # noqa: PLR2004 -- a third by chance


def _absent_citation(seen: Seen, _: World) -> str:
    beyond = len(seen.record.spans) + 7
    return cited(seen, [(sentence, beyond) for sentence, _ in quote(seen, groups_of(seen.question)[0])])


def _uncited(seen: Seen, _: World) -> str:
    if seen.scene.settings.citations != "required":
        raise NotPlantableError("the set does not require citations")
    return " ".join(sentence for sentence, _ in quote(seen, groups_of(seen.question)[0]))


def _wrong_equation(seen: Seen, _: World) -> str:
    a, b, wrong, number = _operands(seen)
    return f"{a} + {b} = {wrong} {mark(seen, number)}."


def _wrong_total(seen: Seen, _: World) -> str:
    a, b, wrong, number = _operands(seen)
    return f"The total of {a} and {b} is {wrong} {mark(seen, number)}."


def _operands(seen: Seen) -> tuple[str, str, str, int]:
    """Return two numbers of one span, a sum that is wrong and in no span, and the span's number."""
    text = _text(seen)
    for number in sorted(seen.numbers()):
        written = dict.fromkeys(_NUMBER.findall(seen.shown()[number].text))
        found = [n for n in written if n[0] != "0" and not says_any(n, seen.question.answers)]
        if len(found) > 1:
            a, b = found[0], found[1]
            step = next((s for s in range(3, 400) if str(int(a) + int(b) + s) not in text), None)
            if step:
                return a, b, str(int(a) + int(b) + step), number
    raise NotPlantableError("no span of its evidence holds two plain numbers")


def _text(seen: Seen) -> str:
    return "\n".join([*(d.text for d in seen.scene.documents), seen.question.question, *seen.question.answers])


def _one_quote(seen: Seen) -> Quote:
    quotes = [q for q in quote(seen, groups_of(seen.question)[0]) if len(telling(q[0])) >= FEWEST_WORDS]
    if not quotes:
        raise NotPlantableError("the sentence of its evidence is too short to carry another value")
    return quotes[0]


def _first(seen: Seen) -> int:
    return min(seen.numbers() or seen.shown(), default=1)


_PLAIN: tuple[tuple[str, str, Cause | None, Judged | None, Maker], ...] = (
    ("nothing planted, right answer", "correct", None, "right", _right),
    ("refused, in the prompt's words", "generate", "false_refusal", None, _refused_by_the_line),
    ("refused, in its own words", "generate", "false_refusal", None, _refused),
    ("made up", "generate", "invented", "wrong", _invented),
    ("a value made up", "generate", "invented", "wrong", _invented_value),
    ("another span's value", "generate", "contradicted_evidence", "wrong", _borrowed),
    ("wrong span cited", "generate", "wrong_citation", "either", _wrong_citation),
    ("absent span cited", "generate", "wrong_citation", "either", _absent_citation),
    ("no citation", "generate", "format", "either", _uncited),
    ("wrong sum", "generate", "arithmetic", "wrong", _wrong_equation),
    ("wrong total", "generate", "arithmetic", "wrong", _wrong_total),
)
