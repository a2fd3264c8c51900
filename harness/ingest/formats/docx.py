"""Word documents: mammoth makes HTML of them, which is read as pages are; the view is every text in the file's XML."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from harness.ingest.markup import html_to_text
from harness.ingest.parsed import Parsed, Source, UnreadableError, View
from harness.ingest.suspect import first_heading, suspicions

_PARTS = re.compile(r"word/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BREAKS = {f"{_W}p": "\n", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}tab": "\t"}


def parse(source: Source) -> Parsed:
    """Return the body with its notes; headings by their style, tables by rows, pictures left out."""
    import mammoth  # noqa: PLC0415 -- an extra; the command says how to install it

    try:
        with zipfile.ZipFile(io.BytesIO(source.content)) as archive:
            view = "\n".join(_all_text(archive))
        made = mammoth.convert_to_html(
            io.BytesIO(source.content),
            convert_image=mammoth.images.img_element(lambda _: {}),
            ignore_empty_paragraphs=True,
        )
    except (zipfile.BadZipFile, KeyError, EOFError, SyntaxError) as error:
        raise UnreadableError(f"a damaged Word file: {error}; open and save it again") from None
    text, _ = html_to_text(made.value)
    return Parsed(
        text,
        title=first_heading(text),
        views=(View("all text in the file's XML, headers, boxes and comments included", view),),
        findings=suspicions(text, prose="", held=view),
    )


def _all_text(archive: zipfile.ZipFile) -> Iterator[str]:
    from lxml import etree  # noqa: PLC0415 -- as above

    for name in archive.namelist():
        if _PARTS.fullmatch(name):
            pieces = []
            with archive.open(name) as part:
                for _, element in etree.iterparse(part, resolve_entities=False, no_network=True):
                    if element.tag == f"{_W}t":
                        pieces.append(element.text or "")
                    elif element.tag in _BREAKS:
                        pieces.append(_BREAKS[element.tag])
            yield "".join(pieces)
