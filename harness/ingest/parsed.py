"""What a parser makes of one file: its text, what the file holds by another way of reading, and what looks wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from harness.errors import InputError

MEMORY_BYTES = 4 * 2**30
"""What one file may use while it is parsed, where the system can bound it."""

KINDS: dict[str, str] = {
    "misnamed": "files that are not what their name says",
    "encoding_guessed": "encodings guessed",
    "no_text": "no text",
    "interleaved": "two columns read across",
    "loose_numbers": "tables that came out as loose numbers",
    "tables_unread": "tables that could not be read as tables",
    "ragged_rows": "rows of another width than their header",
    "unmapped": "characters that mean nothing",
    "repeated": "boilerplate repeated on every page",
}
"""Every kind of finding, in the order reported, with what it is about."""


class UnreadableError(InputError):
    """One file cannot be read as a document; the message says why and what to do, without the file's name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that may be wrong with the text of a file; `pages` are 1-based, empty where there are none."""

    kind: str
    message: str
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The same file read another way; `page_starts` are offsets into `text`, one a page."""

    how: str
    text: str
    page_starts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """One document; `views` hold what the file says elsewhere or otherwise, for the stage `parse` of the ledger."""

    text: str
    title: str = ""
    page_starts: tuple[int, ...] = ()
    views: tuple[View, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen of parsing. `encoding` is for text that is not UTF-8; `tables` is off for a second try."""

    encoding: str | None = None
    keep_repeated: bool = False
    tables: bool = True


Tick = Callable[[int, int], None]
"""Called with pages done and pages there are, so that a long file is known to be alive."""

Format = Literal["txt", "md", "html", "csv", "pdf", "docx"]


@dataclass(frozen=True, slots=True)
class Source:
    """One file's content with what is known of it before it is parsed."""

    content: bytes
    options: Options = field(default_factory=Options)
    tick: Tick = lambda *_: None
