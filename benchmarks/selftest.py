"""Adds up what `harness selftest … --json` printed for several golden sets, as the tables of docs/selftest.md.

harness selftest golden/stdlib --limit 40 --json > stdlib.json
python benchmarks/selftest.py stdlib.json fares.json …
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from harness.measure.intervals import rate
from harness.selftest.result import LABELS

Result = dict[str, Any]


def headline(results: dict[str, Result]) -> Iterator[str]:
    yield "| set | questions | plants | right stage | right stage and cause | labels unmoved |"
    yield "|---|---:|---:|---|---|---:|"
    for name, one in results.items():
        unmoved = f"{one['swaps']['numerator']:,}/{one['swaps']['denominator']:,}"
        yield f"| {name} | {one['questions']} | {one['plants']:,} | {shown(one['stage'])} | {shown(one['cause'])} | {unmoved} |"
    total = {key: [sum(r[key][part] for r in results.values()) for part in ("numerator", "denominator")] for key in ("stage", "cause", "swaps")}  # fmt: skip
    asked, plants = (sum(r[key] for r in results.values()) for key in ("questions", "plants"))
    rates = [shown(rate(*total[key]).model_dump()) for key in ("stage", "cause")]
    yield f"| **all** | {asked} | {plants:,} | {' | '.join(rates)} | {total['swaps'][0]:,}/{total['swaps'][1]:,} |"


def shown(value: Result) -> str:
    return f"{value['value']:.4f} ({value['low']:.4f} – {value['high']:.4f})"


def matrix(results: Iterable[Result]) -> Iterator[str]:
    counts: Counter[tuple[str, str]] = Counter()
    for one in results:
        for planted, row in one["matrix"].items():
            counts.update({(planted, blamed): count for blamed, count in row.items()})
    seen = {label for pair in counts for label in pair}
    labels = [*(label for label in LABELS if label in seen), *sorted(seen - set(LABELS))]
    yield f"| planted ↓ blamed → | {' | '.join(str(n) for n, _ in enumerate(labels, 1))} |"
    yield f"|---|{'---:|' * len(labels)}"
    for number, label in enumerate(labels, 1):
        if any(planted == label for planted, _ in counts):
            yield f"| {number} {label} | {' | '.join(str(counts[label, other] or '·') for other in labels)} |"
        else:
            yield f"| {number} {label} |{' |' * len(labels)}"


def kinds(results: Iterable[Result]) -> Iterator[str]:
    sums: dict[tuple[str, str], Counter[str]] = {}
    causes: dict[str, str] = {}
    for one in results:
        for name, kind in one["kinds"].items():
            counts = sums.setdefault((kind["label"], name), Counter())
            counts.update({key: kind[key] for key in ("planted", "stage_right", "cause_right", "not_plantable")})
            causes[name] = causes.get(name) or kind["cause"] or ""
    yield "| plant | stage | cause | planted | right stage | right cause | not plantable |"
    yield "|---|---|---|---:|---:|---:|---:|"
    for label in LABELS:
        for (of, name), counts in sums.items():
            if of == label:
                cells = [counts[key] for key in ("planted", "stage_right", "cause_right", "not_plantable")]
                yield f"| {name} | {label} | {causes[name] or 'none'} | {' | '.join(map(str, cells))} |"


def main(paths: list[str]) -> None:
    results = {Path(path).stem: json.loads(Path(path).read_text(encoding="utf-8")) for path in paths}
    for table in (headline(results), matrix(results.values()), kinds(results.values())):
        print("\n".join(table), end="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
