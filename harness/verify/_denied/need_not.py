"""Need not is not must not: who does not have to book may book, and who may not is not free to."""

from __future__ import annotations

import re

from harness.text.typed.passage import Sentence

_NEED_NOT = {
    "en": r"\b(?:need not|needn't|(?:do|does|did)(?: not|n't) (?:have|need) to|(?:is|are) not (?:required|obliged|obligated|necessary|needed)|without having to)\b",
    "de": r"\b(?:muss|m\u00fcssen|braucht|brauchen)\b[^.;,]{0,60}\b(?:nicht|kein\w*)\b|\bnicht (?:verpflichtet|n\u00f6tig|erforderlich|notwendig)\b",
    "fr": r"\b(?:pas (?:tenue?s?|oblig\u00e9e?s?|obligatoire|n\u00e9cessaire|besoin)|n'(?:a|ont) pas \u00e0)\b",
    "es": r"\bno (?:tienen?|hay) que\b|\bno (?:es|son|est\u00e1n?) (?:obligatori[oa]s?|necesari[oa]s?|obligad[oa]s?)\b|\bno (?:hace falta|necesitan?)\b",
    "tr": r"\b(?:zorunda|zorunlu|gerekli|\u015fart) de\u011fil|\bgerekme(?:z|mektedir)",
}
_MUST_NOT = {
    "en": r"\b(?:must|may|can|should)(?: not|n't)\b|\bcannot\b|\bnot (?:allowed|permitted)\b|\b(?:prohibited|forbidden|banned)\b",
    "de": r"\b(?:darf|d\u00fcrfen|soll|sollen)\b[^.;,]{0,60}\b(?:nicht|kein\w*)\b|\bnicht (?:erlaubt|gestattet|zul\u00e4ssig)\b",
    "fr": r"\b(?:doit|doivent|peut|peuvent) pas\b|\bpas (?:autoris\u00e9e?s?|permise?s?)\b",
    "es": r"\bno (?:se )?(?:deben?|pueden?)\b|\bno (?:est\u00e1 )?permitid[oa]s?\b",
    "tr": r"\bizin verilmez|\w[ae]m[ae]z\b|\wm[ae]m[ae]l[i\u0131]",
}
_NEED = {code: re.compile(pattern, re.IGNORECASE) for code, pattern in _NEED_NOT.items()}
_MUST = {code: re.compile(pattern, re.IGNORECASE) for code, pattern in _MUST_NOT.items()}


def another_duty(claim: Sentence, source: Sentence) -> str | None:
    """Return "must not" of a claim where its span only says "need not", or the other way round, or None."""
    code = claim.code
    if code != source.code or code not in _NEED or (claim.lexicon.negators.isdisjoint(claim.words) and code != "tr"):
        return None
    for mine, theirs, said in ((_MUST, _NEED, "must not"), (_NEED, _MUST, "need not")):
        if (
            mine[code].search(claim.text)
            and theirs[code].search(source.text)
            and not theirs[code].search(claim.text)
            and not mine[code].search(source.text)
        ):
            return f"{said!r} in the answer, not there"
    return None
