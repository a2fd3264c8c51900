"""Numbers, units, dates and names match by value and type, stand with the same subject, and are said, not denied.

Deterministic, in several languages, without a model. For each sentence of an answer it says whether the spans it is held
to support it and, if not, exactly what does not match. Where nothing can be decided it says `unknown`. Like the literal
rules it shows that an answer is anchored, not that it is true.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Literal

from harness.protocols import Verifier
from harness.text.citations import citation_pattern, cited_numbers, show_citation, strip_citations
from harness.text.claims import ClaimText, split_claims
from harness.text.refusals import hedges
from harness.text.refusals import refusal as read_refusal
from harness.text.typed.passage import Passage
from harness.types import Claim, Frozen, RefusalKind, Verdict, VerdictName
from harness.verify._judge import Finding, judge_claim

Citations = Literal["required", "checked", "ignored"]

_KEPT_CHARACTERS = 8_000_000
_QUOTED_CHARACTERS = 200
_SHOWN_SPANS = 3
_OTHERS = 20
_LONGEST_REFUSAL = 20_000


class Options(Frozen):
    """Nothing to choose: thresholds are fixed in the code, and docs/verifier.md says how they were found."""


def make(_options: Options, *, citation: str, refusal: str, citations: Citations) -> Verifier:
    """Return the verifier of a template's citation and refusal.

    `citations` says what an uncited sentence is: `required` refuses it, `checked` compares it with all spans, and
    `ignored` compares every sentence with all spans, whatever it cites.
    """
    return TypedVerifier(citation=citation, refusal=refusal, citations=citations)


class TypedVerifier:
    """Checks claims against spans; parsed spans are kept, up to eight million characters, for the next answer."""

    def __init__(self, *, citation: str, refusal: str, citations: Citations) -> None:
        self._citation = citation
        self._pattern = citation_pattern(citation)
        self._refusal = refusal
        self._citations = citations
        self._passages: OrderedDict[str, Passage] = OrderedDict()
        self._characters = 0

    def verify(self, answer: str, spans: Sequence[str]) -> Verdict:
        """Return the verdict with one claim for each sentence; its reason is that of the first not supported one."""
        if not answer.strip():
            return Verdict(verdict="unsupported", reason="the answer holds no sentence")
        claims = self._claims(answer, spans)
        kind: RefusalKind = "none"
        if len(answer) > _LONGEST_REFUSAL:
            pass
        elif claims and all(c.verdict == "supported" for c in claims):
            # A refusal is never supported, so that looking for one can wait until something is not.
            kind = "hedge" if hedges(answer, line=self._refusal) else "none"
        else:
            refused = read_refusal(answer, line=self._refusal)
            kind = refused.kind
            if kind == "full":
                return Verdict(verdict="abstained", reason="the answer refuses and claims nothing", refusal=kind)
            if kind != "none" and refused.rest != answer:
                claims = self._claims(refused.rest, spans)
        if not claims:
            return Verdict(verdict="unsupported", reason="the answer holds no sentence", refusal=kind)
        verdict, reason = _worst(claims, _ASIDES.get(kind, ""))
        return Verdict(verdict=verdict, reason=reason, claims=claims, refusal=kind)

    def _claims(self, answer: str, spans: Sequence[str]) -> tuple[Claim, ...]:
        found = split_claims(answer, citation=self._citation)
        if not found and (bare := " ".join(strip_citations(answer, self._pattern).split()).lstrip("#>*- ")):
            # A heading is no claim beside others, but an answer that is one claims something.
            found = (ClaimText(answer.strip(), bare, cited_numbers(answer, self._pattern)),)
        return tuple([self._claim(c, spans) for c in found])

    def _claim(self, claim: ClaimText, spans: Sequence[str]) -> Claim:
        cited = () if self._citations == "ignored" else claim.cited
        if not cited and self._citations == "required" and not claim.sources:
            return Claim(text=claim.text, verdict="unsupported", reason="no citation")
        for number in cited:
            if not 1 <= number <= len(spans):
                reason = f"cites {show_citation(self._citation, number)}, but {_count(len(spans))}"
                return Claim(text=claim.text, verdict="unsupported", cited=cited, reason=reason)
        held = [spans[n - 1] for n in dict.fromkeys(cited)] if cited else list(spans)
        where = self._places(cited) if cited else "the spans"
        finding = judge_claim(claim.bare, [self._passage(text) for text in held], where)
        reason = finding.reason
        if finding.verdict == "unsupported" and cited:
            reason += self._elsewhere(claim.bare, cited, spans)
        return Claim(text=claim.text, verdict=finding.verdict, cited=cited, reason=reason)

    def _elsewhere(self, bare: str, cited: Sequence[int], spans: Sequence[str]) -> str:
        """Return which span that is not cited supports the claim: a right claim with a wrong citation."""
        for number in [n for n in range(1, len(spans) + 1) if n not in cited][:_OTHERS]:
            if judge_claim(bare, [self._passage(spans[number - 1])], "").verdict == "supported":
                return f" ({show_citation(self._citation, number)} supports it)"
        return ""

    def _passage(self, text: str) -> Passage:
        found = self._passages.get(text)
        if found is not None:
            self._passages.move_to_end(text)
            return found
        passage = Passage(text)
        self._passages[text] = passage
        self._characters += len(text)
        while self._characters > _KEPT_CHARACTERS and len(self._passages) > 1:
            oldest, _ = self._passages.popitem(last=False)
            self._characters -= len(oldest)
        return passage

    def _places(self, cited: Iterable[int]) -> str:
        shown = [show_citation(self._citation, number) for number in dict.fromkeys(cited)]
        if len(shown) > _SHOWN_SPANS:
            return f"the {len(shown)} spans it cites"
        return " or ".join(shown)


_ASIDES = {"partial": ", beside a refusal", "then_answer": ", beside a refusal", "hedge": ", with a hedge"}


def _worst(claims: Sequence[Claim], aside: str) -> tuple[VerdictName, str]:
    """Return the verdict on all claims, and the reason of the first that is not supported."""
    for verdict in ("unsupported", "unknown"):
        for claim in claims:
            if claim.verdict == verdict:
                return claim.verdict, f"{claim.reason}: {_quote(claim.text)}"
    count = f"{len(claims)} sentences" if len(claims) > 1 else "1 sentence"
    return "supported", f"{count} supported{aside}"


def _count(spans: int) -> str:
    if spans == 0:
        return "there are no spans"
    return "there is 1 span" if spans == 1 else f"there are {spans} spans"


def _quote(sentence: str) -> str:
    return sentence if len(sentence) <= _QUOTED_CHARACTERS else sentence[: _QUOTED_CHARACTERS - 1] + "…"


__all__ = ["Citations", "Finding", "Options", "TypedVerifier", "VerdictName", "make"]
