"""Why a question failed: one cause with its proof, and what else fired; computed for failures only.

`fired(case)` tells everything that can be shown of an answer, in the order of the stages and, within one, of precedence;
`rules` chooses the first that belongs to the stage it blames. A cause is shown from the record alone. Suspicions of a
source or a label are just that: what is shown is that everything the answer says is in the corpus.

Where the answer is not supported (`generate`), a citation of the wrong span comes first, because the claim itself is good;
then what the claim does wrong in the open (its form, its sums), then what it made up, then what it denies. Where everything
is supported and the answer is wrong (`conclude`): is its source current, and the label's; do sources disagree, or one with
itself or with a label that quotes nothing; does the label agree with its own evidence; was the answer about the question; was
part of the evidence left out, or all of it; was an accepted answer left in the source; else the parts were combined wrongly.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator

from harness.attribute.case import Case
from harness.attribute.conflicts import Conflict, conflict
from harness.attribute.reading import Reading, Said
from harness.attribute.sums import wrong_sum
from harness.index.visibility import is_stale
from harness.text.literal import contains_whole
from harness.text.topic import stems, telling
from harness.types import RETRIEVAL_STAGES, Cause, Chunk, Fired

_INVENTED_WORDS = 0.5
"""A claim of whose telling words fewer than this share stand in any span made the rest up."""
_LENGTH = "length"
_QUOTED = 120
_SUPPORTED_BY = re.compile(r"\(\D*(\d+)\D* supports it\)")
_NUMBER = re.compile(r"-?\d[\d.,]*(?<![.,])")
_YES_OR_NO = frozenset("yes no true false evet hayır doğru yanlış ja nein oui non sí si no 是 否 对 不".split())


def fired(case: Case) -> tuple[Fired, ...]:
    """Return everything that is wrong with a failed question, in the order of the stages; faults first."""
    return (*_faults(case), *_lost(case), *_said(case))


def _faults(case: Case) -> Iterator[Fired]:
    if fault := case.record.fault:
        yield Fired(stage=None, cause=fault.kind, proof=f"{fault.stage}: {fault.message}")


def _lost(case: Case) -> Iterator[Fired]:
    for stage in RETRIEVAL_STAGES:
        for row in case.ledger:
            if row.lost_at == stage and row.cause:
                yield Fired(stage=stage, cause=row.cause, proof=f"{_quoted(row.anchor)}: {row.reason}")


def _said(case: Case) -> Iterator[Fired]:
    """Yield what is wrong with the answer; nothing of one that was right in all it did, or of none."""
    if case.act == "fault" or case.record.generation is None:
        return
    if case.act == "abstained":
        if case.record.question.answerable and case.evidence:
            yield Fired(stage="generate", cause="false_refusal", proof=_quoted(case.record.generation.answer))
        return
    reading = Reading(case.record)
    wrong = [claim for claim in reading.claims if claim.verdict == "unsupported"]
    yield from _of_claims(case, reading, wrong)
    if not case.record.question.answerable:
        if case.act == "answered":
            yield Fired(stage=None, cause="answered_unanswerable", proof=_quoted(case.record.generation.answer))
    elif case.supported and case.correct is False:
        yield from _of_conclusion(case, reading)


# --- generate: a claim that its spans do not support ------------------------------------------------------------------


def _of_claims(case: Case, reading: Reading, wrong: list[Said]) -> Iterator[Fired]:
    seen: set[Cause] = set()
    for check in _CLAIM_CHECKS:
        for claim in wrong:
            found = check(case, reading, claim)
            if found and found[0] not in seen:
                seen.add(found[0])
                yield Fired(stage="generate", cause=found[0], proof=found[1])
    if wrong and not seen:
        yield Fired(stage="generate", cause="unsupported", proof=f"{wrong[0].reason}: {_quoted(wrong[0].bare)}")


ClaimCheck = Callable[[Case, Reading, Said], tuple[Cause, str] | None]


def _wrong_citation(_: Case, reading: Reading, claim: Said) -> tuple[Cause, str] | None:
    absent = [number for number in claim.cited if number not in reading.texts]
    if absent:
        return "wrong_citation", f"it cites span {absent[0]} of {len(reading.texts)}"
    if not claim.cited:
        return None
    number = _supporting(reading, claim)
    if number is None:
        return None
    cited = ", ".join(map(str, claim.cited))
    return "wrong_citation", f"it cites span {cited}, and span {number} holds what it says: {_quoted(claim.bare)}"


def _supporting(reading: Reading, claim: Said) -> int | None:
    """Return a span that is not cited and holds the claim word for word, or supports it as the verifier says."""
    literal = claim.bare.rstrip(" .!?\u3002")
    for number, text in reading.texts.items():
        if number not in claim.cited and literal and contains_whole(literal, text):
            return number
    told = _SUPPORTED_BY.search(claim.reason)
    return int(told[1]) if told else None


def _format(case: Case, reading: Reading, claim: Said) -> tuple[Cause, str] | None:
    made = case.record.generation
    if made is not None and made.finish == _LENGTH:
        return "format", f"the answer was cut after {made.answer_tokens} tokens; raise --num-predict"
    if (
        claim.cited
        or case.start.settings.get("citations", "required") != "required"
        or "no citation" not in claim.reason
    ):
        return None
    if reading.missing_literal(claim) or reading.share_known(claim) < _INVENTED_WORDS:
        return None
    return "format", f"no citation, though the spans have its words: {_quoted(claim.bare)}"


def _arithmetic(_: Case, reading: Reading, claim: Said) -> tuple[Cause, str] | None:
    numbers = [n for n in claim.cited if n in reading.texts] or list(reading.texts)
    wrong = wrong_sum(claim.bare, [reading.texts[n] for n in numbers])
    return ("arithmetic", wrong) if wrong else None


def _invented(_: Case, reading: Reading, claim: Said) -> tuple[Cause, str] | None:
    if literal := reading.missing_literal(claim):
        return "invented", f"{literal!r} is in no span"
    known = reading.share_known(claim)
    if known < _INVENTED_WORDS:
        return "invented", f"{1 - known:.0%} of its words are in no span: {_quoted(claim.bare)}"
    return None


def _contradicted(case: Case, reading: Reading, claim: Said) -> tuple[Cause, str] | None:
    if " stands with " in claim.reason:
        return "contradicted_evidence", claim.reason
    cited = [n for n in claim.cited if n in reading.texts]
    others = sorted(reading.carrying & reading.texts.keys() | set(cited))
    if found := conflict(claim.bare, reading.sentences_of(others, claim), case.record.question.question):
        return "contradicted_evidence", _conflicting(found)
    words = frozenset(claim.words)
    for number, sentence in reading.sentences_of(others, claim):
        shared = words.intersection(telling(sentence))
        if words and len(shared) / len(words) >= _SAME_STATEMENT:
            return "contradicted_evidence", f"span {number} says {_quoted(sentence)}; {claim.reason}"
    return None


_SAME_STATEMENT = 0.5


def _ignored_unsupported(_: Case, reading: Reading, claim: Said) -> tuple[Cause, str] | None:
    if reading.carrying and claim.cited and reading.carrying.isdisjoint(claim.cited):
        spans = ", ".join(map(str, sorted(reading.carrying)))
        return "ignored_evidence", f"it cites span {', '.join(map(str, claim.cited))}; the evidence is in span {spans}"
    return None


_CLAIM_CHECKS: tuple[ClaimCheck, ...] = (
    _wrong_citation,
    _format,
    _arithmetic,
    _invented,
    _contradicted,
    _ignored_unsupported,
)


# --- conclude: every claim supported, and the answer wrong ------------------------------------------------------------


def _of_conclusion(case: Case, reading: Reading) -> Iterator[Fired]:
    seen: set[Cause] = set()
    for check in _CONCLUSION_CHECKS:
        # What was made of the evidence is a question only where all of it arrived.
        found = None if case.loss and check in _OF_EVIDENCE else check(case, reading)
        if found and found[0] not in seen:
            seen.add(found[0])
            yield Fired(stage="conclude", cause=found[0], proof=found[1])
    if not seen and not case.loss and (left := _left_in_source(case, reading)):
        yield Fired(stage="conclude", cause=left[0], proof=left[1])
    elif not seen:
        cited = ", ".join(reading.chunks[n].chunk_id for n in reading.cited) or "uncited spans"
        proof = f"every claim is supported, from {cited}, and the answer is wrong"
        yield Fired(stage="conclude", cause="combined", proof=proof)


ConclusionCheck = Callable[[Case, Reading], tuple[Cause, str] | None]


def _off_question(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    question = case.record.question
    anchors = [anchor.text for group in question.evidence for anchor in group.alternatives]
    topic = stems(" ".join([question.question, *question.answers, *anchors]))
    said = stems(" ".join(claim.bare for claim in reading.claims))
    if said and topic and topic.isdisjoint(said):
        return "off_question", "no claim shares a telling word with the question, its answers or its evidence"
    return None


def _stale(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    stale = stale_sources(reading, case.as_of)
    if not stale:
        return None
    named = ", ".join(f"{c.chunk_id} (status {c.metadata.get('status', 'not given')})" for c in stale)
    return "stale_source", f"it rests on {named}, which is not current"


def stale_sources(reading: Reading, as_of: dt.date | None) -> list[Chunk]:
    """Return the chunks that are not current among those that an answer cites; where it cites none, that alone say a claim of it."""
    said_in = [reading.cited] if reading.cited else [reading.saying(claim) for claim in reading.claims]
    stale: dict[str, Chunk] = {}
    for numbers in said_in:
        old = {c.chunk_id: c for n in numbers if is_stale((c := reading.chunks[n]).metadata, as_of)}
        # What a current span says too may be from there.
        if reading.cited or len(old) == len({reading.chunks[n].chunk_id for n in numbers}):
            stale.update(old)
    return list(stale.values())


def _label_by_superseded_gold(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    gold = [reading.chunks[n] for n in sorted(reading.carrying) if n in reading.chunks]
    stale = [chunk.chunk_id for chunk in gold if is_stale(chunk.metadata, case.as_of)]
    if stale and len(stale) == len(gold) and reading.cited and reading.carrying.isdisjoint(reading.cited):
        cited = ", ".join(reading.chunks[n].chunk_id for n in reading.cited)
        return (
            "label_error",
            f"the gold evidence is in {', '.join(stale)}, superseded; the answer rests on {cited}, current",
        )
    return None


def _label_against_evidence(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    if not reading.answered or not all(reading.answered):
        return None
    answers = case.record.question.answers
    if not answers or all(_may_be_derived(answer) for answer in answers):
        return None
    texts = list(reading.texts.values())
    if any(contains_whole(answer.casefold(), text.casefold()) for answer in answers for text in texts):
        return None
    if not case.record.question.evidence:
        told = f"the answer rests on the gold document, and no span holds {_quoted(answers[0])}"
        return "label_error", f"{told}: another part of the document may, or the label is wrong"
    return "label_error", (
        f"the answer says what all the evidence says, and no span holds {_quoted(answers[0])}: "
        "the anchor and the expected answer disagree"
    )


def _may_be_derived(answer: str) -> bool:
    folded = answer.strip(" .!").casefold()
    return folded in _YES_OR_NO or folded.replace(",", "").replace(".", "").isdecimal()


def _conflicting_sources(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    for claim in reading.claims:
        documents = {reading.chunks[n].doc_id for n in claim.cited if n in reading.chunks}
        others = [
            n
            for n, chunk in reading.chunks.items()
            if chunk.doc_id not in documents and not is_stale(chunk.metadata, case.as_of)
        ]
        if documents and (
            found := conflict(claim.bare, reading.sentences_of(others, claim), case.record.question.question)
        ):
            return "conflicting_sources", _conflicting(found)
    return None


def _source_against_itself(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    for claim in reading.claims:
        documents = {reading.chunks[n].doc_id for n in claim.cited if n in reading.chunks}
        same = [n for n in sorted(reading.carrying) if n in reading.chunks and reading.chunks[n].doc_id in documents]
        if found := conflict(claim.bare, reading.sentences_of(same, claim), case.record.question.question):
            return "source_error", f"the source says two things: {_conflicting(found)}"
    return None


def _incomplete(_: Case, reading: Reading) -> tuple[Cause, str] | None:
    if any(reading.answered) and not all(reading.answered):
        left = [place for place, done in enumerate(reading.answered) if not done]
        anchors = "; ".join(_quoted(anchors[0].text) for place in left if (anchors := reading.anchors(place)))
        return "incomplete", f"{len(left)} of {len(reading.answered)} evidence groups not in the answer: {anchors}"
    return None


def _combined(_: Case, reading: Reading) -> tuple[Cause, str] | None:
    if len(reading.answered) > 1 and all(reading.answered):
        return "combined", f"it says what each of {len(reading.answered)} evidence groups says, and concludes wrongly"
    return None


def _ignored(_: Case, reading: Reading) -> tuple[Cause, str] | None:
    if reading.answered and not any(reading.answered):
        spans = ", ".join(map(str, sorted(reading.carrying)))
        cited = ", ".join(map(str, reading.cited)) or "no span"
        return "ignored_evidence", f"it cites {cited} and says nothing of the evidence, which is in span {spans}"
    return None


def _single_source(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    """Suspect a current source that gives another value for what the label says, where no span holds the label's.

    Evidence that is quoted is the label's own: where it differs from the expected answer, the label does.
    """
    if case.record.question.evidence:
        return None
    chunks = {reading.chunks[n].chunk_id: reading.chunks[n] for n in reading.cited}
    if len(chunks) != 1 or any(is_stale(c.metadata, case.as_of) for c in chunks.values()):
        return None
    if _label_in(case, [*reading.texts.values(), *(chunk.text for chunk in chunks.values())]):
        return None
    for answer in case.record.question.answers:
        for claim in reading.claims:
            if other := _other_value(answer, claim.bare):
                told = f"{next(iter(chunks))}, which is current, says {other!r}, the label {_quoted(answer)}"
                return "source_error", told
    return None


def _label_in(case: Case, texts: Iterable[str]) -> str | None:
    """Return the first accepted answer that stands in any of some texts."""
    folded = [text.casefold() for text in texts]
    answers = case.record.question.answers
    return next((a for a in answers if any(contains_whole(a.casefold(), text) for text in folded)), None)


def _other_value(answer: str, said: str) -> str | None:
    """Return what a claim says where an accepted answer has a number: the same words with another one."""
    folded = " ".join(answer.casefold().split())
    if not _NUMBER.search(folded) or not telling(_NUMBER.sub(" ", folded)):
        return None
    pattern = _NUMBER.pattern.join(map(re.escape, _NUMBER.split(folded)))
    found = re.search(rf"(?<![\w.,-]){pattern}(?!\w)", " ".join(said.casefold().split()))
    return found[0] if found and found[0] != folded else None


def _left_in_source(case: Case, reading: Reading) -> tuple[Cause, str] | None:
    """Tell of an accepted answer that stands in a span the answer cites and that it does not give."""
    for number in reading.cited:
        held = _label_in(case, [reading.texts[number]])
        if held and not _may_be_derived(held) and not _label_in(case, [claim.bare for claim in reading.claims]):
            return "incomplete", f"span {number}, which it cites, holds {_quoted(held)}, and the answer leaves that out"
    return None


_CONCLUSION_CHECKS: tuple[ConclusionCheck, ...] = (
    _stale,
    _label_by_superseded_gold,
    _conflicting_sources,
    _source_against_itself,
    _single_source,
    _label_against_evidence,
    _off_question,
    _incomplete,
    _combined,
    _ignored,
)
_OF_EVIDENCE = frozenset(
    {
        _label_by_superseded_gold,
        _label_against_evidence,
        _incomplete,
        _combined,
        _ignored,
        _single_source,
    }
)


def _conflicting(found: Conflict) -> str:
    return f"{found.ours!r} in the answer, {found.theirs!r} in span {found.number}: {_quoted(found.sentence)}"


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _QUOTED else f"{line[: _QUOTED - 1]}…")
