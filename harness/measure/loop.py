"""What a loop of attempts repaired, broke and cost: each question's first attempt paired with its last.

A first attempt is what a run without the loop would have shown, so that the pairs need no second run. An attempt passes as
a gate counts it: right and supported, or, of a question without an answer, nothing shown.
"""

from __future__ import annotations

from array import array
from collections import Counter

from harness.measure.intervals import rate
from harness.measure.models import Again, Loop
from harness.measure.paired import mcnemar
from harness.types import Attempt, Generation, Move, Record

MOVES: tuple[Move, ...] = ("reason_given", "searched_wider")
NOTHING_JUDGED = "no question can be judged"


def attempt_passes(attempt: Attempt | Record, *, answerable: bool) -> bool | None:
    """Return whether an attempt did what it should; None where nobody can say whether its answer is right."""
    verdict, judgement = attempt.verdict, attempt.judgement
    if (isinstance(attempt, Record) and attempt.fault) or verdict is None:
        return False
    if not answerable:
        return verdict.verdict in {"abstained", "unsupported"}
    if judgement is None or judgement.correct is None:
        return None
    return judgement.correct and verdict.verdict == "supported"


class LoopTally:
    """Adds up records one at a time; it keeps the ids of those that changed, and the time of each further attempt."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._moves: Counter[tuple[Move, str]] = Counter()
        self._changed: dict[str, list[str]] = {"repaired": [], "broke": []}
        self._seconds = array("d")
        self._tokens: int | None = None

    def add(self, record: Record) -> None:
        """Count one record."""
        answerable, attempts = record.question.answerable, record.attempts
        last = attempt_passes(record, answerable=answerable)
        first = attempt_passes(attempts[0], answerable=answerable) if attempts else last
        self._counts["questions"] += 1
        if first is not None and last is not None:
            self._counts["judged"] += 1
            self._counts["first"] += first
            self._counts["last"] += last
        if not attempts:
            return
        change = "repaired" if last and not first else "broke" if first and not last else "same"
        self._counts["again"] += 1
        self._counts["answers"] += len(attempts)
        self._seconds.append(sum(record.seconds.values()) - sum(attempts[0].seconds.values()))
        for generation in (*(attempt.generation for attempt in attempts[1:]), record.generation):
            self._add_tokens(generation)
        for move in dict.fromkeys(attempt.then for attempt in attempts):
            self._moves[move, "questions"] += 1
            self._moves[move, change] += 1
        if change in self._changed:
            self._changed[change].append(record.question.id)

    def merge(self, later: LoopTally) -> None:
        """Count also what `later` counted, of records that follow these."""
        self._counts.update(later._counts)
        self._moves.update(later._moves)
        for change, ids in later._changed.items():
            self._changed[change].extend(ids)
        self._seconds.extend(later._seconds)
        if later._tokens is not None:
            self._tokens = (self._tokens or 0) + later._tokens

    def _add_tokens(self, generation: Generation | None) -> None:
        if generation and generation.prompt_tokens is not None:
            self._tokens = (self._tokens or 0) + generation.prompt_tokens + (generation.answer_tokens or 0)

    def loop(self) -> Loop:
        """Return what was counted so far."""
        counts, changed = self._counts, self._changed
        return Loop(
            questions=counts["questions"],
            tried_again=counts["again"],
            first=rate(counts["first"], counts["judged"], NOTHING_JUDGED),
            last=rate(counts["last"], counts["judged"], NOTHING_JUDGED),
            repaired=len(changed["repaired"]),
            broke=len(changed["broke"]),
            p=mcnemar(len(changed["broke"]), len(changed["repaired"])),
            moves=tuple(
                Again(
                    move=move,
                    questions=self._moves[move, "questions"],
                    repaired=self._moves[move, "repaired"],
                    broke=self._moves[move, "broke"],
                )
                for move in MOVES
            ),
            extra_answers=counts["answers"],
            extra_tokens=self._tokens,
            extra_seconds=round(sum(self._seconds), 6),
            repaired_ids=tuple(changed["repaired"]),
            broke_ids=tuple(changed["broke"]),
        )
