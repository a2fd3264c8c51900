"""Answering in a bounded loop: what was refused or not found is tried once more, with the reason or in a wider search.

After an answer that the verifier refused, the model is told why, once, over the same context. After an abstention the
question is searched again with twice the k, as long as there are candidates left. An answer that is shown ends the loop,
and so does a fault. Nothing here knows whether an answer is right: the loop sees what a deployed system would see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from harness.pipeline import Stages, answer, answer_again
from harness.prompt import PromptTemplate, fence_for
from harness.text.citations import show_citation
from harness.text.printable import one_line
from harness.types import Attempt, Move, Question, Record


async def answer_in_attempts(question: Question, stages: Stages) -> Record:
    """Answer one question in at most `settings.attempts` attempts; the record is the last one's, the others are in it.

    `seconds` are those of all attempts together. A fault of a later attempt is the record's.
    """
    record = await answer(question, stages)
    earlier: list[Attempt] = []
    k = stages.settings.k
    while len(earlier) + 1 < stages.settings.attempts and (move := next_move(record, earlier, k)):
        k = 2 * k if move == "searched_wider" else k
        earlier.append(_attempt(record, move, k))
        if move == "searched_wider":
            record = await answer(question, _wider(stages, k))
        else:
            record = await answer_again(told_why(record, stages.template), "generate", stages)
    if not earlier:
        return record
    seconds: Counter[str] = Counter(record.seconds)
    for attempt in earlier:
        seconds.update(attempt.seconds)
    total = {step: round(taken, 6) for step, taken in seconds.items()}
    return record.model_copy(update={"attempts": tuple(earlier), "seconds": total})


def next_move(record: Record, earlier: Sequence[Attempt], k: int) -> Move | None:
    """Return what to try after an attempt; None where it is the last."""
    if record.fault or record.verdict is None or (record.generation and record.generation.prompt_cut):
        return None
    if record.verdict.verdict == "unsupported" and not any(a.then == "reason_given" for a in earlier):
        return "reason_given"
    found = len((record.ranking or record.candidates).chunk_ids)
    if record.verdict.verdict == "abstained" and found > k:
        return "searched_wider"
    return None


def told_why(record: Record, template: PromptTemplate) -> Record:
    """Return a refused record with a prompt that shows the answer, says why it was refused, and asks again."""
    answered = record.generation.answer if record.generation else ""
    fence = fence_for([answered])
    reason = one_line(record.verdict.reason if record.verdict else "") or "the spans do not support it"
    again = (
        f"{record.prompt}\n\nYour earlier answer was:\n{fence}\n{answered}\n{fence}\nIt was refused: {reason}.\n"
        "Answer again, only with what the spans say, and cite the span after each sentence, for example"
        f" {show_citation(template.citation, 1)}. If they do not answer the question, write: {template.refusal}"
    )
    # Steps that are not done again must not count twice.
    return record.model_copy(update={"prompt": again, "seconds": {}})


def _wider(stages: Stages, k: int) -> Stages:
    return replace(stages, settings=stages.settings.model_copy(update={"k": k}))


def _attempt(record: Record, then: Move, k: int) -> Attempt:
    return Attempt(
        then=then,
        k=k,
        spans=record.spans,
        dropped=record.dropped,
        prompt=record.prompt,
        generation=record.generation,
        verdict=record.verdict,
        judgement=record.judgement,
        trace=record.trace,
        seconds=record.seconds,
    )
