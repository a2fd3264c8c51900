"""What is excepted, as a whole: "room 3" of "every room except room 3", "on a fixed-term contract" of "unless they are on one"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import sign_before
from harness.verify._words.support import Support, Word

PHRASES = {
    "en": (
        ("instead", "of"),
        ("rather", "than"),
        ("other", "than"),
        ("apart", "from"),
        ("exception", "of"),
        ("bar", "the"),
        ("aside", "from"),
    ),
    "de": (
        ("bis", "auf"),
        ("anders", "als"),
        ("anstelle", "von"),
        ("sei", "denn"),
        ("ausnahme", "von"),
        ("ausnahme", "der"),
        ("ausnahme", "des"),
    ),
    "fr": (
        ("lieu", "de"),
        ("contrairement", "a"),
        ("contrairement", "au"),
        ("contrairement", "aux"),
        ("moins", "que"),
        ("exclusion", "de"),
    ),
    "es": (("lugar", "de"), ("diferencia", "de"), ("diferencia", "del"), ("excepcion", "de"), ("excepcion", "del")),
}
"""Two words that open an exception where neither does alone."""
_TELLS = frozenset("who which whose qui que lesquels quienes".split())
_CASE = ["in", "which", "case"]
_ENDS = frozenset("but who which whose when where qui dont donde sondern aber mais pero".split())
_LISTS = frozenset("and or und oder et ou y o e u".split())
_OPEN_CLAUSES = frozenset("they it he she we you the sie er es que si s qu ils elles il elle".split())
_AUXILIARIES = frozenset(
    "is are was were be been have has had tengan tenga tienen tiene esten esta sean sea ont sont soient ait aient haben hat sind ist".split()
)
_MOST_WORDS, _PAIR, _BESIDE = 10, 2, 5


def named_exception(
    words: Sequence[Word], support: Support, source: Sentence, claim: Sentence, markers: Sequence[int]
) -> str | None:
    """Return what a sentence excepts where a statement of a claim, with its words, names all of it, or None.

    A word that the rest of the sentence has too does not count, nor does the verb of an exception that is a clause.
    """
    if not words or not markers:
        return None
    near = frozenset(claim.tokens[max(0, words[0].index - _BESIDE) : words[-1].index + 1 + _BESIDE])
    named = {w.text: support.variants[w.text] for w in words if w.text not in support.turned}
    for marker in markers:
        if source.tokens[marker] == "unless" and not source.lexicon.negators.isdisjoint(source.tokens[:marker]):
            # "Not unless" is "only if".
            continue
        end = _end(source, marker + 1)
        outside = frozenset([*source.tokens[:marker], *source.tokens[end:]])
        for item in _items(source, marker + 1, end):
            told = [t for t in item if t not in outside and t not in _AUXILIARIES and not _is_stop(source, t)]
            if not told:
                continue
            lost = [t for t in told if not _is_named(t, near, named, outside)]
            is_clause = source.tokens[marker + 1] in _OPEN_CLAUSES
            if not lost or (is_clause and lost == told[:1] and len(told) >= _PAIR):
                return f"{' '.join(told)!r} is an exception there"
    return None


def told_behind(source: Sentence, support: Support, markers: Sequence[int]) -> bool:
    """Return whether a claim says what a sentence tells of its exception behind it: "except for groups, who pay 4 euros"."""
    end = _end(source, markers[-1] + 1)
    if source.tokens[end : end + 1] and source.tokens[end] not in _TELLS and source.tokens[end : end + 3] != _CASE:
        return False
    behind = frozenset(source.tokens[end:]) - source.lexicon.stop
    if len(behind) < _PAIR:
        return False
    before = frozenset(source.tokens[: markers[0]]) - behind
    forms = [support.variants[w.text] for w in support.words]
    return sum(not f.isdisjoint(behind) for f in forms) > sum(not f.isdisjoint(before) for f in forms)


def _is_stop(source: Sentence, token: str) -> bool:
    return token in source.lexicon.stop and not token.isdigit()


def _end(source: Sentence, start: int) -> int:
    """Return where the exception that begins at a word ends: before a comma or what opens another statement."""
    tokens = source.tokens
    end = start
    while end < len(tokens) and end - start < _MOST_WORDS and tokens[end] not in _ENDS:
        if end > start and sign_before(source, end) in {",", ";", ":", "\u2014", ")"}:
            break
        end += 1
    return end


def _items(source: Sentence, start: int, end: int) -> Iterator[Sequence[str]]:
    """Yield each thing of a list of exceptions."""
    first = start
    for i in range(start, end):
        if source.tokens[i] in _LISTS:
            yield source.tokens[first:i]
            first = i + 1
    yield source.tokens[first:end]


def _is_named(token: str, near: frozenset[str], named: Mapping[str, frozenset[str]], outside: frozenset[str]) -> bool:
    """Return whether a statement has a word, or another for it that is not also one for the rest of the sentence."""
    if token in named or (token.isdigit() and token in near):
        return True
    return any(token in forms and word not in outside for word, forms in named.items())
