"""What each stage costs, in CPU microseconds, beside a named alternative in the same run.

The alternatives are the plain way to write the stage: a slice and a join, a regular expression, the first seed's rules
as one would transcribe them, `json.dumps` and `file.write`; and a library where one does the same. A ratio below 1 means
ours is faster. Where ours does more than the alternative (offsets, a reason for each verdict, a trace of each evidence
group), the line says so.

Only libraries that can be imported are compared; `--peers-python` names the interpreter of an environment that has them
(`pip install langchain-text-splitters pysbd rapidfuzz orjson`).
"""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import gc
import importlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from _common import Prose, alternate, synthetic_golden, write_lines

from harness.attribute.rules import attribute
from harness.context.assemble import Context, assemble
from harness.golden.read import read_golden
from harness.log.reader import open_log
from harness.log.writer import LogWriter
from harness.pipeline import Stages, answer
from harness.prompt._template import build_prompt
from harness.protocols import Index, Reranker
from harness.rerank import lexical
from harness.run import run_start, utc_now
from harness.settings import Settings
from harness.text.sentences import split_sentences
from harness.trace import Retrieved
from harness.types import Prompt, Question, RankedChunk, Record, RunStart
from harness.wiring import build_search, make_analyzer, make_chunker, open_stages

CHUNKS = 3_000
QUESTIONS = 1_200
"""More than any cache of patterns holds, so that anchors and answers are as new to their stage as in a run."""
FEW = 150
"""Questions of the stages whose transcription takes milliseconds."""
SLICE_SECONDS = 0.05
"""How long one contestant runs before the other has its turn."""

SETTINGS = Settings(chunker="whole", retriever="bm25", k=10)
Work = Callable[[], object]


@dataclasses.dataclass(frozen=True, slots=True)
class Bench:
    """The real stages over a synthetic golden set, and what each question was at every step."""

    stages: Stages
    start: RunStart
    questions: tuple[Question, ...]
    found: tuple[list[tuple[int, float]], ...]
    contexts: tuple[Context, ...]
    prompts: tuple[Prompt, ...]
    records: tuple[Record, ...]
    ranked: tuple[tuple[RankedChunk, ...], ...]
    long_texts: tuple[str, ...]
    rounds: int

    def line(self, stage: str, ours: Work, name: str, theirs: Work, each: int) -> None:
        """Print one comparison; both contestants do `each` items a call."""
        repeats = [max(1, round(SLICE_SECONDS / max(_once(work), 1e-6))) for work in (ours, theirs)]
        seconds = alternate(
            *(_repeated(work, count) for work, count in zip((ours, theirs), repeats, strict=True)), rounds=self.rounds
        )
        ours_us, theirs_us = (1e6 * taken / count / each for taken, count in zip(seconds, repeats, strict=True))
        print(f"{stage:<26} {ours_us:>9.1f}  {name:<52} {theirs_us:>9.1f} {ours_us / theirs_us:>7.2f}", flush=True)


def _once(work: Work) -> float:
    work()
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _repeated(work: Work, count: int) -> Work:
    def repeated() -> None:
        for _ in range(count):
            work()

    return repeated


def _optional(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name}: not installed, left out", file=sys.stderr)
        return None


# --- the text ---------------------------------------------------------------------------------------------------------

_SEED_END = re.compile(r"(?<=[.!?])\s+")
_SEED_STOP = frozenset(
    "a an and are as at be by for from if in into is it its of on or that the this to when with what which who how does "
    "do not can than then there their was were will".split()
)


def chunking(bench: Bench) -> None:
    texts = bench.long_texts
    window, packed = make_chunker("window:160:32"), make_chunker("packed:150")

    def naive_window() -> None:
        for text in texts:
            words = text.split()
            for first in range(0, len(words), 128):
                " ".join(words[first : first + 160])

    def naive_packed() -> None:
        for text in texts:
            held: list[str] = []
            for sentence in _SEED_END.split(text):
                words = sentence.split()
                if len(held) + len(words) > 150:
                    " ".join(held)
                    held = []
                held += words

    name = "str.split, slice, join (no offsets)"
    bench.line("chunk window, 3k words", _each(window.cut, texts), name, naive_window, len(texts))
    name = "split after [.!?], pack, join (no offsets)"
    bench.line("chunk packed, 3k words", _each(packed.cut, texts), name, naive_packed, len(texts))
    splitters = _optional("langchain_text_splitters")
    if splitters:
        recursive = splitters.RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=0, add_start_index=True)
        name = "langchain RecursiveCharacter 1000, with start index"
        theirs = _each(lambda text: recursive.create_documents([text]), texts)
        bench.line("chunk packed, 3k words", _each(packed.cut, texts), name, theirs, len(texts))


def sentences(bench: Bench) -> None:
    texts = bench.long_texts
    ours = _each(split_sentences, texts)
    bench.line(
        "sentences, 3k words",
        ours,
        "re.split after [.!?] (cuts at Dr.)",
        _each(_SEED_END.split, texts),
        len(texts),
    )
    pysbd = _optional("pysbd")
    if pysbd:
        segmenter = pysbd.Segmenter(language="en", clean=False, char_span=True)
        bench.line(
            "sentences, 3k words", _each(split_sentences, texts[:1]), "pysbd", _each(segmenter.segment, texts[:1]), 1
        )


def analysis(bench: Bench) -> None:
    texts = [chunk.text for chunk in bench.stages.chunks[:200]]
    words, plain = make_analyzer("words"), make_analyzer("plain")
    name = "the first seed's words, transcribed"
    bench.line("analyze words, 100 words", _each(words.terms, texts), name, _each(seed_words, texts), len(texts))
    name = "str.lower().split() (keeps punctuation)"
    bench.line(
        "analyze plain, 100 words",
        _each(plain.terms, texts),
        name,
        _each(lambda t: t.lower().split(), texts),
        len(texts),
    )


def seed_words(text: str) -> list[str]:
    spaced = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    return [word for word in re.findall(r"[a-z0-9]+", spaced.lower()) if word not in _SEED_STOP]


# --- retrieval to prompt ----------------------------------------------------------------------------------------------


def reranking(bench: Bench) -> None:
    analyzer = make_analyzer("words")
    remembering = lexical.make(lexical.Options(), analyzer=analyzer)
    pairs = [
        (question.question, [bench.stages.chunks[position] for position, _ in found])
        for question, found in zip(bench.questions[:30], bench.found, strict=False)
    ]

    def score(reranker: Reranker | None) -> None:
        for query, candidates in pairs:
            (reranker or lexical.make(lexical.Options(), analyzer=analyzer)).scores(query, candidates)

    def seed() -> None:
        for query, candidates in pairs:
            _seed_scores(query, [chunk.text for chunk in candidates])

    name = "the first seed's rerank, transcribed"
    bench.line("rerank 50, chunks seen", lambda: score(remembering), name, seed, len(pairs))
    bench.line("rerank 50, chunks new", lambda: score(None), name, seed, len(pairs))
    fuzz = _optional("rapidfuzz.fuzz")
    if fuzz:
        ratio = fuzz.token_set_ratio
        theirs = lambda: [ratio(query, chunk.text) for query, candidates in pairs for chunk in candidates]  # noqa: E731
        bench.line(
            "rerank 50, chunks seen", lambda: score(remembering), "rapidfuzz token_set_ratio", theirs, len(pairs)
        )


def _seed_scores(query: str, texts: Sequence[str]) -> list[float]:
    terms = seed_words(query)
    wanted, scores = set(pairwise(terms)), []
    for text in texts:
        words = seed_words(text)
        places: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            places.setdefault(word, []).append(place)
        distinct = {term for term in terms if term in places}
        coverage = len(distinct) / len(set(terms))
        bigrams = len(wanted & set(pairwise(words))) / max(1, len(wanted))
        firsts = sorted(places[term][0] for term in distinct)
        proximity = len(firsts) / (firsts[-1] - firsts[0] + 1) if len(firsts) > 1 else 0.0
        scores.append(0.55 * coverage + 0.30 * bigrams + 0.15 * proximity)
    return scores


def context(bench: Bench) -> None:
    both = list(zip(bench.ranked[:FEW], bench.found, strict=False))

    def ours() -> None:
        for ranked, found in both:
            assemble(ranked, [s for _, s in found], near_duplicate=0.9, weak_cut=0, order="best_first", budget=None)

    def naive() -> None:
        for ranked, _ in both:
            kept: list[set[str]] = []
            for one in ranked:
                words = set(one.chunk.text.lower().split())
                if all(len(words & other) < 0.9 * len(words | other) for other in kept):
                    kept.append(words)

    bench.line("context, 10 chunks", ours, "every pair's Jaccard over word sets", naive, len(both))


def prompt(bench: Bench) -> None:
    both = list(zip(bench.questions[:FEW], bench.contexts, strict=False))
    template = bench.stages.template
    instructions = template.template.partition("{spans}")[0]

    def ours() -> None:
        for question, context in both:
            build_prompt(template, question.id, question.question, context)

    def naive() -> None:
        for question, context in both:
            spans = "\n\n".join("[S%d] %s" % (n, text) for n, text in enumerate(context.texts, 1))  # noqa: UP031
            instructions + spans + "\n\nQUESTION: " + question.question + "\n\nANSWER:"

    bench.line("prompt, 10 spans", ours, "the first seed's % and join (no fences)", naive, len(both))


# --- answer to attribution --------------------------------------------------------------------------------------------


def generating(bench: Bench) -> None:
    quote = bench.stages.generator.quote  # type: ignore[attr-defined]

    def ours() -> None:
        for prompt in bench.prompts[:FEW]:
            quote(prompt)

    def seed() -> None:
        for prompt in bench.prompts[:FEW]:
            _seed_answer(prompt.question, prompt.texts)

    bench.line("generate, 10 spans", ours, "the first seed's scripted model, transcribed", seed, FEW)


def _seed_answer(question: str, spans: Sequence[str]) -> str:
    wanted, best, number, chosen = set(seed_words(question)), 0, 0, ""
    for place, text in enumerate(spans, 1):
        for sentence in re.split(r"(?<=[.!?])\s+", " ".join(text.split())):
            shared = len(wanted & set(seed_words(sentence)))
            if shared > best:
                best, number, chosen = shared, place, sentence
    return f"{chosen.rstrip('.')} [S{number}]." if best >= 2 else "NOT IN THE CONTEXT"


_SEED_CITATION = re.compile(r"\[S(\d+)\]")
_SEED_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SEED_NAME = re.compile(
    r"\b(?:[A-Za-z_][A-Za-z0-9_]*\.[A-Za-z_][A-Za-z0-9_]*|[A-Za-z]*[a-z][A-Z][A-Za-z]*|[a-z]+_[a-z_]+)\b"
)


def verifying(bench: Bench) -> None:
    both = [
        (record.generation.answer, prompt.texts)
        for record, prompt in zip(bench.records, bench.prompts, strict=True)
        if record.generation
    ]
    verify = bench.stages.verifier.verify

    def ours() -> None:
        for text, spans in both:
            verify(text, spans)

    def seed() -> None:
        for text, spans in both:
            _seed_verdict(text, spans)

    bench.line("verify, 10 spans", ours, "the first seed's check, transcribed (no reasons)", seed, len(both))


def _seed_verdict(text: str, spans: Sequence[str]) -> str:
    if text.strip().startswith("NOT IN THE CONTEXT"):
        return "abstained"
    for sentence in filter(None, map(str.strip, _SEED_END.split(text))):
        cited = [int(number) for number in _SEED_CITATION.findall(sentence)]
        if not cited or not all(1 <= number <= len(spans) for number in cited):
            return "refused"
        read = " ".join(spans[number - 1] for number in cited).lower()
        bare = _SEED_CITATION.sub("", sentence)
        if not all(found.lower() in read for found in [*_SEED_NUMBER.findall(bare), *_SEED_NAME.findall(bare)]):
            return "refused"
    return "anchored"


def judging(bench: Bench) -> None:
    both = [
        (record.generation.answer, record.question)
        for record in bench.records
        if record.generation and record.question.answers
    ]
    judge = bench.stages.judges["contains"].judge

    def ours() -> None:
        for text, question in both:
            judge(text, question)

    def naive() -> None:
        for text, question in both:
            given = f" {' '.join(re.findall(r'[a-z0-9.]+', text.lower()))} "
            any(f" {' '.join(re.findall(r'[a-z0-9.]+', wanted.lower()))} " in given for wanted in question.answers)

    bench.line("judge contains", ours, "lower, findall, padded substring (no reason)", naive, len(both))


def attributing(bench: Bench) -> None:
    tracer, k = bench.stages.tracer, bench.stages.settings.k
    rankings = [Retrieved(tuple(p for p, _ in found), tuple(p for p, _ in found), k) for found in bench.found]
    asked = list(zip(bench.questions, rankings, bench.contexts, strict=True))

    def trace() -> None:
        # Places are remembered for as long as a run lasts, but a run asks for each one once.
        tracer._locator._found.clear()  # noqa: SLF001
        for question, ranking, context in asked:
            tracer.trace(question, ranking, context)

    def substring() -> None:
        for question, record in zip(bench.questions, bench.records, strict=True):
            for group in question.evidence:
                any(group.alternatives[0].text in one.chunk.text for one in record.chunks)

    bench.line("trace", trace, "anchor in any final chunk? (one stage, no words)", substring, len(asked))

    def ours() -> None:
        for record in bench.records:
            attribute(record, bench.start)

    bench.line(
        "attribute a record",
        ours,
        "two by two: evidence in prompt, answer right?",
        lambda: _two_by_two(bench),
        len(bench.records),
    )


def _two_by_two(bench: Bench) -> None:
    counts: dict[tuple[bool, bool], int] = {}
    for record in bench.records:
        shown = record.prompt or ""
        reached = all(group.alternatives[0].text in shown for group in record.question.evidence)
        text = record.generation.answer if record.generation else ""
        right = any(wanted in text for wanted in record.question.answers)
        counts[reached, right] = counts.get((reached, right), 0) + 1


# --- the log ----------------------------------------------------------------------------------------------------------


def logging(bench: Bench, folder: Path) -> None:
    records = bench.records[:FEW]
    size = sum(len(record.model_dump_json()) for record in records) // FEW
    each = f"{size / 1000:.0f} kB"
    ready = [record.model_dump(mode="json") for record in records]
    writer = LogWriter.create(folder / "ours", bench.start)
    with writer, (folder / "theirs.jsonl").open("w", encoding="utf-8") as file:

        def ours() -> None:
            for record in records:
                writer.write(record)

        def plain() -> None:
            for row in ready:
                file.write(json.dumps(row) + "\n")

        def dumped() -> None:
            for record in records:
                file.write(json.dumps(record.model_dump()) + "\n")

        count = FEW
        bench.line(f"log write, {each}", ours, "json.dumps of a ready dict, buffered file.write", plain, count)
        bench.line(f"log write, {each}", ours, "model_dump, json.dumps, buffered file.write", dumped, count)
        orjson = _optional("orjson")
        if orjson:
            descriptor = os.open(folder / "orjson.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

            def fast() -> None:
                for row in ready:
                    os.write(descriptor, orjson.dumps(row) + b"\n")

            bench.line(f"log write, {each}", ours, "orjson of a ready dict, one os.write each", fast, count)
            os.close(descriptor)
    _reading(bench, folder / "read", each)


def _reading(bench: Bench, folder: Path, each: str) -> None:
    with LogWriter.create(folder, bench.start) as writer:
        for record in bench.records[:FEW]:
            writer.write(record)
    log = open_log(folder)

    def ours() -> None:
        for _ in log.records():
            pass

    def naive() -> None:
        with log.path.open("rb") as lines:
            for line in lines:
                json.loads(line)

    bench.line(f"log read, {each}", ours, "json.loads a line (nothing checked)", naive, FEW)


# --- setting up -------------------------------------------------------------------------------------------------------


def _each(work: Callable[[str], object], texts: Sequence[str]) -> Work:
    def over_all() -> None:
        for text in texts:
            work(text)

    return over_all


async def _open(folder: Path, rounds: int) -> Bench:
    documents, asked = synthetic_golden(CHUNKS, QUESTIONS)
    write_lines(folder / "corpus.jsonl", documents)
    write_lines(folder / "questions.jsonl", asked)
    golden = read_golden(folder)
    search = build_search(golden.documents, SETTINGS)
    questions = tuple(golden.questions())
    async with open_stages(golden, search, SETTINGS, "bench") as stages:
        records = tuple([await answer(question, stages) for question in questions])
        found = tuple(
            cast(Index, stages.index).top(question.question, SETTINGS.candidates, None) for question in questions
        )
        contexts = tuple(
            assemble(
                record.chunks,
                [score for _, score in scores],
                near_duplicate=SETTINGS.near_duplicate,
                weak_cut=SETTINGS.weak_cut,
                order=SETTINGS.order,
                budget=None,
            )
            for record, scores in zip(records, found, strict=True)
        )
        return Bench(
            stages=stages,
            start=run_start(golden, SETTINGS, search.info(), "bench", utc_now()),
            questions=questions,
            found=found,
            contexts=contexts,
            prompts=tuple(
                build_prompt(stages.template, question.id, question.question, context)
                for question, context in zip(questions, contexts, strict=True)
            ),
            records=records,
            ranked=tuple(record.chunks for record in records),
            long_texts=_long_texts(),
            rounds=rounds,
        )


def _long_texts() -> tuple[str, ...]:
    prose, chance = Prose(7), random.Random(7)
    abbreviated = ("e.g. ", "Dr. ", "v1.2 ", "approx. ", "No. 7 ")
    return tuple(
        re.sub(r"(?<= )(?=the )", lambda _: chance.choice(abbreviated) if chance.random() < 0.1 else "", text)
        for text in (prose.document(3_000) for _ in range(6))
    )


def _add_packages(python: Path) -> None:
    """Make the packages of another environment importable, after our own."""
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run([python, "-c", ask], check=True, capture_output=True, text=True).stdout.strip()
    sys.path.append(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="turns of each contestant (default 7)")
    parser.add_argument(
        "--peers-python", type=Path, metavar="PATH", help="interpreter of an environment with the libraries"
    )
    args = parser.parse_args()
    if args.peers_python:
        _add_packages(args.peers_python)
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as scratch:
        golden = Path(scratch) / "golden"
        golden.mkdir()
        bench = asyncio.run(_open(golden, args.rounds))
        gc.freeze()
        print(f"{'stage':<26} {'ours us':>9}  {'alternative':<52} {'its us':>9} {'ours/it':>7}", flush=True)
        parts: tuple[Callable[[Any], None], ...] = (
            *(chunking, sentences, analysis, reranking, context, prompt, generating, verifying, judging, attributing),
        )
        for part in parts:
            part(bench)
        logging(bench, Path(scratch))


if __name__ == "__main__":
    main()
