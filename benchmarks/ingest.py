"""Files to text: ours against other parsers, in seconds and in evidence that survives; and encodings guessed right.

    python benchmarks/ingest.py [--files 6] [--rounds 3] [--peers-python PATH] [--turkish CORPUS.jsonl]

Files are made here, seeded: PDFs of eight pages in one column and in two, with a running header, numbered footers and ruled
tables; Word files and web pages with headings and tables. In each, sentences and table rows are planted as evidence, and
counted as found where the parsed text holds them whole, white space collapsed. Every contender is a process of its own, in
turn; seconds include its start. Ratios are ours / theirs: below 1 is faster. Encodings: pieces of a corpus written in
cp1254 and read back by the library we use and by the one that pdfminer.six uses.
"""

# ruff: noqa: PLC0415 -- what makes the files and guesses encodings is optional

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _common import Child, ChildError, Prose, run_child

from harness.text.literal import contains_whole

PAGES = 8
FACTS = 24
ROWS = 6
PIECES = 60
SIZES = (60, 150, 400, 1500)

Planted = dict[str, list[str]]


@dataclass(frozen=True)
class Contender:
    name: str
    command: Callable[[Path, Path], list[str | Path]]
    out: str


# --- files ------------------------------------------------------------------------------------------------------------


class Maker:
    """Makes files of one folder; `planted` says what stands in each."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir()
        self.folder = folder
        self.planted: Planted = {}
        self._prose, self._chance = Prose(seed), random.Random(seed)

    def paragraphs(self, name: str, count: int, words: int) -> Iterator[str]:
        for number in range(count):
            first, second = self._prose.rare_words(2)
            fact = f"The limit of {first} {second} was {self._chance.randint(1000, 99_999)} metres."
            if number % 2 == 0:
                self.planted.setdefault(name, []).append(fact)
            yield f"{self._prose.sentences(words // 2)} {fact} {self._prose.sentences(words // 2)}"

    def rows(self, name: str) -> list[list[str]]:
        rows = [["Class", "Weight", "Price"]]
        for _ in range(ROWS):
            (word,) = self._prose.rare_words(1)
            rows.append([word, f"{self._chance.randint(5, 40)} kg", f"{self._chance.randint(5, 900)} EUR"])
            self.planted.setdefault(name, []).append(" ".join(rows[-1]))
        return rows


def write_pdf(maker: Maker, name: str, columns: int) -> None:
    from reportlab.lib import colors
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table

    styles = getSampleStyleSheet()
    width = 490 / columns - 12
    frames = [Frame(50 + number * (width + 24), 60, width, 730) for number in range(columns)]

    def margins(canvas: Any, document: Any) -> None:
        canvas.drawString(60, 815, "Manual of the limits, edition 2026")
        canvas.drawString(280, 20, f"Page {document.page}")

    document = BaseDocTemplate(str(maker.folder / name), pagesize=(595, 842))
    document.addPageTemplates(PageTemplate(frames=frames, onPage=margins))
    flow: list[Any] = [Paragraph("Limits", styles["Title"])]
    flow += [Paragraph(text, styles["Normal"]) for text in maker.paragraphs(name, PAGES * 6, 80)]
    grid = Table(maker.rows(name), style=[("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
    document.build([*flow[:20], Spacer(1, 12), grid, Spacer(1, 12), *flow[20:]])


def write_docx(maker: Maker, name: str) -> None:
    from docx import Document

    document = Document()
    document.add_heading("Limits", 1)
    for text in maker.paragraphs(name, FACTS, 80):
        document.add_paragraph(text)
    rows = maker.rows(name)
    table = document.add_table(rows=len(rows), cols=3)
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, text in zip(cells.cells, row, strict=True):
            cell.text = text
    document.save(str(maker.folder / name))


def write_html(maker: Maker, name: str) -> None:
    texts = "".join(f"<p>{text.replace('metres', '<b>metres</b>')}</p>" for text in maker.paragraphs(name, FACTS, 80))
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in maker.rows(name))
    page = f"<html><body><nav>Menu</nav><h1>Limits</h1>{texts}<table>{rows}</table></body></html>"
    (maker.folder / name).write_text(page, encoding="utf-8")


# --- contenders -------------------------------------------------------------------------------------------------------


def ours(workers: int) -> Contender:
    def command(folder: Path, out: Path) -> list[str | Path]:
        return [sys.executable, "-m", "harness.cli.main", "ingest", folder, "-o", out, "--workers", str(workers)]

    return Contender(f"harness, {workers} worker{'s' * (workers > 1)}", command, "corpus.jsonl")


def theirs(library: str, python: Path) -> Contender:
    script = Path(__file__).parent / "peers" / "parse_files.py"

    def command(folder: Path, out: Path) -> list[str | Path]:
        return [python, script, library, folder, out / "texts.jsonl"]

    return Contender(library, command, "texts.jsonl")


def compare(maker: Maker, contenders: list[Contender], rounds: int, scratch: Path) -> None:
    kinds = sorted({path.suffix.removeprefix(".") for path in maker.folder.iterdir()})
    print(
        f"\n{len(maker.planted)} files ({', '.join(kinds)}), {sum(map(len, maker.planted.values()))} pieces of evidence"
    )
    print(f"{'':<22} {'wall s':>7} {'CPU s':>7} {'peak MB':>8} {'evidence':>9}   ours/it: wall    CPU")
    children: dict[str, list[Child]] = {}
    found: dict[str, int] = {}
    for turn in range(rounds):
        for contender in contenders:
            out = scratch / f"{maker.folder.name}-{turn}-{contender.name}"
            out.mkdir()
            try:
                child = run_child(contender.command(maker.folder, out))
            except ChildError as error:
                print(f"{contender.name:<22} skipped: {error}")
                continue
            children.setdefault(contender.name, []).append(child)
            found[contender.name] = survivors(out / contender.out, maker.planted)
    total = sum(map(len, maker.planted.values()))
    first: tuple[float, float] | None = None
    for name, runs in children.items():
        wall, cpu = (statistics.median(getattr(run, f"{kind}_seconds") for run in runs) for kind in ("wall", "cpu"))
        first = first or (wall, cpu)
        ratios = f"{first[0] / wall:14.2f} {first[1] / cpu:6.2f}"
        peak = max(run.peak_mb for run in runs)
        print(f"{name:<22} {wall:7.2f} {cpu:7.2f} {peak:8.0f} {found[name]:4} of {total:<4}{ratios}", flush=True)


def survivors(texts: Path, planted: Planted) -> int:
    with texts.open("rb") as lines:
        documents = {row["doc_id"]: row["text"] for row in map(json.loads, lines)}
    return sum(
        contains_whole(evidence, documents.get(name, "")) for name, pieces in planted.items() for evidence in pieces
    )


# --- encodings --------------------------------------------------------------------------------------------------------


def encodings(corpus: Path) -> None:
    import chardet
    from charset_normalizer import from_bytes

    from harness.ingest.decode import decode

    with corpus.open("rb") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    chance = random.Random(0)
    guessers: dict[str, Callable[[bytes], str]] = {
        "ours": lambda content: decode(content).text,
        "chardet.detect": lambda content: content.decode(chardet.detect(content)["encoding"] or "ascii"),
        "charset-normalizer best": lambda content: str(from_bytes(content).best()),
    }
    print(f"\npieces of {corpus.parent.name} in cp1254, read back as they were: of {PIECES}")
    print(f"{'characters':<26}" + "".join(f"{size:>7}" for size in SIZES))
    pieces = {size: [_piece(chance, texts, size) for _ in range(PIECES)] for size in SIZES}
    for name, guess in guessers.items():
        right = [sum(_reads(guess, piece) for piece in pieces[size]) for size in SIZES]
        print(f"{name:<26}" + "".join(f"{count:>7}" for count in right))


def _piece(chance: random.Random, texts: list[str], size: int) -> str:
    while True:
        text = chance.choice(texts)
        start = chance.randrange(max(1, len(text) - size))
        piece = text[start : start + size].encode("cp1254", "ignore").decode("cp1254").replace("\r", "")
        if not piece.isascii():
            return piece


def _reads(guess: Callable[[bytes], str], piece: str) -> bool:
    try:
        return guess(piece.encode("cp1254")) == piece
    except (UnicodeDecodeError, LookupError):
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=6, metavar="N", help="files of each kind (default 6)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="turns of each contender (default 3)")
    parser.add_argument("--peers-python", type=Path, metavar="PATH", help="interpreter that has markitdown and pypdf")
    parser.add_argument("--turkish", type=Path, metavar="CORPUS", help="a corpus.jsonl whose texts cp1254 can write")
    args = parser.parse_args()
    workers = os.cpu_count() or 1
    peers = [theirs("markitdown", args.peers_python)] if args.peers_python else []
    pdf_only = [theirs(name, Path(sys.executable)) for name in ("pdfplumber", "pdfminer")]
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        scratch = Path(folder)
        pdfs, others = Maker(scratch / "pdfs", 1), Maker(scratch / "others", 2)
        for number in range(args.files):
            write_pdf(pdfs, f"{number}.pdf", 1 + number % 2)
            write_docx(others, f"{number}.docx")
            write_html(others, f"{number}.html")
        us = [ours(count) for count in dict.fromkeys((workers, 1))]
        compare(pdfs, [*us, *pdf_only, *peers], args.rounds, scratch)
        compare(others, [*us, *peers], args.rounds, scratch)
    if args.turkish:
        encodings(args.turkish)


if __name__ == "__main__":
    main()
