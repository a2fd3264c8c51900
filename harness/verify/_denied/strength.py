"""Whether a claim says more than its span: all for some, must for may, was for is expected, and what holds only in one case."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal

from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import Sentence
from harness.text.typed.scan import token_at
from harness.text.typed.stems import stem
from harness.verify._denied.clauses import Clause, clauses
from harness.verify._denied.exceptions import exceptions
from harness.verify._denied.restricting import restricting
from harness.verify._words.support import Support

_NEXT_WORDS = 4
_UNIVERSAL, _MOST_OF = 5, 4
_PERIODS = frozenset({"hour", "day", "week", "month", "year"})
_PER = frozenset("a an per each pro par por un une al am im".split())
_OUT_OF = frozenset(
    {"of", "out of", "of the", "out of the", "von", "von den", "sur", "sur les", "de", "de los", "de las"}
)
_DUTY, _ADVISED = 2, 1
_MOST_SENTENCES = 12
_SHOULD = frozenset("should ought sollte sollten devrait devraient deberia deberian".split())
_BE = frozenset("is are was were be been being".split())
_MAY = frozenset({"may", "might", "darf", "durfen"})
_ONLY_FOR = frozenset("reserved reserviert reserve reservado dedicated exclusive sole restricted limited".split())
_AFTER_ONLY = frozenset(
    "if when by after once with through wenn nach mit durch si apres avec par cuando tras con despues".split()
)
_NEEDED = frozenset(
    "requires require needs needed necessary unless until provided erfordert necessite requiere".split()
)
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
_LOOSE = frozenset({"any", "anyone", "anybody", "whole", "entire"})
_ALWAYS = frozenset("always immer stets toujours siempre daima".split())
NEARLY = frozenset(
    "almost nearly virtually practically not fast nahezu nicht presque quasi pas casi no neredeyse hemen".split()
)
_WILL = frozenset({"will", "wird", "werden"})
_TO = frozenset({"to", "zu"})
_TO_REACH = 4
_SUGGESTED = frozenset(
    "suggested recommended discussed floated presented advocated called outlined requested offered wanted intended aimed designed".split()
)
_HAN_STRENGTHS = (
    (
        "\u6240\u6709 \u5168\u90e8 \u5168\u4f53 \u6bcf \u603b\u662f \u59cb\u7ec8 \u4e00\u76f4",
        "\u5927\u591a\u6570 \u5927\u90e8\u5206 \u591a\u6570 \u90e8\u5206 \u6709\u4e9b \u4e00\u4e9b \u901a\u5e38 \u4e00\u822c \u7ecf\u5e38 \u5f80\u5f80 \u6709\u65f6 \u5076\u5c14",
    ),
    ("\u5fc5\u987b \u5f3a\u5236 \u52a1\u5fc5", "\u5efa\u8bae \u63a8\u8350 \u6700\u597d \u53ef\u9009 \u53ef\u4ee5"),
    ("\u51b3\u5b9a \u5df2 \u5c06", "\u8003\u8651 \u8ba1\u5212 \u62df \u53ef\u80fd \u63d0\u8bae \u8ba8\u8bba"),
)
"""Chinese words that say more than others: all and most, must and advised, decided and considered."""
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
    if found is None and not lex.tentative.isdisjoint(source.words):
        found = _settled(part, support, held, source)
    if found is None and not _UNCONDITIONAL.isdisjoint(tokens):
        found = _unconditional(part, support, source)
    if found is None and not (lex.obligations.keys().isdisjoint(tokens) and _MAY.isdisjoint(tokens)):
        found = _obliged(part, held, source)
        if found and _must_elsewhere(part, support, source):
            found = None
    return found


def stronger_han(text: str, source: str) -> str | None:
    """Return the word of a Chinese claim that says more than the one its sentence of a span has: all for most."""
    for strong, weak in _HAN_STRENGTHS:
        words, weaker = strong.split(), weak.split()
        mine = next((w for w in words if w in text), None)
        if mine is None or any(w in source for w in words) or any(w in text for w in weaker):
            continue
        if theirs := next((w for w in weaker if w in source), None):
            return f"{mine} in the answer, {theirs} there"
    return None


def _words(clause: Clause, sentence: Sentence) -> list[str]:
    """Return the words of a clause but for those of literals: the month of "22 May" allows nothing."""
    return [t for i, t in enumerate(clause.tokens, clause.first) if i not in sentence.literal_words]


def _only(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return an "only" that one side has and the other has not."""
    lex = source.lexicon
    only = next((t for t in part.tokens if t in lex.only_words), None)
    if (
        only
        and lex.only_words.isdisjoint(source.words)
        and _ONLY_FOR.isdisjoint(source.words)
        and not exceptions(source)
        and not restricting(source)
        and not _restates(only, part, source)
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


def _restates(only: str, part: Clause, source: Sentence) -> bool:
    """Return whether "only if" and the like say what the span says must be."""
    after = part.tokens[part.tokens.index(only) + 1 :][:1]
    must = any(level == _DUTY for t, level in source.lexicon.obligations.items() if t in source.words)
    must = must or not _NEEDED.isdisjoint(source.words) or " have to " in source.text or " has to " in source.text
    return must and (not after or after[0] in _AFTER_ONLY)


def _unlimited(part: Clause, source: Sentence) -> str | None:
    if _UNLIMITED.isdisjoint(source.words) and not part.negator:
        return f"{next(t for t in part.tokens if t in _UNLIMITED)!r} in the answer, not there"
    return None


def _already(part: Clause, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return what the claim says was, where the span expects or plans it."""
    past = next((t for t in part.tokens if t in _PAST), None)
    if past and _NOT_YET.isdisjoint(part.tokens) and _PAST.isdisjoint(source.words):
        planned = next(
            (t for c in held for t in c.tokens if t in _EXPECTED and (t != "plant" or source.code == "de")), None
        )
        if planned:
            return f"{past!r} in the answer, {planned!r} there"
    return None


def _certain(part: Clause, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return what the claim says is sure or proved, where the span says that it may be, or suggests it."""
    for strong, weak in ((_SURELY, _HEDGES), (_PROOF, _HINTS | _HEDGES)):
        sure = next((t for t in part.tokens if t in strong), None)
        if sure and weak.isdisjoint(part.tokens) and strong.isdisjoint(source.words):
            hedge = next((t for c in held for t in _words(c, source) if t in weak), None)
            if hedge:
                return f"{sure!r} in the answer, {hedge!r} there"
    return None


def _settled(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return what the claim says is decided or done, where the span only considers, plans or proposes it."""
    lex, tokens = source.lexicon, part.tokens
    if part.negator or not lex.tentative.isdisjoint(tokens):
        return None
    there = next(((c, t) for c in held for t in _words(c, source) if t in lex.tentative), None)
    if there is None or any(c.negator for c in held) or not lex.decided.isdisjoint([t for c in held for t in c.tokens]):
        return None
    clause, weak = there
    at = clause.tokens.index(weak)
    opens = next((i for i in range(at, min(len(clause.tokens), at + _TO_REACH)) if clause.tokens[i] in _TO), None)
    goal = clause.tokens[opens + 1] if opens is not None and opens + 1 < len(clause.tokens) else ""
    for index, token in enumerate(tokens):
        if token in lex.decided or (token in _WILL and _WILL.isdisjoint(source.words)):
            return f"{token!r} in the answer, {weak!r} there"
        if (
            token not in _SUGGESTED
            and token.endswith("ed")
            and _does_it(index, part, support, clause.tokens[at + 1 :], lex)
        ):
            return f"{token!r} in the answer, {weak!r} there"
        done = token != goal and bool(goal) and token.endswith("ed") and stem(token, lex.code) == stem(goal, lex.code)
        if done and (not index or tokens[index - 1] not in _BE):
            return f"{token!r} in the answer, {weak} to {goal} there"
    return None


def _does_it(index: int, part: Clause, support: Support, following: Sequence[str], lex: Lexicon) -> bool:
    """Return whether a verb of the claim has for its object what a span only proposes."""
    verb = part.tokens[index]
    mine = next((t for t in part.tokens[index + 1 :] if t not in lex.stop), "")
    theirs = next((t for t in following if t not in lex.stop), "")
    return bool(theirs) and not support.variants.get(verb) and theirs in {mine, *support.variants.get(mine, ())}


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
    """Return a "may" for a "must", or a "must" for what is only advised or allowed."""
    lex = source.lexicon
    if part.negator or any(c.negator for c in held):
        return None
    there = [(t, lex.obligations[t]) for c in held for t in _words(c, source) if t in lex.obligations]
    duty = next((t for t, level in there if level == _DUTY), None)
    for index, token in enumerate(part.tokens):
        level = lex.obligations.get(token)
        if token in _MAY and not lex.negators.isdisjoint(part.tokens[index + 1 : index + 3]):
            # What may not be below a bound, or may be no lower, must be at least that.
            continue
        if (
            token in _MAY
            and any(t.isdigit() for t in part.tokens)
            and _is_for(part.tokens[index + 1 : index + 2], source)
        ):
            # Who must be 18 to apply may apply at 19.
            continue
        if (
            duty
            and (token in _MAY or (level == _ADVISED and token not in _SHOULD))
            and not (token in _MAY and any(lex.obligations.get(t) == 0 for t in source.tokens))
        ):
            return f"{token!r} in the answer, {duty!r} there"
        if level == _DUTY and there and duty is None:
            return f"{token!r} in the answer, {there[0][0]!r} there"
    return None


def _is_for(verb: Sequence[str], source: Sentence) -> bool:
    """Return whether something must be so to do what a verb says: must be 1.40 m or taller to ride."""
    return any(a == "to" and [b] == list(verb) for a, b in itertools.pairwise(source.tokens))


def _must_elsewhere(part: Clause, support: Support, source: Sentence) -> bool:
    """Return whether another sentence says that what stands beside the "must" of a claim must be."""
    lex = source.lexicon
    duty = next((i for i, t in enumerate(part.tokens, part.first) if lex.obligations.get(t) == _DUTY), None)
    told = [w for w in support.words if w.text not in lex.obligations] if duty is not None else []
    before, after = [w for w in told if w.index < (duty or 0)][-1:], [w for w in told if w.index > (duty or 0)][:1]
    forms = frozenset().union(*[support.variants[w.text] for w in (*before, *after)])
    own = frozenset().union(*support.variants.values())
    return any(
        s is not source
        and not forms.isdisjoint(s.words)
        and (
            all(not support.variants[w.text].isdisjoint(s.words) for w in after)
            or all(t in own or t in lex.stop or t in lex.obligations for t in s.tokens)
        )
        and lex.negators.isdisjoint(s.words)
        and any(lex.obligations.get(t) == _DUTY for t in s.tokens)
        for _, _, s in support.best[:_MOST_SENTENCES]
    )


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


def _at_that_rate(noun: str, support: Support, source: Sentence) -> bool:
    """Return whether a span gives a rate with an article and a word for a period: 300 a day, for every day."""
    forms = support.variants.get(noun, frozenset())
    return any(b in forms and a in _PER for a, b in itertools.pairwise(source.tokens))


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


def _nearly(word: str, part: Clause, source: Sentence) -> str:
    """Return "almost all" where a span says so wherever the claim says all; "" elsewhere."""
    if not NEARLY.isdisjoint(part.tokens):
        return ""
    tokens = source.tokens
    before = [tokens[i - 1] if i else "" for i, t in enumerate(tokens) if t == word]
    return f"{before[0]} {word}" if before and all(b in NEARLY for b in before) else ""


def _too_often(token: str, part: Clause, held: Sequence[Clause], source: Sentence) -> str:
    """Return what a span says instead of a claim's "all" or "always": usually, almost all; "" where it bears it."""
    lex = source.lexicon
    if token in source.words:
        return _nearly(token, part, source)
    if token in _LOOSE or not lex.not_always.isdisjoint(part.tokens):
        return ""
    seldom = next((repr(t) for c in held for t in c.tokens if t in lex.not_always), "")
    others = _ALWAYS if token in _ALWAYS else [t for t, n in lex.quantifiers.items() if n == _UNIVERSAL]
    return seldom if seldom and source.words.isdisjoint(others) else ""


def _quantifier(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    lex = source.lexicon
    only_there = any(t in lex.only_words for c in held for t in c.tokens) and lex.only_words.isdisjoint(part.tokens)
    for index, token in enumerate(part.tokens):
        level = lex.quantifiers.get(token)
        if level is None:
            continue
        if level == _UNIVERSAL and (less := _too_often(token, part, held, source)):
            return f"{token!r} in the answer, {less} there"
        if token in source.words:
            continue
        if level == _UNIVERSAL and only_there and not part.negator:
            return f"{token!r} in the answer, only some there"
        following = part.tokens[index + 1 : index + 1 + _NEXT_WORDS]
        counted = {*lex.stop, *lex.quantifiers, *lex.cardinals}
        noun = next((t for t in following if t not in counted and not t.isdigit()), "")
        if fewer := _fewer(token, noun, support, source):
            return fewer
    return None


def _fewer(token: str, noun: str, support: Support, source: Sentence) -> str | None:
    """Return what a span says it of, where that is less than what the claim has before a noun."""
    lex = source.lexicon
    level = lex.quantifiers[token]
    if level == _UNIVERSAL and lex.units.get(noun) in _PERIODS and _at_that_rate(noun, support, source):
        return None
    if level == _UNIVERSAL and (narrower := _narrowed(noun, support, source)):
        return f"{token} {noun} in the answer, {narrower} there"
    if level >= _MOST_OF and token not in {"any", "mostly"} and (part_of := _share(noun, level, support, source)):
        return f"{token} {noun} in the answer, {part_of} there"
    if level > 1 and (few := _only_so_many(noun, support, source)):
        return f"{token!r} in the answer, {few!r} there"
    for place, other in [(i, lex.quantifiers[t]) for i, t in enumerate(source.tokens) if t in lex.quantifiers]:
        following = [t for t in source.tokens[place + 1 : place + 1 + _NEXT_WORDS] if t not in lex.stop][:2]
        if level > other and noun and not support.variants.get(noun, frozenset()).isdisjoint(following):
            return f"{token!r} in the answer, {source.tokens[place]!r} there"
    return None
