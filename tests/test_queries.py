"""Questions made from a corpus: what each kind takes from it, what it must not repeat, and the set that comes of it."""

from __future__ import annotations

import json

import pytest
from conftest import write_jsonl

from harness.analyze.snowball import Options, Snowball
from harness.cli.main import main
from harness.golden.queries import FactMaker, article_questions, article_texts
from harness.golden.read import read_golden
from harness.types import Document

TEXTS = {
    "boats": "Boats and sailing in winter\nSailors repaired the wooden boats slowly. Painting boats was hard work.",
    "birds": "Watching birds near harbours\nA painter watched many birds. Repairing a harbour costs winters of sailing.",
    "work": "Hard working painters\nThe sailor works in the harbour. Birds slow the boating watchers, costing wood.",
}
CORPUS = [{"doc_id": doc_id, "text": text, "summary": f"What {doc_id} are about"} for doc_id, text in TEXTS.items()]
DOCUMENTS = [Document(doc_id=doc_id, text=text) for doc_id, text in TEXTS.items()]


@pytest.fixture
def corpus(tmp_path):
    """A folder with documents and no questions."""
    write_jsonl(tmp_path / "mine" / "corpus.jsonl", CORPUS)
    return tmp_path / "mine"


def make(capsys, corpus, *flags):
    output = corpus.parent / f"made-{len(list(corpus.parent.iterdir()))}"
    code = main(["golden", "make-queries", str(corpus), "-o", str(output), *flags])
    return code, output, capsys.readouterr()


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_fact_is_words_of_one_sentence_none_in_its_form(capsys, corpus):
    """Every word has a stem of the sentence, no form of it; it stands elsewhere in the corpus; the sentence is the evidence."""
    code, output, _ = make(capsys, corpus, "--articles", "0", "--words", "3")
    assert code == 0
    stemmer = Snowball(Options(language="english"))
    everything = " ".join(TEXTS.values()).lower()
    golden = read_golden(output)
    facts = list(golden.questions())
    assert len(facts) >= 3
    for fact in facts:
        (group,) = fact.evidence
        sentence = group.alternatives[0].text.lower()
        assert TEXTS[fact.gold_doc_ids[0]].lower().count(sentence) == 1
        words = fact.question.split()
        assert len(words) == 3
        for word in words:
            assert word not in sentence.replace(".", "").split()
            assert word in everything
            assert stemmer.terms(word)[0] in stemmer.terms(sentence)


def test_the_draw_is_the_seeds_and_words_keep_their_order():
    """Same seed, same questions; another seed, others; stems come as the sentence has them."""
    first = FactMaker(DOCUMENTS, "en", 3, 0).questions(10)
    assert first == FactMaker(DOCUMENTS, "en", 3, 0).questions(10)
    assert first.questions != FactMaker(DOCUMENTS, "en", 3, 1).questions(10).questions
    stemmer = Snowball(Options(language="english"))
    for question in first.questions:
        stems = stemmer.terms(question["evidence"][0]["text"])
        places = [stems.index(stem) for stem in stemmer.terms(question["question"])]
        assert places == sorted(places)


def test_sentences_of_many_documents_are_drawn_in_turns():
    """Two questions of two documents, though the first has more sentences."""
    chosen = FactMaker(DOCUMENTS, "en", 3, 0).questions(2).questions
    assert len({question["gold_doc_ids"][0] for question in chosen}) == 2


def test_a_sentence_that_stands_twice_is_no_evidence():
    """Finding its other copy would be right as well."""
    twice = [*DOCUMENTS, DOCUMENTS[0].model_copy(update={"doc_id": "copy"})]
    made = FactMaker(twice, "en", 3, 0).questions(100)
    assert {question["gold_doc_ids"][0] for question in made.questions} <= {"birds", "work"}
    assert sum(made.left_out.values()) == 2


def test_turkish_inflections_are_told_from_casing():
    """`seçimde` for `seçim`, `istanbulda` for `İSTANBUL`: the dotted capital is a small i, whichever case the text has it in."""
    texts = {"a": "Seçim İSTANBUL için.", "b": "Seçimde kimse istanbulda yoktu."}
    documents = [Document(doc_id=doc_id, text=text) for doc_id, text in texts.items()]
    questions = FactMaker(documents, "tr", 2, 0).questions(5).questions
    assert [question["question"] for question in questions] == ["seçimde istanbulda", "seçim istanbul"]


def test_an_article_question_is_cut_out_of_its_document(capsys, corpus):
    """The first line becomes the question and leaves the corpus; offsets of facts are those of what is written."""
    code, output, told = make(capsys, corpus, "--articles-from", "first-line", "--words", "3")
    assert code == 0
    written = {row["doc_id"]: row["text"] for row in lines(output / "corpus.jsonl")}
    questions = lines(output / "questions.jsonl")
    about = {q["gold_doc_ids"][0]: q["question"] for q in questions if q["type"] == "article"}
    assert about == {doc_id: text.partition("\n")[0] for doc_id, text in TEXTS.items()}
    assert written == {doc_id: text.partition("\n")[2] for doc_id, text in TEXTS.items()}
    for question in questions:
        for span in question.get("evidence", ()):
            assert written[span["doc_id"]][span["start"] : span["end"]] == span["text"]
    assert "3 article-level and" in told.out
    assert "next: harness sweep" in told.out


def test_summaries_come_from_a_field_metadata_or_the_questions_there_are(capsys, corpus):
    """A field of the document; a dotted one; questions that name one document and no evidence."""
    code, output, _ = make(capsys, corpus, "--articles-from", "summary", "--facts", "0")
    assert code == 0
    assert [q["question"] for q in lines(output / "questions.jsonl")] == [f"What {d} are about" for d in TEXTS]
    nested = Document(doc_id="a", text="x", metadata={"about": {"short": "Deep down it is about this"}})
    assert article_texts([nested], "metadata.about.short") == {"a": "Deep down it is about this"}
    asked = [
        {"id": "1", "question": "Which one is about sailing?", "gold_doc_ids": ["boats"]},
        {"id": "2", "question": "Where is the evidence?", "gold_doc_ids": ["birds"], "evidence": ["A painter"]},
    ]
    write_jsonl(corpus / "questions.jsonl", asked)
    code, output, _ = make(capsys, corpus, "--articles-from", "questions", "--facts", "0")
    assert code == 0
    assert [q["question"] for q in lines(output / "questions.jsonl")] == ["Which one is about sailing?"]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("sumary", "'sumary': no document has text there; did you mean 'summary'?"),
        ("abstract", "no document has text there; known: first-line, kind, metadata.kind, questions, summary, title"),
        ("title", "'title': no document has text there"),
        ("metadata.kind", "no question could be made of it (no text that says what it is about"),
        ("questions", "questions: none names one document and no evidence"),
    ],
)
def test_a_source_that_gives_no_article_question_is_refused(capsys, corpus, source, says):
    """Not a set of facts alone, without a word; where nothing was named, titles that are missing are only counted."""
    rows = [{**row, "metadata": {"kind": "note"}} for row in lines(corpus / "corpus.jsonl")]
    write_jsonl(corpus / "corpus.jsonl", rows)
    write_jsonl(corpus / "questions.jsonl", [{"id": "1", "question": "Where?", "evidence": ["A painter"]}])
    code, output, told = make(capsys, corpus, "--articles-from", source, "--words", "3")
    assert (code, output.exists()) == (2, False)
    assert says in told.err
    assert f"did you mean {source!r}" not in told.err
    code, output, told = make(capsys, corpus, "--words", "3")
    assert code == 0
    assert "0 article-level and" in told.out


def test_a_made_set_passes_its_check(capsys, corpus):
    """It has no answers and nothing to abstain from, which is a note, told once: it measures retrieval."""
    _, output, _ = make(capsys, corpus, "--articles-from", "first-line", "--words", "3")
    assert main(["golden", "check", str(output), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["faults"] == told["kinds"]["no_unanswerables"] == told["kinds"]["no_answers"] == 0
    assert told["kinds"]["retrieval_only"] == 1


def test_questions_that_still_stand_in_their_document_are_counted(capsys, corpus):
    """A summary that is a sentence of the text, not a line of it, stays there; the count says that it is easy to find."""
    documents = [Document(doc_id="a", text="It rains. It is about rain and wind. Then snow.")]
    made = article_questions(documents, {"a": ["It is about rain and wind."]}, 5, 0)
    assert made.documents == tuple(documents)
    assert (len(made.questions), made.quoting) == (1, 1)


def test_titles_that_say_too_little_are_counted(capsys, corpus):
    """Two words name a document; a document that is nothing but its title has nothing left to find."""
    documents = [
        Document(doc_id="a", text="Just one single title\n"),
        Document(doc_id="b", text="Two words\nand more."),
    ]
    texts = {doc_id: [text] for doc_id, text in article_texts(documents, "first-line").items()}
    made = article_questions(documents, texts, 5, 0)
    assert made.questions == ()
    assert sorted(made.left_out.values()) == [1, 1]


def test_a_document_that_is_nothing_but_its_title_takes_no_place_in_the_draw():
    """As many questions as were asked for, where so many documents can have one."""
    documents = [Document(doc_id=f"d{n}", text=f"Title of number {n}\n{'More.' * (n >= 90)}") for n in range(100)]
    texts = {doc_id: [text] for doc_id, text in article_texts(documents, "first-line").items()}
    for seed in range(5):
        made = article_questions(documents, texts, 10, seed)
        assert sorted(question["gold_doc_ids"][0] for question in made.questions) == [f"d{n}" for n in range(90, 100)]
        assert sum(made.left_out.values()) == 90


def test_what_is_made_is_a_golden_set_that_stems(capsys, corpus):
    """It loads, checks without a missing anchor and is swept with stems by default, so that inflections meet."""
    code, output, _ = make(capsys, corpus, "--articles-from", "first-line", "--words", "3")
    assert code == 0
    assert read_golden(output).defaults["analyzer"] == "snowball:english"
    main(["golden", "check", str(output)])
    assert "anchor_missing" not in capsys.readouterr().out
    assert main(["sweep", str(output), "--chunker", "whole", "-k", "1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert set(row["slices"]) == {"article", "fact"}
    assert row["slices"]["article"]["evidence_questions"] == 0


def test_a_corpus_of_a_few_short_documents_is_told_what_it_lacks(capsys, tmp_path):
    """One word of one sentence recurs in another form, no document has a title; with --words 1 there are two questions."""
    texts = ["Checked bags may weigh 23 kg.", "Dogs fly as cargo.", "Seats are free at check-in."]
    folder = tmp_path / "six"
    write_jsonl(folder / "corpus.jsonl", [{"doc_id": f"d{n}", "text": text} for n, text in enumerate(texts)])
    code, _, told = make(capsys, folder)
    assert code == 2
    for words in (
        "give documents titles of 3 words or more, or name another text with --articles-from",
        "for facts add more or longer documents, or --words 1: the best sentence has 1 such words",
    ):
        assert words in told.err
    assert make(capsys, folder, "--words", "1")[0] == 0


def test_what_cannot_be_made_is_refused_in_one_line(capsys, corpus, tmp_path):
    """No stemmer, no title anywhere, a number that is none, a folder that holds a set already; nothing is written."""
    for flags, words in (
        (["--language", "zh"], "leave them out with --facts 0"),
        (["--facts", "0"], "no question could be made (3 documents: no text that says what it is about"),
        (["--articles", "0", "--facts", "0"], "none was asked for"),
        (["--words", "six"], "--words 'six'"),
    ):
        code, output, told = make(capsys, corpus, *flags)
        assert code == 2, flags
        assert words in told.err
        assert told.err.count("\n") == 1
        assert not output.exists()
    assert main(["golden", "make-queries", str(corpus), "-o", str(corpus), "--words", "3"]) == 2
    assert "holds a golden set already" in capsys.readouterr().err
