"""Numbers, units, dates and names match by value and type, stand with the same subject, and are said, not denied.

Deterministic, in several languages, without a model. For each sentence of an answer it says whether the spans it is held
to support it and, if not, exactly what does not match. Where nothing can be decided it says `unknown`. Like the literal
rules it shows that an answer is anchored, not that it is true.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from harness.protocols import Verifier
from harness.text.claims import ClaimText
from harness.text.refusals import hedges
from harness.text.refusals import refusal as read_refusal
from harness.text.typed.passage import Passage
from harness.types import Claim, Frozen, RefusalKind, Verdict
from harness.verify._claims import LONGEST_REFUSAL, NO_SENTENCE, REFUSES, Citations, Rules, quote, verdict_on
from harness.verify._denied.said_there import SAID
from harness.verify._judge import judge_claim, stands_with_another
from harness.verify._whose.antecedents import spelled_out

_KEPT_CHARACTERS = 8_000_000
_KEPT_VERDICTS, _KEPT_LENGTH = 256, 20_000
_OTHERS = 20


class Options(Frozen):
    """Nothing to choose: thresholds are fixed in the code, and docs/verifier.md says how they were found."""


def make(_options: Options, *, citation: str, refusal: str, citations: Citations) -> Verifier:
    """Return the verifier of a template's citation and refusal.

    `citations` says what an uncited sentence is: `required` refuses it, `checked` compares it with all spans, and
    `ignored` compares every sentence with all spans, whatever it cites.
    """
    return TypedVerifier(Rules(citation, refusal, citations))


class TypedVerifier:
    """Checks claims against spans; parsed spans are kept, up to eight million characters, for the next answer.

    The last verdicts are kept too, where answer and spans are not long: rewordings of a question often get the same answer from
    the same spans.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._passages: OrderedDict[str, Passage] = OrderedDict()
        self._characters = 0
        self._verdicts: OrderedDict[tuple[str, tuple[str, ...], tuple[str, ...]], Verdict] = OrderedDict()

    def verify(self, answer: str, spans: Sequence[str], sources: Sequence[str] = ()) -> Verdict:
        """Return the verdict with one claim for each sentence; its reason is that of the first not supported one."""
        if len(answer) + sum(map(len, spans)) > _KEPT_LENGTH:
            return self._verify(answer, spans, sources)
        key = answer, tuple(spans), tuple(sources)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self._verdicts[key] = self._verify(*key)
            if len(self._verdicts) > _KEPT_VERDICTS:
                self._verdicts.popitem(last=False)
        return verdict

    def _verify(self, answer: str, spans: Sequence[str], sources: Sequence[str]) -> Verdict:
        if not answer.strip():
            return Verdict(verdict="unsupported", reason=NO_SENTENCE)
        claims = self._claims(answer, spans, sources)
        kind: RefusalKind = "none"
        if len(answer) > LONGEST_REFUSAL:
            pass
        elif claims and all(c.verdict == "supported" for c in claims):
            # A refusal is never supported, so that looking for one can wait until something is not.
            kind = "hedge" if hedges(answer, line=self._rules.refusal) else "none"
        else:
            refused = read_refusal(answer, line=self._rules.refusal)
            kind = refused.kind
            if kind == "full":
                return REFUSES
            if refused.rest != answer and not any(SAID in c.reason for c in claims):
                claims = self._claims(refused.rest, spans, sources)
        return verdict_on(claims, kind)

    def _claims(self, answer: str, spans: Sequence[str], sources: Sequence[str]) -> tuple[Claim, ...]:
        claims = self._rules.claims(answer)
        befores = ["", *(claim.bare for claim in claims)]
        return tuple(
            [self._claim(claim, before, spans, sources) for claim, before in zip(claims, befores, strict=False)]
        )

    def _claim(self, claim: ClaimText, before: str, spans: Sequence[str], sources: Sequence[str]) -> Claim:
        held = self._rules.held(claim, spans, sources)
        if isinstance(held, Claim):
            return held
        passages = [self._passage(text) for text in held.spans]
        finding = judge_claim(claim.bare, passages, held.where)
        reason = finding.reason
        wrong = None
        if finding.verdict == "supported":
            wrong = self._cited_for_another(claim, held.cited, spans)
            if wrong is None and (meant := spelled_out(claim.bare, before)):
                wrong = stands_with_another(meant, passages, held.where)
        if wrong:
            return Claim(text=claim.text, verdict="unsupported", cited=held.cited, reason=wrong)
        if finding.verdict == "unsupported" and held.cited:
            reason += self._elsewhere(claim.bare, held.cited, spans)
        return Claim(text=claim.text, verdict=finding.verdict, cited=held.cited, reason=reason)

    def _cited_for_another(self, claim: ClaimText, cited: Sequence[int], spans: Sequence[str]) -> str | None:
        """Return the part of a sentence whose own citation does not support it, where another of the sentence does."""
        for part, own in self._rules.parts(claim) if len(cited) > 1 else ():
            others = [n for n in dict.fromkeys(cited) if n not in own]
            if not others or not all(1 <= n <= len(spans) for n in own):
                continue
            if judge_claim(part, [self._passage(spans[n - 1]) for n in own], "").verdict != "supported":
                right = next((n for n in others if self._supports(spans[n - 1], part)), None)
                if right is not None:
                    shown = self._rules.places(own)
                    return f"{quote(part)!r} is not in {shown}, which it cites ({self._rules.shown(right)} supports it)"
        return None

    def _supports(self, span: str, bare: str) -> bool:
        return judge_claim(bare, [self._passage(span)], "").verdict == "supported"

    def _elsewhere(self, bare: str, cited: Sequence[int], spans: Sequence[str]) -> str:
        """Return which span that is not cited supports the claim: a right claim with a wrong citation."""
        for number in [n for n in range(1, len(spans) + 1) if n not in cited][:_OTHERS]:
            if self._supports(spans[number - 1], bare):
                return f" ({self._rules.shown(number)} supports it)"
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
