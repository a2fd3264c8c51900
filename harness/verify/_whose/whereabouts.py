"""Where a claim puts what a span puts elsewhere: made in Vejle, of what was made in Egypt."""

from __future__ import annotations

from harness.text.typed.passage import Sentence
from harness.verify._denied.clauses import clauses
from harness.verify._words.support import Support, Word

_PLACING = {
    "en": frozenset("in at from to near".split()),
    "de": frozenset("in im aus bei nach".split()),
    "fr": frozenset("a en de dans chez vers".split()),
    "es": frozenset("en de desde a hacia".split()),
}
_MOST_BEFORE, _MARGIN, _MOST_SENTENCES = 5, 2, 50


def elsewhere(claim: Sentence, support: Support) -> str | None:
    """Return the name that a span has after a preposition where the claim has another one, or None.

    Only where the span's sentence has two words more of what the claim says before it than any sentence with its name.
    """
    placing = _PLACING.get(claim.code)
    if placing is None or placing.isdisjoint(claim.words):
        return None
    for word in support.words:
        index = word.index
        if not word.capital or not index or claim.tokens[index - 1] not in placing or not support.variants[word.text]:
            continue
        if any(c.negator for c in clauses(claim) if c.first <= index < c.last):
            continue
        before = _said_before(index, support)
        if len(before) < _MARGIN:
            continue
        if found := _other_name(claim, word, before, support):
            return f"{claim.tokens[index - 1]} {word.text} in the answer, {claim.tokens[index - 1]} {found} there"
    return None


def _said_before(index: int, support: Support) -> list[frozenset[str]]:
    """Return the forms of the telling words before a place in the claim, the nearest few that the spans have."""
    found = [support.variants[w.text] for w in support.words if w.index < index and support.variants[w.text]]
    return found[-_MOST_BEFORE:]


def _other_name(claim: Sentence, word: Word, before: list[frozenset[str]], support: Support) -> str:
    mine = support.variants[word.text]
    best: tuple[int, Sentence] | None = None
    with_it = 0
    for _, _, sentence in support.best[:_MOST_SENTENCES]:
        held = sum(not forms.isdisjoint(sentence.words) for forms in before)
        if not mine.isdisjoint(sentence.words):
            with_it = max(with_it, held)
        elif best is None or held > best[0]:
            best = (held, sentence)
    if best is None or best[0] < with_it + _MARGIN:
        return ""
    sentence = best[1]
    preposition = claim.tokens[word.index - 1]
    return next(
        (
            t
            for i, t in enumerate(sentence.tokens)
            if i in sentence.capitals
            and i
            and sentence.tokens[i - 1] == preposition
            and t not in claim.words
            and t not in sentence.lexicon.stop
            and t not in sentence.lexicon.months
        ),
        "",
    )
