"""Golden sets are read whole or refused with one line that says what, where and what next."""

import codecs
import json
import resource
import sys
from pathlib import Path

import pytest
from conftest import SHARED

from harness.errors import GoldenError, SpellingError
from harness.golden.evidence import Locator
from harness.golden.jsonl import parse_object
from harness.golden.parse import parse_document, quick_document
from harness.golden.read import read_golden
from harness.types import Anchor, EvidenceGroup, Place

SETS = sorted(p.parent.name for p in SHARED.glob("*/questions.jsonl") if (p.parent / "corpus.jsonl").exists())

DOC = {"doc_id": "d1", "text": "Bags up to 23 kg are free."}
ASKED = {"id": "q1", "question": "How heavy?", "answers": ["23 kg"], "gold_doc_ids": ["d1"], "evidence": ["23 kg"]}


def write_set(folder, *questions, documents=(DOC,), toml=None):
    folder.mkdir(exist_ok=True)
    for name, rows in (("corpus.jsonl", documents), ("questions.jsonl", questions or (ASKED,))):
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        (folder / name).write_bytes(b"".join(line + b"\n" for line in lines))
    if toml is not None:
        (folder / "golden.toml").write_text(toml, encoding="utf-8")
    return folder


def read_one(folder, documents=(DOC,), **fields):
    return next(read_golden(write_set(folder, {**ASKED, **fields}, documents=documents)).questions())


def refusal(folder):
    with pytest.raises(GoldenError) as caught:
        read_golden(folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("name", SETS or [pytest.param("", marks=pytest.mark.skip(reason="no ../shared/data here"))])
def test_every_shared_set_loads_as_it_is(name):
    """Real data in the contract's format needs no change, and every question of the file is there."""
    golden = read_golden(SHARED / name)
    lines = sum(1 for line in (SHARED / name / "questions.jsonl").read_bytes().split(b"\n") if line.strip())
    assert golden.info.questions == lines == sum(1 for _ in golden.questions())
    assert golden.info.answerable + golden.info.unanswerable == lines


@pytest.mark.parametrize("few", [0, 2, 3])
def test_questions_are_the_same_kept_or_read_again(tmp_path, monkeypatch, few):
    """A large set's questions are not kept in memory; nobody who reads them, once or twice, sees a difference."""
    monkeypatch.setattr("harness.golden.read.FEW", few)
    folder = write_set(tmp_path / "g", *({**ASKED, "id": f"q{n}", "audience": n} for n in range(3)))
    golden = read_golden(folder)
    assert (golden.few is None) == (few < 3)
    for _ in range(2):
        assert [(q.id, q.extra) for q in golden.questions()] == [(f"q{n}", {"audience": n}) for n in range(3)]


def test_a_question_is_read_with_its_fields(tmp_path):
    """Known fields land in the model, unknown ones in `extra`, absent ones on their defaults."""
    question = read_one(tmp_path / "g", audience="staff", extra={"a": 1})
    assert question.answers == ("23 kg",)
    assert question.evidence == (EvidenceGroup(alternatives=(Anchor(text="23 kg"),)),)
    assert (question.answerable, question.type, question.match) == (True, "untyped", None)
    assert question.extra == {"audience": "staff", "extra": {"a": 1}}


def test_one_answer_may_be_a_plain_string(tmp_path):
    """`"answers": "x"` is one accepted answer, not one per letter."""
    assert read_one(tmp_path / "g", answers="23 kg").answers == ("23 kg",)


def test_evidence_takes_every_form_of_the_contract(tmp_path):
    """A string, a span, and a list of both are groups; a span's anchor carries the document's own text."""
    span = {"doc_id": "d1", "start": 11, "end": 16}
    question = read_one(tmp_path / "g", evidence=["free", span, ["23 kg", {**span, "text": "23 kg"}]])
    anchor = Anchor(text="23 kg", doc_id="d1", start=11, end=16)
    assert [group.alternatives for group in question.evidence] == [
        (Anchor(text="free"),),
        (anchor,),
        (Anchor(text="23 kg"), anchor),
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"id": None}, "id is missing or null"),
        ({"id": " "}, "id is empty"),
        ({"id": 7}, 'id is 7; write a string such as "7"'),
        ({"question": ""}, "question is empty"),
        ({"answers": [35]}, 'answers holds 35; write a string such as "35"'),
        ({"answers": [""]}, "answers holds an empty string"),
        ({"answers": {"a": 1}}, "answers is {'a': 1}; write a list of strings"),
        ({"gold_doc_ids": "d1"}, "gold_doc_ids is 'd1'; write a list of strings such as [\"d1\"]"),
        ({"gold_doc_ids": ["d2"]}, "no document 'd2' in the corpus; did you mean 'd1'?"),
        ({"evidence": "free"}, "evidence is 'free'; write a list of groups, such as [\"free\"]"),
        ({"evidence": [[]]}, "evidence group 1 is empty"),
        ({"evidence": ["free", "  "]}, "evidence group 2 is '  '"),
        ({"evidence": [3]}, "evidence group 1 holds 3"),
        ({"evidence": [{"start": 0, "end": 1}]}, "doc_id of the span is missing or null"),
        (
            {"evidence": [{"doc_id": "dd1", "start": 0, "end": 1}]},
            "no document 'dd1' in the corpus; did you mean 'd1'?",
        ),
        (
            {"evidence": [{"doc_id": "d1", "start": 0, "end": 27}]},
            "span 0:27 is not inside 'd1', which has 26 characters",
        ),
        ({"evidence": [{"doc_id": "d1", "start": -1, "end": 2}]}, "span -1:2 is not inside"),
        ({"evidence": [{"doc_id": "d1", "start": 3, "end": 3}]}, "span 3:3 is not inside"),
        ({"evidence": [{"doc_id": "d1", "start": 0.0, "end": True}]}, "the span runs from 0.0 to True"),
        (
            {"evidence": [{"doc_id": "d1", "start": 11, "end": 16, "text": "32 kg"}]},
            "text is '32 kg' but 'd1' has '23 kg' at 11:16",
        ),
        ({"answerable": "no"}, "answerable is 'no'; write true or false"),
        ({"type": 3}, "type is 3"),
        ({"match": "contain"}, "match 'contain' is not a judge"),
        ({"match": "regex", "answers": ["a("]}, "answer 'a(' is not a regular expression"),
    ],
)
def test_a_question_that_cannot_be_used_is_named_by_line_and_field(tmp_path, fields, said):
    """The message begins with file and line and says which field is wrong."""
    message = refusal(write_set(tmp_path / "g", {**ASKED, "id": "q0"}, {**ASKED, **fields}))
    assert message.startswith(f"{tmp_path / 'g' / 'questions.jsonl'} line 2: ")
    assert said in message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"id": }', "not JSON: Expecting value at column 8; fix or delete the line"),
        (b'{"id": "a"', "not JSON: Expecting ',' delimiter at column 11"),
        (b'["a"]', "a list, not a JSON object"),
        (b"null", "null, not a JSON object"),
        (b'{"id": "a\xff"}', "not UTF-8: invalid start byte at byte 10"),
        (b'{"id": "a", "w": NaN}', "not JSON: NaN is not a JSON number"),
        (b'{"id": "a", "w": [-Infinity]}', "not JSON: -Infinity is not a JSON number"),
        (b'{"id": "a", "w": 1e999}', "not JSON: 1e999 is too large"),
        (b'{"id": "a", "w": ' + b"9" * 5000 + b"}", "not JSON: Exceeds the limit"),
        (b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"idd": "a", "question": "b"}', "no id; is it the 'idd' there?"),
        (b'{"id": "q1", "question": "again"}', "id 'q1' is already on line 1; rename one of them"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_by_number(tmp_path, line, said):
    """Blank lines count in the numbering and are no fault themselves."""
    message = refusal(write_set(tmp_path / "g", ASKED, b"  ", line))
    assert f"questions.jsonl line 3: {said}" in message


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"text": "a"}, "no doc_id; add one"),
        ({"doc_id": "", "text": "a"}, "doc_id is empty"),
        ({"doc_id": "a"}, "no text; add one"),
        ({"doc_id": "a", "text": ["b"]}, "text is ['b']"),
        ({"doc_id": "a", "text": "b", "metadata": "current"}, "metadata is 'current'; write an object"),
        ({"doc_id": "a", "text": "b", "title": 1}, "title is 1"),
        (DOC, "doc_id 'd1' is already on line 1"),
    ],
)
def test_a_document_that_cannot_be_used_is_named_by_line_and_field(tmp_path, row, said):
    """The corpus is held to the same standard as the questions."""
    assert f"corpus.jsonl line 2: {said}" in refusal(write_set(tmp_path / "g", documents=(DOC, row)))


def test_an_empty_text_is_a_document(tmp_path):
    """A scanned page may have no text; that is for the parser to answer for, not the reader."""
    documents = (DOC, {"doc_id": "d2", "text": "", "title": None, "metadata": None})
    assert read_golden(write_set(tmp_path / "g", documents=documents)).documents[1].text == ""


def test_what_is_missing_is_said(tmp_path, monkeypatch):
    """A wrong name, a file in place of a folder, an empty folder and missing or empty files each have their message."""
    monkeypatch.chdir(tmp_path)
    write_set(tmp_path / "golden", b"")
    write_set(tmp_path / "golden/fares")
    assert "did you mean 'fares'?" in refusal("fare")
    assert "a file, not a golden set" in refusal(tmp_path / "golden/fares/corpus.jsonl")
    (tmp_path / "none").mkdir()
    assert "the folder is empty" in refusal("none")
    (tmp_path / "none/x").touch()
    assert "corpus.jsonl: missing" in refusal("none")
    assert "questions.jsonl: no questions" in refusal(write_set(tmp_path / "blank", b" "))
    assert "corpus.jsonl: no documents" in refusal(write_set(tmp_path / "bare", documents=()))
    (tmp_path / "golden/fares/questions.jsonl").unlink()
    assert "questions.jsonl: missing" in refusal("fares")
    assert "x" * 50 in refusal("x" * 5000)


def test_a_name_is_looked_up_in_golden_after_the_path_itself(tmp_path, monkeypatch):
    """`fares` means ./fares where there is one, else golden/fares."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "golden").mkdir()
    write_set(tmp_path / "golden/fares")
    assert read_golden("fares").folder == Path("golden/fares")
    write_set(tmp_path / "fares", toml='name = "mine"')
    assert read_golden("fares").info.name == "mine"


def test_golden_toml_is_read(tmp_path):
    """Name, language and defaults come from it; without it the folder's name and English stand in."""
    toml = 'name = "n"\ndescription = "d"\nlanguage = "tr"\n[defaults]\nanalyzer = "plain"\n'
    golden = read_golden(write_set(tmp_path / "g", toml=toml))
    assert (golden.info.name, golden.language, dict(golden.defaults)) == ("n", "tr", {"analyzer": "plain"})
    (tmp_path / "g/golden.toml").unlink()
    golden = read_golden(tmp_path / "g")
    assert (golden.info.name, golden.language, dict(golden.defaults)) == ("g", "en", {})


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('languge = "tr"', "key 'languge' is not known; did you mean 'language'?"),
        ("name = 3", "name is 3; write a string"),
        ('defaults = "plain"', "defaults is 'plain'; write a table of settings"),
        ("name = ", "not TOML"),
        ('builder = "stdlibb"', "builder 'stdlibb' is not known; did you mean 'stdlib'?"),
        ("builder = 3", "builder is 3; write its name"),
        ('[builder]\nmodules = ["json"]', "write its name, or a table with name"),
        ('builder = "stdlib"', "there is a builder and a corpus.jsonl; delete the one that is not meant"),
    ],
)
def test_a_golden_toml_that_cannot_be_used_is_refused(tmp_path, toml, said):
    """Nothing in it is ignored."""
    assert said in refusal(write_set(tmp_path / "g", toml=toml))


def test_a_default_that_is_not_a_setting_is_refused(tmp_path):
    """`[defaults]` is spelt as the flags are."""
    with pytest.raises(SpellingError, match=r"golden.toml.*'analyser'.*did you mean 'analyzer'"):
        read_golden(write_set(tmp_path / "g", toml='[defaults]\nanalyser = "plain"'))


def test_a_builder_makes_the_documents_and_leaves_questions_out(tmp_path):
    """A question for other interpreters is left out with its reason, and its evidence is not looked up."""
    folder = write_set(
        tmp_path / "g",
        {"id": "here", "question": "?", "gold_doc_ids": ["bisect"]},
        {"id": "there", "question": "?", "gold_doc_ids": ["gone"], "python_versions": ["2.7"]},
        toml='[builder]\nname = "stdlib"\nmodules = ["bisect"]\n',
    )
    (folder / "corpus.jsonl").unlink()
    golden = read_golden(folder)
    assert [document.doc_id for document in golden.documents] == ["bisect"]
    assert [question.id for question in golden.questions()] == ["here"]
    assert golden.info.questions == 1
    assert len(golden.info.left_out) == 1
    assert golden.info.left_out[0].startswith("there: ")
    write_set(folder, {"id": "there", "question": "?", "python_versions": ["2.7"]})
    (folder / "corpus.jsonl").unlink()
    assert "every question is left out" in refusal(folder)
    write_set(folder, {"id": "there", "question": "?", "python_versions": "2.7"})
    (folder / "corpus.jsonl").unlink()
    assert "questions.jsonl line 1: " in refusal(folder)


EXACT = (
    "a\u2028b\u2029c\u0085d\x0be\x0cf",
    "nul \x00 inside",
    "\u05e9\u05dc\u05d5\u05dd \u202eabc\u202c",
    "cafe\u0301 \U0001f469\u200d\U0001f680 \ufeffBOM",
    "trailing \t\r\n ",
)
LONE_SURROGATES = "lone \ud800 and \udfff"  # UTF-8 has none, so only an escape can hold one.


@pytest.mark.parametrize(
    ("text", "escaped"), [(LONE_SURROGATES, True), *((text, escaped) for text in EXACT for escaped in (True, False))]
)
def test_text_is_carried_through_exactly(tmp_path, text, escaped):
    """Whatever a JSON string can hold arrives unchanged, in documents, questions and answers."""
    rows = ({"doc_id": text + "d", "text": text, "metadata": {"m": text}},)
    asked = {"id": text + "q", "question": text + "?", "answers": [text + "a"], "gold_doc_ids": [text + "d"]}
    documents = [json.dumps(row, ensure_ascii=escaped).encode() for row in rows]
    folder = write_set(tmp_path / "g", json.dumps(asked, ensure_ascii=escaped).encode(), documents=documents)
    golden = read_golden(folder)
    (question,) = golden.questions()
    assert golden.documents[0].text == golden.documents[0].metadata["m"] == text
    assert (question.question, question.answers, question.gold_doc_ids) == (text + "?", (text + "a",), (text + "d",))


def test_line_ends_byte_order_mark_and_key_order_change_nothing(tmp_path):
    """The same content has the same hash however it was saved, and other content another."""
    plain = read_golden(write_set(tmp_path / "g")).info.sha256
    for name in ("corpus.jsonl", "questions.jsonl"):
        path = tmp_path / "g" / name
        row = dict(reversed(json.loads(path.read_bytes()).items()))
        path.write_bytes(codecs.BOM_UTF8 + json.dumps(row).encode() + b"\r\n\r\n")
    assert read_golden(tmp_path / "g").info.sha256 == plain
    assert read_golden(write_set(tmp_path / "g", {**ASKED, "note": 1})).info.sha256 != plain
    assert read_golden(write_set(tmp_path / "g", documents=({**DOC, "source": "s"},))).info.sha256 != plain


def test_the_hash_of_a_large_set_is_worked_out_once(tmp_path, monkeypatch):
    """The second reading takes it from the cache, other bytes never do, and what is damaged there is made anew."""
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    plain = read_golden(write_set(tmp_path / "g"))
    assert not (tmp_path / "cache").exists()
    monkeypatch.setattr("harness.golden.digests.WORTH_KEEPING_BYTES", 1)
    first = read_golden(tmp_path / "g")
    (kept,) = (tmp_path / "cache" / "golden").iterdir()
    with monkeypatch.context() as patch:
        patch.setattr("harness.golden.read.canonical", lambda _: pytest.fail("hashed again"))
        second = read_golden(tmp_path / "g")
    digests = (plain.info.sha256, plain.corpus_sha256)
    assert (first.info.sha256, first.corpus_sha256) == (second.info.sha256, second.corpus_sha256) == digests
    assert read_golden(write_set(tmp_path / "g", {**ASKED, "note": 1})).info.sha256 != plain.info.sha256
    assert read_golden(write_set(tmp_path / "g", documents=({**DOC, "source": "s"},))).corpus_sha256 != digests[1]
    for damaged in (b"", b"abc def", kept.read_bytes()[:70], kept.read_bytes().upper(), b"\xff"):
        kept.write_bytes(damaged)
        again = read_golden(write_set(tmp_path / "g"))
        assert (again.info.sha256, again.corpus_sha256) == digests
        assert kept.read_text().split() == [digests[1], digests[0]]


def test_a_cached_hash_lets_no_fault_of_a_question_pass(tmp_path, monkeypatch):
    """Questions are checked at each reading, whatever is known of the bytes."""
    monkeypatch.setenv("HARNESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("harness.golden.digests.WORTH_KEEPING_BYTES", 1)
    read_golden(write_set(tmp_path / "g", {**ASKED, "match": "contains"}))
    monkeypatch.setattr("harness.golden.read.names", lambda _: ("tokens",))
    assert "match 'contains' is not a judge" in refusal(tmp_path / "g")


LINES = [
    b'{"doc_id": "a", "text": "b"}',
    b' {"text": "b", "doc_id": "a", "title": "t", "source": "s", "metadata": {"n": 1, "x": [1.5, null, true, {"y": "z"}]}} ',
    b'{"doc_id": "a", "text": "b", "title": null, "metadata": null}',
    b'{"doc_id": "a", "text": "b", "extra": {}}',
    b'{"doc_id": "a", "text": "b", "extra": {"c": 1}, "d": 2}',
    b'{"doc_id": "a", "text": "b", "doc_id": "c", "metadata": {"m": 1, "m": 2}}',
    b'{"doc_id": " ", "text": "b"}',
    b'{"doc_id": 1, "text": "b"}',
    b'{"doc_id": "a", "text": ["b"]}',
    b'{"doc_id": "a"}',
    b'{"doc_id": "a", "text": "\\ud800", "metadata": {"\\u0000": "\\udfff"}}',
    b'{"doc_id": "a", "text": "\xff"}',
    b'{"doc_id": "a", "text": "b", "metadata": {"m": NaN}}',
    b'{"doc_id": "a", "text": "b", "metadata": {"m": [-1e999]}}',
    b'{"doc_id": "a", "text": "b", "metadata": {"m": -0, "n": -0.0, "o": 1e2, "p": 9007199254740993, "q": 0.1e-400}}',
    b'{"doc_id": "a", "text": "b", "metadata": {"m": ' + b"9" * 5000 + b"}}",
    b'{"doc_id": "a", "text": "b", "metadata": {"m": ' + b"[" * 150 + b"]" * 150 + b"}}",
    b'{"doc_id": "a", "text": "b", "metadata": {"m": ' + b"[" * 400 + b"]" * 400 + b"}}",
    b'{"doc_id": "a", "text": "b", "metadata": [1]}',
    b'{"doc_id": "a", "text": "b"}}',
    b'["doc_id", "text"]',
]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_line_read_the_quick_way_is_the_document_that_the_parser_makes(line):
    """Whatever the line holds: the same document to the last type, or none, and the parser decides."""
    quick = quick_document(line)
    try:
        parsed = parse_document(parse_object(line, "x"), "x")
    except GoldenError:
        parsed = None
    assert quick is None or repr(quick) == repr(parsed)
    assert (quick is not None) or line not in LINES[:2]


def test_metadata_that_is_nested_too_deeply_is_said_in_few_words(tmp_path):
    """Not with a path of four hundred names."""
    said = refusal(write_set(tmp_path / "g", documents=(LINES[17],)))
    assert said.endswith("corpus.jsonl line 1: metadata is nested too deeply to be read; flatten it or delete the line")


def test_a_document_of_five_megabytes_is_read(tmp_path):
    """Size is no reason to refuse, and a span at the end of it is found."""
    text = "word " * 1_000_000 + "needle"
    span = {"doc_id": "big", "start": 5_000_000, "end": 5_000_006, "text": "needle"}
    asked = {**ASKED, "gold_doc_ids": ["big"], "evidence": [span, "needle"]}
    golden = read_golden(write_set(tmp_path / "g", asked, documents=({"doc_id": "big", "text": text},)))
    (question,) = golden.questions()
    place = Place(doc_id="big", start=5_000_000, end=5_000_006)
    assert Locator(golden.documents).places(question) == ((place,), (place,))


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes only there")
def test_questions_are_streamed_not_kept(tmp_path):
    """Reading and iterating 20,000 questions of 2 kB costs a fraction of their 40 MB."""
    padding = "x" * 2000
    write_set(tmp_path / "g", *({"id": f"q{n}", "question": "?", "note": padding} for n in range(20_000)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sum(1 for _ in read_golden(tmp_path / "g").questions()) == 20_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 15_000


def test_evidence_is_placed_by_span_by_gold_document_and_anywhere(tmp_path):
    """Alternatives add their places, a string counts in gold documents only, and in all where none is named."""
    documents = ({"doc_id": "a", "text": "308 or 308, not 1308"}, {"doc_id": "b", "text": "three  hundred 308"})
    locator = Locator(
        read_golden(write_set(tmp_path / "g", {"id": "q", "question": "?"}, documents=documents)).documents
    )
    first, second, other = (
        Place(doc_id="a", start=0, end=3),
        Place(doc_id="a", start=7, end=10),
        Place(doc_id="b", start=15, end=18),
    )
    asked = read_one(tmp_path / "h", documents, gold_doc_ids=["a"], evidence=["308"])
    assert locator.places(asked) == ((first, second),)
    asked = read_one(tmp_path / "h", documents, gold_doc_ids=[], evidence=["308", "309"])
    assert locator.places(asked) == ((first, second, other), ())
    span = {"doc_id": "a", "start": 0, "end": 3}
    asked = read_one(tmp_path / "h", documents, gold_doc_ids=["b"], evidence=[["three hundred", span, span]])
    assert locator.places(asked) == ((Place(doc_id="b", start=0, end=14), first),)
