"""Clauses: the parts of a sentence that are said or denied on their own."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import TOKEN, Sentence
from harness.verify._denied.denials import denies, may_deny
from harness.verify._denied.limits import limits_only, without_limits
from harness.verify._denied.restricting import restricting
from harness.verify._words.support import Support, Word

_CUT_AFTER = re.compile(r"[;:\u2014\u3001\uff0c\uff1b]|(?<!\d),|,(?!\d)")
CONJUNCTIONS = frozenset(
    "but while whereas although though however unless and or because which who when if whether that where since until "
    "aber sondern wahrend obwohl und weil mais tandis et car pero aunque mientras y porque ama fakat ancak ve \u4f46 \u800c".split()
)
_NOT_NEGATING = re.compile(
    r"\b(?:(?:do not|don't) (?:hesitate|forget) to|not only|not just|not merely|no doubt|whether or not|not long (?:before|after|ago)|no (?:more|less|fewer|later|earlier|longer than|younger|older|higher|lower) than|not (?:more|less|fewer|later|earlier) than|not exceed(?:ing)?(?=\W{1,3}(?:\S{0,4}\d|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|a )\b)|"
    r"(?:not|never) \w+ (?:more|less|fewer|later|earlier|longer) than|nicht nur|nicht (?:mehr|weniger|sp\u00e4ter|l\u00e4nger) als|pas (?:plus|moins) (?:de|d)|non seulement|pas seulement|"
    r"no (?:puede|pueden|debe|deben) (?:superar|exceder)|ne (?:peut|doit|peuvent|doivent) pas (?:d\u00e9passer|exc\u00e9der)|nicht (?:\u00fcberschreiten|\u00fcbersteigen)|"
    r"no (?:m\u00e1s|menos) de|no solo|no s\u00f3lo)\b|\bno\.(?=\s?\d)"
    "|\u4e0d[\u5f97\u80fd\u53ef\u4f1a\u5e94]?(?:\u8d85\u8fc7|\u5c11\u4e8e|\u4f4e\u4e8e|\u9ad8\u4e8e|\u591a\u4e8e|\u8db3|\u5230|\u4ec5|\u540c|\u65ad|\u8fc7|\u4e45)|\u975e\u5e38|\u65e0\u8bba|\u672a\u6765",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:free of (?:charge|cost)|for free|(?:is|are|be|was|were|remains?|travels?|fly|flies|enters?|admitted|stays?|rides?|ships?|shipped|delivered|sent) free|free (?:\w+ )?(?:shipping|delivery|postage|admission|entry|entrance|parking|returns))\b(?! (?:to|from (?!\d)|of (?!charge|cost)))",
    re.IGNORECASE,
)
"""Free of charge denies that there is a charge."""
_TURKISH_NEGATIVE = re.compile(
    r".{2,24}?(?:m[aeiu]yor|m[ae](?:d[iu]|m[iu]s|yacak|yecek|z|sin)|maz|mez|madi|medi|mamis|memis|mamali|memeli|amaz|emez|maksizin|meksizin)\w{0,8}|.{2,24}?(?:ma|me)(?:dan|den)|.{2,24}?(?:ma|me)(?:makta|mekte|mak|mek)\w{0,8}"
)
_TURKISH_NOT_DOING = re.compile(r".{2,24}?(?:ama|eme|ma|me)(?:makta|mekte)\w{0,8}")
_TURKISH_POSITIVE_NOUN = re.compile(r".{0,24}?(?:^izmir|mak|mek|malar|meler|masi|mesi)\w{0,12}")
_PREFIXES = frozenset({"non"})
"""What denies a word and no clause."""
_WITHOUT = frozenset({"without", "ohne", "sans", "sin"})
_SHORT = 4
_STATEMENT = 2
_LEFT_UNDONE = frozenset(
    "versaumte versaumten versaumt unterliess unterliessen unterlasst unterlassen weigerte weigerten weigert weigern verzichtete verzichteten verzichtet vergass vergassen".split()
)
_MAY_DO = frozenset(
    "verpflichtet erlaubt gestattet notwendig notig moglich erforderlich befugt berechtigt zulassig".split()
)
_DECLINES = frozenset("lehnte lehnten lehnt lehnen".split())
_TO_DO = re.compile(r"zu|\w{2,14}zu\w{3,20}en")
"""German verbs that say that what the clause after them tells, "den Antrag einzureichen", is not done; and what such a clause has."""


class Clause(NamedTuple):
    """A part of a sentence: its words, the index of the first in the sentence, and the word that negates it, if any."""

    tokens: tuple[str, ...]
    first: int
    negator: str | None

    @property
    def last(self) -> int:
        """The index after the last word."""
        return self.first + len(self.tokens)


def sign_before(sentence: Sentence, index: int) -> str:
    """Return the last character before a word that is no white space; "" before the first."""
    begin = sentence.starts[index - 1] if index else 0
    before = sentence.text[begin : sentence.starts[index]]
    if before[-1:] in {",", "."} and before[-2:-1].isdigit() and sentence.tokens[index][0].isdigit():
        # 3,4 is one number.
        return ""
    return before.rstrip()[-1:]


def clauses(sentence: Sentence) -> list[Clause]:
    """Return the clauses of a sentence, cut at commas and conjunctions; every word is in one. Kept with the sentence."""
    kept: list[Clause] | None = sentence.__dict__.get("clauses")
    if kept is None:
        kept = sentence.__dict__["clauses"] = _cut(sentence)
    return kept


def _cut(sentence: Sentence) -> list[Clause]:
    tokens, lex = sentence.tokens, sentence.lexicon
    edges = {0, len(tokens)}
    if not CONJUNCTIONS.isdisjoint(tokens):
        edges.update(
            [i for i, t in enumerate(tokens) if t in CONJUNCTIONS and not _before_a_number(t, tokens[i + 1 :])]
        )
    edges.update([bisect_left(sentence.starts, m.start()) for m in _CUT_AFTER.finditer(sentence.text)])
    ordered = sorted(edges)
    denying = may_deny(sentence.words)
    deny = denying or lex.code == "tr" or "free" in tokens or not lex.negators.isdisjoint(tokens)
    found: list[Clause] = []
    aside = restricting(sentence) if deny and lex.code in {"fr", "es"} else frozenset()
    for first, last in itertools.pairwise(ordered):
        negator = None
        if deny and aside.isdisjoint(range(first, last)):
            starts = sentence.starts
            right = starts[last] if last < len(starts) else len(sentence.text)
            negator = _negator(sentence.text[starts[first] : right], tokens[first:last], lex)
            if negator is None and denying:
                negator = denies(tokens[first:last])
        if lex.code == "de" and negator is None and any(_TO_DO.fullmatch(t) for t in tokens[first:last]):
            before = found[-1].tokens if found else ()
            if before and before[-1] in _MAY_DO:
                negator = found[-1].negator
            negator = negator or next(
                (t for t in before if t in _LEFT_UNDONE or (t in _DECLINES and before[-1:] == ("ab",))), None
            )
        found.append(Clause(tuple(tokens[first:last]), first, negator))
    return found


def _before_a_number(word: str, following: Sequence[str]) -> bool:
    """Return whether a "que" compares with a number: plus court que 10."""
    return word == "que" and bool(following) and following[0].isdigit()


def _negator(text: str, tokens: Sequence[str], lex: Lexicon) -> str | None:
    """Return the word that negates a clause, or None; comparators such as "no more than" do not."""
    if lex.code != "tr" and "free" not in tokens and lex.negators.isdisjoint(tokens):
        return None
    length, text = len(text), without_limits(text, lex.code)
    if _NOT_NEGATING.search(text) or len(text) != length:
        tokens = [fold(t) for t in TOKEN.findall(_NOT_NEGATING.sub(" ", text))]
    if not _WITHOUT.isdisjoint(tokens) and _denied_twice(tokens, lex):
        return None
    for token in tokens:
        if token in lex.negators and not (lex.code in {"en", "fr"} and token in _PREFIXES):
            return token
    if lex.code == "en" and "free" in tokens and _FREE.search(text):
        return "free"
    if lex.code == "tr":
        for token in tokens:
            if (
                len(token) > _SHORT
                and _TURKISH_NEGATIVE.fullmatch(token)
                and (not _TURKISH_POSITIVE_NOUN.fullmatch(token) or _TURKISH_NOT_DOING.fullmatch(token))
                and not limits_only(token)
            ):
                return token
    return None


def _denied_twice(tokens: Sequence[str], lex: Lexicon) -> bool:
    """Return whether "without" stands behind another negator: what does not work without it needs it."""
    first = next((i for i, t in enumerate(tokens) if t in lex.negators), None)
    return first is not None and tokens[first] not in _WITHOUT and not _WITHOUT.isdisjoint(tokens[first + 1 :])


def statements(sentence: Sentence, words: Sequence[Word]) -> Iterator[tuple[Clause, list[Word]]]:
    """Yield the clauses of a claim with their telling words; one that says nothing by itself is joined to its neighbour."""
    held: Clause | None = None
    mine: list[Word] = []
    for clause in clauses(sentence):
        first, last = clause.first, clause.last
        told = [w for w in words if first <= w.index < last]
        if held is None:
            held, mine = clause, told
        elif len(told) < _STATEMENT or len(mine) < _STATEMENT:
            held, mine = Clause(held.tokens + clause.tokens, held.first, held.negator or clause.negator), mine + told
        else:
            yield held, mine
            held, mine = clause, told
    if held is not None and mine:
        yield held, mine


def region(
    words: Sequence[Word], support: Support, sources: Sequence[Clause]
) -> tuple[list[Clause], float, list[float]]:
    """Return the fewest clauses that hold the words, best first, the share of weight they hold, and what each adds to it."""
    inside = [frozenset(c.tokens) for c in sources]
    # A word itself, where it is there, rather than what may stand for it.
    forms = [support.variants[w.text] for w in words]
    if len(sources) > 1:
        forms = [
            frozenset({w.text}) if len(f) > 1 and any(w.text in tokens for tokens in inside) else f
            for w, f in zip(words, forms, strict=True)
        ]
    held = [[not f.isdisjoint(tokens) for f in forms] for tokens in inside]
    left = [w.weight for w in words]
    total = sum(left)
    chosen: list[Clause] = []
    share = 0.0
    added: list[float] = []
    while total and len(chosen) < len(sources):
        gains = [sum([weight for weight, has in zip(left, row, strict=True) if has]) for row in held]
        best = max(range(len(sources)), key=gains.__getitem__)
        if gains[best] <= 0:
            break
        chosen.append(sources[best])
        share += gains[best]
        added.append(gains[best] / total)
        left = [0.0 if has else weight for weight, has in zip(left, held[best], strict=True)]
    return (chosen, share / total, added) if total else ([], 0.0, [])
