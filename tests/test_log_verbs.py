"""`harness log`: what is wrong is named, what can be kept is kept, and what must not leave is not in the copy."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_log import any_json, any_text, end_of, mappings, record_of, start_of, write_log

from harness.cli.main import main
from harness.errors import InputError, LogError
from harness.log.check import check_log
from harness.log.files import ZSTD, Lines, records_file
from harness.log.frames import zstd_frame
from harness.log.lines import encode
from harness.log.passages import PASSAGES
from harness.log.reader import open_log
from harness.log.redact import PATTERNS, redact
from harness.log.repair import repair
from harness.types import Generation, Question, Span, Verdict


def read(folder: Path):
    log = open_log(folder)
    return list(log.records()), [(problem.line, problem.reason) for problem in log.problems]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_names_every_problem_by_line_and_exits_1(tmp_path, capsys):
    """As text and as JSON; a log without problems is exit 0, whatever became of the run."""
    write_log(tmp_path / "good", record_of(1))
    write_log(tmp_path / "bad", record_of(1), b"noise\n", record_of(1), record_of(2), b'{"kind":"rec')
    assert main(["log", "check", "good", "--logs", str(tmp_path)]) == 0
    assert "good/records.jsonl: nothing wrong\n  1 record, unfinished" in capsys.readouterr().out
    assert main(["log", "check", "good", "bad", "--logs", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "bad/records.jsonl: 3 problems\n  2 records, unfinished" in told
    assert re.findall(r"^  line (\d+): (\w+)", told, re.MULTILINE) == [("3", "Invalid"), ("4", "a"), ("6", "torn")]
    assert "harness log repair" in told
    assert main(["log", "check", "bad", "--logs", str(tmp_path), "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert [problem["line"] for problem in found["problems"]] == [3, 4, 6]
    assert (found["records"], found["run_id"], found["compression"], found["compacted"]) == (2, "r1", "none", False)


def test_check_reads_a_log_without_a_start(tmp_path):
    """Its records are counted, and the missing line is what is wrong."""
    folder = write_log(tmp_path / "r1", record_of(1))
    records_file(folder).write_bytes(b"?\n" + encode(record_of(1)) + encode(end_of()))
    found = check_log(records_file(folder))
    assert (found.records, found.run_id, found.status) == (1, None, "complete")
    assert [problem.line for problem in found.problems] == [1]


# --- repair -----------------------------------------------------------------------------------------------------------


def test_repair_keeps_every_good_line_byte_for_byte_and_the_damaged_file(tmp_path, capsys):
    """Torn, doubled and broken lines go, lines run together come apart, the end comes last; then nothing is wrong."""
    spaced = encode(record_of(2)).replace(b'"key":', b'"key": ')
    joined = encode(record_of(3))[:-1] + encode(record_of(4))
    folder = write_log(
        tmp_path / "r1", record_of(1), end_of(), b"noise\n", spaced, joined, record_of(1), encode(record_of(5))[:50]
    )
    damaged = records_file(folder).read_bytes()
    assert main(["log", "repair", "r1", "--logs", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "run r1: 4 records written" in told
    assert "the damaged file is kept as" in told
    expected = b"".join(
        [encode(start_of()), encode(record_of(1)), spaced, encode(record_of(3)), encode(record_of(4)), encode(end_of())]
    )
    assert records_file(folder).read_bytes() == expected
    assert (folder / "records.jsonl.damaged").read_bytes() == damaged
    assert main(["log", "repair", "r1", "--logs", str(tmp_path)]) == 0
    assert "nothing wrong, nothing changed" in capsys.readouterr().out
    assert names(folder) == ["records.jsonl", "records.jsonl.damaged"]


def test_two_runs_in_one_file_are_taken_apart(tmp_path):
    """The second one gets a folder of its own, and both are whole."""
    one = [encode(start_of()), encode(record_of(1)), encode(end_of())]
    two = [encode(start_of("r2")), encode(record_of(1, "r2")), encode(record_of(2, "r2")), encode(end_of("r2"))]
    folder = tmp_path / "r1"
    folder.mkdir()
    (folder / "records.jsonl").write_bytes(b"".join([*one, *two]))
    assert len(read(folder)[1]) == 4  # named before it is mended
    done = repair(folder)
    assert (done.written, done.left_out) == ({"r1": 1, "r2": 2}, [])
    assert records_file(folder).read_bytes() == b"".join(one)
    assert records_file(tmp_path / "r2").read_bytes() == b"".join(two)


def test_a_repair_that_would_lose_or_overwrite_changes_nothing(tmp_path):
    """A newer line, a run without its start, a second run whose folder is there or whose name is a path."""
    newer = write_log(tmp_path / "a", b"noise\n", b'{"kind":"record","schema_version":99}\n')
    startless = write_log(tmp_path / "b", record_of(1, "r2"))
    (startless / "records.jsonl").write_bytes(b"?\n" + encode(record_of(1)) + encode(start_of("r2")))
    write_log(tmp_path / "r2", record_of(1, "r2"), start=start_of("r2"))
    twice = write_log(tmp_path / "c", record_of(1), start_of("r2"))
    path = write_log(tmp_path / "d", record_of(1), start_of("../../outside"))
    for folder, said in (
        (newer, "schema_version 99 is newer"),
        (startless, r"line 2: a record of run 'r1' before any run_start.*--resume"),
        (twice, "r2 is there already; move that one away first"),
        (path, "its name is none for a folder"),
    ):
        before = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
        with pytest.raises(LogError, match=said):
            repair(folder)
        assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == before


def test_a_compressed_and_a_compacted_log_are_mended_too(tmp_path):
    """What is written stays zstd; passages are said in full again."""
    folder = tmp_path / "r1"
    folder.mkdir()
    frames = [
        zstd_frame(line) for line in (encode(start_of()), *(encode(record_of(n)) for n in range(5)), encode(end_of()))
    ]
    frames[2] = frames[2][:30] + b"\xff" + frames[2][31:]
    (folder / ZSTD).write_bytes(b"".join(frames))
    done = repair(folder)
    assert done.written == {"r1": 4}
    assert read(folder) == ([record_of(n) for n in (0, 2, 3, 4)], [])
    assert names(folder) == [ZSTD, f"{ZSTD}.damaged"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_repair_loses_no_record_that_could_be_read(tmp_path, data):
    """Whatever the damage after the first line: afterwards the same records are read, and nothing is wrong any more."""
    folder = tmp_path / "r1"
    for path in folder.glob("*"):
        path.unlink()
    lines = [encode(start_of()), *(encode(record_of(n, text="Text \u2028.")) for n in range(6)), encode(end_of())]
    content = bytearray(b"".join(lines))
    for position in data.draw(st.lists(st.integers(len(lines[0]), len(content) - 1), max_size=4)):
        content[position] = data.draw(st.integers(0, 255))
    write_log(folder)
    records_file(folder).write_bytes(content[: data.draw(st.integers(len(lines[0]), len(content)))])
    before, _ = read(folder)
    try:
        repair(folder)
    except LogError:
        assert read(folder)[0] == before  # a run_start or a schema_version that damage invented: nothing is changed
    else:
        assert read(folder) == (before, [])


# --- redact -----------------------------------------------------------------------------------------------------------


SECRET = "jane.doe@example.com"


def secret_record(n):
    return record_of(
        n,
        text=f"Write to {SECRET} or call +49 30 1234567.",
        prompt=f"[S1] Write to {SECRET}",
        question=Question(
            id=f"{n}: {SECRET}",
            question=f"Who is {SECRET}?",
            answers=(SECRET,),
            extra={SECRET: 4111111111111111, "since": "2024-05-01"},
        ),
        generation=Generation(answer=f"{SECRET} [S1].", model="m", thinking="They seem to be Jane Doe."),
        verdict=Verdict(verdict="supported"),
    )


def test_nothing_that_a_pattern_matches_is_in_the_copy(tmp_path, capsys):
    """In no string, key or number of any line; the copy is a log, equal values stay equal, and the log is as it was."""
    folder = write_log(tmp_path / "r1", *[secret_record(n) for n in range(3)], end_of(), start=start_of(model=None))
    before = records_file(folder).read_bytes()
    words = [
        "log",
        "redact",
        "r1",
        "--logs",
        str(tmp_path),
        "--pattern",
        "email",
        "--pattern",
        "phone",
        "--pattern",
        "card",
    ]
    assert main([*words, "--field", "generation.thinking"]) == 0
    assert "3 records" in capsys.readouterr().out
    copy = records_file(tmp_path / "r1-redacted").read_bytes()
    for gone in (b"jane", b"Jane", b"example.com", b"1234567", b"4111111111111111"):
        assert gone not in copy
    assert b"2024-05-01" in copy
    assert records_file(folder).read_bytes() == before
    records, problems = read(tmp_path / "r1-redacted")
    assert problems == []
    first = records[0]
    (mask,) = re.findall(r"\[redacted [0-9a-f]{12}\]", first.question.question)
    assert first.question.answers == (mask,)
    assert [record.question.id for record in records] == [f"{n}: {mask}" for n in range(3)]
    assert first.prompt == f"[S1] Write to {mask}"
    assert first.chunks[0].chunk.text.startswith(f"Write to {mask} or call [redacted ")
    assert first.generation.thinking.startswith("[redacted ")
    assert main([*words]) == 2
    assert "exists; name another folder with --out" in capsys.readouterr().err


def test_masks_differ_from_copy_to_copy(tmp_path):
    """So that nobody who guesses a value can check the guess against a copy."""
    log = open_log(write_log(tmp_path / "r1", secret_record(1)))
    for out in ("a", "b"):
        redact(log, tmp_path / out, patterns=["email"])
    assert records_file(tmp_path / "a").read_bytes() != records_file(tmp_path / "b").read_bytes()


def test_a_pattern_that_would_search_for_ever_is_given_up_and_leaves_nothing(tmp_path):
    """Half a redacted copy would be taken for a whole one."""
    long = secret_record(1).model_copy(update={"prompt": "a" * 20_000 + "b"})
    log = open_log(write_log(tmp_path / "r1", long))
    with pytest.raises(InputError, match=r"line 2: --pattern .* was given up after 1 s in a text of 20,001 characters"):
        redact(log, tmp_path / "out", patterns=["(a+)+$"])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"fields": ["generation.thnking"]}, "no field 'thnking'; did you mean 'thinking'?"),
        ({"fields": ["prompt.text"]}, "no field 'text'"),
        ({"fields": [""]}, "no field ''"),
        ({"patterns": ["("]}, "missing )"),
        ({"patterns": ["a*"]}, "it would match everywhere"),
        ({"patterns": ["supported"]}, "line 2: verdict.verdict"),
        ({"fields": ["chunks"]}, "take out chunks.chunk.text rather than the chunks"),
        ({"fields": ["candidates"]}, None),
    ],
)
def test_what_cannot_be_taken_out_is_refused_in_one_line_and_leaves_nothing(tmp_path, options, said):
    """A misspelt field must not pass for one that was taken out."""
    log = open_log(
        write_log(tmp_path / "r1", secret_record(1).model_copy(update={"spans": (Span(number=1, chunk_id="d#0"),)}))
    )
    if said is None:
        redact(log, tmp_path / "out", **options)
        assert read(tmp_path / "out")[0][0].candidates.chunk_ids == ()
        return
    with pytest.raises(InputError) as caught:
        redact(log, tmp_path / "out", **options)
    assert said in str(caught.value)
    assert not (tmp_path / "out").exists()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(any_text(), any_text(), mappings(any_json()), st.sampled_from(["SECRET-\\d\\d", "[Qq]uestion 7"]))
def test_no_string_of_a_record_hides_from_a_pattern(tmp_path, before, after, extra, pattern):
    """Wherever it stands and whatever is around it, in keys and in nested metadata too."""
    secret = {"SECRET-\\d\\d": "SECRET-42", "[Qq]uestion 7": "question 7"}[pattern]
    text = f"{before}{secret}{after}"
    record = record_of(
        "a", text=text, prompt=text, question=Question(id="q", question=text, extra={text: [extra, {"k": text}]})
    )
    folder, out = tmp_path / "r1", tmp_path / "out"
    for path in (*folder.glob("*"), *out.glob("*")):
        path.unlink()
    redact(open_log(write_log(folder, record)), out, patterns=[pattern])
    ((copied,), problems) = read(out)
    assert problems == []
    strings = json.dumps(copied.model_dump(), ensure_ascii=False)
    assert secret not in strings
    assert copied.question.id == "q"


@pytest.mark.parametrize(
    ("name", "found", "left"),
    [
        ("email", ["a@b.co", "first.last+tag@sub.example.org"], ["@home", "a@b"]),
        ("phone", ["+49 30 1234567", "(030) 123-4567", "0301234567"], ["2026-11-30", "23 kg", "v1.2.3"]),
        ("iban", ["DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"], ["PX-4108"]),
        ("card", ["4111 1111 1111 1111", "4111-1111-1111-1111"], ["2026-11-30 10:00"]),
        ("ipv4", ["192.168.0.1"], ["1.2.3", "1.2.3.4.5"]),
    ],
)
def test_named_patterns_find_what_they_are_named_for(name, found, left):
    """Worked by hand."""
    for text in found:
        assert re.search(PATTERNS[name], f"x {text} y"), text
    for text in left:
        assert not re.search(PATTERNS[name], f"x {text} y"), text


# --- compact and cat --------------------------------------------------------------------------------------------------


def test_cat_prints_a_compacted_log_as_it_was(tmp_path, capsysbinary):
    """Byte for byte, so that it can take its place; what cannot be read is named on stderr and exits 1."""
    folder = write_log(
        tmp_path / "r1", *[record_of(n, text="The same long passage. " * 9) for n in range(20)], end_of()
    )
    before = records_file(folder).read_bytes()
    assert main(["log", "compact", "r1", "--logs", str(tmp_path), "--json"]) == 0
    told = json.loads(capsysbinary.readouterr().out)
    assert (told["lines"], told["passages"], told["bytes_before"]) == (22, 1, len(before))
    assert main(["log", "cat", "r1", "--logs", str(tmp_path)]) == 0
    assert capsysbinary.readouterr().out == before
    (folder / PASSAGES).write_bytes(b"")
    assert main(["log", "cat", "r1", "--logs", str(tmp_path)]) == 1
    printed = capsysbinary.readouterr()
    assert printed.out == encode(start_of()) + encode(end_of())
    assert printed.err.count(b"is not in passages.jsonl") == 20


def test_what_log_verbs_say_fits_eighty_columns(tmp_path, capsys, monkeypatch):
    """Reasons may be longer and are left whole; what we write around them is not."""
    monkeypatch.chdir(tmp_path)
    write_log(tmp_path / "logs/r1", *[record_of(n, text="The same long passage. " * 9) for n in range(20)], end_of())
    for words in (["check"], ["compact"], ["redact", "--pattern", "email"]):
        assert main(["log", words[0], "r1", *words[1:]]) == 0
        assert all(len(line) <= 80 for line in capsys.readouterr().out.splitlines())
    assert list(Lines(records_file(tmp_path / "logs/r1")))
