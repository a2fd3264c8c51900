"""A folder to files, in an order that stays: what is to be parsed, and what is not with the reason."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.errors import InputError
from harness.ingest.parsed import Format
from harness.ingest.sniff import format_of

_OF_A_SET = frozenset({"corpus.jsonl", "raw.jsonl", "questions.jsonl", "ingest.json", "golden.toml"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file that is to be parsed; `doc_id` is its path from the folder, with `/` whatever the system writes."""

    doc_id: str
    path: Path
    format: Format


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that is left out, and why."""

    doc_id: str
    reason: str


def find_files(folder: Path, out: Path) -> tuple[list[Found], list[Skipped]]:
    """Return the files under `folder` by their `doc_id`, without hidden ones and without what is under `out`.

    Links to folders are not followed, so that no loop is walked. Raises `InputError` for what is no folder.
    """
    if not folder.is_dir():
        what = "a file, not a folder" if folder.exists() else "no such folder"
        raise InputError(f"{str(folder)!r}: {what}; name the folder that holds the documents")
    found: dict[str, Found] = {}
    skipped: list[Skipped] = []
    for path in _walk(folder, out.resolve(), skipped):
        doc_id = _doc_id(path, folder)
        reason = _why_not(path)
        kind = format_of(path.name)
        if reason is None and kind is None:
            reason = f"{path.suffix or 'a name without an ending'} is not read here; save it as txt, md, html, csv, pdf or docx"
        if reason is None and doc_id in found:
            reason = f"its name reads as that of {os.fsencode(found[doc_id].path.name)!r}; rename one"
        if reason is not None:
            skipped.append(Skipped(doc_id, reason))
        elif kind is not None:
            found[doc_id] = Found(doc_id, path, kind)
    return sorted(found.values(), key=lambda f: f.doc_id), sorted(skipped, key=lambda s: s.doc_id)


def _walk(folder: Path, out: Path, skipped: list[Skipped]) -> Iterator[Path]:
    def refused(error: OSError) -> None:
        skipped.append(Skipped(_doc_id(Path(error.filename), folder), f"{error.strerror}; make the folder readable"))

    for here, folders, files in os.walk(folder, onerror=refused):
        below = []
        for name in sorted(folders):
            path = Path(here, name)
            if name.startswith("."):
                continue
            if path.is_symlink():
                skipped.append(
                    Skipped(_doc_id(path, folder), "a link to a folder, not followed; name that folder itself")
                )
            elif path.resolve() != out:
                below.append(name)
        folders[:] = below
        own = _OF_A_SET if Path(here).resolve() == out else frozenset()
        yield from (Path(here, name) for name in files if not name.startswith(".") and name not in own)


def _why_not(path: Path) -> str | None:
    try:
        status = path.stat()
    except OSError as error:
        return f"{error.strerror}; mend the link or delete it"
    if not stat.S_ISREG(status.st_mode):
        return "neither a file nor a folder (a pipe, socket or device); leave it out"
    return None if status.st_size else "empty: 0 bytes; fill it or delete it"


def _doc_id(path: Path, folder: Path) -> str:
    # A name that is not UTF-8 has no Unicode form: its odd bytes are spelled out, as \xe9.
    return os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", errors="backslashreplace")
