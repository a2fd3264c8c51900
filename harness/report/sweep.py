"""A sweep for a terminal and as a picture: what each setting finds, by evidence, document and words, and what is real."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from harness.measure.differences import MeanDifference, Pair
from harness.measure.retrieval import Measures
from harness.report._lines import plain_table, print_trimmed, section
from harness.report.plot import Panel, draw, of_rate, sparkline
from harness.report.real import real_differences, short_name, some_names
from harness.sweep import Sweep, SweepRow
from harness.text.counted import agreeing, counted
from harness.text.printable import one_line
from harness.types import Rate

_SLICES_PER_TABLE = 4
_WINDOW = re.compile(r"window:(\d+):(\d+)")
_MEGABYTE = 1_000_000


def write(sweep: Sweep, console: Console, *, depth: int, k: int) -> None:
    """Print it; `depth` is the candidates', `k` the one that slices are told at."""
    print_trimmed(console, _parts(_labelled(sweep), depth, k))


def svg(sweep: Sweep) -> str:
    """Return one picture: recall by evidence and by document against k, and both against the words handed over."""
    sweep = _labelled(sweep)

    def panel(title: str, of: Callable[[SweepRow], Mapping[str, Rate]], unit: str) -> Panel:
        lines = [(row.name, [of_rate(rate) for rate in of(row).values()]) for row in sweep.rows]
        below = [f"{unit}{key}" for key in of(sweep.rows[0])] if sweep.rows else []
        return Panel(title, lines, below=below)

    return draw(
        [
            panel("all evidence, first k chunks", _by_evidence, "k "),
            panel("document, first k distinct", lambda row: row.document_recall, "k "),
            panel("all evidence, words handed over", lambda row: row.recall_in_words, ""),
            panel("document, words handed over", lambda row: row.document_recall_in_words, ""),
        ]
    )


def _labelled(sweep: Sweep) -> Sweep:
    """Return the sweep with what all its configurations have in common left out of their names."""
    parts = {row.name: row.name.split(" / ") for row in sweep.rows}
    common = set.intersection(*map(set, parts.values())) if len(parts) > 1 else set()
    labels = {name: " / ".join(p for p in of if p not in common) or name for name, of in parts.items()}

    def renamed(found: Pair | MeanDifference) -> dict[str, str]:
        return {"a": labels[found.a], "b": labels[found.b]}

    return sweep.model_copy(
        update={
            "rows": tuple(row.model_copy(update={"name": labels[row.name]}) for row in sweep.rows),
            "pairs": tuple(pair.model_copy(update=renamed(pair)) for pair in sweep.pairs),
            "slice_pairs": tuple(pair.model_copy(update=renamed(pair)) for pair in sweep.slice_pairs),
            "means": tuple(found.model_copy(update=renamed(found)) for found in sweep.means),
        }
    )


def _parts(sweep: Sweep, depth: int, k: int) -> Iterator[RenderableType]:
    yield from _heading(sweep)
    if not sweep.rows or not sweep.questions:
        return
    first = sweep.rows[0]
    if first.evidence_questions:
        left = sweep.questions - first.evidence_questions
        of = (
            f" ({counted(first.evidence_questions, 'question')}; {left} without evidence {agreeing(left, 'is', 'are')} below, by document)"
            if left
            else ""
        )
        yield section(f"By evidence: all of it, literally, inside the first k chunks{of}")
        yield _evidence(sweep.rows, depth)
        yield Text("MRR: of the first chunk with any of it; lost: questions for which none of it was retrieved", "dim")
    yield section("By document: one that holds each piece, inside the first k distinct documents")
    yield _documents(sweep.rows)
    yield from _words(sweep)
    yield from _slices(sweep, k)
    yield from _matrices(sweep, k)
    yield from _cost(sweep)
    yield from _notes(sweep)
    if sweep.pairs:
        yield from real_differences(sweep)


def _heading(sweep: Sweep) -> Iterator[Text]:
    unlabelled = (
        f"; {sweep.left_out} answerable {agreeing(sweep.left_out, 'one', 'ones')} without labels left out"
        if sweep.left_out
        else ""
    )
    yield Text.assemble((one_line(sweep.golden), "bold"), f": {counted(sweep.questions, 'question')}{unlabelled}")
    if not sweep.questions:
        yield Text(
            "no answerable question has evidence or gold documents: there is nothing to find; add labels", "yellow"
        )
        return
    can = sweep.detectable
    told = f"one question is {100 / sweep.questions:.2g} points of recall; "
    if can.alone is None:
        yield Text(told + "so few can show no difference of any size", "yellow")
        return
    told += f"the smallest difference these can show: {_points(can.alone)}"
    told += f", or {_points(can.among_flips)} where 5% of questions flip each way besides"
    if can.comparisons > 1:
        told += f" ({_points(can.strictest_alone)} and {_points(can.strictest_among_flips)} as the first of"
        told += f" {can.comparisons} comparisons)"
    yield Text(told, "dim")


def _points(share: float | None) -> str:
    return "none at all" if share is None else f"{100 * share:.2g} points"


def _table(*columns: str) -> Table:
    table = plain_table()
    table.add_column("configuration", overflow="fold")
    for name in columns:
        table.add_column(name, justify="right")
    return table


def _by_evidence(row: Measures) -> Mapping[str, Rate]:
    return row.evidence_recall if row.evidence_questions else row.recall


def _evidence(rows: Sequence[SweepRow], depth: int) -> Table:
    ks = list(rows[0].recall)
    reranked = any(row.rerank != "none" for row in rows) or str(depth) not in ks
    ndcg_at = _ndcg_k(rows[0])
    table = _table(*(f"R@{k}" for k in ks), *([f"cand@{depth}"] if reranked else []), "MRR", "lost", f"nDCG@{ndcg_at}")
    best = _best(rows, lambda row: row.evidence_recall)
    for row in rows:
        first = row.first_evidence
        table.add_row(
            row.name,
            *(_cell(row.evidence_recall[k].value, best[k]) for k in ks),
            *([_cell(row.evidence_candidates_recall.value, None)] if reranked else []),
            "–" if first.mrr is None else f"{first.mrr:.3f}",
            f"{first.not_retrieved:,}",
            _cell(row.ndcg[ndcg_at], None),
        )
    return table


def _ndcg_k(row: SweepRow) -> str:
    ks = [int(k) for k in row.ndcg]
    return str(max([k for k in ks if k <= 10] or ks[:1]))  # noqa: PLR2004 -- the customary depth


def _documents(rows: Sequence[SweepRow]) -> Table:
    ks = list(rows[0].document_recall)
    table = _table(*(f"D@{k}" for k in ks), "MRR", f"nDCG@{_ndcg_k(rows[0])}")
    best = _best(rows, lambda row: row.document_recall)
    for row in rows:
        cells = [_cell(row.document_recall[k].value, best[k]) for k in ks]
        table.add_row(row.name, *cells, _cell(row.document_mrr, None), _cell(row.document_ndcg[_ndcg_k(row)], None))
    return table


def _words(sweep: Sweep) -> Iterator[RenderableType]:
    has_evidence = bool(sweep.rows[0].evidence_questions)

    def of(row: SweepRow) -> Mapping[str, Rate]:
        return row.recall_in_words if has_evidence else row.document_recall_in_words

    budgets = list(of(sweep.rows[0]))
    if not budgets:
        return
    what = "all evidence" if has_evidence else "the document"
    left = sweep.questions - sweep.rows[0].evidence_questions if has_evidence else 0
    what += f" ({counted(left, 'question')} without {agreeing(left, 'is', 'are')} left out)" if left else ""
    yield section(f"At an equal budget: {what} inside the first W words handed over")
    table = _table(*(f"W {budget}" for budget in budgets), "")
    best = _best(sweep.rows, of)
    for row in sweep.rows:
        values = [of(row)[budget].value for budget in budgets]
        cells = [_cell(value, best[budget]) for value, budget in zip(values, budgets, strict=True)]
        table.add_row(row.name, *cells, sparkline(values, 1.0))
    yield table
    if reason := next((rate.reason for row in sweep.rows for rate in of(row).values() if rate.reason), None):
        yield Text(f"–: {reason}", "dim")


def _slices(sweep: Sweep, k: int) -> Iterator[RenderableType]:
    types = list(sweep.rows[0].slices)
    ks = [int(key) for key in sweep.rows[0].recall]
    at = str(max([key for key in ks if key <= k] or ks[:1]))
    if len(types) < 2:  # noqa: PLR2004 -- one slice is all of them
        return
    yield section(f"By type of question, at k = {at} (by document where a type has no evidence)")
    for first in range(0, len(types), _SLICES_PER_TABLE):
        shown = types[first : first + _SLICES_PER_TABLE]
        counts = [sweep.rows[0].slices[name].questions for name in shown]
        table = _table(*(f"{short_name(name)} ({count})" for name, count in zip(shown, counts, strict=True)))
        tops = {name: max(_at(row, name, at).value or 0 for row in sweep.rows) for name in shown}
        for row in sweep.rows:
            table.add_row(row.name, *(_cell(_at(row, name, at).value, tops[name]) for name in shown))
        yield table


def _at(row: SweepRow, kind: str, k: str) -> Rate:
    of = row.slices[kind]
    return of.evidence_recall[k] if of.evidence_questions else of.document_recall[k]


def _matrices(sweep: Sweep, k: int) -> Iterator[RenderableType]:
    """Yield sizes by overlaps at each of the first k and the run's, where the windows among the rows make a table."""
    cells: dict[tuple[int, int], SweepRow] = {}
    for row in sweep.rows:
        if match := _WINDOW.fullmatch(row.chunker):
            size, overlap = int(match[1]), int(match[2])
            cells.setdefault((size, round(100 * overlap / size)), row)
    sizes, shares = (sorted({key[n] for key in cells}) for n in (0, 1))
    varied = len({row.name.replace(row.chunker, "") for row in cells.values()}) > 1
    if min(len(sizes), len(shares)) < 2 or len(cells) < len(sizes) * len(shares) or varied:  # noqa: PLR2004 -- a table
        return
    ks = [int(key) for key in sweep.rows[0].recall]
    for at in dict.fromkeys((ks[0], max([key for key in ks if key <= k] or ks[:1]))):
        yield section(f"Window size by overlap, recall@{at}")
        table = _table(*(f"overlap {share}%" for share in shares))
        table.columns[0].header = "words"
        best = max(_by_evidence(row)[str(at)].value or 0 for row in cells.values())
        for size in sizes:
            values = [_by_evidence(cells[size, share])[str(at)].value for share in shares]
            table.add_row(str(size), *(_cell(value, best) for value in values))
        yield table


def _cost(sweep: Sweep) -> Iterator[RenderableType]:
    yield section("What the index costs, and what its boundaries cut")
    table = _table("chunks", "w/chunk", "words indexed", "MB", "cut", "overlap to save all")
    seen: set[tuple[str, str, str]] = set()
    for row in sweep.rows:
        key = (row.chunker, row.analyzer, row.retriever)
        if key in seen:
            continue
        seen.add(key)
        share = f"× {row.index_words / row.corpus_words:.2f}" if row.corpus_words else "–"
        size = "–" if row.index_bytes is None else f"{row.index_bytes / _MEGABYTE:.1f}"
        saved = _saved(row)
        name = row.name if len({r.retriever for r in sweep.rows}) > 1 else row.chunker
        table.add_row(name, f"{row.chunks:,}", f"{row.words_per_chunk:g}", share, size, str(row.cut_evidence), saved)
    yield table
    groups = sweep.rows[0].evidence_groups
    if groups:
        yield Text(f"cut: of {counted(groups, 'piece')} of evidence, those that stand whole in no chunk", "dim")
    told = {row.chunker: row for row in reversed(sweep.rows) if row.cut_example}
    if told:
        row = max(told.values(), key=lambda row: row.words_per_chunk)
        yield Text(one_line(f"e.g. {row.chunker}, question {row.cut_example}"), "dim")


def _saved(row: SweepRow) -> str:
    """Return the overlap that saves all that is cut, or the size that does, where no overlap of such chunks can."""
    if row.overlap_needed is None:
        return ""
    fits = row.overlap_needed < row.words_per_chunk
    return f"{row.overlap_needed} words" if fits else f"chunks of {row.overlap_needed + 1}+"


def _notes(sweep: Sweep) -> Iterator[Text]:
    if sweep.documents == 1:
        yield Text("the corpus is one document: by document, whatever is found is right; read the rest", "yellow")
    deepest = max(map(int, sweep.rows[0].recall))
    few = {row.chunker: row.chunks for row in sweep.rows if row.chunks < deepest}
    if few:
        shown = some_names([f"{chunker} has {count:,}" for chunker, count in few.items()])
        yield Text(
            f"k = {deepest} is more chunks than there are ({shown}): from there on recall is what matches at all",
            "yellow",
        )
    for row in sweep.rows:
        if row.zero_hit_questions:
            found = (
                f"{row.name}: {row.zero_hit_questions} of {counted(sweep.questions, 'question')} found no chunk at all"
            )
            yield Text(
                f"{found}; {agreeing(row.zero_hit_questions, 'it shares', 'they share')} no term with any, or the filter hides those",
                "yellow",
            )


def _best(rows: Sequence[SweepRow], of: Callable[[SweepRow], Mapping[str, Rate]]) -> dict[str, float]:
    return {key: max((of(row)[key].value or 0) for row in rows) for key in of(rows[0])}


def _cell(value: float | None, best: float | None) -> Text:
    return Text("–" if value is None else f"{value:.3f}", "bold" if value is not None and value == best else "")
