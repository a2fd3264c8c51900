"""Only that: who can only read cannot change, and what is paid solely to the card is not paid to another."""

from __future__ import annotations

from itertools import pairwise

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.verify._denied.negators import is_shut, is_told_not_to, is_waived
from harness.verify._words.support import COMMON, Support

_CAN = words("can may could k\u00f6nnen kann darf d\u00fcrfen peuvent peut pueden puede")
_BE = words("be been being is are get got werden wird sein \u00eatre ser")
_OTHER = words(
    "other others another different else elsewhere anyone anybody andere anderen anderer anderes autre autres otro otra otros otras ba\u015fka any"
)


_MOST_SENTENCES = 12


def beyond_only(claim: Sentence, source: Sentence, support: Support) -> str | None:
    """Return what a claim lets one do too whom a span lets only do something else, or to another what it does only to one, or None."""
    lex = claim.lexicon
    if lex.only_words.isdisjoint(source.words):
        return None
    if not lex.only_words.isdisjoint(claim.words):
        return "'only' is said of another word there" if _other_scope(claim, source) else None
    if not lex.negators.isdisjoint(claim.words | source.words):
        return None
    if found := _another(claim, source, support) or _not_let(claim, source, support) or _others(claim, source, support):
        return f"{found!r} in the answer, only something else there"
    return None


def only_others(claim: Sentence, support: Support) -> str | None:
    """Return whom a claim lets do what a sentence lets only somebody else do, where no sentence has all of it, or None."""
    lex = claim.lexicon
    if (
        _CAN.isdisjoint(claim.words)
        or not lex.negators.isdisjoint(claim.words)
        or not lex.only_words.isdisjoint(claim.words)
    ):
        return None
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        if lex.only_words.isdisjoint(sentence.words):
            continue
        if found := _not_let(claim, sentence, support):
            return f"{found!r} in the answer, only something else there"
        if found := _others(claim, sentence, support):
            forms = [support.variants[w.text] for w in support.words]
            if not any(all(not f.isdisjoint(s.words) for f in forms) for _, _, s in support.best):
                return f"{found!r} in the answer, only something else there"
    return None


def denied_as_told(claim: Sentence, source: Sentence, support: Support) -> bool:
    """Return whether a claim denies what a sentence tells one not to do, or leaves out with its "only", or that one can go where a span says it is closed."""
    if claim.lexicon.negators.isdisjoint(claim.words):
        return False
    return (
        is_shut(claim, source)
        or is_waived(claim, source)
        or is_told_not_to(claim, support)
        or not_that(claim, source, support)
    )


def not_that(claim: Sentence, source: Sentence, support: Support) -> bool:
    """Return whether a claim denies what a span leaves out with its "only"."""
    only = source.lexicon.only_words
    if any(not only.isdisjoint(s.words) and _not_let(claim, s, support) for _, _, s in support.best[:_MOST_SENTENCES]):
        return True
    if only.isdisjoint(source.words) or not source.lexicon.negators.isdisjoint(source.words):
        return False
    return bool(_another(claim, source, support) or _others(claim, source, support))


def _another(claim: Sentence, source: Sentence, support: Support) -> str:
    """Return the "different" of a claim that has nothing else that a span has not; "" elsewhere."""
    other = next((t for t in claim.tokens if t in _OTHER and t not in source.words), "")
    lost = [w for w in support.words if w.weight > COMMON and support.variants[w.text].isdisjoint(source.words)]
    return other if other and all(w.text in _OTHER or w.index > claim.tokens.index(other) + 1 for w in lost) else ""


def _other_scope(claim: Sentence, source: Sentence) -> bool:
    """Return whether a span lets only some do something, and a claim lets them do only that, or the other way round."""
    lex = claim.lexicon
    return any(
        one.tokens[0] in lex.only_words and any(a in _CAN and b in lex.only_words for a, b in pairwise(other.tokens))
        for one, other in ((claim, source), (source, claim))
    )


def _others(claim: Sentence, source: Sentence, support: Support) -> str:
    """Return the first word of whom a claim speaks where a span says that only somebody else can, and has the rest; "" elsewhere."""
    tokens, lex = source.tokens, source.lexicon
    theirs = next((i for i, t in enumerate(tokens) if t in _CAN), 0)
    mine = next((i for i, t in enumerate(claim.tokens) if t in _CAN or t == "cannot"), 0)
    if tokens[0] not in lex.only_words or not theirs or not mine:
        return ""
    who, told = frozenset(tokens[1:theirs]), frozenset(tokens[theirs:])
    subject = [w for w in support.words if w.index < mine]
    rest = [w for w in support.words if w.index > mine]
    if not rest or any(support.variants[w.text].isdisjoint(told) for w in rest):
        return ""
    return subject[0].text if subject and all(support.variants[w.text].isdisjoint(who) for w in subject) else ""


def _not_let(claim: Sentence, source: Sentence, support: Support) -> str:
    """Return the verb of a claim that a span has only elsewhere, of those who "can only" do something else; "" elsewhere."""
    tokens, lex = source.tokens, source.lexicon
    at = next((i for i in range(1, len(tokens)) if tokens[i] in lex.only_words and tokens[i - 1] in _CAN), None)
    if at is None or claim.code != "en":
        return ""
    who = [t for t in tokens[:at] if t not in lex.stop]
    forms = {t: [w for w in support.words if t in support.variants[w.text]] for t in who}
    can = next((i for i, t in enumerate(claim.tokens) if t in _CAN or t == "cannot"), None)
    if can is None or not who or not all(forms.values()) or any(w.index > can for ws in forms.values() for w in ws):
        return ""
    others = [w for w in support.words if w.index > can and support.variants[w.text].isdisjoint(source.words)]
    first = next((w for w in support.words if w.index > can), None)
    verb = next((w for w in others if w is first or claim.tokens[w.index - 1] == "and"), None)
    if verb is None or not _BE.isdisjoint(claim.tokens[can + 1 : verb.index]):
        return ""
    having = [s for _, _, s in support.best if not support.variants[verb.text].isdisjoint(s.words)]
    return verb.text if having and not any(all(t in s.words for t in who) for s in having) else ""
