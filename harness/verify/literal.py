"""Every number and technical name of a sentence stands literally in the spans it cites (the first seed's rules).

The rule compares strings and interprets nothing. It shows that an answer is anchored, not that it is true: a wrong
document quoted faithfully passes, and a right answer without its citation does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from harness.protocols import Verifier
from harness.text.citations import citation_pattern, cited_numbers, strip_citations
from harness.types import Claim, Frozen, Verdict
from harness.verify._claims import NO_SENTENCE, Citations, Rules, count_spans, quote

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# A dot, an inner capital or an underscore; possessive, so that a hostile answer costs time in proportion to its length.
_NAME = re.compile(
    r"\b(?:[A-Za-z_][A-Za-z0-9_]*+\.[A-Za-z_][A-Za-z0-9_]*+\b"
    r"|(?=[A-Za-z]*?[a-z][A-Z])[A-Za-z]++\b"
    r"|[a-z]++_[a-z_]++\b)"
)


class Options(Frozen):
    """Nothing to choose."""


def make(_options: Options, *, citation: str, refusal: str, citations: Citations) -> Verifier:
    """Return the verifier of a template's citation and refusal.

    `citations` says what an uncited sentence is: `required` refuses it, `checked` compares it with all spans, and
    `ignored` compares every sentence with all spans, whatever it cites.
    """
    return Literals(Rules(citation, refusal, citations))


class Literals:
    """Compares numbers and names, sentence by sentence."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._pattern = citation_pattern(rules.citation)

    def verify(self, answer: str, spans: Sequence[str], sources: Sequence[str] = ()) -> Verdict:
        """Return the verdict with one claim for each sentence; its reason is that of the first refused one."""
        del sources  # the rule knows the template's own citation and no names
        refusal = self._rules.refusal
        if answer.strip().startswith(refusal):
            return Verdict(verdict="abstained", reason=f"the answer is the refusal {refusal!r}", refusal="full")
        lowered = [span.lower() for span in spans]
        claims = tuple([self._claim(s, lowered) for s in map(str.strip, _SENTENCE_END.split(answer)) if s])
        if not claims:
            return Verdict(verdict="unsupported", reason=NO_SENTENCE)
        for claim in claims:
            if claim.verdict != "supported":
                return Verdict(verdict="unsupported", reason=f"{claim.reason}: {quote(claim.text)}", claims=claims)
        count = f"{len(claims)} sentences" if len(claims) > 1 else "1 sentence"
        return Verdict(verdict="supported", reason=f"{count}, every number and name found", claims=claims)

    def _claim(self, sentence: str, lowered: Sequence[str]) -> Claim:
        cited = () if self._rules.citations == "ignored" else cited_numbers(sentence, self._pattern)
        reason = self._refused(sentence, cited, lowered)
        if reason:
            return Claim(text=sentence, verdict="unsupported", cited=cited, reason=reason)
        found = self._rules.places(cited) if cited else "the spans"
        return Claim(text=sentence, verdict="supported", cited=cited, reason=f"numbers and names are in {found}")

    def _refused(self, sentence: str, cited: Sequence[int], lowered: Sequence[str]) -> str | None:
        """Return why a sentence is refused, or None."""
        if not cited and self._rules.citations == "required":
            return "no citation"
        for number in cited:
            if not 1 <= number <= len(lowered):
                return f"cites {self._rules.shown(number)}, but {count_spans(len(lowered))}"
        texts = [lowered[number - 1] for number in dict.fromkeys(cited)] if cited else lowered
        for literal in literals(strip_citations(sentence, self._pattern)):
            wanted = literal.lower()
            if not any(wanted in text for text in texts):
                return f"{literal} is not in {self._rules.places(cited) if cited else 'any span'}"
        return None


def literals(sentence: str) -> Iterable[str]:
    """Return the numbers, then the technical names, of a sentence without its citation markers."""
    return dict.fromkeys([*_NUMBER.findall(sentence), *_NAME.findall(sentence)])
