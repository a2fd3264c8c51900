"""Frozen models that cross a stage or reach disk.

Read them in order: they are the data's path through the system. A golden set holds documents and questions; documents
are cut into chunks; a question gets a ranking, ranked chunks, spans, a generation, a verdict and a judgement; a `Record`
keeps them all, with the trace of its evidence; attribution reads records and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue

SCHEMA_VERSION = 1

Stage = Literal[
    "source", "parse", "chunk", "filter", "first_stage", "rerank", "assemble", "truncate", "generate", "conclude"
]
STAGES: tuple[Stage, ...] = get_args(Stage)
RETRIEVAL_STAGES: tuple[Stage, ...] = STAGES[:8]
Undecidable = Literal["undecidable"]
"""What stands in place of a stage where the log of a system that is not ours cannot say which of several it was."""

Step = Literal["system", "retrieve", "rerank", "assemble", "prompt", "generate", "verify", "judge"]
STEPS: tuple[Step, ...] = get_args(Step)

VerdictName = Literal["supported", "unsupported", "abstained", "unknown"]

RefusalKind = Literal["none", "full", "partial", "then_answer", "hedge"]
REFUSAL_KINDS: tuple[RefusalKind, ...] = get_args(RefusalKind)

Bucket = Literal[
    "correct",
    "right_without_evidence",
    "retrieval_miss",
    "grounding_miss",
    "synthesis_miss",
    "true_abstention",
    "blocked_answer",
    "false_answer",
    "harness_fault",
    "undecidable",
]
BUCKETS: tuple[Bucket, ...] = get_args(Bucket)

RetrievalCause = Literal[
    "not_in_corpus",
    "lost_in_parsing",
    "cut_by_chunking",
    "hidden_by_filter",
    "below_depth",
    "beyond_k",
    "duplicate",
    "weak",
    "over_budget",
    "beyond_window",
]
Cause = (
    RetrievalCause
    | Literal[
        "false_refusal",
        "format",
        "wrong_citation",
        "arithmetic",
        "invented",
        "contradicted_evidence",
        "unsupported",
        "off_question",
        "stale_source",
        "conflicting_sources",
        "label_error",
        "source_error",
        "incomplete",
        "combined",
        "ignored_evidence",
        "answered_unanswerable",
        "raised",
        "timeout",
        "empty",
    ]
)
"""Why a question failed; docs/attribution.md says what each means and what to do about it."""
CAUSES: tuple[Cause, ...] = tuple(cause for part in get_args(Cause) for cause in get_args(part))

Outcome = Literal[
    "anchored_right_source", "anchored_wrong_source", "anchored_unlabelled_source", "refused", "abstained", "fault"
]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

Metadata = Mapping[str, JsonValue]


class Frozen(BaseModel):
    """The base of every model here: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def trusted(cls, **fields: Any) -> Self:
        """Return a model of fields already known to be valid, every one of them given; `model_construct` takes ten times as long."""
        model = cls.__new__(cls)
        write = object.__setattr__
        write(model, "__dict__", fields)
        write(model, "__pydantic_fields_set__", _all_fields(cls))
        write(model, "__pydantic_extra__", None)
        write(model, "__pydantic_private__", None)
        return model


@cache
def _all_fields(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields)


# --- the golden set ---------------------------------------------------------------------------------------------------


class Document(Frozen):
    """One parsed document; offsets everywhere are Unicode characters of `text`, end excluded."""

    doc_id: str
    text: str
    title: str = ""
    source: str = ""
    metadata: Metadata = Field(default_factory=dict)
    extra: Metadata = Field(default_factory=dict)


class Anchor(Frozen):
    """One place where evidence may stand: a literal string, or a span of one document."""

    text: str
    doc_id: str | None = None
    start: int | None = None
    end: int | None = None

    @property
    def is_span(self) -> bool:
        """Whether the anchor names its place by offsets."""
        return self.start is not None


class EvidenceGroup(Frozen):
    """Alternatives, any one of which will do."""

    alternatives: tuple[Anchor, ...]


class Question(Frozen):
    """One golden question with what is needed to judge its answer and to trace its evidence."""

    id: str
    question: str
    answers: tuple[str, ...] = ()
    gold_doc_ids: tuple[str, ...] = ()
    evidence: tuple[EvidenceGroup, ...] = ()
    answerable: bool = True
    type: str = "untyped"
    match: str | None = None
    extra: Metadata = Field(default_factory=dict)

    def content(self) -> bytes:
        """Return the whole question as JSON: what a hash of it covers."""
        try:
            return self.__pydantic_serializer__.to_json(self)
        except ValueError:  # a lone surrogate: no UTF-8 has one
            return json.dumps(self.model_dump()).encode("ascii")


class GoldenInfo(Frozen):
    """What identifies a golden set: the hash covers documents, questions and what was left out.

    `misspelt` tells of fields that are not read and are nearly ones that are, where those are missing.
    """

    name: str
    path: str
    sha256: str
    questions: int
    answerable: int
    unanswerable: int
    left_out: tuple[str, ...] = ()
    misspelt: tuple[str, ...] = ()


# --- retrieval --------------------------------------------------------------------------------------------------------


class Chunk(Frozen):
    """A literal slice `text[start:end]` of one document.

    `lead` is what must be read before it: the header of a table that the slice continues, itself a slice of the document.
    """

    chunk_id: str
    doc_id: str
    start: int
    end: int
    text: str
    title: str = ""
    source: str = ""
    heading_path: tuple[str, ...] = ()
    lead: str = ""
    metadata: Metadata = Field(default_factory=dict)


class Ranking(Frozen):
    """Chunk ids, best first, ties in corpus order, with the score of each (two columns: fifty hits cost one object).

    A system that is not ours may not say its scores: then there are none.
    """

    chunk_ids: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()


class RankedChunk(Frozen):
    """A chunk among the final k, with its 1-based rank and the score that put it there; null where nobody says it."""

    chunk: Chunk
    rank: int
    score: float | None


class Span(Frozen):
    """One numbered span of the prompt; `text` is null while it is the chunk's own text."""

    number: int
    chunk_id: str
    text: str | None = None


class Dropped(Frozen):
    """A final chunk that did not reach the prompt, and why."""

    chunk_id: str
    rank: int
    reason: str


# --- the answer -------------------------------------------------------------------------------------------------------


class Prompt(Frozen):
    """The exact text the model reads, with the spans it was built from (`texts[i]` is the text of `spans[i]`)."""

    question_id: str
    question: str
    text: str
    spans: tuple[Span, ...]
    texts: tuple[str, ...]
    template: str
    citation: str
    refusal: str


class Retry(Frozen):
    """One attempt that failed and was followed by another: where, why, and how long was waited in between."""

    server: str
    reason: str
    waited_seconds: float


class ModelFacts(Frozen):
    """What identifies a model that runs on a server; `digest` names its content, null where the server does not say."""

    name: str
    digest: str | None
    servers: Mapping[str, str]
    context_limit: int | None = None
    details: Metadata = Field(default_factory=dict)


class Generation(Frozen):
    """What a generator returned; token counts are null where the generator does not report them.

    `finish` is `stop`, `length` (cut at num_predict or by a full window) or `prompt_too_long` (refused unread, no answer).
    `prompt_cut` says, with the numbers, why the model cannot have read the whole prompt; null where nothing says so.
    `raw` is the model's own text where `answer` was made from it. `server` and what follows tell how it was got.
    """

    answer: str
    model: str
    thinking: str | None = None
    finish: str = "stop"
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    attempts: int = 1
    cached: bool = False
    expected_tokens: int | None = None
    window_tokens: int | None = None
    prompt_cut: str | None = None
    raw: str | None = None
    server: str | None = None
    load_seconds: float | None = None
    retries: tuple[Retry, ...] = ()


class Claim(Frozen):
    """One sentence of an answer, the span numbers it cites, and whether they support it."""

    text: str
    verdict: VerdictName
    cited: tuple[int, ...] = ()
    reason: str = ""


class Verdict(Frozen):
    """Whether an answer is supported by the spans, claim by claim.

    `refusal` says how the answer declines, whatever its claims are worth: not at all (`none`), `full`, `partial` (it answers
    some of it), `then_answer` (it refuses and answers all the same), or `hedge` (it answers and is not sure).
    """

    verdict: VerdictName
    reason: str = ""
    claims: tuple[Claim, ...] = ()
    refusal: RefusalKind = "none"


class Judgement(Frozen):
    """Whether an answer is right; `correct` is null where it cannot be known, and `reason` says why."""

    correct: bool | None
    judge: str
    reason: str


class Fault(Frozen):
    """A stage of the harness or of the system under test that raised, timed out or returned nothing usable."""

    stage: Step
    kind: Literal["raised", "timeout", "empty"]
    message: str
    retries: tuple[Retry, ...] = ()


# --- a system that is not ours ----------------------------------------------------------------------------------------


class Passage(Frozen):
    """One context as another system gives it: a text, an id, or both; what it does not say is null."""

    text: str | None = None
    id: str | None = None
    source: str | None = None
    title: str = ""
    score: float | None = None
    metadata: Metadata = Field(default_factory=dict)


class Reply(Frozen):
    """What another system says of one question; null is what it does not say, and an empty list is an empty list.

    `contexts` are what its model read, in its order; `candidates` what was found before a reranker chose.
    """

    answer: str | None = None
    contexts: tuple[Passage, ...] | None = None
    candidates: tuple[Passage, ...] | None = None
    prompt: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    seconds: float | None = None
    correct: bool | None = None
    error: str | None = None


class Origin(Frozen):
    """Where answers come from that are not our pipeline's, and what they cannot tell: stage → why.

    `what` is a system's spelling or the format of an imported file; `notes` say what became of rows that needed a decision.
    """

    kind: Literal["import", "system"]
    what: str
    file: str | None = None
    file_sha256: str | None = None
    mapping: Mapping[str, str] = Field(default_factory=dict)
    rows: str | None = None
    undecidable: Mapping[Stage, str] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


# --- the log ----------------------------------------------------------------------------------------------------------


class Place(Frozen):
    """Where evidence stands in a document."""

    doc_id: str
    start: int
    end: int


class GroupTrace(Frozen):
    """What carried one evidence group at each stage: facts of the index and the rankings, none of the answer.

    Lists are cut to their first few members; counts are whole. `raw_places` say where the raw files hold what no parsed
    text does. Ranks are 1-based and null where no carrier is ranked. `outside_characters` is how much of cut evidence is
    outside the chunk that holds most of it; `fuzzy` says how the place differs from the label's words, if it does.
    """

    group: int
    label: Literal["evidence", "gold_document"]
    anchor: str
    places: tuple[Place, ...] = ()
    raw_places: tuple[str, ...] = ()
    carriers: tuple[str, ...] = ()
    carrier_count: int = 0
    cut_between: tuple[str, ...] = ()
    visible_count: int = 0
    hidden_by: str | None = None
    candidate_rank: int | None = None
    final_rank: int | None = None
    kept: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    spans: tuple[int, ...] = ()
    reunited: bool = False
    outside_characters: int | None = None
    fuzzy: str | None = None


Move = Literal["reason_given", "searched_wider"]


class Attempt(Frozen):
    """An earlier attempt at a question, as a record holds one, and what was done `then`: the next one had this `k`."""

    then: Move
    k: int
    spans: tuple[Span, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    prompt: str | None = None
    generation: Generation | None = None
    verdict: Verdict | None = None
    judgement: Judgement | None = None
    trace: tuple[GroupTrace, ...] = ()
    seconds: Mapping[Step, float] = Field(default_factory=dict)


class Record(Frozen):
    """Everything one question did, in one log line."""

    kind: Literal["record"] = "record"
    schema_version: int = SCHEMA_VERSION
    run_id: str
    key: str
    question: Question
    candidates: Ranking = Ranking()
    ranking: Ranking | None = None
    chunks: tuple[RankedChunk, ...] = ()
    spans: tuple[Span, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    prompt: str | None = None
    generation: Generation | None = None
    verdict: Verdict | None = None
    judgement: Judgement | None = None
    fault: Fault | None = None
    trace: tuple[GroupTrace, ...] = ()
    seconds: Mapping[Step, float] = Field(default_factory=dict)
    attempts: tuple[Attempt, ...] = ()


class IndexInfo(Frozen):
    """The size of the index a run searched."""

    documents: int
    chunks: int
    visible_chunks: int
    words_per_chunk: float


class RunStart(Frozen):
    """The first line of a log: all that is needed to run it again."""

    kind: Literal["run_start"] = "run_start"
    schema_version: int = SCHEMA_VERSION
    run_id: str
    started_at: str
    harness_version: str
    python: str
    platform: str
    settings: Mapping[str, JsonValue]
    golden: GoldenInfo
    index: IndexInfo
    parent: str | None = None
    replayed_from: Step | None = None
    code: str = ""
    model: ModelFacts | None = None
    origin: Origin | None = None


class RunEnd(Frozen):
    """The last line of a log that was closed in order; its counts are a convenience, readers recompute them."""

    kind: Literal["run_end"] = "run_end"
    schema_version: int = SCHEMA_VERSION
    run_id: str
    ended_at: str
    status: Literal["complete", "interrupted"]
    questions: int
    faults: int
    seconds: float


LogLine = Annotated[RunStart | Record | RunEnd, Field(discriminator="kind")]


# --- attribution ------------------------------------------------------------------------------------------------------


class StageRow(Frozen):
    """One stage of the ledger: whether it kept the evidence and by what, in words that can be checked in the record.

    `passed` means that the evidence came through; `past` that it was lost before, so that the stage was never tried.
    """

    stage: Stage
    state: Literal["passed", "lost", "past", "undecided"]
    by: str


class LedgerRow(Frozen):
    """One evidence group, the stage where it was lost (null: it reached the model) and a sentence anyone can check.

    `stages` holds what each of the eight retrieval stages did with it, where the question failed.
    """

    group: int
    label: Literal["evidence", "gold_document"]
    anchor: str
    lost_at: Stage | Undecidable | None
    reason: str
    reunited: bool = False
    cause: RetrievalCause | None = None
    stages: tuple[StageRow, ...] = ()


class Fired(Frozen):
    """Something that went wrong, with its proof: what a question failed of, or what it would have failed of next."""

    stage: Stage | None
    cause: Cause
    proof: str


class Attribution(Frozen):
    """The one bucket, stage, sub-kind and cause of a question, with the reason as a sentence.

    `proof` is what shows the cause; `also` is what fired besides, in the order of the stages. `answer` is what the answer
    did at `generate` and `conclude`; the retrieval stages are in `rows`, which no answer can move.
    """

    question_id: str
    bucket: Bucket
    outcome: Outcome
    stage: Stage | Undecidable | None = None
    sub_kind: str | None = None
    why: str
    rows: tuple[LedgerRow, ...] = ()
    cause: Cause | None = None
    proof: str = ""
    also: tuple[Fired, ...] = ()
    answer: tuple[StageRow, ...] = ()


class Rate(Frozen):
    """A proportion with its Wilson 95% interval; value, low and high are null with a reason where undefined."""

    value: float | None
    numerator: int
    denominator: int
    low: float | None
    high: float | None
    reason: str | None = None
