"""A claim that the text does not say how much, when or where something is, where a span says just that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from harness.text.typed.fold import fold
from harness.text.typed.passage import TOKEN, Passage, Sentence
from harness.text.typed.values import Typed
from harness.verify._words.support import Support

_NOT_SAID = re.compile(
    r"\b(?:(?:does not|do not|doesn'?t|don'?t|is not|isn'?t|not|never) (?:(?:clearly|explicitly|directly) )?(?:say|state|mention|specify|tell(?: us)?|give|indicate|reveal|disclose|explain|stated|mentioned|specified|clear|said|given)"
    r"|(?:sagt|nennt|steht|erw\u00e4hnt|angegeben|geht \w+ \w+ hervor)(?: \w+){0,2}? nicht|nicht (?:gesagt|genannt|angegeben|erw\u00e4hnt)|(?:ne|n') ?(?:dit|pr\u00e9cise|mentionne|indique) pas|no (?:dice|indica|menciona|especifica|precisa)),? "
    r"(how (?:much|many|long|often|old|far)|when|where|who|wie (?:viel|viele|lange|oft|alt)|wann|wo|wer|combien(?: de temps)?|quand|o\u00f9|qui|cu\u00e1nt[oa]s?|cu\u00e1ndo|d\u00f3nde|qui\u00e9n)\s([^,;.]{3,90})",
    re.IGNORECASE,
)
_CUES = frozenset(
    "how when where who wie wann wo wer combien quand ou qui cuanto cuanta cuantos cuantas cuando donde quien".split()
)
_DURATIONS = frozenset({"second", "minute", "hour", "day", "week", "month", "year", "century"})
_FEWEST = 1
SAID = "is said there"
"""How the reason ends: what the answer takes for unsaid is no refusal then."""
_DUMMY = frozenset(
    "it they this that one is are was were be does do did has have take takes took last lasts dauert dauern dure durent dura duran tarda".split()
)


def said_there(claim: Sentence, support: Support, passages: Sequence[Passage]) -> str | None:
    """Return the literal or name that answers what a claim says is not said, in a sentence that has all its telling words, or None."""
    if _CUES.isdisjoint(claim.words) or (match := _NOT_SAID.search(claim.text)) is None:
        return None
    wanted, rest = fold(match[1]), [fold(t) for t in TOKEN.findall(match[2])]
    told = [t for t in rest if t in support.variants and t not in _DUMMY]
    if len(told) < _FEWEST or not all(support.variants[t] for t in told):
        return None
    for passage in passages:
        for sentence in passage.sentences:
            if all(not support.variants[t].isdisjoint(sentence.words) for t in told):
                found = _answer(wanted, sentence)
                if found:
                    return f"{found} {SAID}"
    return None


def _answer(wanted: str, sentence: Sentence) -> str:
    """Return what in a sentence answers "how much", "when", "who"; "" where nothing does."""
    if wanted in {"who", "wer", "qui", "quien"}:
        return next((n.text for n in sentence.names if n.first), "")
    if wanted in {"where", "wo", "ou", "donde"}:
        return ""
    fits = _fits(wanted)
    return next((x.text for x in sentence.typed if fits(x)), "")


def _fits(wanted: str) -> Callable[[Typed], bool]:
    if wanted in {"when", "wann", "quand", "cuando"}:
        return lambda x: x.kind in {"date", "time"} or (x.kind == "number" and x.unit == "" and len(x.text) == 4)  # noqa: PLR2004 -- a year
    if wanted.endswith(("long", "lange", "temps", "old", "alt")):
        return lambda x: x.unit in _DURATIONS
    return lambda x: x.kind in {"number", "money"} and x.firm and x.unit not in _DURATIONS
