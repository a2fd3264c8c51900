"""A run's numbers outlive it, and a change in them stands beside what was changed."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from runs import record_of, write_run

from harness.cli.main import main
from harness.history import add_to_history, differences, history_line, read_history, read_runs, what_changed
from harness.log.reader import open_log
from harness.measure.intervals import rate
from harness.types import Claim, ModelFacts, Verdict

KINDS = ("right", "wrong", "lost", "fault", "abstained", "false", "blocked", "unjudged")


def line_of(folder, **changed):
    return history_line(open_log(write_run(folder, [(f"q{n}", what) for n, what in enumerate(KINDS)], **changed)))


def test_the_rates_of_a_run_are_counted_over_all_its_questions(tmp_path):
    """Worked by hand from eight questions, three of them unanswerable; each with numerator and denominator."""
    rates = {name: (r.numerator, r.denominator) for name, r in line_of(tmp_path / "r").rates.items()}
    assert rates["accuracy"] == (1, 4)
    assert rates["ceiling"] == (4, 5)
    assert rates["recall@1"] == (4, 5)
    assert rates["abstained, unanswerable"] == (1, 3)
    assert rates["abstained, answerable"] == (0, 5)
    assert rates["refused"] == (1, 8)
    assert rates["faults"] == (1, 8)
    assert rates["stale contexts"] == (0, 8)
    assert rates["citations valid"] == (7, 7)


def test_a_citation_of_a_span_that_is_not_there_is_not_valid(tmp_path):
    """Two markers, one of them of span 4 where the prompt held one span; without any citation there is no rate."""
    claims = (Claim(text="a", verdict="supported", cited=(1, 4)),)
    odd = record_of("q").model_copy(update={"verdict": Verdict(verdict="supported", claims=claims)})
    rates = history_line(open_log(write_run(tmp_path / "r", [odd]))).rates
    assert (rates["citations valid"].numerator, rates["citations valid"].denominator) == (1, 2)
    none = history_line(open_log(write_run(tmp_path / "s", [("q", "fault")]))).rates
    assert (none["citations valid"].value, none["citations valid"].reason) == (None, "nothing was cited")


def test_what_changed_names_settings_golden_set_model_and_code(tmp_path):
    """And nothing that is the same."""
    facts = {"name": "m", "servers": {}}
    before = line_of(tmp_path / "a", code="aaa", model=ModelFacts(digest="d1", **facts))
    after = line_of(
        tmp_path / "b",
        code="bbb",
        sha="1" * 64,
        model=ModelFacts(digest="d2", **facts),
        settings={"k": 3, "candidates": 50, "filter": ["status=current"]},
    )
    assert what_changed(before, before) == ()
    assert set(what_changed(before, after)) == {
        "k: 5 → 3",
        "filter: none → status=current",
        "golden set: g 000000000000 → g 111111111111",
        "model digest: d1 → d2",
        "code: aaa → bbb",
    }


def test_numbers_of_two_runs_side_by_side(tmp_path):
    """Rates, median seconds a step, tokens; an undefined one has no change."""
    before = history_line(open_log(write_run(tmp_path / "a", [("q", "wrong")])))
    after = history_line(open_log(write_run(tmp_path / "b", [("q", "right")])))
    found = {d.name: (d.before, d.after, d.change) for d in differences(before, after)}
    assert found["accuracy"] == (0.0, 1.0, 1.0)
    assert found["retrieve p50"] == (0.25, 0.25, 0.0)
    assert found["prompt tokens"] == (None, None, None)


def test_a_run_has_one_line_and_what_cannot_be_read_is_left_out(tmp_path):
    """Adding it again adds nothing; a torn line hides no other."""
    logs = tmp_path / "logs"
    for name in ("a", "b"):
        add_to_history(logs, line_of(logs / name))
        add_to_history(logs, line_of(tmp_path / "again" / name))
    with (logs / "history.jsonl").open("ab") as file:
        file.write(b'{"kind": "hist')
    add_to_history(logs, line_of(logs / "c"))
    assert [line.run_id for line in read_history(logs)] == ["a", "b", "c"]


@pytest.fixture
def logs(tmp_path):
    """Three runs of which the second has another k; the first is only in the history."""
    folder = tmp_path / "logs"
    for name, k in (("a", 5), ("b", 3), ("c", 3)):
        add_to_history(folder, line_of(folder / name, settings={"k": k, "candidates": 50}))
    (folder / "a" / "records.jsonl").unlink()
    return folder


def test_a_folder_whose_log_cannot_be_read_is_left_out(tmp_path):
    """The other runs are read; a log of nothing and one of another program's lines are none."""
    write_run(tmp_path / "good", [record_of("a")])
    for name, content in (("empty", b""), ("other", b'{"kind": "else"}\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "records.jsonl").write_bytes(content)
    assert [line.run_id for line in read_runs(tmp_path)] == ["good"]


def test_the_table_holds_every_rate_and_what_changed(logs, capsys, monkeypatch):
    """At 80 columns; a run that was deleted is still there."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["history", "--logs", str(logs)]) == 0
    told = capsys.readouterr().out
    assert all(len(line) <= 80 for line in told.splitlines())
    for word in ("accuracy", "citations valid", "stale contexts", "retrieve p50", "3 runs, a to c", "k: 5 → 3"):
        assert word in told
    assert told.count("changed  k") == 1


def test_times_are_told_as_the_report_tells_them(tmp_path, capsys):
    """Milliseconds below one second, over the runs and side by side: never `3.1e-05`."""
    for name in ("a", "b"):
        line = line_of(tmp_path / name)
        quick = {step: p.model_copy(update={"p50": 0.000031}) for step, p in line.seconds.items()}
        add_to_history(tmp_path, line.model_copy(update={"seconds": quick}))
    for runs in ([], ["a", "b"]):
        assert main(["history", *runs, "--logs", str(tmp_path)]) == 0
        told = capsys.readouterr().out
        assert re.search(r"retrieve p50 .*0\.03 ms +0\.03 ms", told)
        assert "e-05" not in told


def many(folder, count, golden="g"):
    """Runs that alternate between two accuracies."""
    for n in range(count):
        line = line_of(folder / f"{golden}{n:02}")
        rates = {**line.rates, "accuracy": rate(n % 2 * 1190, 1190)}
        start = line.start.model_copy(update={"golden": line.start.golden.model_copy(update={"name": golden})})
        add_to_history(folder, line.model_copy(update={"rates": rates, "start": start}))


@pytest.mark.parametrize("count", [1, 2, 21, 22, 24, 60])
def test_a_bar_a_run_fits_the_terminal(tmp_path, capsys, monkeypatch, count):
    """At 80 columns each number is one line, with the last bars where not all have room; on a wide terminal 24 have."""
    many(tmp_path, count)
    for columns, most in (("80", 21), ("140", 24)):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(["history", "--logs", str(tmp_path)]) == 0
        told = capsys.readouterr().out.splitlines()
        assert all(len(line) <= int(columns) for line in told)
        assert ("; below the last 24" in " ".join(told)) == (count > 24)
        (accuracy,) = [line for line in told if line.lstrip().startswith("accuracy")]
        bars = "".join(re.findall("[▁█]", accuracy))
        assert min(count, 18) <= len(bars) <= most
        assert bars == ("▁█" * 60)[:count][-len(bars) :]
        after = told.index(accuracy) + 1
        assert told[after].lstrip()[:1].isalpha()


def test_golden_sets_are_not_mixed(tmp_path, capsys):
    """Each has its own tables, its own "before" and its own plots."""
    many(tmp_path, 2, "one")
    many(tmp_path, 3, "two")
    assert main(["history", "--logs", str(tmp_path), "--svg", str(tmp_path / "h.svg")]) == 0
    told = capsys.readouterr().out
    assert "one: 2 runs, one00 to one01" in told
    assert "two: 3 runs, two00 to two02" in told
    assert [line.split()[1] for line in told.splitlines() if line.startswith("  accuracy")] == ["▁█", "▁█▁"]
    assert "changed" not in told
    picture = (tmp_path / "h.svg").read_text()
    assert "one: accuracy" in picture
    assert "two: accuracy" in picture


def test_two_runs_and_a_selection(logs, capsys):
    """Named ones come from the log or the history; --last and --golden choose; nothing to show is exit 2."""
    assert main(["history", "a", "b", "--logs", str(logs)]) == 0
    told = capsys.readouterr().out
    assert "k: 5 → 3" in told
    assert "before" in told
    assert main(["history", "--last", "1", "--json", "--logs", str(logs)]) == 0
    assert [line["start"]["run_id"] for line in json.loads(capsys.readouterr().out)] == ["c"]
    assert main(["history", "--all", "--json", "--logs", str(logs)]) == 0
    assert [line["start"]["run_id"] for line in json.loads(capsys.readouterr().out)] == ["b", "c"]
    for flags in (["--golden", "none"], ["--last", "0"], ["nowhere"], ["--svg", str(logs / "no" / "x.svg")]):
        assert main(["history", *flags, "--logs", str(logs)]) == 2
        assert "Traceback" not in capsys.readouterr().err


def test_the_picture_is_well_formed_and_marks_the_change(logs, capsys):
    """A plot for each rate, a dashed line between the runs where k changed, and nothing that could run."""
    assert main(["history", "--logs", str(logs), "--svg", str(logs / "h.svg")]) == 0
    root = ET.fromstring((logs / "h.svg").read_text())
    space = "{http://www.w3.org/2000/svg}"
    titles = [text.text for text in root.iter(f"{space}text") if text.get("font-weight")]
    assert "accuracy" in titles
    assert len([path for path in root.iter(f"{space}path") if path.get("stroke-dasharray")]) == len(titles)
    assert {element.tag.removeprefix(space) for element in root.iter()} <= set(
        "svg rect text path polygon polyline circle".split()
    )


def test_one_run_alone_can_be_shown(tmp_path, capsys):
    """There is no before, and no line to draw."""
    write_run(tmp_path / "only", [("q", "right")])
    assert main(["history", "--logs", str(tmp_path), "--svg", str(tmp_path / "h.svg")]) == 0
    ET.fromstring((tmp_path / "h.svg").read_text())
