"""What is kept of each parsed file, so that an unchanged one is not parsed again and an interrupted run goes on.

A part is three lines: what the report says of the file, its line of `corpus.jsonl`, its line of `raw.jsonl`. It is named
after a hash of the file, its `doc_id`, the options and the parsers, so it is never stale; it is written aside and renamed,
so it is whole or not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib import metadata
from itertools import islice
from pathlib import Path
from typing import Any

from harness.errors import InputError
from harness.ingest.parsed import Finding, Format, Options, Parsed

try:
    import fcntl
except ImportError:  # a platform without it has no lock that ends with its process
    fcntl = None  # type: ignore[assignment]

LIBRARIES = ("chardet", "lxml", "mammoth", "markdown-it-py", "pdfplumber", "pypdfium2")
_ASIDE = ".harness-aside"
EDGE_LINES = 15
"""Lines at either end of a web page that are compared with those of the others."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a report needs to know of one parsed file."""

    doc_id: str
    format: Format
    pages: int
    characters: int
    findings: tuple[Finding, ...]
    edge_lines: tuple[str, ...] = ()


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold the parts of a golden set for one process at a time; what a killed one left half written is removed.

    Raises `InputError` where another process has them. The lock ends with its process, however that ends.
    """
    with (folder / "lock").open("wb") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(f"{folder}: another harness ingest is writing there; wait for it, or end it") from None
        for left in (*folder.glob(f".*{_ASIDE}"), *folder.parent.glob(f".*{_ASIDE}")):
            left.unlink(missing_ok=True)
        yield


def part_name(doc_id: str, digest: str, options: Options) -> str:
    """Return the name of the part of a file whose content has this SHA-256."""
    what = json.dumps([doc_id, digest, asdict(options), _parsers()])
    return hashlib.sha256(what.encode()).hexdigest()[:32] + ".jsonl"


def write_part(path: Path, doc_id: str, kind: Format, digest: str, parsed: Parsed) -> None:
    """Write the part of one file."""
    lines = parsed.text.split("\n") if kind == "html" else []
    edges = dict.fromkeys(line.strip() for line in (*lines[:EDGE_LINES], *lines[-EDGE_LINES:]) if line.strip())
    summary = Summary(doc_id, kind, len(parsed.page_starts), len(parsed.text), parsed.findings, tuple(edges))
    document: dict[str, Any] = {
        "doc_id": doc_id,
        "text": parsed.text,
        "title": parsed.title,
        "metadata": {"format": kind},
    }
    if parsed.page_starts:
        document["metadata"]["pages"] = len(parsed.page_starts)
        document["page_starts"] = parsed.page_starts
    document["source_sha256"] = digest
    views = [asdict(view) for view in parsed.views if view.text.strip()]
    rows = (asdict(summary), document, {"doc_id": doc_id, "source_sha256": digest, "views": views})
    _write_aside(path, map(_json_line, rows))


def read_summary(path: Path) -> Summary | None:
    """Return what a part says of its file; null where there is none that is whole."""
    try:
        with path.open("rb") as lines:
            first, *rest = islice(lines, 3)
            fields = json.loads(first)
            if len(rest) != 2 or not rest[-1].endswith(b"\n"):  # noqa: PLR2004 -- the other two of the three lines
                return None
            findings = tuple(Finding(f["kind"], f["message"], tuple(f["pages"])) for f in fields["findings"])
            return Summary(**{**fields, "findings": findings, "edge_lines": tuple(fields["edge_lines"])})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def merge_parts(parts: Iterable[Path], out: Path, about: Mapping[str, Any]) -> None:
    """Write `corpus.jsonl`, `raw.jsonl` and `ingest.json` from parts in their order; each file appears whole.

    `ingest.json` is `about` with the hash of the corpus. Raises `InputError` where the folder cannot be written.
    """
    names = list(parts)
    try:
        _write_aside(out / "raw.jsonl", (_line(part, 2) for part in names))
        digest = _write_aside(out / "corpus.jsonl", (_line(part, 1) for part in names))
        document = json.dumps({**about, "corpus_sha256": digest}, indent=2) + "\n"
        _write_aside(out / "ingest.json", [document.encode("ascii")])
    except OSError as error:
        raise InputError(
            f"{out}: {error.strerror}; make room or choose another folder with -o, then try again"
        ) from None


def forget_others(folder: Path, kept: Iterable[Path]) -> None:
    """Delete the parts of files that have changed or gone."""
    names = {path.name for path in kept}
    for path in folder.glob("*.jsonl"):
        if path.name not in names:
            with suppress(OSError):
                path.unlink()


def _json_line(row: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(row, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # a lone surrogate in a broken file has no UTF-8
        return json.dumps(row).encode("ascii") + b"\n"


def _line(part: Path, number: int) -> bytes:
    with part.open("rb") as lines:
        return next(islice(lines, number, None))


def _write_aside(path: Path, lines: Iterable[bytes]) -> str:
    """Write a file under another name, rename it, and return the SHA-256 of what it holds."""
    digest = hashlib.sha256()
    handle, aside = tempfile.mkstemp(prefix=f".{path.name}.", suffix=_ASIDE, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for line in lines:
                digest.update(line)
                file.write(line)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).chmod(0o644)
        Path(aside).replace(path)
    finally:
        Path(aside).unlink(missing_ok=True)
    return digest.hexdigest()


@cache
def _parsers() -> str:
    """Return a hash of the code that parses and the versions of the libraries it uses."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for module in (*sorted((root / "ingest").rglob("*.py")), *sorted((root / "text").glob("*.py"))):
        digest.update(module.name.encode() + b"\0" + module.read_bytes())
    for name in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            digest.update(f"{name} {metadata.version(name)}".encode())
    return digest.hexdigest()
