"""The command line as a user and a script meet it: help, exit codes, JSON, text in a pipe, and the shape of plug-ins."""

from __future__ import annotations

import argparse
import importlib
import io
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile

import pytest
from conftest import CORPUS, QUESTIONS, write_jsonl
from pydantic import BaseModel, ValidationError
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding

import harness
from harness import plugins
from harness.cli.main import VERBS, build_parser, main
from harness.errors import InternalError, SpellingError
from harness.measure.models import Summary
from harness.report._lines import grid, print_trimmed
from harness.types import BUCKETS, OUTCOMES, RETRIEVAL_STAGES, STEPS

PARTS = [(kind, name) for kind in plugins.FLAGS for name in plugins.names(kind)]


def parser_of(words: tuple[str, ...]) -> argparse.ArgumentParser:
    """Return the parser of a verb, or of a verb's verb."""
    parser: argparse.ArgumentParser = build_parser()
    for word in words:
        parser = inner(parser)[word]
    return parser


def inner(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    subparsers = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(subparsers[0].choices) if subparsers else {}


NESTED = [(verb, name) for verb in VERBS for name in inner(parser_of((verb,)))]
COMMANDS = [*((verb,) for verb in VERBS), *NESTED]


def python(code: str, *arguments: object, **options) -> subprocess.CompletedProcess[str]:
    """Run Python code in an interpreter of its own, its output in pipes."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)


def command(*arguments: object, **options) -> subprocess.CompletedProcess[str]:
    """Run `harness` in a process of its own."""
    return python("import sys; from harness.cli.main import main; sys.exit(main())", *arguments, **options)


def help_of(capsys, *words: str) -> str:
    with pytest.raises(SystemExit) as done:
        main([*words, "--help"])
    assert done.value.code == 0
    return capsys.readouterr().out


# --- what is not loaded -----------------------------------------------------------------------------------------------


LIGHT = {
    "import harness": "import harness",
    "harness --help": "from harness.cli.main import main; main(['--help'])",
    "harness run --help": "from harness.cli.main import main; main(['run', '--help'])",
    "harness golden check --help": "from harness.cli.main import main; main(['golden', 'check', '--help'])",
    "an unknown verb": "from harness.cli.main import main; main(['rum'])",
}


@pytest.mark.parametrize("name", LIGHT)
def test_help_loads_nothing_heavy(name):
    """Neither numpy nor aiohttp nor rich, whose imports take longer than the help itself."""
    tell = "print(*sorted({'numpy', 'aiohttp', 'rich', 'structlog'} & set(sys.modules)), sep=',', file=sys.stderr)"
    code = f"import sys\ntry:\n    {LIGHT[name]}\nexcept SystemExit:\n    pass\n{tell}"
    done = python(code)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == ""


def test_a_plain_run_loads_no_part_that_it_has_no_use_for(golden, tmp_path):
    """No other verb, nor what only servers, units, reworded evidence, other languages or percentiles of numpy need."""
    unused = "aiohttp pint scipy snowballstemmer numpy.ma harness.cli.sweep harness.cli.probe harness.ingest"
    unused += " harness.golden.fuzzy harness.analyze.snowball harness.analyze.unicode"
    code = "import sys\nfrom harness.cli.main import main\nmain(sys.argv[1:])\n"
    code += f"print(*sorted({set(unused.split())!r} & set(sys.modules)), sep=',', file=sys.stderr)"
    done = python(code, "run", golden, "--verifier", "literal", "--logs", tmp_path / "logs")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == ""


def test_importing_the_package_loads_no_dependency():
    """`import harness` is free: no pydantic either."""
    done = python("import sys, harness; print(any(m.split('.')[0] == 'pydantic' for m in sys.modules))")
    assert done.stdout.strip() == "False", done.stderr


def modules() -> list[str]:
    found = pkgutil.walk_packages(harness.__path__, "harness.")
    return ["harness", *(module.name for module in found)]


def test_importing_any_module_does_nothing(tmp_path):
    """No output, no file, no thread, no log handler: every module of the package, in one process."""
    code = (
        "import importlib, logging, sys, threading\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
        "assert not logging.getLogger().handlers"
    )
    done = python(code, *modules(), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


# --- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_a_help_that_teaches(verb, capsys):
    """It says what the verb does and ends with examples of it, at least two."""
    text = help_of(capsys, verb)
    module = importlib.import_module(f"harness.cli.{verb}")
    assert " ".join(module.__doc__.split()) in " ".join(text.split())
    assert " ".join(text.split()).endswith(" ".join(module.EXAMPLES.split()))
    assert module.EXAMPLES.startswith("examples:\n")
    assert len(re.findall(rf"\bharness {verb}\b", module.EXAMPLES)) >= 2


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_each_help_names_and_explains_every_argument(words, capsys):
    """What must be given stands in the usage, and each argument has a line that says what it is."""
    usage, _, rest = help_of(capsys, *words).partition("\n\n")
    assert usage.startswith(f"usage: harness {' '.join(words)} ")
    for action in parser_of(words)._actions:
        if not action.option_strings:
            assert str(action.metavar or next(iter(action.choices))) in usage
        assert action.help or inner(parser_of(words)), f"{action.dest} is not explained"
        assert all(flag in rest for flag in action.option_strings)


def test_the_help_lists_every_verb_with_what_it_does(capsys):
    """One entry each, and the exit codes below."""
    text = help_of(capsys)
    for verb in VERBS:
        assert re.search(rf"^    {verb}\s+[a-z]+,? \w+", text, re.MULTILINE), verb
    assert "exit codes:" in text


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=lambda words: " ".join(words) or "harness")
def test_help_fits_a_hundred_columns(words, capsys, monkeypatch):
    """Descriptions and examples are not wrapped by argparse, so their own lines must be short enough."""
    monkeypatch.setenv("COLUMNS", "100")
    assert [line for line in help_of(capsys, *words).splitlines() if len(line) > 100] == []


def test_the_version_is_the_packages(capsys):
    """`harness --version` prints one line."""
    with pytest.raises(SystemExit) as done:
        main(["--version"])
    assert done.value.code == 0
    assert capsys.readouterr().out == f"harness {harness.__version__}\n"


# --- exit codes -------------------------------------------------------------------------------------------------------


@pytest.fixture
def run_log(golden, capsys):
    """Run the tiny golden set, under the name `r`."""
    logs = golden.parent / "logs"
    assert main(["run", str(golden), "--chunker", "whole", "-k", "2", "--logs", str(logs), "--run-id", "r"]) == 0
    capsys.readouterr()
    return logs


def test_good_is_0(golden, run_log, tmp_path, capsys):
    """Every verb on good input."""
    answers = tmp_path / "answers.jsonl"
    write_jsonl(answers, [{"id": "a", "context": ["It is 9."], "answer": "It is 7 [S1]."}])
    assert main(["report", "r", "--logs", str(run_log)]) == 0
    assert main(["sweep", str(golden), "--chunker", "whole"]) == 0
    assert main(["verify", str(answers)]) == 0  # a refused answer is a result, not a failure
    assert main(["golden", "check", str(golden)]) == 0
    assert capsys.readouterr().err == ""


def test_a_check_that_finds_faults_is_1(golden, capsys):
    """A golden set whose evidence stands nowhere."""
    write_jsonl(golden / "questions.jsonl", [{**QUESTIONS[0], "evidence": ["nowhere to be found"]}])
    assert main(["golden", "check", str(golden)]) == 1
    assert "FAULT anchor_missing" in capsys.readouterr().out


WRONG = {
    "no verb": [],
    "an unknown verb": ["rum", "golden"],
    "an unknown flag": ["run", "{golden}", "--chunkr", "whole"],
    "a flag without its value": ["run", "{golden}", "-k"],
    "no golden set": ["run"],
    "a golden set that is not there": ["run", "{golden}-not"],
    "an unknown part": ["run", "{golden}", "--chunker", "windw:3"],
    "an argument out of range": ["run", "{golden}", "--chunker", "window:0"],
    "a setting out of range": ["run", "{golden}", "-k", "0"],
    "a setting that is no number": ["run", "{golden}", "--candidates", "many"],
    "a malformed filter": ["run", "{golden}", "--filter", "status"],
    "a field that no document has": ["run", "{golden}", "--filter", "statu=current"],
    "a filter that hides everything": ["run", "{golden}", "--filter", "status=gone"],
    "a date that is none": ["run", "{golden}", "--as-of", "2026-13-01"],
    "a budget that is none": ["run", "{golden}", "--budget", "600"],
    "an unknown order": ["run", "{golden}", "--order", "worst_first"],
    "a template that is not there": ["run", "{golden}", "--prompt", "file:none.toml"],
    "a script that is not there": ["run", "{golden}", "--script", "none.jsonl"],
    "a settings file that is not there": ["run", "{golden}", "--settings", "none.toml"],
    "a number of failures that is none": ["run", "{golden}", "--failures", "some"],
    "resume without a name": ["run", "{golden}", "--resume"],
    "a run that is not there": ["report", "none"],
    "a format there is not": ["report", "none", "--format", "xml"],
    "depths that are none": ["sweep", "{golden}", "-k", "1,x"],
    "an unknown reranker": ["sweep", "{golden}", "--rerank", "lexicl"],
    "a file that is not there": ["verify", "none.jsonl"],
    "a set to check that is not there": ["golden", "check", "none"],
    "golden without its verb": ["golden"],
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_2_with_one_line_that_says_what_next(name, golden, capsys, monkeypatch, tmp_path):
    """Nothing on stdout, no traceback, one line on stderr that names the command and does not end at what is wrong."""
    monkeypatch.chdir(tmp_path)
    words = [word.replace("{golden}", str(golden)) for word in WRONG[name]]
    try:
        code = main(words)
    except SystemExit as exit_:
        code = exit_.code
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.startswith("harness")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    told = err.partition(": ")[2]
    assert re.search(r"[;:] ?\S.*$", told), told
    assert "Traceback" not in err
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["rum", "x"], "did you mean run?"),
        (["run", "x", "--chunkr", "whole"], "did you mean --chunker?"),
        (["sweep", "x", "--retriver", "bm25"], "did you mean --retriever?"),
        (["golden", "chek", "x"], "did you mean check?"),
        (["golden", "check", "x", "--chunkr", "whole"], "did you mean --chunker?"),
    ],
)
def test_a_misspelt_word_is_met_with_the_nearest_known_one(words, near, capsys):
    """Verbs, verbs of verbs, and flags of either."""
    with pytest.raises(SystemExit) as done:
        main(words)
    assert done.value.code == 2
    assert near in capsys.readouterr().err


def test_a_prefix_of_a_flag_is_not_the_flag(golden, capsys):
    """`--chunk` must not quietly mean `--chunker`: a flag added later would change what scripts do."""
    with pytest.raises(SystemExit) as done:
        main(["run", str(golden), "--chunk", "whole"])
    assert done.value.code == 2
    assert "--chunk" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (RuntimeError("bug"), 3, "this is a fault of the harness"),
        (InternalError("an invariant is broken"), 3, "harness report: an invariant is broken"),
        (KeyboardInterrupt(), 130, ""),
    ],
    ids=["a bug", "an invariant", "Ctrl-C"],
)
def test_a_fault_of_ours_is_3_and_an_interrupt_130(monkeypatch, capsys, error, code, says):
    """A bug never looks like a failed gate, and its traceback is there to be reported."""

    def broken(*_):
        raise error

    monkeypatch.setattr("harness.cli.report.run", broken)
    assert main(["report", "r"]) == code
    err = capsys.readouterr().err
    assert says in err
    assert ("Traceback" in err) == isinstance(error, RuntimeError)


def test_a_reader_that_goes_away_is_no_failure(run_log):
    """`harness report r | head -1` exits 0 and says nothing on stderr, as text and as JSON."""
    for flags in ((), ("--json",)):
        code = "import sys; from harness.cli.main import main; sys.exit(main())"
        words = [sys.executable, "-c", code, "report", "r", "--logs", str(run_log), *flags]
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(writing)
        assert (done.returncode, done.stderr) == (0, b"")


# --- the report as JSON -----------------------------------------------------------------------------------------------


def is_rate(value: object) -> bool:
    """Return whether a JSON value has the shape of a rate: complete, or null with a reason."""
    if not isinstance(value, dict) or not {"value", "numerator", "denominator", "low", "high"} <= set(value):
        return False
    if value["denominator"] == 0:
        return value["value"] is value["low"] is value["high"] is None and bool(value["reason"])
    inside = value["low"] <= value["value"] <= value["high"]
    return inside and abs(value["value"] - value["numerator"] / value["denominator"]) < 1e-12


def report(capsys, logs, *flags: str) -> dict:
    assert main(["report", "r", "--logs", str(logs), *flags]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_json_report_keeps_the_contract(run_log, capsys):
    """Every key that scripts rely on, with the shape they rely on."""
    told = report(capsys, run_log, "--format", "json")
    assert told["run_id"] == "r"
    assert {"name", "sha256", "questions", "answerable", "unanswerable"} <= set(told["golden"])
    assert told["settings"]["chunker"] == "whole"
    assert list(told["recall"]) == ["1", "3", "5", "10", "50"]
    assert all(map(is_rate, told["recall"].values()))
    assert set(told["candidates"]) == {"depth", "recall"}
    assert told["candidates"]["depth"] == 50
    for rate in (told["candidates"]["recall"], told["ceiling"], told["accuracy"], told["stale_contexts"]):
        assert is_rate(rate)
    assert list(told["outcomes"]) == list(OUTCOMES)
    assert {"anchored_right_source", "anchored_wrong_source", "refused", "abstained", "fault"} <= set(told["outcomes"])
    assert list(told["attribution"]) == list(BUCKETS)
    assert list(told["stages"]) == list(RETRIEVAL_STAGES)
    assert {"evidence_correct", "evidence_wrong", "no_evidence_correct", "no_evidence_wrong"} <= set(told["two_by_two"])
    for kind in ("answerable", "unanswerable"):
        assert list(told["abstention"][kind]) == ["answered", "abstained", "refused", "fault"]
    for part in told["slices"].values():
        assert is_rate(part["accuracy"])
        assert is_rate(part["ceiling"])
        assert list(part["attribution"]) == list(BUCKETS)
    assert set(told["seconds"]) <= set(STEPS)
    assert all(set(p) == {"p50", "p95", "p99"} for p in told["seconds"].values())
    assert {"prompt", "answer"} <= set(told["tokens"])
    for failure in told["failures"]:
        assert {"id", "bucket", "stage", "sub_kind", "why", "question", "answer", "expected", "evidence_rows"} <= set(
            failure
        )
    Summary.model_validate(told)


def test_the_json_report_adds_up(run_log, capsys):
    """Three answerable questions and one that is not: attribution, outcomes, both tables and the slices."""
    told = report(capsys, run_log, "--json")
    assert sum(told["attribution"].values()) == sum(told["outcomes"].values()) == told["questions"] == 4
    assert sum(told["two_by_two"].values()) == sum(told["abstention"]["answerable"].values()) == 3
    assert sum(told["abstention"]["unanswerable"].values()) == 1
    assert {name: part["questions"] for name, part in told["slices"].items()} == {
        "keyword": 2,
        "paraphrase": 1,
        "unanswerable": 1,
    }
    assert sum(told["stages"].values()) == told["attribution"]["retrieval_miss"]
    assert is_rate(told["slices"]["unanswerable"]["accuracy"])
    assert told["slices"]["unanswerable"]["accuracy"]["value"] is None


def test_the_json_report_is_one_document_whatever_the_failure_limit(run_log, capsys):
    """A script gets every failure; `--failures` is for people."""
    assert report(capsys, run_log, "--json", "--failures", "0") == report(capsys, run_log, "--format", "json")


def test_the_json_report_survives_a_torn_log(run_log, capsys):
    """A last line without its end is named in `problems`, and the totals are those of the records there are."""
    path = run_log / "r" / "records.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]) + lines[-2][:40])
    told = report(capsys, run_log, "--json")
    assert told["questions"] == sum(told["attribution"].values()) == 3
    assert told["status"] == "unfinished"
    assert [problem.split(":")[0] for problem in told["problems"]] == ["line 5"]


# --- the report as text -----------------------------------------------------------------------------------------------


STRANGE = [
    {"id": "漢字-" * 30, "question": "托运行李重量" * 30, "answers": ["二十三公斤" * 40], "evidence": ["x"], "type": "词" * 60},
    {"id": "rtl", "question": "כמה שוקלת המזוודה " * 20, "answers": ["45 EUR"], "gold_doc_ids": ["pets"], "type": "עברית"},
    {"id": "long" * 40, "question": "small pets cabin " * 40, "answers": ["w" * 300], "gold_doc_ids": ["pets"], "type": "t" * 90},
    {"id": "esc", "question": "\x1b[31msmall pets\x1b[0m \x07 in the cabin", "answers": ["\x1b[2J"], "gold_doc_ids": ["pets"]},
    {"id": "breaks", "question": "small\r\npets\u2028in\x85the\x0bcabin\t?", "answers": ["a\nb"], "gold_doc_ids": ["seats"]},
]  # fmt: skip


@pytest.fixture
def strange(tmp_path):
    """Make a golden set whose ids, questions, answers and types are long, wide, right to left or full of control codes."""
    folder = tmp_path / "strange"
    write_jsonl(folder / "corpus.jsonl", CORPUS)
    write_jsonl(folder / "questions.jsonl", [*STRANGE, *QUESTIONS])
    return folder


def piped(*words: object, columns: int = 80) -> list[str]:
    """Return the lines a verb prints into a pipe, on a terminal that says it has colours."""
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    done = command(*words, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


def test_piped_text_is_plain_and_fits_80_columns(golden, strange, tmp_path):
    """No line is wider than 80 cells or ends in a blank, and nothing in it is an escape: `run`, `report` and `sweep`."""
    for folder in (golden, strange):
        run = ("--logs", tmp_path / "logs", "--run-id", folder.name)
        lines = piped("run", folder, *run)
        lines = [line for line in lines if not line.startswith("log: ")]  # a path is never broken
        lines += piped("report", folder.name, "--logs", tmp_path / "logs", "--failures", "all")
        lines += piped("sweep", folder, "--chunker", "whole", "--chunker", "window:3:1", "-k", "1,3")
        assert max(map(cell_len, lines)) <= 80
        assert [line for line in lines if line != line.rstrip()] == []
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", "".join(lines))
        assert "Evidence and answers (answerable questions)" in lines


@pytest.mark.parametrize("columns", [40, 50, 60, 70])
def test_everything_fits_a_narrow_terminal(golden, tmp_path, columns):
    """No line is wider than the terminal, no word or number is broken, and no name stands one letter a line."""
    run, check = ("--logs", tmp_path / "logs", "--run-id", "narrow"), ("golden", "check", golden)
    lines = [line for line in piped("run", golden, *run, columns=columns) if not line.startswith("log: ")]
    lines += piped("sweep", golden, "--chunker", "packed:150", "--chunker", "whole", columns=columns)
    lines += piped("history", "--logs", tmp_path / "logs", columns=columns)
    lines += piped(*check, columns=columns)
    assert max(map(cell_len, lines)) <= columns
    told = "\n".join(lines)
    for whole in ("packed:150", "candidates@50", "nDCG@10"):
        assert re.search(whole.replace(" ", r"\s+"), told)
    assert not [line for line in lines if re.fullmatch(r"\s*[a-z]", line)]


ONE_TOO_MANY = re.compile(
    r"(?<!of )(?<![\d.])1 (?:\w+ )?(?:answers|calls|chunks|comparisons|contexts|differences|documents|failures|plants|probes|"
    r"questions|records|rows|runs|synthesis misses|retrieval misses)\b|\b1 (?:of \d+ )?(?:\w+ )?(?:have|remain|survive|ask)\b|"
    r"of 1 (?:\w+s)\b|All 1\b"
)


def test_one_of_a_thing_is_told_as_one(tmp_path):
    """`1 question`, `The one failure`, `1 remains`: of a set of one question, whatever is asked about it."""
    folder = tmp_path / "one"
    write_jsonl(folder / "corpus.jsonl", CORPUS[:1])
    asked = {"id": "q", "question": QUESTIONS[0]["question"], "answers": ["nothing of the kind"]}
    write_jsonl(folder / "questions.jsonl", [asked])
    write_jsonl(
        tmp_path / "rows.jsonl", [{"question": "Who?", "contexts": ["Ada."], "answer": "Ada.", "ground_truth": "Bob"}]
    )
    logs = ("--logs", tmp_path / "logs")
    told = piped("run", folder, *logs, "--run-id", "one")
    told += piped("run", folder, *logs, "--run-id", "two", "-k", "1")
    told += piped("probe", "one", *logs)
    told += piped("compare", "one", "two", *logs)
    told += piped("history", "one", *logs)
    told += piped("log", "check", "one", *logs)
    write_jsonl(folder / "questions.jsonl", [{**asked, "evidence": [CORPUS[0]["text"][:12]]}])
    told += piped("sweep", folder, "--chunker", "whole", "--chunker", "packed:3")
    told += piped("import", "ragas", tmp_path / "rows.jsonl", *logs, "--run-id", "rows")
    text = "\n".join(told)
    assert [text[found.start() - 20 : found.end()] for found in ONE_TOO_MANY.finditer(text)] == []
    for whole in (
        "1 question ",
        "The one failure",
        "1 answerable question has no evidence labels",
        "1 document in 1 chunk",
    ):
        assert whole in text
    assert "\n\n\n" not in text


def test_a_table_breaks_no_number_at_any_width():
    """Words are wrapped first; where the numbers have no room beside each other, each row is told below its name."""
    cells = ("0.414", "29/70", "0.31 – 0.53")
    for columns in range(30, 90):
        table = grid("", "value", "of", "95% interval", "")
        table.columns[-1].justify = "left"
        table.add_row("candidates@50", *cells, "evidence in the first k chunks")
        console = Console(width=columns, file=io.StringIO())
        print_trimmed(console, [Padding(table, (0, 0, 0, 2))])
        lines = console.file.getvalue().splitlines()
        assert max(map(len, lines)) <= columns
        for whole in ("candidates@50", *cells):
            assert any(whole in line for line in lines)
        assert " ".join(" ".join(lines).split()).count("evidence") == 1


@pytest.mark.parametrize("verb", VERBS)
def test_help_fits_a_narrow_terminal_and_sets_the_exit_codes_apart(verb, monkeypatch, capsys):
    """What a person reads is filled; a command to copy stays whole, and so does a flag with its choices."""
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    told = capsys.readouterr().out
    wide = [line for line in told.splitlines() if len(line) > 60]
    assert [line for line in wide if not re.match(r" +(\[?-|\{|harness |cat |head )", line)] == []
    assert "exit codes:" not in told or "\n\nexit codes:" in told


def test_a_wider_terminal_is_used(run_log):
    """At 160 columns the longest line is longer than at 80."""
    at_80, at_160 = (piped("report", "r", "--logs", run_log, columns=columns) for columns in (80, 160))
    assert max(map(len, at_80)) <= 80 < max(map(len, at_160)) <= 160


def test_the_report_and_the_run_print_the_same(golden, tmp_path):
    """What `harness run` prints at its end is what `harness report` prints from the log."""
    ran = piped("run", golden, "--logs", tmp_path / "logs", "--run-id", "r", "--failures", "all")
    told = piped("report", "r", "--logs", tmp_path / "logs", "--failures", "all")
    assert ran[: len(told) - 1] == told[:-1]
    assert ran[len(told) :][0].startswith("log: ")


# --- plug-ins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "name"), PARTS, ids=[f"{kind}/{name}" for kind, name in PARTS])
def test_a_plug_in_has_the_shape_that_the_command_line_counts_on(kind, name):
    """A first line that is a sentence, frozen `Options` with defaults that refuse what they do not know, and `make`."""
    module = plugins.load(kind, name)
    assert re.fullmatch(r".*[.:]", module.__doc__.strip().splitlines()[0]) or ". " in module.__doc__
    options = module.Options
    assert issubclass(options, BaseModel)
    assert options.model_config["frozen"]
    assert options.model_config["extra"] == "forbid"
    assert not [field for field, info in options.model_fields.items() if info.is_required()]
    with pytest.raises(ValidationError):
        options(no_such_option=1)
    for field in options.model_fields:
        with pytest.raises(ValidationError):
            setattr(options(), field, None)
    assert callable(module.make)
    assert options.__doc__
    assert module.make.__doc__


@pytest.mark.parametrize(("kind", "name"), PARTS, ids=[f"{kind}/{name}" for kind, name in PARTS])
def test_a_plug_in_is_spelled_by_its_name_and_its_fields_in_order(kind, name):
    """The bare name gives the defaults, the defaults written out give the same, and one more argument is refused."""
    module, options = plugins.part(kind, name)
    assert options == module.Options()
    values = list(takewhile(lambda value: value not in {None, ""}, options.model_dump().values()))
    assert plugins.part(kind, ":".join([name, *map(str, values)]))[1] == options
    fields = list(module.Options.model_fields.values())
    if not fields or fields[-1].annotation is not str:  # text at the end, a path or a URL, may hold colons
        with pytest.raises(SpellingError, match="takes at most"):
            plugins.part(kind, ":".join([name, *["1"] * (len(fields) + 1)]))


@pytest.mark.parametrize("kind", plugins.FLAGS)
def test_an_unknown_part_names_its_flag_and_the_nearest_part(kind):
    """A name that is off by one letter; and a module that is not a plug-in cannot be loaded as one."""
    known = plugins.names(kind)[0]
    with pytest.raises(SpellingError, match=rf"{plugins.FLAGS[kind]} '{known}x' is not known; did you mean '{known}'"):
        plugins.load(kind, f"{known}x")
    for private in ("__init__", "_template", "_normalise", "../errors", ""):
        with pytest.raises(SpellingError):
            plugins.load(kind, private)


@pytest.mark.parametrize("kind", plugins.FLAGS)
def test_the_help_of_run_lists_every_part(kind, capsys):
    """Beside its flag."""
    text = " ".join(help_of(capsys, "run").split())
    after = text.split(" examples: ")[0].rsplit(f" {plugins.FLAGS[kind]} ", 1)[1].split(" --")[0]
    for name in plugins.names(kind):
        assert name in after


# --- the package ------------------------------------------------------------------------------------------------------


def packages() -> Iterator[str]:
    yield "harness"
    for module in pkgutil.walk_packages(harness.__path__, "harness."):
        if module.ispkg:
            yield module.name


@pytest.mark.parametrize("name", list(packages()))
def test_all_is_sorted_and_importable(name):
    """What a package exports is there, in order, and a package file says what it holds."""
    package = importlib.import_module(name)
    exported = getattr(package, "__all__", [])
    assert list(exported) == sorted(exported)
    assert len(set(exported)) == len(exported)
    for export in exported:
        assert hasattr(package, export)
    assert package.__doc__


def test_something_is_exported():
    """Otherwise the test above would check nothing."""
    assert harness.__all__
    assert importlib.import_module("harness.prompt").__all__


def test_every_verb_is_a_module_and_every_module_of_the_verbs_shape_is_a_verb():
    """A file with HELP, EXAMPLES, `add_arguments` and `run` in harness/cli/ is a verb; main lists them all."""
    shaped = []
    for module in pkgutil.iter_modules(importlib.import_module("harness.cli").__path__):
        loaded = importlib.import_module(f"harness.cli.{module.name}")
        if all(hasattr(loaded, name) for name in ("HELP", "EXAMPLES", "add_arguments", "run")):
            shaped.append(module.name)
    assert sorted(shaped) == sorted(VERBS)
    assert build_parser().prog == "harness"
