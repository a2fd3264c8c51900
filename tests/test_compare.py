"""Two runs, paired: nothing is dropped, golden sets are never mixed in silence, every format says the same and holds no markup."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from runs import record_of, write_run

from harness.cli.main import main
from harness.compare import compare
from harness.errors import InputError
from harness.gate import Rule
from harness.log.reader import open_log
from harness.measure.outcomes import OUTCOMES, Outcomes

KINDS = ("right", "wrong", "lost", "fault", "abstained", "false", "blocked", "unjudged")


def compared(tmp_path, base, candidate, rule=None, **options):
    folders = write_run(tmp_path / "base", base), write_run(tmp_path / "candidate", candidate)
    return compare(*map(open_log, folders), rule or Rule(), **options)


def named(*whats):
    return [(f"q{n:03d}", what) for n, what in enumerate(whats)]


def test_a_run_compared_with_itself_passes(tmp_path):
    """Whatever it holds, faults included: nothing is lost and nothing changed."""
    told = compared(tmp_path, named(*KINDS * 4), named(*KINDS * 4))
    assert (told.verdict, told.lost, told.gained, told.difference) == ("PASS", 0, 0, 0.0)
    assert told.reason == "no question newly fails (0 newly pass of 28)"
    assert (told.questions, told.unjudged, sum(told.changed.values())) == (28, 4, 0)
    assert told.base.faults == told.candidate.faults == 4


@pytest.mark.parametrize(
    ("before", "after", "cell"),
    [
        ("right", "right", "both_pass"),
        ("right", "wrong", "lost"),
        ("right", "fault", "lost"),
        ("right", None, "lost"),
        ("wrong", "right", "gained"),
        ("wrong", "fault", "both_fail"),
        ("wrong", None, "both_fail"),
        ("fault", "right", "both_pass"),
        ("fault", "wrong", "lost"),
        ("fault", "fault", "both_fail"),
        ("fault", None, "both_fail"),
        (None, "right", "both_pass"),
        (None, "wrong", "lost"),
        (None, "fault", "both_fail"),
        ("abstained", "false", "lost"),
        ("false", "blocked", "gained"),
        ("unjudged", "unjudged", "unjudged"),
    ],
)
def test_what_was_not_measured_counts_against_the_candidate(tmp_path, before, after, cell):
    """One question, in each state before and after, beside one that both get right; never dropped, never gained from a fault."""
    base = [("steady", "right"), *([("q", before)] if before else [])]
    candidate = [("steady", "right"), *([("q", after)] if after else [])]
    told = compared(tmp_path, base, candidate)
    cells = {name: getattr(told, name) for name in ("both_pass", "lost", "gained", "both_fail", "unjudged")}
    cells["both_pass"] -= 1
    assert cells == {name: int(name == cell) for name in cells}
    assert sum(cells.values()) == 1


def test_a_candidate_that_measured_nothing_fails(tmp_path):
    """Also where so little passed before that no test could show a drop."""
    told = compared(tmp_path, named(*["wrong"] * 30), named(*["fault"] * 30))
    assert told.verdict == "FAIL"
    assert "measured nothing" in told.reason


def test_each_change_has_its_reason_before_and_after(tmp_path):
    """Newly failing, newly passing and moved, in id order, with bucket, stage, sentence and answer."""
    told = compared(tmp_path, named("right", "wrong", "wrong"), named("lost", "right", "lost"))
    kinds = {change.id: change.kind for change in told.changes}
    assert kinds == {"q000": "newly_failing", "q001": "newly_passing", "q002": "moved"}
    lost = next(change for change in told.changes if change.id == "q000")
    assert (lost.before.bucket, lost.after.bucket, lost.after.stage) == ("correct", "retrieval_miss", "first_stage")
    assert lost.before.why == "right and supported"
    assert "which found no more (depth 50)" in lost.after.why
    assert lost.after.answer == "45 EUR [S1]."


def test_different_golden_sets_are_refused_unless_asked_for_and_then_said_first(tmp_path, capsys):
    """The refusal names both versions; with the flag, the first line of the text and of the Markdown says it."""
    write_run(tmp_path / "base", named("right"))
    other = record_of("q000", question="Another question?")
    write_run(tmp_path / "candidate", [other], sha="1" * 64)
    flags = ["base", "candidate", "--logs", str(tmp_path)]
    assert main(["compare", *flags]) == 2
    refused = capsys.readouterr().err
    assert "was edited between the runs" in refused
    assert "000000000000" in refused
    assert "111111111111" in refused
    assert "--allow-different-golden" in refused
    for form in ("text", "markdown"):
        main(["compare", *flags, "--allow-different-golden", "--format", form])
        out = capsys.readouterr().out
        assert "different golden sets" in out.splitlines()[0]
        assert "asks or expects something else" in " ".join(out.split())


def test_the_exit_code_is_the_verdict_and_inconclusive_is_a_choice(tmp_path):
    """0 for PASS, 1 for FAIL, either for INCONCLUSIVE, 2 for a rule out of range."""
    write_run(tmp_path / "base", named(*["right"] * 30))
    write_run(tmp_path / "worse", named(*["right"] * 20, *["wrong"] * 10))
    write_run(tmp_path / "one", named(*["right"] * 29, "wrong"))
    logs = ["--logs", str(tmp_path)]
    assert main(["compare", "base", "base", *logs]) == 0
    assert main(["compare", "base", "worse", *logs]) == 1
    assert main(["compare", "base", "one", *logs]) == 0
    assert main(["compare", "base", "one", *logs, "--inconclusive", "fail"]) == 1
    for flags in (
        ["--alpha", "2"],
        ["--max-drop", "-1"],
        ["--max-drop", "nan"],
        ["--min-questions", "few"],
        ["--changes", "x"],
    ):
        assert main(["compare", "base", "one", *logs, *flags]) == 2


def test_slices_are_adjusted_by_holm_and_decide_only_when_asked(tmp_path):
    """One type of ten loses everything, the other gains as much: overall nothing moved, p of the type is 2/1024."""
    base = [record_of(f"a{n}", "right", kind="a") for n in range(10)] + [
        record_of(f"b{n}", "wrong", kind="b") for n in range(10)
    ]
    after = [record_of(f"a{n}", "wrong", kind="a") for n in range(10)] + [
        record_of(f"b{n}", "right", kind="b") for n in range(10)
    ]
    told = compared(tmp_path, base, after)
    assert [(part.type, part.lost, part.p, part.p_holm) for part in told.slices] == [
        ("a", 10, pytest.approx(1 / 1024), pytest.approx(2 / 1024)),
        ("b", 0, 1.0, 1.0),
    ]
    assert told.verdict == "INCONCLUSIVE"
    logs = open_log(tmp_path / "base"), open_log(tmp_path / "candidate")
    gated = compare(*logs, Rule(gate_slices=True))
    assert gated.verdict == "FAIL"
    assert "in 'a' 10 newly fail and 0 newly pass of 10" in gated.reason


def test_flaky_questions_are_shown_and_decide_nothing(tmp_path):
    """Ten losses fail the gate; measured as flaky in either run, they do not; one that always fails still counts."""
    base, after = named(*["right"] * 40), named(*["wrong"] * 10, *["right"] * 30)
    assert compared(tmp_path, base, after).verdict == "FAIL"
    seen = {f"q{n:03d}": {"passes": int(n != 9), "answers": 3} for n in range(10)}
    (tmp_path / "candidate" / "flaky.json").write_text(json.dumps({"questions": seen}))
    logs = open_log(tmp_path / "base"), open_log(tmp_path / "candidate")
    told = compare(*logs, Rule())
    assert (told.verdict, told.lost, told.flaky, told.changed["flaky"], told.questions) == ("INCONCLUSIVE", 1, 9, 9, 31)
    (tmp_path / "candidate" / "flaky.json").write_text("{")
    with pytest.raises(InputError, match=r"flaky\.json"):
        compare(*logs, Rule())


def test_order_and_duplicates_and_damage_do_not_matter(tmp_path):
    """The candidate's records shuffled, one doubled, one damaged: pairs as before, the damaged one missing and named by line."""
    names = named(*random.Random(3).choices(KINDS[:3], k=60))
    folder = write_run(tmp_path / "base", names)
    told = compare(open_log(folder), open_log(folder), Rule())
    shuffled = [*random.Random(5).sample(names, len(names)), ("q000", "wrong")]
    other = write_run(tmp_path / "candidate", [pair for n, pair in enumerate(shuffled) if pair not in shuffled[:n]])
    content = (other / "records.jsonl").read_bytes().splitlines(keepends=True)
    content[5] = content[5].replace(b'"kind":"record"', b'"kind":"recorx"')
    (other / "records.jsonl").write_bytes(b"".join([*content[:-1], content[3], content[-1]]))
    after = compare(open_log(folder), open_log(other), Rule())
    assert after.candidate.missing == 1
    assert any("line 6" in problem for problem in after.candidate.problems)
    assert any("a second record" in problem for problem in after.candidate.problems)
    assert after.questions == told.questions == 60


def test_hostile_ids_pair_and_print(tmp_path, capsys):
    """Quotes, commas, keys of ours, half a surrogate pair, line separators and 10,000 characters, in every format."""
    ids = ['","type":"x', "\ud800", "a\u2028b", "x" * 10_000, "<script>", "```\n# h", "\x1b[2J", "%0A::error::", "😀"]
    write_run(tmp_path / "base", [(name, "right") for name in ids])
    write_run(tmp_path / "candidate", [(name, "wrong") for name in reversed(ids)])
    logs = open_log(tmp_path / "base"), open_log(tmp_path / "candidate")
    assert [outcome.id for outcome in Outcomes(logs[0])] == ids
    assert {change.id for change in compare(*logs, Rule()).changes} == set(ids)
    for form in ("text", "json", "markdown", "junit", "github"):
        assert main(["compare", "base", "candidate", "--logs", str(tmp_path), "--format", form]) == 0
        out = capsys.readouterr().out
        assert "\x1b[2J" not in out
        if form == "json":
            assert {change["id"] for change in json.loads(out)["changes"]} == set(ids)
        if form == "github":
            assert all(line.startswith("::") for line in out.removesuffix("\n").split("\n"))


# --- outcomes ---------------------------------------------------------------------------------------------------------


def outcomes(folder: Path) -> list[tuple]:
    return [(o.id, o.at, o.result) for o in Outcomes(open_log(folder))]


def test_outcomes_are_kept_beside_the_log_and_made_again_when_they_do_not_fit(tmp_path):
    """Missing, torn, damaged by one byte, of another log or of other code: the answer is always that of the log."""
    folder = write_run(tmp_path / "r", named(*KINDS * 3))
    fresh = outcomes(folder)
    kept = (folder / OUTCOMES).read_bytes()
    assert outcomes(folder) == fresh
    assert (folder / OUTCOMES).read_bytes() == kept
    rng = random.Random(11)
    for _ in range(40):
        at = rng.randrange(len(kept))
        damaged = rng.choice([kept[:at], kept[:at] + bytes([kept[at] ^ 4]) + kept[at + 1 :], kept + kept[-at:], b""])
        (folder / OUTCOMES).write_bytes(damaged)
        assert outcomes(folder) == fresh
        assert (folder / OUTCOMES).read_bytes() == kept
    log = (folder / "records.jsonl").read_bytes()
    (folder / "records.jsonl").write_bytes(log.replace(b'"correct":true', b'"correct":null', 1))
    assert outcomes(folder) != fresh


def test_outcomes_that_cannot_be_written_are_no_error(tmp_path, monkeypatch):
    """They are worked out from the log, each time."""
    folder = write_run(tmp_path / "r", named(*KINDS))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert len(outcomes(folder)) == len(KINDS)
    assert sorted(path.name for path in folder.iterdir()) == ["records.jsonl"]


def test_a_run_writes_the_outcomes_that_its_log_has(golden, tmp_path):
    """Those written while it ran, read without the log, equal those made from the log afterwards."""
    main(["run", str(golden), "--logs", str(tmp_path / "logs"), "--run-id", "r", "--json"])
    folder = tmp_path / "logs" / "r"
    kept = (folder / OUTCOMES).read_bytes()
    written = outcomes(folder)
    assert (folder / OUTCOMES).read_bytes() == kept
    (folder / OUTCOMES).unlink()
    assert outcomes(folder) == written


def test_memory_does_not_grow_with_the_number_of_pairs(tmp_path):
    """Ten times the questions, in the same order and almost all alike, add less than 20 MB of peak memory."""
    peaks = []
    code = (
        "import resource, sys; from harness.cli.main import main; main(sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    for count in (1_000, 10_000):
        logs = tmp_path / str(count)
        write_run(logs / "a", [(f"q{n}", "right") for n in range(count)])
        write_run(logs / "b", [(f"q{n}", "right" if n % 1000 else "wrong") for n in range(count)])
        command = [sys.executable, "-c", code, "compare", "a", "b", "--logs", str(logs)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        peaks.append(int(done.stderr.split()[-1]) / 1024)
    assert peaks[1] - peaks[0] < 20


# --- formats ----------------------------------------------------------------------------------------------------------


def test_junit_has_a_case_for_each_question_and_one_for_the_gate(tmp_path, capsys):
    """Newly failing fails, a fault is an error, failing as before is skipped with its reason, the rest passes."""
    write_run(tmp_path / "base", named(*["right"] * 20, "wrong", "wrong", "right"))
    write_run(tmp_path / "candidate", named(*["right"] * 19, "lost", "right", "wrong", "fault"))
    main(["compare", "base", "candidate", "--logs", str(tmp_path), "--format", "junit"])
    suite = ET.fromstring(capsys.readouterr().out).find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped")) == (
        "24",
        "1",
        "1",
        "2",
    )
    states = {case.get("name"): [child.tag for child in case] for case in suite}
    assert states["q019"] == ["failure"]
    assert "which found no more (depth 50)" in suite.find("testcase[@name='q019']/failure").get("message")
    assert states["q022"] == ["error"]
    assert states["q021"] == states["gate"] == ["skipped"]
    assert states["q020"] == states["q000"] == []


def test_the_report_of_one_run_as_junit_and_markdown_and_html(tmp_path, capsys):
    """Each names every failure with its reason; a fault is an error and what nobody can judge is skipped."""
    write_run(tmp_path / "r", named(*KINDS))
    told = {}
    for form in ("junit", "markdown", "html"):
        assert main(["report", "r", "--logs", str(tmp_path), "--format", form]) == 0
        told[form] = capsys.readouterr().out
    suite = ET.fromstring(told["junit"]).find("testsuite")
    states = [case[0].tag if len(case) else "passed" for case in suite]
    assert states == ["passed", "failure", "failure", "error", "passed", "failure", "failure", "skipped"]
    for form in ("markdown", "html"):
        assert "which found no more (depth 50)" in told[form]
        assert "q003" in told[form]


class Tags(HTMLParser):
    """Collects the elements of a page and whatever could run or load something."""

    def __init__(self):
        super().__init__()
        self.tags, self.active = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.active += [(tag, name) for name, _ in attrs if name.startswith("on") or name in {"src", "href"}]


HOSTILE = [
    '<img src=x onerror="alert(1)">',
    "</details><script>x()</script>",
    "` [a](javascript:x) @everyone <b>",
    "\x00\x1b\ud800",
]


def test_what_was_retrieved_or_generated_is_never_markup(tmp_path, capsys):
    """In HTML no element or attribute of it survives; in Markdown all of it stands inside code spans; XML stays well formed."""
    write_run(tmp_path / "base", [record_of(f"q{n}{text}", "right", question=text) for n, text in enumerate(HOSTILE)])
    write_run(
        tmp_path / "candidate", [record_of(f"q{n}{text}", "wrong", question=text) for n, text in enumerate(HOSTILE)]
    )
    main(["report", "candidate", "--logs", str(tmp_path), "--format", "html"])
    page = Tags()
    page.feed(capsys.readouterr().out)
    assert page.active == []
    assert not {"script", "img", "b"} & (set(page.tags) - {"b"})
    assert page.tags.count("b") == len(HOSTILE)
    for command in (["report", "candidate"], ["compare", "base", "candidate"]):
        main([*command, "--logs", str(tmp_path), "--format", "markdown"])
        outside = _outside_code(capsys.readouterr().out)
        assert not any(
            sign in outside for sign in ("<img", "<script", "javascript:", "@everyone", "<b>", "\x1b", "\x00")
        )
        main([*command, "--logs", str(tmp_path), "--format", "junit"])
        ET.fromstring(capsys.readouterr().out)


def _outside_code(text: str) -> str:
    """Return Markdown without its code spans, as CommonMark finds them: a run of backquotes up to the next run as long."""
    kept, at = [], 0
    while at < len(text):
        if text[at] != "`":
            kept.append(text[at])
            at += 1
            continue
        length = len(text) - at - len(text[at:].lstrip("`"))
        fence, end = "`" * length, at + length
        while (end := text.find(fence, end)) != -1:
            run = len(text) - end - len(text[end:].lstrip("`"))
            if run == length:
                break
            end += run
        at = end + length if end != -1 else at + length
    return "".join(kept)


def test_what_a_killed_process_left_of_the_outcomes_is_cleared(tmp_path):
    """The next one that makes the file removes the unfinished ones beside it."""
    folder = write_run(tmp_path / "r", named(*KINDS))
    (folder / f"{OUTCOMES}.12345").write_bytes(b"half")
    outcomes(folder)
    assert sorted(path.name for path in folder.iterdir()) == [OUTCOMES, "records.jsonl"]
