"""One question as the rules see it: the record, its ledger, and what became of the answer."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from harness.types import LedgerRow, Record, RunStart


@dataclass(frozen=True, slots=True)
class Case:
    """A record with what the rules ask of it."""

    record: Record
    start: RunStart
    ledger: tuple[LedgerRow, ...]
    loss: LedgerRow | None
    act: str
    as_of: dt.date | None

    @property
    def correct(self) -> bool | None:
        """Whether the answer is right; None where that cannot be known."""
        return self.record.judgement.correct if self.record.judgement else None

    @property
    def supported(self) -> bool:
        """Whether the verifier let every claim pass."""
        return self.record.verdict is not None and self.record.verdict.verdict == "supported"

    @property
    def answered(self) -> bool:
        """Whether the log holds the answer, rather than its outcome alone."""
        return self.record.generation is not None

    @property
    def evidence(self) -> bool | None:
        """Whether every evidence group reached the model; None without labels."""
        return None if not self.ledger else self.loss is None
