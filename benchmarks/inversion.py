"""The inversion, on real documents: eleven chunkings against two kinds of question, with paired tests and an equal budget.

    python benchmarks/inversion.py ../shared/data [PICTURE.svg]

makes article-level and fact-level questions from covid_qa, chunking_eval and scitldr_tldr with `harness golden make-queries`,
sweeps eleven chunkings with `harness sweep --json`, and prints Markdown: what docs/inversion.md holds. One retriever (BM25 over
stems), one seed; nothing is tuned between the sets.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from harness.cli.main import main as harness
from harness.measure.differences import detectable
from harness.measure.resample import spearman
from harness.report.plot import Panel, draw, of_rate
from harness.types import Rate

CHUNKERS = (
    "whole", "window:50:0", "window:100:0", "window:200:0", "window:400:0", "window:100:25", "window:100:50",
    "window:200:50", "window:200:100", "packed:100", "packed:200",
)  # fmt: skip
SETS = {"covid_qa": "first-line", "chunking_eval": "title", "scitldr_tldr": "questions"}
BUDGETS = (50, 100, 200, 400, 800)
KS = (1, 5)
ALPHA = 0.05

Row = dict[str, Any]


def run(*words: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = harness(list(words))
    if code:
        sys.exit(f"harness {' '.join(words)} exited {code}")
    return out.getvalue()


def swept(data: Path, name: str, work: Path) -> dict[str, Any]:
    made = work / name
    run("golden", "make-queries", str(data / name), "-o", str(made), "--articles-from", SETS[name])
    flags = [flag for chunker in CHUNKERS for flag in ("--chunker", chunker)]
    ks, words = (",".join(map(str, numbers)) for numbers in (KS, BUDGETS))
    result: dict[str, Any] = json.loads(run("sweep", str(made), *flags, "-k", ks, "--words", words, "--json"))
    return result


def percent(rate: dict[str, Any]) -> str:
    return "–" if rate["value"] is None else f"{100 * rate['value']:.1f}"


def table(header: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def by_rank(rows: list[Row], kinds: list[str]) -> Iterator[str]:
    header = ["chunking", "chunks", "w/chunk", "cut"]
    if "article" in kinds:
        header += ["article D@1", "D@5", "distinct D@5", "MRR"]
    header += ["fact D@1", "D@5", "fact E@1", "E@5", "MRR"]
    cells = []
    for row in rows:
        cell = [f"`{row['chunker']}`", f"{row['chunks']:,}", f"{row['words_per_chunk']:g}", str(row["cut_evidence"])]
        for kind in kinds:
            of = row["slices"][kind]
            cell += [percent(of["document_recall_in_chunks"][k]) for k in ("1", "5")]
            if kind == "article":
                cell += [percent(of["document_recall"]["5"]), f"{100 * of['document_mrr']:.1f}"]
            else:
                cell += [percent(of["evidence_recall"][k]) for k in ("1", "5")] + [f"{100 * of['mrr']:.1f}"]
        cells.append(cell)
    yield from table(header, cells)


def by_words(rows: list[Row], kinds: list[str]) -> Iterator[str]:
    measures = {"article": "document_recall_in_words", "fact": "recall_in_words"}
    header = ["chunking", *(f"{kind} {words} w" for kind in kinds for words in BUDGETS)]
    yield from table(
        header,
        [
            [
                f"`{row['chunker']}`",
                *(percent(row["slices"][kind][measures[kind]][str(w)]) for kind in kinds for w in BUDGETS),
            ]
            for row in rows
        ],
    )


def paired(result: dict[str, Any], kind: str, unit: str, k: int) -> str:
    pairs = result["slice_pairs"] or [{**p, "slice": kind, "unit": "evidence"} for p in result["pairs"]]
    chosen = [p for p in pairs if (p["slice"], p["unit"], p["k"]) == (kind, unit, k)]
    if not chosen:
        return ""
    measure = "evidence_recall" if unit == "evidence" else "document_recall_in_chunks"
    found = {row["name"]: row["slices"][kind][measure][str(k)]["numerator"] for row in result["rows"]}
    best = max(found, key=lambda name: found[name])
    real = [p for p in chosen if p["p_holm"] < ALPHA]
    worse = [p["b"] if p["a"] == best else p["a"] for p in real if best in (p["a"], p["b"])]
    alone = sum(p["p"] < ALPHA for p in chosen)
    told = f"- {kind}, by {unit}, rank {k}: {len(real)} of {len(chosen)} differences survive Holm ({alone} have p < 0.05 alone)."
    told += f" `{short(best)}` leads" + (
        f"; shown to be worse: {', '.join(f'`{short(n)}`' for n in worse)}." if worse else "."
    )
    widest = max(chosen, key=lambda p: abs(p["only_a"] - p["only_b"]))
    winner, loser = ("a", "b") if widest["only_a"] > widest["only_b"] else ("b", "a")
    counts = f"{widest[f'only_{winner}']} questions against {widest[f'only_{loser}']}"
    return (
        told
        + f" Widest: `{short(widest[winner])}` over `{short(widest[loser])}`, {counts}, Holm p = {widest['p_holm']:.1g}."
    )


def short(name: str) -> str:
    return name.split(" / ", maxsplit=1)[0]


def agreement(result: dict[str, Any]) -> Iterator[str]:
    for c in result["correlations"]:
        told = f"{c['rho']:+.2f} ({c['low']:+.2f} to {c['high']:+.2f})" if c["rho"] is not None else c["reason"]
        facts = "facts by evidence" if c["unit"] == "evidence" else "both by document"
        yield f"- rank {c['k']}, {facts}: ρ = {told}"
    if not result["correlations"]:
        return
    for words in map(str, BUDGETS):
        rates = [
            [row["slices"][kind][measure][words]["value"] for row in result["rows"]]
            for kind, measure in (("article", "document_recall_in_words"), ("fact", "recall_in_words"))
        ]
        if None not in rates[0] + rates[1]:
            rho = float(spearman(np.array(rates[0]), np.array(rates[1])))
            yield f"- {words} words handed over, facts by evidence: ρ = " + ("–" if np.isnan(rho) else f"{rho:+.2f}")


def smallest(questions: int) -> str:
    can = detectable(questions, 1)
    if can.alone is None or can.among_flips is None:
        return "no difference of any size"
    return f"{100 * can.alone:.1f} points at best, {100 * can.among_flips:.1f} where 5% flip each way"


def report(name: str, result: dict[str, Any]) -> Iterator[str]:
    rows = result["rows"]
    kinds = list(rows[0]["slices"])
    counts = {kind: rows[0]["slices"][kind]["questions"] for kind in kinds}
    told = [f"{count} {kind}-level questions, which can show {smallest(count)}" for kind, count in counts.items()]
    yield f"### {name}\n\n{'; '.join(told)}.\n"
    yield from by_rank(rows, kinds)
    yield "\nAt an equal budget, percent found within the first words handed over:\n"
    yield from by_words(rows, kinds)
    yield "\nPaired tests:\n"
    for kind, units in (("article", ("document",)), ("fact", ("evidence", "document"))):
        if kind in kinds:
            yield from filter(None, (paired(result, kind, unit, k) for unit in units for k in KS))
    yield "\nDo the two kinds rank the chunkings alike?\n"
    yield from list(agreement(result)) or ["- there is one kind only"]
    yield ""


def picture(results: dict[str, dict[str, Any]]) -> str:
    """Return recall against words handed over, a panel for each set and kind, a line for each chunking."""
    measures = {"article": "document_recall_in_words", "fact": "recall_in_words"}
    panels = []
    for name, result in results.items():
        for kind in result["rows"][0]["slices"]:
            lines = [
                (row["chunker"], [of_rate(Rate(**rate)) for rate in row["slices"][kind][measures[kind]].values()])
                for row in result["rows"]
            ]
            panels.append(Panel(f"{name}: {kind}s", lines, note="words handed over", below=[str(w) for w in BUDGETS]))
    return draw(panels)


def main() -> None:
    if len(sys.argv) not in {2, 3}:
        sys.exit(
            "usage: python benchmarks/inversion.py DATA [PICTURE.svg]; DATA holds covid_qa, chunking_eval, scitldr_tldr"
        )
    data = Path(sys.argv[1])
    missing = [name for name in SETS if not (data / name / "corpus.jsonl").is_file()]
    if missing:
        sys.exit(f"{data}: no {missing[0]}/corpus.jsonl; name the folder that holds {', '.join(SETS)}")
    results = {}
    with tempfile.TemporaryDirectory() as work:
        for name in SETS:
            results[name] = swept(data, name, Path(work))
            print("\n".join(report(name, results[name])), flush=True)
    if len(sys.argv) == 3:
        Path(sys.argv[2]).write_text(picture(results), encoding="utf-8")


if __name__ == "__main__":
    main()
