"""Lines that claim nothing: "Here is a summary of the passage:", and "Care instructions:" before a list."""

from __future__ import annotations

import re

from harness.text.typed.fold import normalise
from harness.text.typed.language import guess_language
from harness.text.typed.lexicon import lexicon
from harness.text.typed.passage import folded_words

_COLONS, _COURTESY = (":", "\uff1a"), 12
_ANSWER_FOLLOWS = re.compile(
    r"(?:sure|certainly|of course|okay|gerne|bien sûr|claro|tabii)[!.]"
    r"|(?:(?:sure|certainly|of course|okay|gerne|bien sûr|claro|tabii)[,!.]?\s)?"
    r"(?:here(?:['’]s| is| are)\s|below (?:is|are)\s|(?:the )?following\b|hier (?:ist|sind|folgt)\s|voici\s|aquí (?:está|están|tiene|hay)\s"
    r"|a continuación|işte\s|aşağıda|以下|下面)[^:：\d]{0,160}[:：]"
    r"|(?:(?:the|a|an)\s)?(?:(?:concise|short|brief|quick|main|key|core)\s){0,2}(?:summary|answer|points?|facts|takeaways|details|notes?|overview)[:：]"
    r"|(?:the|this) (?:provided |given )?(?:passage|text|context|document|article)s?\s[^:：\d]{0,120}[:：]"
    r"|zusammenfassung[:：]|antwort[:：]|résumé ?[:：]|réponse ?[:：]|resumen[:：]|respuesta[:：]|özet[:：]|cevap[:：]|总结[:：]|回答[:：]",
    re.IGNORECASE,
)
_MOST_WORDS = 5
_NOUNS_WITH_CAPITALS = "de"
_SAYING = frozenset(
    "is are was were be has have had do does did can could will would shall should may might must "
    "ist sind war waren hat haben kann muss darf soll wird werden est sont a ont peut doit es son tiene tienen puede debe hay".split()
)


def only_announces(bare: str) -> bool:
    """Return whether a piece of an answer only says that the answer follows: "Sure!", "Here is a summary:"."""
    return (bare[-1:] in _COLONS or len(bare) < _COURTESY) and _ANSWER_FOLLOWS.fullmatch(bare) is not None


def only_opens_a_list(bare: str) -> bool:
    """Return whether a line is a few words and a colon that neither say, deny, limit, count nor name anything."""
    if not bare.endswith(_COLONS):
        return False
    text = normalise(bare).strip()
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
