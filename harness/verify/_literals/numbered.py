"""Numbered parts: what a claim says of annex 3 must not be what the spans say of annex 30."""

from __future__ import annotations

import re

from harness.text.typed.fold import fold
from harness.text.typed.passage import Sentence
from harness.verify._words.support import Support

_LABELS = frozenset(
    "annex appendix chapter section article clause rule paragraph schedule anlage anhang kapitel abschnitt artikel regel "
    "chapitre annexe regle capitulo articulo anexo seccion regla".split()
)
_NUMBER = re.compile(r"(\w+)\s+(\d{1,4}(?:\.\d{1,4}){0,4})\b")
_PLAIN = frozenset(
    "rules rule provisions covered covers found subject dealt deals treated set out governed governs located described normas vorschriften regelt behandelt regles objet traite trata tratan".split()
)
_MOST_SENTENCES = 12


def numbered_otherwise(claim: Sentence, support: Support) -> str | None:
    """Return the numbered part that a span has what a claim says in, where the claim's says nothing of it, or None."""
    if _LABELS.isdisjoint(claim.words):
        return None
    mine = _parts(claim)
    if len(mine) != 1:
        return None
    ((label, number),) = mine
    told = [w for w in support.words if w.text != label and w.text not in _PLAIN and support.variants[w.text]]
    elsewhere = ""
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        held = [w for w in told if not support.variants[w.text].isdisjoint(sentence.words)]
        parts = _parts(sentence)
        if not held:
            continue
        if (label, number) in parts or not parts:
            return None
        if len(held) == len(told):
            elsewhere = elsewhere or next((n for one, n in parts if one == label), "")
    return f"{label} {elsewhere} there, {label} {number} in the answer" if elsewhere else None


def _parts(sentence: Sentence) -> set[tuple[str, str]]:
    """Return the labels with the numbers behind them: annex 3, section 4.10."""
    if _LABELS.isdisjoint(sentence.words):
        return set()
    found = {(fold(m[1]), m[2]) for m in _NUMBER.finditer(sentence.text)}
    return {(label, number) for label, number in found if label in _LABELS}
