"""Words, sentences, literals and index terms."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import plugins
from harness.text.literal import contains_whole, find_whole
from harness.text.sentences import fence_after, split_plain, split_sentences
from harness.text.words import UNSPACED, count_words, word_spans

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=300)
SPACES = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2028\u2029\u202f\u205f\u3000"
PROSE = st.text(st.sampled_from("aA1İé.!?:;,'\"()[]S-*#|>`~ \n\r\t。？「」؟।\u2026\u0301\u00bb"), max_size=200)


def sentences(text):
    return [text[start:end] for start, end in split_sentences(text)]


def words(text):
    return [text[start:end] for start, end in word_spans(text)]


# --- words ------------------------------------------------------------------------------------------------------------


@given(ANY_TEXT)
def test_words_of_spaced_text_are_those_of_split(text):
    """Without unspaced scripts the words are exactly `str.split()`, for any Unicode."""
    spaced = UNSPACED.sub("x", text)
    assert words(spaced) == spaced.split()
    assert count_words(spaced) == len(spaced.split())


@given(ANY_TEXT)
def test_count_words_counts_the_spans(text):
    """Counting and spanning agree, and the words hold every character but white space."""
    assert count_words(text) == len(words(text))
    assert "".join(words(text)) == "".join(text.split())


@pytest.mark.parametrize("space", SPACES)
def test_every_white_space_separates_words(space):
    """White space is what `str.split` takes for it, control characters and the line separators included."""
    assert words(f"a{space}b") == ["a", "b"]


def test_each_character_of_an_unspaced_script_is_a_word():
    """Han and kana count by character; Latin words beside them stay whole."""
    assert words("今天 Python很好") == ["今", "天", "Python", "很", "好"]
    assert count_words("ひらがな") == 4


def test_a_mark_stays_with_its_character():
    """A Thai vowel sign or a combining dakuten is never a word of its own."""
    assert words("กี่") == ["กี่"]
    assert words("か\u3099き") == ["か\u3099", "き"]


# --- sentences --------------------------------------------------------------------------------------------------------


def test_the_plain_rule_splits_at_space_after_an_ender():
    """The plain rule knows nothing of abbreviations, and white space inside a sentence stays as it is."""
    text = " One.\n\nTwo  and: e.g. three?  No "
    assert [text[s:e] for s, e in split_plain(text)] == ["One.", "Two  and: e.g.", "three?", "No"]
    assert [text[s:e] for s, e in split_plain(text, ".!?:")] == ["One.", "Two  and:", "e.g.", "three?", "No"]
    assert split_plain(" \n") == []
    assert split_plain(" a. b ", enders="") == [(1, 5)]


@pytest.mark.parametrize(
    "text",
    [
        "It works, e.g. with Dr. Smith and Mr. Jones vs. J. R. Smith.",
        "Some parts, i.e. The Core, are approx. 5 km away.",
        "Version v1.2 of No. 5 gives 3.14 at https://a.org/b?c=d!e and in main.py too.",
        "He waited... and then … left.",
        "See Fig. 3, Sec. IV, p. 12 and vol. A of it.",
        "1. First things first.",
        "## 1.2. Scope",
        "A. The first of the options.",
        '"Really?" he asked.',
        "It was (see below.) not so.",
        "Yahoo! is a name.",
        "Osmanlı 19. yüzyıl sonunda elma, armut vb. meyveler için örn. Ankara ile Dr. Ali.",
        "Bu 2. Dünya Savaşı ve 19. yy. Osmanlı, II. Abdülhamid ile I. Selim dönemidir.",
        "Am 3. März kam er, z. B. Berlin, d. h. Nr. 5, und der 2. Weltkrieg am 3. 4. 1940 ist das.",
        "Er wohnt z.B. Unter den Linden.",
        "M. Dupont est venu, p. ex. Lundi.",
        "El Sr. García vino, p. ej. Ana.",
        "The row: Thomas S. Ricketts met J. J. O'Conner.",
        "「何？」と聞いた。",
        "Hard-wrapped\nlines go on\nuntil the paragraph ends.",
        "It began in\n1990. the year",
        "```\nx. Y! Z?\n\n# no heading\n```",
        "| a. B | c? D |",
        ">>> f(1). G\n3. X",
    ],
)
def test_one_sentence_stays_whole(text):
    """Full stops that end no sentence end none."""
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("joined", "separator"),
    [
        (["One.", "Two!", "Three?", "Four"], " "),
        (["He said “go.”", "(Then he left.)", "**Note.**", "End"], " "),
        (["It is 0.6. [S1]", "Next one [S2].", "Third. [1, 2]", "Fourth.[3][4]", "See. [a.pdf#page=3]", "End"], " "),
        (["Read it.", "[Docs 2](http://x.org) say more."], " "),
        (
            [
                "What is World War II.",
                "The end of plan B.",
                "Then it was 1990.",
                "20 people came at 5 p.m.",
                "He left.",
            ],
            " ",
        ),
        (["Is it No.", "Next we have etc.", "Smith et al.", "The rest."], " "),
        (["Uses the table.", "get_close_matches returns.", "i went home.", "then i slept."], " "),
        (["He left...", "Then he slept …", "Good"], " "),
        (["# A heading without a stop", "Text", "- a bullet", "- another. ", "| a | b |", "| c | d |"], "\n"),
        (["Title", "A paragraph", "1. one", "2. two", "10. ten"], "\n\n"),
        (["Title\n-----", "Text"], "\n"),
        (["Text:", "```py\na. B\n```", "After."], "\n"),
        (["今天很好。", "我们走吧！", "好吗？", "他说：「你好。」", "然后走了"], ""),
        (["値は３．１４です。", "終わり．", "はい"], ""),
        (["كيف حالك؟", "أنا بخير۔", "شكرا"], " "),
        (["नमस्ते।", "कैसे हो?", "ठीक"], " "),
        (["¿Qué?", "¡Sí!", "Il est « parti. »", "Puis rien."], " "),
        (["Bu bir kitap ve kalem.", "Sonra gitti vb.", "Ali geldi."], " "),
        (["Das ist der Rest usw.", "Danach kam nichts."], " "),
    ],
)
def test_sentences_end_where_they_end(joined, separator):
    """Each listed piece is a sentence of the text they are joined into."""
    assert sentences(separator.join(joined)) == [piece.strip() for piece in joined]


def test_a_fence_ends_with_its_own_kind():
    """Fences follow CommonMark: own character, at least as long, bare; backquotes may not be in the opening's rest."""
    assert fence_after("", "```py") == "```"
    assert fence_after("````", "```") == "````"
    assert fence_after("```", "~~~") == "```"
    assert fence_after("```", "```py") == "```"
    assert fence_after("~~~", "~~~~  \n") == ""
    assert fence_after("", "```a`") == ""
    assert fence_after("", "text") == ""


@given(ANY_TEXT | PROSE)
def test_sentences_cover_the_text_in_order(text):
    """Sentences are stripped, not empty, in order, apart, and leave out nothing but white space."""
    for cuts in (split_sentences(text), split_plain(text), split_plain(text, ".!?:")):
        at = 0
        for start, end in cuts:
            assert at <= start < end <= len(text)
            assert not text[at:start].strip()
            assert text[start:end] == text[start:end].strip()
            at = end
        assert not text[at:].strip()


@pytest.mark.parametrize(
    "unit",
    [
        ".",
        "a. ",
        "(((",
        " ",
        ". ",
        ".\n",
        "\n",
        "```a\n",
        "~~~~",
        "#",
        "| ",
        "1. ",
        "A. ",
        '. "',
        ". [1",
        ". [1,",
        "*.",
        "。",
        "x",
    ],
)
def test_time_is_linear_on_hostile_text(unit):
    """A fifth of a million characters of anything split in well under a second: quadratic time would take minutes."""
    text = "." + (unit * 200_000)[:200_000]
    began = time.process_time()
    split_sentences(text)
    split_plain(text)
    assert time.process_time() - began < 5


# --- literals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("308", "gave up 308 points"),
        ("308", "(308)."),
        ("9", "9, 19 and 900"),
        ("9", "it is 9."),
        ("9", "9,00 or 90"),
        ("New  York\nCity", "in New York\t City!"),
        ("0.6)", "(default 0.6) is"),
        ("北京", "我在北京工作"),
        ("กรุง", "ในกรุงเทพ"),
        ("café", "a café."),
        ("C++", "C++ is"),
        ("a.b", "a.b"),
    ],
)
def test_a_whole_literal_is_found(literal, text):
    """A literal at word boundaries is found, white space collapsed, anywhere in scripts without boundaries."""
    assert contains_whole(literal, text)


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("308", "1308"),
        ("308", "3080"),
        ("9", "0.9"),
        ("9", "19"),
        ("9", "9,000"),
        ("9", "9.5"),
        ("000", "9,000"),
        ("cat", "concatenate"),
        ("cafe", "cafe\u0301"),
        ("a", "a_b"),
        ("ali", "Ali"),
        ("", "anything"),
        (" ", "any thing"),
        ("a.b", "axb"),
    ],
)
def test_a_part_of_a_word_or_number_is_not_found(literal, text):
    """A literal that would cut a word, a number or a combined character is not there."""
    assert not contains_whole(literal, text)


def test_occurrences_come_left_to_right_from_a_start():
    """Every whole occurrence is reported once, overlapping ones too."""
    assert list(find_whole("9", "9 19 9")) == [(0, 1), (5, 6)]
    assert list(find_whole("9", "9 19 9", 1)) == [(5, 6)]
    assert list(find_whole("人人", "人人人")) == [(0, 2), (1, 3)]


@given(ANY_TEXT, st.integers(0, 300), st.integers(0, 300))
def test_what_is_found_is_the_literal(text, start, end):
    """Each place found reads as the literal once white space is collapsed."""
    literal = text[min(start, end) : max(start, end)]
    for found_start, found_end in find_whole(literal, text):
        assert text[found_start:found_end].split() == literal.split()
        assert not unicodedata.combining(text[found_end : found_end + 1] or " ")


# --- analyzers --------------------------------------------------------------------------------------------------------


def terms(spelling, text):
    module, options = plugins.part("analyze", spelling)
    return module.make(options).terms(text)


def test_the_words_analyzer_splits_camel_case_and_drops_stopwords():
    """The first seed's rule, worked by hand: the camel case of ASCII only, digits kept, stopwords out."""
    assert terms("words", "What does the getHTTPResponse2 of lru_cache(maxSize=None) DO?") == [
        "get", "httpresponse2", "lru", "cache", "max", "size", "none",
    ]  # fmt: skip
    assert terms("words", "Café is 0.6") == ["caf", "0", "6"]


def test_the_plain_analyzer_keeps_words_of_two_characters():
    r"""The default token pattern of scikit-learn, `(?u)\b\w\w+\b`, on lower-cased text."""
    assert terms("plain", "A cat's X_1 of 0.65, 今天好") == ["cat", "x_1", "of", "65", "今天好"]
    # Lower-casing the dotted capital I leaves a combining dot, which is no word character there either.
    assert terms("plain", "İstanbul") == ["stanbul"]


@pytest.mark.parametrize("name", plugins.names("analyze"))
@given(text=ANY_TEXT)
def test_terms_are_deterministic_and_not_empty(name, text):
    """Every analyzer takes any text, and twice the same text gives twice the same terms."""
    assert terms(name, text) == terms(name, text)
    assert all(terms(name, text))
