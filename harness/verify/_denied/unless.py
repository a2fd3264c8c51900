"""Not unless, not without, not until: what may not be done unless somebody is there may be done if somebody is, and not if nobody is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.text.typed.stems import akin
from harness.verify._denied.clauses import sign_before
from harness.verify._denied.restricting import restricting
from harness.verify._words.support import Support

_WITHOUT = words("without ohne sans sin")
_UNTIL = words("until bis hasta")
_BEFORE = words("before bevor bis avant antes")
_UNLESS = (
    ("unless",),
    ("es", "sei", "denn"),
    ("sauf", "si"),
    ("a", "moins", "qu"),
    ("a", "moins", "que"),
    ("a", "menos", "que"),
    ("salvo", "que"),
    ("salvo", "si"),
)
_LAST = frozenset(phrase[-1] for phrase in _UNLESS)
_MET = words(
    "if when provided once after with upon only as wenn falls sofern sobald nachdem nach mit gegen nur si cuando lorsque quand avec apr\u00e8s d\u00e8s sur con tras despu\u00e9s "
    "solo s\u00f3lo seulement uniquement"
)
_ALONE = words("alone unaccompanied own unattended allein unbegleitet seul seule seuls seules solo sola solos solas")
_AND = words("and but und aber et mais y pero")
_HAN_ASKED = re.compile(
    "(?:\u672a\u7ecf|\u6ca1\u6709|\u672a\u6301|\u65e0)([^,\u3002;]{2,10})[,]?(?:[^,\u3002;]{0,8})\u4e0d\u53ef|(?:\u987b|\u9700|\u5e94|\u5fc5\u987b)?(?:\u7531|\u7ecf|\u51ed|\u6301|\u5728)([^,\u3002;]{2,10}?)(?:\u540e|\u65f6)?(?:\u65b9\u53ef|\u624d\u53ef|\u624d\u80fd|\u65b9\u80fd)"
)
_HAN_UNMET = re.compile(
    "\u6ca1\u6709|\u65e0\u9700|\u65e0\u987b|\u4e0d\u9700|\u4e0d\u5fc5|\u672a\u7ecf|\u4e0d\u7528|\u4e0d\u51ed|\u65e0(?=[^\u8bba])"
)
_HAN_MET = re.compile(
    "\u987b|\u9700|\u5fc5\u987b|\u5e94|\u51ed|\u7ecf|\u6301|\u65b9\u53ef|\u624d|\u53ea\u6709|\u5982|\u82e5"
)
_TURKISH_WITHOUT = ("madan", "meden", "olmaksizin")
_TURKISH_DENIED = re.compile(
    "(?:m[ae]z(?:l[ae]r)?|m[ae]m[ae]kt[ae]\\w*|m[iu]yor|m[ae]m[ae]li\\w*|degil\\w*|yasak\\w*|verilm\\w*)$"
)
_CUT = frozenset(".;:,")
_HEAD, _FAR = 3, 14


def agrees_with_unless(claim: Sentence, source: Sentence) -> bool | None:
    """Return whether a claim says what a sentence denies unless something holds, None where either says nothing of that."""
    if claim.code in {"zh", "tr"}:
        return _in_han(claim.text, source.text) if claim.code == "zh" else _in_turkish(claim, source)
    asked = _asked(source)
    if not asked:
        return None
    theirs = _told(source, asked)
    for first, last in _conditions(claim):
        if not any(_alike(a, b, claim.code) for a in _told(claim, claim.tokens[first:last]) for b in theirs):
            continue
        mark = claim.tokens[first]
        unmet = mark in _WITHOUT or mark in _BEFORE or any(_denies(claim, i) for i in range(first + 1, last))
        before = takewhile(lambda i: claim.tokens[i] not in _AND, reversed(range(first)))
        after = takewhile(lambda i: claim.tokens[i] not in _AND, range(last, len(claim.tokens)))
        return unmet == any(_denies(claim, i) for i in (*before, *after))
    return None


def _in_han(claim: str, source: str) -> bool | None:
    """Return the same for Chinese: what needs a permit, \u672a\u7ecf\u8bb8\u53ef\u4e0d\u53ef, is not done without one."""
    asked = next((m[1] or m[2] for m in _HAN_ASKED.finditer(source)), "")
    named = any(asked[i : i + 2] in claim for i in range(len(asked) - 1))
    if not named:
        return None
    unmet = _HAN_UNMET.search(claim)
    met = _HAN_MET.search(claim)
    if not unmet and not met:
        return None
    return bool(unmet) == ("\u4e0d\u53ef" in claim)


def _in_turkish(claim: Sentence, source: Sentence) -> bool | None:
    """Return the same for Turkish, where both say "without doing it" of one thing."""
    mine, theirs = (next((t for t in s.tokens if t.endswith(_TURKISH_WITHOUT)), "") for s in (claim, source))
    if not mine or mine != theirs or not _denied_at_the_end(source):
        return None
    return _denied_at_the_end(claim)


def _denied_at_the_end(sentence: Sentence) -> bool:
    return bool(_TURKISH_DENIED.search(sentence.tokens[-1]))


def drops_condition(claim: Sentence, source: Sentence, support: Support) -> str | None:
    """Return "without" and the like where a claim has the rest of a sentence with "not without", and denies nothing, or None."""
    asked = _asked(source)
    if not asked or not claim.lexicon.negators.isdisjoint(claim.words) or _is_unless(source):
        return None
    own = frozenset(w.text for w in support.words) - _ALONE
    if any(support.variants[w].isdisjoint(source.words) for w in own):
        return None
    theirs = _told(source, asked)
    if not own or any(not support.variants[w].isdisjoint(theirs) for w in own):
        return None
    return "the condition there is left out"


def _is_unless(source: Sentence) -> bool:
    return _WITHOUT.isdisjoint(source.words) and _UNTIL.isdisjoint(source.words)


def _denies(sentence: Sentence, index: int) -> bool:
    """Return whether a word denies, and is not that of "no later than" or of "ne ... que"."""
    tokens = sentence.tokens
    if tokens[index] not in sentence.lexicon.negators or index in restricting(sentence):
        return False
    return "than" not in tokens[index + 2 : index + 3]


def _asked(source: Sentence) -> Sequence[str]:
    """Return the words of what alone lets be done what a sentence denies; none where it says nothing so."""
    kept: Sequence[str] | None = source.__dict__.get("asked")
    if kept is None:
        kept = source.__dict__["asked"] = _find(source)
    return kept


def _find(source: Sentence) -> Sequence[str]:
    if _WITHOUT.isdisjoint(source.words) and _UNTIL.isdisjoint(source.words) and _LAST.isdisjoint(source.words):
        return ()
    tokens = source.tokens
    negators = source.lexicon.negators - _WITHOUT
    for index, token in enumerate(tokens):
        unless = any(tuple(tokens[index : index + len(phrase)]) == phrase for phrase in _UNLESS)
        if unless:
            if negators.isdisjoint(tokens[:index]):
                return ()
            return tokens[index + 1 :]
        if token in _WITHOUT or (token in _UNTIL and index):
            before = list(takewhile(lambda t: t not in _AND, reversed(tokens[max(0, index - _FAR) : index])))
            if not negators.isdisjoint(before):
                return [tokens[i] for i in _to_cut(source, index + 1)]
            if not index and (found := _before_negator(source, negators)):
                return found
    return ()


def _before_negator(source: Sentence, negators: frozenset[str]) -> Sequence[str]:
    """Return the words between the first word of a sentence and its negator: "Without a badge nobody is let in"."""
    tokens = source.tokens
    at = next((i for i, t in enumerate(tokens[:_FAR]) if t in negators), 0)
    comma = next((i for i in range(1, at) if sign_before(source, i) == ","), at)
    return tokens[1:comma] if at else ()


def _conditions(claim: Sentence) -> Iterator[tuple[int, int]]:
    """Yield the first and the last place of what a claim says under a condition."""
    for index, token in enumerate(claim.tokens):
        if token in _MET or token in _WITHOUT or token in _BEFORE:
            yield index, max(_to_cut(claim, index + 1), default=index) + 1


def _to_cut(sentence: Sentence, first: int) -> list[int]:
    """Return the places from a word to the next sign that parts clauses."""
    places = range(first, len(sentence.tokens))
    return list(takewhile(lambda i: i == first or sign_before(sentence, i) not in _CUT, places))


def _told(sentence: Sentence, tokens: Sequence[str]) -> frozenset[str]:
    return frozenset(tokens) - sentence.lexicon.stop - sentence.lexicon.negators


def _alike(one: str, other: str, code: str) -> bool:
    return one == other or (one[:_HEAD] == other[:_HEAD] and akin(*sorted((one, other)), code))
