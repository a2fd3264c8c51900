"""Probes: one thing changed, asked again; what that says of each attribution; and a file that a kill cannot hurt."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import CORPUS, QUESTIONS, write_jsonl
from runs import record_of, records

from harness.attribute.rules import attribute
from harness.cli.main import main
from harness.generate.scripted import Scripted
from harness.log.reader import open_log
from harness.probe.conclude import conclude
from harness.probe.interventions import NAMES, Intervention, moved_to, plan
from harness.probe.log import Probe, Probes, probe_key
from harness.settings import Settings
from harness.types import Attribution, LedgerRow


def run(golden: Path, logs: Path, *flags: str) -> None:
    assert main(["run", str(golden), "--chunker", "whole", "--logs", str(logs), "--run-id", "r", "--json", *flags]) == 0


def probe(logs: Path, capsys, *flags: str, code: int = 0) -> dict:
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(logs), "--json", *flags]) == code
    return json.loads(capsys.readouterr().out)


def by_id(report: dict) -> dict:
    return {c["id"]: c["probe"] for c in report["conclusions"]}


def lines(logs: Path) -> list[dict]:
    with (logs / "r" / "probes.jsonl").open("rb") as file:
        return [json.loads(line) for line in file]


def made(logs: Path, question_id: str) -> dict:
    return {(p["intervention"], p["target"]): p for p in lines(logs) if p["question_id"] == question_id}


# --- the whole command, one loss at a time ----------------------------------------------------------------------------


def test_evidence_hidden_by_the_filter_is_confirmed_by_searching_without_it(golden, tmp_path, capsys):
    """Only superseded documents are visible; the filter off brings the answer, and that is the repair."""
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded")
    report = probe(logs, capsys)
    said = by_id(report)["pet-fee"]
    assert said["status"] == "confirmed"
    assert said["repair"] == "without the filter status=superseded"
    assert said["secondary"] is None
    found = made(logs, "pet-fee")
    assert {name for name, _ in found} == {"repeat", "gold_only", "gold_first", "filter_off"}
    assert found["gold_only", None]["answer"].startswith("Small pets travel in the cabin for 45 EUR")
    assert found["gold_only", None]["made_from"] == "chunk"


def test_evidence_ranked_beyond_k_is_confirmed_by_doubling_it(tmp_path, capsys):
    """With k 1 the decoy comes first; with k 2 the scripted model finds the better sentence."""
    golden = tmp_path / "g"
    decoy = {"doc_id": "decoy", "text": "Small pets cost small pets cost."}
    write_jsonl(golden / "corpus.jsonl", [decoy, *CORPUS])
    write_jsonl(golden / "questions.jsonl", [QUESTIONS[1]])
    logs = tmp_path / "logs"
    run(golden, logs, "-k", "1")
    before = records(logs / "r")[0]
    assert before["candidates"]["chunk_ids"][:2] == ["decoy#0", "pets#0"]
    said = by_id(probe(logs, capsys))["pet-fee"]
    assert (said["status"], said["repair"]) == ("confirmed", "-k 2 instead of 1")
    assert [p["repaired"] for p in lines(logs) if p["intervention"] == "repeat"] == [False, False]


def test_evidence_that_helps_only_alone_names_the_chunk_that_distracts(tmp_path, capsys):
    """The decoy says more of the question's words than the evidence: with k doubled, or the evidence first, it still wins."""
    golden, logs = tmp_path / "g", tmp_path / "logs"
    decoy = {"doc_id": "decoy", "text": "What small pets cost in the cabin nobody knows."}
    write_jsonl(golden / "corpus.jsonl", [decoy, *CORPUS])
    write_jsonl(golden / "questions.jsonl", [QUESTIONS[1]])
    run(golden, logs, "-k", "1")
    report = probe(logs, capsys)
    said = by_id(report)["pet-fee"]
    assert said["status"] == "confirmed"
    assert said["harmful"] == ["decoy#0"]
    assert said["secondary"] == "the model uses the evidence only without the other chunks: decoy#0 distracts it"
    found = made(logs, "pet-fee")
    outcomes = {name: p["repaired"] for (name, _), p in found.items()}
    assert outcomes == {"repeat": False, "gold_only": True, "gold_first": False, "k_doubled": False, "drop": True}
    assert report["left"] == 0


def test_a_round_waits_for_what_it_depends_on(tmp_path, capsys, monkeypatch):
    """However slow the answers and many the workers: no chunk is left out before it is known to say something."""
    golden, logs = tmp_path / "g", tmp_path / "logs"
    write_jsonl(golden / "corpus.jsonl", [{"doc_id": "decoy", "text": "Small pets cost small pets cost."}, *CORPUS])
    write_jsonl(golden / "questions.jsonl", [QUESTIONS[1]])
    run(golden, logs, "-k", "1")
    answered = Scripted.generate

    async def generate(self, prompt):
        await asyncio.sleep(0.05)
        return await answered(self, prompt)

    monkeypatch.setattr(Scripted, "generate", generate)
    assert probe(logs, capsys, "--concurrency", "8")["left"] == 0
    assert "drop" not in {p["intervention"] for p in lines(logs)}


def test_chunks_are_left_out_beside_lost_evidence_only_where_that_says_something(golden, tmp_path, capsys):
    """Where the evidence first repairs it, no chunk needs to be left out, and none counts as left."""
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded")
    report = probe(logs, capsys)
    assert not [p for p in lines(logs) if p["intervention"] == "drop" and p["question_id"] == "bag-weight"]
    assert report["left"] == 0


def test_evidence_cut_by_a_chunk_boundary_is_handed_over_as_the_passage_it_was(golden, tmp_path, capsys):
    """The document's own text from the first piece to the last, and what it was made from is said."""
    logs = tmp_path / "logs"
    run(golden, logs, "--chunker", "window:7:0", "-k", "1")
    cut = next(r for r in records(logs / "r") if r["question"]["id"] == "pet-fee")
    assert cut["trace"][0]["carrier_count"] == 0
    said = by_id(probe(logs, capsys))["pet-fee"]
    assert said["status"] == "confirmed"
    alone = made(logs, "pet-fee")["gold_only", None]
    assert (alone["made_from"], alone["repaired"]) == ("passage", True)


def test_a_model_that_fails_with_the_evidence_in_hand_is_a_second_cause(golden, tmp_path, capsys):
    """A script answers wrongly whatever it reads: the loss is real, mending it would gain nothing, and both is said."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "answer": "NOT IN THE CONTEXT"}])
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded", "--script", str(tmp_path / "s.jsonl"))
    report = probe(logs, capsys)
    said = by_id(report)["pet-fee"]
    assert said["status"] == "refuted"
    assert said["secondary"] == "the model fails even with the evidence: it abstains"
    assert said["repair"] is None
    (alone,) = [
        t for t in report["interventions"] if (t["intervention"], t["bucket"]) == ("gold_only", "retrieval_miss")
    ]
    assert alone["repaired"]["denominator"] == sum(
        j["failures"] for j in report["attributions"] if j["bucket"] == "retrieval_miss"
    )


def test_a_false_refusal_of_the_model_is_confirmed_when_no_context_helps(golden, tmp_path, capsys):
    """Evidence there beside another chunk, refused, and refused again with nothing but the evidence."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "bag-weight", "answer": "NOT IN THE CONTEXT"}])
    logs = tmp_path / "logs"
    run(golden, logs, "--script", str(tmp_path / "s.jsonl"))
    said = by_id(probe(logs, capsys))["bag-weight"]
    assert said["status"] == "confirmed"
    assert "the evidence alone: it abstains" in said["why"]
    assert ("drop", "bags-old#0") in made(logs, "bag-weight")


STALE_FIRST = [
    {"doc_id": "old", "text": "Checked bags may weigh 20 kg, how much they may weigh.", "metadata": {"status": "superseded"}},
    CORPUS[0],
    CORPUS[3],
]  # fmt: skip


def test_the_chunk_that_did_the_harm_is_named(tmp_path, capsys):
    """A superseded document says more of the question's words; without it the answer is right, and it alone is blamed."""
    golden, logs = tmp_path / "g", tmp_path / "logs"
    write_jsonl(golden / "corpus.jsonl", STALE_FIRST)
    write_jsonl(golden / "questions.jsonl", [QUESTIONS[0]])
    run(golden, logs)
    report = probe(logs, capsys)
    assert (report["conclusions"][0]["bucket"], report["conclusions"][0]["sub_kind"]) == (
        "synthesis_miss",
        "stale_source",
    )
    said = by_id(report)["bag-weight"]
    assert (said["status"], said["harmful"], said["repair"]) == ("confirmed", ["old#0"], "without old#0")
    found = made(logs, "bag-weight")
    assert found["stale_removed", None]["repaired"] is True
    assert found["gold_only", None]["repaired"] is True


def test_a_false_answer_is_probed_for_what_tempts_it(golden, tmp_path, capsys):
    """No evidence exists, so it is confirmed by recurring; an empty context makes the scripted model abstain."""
    logs = tmp_path / "logs"
    run(golden, logs)
    report = probe(logs, capsys)
    said = by_id(report)["wifi"]
    assert said["status"] == "confirmed"
    assert made(logs, "wifi")["nothing", None]["act"] == "abstained"


def test_a_question_that_passed_is_not_probed(golden, tmp_path, capsys):
    """`bag-weight` is right: no call is spent on it."""
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=current")
    right = {r["question"]["id"] for r in records(logs / "r") if (r["judgement"] or {}).get("correct")}
    assert right
    assert not right & set(by_id(probe(logs, capsys)))


def test_a_fault_is_asked_again(golden, tmp_path, capsys):
    """It recurs: confirmed. With a script that no longer raises: unstable, the trouble is over."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "raise": "down"}])
    write_jsonl(tmp_path / "mended.jsonl", [{"id": "none", "answer": "x"}])
    logs = tmp_path / "logs"
    run(golden, logs, "--script", str(tmp_path / "s.jsonl"))
    assert by_id(probe(logs, capsys))["pet-fee"]["status"] == "confirmed"
    (logs / "r" / "probes.jsonl").unlink()
    assert by_id(probe(logs, capsys, "--script", str(tmp_path / "mended.jsonl")))["pet-fee"]["status"] == "unstable"


def test_lost_at_one_stage_and_again_at_the_next(tmp_path, capsys):
    """The filter hides it; with the filter off it is still beyond k: the second loss is told."""
    golden, logs = tmp_path / "g", tmp_path / "logs"
    decoy = {"doc_id": "d", "text": "Small pets cost small pets cost.", "metadata": {"status": "superseded"}}
    write_jsonl(golden / "corpus.jsonl", [decoy, *CORPUS])
    write_jsonl(golden / "questions.jsonl", [QUESTIONS[1]])
    run(golden, logs, "--filter", "status=superseded", "-k", "1")
    said = by_id(probe(logs, capsys))["pet-fee"]
    assert said["status"] == "confirmed"
    assert said["secondary"] == "without the filter status=superseded, the evidence is lost at rerank"


# --- from a log alone, and from a replay ------------------------------------------------------------------------------


def test_without_the_golden_set_the_log_is_enough_for_what_it_holds(golden, tmp_path, capsys):
    """The corpus is gone: the evidence comes from the label, nothing is searched, and stderr says so before the calls."""
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded")
    (golden / "corpus.jsonl").unlink()
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(logs), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "from the log alone" in err
    report = json.loads(out)
    assert any("from the log alone" in note for note in report["notes"])
    found = made(logs, "pet-fee")
    assert ("filter_off", None) not in found
    assert found["gold_only", None]["made_from"] == "label"
    assert found["gold_only", None]["problem"] is None


def test_a_replayed_log_is_probed_like_any_other(golden, tmp_path, capsys):
    """From verify: the same conclusions as of its parent, and no server in sight."""
    logs = tmp_path / "logs"
    run(golden, logs, "-k", "1")
    parents = by_id(probe(logs, capsys))
    assert main(["replay", "r", "--from", "verify", "--logs", str(logs), "--run-id", "again", "--json"]) == 0
    capsys.readouterr()
    assert main(["probe", "again", "--logs", str(logs), "--json"]) == 0
    assert by_id(json.loads(capsys.readouterr().out)) == parents


# --- budget, estimate, resume, Ctrl-C ---------------------------------------------------------------------------------


def test_the_estimate_asks_nothing(golden, tmp_path, capsys):
    """Counts by kind on stderr, nothing on stdout, no file."""
    logs = tmp_path / "logs"
    run(golden, logs, "-k", "1")
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(logs), "--estimate"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "repeat" in err
    assert not (logs / "r" / "probes.jsonl").exists()
    most = int(re.search(r"at most (\d+) calls", err)[1])
    assert 0 < probe(logs, capsys)["calls"] <= most


def test_the_budget_is_kept_and_the_rest_is_asked_later(golden, tmp_path, capsys):
    """`--max-calls 3` makes three, of what decides; the same command goes on; then nothing is left to ask."""
    logs = tmp_path / "logs"
    run(golden, logs)
    first = probe(logs, capsys, "--max-calls", "3")
    assert (first["calls"], len(lines(logs))) == (3, 3)
    assert {p["intervention"] for p in lines(logs)} <= {"repeat", "gold_only", "gold_first"}
    assert first["left"] > 0
    rest = probe(logs, capsys)
    assert rest["left"] == 0
    assert 0 < rest["calls"] <= first["left"]
    keys = [p["key"] for p in lines(logs)]
    assert len(keys) == len(set(keys)) == first["calls"] + rest["calls"]
    assert probe(logs, capsys)["calls"] == 0


def test_probing_in_pieces_concludes_as_in_one(golden, tmp_path, capsys):
    """A torn last line is cut off, a line of another run is named and skipped, and what lacks is asked again."""
    logs = tmp_path / "logs"
    run(golden, logs)
    whole = by_id(probe(logs, capsys))
    path = logs / "r" / "probes.jsonl"
    content = path.read_bytes().splitlines(keepends=True)
    foreign = content[0].replace(b'"run_id":"r"', b'"run_id":"q"')
    path.write_bytes(foreign + b"".join(content[:3]) + content[3][:40])
    assert main(["probe", "r", "--logs", str(logs), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "another run, 'q'" in err
    assert by_id(json.loads(out)) == whole
    assert all(line.endswith(b"}\n") for line in path.read_bytes().splitlines(keepends=True))


def test_probes_of_another_answer_are_not_taken_for_this_ones(golden, tmp_path, capsys):
    """The key covers the answer: after the run was made anew with other answers, everything is asked again."""
    logs = tmp_path / "logs"
    run(golden, logs)
    first = probe(logs, capsys)["calls"]
    kept = (logs / "r" / "probes.jsonl").read_bytes()
    (logs / "r" / "records.jsonl").unlink()
    (logs / "r" / "outcomes.jsonl").unlink()
    write_jsonl(
        tmp_path / "s.jsonl",
        [{"id": name, "answer": "It is 7 [S1]."} for name in ("pet-fee", "dog", "wifi", "bag-weight")],
    )
    run(golden, logs, "--script", str(tmp_path / "s.jsonl"))
    (logs / "r" / "probes.jsonl").write_bytes(kept)
    before = {json.loads(line)["key"] for line in kept.splitlines()}
    assert len(before) == first
    calls = probe(logs, capsys)["calls"]
    assert calls == len([p for p in lines(logs) if p["key"] not in before]) > 0


def test_a_damaged_log_is_probed_as_far_as_it_can_be_read(golden, tmp_path, capsys):
    """The torn line is named, and every failure before it has its conclusion."""
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded")
    path = logs / "r" / "records.jsonl"
    content = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(content[:3]) + content[3][:50])
    report = probe(logs, capsys)
    assert any("line 4: torn" in note and "not probed" in note for note in report["notes"])
    assert set(by_id(report)) == {"bag-weight", "pet-fee"}


def test_ctrl_c_keeps_what_was_finished_and_exits_130(golden, tmp_path):
    """SIGINT during slow answers: the probes before it are whole lines, and the rest is counted as left."""
    logs = tmp_path / "logs"
    answers = [{"id": name, "delay_seconds": 0.2, "answer": "It is 7 [S1]."} for name in ("pet-fee", "dog", "wifi")]
    write_jsonl(tmp_path / "s.jsonl", answers)
    run(golden, logs, "--script", str(tmp_path / "s.jsonl"))
    code = "import sys; from harness.cli.main import main; sys.exit(main())"
    words = [sys.executable, "-c", code, "probe", "r", "--logs", str(logs), "--concurrency", "1", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        path = logs / "r" / "probes.jsonl"
        until = time.monotonic() + 60
        while time.monotonic() < until and not (path.exists() and path.stat().st_size):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    report = json.loads(out)
    assert report["status"] == "interrupted"
    assert report["left"] > 0
    assert len(lines(logs)) == report["calls"] > 0


def test_probes_run_as_concurrently_as_the_run(golden, tmp_path, capsys, monkeypatch):
    """With a concurrency of 3, three answers are under way together, and never four."""
    logs = tmp_path / "logs"
    run(golden, logs, "--concurrency", "3")
    under_way, most = 0, 0
    answered = Scripted.generate

    async def generate(self, prompt):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        under_way -= 1
        return await answered(self, prompt)

    monkeypatch.setattr(Scripted, "generate", generate)
    assert probe(logs, capsys)["calls"] > 3
    assert most == 3


# --- the report -------------------------------------------------------------------------------------------------------


def test_the_report_shows_what_probes_found(golden, tmp_path, capsys):
    """As text, JSON, Markdown and HTML; without probes nothing is said of them."""
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "answer": "NOT IN THE CONTEXT"}])
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded", "--script", str(tmp_path / "s.jsonl"))
    shown = {}
    for when in ("before", "after"):
        for form in ("text", "json", "markdown", "html"):
            capsys.readouterr()
            assert main(["report", "r", "--logs", str(logs), "--format", form]) == 0
            shown[when, form] = capsys.readouterr().out
        probe(logs, capsys)
    for form in ("text", "markdown", "html"):
        assert "even with the evidence" not in " ".join(shown["before", form].split())
        assert "even with the evidence" in " ".join(shown["after", form].split())
        assert "robe" in shown["after", form]
    before, after = json.loads(shown["before", "json"]), json.loads(shown["after", "json"])
    assert before["probes"] is None
    told = {f["id"]: f["probe"] for f in after["failures"]}
    assert told["pet-fee"]["status"] == "refuted"
    assert sum(after["probes"]["retrieval_miss"].values()) == after["attribution"]["retrieval_miss"]
    for name in ("attribution", "stages", "outcomes"):
        assert after[name] == before[name]


def test_the_rows_that_do_not_speak_for_themselves_are_explained(golden, tmp_path, capsys):
    """Under the table, and only those that are in it."""
    run(golden, tmp_path / "logs")
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(tmp_path / "logs")]) == 0
    out = " ".join(capsys.readouterr().out.split())
    names = {name for name in NAMES if f" {name.replace('_', ' ')} " in out}
    explained = {
        "repeat": "the same prompt again",
        "nothing": "no context at all",
        "drop": "one other chunk left out, each in turn",
    }
    assert names & set(explained)
    for name, words in explained.items():
        assert (f"{name}: {words}" in out) == (name in names)


def test_the_text_fits_80_columns(golden, tmp_path, capsys, monkeypatch):
    """Whatever the ids and answers are."""
    monkeypatch.setenv("COLUMNS", "80")
    write_jsonl(golden / "questions.jsonl", [{**QUESTIONS[1], "id": "漢字-" * 30, "answers": ["\x1b[2J" + "w" * 200]}])
    logs = tmp_path / "logs"
    run(golden, logs)
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(logs), "--failures", "all"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert "What the probes say of each attribution" in out


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--max-calls", "many"), "a whole number or all"),
        (("--repeat", "-1"), "a whole number"),
        (("--question", "none"), "not a failure"),
        (("--golden", "nowhere"), "nowhere"),
        (("--concurrency", "0"), "--concurrency"),
    ],
)
def test_wrong_input_is_2_and_one_line(golden, tmp_path, capsys, flags, says):
    """And nothing is asked."""
    logs = tmp_path / "logs"
    run(golden, logs)
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(logs), *flags]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1
    assert not (logs / "r" / "probes.jsonl").exists()


# --- the decision, row by row ------------------------------------------------------------------------------------------


def case(bucket, stage, sub_kind=None, lost=None):
    row = LedgerRow(group=0, label="evidence", anchor="45 EUR", lost_at=lost, reason="")
    return Attribution(
        question_id="q", bucket=bucket, outcome="abstained", stage=stage, sub_kind=sub_kind, why="", rows=(row,)
    )


def result(name, repaired, target=None, **more):
    record = record_of("q", "wrong")
    intervention = Intervention(name, target)
    told = {"changed": f"without {target}" if target else name, "act": "answered", **more}
    return intervention, Probe(
        run_id="r",
        key=probe_key(record, intervention),
        question_id="q",
        intervention=name,
        target=target,
        repaired=repaired,
        **told,
    )


TABLE = [
    # a retrieval miss: the evidence back makes it right, or it does not
    (case("retrieval_miss", "rerank", lost="rerank"), {"repeat": False, "gold_only": True, "gold_first": True, "k_doubled": True}, "confirmed"),
    (case("retrieval_miss", "rerank", lost="rerank"), {"repeat": False, "gold_only": True, "gold_first": False, "k_doubled": False}, "confirmed"),
    (case("retrieval_miss", "rerank", lost="rerank"), {"repeat": False, "gold_only": False, "gold_first": False}, "refuted"),
    (case("retrieval_miss", "filter", lost="filter"), {"repeat": False, "filter_off": True}, "confirmed"),
    (case("retrieval_miss", "filter", lost="filter"), {"repeat": False, "gold_only": None, "gold_first": None}, "not run"),
    (case("retrieval_miss", "source", lost="source"), {"repeat": True, "gold_only": False, "gold_first": False}, "unstable"),
    # the model itself: nothing else helps, or something does
    (case("grounding_miss", "generate", "false_refusal"), {"repeat": False, "gold_only": False, "gold_top": False}, "confirmed"),
    (case("grounding_miss", "generate", "false_refusal"), {"repeat": False, "gold_only": False, "gold_top": True}, "refuted"),
    (case("grounding_miss", "generate", "false_refusal"), {"repeat": False, "gold_only": True}, "refuted"),
    (case("grounding_miss", "generate", "unsupported"), {"repeat": False}, "confirmed"),
    (case("grounding_miss", "generate", "unsupported"), {"repeat": False, "gold_only": None}, "not run"),
    # a wrong conclusion: its source, or the model
    (case("synthesis_miss", "conclude", "stale_source"), {"repeat": False, "gold_only": True, "stale_removed": True}, "confirmed"),
    (case("synthesis_miss", "conclude", "stale_source"), {"repeat": False, "gold_only": False, "stale_removed": False}, "refuted"),
    (case("synthesis_miss", "conclude", "single_source"), {"repeat": False, "gold_only": False, "k_halved": False}, "confirmed"),
    (case("synthesis_miss", "conclude", "single_source"), {"repeat": False, "gold_only": True}, "refuted"),
    (case("synthesis_miss", "conclude", "combined"), {"repeat": False, "gold_only": False}, "confirmed"),
    # what has no evidence to hand over
    (case("false_answer", None), {"repeat": False, "nothing": True}, "confirmed"),
    (case("false_answer", None), {"repeat": True}, "unstable"),
    (case("false_answer", None), {}, "not run"),
    (case("harness_fault", None), {"repeat": False}, "confirmed"),
    (case("harness_fault", None), {"repeat": True}, "unstable"),
    (case("blocked_answer", None), {}, "not run"),
    (case("undecidable", None), {}, "not run"),
]  # fmt: skip


@pytest.mark.parametrize(("found", "results", "status"), TABLE)
def test_the_table_of_statuses(found, results, status):
    """Each row of docs/probe.md, with its reason in words."""
    probes = dict(
        result(name, repaired, problem="broken" if repaired is None else None) for name, repaired in results.items()
    )
    said = conclude(record_of("q", "wrong"), found, tuple(probes), probes)
    assert said.status == status
    assert said.why
    if status == "not run" and found.bucket in {"retrieval_miss", "grounding_miss"}:
        assert said.why == "broken"


@pytest.mark.parametrize(("dropped", "status"), [("pets#0", "confirmed"), ("other#0", "refuted")])
def test_a_single_source_is_confirmed_by_leaving_out_that_source_and_no_other(dropped, status):
    """The logged answer cites span 1, which is pets#0."""
    probes = dict([result("repeat", False, "1"), result("gold_only", False), result("drop", True, dropped)])
    said = conclude(record_of("q", "wrong"), case("synthesis_miss", "conclude", "single_source"), tuple(probes), probes)
    assert (said.status, said.harmful) == (status, (dropped,))


def test_a_single_source_is_not_confirmed_by_leaving_out_what_it_did_not_go_by():
    """What is stale beside it did the harm, and the cited source did not."""
    probes = dict([result("repeat", False, "1"), result("gold_only", False), result("stale_removed", True)])
    said = conclude(record_of("q", "wrong"), case("synthesis_miss", "conclude", "single_source"), tuple(probes), probes)
    assert said.status == "refuted"


def test_the_smallest_change_is_told_first():
    """Of four that repair it: the one chunk, not the whole context; settings before the evidence handed over."""
    probes = dict(
        result(name, True, "x" if name == "drop" else None) for name in ("gold_only", "k_halved", "gold_top", "drop")
    )
    found = case("grounding_miss", "generate", "unsupported")
    assert conclude(record_of("q"), found, tuple(probes), probes).repair == "without x"
    probes = dict(result(name, True) for name in ("gold_only", "gold_first", "k_doubled"))
    assert (
        conclude(record_of("q"), case("retrieval_miss", "rerank", lost="rerank"), tuple(probes), probes).repair
        == "k_doubled"
    )


def test_moving_evidence_keeps_the_others_in_order():
    """Three others, two carriers: top, middle and end, worked by hand."""
    shown, gold = ["a", "G", "b", "H", "c"], {"G", "H"}
    assert moved_to(0, shown, gold) == ["G", "H", "a", "b", "c"]
    assert moved_to(1, shown, gold) == ["a", "G", "H", "b", "c"]
    assert moved_to(3, shown, gold) == ["a", "b", "c", "G", "H"]


def test_a_context_that_is_all_evidence_leaves_nothing_to_vary(golden, tmp_path, capsys):
    """One chunk, which carries it: only the repeat is planned, and the model is to blame."""
    logs = tmp_path / "logs"
    write_jsonl(tmp_path / "s.jsonl", [{"id": "pet-fee", "answer": "NOT IN THE CONTEXT"}])
    run(golden, logs, "-k", "1", "--script", str(tmp_path / "s.jsonl"))
    log = open_log(logs / "r")
    record = next(r for r in log.records() if r.question.id == "pet-fee")
    planned = plan(record, attribute(record, log.start), Settings(k=1), repeats=2, can_search=True)
    assert [i.name for i in planned] == ["repeat", "repeat"]
    said = by_id(probe(logs, capsys))["pet-fee"]
    assert (said["status"], said["why"].startswith("the prompt held nothing but")) == ("confirmed", True)


def test_strange_ids_and_half_a_surrogate_are_kept(golden, tmp_path, capsys):
    """A question id that no UTF-8 holds goes through the file and back."""
    write_jsonl(golden / "questions.jsonl", [{**QUESTIONS[1], "id": "\ud800-漢"}])
    logs = tmp_path / "logs"
    run(golden, logs, "--filter", "status=superseded")
    probe(logs, capsys)
    found = Probes(logs / "r", "r")
    assert found
    assert found.problems == []
    assert probe(logs, capsys)["calls"] == 0


def test_a_folder_that_cannot_be_written_is_said_before_anything_is_asked(golden, tmp_path, capsys):
    """`probes.jsonl` is a folder: one line, exit 2."""
    logs = tmp_path / "logs"
    run(golden, logs)
    (logs / "r" / "probes.jsonl").mkdir()
    capsys.readouterr()
    assert main(["probe", "r", "--logs", str(logs)]) == 2
    err = capsys.readouterr().err
    assert "probes.jsonl" in err
    assert "Traceback" not in err
    assert list((logs / "r" / "probes.jsonl").iterdir()) == []
