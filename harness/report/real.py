"""Which differences of a sweep are real, told: who leads at each k, who is shown to be worse, and whether slices agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rich.text import Text

from harness.measure.differences import ALPHA, Correlation, MeanDifference, Pair
from harness.measure.retrieval import Measures
from harness.report._lines import section
from harness.sweep import Sweep
from harness.text.counted import agreeing, counted
from harness.text.printable import one_line

SHOWN_PAIRS = 12
SHOWN_CORRELATIONS = 6
_SHOWN_NAMES = 4
_SLICE_NAME = 11


def real_differences(sweep: Sweep) -> Iterator[Text]:
    """Yield what is shown to differ, at each k, of each mean and for each type of question."""
    first = sweep.rows[0]
    mixed = 0 < first.evidence_questions < sweep.questions
    by = "; questions without evidence by document" if mixed else ""
    yield section(f"What is real (exact McNemar, adjusted by Holm over all pairs at each k{by})")
    recall: dict[str, Measures] = {row.name: row for row in sweep.rows}
    for k, group in groupby(sweep.pairs, key=lambda pair: pair.k):
        yield _leader(k, list(group), recall)
    real = [pair for pair in sweep.pairs if pair.p_holm < ALPHA]
    alone = sum(pair.p < ALPHA for pair in sweep.pairs)
    if not real:
        told = f"  none of {counted(len(sweep.pairs), 'comparison')} survives: no gap above is shown to be real"
        yield Text(f"{told} ({alone} {agreeing(alone, 'has', 'have')} p < {ALPHA} alone)" if alone else told, "dim")
    else:
        ordered = sorted(real, key=lambda pair: (pair.p_holm, pair.p, pair.k))[:SHOWN_PAIRS]
        yield from (Text(_pair(pair)) for pair in ordered)
        more = f"; {len(real) - SHOWN_PAIRS} more with --json" if len(real) > SHOWN_PAIRS else ""
        told = f"  {len(real)} of {_survive(len(sweep.pairs), 'comparison')}; {alone} {agreeing(alone, 'has', 'have')} p < {ALPHA} unadjusted"
        yield Text(told + more, "dim")
    for measure, of in groupby(sweep.means, key=lambda found: found.measure):
        yield _means(measure, list(of))
    yield from _leaders_by_slice(sweep)
    if sweep.correlations:
        yield section("Do kinds of question agree on the ranking? (Spearman, bootstrap 95%)")
        lowest = sorted(sweep.correlations, key=lambda found: 2 if found.rho is None else found.rho)[
            :SHOWN_CORRELATIONS
        ]
        yield from (_correlation(found) for found in sweep.correlations if found in lowest)
        if len(sweep.correlations) > len(lowest):
            hidden = len(sweep.correlations) - len(lowest)
            yield Text(f"  the lowest of {len(sweep.correlations)}; {hidden} more with --json", "dim")


def _leader(k: int, pairs: Sequence[Pair], rows: Mapping[str, Measures]) -> Text:
    """Return who leads at one k, who is shown to be worse than it, and who is not."""
    names = list(dict.fromkeys(name for pair in pairs for name in (pair.a, pair.b)))
    best = max(names, key=lambda name: rows[name].recall[str(k)].numerator)
    worse: list[str] = []
    open_: list[str] = []
    for pair in pairs:
        if best in {pair.a, pair.b}:
            other = pair.b if pair.a == best else pair.a
            (worse if pair.p_holm < ALPHA else open_).append(other)
    told = f"  @{k}: {best} leads"
    told += f"; shown to be worse: {some_names(worse)}" if worse else ""
    told += f"; not told apart from it: {some_names(open_)}" if open_ else ""
    return Text(told)


def _leaders_by_slice(sweep: Sweep) -> Iterator[Text]:
    """Yield who leads for each type of question at the first k, by evidence where the type has some."""
    if not sweep.slice_pairs:
        return
    k = sweep.slice_pairs[0].k
    yield section(f"The same for each type of question, at k = {k}")
    for kind in sweep.rows[0].slices:
        unit = "evidence" if sweep.rows[0].slices[kind].evidence_questions else "document"
        chosen = [p for p in sweep.slice_pairs if (p.slice, p.unit, p.k) == (kind, unit, k)]
        slices = {row.name: row.slices[kind] for row in sweep.rows}
        yield Text.assemble(f"  {short_name(kind)}", _leader(k, chosen, slices))


def some_names(names: Sequence[str]) -> str:
    """Return the first few of some names, and how many more there are."""
    more = f" and {len(names) - _SHOWN_NAMES} more" if len(names) > _SHOWN_NAMES else ""
    return ", ".join(names[:_SHOWN_NAMES]) + more


def _pair(pair: Pair) -> str:
    a_wins = pair.only_a > pair.only_b
    winner, loser = (pair.a, pair.b) if a_wins else (pair.b, pair.a)
    more, fewer = (pair.only_a, pair.only_b) if a_wins else (pair.only_b, pair.only_a)
    p = f"p = {pair.p:.2g}, Holm {pair.p_holm:.2g}"
    return f"  @{pair.k}: {winner} over {loser}: {counted(more, 'question')} against {fewer}, {p}"


def _means(measure: str, found: Sequence[MeanDifference]) -> Text:
    real = [difference for difference in found if difference.p_holm < ALPHA]
    told = f"  {measure.replace('mrr', 'MRR').replace('ndcg', 'nDCG')} (paired bootstrap): {len(real)} of"
    told += f" {_survive(len(found), 'difference')}"
    if real:
        widest = max(real, key=lambda difference: abs(difference.difference))
        swapped = widest.difference < 0
        winner, loser = (widest.b, widest.a) if swapped else (widest.a, widest.b)
        low, high = (-widest.high, -widest.low) if swapped else (widest.low, widest.high)
        told += f"; the widest: {winner} over {loser}, +{abs(widest.difference):.3f} ({low:.3f} – {high:.3f})"
    return Text(told)


def _survive(of: int, noun: str) -> str:
    return f"{counted(of, noun)} {agreeing(of, 'survives', 'survive')}"


def _correlation(found: Correlation) -> Text:
    by = " by document" if found.unit == "document" else ""
    head = f"  @{found.k}{by}: {short_name(found.a)} and {short_name(found.b)}: "
    if found.rho is None:
        return Text(head + f"– ({one_line(found.reason or '')})", "dim")
    told = f"ρ = {found.rho:+.2f} ({found.low:+.2f} – {found.high:+.2f}) over {counted(found.configurations, 'configuration')}"
    return Text(head + told)


def short_name(name: str) -> str:
    """Return the name of a slice, short enough for a column."""
    name = one_line(name)
    return name if len(name) <= _SLICE_NAME else name[: _SLICE_NAME - 1] + "…"
