"""What the spans say is not so yet, or not of this one: a price not announced, a cause ruled out, the namesake of a city."""

from __future__ import annotations

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._words.support import COMMON, Support

_TOLD = {
    "en": "announced published released disclosed revealed decided set confirmed fixed named",
    "de": "bekannt veroffentlicht angekundigt festgelegt entschieden mitgeteilt",
    "fr": "annonce annoncee publie publiee devoile devoilee fixe fixee decide decidee communique",
    "es": "anunciado anunciara anuncia publicado publicara fijado fijara decidido revelado",
}
_RULED_OUT = {
    "en": (("ruled", "out"), ("rule", "out"), ("rules", "out"), ("excluded",), ("discounted",)),
    "de": (("ausgeschlossen",), ("schliesst",)),
    "fr": (("exclu",), ("exclue",), ("ecarte",), ("ecartee",)),
    "es": (("descartado",), ("descarta",), ("descartan",)),
}
_CAUSING = frozenset(
    "caused causes cause started triggered reason due because led killed ursache verursacht verursachte grund wegen "
    "cause provoque provoquee raison causa causo provoco provocado motivo".split()
)
_KNOWN = {
    "en": (("known", "that"), ("clear", "that"), ("certain", "that"), ("established", "that")),
    "fr": (("sait", "que"), ("sait", "qu")),
    "es": (("sabe", "que"),),
    "de": (("bekannt", "dass"),),
}
_SAME_NAME = frozenset({"namesake", "homonima", "homonimo", "gleichnamigen", "gleichnamige", "namensvetterin"})
_NAME_WORDS = frozenset({"name", "nombre", "nom"})
_SAME = frozenset({"same", "that", "mismo", "meme"})
_HAN_NOT_YET = ("\u5c1a\u672a", "\u8fd8\u6ca1", "\u4ecd\u672a", "\u6682\u672a")
_HAN_TOLD = ("\u516c\u5e03", "\u5ba3\u5e03", "\u786e\u5b9a", "\u516c\u5f00")
_MOST_SENTENCES, _STEM = 8, 5


def unsaid(claim: Sentence, support: Support) -> str | None:
    """Return what a claim says though a span says it is not told yet, is ruled out, or is so of a namesake, or None."""
    if claim.code == "zh":
        return _not_told_in_han(claim, support)
    if not claim.lexicon.negators.isdisjoint(claim.words):
        return None
    sentences = [s for _, _, s in support.best[:_MOST_SENTENCES] if s.code == claim.code]
    return _not_told(claim, support, sentences) or _ruled_out(claim, sentences) or _of_a_namesake(support, sentences)


def _not_told(claim: Sentence, support: Support, sentences: list[Sentence]) -> str | None:
    """Return the verb of a claim that is only denied in the spans, of something that the claim speaks of."""
    told = frozenset(_TOLD.get(claim.code, "").split())
    verb = next((t for t in claim.tokens if t in told), None)
    if verb is None:
        return None
    denied = None
    rest = [w for w in support.words if w.text != verb and w.weight > COMMON]
    for sentence in sentences:
        # Of what may stand for it, only its own forms: what appears in May is not published then.
        forms = {f for f in support.variants.get(verb, ()) if f[:_STEM] == verb[:_STEM]} | {verb}
        for clause in clauses(sentence):
            if forms.isdisjoint(clause.tokens):
                continue
            if not clause.negator:
                return None
            if any(not support.variants[w.text].isdisjoint(clause.tokens) for w in rest):
                denied = denied or clause.negator
    return f"negated there ({denied!r}), not in the answer" if denied else None


def _ruled_out(claim: Sentence, sentences: list[Sentence]) -> str | None:
    """Return what a claim says is a cause, or is known, and a span rules out."""
    asserted = not _CAUSING.isdisjoint(claim.words) or _has(claim, _KNOWN.get(claim.code, ()))
    marks = _RULED_OUT.get(claim.code, ())
    if not asserted or _has(claim, marks):
        return None
    for sentence in sentences:
        for clause in clauses(sentence):
            at = next((i for i in range(len(clause.tokens)) for m in marks if clause.tokens[i : i + len(m)] == m), None)
            if at is None:
                continue
            stop = sentence.lexicon.stop | {"out", "aus"}
            for side in (clause.tokens[at + 1 :], clause.tokens[:at]):
                out = [t for t in side if t not in stop]
                if out and all(t in claim.words for t in out):
                    return f"{' '.join(out)!r} is ruled out there"
    return None


def _of_a_namesake(support: Support, sentences: list[Sentence]) -> str | None:
    """Return the word of a claim that a span has only of the namesake that it denies: the Spanish city of the same name."""
    for sentence in sentences:
        if sentence.lexicon.negators.isdisjoint(sentence.words) or not _names_another(sentence):
            continue
        at = next(i for i, t in enumerate(sentence.tokens) if t in sentence.lexicon.negators)
        others = frozenset(t for s in sentences if s is not sentence for t in s.tokens) | set(sentence.tokens[:at])
        denied = frozenset(sentence.tokens[at:]) - others - sentence.lexicon.stop
        found = next(
            (w.text for w in support.words if support.variants[w.text] and support.variants[w.text] <= denied), ""
        )
        if found:
            return f"{found!r} is denied there"
    return None


def _names_another(sentence: Sentence) -> bool:
    words = sentence.words
    return not _SAME_NAME.isdisjoint(words) or not (_NAME_WORDS.isdisjoint(words) or _SAME.isdisjoint(words))


def _has(sentence: Sentence, marks: tuple[tuple[str, ...], ...]) -> bool:
    tokens = tuple(sentence.tokens)
    return any(tokens[i : i + len(m)] == m for m in marks if m[0] in sentence.words for i in range(len(tokens)))


def _not_told_in_han(claim: Sentence, support: Support) -> str | None:
    verb = next((v for v in _HAN_TOLD if v in claim.text), None)
    if verb is None or any(n in claim.text for n in (*_HAN_NOT_YET, "\u672a", "\u4e0d", "\u6ca1")):
        return None
    told = [s.text for _, _, s in support.best[:_MOST_SENTENCES] if verb in s.text]
    if told and all(any(n in text for n in _HAN_NOT_YET) for text in told):
        return f"negated there, {verb} in the answer"
    return None
