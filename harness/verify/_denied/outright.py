"""A sentence that only denies: "Gift cards cannot be refunded", "Nobody was injured", and what a span leaves out: "It excludes floods"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._denied.exceptions import exceptions
from harness.verify._denied.negators import EXCLUDING, IF, OR, told_not_to
from harness.verify._denied.unless import agrees_with_unless
from harness.verify._words.support import COMMON, Support

_NOBODY = words(
    "nobody none nothing no niemand niemanden nichts kein keine keiner personne aucun aucune rien nadie ninguno ninguna ning\u00fan nada kimse hi\u00e7bir hi\u00e7"
)
_SOME = words("all every each always only just alle alles immer nur tous toutes toujours todos todas siempre hepsi her")
_RELATIVE = frozenset("that which who qui que".split())
_LEAVING_OUT = words("exclude excludes excluding exclut excluent excluye excluyen")
_AND = frozenset("and und et y ve".split())
_NOT_INCLUDED = re.compile(
    "\u4e0d(\u5305\u62ec|\u9002\u7528|\u8986\u76d6|\u63a5\u53d7|\u652f\u6301|\u63d0\u4f9b|\u51fa\u552e)\u4e8e?([^\u3002,.;!?\uff08(]{2,20})|(?<![^\u3002,.;!?])(?:\u4f46|\u800c)?([^\u3002,.;!?]{2,12}?)(?:\u5747|\u90fd|\u5219|\u4e5f)?(?:\u4fdd\u4fee|\u4fdd\u969c|\u627f\u4fdd|\u670d\u52a1|\u5957\u9910|\u8d39\u7528)?\u4e0d\u5305\u62ec(?:\u5728[^\u3002,.;!?]{0,6}\u5185)?(?![^\u3002,.;!?])"
)
_INCLUDED = "\u5305\u62ec"
_HAN_LISTS = re.compile("[\u3001\u548c\u53ca\u4e0e\u6216]|\u4ee5\u53ca|\u635f\u5931|\u8d39\u7528")
_HAN_DENYING = re.compile("[\u4e0d\u65e0\u672a\u6ca1\u975e\u9664]")
_LONGEST, _FEWEST, _SHARED, _STEM = 16, 2, 0.5, 4
_MOST_SENTENCES, _NEXT = 12, 2


def denied_outright(claim: Sentence, support: Support) -> str | None:
    """Return the negator of a sentence that says nothing but that it is not as a claim says, or None.

    Only for a claim that denies and excepts nothing, where no other sentence has the words of the denying one. Unless that
    one says it of nobody at all, the claim must have no word that the spans have not, and open with one of its words.
    """
    if claim.code == "zh" or support.turned or _denies(claim):
        return None
    denying = [
        (sentence, negator)
        for _, _, sentence in support.best[:_MOST_SENTENCES]
        if len(sentence.tokens) <= _LONGEST
        and (negator := next((c.negator for c in clauses(sentence) if c.negator), None)) is not None
    ]
    if not denying:
        return None
    lost = [w.text for w in support.missing if w.weight > COMMON]
    others = bool(lost) and (len(lost) > 1 or claim.code != "tr")
    own = frozenset().union(*support.variants.values())
    subject = next((w for w in support.words if w.text not in claim.lexicon.only_words), None)
    for sentence, negator in denying:
        if exceptions(sentence) or _not_all(sentence) or agrees_with_unless(claim, sentence):
            continue
        lex = sentence.lexicon
        nobody = not _NOBODY.isdisjoint(sentence.tokens[:1])
        told = [t for t in sentence.content if t != negator and t not in lex.negators and t not in _NOBODY]
        if not told or any(t not in own for t in told):
            continue
        if not nobody and (others or (lost and not _one_verb(lost[0], negator))):
            continue
        held = [w for w in support.words if not support.variants[w.text].isdisjoint(told)]
        if not held or (not nobody and (held[0] is not subject or len(told) < _FEWEST)):
            continue
        if not any(
            s is not sentence and all(not support.variants[w.text].isdisjoint(s.words) for w in held)
            for _, _, s in support.best
        ):
            return f"negated there ({negator!r}), not in the answer"
    return None


def told_otherwise(claim: Sentence, support: Support) -> str | None:
    """Return what a sentence tells one not to do, "Never reheat it", where a claim has all telling words of that and denies nothing, or None.

    No other sentence may have those words.
    """
    if claim.code in {"zh", "tr"} or _denies(claim) or not {"without", *IF}.isdisjoint(claim.words):
        return None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        if len(sentence.tokens) > _LONGEST or exceptions(sentence):
            continue
        for part in _alternatives(told_not_to(sentence)):
            told = [t for t in part if t not in sentence.lexicon.stop and t not in sentence.lexicon.negators]
            forms = [{w.text for w in support.words if t in support.variants[w.text]} for t in told]
            if (
                told
                and all(forms)
                and not (_is_such_a_case(support) and not _RELATIVE.isdisjoint(claim.words))
                and not any(
                    s is not sentence
                    and IF.isdisjoint(s.words)
                    and all(not support.variants[min(f)].isdisjoint(s.words) for f in forms)
                    for _, _, s in support.best
                )
            ):
                return f"{' '.join(told)!r} is what not to do there"
    return None


def _is_such_a_case(support: Support) -> bool:
    """Return whether a sentence with a condition has all of a claim: what to do if it was done all the same."""
    return any(
        not IF.isdisjoint(s.words) and all(not support.variants[w.text].isdisjoint(s.words) for w in support.words)
        for _, _, s in support.best[:_MOST_SENTENCES]
    )


def _alternatives(tokens: list[str]) -> Iterator[list[str]]:
    """Yield the things between the words for "or"."""
    for is_or, found in itertools.groupby(tokens, OR.__contains__):
        if not is_or:
            yield list(found)


def excluded(claim: Sentence, support: Support) -> str | None:
    """Return the word of a claim that the spans have only where they say what is excluded, or None.

    Another sentence must have most of the rest of the claim.
    """
    if claim.code == "zh":
        return _excluded_in_han(claim, support)
    if not support.best or _denies(claim) or not EXCLUDING.isdisjoint(claim.words):
        return None
    excluding = [s for _, _, s in support.best[:_MOST_SENTENCES] if not EXCLUDING.isdisjoint(s.words)]
    found = _excluded_in_a_clause(support)
    if found or not excluding or support.turned:
        return f"{found!r} is excluded there" if found else None
    main = support.best[0]
    if any(main[2] is s for s in excluding) or main[0] < _SHARED:
        return None
    for word in support.words:
        forms = support.variants[word.text]
        if not forms or word.weight <= COMMON or not forms.isdisjoint(main[2].words):
            continue
        having = [s for _, _, s in support.best if not forms.isdisjoint(s.words)]
        if having and all(any(s is e for e in excluding) for s in having):
            return f"{word.text!r} is excluded there"
    return None


def _excluded_in_a_clause(support: Support) -> str | None:
    """Return the word of a claim that stands only behind the verb of a clause, "but excludes cable cars", whose neighbour has another of its words."""
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        parts = clauses(sentence)
        if len(parts) == 1 or EXCLUDING.isdisjoint(sentence.words):
            continue
        at = next(i for i, t in enumerate(sentence.tokens) if t in EXCLUDING)
        place = next(i for i, c in enumerate(parts) if c.first <= at < c.last)
        end = next(
            (c.first for c in parts[place + 1 :] if c.tokens[:1] and c.tokens[0] not in {*OR, *_AND}),
            len(sentence.tokens),
        )
        if not place and sentence.tokens[at] not in _LEAVING_OUT:
            continue
        begin = at + 1 if sentence.tokens[at] in _LEAVING_OUT else parts[place].first
        behind, rest = sentence.tokens[begin:end], frozenset([*sentence.tokens[:begin], *sentence.tokens[end:]])
        elsewhere = [s for _, _, s in support.best if s is not sentence]
        if sum(not support.variants[w.text].isdisjoint(rest) for w in support.words) < _FEWEST:
            continue
        for word in support.words:
            forms = support.variants[word.text]
            if (
                not forms.isdisjoint(behind)
                and forms.isdisjoint(rest)
                and all(forms.isdisjoint(s.words) for s in elsewhere)
            ):
                return word.text
    return None


def _excluded_in_han(claim: Sentence, support: Support) -> str | None:
    """Return what a Chinese span says is not included, where a claim that denies nothing has it, or None."""
    if _HAN_DENYING.search(claim.text):
        return None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        for match in _NOT_INCLUDED.finditer(sentence.text):
            if match[1] and match[1] not in {claim.text[i : i + 2] for i in range(len(claim.text))} | {_INCLUDED}:
                continue
            for thing in _HAN_LISTS.split(match[2] or match[3]):
                if len(thing) > 1 and thing in claim.text and sentence.text.count(thing) == 1:
                    return f"{thing} is excluded there"
    return None


def _denies(claim: Sentence) -> bool:
    return bool(exceptions(claim)) or any(c.negator for c in clauses(claim))


def _not_all(sentence: Sentence) -> bool:
    """Return whether a negator of a sentence denies only that it is all: not all cards, not only on Sundays."""
    tokens, negators = sentence.tokens, sentence.lexicon.negators
    return any(t in negators and not _SOME.isdisjoint(tokens[i + 1 : i + 1 + _NEXT]) for i, t in enumerate(tokens))


def _one_verb(word: str, negator: str) -> bool:
    """Return whether a Turkish verb may be the other without its denial: edilebilir, edilemez."""
    return word[:_STEM] == negator[:_STEM]
