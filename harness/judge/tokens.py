"""Right if the answer says enough of an accepted answer: every number, date and name by value, words weighed by rarity.

For short accepted answers nearly all is needed, for long ones two fifths of the weight. Numbers and dates must all be
there, whatever their spelling: 1,000 and 1000, 5 July and July 5. Words the question has too weigh a quarter. An answer
that says the right value and a rival one, "48 or 72 hours", or that denies the right one, is not right.

After RAGChecker's token baseline (arXiv:2408.08067), where the IDF-weighted recall of the reference's tokens agreed with
people as well as claims that a language model extracted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from harness.judge._compare import Match, denies, match, rarity_of
from harness.judge._normalise import no_accepted_answers, normalise, quoted, without_footnotes
from harness.protocols import Judge
from harness.text.claims import strip_markers
from harness.text.refusals import refusal
from harness.types import Frozen, Judgement, Question

_SHORT = 4
_LONG = 12
_WITHOUT_THE_FIRST = 0.5
"""What a short accepted answer needs of which only words that narrow it are missing, before the others."""
_YES = frozenset("yes ja oui si sí evet 是 是的 はい yep correct true".split())
_NO = frozenset("no nein non hayır 不 不是 否 いいえ nope incorrect false".split())
_SHOWN = 6


class Options(Frozen):
    """`long` and `short` are the shares of weight that a long and a short accepted answer need."""

    long: float = Field(default=0.4, gt=0, le=1)
    short: float = Field(default=0.75, gt=0, le=1)


def make(options: Options) -> Judge:
    """Return the judge; until it has learned from texts all content words weigh alike."""
    return Tokens(options)


class Tokens:
    """Compares words and literals."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._rarity: Mapping[str, float] = {}

    def learn(self, texts: Iterable[str]) -> None:
        """Weigh words by their idf in `texts`, a corpus, say."""
        self._rarity = rarity_of(texts)

    def judge(self, answer: str, question: Question) -> Judgement:
        """Return whether any accepted answer is said; the reason names what is missing from the closest one."""
        if not question.answers:
            return no_accepted_answers("tokens")
        judged = self._judge(strip_markers(answer, citation="[S{n}]"), question)
        if not judged.correct and (plain := without_footnotes(answer)) != answer:
            again = self._judge(plain, question)
            return again if again.correct else judged
        return judged

    def _judge(self, answer: str, question: Question) -> Judgement:
        said = refusal(answer, line="")
        if said.kind == "full" and not any(refusal(a, line="").kind == "full" for a in question.answers):
            return _wrong(f"the answer refuses; {quoted(question.answers)} was expected")
        given = answer if _quotes(answer, question.answers) else said.rest or answer
        best: tuple[float, str, str] | None = None
        for accepted in question.answers:
            if polar := _polar(given, accepted, question.question):
                found, reason = polar
                recall = 1.0 if found else 0.0
            else:
                one = match(given, accepted, question.question, self._rarity)
                found, reason, recall = self._enough(one, accepted)
            if found:
                return Judgement(correct=True, judge="tokens", reason=reason)
            if best is None or recall > best[0]:
                best = recall, accepted, reason
        return _wrong(best[2] if best else f"none of {quoted(question.answers)} is said")

    def _enough(self, one: Match, accepted: str) -> tuple[bool, str, float]:
        need = self._need(one)
        lost = [m for m in one.missing if any(c.isdigit() for c in m)]
        shown = ", ".join(one.missing[:_SHOWN])
        if one.against:
            return False, f"{one.against}; {quoted([accepted])} was expected", one.recall
        if lost and one.literals:
            return False, f"{', '.join(lost[:_SHOWN])} of {quoted([accepted])} is not said", one.recall
        if one.recall < need:
            return (
                False,
                f"{one.recall:.0%} of {quoted([accepted])} is said, {need:.0%} is needed; missing: {shown}",
                one.recall,
            )
        return True, f"{one.recall:.0%} of {quoted([accepted])} is said", one.recall

    def _need(self, one: Match) -> float:
        if one.literals and one.words <= _SHORT:
            return min(self._options.short, self._options.long)
        if one.head and one.words <= _SHORT:
            return min(self._options.short, _WITHOUT_THE_FIRST)
        if one.words >= _LONG:
            return self._options.long
        if one.words <= _SHORT:
            return self._options.short
        step = (one.words - _SHORT) / (_LONG - _SHORT)
        return self._options.short + step * (self._options.long - self._options.short)


def _quotes(answer: str, accepted: Sequence[str]) -> bool:
    """Return whether a long accepted answer stands in the answer, so that what sounds like a refusal is part of it."""
    given = normalise(answer)
    return any(len(text.split()) > _SHORT and normalise(text) in given for text in accepted)


def _wrong(reason: str) -> Judgement:
    return Judgement(correct=False, judge="tokens", reason=reason)


def _polar(answer: str, accepted: str, question: str) -> tuple[bool, str] | None:
    """Compare yes with no, where the accepted answer is one of them alone; None where it is not.

    An answer that begins with neither says yes or no by repeating what was asked, as it is or denied.
    """
    wanted = accepted.strip(" .!\"'。").lower()
    if wanted not in _YES and wanted not in _NO:
        return None
    first = answer.strip(" \"'*_").split(maxsplit=1)[:1]
    word = first[0].strip(" .,!;:\"'。，*").lower() if first else ""
    if word not in _YES | _NO and (denied := denies(answer, question)) is not None:
        return denied == (wanted in _NO), f"the answer {'denies' if denied else 'affirms'} what was asked"
    same = word in (_YES if wanted in _YES else _NO)
    return same, f"the answer {'begins' if same else 'does not begin'} with {quoted([accepted])}"
