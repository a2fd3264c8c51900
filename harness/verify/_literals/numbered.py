"""Numbered parts: what a claim says of annex 3 must not be what the spans say of annex 30."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.verify._words.support import Support, Word

_LABELS = frozenset(
    "annex appendix chapter section article clause rule paragraph schedule anlage anhang kapitel abschnitt artikel regel "
    "chapitre annexe regle capitulo articulo anexo seccion regla".split()
)
_SIGN = "\u00a7"
_NUMBER = re.compile(r"(\w+(?=\s)|\u00a7)\s{0,2}(\d{1,4}(?:\.\d{1,4}){0,4}(?:(?:\([a-zA-Z\d]{1,4}\))+|[a-zA-Z]\b|\b))")
_PLAIN = frozenset(
    "rules rule provisions covered covers found subject dealt deals treated set out governed governs located described normas vorschriften regelt behandelt regles objet traite trata tratan".split()
)
_RULES = (
    "regel",
    "geregel",
    "trait",
    "trat",
    "treat",
    "deal",
    "cover",
    "govern",
    "regul",
    "behand",
    "enth",
    "contien",
    "norm",
)
"""Beginnings of verbs that say what a part is about."""
_OF = frozenset("of des der du de del dieses dieser".split())
_NEAR = 3
_MOST_SENTENCES = 12


def numbered_otherwise(claim: Sentence, support: Support) -> str | None:
    """Return the numbered part that a span has what a claim says in, where the claim's says nothing of it, or None."""
    if _LABELS.isdisjoint(claim.words) and _SIGN not in claim.text:
        return None
    mine = _parts(claim)
    if len(mine) != 1:
        return None
    ((label, number),) = mine
    told = [w for w in support.words if w.text != label and w.text not in _PLAIN and support.variants[w.text]]
    apart = [support.variants[w.text] for w in told if not _only_says_where(w, number, claim)]
    elsewhere = ""
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        held = [w for w in told if not support.variants[w.text].isdisjoint(sentence.words)]
        parts = _parts(sentence)
        if not held:
            continue
        if len(parts) > 1 and (other := _in_another(number, sentence, apart)):
            elsewhere = elsewhere or other
            continue
        if not parts or any(
            (n == number or n.startswith(f"{number}(")) and (one == label or _SIGN in (one, label)) for one, n in parts
        ):
            return None
        if len(held) == len(told):
            elsewhere = elsewhere or next((n for one, n in parts if one == label or _SIGN in (one, label)), "")
    return f"{label} {elsewhere} there, {label} {number} in the answer" if elsewhere else None


def _parts(sentence: Sentence) -> set[tuple[str, str]]:
    """Return the labels with the numbers behind them: annex 3, section 4.10."""
    return {(label, number) for label, number, _, _ in _placed(sentence)}


def _placed(sentence: Sentence) -> list[tuple[str, str, int, int]]:
    """Return the label and the number of each numbered part with where it begins and ends."""
    if _LABELS.isdisjoint(sentence.words) and _SIGN not in sentence.text:
        return []
    found = [(fold(m[1]), m[2], m.start(), m.end()) for m in _NUMBER.finditer(sentence.text)]
    return [one for one in found if one[0] in _LABELS or one[0] == _SIGN]


def _only_says_where(word: Word, number: str, claim: Sentence) -> bool:
    """Return whether a word of a claim is a verb of ruling, or names what has the parts: "§ 7.1 of the lease"."""
    if word.text.startswith(_RULES):
        return True
    at = claim.text.find(number) + len(number)
    behind = token_at(claim.starts, at)
    return claim.tokens[behind : behind + 1] != [] and claim.tokens[behind] in _OF and 0 < word.index - behind <= _NEAR


def _in_another(number: str, sentence: Sentence, told: Sequence[frozenset[str]]) -> str:
    """Return the part of a sentence of several, "section 4.1 deals with delivery, 4.10 with liability", that has what a claim tells of another; "" for none."""
    parts = _placed(sentence)
    edges = [start for _, _, start, _ in parts]
    text = sentence.text
    behind = sentence.tokens[token_at(sentence.starts, parts[-1][3]) :]
    front = [t for t in sentence.tokens[: token_at(sentence.starts, edges[0])] if t not in sentence.lexicon.stop]
    if front and (not behind or behind[0] in _OF):
        # "Delivery is in section 4.1, liability in section 4.10."
        spans = list(pairwise([0, *[end for _, _, _, end in parts]]))
    else:
        spans = list(pairwise([*edges, len(text)]))
    zones = [frozenset(sentence.tokens[token_at(sentence.starts, a) : token_at(sentence.starts, b)]) for a, b in spans]
    counts: dict[str, int] = {}
    for (_, own, _, _), zone in zip(parts, zones, strict=True):
        found = [f for f in told if not f.isdisjoint(zone) and any(f.isdisjoint(z) for z in zones)]
        counts[own] = max(counts.get(own, 0), len(found))
    best = max(counts, key=lambda n: counts[n])
    return best if number in counts and counts[number] == 0 < counts[best] else ""
