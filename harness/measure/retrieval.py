"""What one ranking found of one question's evidence, and what the rankings of many questions found together.

Two units are counted and never mixed. *By evidence*: a chunk carries a group when it holds the group's literal whole, and a
question is found once every group is carried. *By document*: once a chunk of a document that holds each group has come up,
whether or not that chunk carries it; counted over distinct documents, since several chunks of one document are one document,
and over chunks as well, since chunks are what a model is handed. *By words*: over the words handed over so far, so that a
long chunk at rank 1 and several short ones cost what they hold.

Where a question has no evidence, each of its gold documents is a group that any of its chunks carries; `recall` and `mrr`
count it, measures named for evidence leave it out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from harness.measure.intervals import rate
from harness.measure.ranking import all_groups, mean, ndcg_at, reciprocal_rank
from harness.types import Frozen, Rate

NO_LABELS = "no answerable question has evidence or gold documents"
NO_EVIDENCE = "no question has evidence labels"


@dataclass(frozen=True, slots=True)
class Relevance:
    """What counts as found for one question: for each group, the chunk positions that carry it and the documents that hold it."""

    groups: tuple[tuple[int, ...], ...]
    documents: tuple[frozenset[str], ...]
    has_evidence: bool


@dataclass(frozen=True, slots=True)
class Units:
    """Per chunk of an index: the document it is cut from and the words that a model is handed with it."""

    documents: Sequence[str]
    words: Sequence[int]


@dataclass(frozen=True, slots=True)
class Found:
    """One ranking of one question; ranks are 1-based, null where it does not get there; nDCG by chunk is null without evidence.

    `rank`, `first`: of the chunk with which all groups, any group, are carried. `document_rank` counts distinct documents,
    `document_chunk` chunks. `words`, `document_words`: handed over down to there. `handed`: words down to each k.
    """

    has_evidence: bool
    rank: int | None
    first: int | None
    document_rank: int | None
    document_chunk: int | None
    words: int | None
    document_words: int | None
    handed: tuple[int, ...]
    total: int
    cut_off: bool
    ndcg: tuple[float | None, ...]
    ndcg_exponential: tuple[float | None, ...]
    document_ndcg: tuple[float, ...]


def look(ranking: Sequence[int], relevance: Relevance, units: Units, ks: Sequence[int], depth: int) -> Found:
    """Return what a ranking of chunk positions, read to `depth`, found; nDCG and words are told at each k of `ks`."""
    at = {position: rank for rank, position in enumerate(ranking, 1)}
    ranks = [min((at[p] for p in group if p in at), default=None) for group in relevance.groups]
    rank, first = all_groups(ranks), min((r for r in ranks if r), default=None)
    reached: list[int] = []
    total = 0
    for position in ranking:
        total += units.words[position]
        reached.append(total)
    order = _distinct([units.documents[position] for position in ranking])
    document_rank, document_chunk = _by_document(order, relevance.documents)
    linear, exponential = _chunk_ndcg(at, relevance, ks)
    return Found(
        has_evidence=relevance.has_evidence,
        rank=rank,
        first=first,
        document_rank=document_rank,
        document_chunk=document_chunk,
        words=reached[rank - 1] if rank else None,
        document_words=reached[document_chunk - 1] if document_chunk else None,
        handed=tuple(reached[min(k, len(reached)) - 1] if reached else 0 for k in ks),
        total=total,
        cut_off=len(ranking) >= depth,
        ndcg=linear,
        ndcg_exponential=exponential,
        document_ndcg=_document_ndcg(order, relevance.documents, ks),
    )


def _distinct(documents: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return each document's `(rank among distinct documents, rank of its first chunk)`."""
    order: dict[str, tuple[int, int]] = {}
    for rank, document in enumerate(documents, 1):
        if document not in order:
            order[document] = (len(order) + 1, rank)
    return order


def _by_document(order: dict[str, tuple[int, int]], groups: Sequence[frozenset[str]]) -> tuple[int | None, int | None]:
    firsts = [min((order[d] for d in group if d in order), default=None) for group in groups]
    return all_groups(f and f[0] for f in firsts), all_groups(f and f[1] for f in firsts)


def _chunk_ndcg(
    at: dict[int, int], relevance: Relevance, ks: Sequence[int]
) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Return linear and exponential nDCG; a chunk's grade is how many groups it carries.

    Evidence that no chunk carries is 0, as it is for recall: left out, it would reward the chunker that cut it.
    """
    if not relevance.has_evidence:
        nothing = (None,) * len(ks)
        return nothing, nothing
    grades = Counter(position for group in relevance.groups for position in group)
    graded = sorted((at[position], grade) for position, grade in grades.items() if position in at)
    linear = _or_zero(ndcg_at(graded, grades.values(), ks))
    if max(grades.values(), default=0) <= 1:
        return linear, linear
    return linear, _or_zero(ndcg_at(graded, grades.values(), ks, "exponential"))


def _or_zero(values: Sequence[float | None]) -> tuple[float, ...]:
    return tuple(value or 0.0 for value in values)


def _document_ndcg(
    order: dict[str, tuple[int, int]], groups: Sequence[frozenset[str]], ks: Sequence[int]
) -> tuple[float, ...]:
    grades = Counter(document for group in groups for document in group)
    graded = sorted((order[document][0], grade) for document, grade in grades.items() if document in order)
    return _or_zero(ndcg_at(graded, grades.values(), ks))


class FirstEvidence(Frozen):
    """Where the first chunk with any evidence stands: MRR over it, its median rank where it is ranked, and how often not."""

    mrr: float | None
    median_rank: float | None
    not_retrieved: int


class Measures(Frozen):
    """What one configuration finds of a set of questions; keys are depths k, or words handed over.

    `recall` and `mrr` are by evidence, and by gold document for the questions without (`questions - evidence_questions` of
    them). `document_recall` is inside the first k distinct documents, `document_recall_in_chunks` inside the first k chunks.
    nDCG is null where no question has the labels for it.
    """

    questions: int
    evidence_questions: int
    recall: dict[str, Rate]
    mrr: float | None
    evidence_recall: dict[str, Rate]
    any_evidence: dict[str, Rate]
    first_evidence: FirstEvidence
    ndcg: dict[str, float | None]
    ndcg_exponential: dict[str, float | None]
    document_recall: dict[str, Rate]
    document_recall_in_chunks: dict[str, Rate]
    document_mrr: float | None
    document_ndcg: dict[str, float | None]
    words_at: dict[str, float | None]
    recall_in_words: dict[str, Rate]
    document_recall_in_words: dict[str, Rate]


def measures(found: Sequence[Found], ks: Sequence[int], budgets: Sequence[int]) -> Measures:
    """Return the measures of one configuration over the questions of `found`, at each k and within each budget of words."""
    with_evidence = [f for f in found if f.has_evidence]
    firsts = [f.first for f in with_evidence]
    return Measures(
        questions=len(found),
        evidence_questions=len(with_evidence),
        recall=_recalls([f.rank for f in found], ks, NO_LABELS),
        mrr=mean(reciprocal_rank(f.rank) for f in found),
        evidence_recall=_recalls([f.rank for f in with_evidence], ks, NO_EVIDENCE),
        any_evidence=_recalls(firsts, ks, NO_EVIDENCE),
        first_evidence=FirstEvidence(
            mrr=mean(map(reciprocal_rank, firsts)),
            median_rank=median(ranked) if (ranked := [rank for rank in firsts if rank]) else None,
            not_retrieved=sum(rank is None for rank in firsts),
        ),
        ndcg=_means([f.ndcg for f in found], ks),
        ndcg_exponential=_means([f.ndcg_exponential for f in found], ks),
        document_recall=_recalls([f.document_rank for f in found], ks, NO_LABELS),
        document_recall_in_chunks=_recalls([f.document_chunk for f in found], ks, NO_LABELS),
        document_mrr=mean(reciprocal_rank(f.document_rank) for f in found),
        document_ndcg=_means([f.document_ndcg for f in found], ks),
        words_at={str(k): mean(f.handed[n] for f in found) for n, k in enumerate(ks)},
        recall_in_words=_in_words([(f.words, f) for f in with_evidence], budgets, NO_EVIDENCE),
        document_recall_in_words=_in_words([(f.document_words, f) for f in found], budgets, NO_LABELS),
    )


def at_depth(ranks: Sequence[int | None], k: int, reason: str = NO_LABELS) -> Rate:
    """Return the share of ranks that are at most k; null with `reason` where there are none."""
    return rate(sum(rank is not None and rank <= k for rank in ranks), len(ranks), reason)


def _recalls(ranks: Sequence[int | None], ks: Sequence[int], reason: str) -> dict[str, Rate]:
    return {str(k): at_depth(ranks, k, reason) for k in ks}


def _means(values: Sequence[Sequence[float | None]], ks: Sequence[int]) -> dict[str, float | None]:
    return {str(k): mean(v for of in values if (v := of[n]) is not None) for n, k in enumerate(ks)}


def _in_words(needed: Sequence[tuple[int | None, Found]], budgets: Sequence[int], reason: str) -> dict[str, Rate]:
    """Return the share found in the longest prefix of whole chunks that fits; null where the candidates end before it."""
    told = {}
    for budget in budgets:
        short = sum(words is None and f.cut_off and f.total < budget for words, f in needed)
        if short:
            why = f"the candidates of {short} questions hold fewer than {budget} words; raise --candidates"
            told[str(budget)] = rate(0, 0, why)
        else:
            told[str(budget)] = rate(sum(w is not None and w <= budget for w, _ in needed), len(needed), reason)
    return told
