"""Documents made for tests of ingestion: PDF by reportlab, Word by python-docx, a web page, and how they are parsed."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from harness.ingest.parsed import Options, Parsed, Source

PROSE = "cabin crew count every suitcase before the counter closes and passengers board through gate seven after noon"


def parse(kind: str, content: bytes, **options) -> Parsed:
    return import_module(f"harness.ingest.formats.{kind}").parse(Source(content, Options(**options)))


def pdf(path: Path, flow: list, *, columns: int = 1, password: str | None = None, margins=None) -> Path:
    """Write a PDF by reportlab: `flow` is laid out in one or two columns; `margins` draws on each page."""
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    gap, width = 24, 480 / columns - 12
    frames = [Frame(50 + number * (width + gap), 60, width, 720, showBoundary=0) for number in range(columns)]
    document = BaseDocTemplate(str(path), encrypt=password, pagesize=(595, 842))
    document.addPageTemplates(PageTemplate(frames=frames, onPage=margins or (lambda canvas, doc: None)))
    document.build(flow)
    return path


def paragraph(text: str, style: str = "Normal"):
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph

    return Paragraph(text, getSampleStyleSheet()[style])


def table(rows: list[list[str]], *, ruled: bool):
    from reportlab.lib import colors
    from reportlab.platypus import Table

    return Table(rows, style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)] if ruled else [], colWidths=110)


ROWS = [
    ["Class", "Weight", "Price"],
    ["Economy", "23 kg", "45 EUR"],
    ["Business", "32 kg", "free"],
    ["First", "", "none"],
]


def docx(path: Path) -> Path:
    """Write a Word file with headings, bold inside a sentence, a list, a table, a header and a content control."""
    from docx import Document

    document = Document()
    document.sections[0].header.paragraphs[0].text = "Edition of the crew"
    document.add_heading("Baggage", 1)
    document.add_heading("Weights", 2)
    sentence = document.add_paragraph("Checked bags may weigh ")
    sentence.add_run("23").bold = True
    sentence.add_run(" kg.")
    document.add_paragraph("one of the rules", style="List Bullet")
    grid = document.add_table(rows=len(ROWS), cols=3)
    for row, cells in zip(grid.rows, ROWS, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    document.save(str(path))
    return path


PAGE = b"""<!doctype html><html><head><meta charset="utf-8"><title>Bags &amp; pets</title><style>p { color: red }</style>
<script>var hidden = "the ferry leaves at nine";</script></head><body><nav>Home Menu</nav>
<h1>Bags</h1><p>Checked bags may weigh <b>2</b><i>3</i>&nbsp;kg<!-- a note -->.<br>No more.</p><ul><li>one</li><li>two</li></ul>
<table><tr><th>Class</th><th>Weight</th></tr><tr><td rowspan=2>Economy</td><td>23 kg</td></tr><tr><td>8 kg</td></tr></table>
<table><tr><td><h2>Pets</h2><p>A dog.</p></td></tr></table><pre># no heading
  kept   as it is</pre></body></html>"""


def write_folder(files: Path) -> Path:
    """Write one file of each format, in two folders."""
    (files / "sub").mkdir(parents=True)
    (files / "a.txt").write_text("Small pets travel in the cabin for 45 EUR.\n", encoding="utf-8")
    (files / "b.md").write_text("# Seats\n\nA **win**dow seat costs 9 EUR.\n", encoding="utf-8")
    (files / "sub" / "c.csv").write_text('Class;Weight\nEconomy;"23\nkg"\nBusiness;32 kg\n', encoding="utf-8")
    (files / "sub" / "d.html").write_bytes(PAGE)
    docx(files / "e.docx")
    pdf(files / "f.pdf", [paragraph("Baggage", "Title"), paragraph(PROSE), table(ROWS, ruled=True)])
    return files
