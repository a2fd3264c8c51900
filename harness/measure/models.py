"""Frozen models of what is measured over a run: a `Summary` and its parts, which every report, gate and baseline reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, JsonValue

from harness.types import (
    Bucket,
    Cause,
    Fired,
    Frozen,
    GoldenInfo,
    IndexInfo,
    LedgerRow,
    ModelFacts,
    Move,
    Origin,
    Outcome,
    Rate,
    RefusalKind,
    Stage,
    StageRow,
    Step,
    Undecidable,
)


class CandidateRecall(Frozen):
    """Recall at the candidate depth, before the reranker: the most a reranker could reach."""

    depth: int
    recall: Rate


class Slice(Frozen):
    """The headline numbers of one question type."""

    questions: int
    accuracy: Rate
    ceiling: Rate
    attribution: Mapping[Bucket, int]


class Percentiles(Frozen):
    """Percentiles of a measured quantity, by linear interpolation."""

    p50: float
    p95: float
    p99: float


class Tokens(Frozen):
    """Token counts as the model reported them, summed over the run; null with a reason where it reports none."""

    prompt: int | None
    answer: int | None
    reason: str | None = None


ProbeStatus = Literal["confirmed", "refuted", "unstable", "not run"]


class Probed(Frozen):
    """What reruns with one thing changed say of an attribution; `repair` is the smallest change that made it right.

    `harmful` are the chunks without which the answer is right, `secondary` what fails besides what was attributed.
    """

    status: ProbeStatus
    why: str
    repair: str | None = None
    harmful: tuple[str, ...] = ()
    secondary: str | None = None


class Failure(Frozen):
    """One question that is not plainly right, with everything needed to see why."""

    id: str
    type: str
    bucket: Bucket
    stage: Stage | Undecidable | None
    sub_kind: str | None
    why: str
    question: str
    answer: str | None
    expected: tuple[str, ...]
    evidence_rows: tuple[LedgerRow, ...]
    probe: Probed | None = None
    cause: Cause | None = None
    proof: str = ""
    also: tuple[Fired, ...] = ()
    answer_rows: tuple[StageRow, ...] = ()


class Recommendation(Frozen):
    """What to fix first and the most it could gain, in questions and in points of accuracy."""

    target: str
    questions: int
    points: float
    text: str


class Average(Frozen):
    """A mean over questions; null with a reason where no question has the quantity."""

    value: float | None
    questions: int
    reason: str | None = None


class Scores(Frozen):
    """Scores of a run that need no judge; `measure/scores.py` defines each."""

    faithfulness: Rate
    citation_precision: Rate
    citation_recall: Rate
    answer_relevance: Rate
    context_precision: Average
    context_recall: Rate
    refusal_rate: Rate


class Again(Frozen):
    """What trying again did, of the questions for which one move was made: first attempt against last."""

    move: Move
    questions: int
    repaired: int
    broke: int


class Loop(Frozen):
    """What answering in attempts did to a run: first attempts paired with last ones, over all questions.

    `repaired` failed first and pass in the end, `broke` passed first and fail in the end; `p` is the exact two-sided McNemar
    value. What it cost: answers, tokens (null where the model counts none) and seconds beyond the first attempts.
    """

    questions: int
    tried_again: int
    first: Rate
    last: Rate
    repaired: int
    broke: int
    p: float
    moves: tuple[Again, ...]
    extra_answers: int
    extra_tokens: int | None
    extra_seconds: float
    repaired_ids: tuple[str, ...]
    broke_ids: tuple[str, ...]


class Served(Frozen):
    """How a model on a server served a run, in questions: what was cut, what came from the cache, what was retried."""

    model: ModelFacts | None
    cut_answers: int
    cut_prompts: int
    cached: int
    retried: int


class Summary(Frozen):
    """A run in numbers: what `harness report --format json` prints.

    `stages` counts retrieval misses by stage; `lost` counts every answerable question whose evidence was lost there,
    whatever became of the answer. `refusals` counts how answers declined, answerable and unanswerable questions apart.
    `wrong_answers_had` counts wrong answers and abstentions by how many of their evidence groups were in the prompt.
    Where `origin` is not our pipeline `stages` and `lost` may hold `undecidable`.
    """

    run_id: str
    status: str
    golden: GoldenInfo
    settings: Mapping[str, JsonValue]
    index: IndexInfo
    questions: int
    recall: Mapping[str, Rate]
    candidates: CandidateRecall
    mrr: float | None
    ceiling: Rate
    accuracy: Rate
    outcomes: Mapping[Outcome, int]
    attribution: Mapping[Bucket, int]
    stages: Mapping[Stage | Undecidable, int]
    lost: Mapping[Stage | Undecidable, int]
    two_by_two: Mapping[str, int]
    abstention: Mapping[str, Mapping[str, int]]
    stale_contexts: Rate
    refusals: Mapping[str, Mapping[RefusalKind, int]] = Field(default_factory=dict)
    reunited: int
    slices: Mapping[str, Slice]
    seconds: Mapping[Step, Percentiles]
    tokens: Tokens
    unlabelled: int
    unjudged: int
    recommendation: Recommendation | None
    failures: tuple[Failure, ...]
    failures_left_out: int = 0
    problems: tuple[str, ...] = ()
    causes: Mapping[Cause, int] = Field(default_factory=dict)
    scores: Scores | None = None
    served: Served | None = None
    probes: Mapping[Bucket, Mapping[ProbeStatus, int]] | None = None
    loop: Loop | None = None
    wrong_answers_had: Mapping[Literal["none", "part", "all"], int] | None = None
    origin: Origin | None = None
