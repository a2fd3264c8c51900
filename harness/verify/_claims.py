"""What every verifier that goes claim by claim shares: the claims, the spans each is held to, and the verdict on them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from harness.text.citations import citation_pattern, cited_numbers, show_citation, strip_citations
from harness.text.claims import ClaimText, split_claims
from harness.text.markers import find_markers
from harness.types import Claim, RefusalKind, Verdict, VerdictName

Citations = Literal["required", "checked", "ignored"]

LONGEST_REFUSAL = 20_000
"""The most characters of an answer in which a refusal is looked for."""
NO_SENTENCE = "the answer holds no sentence"
REFUSES = Verdict(verdict="abstained", reason="the answer refuses and claims nothing", refusal="full")

_QUOTED_CHARACTERS = 200
_SHOWN_SPANS = 3
_SEVERAL = 2
_PART = 3
"""The fewest words before a citation that can be a claim of their own."""
_ASIDES: dict[RefusalKind, str] = {
    "partial": ", beside a refusal",
    "then_answer": ", beside a refusal",
    "hedge": ", with a hedge",
}


class Held(NamedTuple):
    """A claim with the spans it is held to (all of them where it cites none), and how a reason names them."""

    claim: ClaimText
    cited: tuple[int, ...]
    spans: tuple[str, ...]
    where: str


@dataclass(frozen=True, slots=True)
class Rules:
    """How answers cite: the template's `citation` (e.g. `[S{n}]`), its refusal line, and what an uncited sentence is."""

    citation: str
    refusal: str
    citations: Citations

    def claims(self, answer: str) -> tuple[ClaimText, ...]:
        """Return the claims of an answer; an answer that is nothing but a heading is one."""
        found = split_claims(answer, citation=self.citation)
        if found:
            return found
        pattern = citation_pattern(self.citation)
        bare = " ".join(strip_citations(answer, pattern).split()).lstrip("#>*- ")
        return (ClaimText(answer.strip(), bare, cited_numbers(answer, pattern)),) if bare else ()

    def held(self, claim: ClaimText, spans: Sequence[str], sources: Sequence[str]) -> Held | Claim:
        """Return what a claim is held to, or the claim refused for how it cites.

        A source cited by name is each span of that name; where the spans' names are not known, it is any span. A name in a
        claim that cites numbers too may be no citation at all, so only where it stands alone must it be there.
        """
        cited = () if self.citations == "ignored" else claim.cited
        if not cited and claim.sources and sources and self.citations != "ignored":
            named = {name: [n for n, s in enumerate(sources, 1) if _is_named(name, s)] for name in claim.sources}
            if stray := next((name for name, numbers in named.items() if not numbers), None):
                reason = f"cites {stray!r}, which is none of the spans"
                return Claim(text=claim.text, verdict="unsupported", reason=reason)
            cited = tuple(sorted({n for numbers in named.values() for n in numbers}))
        if not cited and self.citations == "required" and not claim.sources:
            return Claim(text=claim.text, verdict="unsupported", reason="no citation")
        cited = self._without_copied(cited, spans)
        for number in cited:
            if not 1 <= number <= len(spans):
                reason = f"cites {self.shown(number)}, but {count_spans(len(spans))}"
                return Claim(text=claim.text, verdict="unsupported", cited=cited, reason=reason)
        held = tuple([spans[n - 1] for n in dict.fromkeys(cited)]) if cited else tuple(spans)
        return Held(claim, cited, held, self.places(cited) if cited else "the spans")

    def parts(self, claim: ClaimText) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return what stands before each citation of a claim, with the spans it cites; none where one citation closes it all."""
        markers = [m for m in find_markers(claim.text, self.citation) if m.cited]
        if len(markers) < _SEVERAL:
            return ()
        starts = [0, *(m.end for m in markers)]
        told = [" ".join(claim.text[a : m.start].split()).strip(" ,;.") for a, m in zip(starts, markers, strict=False)]
        return (
            tuple(zip(told, (m.cited for m in markers), strict=True))
            if all(len(t.split()) >= _PART for t in told)
            else ()
        )

    def _without_copied(self, cited: tuple[int, ...], spans: Sequence[str]) -> tuple[int, ...]:
        """Return what a claim cites without the numbers that were copied with a span's text: [12] of a source's own list."""
        if not cited or (max(cited) <= len(spans) and min(cited)) or self.shown(0) == "[0]":
            return cited
        there = [n for n in cited if 1 <= n <= len(spans)]
        return tuple([n for n in cited if n in there or not any(f"[{n}]" in spans[m - 1] for m in there)])

    def shown(self, number: int) -> str:
        """Return the citation of one span."""
        return show_citation(self.citation, number)

    def places(self, cited: Sequence[int]) -> str:
        """Return the citations of some spans for a reason, or how many they are."""
        if len(cited) == 1:
            return self.shown(cited[0])
        shown = [self.shown(number) for number in dict.fromkeys(cited)]
        return f"the {len(shown)} spans it cites" if len(shown) > _SHOWN_SPANS else " or ".join(shown)


def _is_named(name: str, source: str) -> bool:
    """Return whether a citation names a source: whole, or by its last part, whatever the case."""
    name, source = name.casefold(), source.casefold()
    return name in {source, source.replace("\\", "/").rpartition("/")[2]}


def verdict_on(claims: tuple[Claim, ...], refusal: RefusalKind) -> Verdict:
    """Return the verdict on all claims, with the reason of the first that is not supported."""
    if not claims:
        return Verdict(verdict="unsupported", reason=NO_SENTENCE, refusal=refusal)
    verdict, reason = _worst(claims, _ASIDES.get(refusal, ""))
    return Verdict(verdict=verdict, reason=reason, claims=claims, refusal=refusal)


def _worst(claims: Sequence[Claim], aside: str) -> tuple[VerdictName, str]:
    for verdict in ("unsupported", "unknown"):
        for claim in claims:
            if claim.verdict == verdict:
                return claim.verdict, f"{claim.reason}: {quote(claim.text)}"
    count = f"{len(claims)} sentences" if len(claims) > 1 else "1 sentence"
    return "supported", f"{count} supported{aside}"


def count_spans(spans: int) -> str:
    """Return how many spans there are, in words."""
    if spans == 0:
        return "there are no spans"
    return "there is 1 span" if spans == 1 else f"there are {spans} spans"


def quote(sentence: str) -> str:
    """Return a sentence short enough for a reason."""
    return sentence if len(sentence) <= _QUOTED_CHARACTERS else sentence[: _QUOTED_CHARACTERS - 1] + "…"
