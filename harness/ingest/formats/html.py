"""Web pages by lxml; the view is every text in the file by the standard library's parser, navigation and scripts included."""

from __future__ import annotations

from harness.ingest.decode import decode
from harness.ingest.markup import declared_encoding, everything, html_to_text
from harness.ingest.parsed import Parsed, Source, View
from harness.ingest.suspect import first_heading, suspicions


def parse(source: Source) -> Parsed:
    """Return headings, paragraphs, items and tables in their order."""
    read = decode(source.content, declared=declared_encoding(source.content), fallback=source.options.encoding)
    text, title = html_to_text(read.text)
    held = everything(read.text)
    others = tuple(View(view.how, everything(view.text)) for view in read.views)
    return Parsed(
        text,
        title=title or first_heading(text),
        views=(View("all text of the page, hidden or not", held), *others),
        findings=(*read.findings, *suspicions(text, prose="", held=held)),
    )
