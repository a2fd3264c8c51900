"""Lexical support: how much of a claim's words, weighted by what they tell, stands in the cited spans, and how close together.

The weights are fixed and do not depend on the spans, so that a span that has nothing to do with a claim changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.stems import akin

COMMON, PLAIN, LONG = 0.45, 1.0, 1.25
_LONG_WORD = 8
_FIRST_UNSPACED = "\u3040"
_NEAR = 3
_MOST_PLACES = 8
_STEM = 4
_COMPOUND = 5
_SEPARABLE = ("an", "auf", "aus", "ab", "bei", "ein", "mit", "nach", "vor", "zu", "um", "durch", "her", "hin")
_OTHER_SENSE = frozenset({"ver", "un", "ent", "miss", "be", "er", "zer"})
_OTHER_WORD = frozenset(
    "prove proves proved proving form forms formed forming formation press pressed port ports ported tend tends tended tense side come comes sight stance valuable "
    "cover covers covered play plays played pose poses posed charge charges charged count counts counted patch solve solves solved ease course tract vest vested print".split()
)
"""What is left of a word that only seems to have a negating prefix: improve does not deny prove."""
PREFIXES = {
    "en": ("un", "in", "im", "non", "dis", "il", "ir"),
    "de": ("un",),
    "fr": ("in", "im", "non"),
    "es": ("in", "im"),
    "tr": (),
    "zh": (),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a claim that tells something: its folded form, weight, place among the tokens, and whether capitalised."""

    text: str
    weight: float
    index: int
    capital: bool


@dataclass(slots=True)
class Support:
    """What of a claim was found: `variants` maps each word to its forms in the spans, empty where it is not there.

    `turned` are the words found only as their opposites, `comparing` the indices of those that belong to a comparator.
    """

    words: tuple[Word, ...]
    variants: dict[str, frozenset[str]]
    recall: float
    near: float
    order: float
    best: list[tuple[float, int, Sentence]] = field(default_factory=list)
    turned: frozenset[str] = frozenset()
    comparing: frozenset[int] = frozenset()

    @property
    def missing(self) -> list[Word]:
        """The words that are in no cited span in any form."""
        return [w for w in self.words if not self.variants[w.text]]


def content_words(claim: Sentence) -> tuple[Word, ...]:
    """Return the words of a claim that tell something; those inside literals tell it as literals, identifiers apart."""
    lex = claim.lexicon
    stop, common, quantifiers = lex.stop, lex.common, lex.quantifiers
    skipped = claim.literal_words | claim.comparing
    capitals = claim.capitals
    shouted = claim.text.isupper()
    compounds = claim.compounds
    found: list[Word] = []
    for index, word in enumerate(claim.tokens):
        if index in skipped or word in quantifiers:
            continue
        capital = index in capitals
        stands_out = word in compounds or (capital and index and not shouted and _stands_out(claim, index))
        if word in stop and not stands_out:
            continue
        if word.isdigit() or (len(word) == 1 and not capital and word < _FIRST_UNSPACED):
            continue
        weight = COMMON if word in common else LONG if len(word) >= _LONG_WORD or (capital and index) else PLAIN
        found.append(Word(word, weight, index, capital))
    return tuple(found)


def _stands_out(claim: Sentence, index: int) -> bool:
    """Return whether a capitalised function word is a name of its own: Plan A, the WHO."""
    start, word = claim.starts[index], claim.tokens[index]
    surface = claim.text[start : start + len(word)]
    if len(word) == 1:
        return (
            word != "i"
            and claim.text[start - 1 : start] == " "
            and claim.text[max(0, start - 2) : start - 1] not in {".", "!", "?", ":"}
        )
    return surface.isupper()


def measure(claim: Sentence, words: Sequence[Word], passages: Sequence[Passage]) -> Support:
    """Return what of the words is in the passages; `best` lists sentences, best first, ties by their text."""
    lex = claim.lexicon
    variants = {w.text: _all_forms(w.text, passages, lex) for w in words}
    turned: set[str] = set()
    for word in words:
        if not variants[word.text] and (opposite := frozenset(_turned_forms(word.text, passages, lex))):
            variants[word.text] = opposite
            turned.add(word.text)
    total = sum([w.weight for w in words])
    if not total:
        return Support(tuple(words), variants, 1.0, 1.0, 1.0, comparing=claim.comparing)
    recall = sum([w.weight for w in words if variants[w.text]]) / total
    best: list[tuple[float, int, Sentence]] = []
    near = 0.0
    for number, passage in enumerate(passages):
        weights, window = _by_sentence(words, variants, passage)
        near = max(near, window)
        best += [(weight / total, number, passage.sentences[index]) for index, weight in weights.items()]
    best.sort(key=lambda b: (-b[0], b[2].text))
    order = _order(words, variants, best)
    return Support(tuple(words), variants, recall, near / total, order, best, frozenset(turned), claim.comparing)


def _by_sentence(
    words: Sequence[Word], variants: dict[str, frozenset[str]], passage: Passage
) -> tuple[dict[int, float], float]:
    """Return the weight each sentence of a passage holds, and the most that two neighbours hold together."""
    weights: dict[int, float] = {}
    pairs: dict[int, float] = {}
    for word in words:
        held = passage.holders(variants[word.text]) if variants[word.text] else []
        for index in held:
            weights[index] = weights.get(index, 0.0) + word.weight
        for index in {*held, *[i - 1 for i in held]}:
            pairs[index] = pairs.get(index, 0.0) + word.weight
    return weights, max(pairs.values(), default=0.0)


_MOST_KEPT = 4096
_MOST_WORDS = 20_000


def _all_forms(word: str, passages: Sequence[Passage], lex: Lexicon) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    key = (lex.code, word)
    for passage in passages:
        kept = passage.forms
        mine = kept.get(key)
        if mine is None:
            if len(kept) >= _MOST_KEPT:
                kept.clear()
            mine = kept[key] = frozenset(forms(word, (passage,), lex))
        if mine:
            found = found | mine if found else mine
    return found


def forms(word: str, passages: Sequence[Passage], lex: Lexicon) -> Iterator[str]:
    """Yield the words of the passages that are forms or synonyms of a folded word."""
    synonyms = lex.synonyms.get(word)
    for passage in passages:
        if word in passage.words:
            yield word
        for other in passage.beginning(word[:3]):
            if other != word and akin(*sorted((word, other)), lex.code):
                yield other
        if lex.code == "de":
            yield from _compounds(word, passage)
            yield from _participles(word, passage)
        if synonyms:
            yield from synonyms & passage.words
        for place in lex.opposites.get(word, ()):
            yield from lex.poles[place] & passage.words


def _compounds(word: str, passage: Passage) -> Iterator[str]:
    """Yield the German words that end with a word or that it ends with; short ones are chance, and Vermieter is no Mieter."""
    if len(word) < _COMPOUND or len(passage.words) >= _MOST_WORDS:
        return
    for other in passage.words:
        if len(other) >= _COMPOUND and other != word and (other.endswith(word) or word.endswith(other)):
            longer, shorter = (other, word) if len(other) > len(word) else (word, other)
            if longer[: len(longer) - len(shorter)] not in _OTHER_SENSE:
                yield other


def _participles(word: str, passage: Passage) -> Iterator[str]:
    """Yield the German participle of a verb, or the verb of a participle or of a "zu": zahlen of gezahlt, anlegen of anzulegen."""
    for prefix in _SEPARABLE:
        if word.startswith(prefix + "zu") and (whole := prefix + word[len(prefix) + 2 :]) in passage.words:
            yield whole
    if word.startswith("ge"):
        yield from [o for o in passage.beginning(word[2:5]) if _root(o) == _root(word[2:])]
    yield from [o for o in passage.beginning(("ge" + word)[:3]) if _root(o[2:]) == _root(word)]


def _root(verb: str) -> str:
    return verb.removesuffix("en").removesuffix("t").removesuffix("e")


def _turned_forms(word: str, passages: Sequence[Passage], lex: Lexicon) -> Iterator[str]:
    """Yield the opposites of a word: they speak of the same thing, and polarity decides what is said of it."""
    for place in lex.opposites.get(word, ()):
        for passage in passages:
            yield from lex.facing[place] & passage.words
    for prefix in PREFIXES[lex.code]:
        for passage in passages:
            heads = [(prefix + word)[:3]]
            if word.startswith(prefix):
                heads.append(word[len(prefix) :][:3])
            yield from [other for head in heads for other in passage.beginning(head) if prefixed(word, other, lex.code)]


def prefixed(word: str, other: str, code: str) -> bool:
    """Return whether one word is the other with a negating prefix: available and unavailable."""
    longer, shorter = (word, other) if len(word) > len(other) else (other, word)
    for prefix in PREFIXES[code]:
        if longer.startswith(prefix) and len(longer) - len(prefix) >= _STEM and len(shorter) >= _STEM:
            bare = longer[len(prefix) :]
            if bare in _OTHER_WORD:
                return False
            if bare == shorter or (bare[:3] == shorter[:3] and akin(*sorted((bare, shorter)), code)):
                return True
    return False


def _order(
    words: Sequence[Word], variants: dict[str, frozenset[str]], best: Sequence[tuple[float, int, Sentence]]
) -> float:
    """Return the share of neighbouring words of the claim that are neighbours in one of the best sentences too."""
    if len(words) < 2:  # noqa: PLR2004 -- neighbours are two
        return 1.0 if words and variants[words[0].text] else 0.0
    together = [False] * (len(words) - 1)
    for _, _, sentence in best[:3]:
        content = sentence.content
        places = [[p for v in variants[w.text] if v in content for p in content[v][:_MOST_PLACES]] for w in words]
        for index in range(len(together)):
            if not together[index] and places[index] and places[index + 1]:
                together[index] = any(0 < abs(a - b) <= _NEAR for a in places[index] for b in places[index + 1])
    return sum(together) / len(together)
