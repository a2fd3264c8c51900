"""Refusals: whether an answer says that it does not know, and whether it answers all the same.

    none         an answer: "I don't know of any exception: the fee is $5"
    full         nothing but a refusal, with its apology and advice
    then_answer  a refusal, then an answer: "I don't know. The fee is $5."
    partial      an answer, and a refusal of some of it: "The fee is $5; the sources do not mention when it is due."
    hedge        an answer whose speaker is not sure: "I'm not certain, but the fee is $5"

A clause counts as a refusal if it is the template's own line, or says that the speaker does not know or that the sources do
not say (`refusal_patterns` has the words). "The plan does not cover fees" says something of the plan, not of the sources.
A lone "None" is a refusal unless it cites.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from harness.protocols import Cut
from harness.text.markers import find_markers
from harness.text.refusal_patterns import CONCESSION, CONTRAST, POLITE, WHOLE, may_refuse, says_unknown, says_unsure
from harness.text.sentences import split_sentences
from harness.types import RefusalKind

_Kind = Literal["refused", "doubt", "unsure", "polite", "content"]

_PLAIN = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4\uff07", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"')
    | dict.fromkeys("\u00a0\u2009\u202f\u3000\n\r\t\u2028\u2029", " ")
)
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]|\\*\\*")
_TRIVIAL = re.compile(
    r"[\W_]*(?:(?:however|but|also|additionally|answer|the answer|final answer|note|response|in conclusion|conclusion|therefore|so|thus"
    r"|sources?|antwort|hinweis|réponse|respuesta|cevap|yanıt|not|答案|回答|注)[\W_]*)?",
    re.IGNORECASE,
)
_INNER = re.compile(r";\s|[:：]\s|\s[\u2013\u2014]\s|；")
_AND = re.compile(r",\s(?:and|und|et|y|e|ve)\s|[，、]", re.IGNORECASE)
_ADVERBIAL = re.compile(
    r"\W*(?:based|according|in|from|as|after|within|given|with|for|to|on|by|since|because|unfortunately|regrettably|sorry|i'm|i am|i|we"
    r"|laut|nach|gemäß|in|aus|leider|tut|selon|d'après|dans|malheureusement|según|en|de|lamentablemente|lo|verilen|bu|maalesef|üzgünüm"
    r"|根据|根據|在|从|從|抱歉|很抱歉|对不起|非常抱歉|申し訳)(?![^\W\d_]*[a-zß-ÿ])",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_DIGIT = re.compile(r"\d")
_LEADING = re.compile(r"[\W_]*+")
_FEW_WORDS = 3
_LONGEST_WHOLE = 120


@dataclass(frozen=True, slots=True)
class Refusal:
    """What kind of refusal an answer is, and the part of it that still claims something ("" where nothing does)."""

    kind: RefusalKind
    rest: str


def refusal(answer: str, *, line: str) -> Refusal:
    """Return how an answer refuses; `line` is the template's own refusal, e.g. `NOT IN THE CONTEXT`.

    `rest` is the whole answer for `none`, and for the others what is left without the clauses that refuse or only doubt, in
    order. Time is linear in the answer.
    """
    text = _readable(answer)
    plain = text.translate(_PLAIN)
    own = _own_line(line)
    if len(plain) > _LONGEST_WHOLE and not may_refuse(plain) and not (own and own.search(plain)):
        return Refusal("none", answer)
    found = list(_clauses(text, plain, own))
    if any(kind == "refused" for _, _, kind in found):
        found = [(a, b, "polite" if kind == "content" and _is_polite(plain[a:b]) else kind) for a, b, kind in found]
    kinds = [kind for _, _, kind in found]
    claims = [(start, end) for start, end, kind in found if kind in {"content", "unsure"}]
    if "refused" not in kinds:
        if "doubt" in kinds and not claims:
            return Refusal("full", "")
        if "doubt" not in kinds:
            return Refusal("hedge" if "unsure" in kinds else "none", answer)
        return Refusal("hedge", _joined(text, claims))
    if not claims:
        return Refusal("full", "")
    first = next(kind for kind in kinds if kind in {"refused", "content", "unsure"})
    kind: RefusalKind = "then_answer" if first == "refused" else "partial"
    return Refusal(kind, _joined(text, claims))


def _joined(text: str, cuts: Sequence[Cut]) -> str:
    return " ".join(text[start:end].strip() for start, end in cuts)


def hedges(answer: str, *, line: str) -> bool:
    """Return whether an answer that does not refuse says that its speaker is not sure; a quick look says no of most."""
    # In plain ASCII on one line the translation would change nothing but a backquote.
    untouched = answer.isascii() and answer.isprintable() and "`" not in answer
    plain = answer if untouched else answer.translate(_PLAIN)
    return says_unsure(plain) is not None and refusal(answer, line=line).kind == "hedge"


def _readable(answer: str) -> str:
    return _INVISIBLE.sub("", answer if answer.isascii() else unicodedata.normalize("NFC", answer))


def _clauses(text: str, plain: str, own: re.Pattern[str] | None) -> Iterator[tuple[int, int, _Kind]]:
    """Yield `(start, end, kind)` of each clause that says anything; a sentence that refuses nothing is one clause."""
    opened = _LEADING.match(plain)
    begun = own.match(plain, opened.end() if opened else 0) if own else None
    if begun:
        yield 0, begun.end(), "refused"
    offset = begun.end() if begun else 0
    for start, end in split_sentences(text[offset:] if offset else text):
        yield from _sentence(plain, (start + offset, end + offset), own)


@lru_cache(maxsize=64)
def _own_line(line: str) -> re.Pattern[str] | None:
    words = line.translate(_PLAIN).strip(" .!\u3002*_\"'").split()
    if not words:
        return None
    # Nothing before the line is part of the pattern: it would be tried again from every character of it.
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, words)) + r"(?!\w)[\s.!\u3002*_\"')]*+", re.IGNORECASE)


def _sentence(plain: str, cut: Cut, own: re.Pattern[str] | None) -> Iterator[tuple[int, int, _Kind]]:
    start, end = cut
    sentence = plain[start:end]
    if len(sentence) < _LONGEST_WHOLE:
        bare = _bare(sentence)
        if _TRIVIAL.fullmatch(bare):
            return
        if WHOLE.fullmatch(bare) and bare == sentence.strip():
            yield start, end, "doubt" if says_unsure(bare) else "refused"
            return
    refused = (own.search(sentence) if own else None) or says_unknown(sentence)
    if refused is None and not says_unsure(sentence):
        yield start, end, "content"
        return
    pieces = [_kind_of(plain, piece, own) for piece in _pieces(sentence, start, refused)]
    # What a concession grants is the lesser part of the sentence, so its main clause speaks first.
    if CONCESSION.match(sentence):
        pieces.reverse()
    yield from (piece for piece in pieces if piece)


def _pieces(sentence: str, start: int, refused: re.Match[str] | None) -> Iterator[Cut]:
    """Yield the clauses of a sentence that refuses or doubts something, cut where it turns to something else."""
    edges = {0, len(sentence)}
    edges |= {match.end() for match in CONTRAST.finditer(sentence)}
    if refused:
        edges |= {match.end() for match in _INNER.finditer(sentence)}
        if CONCESSION.match(sentence):
            edges |= {place + 1 for place in [sentence.find(",", refused.end())] if place > 0}
        before = list(_AND.finditer(sentence, 0, refused.start() + 1))
        if before and not _ADVERBIAL.match(sentence) and _says_something(sentence[: before[-1].start()]):
            edges.add(before[-1].end())
    ordered = sorted(edges)
    yield from ((start + a, start + b) for a, b in pairwise(ordered))


def _says_something(text: str) -> bool:
    return len(text.split()) >= _FEW_WORDS or len(_CJK.findall(text)) > _FEW_WORDS


def _kind_of(plain: str, piece: Cut, own: re.Pattern[str] | None) -> tuple[int, int, _Kind] | None:
    clause = plain[piece[0] : piece[1]]
    bare = _bare(clause)
    if _TRIVIAL.fullmatch(CONTRAST.sub(" ", bare)):
        return None
    kind: _Kind = "content"
    if (own and own.search(clause)) or says_unknown(clause):
        kind = "refused"
    elif doubt := says_unsure(clause):
        rest = bare[: doubt.start()] + bare[doubt.end() :]
        kind = "unsure" if _says_something(rest) or _DIGIT.search(rest) else "doubt"
    elif WHOLE.fullmatch(bare):
        kind = "refused"
    return *piece, kind


def _bare(text: str) -> str:
    """Return `text` without its citation markers."""
    if "[" not in text and "【" not in text and "(" not in text:
        return text.strip()
    pieces, position = [], 0
    for marker in find_markers(text, "[S{n}]"):
        pieces.append(text[position : marker.start])
        position = marker.end
    return "".join([*pieces, text[position:]]).strip()


def _is_polite(clause: str) -> bool:
    """Return whether a clause beside a refusal adds nothing that could be checked."""
    bare = _bare(clause)
    if _DIGIT.search(bare) or not POLITE.match(bare):
        return False
    return len(bare) == len(clause.strip()) or not _says_something(bare)
