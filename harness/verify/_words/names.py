"""Whether names, quotations and technical names of a claim are in the spans it is held to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.text.typed.fold import fold
from harness.text.typed.kin import kin, lands
from harness.text.typed.names import Name, Verbatim, initials
from harness.text.typed.passage import TOKEN, Passage, Sentence
from harness.text.typed.stems import akin
from harness.text.typed.units import SYMBOLS
from harness.verify._literals.weekdays import has_day, spoken_day
from harness.verify._words.support import Support

_TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president minister chancellor senator governor general captain king queen prince princess saint st "
    "herr frau monsieur madame mme m mlle mademoiselle sr sra srta mx rev hon sig signora signor mayor councillor senor senora don dona bay bayan sayin inc ltd corp co company plc llc gmbh ag sa the "
    "american british french german spanish turkish chinese english".split()
)
_DEMONYM = 4
_DEMONYM_ENDINGS = frozenset({"n", "an", "ian", "ese", "ish", "ic", "i"})
_CLOSE, _SHORT = 4, 5
_LONGEST_ACRONYM = 8
_MOST_BETWEEN = 2
"""Small words inside a name that its acronym leaves out: the Democratic Republic of the Congo."""
_SHORTEST_SPELLED = 3
_SHORT_FOR = {
    "ceo": ("chief executive", "managing director"),
    "cfo": ("chief financial", "finance director", "finance chief", "head of finance"),
    "coo": ("chief operating", "operations director"),
    "cto": ("chief technology", "chief technical", "technology director", "technical director"),
    "cio": ("chief information",),
    "cmo": ("chief marketing", "marketing director"),
    "md": ("managing director",),
    "vp": ("vice president",),
    "pm": ("prime minister",),
    "mp": ("member of parliament",),
    "mps": ("members of parliament",),
    "hr": ("human resources", "personnel"),
    "pr": ("public relations",),
    "it": ("information technology",),
    "ai": ("artificial intelligence",),
    "uk": ("united kingdom", "britain"),
    "eu": ("european union",),
    "gp": ("general practitioner", "family doctor"),
    "tv": ("television",),
    "r&d": ("research and development",),
    "vat": ("value added tax",),
    "agm": ("annual general meeting",),
}
"""Acronyms of posts and things that people write out, in one way or another."""


def missing_verbatim(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the first quotation or technical name that no passage holds whole, or None."""
    for verbatim in claim.verbatim:
        if verbatim.text in SYMBOLS and not verbatim.quoted and any(x.end == verbatim.end for x in claim.typed):
            # The unit of a number was compared with it: mAh, kWh.
            continue
        if not any(_holds(passage, verbatim) for passage in passages):
            return verbatim.text
    return None


def _holds(passage: Passage, verbatim: Verbatim) -> bool:
    key = " ".join(verbatim.key.split())
    if _whole(key, passage.folded):
        return True
    if not verbatim.quoted:
        return False
    wanted = TOKEN.findall(key)
    # Quotations differ in punctuation and in what is left out between dots.
    return bool(wanted) and _in_order(wanted, passage)


def _whole(key: str, text: str) -> bool:
    at = text.find(key)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(key) : at + len(key) + 1]
        joins_left = (before.isalnum() or before == "_") and (key[0].isalnum() or key[0] == "_") and before < "\u3040"
        further = text[at + len(key) + 1 : at + len(key) + 2]
        joins_right = (
            (
                after.isalnum()
                or after == "_"
                or (
                    after in {".", "-"}
                    and further.isalnum()
                    and not key[-1:].isspace()
                    and after == "."
                    and _dotted(key)
                )
            )
            and after < "\u3040"
            and (key[-1].isalnum() or key[-1] == "_")
        )
        if not joins_left and not joins_right:
            return True
        at = text.find(key, at + 1)
    return False


def _dotted(key: str) -> bool:
    return "." in key or "_" in key or "/" in key


def _in_order(wanted: Sequence[str], passage: Passage) -> bool:
    for sentence in passage.sentences:
        if wanted[0] not in sentence.words:
            continue
        tokens = sentence.tokens
        for index, token in enumerate(tokens):
            if token == wanted[0] and tokens[index : index + len(wanted)] == list(wanted):
                return True
    return False


def missing_cell(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the first cell of a table row that has no word in any passage, or None: a cell's capital makes no name."""
    for start, end in claim.cells:
        cell = claim.text[start:end].strip()
        words = [fold(w) for w in TOKEN.findall(cell)]
        if words and cell[0].isalpha() and not any(_known(w, passages, claim.code) for w in words):
            return cell
    return None


def missing_name(claim: Sentence, passages: Sequence[Passage]) -> str | None:
    """Return the first proper name with a word in no passage, or None.

    A title may be left out, an acronym stands for its words and its words for it.
    """
    for name in claim.names:
        lost = [w for w in name.words if w not in _TITLES and not _known(w, passages, claim.code)]
        if not lost:
            continue
        if len(name.words) > 1 and any(initials(name.words) in p.words for p in passages):
            continue
        if all(_is_acronym(w, name, passages) for w in lost):
            continue
        if (
            name.words[-1] not in lost
            and len(name.words) > 1
            and any(_stands_alone(name.words[-1], p) for p in passages)
        ):
            continue
        return name.text
    return None


def another_land(claim: Sentence, support: Support) -> str | None:
    """Return the land that the nearest sentence names where a claim names one that no span has: Spanish, of Mexico."""
    known = lands(claim.code)
    lost = next((w.text for w in support.missing if w.text in known), None)
    if lost is None or not support.best:
        return None
    mine = frozenset().union(*[known[w.text] for w in support.words if w.text in known])
    there = next((t for t in support.best[0][2].tokens if t in known and t not in mine), None)
    return f"{lost!r} in the answer, {there!r} there" if there else None


def _stands_alone(surname: str, passage: Passage) -> bool:
    """Return whether a surname is used without a first name, and never with one."""
    alone = False
    for sentence in passage.sentences:
        for index, token in enumerate(sentence.tokens):
            if token != surname or not sentence.text[sentence.starts[index]].isupper():
                continue
            before = sentence.tokens[index - 1] if index else ""
            if (
                before
                and before not in _TITLES
                and sentence.text[sentence.starts[index - 1]].isupper()
                and before not in sentence.lexicon.stop
            ):
                return False
            alone = True
    return alone


def _known(word: str, passages: Sequence[Passage], code: str) -> bool:
    for passage in passages:
        if word in passage.words or (word.endswith("s") and word[:-1] in passage.words) or word + "s" in passage.words:
            return True
        if any(short in passage.words for short in _shortened(word, code)):
            return True
        for other in passage.beginning(word[:3]):
            if (
                code in {"tr", "de"}
                and len(word) > _DEMONYM
                and (other.startswith(word) or (word.startswith(other) and len(other) > _DEMONYM))
            ):
                return True
            if akin(*sorted((word, other)), code) and other[:_CLOSE] == word[:_CLOSE]:
                return True
            if _of_one_land(*sorted((word, other), key=len)):
                return True
    day, others = spoken_day(word), lands(code).get(word)
    return (
        word.isdigit()
        or (day is not None and any(has_day(day, p) for p in passages))
        or (others is not None and any(not others.isdisjoint(p.words) for p in passages))
    )


def _shortened(word: str, code: str) -> Sequence[str]:
    """Return what a word is shortened to, or short for, in the thesaurus: dept, of department."""
    known = kin(code)
    return [
        other
        for group in known.groups_of(word)
        for other in known.members[group]
        if other[:3] == word[:3] and min(len(other), len(word)) <= _SHORT
    ]


def _of_one_land(shorter: str, longer: str) -> bool:
    """Return whether one is the adjective of the other: Europe and European, Japan and Japanese."""
    return len(shorter) > _DEMONYM and longer.startswith(shorter) and longer[len(shorter) :] in _DEMONYM_ENDINGS


def _is_acronym(word: str, name: Name, passages: Sequence[Passage]) -> bool:
    surface = next((s for s in re.split(r"[\s.-]+", name.text) if fold(s) == word), "")
    if not surface.isupper() or len(surface) < 2:  # noqa: PLR2004 -- one letter stands for anything
        return False
    said = _SHORT_FOR.get(word, ())
    if said and any(phrase in p.folded for phrase in said for p in passages):
        return True
    return any(word in set(_acronyms(p)) for p in passages) or any(_spelled_out(word, p) for p in passages)


def _spelled_out(acronym: str, passage: Passage) -> bool:
    """Return whether an acronym of three letters or more is the initials of neighbouring words: fast Fourier transform."""
    if len(acronym) < _SHORTEST_SPELLED or not acronym.isalpha():
        return False
    for sentence in passage.sentences:
        told = [t for t in sentence.tokens if t not in sentence.lexicon.stop]
        if acronym in "".join([t[0] for t in told]):
            return True
    return False


def _acronyms(passage: Passage) -> Iterator[str]:
    """Yield the acronyms of the runs of capitalised words, with and without the small words inside them."""
    for sentence in passage.sentences:
        letters = ""
        held = 0
        for index, token in enumerate(sentence.tokens):
            if sentence.text[sentence.starts[index]].isupper():
                letters = (letters + token[0])[-_LONGEST_ACRONYM:]
                held = 0
                if len(letters) > 1:
                    yield from (letters[i:] for i in range(len(letters) - 1))
            elif token in {"of", "and", "the", "for", "de", "la", "und"} and letters and held < _MOST_BETWEEN:
                held += 1
            else:
                letters = ""
