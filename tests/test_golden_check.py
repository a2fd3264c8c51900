"""`golden check` finds what makes a golden set measure something else, and says how to mend it."""

import json
import re

import pytest

from harness.cli import golden as verb
from harness.cli.main import Parser, main
from harness.errors import InputError
from harness.golden.check import KINDS, check_golden, resolution_points
from harness.golden.read import read_golden
from harness.text.patterns import has_nested_repeat
from harness.types import Chunk

TEXT = "One bag of up to 23 kg is free. Two bags cost 1308 EUR. It\u2019s the \ufb01nal ﬁgure, says Auklet."
DOCUMENTS = ({"doc_id": "new", "text": TEXT}, {"doc_id": "old", "text": "One bag of up to 20 kg is free."})
ASKED = {
    "id": "q",
    "question": "How heavy?",
    "answers": ["23 kg"],
    "gold_doc_ids": ["new"],
    "evidence": ["up to 23 kg"],
    "type": "fact",
}
NO_ANSWER = {"id": "none", "question": "Are there whales?", "answerable": False, "type": "fact"}
FIVE = tuple({**NO_ANSWER, "id": f"none{n}", "question": f"Whale {n}?"} for n in range(4))


def write_set(folder, *questions, documents=DOCUMENTS):
    folder.mkdir(exist_ok=True)
    for name, rows in (("corpus.jsonl", documents), ("questions.jsonl", questions)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def findings(folder, *questions, chunks=None, documents=DOCUMENTS):
    golden = read_golden(write_set(folder, *questions, documents=documents))
    return [(found.kind, found.question_id, found.message) for found in check_golden(golden, chunks).findings]


def of_one(folder, chunks=None, documents=DOCUMENTS, **fields):
    """Check one changed question among enough others that the set itself is sound."""
    return findings(folder, {**ASKED, **fields}, *FIVE, chunks=chunks, documents=documents)


def chunk(start, end, number, doc_id="new", text=TEXT):
    return Chunk(chunk_id=f"{doc_id}#{number}", doc_id=doc_id, start=start, end=end, text=text[start:end])


def test_a_sound_set_has_no_findings(tmp_path):
    """Nothing is reported for the sake of reporting."""
    assert of_one(tmp_path / "g") == []


@pytest.mark.parametrize(
    ("anchor", "hint"),
    [
        ("up to 20 kg", "it stands in 'old': correct gold_doc_ids"),
        ("308", "in 'new' it stands only inside a longer word or number: quote that whole"),
        ("final figure", "it would match 'new' after Unicode NFKC normalisation: copy it from there"),
        ("It's the", "it would match 'new' after curly quotes and dashes are made plain: copy it from there"),
        ("SAYS AUKLET", "it would match 'new' after case folding: copy it from there"),
        ("IT'S THE FINAL", "it would match 'new' after all of NFKC, plain quotes and case folding: copy it from there"),
        ("nowhere at all", "copy it from the text, letter by letter"),
    ],
)
def test_a_missing_anchor_comes_with_the_likeliest_reason(tmp_path, anchor, hint):
    """It is a fault, and the hint says what differs."""
    (first, *_) = of_one(tmp_path / "g", evidence=[anchor])
    assert first == ("anchor_missing", "q", f"{anchor!r} is not in the gold document 'new'; {hint}")


def test_one_alternative_is_enough(tmp_path):
    """A group is missing only when none of its alternatives is found."""
    assert of_one(tmp_path / "g", evidence=[["nowhere at all", "up to 23 kg"]]) == []


def test_an_anchor_without_gold_documents_may_stand_anywhere(tmp_path):
    """And where it stands nowhere, all documents are named as searched."""
    assert of_one(tmp_path / "g", gold_doc_ids=[], evidence=["up to 23 kg"]) == []
    (first, *_) = of_one(tmp_path / "g", gold_doc_ids=[], evidence=["up to 24 kg"])
    assert first[2].startswith("'up to 24 kg' is not in any document; ")


def test_evidence_cut_by_chunking_names_the_chunks_and_the_cure(tmp_path):
    """Four words cut in two need an overlap of three; a chunk that holds them, or an overlap that does, cures it."""
    at = TEXT.index("23 kg")
    left, right = chunk(0, at, 0), chunk(at, len(TEXT), 1)
    (found,) = of_one(tmp_path / "g", chunks=(left, right))
    assert found[:2] == ("anchor_cut", "q")
    cure = "chunks of 4 words or more with an overlap of 3 would hold it whole"
    assert found[2] == f"'up to 23 kg' is cut between 'new#0' and 'new#1'; {cure}"
    assert of_one(tmp_path / "g", chunks=(left, chunk(TEXT.index("up to"), len(TEXT), 1))) == []
    assert of_one(tmp_path / "g", chunks=(left, right), evidence=[["up to 23 kg", "says Auklet"]]) == []
    (found,) = of_one(tmp_path / "g", chunks=())
    assert found[2] == "'up to 23 kg' stands in 'new' where the chunker made no chunk"


def test_evidence_in_other_documents_is_a_warning(tmp_path):
    """The words of a gold document may stand in one that is not gold, where finding them counts for nothing."""
    message = (
        "'One bag of up to' also stands in 'old', where it does not count; add it to gold_doc_ids if it answers too"
    )
    found = of_one(tmp_path / "g", evidence=["One bag of up to", "23 kg"])
    assert found == [("anchor_elsewhere", "q", message)]
    assert of_one(tmp_path / "g", evidence=["One bag of up to", "23 kg"], gold_doc_ids=["new", "old"]) == []


def test_a_copy_of_a_span_is_a_warning_when_it_cannot_be_chance(tmp_path):
    """Five words or more; the place itself does not count as a copy, however it is cut at the ends."""
    span = {"doc_id": "new", "start": 0, "end": len("One bag of up to ")}
    found = of_one(tmp_path / "g", evidence=[span, "23 kg"])
    message = "'One bag of up to' also stands at 'old[0:16]', where it does not count; add that as an alternative"
    assert found == [("anchor_elsewhere", "q", message)]
    short = {"doc_id": "new", "start": 0, "end": len("One bag of up")}
    assert of_one(tmp_path / "g", evidence=[short, "23 kg"]) == []
    twin = {"doc_id": "old", "start": 0, "end": 16}
    assert of_one(tmp_path / "g", evidence=[[span, twin], "23 kg"]) == []


def test_evidence_given_twice_is_a_warning(tmp_path):
    """White space makes no difference to a string; a span is its place."""
    assert [kind for kind, *_ in of_one(tmp_path / "g", evidence=["23 kg", "23  kg"])] == ["evidence_repeated"]
    span = {"doc_id": "new", "start": 17, "end": 22}
    assert [kind for kind, *_ in of_one(tmp_path / "g", evidence=[span, span])] == ["evidence_repeated"]
    assert of_one(tmp_path / "g", evidence=["23 kg", span]) == []


def test_a_question_that_gives_its_answer_away_is_a_warning(tmp_path):
    """Whole words count, in any case; what is both evidence and answer is told once."""
    found = of_one(tmp_path / "g", question="Is it 23 KG?", evidence=["23 kg"])
    assert found == [("leak", "q", "the evidence '23 kg' stands in the question; ask without giving it away")]
    found = of_one(tmp_path / "g", question="Is it 23 kg?")
    assert found == [("leak", "q", "the answer '23 kg' stands in the question; ask without giving it away")]
    assert of_one(tmp_path / "g", question="Is it 123 kg?") == []


def test_labels_that_contradict_each_other_are_faults(tmp_path):
    """An unanswerable question has neither evidence nor answers, and a set has some unanswerable questions."""
    (found,) = of_one(tmp_path / "g", answerable=False)
    assert found[:2] == ("unanswerable_with_evidence", "q")
    assert "yet it has evidence and answers" in found[2]
    asked = tuple({**ASKED, "id": f"q{n}", "question": f"{n}?"} for n in range(5))
    assert [found[0] for found in findings(tmp_path / "g", *asked)] == ["no_unanswerables"]


def test_questions_that_decide_nothing_are_warnings(tmp_path):
    """Without evidence and gold documents no stage can be blamed, without answers nothing is right or wrong."""
    found = of_one(tmp_path / "g", evidence=[], gold_doc_ids=[], answers=[])
    assert [kind for kind, *_ in found] == ["undecidable", "no_answers"]


def test_an_answer_that_the_evidence_does_not_hold_is_a_warning(tmp_path):
    """One accepted answer is enough; a regular expression is searched as one, and a model's judgement is left alone."""
    (found,) = of_one(tmp_path / "g", answers=["24 kg"])
    assert found[0] == "answer_not_in_evidence"
    assert "no accepted answer ('24 kg') stands in the evidence" in found[2]
    assert of_one(tmp_path / "g", answers=["24 kg", "23 KG"]) == []
    assert of_one(tmp_path / "g", answers=[r"2\d kg"], match="regex") == []
    both = ["23 kg", "Two bags"]
    assert of_one(tmp_path / "g", answers=["(?=.*23)(?=.*Two).*"], match="regex", evidence=both) == []
    assert [f[0] for f in of_one(tmp_path / "g", answers=[r"3\d kg"], match="regex")] == ["answer_not_in_evidence"]


def test_a_pattern_that_would_search_for_ever_is_a_warning(tmp_path):
    """It is given up, and the check goes on with the other questions."""
    asked = {**ASKED, "answers": ["(a+)+$"], "match": "regex", "evidence": ["a" * 20_000 + "b"]}
    documents = ({"doc_id": "new", "text": "a" * 20_000 + "b"}, DOCUMENTS[1])
    found = findings(tmp_path / "g", asked, {**NO_ANSWER}, documents=documents)
    (told,) = [message for kind, _, message in found if kind == "answer_not_in_evidence"]
    assert told.startswith("the pattern '(a+)+$' was given up after 1 s in a text of 20,001 characters")


@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        (r"(a+)+", True),
        (r"^(?:a*)*$", True),
        (r"(\w+\s?)+$", True),
        (r"((x+)x*)+y", True),
        (r"(?P<n>\d{2,})+", True),
        (r"(b|a+){1,}", True),
        (r"([^)]+)*", True),
        (r"([a+]+?)+", True),
        (r"((ab)+)+", True),
        (r"(x+x+)+y", True),
        (r"(.+,)+", True),
        (r"((a+))+", True),
        (r"(\s*\d+\s*)+", True),
        (r"\w+(\s+\w+)*", False),
        (r"((\d+,)+ )*", False),
        (r"(\d+,)*\d+", False),
        (r"(?:[a-z]+ )+", False),
        (r"\d{1,3}(?:,\d{3})*", False),
        (r"(?=.*23)(?=.*Two).*", False),
        (r"(?i)(?:a+|b)?c+", False),
        (r"\(a+\)+", False),
        (r"[(a+)]+", False),
        (r"(a+)", False),
        (r"(a+){2}", False),
        (r"(a+", False),
    ],
)
def test_a_repeat_inside_a_repeat_is_seen(pattern, slow):
    """Where nothing firm stands beside the inner one; escapes and classes are no groups."""
    assert has_nested_repeat(pattern) == slow


def test_a_pattern_that_may_take_for_ever_is_a_warning(tmp_path):
    """Whether or not it does on the evidence; words that are compared as they are make no pattern."""
    (found,) = of_one(tmp_path / "g", answers=["(2|3)+ (kg)+", r"(\d+)+ kg"], match="regex")
    assert found[:2] == ("slow_pattern", "q")
    assert r"'(\\d+)+ kg' repeats what repeats already" in found[2]
    assert of_one(tmp_path / "g", answers=["23 kg", "(a+)+"]) == []


@pytest.mark.parametrize("name", ["fares", "stdlib"])
def test_no_pattern_of_our_own_sets_is_called_slow(name):
    """They have some."""
    golden = read_golden(f"golden/{name}")
    patterns = [answer for q in golden.questions() if q.match == "regex" for answer in q.answers]
    assert patterns
    assert not [pattern for pattern in patterns if has_nested_repeat(pattern)]


def test_the_same_question_twice_is_a_warning(tmp_path):
    """Case, punctuation and width of letters make no other question; letters do."""
    again = {**NO_ANSWER, "id": "again", "question": "are there WHALES"}
    third = {**NO_ANSWER, "id": "third", "question": "Are there snails?"}
    found = findings(tmp_path / "g", NO_ANSWER, again, third, {**NO_ANSWER, "id": "a", "question": "?!"}, {**ASKED})
    assert found == [("same_question", "again", "asks the same as 'none'; delete one, or it counts double")]


def test_a_field_that_looks_misspelt_is_a_warning(tmp_path):
    """Unknown fields are kept in silence unless they are nearly one that is read; here that one is there too."""
    found = of_one(tmp_path / "g", answer="23 kg", gold_doc_id="new", audience="staff")
    assert [message for _, _, message in found] == [
        "'answer' in 1 question is not read; did you mean 'answers'?",
        "'gold_doc_id' in 1 question is not read; did you mean 'gold_doc_ids'?",
    ]


@pytest.mark.parametrize(
    ("field", "meant"),
    [("evidnce", "evidence"), ("Evidence", "evidence"), ("goldDocIds", "gold_doc_ids"), ("answer", "answers")],
)
def test_a_misspelt_label_is_a_fault_and_stands_in_the_report_of_a_run(tmp_path, capsys, field, meant):
    """Where the one that was meant is missing: every number would be of other labels than the author wrote."""
    asked = {name: value for name, value in ASKED.items() if name != meant} | {field: ASKED[meant]}
    told = f"{field!r} in 2 questions is not read; did you mean {meant!r}?"
    found = findings(tmp_path / "g", asked, {**asked, "id": "p", "question": "What weight?"}, *FIVE)
    assert ("misspelt_field", None, told) in found
    assert main(["golden", "check", str(tmp_path / "g")]) == 1
    capsys.readouterr()
    assert main(["run", str(tmp_path / "g"), "--logs", str(tmp_path / "logs")]) == 0
    assert told in capsys.readouterr().out
    main(["sweep", str(tmp_path / "g"), "--chunker", "whole", "--json"])
    assert told in capsys.readouterr().err


def test_a_misspelt_field_of_a_document_is_a_fault_and_other_fields_are_none(tmp_path):
    """A status that nobody reads hides nothing; `evidence_ids` and `audience` are names of their own."""
    documents = ({**DOCUMENTS[0], "metdata": {"status": "draft"}, "url": "x"}, DOCUMENTS[1])
    fields = {"evidence": [], "evidence_ids": ["a"], "audience": "staff", "answered_by": "Ada", "titel": "x"}
    found = of_one(tmp_path / "g", documents=documents, **fields)
    (told,) = [message for kind, _, message in found if kind in {"misspelt_field", "unread_field"}]
    assert told == "'metdata' in 1 document is not read; did you mean 'metadata'?"


def test_every_line_that_cannot_be_read_is_listed(tmp_path, capsys):
    """Each with its line and reason, in one check; the first 20 and a count; what points at an unread document is not blamed."""
    folder = write_set(tmp_path / "g", ASKED, {**ASKED, "question": " "}, {**NO_ANSWER, "id": "q"}, {**ASKED, "id": 7})
    file = folder / "questions.jsonl"
    file.write_text(file.read_text(encoding="utf-8") + "{\n", encoding="utf-8")
    assert main(["golden", "check", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert [re.search(r"line \d", line)[0] for line in err.splitlines()[:-1]] == [
        "line 2",
        "line 3",
        "line 4",
        "line 5",
    ]
    assert "4 faults keep it from being read; correct them" in err.splitlines()[-1]
    (folder / "corpus.jsonl").write_text(json.dumps({"doc_id": "old", "text": "x"}) + "\n{\n" * 25, encoding="utf-8")
    assert main(["golden", "check", str(folder)]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 21
    assert "29 faults keep it from being read, the first 20 of them listed" in err
    assert "no document 'new'" not in err
    assert main(["run", str(folder), "--logs", str(tmp_path / "logs")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(("analyzer", "found"), [("plain", True), ("unicode", False)])
def test_questions_of_which_the_corpus_holds_no_term_are_a_warning(tmp_path, analyzer, found):
    """Chinese under `plain` is one term from mark to mark; told where it is so of most answerable questions."""
    documents = ({"doc_id": "new", "text": "每位旅客可免费托运一件行李，重量不超过23公斤。"},)
    folder = tmp_path / "g"
    asked = {**ASKED, "question": "行李可以多重？", "evidence": ["不超过23公斤"], "answers": ["23公斤"]}
    again = {**asked, "id": "p", "question": "免费托运几件行李？"}
    write_set(folder, asked, again, NO_ANSWER, documents=documents)
    (folder / "golden.toml").write_text(f'[defaults]\nanalyzer = "{analyzer}"\n', encoding="utf-8")
    told = [f.message for f in check_golden(read_golden(folder)).findings if f.kind == "no_shared_term"]
    assert bool(told) == found
    assert not found or told[0].startswith(
        "2 of 2 answerable questions share no term with the corpus under analyzer plain"
    )


def test_small_slices_are_one_warning(tmp_path):
    """Fewer than five questions of a type say little."""
    (found,) = findings(tmp_path / "g", {**ASKED, "type": "rare"}, *FIVE)
    assert found[:2] == ("small_slices", None)
    assert found[2].startswith("2 slices have fewer than 5 questions: rare (1), fact (4);")


def test_one_question_is_worth_its_share_of_accuracy(tmp_path):
    """Of the answerable questions, since accuracy is of those."""
    golden = read_golden(write_set(tmp_path / "g", ASKED, {**ASKED, "id": "p"}, *FIVE))
    assert resolution_points(golden) == 50
    assert resolution_points(read_golden(write_set(tmp_path / "g", *FIVE))) is None


# --- what makes a set easier, or smaller, than it seems ---------------------------------------------------------------


def kinds_of(found):
    return [(kind, question_id) for kind, question_id, _ in found]


def test_a_question_in_the_words_of_its_evidence_is_scored_and_told(tmp_path):
    """Five of five content words, in other inflections and another order; a keyword question may, a short one must."""
    copied = "Up to what kg is one of the bags free?"
    (found,) = of_one(tmp_path / "g", question=copied)
    message = "5 of its 5 content words stand in the sentence that answers it; ask it as somebody who has not read that"
    assert found == ("reuses_evidence", "q", message)
    golden = read_golden(write_set(tmp_path / "g", {**ASKED, "question": copied}, *FIVE))
    (reuse,) = check_golden(golden).reuse
    assert (reuse.words, reuse.shared, reuse.score) == (5, 5, 1)
    kinds = kinds_of(of_one(tmp_path / "g", question=copied, type="keyword"))
    assert ("reuses_evidence", "q") not in kinds
    assert of_one(tmp_path / "g", question="What is free up to a kg?") == []


def test_only_the_sentence_of_the_evidence_counts_as_its_words(tmp_path):
    """The same words in the next sentence are no reuse: 2 of 4, `bag` is in both."""
    golden = read_golden(write_set(tmp_path / "g", {**ASKED, "question": "Two bags cost 1308 what?"}, *FIVE))
    (reuse,) = check_golden(golden).reuse
    assert (reuse.words, reuse.shared) == (4, 1)


@pytest.mark.parametrize(
    ("other", "near"),
    [
        ("How much do you charge for a second checked bag on the island route", True),
        ("How much do you charge for a third bag on the island routes", True),
        ("How much do you charge for a second bag on 3 island routes", False),
        ("Who do you charge for a parcel on the island routes", False),
    ],
)
def test_questions_that_ask_nearly_the_same_are_paired(tmp_path, other, near):
    """By stems, all words counted: nine of ten shared is near, a digit more is another question."""
    first = {**ASKED, "question": "How much do you charge for a second bag on the island routes?"}
    found = findings(tmp_path / "g", first, {**ASKED, "id": "r", "question": other}, *FIVE)
    told = [message for kind, name, message in found if (kind, name) == ("near_same_question", "r")]
    assert len(told) == near
    assert not near or told[0].startswith("asks nearly the same as 'q' (Jaccard 0.")


def test_evidence_that_stands_everywhere_says_nothing_of_what_was_found(tmp_path):
    """`kg` three times in the gold document; a span says which, and twice is not yet common."""
    text = "Bags: 23 kg. Skis: 30 kg. Bikes: 32 kg."
    documents = ({"doc_id": "new", "text": text}, {"doc_id": "old", "text": "Bags: 20 kg."})
    told = of_one(tmp_path / "g", documents=documents, evidence=["kg"], answers=["23 kg"])
    assert ("anchor_ambiguous", "q") in kinds_of(told)
    message = next(message for kind, _, message in told if kind == "anchor_ambiguous")
    assert message.startswith("'kg' stands at 3 places: any chunk with one of them counts as finding it")
    anywhere = of_one(tmp_path / "g", documents=documents, evidence=["kg"], gold_doc_ids=[])
    message = next(message for kind, _, message in anywhere if kind == "anchor_ambiguous")
    assert "4 places in 2 documents" in message
    assert message.endswith("or name gold_doc_ids")
    span = {"doc_id": "new", "start": 9, "end": 11}
    assert ("anchor_ambiguous", "q") not in kinds_of(of_one(tmp_path / "g", documents=documents, evidence=[span]))


def test_an_unanswerable_question_that_a_sentence_covers_is_to_be_looked_at(tmp_path):
    """All that it asks about stands in one sentence; with half of it nothing is said."""
    asked = {**NO_ANSWER, "question": "What do two bags cost in EUR?"}
    found = findings(tmp_path / "g", ASKED, asked, *FIVE)
    (message,) = [message for kind, name, message in found if (kind, name) == ("perhaps_answerable", "none")]
    assert message == "'Two bags cost 1308 EUR.' in 'new' holds 100% of what it asks; make sure it is no answer"
    half = {**NO_ANSWER, "question": "What do two parrots cost in peacetime?"}
    assert "perhaps_answerable" not in dict(kinds_of(findings(tmp_path / "g", ASKED, half, *FIVE)))


def test_an_unanswerable_question_with_an_answer_in_the_corpus_names_the_place(tmp_path):
    """The label and the answer contradict each other, and the corpus takes sides."""
    asked = {**NO_ANSWER, "answers": ["1308 EUR"]}
    found = findings(tmp_path / "g", ASKED, asked, *FIVE)
    (message,) = [message for kind, _, message in found if kind == "unanswerable_with_evidence"]
    assert "('1308 EUR' stands in 'new')" in message


def test_questions_without_a_type_are_counted(tmp_path):
    """One of six is untyped; and a large set of one type only has no slices either."""
    untyped = {key: value for key, value in ASKED.items() if key != "type"}
    (message,) = [m for kind, _, m in findings(tmp_path / "g", untyped, *FIVE) if kind == "types_missing"]
    assert message.startswith("1 of 5 questions has no type")
    many = [{**NO_ANSWER, "id": f"n{n}", "question": f"Whale {n}?"} for n in range(20)]
    (message,) = [m for kind, _, m in findings(tmp_path / "g", ASKED, *many) if kind == "types_missing"]
    assert message.startswith("all 21 questions are of type 'fact'")


# --- the command ------------------------------------------------------------------------------------------------------


def command(*arguments):
    parser = Parser(prog="harness golden")
    verb.add_arguments(parser)
    return verb.run(parser.parse_args(list(map(str, arguments))))


def test_the_exit_code_is_1_only_for_faults(tmp_path, capsys):
    """Warnings alone leave it 0; a set that cannot be read is an input error, which `main` turns into 2."""
    assert command("check", write_set(tmp_path / "g", {**ASKED, "answers": []}, *FIVE)) == 0
    assert command("check", write_set(tmp_path / "g", {**ASKED, "evidence": ["nowhere"]}, *FIVE)) == 1
    capsys.readouterr()
    with pytest.raises(InputError) as caught:
        command("check", tmp_path / "none")
    assert caught.value.exit_code == 2
    with pytest.raises(InputError, match="--chunker 'windw'"):
        command("check", tmp_path / "g", "--chunker", "windw")


def test_the_text_is_grouped_counted_and_fits_80_columns(tmp_path, capsys):
    """At most twenty findings of a kind are told, then their number."""
    asked = [{**ASKED, "id": f"q{n}", "question": f"{n}?", "answers": []} for n in range(25)]
    command("check", write_set(tmp_path / "g", *asked, *FIVE))
    shown = capsys.readouterr().out
    told, _, findings = shown.partition("\n\n")
    assert told.splitlines()[:4] == [
        "g: 0 faults, 26 warnings",
        "  29 questions: 25 answerable, 4 unanswerable",
        "  2 documents",
        "  resolution: one answerable question is 4.00 points of accuracy",
    ]
    assert "the smallest difference between two settings they can show: 30 points" in " ".join(told.split())
    assert "reuse of the evidence's words: median 0.00, from 0 to 1: █▁▁▁▁▁▁▁▁▁" in told
    assert findings.startswith("WARNING no_answers: answerable questions without accepted answers (25)\n")
    assert "  … and 5 more (--json lists all)" in shown
    assert "q19: " in shown
    assert "q20: " not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_json_lists_everything(tmp_path, capsys):
    """One document on stdout, with every finding and the counts of every kind."""
    asked = [{**ASKED, "id": f"q{n}", "question": f"{n} \ud800?", "evidence": ["nowhere"]} for n in range(25)]
    assert command("check", write_set(tmp_path / "g", *asked), "--json") == 1
    document = json.loads(capsys.readouterr().out)
    # 25 missing and no unanswerable; 25 answers not in the evidence, and all questions of one type.
    assert (document["faults"], document["warnings"], document["resolution_points"]) == (26, 26, 4)
    assert document["kinds"]["anchor_missing"] == 25
    assert set(document["kinds"]) == set(KINDS)
    assert document["findings"][0]["question_id"] == "q0"
    assert document["golden"]["questions"] == 25


def test_a_chunker_is_named_and_its_cuts_are_found(tmp_path, capsys):
    """Windows of three words without overlap cut an anchor of four; a whole document does not."""
    folder = write_set(tmp_path / "g", ASKED, *FIVE)
    assert command("check", folder, "--chunker", "window:3:0") == 1
    shown = capsys.readouterr().out
    assert "2 documents · cut by window:3:0" in shown
    assert re.search(r"FAULT anchor_cut: .* \(1\)\n  q: 'up to 23 kg' is cut between 'new#\d' and 'new#\d'", shown)
    assert command("check", folder, "--chunker", "whole") == 0


def test_every_kind_is_documented_by_a_title():
    """A reader of the JSON can look each kind up."""
    assert all(title and severity in {"fault", "warning"} for severity, title in KINDS.values())


def test_real_literal_evidence_is_all_found(shared):
    """The 893 sentences people selected in clapnq_dev stand in their passages, as its own description says."""
    found = check_golden(read_golden(shared / "clapnq_dev")).findings
    assert [finding for finding in found if finding.severity == "fault"] == []
