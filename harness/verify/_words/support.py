"""Lexical support: how much of a claim's words, weighted by what they tell, stands in the cited spans, and how close together.

The weights are fixed and do not depend on the spans, so that a span that has nothing to do with a claim changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from harness.text.typed.kin import kin, lands
from harness.text.typed.lexicon import Lexicon
from harness.text.typed.passage import Passage, Sentence
from harness.text.typed.stems import akin
from harness.verify._literals.weekdays import day_forms

COMMON, PLAIN, LONG = 0.45, 1.0, 1.25
_LONG_WORD = 8
_FIRST_UNSPACED = "\u3040"
_NEAR, _FAR = 3, 9
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


@dataclass(slots=True)
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
        if word in stop and not (
            word in compounds or (capital and index and not shouted and _stands_out(claim, index))
        ):
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
    variants = _variants(words, passages, lex)
    if not kin(lex.code).phrases.keys().isdisjoint(claim.words):
        _find_phrases(claim, variants, passages)
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
    if len(best) > 1:
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
        weight = word.weight
        last = -_FAR
        for index in held:
            weights[index] = weights.get(index, 0.0) + weight
            pairs[index] = pairs.get(index, 0.0) + weight
            if index - 1 != last:
                pairs[index - 1] = pairs.get(index - 1, 0.0) + weight
            last = index
    return weights, max(pairs.values(), default=0.0)


_MOST_KEPT = 4096
_MOST_WORDS = 20_000


def _variants(words: Sequence[Word], passages: Sequence[Passage], lex: Lexicon) -> dict[str, frozenset[str]]:
    """Return each word with its forms in the passages; those in one passage are kept with it."""
    found: dict[str, frozenset[str]] = {w.text: frozenset() for w in words}
    for passage in passages:
        kept = passage.forms
        for word, before in found.items():
            key = (lex.code, word)
            mine = kept.get(key)
            if mine is None:
                if len(kept) >= _MOST_KEPT:
                    kept.clear()
                mine = kept[key] = frozenset(_forms_in(passage, word, lex))
            if mine:
                found[word] = before | mine if before else mine
    return found


def _forms_in(passage: Passage, word: str, lex: Lexicon) -> list[str]:
    """Return the words of a passage that are forms or synonyms of a folded word."""
    code, words = lex.code, passage.places.keys()
    found = [word] if word in words else []
    found += [
        o
        for o in passage.beginning(word[:3])
        if o != word and (akin(word, o, code) if word < o else akin(o, word, code))
    ]
    if code == "de":
        found += _compounds(word, passage)
        found += _participles(word, passage)
    if word in (named := lands(code)):
        found += named[word] & words
    if not found:
        found += day_forms(word, passage) & words
    if word in lex.synonyms:
        found += lex.synonyms[word] & words
    for place in lex.opposites.get(word, ()):
        found += lex.poles[place] & words
    if (groups := kin(code).groups_of(word)) and (others := _relatives(groups, passage, word, lex)):
        # What stands in one sentence with the word itself is another thing: a test that is checked.
        own = {i for form in found for i in passage.places[form]}
        found += [w for w in others if own.isdisjoint(passage.places[w])]
    if code == "de" and groups and not found:
        found += _headed(groups, passage, lex)
    return found


def _relatives(groups: Sequence[int], passage: Passage, word: str, lex: Lexicon) -> list[str]:
    """Return the words of a passage in some groups, and those of phrases; the opposites of the word are none."""
    known = kin(lex.code)
    found: set[str] = set()
    for group in groups:
        found.update(known.related(group, passage.places, passage.beginning))
        if group in known.phrased and (told := passage.phrases.get(group)):
            found |= told
    for place in lex.opposites.get(word, ()) if found else ():
        found -= lex.facing[place]
    return list(found)


def _find_phrases(claim: Sentence, variants: dict[str, frozenset[str]], passages: Sequence[Passage]) -> None:
    """Add to the words of each phrase of a claim what stands for it in the passages: no longer valid, expired."""
    for group, places in claim.phrases:
        forms = frozenset([w for p in passages for w in _relatives((group,), p, "", claim.lexicon)])
        for word in {claim.tokens[p] for p in places} & variants.keys() if forms else ():
            variants[word] |= forms


def _compounds(word: str, passage: Passage) -> Iterator[str]:
    """Yield the German words that end with a word or that it ends with; short ones are chance, and Vermieter is no Mieter."""
    if len(word) < _COMPOUND or len(passage.words) >= _MOST_WORDS:
        return
    root = word[:-2] if word.endswith("te") and len(word) > _LONG_WORD else ""
    for other in passage.words:
        if root and other.endswith(root) and other[: -len(root)] not in _OTHER_SENSE:
            yield other
        elif len(other) >= _COMPOUND and other != word and (other.endswith(word) or word.endswith(other)):
            longer, shorter = (other, word) if len(other) > len(word) else (word, other)
            if longer[: len(longer) - len(shorter)] not in _OTHER_SENSE:
                yield other


def _headed(groups: Sequence[int], passage: Passage, lex: Lexicon) -> list[str]:
    """Return the German compounds whose last word may stand for another: Energiebedarf, of what needs energy."""
    known = kin(lex.code)
    heads = tuple([m for g in groups for m in known.members[g] if len(m) > _COMPOUND])
    return [o for o in passage.words if len(o) > _LONG_WORD and o.endswith(heads) and o not in heads] if heads else []


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
    pairs = len(words) - 1
    apart = list(range(pairs))
    for _, _, sentence in best[:3]:
        if not apart:
            break
        content = sentence.content
        asked = {i + step for i in apart for step in (0, 1)}
        places = {i: _places(variants[words[i].text], content) for i in asked}
        apart = [i for i in apart if not _touch(places[i], places[i + 1])]
    return (pairs - len(apart)) / pairs


def _places(forms: frozenset[str], content: Mapping[str, list[int]]) -> list[int]:
    """Return where forms of a word stand among the telling words of a sentence, the first few of each."""
    if len(forms) == 1:
        (form,) = forms
        return content.get(form, [])[:_MOST_PLACES]
    return [p for form in forms if form in content for p in content[form][:_MOST_PLACES]]


def _touch(left: Sequence[int], right: Sequence[int]) -> bool:
    for a in left:
        for b in right:
            if 0 < abs(a - b) <= _NEAR:
                return True
    return False
