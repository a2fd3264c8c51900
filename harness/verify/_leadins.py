"""A line that only opens a list, as "Care instructions:" does, claims nothing."""

from __future__ import annotations

from harness.text.claims import ClaimText
from harness.text.typed.fold import normalise
from harness.text.typed.language import guess_language
from harness.text.typed.lexicon import lexicon
from harness.text.typed.passage import folded_words

_MOST_WORDS = 5
_COLONS = (":", "\uff1a")
_NOUNS_WITH_CAPITALS = "de"
_SAYING = frozenset(
    "is are was were be has have had do does did can could will would shall should may might must "
    "ist sind war waren hat haben kann muss darf soll wird werden est sont a ont peut doit es son tiene tienen puede debe hay".split()
)


def without_lead_ins(claims: tuple[ClaimText, ...]) -> tuple[ClaimText, ...]:
    """Return the claims without the lines that only open a list; all of them where nothing would be left."""
    if not any(c.bare.endswith(_COLONS) for c in claims):
        return claims
    kept = tuple([c for c, after in zip(claims, [*claims[1:], None], strict=True) if after is None or not _opens(c)])
    return kept or claims


def _opens(claim: ClaimText) -> bool:
    """Return whether a claim is a few words and a colon that neither say, deny, limit, count nor name anything."""
    text = normalise(claim.bare).strip()
    if not text.endswith(_COLONS) or (claim.cited and not claim.inherited):
        return False
    words = folded_words(text)
    if not 0 < len(words) <= _MOST_WORDS or any(any(c.isdigit() for c in w) for w in words):
        return False
    code = guess_language(text, words) or "en"
    lex = lexicon(code)
    if any(c.isupper() for c in text[1:]) and code != _NOUNS_WITH_CAPITALS:
        return False
    telling = (
        _SAYING,
        lex.negators,
        lex.opposites,
        lex.obligations,
        lex.quantifiers,
        lex.only_words,
        lex.except_words,
        lex.numeric,
    )
    return all(w not in kind for w in words for kind in telling)
