"""Analyzers per language: casing, stems, stopwords, scripts without spaces; expected stems are the Snowball project's."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from harness import plugins
from harness.analyze._languages import CODES, analyzer_for
from harness.analyze._stopwords import STOPWORDS
from harness.cli.main import main
from harness.errors import SpellingError
from harness.golden.read import read_golden


def terms(spelling, text):
    module, options = plugins.part("analyze", spelling)
    return module.make(options).terms(text)


def test_turkish_casing_tells_dotted_from_dotless():
    """İ is i and I is ı, however the text was composed or lower-cased before."""
    assert terms("snowball:turkish:keep", "İZMİR IĞDIR") == terms("snowball:turkish:keep", "izmir ığdır")
    assert terms("snowball:turkish:keep", "I\u0307zmir") == terms("snowball:turkish:keep", "izmir")
    assert terms("snowball:turkish:keep", "İzmir".lower()) == terms("snowball:turkish:keep", "izmir")
    assert terms("snowball:turkish:keep", "ISI") != terms("snowball:turkish:keep", "isi")


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("kitap", "kitaplarımızdan"),
        ("seçim", "seçimde"),
        ("İstanbul", "İSTANBUL'da"),
        ("şehir", "şehirlerin"),
        ("öğrenciler", "öğrencilerin"),
    ],
)
def test_one_turkish_inflection_is_another(asked, written):
    """What a question calls `kitap` a document may call `kitaplarımızdan`."""
    assert terms("snowball:turkish", asked) == terms("snowball:turkish", written)
    assert terms("plain", asked) != terms("plain", written)


def test_a_question_in_one_inflection_finds_its_evidence_in_another(capsys, tmp_path):
    """Without stemming the two share no word and the question is a retrieval miss; with it the evidence is first."""
    folder = tmp_path / "tr"
    folder.mkdir()
    documents = [
        {"doc_id": "a", "text": "Kütüphanedeki kitapların tümü 2019 yılında sayıldı."},
        {"doc_id": "b", "text": "Vapurlar akşamları iskeleden kalkıyor."},
        {"doc_id": "c", "text": "Bahçelerde güller açmış."},
    ]
    question = {"id": "q", "question": "kitap kaç senesinde sayılmış?", "gold_doc_ids": ["a"], "evidence": ["2019"]}
    (folder / "corpus.jsonl").write_text("".join(json.dumps(d) + "\n" for d in documents))
    (folder / "questions.jsonl").write_text(json.dumps(question) + "\n")
    assert main(["sweep", str(folder), "--analyzer", "plain", "--analyzer", "snowball:tr", "-k", "1", "--json"]) == 0
    plain, stemmed = (row["recall"]["1"]["numerator"] for row in json.loads(capsys.readouterr().out)["rows"])
    assert (plain, stemmed) == (0, 1)


@pytest.mark.parametrize(
    ("spelling", "text", "expected"),
    [
        ("snowball:english", "The airline's baggage rules are changing", ["airlin", "baggag", "rule", "chang"]),
        ("snowball:english:keep", "the rules", ["the", "rule"]),
        ("snowball:fr", "Qu'est-ce que l'école d'hiver ?", ["écol", "hiv"]),
        ("snowball:de", "Die Häuser der Städte", ["haus", "stadt"]),
        ("snowball:ru", "Где находятся книги?", ["наход", "книг"]),
        ("unicode", "Straße CAFÉ naïve A1 x", ["straße", "café", "naïve", "a1", "x"]),
        ("unicode", "１２３ ﬁne", ["123", "fine"]),
    ],
)
def test_terms_by_language(spelling, text, expected):
    """Stems of the Snowball project, elisions and possessives off, compatibility forms composed."""
    assert terms(spelling, text) == expected


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("東京の人口は？", "日本の首都東京都には約1400万人が住み、人口は増えている。"),
        ("北京在哪里", "中国首都北京位于华北平原。"),
        ("สนามบินอยู่ที่ไหน", "สนามบินสุวรรณภูมิตั้งอยู่ในจังหวัดสมุทรปราการ"),
        ("서울 인구", "서울특별시의 인구는 약 940만 명이다."),
    ],
)
@pytest.mark.parametrize("analyzer", ["unicode", "snowball:english"])
def test_scripts_without_spaces_share_pairs_of_characters(analyzer, question, evidence):
    """`plain` sees whole sentences as one word each; here question and evidence share terms, at least two characters long."""
    shared_terms = set(terms(analyzer, question)) & set(terms(analyzer, evidence))
    assert any(len(term) >= 2 for term in shared_terms)


def test_marks_stay_on_their_letters():
    """A Thai vowel sign is no term of its own, nor torn from its consonant."""
    assert terms("unicode", "ที่นี่") == ["ที่นี่"]
    assert terms("unicode", "か\u3099") == ["が"]


def test_a_question_of_stopwords_only_has_no_terms():
    """It finds nothing, and says so by finding nothing: no chunk is near to nothing."""
    assert terms("snowball:english", "What is it that they are?") == []
    assert terms("snowball:turkish", "Bu ne, ne zaman ve nasıl?") == ["zama"]


def test_every_language_with_stopwords_has_a_stemmer():
    """A list under a misspelled name would never be used."""
    snowballstemmer = pytest.importorskip("snowballstemmer")
    assert set(STOPWORDS) <= set(snowballstemmer.algorithms())
    assert set(CODES.values()) <= set(snowballstemmer.algorithms())


def test_a_stemmer_that_does_not_exist_names_the_nearest():
    """`turkce` is close to `turkish`."""
    with pytest.raises(SpellingError, match="turkish"):
        plugins.part("analyze", "snowball:turkis")


def test_threads_may_share_an_analyzer():
    """The stemmer works in place, so it is asked by one thread at a time."""
    module, options = plugins.part("analyze", "snowball:turkish")
    shared_analyzer = module.make(options)
    words = [
        f"{stem}{suffix}"
        for stem in ("kitap", "şehir", "yol", "deniz")
        for suffix in ("", "lar", "ler", "da", "de", "dan")
    ]
    expected = [terms("snowball:turkish", word) for word in words]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(shared_analyzer.terms, words * 50)) == expected * 50


@pytest.mark.parametrize(
    ("language", "analyzer"),
    [("en", None), ("en-GB", None), ("tr", "snowball:turkish"), ("pt_BR", "snowball:portuguese"), ("german", "snowball:german"), ("ja", "unicode"), ("", None)],
)  # fmt: skip
def test_a_golden_sets_language_chooses_the_analyzer(language, analyzer):
    """English keeps `plain`; a language without a stemmer gets the treatment of any script."""
    assert analyzer_for(language) == analyzer


def test_the_defaults_of_a_golden_set_win_over_its_language(golden):
    """`[defaults] analyzer` is what its author wrote; the language only fills in where nothing is."""
    (golden / "golden.toml").write_text('language = "tr"\n')
    assert read_golden(golden).defaults["analyzer"] == "snowball:turkish"
    (golden / "golden.toml").write_text('language = "tr"\n[defaults]\nanalyzer = "plain"\n')
    assert read_golden(golden).defaults["analyzer"] == "plain"
