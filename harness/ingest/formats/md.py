"""Markdown, as it stands; its view is what a reader sees, without the marks of emphasis, links and code."""

from __future__ import annotations

from markdown_it import MarkdownIt

from harness.ingest.decode import decode
from harness.ingest.parsed import Parsed, Source, View
from harness.ingest.suspect import first_heading, suspicions


def parse(source: Source) -> Parsed:
    """Return the text; a word half of which is bold stands whole only in the view."""
    read = decode(source.content, fallback=source.options.encoding)
    return Parsed(
        read.text,
        title=first_heading(read.text),
        views=(View("as a reader sees the Markdown", _rendered(read.text)), *read.views),
        findings=(*read.findings, *suspicions(read.text)),
    )


def _rendered(text: str) -> str:
    lines = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "inline":
            pieces = [
                " " if inner.type in {"softbreak", "hardbreak"} else inner.content for inner in token.children or ()
            ]
            lines.append("".join(pieces))
        elif token.content:
            lines.append(token.content)
    return "\n".join(lines)
