"""`harness ingest` as a user meets it: the corpus, the report, what a bad file costs, and the ledger's stage `parse`."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import write_jsonl
from documents import PROSE, docx, paragraph, pdf, write_folder

from harness.cli.main import main
from harness.golden.raw import RawTexts
from harness.golden.read import read_golden
from harness.ingest.parts import held
from harness.log.reader import open_log
from harness.types import Anchor, EvidenceGroup

HARNESS = (sys.executable, "-m", "harness.cli.main")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file of each format."""
    return write_folder(tmp_path / "files")


def ingested(files: Path, out: Path, *flags: str) -> dict[str, dict]:
    """Run `harness ingest` in this process and return the corpus by doc_id."""
    assert main(["ingest", str(files), "-o", str(out), "--workers", "2", *flags]) == 0
    return {row["doc_id"]: row for row in read_rows(out / "corpus.jsonl")}


def read_rows(path: Path) -> list[dict]:
    with path.open("rb") as lines:
        return [json.loads(line) for line in lines]


def report(out: Path) -> dict:
    return json.loads((out / "ingest.json").read_bytes())


def skipped(out: Path) -> dict[str, str]:
    return {row["doc_id"]: row["reason"] for row in report(out)["skipped"]}


def kinds(out: Path) -> dict[tuple[str | None, str], str]:
    return {(found["doc_id"], found["kind"]): found["message"] for found in report(out)["findings"]}


def refused(capsys, *arguments: object) -> str:
    """Run it, expect exit 2 and one line, and return the line."""
    assert main([str(argument) for argument in arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def modified(out: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (out / ".parsed").glob("*.jsonl")}


# --- the corpus -------------------------------------------------------------------------------------------------------


def test_a_folder_becomes_a_corpus_in_the_order_of_its_paths(folder, tmp_path):
    """doc_id is the path from the folder; metadata say format and pages; each text is a file's."""
    corpus = ingested(folder, tmp_path / "out")
    assert list(corpus) == ["a.txt", "b.md", "e.docx", "f.pdf", "sub/c.csv", "sub/d.html"]
    assert corpus["a.txt"]["text"] == "Small pets travel in the cabin for 45 EUR.\n"
    assert corpus["f.pdf"]["metadata"] == {"format": "pdf", "pages": 1}
    assert corpus["f.pdf"]["page_starts"] == [0]
    assert corpus["sub/d.html"]["title"] == "Bags & pets"


def test_it_can_be_checked_and_run_and_questions_are_left_alone(folder, tmp_path, capsys):
    """The user's questions.jsonl and golden.toml are the same bytes afterwards; `golden check` and `run` work."""
    out = tmp_path / "out"
    asked = [
        {"id": "pet", "question": "Fee of a small pet?", "answers": ["45 EUR"], "gold_doc_ids": ["a.txt"], "evidence": ["for 45 EUR"]},
        {"id": "no", "question": "Is there wifi?", "answerable": False},
    ]  # fmt: skip
    write_jsonl(out / "questions.jsonl", asked)
    (out / "golden.toml").write_text('language = "en"\n', encoding="utf-8")
    before = [(out / name).read_bytes() for name in ("questions.jsonl", "golden.toml")]
    ingested(folder, out)
    ingested(folder, out)
    assert before == [(out / name).read_bytes() for name in ("questions.jsonl", "golden.toml")]
    assert main(["golden", "check", str(out)]) == 0
    assert main(["run", str(out), "--logs", str(tmp_path / "logs"), "--run-id", "r"]) == 0
    assert "2 questions" in capsys.readouterr().out


def test_two_runs_write_the_same_bytes_whatever_the_number_of_workers(folder, tmp_path):
    """The order of the corpus is that of the paths, not of who finished first."""
    long_pdf(folder / "long.pdf", 6)
    ingested(folder, tmp_path / "one", "--workers", "1")
    ingested(folder, tmp_path / "three", "--workers", "3")
    for name in ("corpus.jsonl", "raw.jsonl", "ingest.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "three" / name).read_bytes()


def test_unchanged_files_are_not_parsed_again(folder, tmp_path, capsys):
    """Only the changed file is; what is gone leaves the corpus and its part."""
    out = tmp_path / "out"
    ingested(folder, out)
    before = modified(out)
    (folder / "b.md").write_text("# Seats\n\nA window seat costs 12 EUR.\n", encoding="utf-8")
    (folder / "a.txt").unlink()
    capsys.readouterr()
    corpus = ingested(folder, out)
    assert "4 unchanged, not parsed again" in capsys.readouterr().out
    assert "a.txt" not in corpus
    assert "12 EUR" in corpus["b.md"]["text"]
    after = modified(out)
    assert len(before.items() & after.items()) == 4
    assert len(after) == 5


def test_options_are_part_of_what_is_kept(tmp_path):
    """Another encoding reads the file again."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "a.txt").write_bytes("ğ".encode("cp1254"))
    assert ingested(files, tmp_path / "out")["a.txt"]["text"] != "ğ"
    assert ingested(files, tmp_path / "out", "--encoding", "cp1254")["a.txt"]["text"] == "ğ"


def test_a_corpus_written_by_hand_is_not_replaced(folder, golden, tmp_path, capsys):
    """Nor one that was changed after it was ingested, unless --force says so."""
    assert "--force" in refused(capsys, "ingest", folder, "-o", golden)
    ingested(folder, tmp_path / "out")
    with (tmp_path / "out" / "corpus.jsonl").open("a", encoding="utf-8") as corpus:
        corpus.write('{"doc_id": "mine", "text": "x"}\n')
    capsys.readouterr()
    assert "--force" in refused(capsys, "ingest", folder, "-o", tmp_path / "out")
    assert "mine" not in ingested(folder, tmp_path / "out", "--force")


def test_the_output_may_lie_inside_the_folder(folder):
    """It is not read as input the second time."""
    first = ingested(folder, folder / "golden")
    assert ingested(folder, folder / "golden") == first


def test_the_report_as_json_is_one_document(folder, tmp_path, capsys):
    """With every file, what was left out, and every finding."""
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    ingested(folder, tmp_path / "out", "--json")
    told = json.loads(capsys.readouterr().out)
    assert [file["doc_id"] for file in told["files"]][:2] == ["a.txt", "b.md"]
    assert [row["doc_id"] for row in told["skipped"]] == ["bad.pdf"]


def test_lines_on_most_web_pages_are_reported_together(tmp_path):
    """Boilerplate of a site shows only across its pages; it is kept."""
    files = tmp_path / "site"
    files.mkdir()
    for number in range(6):
        (files / f"{number}.html").write_text(f"<p>Skip to content</p><p>Rule {number}</p>", encoding="utf-8")
    corpus = ingested(files, tmp_path / "out")
    assert "Skip to content" in corpus["0.html"]["text"]
    assert kinds(tmp_path / "out")[None, "repeated"] == "'Skip to content' stands on 6 of 6 web pages; it was kept"


def test_files_left_out_for_one_reason_are_one_line(folder, tmp_path, capsys):
    """A thousand pictures do not hide a password."""
    for number in range(30):
        (folder / f"{number}.png").write_bytes(b"x")
    ingested(folder, tmp_path / "out")
    out = capsys.readouterr().out
    assert "LEFT OUT (30)" in out
    assert "0.png and 29 more: .png is not read here" in out
    assert len(skipped(tmp_path / "out")) == 30


def test_a_set_may_be_made_where_its_files_are(folder, tmp_path):
    """The files of the set itself are no documents and are not reported."""
    write_jsonl(folder / "questions.jsonl", [{"id": "q", "question": "?", "answerable": False}])
    first = ingested(folder, folder)
    assert ingested(folder, folder) == first
    assert skipped(folder) == {}


def test_texts_of_any_language_are_written_as_they_are(tmp_path):
    """In UTF-8, so that a person can read the corpus."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "şehir.txt").write_text("ışıklar söndü 托运行李", encoding="utf-8")
    assert ingested(files, tmp_path / "out")["şehir.txt"]["text"] == "ışıklar söndü 托运行李"
    assert "ışıklar söndü 托运行李".encode() in (tmp_path / "out" / "corpus.jsonl").read_bytes()


def test_a_module_among_the_documents_is_not_imported(folder, tmp_path, monkeypatch):
    """Whatever Python files lie in the folder where the command is typed."""
    for name in ("csv", "chardet", "lxml", "json", "pdfplumber"):
        (folder / f"{name}.py").write_text("raise SystemExit(9)", encoding="utf-8")
    monkeypatch.chdir(folder)
    assert len(ingested(Path(), tmp_path / "out")) == 6


def test_the_report_fits_a_terminal(folder, tmp_path, capsys):
    """Eighty columns, with long names and messages; control characters in a name are spelled out."""
    (folder / ("long" * 40 + ".pdf")).write_bytes(b"no")
    (folder / "bell\a.txt").write_text("x", encoding="utf-8")
    (folder / "bell\a.docx").write_bytes(b"x")
    ingested(folder, tmp_path / "out")
    out = capsys.readouterr().out
    assert "LEFT OUT (2)" in out
    assert "bell\\x07.docx" in out
    assert [line for line in out.splitlines() if len(line) > 80 and " " in line.strip()] == []


# --- bad input --------------------------------------------------------------------------------------------------------


def test_a_bad_file_is_left_out_and_named_and_the_rest_is_read(folder, tmp_path):
    """Each with what it is and what to do: none of them is fatal."""
    secret = pdf(tmp_path / "secret.pdf", [paragraph("hidden")], password="please")
    bad = {
        "password.pdf": (secret.read_bytes(), "needs a password"),
        "broken.pdf": (b"%PDF-1.7\nnothing of use", "damaged PDF"),
        "text.pdf": (b"just words", "is not one: it begins with b'just words'"),
        "zero.md": (b"", "empty: 0 bytes"),
        "binary.txt": (bytes(range(256)) * 8, "not text"),
        "picture.html": (b"\x89PNG\r\n\x1a\n" + bytes(40), "an image (PNG)"),
        "old.docx": (b"\xd0\xcf\x11\xe0" + bytes(600), "an old Office file"),
        "cut.docx": (docx(tmp_path / "whole.docx").read_bytes()[:900], "damaged archive"),
        "notes.xyz": (b"words", ".xyz is not read here"),
        "half16.txt": (b"\xff\xfea\x00\x00\xd8", "begins as utf-16 and is not"),
    }
    for name, (content, _) in bad.items():
        (folder / name).write_bytes(content)
    corpus = ingested(folder, tmp_path / "out")
    assert list(corpus) == ["a.txt", "b.md", "e.docx", "f.pdf", "sub/c.csv", "sub/d.html"]
    told = skipped(tmp_path / "out")
    assert set(told) == set(bad)
    for name, (_, reason) in bad.items():
        assert reason in told[name], name


def test_a_file_that_is_something_else_is_read_as_what_it_is(folder, tmp_path):
    """A PDF named .txt, a page named .pdf: read, and reported. A text about PDF is a text."""
    (folder / "about.md").write_text("A PDF begins with %PDF-1.7 and ends with %%EOF.", encoding="utf-8")
    (folder / "f.pdf").rename(folder / "really.txt")
    (folder / "sub" / "d.html").rename(folder / "page.pdf")
    corpus = ingested(folder, tmp_path / "out")
    assert corpus["really.txt"]["metadata"] == {"format": "pdf", "pages": 1}
    assert corpus["page.pdf"]["title"] == "Bags & pets"
    assert corpus["about.md"]["text"].startswith("A PDF begins")
    assert kinds(tmp_path / "out")["really.txt", "misnamed"] == "named .txt, read as the pdf it is"


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="names and links as Linux has them")
def test_names_links_and_pipes_end_nothing(folder, tmp_path):
    """A name that is not UTF-8, a loop, a link to itself, one to nowhere, a pipe nobody writes to."""
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_text("A latte costs 4 EUR.", encoding="utf-8")
    (folder / "loop").symlink_to(folder)
    (folder / "self.txt").symlink_to("self.txt")
    (folder / "gone.txt").symlink_to("nowhere.txt")
    (folder / "linked.txt").symlink_to("a.txt")
    os.mkfifo(folder / "pipe.txt")
    (folder / ".hidden.txt").write_text("x", encoding="utf-8")
    corpus = ingested(folder, tmp_path / "out")
    assert corpus["caf\\xe9.txt"]["text"] == "A latte costs 4 EUR."
    assert corpus["linked.txt"]["text"] == corpus["a.txt"]["text"]
    told = skipped(tmp_path / "out")
    assert sorted(told) == ["gone.txt", "loop", "pipe.txt", "self.txt"]
    assert "pipe" in told["pipe.txt"]
    assert "link to a folder" in told["loop"]
    assert "caf\\xe9.txt" in {document.doc_id for document in read_set(tmp_path / "out").documents}


def read_set(out: Path):
    write_jsonl(out / "questions.jsonl", [{"id": "q", "question": "?", "answerable": False}])
    return read_golden(out)


def test_what_is_no_folder_of_documents_is_refused(tmp_path, folder, capsys, monkeypatch):
    """One line each: empty, missing, a file, nothing readable, bad flags; a corpus from before stays."""
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "out"
    (tmp_path / "empty").mkdir()
    assert "no files; put documents" in refused(capsys, "ingest", "empty", "-o", out)
    assert not out.exists()
    assert "no such folder" in refused(capsys, "ingest", "nowhere", "-o", out)
    assert "a file, not a folder" in refused(capsys, "ingest", folder / "a.txt", "-o", out)
    ingested(folder, out)
    before = (out / "corpus.jsonl").read_bytes()
    capsys.readouterr()
    (tmp_path / "empty" / "x.pdf").write_bytes(b"no")
    assert "nothing that can be read; x.pdf: named .pdf" in refused(capsys, "ingest", "empty", "-o", out)
    assert (out / "corpus.jsonl").read_bytes() == before
    assert "--encoding 'utf-88' is not known" in refused(capsys, "ingest", folder, "-o", out, "--encoding", "utf-88")
    assert "--encoding 'base64'" in refused(capsys, "ingest", folder, "-o", out, "--encoding", "base64")
    assert "--workers '0'" in refused(capsys, "ingest", folder, "-o", out, "--workers", "0")
    assert "--page-seconds 'nan'" in refused(capsys, "ingest", folder, "-o", out, "--page-seconds", "nan")
    assert "Not a directory" in refused(capsys, "ingest", folder, "-o", folder / "a.txt" / "x")


def test_what_is_not_installed_is_named_with_its_extra(folder, tmp_path, capsys, monkeypatch):
    """Before anything is written."""
    from harness.ingest import ingest

    monkeypatch.setattr(ingest, "_NEEDED", {"pdfplumber": "no_such_module_here"})
    assert "pip install 'stage-harness[ingest]'" in refused(capsys, "ingest", folder, "-o", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def sabotage(tmp_path: Path, monkeypatch, body: str) -> None:
    """Let every process that is started from here run `body` when it imports the module of plain text or of tables."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(body, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"), prepend=os.pathsep)


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("raise KeyError('glyph')", "its parser broke down (KeyError: 'glyph')"),
        ("os.kill(os.getpid(), 11)", "its parser broke down (signal 11)"),
        ("raise MemoryError", "needs more than 4 GiB of memory"),
        ("time.sleep(60)", "nothing came of it for 2 s"),
    ],
)
def test_whatever_a_parser_does_costs_one_file(folder, tmp_path, monkeypatch, does, reason):
    """It raises what it should not, crashes in C, eats the memory or never ends: the other files are read."""
    body = (
        "import os, sys, time\n"
        "class Trap:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'harness.ingest.formats.txt':\n"
        f"            {does}\n"
        "if 'harness.ingest.worker' in ' '.join(sys.orig_argv): sys.meta_path.insert(0, Trap())\n"
    )
    sabotage(tmp_path, monkeypatch, body)
    corpus = ingested(folder, tmp_path / "out", "--page-seconds", "2", "--workers", "1")
    assert list(corpus) == ["b.md", "e.docx", "f.pdf", "sub/c.csv", "sub/d.html"]
    assert reason in skipped(tmp_path / "out")["a.txt"]


def test_a_pdf_whose_tables_break_the_parser_is_read_without_them(folder, tmp_path, monkeypatch):
    """The second try leaves pdfplumber alone, and the report says so."""
    body = (
        "import os, sys\n"
        "class Trap:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'pdfplumber':\n"
        "            os.abort()\n"
        "if 'harness.ingest.worker' in ' '.join(sys.orig_argv): sys.meta_path.insert(0, Trap())\n"
    )
    sabotage(tmp_path, monkeypatch, body)
    corpus = ingested(folder, tmp_path / "out")
    assert "Economy\t23 kg\t45 EUR" in corpus["f.pdf"]["text"]
    assert ("f.pdf", "tables_unread") in kinds(tmp_path / "out")


def test_a_full_disk_is_one_line_and_no_corpus(folder, tmp_path, monkeypatch, capsys):
    """It is no fault of any file, so none is left out for it; the corpus from before stays."""
    out = tmp_path / "out"
    ingested(folder, out)
    before = (out / "corpus.jsonl").read_bytes()
    body = (
        "import errno, os, sys\n"
        "def full(_): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "if 'harness.ingest.worker' in ' '.join(sys.orig_argv): os.fsync = full\n"
    )
    sabotage(tmp_path, monkeypatch, body)
    (folder / "new.txt").write_text("x", encoding="utf-8")
    capsys.readouterr()
    assert "No space left on device; make room" in refused(capsys, "ingest", folder, "-o", out)
    assert (out / "corpus.jsonl").read_bytes() == before


def long_pdf(path: Path, pages: int) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pageCompression=0)
    for number in range(pages):
        canvas.drawString(72, 800, "Manual of the airline")
        canvas.drawString(72, 700, f"Route {number} costs {number * 7 + 3} EUR.")
        canvas.drawString(280, 20, f"Page {number + 1}")
        canvas.showPage()
    canvas.save()
    return path


@pytest.mark.slow
def test_ten_thousand_pages_are_read_in_bounded_memory(tmp_path):
    """Every page is there, the headers are not, and the worker's memory stays far below its bound."""
    files = tmp_path / "files"
    files.mkdir()
    long_pdf(files / "long.pdf", 10_000)
    small = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    corpus = ingested(files, tmp_path / "out", "--page-seconds", "30")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - small < 400_000  # KiB
    document = corpus["long.pdf"]
    assert document["metadata"]["pages"] == 10_000 == len(document["page_starts"])
    assert "Route 9999 costs 69996 EUR." in document["text"]
    assert "Manual" not in document["text"]


def test_the_limit_is_on_a_page_and_not_on_the_file(tmp_path, monkeypatch):
    """Sixty pages of a twentieth of a second each, with a limit of one second: the file is read."""
    body = (
        "import sys, time\n"
        "def slow(*given, read):\n"
        "    time.sleep(0.05)\n"
        "    return read(*given)\n"
        "class Trap:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'harness.ingest.formats.pdf':\n"
        "            import functools, harness.ingest.pdfium as pdfium\n"
        "            pdfium.read_page = functools.partial(slow, read=pdfium.read_page)\n"
        "if 'harness.ingest.worker' in ' '.join(sys.orig_argv): sys.meta_path.insert(0, Trap())\n"
    )
    sabotage(tmp_path, monkeypatch, body)
    files = tmp_path / "files"
    files.mkdir()
    long_pdf(files / "long.pdf", 60)
    began = time.monotonic()
    assert ingested(files, tmp_path / "out", "--page-seconds", "1")["long.pdf"]["metadata"]["pages"] == 60
    assert time.monotonic() - began > 3  # the pages were slow, so the limit had its chance


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_ctrl_c_keeps_what_was_parsed_and_leaves_no_half_file(folder, tmp_path):
    """No corpus, nothing torn, no process left; the same command goes on."""
    long_pdf(folder / "z.pdf", 4_000)
    out = tmp_path / "out"
    command = [*HARNESS, "ingest", str(folder), "-o", str(out), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(600):
        if len(list((out / ".parsed").glob("*.jsonl"))) >= 6:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode() == "harness ingest: interrupted; what was parsed is kept: the same command goes on\n"
    assert sorted(path.name for path in out.iterdir()) == [".parsed"]
    assert {path.name for path in (out / ".parsed").iterdir() if path.suffix != ".jsonl"} == {".gitignore", "lock"}
    kept = modified(out)
    assert len(kept) == 6
    (folder / "z.pdf").unlink()
    ingested(folder, out)
    assert modified(out) == kept


@pytest.mark.skipif(sys.platform == "win32", reason="a lock that ends with its process")
def test_two_at_once_do_not_mix(folder, tmp_path, capsys):
    """The second is refused in one line; what a killed run left half written is removed by the next."""
    out = tmp_path / "out"
    (out / ".parsed").mkdir(parents=True)
    with held(out / ".parsed"):
        assert "another harness ingest is writing there" in refused(capsys, "ingest", folder, "-o", out)
    for left in (out / ".parsed" / ".0abc.jsonl.x1.harness-aside", out / ".corpus.jsonl.x2.harness-aside"):
        left.write_bytes(b"half")
    ingested(folder, out)
    assert sorted(path.name for path in out.iterdir()) == [".parsed", "corpus.jsonl", "ingest.json", "raw.jsonl"]
    assert {path.name for path in (out / ".parsed").iterdir() if path.suffix != ".jsonl"} == {".gitignore", "lock"}


# --- the ledger -------------------------------------------------------------------------------------------------------


def ask(out: Path, *rows: tuple[str, str, str]) -> None:
    write_jsonl(
        out / "questions.jsonl",
        [
            {"id": name, "question": f"What about {name}?", "answers": ["zzz"], "gold_doc_ids": [gold], "evidence": [evidence]}
            for name, gold, evidence in rows
        ]
        + [{"id": "no", "question": "Is there wifi?", "answerable": False}],
    )  # fmt: skip


def attributed(out: Path, tmp_path: Path, capsys, *flags: str) -> tuple[dict, dict[str, dict]]:
    logs = tmp_path / "logs"
    assert main(["run", str(out), "--logs", str(logs), "--run-id", "r", "--chunker", "window:6:0", *flags]) == 0
    capsys.readouterr()
    assert main(["report", str(logs / "r"), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    return document, {failure["id"]: failure for failure in document["failures"]}


def test_parse_chunk_and_source_are_told_apart(folder, tmp_path, capsys):
    """Evidence in the file and not in its text is lost at parse, cut by a chunk at chunk, in neither at source."""
    out = tmp_path / "out"
    ask(
        out,
        ("nav", "sub/d.html", "Home Menu"),
        ("script", "sub/d.html", "the ferry leaves at nine"),
        ("header", "e.docx", "Edition of the crew"),
        ("bold", "b.md", "A window seat"),
        ("cut", "a.txt", "travel in the cabin for 45"),
        ("nowhere", "a.txt", "unicorns fly free"),
    )
    ingested(folder, out)
    document, failures = attributed(out, tmp_path, capsys)
    stages = {name: failure["stage"] for name, failure in failures.items()}
    lost = dict.fromkeys(("nav", "script", "header", "bold"), "parse")
    assert stages | {"no": None} == {**lost, "cut": "chunk", "nowhere": "source", "no": None}
    assert document["stages"]["parse"] == 4
    assert "the raw file holds it: sub/d.html (all text of the page, hidden or not)" in failures["nav"]["why"]
    trace = {
        record.question.id: record.trace[0] for record in open_log(tmp_path / "logs" / "r").records() if record.trace
    }
    assert trace["nowhere"].raw_places == ()
    assert trace["cut"].raw_places == ()


def test_evidence_in_headers_left_out_of_a_pdf_is_lost_at_parse_with_its_page(tmp_path, capsys):
    """And with --keep-repeated it is not: a new parse, a new verdict."""
    files, out = tmp_path / "files", tmp_path / "out"
    files.mkdir()
    long_pdf(files / "m.pdf", 5)
    ask(out, ("manual", "m.pdf", "Manual of the airline"), ("footer", "m.pdf", "Page 4"))
    ingested(files, out)
    _, failures = attributed(out, tmp_path, capsys)
    assert {name: failure["stage"] for name, failure in failures.items() if name != "no"} == {
        "manual": "parse",
        "footer": "parse",
    }
    assert "m.pdf, page 4 (text in the order the PDF draws it)" in failures["footer"]["why"]
    ingested(files, out, "--keep-repeated")
    capsys.readouterr()
    assert main(["golden", "check", str(out)]) == 0


def test_no_answer_moves_the_stage(folder, tmp_path, capsys):
    """The trace is made before there is an answer: a refusal and an invention leave `parse` where it is."""
    out = tmp_path / "out"
    ask(out, ("nav", "sub/d.html", "Home Menu"))
    ingested(folder, out)
    for answer in ("I don't know.", "It is 99 kg [S1]."):
        script = tmp_path / "script.jsonl"
        write_jsonl(script, [{"id": "nav", "answer": answer}])
        _, failures = attributed(out, tmp_path / answer[:4], capsys, "--script", str(script))
        assert failures["nav"]["stage"] == "parse"


def test_golden_check_tells_what_the_parser_lost(folder, tmp_path, capsys):
    """As a fault of its own, with where the file holds it."""
    out = tmp_path / "out"
    ask(out, ("nav", "sub/d.html", "Home Menu"), ("nowhere", "a.txt", "unicorns fly free"))
    ingested(folder, out)
    capsys.readouterr()
    assert main(["golden", "check", str(out), "--json"]) == 1
    found = {
        row["question_id"]: row for row in json.loads(capsys.readouterr().out)["findings"] if row["severity"] == "fault"
    }
    assert found["nav"]["kind"] == "anchor_unparsed"
    assert "'Home Menu' stands in sub/d.html (all text of the page, hidden or not)" in found["nav"]["message"]
    assert found["nowhere"]["kind"] == "anchor_missing"


def test_a_broken_raw_file_is_refused_in_one_line(folder, tmp_path, capsys):
    """With the line; and the golden set's hash covers it, since the ledger reads it."""
    out = tmp_path / "out"
    ask(out, ("nav", "sub/d.html", "Home Menu"))
    ingested(folder, out)
    sha = read_golden(out).info.sha256
    raw = (out / "raw.jsonl").read_bytes()
    (out / "raw.jsonl").write_bytes(raw.replace(b"Home Menu", b"Home Meny"))
    assert read_golden(out).info.sha256 != sha
    for broken in (b'{"doc_id": 7}\n', b"not json\n", b'{"doc_id": "a", "views": [{"text": 1}]}\n'):
        (out / "raw.jsonl").write_bytes(raw + broken)
        capsys.readouterr()
        assert "raw.jsonl line 7" in refused(capsys, "golden", "check", out)


def test_raw_texts_are_searched_in_the_gold_documents_alone(tmp_path):
    """In all where there are none; any alternative will do; a span is looked for in its own document."""
    rows = [
        {"doc_id": name, "views": [{"how": "raw", "text": f"the fee of {name} is 308 EUR"}]} for name in ("a", "b", "c")
    ]
    write_jsonl(tmp_path / "raw.jsonl", rows)
    raw = RawTexts(tmp_path / "raw.jsonl")
    group = EvidenceGroup(alternatives=(Anchor(text="nothing"), Anchor(text="308  EUR")))
    assert raw.holders(group, ["b"]) == ("b (raw)",)
    assert raw.holders(group, []) == ("a (raw)", "b (raw)", "c (raw)")
    assert raw.holders(group, ["z"]) == ()
    assert raw.holders(EvidenceGroup(alternatives=(Anchor(text="08 EUR"),)), []) == ()
    assert raw.holders(EvidenceGroup(alternatives=(Anchor(text="fee", doc_id="a", start=0, end=3),)), []) == (
        "a (raw)",
    )


def test_any_language_is_found_in_the_raw_text(tmp_path):
    """White space collapsed, boundaries where the script has them, as everywhere."""
    write_jsonl(
        tmp_path / "raw.jsonl", [{"doc_id": "a", "views": [{"how": "raw", "text": f"{PROSE} 托运行李 ışıklar\nsöndü"}]}]
    )
    raw = RawTexts(tmp_path / "raw.jsonl")
    for text, found in (("行李", True), ("ışıklar söndü", True), ("ışık", False)):
        assert bool(raw.holders(EvidenceGroup(alternatives=(Anchor(text=text),)), [])) is found
