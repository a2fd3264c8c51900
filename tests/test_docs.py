"""The documentation is tested: commands parse, tables name what exists, examples run, links lead somewhere."""

from __future__ import annotations

import fnmatch
import importlib
import json
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import write_jsonl

from harness import plugins
from harness.cli.flags import settings_from
from harness.cli.main import VERBS, build_parser, main
from harness.golden.evidence import Locator
from harness.golden.read import read_golden
from harness.settings import Settings
from harness.types import BUCKETS, STAGES, Record, RunEnd, RunStart
from harness.wiring import check_settings, make_chunker, make_reranker

ROOT = Path(__file__).parents[1]
IGNORED = [
    line.strip().rstrip("/")
    for line in (ROOT / ".gitignore").read_text().splitlines()
    if line.strip() and not line.startswith(("!", "#", "logs"))
] + [".git"]


def tracked() -> Iterator[Path]:
    """Yield every file that is in version control or would be: the tree without what .gitignore names."""
    for folder, subfolders, files in os.walk(ROOT):
        here = Path(folder)
        subfolders[:] = [s for s in subfolders if not any(fnmatch.fnmatch(s, pattern) for pattern in IGNORED)]
        if here == ROOT / "logs":
            subfolders[:] = [s for s in subfolders if s == "baselines"]
        for name in files:
            if not any(fnmatch.fnmatch(name, pattern) for pattern in IGNORED):
                yield here / name


MARKDOWN = sorted(path for path in tracked() if path.suffix == ".md")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROSE = "\n".join(path.read_text(encoding="utf-8") for path in MARKDOWN if path.parent in {ROOT, ROOT / "docs"})
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(text: str, language: str) -> list[str]:
    return [body for name, body in FENCE.findall(text) if name == language]


def table(text: str, header: str) -> list[list[str]]:
    """Return the cells of the Markdown table whose header row begins with `header`."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(header))
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


# --- commands ---------------------------------------------------------------------------------------------------------


def written_commands() -> Iterator[tuple[str, str]]:
    """Yield `(where, command)` for every `harness …` in Markdown, in the Makefile and in the verbs' examples."""
    for path in MARKDOWN:
        text = path.read_text(encoding="utf-8")
        for body in (*blocks(text, "console"), *blocks(text, "sh"), *blocks(text, "bash")):
            for line in body.splitlines():
                yield named(path), line.removeprefix("$ ")
        for code in CODE.findall(FENCE.sub("", text)):
            yield named(path), code
    for found in re.finditer(r"\$\(BIN\)/(harness[^\";\n]*)", (ROOT / "Makefile").read_text()):
        yield "Makefile", found[1].replace("$$(date +%Y%m%d-%H%M%S)", "now")
    for verb in VERBS:
        for line in importlib.import_module(f"harness.cli.{verb}").EXAMPLES.splitlines():
            yield f"harness {verb} --help", line.strip()


def commands() -> list[tuple[str, list[str]]]:
    """Return each command once, as arguments: without its pipe, its redirection and its comment."""
    found = []
    for where, line in written_commands():
        for part in line.split("|") if where != "README.md" or "\\|" not in line else [line]:
            if not part.strip().startswith(("harness ", ".venv/bin/harness ")):
                continue
            words = shlex.split(re.sub(r"(\s{2,}\(.*|\s{3,}\S.*)$", "", part.split(" > ")[0]), comments=True)
            if len(words) > 1 and words[0] in {"harness", ".venv/bin/harness"} and (where, words[1:]) not in found:
                found.append((where, words[1:]))
    return found


COMMANDS = commands()


def test_commands_are_found_where_they_are_written():
    """The search itself works: each of the places holds some, and each verb stands in one."""
    places = [where for where, _ in COMMANDS]
    for where in ("README.md", "Makefile", *(f"harness {verb} --help" for verb in VERBS)):
        assert where in places
    assert {words[0] for _, words in COMMANDS} >= set(VERBS)
    assert len(COMMANDS) >= 25


@pytest.mark.parametrize(("where", "words"), COMMANDS, ids=[f"{w}: {' '.join(c)}" for w, c in COMMANDS])
def test_every_written_command_parses(where, words, capsys):
    """Known verb, known flags, known parts, settings in range; a golden set under golden/ is there."""
    only_named = all(re.fullmatch(r"[a-z]+", word) for word in words)  # a sentence about a command
    if only_named or "--help" in words:
        with pytest.raises(SystemExit) as done:
            main([*words, "--help"])
        assert done.value.code == 0
        return
    try:
        args = build_parser().parse_args(words)
    except SystemExit:
        pytest.fail(f"{where}: harness {' '.join(words)}: {capsys.readouterr().err}")
    if words[0] in {"run", "sweep"}:
        check_settings(settings_from(args, args.golden, {}))
    if words[0] == "sweep":
        assert args.act.__globals__["_ks"](args.ks)
        for chunker in args.chunkers or ():
            make_chunker(chunker)
        for retriever in args.retrievers or ():
            plugins.part("retrieve", retriever)
        for reranker in args.rerankers or ():
            make_reranker(None if reranker == "none" else reranker, None)
    golden = getattr(args, "golden", None)
    if isinstance(golden, str) and golden.startswith("golden/"):
        assert (ROOT / golden / "questions.jsonl").is_file()


def test_make_targets_in_the_documentation_exist():
    """Every `make x` is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    console = "\n".join(body for path in MARKDOWN for body in blocks(path.read_text(encoding="utf-8"), "console"))
    named_there = set(re.findall(r"^\$ make (\w+)", console, re.MULTILINE))
    named_there |= set(re.findall(r"`make (\w+)`", PROSE))
    assert {"demo", "test"} <= named_there <= targets


def test_the_verbs_in_the_readme_are_the_verbs_there_are():
    """Each verb has a row in the table of commands, and each row is about a verb."""
    rows = [CODE.search(row[0])[1].split() for row in table(README, "| command | does |")]
    assert all(row[0] == "harness" for row in rows)
    assert sorted({row[1] for row in rows}) == sorted(VERBS)


def test_the_exit_codes_in_the_readme_are_those_of_the_help(capsys):
    """README and `harness --help` name the same five."""
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out.split("exit codes:")[1]
    codes = ["0", "1", "2", "3", "130"]
    assert re.findall(r"\b(\d+) [a-z]", told) == codes
    assert re.findall(r"\b(\d+) [a-z]", README.split("Exit codes:")[1].split("\n\n")[0]) == codes


# --- parts ------------------------------------------------------------------------------------------------------------


PARTS = {CODE.search(row[0])[1]: row[1].split(";")[0] for row in table(README, "| flag | parts |")}


def test_every_kind_of_part_has_a_row():
    """One row for each flag that takes a part."""
    assert set(PARTS) == set(plugins.FLAGS.values())


@pytest.mark.parametrize("kind", plugins.FLAGS)
def test_the_parts_in_the_readme_are_the_parts_there_are(kind):
    """Every public plug-in is in its row, the row names no other, its spellings work, and the default is marked."""
    spellings = CODE.findall(PARTS[plugins.FLAGS[kind]])
    names = [spelling.split(":")[0] for spelling in spellings if spelling != "none"]
    assert sorted(names) == sorted(plugins.names(kind))
    for spelling in spellings:
        if spelling != "none":
            plugins.part(kind, spelling)
    default = re.search(r"`([^`]+)` \(default\)", PARTS[plugins.FLAGS[kind]])
    field = {
        "analyze": "analyzer",
        "chunk": "chunker",
        "retrieve": "retriever",
        "generate": "generator",
        "verify": "verifier",
    }
    expected = getattr(Settings(), field.get(kind, kind)) or "none"
    assert default is None or default[1] == expected
    assert default or len(spellings) == 1


# --- words a reader meets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bucket", BUCKETS)
def test_every_bucket_is_explained(bucket):
    """As the report spells it, or as its plural, in prose or in the sample of the report."""
    words = bucket.replace("_", " ")
    plural = words.replace("miss", "misses")
    split = words.replace(" miss", "")  # "grounding or synthesis misses"
    assert re.search(rf"{words}|{plural}|\*{split}\*|`{bucket}`", " ".join(PROSE.lower().split()))


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_is_explained(stage):
    """In the table of stages, or by name where the README says what cannot fail yet."""
    rows = {row[0]: row for row in table(README, "| stage |")}
    if stage in rows:
        assert all(rows[stage])
    else:
        assert f"`{stage}`" in README.split("## Limits")[1]


def test_the_table_of_stages_is_in_the_order_of_the_stages():
    """And names nothing that is no stage."""
    rows = [row[0] for row in table(README, "| stage |")]
    assert rows == [stage for stage in STAGES if stage in rows]
    assert len(rows) >= 8


@pytest.mark.parametrize(
    ("header", "model"), [("| `run_start` |", RunStart), ("| `record` |", Record), ("| `run_end` |", RunEnd)]
)
def test_the_fields_of_the_log_are_those_in_its_documentation(header, model):
    """Every field has a place in docs/log.md and every name there is a field; `kind` and the rest are said once above."""
    text = (ROOT / "docs/log.md").read_text(encoding="utf-8")
    named_there = {name for row in table(text, header) for name in CODE.findall(row[0])}
    common = {"kind", "schema_version", "run_id"}
    assert named_there <= set(model.model_fields)
    missing = set(model.model_fields) - named_there - common
    assert not {name for name in missing if f"`{name}`" not in text}


def test_the_tour_leads_to_files_that_are_there_and_past_no_room():
    """Every file it names exists, and every module and folder of the package is on the way."""
    text = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
    paths = [code for code in CODE.findall(text) if re.fullmatch(r"[\w./]+(\.py|\.toml|/)", code)]
    assert len(paths) > 30
    for path in paths:
        relative = path.removeprefix("harness/")
        stops = [ROOT / path, ROOT / "harness" / relative, *(ROOT / "harness").glob(f"*/{relative}")]
        assert any(stop.exists() for stop in stops), path
    rooms = {p.stem for p in (ROOT / "harness").iterdir() if not p.name.startswith("_")}
    for room in rooms:
        assert re.search(rf"\b{room}(/|\.py)", text), room


# --- examples that run ------------------------------------------------------------------------------------------------


PYTHON = [(named(path), body) for path in MARKDOWN for body in blocks(path.read_text(encoding="utf-8"), "python")]


def test_there_is_python_in_the_documentation():
    """Otherwise the next test would check nothing."""
    assert any(where == "docs/log.md" for where, _ in PYTHON)


@pytest.mark.parametrize(("where", "body"), PYTHON, ids=[f"{where} {n}" for n, (where, _) in enumerate(PYTHON)])
def test_python_in_the_documentation_runs(where, body, golden, monkeypatch, capsys):
    """In a folder that holds a run called `demo`, as a reader would have it; it prints a line for each question."""
    monkeypatch.chdir(golden.parent)
    assert main(["run", golden.name, "--run-id", "demo", "--json"]) == 0
    capsys.readouterr()
    exec(compile(body, where, "exec"), {"__name__": "__main__"})
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[:4]] == ["bag-weight", "pet-fee", "dog", "wifi"]


def test_json_in_the_readme_is_a_golden_set(tmp_path):
    """Its lines together can be read, checked without a fault and run; the evidence stands in the document."""
    lines = [json.loads(line) for body in blocks(README, "json") for line in body.splitlines()]
    folder = tmp_path / "mine"
    write_jsonl(folder / "corpus.jsonl", [line for line in lines if "doc_id" in line])
    write_jsonl(folder / "questions.jsonl", [line for line in lines if "question" in line])
    golden = read_golden(folder)
    assert len(golden.documents) + golden.info.questions == len(lines) >= 3
    for question in golden.questions():
        assert all(Locator(golden.documents).places(question))
    assert main(["golden", "check", str(folder)]) == 0
    assert main(["run", str(folder), "--filter", "status=current", "--logs", str(tmp_path / "logs")]) == 0


def test_what_make_prints_of_its_own_fits_80_columns():
    """Every line that a target echoes, with the names it is printed with."""
    told = re.findall(r'echo "([^"]*)"', (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert any("next:" in line for line in told)
    assert [line for line in told if len(line.replace("$(BIN)", ".venv/bin")) > 80] == []


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the sample is from Python 3.11, whose docstrings it counts"
)
def test_the_sample_of_the_report_is_what_the_demo_prints(tmp_path, monkeypatch, capsys):
    """Every line of it, in this order, with the flags of `make demo`; a line may be told up to where it gets long."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    (words,) = [c for where, c in COMMANDS if where == "Makefile" and "--run-id" in c]
    words = [word if not word.startswith("demo-") else "demo" for word in words]
    assert main([*words, "--logs", str(tmp_path)]) == 0
    printed = iter([line.strip() for line in capsys.readouterr().out.splitlines()])
    (sample,) = blocks(README, "text")
    for line in filter(None, map(str.strip, sample.splitlines())):
        assert any(told.startswith(line) for told in printed), f"not printed, or not in this order: {line}"


# --- housekeeping -----------------------------------------------------------------------------------------------------


LINKS = [
    (named(path), target)
    for path in MARKDOWN
    for target in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    if not re.match(r"[a-z]+:", target)
]


@pytest.mark.parametrize(("where", "target"), LINKS, ids=[f"{where} → {target}" for where, target in LINKS])
def test_relative_links_lead_somewhere(where, target):
    """To a file of the repository, and to a heading of it where one is named."""
    path, _, heading = target.partition("#")
    file = (ROOT / where).parent / path if path else ROOT / where
    assert file.exists()
    if heading:
        titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert heading in {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}


def test_the_changelog_says_what_is_new():
    """It has a section for what is not released yet, with at least one line in it."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = text.split("## Unreleased")[1].split("\n## ")[0]
    assert re.search(r"^- \S", section, re.MULTILINE)


def test_what_the_tests_install_holds_every_extra_and_nothing_is_listed_twice():
    """An optional part that `make test` does not install would be skipped there, and so never tested."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {line for lines in project["optional-dependencies"].values() for line in lines}
    wanted = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    assert {line.replace("'", '"') for line in extras} <= set(wanted)
    for listed in (project["dependencies"], wanted):
        assert sorted(set(listed)) == sorted(listed)


LOCAL = (
    r"(?<![\w.])/(work|root|Users|home/[a-z])[/\w]*\b/",  # a folder of the machine it was written on
    r"[A-Z]:\\\\?Users\\",
    r"--(extra-)?index-url|artifactory|jfrog|\bnexus\b",  # a package registry of somebody's own
    r"https?://[\w.-]+(\.internal|\.local|\.corp|\.lan)\b",
    r"https?://[\w.-]+/simple/?\b",
)


def test_no_file_names_the_machine_it_was_written_on():
    """No path of a home or work folder and no private registry, in any file of the tree; this file spells patterns only."""
    found = [
        f"{named(path)}: {match[0]}"
        for path in tracked()
        if path != Path(__file__)
        for pattern in LOCAL
        if (match := re.search(pattern, path.read_bytes().decode("utf-8", "replace")))
    ]
    assert found == []


def test_the_walk_over_the_tree_sees_what_it_should():
    """The package, hidden files and kept runs, and nothing of an environment, a cache or a run."""
    seen = {named(path) for path in tracked()}
    assert {"harness/types.py", "README.md", ".ci/run", ".gitignore", "pyproject.toml", "logs/README.md"} <= seen
    assert not [name for name in seen if re.search(r"^\.venv|__pycache__|_cache/|^logs/.+/records\.jsonl$", name)]
