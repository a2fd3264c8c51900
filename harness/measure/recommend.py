"""What to fix first: the largest failing stage, and the most that fixing it could gain."""

from __future__ import annotations

from collections.abc import Mapping

from harness.measure.models import Recommendation
from harness.types import Bucket, Stage, Undecidable

FIXES: dict[Stage, tuple[str, str]] = {
    "source": ("the label, or the corpus", "no gold document holds the evidence"),
    "parse": ("the parser", "the raw file holds the evidence, the parsed text does not"),
    "chunk": ("chunk size, overlap, structure", "the evidence is cut by a chunk boundary"),
    "filter": ("the metadata, or the filter", "the filter hides every chunk that carries the evidence"),
    "first_stage": ("the retriever, or its depth", "the evidence is not among the candidates"),
    "rerank": ("the reranker, or k", "the evidence is a candidate but not among the final k"),
    "assemble": ("dedupe, weak cut, budget", "the evidence is in the final k but dropped before the prompt"),
    "truncate": ("the model's window, the budget", "the evidence is cut from the prompt by the model's window"),
    "generate": ("the prompt, or the model", "the evidence was there and the answer does not rest on it"),
    "conclude": ("decomposition, sources, labels", "every claim is supported and the answer is still wrong"),
}
"""Per stage: what to look at, and why."""

_OF_BUCKET: dict[Bucket, Stage] = {"grounding_miss": "generate", "synthesis_miss": "conclude"}


def recommend(
    attribution: Mapping[Bucket, int], stages: Mapping[Stage | Undecidable, int], answerable: int
) -> Recommendation | None:
    """Return the stage with the most failures, earlier stages first on ties; None where no stage failed.

    The gain is an upper bound: every one of those questions answered right, over all answerable ones.
    """
    counts: dict[Stage | Undecidable, int] = dict(stages) | {
        stage: attribution[bucket] for bucket, stage in _OF_BUCKET.items()
    }
    return _largest(counts, answerable, "answerable questions", "accuracy")


def recommend_retrieval(lost: Mapping[Stage | Undecidable, int], labelled: int) -> Recommendation | None:
    """Return the stage that loses the evidence of most questions, for runs whose answers nobody can judge."""
    return _largest(lost, labelled, "questions with evidence", "the ceiling")


def _largest(counts: Mapping[Stage | Undecidable, int], total: int, of: str, gained: str) -> Recommendation | None:
    target = max(counts, key=lambda stage: counts[stage])
    if not counts[target] or not total:
        return None
    points = 100 * counts[target] / total
    if target == "undecidable":
        text = (
            f"Fix retrieval first, and log more of it (candidates, chunks): the evidence of {counts[target]} of {total} {of} "
            f"(+{points:.1f} points of {gained}) is in no context, and the log does not say which stage lost it."
        )
        return Recommendation(target=target, questions=counts[target], points=round(points, 1), text=text)
    what, why = FIXES[target]
    return Recommendation(
        target=target,
        questions=counts[target],
        points=round(points, 1),
        text=f"Fix {target} first ({what}): {why}. At most {counts[target]} of {total} {of} "
        f"(+{points:.1f} points of {gained}) can be gained there.",
    )
