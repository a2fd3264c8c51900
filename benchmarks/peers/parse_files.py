"""Files to text by another library, in one process: `python parse_files.py LIBRARY FOLDER OUT`.

Writes one JSON object a file, `{"doc_id", "text"}`. LIBRARY is markitdown, pdfplumber, pdfminer or pypdf.
"""

# ruff: noqa: PLC0415 -- each library is imported only where it is the one that was asked for

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path


def reader(library: str) -> Callable[[Path], str]:
    if library == "markitdown":
        from markitdown import MarkItDown

        converter = MarkItDown()
        return lambda path: converter.convert(str(path)).text_content
    if library == "pdfplumber":
        import pdfplumber

        return lambda path: "\n\n".join(page.extract_text() for page in pdfplumber.open(path).pages)
    if library == "pdfminer":
        from pdfminer.high_level import extract_text

        return lambda path: extract_text(str(path))
    import pypdf

    return lambda path: "\n\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def main() -> None:
    library, folder, out = sys.argv[1:]
    read = reader(library)
    with Path(out).open("w", encoding="utf-8") as lines:
        lines.writelines(
            json.dumps({"doc_id": path.name, "text": read(path)}) + "\n" for path in sorted(Path(folder).iterdir())
        )


if __name__ == "__main__":
    main()
