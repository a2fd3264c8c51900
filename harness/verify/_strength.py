"""Whether a claim says more than its span: all for some, must for may, was for is expected, and what holds only in one case."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.verify._clauses import Clause, clauses
from harness.verify._exceptions import exceptions
from harness.verify._support import Support

_NEXT_WORDS = 4
_UNIVERSAL, _MOST_OF = 5, 4
_OUT_OF = frozenset(
    {"of", "out of", "of the", "out of the", "von", "von den", "sur", "sur les", "de", "de los", "de las"}
)
_DUTY = 2
_MAY = frozenset({"may", "might", "darf", "durfen"})
_ONLY_FOR = frozenset("reserved reserviert reserve reservado dedicated exclusive sole restricted limited".split())
_UNLIMITED = frozenset(
    "unlimited limitless unbegrenzt unbegrenzte illimite illimitee ilimitado ilimitada sinirsiz".split()
)
_EXPECTED = frozenset(
    "expect expects expected forecast forecasts plan plans planned project projects projected intends intend aims hopes proposed proposes anticipates anticipated "
    "erwartet erwarten plant geplant prognostiziert prevoit prevu prevoient preve prevista previsto espera bekleniyor planlaniyor ongoruluyor".split()
)
_NOT_YET = _EXPECTED | frozenset(
    "will would should could may might can target goal guidance outlook estimate estimated soll sollen wird werden sera seront devrait sera debe".split()
)
_PAST = frozenset(
    "was were had did became achieved reached war waren wurde hatte etait etaient fue fueron era eran oldu".split()
)
_OPEN_CONDITIONS = frozenset(
    "in if when after with for by during on under at between until before within where while".split()
)
_ASKING = frozenset({"if", "when", "whenever", "unless"})
_HEDGES = _MAY | frozenset("could possibly perhaps potentially".split())
_SURELY = frozenset("will always definitely certainly surely guaranteed inevitably".split())
_HINTS = frozenset("suggest suggests suggested suggesting hint hints hinted indicate indicates indicated".split())
_PROOF = frozenset("prove proves proved proven confirm confirms confirmed establishes established".split())
SURE = _SURELY | _PROOF
"""Words that only say how sure something is."""
_CONDITIONS = frozenset("if unless provided only when whenever where".split())
_UNCONDITIONAL = frozenset("every always automatically regardless unconditionally all".split())
_WHOLE_SHARE = {"%": 100, "part": 1}
_HALF_SHARE = 2
_WHOLE = (["all"], ["the"], ["its"], ["their"], ["of"])


def stronger(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return the quantifier, "only", obligation or certainty of the claim that the span does not bear."""
    lex, tokens = source.lexicon, part.tokens
    found: str | None = None
    if not lex.only_words.isdisjoint(tokens) or "only" in source.words:
        found = _only(part, support, held, source)
    if found is None and not _UNLIMITED.isdisjoint(tokens):
        found = _unlimited(part, source)
    if found is None and not _EXPECTED.isdisjoint(source.words):
        found = _already(part, held, source)
    if found is None and not lex.quantifiers.keys().isdisjoint(tokens):
        found = _quantifier(part, support, held, source)
    if found is None and not SURE.isdisjoint(tokens):
        found = _certain(part, held, source)
    if found is None and not _UNCONDITIONAL.isdisjoint(tokens):
        found = _unconditional(part, support, source)
    if found is None and not (lex.obligations.keys().isdisjoint(tokens) and _MAY.isdisjoint(tokens)):
        found = _obliged(part, held, source)
    return found


def _only(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return an "only" that one side has and the other has not."""
    lex = source.lexicon
    only = next((t for t in part.tokens if t in lex.only_words), None)
    if (
        only
        and lex.only_words.isdisjoint(source.words)
        and _ONLY_FOR.isdisjoint(source.words)
        and not exceptions(source)
    ):
        return f"{only!r} in the answer, not there"
    if (
        "only" in source.words
        and not only
        and not part.negator
        and lex.code == "en"
        and _ASKING.isdisjoint(part.tokens)
        and (condition := _condition(support, held))
    ):
        return f"{condition} there"
    return None


def _unlimited(part: Clause, source: Sentence) -> str | None:
    if _UNLIMITED.isdisjoint(source.words) and not part.negator:
        return f"{next(t for t in part.tokens if t in _UNLIMITED)!r} in the answer, not there"
    return None


def _already(part: Clause, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return what the claim says was, where the span expects or plans it."""
    past = next((t for t in part.tokens if t in _PAST), None)
    if past and _NOT_YET.isdisjoint(part.tokens) and _PAST.isdisjoint(source.words):
        planned = next((t for c in held for t in c.tokens if t in _EXPECTED), None)
        if planned:
            return f"{past!r} in the answer, {planned!r} there"
    return None


def _certain(part: Clause, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return what the claim says is sure or proved, where the span says that it may be, or suggests it."""
    for strong, weak in ((_SURELY, _HEDGES), (_PROOF, _HINTS | _HEDGES)):
        sure = next((t for t in part.tokens if t in strong), None)
        if sure and weak.isdisjoint(part.tokens) and strong.isdisjoint(source.words):
            hedge = next((t for c in held for t in c.tokens if t in weak), None)
            if hedge:
                return f"{sure!r} in the answer, {hedge!r} there"
    return None


def _unconditional(part: Clause, support: Support, source: Sentence) -> str | None:
    """Return the "every" or "always" of a claim, where the span says it in a case that the claim does not speak of."""
    word = next((t for t in part.tokens if t in _UNCONDITIONAL and t not in source.words), None)
    if word is None or not _CONDITIONS.isdisjoint(part.tokens) or _CONDITIONS.isdisjoint(source.words):
        return None
    mine = frozenset().union(*support.variants.values()) if support.variants else frozenset()
    for clause in clauses(source):
        if clause.tokens and clause.tokens[0] in _CONDITIONS:
            told = [t for t in clause.tokens if t not in source.lexicon.stop]
            if told and sum(t in mine for t in told) * _HALF_SHARE < len(told):
                return f"{word!r} in the answer, {' '.join(clause.tokens[:4])!r} there"
    return None


def _share(noun: str, level: int, support: Support, source: Sentence) -> str:
    """Return the share that a span gives of what the claim has all or most of: 8 of 10 homes, 60% of them; "" elsewhere."""
    forms = support.variants.get(noun, frozenset())
    for index, literal in enumerate(source.typed):
        value = literal.values[0]
        if literal.kind != "number" or not isinstance(value, Decimal):
            continue
        whole = _WHOLE_SHARE.get(literal.unit)
        last = literal
        if not literal.unit and index + 1 < len(source.typed):
            last = source.typed[index + 1]
            of = source.text[literal.end : last.start].strip()
            total = last.values[0]
            whole = int(total) if of in _OUT_OF and isinstance(total, Decimal) and last.kind == "number" else None
        if whole is None or value >= whole or (level < _UNIVERSAL and value * _HALF_SHARE > whole):
            continue
        after = source.tokens[token_at(source.starts, last.end) :][:_NEXT_WORDS]
        if not forms.isdisjoint(after):
            return source.text[literal.start : last.end]
    return ""


def _obliged(part: Clause, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return a "may" for a "must", or a "must" for a "may"."""
    lex = source.lexicon
    may = next((t for t in part.tokens if t in _MAY), None)
    if may and not part.negator and not any(lex.obligations.get(t) == 0 for t in source.tokens):
        duty = next((t for c in held for t in c.tokens if lex.obligations.get(t) == _DUTY), None)
        if duty and not any(c.negator for c in held):
            return f"{may!r} in the answer, {duty!r} there"
    must = next((t for t in part.tokens if lex.obligations.get(t) == _DUTY), None)
    if must and not part.negator and not any(lex.obligations.get(t) == _DUTY for t in source.tokens):
        weaker = next((t for c in held for t in c.tokens if lex.obligations.get(t) == 0), None)
        if weaker and not any(c.negator for c in held):
            return f"{must!r} in the answer, {weaker!r} there"
    return None


def _condition(support: Support, held: Sequence[Clause]) -> str:
    """Return the only case in which a span says something, where the claim names no part of it: "only in an emergency"."""
    mine = frozenset().union(*support.variants.values()) if support.variants else frozenset()
    for clause in held:
        if "only" not in clause.tokens:
            continue
        index = clause.tokens.index("only")
        following = clause.tokens[index + 1 :]
        if not following or following[0] not in _OPEN_CONDITIONS:
            continue
        told = [t for t in following if len(t) > 3]  # noqa: PLR2004 -- articles and prepositions
        if told and mine.isdisjoint(told):
            return " ".join(["only", *following[:4]])
    return ""


def _only_so_many(noun: str, support: Support, source: Sentence) -> str:
    """Return "only two" where a span says so of the noun that the claim has many of; "" elsewhere."""
    tokens = source.tokens
    for index, token in enumerate(tokens):
        counted = token in support.variants.get(noun, ()) and index > 1 and index - 1 in source.literal_words
        if counted and (tokens[index - 2] in source.lexicon.only_words or tokens[index - 2] == "just"):
            return " ".join(tokens[index - 2 : index])
    return ""


def _narrowed(noun: str, support: Support, source: Sentence) -> str:
    """Return the noun of the claim with the word that narrows it in the span: full-time employees; "" where none does."""
    tokens, stop = source.tokens, source.lexicon.stop
    mine = frozenset().union(*support.variants.values()) if support.variants else frozenset()
    for index, token in enumerate(tokens):
        if token not in support.variants.get(noun, ()):
            continue
        if (
            index
            and index - 1 in source.literal_words
            and tokens[index - 1] not in mine
            and tokens[index - 2 : index - 1] not in _WHOLE
        ):
            return " ".join(tokens[index - 1 : index + 1])
        before = tokens[max(0, index - 2) : index]
        if not before or source.code != "en" or not (set(before) & source.compounds) or not mine.isdisjoint(before):
            return ""
        return " ".join([*[t for t in before if t not in stop], token])
    return ""


def _quantifier(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    lex = source.lexicon
    only_there = any(t in lex.only_words for c in held for t in c.tokens) and lex.only_words.isdisjoint(part.tokens)
    theirs = [(i, lex.quantifiers[t]) for i, t in enumerate(source.tokens) if t in lex.quantifiers]
    for index, token in enumerate(part.tokens):
        level = lex.quantifiers.get(token)
        if level is None or token in source.words:
            continue
        if level == _UNIVERSAL and only_there:
            return f"{token!r} in the answer, only some there"
        noun = next(
            (
                t
                for t in part.tokens[index + 1 : index + 1 + _NEXT_WORDS]
                if t not in lex.stop and t not in lex.quantifiers
            ),
            "",
        )
        if level == _UNIVERSAL and (narrower := _narrowed(noun, support, source)):
            return f"{token} {noun} in the answer, {narrower} there"
        if level >= _MOST_OF and token not in {"any", "mostly"} and (part_of := _share(noun, level, support, source)):
            return f"{token} {noun} in the answer, {part_of} there"
        if level > 1 and (few := _only_so_many(noun, support, source)):
            return f"{token!r} in the answer, {few!r} there"
        for place, other in theirs:
            following = [t for t in source.tokens[place + 1 : place + 1 + _NEXT_WORDS] if t not in lex.stop][:2]
            if level > other and noun and not support.variants.get(noun, frozenset()).isdisjoint(following):
                return f"{token!r} in the answer, {source.tokens[place]!r} there"
    return None
