"""The typed verifier: traps by kind, balanced accuracy and ROC on human labels, and answers a second on one core.

    python benchmarks/verify.py                                   traps and speed
    python benchmarks/verify.py --labels labels.jsonl             the ROC too, of JSONL {"context", "answer", "label"}
    python benchmarks/verify.py --labels labels.jsonl --svg FILE  and draws it

The threshold is chosen by ten-fold cross-validation over the labels: on nine tenths the threshold with the best balanced
accuracy, on the last tenth its balanced accuracy, fifty times with other folds. The code's own threshold is then compared.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from _common import ROOT, Prose, shown_goal

sys.path.insert(0, str(ROOT))

from harness.text.claims import split_claims
from harness.text.typed.passage import Passage
from harness.verify import literal, typed
from harness.verify._judge import SUPPORT, lexical_score

TRAPS = ROOT / "tests" / "traps"
HELD_OUT = 3
SEEN = {"answers", "battery", "families", "relations", "rewordings"}
SPEED_GOAL = 2000
Rows = list[tuple[float, bool]]


def verifier(module: Any, citations: str = "ignored") -> Any:
    return module.make(module.Options(), citation="[S{n}]", refusal="NOT IN THE CONTEXT", citations=citations)


# --- traps ------------------------------------------------------------------------------------------------------------


def print_traps() -> None:
    for name, module in (("typed", typed), ("literal", literal)):
        kinds: dict[str, list[bool]] = defaultdict(list)
        counts: Counter[tuple[str, str, bool]] = Counter()
        for path in sorted(TRAPS.glob("*.jsonl")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
                pair = json.loads(line)
                part = "held out" if path.stem not in SEEN and number % HELD_OUT == HELD_OUT - 1 else "seen"
                for wanted in ("supported", "unsupported"):
                    verdict = (
                        verifier(module, pair.get("citations", "ignored")).verify(pair[wanted], pair["context"]).verdict
                    )
                    right = (verdict == "supported") == (wanted == "supported")
                    counts[part, wanted, right] += 1
                    kinds[pair["kind"]].append(right)
        print(f"\n{name}: traps right, and wrong ones let through")
        for part in ("seen", "held out"):
            right = sum(n for (p, _, ok), n in counts.items() if p == part and ok)
            total = sum(n for (p, _, _), n in counts.items() if p == part)
            passed, bad = (
                counts[part, "unsupported", False],
                counts[part, "unsupported", False] + counts[part, "unsupported", True],
            )
            print(
                f"  {part:9} {right}/{total} = {right / total:.3f}   false passes {passed}/{bad} = {passed / bad:.3f}"
            )
        print("  " + "  ".join(f"{kind} {sum(oks)}/{len(oks)}" for kind, oks in sorted(kinds.items())))


# --- labels -----------------------------------------------------------------------------------------------------------


def balanced(rows: Rows, threshold: float) -> float:
    """Return the mean of the shares of supported and of unsupported claims that a threshold decides as people did."""
    supported = [score >= threshold for score, label in rows if label]
    unsupported = [score < threshold for score, label in rows if not label]
    return (sum(supported) / len(supported) + sum(unsupported) / len(unsupported)) / 2


def area(rows: Rows) -> float:
    """Return the area under the ROC curve: the chance that a supported claim scores above an unsupported one."""
    ranked = sorted(score for score, _ in rows)
    mean_rank = {}
    start = 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end] == ranked[start]:
            end += 1
        mean_rank[ranked[start]] = (start + 1 + end) / 2
        start = end
    positives = [mean_rank[score] for score, label in rows if label]
    count = len(positives)
    return (sum(positives) - count * (count + 1) / 2) / (count * (len(rows) - count))


def cross_validated(rows: Rows, repeats: int = 50, folds: int = 10) -> tuple[float, list[float]]:
    """Return the mean balanced accuracy on held-out folds, and the thresholds that were chosen without them."""
    grid = [i / 100 for i in range(101)]
    found: list[float] = []
    chosen: list[float] = []
    for repeat in range(repeats):
        shuffled = list(rows)
        random.Random(repeat).shuffle(shuffled)
        for fold in range(folds):
            train = [r for i, r in enumerate(shuffled) if i % folds != fold]
            best = max(grid, key=lambda t, train=train: balanced(train, t))
            chosen.append(best)
            found.append(balanced([r for i, r in enumerate(shuffled) if i % folds == fold], best))
    return statistics.mean(found), chosen


def print_labels(path: Path, svg: Path | None) -> None:
    rows: Rows = []
    whole: list[tuple[bool, bool]] = []
    made = verifier(typed)
    for line in path.open(encoding="utf-8"):
        item = json.loads(line)
        label = item["label"] == "supported"
        verdict = made.verify(item["answer"], item["context"])
        rows.append((lexical_score(_bare(item["answer"]), [Passage(c) for c in item["context"]]), label))
        whole.append((verdict.verdict == "supported", label))
    accuracy, chosen = cross_validated(rows)
    right = [said for said, label in whole if label]
    wrong = [not said for said, label in whole if not label]
    print(f"\n{path.name}: {len(rows)} claims, {sum(label for _, label in rows)} supported")
    print(
        f"  lexical support alone    AUROC {area(rows):.3f}; threshold by cross-validation, balanced accuracy {accuracy:.3f}"
    )
    quartiles = statistics.quantiles(chosen, n=4)
    print(
        f"    chosen thresholds: median {quartiles[1]:.2f}, quartiles {quartiles[0]:.2f} and {quartiles[2]:.2f}; in the code {SUPPORT}, {balanced(rows, SUPPORT):.3f}"
    )
    value = (sum(right) / len(right) + sum(wrong) / len(wrong)) / 2
    print(
        f"  the whole verifier       balanced accuracy {value:.3f} (supported {sum(right) / len(right):.3f}, unsupported {sum(wrong) / len(wrong):.3f}); {shown_goal(value > 0.66, '> 0.66')}"
    )
    if svg:
        svg.write_text(
            drawn(rows, (1 - sum(wrong) / len(wrong), sum(right) / len(right)), area(rows)), encoding="utf-8"
        )
        print(f"  ROC: {svg}")


def _bare(answer: str) -> str:
    return " ".join(claim.bare for claim in split_claims(answer, citation="[S{n}]")) or answer


def drawn(rows: Rows, point: tuple[float, float], under: float) -> str:
    """Return the ROC curve of the lexical score as SVG, with the whole verifier as a point."""
    size, margin = 320, 40

    def at(x: float, y: float) -> str:
        return f"{margin + x * size:.1f},{margin + (1 - y) * size:.1f}"

    positives = sum(label for _, label in rows)
    steps = [(0.0, 0.0)]
    for threshold in sorted({score for score, _ in rows}, reverse=True):
        hits = sum(score >= threshold and label for score, label in rows) / positives
        misses = sum(score >= threshold and not label for score, label in rows) / (len(rows) - positives)
        steps.append((misses, hits))
    own = (
        sum(s >= SUPPORT and not label for s, label in rows) / (len(rows) - positives),
        sum(s >= SUPPORT and label for s, label in rows) / positives,
    )

    def dot(x: float, y: float, colour: str, text: str, below: int) -> str:
        cx, cy = at(x, y).split(",")
        return f'<circle cx="{cx}" cy="{cy}" r="4" fill="{colour}"/><text x="{float(cx) + 8:.1f}" y="{float(cy) + below}" fill="{colour}">{text}</text>'

    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + 2 * margin} {size + 2 * margin}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
<rect x="{margin}" y="{margin}" width="{size}" height="{size}" fill="none" stroke="#888"/>
<polyline points="{at(0, 0)} {at(1, 1)}" stroke="#bbb" stroke-dasharray="4" fill="none"/>
<polyline points="{" ".join(at(x, y) for x, y in steps)}" stroke="#1f5fa8" stroke-width="1.5" fill="none"/>
{dot(*own, "#1f5fa8", f"threshold {SUPPORT}", 4)}
{dot(*point, "#b3401f", "whole verifier", 14)}
<text x="{margin}" y="{margin - 12}">attributionbench dev, {len(rows)} claims: lexical support, AUROC {under:.3f}</text>
<text x="{margin + size / 2}" y="{margin + size + 28}" text-anchor="middle">unsupported claims let through</text>
<text x="14" y="{margin + size / 2}" transform="rotate(-90 14 {margin + size / 2})" text-anchor="middle">supported claims let through</text>
</svg>
"""


# --- speed ------------------------------------------------------------------------------------------------------------


def answers(count: int, pool: int) -> list[tuple[str, list[str]]]:
    """Return answers of three cited sentences over three spans of 160 words, each sentence near to one of a span.

    Spans come from a pool, as chunks do in a run, or are all new where the pool has three for each answer; a sentence
    loses its fourth word, so that none is a copy.
    """
    prose, pick = Prose(7), random.Random(7)
    spans = []
    for _ in range(pool):
        value = pick.randint(100, 9999)
        spans.append(
            f"{prose.sentences(70)} The limit of {' '.join(prose.rare_words(2))} was {value} metres. {prose.sentences(82)}"
        )
    made = []
    for place in range(0, count * 3, 3):
        chosen = spans[place : place + 3] if pool >= count * 3 else pick.sample(spans, 3)
        sentences = []
        for number, span in enumerate(chosen, 1):
            words = pick.choice([s for s in span.split(". ") if len(s.split()) > 7]).rstrip(".").split()
            sentences.append(" ".join(words[:3] + words[4:]) + f" [S{number}].")
        made.append((" ".join(sentences), chosen))
    return made


def print_speed() -> None:
    print("\nanswers a second on one core: three sentences, three spans of 160 words")
    for title, cases in (
        ("240 spans in all, kept when parsed", answers(1500, 240)),
        ("every span new, so that none was kept", answers(500, 1500)),
    ):
        rates: dict[str, list[float]] = defaultdict(list)
        for _ in range(5):
            for name, module in (("typed", typed), ("literal", literal)):
                made = verifier(module, "required")
                began = time.process_time()
                for answer, spans in cases:
                    made.verify(answer, spans)
                rates[name].append(len(cases) / (time.process_time() - began))
        print(f"  {title}")
        for name, found in rates.items():
            goal = f"; {shown_goal(max(found) >= SPEED_GOAL, f'{SPEED_GOAL:,}')}" if name == "typed" else ""
            print(f"    {name:8} best {max(found):,.0f}, median {statistics.median(found):,.0f}{goal}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labels", type=Path, help="JSONL of claims with human labels")
    parser.add_argument("--svg", type=Path, help="where to draw the ROC curve")
    args = parser.parse_args(arguments)
    print_traps()
    if args.labels:
        print_labels(args.labels, args.svg)
    print_speed()


if __name__ == "__main__":
    main()
