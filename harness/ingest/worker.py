"""One process that parses files: a request a line on stdin, answers as lines on stdout. `python -m harness.ingest.worker`.

It catches nothing but what parsers raise on purpose. Whatever else happens (an exception in a library, a crash in C, too
much memory) ends this process, and the one that asked reports the file and starts another.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from harness.ingest.parsed import MEMORY_BYTES, Finding, Format, Options, Parsed, Source, UnreadableError
from harness.ingest.parts import part_name, read_summary, write_part
from harness.ingest.sniff import sniff

TICK_SECONDS = 0.2


def main() -> None:
    """Answer requests until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks; it ends this one
    _bound_memory()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # a library that prints must not be taken for an answer
    for line in sys.stdin.buffer:
        _say(answers, _answer(json.loads(line), answers))


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not every system can
        import resource  # noqa: PLC0415 -- not every system has it

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _answer(request: dict[str, Any], answers: BinaryIO) -> dict[str, Any]:
    try:
        content = Path(request["path"]).read_bytes()
    except OSError as error:
        return {"unreadable": f"{error.strerror}; make the file readable"}
    try:
        return _parse(content, request, answers)
    except UnreadableError as error:
        return {"unreadable": str(error)}
    except OSError as error:  # the part cannot be written: no fault of the file
        return {"unwritable": error.strerror or str(error)}


def _parse(content: bytes, request: dict[str, Any], answers: BinaryIO) -> dict[str, Any]:
    promised: Format = request["format"]
    doc_id, options = request["doc_id"], Options(**request["options"])
    digest = hashlib.sha256(content).hexdigest()
    name = part_name(doc_id, digest, options)
    part = Path(request["parts"], name)
    known = read_summary(part)
    if known is None:
        kind = sniff(content, promised)
        parsed = _module(kind).parse(Source(content, options, _Ticks(answers)))
        write_part(part, doc_id, kind, digest, _renamed(parsed, kind, promised))
    return {"part": name, "unchanged": known is not None}


def _module(kind: Format) -> Any:
    return importlib.import_module(f"harness.ingest.formats.{kind}")


def _renamed(parsed: Parsed, kind: Format, promised: Format) -> Parsed:
    if kind == promised:
        return parsed
    finding = Finding("misnamed", f"named .{promised}, read as the {kind} it is")
    return Parsed(parsed.text, parsed.title, parsed.page_starts, parsed.views, (finding, *parsed.findings))


class _Ticks:
    """Says how far a long file is, a few times a second."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._due = time.monotonic() + TICK_SECONDS

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        if now >= self._due:
            self._due = now + TICK_SECONDS
            _say(self._answers, {"pages": done, "of": of})


def _say(answers: BinaryIO, what: dict[str, Any]) -> None:
    answers.write(json.dumps(what).encode("ascii") + b"\n")


if __name__ == "__main__":
    main()
