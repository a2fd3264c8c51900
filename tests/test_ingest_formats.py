"""Each format to text: what survives of its structure, how it is decoded, and what looks wrong in it."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest
from documents import PAGE, PROSE, ROWS, docx, paragraph, parse, pdf, table

from harness.golden.jsonl import read_objects
from harness.index.chunks import chunk_documents
from harness.ingest.decode import decode
from harness.ingest.layout import Run, blocks
from harness.ingest.parsed import UnreadableError
from harness.ingest.suspect import suspicions
from harness.search import make_chunker
from harness.text.literal import contains_whole
from harness.types import Document

TURKISH = (
    "İstanbul'dan kalkan uçaklarda kayıtlı bagaj yirmi üç kiloyu geçemez. Çocuklu yolcular öncelikli biner, ışıklar"
)
CHINESE = "托运行李的重量不得超过二十三公斤。超重行李按每公斤收取费用。儿童旅客优先登机,请提前到达机场办理登机手续。"
JAPANESE = "受託手荷物は二十三キログラムを超えてはなりません。お子様連れのお客様は優先的にご搭乗いただけます。"


# --- structure --------------------------------------------------------------------------------------------------------


def test_a_page_keeps_its_headings_items_tables_and_code():
    """Bold, a comment and an entity inside a line leave it whole; a table that lays out a page is not one."""
    read = parse("html", PAGE)
    assert read.title == "Bags & pets"
    assert read.text == (
        "# Bags\n\nChecked bags may weigh 23 kg.\nNo more.\n\n- one\n- two\n\n"
        "Class\tWeight\nEconomy\t23 kg\nEconomy\t8 kg\n\n## Pets\n\nA dog.\n\n```\n# no heading\n  kept   as it is\n```"
    )


def test_the_view_of_a_page_holds_what_its_text_leaves_out():
    """Navigation and scripts' data are in the file, and only the second parser says so."""
    read = parse("html", PAGE)
    for lost in ("Home Menu", "the ferry leaves at nine"):
        assert lost not in read.text
        assert lost in read.views[0].text
    assert "color: red" not in read.views[0].text


@pytest.mark.parametrize(
    "page", [b"<html><script>var all = 'by script'</script>", b"<p>" + b"<b>" * 5000 + b"by script"]
)
def test_a_page_of_which_nothing_comes_says_that_there_was_something(page):
    """Made by a script, or nested beyond what the parser follows: the view still holds it."""
    read = parse("html", page)
    assert "by script" in read.views[0].text
    (finding,) = read.findings
    assert finding.kind == "no_text"
    assert "though the file holds some" in finding.message


def test_spans_of_billions_cost_nothing():
    """A table that asks for a billion columns and rows keeps its cells and stays small."""
    text = parse(
        "html", b"<table>" + b"<tr><td colspan=999999999 rowspan=999999999>x</td><td>y</td></tr>" * 30 + b"</table>"
    ).text
    assert text.count("y") == 30
    assert len(text) < 100_000


def test_a_word_file_keeps_its_headings_and_tables(tmp_path):
    """Styles become levels, cells stand apart by tabs; the header is in the view alone."""
    read = parse("docx", docx(tmp_path / "x.docx").read_bytes())
    assert read.title == "Baggage"
    assert read.text == (
        "# Baggage\n\n## Weights\n\nChecked bags may weigh 23 kg.\n\n- one of the rules\n\n"
        "Class\tWeight\tPrice\nEconomy\t23 kg\t45 EUR\nBusiness\t32 kg\tfree\nFirst\t\tnone"
    )
    assert "Edition of the crew" in read.views[0].text


def test_markdown_stays_as_it_is_and_its_view_is_what_a_reader_sees():
    """A word that is half bold is whole in the view."""
    read = parse("md", b"# Seats\r\n\r\nA **win**dow seat costs `9` EUR.\r\n\r\n|a|b|\r\n|-|-|\r\n|1|2|\r\n")
    assert read.text == "# Seats\n\nA **win**dow seat costs `9` EUR.\n\n|a|b|\n|-|-|\n|1|2|\n"
    assert read.title == "Seats"
    assert read.views[0].text == "Seats\nA window seat costs 9 EUR.\na\nb\n1\n2"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_delimited_file_becomes_one_line_a_row(delimiter):
    """Whatever separates the cells; a line end in a cell does not part the row, and an odd row is told."""
    text = f'Class{delimiter}Weight{delimiter}Fee\nEconomy{delimiter}"23\nkg"{delimiter}45\nFirst{delimiter}32 kg\n'
    read = parse("csv", text.encode())
    assert read.text == "Class\tWeight\tFee\nEconomy\t23 kg\t45\nFirst\t32 kg"
    assert [(f.kind, f.message) for f in read.findings] == [("ragged_rows", "row 3 is 2 wide, the header 3")]


def test_a_cell_may_hold_any_line_separator_of_unicode():
    """U+2028 and U+0085 are characters of a cell, not ends of a row."""
    assert parse("csv", "a,b\n1,x\u2028y\n2,z\u0085w\n".encode()).text == "a\tb\n1\tx y\n2\tz w"


def test_a_pdf_keeps_headings_and_ruled_tables(tmp_path):
    """Larger type is a heading; a table with rules keeps a cell that is empty and one of two lines."""
    rows = [*ROWS[:2], ["Business", "32 kg", paragraph("free for members of the club, else 20 EUR")], ROWS[3]]
    flow = [
        paragraph("Baggage", "Title"),
        paragraph("Weights", "Heading2"),
        paragraph(PROSE * 3),
        table(rows, ruled=True),
    ]
    read = parse("pdf", pdf(tmp_path / "x.pdf", flow).read_bytes())
    assert read.title == "Baggage"
    assert read.text.startswith("# Baggage\n\n## Weights\n\n" + PROSE[:40])
    assert read.text.endswith(
        "Class\tWeight\tPrice\nEconomy\t23 kg\t45 EUR\nBusiness\t32 kg\tfree for members of the club, else 20 EUR\nFirst\t\tnone"
    )
    assert read.findings == ()


def test_a_table_without_rules_keeps_its_rows(tmp_path):
    """Cells of one line are separated by tabs, apart from the paragraphs around."""
    flow = [paragraph(PROSE), table(ROWS[:3], ruled=False), paragraph(PROSE)]
    text = parse("pdf", pdf(tmp_path / "x.pdf", flow).read_bytes()).text
    assert "\n\nClass\tWeight\tPrice\nEconomy\t23 kg\t45 EUR\nBusiness\t32 kg\tfree\n\n" in text


@pytest.mark.parametrize("kind", ["pdf", "docx", "csv", "html"])
def test_rows_of_every_format_are_chunked_with_their_header(kind, tmp_path):
    """`--chunker rows` knows the tables: a chunk that continues one leads with its header."""
    made = {
        "pdf": lambda: pdf(tmp_path / "x.pdf", [table(ROWS, ruled=True)]).read_bytes(),
        "docx": lambda: docx(tmp_path / "x.docx").read_bytes(),
        "csv": lambda: b"Class,Weight\nEconomy,23 kg\nBusiness,32 kg\n",
        "html": lambda: PAGE,
    }
    document = Document(doc_id="x", text=parse(kind, made[kind]()).text)
    leads = {chunk.lead for chunk in chunk_documents([document], make_chunker("rows:4"))}
    assert any(lead.startswith("Class\tWeight") for lead in leads)


def two_columns(path: Path) -> tuple[Path, str, str]:
    left = " ".join(f"left{n} {PROSE}" for n in range(26))
    right = " ".join(f"right{n} {PROSE}" for n in range(26))
    from reportlab.platypus import FrameBreak

    return pdf(path, [paragraph(left), FrameBreak(), paragraph(right)], columns=2), left, right


def test_two_columns_are_read_one_after_the_other(tmp_path):
    """Not a line of each in turn; the page's text is that of the left column, then of the right."""
    path, left, right = two_columns(tmp_path / "x.pdf")
    read = parse("pdf", path.read_bytes())
    assert " ".join(read.text.split()) == f"{left} {right}"
    assert read.findings == ()


def test_columns_under_a_title_and_around_a_line_across_keep_their_bands(tmp_path):
    """What crosses the gutter ends a band: both columns above it come before both below."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "x.pdf"), pagesize=(595, 842))
    canvas.setFont("Helvetica", 10)
    canvas.drawString(50, 800, "A title that runs across the whole of the page, over both columns, from left to right")
    for band, top in (("upper", 770), ("lower", 560)):
        for number in range(12):
            canvas.drawString(50, top - 13 * number, f"{band} left {number} words that fill a column of text")
            canvas.drawString(310, top - 4 - 13 * number, f"{band} right {number} words that fill a column of text")
    canvas.drawString(
        50, 590, "A caption that runs across the whole of the page, over both columns, from left to right"
    )
    canvas.save()
    text = parse("pdf", (tmp_path / "x.pdf").read_bytes()).text
    order = [
        text.index(f"{band} {side} {n} ")
        for band in ("upper", "lower")
        for side in ("left", "right")
        for n in range(12)
    ]
    assert order == sorted(order)
    assert text.index("A title") < order[0] < order[23] < text.index("A caption") < order[24]


def test_pieces_of_a_word_that_are_drawn_apart_are_one_word(tmp_path):
    """Narrow marks leave white at both sides of their glyphs, and that is no space."""
    text = "It is the crew&#x27;s &quot;rule&quot;, and 5 &lt;kg&gt; is Ali&#x27;nin bag"
    read = parse("pdf", pdf(tmp_path / "x.pdf", [paragraph(text)]).read_bytes())
    assert read.text == "It is the crew's \"rule\", and 5 <kg> is Ali'nin bag"


def test_evidence_of_real_questions_survives_two_columns(shared, tmp_path):
    """Passages that nobody here wrote, as a PDF in two columns with a running header: every literal answer is in the text."""
    rows = [row for _, row in read_objects(shared / "xquad_en" / "corpus.jsonl")][:60]
    latin = {row["doc_id"]: row["text"] for row in rows if row["text"].isascii()}
    flow = [paragraph(escape(part)) for text in latin.values() for part in text.split("\n") if part.strip()]
    text = parse("pdf", pdf(tmp_path / "x.pdf", flow, columns=2, margins=numbered).read_bytes()).text
    asked = [row for _, row in read_objects(shared / "xquad_en" / "questions.jsonl")]
    evidence = [span["text"] for row in asked for span in row["evidence"] if span["doc_id"] in latin]
    wanted = [literal for literal in evidence if any(contains_whole(literal, source) for source in latin.values())]
    assert len(wanted) > 50
    assert [literal for literal in wanted if not contains_whole(literal, text)] == []


def test_a_column_of_captions_beside_prose_is_a_column_and_terms_beside_definitions_are_not():
    """What keeps no line with the prose beside it is read after it; what stands on its lines is a row of a table."""
    prose = [
        Run(f"line {n} of a column that is full of words", 50, 700 - 12 * n, 270, 710 - 12 * n, 10) for n in range(12)
    ]
    captions = [Run(f"Figure {n}", 300, 694 - 19 * n, 350, 704 - 19 * n, 10) for n in range(6)]
    terms = [Run(f"term {n}", 300, 700 - 24 * n, 350, 710 - 24 * n, 10) for n in range(6)]
    read = [line.text for block in blocks([*prose, *captions]) for line in block]
    assert read == [run.text for run in (*prose, *captions)]
    assert next(line.text for block in blocks([*prose, *terms]) for line in block) == f"{prose[0].text}\tterm 0"


def test_right_to_left_lines_are_read_from_the_right():
    """Pieces of a Hebrew line, drawn from left to right, come in the order in which they are read."""
    runs = [
        Run("שלום", 300, 700, 340, 712, 12),
        Run("עולם", 200, 700, 240, 712, 12),
        Run("one", 100, 680, 120, 692, 12),
        Run("two", 200, 680, 220, 692, 12),
    ]
    assert [line.text for block in blocks(runs) for line in block] == ["שלום\tעולם", "one\ttwo"]


def test_a_divided_word_is_whole_and_the_view_keeps_its_hyphen(tmp_path):
    """Nobody can tell a divided word from one with a hyphen: the text joins, the view does not."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "x.pdf"))
    canvas.drawString(72, 700, "The lounge is open to pas-")
    canvas.drawString(72, 686, "sengers with a long-")
    canvas.drawString(72, 672, "term ticket.")
    canvas.save()
    read = parse("pdf", (tmp_path / "x.pdf").read_bytes())
    assert read.text == "The lounge is open to passengers with a longterm ticket."
    assert "long-\nterm" in read.views[0].text


def numbered(canvas, document) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(60, 820, "Manual of the airline, 2026")
    canvas.drawString(280, 20, f"Page {document.page} of 5")


def test_headers_and_footers_of_pages_are_left_out_and_reported(tmp_path):
    """So that a sentence over two pages is whole; page numbers count as one line, and --keep-repeated keeps all."""
    from reportlab.platypus import PageBreak

    flow = [piece for n in range(5) for piece in (paragraph(f"Rule {n} says {PROSE}, and {n * n} more"), PageBreak())]
    content = pdf(tmp_path / "x.pdf", flow, margins=numbered).read_bytes()
    read = parse("pdf", content)
    assert "Manual" not in read.text
    assert "Page" not in read.text
    assert all(f"Rule {number} says" in read.text for number in range(5))
    (finding,) = read.findings
    assert finding.kind == "repeated"
    assert "(5 of 5 pages) and 1 more line;" in finding.message
    kept = parse("pdf", content, keep_repeated=True)
    assert kept.text.count("Manual of the airline, 2026") == 5
    assert "Page 3 of 5" in kept.text


def test_a_number_that_differs_between_pages_is_no_page_number(tmp_path):
    """First lines alike but for a number that is not the page's are data and stay."""
    from reportlab.platypus import PageBreak

    fees = [310, 25, 770, 41, 86]
    flow = [piece for fee in fees for piece in (paragraph(f"Fee {fee} EUR"), paragraph(PROSE), PageBreak())]
    text = parse("pdf", pdf(tmp_path / "x.pdf", flow).read_bytes()).text
    assert [f"Fee {fee} EUR" in text for fee in fees] == [True] * 5


def test_the_header_row_of_a_table_that_goes_on_stays(tmp_path):
    """It stands at the top of every page, and without it the rows of that page would be loose numbers."""
    from reportlab.platypus import PageBreak

    flow = []
    for page in range(4):
        rows = [ROWS[0], *[[f"class {page}{n}", f"{page + n} kg", f"{page * n} EUR"] for n in range(1, 9)]]
        flow += [table(rows, ruled=False), PageBreak()]
    text = parse("pdf", pdf(tmp_path / "x.pdf", flow, margins=numbered).read_bytes()).text
    assert text.count("Class\tWeight\tPrice") == 4
    assert "Manual" not in text


def test_pages_can_be_found_again(tmp_path):
    """`page_starts` are offsets of each page's text, in the text and in the view."""
    from reportlab.platypus import PageBreak

    flow = [piece for number in range(3) for piece in (paragraph(f"Rule {number} says {PROSE}"), PageBreak())]
    read = parse("pdf", pdf(tmp_path / "x.pdf", flow).read_bytes())
    for text, starts in ((read.text, read.page_starts), (read.views[0].text, read.views[0].page_starts)):
        assert [text[start : start + 6] for start in starts] == ["Rule 0", "Rule 1", "Rule 2"]


# --- encodings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "text", "guessed"),
    [
        ("utf-8", TURKISH, False),
        ("utf-8-sig", TURKISH, False),
        ("utf-16", TURKISH, False),
        ("utf-32", JAPANESE, False),
        ("utf-16-le", TURKISH, True),
        ("utf-16-be", TURKISH, True),
        ("gb18030", CHINESE, True),
        ("shift_jis", JAPANESE, True),
        ("iso2022_jp", JAPANESE, True),
        ("cp1254", TURKISH, True),
    ],
)
def test_encodings_are_read_and_guesses_reported(encoding, text, guessed):
    """What is declared or strict is taken as it is; a guess is a finding."""
    read = decode((text + "\r\n" + text).encode(encoding))
    assert read.text == text + "\n" + text
    assert [finding.kind for finding in read.findings] == ["encoding_guessed"] * guessed


def test_the_right_reading_is_kept_where_the_guess_is_wrong():
    """One Turkish letter fits any alphabet; the one meant is named and is a view."""
    read = decode("ğ".encode("cp1254"))
    assert read.text != "ğ"
    assert [view.how for view in read.views if view.text == "ğ"] == ["read as cp1254"]
    assert "cp1254" in read.findings[0].message


def test_the_user_may_say_which_encoding_it_is():
    """Then nothing is guessed; UTF-8 stays UTF-8."""
    assert decode("ışık".encode("cp1254"), fallback="cp1254") == decode("ışık".encode(), fallback="cp1254").__class__(
        "ışık", "cp1254"
    )
    assert decode("ışık".encode(), fallback="cp1254").encoding == "utf-8"


def test_a_page_says_its_own_encoding():
    """As its meta element has it."""
    page = f'<html><head><meta http-equiv="content-type" content="text/html; charset=shift_jis"></head><p>{JAPANESE}</p></html>'
    assert parse("html", page.encode("shift_jis")).text == JAPANESE


def test_lines_in_two_encodings_are_each_read_for_themselves():
    """A file that two programs appended to; the line is named."""
    read = decode(
        "Çay bahçesi açık\nşeker\nplain\n".encode() + "Çocuklu yolcular öncelikli biner\n".encode("cp1252", "replace")
    )
    assert read.text.startswith("Çay bahçesi açık\nşeker\nplain\nÇocuklu yolcular")
    assert "except line 4" in read.findings[0].message


def test_bytes_that_are_no_text_are_refused():
    """Control bytes and a broken UTF-16 are not guessed at."""
    for content in (bytes(range(256)) * 4, b"\xff\xfea\x00\x00\xd8"):
        with pytest.raises(UnreadableError):
            decode(content)


# --- what looks wrong -------------------------------------------------------------------------------------------------


def test_numbers_that_lost_their_table_are_found():
    """Lines of a number each, as a table comes out whose cells were read one by one; a real table is none."""
    loose = "Fares\n120\n35\n640 EUR\n1.250,00 €\n80 %"
    assert [f.kind for f in suspicions(loose)] == []  # "640 EUR" is a word
    assert [f.kind for f in suspicions(loose.replace(" EUR", ""))] == ["loose_numbers"]
    assert suspicions("Route\tFare\n1\t120\n2\t640\n3\t110\n4\t120\n") == ()
    assert suspicions("In 1999 it cost 120.\n35\n640\nand more\n80\n") == ()


def test_columns_read_across_are_found():
    """Two halves of prose with a wide gap, line after line, as `pdftotext -layout` leaves them."""
    across = "\n".join(f"the left column goes on here     while the right one says {n} things" for n in range(6))
    (finding,) = suspicions(across)
    assert finding.kind == "interleaved"
    assert finding.message.startswith("6 lines read across")
    assert suspicions("\n".join(["Economy     23 kg and 45 EUR"] * 8)) == ()


def test_a_narrow_gutter_that_is_not_found_is_reported(tmp_path):
    """Where the parser itself reads across, the report says on which page."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "x.pdf"), pagesize=(595, 842))
    canvas.setFont("Helvetica", 10)
    for number in range(14):  # ragged: no column is full
        canvas.drawString(50, 700 - 13 * number, "some words on the left" + " and more of them" * (number % 3 == 0))
        canvas.drawString(330, 700 - 13 * number, "others on the right side" + " which go on" * (number % 4 == 0))
    canvas.save()
    read = parse("pdf", (tmp_path / "x.pdf").read_bytes())
    assert [(f.kind, f.pages) for f in read.findings] == [("interleaved", (1,))]


def test_pages_without_text_and_unmapped_characters_are_found(tmp_path):
    """A page with a drawing alone needs OCR; private-use characters are no text."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "x.pdf"))
    for number in range(4):
        if number in {1, 2}:
            canvas.rect(100, 100, 200, 200, fill=1)
        else:
            canvas.drawString(72, 700, PROSE)
        canvas.showPage()
    canvas.save()
    read = parse("pdf", (tmp_path / "x.pdf").read_bytes())
    assert [(f.kind, f.pages) for f in read.findings] == [("no_text", (2, 3))]
    assert [f.kind for f in suspicions("The fee is \ue001\ue002\ue003 EUR.")] == ["unmapped"]
