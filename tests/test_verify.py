"""Verifiers: the first seed's truth table, a reason for every claim, and the verb that runs them on files."""

from __future__ import annotations

import importlib
import io
import json
import pkgutil
import re
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from harness import plugins, verify
from harness.cli import verify as verb
from harness.errors import InputError
from harness.text.citations import citation_pattern, cited_numbers, strip_citations
from harness.text.typed.fold import fold
from harness.verify import literal

TRUE, DRAFT = (
    "Optional arg cutoff (default 0.6) is a float in [0, 1].",
    "NOTE (draft): the default cutoff of get_close_matches is 0.9.",
)
SPANS = (TRUE, DRAFT)


def verifier(citations="required", citation="[S{n}]", refusal="NOT IN THE CONTEXT"):
    return literal.make(literal.Options(), citation=citation, refusal=refusal, citations=citations)


@pytest.mark.parametrize("name", plugins.names("verify"))
def test_a_verifier_is_a_documented_plug_in(name):
    """Each says in its docstring what it is, makes with default options, and its options know no other keys."""
    module = plugins.load("verify", name)
    assert module.__doc__
    assert module.Options.model_config["frozen"]
    with pytest.raises(ValidationError):
        module.Options(unknown=1)
    made = module.make(module.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations="required")
    assert made.verify("NOT IN THE CONTEXT", SPANS).verdict == "abstained"
    assert made.verify("", SPANS).verdict == "unsupported"


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        ("The default cutoff is 0.6.", "unsupported", "no citation: The default cutoff is 0.6."),
        (
            "The default cutoff is 0.9 [S1].",
            "unsupported",
            "0.9 is not in [S1]: The default cutoff is 0.9 [S1].",
        ),
        ("The default cutoff is 0.9 [S2].", "supported", "1 sentence, every number and name found"),
        ("The default cutoff is 0.6 [S1].", "supported", "1 sentence, every number and name found"),
        (
            "The default cutoff is 0.6 [S4].",
            "unsupported",
            "cites [S4], but there are 2 spans: The default cutoff is 0.6 [S4].",
        ),
        ("NOT IN THE CONTEXT", "abstained", "the answer is the refusal 'NOT IN THE CONTEXT'"),
    ],
)
def test_the_first_seeds_truth_table(answer, verdict, reason):
    """Six answers to two spans that contradict each other, worked by hand in the seed."""
    result = verifier().verify(answer, SPANS)
    assert (result.verdict, result.reason) == (verdict, reason)


def test_the_published_truth_table_agrees(shared):
    """The same table as data, in the seed's words: anchored is supported, refused is unsupported."""
    table = json.loads((shared / "seed_stdlib" / "expected.json").read_text(encoding="utf-8"))["verifier_truth_table"]
    names = {"anchored": "supported", "refused": "unsupported", "abstained": "abstained"}
    for answer, outcome in table["rows"]:
        assert verifier().verify(answer, table["spans"]).verdict == names[outcome]


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("  NOT IN THE CONTEXT. Sorry [S1].", "abstained"),
        ("It is NOT IN THE CONTEXT [S1].", "supported"),
        ("", "unsupported"),
        (" \n ", "unsupported"),
        ("It is a float [S1]. It is 0.9 [S2].", "supported"),
        ("It is a float [S1]. It is 0.9 [S1].", "unsupported"),
        ("It is a float. [S1]", "unsupported"),
        ("Both 0.6 and 0.9 occur [S1][S2].", "supported"),
        ("Both 0.6 and 0.9 occur [S1].", "unsupported"),
        ("It is 0.6 [S0].", "unsupported"),
        ("It is 0.6 [S1] [S4].", "unsupported"),
        ("GET_CLOSE_MATCHES has 0.9 [S2].", "supported"),
        ("get_far_matches has 0.9 [S2].", "unsupported"),
        ("difflib.cutoff is 0.6 [S1].", "unsupported"),
        ("The getCloseMatches cutoff is 0.9 [S2].", "unsupported"),
        ("According to the notes it is so [S2].", "supported"),
        ("It is -0.6 [S1].", "unsupported"),
        ("It is .6 [S1].", "supported"),
        ("It is 0.60 [S1].", "unsupported"),
        ("Version 1 [S1].", "supported"),
        ("It is 3 [S1].", "unsupported"),
    ],
)
def test_the_literal_rules_case_by_case(answer, verdict):
    """Refusal only at the start, citation in each sentence, numbers and technical names as substrings of cited spans."""
    assert verifier().verify(answer, SPANS).verdict == verdict


def test_every_sentence_gets_its_own_claim():
    """All claims are judged, and the answer's reason is the first refused one's."""
    result = verifier().verify("It is 0.6 [S1]. It is 7 [S2]. Uncited. Both say cutoff [S2] [S1].", SPANS)
    assert [(c.verdict, c.cited, c.reason) for c in result.claims] == [
        ("supported", (1,), "numbers and names are in [S1]"),
        ("unsupported", (2,), "7 is not in [S2]"),
        ("unsupported", (), "no citation"),
        ("supported", (2, 1), "numbers and names are in [S2] or [S1]"),
    ]
    assert [c.text for c in result.claims] == [
        "It is 0.6 [S1].",
        "It is 7 [S2].",
        "Uncited.",
        "Both say cutoff [S2] [S1].",
    ]
    assert result.reason == "7 is not in [S2]: It is 7 [S2]."


@pytest.mark.parametrize(
    ("spans", "says"), [((), "there are no spans"), (("x",), "there is 1 span"), (("x", "y"), "there are 2 spans")]
)
def test_a_citation_out_of_range_says_how_many_spans_there_are(spans, says):
    """The reason can be checked by counting."""
    assert verifier().verify("A [S3].", spans).reason == f"cites [S3], but {says}: A [S3]."


def test_checked_compares_uncited_sentences_with_all_spans():
    """A citation that is there is still held to."""
    checked = verifier("checked")
    assert checked.verify("It is 0.9.", SPANS).verdict == "supported"
    assert checked.verify("It is 0.7.", SPANS).claims[0].reason == "0.7 is not in any span"
    assert checked.verify("It is 0.9 [S1].", SPANS).verdict == "unsupported"
    assert checked.verify("It is 0.9 [S9].", SPANS).verdict == "unsupported"


def test_ignored_strips_the_markers():
    """Every sentence against all spans, and the digits of a marker are no number of the sentence."""
    ignored = verifier("ignored")
    for answer in ("It is 0.9.", "It is 0.9 [S1].", "It is 0.9 [S77]."):
        result = ignored.verify(answer, SPANS)
        assert (result.verdict, result.claims[0].cited) == ("supported", ())
    assert ignored.verify("It is 0.7 [S1].", SPANS).verdict == "unsupported"


def test_the_marker_and_refusal_are_the_templates():
    """`[1]` style: the same answer without its marker is uncited, and the seed's other line is a sentence."""
    documents = verifier(citation="[{n}]", refusal="The documents do not answer this question.")
    assert documents.verify("It is 0.6 [1].", SPANS).verdict == "supported"
    assert documents.verify("It is 0.6 [S1].", SPANS).reason.startswith("no citation")
    assert documents.verify("It is 0.9 [1].", SPANS).reason.startswith("0.9 is not in [1]")
    assert documents.verify("The documents do not answer this question.", SPANS).verdict == "abstained"
    assert documents.verify("NOT IN THE CONTEXT", SPANS).verdict == "unsupported"


pieces = st.sampled_from(
    [*"a aB x_y _ __a os.path A 1 0.6 -3 . ! ? [S1] [S2] [S3] [S0] é İ Σ a1 getClose foo.".split(), " ", "\n", ". "]
)
strings = st.lists(pieces, max_size=10).map("".join)


def naive_names(sentence: str) -> list[str]:
    """Names word by word: a whole word with an inner capital or underscore, or two joined by a dot."""
    found, skip = [], -1
    for word in re.finditer(r"\w+", sentence):
        if word.start() < skip or not re.match("[A-Za-z_]", word[0]):
            continue
        joined = re.match(r"\.(\w+)", sentence[word.end() :])
        if word[0].isascii() and joined and joined[1].isascii() and re.match("[A-Za-z_]", joined[1]):
            skip = word.end() + joined.end()
            found.append(sentence[word.start() : skip])
        elif (re.fullmatch("[A-Za-z]+", word[0]) and re.search("[a-z][A-Z]", word[0])) or re.fullmatch(
            "[a-z]+_[a-z_]+", word[0]
        ):
            found.append(word[0])
    return found


@given(strings)
def test_names_are_found_as_if_word_by_word(sentence):
    """The pattern that cannot backtrack finds the names that the rule describes."""
    assert literal._NAME.findall(sentence) == naive_names(sentence)


@given(strings, st.lists(strings, max_size=3), st.lists(strings, max_size=2))
def test_more_spans_never_refuse_what_fewer_support(answer, spans, more):
    """Metamorphic: an answer stays supported when spans are added behind those it cites."""
    for citations in ("required", "checked", "ignored"):
        if verifier(citations).verify(answer, spans).verdict == "supported":
            assert verifier(citations).verify(answer, [*spans, *more]).verdict == "supported"


@given(strings, st.lists(strings, max_size=3))
def test_the_modes_only_ever_loosen(answer, spans):
    """Metamorphic: what `required` supports `checked` supports, and what that supports `ignored` supports."""
    required, checked, ignored = (
        verifier(mode).verify(answer, spans).verdict for mode in ("required", "checked", "ignored")
    )
    assert required != "supported" or checked == "supported"
    assert checked != "supported" or ignored == "supported"


@given(strings, st.lists(strings, max_size=3))
def test_the_answers_verdict_is_the_worst_of_its_claims(answer, spans):
    """Supported exactly where there are claims and all are supported."""
    result = verifier().verify(answer, spans)
    if result.verdict != "abstained":
        assert (result.verdict == "supported") == (
            bool(result.claims) and all(c.verdict == "supported" for c in result.claims)
        )
    assert result.reason


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "aA",
        "a_",
        "a.",
        "1",
        "1.",
        "-",
        " ",
        "[S",
        "[S1",
        "[S1]",
        "_",
        "aAé",
        "a_1",
        ". ",
        "a.a_",
        "\n\t",
        "9" * 5000,
    ],
)
def test_a_megabyte_of_hostile_text_costs_time_in_proportion(piece):
    """No answer, however built, makes a pattern backtrack: seconds would be minutes if it did."""
    answer = (piece * (MEGABYTE // len(piece)))[:MEGABYTE] + "1"
    began = time.process_time()
    verifier().verify(answer + " [S1].", SPANS)
    verifier("ignored", citation="{n})").verify(answer, SPANS)
    assert time.process_time() - began < 20


def test_absurd_citation_numbers_are_out_of_range():
    """A number of five thousand digits is no crash; leading zeros do not count."""
    assert verifier().verify(f"A [S{'9' * 5000}].", SPANS).verdict == "unsupported"
    assert verifier().verify(f"A [S{'0' * 5000}1].", SPANS).verdict == "supported"


def test_citations_are_read_as_the_template_writes_them():
    """Numbers in order, repeats kept; stripping takes the markers and nothing else."""
    pattern = citation_pattern("[S{n}]")
    assert cited_numbers("A [S2], b [S1][S2]. [3] S4 [S]", pattern) == (2, 1, 2)
    assert strip_citations("A 3 [S3], b[S1].", pattern) == "A 3 , b."
    assert cited_numbers("x 12) y (3)", citation_pattern("{n})")) == (12, 3)
    assert cited_numbers("{S2} {S}", citation_pattern("{S{n}}")) == (2,)
    assert cited_numbers("a.1 b+1", citation_pattern("a.{n}")) == (1,)


# --- the verb ---------------------------------------------------------------------------------------------------------


def run_verb(tmp_path, capsys, *lines, **flags):
    path = tmp_path / "answers.jsonl"
    path.write_bytes(b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines))
    settings = {"citations": "required", "verifier": "literal", "prompt": "spans"} | flags
    code = verb.run(SimpleNamespace(file=str(path), **settings))
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.split("\n") if line], err.splitlines()


def line_of(answer, **more):
    return {"id": "a", "context": list(SPANS), "answer": answer} | more


def test_the_verb_writes_one_verdict_a_line(tmp_path, capsys):
    """The contract's keys, and how the answer declines."""
    code, out, err = run_verb(tmp_path, capsys, line_of("It is 0.6 [S1]."), line_of("It is 0.6."))
    assert (code, err) == (0, [])
    assert out[0] == {
        "id": "a",
        "verdict": "supported",
        "reason": "1 sentence, every number and name found",
        "claims": [
            {"text": "It is 0.6 [S1].", "verdict": "supported", "cited": [1], "reason": "numbers and names are in [S1]"}
        ],
        "refusal": "none",
    }
    assert out[1]["verdict"] == "unsupported"


def test_the_verb_takes_its_modes(tmp_path, capsys):
    """--citations and --prompt change what counts as a citation."""
    assert run_verb(tmp_path, capsys, line_of("It is 0.6."), citations="checked")[1][0]["verdict"] == "supported"
    assert run_verb(tmp_path, capsys, line_of("It is 0.6 [1]."), prompt="documents")[1][0]["verdict"] == "supported"
    curly = tmp_path / "curly.toml"
    curly.write_text(
        "template='{spans}{question}'\nspan='{n}{text}'\ncitation='{{n}}'\nrefusal='NO'\n", encoding="utf-8"
    )
    assert run_verb(tmp_path, capsys, line_of("It is 0.6 {1}."), prompt=f"file:{curly}")[1][0]["verdict"] == "supported"


def test_ids_are_any_scalar_and_default_to_the_line_number(tmp_path, capsys):
    """Strings, numbers, booleans and null come back as they went in."""
    lines = [line_of("x [S1].", id=i) for i in ("ü\u2028", 7, 1.5, True, None)]
    nameless = {"context": ["x"], "answer": "x [S1]."}
    assert [o["id"] for o in run_verb(tmp_path, capsys, *lines, b"\n", nameless)[1]] == [
        "ü\u2028",
        7,
        1.5,
        True,
        None,
        7,
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{\n", "not JSON"),
        (b"\xff\xfe\n", "not JSON"),
        (b"[" * 100_000 + b"\n", "not JSON"),
        (b'{"id": ' + b"9" * 5000 + b"}\n", "not JSON"),
        ([1], "a list where an object belongs"),
        ({"context": []}, '"answer" is missing'),
        ({"context": [], "answer": None}, '"answer" is of the wrong type'),
        ({"answer": "x"}, '"context" is missing'),
        ({"answer": "x", "context": "x"}, '"context" is of the wrong type'),
        ({"answer": "x", "context": ["x", 1]}, '"context" is of the wrong type'),
        ({"answer": "x", "context": [], "id": {}}, '"id" is {}'),
        (b'{"answer": "x", "context": [], "id": NaN}\n', '"id" is nan'),
        (b'{"answer": "x \\ud800", "context": []}\n', "surrogate"),
    ],
)
def test_a_broken_line_is_named_and_the_others_are_verified(tmp_path, capsys, line, says):
    """One line on stderr with its number and what to write; exit 2 at the end."""
    code, out, err = run_verb(tmp_path, capsys, line_of("x [S1]."), line, line_of("y [S1].", id="b"))
    assert code == 2
    assert [o["id"] for o in out] == ["a", "b"]
    assert len(err) == 1
    assert "line 2" in err[0]
    assert says in err[0]


def test_standard_input_is_a_file_too(monkeypatch, capsys):
    """`-` reads stdin; a byte order mark and a missing last line break do no harm."""
    text = "\ufeff" + json.dumps(line_of("It is 0.6 [S1]."))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    args = SimpleNamespace(file="-", citations="required", verifier="literal", prompt="spans")
    assert verb.run(args) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "supported"


@pytest.mark.parametrize("file", ["no-such-file.jsonl", "."])
def test_a_file_that_cannot_be_opened_is_the_users_input(file):
    """Exit 2 with the reason and what to name instead."""
    with pytest.raises(InputError, match="name a JSONL file"):
        verb.run(SimpleNamespace(file=file, citations="required", verifier="literal", prompt="spans"))


def test_verdicts_are_written_as_they_are_found():
    """A reader at the other end of a pipe sees a verdict before the next answer is sent."""
    code = (
        "import types; from harness.cli import verify;"
        "verify.run(types.SimpleNamespace(file='-', citations='required', verifier='literal', prompt='spans'))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for answer in ("It is 0.6 [S1].", "It is 7 [S1]."):
            process.stdin.write(json.dumps(line_of(answer)).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["claims"][0]["text"] == answer
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_the_output_is_json_on_a_terminal_that_is_not_utf_8():
    """Characters the terminal lacks are escaped as JSON escapes them."""
    code = (
        "import types; from harness.cli import verify;"
        "verify.run(types.SimpleNamespace(file='-', citations='ignored', verifier='literal', prompt='spans'))"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code],
        input=json.dumps(line_of("Süre belli.")).encode(),
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["claims"][0]["text"] == "Süre belli."


def test_the_words_of_every_rule_are_folded():
    """They are compared with folded words, so that one that is not, schließt, would never be found."""
    names = [m.name for m in pkgutil.walk_packages(verify.__path__, "harness.verify.")]
    assert len(names) > 100
    for name in names:
        for listed, words in vars(importlib.import_module(name)).items():
            if isinstance(words, frozenset) and all(isinstance(word, str) and word.islower() for word in words):
                lost = [word for word in words if fold(word) not in words]
                assert not lost, f"{name}.{listed}: {lost}"
