"""A file of another tool becomes records that are answered and not yet checked, one pile for each run they make.

Nothing is invented: what a row does not say stays null, and a row that lacks an answer or contexts becomes a fault of the
system, in its place. Rows are joined with a golden set by question id, if the text agrees, or by the question's text.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness import plugins
from harness.errors import InputError, SpellingError, nearest
from harness.fieldpath import missing, pick
from harness.golden.read import GoldenSet
from harness.importers._files import Fields, is_csv
from harness.importers._questions import Asked, NoQuestionError, OwnQuestion
from harness.log.lines import decode, encode
from harness.outside import Outside, undecidable
from harness.reply import REPLY_FIELDS, ReplyError, Split, read_reply, shown, text, texts, truth
from harness.text.counted import agreeing, counted
from harness.text.words import count_words
from harness.types import (
    Chunk,
    Fault,
    Generation,
    GoldenInfo,
    IndexInfo,
    Judgement,
    Origin,
    Question,
    Record,
    Reply,
    Stage,
    Step,
    Verdict,
)

ROW_FIELDS = ("id", "question", "reference", "evidence", "type", "answerable")
FIELDS = (*ROW_FIELDS, *REPLY_FIELDS)
MOST_RUNS = 200
MOST_LEARNED = 20_000
SHOWN_PATHS = 4
SHOWN_NAMES = 12
NO_ANSWERS = "the file holds no answer texts"

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """What to read: a format, a file, paths that are not the format's own, which rows, and what makes them several runs.

    `beside` is a second file whose row of the same question stands under `with`.
    """

    format: str
    path: Path
    mapping: Mapping[str, str] = field(default_factory=dict)
    where: tuple[tuple[str, str], ...] = ()
    split: tuple[str, ...] = ()
    beside: Path | None = None


@dataclass(slots=True)
class Pile:
    """The rows of one run, as records in a file of their own, and what was seen of them."""

    group: Group
    path: Path
    count: int = 0
    repeated: int = 0
    apart: int = 0
    answers: int = 0
    outcomes: int = 0
    candidates: int = 0
    words: int = 0
    chunks: set[bytes] = field(default_factory=set)
    ids: Counter[str] = field(default_factory=Counter)

    def records(self, run_id: str = "") -> Iterator[Record]:
        """Yield the records, of run `run_id`, in the file's order."""
        with self.path.open("rb") as lines:
            for line in lines:
                record = decode(line)
                if isinstance(record, Record):
                    yield record.model_copy(update={"run_id": run_id})

    def index(self, documents: int) -> IndexInfo:
        """Return what the rows show of the system's index: the distinct contexts, no more."""
        seen = len(self.chunks)
        return IndexInfo(
            documents=documents, chunks=seen, visible_chunks=seen, words_per_chunk=round(self.words / max(1, seen), 1)
        )


@dataclass(frozen=True, slots=True)
class Imported:
    """All runs of a file, the questions they answer, and where they are from."""

    piles: tuple[Pile, ...]
    golden: GoldenInfo
    source: Source
    mapping: Mapping[str, str]
    file_sha256: str
    reranked: bool
    documents: int

    def origin(self, pile: Pile) -> Origin:
        """Return what the log and the report say of a run's origin."""
        return Origin(
            kind="import",
            what=self.source.format,
            file=str(self.source.path),
            file_sha256=self.file_sha256,
            mapping=self.mapping,
            rows=", ".join([*(f"{n}={v}" for n, v in self.source.where), *_named(self.source.split, pile.group)])
            or None,
            undecidable=self._undecidable(pile),
            notes=tuple(_notes(pile, self.golden)),
        )

    def _undecidable(self, pile: Pile) -> dict[Stage, str]:
        stages = undecidable(candidates=pile.candidates > 0, reranked=self.reranked, corpus=self.documents > 0)
        return stages if pile.answers else stages | {"generate": NO_ANSWERS, "conclude": NO_ANSWERS}


def formats() -> tuple[str, ...]:
    """Return the formats there are: the public modules of `harness/importers`."""
    return plugins.names("importers")


def read_source(source: Source, golden: GoldenSet | None, folder: Path) -> Imported:
    """Read a file into piles under `folder`.

    Raises `InputError` where it cannot be read, or where no row holds contexts, or none holds an answer or an outcome.
    """
    if source.format not in formats():
        raise SpellingError(f"FORMAT {source.format!r} is not known; {nearest(source.format, formats())}")
    module: Any = importlib.import_module(f"harness.importers.{source.format}")
    mapping = {**module.MAPPING, **source.mapping}
    reader = _Reader(source, mapping, getattr(module, "split", None), golden, folder)
    try:
        for where, fields in module.rows(source.path):
            reader.add(where, fields)
    finally:
        reader.close()
    return Imported(
        piles=reader.finished(),
        golden=reader.asked.info(source.path),
        source=source,
        mapping=mapping,
        file_sha256=_digest_of(source.path),
        reranked=getattr(module, "RERANKED", False),
        documents=len(golden.documents) if golden else 0,
    )


class _Reader:
    def __init__(
        self, source: Source, mapping: Mapping[str, str], split: Split | None, golden: GoldenSet | None, folder: Path
    ) -> None:
        self.asked = Asked(golden)
        self._source = source
        self._mapping = mapping
        self._split = split
        told_beside = source.beside and mapping.get("correct", "").startswith("with.")
        self._says = source.beside.name if source.beside and told_beside else source.path.name
        self._outside = Outside(golden.documents if golden else ())
        self._folder = folder
        self._piles: dict[Group, Pile] = {}
        self._streams: dict[Group, Any] = {}
        self._beside = _read_beside(source, mapping) if source.beside else None
        self._rows = self._skipped = self._contexts = 0
        self._first_error: str | None = None
        self._mislaid: dict[str, str] = {}
        self._is_csv: bool | None = None

    def add(self, where: str, fields: Fields) -> None:
        """Take one row."""
        self._rows += 1
        row = fields if self._beside is None else {**fields, "with": self._beside.get(_key(fields, self._mapping))}
        if not all(_is(pick(row, path), wanted) for path, wanted in self._source.where):
            self._skipped += 1
            return
        self._look_for_mapped(where, row)
        pile = self._pile(tuple(_cell(pick(row, path)) for path in self._source.split))
        record = self._record(where, row, pile)
        self._count(pile, record)
        self._streams[pile.group].write(encode(record))

    def _look_for_mapped(self, where: str, row: Fields) -> None:
        """Note which paths of --map lead nowhere in the first row and in none since; a column that is missing stays so."""
        first = self._is_csv is None
        if self._is_csv is None:
            self._is_csv = is_csv(self._source.path)
        for name in list(self._source.mapping if first else self._mislaid):
            lacks = missing(row, self._source.mapping[name])
            if lacks is None:
                self._mislaid.pop(name, None)
            elif first:
                written = f"--map {name}={self._source.mapping[name]}"
                told = f"{self._source.path} {where}".strip()
                self._mislaid[name] = f"{told}: {written}: no {self._thing} {lacks[0]!r}; {self._there(*lacks)}"
        if self._mislaid and self._is_csv:
            raise InputError(next(iter(self._mislaid.values())))

    @property
    def _thing(self) -> str:
        return "column" if self._is_csv else "field"

    def _there(self, wanted: str, names: Sequence[str]) -> str:
        """Return the name that may have been meant, and those there are."""
        folded = {name.casefold(): name for name in reversed(names)}
        close = difflib.get_close_matches(wanted.casefold(), folded, n=1)
        more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
        listed = f"{self._thing}s: {', '.join(names[:SHOWN_NAMES])}{more}"
        return f"did you mean {folded[close[0]]!r}? {listed}" if close else listed

    def close(self) -> None:
        """Close the piles' files."""
        for stream in self._streams.values():
            stream.close()

    def finished(self) -> tuple[Pile, ...]:
        """Return the piles; raise `InputError` where they hold nothing that can be attributed."""
        piles, path = tuple(self._piles.values()), self._source.path
        if not self._rows:
            raise InputError(f"{path}: holds no rows; export it again")
        if not piles:
            told = ", ".join(f"{name}={value}" for name, value in self._source.where)
            raise InputError(f"{path}: none of its {counted(self._rows, 'row')} has {told}; see --where")
        if self._mislaid:
            raise InputError(next(iter(self._mislaid.values())))
        self._check(piles)
        if self.asked.golden and not self.asked.joined:
            raise InputError(
                f"{path}: none of its {self._rows - self._skipped} rows asks a question of golden set"
                f" {self.asked.golden.info.name!r}, by id and text or by text; name another, or import it without --golden"
            )
        return piles

    def _check(self, piles: Sequence[Pile]) -> None:
        rows = self._rows - self._skipped
        answers, outcomes = (sum(getattr(pile, name) for pile in piles) for name in ("answers", "outcomes"))
        lacks = None
        if not self._contexts:
            lacks = ("contexts", "no contexts", "without them no stage can be told from another")
        elif not answers and not outcomes:
            lacks = ("answer", "no answer", "nor whether it was right (--map correct=FIELD)")
        if lacks is None:
            return
        name, what, why = lacks
        first = f"; the first: {self._first_error}" if self._first_error else ""
        raise InputError(
            f"{self._source.path}: {what} {agreeing(rows, 'in its one row', f'in any of its {rows:,} rows')}, {why}; looked for {_places(self._mapping.get(name, name))}{first};"
            f" name the field with --map {name}=FIELD"
        )

    def _pile(self, group: Group) -> Pile:
        if group not in self._piles:
            if len(self._piles) == MOST_RUNS:
                names = " ".join(f"--split {name}" for name in self._source.split)
                raise InputError(
                    f"{names} makes more than {MOST_RUNS} runs; choose fields with fewer values, or --where"
                )
            pile = Pile(group, self._folder / f"{len(self._piles)}.jsonl")
            self._piles[group] = pile
            self._streams[group] = pile.path.open("wb")
        return self._piles[group]

    def _record(self, where: str, row: Fields, pile: Pile) -> Record:
        place = f"{self._source.path} {where}".strip()
        try:
            question = self.asked.question(self._own(row, place))
        except NoQuestionError as error:
            told = self._mislaid.get("question") or f"{error}; {self._there('question', tuple(row))}"
            raise InputError(told) from None
        if question.apart:
            pile.apart += 1
        asked = self._distinct(question.question, pile)
        taken: dict[str, Any] = {}
        reply = None
        try:
            reply = read_reply(row, self._mapping, split=self._split)
            self._contexts += reply.contexts is not None
            _check_enough(reply)
            taken = self._outside.take(asked, reply) | _outcome(reply, self._says)
        except ReplyError as error:
            told = f"{place}: {error}"
            self._first_error = self._first_error or told
            taken = {"fault": Fault(stage="system", kind="empty", message=told)}
        seconds: dict[Step, float] = {"system": round(reply.seconds, 6)} if reply and reply.seconds is not None else {}
        return Record(run_id="", key="", question=asked, seconds=seconds, **taken)

    def _own(self, row: Fields, place: str) -> OwnQuestion:
        def at(name: str) -> Any:
            return pick(row, self._mapping[name]) if name in self._mapping else None

        try:
            answerable = truth(at("answerable"), "answerable")
            return OwnQuestion(
                id=text(at("id"), "id"),
                question=_one_question(at("question")),
                answers=texts(at("reference"), "reference"),
                evidence=texts(at("evidence"), "evidence"),
                type=text(at("type"), "type") if "type" in self._source.mapping or not self.asked.golden else None,
                answerable=answerable is not False,
                place=place,
            )
        except ReplyError as error:
            raise InputError(
                f"{place}: {error}; name another field with --map, or leave the row out with --where"
            ) from None

    def _distinct(self, question: Question, pile: Pile) -> Question:
        """Return the question under an id that no other row of the run has."""
        pile.ids[question.id] += 1
        if pile.ids[question.id] == 1:
            return question
        pile.repeated += 1
        name = f"{question.id}~{pile.ids[question.id]}"
        pile.ids[name] += 1
        return question.model_copy(update={"id": name})

    def _count(self, pile: Pile, record: Record) -> None:
        pile.count += 1
        pile.answers += isinstance(record.generation, Generation)
        pile.outcomes += record.judgement is not None
        pile.candidates += bool(record.candidates.chunk_ids)
        for ranked in record.chunks:
            key = hashlib.blake2b(ranked.chunk.text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            if key not in pile.chunks:
                pile.chunks.add(key)
                pile.words += count_words(ranked.chunk.text)


def learned_chunks(records: Iterator[Record]) -> tuple[Chunk, ...]:
    """Return the distinct contexts of a run that has no corpus, for a judge that weighs words by how rare they are."""
    seen: dict[str, Chunk] = {}
    for record in records:
        for ranked in record.chunks:
            if len(seen) >= MOST_LEARNED:
                return tuple(seen.values())
            seen.setdefault(ranked.chunk.text, ranked.chunk)
    return tuple(seen.values())


def _places(path: str) -> str:
    """Return where a field was looked for, as far as a line holds it."""
    alternatives = path.split("|")
    more = f" and {len(alternatives) - SHOWN_PATHS} more names" if len(alternatives) > SHOWN_PATHS else ""
    return ", ".join(map(repr, alternatives[:SHOWN_PATHS])) + more


def _check_enough(reply: Reply) -> None:
    # An error beside an answer and contexts is a failed assertion's: what was answered is an answer.
    lack = None
    if reply.contexts is None:
        lack = "it holds no contexts"
    elif not (reply.answer or "").strip() and reply.correct is None:
        lack = "it holds no answer" if reply.answer is None else "its answer is empty"
    if lack is not None:
        raise ReplyError(f"the system's own error: {reply.error}" if reply.error else lack)


def _one_question(value: Any) -> str | None:
    if isinstance(value, list) and len(value) != 1:
        raise ReplyError(f"question is {shown(value)}, a conversation; a run holds one question a row")
    return text(value, "question")


def _outcome(reply: Reply, file: str) -> dict[str, Any]:
    """Return the outcome that the file itself states, and a verdict where there is no answer to verify."""
    if reply.correct is None:
        return {}
    word = "right" if reply.correct else "wrong"
    judged = Judgement(correct=reply.correct, judge="recorded", reason=f"{file} says it is {word}")
    if reply.answer is not None and reply.answer.strip():
        return {"judgement": judged}
    verdict = Verdict(verdict="unknown", reason="its text is not in the file, so its support cannot be checked")
    return {"judgement": judged, "verdict": verdict, "generation": None}


def _read_beside(source: Source, mapping: Mapping[str, str]) -> dict[str, Fields]:
    """Return the rows of the second file by question; only those that `--where with.…` lets through."""
    from harness.importers import csv, jsonl  # noqa: PLC0415 -- a module called csv should shadow nothing else
    from harness.importers._files import is_csv  # noqa: PLC0415

    assert source.beside is not None  # noqa: S101 -- asked by the caller
    wanted = [(p.removeprefix("with."), v) for p, v in source.where if p.startswith("with.")]
    found: dict[str, Fields] = {}
    for where, fields in (csv if is_csv(source.beside) else jsonl).rows(source.beside):
        if not all(_is(pick(fields, path), value) for path, value in wanted):
            continue
        key = _key(fields, {**mapping, **{n: p for n, p in jsonl.MAPPING.items() if n not in mapping}})
        if found.setdefault(key, fields) is not fields:
            raise InputError(
                f"{source.beside} {where}: a second row of question {key!r}; choose one with --where with.FIELD=VALUE"
            )
    return found


def _key(fields: Fields, mapping: Mapping[str, str]) -> str:
    for name in ("id", "question"):
        value = pick(fields, mapping[name]) if name in mapping else None
        if isinstance(value, str | int):
            return str(value)
    return ""


def _is(value: Any, wanted: str) -> bool:
    return _cell(value) == wanted


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else unicodedata.normalize("NFC", str(value))


def _named(paths: Sequence[str], group: Group) -> Iterator[str]:
    yield from (f"{path}={value}" for path, value in zip(paths, group, strict=True))


def _notes(pile: Pile, golden: GoldenInfo) -> Iterator[str]:
    if pile.apart:
        yield f"{pile.apart} of {counted(pile.count, 'row')} {agreeing(pile.apart, 'asks', 'ask')} what the golden set does not: only {agreeing(pile.apart, 'its', 'their')} own labels are known"
    if pile.repeated:
        yield f"{pile.repeated} of {counted(pile.count, 'row')} {agreeing(pile.repeated, 'asks', 'ask')} a question of this run again: kept beside it as ID~2 and so on"
    if not pile.answers:
        yield "right and wrong are the file's own word; what was answered, and on what it rests, is not known"
    elif pile.outcomes:
        yield f"right and wrong are the file's own word for {pile.outcomes} of {counted(pile.count, 'row')}"
    if pile.count - pile.repeated < golden.questions:
        lacking = golden.questions - pile.count + pile.repeated
        told = agreeing(lacking, "has", "have")
        yield f"{lacking} of {counted(golden.questions, 'question')} {told} no row in this run"


def _digest_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
