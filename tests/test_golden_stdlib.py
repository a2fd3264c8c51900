"""The golden set `golden/stdlib` and the builder that makes its corpus."""

import collections
import json
import os
import re
import statistics
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import pytest

from harness.errors import GoldenError, InputError, SpellingError
from harness.golden.builders import stdlib
from harness.golden.read import read_golden

FOLDER = Path(__file__).parent.parent / "golden" / "stdlib"
OPTIONS = tomllib.loads((FOLDER / "golden.toml").read_text(encoding="utf-8"))["builder"]
RUNNING = (sys.version_info.major, sys.version_info.minor)
KINDS = {"not_in_corpus", "false_premise", "out_of_scope", "underspecified"}
BUILD_AND_PRINT = """
import hashlib, sys, tomllib
from pathlib import Path
from harness.errors import InputError
from harness.golden.builders import stdlib
folder = Path(sys.argv[1])
options = tomllib.loads((folder / "golden.toml").read_text(encoding="utf-8"))["builder"]
try:
    documents = stdlib.build(folder, options)
except InputError as error:
    sys.exit(f"{type(error).__name__}: {error}")
print(hashlib.sha256("".join(d.model_dump_json() for d in documents).encode()).hexdigest())
"""


def read_lines(path):
    with path.open("rb") as handle:
        return [json.loads(line) for line in handle]


QUESTIONS = read_lines(FOLDER / "questions.jsonl")
NOTES = read_lines(FOLDER / "notes.jsonl")
ANSWERABLE = [question for question in QUESTIONS if question["answerable"]]


@pytest.fixture(scope="module")
def corpus():
    return {document.doc_id: document for document in stdlib.build(FOLDER, OPTIONS)}


def collapse(text):
    return " ".join(text.split())


def stands_in(text, anchor):
    """Whether the anchor is in the text, white space collapsed, and not as part of a longer word."""
    literal = collapse(anchor)
    before = r"(?<!\w)" if re.match(r"\w", literal) else ""
    after = r"(?!\w)" if re.search(r"\w$", literal) else ""
    return re.search(before + re.escape(literal) + after, collapse(text)) is not None


def alternatives(group):
    return [group] if isinstance(group, str) else group


def anchors(question):
    return [anchor for group in question["evidence"] for anchor in alternatives(group)]


def accepted_in(text, question):
    """Return the accepted answers that a reader of this text alone could give."""
    if question.get("match") == "regex":
        return [answer for answer in question["answers"] if re.search(answer, collapse(text))]
    return [answer for answer in question["answers"] if stands_in(text.casefold(), answer.casefold())]


def build_in_new_process(*flags, seed="0"):
    command = [sys.executable, *flags, "-c", BUILD_AND_PRINT, str(FOLDER)]
    environment = os.environ | {"PYTHONHASHSEED": seed}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize("question", ANSWERABLE, ids=lambda question: question["id"])
def test_every_anchor_stands_in_its_gold_document(question, corpus):
    """Each evidence group is in one of the gold documents of this interpreter, unless the question is for other ones."""
    if reason := stdlib.left_out(question, RUNNING):
        pytest.skip(reason)
    for group in question["evidence"]:
        gold = [corpus[doc_id].text for doc_id in question["gold_doc_ids"]]
        assert any(stands_in(text, anchor) for text in gold for anchor in alternatives(group)), group


@pytest.mark.parametrize("question", ANSWERABLE, ids=lambda question: question["id"])
def test_the_evidence_is_in_current_documents_only(question, corpus):
    """Gold documents are modules, and no note repeats an anchor, so a note can distract but never answer."""
    assert question["gold_doc_ids"]
    assert set(question["gold_doc_ids"]) <= set(OPTIONS["modules"])
    for note in NOTES:
        assert not any(stands_in(note["text"], anchor) for anchor in anchors(question)), note["doc_id"]
    assert {corpus[doc_id].metadata["status"] for doc_id in question["gold_doc_ids"]} == {"current"}


@pytest.mark.parametrize("question", ANSWERABLE, ids=lambda question: question["id"])
def test_the_answer_follows_from_the_evidence_and_not_from_the_question(question):
    """An accepted answer is in the anchors; no accepted answer and no anchor is in the question."""
    if question.get("match") == "number":
        numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", " ".join(anchors(question)))]
        assert float(question["answers"][0]) in numbers
    else:
        assert accepted_in(" ".join(anchors(question)), question)
    assert not accepted_in(question["question"], question)
    assert not any(stands_in(question["question"], anchor) for anchor in anchors(question))


def test_a_distracting_note_holds_no_accepted_answer():
    """A reader who believes the note is wrong, and every note distracts from some question."""
    notes = {note["doc_id"]: note for note in NOTES}
    distracted = [question for question in QUESTIONS if "distractors" in question]
    assert len(distracted) >= 10
    for question in distracted:
        for doc_id in question["distractors"]:
            assert not accepted_in(notes[doc_id]["text"], question), (question["id"], doc_id)
    assert {doc_id for question in distracted for doc_id in question["distractors"]} == set(notes)


def test_the_set_has_the_counts_its_readme_gives():
    """The README's table of types is what `questions.jsonl` holds, over all Python versions."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    table = {name: int(count) for name, count in re.findall(r"^\| `(\w+)` \| (\d+) \|", readme, re.MULTILINE)}
    assert collections.Counter(question["type"] for question in QUESTIONS) == table
    assert set(table) == {"identifier", "keyword", "multi_hop", "paraphrase", "unanswerable"}
    assert table["multi_hop"] >= 8
    assert table["unanswerable"] >= 14
    applicable = [question for question in QUESTIONS if stdlib.left_out(question, RUNNING) is None]
    assert len(applicable) >= 60


def test_multi_hop_questions_need_two_documents(corpus):
    """Both groups are needed, and no single document carries both."""
    for question in QUESTIONS:
        if question["type"] != "multi_hop":
            continue
        assert len(question["evidence"]) == 2, question["id"]
        assert len(question["gold_doc_ids"]) == 2, question["id"]
        for doc_id in question["gold_doc_ids"]:
            carried = [
                any(stands_in(corpus[doc_id].text, anchor) for anchor in alternatives(group))
                for group in question["evidence"]
            ]
            assert sum(carried) == 1, (question["id"], doc_id)


def test_unanswerable_questions_say_why_and_carry_nothing():
    """Every kind of unanswerable question is there at least three times."""
    unanswerable = [question for question in QUESTIONS if not question["answerable"]]
    kinds = collections.Counter(question["unanswerable_kind"] for question in unanswerable)
    assert set(kinds) == KINDS
    assert min(kinds.values()) >= 3
    for question in unanswerable:
        assert not question["answers"]
        assert not question["evidence"]
        assert not question["gold_doc_ids"]


def test_paraphrases_name_no_function(corpus):
    """A user who does not know the library asks without the names in the headings of the gold document.

    `statistics.mean` and `shutil.which` are also words that any user says.
    """
    for question in QUESTIONS:
        if question["type"] != "paraphrase":
            continue
        asked = set(re.findall(r"\w+", question["question"].casefold()))
        for doc_id in question["gold_doc_ids"]:
            headings = re.findall(rf"^##+ {doc_id}\.([\w.]+)$", corpus[doc_id].text, re.MULTILINE)
            names = {heading.rpartition(".")[2].casefold() for heading in headings} - {"mean", "which"}
            assert not asked & names, question["id"]


def test_ids_are_unique(corpus):
    """Questions, notes and documents each have an id of their own."""
    ids = [question["id"] for question in QUESTIONS]
    assert len(ids) == len(set(ids))
    assert len(corpus) == len(OPTIONS["modules"]) + len(NOTES)


def test_notes_are_not_current():
    """Every note is a draft or outdated; only outdated ones ended on a day."""
    assert len(NOTES) >= 14
    for note in NOTES:
        assert note["metadata"]["status"] in {"draft", "outdated"}
        assert ("valid_to" in note["metadata"]) == (note["metadata"]["status"] == "outdated"), note["doc_id"]


def test_a_module_keeps_what_it_defines_and_nothing_else(corpus):
    """`statistics` imports `bisect_left` and `Fraction`; their own modules tell them."""
    assert statistics.bisect_left.__module__ == "_bisect"
    assert "## bisect.bisect_left" in corpus["bisect"].text
    assert "## fractions.Fraction" in corpus["fractions"].text
    assert "bisect_left" not in corpus["statistics"].text
    assert "## statistics.Fraction" not in corpus["statistics"].text


def test_an_alias_is_told_once_under_its_own_name(corpus):
    """`bisect.bisect` is `bisect_right`, and `random.sample` is a bound `Random.sample`."""
    assert re.findall(r"^## bisect\.bisect\w*", corpus["bisect"].text, re.MULTILINE) == [
        "## bisect.bisect_left",
        "## bisect.bisect_right",
    ]
    assert "## random.sample\n" in corpus["random"].text
    assert "### random.Random.sample" not in corpus["random"].text


def test_short_docstrings_inherited_ones_and_addresses_are_left_out():
    """A label of a few words, a base class's text and a memory address never reach the corpus."""
    module = types.ModuleType("made_up", "A module for this test.")
    long_text = "This docstring is long enough to be worth a section because it has more than twenty words " * 2

    def long():
        pass

    def short():
        pass

    def addressed():
        pass

    class Base:
        pass

    class Heir(Base):
        pass

    long.__doc__, short.__doc__, addressed.__doc__ = long_text, "Too short.", f"{long_text}<object at 0x7f00deadbeef>"
    Base.__doc__ = long_text
    for thing in (long, short, addressed, Base, Heir):
        thing.__module__ = "made_up"
        thing.__qualname__ = thing.__name__
        setattr(module, thing.__name__, thing)
    text = stdlib.module_text(module, ["made_up"])
    assert re.findall(r"^#+ .*$", text, re.MULTILINE) == ["# made_up", "## made_up.long", "## made_up.Base"]
    assert "0x" not in text


def test_two_processes_build_the_same_bytes():
    """The order of sets and the addresses of objects do not show."""
    first, second = build_in_new_process(seed="1"), build_in_new_process(seed="2")
    assert first.returncode == 0, first.stderr
    assert re.fullmatch(r"[0-9a-f]{64}\n", first.stdout)
    assert first.stdout == second.stdout


def test_python_without_docstrings_is_refused():
    """`python -OO` strips docstrings, so the corpus would be empty; the message says what to do."""
    stripped = build_in_new_process("-OO")
    assert stripped.returncode == 1
    assert stripped.stderr == (
        "GoldenError: Python runs with -OO, which drops docstrings, and the corpus is made of them; run without -OO\n"
    )


def test_the_reader_loads_the_set():
    """The golden set as a whole is what the harness runs: counts, what was left out, and defaults."""
    golden = read_golden(FOLDER)
    left_out = [question for question in QUESTIONS if stdlib.left_out(question, RUNNING)]
    assert golden.info.name == "stdlib"
    assert golden.info.questions == len(QUESTIONS) - len(left_out)
    assert golden.info.unanswerable == 18
    assert len(golden.info.left_out) == len(left_out)
    assert [question.id for question in golden.questions()] == [
        question["id"] for question in QUESTIONS if question not in left_out
    ]
    assert golden.defaults == {"analyzer": "words"}


def test_documents_say_where_they_come_from(corpus):
    """A module's document carries its name, the interpreter's version and the status that filters look at."""
    document = corpus["heapq"]
    version = f"{RUNNING[0]}.{RUNNING[1]}"
    assert document.title == "heapq"
    assert document.source == f"Python {version} docstrings"
    assert document.metadata == {"status": "current", "module": "heapq", "python": version}
    assert document.text.startswith("# heapq\n\nHeap queue algorithm")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"modules": ["hepaq"]}, SpellingError, "'hepaq' is not in the standard library.*'heapq'"),
        ({"modules": ["json.decodre"]}, SpellingError, "'json.decodre' is not in this Python"),
        ({"modules": ["antigravity"]}, GoldenError, "'antigravity' does more than define things"),
        ({"modules": ["heapq", "heapq"]}, GoldenError, "names 'heapq' twice"),
        ({"modules": "heapq"}, GoldenError, "give a list of module names"),
        ({"modules": []}, GoldenError, "give a list of module names"),
        ({"modules": ["heapq"], "note": "notes.jsonl"}, SpellingError, "no option 'note'.*'notes'"),
        ({"modules": ["heapq"], "minimum_words": 0}, GoldenError, "minimum_words is 0"),
        ({"modules": ["heapq"], "notes": "none.jsonl"}, GoldenError, "none.jsonl: No such file"),
    ],
)
def test_wrong_options_are_input_errors(options, error, message, tmp_path):
    """Each says in one line what is wrong and, for a name, which known one is nearest."""
    with pytest.raises(error, match=message) as caught:
        stdlib.build(tmp_path, options)
    assert isinstance(caught.value, InputError)
    assert "\n" not in str(caught.value)


def test_a_module_built_without_its_extension_is_named(tmp_path, monkeypatch):
    """`gzip` is known but useless where Python was built without zlib."""
    monkeypatch.delitem(sys.modules, "gzip", raising=False)
    monkeypatch.setitem(sys.modules, "zlib", None)
    with pytest.raises(GoldenError, match="'gzip' needs 'zlib', which this Python was built without"):
        stdlib.build(tmp_path, {"modules": ["gzip"]})


def test_an_unreadable_note_is_named_by_file_and_line(tmp_path):
    """Blank lines count, so that the number is the one an editor shows."""
    (tmp_path / "notes.jsonl").write_text('\n{"doc_id": "a"}\n', encoding="utf-8")
    with pytest.raises(GoldenError, match=r"notes\.jsonl line 2: .*text"):
        stdlib.build(tmp_path, {"modules": ["heapq"], "notes": "notes.jsonl"})


def test_unknown_fields_of_a_note_are_kept(tmp_path):
    """The golden-set format keeps what it does not know."""
    (tmp_path / "notes.jsonl").write_text('{"doc_id": "a", "text": "b", "author": "c"}\n', encoding="utf-8")
    (note,) = stdlib.read_notes(tmp_path / "notes.jsonl")
    assert note.extra == {"author": "c"}


def test_a_question_for_other_versions_is_left_out_with_the_reason():
    """`python_versions` lists the interpreters whose docstrings carry the anchor."""
    fields = {"id": "q", "python_versions": ["3.13", "3.14"]}
    assert stdlib.left_out(fields, (3, 13)) is None
    assert stdlib.left_out(fields, (3, 12)) == (
        "its anchor is in the docstrings of Python 3.13, 3.14 only, and this is 3.12"
    )
    assert stdlib.left_out({"id": "q"}, (3, 12)) is None
    with pytest.raises(GoldenError, match="question 'q': python_versions is"):
        stdlib.left_out({"id": "q", "python_versions": "3.13"}, (3, 13))


def test_version_bound_questions_are_bound_for_a_reason(corpus):
    """A question left out on this interpreter has an anchor that this interpreter lacks."""
    bound = [question for question in QUESTIONS if "python_versions" in question]
    assert len(bound) >= 3
    for question in bound:
        if stdlib.left_out(question, RUNNING) is None:
            continue
        missing = [
            group
            for group in question["evidence"]
            if not any(
                stands_in(corpus[doc_id].text, anchor)
                for doc_id in question["gold_doc_ids"]
                for anchor in alternatives(group)
            )
        ]
        assert missing, question["id"]
