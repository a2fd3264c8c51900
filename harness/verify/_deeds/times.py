"""Before, during or after what: a claim must not say "during the trial" where its span says "after the trial"."""

from __future__ import annotations

from collections.abc import Mapping

from harness.text.typed.passage import Sentence

Forms = Mapping[str, frozenset[str]]

_WORDS = {
    "en": {"before": "before", "prior": "before", "after": "after", "following": "after", "during": "during", "throughout": "during", "until": "until", "till": "until", "since": "since"},
    "de": {"vor": "before", "nach": "after", "w\u00e4hrend": "during", "bis": "until", "seit": "since", "ab": "since"},
    "fr": {"avant": "before", "apres": "after", "pendant": "during", "durant": "during", "lors": "during", "depuis": "since", "jusqu": "until"},
    "es": {"antes": "before", "despues": "after", "tras": "after", "durante": "during", "hasta": "until", "desde": "since"},
    "tr": {"once": "before", "sonra": "after", "sirasinda": "during", "boyunca": "during", "suresince": "during", "kadar": "until", "beri": "since"},
}  # fmt: skip
_WORDS["de"]["wahrend"] = "during"
_HAN = {"\u4e4b\u524d": "before", "\u4ee5\u524d": "before", "\u524d": "before", "\u4e4b\u540e": "after", "\u4ee5\u540e": "after", "\u540e": "after", "\u671f\u95f4": "during"}  # fmt: skip
_APART = {frozenset(pair) for pair in (("before", "after"), ("before", "during"), ("after", "during"), ("until", "since"), ("until", "after"))}  # fmt: skip
"""What cannot both be said of one thing."""
_REACH, _NOUNS = 6, 2
_BEHIND = frozenset({"tr"})
"""Languages that put these words behind their noun."""


def another_time(claim: Sentence, source: Sentence, variants: Forms) -> str | None:
    """Return the word of time that a claim puts to a thing where a sentence of a span puts another to it, or None."""
    if claim.code != source.code:
        return None
    if claim.code == "zh":
        return _han(claim.text, source.text)
    words = _WORDS[claim.code]
    if words.keys().isdisjoint(claim.words) or words.keys().isdisjoint(source.words):
        return None
    denied = not claim.lexicon.negators.isdisjoint(claim.words | source.words)
    theirs = _bound(source)
    for noun, said in _bound(claim).items():
        forms = variants.get(noun, frozenset({noun}))
        there = frozenset().union(*[theirs[f] for f in forms if f in theirs]) if theirs else frozenset()
        for mine in said:
            if not there or mine in there or not all(frozenset((mine, t)) in _APART for t in there):
                continue
            if denied and "until" in {mine, *there}:
                # What may not be done until then may be done after it.
                continue
            return f"{mine} {noun} in the answer, {min(there)} {noun} there"
    return None


def _bound(sentence: Sentence) -> dict[str, frozenset[str]]:
    """Return the first telling words after each word of time (before it, in Turkish), with what is said of them. Kept."""
    kept: dict[str, frozenset[str]] | None = sentence.__dict__.get("times")
    if kept is not None:
        return kept
    words, stop, tokens = _WORDS[sentence.code], sentence.lexicon.stop, sentence.tokens
    found: dict[str, frozenset[str]] = {}
    for index, token in enumerate(tokens):
        if token not in words:
            continue
        if sentence.code in _BEHIND:
            near = tokens[max(0, index - 2) : index][::-1]
        else:
            near = tokens[index + 1 : index + 1 + _REACH]
            end = next((i for i, t in enumerate(near) if t in words or _cut(sentence, index + 1 + i)), len(near))
            near = near[:end]
        for noun in [t for t in near if t not in stop and not t.isdigit()][:_NOUNS]:
            found[noun] = found.get(noun, frozenset()) | {words[token]}
    sentence.__dict__["times"] = found
    return found


def _cut(sentence: Sentence, index: int) -> bool:
    return index < len(sentence.starts) and sentence.text[: sentence.starts[index]].rstrip()[-1:] in {",", ";", ":"}


def _han(claim: str, source: str) -> str | None:
    mine, theirs = _han_bound(claim), _han_bound(source)
    for noun, said in mine.items():
        there = theirs.get(noun)
        if there and there != said and frozenset((said, there)) in _APART:
            return f"{said} {noun} in the answer, {there} {noun} there"
    return None


def _han_bound(text: str) -> dict[str, str]:
    """Return the two characters before each word of time, with the word."""
    found: dict[str, str] = {}
    taken: set[int] = set()
    for word, said in _HAN.items():
        at = text.find(word)
        while at >= 0:
            if at not in taken and at >= _NOUNS:
                found.setdefault(text[at - _NOUNS : at], said)
            taken.update(range(at, at + len(word)))
            at = text.find(word, at + 1)
    return found
