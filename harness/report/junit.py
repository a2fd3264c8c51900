"""JUnit XML: one test case a question, the reason as its message, for every CI that reads such files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from harness.attribute.rules import attribute
from harness.compare import Comparison
from harness.log.reader import Log
from harness.report.comparison import label
from harness.report.origin import at_stage
from harness.types import Attribution, Record

State = Literal["passed", "failure", "error", "skipped"]

_ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, not even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question as a test case; `group` is its type, `kind` the bucket, `message` the reason."""

    name: str
    group: str
    state: State
    kind: str = ""
    message: str = ""
    seconds: float = 0.0


def document(suite: str, cases: Iterable[Case]) -> str:
    """Return the XML of a suite; a case is about 200 bytes in memory."""
    counts: Counter[State] = Counter()
    body = []
    for case in cases:
        counts[case.state] += 1
        body.append(_case(case))
    totals = " ".join(
        f'{name}="{number}"'
        for name, number in (
            ("tests", counts.total()),
            ("failures", counts["failure"]),
            ("errors", counts["error"]),
            ("skipped", counts["skipped"]),
        )
    )
    opening = f"<testsuites {totals}>\n<testsuite name={_attribute(suite)} {totals}>"
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', opening, *body, "</testsuite>\n</testsuites>\n"])


def case_of(record: Record, found: Attribution) -> Case:
    """Return a record as a case of its run: a fault is an error, what nobody can judge is skipped."""
    state: State = "failure"
    if found.bucket in {"correct", "true_abstention"}:
        state = "passed"
    elif found.bucket == "harness_fault":
        state = "error"
    elif found.bucket == "undecidable":
        state = "skipped"
    kind = f"{found.bucket}{at_stage(found.stage)}"
    question = record.question
    return Case(question.id, question.type, state, kind, found.why, sum(record.seconds.values()))


def changed_cases(compared: Comparison) -> Iterator[Case]:
    """Yield each changed question: newly failing ones fail, or are an error where the candidate did not measure them."""
    for change in compared.changes:
        moved = f"{label(change.before)} → {label(change.after)}"
        message = f"{moved}; before: {change.before.why}; after: {change.after.why}"
        state: State = "passed" if change.kind == "newly_passing" or change.after.passes else "skipped"
        if change.kind == "newly_failing":
            state = "error" if change.after.bucket in {None, "harness_fault"} else "failure"
        yield Case(change.id, change.type, state, moved, message)


def unchanged_cases(compared: Comparison, candidate: Log) -> Iterator[Case]:
    """Yield each question that is as it was: passed, or skipped with the reason for which it still fails."""
    changed = {change.id for change in compared.changes}
    for record in candidate.records():
        if record.question.id not in changed:
            case = case_of(record, attribute(record, candidate.start))
            yield (
                case if case.state == "passed" else replace(case, state="skipped", message=f"as before: {case.message}")
            )


def gate_case(comparison: Comparison) -> Case:
    """Return the verdict as a case of its own, so that a suite fails when the gate does."""
    states: dict[str, State] = {"PASS": "passed", "FAIL": "failure", "INCONCLUSIVE": "skipped"}
    return Case("gate", "gate", states[comparison.verdict], comparison.verdict, comparison.reason)


def _case(case: Case) -> str:
    opening = f'<testcase name={_attribute(case.name)} classname={_attribute(case.group)} time="{case.seconds:.3f}"'
    if case.state == "passed":
        return f"{opening}/>"
    if case.state == "skipped":
        return f"{opening}><skipped message={_attribute(case.message)}/></testcase>"
    said = escape(_legal(case.message))
    inner = f"<{case.state} type={_attribute(case.kind)} message={_attribute(case.message)}>{said}</{case.state}>"
    return f"{opening}>{inner}</testcase>"


def _attribute(text: str) -> str:
    return quoteattr(_legal(text))


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
