"""A run's summary, kept beside its log as `summary.json`, so that a report of a million records reads none of them.

It names the log's size and time, the digest of the code that made it and a checksum, and is made again from the records
where any of them does not hold. It tells no more failures than `KEPT_FAILURES`, one of each kind first; whoever wants more
of them reads the records.
"""

from __future__ import annotations

import json
import os
import zlib
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from harness.log.files import records_file
from harness.log.reader import Log
from harness.measure.models import Summary
from harness.measure.summary import Summariser
from harness.measure.tally import PART_BYTES, tally_log
from harness.run import code_digest

SUMMARY = "summary.json"
KEPT_FAILURES = 20
UNFINISHED = "unfinished"


def summarise(log: Log, *, max_failures: int | None, part_bytes: int = PART_BYTES) -> Summary:
    """Return the summary of a log with that many failures told (None: all, in log order), from what is kept if it will do."""
    if max_failures is not None and max_failures <= KEPT_FAILURES:
        kept = read_summary(log.path.parent)
        if kept:
            return with_failures(kept, max_failures)
    before = _stamp(log.path.parent)
    empty = Summariser(log.start, max_failures=failures_to_keep(max_failures))
    summariser = tally_log(log, empty, part_bytes=part_bytes)
    problems = [f"line {p.line}: {p.reason}" for p in log.problems]
    summary = summariser.summary(log.end.status if log.end else UNFINISHED, problems)
    if before != _stamp(log.path.parent):  # a run that is still writing
        return with_failures(summary, max_failures)
    return keep_summary(log.path.parent, summary, max_failures)


def failures_to_keep(asked: int | None) -> int | None:
    """Return how many failures a `Summariser` should hold so that its summary can be kept too; None where it cannot."""
    return None if asked is None else max(asked, KEPT_FAILURES)


def with_failures(summary: Summary, limit: int | None) -> Summary:
    """Return a summary that tells the first `limit` of its failures (None: as many as it has) and counts the others."""
    told = summary.failures[:limit]
    left_out = summary.failures_left_out + len(summary.failures) - len(told)
    return summary.model_copy(update={"failures": told, "failures_left_out": left_out})


def keep_summary(folder: Path, summary: Summary, asked: int | None) -> Summary:
    """Write the summary of the log in `folder` beside it, and return it with as many failures as were asked for.

    One that tells all failures, in log order, is not kept. What cannot be written is no error: it can be made again.
    """
    if asked is not None:
        _write(folder, summary)
    return with_failures(summary, asked)


def _write(folder: Path, summary: Summary) -> None:
    content = json.dumps(with_failures(summary, KEPT_FAILURES).model_dump(), separators=(",", ":"))
    head = {"kind": "summary", **_stamp(folder), "checksum": zlib.crc32(content.encode())}
    partial = folder / f"{SUMMARY}.{os.getpid()}"
    try:
        partial.write_text(f'{json.dumps(head)[:-1]}, "summary": {content}}}\n', encoding="ascii")
        partial.replace(folder / SUMMARY)
    except OSError:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def read_summary(folder: Path) -> Summary | None:
    """Return the summary that is kept in `folder`; None where there is none that fits the log and the code as they are."""
    try:
        kept = json.loads((folder / SUMMARY).read_bytes())
        content = json.dumps(kept["summary"], separators=(",", ":"))
        expected = {"kind": "summary", **_stamp(folder), "checksum": zlib.crc32(content.encode())}
        if any(kept.get(name) != value for name, value in expected.items()):
            return None
        return Summary.model_validate(kept["summary"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, ValidationError):
        return None


def _stamp(folder: Path) -> dict[str, object]:
    found = records_file(folder).stat()
    return {"records_bytes": found.st_size, "records_mtime_ns": found.st_mtime_ns, "code": code_digest()}
