"""GitHub annotations: workflow commands that show the verdict and the newly failing questions beside a change."""

from __future__ import annotations

from collections.abc import Iterator

from harness.compare import Comparison
from harness.report.comparison import in_words, label, notes
from harness.text.printable import printable

SHOWN = 9
"""GitHub shows ten annotations of a kind for a step; one of them is the verdict."""

_LEVELS = {"PASS": "notice", "FAIL": "error", "INCONCLUSIVE": "warning"}


def comparison(compared: Comparison) -> str:
    """Return one workflow command a line: the verdict, what a reader must know, each newly failing question."""
    return "\n".join(_lines(compared)) + "\n"


def _lines(c: Comparison) -> Iterator[str]:
    said = f"{c.reason}. {in_words(c)}"
    yield _command(_LEVELS[c.verdict], f"{c.verdict}: {c.base.run_id} → {c.candidate.run_id}", said)
    for note in list(notes(c))[:SHOWN]:
        yield _command("warning", "compare", note)
    failing = [change for change in c.changes if change.kind == "newly_failing"]
    for change in failing[:SHOWN]:
        title = f"{change.id}: {label(change.before)} → {label(change.after)}"
        yield _command("error", title, f"{change.question}\nbefore: {change.before.why}\nafter: {change.after.why}")
    if (more := c.changed["newly_failing"] - len(failing[:SHOWN])) > 0:
        yield _command("notice", "compare", f"{more} more newly fail: harness compare prints them")


def _command(level: str, title: str, message: str) -> str:
    return f"::{level} title={_property(title)}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
