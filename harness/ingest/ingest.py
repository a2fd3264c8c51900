"""A folder of files to a corpus: find, parse in parallel, merge in order, report."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.errors import InputError
from harness.ingest.folder import Skipped, find_files
from harness.ingest.parsed import Finding, Options
from harness.ingest.parts import Summary, forget_others, held, merge_parts, read_summary
from harness.ingest.pool import Done, Watch, parse_files
from harness.text.counted import agreeing
from harness.text.literal import excerpt

PARTS = ".parsed"
"""The folder in a golden set that keeps what was parsed, for the next run."""

_NEEDED = {"chardet": "chardet", "lxml": "lxml", "mammoth": "mammoth", "pdfplumber": "pdfplumber"}
_PAGES_COMPARED = 5
_ON_MOST = 0.6


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the files of a folder; findings come with the `doc_id` they are about, null for all together."""

    files: tuple[Summary, ...]
    skipped: tuple[Skipped, ...]
    unchanged: int
    together: tuple[Finding, ...]

    def findings(self) -> Iterator[tuple[str | None, Finding]]:
        """Yield every finding, in the order of the files."""
        for file in self.files:
            yield from ((file.doc_id, finding) for finding in file.findings)
        yield from ((None, finding) for finding in self.together)


def ingest(
    folder: Path,
    out: Path,
    options: Options,
    *,
    workers: int,
    page_seconds: float,
    force: bool,
    watch: Watch,
) -> Report:
    """Parse the files of `folder` and write `out/corpus.jsonl`, `raw.jsonl` and `ingest.json`; questions are left alone.

    Files that cannot be read are in the report. Raises `InputError` where there is nothing to read, where `out` cannot
    be written, or where its corpus is not what an earlier run wrote, unless `force`.
    """
    check_installed()
    found, skipped = find_files(folder, out)
    if not found:
        raise InputError(f"{folder}: {_nothing(skipped)}")
    parts = _prepared(out, force=force)
    with held(parts):
        outcomes = asyncio.run(
            parse_files(found, parts, options, workers=workers, silence_seconds=page_seconds, watch=watch)
        )
        done = [outcome for outcome in outcomes if isinstance(outcome, Done)]
        left_out = sorted([*skipped, *(o for o in outcomes if isinstance(o, Skipped))], key=lambda s: s.doc_id)
        if not done:
            raise InputError(f"{folder}: {_nothing(left_out)}")
        files = tuple(summary for outcome in done if (summary := read_summary(outcome.part)))
        report = Report(files, tuple(left_out), sum(outcome.unchanged for outcome in done), tuple(_together(files)))
        kept = [outcome.part for outcome in done]
        merge_parts(kept, out, {"version": 1, **as_document(report)})
        forget_others(parts, kept)
    return report


def check_installed() -> None:
    """Raise `InputError` that says how to install what is missing."""
    missing = [name for name, module in _NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise InputError(
            f"{', '.join(missing)} {agreeing(len(missing), 'is', 'are')} not installed; run pip install 'stage-harness[ingest]'"
        )


def as_document(report: Report) -> dict[str, object]:
    """Return the report as JSON values."""
    return {
        "files": [
            {"doc_id": file.doc_id, "format": file.format, "pages": file.pages, "characters": file.characters}
            for file in report.files
        ],
        "skipped": [{"doc_id": skipped.doc_id, "reason": skipped.reason} for skipped in report.skipped],
        "findings": [
            {"kind": finding.kind, "doc_id": doc_id, "pages": list(finding.pages), "message": finding.message}
            for doc_id, finding in report.findings()
        ],
    }


def _nothing(skipped: Sequence[Skipped]) -> str:
    if not skipped:
        return "no files; put documents (txt, md, html, csv, pdf, docx) there"
    more = f" (and {len(skipped) - 1:,} more)" if len(skipped) > 1 else ""
    return f"nothing that can be read; {skipped[0].doc_id}{more}: {skipped[0].reason}"


def _prepared(out: Path, *, force: bool) -> Path:
    corpus, about = out / "corpus.jsonl", out / "ingest.json"
    try:
        (out / PARTS).mkdir(parents=True, exist_ok=True)
        (out / PARTS / ".gitignore").write_text("*\n", encoding="ascii")
        if corpus.exists() and not force and _written(about) != _sha256(corpus):
            raise InputError(
                f"{corpus}: not as harness ingest wrote it, if it did; --force replaces it, -o names another folder"
            )
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}; name a folder with -o that can be written") from None
    return out / PARTS


def _written(about: Path) -> str | None:
    try:
        value = json.loads(about.read_bytes())["corpus_sha256"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return value if isinstance(value, str) else None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _together(files: Iterable[Summary]) -> Iterator[Finding]:
    """Yield what only shows when pages of a web site are laid beside each other: lines that stand on most of them."""
    pages = [file for file in files if file.format == "html"]
    if len(pages) < _PAGES_COMPARED:
        return
    counts = Counter(line for page in pages for line in page.edge_lines)
    common = [(count, line) for line, count in counts.items() if count >= _ON_MOST * len(pages)]
    if common:
        count, line = max(common, key=lambda pair: pair[0])
        more = f" and {len(common) - 1} more" if len(common) > 1 else ""
        yield Finding("repeated", f"{excerpt(line)} stands on {count:,} of {len(pages):,} web pages{more}; it was kept")
