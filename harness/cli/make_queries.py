"""`harness golden make-queries`: questions of two kinds from a corpus, written as a golden set of their own."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import InputError, nearest
from harness.text.counted import counted

if TYPE_CHECKING:
    from harness.golden.queries import Made
    from harness.types import Document

_FROM_QUESTIONS = "questions"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags of `harness golden make-queries`."""
    parser.description = (
        "Make two kinds of question from a corpus: article-level, a title or summary whose document is the answer, and"
        " fact-level, content words of one sentence, each in another inflected form of the same stem that the corpus has,"
        " with the sentence as evidence. They want opposite chunks: sweep both. The result is a golden set."
    )
    parser.add_argument("golden", metavar="CORPUS", help="a golden set, or a folder with corpus.jsonl alone")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where the new golden set is written")
    parser.add_argument("--articles", default="400", metavar="N", help="article-level questions at most (default 400)")
    parser.add_argument(
        "--articles-from",
        metavar="WHAT",
        help="title (default), first-line, a field such as summary or metadata.abstract, or questions:"
        " those of the set that name a document and no evidence",
    )
    parser.add_argument("--facts", default="400", metavar="N", help="fact-level questions at most (default 400)")
    parser.add_argument("--words", default="6", metavar="N", help="words of a fact-level question (default 6)")
    parser.add_argument(
        "--language", metavar="CODE", help="of the stemmer, e.g. tr (default: as golden.toml says, or en)"
    )
    parser.add_argument("--seed", default="0", metavar="N", help="of the draw (default 0)")
    parser.set_defaults(golden_act=run_make)


def run_make(args: argparse.Namespace) -> int:
    """Write the set and print what is in it; `InputError` where no question at all could be made."""
    from harness.golden.queries import FactMaker, article_questions
    from harness.golden.read import read_corpus

    folder, manifest, documents = read_corpus(args.golden)
    if not any(document.text.strip() for document in documents):
        raise InputError(f"{args.golden}: its {len(documents)} documents hold no text to ask about; check the corpus")
    output = Path(args.output)
    if (output / "questions.jsonl").exists() or (output / "corpus.jsonl").exists():
        raise InputError(f"-o {args.output!r}: holds a golden set already; name another folder, or delete that one")
    language = args.language or manifest.language
    articles, facts, words, seed = (_whole(args, name) for name in ("articles", "facts", "words", "seed"))
    made: list[Made] = []
    most = 0
    if articles:
        about = article_questions(documents, _texts(folder, documents, args.articles_from or "title"), articles, seed)
        if args.articles_from and not about.questions:
            raise InputError(_nothing_from(args.articles_from, about, documents))
        documents = about.documents
        made.append(about)
    if facts:
        maker = FactMaker(documents, language, max(1, words), seed)
        made.append(maker.questions(facts))
        most = maker.most_words
    questions = [question for of in made for question in of.questions]
    if not questions:
        raise InputError(_nothing(args.golden, made, most))
    _write(output, documents, questions, name=f"{manifest.name}-queries", language=language)
    _tell(args, made, questions)
    return 0


def _nothing(path: str, made: Sequence[Made], most: int) -> str:
    """Say why no question could be made, which counts were too small, and what to change."""
    from harness.golden.queries import SHORTEST_ARTICLE

    if not made:
        return f"{path}: no question could be made (none was asked for); raise --articles or --facts"
    reasons = "; ".join(f"{count} documents: {reason}" for of in made for reason, count in of.left_out.items())
    fewer = f", or --words {most}" if most else ""
    return (
        f"{path}: no question could be made ({reasons}); give documents titles of {SHORTEST_ARTICLE} words or more, or name another"
        f" text with --articles-from; for facts add more or longer documents{fewer}: the best sentence has {most} such words"
    )


def _nothing_from(source: str, about: Made, documents: Sequence[Document]) -> str:
    """Say why what was named gave no article-level question, and what there is to name."""
    from harness.golden.queries import article_texts, text_fields

    if source == _FROM_QUESTIONS:
        return "--articles-from questions: none names one document and no evidence; leave it out for titles"
    if not article_texts(documents, source):
        known = {"title", "first-line", _FROM_QUESTIONS, *text_fields(documents)} - {source}
        return f"--articles-from {source!r}: no document has text there; {nearest(source, known)}"
    reasons = "; ".join(about.left_out)
    return (
        f"--articles-from {source!r}: no question could be made of it ({reasons}); name another field, or --articles 0"
    )


def _whole(args: argparse.Namespace, name: str) -> int:
    text = getattr(args, name)
    if not text.isdecimal():
        raise InputError(f"--{name} {text!r}: must be a whole number of at least 0")
    return int(text)


def _texts(folder: Path, documents: Sequence[Document], source: str) -> Mapping[str, Sequence[str]]:
    from harness.golden.queries import article_texts
    from harness.golden.read import read_golden

    if source != _FROM_QUESTIONS:
        return {doc_id: [text] for doc_id, text in article_texts(documents, source).items()}
    texts: dict[str, list[str]] = defaultdict(list)
    for question in read_golden(folder).questions():
        if question.answerable and not question.evidence and len(question.gold_doc_ids) == 1:
            texts[question.gold_doc_ids[0]].append(question.question)
    return texts


def _write(
    folder: Path, documents: Sequence[Document], questions: Sequence[Mapping[str, object]], *, name: str, language: str
) -> None:
    from harness.golden.content import content_spelling

    corpus = [{**d.extra, **d.model_dump(exclude={"extra"}, exclude_defaults=True)} for d in documents]
    analyzer = content_spelling(language)
    manifest = {
        "name": name,
        "description": "Made by harness golden make-queries: article-level and fact-level questions.",
        "language": language,
    }
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in manifest.items()]
    lines += [
        "",
        "[defaults]",
        "# Fact-level questions hold other inflections than the text, so words are compared as stems.",
    ]
    lines += [f"analyzer = {json.dumps(analyzer)}", ""]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, rows in (("corpus.jsonl", corpus), ("questions.jsonl", questions)):
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "golden.toml").write_text("\n".join(lines), encoding="utf-8")
    except OSError as error:
        raise InputError(f"-o {str(folder)!r}: {error.strerror}; name a folder that can be written") from None


def _tell(args: argparse.Namespace, made: Sequence[Made], questions: Sequence[Mapping[str, object]]) -> None:
    from harness.text.printable import one_line

    kinds = {kind: sum(question["type"] == kind for question in questions) for kind in ("article", "fact")}
    print(one_line(f"{args.output}: {kinds['article']} article-level and {kinds['fact']} fact-level questions"))
    for of in made:
        for reason, count in of.left_out.items():
            print(f"  {count:,} of {counted(len(of.documents), 'document')} gave none: {reason}")
        if of.quoting:
            print(
                f"  {of.quoting:,} of the article-level questions stand word for word in their document: easier than asked"
            )
    for kind in kinds:
        example = next((str(question["question"]) for question in questions if question["type"] == kind), None)
        if example:
            print(one_line(f"  {kind}, e.g.: {example[:120]}"))
    print(one_line(f"next: harness sweep {args.output} --chunker whole --chunker packed:100 --chunker window:50:0"))
