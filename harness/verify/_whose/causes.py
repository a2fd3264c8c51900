"""Causes and other adjuncts: a claim must not give another cause than its span, nor add a clause of which no span has a word.

"Because of a chip shortage, the launch slips to May": everything but the cause may be the span's. A phrase counts as added
only where none of its telling words is in any span in any form, so that a paraphrase, which keeps one of them, passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.scan import token_at
from harness.verify._denied.clauses import sign_before
from harness.verify._words.support import COMMON, Support, Word

_CAUSE, _WHEN, _ADDED = "cause", "when", "added"
_MARKS = {
    "en": {
        ("cause", "after"): "because_of because due_to owing_to as_a_result_of result_of thanks_to caused_by triggered_by brought_about_by in_response_to in_protest_at in_protest_against on_account_of resulted_from results_from attributed_to blamed_on stems_from stemmed_from",
        ("cause", "before"): "caused causes led_to leads_to resulted_in results_in triggered triggers brought_about is_to_blame",
        ("when", "after"): "after following before when whenever once if unless provided despite although though even_though in_order_to so_that in_an_effort_to in_a_bid_to to_avoid to_protect amid while since",
        ("added", "after"): "and which who where using while as",
    },
    "de": {
        ("cause", "after"): "weil wegen aufgrund infolge dank da verursacht_durch ausgelost_durch verursacht_von ausgelost_von",
        ("cause", "before"): "verursachte verursacht_hat fuhrte_zu",
        ("when", "after"): "nachdem bevor wenn falls sofern obwohl trotz sobald damit",
    },
    "fr": {
        ("cause", "after"): "parce_que parce_qu a_cause_de a_cause_d a_cause_du en_raison_de en_raison_d en_raison_du grace_a grace_au car puisque suite_a du_a due_a due_au faute_de",
        ("cause", "before"): "a_entraine a_provoque a_cause",
        ("when", "after"): "apres avant lorsque quand si bien_que malgre des_que afin_de afin_d",
    },
    "es": {
        ("cause", "after"): "porque debido_a debido_al a_causa_de a_causa_del por_culpa_de gracias_a gracias_al ya_que a_raiz_de",
        ("cause", "before"): "provoco causo ocasiono",
        ("when", "after"): "despues tras antes cuando si aunque pese_a a_pesar_de con_el_fin_de",
    },
    "tr": {("cause", "before_it"): "nedeniyle yuzunden sebebiyle dolayi"},
}  # fmt: skip
_HAN_CAUSES = ("\u662f\u56e0\u4e3a", "\u662f\u7531\u4e8e", "\u56e0\u4e3a", "\u7531\u4e8e", "\u7531")
_HAN_LINKS = ("\u56e0\u4e3a", "\u7531\u4e8e", "\u5bfc\u81f4", "\u5f15\u8d77", "\u5f15\u53d1", "\u9020\u6210", "\u56e0")
_HAN_ENDS = "\uff0c\u3002\uff1b,;."
_DENIALS = tuple(
    "played no part; no part in; nothing to do with; had no effect; unrelated; not the cause; not because; not due to; no role; not to blame; not caused by; "
    "nichts damit zu tun; nichts mit; keine rolle; nicht der grund; nicht die ursache; aucun effet; aucun lien; rien a voir; pas en cause; aucun role; "
    "nada que ver; ningun efecto; no fue la causa; no influyo; etkisi olmadi; ilgisi yok".split("; ")
)
_CLAUSES = frozenset("and but while whereas although which who so und aber wahrend mais et pero y".split())
_RELATIVE = frozenset({"who", "which", "where"})
_AUXILIARIES = frozenset(
    "may can must will is are was were has have should could would shall might does do did".split()
)
"""What ends a relative clause inside a sentence: "anyone who lives there may borrow"."""
_EXPLAINING = frozenset(
    "meaning including making indicating suggesting resulting leading according causing depending concerning regarding excluding".split()
)
_AFTER = frozenset("after following nachdem apres tras".split())
_FINITE = frozenset(
    "wurde wurden wird werden ist sind war waren hat haben kann kommt kam fiel fallt findet fand".split()
)
"""What ends a German phrase that opens a sentence: "Wegen einer Erkrankung wurde ..."."""
_TO, _FRENCH_TO = frozenset({"to"}), frozenset({"a", "au", "aux"})
_PARTED: dict[str, tuple[frozenset[str], str]] = {
    **dict.fromkeys("attributes attribute ascribes ascribe ascribed credits".split(), (_TO, "")),
    **dict.fromkeys("puts put putting".split(), (_TO, "down")),
    **dict.fromkeys("blames blame".split(), (frozenset({"on"}), "")),
    **dict.fromkeys("fuhrt fuhren fuhrte fuhrten".split(), (frozenset({"auf"}), "zuruck")),
    **dict.fromkeys("attribue attribuent attribuait".split(), (_FRENCH_TO, "")),
    **dict.fromkeys("atribuye atribuyen atribuyo achaca achacan".split(), (frozenset({"a", "al"}), "")),
}
"""Verbs that give a cause behind a word of its own, and what must stand with that word."""
_GENERIC = frozenset(
    "reason reasons fact event events case time times way result results problem problems grund fall fait raison motivo hecho happened happening happens taking place doing done going got having".split()
)
_SURE = 0.6
_LEAST = {_CAUSE: (1, 0.0), _WHEN: (2, 0.7), _ADDED: (2, 0.9)}
_FEWEST_FOUND = 2
_MOST_SENTENCES, _TURKISH_REACH = 6, 2
_MOST_READ = 60
_PAIR, _MOST_TOKENS, _MANY_WORDS = 2, 120, 5


class Adjunct(NamedTuple):
    """A phrase that a marker brings: its kind, where the marker stands, and where the phrase does: each a first index and the one after the last."""

    kind: str
    mark: int
    past: int
    first: int
    last: int


@cache
def _marks(code: str) -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
    """Return the markers of a language by their first word, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
    for (kind, side), spaced in _MARKS.get(code, {}).items():
        for mark in spaced.split():
            words = tuple(fold(mark.replace("_", " ")).split())
            found.setdefault(words[0], []).append((words, kind, side))
    for entries in found.values():
        entries.sort(key=lambda e: -len(e[0]))
    return found


def another_cause(claim: Sentence, support: Support) -> str | None:
    """Return what a claim adds as a cause, a time or a condition that no span has, or gives as the cause instead of theirs."""
    if claim.code == "zh":
        return _another_han_cause(claim, support)
    ings = claim.code == "en" and any(t.endswith("ing") for t in claim.words)
    told = ings or not (_marks(claim.code).keys().isdisjoint(claim.words) and _PARTED.keys().isdisjoint(claim.words))
    if not told or len(claim.tokens) > _MOST_TOKENS:
        return None
    for adjunct in adjuncts(claim):
        inside = [w for w in support.words if adjunct.first <= w.index < adjunct.last and w.text not in _GENERIC]
        if not inside:
            continue
        outside = [
            w
            for w in support.words
            if not (adjunct.first <= w.index < adjunct.last or adjunct.mark <= w.index < adjunct.past)
        ]
        if all(_is_missing(w, claim, support) for w in inside):
            if _is_added(adjunct, inside, outside, claim, support):
                return f"{' '.join(claim.tokens[adjunct.mark : adjunct.last][:6])!r} is not there"
        elif adjunct.kind == _CAUSE and (denial := _denied(inside, claim, support)):
            return f"{denial!r} there, {' '.join(claim.tokens[adjunct.first : adjunct.last][:6])!r} in the answer"
        elif adjunct.kind == _CAUSE and (other := _linked_to(inside, outside, support)):
            return f"{other} there, {' '.join(claim.tokens[adjunct.first : adjunct.last][:6])!r} in the answer"
    return None


def cause_words(claim: Sentence, passages: Sequence[Passage]) -> frozenset[int]:
    """Return the indices of the words of a claim that only bring a cause, apart from it, where a span gives one too: puts it down to."""
    said = claim.words & _PARTED.keys()
    if not said or not _parted(claim):
        return frozenset()
    if not any(_tells_cause(s) for p in passages for s in p.sentences[:_MOST_READ]):
        return frozenset()
    said |= {close for _, close in (_PARTED[t] for t in said) if close}
    return frozenset([i for i, t in enumerate(claim.tokens) if t in said])


def adjuncts(sentence: Sentence) -> list[Adjunct]:
    """Return the phrases that markers bring, in order."""
    tokens = sentence.tokens
    marks = _marks(sentence.code)
    found: list[Adjunct] = []
    taken = -1
    for index, token in enumerate(tokens):
        if (
            sentence.code == "en"
            and token.endswith("ing")
            and token not in _EXPLAINING
            and index
            and _cut(sentence, index)
        ):
            found.append(Adjunct(_ADDED, index, index, index, _end(sentence, index, _ADDED)))
            continue
        if token not in marks or index <= taken:
            continue
        match = next((m for m in marks[token] if tuple(tokens[index : index + len(m[0])]) == m[0]), None)
        if match is None:
            continue
        words, kind, side = match
        end = index + len(words)
        taken = end - 1
        if side == "after":
            last = _end(sentence, end, kind)
            if token in _RELATIVE:
                last = next((i for i in range(end + 2, last) if tokens[i] in _AUXILIARIES), last)
            found.append(Adjunct(kind, index, end, end, last))
        elif side == "before_it":
            found.append(Adjunct(kind, index, end, max(0, index - _TURKISH_REACH), index))
        elif index and end < len(tokens):
            first = next((i for i in range(index, 0, -1) if _cut(sentence, i) or tokens[i - 1] in _CLAUSES), 0)
            found.append(Adjunct(kind, index, end, first, index))
    if not _PARTED.keys().isdisjoint(sentence.words):
        found += _parted(sentence)
    return found


def _parted(sentence: Sentence) -> list[Adjunct]:
    """Return the cause of a verb that stands apart from what brings it: puts the delay down to, f\u00fchrt es auf ... zur\u00fcck."""
    tokens = sentence.tokens
    verb = next(i for i, t in enumerate(tokens) if t in _PARTED)
    marks, close = _PARTED[tokens[verb]]
    if close and close not in tokens[verb:]:
        return []
    mark = next((i for i in range(verb + 1, len(tokens)) if tokens[i] in marks), None)
    if mark is None or (close == "down" and tokens[mark - 1] != close):
        return []
    last = next((i for i in range(mark + 1, len(tokens)) if tokens[i] == close or _cut(sentence, i)), len(tokens))
    return [Adjunct(_CAUSE, mark, mark + 1, mark + 1, last)]


def _end(sentence: Sentence, start: int, kind: str) -> int:
    tokens = sentence.tokens
    marks = _marks(sentence.code)
    ends = _FINITE if sentence.code == "de" and start == 1 else frozenset()
    for i in range(start, len(tokens)):
        if tokens[i] in ends:
            return i
        if i > start and (_cut(sentence, i) or tokens[i] in _CLAUSES or (kind == _ADDED and tokens[i] in marks)):
            return i
    return len(tokens)


def _cut(sentence: Sentence, index: int) -> bool:
    return sign_before(sentence, index) in {",", ";", ":", "(", "\u2014"}


def _is_missing(word: Word, claim: Sentence, support: Support) -> bool:
    """Return whether no span has a word in any form, nor its opposite; one half of full-time is no more than the other."""
    if word.text in support.turned:
        return False
    if not support.variants[word.text]:
        return True
    if word.text not in claim.compounds:
        return False
    beside = [w for w in support.words if w.text in claim.compounds and abs(w.index - word.index) == 1]
    return any(not support.variants[w.text] for w in beside)


def _is_added(
    adjunct: Adjunct, inside: Sequence[Word], outside: Sequence[Word], claim: Sentence, support: Support
) -> bool:
    least, share = _LEAST[adjunct.kind]
    telling = [w for w in inside if w.weight > COMMON or w.text in claim.compounds]
    if adjunct.kind == _ADDED and len(outside) >= _MANY_WORDS and all(support.variants[w.text] for w in outside):
        least = 1
    if adjunct.kind == _ADDED and claim.tokens[adjunct.mark] in _RELATIVE and len(inside) >= least:
        least = 1
    if len(telling) < least or any(
        adjunct.first <= token_at(claim.starts, x.start) < adjunct.last for x in claim.typed if x.firm
    ):
        return False
    total = sum(w.weight for w in outside)
    found = [w for w in outside if support.variants[w.text]]
    if len(found) < _FEWEST_FOUND or sum(w.weight for w in found) < share * total:
        return False
    if adjunct.kind == _CAUSE and len(telling) < _FEWEST_FOUND:
        # One word may say in short what the span explains.
        return not any(_tells_cause(s) for _, _, s in support.best[:_PAIR])
    return True


def _tells_cause(sentence: Sentence) -> bool:
    return any(a.kind == _CAUSE for a in adjuncts(sentence))


def _denied(inside: Sequence[Word], claim: Sentence, support: Support) -> str:
    """Return how a sentence that has all found words of a cause says that it was none; "" elsewhere."""
    told = [w for w in inside if w.weight > COMMON and support.variants[w.text] and w.text not in support.turned]
    own = f" {' '.join(claim.tokens)} "
    for _, _, sentence in support.best[:_MOST_SENTENCES] if told else ():
        if all(not support.variants[w.text].isdisjoint(sentence.words) for w in told):
            text = f" {' '.join(sentence.tokens)} "
            if denial := next((d for d in _DENIALS if f" {d} " in text and f" {d} " not in own), ""):
                return denial
    return ""


def _linked_to(inside: Sequence[Word], outside: Sequence[Word], support: Support) -> str:
    """Return the cause that a sentence gives which has most of the effect and no word of the claim's cause; "" elsewhere."""
    total = sum(w.weight for w in outside)
    told = [w for w in inside if w.weight > COMMON and support.variants[w.text]]
    if not told or not total:
        return ""
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        if (
            any(a.kind == _CAUSE for a in adjuncts(sentence))
            and sentence.lexicon.negators.isdisjoint(sentence.words)
            and all(not support.variants[w.text].isdisjoint(sentence.words) for w in told)
            and any(not support.variants[w.text].isdisjoint(sentence.words) for w in outside)
        ):
            return ""
    found = ""
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        held = sum(w.weight for w in outside if not support.variants[w.text].isdisjoint(sentence.words))
        if held < _SURE * total:
            continue
        if any(not support.variants[w.text].isdisjoint(sentence.words) for w in inside if w.weight > COMMON):
            return ""
        cause = next((a for a in adjuncts(sentence) if a.kind == _CAUSE or sentence.tokens[a.mark] in _AFTER), None)
        if cause is None:
            return ""
        found = found or repr(" ".join(sentence.tokens[cause.first : cause.last][:6]))
    return found


def _another_han_cause(claim: Sentence, support: Support) -> str | None:
    """Return the same for Chinese, by pairs of characters."""
    phrase = _han_cause(claim.text)
    pairs = [phrase[i : i + _PAIR] for i in range(len(phrase) - 1)]
    if not pairs or not support.best:
        return None
    texts = [s.text for _, _, s in support.best]
    if not any(p in t for p in pairs for t in texts):
        lost = sum(not support.variants.get(c) for c in phrase)
        return f"{phrase} is not there" if lost * _PAIR > len(phrase) else None
    rest = [c for c in claim.text if c not in phrase and c not in _HAN_ENDS]
    for text in texts[:_PAIR]:
        if not any(link in text for link in _HAN_LINKS) or sum(c in text for c in rest) < _SURE * len(rest):
            continue
        return None if any(p in text for p in pairs) else f"{phrase} is not the cause there"
    return None


def _han_cause(text: str) -> str:
    """Return what a Chinese claim gives as a cause; "" for nothing."""
    for mark in _HAN_CAUSES[:-1]:
        at = text.find(mark)
        if at >= 0:
            start = at + len(mark)
            end = next((i for i in range(start, len(text)) if text[i] in _HAN_ENDS), len(text))
            return text[start:end]
    return ""
