"""Plain text, as it stands, with one kind of line end."""

from __future__ import annotations

from harness.ingest.decode import decode
from harness.ingest.parsed import Parsed, Source
from harness.ingest.suspect import suspicions


def parse(source: Source) -> Parsed:
    """Return the text; where its encoding was guessed, the other guesses are its views."""
    read = decode(source.content, fallback=source.options.encoding)
    return Parsed(read.text, views=read.views, findings=(*read.findings, *suspicions(read.text)))
