"""The golden set `fares` keeps its promises: labels point at words that are there, and the traps it describes exist."""

from __future__ import annotations

import datetime as dt
import difflib
import itertools
import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

FARES = Path(__file__).resolve().parent.parent / "golden" / "fares"
AS_OF = dt.date(2026, 11, 1)
TYPES = {"identifier", "keyword", "paraphrase", "multi_hop", "table", "temporal", "unanswerable"}
DERIVED = {
    "fares-mh01": "two pieces of 18 kg",
    "fares-mh03": "twice €36",
    "fares-mh04": "four children pay twice NKR 740",
    "fares-mh05": "two and a half times NKR 270",
    "fares-mh06": "two pieces of 23 kg",
    "fares-mh07": "110 % of NKR 3,000",
    "fares-mh08": "NKR 2,400 less NKR 700",
    "fares-mh10": "30 minutes before 40 minutes",
}
"""Questions whose value is worked out from the evidence and does not stand in it, and how."""


def rows(name: str) -> list[dict[str, Any]]:
    with (FARES / name).open("rb") as lines:
        return [json.loads(line) for line in lines]


DOCUMENTS = {row["doc_id"]: row for row in rows("corpus.jsonl")}
QUESTIONS = {row["id"]: row for row in rows("questions.jsonl")}
ANSWERABLE = [row for row in QUESTIONS.values() if row["answerable"]]
UNANSWERABLE = [row for row in QUESTIONS.values() if not row["answerable"]]


def by_id(question: dict[str, Any]) -> str:
    return str(question["id"])


def collapse(text: str) -> str:
    return " ".join(text.split())


def holds(text: str, words: str) -> bool:
    """Whether `text` contains `words` after white space is collapsed, with no word character glued to either end."""
    wanted = collapse(words)
    left = r"(?<!\w)" if re.match(r"\w", wanted[0]) else ""
    right = r"(?!\w)" if re.match(r"\w", wanted[-1]) else ""
    return re.search(left + re.escape(wanted) + right, collapse(text)) is not None


def alternatives(question: dict[str, Any]) -> list[str | dict[str, Any]]:
    groups = (group if isinstance(group, list) else [group] for group in question["evidence"])
    return [alternative for group in groups for alternative in group]


def words_of(alternative: str | dict[str, Any]) -> str:
    return alternative if isinstance(alternative, str) else str(alternative["text"])


def valid_on(document: dict[str, Any], day: dt.date) -> bool:
    start, end = document["metadata"]["valid_from"], document["metadata"]["valid_to"]
    return dt.date.fromisoformat(start) <= day and (end is None or day <= dt.date.fromisoformat(end))


def paragraphs(document: dict[str, Any]) -> set[str]:
    return {collapse(part) for part in document["text"].split("\n\n")}


def test_boundaries_are_those_of_words() -> None:
    """A number is not found inside a longer number, and white space may differ."""
    assert holds("code E-308 means", "308")
    assert not holds("code E-1308 means", "308")
    assert holds("two\n  pieces", "two pieces")
    assert holds("Lillskär, 75 % off", "75 %")
    assert not holds("Lillskär", "Lillsk")


def test_ids_are_unique_and_the_set_is_large_enough() -> None:
    """No document or question is shadowed by another with its id, and there are enough of both."""
    assert len(DOCUMENTS) == len(rows("corpus.jsonl")) >= 40
    assert len(QUESTIONS) == len(rows("questions.jsonl")) >= 50
    assert len({row["question"] for row in QUESTIONS.values()}) == len(QUESTIONS)


def test_corpus_has_the_promised_size() -> None:
    """The corpus has 9,000 to 14,000 words, some documents of 500 and more, and many short ones."""
    lengths = [len(document["text"].split()) for document in DOCUMENTS.values()]
    assert 9_000 <= sum(lengths) <= 14_000
    assert sum(500 <= length <= 1_500 for length in lengths) >= 4
    assert sum(length <= 100 for length in lengths) >= 10


def test_golden_toml_names_the_reference_day() -> None:
    """The settings of the set pin the analyser and the day on which validity is judged."""
    settings = tomllib.loads((FARES / "golden.toml").read_text(encoding="utf-8"))
    assert settings["name"] == "fares"
    assert settings["language"] == "en"
    assert settings["defaults"] == {"analyzer": "words", "as_of": AS_OF.isoformat()}


def test_every_document_carries_the_metadata_filters_need() -> None:
    """Status, dates, audience, country and section are present and within their vocabularies."""
    for document in DOCUMENTS.values():
        metadata = document["metadata"]
        assert document["title"], document["doc_id"]
        assert document["source"], document["doc_id"]
        assert metadata["section"], document["doc_id"]
        assert metadata["status"] in {"current", "superseded", "draft"}, document["doc_id"]
        for field, allowed in (("audience", {"staff", "customer"}), ("country", {"XN", "XC"})):
            value = metadata[field]
            assert set(value if isinstance(value, list) else [value]) <= allowed, document["doc_id"]
        if metadata["valid_to"] is not None:
            assert metadata["valid_from"] <= metadata["valid_to"], document["doc_id"]


def test_every_type_and_every_kind_of_unanswerable_is_present() -> None:
    """Each slice has at least four questions, and each unanswerable kind at least three."""
    types = Counter(row["type"] for row in QUESTIONS.values())
    kinds = Counter(row["unanswerable_kind"] for row in UNANSWERABLE)
    assert set(types) == TYPES
    assert min(types.values()) >= 4
    assert types["multi_hop"] >= 8
    assert len(UNANSWERABLE) >= 12
    assert set(kinds) == {"not_in_corpus", "false_premise", "out_of_scope", "underspecified"}
    assert min(kinds.values()) >= 3


def test_readme_counts_what_is_there() -> None:
    """The README's figures by type, and its totals, are those of the files."""
    readme = (FARES / "README.md").read_text(encoding="utf-8")
    stated = {name: int(count) for name, count in re.findall(r"^\| `(\w+)` \| (\d+) \|", readme, flags=re.MULTILINE)}
    assert stated == Counter(row["type"] for row in QUESTIONS.values())
    assert f"{len(DOCUMENTS)} documents" in readme
    assert f"{len(QUESTIONS)} questions" in readme


@pytest.mark.parametrize("question", UNANSWERABLE, ids=by_id)
def test_unanswerable_question_has_no_labels(question: dict[str, Any]) -> None:
    """What the corpus cannot answer has no answers, no gold documents and no evidence."""
    assert question["type"] == "unanswerable"
    assert question["answers"] == question["gold_doc_ids"] == question["evidence"] == []


@pytest.mark.parametrize("question", ANSWERABLE, ids=by_id)
def test_gold_documents_are_known_and_valid_on_the_reference_day(question: dict[str, Any]) -> None:
    """An answerable question points at documents that the filter and the reference day leave visible."""
    assert question["gold_doc_ids"]
    assert question["evidence"]
    for doc_id in question["gold_doc_ids"]:
        assert doc_id in DOCUMENTS
        assert DOCUMENTS[doc_id]["metadata"]["status"] == "current"
        assert valid_on(DOCUMENTS[doc_id], AS_OF)


@pytest.mark.parametrize("question", ANSWERABLE, ids=by_id)
def test_gold_documents_are_for_the_person_who_asks(question: dict[str, Any]) -> None:
    """A question for one audience or country has gold documents that apply to it."""
    for field in ("audience", "country"):
        for doc_id in question["gold_doc_ids"]:
            value = DOCUMENTS[doc_id]["metadata"][field]
            assert field not in question or question[field] in (value if isinstance(value, list) else [value]), doc_id


@pytest.mark.parametrize("question", ANSWERABLE, ids=by_id)
def test_every_anchor_stands_in_a_gold_document(question: dict[str, Any]) -> None:
    """A string is found at word boundaries in a gold document, and a span's text is what its offsets cut out."""
    for alternative in alternatives(question):
        if isinstance(alternative, str):
            assert any(holds(DOCUMENTS[doc_id]["text"], alternative) for doc_id in question["gold_doc_ids"]), (
                alternative
            )
        else:
            text = DOCUMENTS[alternative["doc_id"]]["text"]
            assert alternative["doc_id"] in question["gold_doc_ids"]
            assert text[alternative["start"] : alternative["end"]] == alternative["text"]


@pytest.mark.parametrize("question", ANSWERABLE, ids=by_id)
def test_every_gold_document_is_needed(question: dict[str, Any]) -> None:
    """No document is labelled gold without holding a piece of the evidence."""
    for doc_id in question["gold_doc_ids"]:
        text = DOCUMENTS[doc_id]["text"]
        assert any(holds(text, words_of(alternative)) for alternative in alternatives(question)), doc_id


@pytest.mark.parametrize("question", ANSWERABLE, ids=by_id)
def test_answer_stands_in_the_evidence_unless_it_is_worked_out(question: dict[str, Any]) -> None:
    """An accepted answer is literally in the evidence, and the listed exceptions are really exceptions."""
    evidence = " … ".join(words_of(alternative) for alternative in alternatives(question)).casefold()
    if question.get("match") == "regex":
        found = any(re.search(pattern, evidence, flags=re.IGNORECASE) for pattern in question["answers"])
    else:
        found = any(holds(evidence, answer.casefold()) for answer in question["answers"])
    assert found is (question["id"] not in DERIVED)


@pytest.mark.parametrize("question", ANSWERABLE, ids=by_id)
def test_question_does_not_give_its_answer_away(question: dict[str, Any]) -> None:
    """Neither an accepted answer nor a piece of the evidence stands in the question."""
    asked = question["question"].casefold()
    literal = [] if question.get("match") == "regex" else question["answers"]
    for words in (*literal, *(words_of(alternative) for alternative in alternatives(question))):
        assert not holds(asked, words.casefold()), words


def test_multi_hop_questions_need_two_passages() -> None:
    """Every multi-hop question has at least two groups of evidence, and at least five of them span several documents."""
    multi_hop = [question for question in ANSWERABLE if question["type"] == "multi_hop"]
    assert all(len(question["evidence"]) >= 2 for question in multi_hop)
    assert sum(len(question["gold_doc_ids"]) >= 2 for question in multi_hop) >= 5


def test_every_match_is_one_a_judge_knows() -> None:
    """A question names one of the four ways of comparing, or none."""
    assert {question.get("match", "contains") for question in ANSWERABLE} <= {"contains", "exact", "number", "regex"}


def test_spans_and_alternatives_are_both_exercised() -> None:
    """The set holds span anchors and at least one group with a choice."""
    assert sum(isinstance(alternative, dict) for row in ANSWERABLE for alternative in alternatives(row)) >= 5
    assert any(isinstance(group, list) and len(group) >= 2 for row in ANSWERABLE for group in row["evidence"])


def test_temporal_questions_have_a_rival() -> None:
    """Each temporal question's gold section also holds a document that is not valid on the reference day."""
    rivals = {
        document["metadata"]["section"]
        for document in DOCUMENTS.values()
        if document["metadata"]["status"] != "current" or not valid_on(document, AS_OF)
    }
    for question in ANSWERABLE:
        if question["type"] == "temporal":
            assert {DOCUMENTS[doc_id]["metadata"]["section"] for doc_id in question["gold_doc_ids"]} <= rivals


def test_validity_is_more_than_status() -> None:
    """Some documents are marked current and are not valid on the reference day, one past and one future."""
    hidden = {
        doc_id: document["metadata"]
        for doc_id, document in DOCUMENTS.items()
        if document["metadata"]["status"] == "current" and not valid_on(document, AS_OF)
    }
    assert hidden.keys() == {"promo-autumn-2026", "lounge-access-2026-12"}


def test_paragraphs_are_repeated_exactly() -> None:
    """At least three paragraphs of more than a dozen words stand unchanged in several documents."""
    copies = Counter(part for document in DOCUMENTS.values() for part in paragraphs(document) if len(part.split()) > 12)
    assert sum(count >= 3 for count in copies.values()) >= 3


def test_documents_come_in_near_copies() -> None:
    """At least three pairs of valid documents share nine words in ten, in order, and are not equal."""
    current = [document for document in DOCUMENTS.values() if document["metadata"]["status"] == "current"]
    pairs = 0
    for one, other in itertools.combinations(current, 2):
        left, right = one["text"].split(), other["text"].split()
        matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
        if left != right and matcher.real_quick_ratio() > 0.9 and matcher.quick_ratio() > 0.9 and matcher.ratio() > 0.9:
            pairs += 1
    assert pairs >= 3


def test_some_text_is_not_ascii() -> None:
    """Names, currency signs and a Spanish paragraph keep readers honest about encodings."""
    assert sum(not document["text"].isascii() for document in DOCUMENTS.values()) >= 10
    assert "El pasajero dispondrá" in DOCUMENTS["compensation-claims"]["text"]
