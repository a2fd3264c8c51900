"""`harness import`: every format, joined with a golden set or not, whatever the file is like."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from conftest import CORPUS, QUESTIONS, write_jsonl
from runs import lines, records

from harness.cli.main import main
from harness.imports import formats

BAGS = "Checked bags may weigh 23 kg. A second bag costs 60 EUR."


def imported(tmp_path: Path, name: str, text: str | bytes, *arguments: str, form: str = "jsonl") -> int:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return main(["import", form, str(path), "--logs", str(tmp_path / "logs"), *arguments])


def jsonl(*rows: dict) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def row(**changed) -> dict:
    fields = {"question": "How heavy?", "answer": "It may weigh 23 kg.", "contexts": [BAGS], "ground_truth": "23 kg"}
    return {**fields, **changed}


def report(tmp_path: Path, run: str, capsys) -> dict:
    capsys.readouterr()
    assert main(["report", run, "--logs", str(tmp_path / "logs"), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# --- formats ----------------------------------------------------------------------------------------------------------


SPAN = {"trace_id": "t1", "span_id": "1"}
OTLP = {
    "resourceSpans": [
        {
            "scopeSpans": [
                {
                    "spans": [
                        {
                            "traceId": "t1",
                            "spanId": "2",
                            "parentSpanId": "1",
                            "name": "retrieve",
                            "startTimeUnixNano": "1770000000000000000",
                            "endTimeUnixNano": "1770000001000000000",
                            "attributes": [
                                {"key": "openinference.span.kind", "value": {"stringValue": "RETRIEVER"}},
                                {"key": "retrieval.documents.1.document.content", "value": {"stringValue": "Pets."}},
                                {"key": "retrieval.documents.0.document.content", "value": {"stringValue": BAGS}},
                                {"key": "retrieval.documents.0.document.id", "value": {"stringValue": "c1"}},
                                {"key": "retrieval.documents.0.document.score", "value": {"doubleValue": 0.5}},
                            ],
                        },
                        {
                            "traceId": "t1",
                            "spanId": "1",
                            "name": "chain",
                            "startTimeUnixNano": "1770000000000000000",
                            "endTimeUnixNano": "1770000003000000000",
                            "attributes": [
                                {"key": "openinference.span.kind", "value": {"stringValue": "CHAIN"}},
                                {"key": "input.value", "value": {"stringValue": '{"question": "How heavy?"}'}},
                                {"key": "output.value", "value": {"stringValue": "It may weigh 23 kg."}},
                            ],
                        },
                    ]
                }
            ]
        }
    ]
}
CONSOLE = [
    {
        "name": "rerank",
        "context": {"trace_id": "t1", "span_id": "3"},
        "parent_id": "1",
        "start_time": "2026-02-02T02:40:01Z",
        "end_time": "2026-02-02T02:40:02Z",
        "attributes": {
            "openinference.span.kind": "RERANKER",
            "reranker.output_documents.0.document.content": BAGS,
        },
    },
    {
        "name": "retrieve",
        "context": {"trace_id": "t1", "span_id": "2"},
        "parent_id": "1",
        "start_time": "2026-02-02T02:40:00Z",
        "end_time": "2026-02-02T02:40:01Z",
        "attributes": {
            "openinference.span.kind": "RETRIEVER",
            "retrieval.documents": json.dumps([{"document.content": "Pets."}, {"document.content": BAGS}]),
        },
    },
    {
        "name": "llm",
        "context": {"trace_id": "t1", "span_id": "4"},
        "parent_id": "1",
        "start_time": "2026-02-02T02:40:02Z",
        "end_time": "2026-02-02T02:40:03Z",
        "attributes": {
            "openinference.span.kind": "LLM",
            "llm.model_name": "m-1",
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "Answer from this: …",
            "llm.output_messages.0.message.content": "It may weigh 23 kg.",
            "llm.token_count.prompt": 7,
        },
    },
    {
        "name": "root",
        "context": {"trace_id": "t1", "span_id": "1"},
        "parent_id": None,
        "start_time": "2026-02-02T02:40:00Z",
        "end_time": "2026-02-02T02:40:03Z",
        "attributes": {"openinference.span.kind": "CHAIN", "input.value": "How heavy?"},
    },
]
PHOENIX = {
    "context.trace_id": "t1",
    "context.span_id": "1",
    "parent_id": None,
    "span_kind": "RETRIEVER",
    "start_time": 1770000000000,
    "attributes.input.value": "How heavy?",
    "attributes.retrieval.documents": [{"document.content": BAGS}],
    "attributes.llm.model_name": None,
}
PHOENIX_LLM = {
    "context.trace_id": "t1",
    "context.span_id": "2",
    "parent_id": "1",
    "span_kind": "LLM",
    "start_time": 1770000001000,
    "attributes.output.value": "It may weigh 23 kg.",
}
PROMPTFOO = {
    "vars": {"query": "How heavy?", "correct_answer": "23 kg"},
    "provider": {"id": "p"},
    "prompt": {"raw": "Answer: How heavy?"},
    "response": {"output": "It may weigh 23 kg.", "metadata": {"context": [BAGS]}},
    "error": 'Expected output to contain "kilograms"',
    "success": False,
    "latencyMs": 1500,
}
HAYSTACK_ANSWER = {
    "type": "haystack.dataclasses.answer.GeneratedAnswer",
    "init_parameters": {
        "data": "It may weigh 23 kg.",
        "query": "How heavy?",
        "documents": [{"type": "Document", "init_parameters": {"id": "c1", "content": BAGS, "score": 0.5}}],
        "meta": {"model": "m"},
    },
}
COLUMNS = {"questions": ["How heavy?"], "contexts": [[BAGS]], "predicted_answers": ["It may weigh 23 kg."]}
AZURE_CONTEXT = f"rules.pdf#page=4:  {BAGS}\n\npets.pdf: Small pets: 45 EUR."

WRITTEN = {
    "ragas.jsonl": ("ragas", jsonl({"user_input": "How heavy?", "response": "It may weigh 23 kg.", "retrieved_contexts": [BAGS], "reference": "23 kg"})),
    "ragas_old.json": ("ragas", json.dumps({"question": ["How heavy?", "?"], "answer": ["It may weigh 23 kg.", "x"], "contexts": [[BAGS], ["y"]], "ground_truth": ["23 kg", "z"]})),
    "ragas_pandas.json": ("ragas", json.dumps({"user_input": {"0": "How heavy?"}, "response": {"0": "It may weigh 23 kg."}, "retrieved_contexts": {"0": [BAGS]}})),
    "ragas_annotated.json": ("ragas", json.dumps({"faithfulness": [{"metric_input": {"user_input": "How heavy?", "response": "It may weigh 23 kg.", "retrieved_contexts": [BAGS]}, "metric_output": 1}]})),
    "ragchecker.json": ("ragchecker", json.dumps({"results": [{"query_id": "0", "query": "How heavy?", "gt_answer": "23 kg", "response": "It may weigh 23 kg.", "retrieved_context": [{"doc_id": "000", "text": BAGS}]}]})),
    "otlp.json": ("openinference", json.dumps(OTLP)),
    "otlp.jsonl": ("openinference", json.dumps(OTLP) + "\n" + json.dumps({"resourceSpans": []}) + "\n"),
    "console.json": ("openinference", "\n".join(json.dumps(span, indent=4) for span in CONSOLE)),
    "phoenix.jsonl": ("openinference", jsonl(PHOENIX, PHOENIX_LLM)),
    "promptfoo.json": ("promptfoo", json.dumps({"evalId": "e", "results": {"version": 3, "results": [PROMPTFOO], "stats": {}}, "config": {}})),
    "promptfoo.jsonl": ("promptfoo", jsonl(PROMPTFOO)),
    "eval_results.jsonl": ("azure", jsonl({"question": "How heavy?", "truth": "23 kg [rules-4.pdf]", "answer": "It may weigh 23 kg.", "context": AZURE_CONTEXT, "latency": 1.5})),
    "azure_sdk.json": ("azure", json.dumps({"rows": [{"inputs.query": "How heavy?", "inputs.context": AZURE_CONTEXT, "inputs.response": "It may weigh 23 kg.", "outputs.f1.f1_score": 0.5}], "metrics": {"f1": 0.5}})),
    "haystack.json": ("haystack", json.dumps(COLUMNS)),
    "haystack_run.json": ("haystack", json.dumps({"inputs": COLUMNS, "results": {"sas": {"score": 0.5, "individual_scores": [0.5]}}})),
    "haystack_answers.json": ("haystack", json.dumps({"answer_builder": {"answers": [HAYSTACK_ANSWER]}})),
    "other.jsonl": ("jsonl", jsonl(row())),
    "other.json": ("jsonl", json.dumps([row()], indent=1)),
}  # fmt: skip


@pytest.mark.parametrize(("name", "form", "text"), [(name, *written) for name, written in WRITTEN.items()])
def test_every_format_gives_question_contexts_and_answer(name, form, text, tmp_path, capsys):
    """In all the shapes that the tools write; the run is an ordinary one and is attributed."""
    assert imported(tmp_path, name, text, "--run-id", "r", form=form) == 0
    first = records(tmp_path / "logs/r")[0]
    assert (first["question"]["question"], first["generation"]["answer"]) == ("How heavy?", "It may weigh 23 kg.")
    assert BAGS in [ranked["chunk"]["text"] for ranked in first["chunks"]]
    assert first["verdict"]["verdict"] == "supported"
    assert first["fault"] is None
    kinds = [line["kind"] for line in lines(tmp_path / "logs/r")]
    assert (kinds[0], kinds[-1]) == ("run_start", "run_end")
    told = report(tmp_path, "r", capsys)
    assert told["origin"]["what"] == form
    assert sum(told["attribution"].values()) == told["questions"]


def test_every_format_is_tried_above():
    """`csv` has a test of its own."""
    assert {form for form, _ in WRITTEN.values()} | {"csv"} == set(formats())


def test_spans_tell_candidates_prompt_model_and_time(tmp_path, capsys):
    """The reranker's documents are the contexts and the retriever's the candidates, so that rerank can be decided."""
    assert imported(tmp_path, "s.json", WRITTEN["console.json"][1], "--run-id", "r", form="openinference") == 0
    start, first = lines(tmp_path / "logs/r")[:2]
    assert len(first["candidates"]["chunk_ids"]) == 2
    assert first["candidates"]["scores"] == []
    assert (first["generation"]["model"], first["generation"]["prompt_tokens"]) == ("m-1", 7)
    assert first["prompt"] == "user: Answer from this: …"
    assert first["seconds"]["system"] == 3.0
    assert "rerank" not in start["origin"]["undecidable"]
    assert "assemble" in start["origin"]["undecidable"]


def test_a_csv_holds_lists_as_json_or_as_pandas_writes_them(tmp_path):
    """Separated by commas or semicolons, with a byte order mark or none, line ends inside cells."""
    path = tmp_path / "r.csv"
    with path.open("w", newline="", encoding="utf-8-sig") as stream:
        table = csv.writer(stream, delimiter=";")
        table.writerow(["question", "answer", "contexts", "ground_truth", ""])
        table.writerow(["How\nheavy?", "It may weigh 23 kg.", str([BAGS, "it's"]), "23 kg", ""])
        table.writerow(["And pets?", "45 EUR.", json.dumps(["Pets cost 45 EUR."]), "", ""])
    assert main(["import", "csv", str(path), "--logs", str(tmp_path / "logs"), "--run-id", "r"]) == 0
    first, second = records(tmp_path / "logs/r")
    assert [ranked["chunk"]["text"] for ranked in first["chunks"]] == [BAGS, "it's"]
    assert second["question"]["answers"] == []


def test_an_azure_target_that_failed_is_a_fault_and_not_an_answer(tmp_path, capsys):
    """It writes the exception as answer and context, and a latency of -1."""
    failed = {
        "question": "And pets?",
        "truth": "x",
        "answer": "Connection refused",
        "context": "Connection refused",
        "latency": -1,
    }
    good = {"question": "How heavy?", "truth": "23 kg", "answer": "It may weigh 23 kg.", "context": AZURE_CONTEXT}
    assert imported(tmp_path, "e.jsonl", jsonl(good, failed), "--run-id", "r", form="azure") == 0
    _, second = records(tmp_path / "logs/r")
    assert second["generation"] is None
    assert second["fault"]["message"].endswith("line 2: the system's own error: Connection refused")


# --- labels -----------------------------------------------------------------------------------------------------------


def test_rows_are_joined_with_a_golden_set_by_id_or_by_text(golden, tmp_path, capsys):
    """An id whose question is another one does not join; a question in other letter case and punctuation does."""
    rows = [
        row(id="bag-weight", question="How much may checked bags weigh?"),
        row(id="7", question="how much do... what do SMALL pets cost in the cabin"),
        row(id="8", question="what do SMALL pets cost, in the cabin", answer="60 EUR.", contexts=["Nothing of use."]),
        row(id="dog", question="Is the earth round?"),
    ]
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), "--golden", str(golden), "--run-id", "r") == 0
    first, second, third, fourth = (record["question"] for record in records(tmp_path / "logs/r"))
    assert (first["id"], first["answers"], len(first["evidence"])) == ("bag-weight", ["23 kg"], 1)
    assert (second["id"], third["id"]) == ("7", "pet-fee")
    assert (fourth["id"][:2], fourth["evidence"]) == ("q-", [])
    told = report(tmp_path, "r", capsys)
    assert "2 of 4 rows ask what the golden set does not: only their own labels are known" in told["origin"]["notes"]
    assert (told["lost"]["undecidable"], told["stages"]["undecidable"]) == (1, 1)
    assert told["attribution"]["retrieval_miss"] == 1


@pytest.mark.parametrize("status", ["superseded", "current"])
def test_an_imported_answer_that_rests_on_a_superseded_source_says_so(golden, tmp_path, capsys, status):
    """It cites nothing; the golden set knows the status of the document whose text says what it says."""
    old = "Checked bags may weigh 20 kg on all of our routes."
    corpus = [*CORPUS, {"doc_id": "bags-2020", "text": old, "metadata": {"status": status}}]
    write_jsonl(golden / "corpus.jsonl", corpus)
    asked = row(id="bag-weight", question=QUESTIONS[0]["question"], answer=old, contexts=[CORPUS[0]["text"], old])
    assert imported(tmp_path, "a.jsonl", jsonl(asked), "--golden", str(golden), "--run-id", "r") == 0
    (failure,) = report(tmp_path, "r", capsys)["failures"]
    assert failure["bucket"] == "synthesis_miss"
    assert (failure["cause"] == "stale_source") == (status == "superseded")


def test_a_run_of_a_golden_set_alone_can_be_compared_with_one_of_our_own(golden, tmp_path, capsys):
    """It has the golden set's hash; with questions beside it, another."""
    logs = str(tmp_path / "logs")
    asked = [row(question=q["question"], answer="I don't know.") for q in QUESTIONS]
    assert imported(tmp_path, "a.jsonl", jsonl(*asked), "--golden", str(golden), "--run-id", "theirs") == 0
    assert main(["run", str(golden), "--run-id", "ours", "--logs", logs]) == 0
    assert main(["compare", "theirs", "ours", "--logs", logs, "--max-drop", "99"]) in {0, 1}
    assert imported(tmp_path, "b.jsonl", jsonl(row(), *asked), "--golden", str(golden), "--run-id", "more") == 0
    capsys.readouterr()
    assert main(["compare", "more", "ours", "--logs", logs]) == 2
    assert "the golden set is another one" in capsys.readouterr().err


def test_a_golden_set_without_documents_labels_too(golden, tmp_path, capsys):
    """Evidence is looked for in the contexts; whether the corpus holds it cannot be told."""
    (golden / "corpus.jsonl").unlink()
    asked = row(question="How much may checked bags weigh?", contexts=["Our bags may weigh 23 kg."])
    lost = row(question="What do small pets cost in the cabin?", contexts=["Nothing of use."])
    for number, given in enumerate((golden, golden / "questions.jsonl")):
        assert imported(tmp_path, "a.jsonl", jsonl(asked, lost), "--golden", str(given), "--run-id", f"r{number}") == 0
        told = report(tmp_path, f"r{number}", capsys)
        assert told["ceiling"]["numerator"] == 1
        assert told["lost"]["undecidable"] == 1
        assert "source" in told["origin"]["undecidable"]


def test_reference_contexts_are_evidence(tmp_path, capsys):
    """All of them are needed."""
    fields = {"user_input": "How heavy?", "response": "It may weigh 23 kg.", "reference": "23 kg"}
    contexts = {"retrieved_contexts": [BAGS], "reference_contexts": ["may weigh 23 kg", "by sea"]}
    assert imported(tmp_path, "a.jsonl", jsonl({**fields, **contexts}), "--run-id", "r", form="ragas") == 0
    told = report(tmp_path, "r", capsys)
    assert told["two_by_two"]["no_evidence_correct"] == 1
    assert told["attribution"]["right_without_evidence"] == 1


def test_outcomes_without_answers_are_kept_and_never_called_supported(golden, tmp_path, capsys):
    """The recorded word counts as right; the verdict is unknown; replaying says what the log lacks."""
    rows = [
        {"id": "bag-weight", "ids": ["bags"], "ok": True},
        {"id": "pet-fee", "ids": ["seats"], "ok": False},
        {"id": "dog", "ids": ["pets"], "ok": False},
    ]
    mapping = ("--map", "context_ids=ids", "correct=ok", "--golden", str(golden), "--run-id", "r")
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), *mapping) == 0
    told = report(tmp_path, "r", capsys)
    assert (told["accuracy"]["numerator"], told["accuracy"]["denominator"]) == (1, 3)
    assert (told["attribution"]["retrieval_miss"], told["attribution"]["undecidable"]) == (1, 2)
    assert {"generate", "conclude"} <= set(told["origin"]["undecidable"])
    assert main(["replay", "r", "--from", "verify", "--logs", str(tmp_path / "logs")]) == 2


def test_a_second_file_stands_beside_the_first(tmp_path, capsys):
    """Joined by question; its rows are chosen by --where with.…; two for one question are refused."""
    write_jsonl(tmp_path / "o.jsonl", [{"id": "1", "s": "x", "ok": "yes"}, {"id": "1", "s": "y", "ok": "no"}])
    given = jsonl(row(id="1"), row(id="2", question="And pets?"))
    beside = ("--with", str(tmp_path / "o.jsonl"), "--map", "correct=with.ok")
    assert imported(tmp_path, "a.jsonl", given, *beside, "--run-id", "r") == 2
    assert "line 2: a second row of question '1'" in capsys.readouterr().err
    assert imported(tmp_path, "a.jsonl", given, *beside, "--where", "with.s=x", "--run-id", "r") == 0
    (only,) = records(tmp_path / "logs/r")
    assert only["judgement"] == {"correct": True, "judge": "recorded", "reason": "o.jsonl says it is right"}


# --- runs -------------------------------------------------------------------------------------------------------------


def test_split_makes_a_run_of_each_value_and_where_chooses_rows(tmp_path, capsys):
    """Runs of one file have one set of questions, so that they can be compared."""
    rows = [row(k=k, e=e) for k in (1, 2) for e in ("a", "b")]
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), "--split", "k", "--split", "e", "--where", "e=a") == 0
    told = capsys.readouterr().out
    assert "2 runs of a" in told
    assert {path.name for path in (tmp_path / "logs").iterdir()} == {"a-1-a", "a-2-a"}
    assert main(["compare", "a-1-a", "a-2-a", "--logs", str(tmp_path / "logs")]) == 0
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), "--where", "e=z") == 2
    assert "none of its 4 rows has e=z" in capsys.readouterr().err


def test_replaying_an_import_from_verify_gives_the_same_verdicts_and_judgements(tmp_path):
    """Also with a judge that weighs words by the contexts; from retrieve there is nobody to ask."""
    rows = [row(question=f"How heavy is {n}?", ground_truth=f"{n} kg and 23 kg") for n in range(20, 26)]
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), "--run-id", "r") == 0
    logs = str(tmp_path / "logs")
    assert main(["replay", "r", "--from", "verify", "--run-id", "again", "--logs", logs]) == 0
    before, after = (records(tmp_path / "logs" / run) for run in ("r", "again"))
    assert len(before) == 6
    assert [(r["verdict"], r["judgement"]) for r in before] == [(r["verdict"], r["judgement"]) for r in after]
    assert lines(tmp_path / "logs/again")[0]["origin"] == lines(tmp_path / "logs/r")[0]["origin"]
    assert main(["replay", "r", "--from", "retrieve", "--logs", logs]) == 2


def test_our_prompt_and_model_can_answer_over_their_contexts(tmp_path, capsys):
    """A replay from `prompt`; the stages of their retrieval stay undecidable, the settings of ours are not told."""
    assert imported(tmp_path, "a.jsonl", jsonl(row()), "--run-id", "r") == 0
    assert main(["replay", "r", "--from", "prompt", "--run-id", "p", "--logs", str(tmp_path / "logs")]) == 0
    assert "for the contexts, then scripted for the answers" in " ".join(capsys.readouterr().out.split())
    start, first = lines(tmp_path / "logs/p")[:2]
    assert BAGS in first["prompt"]
    assert ("chunk" in start["origin"]["undecidable"], "truncate" in start["origin"]["undecidable"]) == (True, False)
    assert "generator" in start["settings"]
    assert "chunker" not in start["settings"]


def test_a_log_says_nothing_of_a_pipeline_that_did_not_answer(tmp_path):
    """No chunker, no k, no generator, no temperature: nobody knows what the other system's were."""
    assert imported(tmp_path, "a.jsonl", jsonl(row()), "--run-id", "r") == 0
    settings = lines(tmp_path / "logs/r")[0]["settings"]
    assert settings["system"] == "import:jsonl"
    assert not {"chunker", "retriever", "k", "candidates", "generator", "temperature", "num_ctx"} & set(settings)


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_the_report_begins_with_what_cannot_be_told(form, tmp_path, capsys):
    """Whose answers they are and each stage with its reason, before any number."""
    assert imported(tmp_path, "a.jsonl", jsonl(row()), "--run-id", "r") == 0
    capsys.readouterr()
    assert main(["report", "r", "--logs", str(tmp_path / "logs"), "--format", form]) == 0
    told = " ".join(capsys.readouterr().out.split())
    first, _, _ = told.partition("recall@1")
    for words in ("imported from", "undecidable: parse, chunk, filter, first_stage", "undecidable: rerank, assemble"):
        assert words in first


# --- hostile files ----------------------------------------------------------------------------------------------------


REFUSED = {
    "torn last line": (jsonl(row(), row())[:-9], "line 2: not JSON: the file ends in the middle of it"),
    "broken line": (jsonl(row()) + '{"question": \n' + jsonl(row()), "line 2: not JSON"),
    "torn list": (json.dumps([row(), row()], indent=1)[:-9], "not JSON: the file ends in the middle"),
    "empty": ("", "the file is empty"),
    "blank": ("\n \n", "the file is empty"),
    "no objects": ("[1, 2]", "item 1: a number"),
    "no JSON": ("hello", "neither JSON nor CSV"),
    "YAML": ("a:\n- b", "neither JSON nor CSV"),
    "Latin-1": (b'{"question": "caf\xe9"}\n', "not UTF-8"),
    "UTF-16": ('{"question": "x"}\n'.encode("utf-16"), "not UTF-8"),
    "zip": (b"PK\x03\x04" + b"0" * 50, "compressed or binary"),
    "nested": ("[" * 100_000 + "]" * 100_000, "not JSON"),
    "no contexts": (jsonl(row(contexts=None)), "no contexts in its one row"),
    "no answers": (jsonl(row(answer="  ")), "no answer in its one row"),
    "no question": (jsonl(row(question=None)), "no question"),
    "conversation": (
        jsonl(row(question=[{"role": "user"}, {"role": "ai"}])) + jsonl(row()),
        "line 1: question is a list",
    ),
    "other fields": (jsonl({"foo": "bar"}), "no question"),
}


WHOLE = ("empty", "no JSON", "Latin-1", "zip", "nested")
"""What no format's rows come into."""


@pytest.mark.parametrize(
    ("what", "form"), [*((what, "jsonl") for what in REFUSED), *((what, form) for what in WHOLE for form in formats())]
)
def test_a_file_that_cannot_be_imported_is_one_line(what, form, tmp_path, capsys):
    """What, where, what next; exit 2; nothing is written."""
    text, told = REFUSED[what]
    assert imported(tmp_path, "a.json", text, form=form) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("harness import: ")
    assert told in line or form == "csv"
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize(
    "case",
    [
        ("csv", "frage,answer,contexts\nx,y,z\n", ["question=Frage"], "no column 'Frage'; did you mean 'frage'? columns: frage, answer, contexts"),
        ("csv", "frage,answer,contexts\nx,y,z\n", [], "name its field with --map question=FIELD; columns: frage, answer, contexts"),
        ("csv", "question,answer,contexts\nx,y,z\n", ["correct=ok"], "line 2: --map correct=ok: no column 'ok'; columns: question"),
        ("jsonl", jsonl({"in": {"frage": "x"}}), ["question=in.Frage"], "--map question=in.Frage: no field 'Frage'; did you mean 'frage'? fields: frage"),
        ("jsonl", jsonl(row(), row()), ["type=Typ"], "line 1: --map type=Typ: no field 'Typ'; fields: question, answer, contexts, ground_truth"),
        ("jsonl", jsonl(row(hits=[{"txt": "x"}])), ["contexts=hits[].text"], "no field 'text'; did you mean 'txt'? fields: txt"),
        ("jsonl", jsonl({f"f{n}": 1 for n in range(20)}), [], "fields: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11 and 8 more"),
    ],
)  # fmt: skip
def test_a_path_that_leads_nowhere_comes_with_the_names_there_are(case, tmp_path, capsys):
    """The name nearest to it, whatever its letter case; exit 2."""
    form, text, mapped, told = case
    assert imported(tmp_path, "a.file", text, *(["--map", *mapped] if mapped else []), form=form) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_field_that_later_rows_have_may_be_missing_in_the_first(tmp_path):
    """As optional ones are."""
    assert imported(tmp_path, "a.jsonl", jsonl(row(), row(typ="fact")), "--map", "type=typ") == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("question,answer,contexts\na,b,c,d\n", "line 2: more cells than the 3 columns"),
        ('question,answer,contexts\n"a,b,c\n', "not CSV"),
        ("question,question,contexts\na,b,c\n", "two columns are called 'question'"),
        ('{"question": "x"}\n', "JSON, not CSV; import it with harness import jsonl"),
        (b"question,answer\ncaf\xe9,x\n", "not UTF-8"),
    ],
)
def test_a_csv_that_cannot_be_read_is_one_line(text, told, tmp_path, capsys):
    """With its line number."""
    assert imported(tmp_path, "a.csv", text, form="csv") == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (json.dumps([{"name": "x"}]), "no span: it has no trace and span id"),
        (
            json.dumps([{**SPAN, "attributes": {"openinference.span.kind": "LLM"}}]),
            "none of its 1 span in 1 trace retrieves",
        ),
        ("a,b\n1,2\n", "a CSV, not JSON"),
        (jsonl(SPAN)[:-3], "not JSON"),
    ],
)
def test_spans_that_cannot_be_imported_are_one_line(text, told, tmp_path, capsys):
    """Without a retriever no stage can be told from another."""
    assert imported(tmp_path, "a.json", text, form="openinference") == 2
    assert told in capsys.readouterr().err


def test_odd_rows_are_read_as_they_are(tmp_path, capsys):
    """NaN, 1e999, half a surrogate pair, U+2028, a byte order mark; an empty list of contexts is an empty list."""
    text = (
        "\ufeff"
        '{"question": "A?", "answer": "It may weigh 23 kg.", "faithfulness": NaN, "x": 1e999, "contexts": '
        + json.dumps([BAGS])
        + "}\n"
        + '{"question": "B \\ud800?", "answer": "yes \\udfff", "contexts": ["\\ud800"], "ground_truth": NaN}\n'
        + '{"question": "C?", "answer": "a\u2028b\u0085c", "contexts": []}\n'
    )
    assert imported(tmp_path, "a.jsonl", text, "--run-id", "r") == 0
    first, second, third = records(tmp_path / "logs/r")
    assert first["verdict"]["verdict"] == "supported"
    assert second["generation"]["answer"] == "yes \udfff"
    assert (third["chunks"], third["generation"]["answer"]) == ([], "a\u2028b\u0085c")


def test_a_row_that_lacks_something_is_a_fault_in_its_place(tmp_path, capsys):
    """It stays in every denominator; its line is named."""
    rows = [row(), row(question="B?", contexts=None), row(question="C?", answer=None), row(question="D?", contexts=5)]
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), "--run-id", "r") == 0
    told = report(tmp_path, "r", capsys)
    assert (told["questions"], told["attribution"]["harness_fault"]) == (4, 3)
    faults = [record["fault"]["message"] for record in records(tmp_path / "logs/r")[1:]]
    assert [message.split(": ", 1)[0].rpartition(" line ")[2] for message in faults] == ["2", "3", "4"]


def test_rows_that_repeat_an_id_are_kept_beside_each_other(tmp_path, capsys):
    """Also where the name that a repeat would get is taken."""
    rows = [row(id="a"), row(id="a"), row(id="a~2"), row(id="a")]
    assert imported(tmp_path, "a.jsonl", jsonl(*rows), "--run-id", "r") == 0
    ids = [record["question"]["id"] for record in records(tmp_path / "logs/r")]
    assert len(set(ids)) == 4
    told = " ".join(capsys.readouterr().out.split())
    assert "rows ask a question of this run again" in told
    assert "a: 4 questions (" in told


def test_an_imported_run_is_not_probed_as_if_our_generator_had_answered(tmp_path, capsys):
    """One line names whose answers they are, and the way to answers that can be probed."""
    assert imported(tmp_path, "a.jsonl", jsonl(row(), row(question="B?", answer="No.")), "--run-id", "r") == 0
    logs = ("--logs", str(tmp_path / "logs"))
    capsys.readouterr()
    assert main(["probe", "r", *logs]) == 2
    err = capsys.readouterr().err
    assert "was answered by jsonl (imported)" in err
    assert "replay r --from prompt" in err
    assert main(["replay", "r", "--from", "prompt", "--run-id", "ours", *logs]) == 0
    assert main(["probe", "ours", *logs]) == 0


def test_a_long_line_is_read_and_a_context_no_model_reads_is_said_to_be_one(tmp_path, capsys):
    """Twenty million characters in a field nobody reads do no harm; as a context they are refused by name."""
    ballast = "x " * 10_500_000
    assert imported(tmp_path, "a.jsonl", jsonl(row(trace=ballast)), "--run-id", "r") == 0
    assert imported(tmp_path, "b.jsonl", jsonl(row(contexts=[ballast]))) == 2
    assert "contexts of 21,000,000 characters; no model reads that" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["import", "ragass", "x"], "did you mean 'ragas'"),
        (["import", "ragas", "nowhere.json"], "nowhere.json: No such file"),
        (["import", "ragas", "."], "Is a directory"),
        (["import", "jsonl", "x", "--where", "a"], "write PATH=VALUE"),
        (["import", "jsonl", "x", "--map", "anser=x"], "did you mean 'answer'"),
        (["import", "jsonl", "x", "--golden", "nowhere"], "no such folder"),
    ],
)
def test_what_was_misspelt_is_named(arguments, told, tmp_path, monkeypatch, capsys):
    """Exit 2, one line."""
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert told in capsys.readouterr().err


# --- real files -------------------------------------------------------------------------------------------------------


IMPORTED = {"eval_results.jsonl", "checking_inputs.json", "checking_outputs.json"}
FORMS = {"azure_ai_rag_chat_evaluator": "azure", "fast_graphrag": "jsonl", "inspect_ai": "jsonl"}


def test_every_sample_is_imported_or_refused_in_one_line(shared, tmp_path, capsys):
    """Three of them hold question, contexts and answer; the others say what they lack."""
    files = [path for path in sorted((shared / "import_samples").glob("*/*")) if not path.name.startswith("LICENSE")]
    assert len(files) >= 20
    for path in files:
        form = FORMS.get(path.parent.name, path.parent.name)
        code = main(["import", form, str(path), "--logs", str(tmp_path), "--failures", "0"])
        told = capsys.readouterr()
        assert code == (0 if path.name in IMPORTED else 2), path
        assert code == 0 or len(told.err.splitlines()) == 1
        assert code or "undecidable: " in told.out


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        (("retrieve_base", "level_one_basic"), (72, 13, 8, 6, 1)),
        (("retrieve_level_two", "level_two_summary_index"), (80, 7, 7, 6, 0)),
    ],
)
def test_published_rankings_and_outcomes_join(systems, expected, shared, tmp_path, capsys):
    """Of the basic system's 28 failures recall was 0 in 13, partial in 8, full in 7, one of them with a crashed ranking."""
    (ranked, judged), (recorded, missed, partial, full, faults) = systems, expected
    data = shared / "claude_docs_rag"
    chosen = [f"--where=system=python:provider_retrieval.py:{ranked}", f"--where=with.system={judged}"]
    files = [
        str(data / "published_rankings.jsonl"),
        "--golden",
        str(data),
        "--with",
        str(data / "published_outcomes.jsonl"),
    ]
    fields = ["--map", "context_ids=ranked_doc_ids", "correct=with.e2e_correct"]
    run = ["--run-id", "r", "--logs", str(tmp_path / "logs")]
    assert main(["import", "jsonl", *files, *chosen, *fields, *run]) == 0
    told = report(tmp_path, "r", capsys)
    had = told["wrong_answers_had"]
    assert told["accuracy"]["numerator"] == recorded
    assert told["attribution"]["harness_fault"] == faults
    assert (had["none"], had["part"], had["all"]) == (missed, partial, full)
    assert told["stages"]["undecidable"] == told["attribution"]["retrieval_miss"] == missed + partial
    assert missed + partial + full + faults == 100 - recorded


def test_the_twenty_seven_configurations_of_haystack_import_whole(shared, tmp_path, capsys):
    """107 questions each, all joined, none a fault; a shorter file, the rest of the checks are the same for each."""
    data = shared / "haystack_aragog_runs"
    with (data / "runs.jsonl").open("rb") as stream:
        chosen = [line for line in stream if json.loads(line)["question_id"] <= "ar-003"]
    (tmp_path / "runs.jsonl").write_bytes(b"".join(chosen))
    splits = ["--split", "embedder", "--split", "top_k", "--split", "chunk_size"]
    arguments = [
        str(tmp_path / "runs.jsonl"),
        "--golden",
        str(data),
        *splits,
        "--logs",
        str(tmp_path / "logs"),
        "--json",
    ]
    assert main(["import", "haystack", *arguments]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(run["questions"], run["golden"]["questions"], run["attribution"]["harness_fault"]) for run in told] == [
        (4, 107, 0)
    ] * 27
    assert all(run["unjudged"] == 0 for run in told)


def test_a_golden_corpus_stays_as_it_was(golden, tmp_path):
    """An import reads labels and writes runs, nothing else."""
    before = {path.name: path.read_bytes() for path in golden.iterdir()}
    asked = jsonl(row(question=QUESTIONS[0]["question"]))
    assert imported(tmp_path, "a.jsonl", asked, "--golden", str(golden)) == 0
    assert {path.name: path.read_bytes() for path in golden.iterdir()} == before
    assert len(CORPUS) == 4
    shutil.rmtree(tmp_path / "logs")
