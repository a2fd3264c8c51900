"""A sentence that only denies: "Gift cards cannot be refunded", "Nobody was injured", and what a span leaves out: "It excludes floods"."""

from __future__ import annotations

from harness.text.typed.lexicon import words
from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._denied.exceptions import exceptions
from harness.verify._words.support import COMMON, Support

_NOBODY = words(
    "nobody none nothing no niemand niemanden nichts kein keine keiner personne aucun aucune rien nadie ninguno ninguna ning\u00fan nada kimse hi\u00e7bir hi\u00e7"
)
_EXCLUDING = words(
    "exclude excludes excluded excluding exclusion exclusions ausgeschlossen ausgenommen ausschluss exclut excluent exclu exclue exclus exclues "
    "excluye excluyen excluido excluida excluidos excluidas hari\u00e7 haricinde"
)
_SOME = words("all every each always only just alle alles immer nur tous toutes toujours todos todas siempre hepsi her")
_LONGEST, _FEWEST, _SHARED, _STEM = 16, 2, 0.5, 4
_MOST_SENTENCES, _NEXT = 12, 2


def denied_outright(claim: Sentence, support: Support) -> str | None:
    """Return the negator of a sentence that says nothing but that it is not as a claim says, or None.

    Only for a claim that denies and excepts nothing, where no other sentence has the words of the denying one. Unless that
    one says it of nobody at all, the claim must have no word that the spans have not, and open with one of its words.
    """
    if claim.code == "zh" or support.turned or _denies(claim):
        return None
    lost = [w.text for w in support.missing if w.weight > COMMON]
    others = bool(lost) and (len(lost) > 1 or claim.code != "tr")
    own = frozenset().union(*support.variants.values())
    subject = next((w for w in support.words if w.text not in claim.lexicon.only_words), None)
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        negator = next((c.negator for c in clauses(sentence) if c.negator), None)
        if negator is None or len(sentence.tokens) > _LONGEST or exceptions(sentence) or _not_all(sentence):
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


def excluded(claim: Sentence, support: Support) -> str | None:
    """Return the word of a claim that the spans have only where they say what is excluded, or None.

    Another sentence must have most of the rest of the claim.
    """
    if not support.best or claim.code == "zh" or _denies(claim) or not _EXCLUDING.isdisjoint(claim.words):
        return None
    excluding = [s for _, _, s in support.best[:_MOST_SENTENCES] if not _EXCLUDING.isdisjoint(s.words)]
    if not excluding or support.turned:
        return None
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


def _denies(claim: Sentence) -> bool:
    return bool(exceptions(claim)) or any(c.negator for c in clauses(claim))


def _not_all(sentence: Sentence) -> bool:
    """Return whether a negator of a sentence denies only that it is all: not all cards, not only on Sundays."""
    tokens, negators = sentence.tokens, sentence.lexicon.negators
    return any(t in negators and not _SOME.isdisjoint(tokens[i + 1 : i + 1 + _NEXT]) for i, t in enumerate(tokens))


def _one_verb(word: str, negator: str) -> bool:
    """Return whether a Turkish verb may be the other without its denial: edilebilir, edilemez."""
    return word[:_STEM] == negator[:_STEM]
