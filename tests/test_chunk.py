"""Chunkers, and the chunks they make of documents."""

from __future__ import annotations

import json

import pytest
from conftest import SHARED
from hypothesis import example, given
from hypothesis import strategies as st

from harness import plugins
from harness.errors import SpellingError
from harness.index.chunks import chunk_documents, words_per_chunk
from harness.text.literal import contains_whole
from harness.text.words import count_words
from harness.types import Chunk, Document

SEED = SHARED / "seed_stdlib"

PIECES = st.sampled_from([
    "word ", "One. ", "A: b? ", "\n\n", "\n \n", "\n# H\n", "- item\n", "```\n", "| a | b |\n", "今天好。", "กี่ ", "e.g. X ",
    "\x00", "\ud800", "e\u0301", "مرحبا؟ ", "\u2028", "\x1c", "\x1f", "\x85", "\u3000", "\r\n", "1. ", "[S1] ", " ",
])  # fmt: skip
TEXT = st.text(st.characters(exclude_categories=[]), max_size=200) | st.lists(PIECES, max_size=60).map("".join)

SPELLINGS = {
    "window": ["window", "window:3:1", "window:1:0", "window:2:2", "window:2:9"],
    "structure": ["structure", "structure:1", "structure:5"],
    "sentence": ["sentence", "sentence:1:0", "sentence:2:2", "sentence:2:9"],
    "packed": ["packed", "packed:1", "packed:3"],
}
EVERY = [spelling for name in plugins.names("chunk") for spelling in SPELLINGS.get(name, [name])]


def chunker(spelling):
    module, options = plugins.part("chunk", spelling)
    return module.make(options)


def pieces(spelling, text):
    return [text[start:end] for start, end in chunker(spelling).cut(text)]


# --- what every chunker keeps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", EVERY)
@given(text=TEXT)
@example(text="")
@example(text=" \n\t\x1c\x85\u2028 ")
@example(text="\x00")
@example(text="\ud800 \udfff")
@example(text="e\u0301 \u202eabc\u202c שלום")
@example(text="a\u2028b\x1cc\x1dd\x1ee\x1ff\x85g")
@example(text="one two three four five six seven")
@example(text="# H\n\npara one.\n\npara two. And more: x\n\n```\n# no\n")
def test_cuts_hold_every_character_in_order(spelling, text):
    """Cuts are not blank, within bounds, in reading order, deterministic, and leave out nothing but white space."""
    cuts = chunker(spelling).cut(text)
    covered = bytearray(len(text))
    for start, end in cuts:
        assert 0 <= start < end <= len(text)
        assert text[start:end].strip()
        covered[start:end] = b"\1" * (end - start)
    assert all(held or character.isspace() for held, character in zip(covered, text, strict=True))
    assert cuts == sorted(cuts)
    assert len(set(cuts)) == len(cuts)
    assert chunker(spelling).cut(text) == cuts
    assert bool(cuts) == bool(text.strip())


@pytest.mark.parametrize("name", plugins.names("chunk"))
def test_every_chunker_works_without_arguments(name):
    """Defaults are enough, and the module says in one line what it does."""
    module, options = plugins.part("chunk", name)
    assert module.make(options).cut("One two.") == [(0, 8)]
    assert module.__doc__.splitlines()[0].endswith((".", ")."))


@pytest.mark.parametrize(
    "spelling",
    ["window:0", "window:5:-1", "structure:0", "sentence:0", "sentence:1:-1", "packed:0", "window:x", "whole:1"],
)
def test_arguments_out_of_range_are_refused(spelling):
    """A size below 1, a negative overlap, a word for a number: the user's mistake, said in one line."""
    with pytest.raises(SpellingError, match="--chunker"):
        chunker(spelling)


# --- each chunker -----------------------------------------------------------------------------------------------------


def test_windows_start_at_every_step_while_words_are_left():
    """The last windows may lie inside the one before, as in the first seed."""
    assert pieces("window:3:1", "a b  c\nd e") == ["a b  c", "c\nd e", "e"]
    assert pieces("window:2:0", "a b c") == ["a b", "c"]


def test_an_overlap_of_the_whole_window_advances_by_one():
    """An overlap as long as the window or longer slides by one word or sentence instead of standing still."""
    assert pieces("window:2:2", "a b c") == ["a b", "b c", "c"]
    assert pieces("window:2:7", "a b c") == ["a b", "b c", "c"]
    assert pieces("sentence:2:2", "A. B. C.") == ["A. B.", "B. C.", "C."]


def test_windows_count_characters_where_words_have_no_spaces():
    """A window of two words over Chinese text holds two characters."""
    assert pieces("window:2:0", "今天很好") == ["今天", "很好"]


def test_structure_merges_short_paragraphs_up_to_the_cap():
    """Paragraphs merge while the sum of their words is within the cap; a longer one stays whole."""
    text = "a b\n\nc\n \nd e f g h\n\n\ni"
    assert pieces("structure:3", text) == ["a b\n\nc", "d e f g h", "i"]
    assert pieces("structure:2", text) == ["a b", "c", "d e f g h", "i"]


def test_sentence_windows_slide_by_whole_sentences():
    """The plain rule with the colon as an ender, as in the first seed."""
    assert pieces("sentence:2:1", "A. Note: b? C") == ["A. Note:", "Note: b?", "b? C", "C"]


def test_packed_fills_up_with_whole_sentences():
    """A sentence that does not fit opens the next chunk; one longer than the target is cut at words."""
    assert pieces("packed:5", "One two. Three four five. Six seven.") == ["One two. Three four five.", "Six seven."]
    assert pieces("packed:3", "One two. Three four five six seven. Eight.") == [
        "One two.",
        "Three four five",
        "six seven. Eight.",
    ]
    assert pieces("packed:4", "See e.g. Dr. Who. Then go.") == ["See e.g. Dr. Who.", "Then go."]


@given(TEXT, st.integers(1, 8))
def test_packed_never_exceeds_its_target(text, words):
    """No chunk holds more words than asked for."""
    assert all(count_words(piece) <= words for piece in pieces(f"packed:{words}", text))


def test_whole_keeps_the_document_as_it_is():
    """One cut from end to end, white space too, so that no span is lost."""
    assert pieces("whole", " a\nb ") == [" a\nb "]


# --- documents --------------------------------------------------------------------------------------------------------


def document(text, doc_id="d", **fields):
    return Document(doc_id=doc_id, text=text, **fields)


def test_chunks_know_their_document_and_place():
    """Ids count from 0 within a document, texts are literal slices, metadata is the document's own."""
    documents = [
        document("a b c", "x", title="T", source="S", metadata={"status": "current"}),
        document(" \n", "blank"),
        document("d", "y"),
    ]
    chunks = chunk_documents(iter(documents), chunker("window:2:0"))
    assert [chunk.chunk_id for chunk in chunks] == ["x#0", "x#1", "y#0"]
    assert [(chunk.doc_id, chunk.start, chunk.end, chunk.text) for chunk in chunks] == [
        ("x", 0, 3, "a b"),
        ("x", 4, 5, "c"),
        ("y", 0, 1, "d"),
    ]
    assert (chunks[0].title, chunks[0].source) == ("T", "S")
    assert chunks[0].metadata is documents[0].metadata
    assert chunks[0] == type(chunks[0]).model_validate(chunks[0].model_dump())


def test_chunks_carry_the_headings_in_force_at_their_start():
    """A heading closes those of its level and below; a chunk that starts with a heading stands under it."""
    text = "intro\n\n# One #\n\na\n\n### Deep C#\n\nb\n\n## Two\n\nc\n\n#\n\nd\n\n#hashtag\n\n    # code\n\ne"
    chunks = chunk_documents([document(text)], chunker("structure:1"))
    paths = {chunk.text.strip(): chunk.heading_path for chunk in chunks}
    assert paths["intro"] == ()
    assert paths["a"] == ("One",)
    assert paths["b"] == ("One", "Deep C#")
    assert paths["## Two"] == ("One", "Two")
    assert paths["c"] == ("One", "Two")
    assert paths["d"] == paths["e"] == ("",)


def test_a_comment_in_fenced_code_is_no_heading():
    """Inside backquotes or tildes a line that begins with a hash is code, until a fence of the same kind."""
    text = "# A\n\n```py\n# no\n~~~\n```\n\nin a\n\n~~~\n```\n# no\n~~~\n\n# B\n\nin b"
    chunks = chunk_documents([document(text)], chunker("window:2:0"))
    paths = {chunk.text: chunk.heading_path for chunk in chunks}
    assert set(paths.values()) == {("A",), ("B",)}
    assert paths["in b"] == ("B",)


@given(TEXT)
def test_headings_take_any_text(text):
    """Whatever the text, headings are read from it and chunks are slices of it."""
    for chunk in chunk_documents([document(text)], chunker("window:3:1")):
        assert all(title in text for title in chunk.heading_path)
        assert chunk.text == text[chunk.start : chunk.end]


def test_a_chunk_is_what_validation_would_have_made_of_it():
    """It is made without; every field is there, equal and copied alike."""
    for chunk in chunk_documents([document("# One\n\na b c\n\n## Two\n\nd e")], chunker("window:2:0")):
        valid = Chunk.model_validate_json(chunk.model_dump_json())
        assert chunk == valid
        assert repr(chunk) == repr(valid)
        assert chunk.model_fields_set == valid.model_fields_set
        assert chunk.model_copy(update={"title": "t"}) == valid.model_copy(update={"title": "t"})


def test_words_per_chunk_is_the_mean():
    """The mean number of words; an index without chunks has none."""
    assert words_per_chunk(chunk_documents([document("a b c")], chunker("window:2:0"))) == 1.5
    assert words_per_chunk([]) == 0.0


# --- parity with the first seed ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seed():
    if not SEED.is_dir():
        pytest.skip(f"the first seed's corpus is not at {SEED}: parity is only checked where it is")
    lines = (SEED / "corpus.jsonl").read_text(encoding="utf-8").split("\n")
    rows = [json.loads(line) for line in lines if line]
    documents = [document(row["text"], row["doc_id"], metadata=row.get("metadata", {})) for row in rows]
    questions = [
        json.loads(line) for line in (SEED / "questions.jsonl").read_text(encoding="utf-8").split("\n") if line
    ]
    return documents, questions, json.loads((SEED / "expected.json").read_text(encoding="utf-8"))


def test_the_seed_corpus_has_the_words_it_says(seed):
    """Words are counted as the seed's program counts them."""
    documents, _, expected = seed
    counts = sorted(count_words(each.text) for each in documents)
    assert (len(counts), sum(counts), counts[-1]) == tuple(
        expected["corpus"][k] for k in ("documents", "words", "max_words")
    )


@pytest.mark.parametrize("table", ["strategies", "sizes"])
def test_chunk_counts_are_the_seeds(seed, table):
    """Every chunker row of the seed's tables gives the same number of chunks, and words in each."""
    documents, _, expected = seed
    assert expected[table]
    for row in expected[table]:
        chunks = chunk_documents(documents, chunker(row["chunker"]))
        assert (row["chunker"], len(chunks)) == (row["chunker"], row["chunks"])
        if "words_per_chunk" in row:
            assert round(words_per_chunk(chunks), 1) == row["words_per_chunk"]


@pytest.mark.parametrize(
    ("key", "count", "overlap"), [("without_overlap", "chunks_without", 0), ("with_overlap", "chunks_with", 5)]
)
def test_cut_evidence_is_the_seeds(seed, key, count, overlap):
    """Sizes 20 to 400, without overlap and with a fifth: the same anchors fit whole in no chunk of their document."""
    documents, questions, expected = seed
    cut, total = {}, 0
    for size in range(20, 401, 20):
        chunks = chunk_documents(documents, chunker(f"window:{size}:{size // overlap if overlap else 0}"))
        total += len(chunks)
        lost = sum(
            not any(
                chunk.doc_id == question["gold_doc_ids"][0] and contains_whole(question["evidence"][0], chunk.text)
                for chunk in chunks
            )
            for question in questions
        )
        if lost:
            cut[str(size)] = lost
    assert total == expected["cut_evidence"][count]
    assert cut | {"total": sum(cut.values())} == expected["cut_evidence"][key]
    assert len(questions) * 20 == expected["cut_evidence"]["of"]
