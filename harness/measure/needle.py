"""The needle test in numbers: accuracy by position and size of context on the same facts, and what the size costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from harness.measure.intervals import rate
from harness.measure.paired import holm, mcnemar
from harness.measure.ranking import mean
from harness.types import Fault, Frozen, Rate

Position = Literal["start", "middle", "end"]
POSITIONS: tuple[Position, ...] = ("start", "middle", "end")


@dataclass(frozen=True, slots=True)
class Fact:
    """An invented fact: its key and value stand in no document."""

    key: str
    value: int
    statement: str
    question: str


@dataclass(frozen=True, slots=True)
class Trial:
    """One question to ask: which fact, in how many documents, where among them."""

    id: str
    fact: Fact
    number: int
    documents: int
    position: Position


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a trial; `refused` where the answer declines, `cut` where the model cannot have read the whole prompt."""

    trial: Trial
    right: bool
    refused: bool
    cut: bool
    fault: Fault | None
    answer: str
    prompt_tokens: int
    estimated: bool


class Cell(Frozen):
    """One size and position: accuracy over its trials (faults and cut prompts stay in it), and mean prompt tokens."""

    documents: int
    position: Position
    accuracy: Rate
    refused: int
    faults: int
    cut: int
    prompt_tokens: float


class NeedlePair(Frozen):
    """Two cells on the same facts: those each alone finds, exact McNemar p, and p after Holm over all pairs told."""

    a: tuple[int, Position]
    b: tuple[int, Position]
    only_a: int
    only_b: int
    p: float
    p_holm: float


class Miss(Frozen):
    """One trial that was not right."""

    id: str
    documents: int
    position: Position
    expected: str
    answer: str | None
    fault: str | None


class Cost(Frozen):
    """What the largest context costs against the smallest, in prompt tokens, and at what accuracy each."""

    smallest: int
    largest: int
    ratio: float | None
    smallest_accuracy: Rate
    largest_accuracy: Rate


class Needle(Frozen):
    """What `harness needle --json` prints; tokens are `estimated` where the generator reports none.

    `notes` say which positions a size does not have.
    """

    golden: str
    generator: str
    facts: int
    document_words: int
    cells: tuple[Cell, ...]
    pairs: tuple[NeedlePair, ...]
    cost: Cost
    estimated: bool
    misses: tuple[Miss, ...]
    notes: tuple[str, ...] = ()


def summarise(
    answered: Sequence[Answered],
    *,
    golden: str,
    generator: str,
    facts: int,
    document_words: int,
    notes: Sequence[str] = (),
) -> Needle:
    """Return the table, the paired tests and the cost."""
    cells: dict[tuple[int, Position], list[Answered]] = {}
    for one in answered:
        cells.setdefault((one.trial.documents, one.trial.position), []).append(one)
    by_size: dict[int, list[Answered]] = {}
    for one in answered:
        by_size.setdefault(one.trial.documents, []).append(one)
    return Needle(
        golden=golden,
        generator=generator,
        facts=facts,
        document_words=document_words,
        cells=tuple(_cell(key, of) for key, of in cells.items()),
        pairs=tuple(_pairs(cells)),
        cost=_cost(by_size),
        estimated=any(one.estimated and not one.fault for one in answered),
        misses=tuple(_miss(one) for one in answered if not one.right),
        notes=tuple(notes),
    )


def _cell(key: tuple[int, Position], of: Sequence[Answered]) -> Cell:
    return Cell(
        documents=key[0],
        position=key[1],
        accuracy=_accuracy(of),
        refused=sum(one.refused for one in of),
        faults=sum(one.fault is not None for one in of),
        cut=sum(one.cut for one in of),
        prompt_tokens=mean(one.prompt_tokens for one in of) or 0.0,
    )


def _accuracy(of: Sequence[Answered]) -> Rate:
    return rate(sum(one.right for one in of), len(of), "nothing was asked")


def _pairs(cells: dict[tuple[int, Position], list[Answered]]) -> Iterator[NeedlePair]:
    """Yield positions against each other at each size, and each size against the smallest at the same position."""
    sizes = sorted({size for size, _ in cells})
    keys = [
        (a, b)
        for a, b in combinations(cells, 2)
        if a[0] == b[0] or (sizes[0] == a[0] and (a[1] == b[1] or sizes[0] == 1))
    ]
    counts = []
    for a, b in keys:
        right = [(x.right, y.right) for x, y in zip(cells[a], cells[b], strict=True)]
        counts.append((sum(x and not y for x, y in right), sum(y and not x for x, y in right)))
    p_values = [mcnemar(*of) for of in counts]
    for (a, b), (only_a, only_b), p, adjusted in zip(keys, counts, p_values, holm(p_values), strict=True):
        yield NeedlePair(a=a, b=b, only_a=only_a, only_b=only_b, p=p, p_holm=adjusted)


def _cost(by_size: dict[int, list[Answered]]) -> Cost:
    smallest, largest = min(by_size), max(by_size)
    tokens = {size: mean(one.prompt_tokens for one in by_size[size]) or 0.0 for size in (smallest, largest)}
    return Cost(
        smallest=smallest,
        largest=largest,
        ratio=tokens[largest] / tokens[smallest] if tokens[smallest] else None,
        smallest_accuracy=_accuracy(by_size[smallest]),
        largest_accuracy=_accuracy(by_size[largest]),
    )


def _miss(one: Answered) -> Miss:
    return Miss(
        id=one.trial.id,
        documents=one.trial.documents,
        position=one.trial.position,
        expected=f"{one.trial.fact.value:,}",
        answer=None if one.fault else one.answer,
        fault=one.fault.message if one.fault else None,
    )
