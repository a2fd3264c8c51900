"""Answering again from a log: byte for byte where nothing changed, only from the step asked for, and never in silence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import write_jsonl
from runs import lines, record_of, records, write_run

from harness.cli.main import main
from harness.log.lines import encode
from harness.pipeline import not_logged
from harness.replay import READ_BY
from harness.settings import HOW_NOT_WHAT, Settings
from harness.types import SCHEMA_VERSION

STEPS = ("verify", "prompt", "generate", "retrieve")


@pytest.fixture
def logs(golden, tmp_path) -> Path:
    """A folder that holds a run called `r` of the tiny golden set."""
    folder = tmp_path / "logs"
    assert main(["run", str(golden), "--chunker", "whole", "--logs", str(folder), "--run-id", "r", "--json"]) == 0
    return folder


def replay(logs: Path, *flags: str, code: int = 0) -> None:
    assert main(["replay", "r", "--logs", str(logs), "--run-id", "again", "--json", *flags]) == code


def verdicts(folder: Path) -> dict[str, bytes]:
    """Return verdict and judgement as they stand in the log, byte for byte, by question."""
    found = {}
    for line in (folder / "records.jsonl").read_bytes().splitlines():
        record = json.loads(line)
        if record["kind"] == "record":
            found[record["question"]["id"]] = line[line.index(b'"verdict":') : line.index(b'"fault":')]
    return found


def same(record: dict) -> dict:
    return {name: value for name, value in record.items() if name not in {"run_id", "seconds"}}


@pytest.mark.parametrize("first", STEPS)
def test_unchanged_code_and_settings_give_the_same_records(logs, first, capsys):
    """From every step: the same verdicts byte for byte, and all else the same apart from run id and times."""
    replay(logs, "--from", first)
    assert verdicts(logs / "again") == verdicts(logs / "r")
    assert [same(r) for r in records(logs / "again")] == [same(r) for r in records(logs / "r")]


@pytest.mark.parametrize("name", ["stdlib", "fares"])
def test_verdicts_of_our_own_golden_sets_are_byte_identical_from_verify(name, tmp_path, capsys):
    """On every question of the sets that come with the harness."""
    golden = Path(__file__).parents[1] / "golden" / name
    assert main(["run", str(golden), "--logs", str(tmp_path), "--run-id", "r", "--json"]) == 0
    replay(tmp_path, "--from", "verify")
    before = verdicts(tmp_path / "r")
    assert len(before) > 50
    assert verdicts(tmp_path / "again") == before


def test_the_new_run_names_its_parent_and_the_old_log_is_not_touched(logs, capsys):
    """The start line holds parent, step and the parent's settings; the parent's bytes are as they were."""
    before = (logs / "r" / "records.jsonl").read_bytes()
    replay(logs, "--from", "verify", "--citations", "checked")
    start = lines(logs / "again")[0]
    parent = lines(logs / "r")[0]
    assert (start["parent"], start["replayed_from"]) == ("r", "verify")
    assert start["settings"] == {**parent["settings"], "citations": "checked"}
    assert (start["golden"], start["index"]) == (parent["golden"], parent["index"])
    assert (logs / "r" / "records.jsonl").read_bytes() == before


def test_a_new_verifier_setting_changes_verdicts_and_nothing_before_them(golden, tmp_path, capsys):
    """An answer without a citation is refused where they are required, and supported where they are ignored."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "answer": "Small pets travel in the cabin for 45 EUR."}])
    logs = tmp_path / "logs"
    main(["run", str(golden), "--script", str(tmp_path / "s.jsonl"), "--logs", str(logs), "--run-id", "r", "--json"])
    (tmp_path / "s.jsonl").unlink()
    replay(logs, "--from", "verify", "--citations", "ignored")
    before, after = ({r["question"]["id"]: r for r in records(logs / name)} for name in ("r", "again"))
    assert before["pet-fee"]["verdict"]["verdict"] == "unsupported"
    assert after["pet-fee"]["verdict"]["verdict"] == "supported"
    for name in ("prompt", "generation", "trace", "chunks"):
        assert after["pet-fee"][name] == before["pet-fee"][name]


def test_a_new_prompt_is_built_over_the_logged_contexts(logs, golden, capsys):
    """The corpus is gone; spans and trace stay, the text is the other template's."""
    (golden / "corpus.jsonl").unlink()
    replay(logs, "--from", "prompt", "--prompt", "documents")
    for before, after in zip(records(logs / "r"), records(logs / "again"), strict=True):
        assert after["prompt"] != before["prompt"]
        assert (after["spans"], after["trace"]) == (before["spans"], before["trace"])


def test_another_generator_reads_the_logged_prompts(logs, tmp_path, capsys):
    """Prompts stay byte for byte; the answers are the new script's."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "answer": "It costs 99 EUR [S1]."}])
    replay(logs, "--from", "generate", "--script", str(tmp_path / "s.jsonl"))
    before, after = ({r["question"]["id"]: r for r in records(logs / name)} for name in ("r", "again"))
    assert {name: r["prompt"] for name, r in after.items()} == {name: r["prompt"] for name, r in before.items()}
    assert after["pet-fee"]["generation"]["answer"] == "It costs 99 EUR [S1]."
    assert after["pet-fee"]["verdict"]["verdict"] == "unsupported"


def test_new_retrieval_under_the_same_questions(logs, capsys):
    """A filter hides what was found before; the questions are the logged ones."""
    replay(logs, "--from", "retrieve", "--filter", "status=current", "-k", "1")
    assert all(r["candidates"]["chunk_ids"].count("bags-old#0") == 0 for r in records(logs / "again"))
    assert [r["question"] for r in records(logs / "again")] == [r["question"] for r in records(logs / "r")]


def test_retrieving_again_from_an_edited_golden_set_is_refused(logs, golden, tmp_path, capsys):
    """Its hash is in the log; a copy of the old one can be named."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("corpus.jsonl", "questions.jsonl"):
        (copy / name).write_bytes((golden / name).read_bytes())
    with (golden / "corpus.jsonl").open("a") as file:
        file.write('{"doc_id": "new", "text": "News."}\n')
    replay(logs, "--from", "retrieve", code=2)
    assert "edited since" in capsys.readouterr().err
    replay(logs, "--from", "retrieve", "--golden", str(copy))


@pytest.mark.parametrize(
    ("first", "flags", "step"),
    [
        ("verify", ("-k", "3"), "retrieve"),
        ("verify", ("--generator", "scripted"), "generate"),
        ("generate", ("--prompt", "documents"), "prompt"),
        ("prompt", ("--chunker", "whole"), "retrieve"),
    ],
)
def test_a_setting_that_acts_before_the_step_is_refused(logs, first, flags, step, capsys):
    """It would change nothing, so it is not ignored: the message names the step to replay from."""
    replay(logs, "--from", first, *flags, code=2)
    told = capsys.readouterr().err
    assert flags[0] in told
    assert f"use --from {step}" in told
    assert not (logs / "again").exists()


def test_every_setting_is_known_to_act_at_one_step():
    """A new setting must be entered in `replay.READ_BY`, or in `settings.HOW_NOT_WHAT` where it changes no record."""
    entered = [name for names in READ_BY.values() for name in names]
    assert len(entered) == len(set(entered))
    assert set(entered) | HOW_NOT_WHAT == set(Settings.model_fields)
    assert not set(entered) & HOW_NOT_WHAT


@pytest.mark.parametrize(
    ("first", "lacks", "says"),
    [
        ("verify", {"generation": None}, ("an answer", "`generation`", "--from generate")),
        ("generate", {"prompt": None}, ("the prompt", "`prompt`", "--from prompt")),
    ],
)
def test_what_was_not_logged_is_an_error_that_says_what_logs_it(tmp_path, first, lacks, says, capsys):
    """One line, exit 2, and no run is begun."""
    write_run(tmp_path / "r", [record_of("q1").model_copy(update=lacks)], settings=Settings().model_dump(mode="json"))
    replay(tmp_path, "--from", first, code=2)
    told = capsys.readouterr().err
    assert all(word in told for word in (*says, "harness run", "'q1'"))
    assert not (tmp_path / "again").exists()


def test_a_record_without_its_contexts_cannot_be_taken_up_after_retrieval():
    """No reader passes one on today; a record made in memory is told the same way."""
    bare = record_of("q1").model_copy(update={"chunks": ()})
    for first in ("prompt", "generate", "verify"):
        assert "the text of every span; harness run logs it in `chunks`" in not_logged(bare, first)


def test_a_later_record_that_lacks_it_is_a_fault_of_its_own(tmp_path, capsys):
    """The others are answered; it is in every denominator."""
    broken = record_of("q2").model_copy(update={"generation": None})
    write_run(tmp_path / "r", [record_of("q1"), broken], settings=Settings().model_dump(mode="json"))
    replay(tmp_path, "--from", "verify")
    faults = {r["question"]["id"]: r["fault"] for r in records(tmp_path / "again")}
    assert faults["q1"] is None
    assert "does not hold an answer" in faults["q2"]["message"]


def test_faults_before_the_step_stay_and_those_at_it_are_tried_again(golden, tmp_path, capsys):
    """A failed generation is kept by a replay from verify, and answered by one from generate."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "raise": "down"}])
    logs = tmp_path / "logs"
    main(["run", str(golden), "--script", str(tmp_path / "s.jsonl"), "--logs", str(logs), "--run-id", "r", "--json"])
    replay(logs, "--from", "verify")
    fault = next(r["fault"] for r in records(logs / "again") if r["question"]["id"] == "pet-fee")
    assert (fault["stage"], "down" in fault["message"]) == ("generate", True)
    write_jsonl(tmp_path / "s.jsonl", [{"id": "none", "answer": "x"}])
    assert main(["replay", "r", "--from", "generate", "--logs", str(logs), "--run-id", "third", "--json"]) == 0
    assert all(r["fault"] is None for r in records(logs / "third"))


def test_a_replay_can_be_resumed_but_not_as_another_one(logs, capsys):
    """Kept records stay; the same name from another step is refused."""
    replay(logs, "--from", "verify")
    whole = records(logs / "again")
    path = logs / "again" / "records.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    replay(logs, "--from", "verify", "--resume")
    assert records(logs / "again")[:2] == whole[:2]
    assert [same(r) for r in records(logs / "again")] == [same(r) for r in whole]
    replay(logs, "--from", "prompt", "--resume", code=2)
    assert "step verify" in capsys.readouterr().err


def test_a_damaged_log_is_replayed_as_far_as_it_can_be_read(logs, capsys):
    """A flipped byte, a torn last line and half a surrogate pair: the good records are all answered again."""
    path = logs / "r" / "records.jsonl"
    content = path.read_bytes().splitlines(keepends=True)
    content[2] = content[2].replace(b'"kind":"record"', b'"kind":"recorc"')
    strange = record_of("\ud800", run_id="r", question="\ud83d?")
    path.write_bytes(b"".join(content[:-1]) + encode(strange) + content[-1][:30])
    replay(logs, "--from", "verify")
    assert [r["question"]["id"] for r in records(logs / "again")] == ["bag-weight", "dog", "wifi", "\ud800"]
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert "line 3" in told[0]
    assert "line 7: torn" in told[1]


def test_memory_does_not_grow_with_the_log(tmp_path):
    """Ten times the records add less than 20 MB of peak memory."""
    peaks = []
    code = (
        "import resource, sys; from harness.cli.main import main; main(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    settings = Settings().model_dump(mode="json")
    for count in (500, 5_000):
        write_run(tmp_path / f"n{count}", [(f"q{n}", "right") for n in range(count)], settings=settings)
        command = [sys.executable, "-c", code, "replay", f"n{count}", "--from", "verify", "--logs", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        peaks.append(int(done.stderr.split()[-1]) / 1024)
    assert peaks[1] - peaks[0] < 20


def test_a_log_of_before_there_were_new_settings_takes_their_defaults(tmp_path, capsys):
    """What the old start line does not say is what it was before it could be said."""
    old = {"chunker": "whole", "retriever": "bm25", "verifier": "literal"}
    write_run(tmp_path / "r", [("q1", "right")], settings=old)
    assert lines(tmp_path / "r")[0]["schema_version"] <= SCHEMA_VERSION
    replay(tmp_path, "--from", "verify")
    assert lines(tmp_path / "again")[0]["settings"]["chunker"] == "whole"


def test_a_judge_that_weighs_words_by_the_corpus_gets_it_again(golden, tmp_path, capsys):
    """Judgements are byte-identical; with the corpus gone the replay is refused, not judged by other weights."""
    logs = tmp_path / "logs"
    flags = ["--chunker", "whole", "--judge", "tokens", "--logs", str(logs), "--run-id", "r", "--json"]
    assert main(["run", str(golden), *flags]) == 0
    replay(logs, "--from", "verify")
    assert verdicts(logs / "again") == verdicts(logs / "r")
    (golden / "corpus.jsonl").unlink()
    assert main(["replay", "r", "--from", "verify", "--logs", str(logs), "--run-id", "third"]) == 2
    assert "corpus.jsonl" in capsys.readouterr().err
