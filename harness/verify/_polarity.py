"""Whether a claim says yes where its span says no: negators, opposites, exceptions, swapped roles, stronger quantifiers.

Each of the first four turns a statement round; two of them turn it back, so that only an odd number is a clash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import Sentence
from harness.verify._clauses import Clause, clauses, region, statements
from harness.verify._roles import swapped
from harness.verify._support import Support, Word, prefixed

_ENOUGH, _ENOUGH_HAN = 0.6, 0.5
"""The share of a clause's weight that a sentence must hold before they can be said to speak of the same thing."""
_MAIN = 0.55
_NEXT_WORDS = 4
_UNIVERSAL = 5
_DUTY = 2
_MAY = frozenset({"may", "might", "darf", "durfen"})
_ELLIPTIC = frozenset({"not", "nicht", "pas", "no", "non", "degil"})
_BUT = frozenset({"but", "aber", "mais", "pero", "ama", "and", "und", "et", "y"})
_VERBS = frozenset(
    "only just is are was were be do does did has have can could will would should may might must".split()
)
_ALL_BUT = frozenset({"day", "all", "everyone", "everything", "anything"})


def clash(claim: Sentence, support: Support, source: Sentence) -> str | None:
    """Return what turns the claim against a sentence of a span, or None where they agree or cannot be compared."""
    sources = clauses(source)
    exchanged = swapped(claim, source, support.variants)
    enough = _ENOUGH_HAN if claim.code == "zh" else _ENOUGH
    for part, words in statements(claim, support.words):
        held, share, first = region(words, support, sources)
        if share < enough:
            continue
        focus = held[:1] if first > _MAIN else held
        turns = list(_turns(part, words, support, focus, (claim, source)))
        if exchanged:
            turns.append(exchanged)
        if len(turns) % 2:
            return turns[0]
        if stronger := _stronger(part, support, held, source):
            return stronger
    return None


def _turns(
    part: Clause, words: Sequence[Word], support: Support, focus: Sequence[Clause], pair: tuple[Sentence, Sentence]
) -> Iterator[str]:
    """Yield each thing that says the opposite of the other side; `pair` is the claim and the source."""
    claim, source = pair
    aside = exceptions(source)
    theirs = next((c.negator for c in focus if c.negator and not any(c.first <= i < c.last for i in aside)), None)
    if bool(part.negator) != bool(theirs):
        yield (
            f"not negated there, but {part.negator!r} in the answer"
            if part.negator
            else f"negated there ({theirs!r}), not in the answer"
        )
    if claim.code == "zh":
        yield from _han_flips(claim.text, source.text, claim.lexicon)
    else:
        yield from _flips(part, words, support, focus, source)
    if exception := excepted(words, support, source, claim):
        yield exception


def _flips(
    part: Clause, words: Sequence[Word], support: Support, focus: Sequence[Clause], source: Sentence
) -> Iterator[str]:
    lex = source.lexicon
    comparing = {source.tokens[i] for i in source.comparing}
    there = frozenset([t for c in focus for t in c.tokens if t not in comparing])
    here = frozenset(part.tokens)
    mine = support.comparing
    done: set[int] = set()
    if not lex.opposites.keys().isdisjoint(here - there):
        for index, token in enumerate(part.tokens, part.first):
            if token in there or index in mine:
                continue
            for group, pole in lex.opposites.get(token, ()):
                against = lex.poles.get((group, 1 - pole), frozenset()) & there - here
                if against and group not in done and lex.poles[group, pole].isdisjoint(there):
                    done.add(group)
                    yield f"{token!r} in the answer, {min(against)!r} there"
                    break
    for word in words:
        if word.text in support.turned and word.text not in lex.opposites:
            denied = next(
                (t for t in sorted(support.variants[word.text] & there) if prefixed(word.text, t, lex.code)), None
            )
            if denied:
                yield f"{word.text!r} in the answer, {denied!r} there"


def _han_flips(text: str, source: str, lex: Lexicon) -> Iterator[str]:
    for word, places in lex.opposites.items():
        if word not in text or word in source:
            continue
        for group, pole in places:
            against = next(
                (w for w in sorted(lex.poles.get((group, 1 - pole), ())) if w in source and w not in text), None
            )
            if against and not any(w in source for w in lex.poles[group, pole]):
                yield f"{word} in the answer, {against} there"
                return


# --- exceptions -------------------------------------------------------------------------------------------------------


def exceptions(source: Sentence) -> list[int]:
    """Return where a sentence names an exception: "except", "but not", ", not"."""
    kept: list[int] | None = source.__dict__.get("exceptions")
    if kept is not None:
        return kept
    lex, tokens = source.lexicon, source.tokens
    found = [
        i
        for i, t in enumerate(tokens)
        if t in lex.except_words
        or (t == "but" and i and tokens[i - 1] in _ALL_BUT)
        or (t in _ELLIPTIC and _is_elliptic(source, i))
    ]
    if lex.code == "es":
        found = [i for i in found if tokens[i] != "menos" or tokens[i + 1 : i + 2] != ["de"]]
    source.__dict__["exceptions"] = found
    return found


def _is_elliptic(source: Sentence, index: int) -> bool:
    """Return whether a negator denies only what follows it: "by Norway but not by Sweden", "amoxicillin, not ibuprofen"."""
    before = source.tokens[index - 1] if index else ""
    after = source.tokens[index + 1] if index + 1 < len(source.tokens) else ""
    comma = source.text[: source.starts[index]].rstrip().endswith(",")
    if source.tokens[index] == "no" and source.code == "en":
        return False
    return bool(after) and after not in _VERBS and (before in _BUT or comma)


def excepted(words: Sequence[Word], support: Support, source: Sentence, claim: Sentence) -> str | None:
    """Return the exception of the span that the claim speaks of as if it were none."""
    markers = exceptions(source)
    if not markers or exceptions(claim):
        return None
    stop = source.lexicon.stop
    for marker in markers:
        following = [t for t in source.tokens[marker + 1 : marker + 1 + _NEXT_WORDS] if t not in stop][:1]
        if source.code == "tr":
            following = [t for t in source.tokens[max(0, marker - 2) : marker] if t not in stop]
        for word in words:
            if not support.variants[word.text].isdisjoint(following):
                return f"{word.text!r} is an exception there"
    return None


# --- strength ---------------------------------------------------------------------------------------------------------


def _stronger(part: Clause, support: Support, held: Sequence[Clause], source: Sentence) -> str | None:
    """Return the quantifier, "only" or obligation of the claim that the span does not bear."""
    lex = source.lexicon
    only = next((t for t in part.tokens if t in lex.only_words), None)
    if only and lex.only_words.isdisjoint(source.tokens) and not exceptions(source):
        return f"{only!r} in the answer, not there"
    if not lex.quantifiers.keys().isdisjoint(part.tokens) and (quantifier := _quantifier(part, support, held, source)):
        return quantifier
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
        for place, other in theirs:
            following = [t for t in source.tokens[place + 1 : place + 1 + _NEXT_WORDS] if t not in lex.stop]
            if level > other and noun and following and following[0] in support.variants.get(noun, frozenset()):
                return f"{token!r} in the answer, {source.tokens[place]!r} there"
    return None
