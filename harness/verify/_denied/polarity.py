"""Whether a claim says yes where its span says no: negators, opposites, exceptions, swapped roles, stronger quantifiers.

Each of the first four turns a statement round; two of them turn it back, so that only an odd number is a clash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import Sentence
from harness.verify._deeds.deeds import deeds_told
from harness.verify._deeds.order import in_one_order
from harness.verify._deeds.roles import swapped
from harness.verify._denied.beforehand import comes_first, too_early
from harness.verify._denied.clauses import Clause, clauses, region, statements
from harness.verify._denied.exceptions import excepted, exceptions
from harness.verify._denied.need_not import another_duty
from harness.verify._denied.needing import not_with, only_with
from harness.verify._denied.negators import all_told, negators, open_to
from harness.verify._denied.only_that import beyond_only, not_that
from harness.verify._denied.opposed import kin_flip, phrase_flip
from harness.verify._denied.strength import SURE, stronger, stronger_han
from harness.verify._denied.unless import agrees_with_unless, drops_condition
from harness.verify._literals.beyond import denied_by_bound
from harness.verify._literals.equal import compare
from harness.verify._literals.places import turned_bound
from harness.verify._literals.weekdays import names_day, on_other_days, spoken_day
from harness.verify._words.candidates import meant
from harness.verify._words.support import COMMON, PREFIXES, Support, Word, prefixed

_ENOUGH, _ENOUGH_HAN = 0.6, 0.5
"""The share of a clause's weight that a sentence must hold before they can be said to speak of the same thing."""
_MAIN, _ADDED = 0.55, 0.25
_MOST_BESIDE, _CLOSE, _DUTY, _NEAREST = 12, 3, 2, 2
_VERB_LAST = frozenset({"tr", "de"})
_IF = frozenset({"if", "when"})
_RELATIVE = frozenset("that which who whose where qui que dont".split())
_AND = frozenset("and or nor und oder et ou y o ve veya".split())
_WHETHER = frozenset({"whether", "ob"})
_JOINED = frozenset({"non", "un"})
"""Prefixes that a hyphen may part from their word."""
_HAS_UN = frozenset({"fr", "es"})
"""Languages in which "un" is an article."""
_BEFORE_AFTER = frozenset(
    "before prior after following afterwards vor vorher nach nachher danach avant apres antes despues".split()
)


def clash(claim: Sentence, support: Support, source: Sentence, before: Sentence | None = None) -> str | None:
    """Return what turns the claim against a sentence of a span, or None where they agree or cannot be compared.

    `before` is the sentence before it: where a pronoun opens the span's sentence, it holds what that stands for.
    """
    if (agrees := agrees_with_unless(claim, source)) is not None:
        return None if agrees else "the condition is the other way round there"
    against = drops_condition(claim, source, support) or beyond_only(claim, source, support)
    if against := against or another_duty(claim, source) or open_to(claim, source):
        return against
    sources = clauses(source)
    named = frozenset(w.text for w in meant(support, source, before)) if before else frozenset()
    exchanged = None if deeds_told(claim, support).agreed else swapped(claim, source, support.variants)
    enough = _ENOUGH_HAN if claim.code == "zh" else _ENOUGH
    aside = named | {w.text for w in _ways(support, claim)}
    for part, words in statements(claim, support.words):
        told = words
        if aside or not SURE.isdisjoint(part.tokens):
            told = [w for w in words if w.text not in SURE and w.text not in aside]
        held, share, added = region(told or words, support, sources)
        if share < enough and not (share and all_told(source, support)):
            continue
        focus = [c for c, gain in zip(held, added, strict=True) if gain >= _ADDED] if added[:1] > [_MAIN] else held
        if claim.code == "zh" and len(clauses(claim)) == 1 and added[:1] > [_MAIN]:
            focus = focus[:1]
        turns = list(_turns(part, words, support, (held, focus), (claim, source)))
        if exchanged and not excepted(words, support, source, claim):
            turns.append(exchanged)
        if len(turns) % 2:
            return turns[0]
        more = stronger_han(claim.text, source.text) if claim.code == "zh" else stronger(part, support, held, source)
        if more:
            return more
    return None


def _ways(support: Support, claim: Sentence) -> list[Word]:
    """Return the words that only say whether something must be or is decided: they are compared, not looked for."""
    lex = claim.lexicon
    if lex.obligations.keys().isdisjoint(claim.words) and lex.decided.isdisjoint(claim.words):
        return []
    return [
        w
        for w in support.words
        if lex.obligations.get(w.text) == _DUTY
        or (support.variants[w.text] and w.text in lex.obligations)
        or w.text in lex.decided
    ]


def _turns(
    part: Clause,
    words: Sequence[Word],
    support: Support,
    regions: tuple[Sequence[Clause], Sequence[Clause]],
    pair: tuple[Sentence, Sentence],
) -> Iterator[str]:
    """Yield each thing that says the opposite of the other side; `pair` is the claim and the source.

    `regions` are the clauses that hold the claim's words, and those of them that hold most.
    """
    claim, source = pair
    _, focus = regions
    mine, theirs = _denials(part, words, support, regions, pair)
    if bool(mine) != bool(theirs) and not _leaves_open(claim, source):
        yield (
            f"not negated there, but {mine!r} in the answer"
            if mine
            else f"negated there ({theirs!r}), not in the answer"
        )
    elif (
        not theirs
        and not any(c.negator for c in clauses(claim))
        and (early := not_with(claim, source, support) or too_early(claim, source, support))
    ):
        yield early
    flips: list[str] = []
    if claim.code == "zh":
        flips += _han_flips(claim.text, _text_of(focus, source), claim.lexicon)
    else:
        settled = deeds_told(claim, support).agreed
        if not _BEFORE_AFTER.isdisjoint(part.tokens) and in_one_order(claim, source, support.variants):
            settled |= _BEFORE_AFTER
        if not claim.lexicon.opposites.keys().isdisjoint(part.tokens):
            settled |= _said_with_its_opposite(part, claim, source) | _said_with_its_literal(part, claim, source)
        if not comes_first(claim, source, support):
            flips += _flips(part, words, support, (focus, source), settled)
    yield from flips
    exception = excepted(words, support, source, claim)
    if exception and (_denied_with_the_next(part, claim) or _is_advised(claim, source)):
        exception = None
    # "On short ones but not on long ones": that long is the opposite and the exception is one thing.
    if exception and not any(f.split(" in the answer")[0] == exception.split(" is ")[0] for f in flips):
        yield exception


def _denials(
    part: Clause,
    words: Sequence[Word],
    support: Support,
    regions: tuple[Sequence[Clause], Sequence[Clause]],
    pair: tuple[Sentence, Sentence],
) -> tuple[str | None, str | None]:
    """Return the negator of a statement and that of the source, None where it denies nothing of this."""
    claim, source = pair
    mine, theirs = negators(part, words, support, regions, pair)
    if theirs and not mine and _only_if(source, support):
        return None, None
    if (
        mine
        and not theirs
        and (
            only_with(claim, source, support)
            or not_that(claim, source, support)
            or comes_first(claim, source, support)
            or _is_advised(claim, source)
        )
    ):
        return None, None
    if mine and not theirs and any(turned_bound(x, claim, y) for x in claim.typed for y in source.typed):
        # Not more than 60, of up to 60.
        return None, None
    if bool(mine) != bool(theirs) and denied_by_bound(claim, source):
        return None, None
    return mine, theirs


def _leaves_open(claim: Sentence, source: Sentence) -> bool:
    """Return whether both deny something and one asks whether: "cannot tell whether" and "whether could not be told"."""
    if _WHETHER.isdisjoint(claim.words | source.words):
        return False
    negators = claim.lexicon.negators
    return not (negators.isdisjoint(claim.words) or source.lexicon.negators.isdisjoint(source.words))


def _only_if(source: Sentence, support: Support) -> bool:
    """Return whether a span says "not unless", which is "only if", and the claim speaks of that condition."""
    if "unless" not in source.words:
        return False
    condition = source.tokens[source.tokens.index("unless") + 1 :]
    told = {t for t in condition if t not in source.lexicon.stop}
    return any(not forms.isdisjoint(told) for forms in support.variants.values())


def _said_with_its_opposite(part: Clause, claim: Sentence, source: Sentence) -> frozenset[str]:
    """Return the words that both sides have, and their opposites too: introduced in one version and fixed in another."""
    lex = claim.lexicon
    return frozenset(
        t
        for t in part.tokens
        if t in lex.opposites
        and t in source.words
        and any(not lex.facing[place].isdisjoint(claim.words) for place in lex.opposites[t])
    )


def _said_with_its_literal(part: Clause, claim: Sentence, source: Sentence) -> frozenset[str]:
    """Return the words that stand in one clause with a literal of the claim: closed in 1978, of "opened in 1921 and closed in 1978".

    Only where the clause leaves out its subject.
    """
    if not claim.typed or len(clauses(source)) == 1:
        return frozenset()
    found: set[str] = set()
    starts = [*source.starts, len(source.text)]
    for clause in clauses(source):
        told = [
            t
            for i, t in enumerate(clause.tokens, clause.first)
            if t in part.tokens and t in source.lexicon.opposites and _opens_with(i, clause, source)
        ]
        if told and any(
            starts[clause.first] <= x.start < starts[clause.last] and compare(y, x) == "same"
            for x in source.typed
            for y in claim.typed
        ):
            found.update(told)
    return frozenset(found)


def _opens_with(index: int, clause: Clause, source: Sentence) -> bool:
    """Return whether nothing tells something before a word of a clause but its literals."""
    before = range(clause.first, index)
    return clause.first > 0 and all(
        source.tokens[i] in source.lexicon.stop or len(source.tokens[i]) <= _DUTY or i in source.literal_words
        for i in before
    )


def _text_of(held: Sequence[Clause], source: Sentence) -> str:
    """Return the text of some clauses of a sentence."""
    starts = [*source.starts, len(source.text)]
    return " ".join(source.text[starts[c.first] : starts[c.last]] for c in held)


def _denied_with_the_next(part: Clause, claim: Sentence) -> bool:
    """Return whether a part without a negator shares that of the next: "gift cards and opened bottles may not be returned"."""
    following = next((c for c in clauses(claim) if c.first == part.last), None)
    return bool(not part.negator and following and following.negator and following.tokens[0] in _AND)


def _is_advised(claim: Sentence, source: Sentence) -> bool:
    """Return whether a claim says what to do if one does not want it: "hang out the sign if you do not want ...", of "unless"."""
    if "unless" not in source.words or _IF.isdisjoint(claim.words):
        return False
    asked = [c for c in clauses(claim) if not _IF.isdisjoint(c.tokens[:1])]
    others = [c for c in clauses(claim) if c not in asked]
    return bool(asked) and all(c.negator for c in asked) and not any(c.negator for c in others)


def _flips(
    part: Clause,
    words: Sequence[Word],
    support: Support,
    there_is: tuple[Sequence[Clause], Sentence],
    settled: frozenset[str],
) -> Iterator[str]:
    focus, source = there_is
    lex = source.lexicon
    focus = [c for c in focus if not on_other_days(part.tokens, source, (c.first, c.last))]
    told = [t for c in focus for t in c.tokens]
    there = frozenset(told)
    if source.comparing:
        there -= {source.tokens[i] for i in source.comparing}
    if lex.code != "tr":
        # The day that is excepted is no other day than the claim's.
        there -= {t for i in exceptions(source) for t in source.tokens[i + 1 : i + 1 + _CLOSE]}
    here = frozenset(part.tokens)
    flips = list(_word_flips(part, words, support, (there, source), settled))
    if not flips:
        flips = [f for f in (kin_flip(part, support, there, lex), phrase_flip(part.tokens, told, lex)) if f][:1]
    yield from flips
    for word in words:
        if word.text in here and word.text not in there and word.text not in lex.opposites:
            yield from _prefix_flip(word.text, part, support, there - here, source)
    if source.code not in _HAS_UN and not (_JOINED.isdisjoint(source.words) and _JOINED.isdisjoint(here)):
        yield from _non(part, source)


def _word_flips(
    part: Clause,
    words: Sequence[Word],
    support: Support,
    there_is: tuple[frozenset[str], Sentence],
    settled: frozenset[str],
) -> Iterator[str]:
    there, source = there_is
    lex, here = source.lexicon, frozenset(part.tokens)
    parted = len(clauses(source)) > 1
    if lex.opposites.keys().isdisjoint(here if parted else here - there):
        return
    done: set[int] = set()
    for index, token in enumerate(part.tokens, part.first):
        if (
            index in support.comparing
            or token in settled
            or token not in lex.opposites
            or (token not in source.words and names_day(token, source))
        ):
            continue
        if index > part.first and part.tokens[index - part.first - 1] in _JOINED:
            # Non-stop is the opposite of no start.
            continue
        if token in there and not (parted and _alone(token, words, support, source)):
            continue
        beside = _beside(index, words, support, source) if parted else frozenset()
        if against := _against(token, beside, (there, here), lex, done):
            yield f"{token!r} in the answer, {against!r} there"


def _against(
    token: str, beside: frozenset[str], sides: tuple[frozenset[str], frozenset[str]], lex: Lexicon, done: set[int]
) -> str:
    """Return the opposite of a word that a span has in its place; "" for none.

    `sides` are the words of the span and of the claim. The clause that has the word before it, `beside`, decides where it
    has the word or its opposite; else all of the span.
    """
    there, here = sides
    for group, pole in lex.opposites[token]:
        facing, own = lex.facing[group, pole], lex.poles[group, pole]
        near = not beside.isdisjoint(facing | own)
        if group in done or (token in there and not near):
            continue
        among = (beside if near else there) - here
        if not facing.isdisjoint(among) and own.isdisjoint(among):
            done.add(group)
            return min(facing & among)
    return ""


def _alone(token: str, words: Sequence[Word], support: Support, source: Sentence) -> bool:
    """Return whether every clause of a span's sentence that has a word has no other telling word of the claim."""
    others = frozenset().union(*[support.variants[w.text] for w in words if w.text != token])
    return all(
        others.isdisjoint(set(c.tokens) - {token}) and _RELATIVE.isdisjoint(c.tokens[:2])
        for c in clauses(source)
        if token in c.tokens
    )


def _beside(index: int, words: Sequence[Word], support: Support, source: Sentence) -> frozenset[str]:
    """Return the words of the one clause that has the telling word before a word of the claim; none where it is denied."""
    lex = source.lexicon
    subject = next((w for w in reversed(words) if w.index < index and w.text not in lex.opposites), None)
    if subject is None:
        return frozenset()
    forms = support.variants[subject.text]
    near = [c for c in clauses(source) if not forms.isdisjoint(c.tokens)]
    return frozenset(near[0].tokens) if len(near) == 1 and not near[0].negator else frozenset()


def opposed_beside(claim: Sentence, support: Support) -> str | None:
    """Return a word that the spans have only the opposite of, beside the word it stands beside in the claim, or None.

    "A quadratic model", where the spans speak of a linear model: however little else of a sentence the claim has.
    """
    lex = claim.lexicon
    if not lex.negators.isdisjoint(claim.words):
        return None
    if any(
        excepted(support.words, support, s, claim) or comes_first(claim, s, support)
        for _, _, s in support.best[:_NEAREST]
    ):
        # Closed on Mondays, where it is open except on Mondays.
        return None
    agreed = deeds_told(claim, support).agreed
    for before, after in pairwise(support.words):
        for word, beside, step in ((before, after, 1), (after, before, -1)):
            if word.text in agreed or (
                spoken_day(beside.text) is not None and beside.text not in support.variants[beside.text]
            ):
                # A range of days stands beside what is told of another day too.
                continue
            turned = word.text in support.turned
            against = support.variants[word.text] if turned else _facing(word, claim)
            if not against or beside.text in support.turned or _says_otherwise(word, claim):
                continue
            own = support.variants[word.text]
            if not turned and (
                _stand_together(own, beside, step, support)
                if word.index in claim.capitals
                else _stand_near(own, beside, support)
            ):
                continue
            if found := _stand_together(against, beside, step, support):
                return f"{word.text!r} in the answer, {found!r} there"
            if _is_last(word, claim) and _stand_near(against, beside, support, denied=False):
                return f"{word.text!r} in the answer, {min(against)!r} there"
    return None


def _facing(word: Word, claim: Sentence) -> frozenset[str]:
    """Return the opposites of a word of a name (North of South Island) and of what stands last: "is open", "kapalıdır"."""
    lex = claim.lexicon
    if not word.index or not (word.index in claim.capitals or _is_last(word, claim)):
        return frozenset()
    return frozenset().union(*[lex.facing[place] for place in lex.opposites.get(word.text, ())])


def _is_last(word: Word, claim: Sentence) -> bool:
    return claim.code in _VERB_LAST and word.index == len(claim.tokens) - 1


def _stand_together(forms: frozenset[str], beside: Word, step: int, support: Support) -> str:
    """Return the first of some words that stands beside a word in a sentence that denies nothing; "" for none."""
    for _, _, sentence in support.best[:_MOST_BESIDE]:
        if not sentence.lexicon.negators.isdisjoint(sentence.words) or _excepts_a_word(sentence, support):
            continue
        content = sentence.content
        theirs = {p for v in support.variants[beside.text] for p in content.get(v, ())}
        if found := next((v for v in sorted(forms) for p in content.get(v, ()) if p + step in theirs), ""):
            return found
    return ""


def _excepts_a_word(sentence: Sentence, support: Support) -> bool:
    """Return whether what follows an exception of a sentence is a word of the claim."""
    after = {t for i in exceptions(sentence) for t in sentence.tokens[i + 1 : i + 1 + _CLOSE]}
    return any(not support.variants[w.text].isdisjoint(after) for w in support.words)


def _stand_near(forms: frozenset[str], beside: Word, support: Support, *, denied: bool = True) -> bool:
    """Return whether one of some words stands with a word of the claim in a sentence, up to three telling words apart.

    Where `denied` is false, sentences that deny something do not count.
    """
    for _, _, sentence in support.best[:_MOST_BESIDE]:
        if not denied and not sentence.lexicon.negators.isdisjoint(sentence.words):
            continue
        content = sentence.content
        theirs = [p for v in support.variants[beside.text] for p in content.get(v, ())]
        if any(0 < abs(p - q) <= _CLOSE for v in forms for p in content.get(v, ()) for q in theirs):
            return True
    return False


def weaker_beside(claim: Sentence, support: Support) -> str | None:
    """Return a "must" of the claim whose subject the spans only advise or allow it of, however little else a sentence has."""
    lex = claim.lexicon
    duty = next((i for i, t in enumerate(claim.tokens) if lex.obligations.get(t) == _DUTY), None)
    if duty is None or not lex.negators.isdisjoint(claim.words):
        return None
    subject = next((w for w in reversed(support.words) if w.index < duty and w.text not in lex.obligations), None)
    if subject is None or subject.weight <= COMMON or _must_be(duty, claim, support):
        return None
    found: str | None = None
    for _, _, sentence in support.best[:_MOST_BESIDE]:
        forms = support.variants[subject.text]
        if forms.isdisjoint(sentence.words):
            continue
        levels = {t: lex.obligations[t] for t in sentence.tokens if t in lex.obligations}
        if _DUTY in levels.values() or not lex.negators.isdisjoint(sentence.words):
            return None
        near = [
            t
            for i, s in enumerate(sentence.tokens)
            if s in forms
            for t in sentence.tokens[i + 1 : i + 1 + _CLOSE]
            if t in levels
        ]
        if near:
            found = found or f"{claim.tokens[duty]!r} in the answer, {near[0]!r} there"
    return found


def _must_be(duty: int, claim: Sentence, support: Support) -> bool:
    """Return whether another sentence has the two telling words behind the "must" of a claim and says that it must be."""
    lex = claim.lexicon
    behind = [support.variants[w.text] for w in support.words if w.index > duty and w.text not in lex.obligations][:2]
    return bool(behind) and any(
        all(not forms.isdisjoint(s.words) for forms in behind)
        and any(lex.obligations.get(t) == _DUTY for t in s.tokens)
        and lex.negators.isdisjoint(s.words)
        for _, _, s in support.best[:_MOST_BESIDE]
    )


def _says_otherwise(word: Word, claim: Sentence) -> bool:
    """Return whether a word may be said of the same thing in another word, goes up or down, or has its prefix before it."""
    lex = claim.lexicon
    moves = any(group == 0 for group, _ in lex.opposites.get(word.text, ()))
    return moves or word.text in lex.synonyms or (word.index > 0 and claim.tokens[word.index - 1] in _JOINED)


def _prefix_flip(word: str, part: Clause, support: Support, there: frozenset[str], source: Sentence) -> Iterator[str]:
    denied = _with_prefix(word, support, there, source.lexicon)
    if not source.lexicon.negators.isdisjoint({denied, word}):
        # "Impossible" was counted as what denies.
        return
    if denied and denied not in _after_non(source.tokens) and word not in _after_non(part.tokens):
        yield f"{word!r} in the answer, {denied!r} there"


def _with_prefix(word: str, support: Support, there: frozenset[str], lex: Lexicon) -> str:
    """Return the word that a span has instead of one with a negating prefix, or without: biased, unbiased."""
    if word in support.turned:
        return next((t for t in sorted(support.variants[word] & there) if prefixed(word, t, lex.code)), "")
    if not support.variants[word].isdisjoint(there):
        return ""
    for prefix in PREFIXES[lex.code]:
        bare = word.removeprefix(prefix)
        for other in (prefix + word, bare if bare != word else ""):
            if other in there and prefixed(word, other, lex.code):
                return other
    return ""


def _non(part: Clause, source: Sentence) -> Iterator[str]:
    """Yield the word that one side has with "non-" or "un-" before it and the other only without."""
    mine, theirs = _after_non(part.tokens), _after_non(source.tokens)
    for word in dict.fromkeys([*mine, *theirs]):
        if word in mine and word in source.words and word not in theirs:
            yield f"'non-{word}' in the answer, {word!r} there"
        if word in theirs and word in part.tokens and word not in mine and source.tokens.count(word) == 1:
            yield f"{word!r} in the answer, 'non-{word}' there"


def _after_non(tokens: Sequence[str]) -> list[str]:
    return [after for before, after in pairwise(tokens) if before in _JOINED]


def _han_flips(text: str, source: str, lex: Lexicon) -> Iterator[str]:
    for word, places in lex.opposites.items():
        if word not in text or word in source:
            continue
        for group, pole in places:
            against = next((w for w in sorted(lex.facing[group, pole]) if w in source and w not in text), None)
            if against and not any(w in source for w in lex.poles[group, pole]):
                yield f"{word} in the answer, {against} there"
                return
