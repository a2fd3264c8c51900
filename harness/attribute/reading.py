"""An answer beside the spans it was made from: what each claim says, cites and shares with the evidence.

Everything is read from the record, and only of questions that failed: which words tell, where a literal stands, how much
of an anchor a claim repeats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from harness.text.literal import contains_whole
from harness.text.markers import find_markers
from harness.text.sentences import split_sentences
from harness.text.topic import stems, telling
from harness.text.typed.fold import fold
from harness.text.typed.passage import Passage
from harness.types import Anchor, Chunk, Record, VerdictName

ANY_STYLE = "[S{n}]"
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d[\d.,'\u00a0\u2009]*")
_SEPARATORS = re.compile(r"\D+")
_CAPITAL = re.compile(r"\b[A-Z\u00c0-\u00de]\w+")
_ROOT, _ENDING = 4, 2
_COVERED = 0.6
"""The share of an anchor's telling words that a claim must repeat to say what it says; its numbers must all be there."""


@dataclass(frozen=True, slots=True)
class Said:
    """One claim: as written without its markers, the spans it cites, and what the verifier made of it."""

    bare: str
    cited: tuple[int, ...]
    verdict: VerdictName
    reason: str

    @property
    def words(self) -> tuple[str, ...]:
        """Its telling words, in order."""
        return telling(self.bare)


class Reading:
    """The answer of one record, read when something about it is asked for."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self.claims = tuple(
            [
                Said(bare(claim.text), claim.cited, claim.verdict, claim.reason)
                for claim in (record.verdict.claims if record.verdict else ())
            ]
        )

    @cached_property
    def chunks(self) -> dict[int, Chunk]:
        """The chunk of each span, by the span's number."""
        chunks = {ranked.chunk.chunk_id: ranked.chunk for ranked in self._record.chunks}
        return {s.number: chunks[s.chunk_id] for s in self._record.spans if s.chunk_id in chunks}

    @cached_property
    def texts(self) -> dict[int, str]:
        """The text of each span, by its number."""
        shown = {span.number: span.text for span in self._record.spans}
        return {number: shown[number] or chunk.text for number, chunk in self.chunks.items()}

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """The numbers of the spans that are there and that any claim cites, in order."""
        return tuple(sorted({n for claim in self.claims for n in claim.cited if n in self.chunks}))

    @cached_property
    def carrying(self) -> frozenset[int]:
        """The numbers of the spans that carry any evidence group."""
        return frozenset(n for trace in self._record.trace for n in trace.spans)

    @cached_property
    def answered(self) -> tuple[bool, ...]:
        """Whether the claims say what each evidence group says, citing a span that carries it where they cite at all."""
        return tuple(self._is_answered(place) for place in range(len(self._record.trace)))

    def _is_answered(self, place: int) -> bool:
        trace = self._record.trace[place]
        using = [c for c in self.claims if not c.cited or not set(c.cited).isdisjoint(trace.spans)]
        if trace.label == "gold_document":
            return any(claim.cited for claim in using)
        said = " ".join(claim.bare for claim in using)
        return any(repeats(said, anchor) for anchor in self.anchors(place))

    def anchors(self, place: int) -> Sequence[Anchor]:
        """Return the alternatives of the evidence group that a trace is about; none of a gold document."""
        evidence, trace = self._record.question.evidence, self._record.trace[place]
        if trace.label == "gold_document" or trace.group >= len(evidence):
            return ()
        return evidence[trace.group].alternatives

    def sentences_of(self, numbers: Sequence[int], claim: Said) -> Iterator[tuple[int, str]]:
        """Yield `(span number, sentence)` of those spans that have at least half of the claim's telling words."""
        words = claim.words
        for number in numbers:
            known = known_words(self.texts[number])
            if 2 * sum([word in known for word in words]) >= len(words):
                for sentence in sentences(self.texts[number]):
                    yield number, sentence

    def saying(self, claim: Said) -> tuple[int, ...]:
        """Return the spans that say what a claim says, whatever it cites: all its numbers, and most of its telling words."""
        anchor = Anchor(text=claim.bare)
        return tuple(number for number, text in self.texts.items() if claim.words and repeats(text, anchor))

    def missing_literal(self, claim: Said) -> str | None:
        """Return the first number, date or name of a claim that stands in no span, nor in the question; else None."""
        texts = [*self.texts.values(), self._record.question.question]
        for sentence in read(claim.bare).sentences:
            for literal in sentence.typed:
                # What normalising made, "232" of "2**32", the answer does not say.
                if (
                    literal.firm
                    and literal.text in claim.bare
                    and not any(_holds(text, literal.text) for text in texts)
                ):
                    return literal.text
            for verbatim in sentence.verbatim:
                if not any(verbatim.text.casefold() in text.casefold() for text in texts):
                    return verbatim.text
            for name in sentence.names:
                if stems(name.text) and not all(self._is_known(word) for word in telling(name.text)):
                    return name.text
        # A capital that opens a sentence or a cell makes no name; there the verifier says which word it missed.
        missed = frozenset(telling(claim.reason)) if claim.reason else frozenset()
        for word in map(str, _CAPITAL.findall(claim.bare)):
            if fold(word) in missed and stems(word) and not self._is_known(fold(word)):
                return word
        return None

    def share_known(self, claim: Said) -> float:
        """Return the share of a claim's telling words that stand in any span; 1 for a claim of none."""
        words = claim.words
        return sum(word in self._known for word in words) / len(words) if words else 1.0

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset().union(
            *(known_words(text) for text in (*self.texts.values(), self._record.question.question))
        )

    def _is_known(self, word: str) -> bool:
        """Return whether a word, or one that differs in a short ending, stands in a span or in the question."""
        if word in self._known:
            return True
        root = word[: max(_ROOT, len(word) - _ENDING)]
        return any(other.startswith(root) and len(other) <= len(root) + 2 * _ENDING for other in self._known)


@lru_cache(maxsize=4096)
def bare(text: str) -> str:
    """Return a claim without its citation markers, white space collapsed."""
    kept, position = [], 0
    for marker in find_markers(text, ANY_STYLE):
        kept.append(text[position : marker.start])
        position = marker.end
    return " ".join("".join([*kept, text[position:]]).split())


@lru_cache(maxsize=512)
def read(text: str) -> Passage:
    """Return a text with its literals; one that comes again is read once."""
    return Passage(text)


@lru_cache(maxsize=1024)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a span; one that comes again is cut once."""
    return tuple([text[start:end] for start, end in split_sentences(text)])


@lru_cache(maxsize=2048)
def known_words(text: str) -> frozenset[str]:
    """Return the telling words of a text, and its numbers without their separators."""
    words = frozenset(telling(text))
    return words.union([_SEPARATORS.sub("", number) for number in _NUMBER.findall(text)])


def repeats(said: str, anchor: Anchor) -> bool:
    """Return whether claims say what an anchor says: all its numbers, and most of its telling words."""
    if contains_whole(anchor.text.casefold(), said.casefold()):
        return True
    wanted, given = telling(anchor.text), frozenset(telling(said))
    if not wanted or not all(word in given for word in wanted if _DIGIT.search(word)):
        return False
    return sum(word in given for word in wanted) / len(wanted) >= _COVERED


def _holds(text: str, literal: str) -> bool:
    """Return whether a literal stands in a text: as it is, or by its number and its words."""
    known = known_words(text)
    parts = [_SEPARATORS.sub("", part) for part in _NUMBER.findall(literal)]
    if not all(part in known for part in parts):
        return False
    return contains_whole(literal, text) or all(w in known for w in telling(_NUMBER.sub(" ", literal)) if w.isalpha())
