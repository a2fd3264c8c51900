"""How well a judge agrees with people: Cohen's kappa, balanced accuracy and the confusion matrix, with intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from harness.measure.intervals import Z95, rate
from harness.types import Frozen, Rate


class Estimate(Frozen):
    """A statistic with its 95% interval; null with a reason where it is not defined."""

    value: float | None
    low: float | None = None
    high: float | None = None
    reason: str | None = None


class Agreement(Frozen):
    """What a judge said of what people had labelled: `confusion[label][verdict]` counts."""

    labels: tuple[str, ...]
    items: int
    confusion: Mapping[str, Mapping[str, int]]
    accuracy: Rate
    kappa: Estimate
    balanced_accuracy: Estimate
    recall: Mapping[str, Rate]
    precision: Mapping[str, Rate]


def agreement(pairs: Iterable[tuple[str, str]], labels: Sequence[str]) -> Agreement:
    """Return the agreement of `(label, verdict)` pairs; verdicts outside `labels` count as disagreement of their own."""
    counts = Counter(pairs)
    verdicts = (*labels, *sorted({v for _, v in counts} - set(labels)))
    total = sum(counts.values())
    right = sum(n for (label, verdict), n in counts.items() if label == verdict)
    rows = {label: sum(counts[label, v] for v in verdicts) for label in labels}
    columns = {v: sum(counts[label, v] for label in labels) for v in verdicts}
    recall = {label: rate(counts[label, label], rows[label], f"nothing is labelled {label}") for label in labels}
    return Agreement(
        labels=tuple(labels),
        items=total,
        confusion={label: {v: counts[label, v] for v in verdicts} for label in labels},
        accuracy=rate(right, total, "there is nothing to compare"),
        kappa=_kappa(counts, rows, columns, total),
        balanced_accuracy=_balanced(recall),
        recall=recall,
        precision={
            label: rate(counts[label, label], columns[label], f"nothing was judged {label}") for label in labels
        },
    )


def _kappa(counts: Counter[tuple[str, str]], rows: Mapping[str, int], columns: Mapping[str, int], n: int) -> Estimate:
    """Return Cohen's kappa (1960) with the large-sample interval of Fleiss, Cohen and Everitt (1969, eq. 13)."""
    if n == 0:
        return Estimate(value=None, reason="there is nothing to compare")
    given = {v: rows.get(v, 0) / n for v in columns}
    said = {v: columns[v] / n for v in columns}
    observed = sum(counts[v, v] for v in columns) / n
    chance = sum(given[v] * said[v] for v in columns)
    if math.isclose(chance, 1):
        return Estimate(value=None, reason="people and judge use one and the same label throughout")
    kappa = (observed - chance) / (1 - chance)
    spread = sum(counts[v, v] / n * (1 - (given[v] + said[v]) * (1 - kappa)) ** 2 for v in columns)
    for (label, verdict), count in counts.items():
        if label != verdict:
            spread += (1 - kappa) ** 2 * count / n * (said[label] + given[verdict]) ** 2
    spread -= (kappa - chance * (1 - kappa)) ** 2
    half = Z95 * math.sqrt(max(0.0, spread) / n) / (1 - chance)
    return Estimate(value=kappa, low=max(-1.0, kappa - half), high=min(1.0, kappa + half))


def _balanced(recall: Mapping[str, Rate]) -> Estimate:
    """Return the mean recall of the labels that occur; its interval adds up their binomial variances."""
    known = [r for r in recall.values() if r.value is not None]
    if len(known) < 2:  # noqa: PLR2004 -- with one label there is nothing to balance
        return Estimate(value=None, reason="fewer than two labels occur")
    values = [r.value or 0.0 for r in known]
    mean = sum(values) / len(values)
    # Agresti and Coull's adjusted counts keep the variance of a recall of 0 or 1 from being 0.
    adjusted = [((r.numerator + 2) / (r.denominator + 4), r.denominator + 4) for r in known]
    half = Z95 * math.sqrt(sum(p * (1 - p) / n for p, n in adjusted)) / len(known)
    return Estimate(value=mean, low=max(0.0, mean - half), high=min(1.0, mean + half))
