"""What a file is, by its content where that is plain and by its name where it is not."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import PurePath
from typing import get_args

from harness.ingest.parsed import Format, UnreadableError

SUFFIXES: Mapping[str, Format] = {
    ".txt": "txt",
    ".text": "txt",
    ".md": "md",
    ".markdown": "md",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".csv": "csv",
    ".tsv": "csv",
    ".pdf": "pdf",
    ".docx": "docx",
}
"""What is read, by the end of the name; anything else is named in the report and left out."""

FORMATS: tuple[Format, ...] = get_args(Format)

_HEAD_BYTES = 1024
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
_OTHERS = (
    (b"\xd0\xcf\x11\xe0", "an old Office file (.doc, .xls) or an encrypted one; save it as .docx without a password"),
    (b"{\\rtf", "RTF; save it as .docx"),
    (b"\x89PNG", "an image (PNG); recognise its text (OCR) first"),
    (b"\xff\xd8\xff", "an image (JPEG); recognise its text (OCR) first"),
    (b"GIF8", "an image (GIF); recognise its text (OCR) first"),
    (b"\x1f\x8b", "compressed (gzip); unpack it"),
    (b"\x7fELF", "a program; leave it out"),
)
_TEXTUAL = frozenset({"txt", "md", "html", "csv"})


def format_of(name: str) -> Format | None:
    """Return the format that a file's name promises; null for one that is not read here."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def sniff(content: bytes, promised: Format) -> Format:
    """Return the format that the content is in, which may be another than `promised`.

    Raises `UnreadableError` that says what it is instead, where that is nothing read here.
    """
    head = content[:_HEAD_BYTES]
    # Readers allow anything before a PDF's mark; a text that begins otherwise may only be about it.
    if b"%PDF-" in head if promised == "pdf" else head.startswith(b"%PDF-"):
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return _of_zip(content)
    for magic, what in _OTHERS:
        if head.startswith(magic):
            raise UnreadableError(f"named .{promised}, and is {what}")
    if _HTML.match(head) and promised != "md":
        return "html"
    if promised in _TEXTUAL:
        return promised
    raise UnreadableError(f"named .{promised} and is not one: it begins with {head[:12]!r}; name it as what it is")


def _of_zip(content: bytes) -> Format:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise UnreadableError("a damaged archive: it is cut off or was not copied whole; copy it again") from None
    if "word/document.xml" in names:
        return "docx"
    kind = next(
        (
            k
            for part, k in (("xl/", "a spreadsheet"), ("ppt/", "a presentation"))
            if any(n.startswith(part) for n in names)
        ),
        "an archive",
    )
    cure = {"a spreadsheet": "save its sheets as .csv", "a presentation": "save it as .pdf"}.get(kind, "unpack it")
    raise UnreadableError(f"{kind} (zip), which is not read here; {cure}")
