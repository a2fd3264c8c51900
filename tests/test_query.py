"""`harness query` and `harness export`: each view's rows, worked by hand, over logs in every state, and the spans' shape."""

import csv
import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from runs import record_of, start_of, write_run

from harness.cli.export import VIEWS as EXPORTED
from harness.cli.main import main
from harness.log.compact import compact
from harness.log.files import ZSTD
from harness.log.frames import zstd_frame
from harness.log.reader import open_log
from harness.measure.kept import SUMMARY, read_summary, summarise
from harness.measure.outcomes import OUTCOMES, Outcomes
from harness.measure.summary import Summariser
from harness.otlp import trace_line
from harness.query import open_query
from harness.query.views import VIEWS, columns_of
from harness.types import Ranking, Record

KINDS = ("right", "wrong", "lost", "fault", "abstained", "false", "blocked", "unjudged")


def run_of_all_kinds(folder: Path) -> Path:
    return write_run(folder, [(f"q-{kind}", kind) for kind in KINDS])


def ask(folders, sql):
    folders = [folders] if isinstance(folders, Path) else folders
    with open_query([open_log(folder) for folder in folders]) as query:
        return query.ask(sql, lambda answer: answer.fetchall())


# --- views ------------------------------------------------------------------------------------------------------------


def test_questions_hold_what_became_of_each(tmp_path):
    """Bucket, stage and whether it passes are those of the report."""
    folder = run_of_all_kinds(tmp_path / "r")
    found = ask(folder, "SELECT id, bucket, stage, passes, verdict, correct, fault, span_count, seconds FROM questions")
    assert found == [
        ("q-right", "correct", None, True, "supported", True, None, 1, 0.25),
        ("q-wrong", "synthesis_miss", "conclude", False, "supported", False, None, 1, 0.25),
        ("q-lost", "retrieval_miss", "first_stage", False, "supported", False, None, 1, 0.25),
        ("q-fault", "harness_fault", None, False, None, None, "generate", 1, 0.25),
        ("q-abstained", "true_abstention", None, True, "abstained", None, None, 1, 0.25),
        ("q-false", "false_answer", None, False, "supported", None, None, 1, 0.25),
        ("q-blocked", "blocked_answer", None, True, "unsupported", None, None, 1, 0.25),
        ("q-unjudged", "undecidable", None, None, "supported", None, None, 1, 0.25),
    ]
    outcomes = {o.id: (o.result.bucket, o.result.stage) for o in Outcomes(open_log(folder))}
    assert {row[0]: (row[1], row[2]) for row in found} == outcomes


def test_hits_are_a_row_a_chunk_of_each_ranking(tmp_path):
    """Ranks count from 1; where there was a reranker there are two rankings."""
    hits = Ranking(chunk_ids=("a", "b"), scores=(2.5, math.nan))
    record = record_of("q").model_copy(update={"candidates": hits, "ranking": Ranking(chunk_ids=("b",), scores=(9.0,))})
    found = ask(write_run(tmp_path / "r", [record]), "SELECT ranking, rank, chunk_id, score FROM hits ORDER BY ALL")
    assert [row[:3] for row in found] == [("candidates", 1, "a"), ("candidates", 2, "b"), ("reranked", 1, "b")]
    assert (found[0][3], found[2][3]) == (2.5, 9.0)
    assert math.isnan(found[1][3])


def test_spans_hold_the_text_the_model_read_and_whether_it_is_cited(tmp_path):
    """A span that says another text than its chunk has that one."""
    record = record_of("q")
    span = record.spans[0].model_copy(update={"number": 2, "text": "cut short"})
    folder = write_run(tmp_path / "r", [record.model_copy(update={"spans": (*record.spans, span)})])
    found = ask(folder, "SELECT number, chunk_id, doc_id, rank, text, cited FROM spans ORDER BY number")
    assert found == [
        (1, "pets#0", "pets", 1, "Small pets travel in the cabin for 45 EUR.", True),
        (2, "pets#0", "pets", 1, "cut short", False),
    ]


def test_verdicts_ledger_and_faults(tmp_path):
    """A claim a row, and one for an answer without claims; a group a row with the stage that lost it; a fault a row."""
    bare = record_of("q-bare").model_copy(update={"verdict": record_of("x").verdict.model_copy(update={"claims": ()})})
    folder = write_run(tmp_path / "r", [("q-right", "right"), ("q-lost", "lost"), ("q-fault", "fault"), bare])
    found = ask(folder, "SELECT id, verdict, number, claim, claim_verdict, cited FROM verdicts ORDER BY id")
    assert found == [
        ("q-bare", "supported", None, None, None, None),
        ("q-lost", "supported", 1, "45 EUR", "supported", [1]),
        ("q-right", "supported", 1, "45 EUR", "supported", [1]),
    ]
    found = ask(folder, "SELECT id, evidence_group, anchor, lost_at, final_rank, spans FROM ledger ORDER BY id")
    assert found == [
        ("q-bare", 0, "45 EUR", None, 1, [1]),
        ("q-fault", 0, "45 EUR", None, 1, [1]),
        ("q-lost", 0, "45 EUR", "first_stage", None, []),
        ("q-right", 0, "45 EUR", None, 1, [1]),
    ]
    assert ask(folder, "FROM faults") == [("r", "q-fault", "generate", "timeout", "no result within 1 s", 0)]


def test_every_view_is_documented_and_every_field_has_a_type(tmp_path):
    """The names in the help, in the export and in docs/log.md are the views there are, and records hold all fields."""
    assert sorted(EXPORTED) == sorted(VIEWS)
    text = (Path(__file__).parents[1] / "docs/log.md").read_text(encoding="utf-8")
    folder = run_of_all_kinds(tmp_path / "r")
    for view in VIEWS:
        columns = {row[0] for row in ask(folder, f"DESCRIBE {view}")}
        (row,) = [line for line in text.splitlines() if line.startswith(f"| `{view}` |")]
        if view == "records":
            assert columns == (set(Record.model_fields) | {"run", "id"}) - {"kind", "schema_version", "run_id"}
        else:
            assert columns - {"run", "id"} == set(row.split("|")[3].replace("`", "").replace(" ", "").split(","))
    assert set(columns_of(Record)) == set(Record.model_fields)


# --- logs in every state ----------------------------------------------------------------------------------------------


SQL = "SELECT run, id, bucket, verdict FROM questions ORDER BY ALL"


def test_a_log_says_the_same_in_sql_however_it_is_stored(tmp_path):
    """Plain, zstd, compacted; under a name that is a pattern to DuckDB; and two runs together."""
    plain = run_of_all_kinds(tmp_path / "it's [1]*?")
    expected = ask(plain, SQL)
    assert len(expected) == len(KINDS)
    content = (plain / "records.jsonl").read_bytes()
    (plain / "records.jsonl").unlink()
    (plain / ZSTD).write_bytes(b"".join(map(zstd_frame, content.splitlines(keepends=True))))
    assert ask(plain, SQL) == expected
    compact(plain)
    assert ask(plain, SQL) == expected
    other = write_run(tmp_path / "other", [("q", "right")])
    assert ask([plain, other], SQL) == [*expected, ("other", "q", "correct", "supported")]


def test_damage_is_left_out_as_every_reader_leaves_it_out_and_told(tmp_path, capsys):
    """Half a surrogate pair is no damage: DuckDB refuses it, so a copy has U+FFFD there."""
    folder = write_run(tmp_path / "r", [("q\ud800", "right"), ("q2", "wrong"), ("q2", "right"), ("q3", "lost")])
    path = folder / "records.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"id":"q3"', b'"id":q3"', 1) + b'{"kind":"rec')
    assert main(["query", str(folder), "SELECT id FROM questions ORDER BY id", "--format", "csv"]) == 0
    out, err = capsys.readouterr()
    assert out == "id\nq2\nq\ufffd\n"
    assert [line.split(": ")[1] for line in err.splitlines()[:-1]] == ["r line 4", "r line 5", "r line 7"]
    assert "harness log check names it" in err.splitlines()[-1]


def test_what_duckdb_refuses_is_copied_even_where_our_reader_sees_nothing_wrong(tmp_path):
    """The outcomes fit and name no problem, and yet DuckDB cannot read the file."""
    folder = write_run(tmp_path / "r", [("q1", "right"), record_of("q2", question="half a pair: \udc00")])
    list(Outcomes(open_log(folder)))
    assert Outcomes(open_log(folder)).kept
    assert ask(folder, "SELECT id, question FROM questions ORDER BY id") == [
        ("q1", "What?"),
        ("q2", "half a pair: \ufffd"),
    ]


def test_a_line_longer_than_duckdb_takes_by_itself_is_read(tmp_path):
    """Of 20 MB, where its limit is 16."""
    folder = write_run(tmp_path / "r", [record_of("q1", question="long " * 4_000_000), ("q2", "right")])
    assert ask(folder, "SELECT id, length(question) FROM questions ORDER BY id") == [("q1", 20_000_000), ("q2", 5)]


def test_a_log_of_an_older_shape_is_asked_like_any_other(tmp_path):
    """A field that was not logged then is null."""
    folder = write_run(tmp_path / "r", [("q1", "right")])
    lines = [json.loads(line) for line in (folder / "records.jsonl").read_bytes().splitlines()]
    for name in ("trace", "ranking", "judgement"):
        lines[1].pop(name)
    (folder / "records.jsonl").write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    assert ask(folder, "SELECT id, correct, verdict FROM questions") == [("q1", None, "supported")]
    assert ask(folder, "SELECT count(*) FROM ledger") == [(0,)]


def test_a_query_leaves_nothing_behind(tmp_path, monkeypatch):
    """Neither a copy nor a spill; beside the log there are only the outcomes."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "tmp").mkdir()
    folder = write_run(tmp_path / "r", [("q1", "right"), ("q1", "right")])
    assert ask(folder, "SELECT count(*) FROM hits") == [(1,)]
    assert list((tmp_path / "tmp").iterdir()) == []
    assert sorted(path.name for path in folder.iterdir()) == [OUTCOMES, "records.jsonl"]


# --- the command ------------------------------------------------------------------------------------------------------


def test_wrong_sql_is_one_line_with_what_next(tmp_path, capsys):
    """A misspelt column, broken SQL, no SQL at all."""
    folder = str(run_of_all_kinds(tmp_path / "r"))
    for sql in ("SELECT bukket FROM questions", "SELEC 1", "", "SELECT CAST(id AS INT) FROM hits"):
        assert main(["query", folder, sql]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("harness query: ")
    assert main(["query", folder, "FROM hits", "--rows", "none"]) == 2
    assert "must be a whole number" in capsys.readouterr().err


def test_json_and_csv_hold_what_the_table_cuts(tmp_path, capsys, monkeypatch):
    """Lists and structs as JSON, NaN as the log spells it, equal names told apart; JSON is one document."""
    folder = str(run_of_all_kinds(tmp_path / "r"))
    sql = "SELECT 1 AS a, 2 AS a, [1.5, 'nan'::DOUBLE] AS l, {'b': 'é\n'} AS s, NULL AS n, metadata FROM spans LIMIT 1"
    assert main(["query", folder, sql, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row == {"a": 1, "a_2": 2, "l": [1.5, "NaN"], "s": {"b": "é\n"}, "n": None, "metadata": {}}
    assert main(["query", folder, sql, "--format", "csv"]) == 0
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [
        ["a", "a_2", "l", "s", "n", "metadata"],
        ["1", "2", '[1.5, "NaN"]', '{"b": "é\\n"}', "", "{}"],
    ]
    assert main(["query", folder, "SELECT 1 WHERE false", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT 7 AS seven"))
    assert main(["query", folder, "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"seven": 7}]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("", "there is no statement in it"),
        (" ; -- nothing", "there is no statement in it"),
        ("SELECT 1; SELECT 2", "there are 2 statements in it, and one is answered"),
        ("SELEC 1", "syntax error"),
    ],
)
def test_what_is_not_one_statement_is_refused_in_one_line(tmp_path, capsys, sql, said):
    """Of two, only the last would be shown; a semicolon at the end is none."""
    folder = str(write_run(tmp_path / "r", [("q1", "right")]))
    assert main(["query", folder, sql]) == 2
    assert said in capsys.readouterr().err
    assert main(["query", folder, "SELECT 1 AS one;", "--json"]) == 0


@pytest.mark.parametrize("columns", [80, 140])
def test_a_table_fits_and_says_when_there_is_more(columns, tmp_path, capsys, monkeypatch):
    """Narrow rows side by side, wide ones a line a column; terminal codes in the data do nothing."""
    monkeypatch.setenv("COLUMNS", str(columns))
    folder = str(write_run(tmp_path / "r", [record_of("q\x1b[31m1"), ("q2", "wrong")]))
    for sql in ("FROM questions", "FROM spans", "SELECT id, bucket FROM questions", "FROM hits WHERE rank > 9"):
        assert main(["query", folder, sql]) == 0
        out = capsys.readouterr().out
        assert all(len(line) <= columns and line == line.rstrip() for line in out.splitlines())
        assert "\x1b" not in out
    assert out == "no rows\n"
    assert main(["query", folder, "SELECT id, bucket FROM questions ORDER BY id", "--rows", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "id          bucket",
        "q\\x1b[31m1  correct",
        "… more rows: --rows N or all, or --format csv",
    ]


def test_without_duckdb_one_line_names_what_to_install(tmp_path):
    """For queries and for tables; spans need nothing."""
    folder = run_of_all_kinds(tmp_path / "r")
    code = "import sys; sys.modules['duckdb'] = None\nfrom harness.cli.main import main; sys.exit(main(sys.argv[1:]))"

    def harness(*words):
        return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60)

    for words in (("query", str(folder), "FROM hits"), ("export", str(folder), "--format", "csv")):
        done = harness(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert 'pip install "stage-harness[query]"' in done.stderr
    assert harness("export", str(folder), "--format", "otel").stdout.count("\n") == len(KINDS)


def test_ctrl_c_ends_a_query_that_takes_too_long(tmp_path):
    """DuckDB itself looks for no signal: one line, 130, at once."""
    folder = run_of_all_kinds(tmp_path / "r")
    code = (
        "import signal, sys, threading\n"
        "from harness.cli.main import main\n"
        "threading.Timer(2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    endless = "SELECT count(*) FROM range(100000000000) t(i) WHERE i % 7 = 3"
    words = [sys.executable, "-c", code, "query", str(folder), endless]
    done = subprocess.run(words, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "harness query: interrupted\n")


# --- export -----------------------------------------------------------------------------------------------------------


def test_csv_and_parquet_hold_the_same_view(tmp_path, capsys):
    """On standard output and in a file; a file that is there is replaced whole."""
    folder = run_of_all_kinds(tmp_path / "r")
    assert main(["export", str(folder), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["bucket"] for row in rows] == [row[0] for row in ask(folder, "SELECT bucket FROM questions")]
    for shown in ("csv", "parquet"):
        out = tmp_path / f"it's.{shown}"
        out.write_bytes(b"old")
        assert main(["export", str(folder), "--format", shown, "--view", "spans", "--out", str(out)]) == 0
        assert len(duckdb.read_parquet(str(out)) if shown == "parquet" else duckdb.read_csv(str(out))) == len(KINDS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it's.csv", "it's.parquet", "r"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "parquet"], "name a file with --out"),
        (["--format", "csv", "--out", "none/x.csv"], "there is no folder 'none'"),
        (["--format", "otel", "--out", "none/x.jsonl"], "none/x.jsonl: No such file or directory"),
    ],
)
def test_what_cannot_be_exported_is_one_line(words, said, tmp_path, capsys, monkeypatch):
    """Exit 2, nothing on standard output."""
    monkeypatch.chdir(tmp_path)
    assert main(["export", str(run_of_all_kinds(tmp_path / "r")), *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def spans_of(line: bytes) -> list[dict]:
    (resource,) = json.loads(line)["resourceSpans"]
    (scope,) = resource["scopeSpans"]
    return scope["spans"]


def attributes(span: dict) -> dict:
    return {told["key"]: next(iter(told["value"].values())) for told in span["attributes"]}


def test_a_record_is_a_trace_with_a_span_a_step():
    """Ids, times and values as OTLP's JSON has them; worked by hand from the staged record."""
    record = record_of("q1").model_copy(update={"seconds": {"retrieve": 0.25, "generate": 1.5, "verify": 0.001}})
    root, *steps = spans_of(trace_line(record, start_of()))
    assert [span["name"] for span in (root, *steps)] == ["question", "retrieval", "chat m", "verify"]
    assert len({span["traceId"] for span in (root, *steps)}) == 1
    assert all(
        len(bytes.fromhex(span["spanId"])) == 8 and len(bytes.fromhex(span["traceId"])) == 16 for span in (root, *steps)
    )
    assert all(span["parentSpanId"] == root["spanId"] for span in steps)
    began = 1_767_225_600_000_000_000  # 2026-01-01T00:00:00Z
    bounds = [(int(span["startTimeUnixNano"]) - began, int(span["endTimeUnixNano"]) - began) for span in (root, *steps)]
    assert bounds == [
        (0, 1_751_000_000),
        (0, 250_000_000),
        (250_000_000, 1_750_000_000),
        (1_750_000_000, 1_751_000_000),
    ]
    asked = attributes(root)
    assert (asked["openinference.span.kind"], asked["input.value"], asked["output.value"]) == (
        "CHAIN",
        "What?",
        "45 EUR [S1].",
    )
    assert (asked["harness.bucket"], asked["harness.question.id"]) == ("correct", "q1")
    found = attributes(steps[0])
    assert found["retrieval.documents.0.document.id"] == "pets#0"
    assert found["retrieval.documents.0.document.content"].startswith("Small pets travel")
    assert found["gen_ai.request.top_k"] == "50"
    answered = attributes(steps[1])
    assert (answered["gen_ai.operation.name"], answered["gen_ai.request.model"]) == ("chat", "m")
    assert (answered["input.value"], answered["llm.output_messages.0.message.content"]) == (
        "the prompt",
        "45 EUR [S1].",
    )
    assert answered["gen_ai.response.finish_reasons"] == {"values": [{"stringValue": "stop"}]}
    assert "gen_ai.usage.input_tokens" not in answered  # the generator reports none
    assert attributes(steps[2])["gen_ai.evaluation.score.label"] == "supported"
    assert trace_line(record, start_of()) == trace_line(record, start_of())


def test_a_fault_is_an_error_and_odd_numbers_and_text_are_still_strict_json():
    """The step that failed and the question carry the error; NaN is a word, half a surrogate pair U+FFFD."""
    record = record_of("q\ud800", "fault").model_copy(
        update={"seconds": {"generate": 1.0}, "candidates": Ranking(chunk_ids=("a",), scores=(math.nan,))}
    )
    line = trace_line(record, start_of(started_at="not a time"))
    json.loads(line.decode(), parse_constant=pytest.fail)
    root, generate = spans_of(line)
    assert root["status"] == generate["status"] == {"code": 2, "message": "generate timeout: no result within 1 s"}
    assert attributes(root)["harness.question.id"] == "q\ufffd"
    assert root["startTimeUnixNano"] == "0"


# --- the summary that is kept -----------------------------------------------------------------------------------------


def test_a_report_from_what_is_kept_is_the_report_from_the_records(tmp_path, monkeypatch):
    """For every number of failures; it is used only where it fits the log, and records are then not read."""
    names = [(f"q{n}", KINDS[n % len(KINDS)]) for n in range(80)]
    folder = write_run(tmp_path / "r", names)
    log = open_log(folder)
    for limit in (0, 3, 20):
        (folder / SUMMARY).unlink(missing_ok=True)
        summariser = Summariser(log.start, max_failures=limit)
        for record in log.records():
            summariser.add(record)
        fresh = summarise(log, max_failures=limit)
        assert fresh == summariser.summary("complete")
        monkeypatch.setattr("harness.log.reader.Log.records", None)
        assert summarise(log, max_failures=limit) == fresh
        monkeypatch.undo()
    kept = (folder / SUMMARY).read_bytes()
    assert len(summarise(log, max_failures=None).failures) == 60
    assert len(summarise(log, max_failures=50).failures) == 50
    for damaged in (
        kept[:-9],
        b"",
        kept.replace(b'"questions": 80', b'"questions":81').replace(b'"questions":80', b'"questions":81'),
    ):
        (folder / SUMMARY).write_bytes(damaged)
        assert read_summary(folder) is None
        assert summarise(log, max_failures=5).questions == 80
    (folder / "records.jsonl").write_bytes((folder / "records.jsonl").read_bytes() + b"torn")
    assert summarise(log, max_failures=5).problems


def test_a_run_keeps_the_summary_its_log_has(golden, tmp_path, capsys):
    """What the run printed, what is kept and what the records say are one."""
    logs = tmp_path / "logs"
    assert main(["run", str(golden), "--logs", str(logs), "--run-id", "r", "--failures", "2"]) == 0
    kept = read_summary(logs / "r")
    assert kept is not None
    (logs / "r" / SUMMARY).unlink()
    assert summarise(open_log(logs / "r"), max_failures=20) == kept
    capsys.readouterr()


def test_a_summary_of_a_log_that_grows_meanwhile_is_not_kept(tmp_path):
    """It would be taken for that of the longer log."""
    folder = write_run(tmp_path / "r", [("q1", "right")], end=False)
    log = open_log(folder)
    real = log.records

    def growing():
        yield from real()
        with (folder / "records.jsonl").open("ab") as out:
            out.write(b"\n")
            os.utime(folder / "records.jsonl", ns=(1, 1))

    log.records = growing
    summarise(log, max_failures=5)
    assert not (folder / SUMMARY).exists()


def test_a_query_needs_a_log(tmp_path, capsys):
    """No such run is one line."""
    assert main(["query", "none", "FROM hits", "--logs", str(tmp_path)]) == 2
    assert "harness query: run 'none'" in capsys.readouterr().err
