"""Questions made from a corpus, of two kinds that want opposite chunks: what is a document about, and where is one fact.

*Article*: a title or summary that somebody wrote; its document is the answer. Where it stands in its document as a line of its
own it is taken out, or the one chunk that holds it would win by quoting.
*Fact*: words of one sentence, each replaced by another inflected form of the same stem that the corpus has, so that the question
repeats the text's meaning and not its word forms; the sentence is kept as evidence, so that finding its document is not enough.

Both are made by a seeded draw: the same corpus and seed give the same questions.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from harness.analyze._languages import CODES
from harness.analyze.snowball import Options as SnowballOptions
from harness.analyze.snowball import Snowball
from harness.analyze.unicode import lower, terms_of
from harness.errors import InputError
from harness.text.literal import collapse, contains_whole
from harness.text.sentences import split_sentences
from harness.text.words import count_words
from harness.types import Document

LONGEST_SENTENCE = 60
"""A "sentence" of more words is a list, a table or a log, and fits no ordinary chunk."""

SHORTEST_WORD = 3
SHORTEST_ARTICLE = 3
"""A title of fewer words names a document rather than says what it is about."""

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """A corpus as the questions want it, the questions, why some documents gave none (reason to count), and how many quote.

    `quoting` questions still stand word for word in their document, so that a search may find them by the quotation.
    """

    documents: tuple[Document, ...]
    questions: tuple[Fields, ...]
    left_out: Mapping[str, int]
    quoting: int = 0


def article_texts(documents: Iterable[Document], source: str) -> dict[str, str]:
    """Return, by document, what each is said to be about: its `title`, its `first-line`, or a field such as `summary`.

    A dotted name reaches into metadata. Documents without it are absent.
    """
    found = {}
    for document in documents:
        text = _about(document, source)
        if text:
            found[document.doc_id] = text
    return found


def text_fields(documents: Iterable[Document]) -> tuple[str, ...]:
    """Return the fields that `article_texts` could read from these documents, those of metadata by both of their names."""
    found: dict[str, None] = {}
    for document in documents:
        found.update((name, None) for name, value in document.extra.items() if isinstance(value, str))
        for name, value in document.metadata.items():
            if isinstance(value, str):
                found.update({name: None, f"metadata.{name}": None})
    return tuple(found)


def _about(document: Document, source: str) -> str:
    if source == "title":
        return collapse(document.title)
    if source == "first-line":
        return collapse(next((line for line in document.text.splitlines() if line.strip()), ""))
    value: object = {**document.extra, **document.metadata, "metadata": document.metadata}
    for name in source.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return collapse(value) if isinstance(value, str) else ""


def article_questions(documents: Sequence[Document], texts: Mapping[str, Sequence[str]], count: int, seed: int) -> Made:
    """Return at most `count` article-level questions, one a document, with the corpus they do not stand in any more."""
    left_out: Counter[str] = Counter()
    usable: dict[str, list[str]] = {}
    for document in documents:
        long_enough = [text for text in texts.get(document.doc_id, ()) if count_words(text) >= SHORTEST_ARTICLE]
        if long_enough:
            usable[document.doc_id] = long_enough
        else:
            left_out["no text that says what it is about, or one of under three words"] += 1
    emptied = [
        document.doc_id
        for document in documents
        if document.doc_id in usable and not _beside(document, texts[document.doc_id])
    ]
    for doc_id in emptied:
        del usable[doc_id]
    if emptied:
        left_out["nothing but the text that says what it is about"] += len(emptied)
    draw = random.Random(seed)  # noqa: S311 -- a draw that must be repeatable, not unforeseeable
    chosen = {doc_id: draw.choice(usable[doc_id]) for doc_id in _sample(draw, list(usable), count)}
    # From every document that has such a line, asked about or not: a corpus of two kinds of document would favour one.
    cut = tuple(_without_lines(document, texts.get(document.doc_id, ())) for document in documents)
    questions = [
        {"id": f"article-{doc_id}", "question": chosen[doc_id], "gold_doc_ids": [doc_id], "type": "article"}
        for doc_id in usable
        if doc_id in chosen
    ]
    asked = [document for document in cut if document.doc_id in chosen]
    quoting = sum(contains_whole(chosen[document.doc_id], document.text) for document in asked)
    return Made(cut, tuple(questions), left_out, quoting)


def _sample(draw: random.Random, names: Sequence[str], count: int) -> list[str]:
    return draw.sample(names, min(count, len(names)))


def _without_lines(document: Document, texts: Sequence[str]) -> Document:
    kept = _beside(document, texts)
    return document if kept in {"", document.text} else document.model_copy(update={"text": kept})


def _beside(document: Document, texts: Sequence[str]) -> str:
    """Return the document without the lines that are one of `texts`; empty where it is nothing else."""
    lines = document.text.splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.strip() or collapse(line) not in texts)
    return kept if kept.strip() else ""


class FactMaker:
    """Makes fact-level questions over fixed documents in one language, whose stemmer must be there.

    `most_words` is how many words of one sentence, at most, the corpus inflects in another way, as far as was looked.
    """

    def __init__(self, documents: Sequence[Document], language: str, words: int, seed: int) -> None:
        name = CODES.get(language.partition("-")[0].lower(), language)
        if name not in CODES.values():
            raise InputError(
                f"--language {language!r}: fact-level questions need a stemmer, and there is none; leave them out with --facts 0"
            )
        self._documents = documents
        self._words = words
        self._seed = seed
        self._dotless = name == "turkish"
        self._stemmer = Snowball(SnowballOptions(language=name))
        self.most_words = 0
        self._forms: dict[str, Counter[str]] = defaultdict(Counter)
        for document in documents:
            for form in self._content(document.text):
                self._forms[self._stem(form)][form] += 1

    def questions(self, count: int) -> Made:
        """Return at most `count` questions, one sentence a document and round, until the documents have no more."""
        draw = random.Random(self._seed)  # noqa: S311 -- as above
        seen = Counter(collapse(text) for document in self._documents for text in _sentence_texts(document))
        left_out: Counter[str] = Counter()
        per_document: list[list[Fields]] = []
        for document in self._documents:
            made = self._of(document, seen, random.Random(f"{self._seed} {document.doc_id}"))  # noqa: S311 -- as above
            if not made:
                left_out[f"no sentence with {self._words} words that the corpus inflects in another way"] += 1
            per_document.append(made)
        draw.shuffle(per_document)
        rounds = (question for of in zip_longest(*per_document) for question in of if question)
        chosen = [question for question, _ in zip(rounds, range(count), strict=False)]
        order = {document.doc_id: number for number, document in enumerate(self._documents)}
        chosen.sort(key=lambda q: (order[q["gold_doc_ids"][0]], q["evidence"][0]["start"]))
        return Made(tuple(self._documents), tuple(chosen), left_out)

    def _of(self, document: Document, seen: Mapping[str, int], draw: random.Random) -> list[Fields]:
        cuts = [cut for cut in split_sentences(document.text) if seen[collapse(document.text[cut[0] : cut[1]])] == 1]
        draw.shuffle(cuts)
        made = (self._question(document, start, end, draw) for start, end in cuts)
        return [question for question in made if question]

    def _question(self, document: Document, start: int, end: int, draw: random.Random) -> Fields | None:
        sentence = document.text[start:end]
        if count_words(sentence) > LONGEST_SENTENCE:
            return None
        own = list(self._content(sentence))
        # In the order of the sentence, each stem once, and only forms that do not stand there.
        stems = dict.fromkeys(map(self._stem, own))
        replaced = {stem: forms for stem in stems if (forms := sorted(set(self._forms[stem]).difference(own)))}
        self.most_words = max(self.most_words, len(replaced))
        if len(replaced) < self._words:
            return None
        kept = set(draw.sample(list(replaced), self._words))
        query = " ".join(draw.choice(forms) for stem, forms in replaced.items() if stem in kept)
        return {
            "id": f"fact-{document.doc_id}-{start}",
            "question": query,
            "gold_doc_ids": [document.doc_id],
            "evidence": [{"doc_id": document.doc_id, "start": start, "end": end, "text": sentence}],
            "type": "fact",
        }

    def _content(self, text: str) -> Iterator[str]:
        for word in terms_of(lower(text, dotless=self._dotless)):
            if len(word) >= SHORTEST_WORD and word.isalpha() and self._stemmer.terms(word):
                yield word

    def _stem(self, word: str) -> str:
        return self._stemmer.terms(word)[0]


def _sentence_texts(document: Document) -> Iterator[str]:
    for start, end in split_sentences(document.text):
        yield document.text[start:end]
